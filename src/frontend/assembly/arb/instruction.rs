//! Instructions: name, destination, what follows it (ARB_vertex_program 2.14.4, ARB_fragment_program 3.11.4,
//! NV_vertex_program2_option 2.14.2). Source operands have their own file.

use super::opcode::{Form, Name, VP, VP2, find};
use super::parse::{Parser, Result};
use super::parsed::{Instruction, Variable};
use crate::frontend::assembly::cursor::Token;
use crate::frontend::assembly::operand::*;
use crate::frontend::diagnostic::ErrorKind;
use crate::frontend::fixed_function::fragment::TextureTarget;
use crate::ir::Span;
use smallvec::SmallVec;

/// Texture targets by name, and whether they compare with a reference depth.
pub(super) const TARGETS: [(&str, TextureTarget, bool); 8] = [
    ("1D", TextureTarget::D1, false),
    ("2D", TextureTarget::D2, false),
    ("3D", TextureTarget::D3, false),
    ("CUBE", TextureTarget::Cube, false),
    ("RECT", TextureTarget::Rectangle, false),
    ("SHADOW1D", TextureTarget::D1, true),
    ("SHADOW2D", TextureTarget::D2, true),
    ("SHADOWRECT", TextureTarget::Rectangle, true),
];

impl<'a> Parser<'a> {
    pub(super) fn instruction(&mut self, word: &'a str, start: Span) -> Result {
        let name = self.instruction_name(word)?;
        let mut inst = Instruction {
            opcode: name.info.opcode,
            saturate: name.saturate,
            updates_condition: name.updates_condition,
            destination: None,
            sources: SmallVec::new(),
            texture: None,
            label: None,
            branch_condition: None,
            span: start,
        };
        match name.info.form {
            Form::Kil => inst.sources.push(self.operand(false)?),
            Form::Branch => {
                inst.label = Some(self.branch_label()?);
                inst.branch_condition = self.optional_condition()?;
            }
            Form::Return => inst.branch_condition = self.optional_condition()?,
            form => self.computation(form, &mut inst)?,
        }
        inst.span = start.to(self.c.last);
        self.p.instructions.push(inst);
        Ok(())
    }

    fn instruction_name(&mut self, word: &str) -> Result<Name> {
        let Some(name) = find(word, self.dialects()) else {
            if !self.p.fragment && find(word, VP | VP2).is_some() {
                self.need_nv2("this instruction is understood", self.c.last)?;
            }
            return self.error(ErrorKind::UnknownInstruction(word.to_string()));
        };
        if name.saturate && (!self.p.fragment || name.info.form == Form::Kil) {
            return self.error(ErrorKind::Saturate(name.info.name.to_string()));
        }
        Ok(name)
    }

    /// Destination and sources of an instruction that has a result.
    fn computation(&mut self, form: Form, inst: &mut Instruction) -> Result {
        let to_address = matches!(form, Form::Arl | Form::Ara);
        inst.destination = Some(self.destination(to_address)?);
        self.punct(b',', "\",\"")?;
        let (count, scalar) = match form {
            Form::Vector(n) => (n, false),
            Form::Scalar(n) => (n, true),
            Form::Arl => (1, !self.p.nv2),
            _ => (1, false),
        };
        for i in 0..count {
            if i > 0 {
                self.punct(b',', "\",\"")?;
            }
            let operand = match form {
                Form::Swz => self.swz_operand()?,
                Form::Ara => self.address_operand()?,
                _ => self.operand(scalar)?,
            };
            inst.sources.push(operand);
        }
        if form == Form::Sample {
            inst.texture = Some(self.texture()?);
        }
        Ok(())
    }

    /// A declared address register.
    pub(super) fn address_register(&mut self) -> Result<u32> {
        let name = self.word("an address register")?;
        let Variable::Address(n) = self.lookup(name)? else {
            return self.error(ErrorKind::WrongVariable(
                name.to_string(),
                "an address register",
            ));
        };
        Ok(n)
    }

    /// A destination with its mask and condition.
    fn destination(&mut self, to_address: bool) -> Result<Destination> {
        let target = self.target(to_address)?;
        let mut mask = 15;
        if to_address && !self.p.nv2 {
            self.address_x()?;
            mask = 1;
        } else if self.accept(b'.') {
            let word = self.word("a write mask")?;
            let Some(m) = write_mask(word, self.p.fragment) else {
                return self.error(ErrorKind::WriteMask);
            };
            mask = m;
        }
        let condition = self.optional_condition()?;
        Ok(Destination {
            target,
            mask,
            condition,
        })
    }

    /// `.x`, the one component of an address register without the option.
    pub(super) fn address_x(&mut self) -> Result {
        for expected in [Token::Punct(b'.'), Token::Word("x")] {
            if self.c.next()? != expected {
                return self.error(ErrorKind::AddressComponent);
            }
        }
        Ok(())
    }

    fn target(&mut self, to_address: bool) -> Result<Target> {
        // `CC` is no reserved word: a variable of this name hides the condition code.
        let is_condition_code =
            self.p.nv2 && self.c.peek()? == Token::Word("CC") && !self.names.contains_key("CC");
        if is_condition_code {
            self.c.next()?;
            return Ok(Target::ConditionCode);
        }
        if to_address {
            return self.address_register().map(Target::Address);
        }
        let name = self.word("a destination register")?;
        let variable = if name == "result" {
            self.result_binding()?
        } else {
            self.lookup(name)?
        };
        match variable {
            Variable::Temp(n) => Ok(Target::Temp(n)),
            Variable::Output(n) => Ok(Target::Output(n)),
            Variable::Clip(n) => Ok(Target::Clip(n)),
            _ => self.error(ErrorKind::WrongVariable(
                name.to_string(),
                "a temporary or result",
            )),
        }
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
        let Some(&(name, target, shadow)) = TARGETS.iter().find(|(name, ..)| *name == word) else {
            return self.expected("a texture target (1D, 2D, 3D, CUBE, RECT)");
        };
        if shadow && !self.p.shadow {
            return self.error(ErrorKind::NeedsShadow(name));
        }
        let is_shadow = self.p.shadow_units >> unit & 1 != 0;
        let slot = &mut self.p.textures[unit as usize];
        if slot.is_some_and(|t| t != target || is_shadow != shadow) {
            return self.error(ErrorKind::TargetConflict(unit));
        }
        *slot = Some(target);
        self.p.shadow_units |= u16::from(shadow) << unit;
        Ok((unit, target))
    }
}
