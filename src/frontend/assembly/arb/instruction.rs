//! Instructions and their operands (ARB_vertex_program 2.14.4, ARB_fragment_program 3.11.4).

use super::binding::Bound;
use super::opcode::{FP, Form, VP, find};
use super::parse::{Parser, Result};
use super::parsed::{Array, Instruction, Variable};
use crate::frontend::assembly::cursor::Token;
use crate::frontend::assembly::operand::*;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::frontend::fixed_function::fragment::TextureTarget;
use crate::ir::Span;
use smallvec::SmallVec;

impl<'a> Parser<'a> {
    pub(super) fn instruction(&mut self, word: &'a str, start: Span) -> Result {
        let dialect = if self.p.fragment { FP } else { VP };
        let Some((info, saturate)) = find(word, dialect) else {
            return self.error(ErrorKind::UnknownInstruction(word.to_string()));
        };
        if saturate && (!self.p.fragment || info.form == Form::Kil) {
            return self.error(ErrorKind::Saturate(info.name.to_string()));
        }
        let mut inst = Instruction {
            opcode: info.opcode,
            saturate,
            destination: None,
            sources: SmallVec::new(),
            texture: None,
            span: start,
        };
        match info.form {
            Form::Kil => {}
            Form::Arl => inst.destination = Some(self.address_destination()?),
            _ => inst.destination = Some(self.destination()?),
        }
        if info.form != Form::Kil {
            self.punct(b',', "\",\"")?;
        }
        let (count, scalar) = match info.form {
            Form::Vector(n) => (n, false),
            Form::Scalar(n) => (n, true),
            Form::Arl => (1, true),
            Form::Swz | Form::Kil | Form::Sample => (1, false),
        };
        for i in 0..count {
            if i > 0 {
                self.punct(b',', "\",\"")?;
            }
            let operand = if info.form == Form::Swz {
                self.swz_operand()?
            } else {
                self.operand(scalar)?
            };
            inst.sources.push(operand);
        }
        if info.form == Form::Sample {
            inst.texture = Some(self.texture()?);
        }
        inst.span = start.to(self.c.last);
        self.p.instructions.push(inst);
        Ok(())
    }

    fn address_destination(&mut self) -> Result<Destination> {
        let n = self.address_register()?;
        Ok(Destination {
            target: Target::Address(n),
            mask: 1,
        })
    }

    /// `A0.x`
    fn address_register(&mut self) -> Result<u32> {
        let name = self.word("an address register")?;
        let Variable::Address(n) = self.lookup(name)? else {
            return self.error(ErrorKind::WrongVariable(
                name.to_string(),
                "address register",
            ));
        };
        if self.c.next()? != Token::Punct(b'.') {
            return self.error(ErrorKind::AddressComponent);
        }
        if self.c.next()? != Token::Word("x") {
            return self.error(ErrorKind::AddressComponent);
        }
        Ok(n)
    }

    fn destination(&mut self) -> Result<Destination> {
        let name = self.word("a destination register")?;
        let target = if name == "result" {
            Target::Output(self.result_binding()?)
        } else {
            match self.lookup(name)? {
                Variable::Temp(n) => Target::Temp(n),
                Variable::Output(n) => Target::Output(n),
                _ => {
                    return self.error(ErrorKind::WrongVariable(
                        name.to_string(),
                        "temporary or result",
                    ));
                }
            }
        };
        let mut mask = 15;
        if self.accept(b'.') {
            let word = self.word("a write mask")?;
            let Some(m) = write_mask(word, self.p.fragment) else {
                return self.error(ErrorKind::WriteMask);
            };
            mask = m;
        }
        Ok(Destination { target, mask })
    }

    /// A register or constant, without sign and suffix; whether it is a constant; its name.
    fn source(&mut self) -> Result<(Source, bool, &'a str)> {
        let name = match self.c.peek()? {
            Token::Integer(_) | Token::Float(_) | Token::Punct(b'{') => {
                let binding = self.constant(false)?;
                return Ok((Source::Param(self.single(binding)?), true, "c"));
            }
            _ => self.word("a source operand")?,
        };
        let source = match name {
            "vertex" if !self.p.fragment => Source::Input(self.attribute_binding()?),
            "fragment" if self.p.fragment => Source::Input(self.attribute_binding()?),
            "state" | "program" => {
                let bound = self.state_or_program(name, false)?;
                let Bound::One(binding) = bound else {
                    return self.error(ErrorKind::MatrixInScalar(bound.len()));
                };
                Source::Param(self.single(binding)?)
            }
            _ => self.variable_source(name)?,
        };
        Ok((source, false, name))
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
            Variable::Attribute(n) => Ok(Source::Input(n)),
            Variable::Param(n) => Ok(Source::Param(n)),
            _ => self.error(ErrorKind::WrongVariable(
                name.to_string(),
                "readable register",
            )),
        }
    }

    /// What stands in the brackets of an array.
    fn array_element(&mut self, n: usize) -> Result<Source> {
        let Array { base, len, .. } = self.p.arrays[n];
        if self.p.fragment || matches!(self.c.peek()?, Token::Integer(_)) {
            return Ok(Source::Param(base + self.integer("array index", len)?));
        }
        let address = self.address_register()?;
        let mut offset = 0;
        if let Token::Punct(sign @ (b'+' | b'-')) = self.c.peek()? {
            self.c.next()?;
            let magnitude = match self.c.next()? {
                Token::Integer(m) => m,
                _ => return self.expected("an integer"),
            };
            let limit = if sign == b'-' { 64 } else { 63 };
            if magnitude > limit {
                return self.error(ErrorKind::AddressOffset);
            }
            offset = if sign == b'-' {
                -(magnitude as i32)
            } else {
                magnitude as i32
            };
        }
        self.p.arrays[n].relative = true;
        Ok(Source::Relative {
            base,
            len,
            address,
            offset,
        })
    }

    fn sign(&mut self) -> bool {
        if self.accept(b'-') {
            return true;
        }
        self.accept(b'+');
        false
    }

    fn operand(&mut self, scalar: bool) -> Result<Operand> {
        let negate = self.sign();
        let (source, constant, name) = self.source()?;
        let start = self.c.last;
        let mut select = IDENTITY;
        if self.accept(b'.') {
            let word = self.word("a swizzle")?;
            select = match swizzle(word, self.p.fragment) {
                Some(s) if !scalar || word.len() == 1 => s,
                Some(_) => return self.error(ErrorKind::ScalarSuffix(name.to_string())),
                None => return self.error(ErrorKind::Swizzle),
            };
        } else if scalar && (!constant || self.p.fragment) {
            // Constants need no suffix in vertex programs (TRAPS 0.8); fragment programs keep to ARB_fragment_program's
            // <scalarSrcReg>, as piglit's cos-03 asks.
            self.c.next()?;
            return self.error(ErrorKind::ScalarSuffix(name.to_string()));
        } else if scalar {
            select = [Select::Component(0); 4];
        }
        Ok(Operand {
            source,
            select,
            negate: [negate; 4],
            span: start.to(self.c.last),
        })
    }

    fn swz_operand(&mut self) -> Result<Operand> {
        let (source, ..) = self.source()?;
        let span = self.c.last;
        let mut operand = Operand {
            source,
            select: IDENTITY,
            negate: [false; 4],
            span,
        };
        let mut letters = String::new();
        for i in 0..4 {
            self.punct(b',', "\",\"")?;
            operand.negate[i] = self.sign();
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

    /// `, texture[n], TARGET`
    fn texture(&mut self) -> Result<(u32, TextureTarget)> {
        self.punct(b',', "\",\"")?;
        if self.word("texture[n]")? != "texture" {
            return self.expected("texture[n]");
        }
        let unit = if self.c.peek()? == Token::Punct(b'[') {
            self.index("texture image unit", self.limits.image_units.min(16))?
        } else {
            0
        };
        self.punct(b',', "\",\"")?;
        let (word, _) = self.c.next_target();
        let (target, shadow) = match word {
            "1D" => (TextureTarget::D1, None),
            "2D" => (TextureTarget::D2, None),
            "3D" => (TextureTarget::D3, None),
            "CUBE" => (TextureTarget::Cube, None),
            "RECT" => (TextureTarget::Rectangle, None),
            "SHADOW1D" => (TextureTarget::D1, Some("SHADOW1D")),
            "SHADOW2D" => (TextureTarget::D2, Some("SHADOW2D")),
            "SHADOWRECT" => (TextureTarget::Rectangle, Some("SHADOWRECT")),
            _ => return self.expected("a texture target (1D, 2D, 3D, CUBE, RECT)"),
        };
        if let (Some(name), false) = (shadow, self.p.shadow) {
            return self.error(ErrorKind::NeedsShadow(name));
        }
        let is_shadow = self.p.shadow_units >> unit & 1 != 0;
        let slot = &mut self.p.textures[unit as usize];
        if slot.is_some_and(|t| t != target || is_shadow != shadow.is_some()) {
            return self.error(ErrorKind::TargetConflict(unit));
        }
        *slot = Some(target);
        self.p.shadow_units |= u16::from(shadow.is_some()) << unit;
        Ok((unit, target))
    }
}
