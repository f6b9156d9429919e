//! What effects have beside programs, read over where a language's effects are not read here (CgFX).

use super::parser::{Class, Parser};
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::lexer::TokenKind;

impl<'a> Parser<'a> {
    /// Reads over `sampler_state { MinFilter = Linear; Texture = <t>; }`.
    pub(super) fn skip_sampler_state(&mut self) -> Result<(), Stop> {
        self.c.next();
        self.need("{", "\"{\" and the states of the sampler")?;
        while !self.c.takes("}") {
            match self.class() {
                Class::Name | Class::Type => self.c.next(),
                _ => return Err(self.unexpected("the name of a state, or \"}\"")),
            };
            self.sizes()?;
            self.need("=", "\"=\" and the value of the state")?;
            if self.c.takes("<") {
                while !self.c.takes(">") {
                    if self.is_at_end() || self.c.sees(";") {
                        return Err(self.unexpected("\">\" after the texture's name"));
                    }
                    self.c.next();
                }
            } else {
                self.expression()?;
            }
            self.need(";", "\";\" after the state")?;
        }
        Ok(())
    }

    /// Reads over braces, and those in them.
    pub(super) fn skip_braces(&mut self) -> Result<(), Stop> {
        let mut depth = 0u32;
        loop {
            match self.c.peek().kind {
                TokenKind::End => return Err(self.unexpected("\"}\" after the passes")),
                TokenKind::Operator("{") => depth += 1,
                TokenKind::Operator("}") => depth -= 1,
                _ => {}
            }
            self.c.next();
            if depth == 0 {
                return Ok(());
            }
        }
    }
}
