//! Effects: techniques, passes, states, and shaders as values. Their words need no declaration.

use super::parser::{Class, Parser};
use super::table::Keyword;
use crate::frontend::c_like::chain::Chain;
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::syntax::effect::*;
use crate::frontend::c_like::syntax::*;
use crate::frontend::c_like::tree::BinaryOp;
use crate::frontend::lexer::TokenKind;

impl<'a> Parser<'a> {
    /// Parses a technique: a name, annotations, passes in braces.
    pub(super) fn technique(&mut self, items: &mut Vec<Item<'a>>) -> Result<(), Stop> {
        let word = self.take_word();
        let name = self.optional_name();
        let annotations = self.annotations()?;
        if !self.c.sees("{") {
            return Err(self.unexpected("\"{\" and the passes of the technique"));
        }
        if !self.table.has_effects {
            return self.skip_braces();
        }
        self.c.next();
        let mut passes = Vec::new();
        while !self.c.takes("}") {
            passes.push(self.pass()?);
        }
        items.push(Item::Technique(Technique {
            word,
            name,
            annotations,
            passes: self.nodes.list(&passes),
        }));
        Ok(())
    }

    fn optional_name(&mut self) -> Option<Name<'a>> {
        matches!(self.class(), Class::Name | Class::Type).then(|| self.take_word())
    }

    fn pass(&mut self) -> Result<Pass<'a>, Stop> {
        match self.c.peek().kind {
            TokenKind::Word(word) if word.eq_ignore_ascii_case("pass") => {}
            _ => return Err(self.unexpected("\"pass\", or \"}\" after the passes")),
        }
        let span = self.c.next().span;
        let name = self.optional_name();
        let annotations = self.annotations()?;
        self.need("{", "\"{\" and the states of the pass")?;
        Ok(Pass {
            name,
            annotations,
            states: self.states()?,
            span,
        })
    }

    /// Parses states and `}`.
    fn states(&mut self) -> Result<&'a [State<'a>], Stop> {
        let mut states = Vec::new();
        while !self.c.takes("}") {
            states.push(self.deeper(Parser::state)?);
        }
        Ok(self.nodes.list(&states))
    }

    fn state(&mut self) -> Result<State<'a>, Stop> {
        let name = match self.class() {
            Class::Name | Class::Type | Class::Keyword(Keyword::Type | Keyword::Specifier(_)) => {
                self.take_word()
            }
            _ => return Err(self.unexpected("the name of a state, or \"}\"")),
        };
        let mut index = None;
        if self.c.takes("[") {
            let TokenKind::Number(text) = self.c.peek().kind else {
                return Err(self.unexpected("the number of the state"));
            };
            let span = self.c.next().span;
            index = Some(Name { text, span });
            self.need("]", "\"]\" after the number of the state")?;
        }
        self.need("=", "\"=\" and the value of the state")?;
        let value = self.state_value()?;
        self.need(";", "\";\" after the state")?;
        Ok(State { name, index, value })
    }

    fn state_value(&mut self) -> Result<StateValue<'a>, Stop> {
        if self.c.takes("<") {
            // A comparison would take the `>`.
            let e = self.deeper(Parser::sum)?;
            self.need(">", "\">\" after the value")?;
            return Ok(StateValue::Reference(e));
        }
        if self.sees_keyword(Keyword::Compile) || self.sees_keyword(Keyword::Assembly) {
            return Ok(StateValue::Shader(self.shader()?));
        }
        let is_block = self.sees_keyword(Keyword::SamplerState) || self.sees_state_block();
        if is_block && self.c.ahead(1).is("{") {
            let span = self.c.next().span;
            self.c.next();
            return Ok(StateValue::States(self.states()?, span));
        }
        if let Some(words) = self.words()? {
            return Ok(StateValue::Value(words));
        }
        self.initial().map(StateValue::Value)
    }

    fn sees_state_block(&self) -> bool {
        matches!(self.c.peek().kind, TokenKind::Word(word) if word.eq_ignore_ascii_case("stateblock_state"))
    }

    /// Parses words and numbers with `|` between them, up to `;`, if nothing else stands there. Some words of values are
    /// types elsewhere, or no numbers: `TEXTURE`, `LINEAR`, `1WEIGHTS`.
    fn words(&mut self) -> Result<Option<Expr<'a>>, Stop> {
        let mut n = 0;
        // Looks ahead first: words and numbers alternate with `|`, up to the `;`. Anything else is an expression.
        loop {
            let is_word = match self.c.ahead(n).kind {
                TokenKind::Number(_) => true,
                TokenKind::Word(_) => matches!(
                    self.class_ahead(n),
                    Class::Name | Class::Type | Class::Keyword(Keyword::Specifier(_))
                ),
                _ => false,
            };
            if !is_word {
                return Ok(None);
            }
            if self.c.ahead(n + 1).is(";") {
                break;
            }
            if !self.c.ahead(n + 1).is("|") {
                return Ok(None);
            }
            n += 2;
        }
        // The same words again, as operands of an "or".
        let mut chain = Chain::new(self.word()?, &self.nodes);
        while self.c.sees("|") {
            let operator = Operator {
                text: "|",
                meaning: Meaning::Binary(BinaryOp::Or),
                span: self.c.next().span,
            };
            let operand = self.word()?;
            chain.push(operator, operand, &mut self.nodes, &mut self.c.out)?;
        }
        chain.end(&mut self.nodes, &mut self.c).map(Some)
    }

    fn word(&mut self) -> Result<Expr<'a>, Stop> {
        let token = self.c.next();
        let kind = match token.kind {
            TokenKind::Word("true") => ExprKind::Bool(true),
            TokenKind::Word("false") => ExprKind::Bool(false),
            TokenKind::Word(text) => ExprKind::Name(text),
            TokenKind::Number(text) => ExprKind::Number(text),
            _ => return Err(self.unexpected("a value")),
        };
        self.above(kind, token.span, 0)
    }

    /// Parses `compile ps_2_0 main(...)` and `asm { ... }`.
    fn shader(&mut self) -> Result<Shader<'a>, Stop> {
        let is_compiled = self.sees_keyword(Keyword::Compile);
        let start = self.c.next().span;
        if !is_compiled {
            return self.assembly_words(start);
        }
        let profile = match self.class() {
            Class::Name => self.take_word(),
            _ => return Err(self.unexpected("a profile after \"compile\"")),
        };
        let function = match self.class() {
            Class::Name | Class::Type => self.take_word(),
            _ => return Err(self.unexpected("a function after the profile")),
        };
        if !self.c.sees("(") {
            return Err(self.unexpected("\"(\" and the arguments of the function"));
        }
        let (arguments, ..) = self.arguments()?;
        Ok(Shader::Compile {
            profile,
            function,
            arguments,
        })
    }

    fn assembly_words(&mut self, start: crate::ir::Span) -> Result<Shader<'a>, Stop> {
        self.need("{", "\"{\" and instructions")?;
        let mut tokens = Vec::new();
        while !self.c.sees("}") {
            if self.is_at_end() {
                return Err(self.unexpected("\"}\" after the instructions"));
            }
            let token = self.c.next();
            let text = String::from_utf8_lossy(token.kind.text()).into_owned();
            let text = self.nodes.arena.alloc_str(&text);
            let span = token.span;
            tokens.push(Name { text, span });
        }
        let span = start.to(self.c.next().span);
        let tokens = self.nodes.list(&tokens);
        Ok(Shader::Assembly { tokens, span })
    }

    /// Parses the states of a variable: `{ MinFilter = LINEAR; }`, or such blocks in braces with commas between.
    pub(super) fn state_blocks(&mut self) -> Result<Held<'a>, Stop> {
        self.c.next();
        let mut blocks = Vec::new();
        if !self.c.sees("{") {
            blocks.push(self.states()?);
        } else {
            loop {
                self.need("{", "\"{\" and the states of an element")?;
                blocks.push(self.states()?);
                if !self.c.takes(",") {
                    break;
                }
            }
            self.need("}", "\",\" or \"}\" after the states of an element")?;
        }
        Ok(Held::States {
            blocks: self.nodes.list(&blocks),
            is_sampler: false,
        })
    }

    /// Parses `sampler_state { ... }`, a shader, or a list of either; `None`: another value follows.
    pub(super) fn held(&mut self) -> Result<Option<Held<'a>>, Stop> {
        let at = usize::from(self.c.sees("{"));
        let (mut blocks, mut shaders) = (Vec::new(), Vec::new());
        // The first word decides, after the brace of a list if there is one.
        let is_sampler = match self.class_ahead(at) {
            Class::Keyword(Keyword::SamplerState) => true,
            _ if at == 0 && self.sees_state_block() && self.c.ahead(1).is("{") => true,
            Class::Keyword(Keyword::Compile | Keyword::Assembly) => false,
            _ => return Ok(None),
        };
        if at == 1 {
            self.c.next();
        }
        // All values of a list are of one sort. A list may end in a comma.
        loop {
            if is_sampler {
                if self.sees_state_block() {
                    self.c.next();
                } else if !self.takes_keyword(Keyword::SamplerState) {
                    return Err(self.unexpected("\"sampler_state\""));
                }
                self.need("{", "\"{\" and the states of the sampler")?;
                blocks.push(self.states()?);
            } else if self.sees_keyword(Keyword::Compile) || self.sees_keyword(Keyword::Assembly) {
                shaders.push(self.shader()?);
            } else {
                return Err(self.unexpected("\"compile\" or \"asm\""));
            }
            if at == 0 || !self.c.takes(",") || self.c.sees("}") {
                break;
            }
        }
        if at == 1 {
            self.need("}", "\",\" or \"}\" after a value of the list")?;
        }
        Ok(Some(match is_sampler {
            true => {
                let blocks = self.nodes.list(&blocks);
                Held::States { blocks, is_sampler }
            }
            false => Held::Shaders(self.nodes.list(&shaders)),
        }))
    }
}
