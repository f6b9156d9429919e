//! Source operands: registers, array elements, swizzles, signs, absolute values (ARB_vertex_program 2.14.4.1 and
//! 2.14.4.2, NV_vertex_program2_option 2.14.4.1).

use super::binding::Bound;
use super::parser::{Parser, Result};
use crate::frontend::assembly::arb::language::Language;
use crate::frontend::assembly::arb::parsed::{Array, Variable};
use crate::frontend::assembly::cursor::Token;
use crate::frontend::assembly::operand::*;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;

impl<'a> Parser<'a> {
    /// A register or constant, without sign and suffix; whether it is a scalar constant; its name.
    fn source(&mut self) -> Result<(Source, bool, &'a str)> {
        if self.p.language.is_native() {
            return Ok((self.native_source()?, false, "R0"));
        }
        // Constants start with a number or a brace. A number alone is a scalar.
        let before = self.c.clone();
        let name = match self.c.next()? {
            Token::Word(name) => name,
            token @ (Token::Integer(_) | Token::Float(_) | Token::Punct(b'{')) => {
                self.c = before;
                let binding = self.constant(false)?;
                let is_scalar = token != Token::Punct(b'{');
                return Ok((Source::Param(self.single(binding)?), is_scalar, "c"));
            }
            _ => return self.expected("a source operand"),
        };
        // Bindings stand in instructions, too. Other words are declared variables.
        let source = match name {
            "vertex" if !self.p.fragment => self.attribute_source()?,
            "fragment" if self.p.fragment => self.attribute_source()?,
            "state" | "program" => {
                let bound = self.state_or_program(name, false)?;
                let Bound::One(binding) = bound else {
                    return self.error(ErrorKind::MatrixInScalar(bound.len()));
                };
                Source::Param(self.single(binding)?)
            }
            "result" => {
                return self.error(ErrorKind::WrongVariable(
                    name.to_string(),
                    "a readable register",
                ));
            }
            _ => self.variable_source(name)?,
        };
        Ok((source, false, name))
    }

    fn attribute_source(&mut self) -> Result<Source> {
        let mut index = self.c.clone();
        let variable = self.attribute_binding()?;
        if let Variable::RelativeAttribute(_) = variable {
            // `.texcoord[A0`
            for _ in 0..4 {
                index.next()?;
            }
        }
        self.input(variable, "fragment", index.last)
    }

    /// The source of an attribute. Fragment programs may read a relative one inside a LOOP only (NV_fragment_program2
    /// 3.11.3.Y): elsewhere the error is at `span`.
    fn input(&self, variable: Variable, name: &str, span: Span) -> Result<Source> {
        match variable {
            Variable::Attribute(n) => Ok(Source::Input(n)),
            Variable::RelativeAttribute(_) if self.p.fragment && self.nest().index == 0 => {
                let kind = ErrorKind::LoopIndexOutside;
                Err(ProgramError { kind, span })
            }
            Variable::RelativeAttribute(relative) => Ok(Source::RelativeInput(relative)),
            _ => self.error(ErrorKind::WrongVariable(
                name.to_string(),
                "a readable register",
            )),
        }
    }

    fn variable_source(&mut self, name: &'a str) -> Result<Source> {
        let variable = self.lookup(name)?;
        let span = self.c.last;
        if let Variable::Array(n) = variable {
            if !self.accept(b'[') {
                return Err(ProgramError {
                    kind: ErrorKind::ArrayWithoutIndex(name.to_string()),
                    span,
                });
            }
            let source = self.array_element(n)?;
            self.punct(b']', "\"]\"")?;
            return Ok(source);
        }
        if self.accept(b'[') {
            return self.error(ErrorKind::NotAnArray(name.to_string()));
        }
        match variable {
            Variable::Temp(n) => Ok(Source::Temp(n)),
            Variable::Param(n) => Ok(Source::Param(n)),
            other => self.input(other, name, span),
        }
    }

    /// The contents of an array's brackets.
    fn array_element(&mut self, n: usize) -> Result<Source> {
        let Array { base, len, .. } = self.p.arrays[n];
        if self.p.fragment || matches!(self.c.peek()?, Token::Integer(_)) {
            return Ok(Source::Param(base + self.integer("array index", len)?));
        }
        let relative = self.relative_address(base, len)?;
        self.p.arrays[n].relative = true;
        Ok(Source::Relative(relative))
    }

    /// Address register, component, offset.
    pub(crate) fn relative_address(&mut self, base: u32, len: u32) -> Result<Relative> {
        let address = self.address_register()?;
        let component = self.address_component()?;
        let offset = self.address_offset()?;
        Ok(Relative {
            base,
            len,
            address,
            component,
            offset,
        })
    }

    /// `.x`; with the option any component (QUIRKS 1.29).
    fn address_component(&mut self) -> Result<u8> {
        if self.p.fragment || !self.p.extension.has_conditions() {
            return self.address_x().map(|()| 0);
        }
        if self.c.next()? != Token::Punct(b'.') {
            return self.error(ErrorKind::AddressIndex);
        }
        let letters = match self.c.next()? {
            Token::Word(word) => components(word, false),
            _ => None,
        };
        match letters.as_deref() {
            Some([c]) => Ok(*c),
            _ => self.error(ErrorKind::AddressIndex),
        }
    }

    /// Nothing, `+ n` or `- n`.
    fn address_offset(&mut self) -> Result<i32> {
        let Token::Punct(sign @ (b'+' | b'-')) = self.c.peek()? else {
            return Ok(0);
        };
        self.c.next()?;
        let magnitude = match self.c.next()? {
            Token::Integer(m) => m,
            _ => return self.expected("an integer"),
        };
        // NV_fragment_program2, grammar rule `addrRegPosOffset`.
        let has_conditions = self.p.extension.has_conditions();
        if has_conditions && self.p.fragment {
            return match (sign, magnitude) {
                (b'+', 0..10) => Ok(magnitude as i32),
                _ => self.error(ErrorKind::LoopIndexOffset),
            };
        }
        let (reach, refusal) = if has_conditions {
            (256, ErrorKind::AddressOffsetNv2)
        } else {
            (64, ErrorKind::AddressOffset)
        };
        match sign {
            b'-' if magnitude <= reach => Ok(-(magnitude as i32)),
            b'+' if magnitude < reach => Ok(magnitude as i32),
            _ => self.error(refusal),
        }
    }

    /// `-`, `+` or nothing; `!!VP1.0` has no `+` (NV_vertex_program1_1, grammar rule `optionalSign`).
    fn sign(&mut self) -> Result<bool> {
        if self.accept(b'-') {
            return Ok(true);
        }
        let is_first = matches!(self.p.language, Language::Vp10 | Language::Vsp10);
        if self.accept(b'+') && is_first {
            let what = "the sign \"+\" is understood";
            return self.error(ErrorKind::NeedsLanguage(what, Language::Vp11.header()));
        }
        Ok(false)
    }

    /// Parses sign, register and suffix. With the option bars may stand around them, after a sign of their own.
    pub(crate) fn operand(&mut self, scalar: bool) -> Result<Operand> {
        if self.p.language == Language::Fp10 {
            return self.fragment_operand(scalar);
        }
        let negate = self.sign()?;
        let absolute = self.accept(b'|');
        if absolute {
            self.need_extension("absolute values are understood", self.c.last)?;
            // The sign inside the bars has no effect.
            self.sign()?;
        }
        let (source, constant, name) = self.source()?;
        let start = self.c.last;
        let select = self.suffix(scalar, constant, name)?;
        if absolute {
            self.punct(b'|', "\"|\"")?;
        }
        Ok(Operand {
            source,
            select,
            absolute,
            negate: [negate; 4],
            span: start.to(self.c.last),
        })
    }

    /// Parses `.wzyx` or `.w`; a scalar operand must have one letter. A scalar constant needs none in vertex programs
    /// (QUIRKS 0.8) and with the options of fragment programs. Without the options, they follow ARB_fragment_program's
    /// `scalarSrcReg`, as piglit's cos-03 requires.
    fn suffix(&mut self, scalar: bool, constant: bool, name: &str) -> Result<[Select; 4]> {
        if self.accept(b'.') {
            let word = self.word("a swizzle")?;
            return match swizzle(word, self.has_rgba()) {
                Some(s) if !scalar || word.len() == 1 => Ok(s),
                Some(_) => self.error(ErrorKind::ScalarSuffix(name.to_string())),
                None => self.error(ErrorKind::Swizzle),
            };
        }
        let bare = !self.p.fragment || self.p.extension.has_conditions();
        match (scalar, constant && bare) {
            (false, _) => Ok(IDENTITY),
            (true, true) => Ok([Select::Component(0); 4]),
            (true, false) => {
                self.c.next()?;
                self.error(ErrorKind::ScalarSuffix(name.to_string()))
            }
        }
    }

    /// The operand of ARA: a whole address register.
    pub(crate) fn address_operand(&mut self) -> Result<Operand> {
        let n = self.address_register()?;
        Ok(plain(Source::Address(n), self.c.last))
    }

    /// A register and four of `0`, `1` or a component, each with a sign (SWZ).
    pub(crate) fn swz_operand(&mut self) -> Result<Operand> {
        let (source, ..) = self.source()?;
        let span = self.c.last;
        let mut operand = plain(source, span);
        let mut letters = String::new();
        for i in 0..4 {
            self.punct(b',', "\",\"")?;
            operand.negate[i] = self.sign()?;
            operand.select[i] = match self.c.next()? {
                Token::Integer(0) => Select::Zero,
                Token::Integer(1) => Select::One,
                Token::Word(w) => {
                    letters.push_str(w);
                    match components(&letters, self.p.fragment) {
                        Some(c) if w.len() == 1 => Select::Component(c[c.len() - 1]),
                        _ => return self.error(ErrorKind::Swizzle),
                    }
                }
                _ => return self.expected("0, 1 or a component"),
            };
        }
        Ok(operand)
    }
}

/// A register without suffix.
fn plain(source: Source, span: Span) -> Operand {
    Operand {
        source,
        select: IDENTITY,
        absolute: false,
        negate: [false; 4],
        span,
    }
}
