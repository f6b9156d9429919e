//! Instructions: name, destination and operands (ARB_vertex_program 2.14.4, ARB_fragment_program 3.11.4,
//! NV_vertex_program2_option 2.14.2). Source operands have their own file.

use super::instruction_name::{Name, find};
use super::parser::{Parser, Result};
use crate::format::TextureShape;
use crate::frontend::assembly::arb::extension::Extension;
use crate::frontend::assembly::arb::language::Language;
use crate::frontend::assembly::arb::limits::READ_PER_LIMIT;
use crate::frontend::assembly::arb::opcode::{Form, Opcode, OpcodeInfo};
use crate::frontend::assembly::arb::parse::native::fragment::is_unit;
use crate::frontend::assembly::arb::parsed::{Instruction, Variable};
use crate::frontend::assembly::cursor::Token;
use crate::frontend::assembly::operand::*;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;
use smallvec::SmallVec;

/// Texture targets by name, and whether they compare with a reference depth.
pub(crate) const TARGETS: [(&str, TextureShape, bool); 8] = [
    ("1D", TextureShape::D1, false),
    ("2D", TextureShape::D2, false),
    ("3D", TextureShape::D3, false),
    ("CUBE", TextureShape::Cube, false),
    ("RECT", TextureShape::Rectangle, false),
    ("SHADOW1D", TextureShape::D1, true),
    ("SHADOW2D", TextureShape::D2, true),
    ("SHADOWRECT", TextureShape::Rectangle, true),
];

/// The places of a destination's parts.
struct Places {
    register: Span,
    mask: Option<Span>,
    condition: Option<Span>,
}

fn refuse<T>(kind: ErrorKind, span: Span) -> Result<T> {
    Err(ProgramError { kind, span })
}

impl<'a> Parser<'a> {
    pub(crate) fn instruction(&mut self, word: &'a str, start: Span) -> Result {
        self.sources = Default::default();
        let name = self.instruction_name(word)?;
        // The name has the suffixes; operands and flow follow.
        let mut inst = Instruction {
            opcode: name.info.opcode,
            clamp: name.clamp,
            precision: name.precision,
            updates: name.updates,
            destination: None,
            sources: SmallVec::new(),
            texture: None,
            label: None,
            target: None,
            nest: self.nest(),
            condition: None,
            span: start,
        };
        // Flow and KIL have grammars of their own. KIL takes a condition in NV_fragment_program, and may take one in
        // NV_fragment_program2.
        match name.info.form {
            Form::Kil if self.p.language == Language::Fp10 => {
                inst.condition = Some(self.condition(ErrorKind::BareCondition)?);
            }
            Form::Kil if self.condition_follows()? => {
                inst.condition = Some(self.condition(ErrorKind::BareCondition)?);
            }
            Form::Kil => inst.sources.push(self.operand(false)?),
            Form::Branch => {
                inst.label = Some(self.branch_label()?);
                inst.condition = self.optional_condition()?;
            }
            Form::Return => inst.condition = self.optional_condition()?,
            Form::If => inst.condition = Some(self.condition(ErrorKind::BareCondition)?),
            Form::Loop => inst.sources.push(self.loop_operand()?),
            Form::Alone => {}
            Form::Push => inst.sources.push(self.address_operand()?),
            Form::Pop => inst.destination = Some(self.pop_destination()?),
            _ => self.computation(name.info, &mut inst)?,
        }
        // Blocks and labels are checked once the operands are known.
        self.structure(&mut inst, name.info, start)?;
        inst.span = start.to(self.c.last);
        self.p.instructions.push(inst);
        self.check_reading()
    }

    /// Far above the limit of instructions, the rest of the text changes nothing: the program exceeds the limit.
    fn check_reading(&self) -> Result {
        let limit = self.limits.instructions;
        let read = limit * READ_PER_LIMIT;
        if self.p.instructions.len() <= read as usize {
            return Ok(());
        }
        let kind = ErrorKind::TooManyInstructions { read, limit };
        refuse(kind, self.c.end_span())
    }

    fn instruction_name(&mut self, word: &str) -> Result<Name> {
        let Some(name) = find(word, self.dialects()) else {
            if self.p.language.is_native() {
                return self.unknown_native_instruction(word);
            }
            for (larger, extension) in Extension::of_stage(self.p.fragment).iter().enumerate() {
                if find(word, extension.dialects(self.p.fragment)).is_some() {
                    let what = "this instruction is understood";
                    self.need(what, larger == 1, self.c.last)?;
                }
            }
            return self.error(ErrorKind::UnknownInstruction(word.to_string()));
        };
        if !name.may_clamp(self.dialects()) {
            return self.error(ErrorKind::Saturate(name.info.name.to_string()));
        }
        Ok(name)
    }

    /// Parses destination and sources of an instruction that has a result.
    fn computation(&mut self, info: &OpcodeInfo, inst: &mut Instruction) -> Result {
        let form = info.form;
        let to_address = matches!(form, Form::Arl | Form::Ara);
        let (destination, places) = self.destination(to_address)?;
        self.check_destination(inst.opcode, &destination, &places)?;
        inst.destination = Some(destination);
        self.punct(b',', "\",\"")?;
        // How many sources follow, and whether each is a scalar. ARL without conditions reads a scalar.
        let (count, scalar) = match form {
            Form::Vector(n) => (n, false),
            Form::Scalar(n) => (n, true),
            Form::VectorScalar => (2, false),
            Form::SampleDerivatives => (3, false),
            Form::Arl => (1, !self.p.extension.has_conditions()),
            _ => (1, false),
        };
        // Each form has its own grammar of operands. An error names the instruction's operands.
        for i in 0..count {
            if i > 0 {
                self.punct(b',', "\",\"")?;
            }
            let operand = match form {
                Form::Swz => self.swz_operand(),
                Form::Ara => self.address_operand(),
                Form::VectorScalar => self.operand(i == 1),
                _ => self.operand(scalar),
            };
            let operand = operand.map_err(|e| self.not_an_operand(e, info, (i, count)))?;
            self.check_packed(inst.opcode, &operand)?;
            inst.sources.push(operand);
        }
        if matches!(form, Form::Sample | Form::SampleDerivatives) {
            inst.texture = Some(self.texture()?);
        }
        Ok(())
    }

    /// Reports a wrong operand `i` of `count`: a texture image unit is no variable without a declaration.
    fn not_an_operand(
        &self,
        error: ProgramError,
        info: &OpcodeInfo,
        (i, count): (u8, u8),
    ) -> ProgramError {
        let (ErrorKind::Undeclared(word) | ErrorKind::NotAName(word)) = &error.kind else {
            return error;
        };
        let names_unit = if self.p.language.is_native() {
            is_unit(word)
        } else {
            word == "texture"
        };
        let kind = match info.form {
            _ if !names_unit => return error,
            Form::Sample | Form::SampleDerivatives => ErrorKind::MissingOperand {
                name: info.name,
                count,
                number: i + 1,
            },
            _ => ErrorKind::SamplesNothing(info.name),
        };
        ProgramError { kind, ..error }
    }

    /// Checks the destinations of results (NV_fragment_program_option 3.11.5.32 to .36, 3.11.3.4).
    fn check_destination(
        &mut self,
        opcode: Opcode,
        destination: &Destination,
        places: &Places,
    ) -> Result {
        if destination.size == Size::Short
            && matches!(
                opcode,
                Opcode::Pk2h | Opcode::Pk2us | Opcode::Pk4b | Opcode::Pk4ub
            )
        {
            return refuse(self.packed("a packing instruction"), places.register);
        }
        if let (Target::Output(n), Size::Short | Size::Long) =
            (destination.target, destination.size)
        {
            let written = &mut self.p.output_sizes;
            let other = written.iter().find(|(output, _)| *output == n);
            if other.is_some_and(|(_, size)| *size != destination.size) {
                return refuse(ErrorKind::SizeConflict, places.register);
            }
            if other.is_none() {
                written.push((n, destination.size));
            }
        }
        Ok(())
    }

    fn packed(&self, what: &'static str) -> ErrorKind {
        if self.p.language.is_native() {
            ErrorKind::PackedHalf(what)
        } else {
            ErrorKind::PackedShort(what)
        }
    }

    /// Checks that an unpacked operand has 32 bits (NV_fragment_program_option 3.11.5.43 to .46).
    fn check_packed(&self, opcode: Opcode, operand: &Operand) -> Result {
        let unpacks = matches!(
            opcode,
            Opcode::Up2h | Opcode::Up2us | Opcode::Up4b | Opcode::Up4ub
        );
        match operand.source {
            Source::Temp(n) if unpacks && self.p.temp_sizes[n as usize] == Size::Short => {
                refuse(self.packed("an unpacking instruction"), operand.span)
            }
            _ => Ok(()),
        }
    }

    /// The destination of POPA (NV_vertex_program3 2.14.5.43). A condition, which the text forbids, loads with a warning, since
    /// drivers took it.
    fn pop_destination(&mut self) -> Result<Destination> {
        let (destination, places) = self.destination(true)?;
        match places.mask.filter(|_| destination.mask != 15) {
            Some(place) => refuse(ErrorKind::PopMask, place),
            None => Ok(destination),
        }
    }

    /// A declared address register.
    pub(crate) fn address_register(&mut self) -> Result<u32> {
        let name = self.word("an address register")?;
        if self.p.language.is_native() {
            return self.native_address_register(name);
        }
        let Variable::Address(n) = self.lookup(name)? else {
            return self.error(ErrorKind::WrongVariable(
                name.to_string(),
                "an address register",
            ));
        };
        Ok(n)
    }

    /// A destination with its mask and condition.
    fn destination(&mut self, to_address: bool) -> Result<(Destination, Places)> {
        let start = self.c.ahead();
        let (target, size) = self.target(to_address)?;
        // Places in the text are kept for errors that are found later.
        let mut places = Places {
            register: start.to(self.c.last),
            mask: None,
            condition: None,
        };
        let mut mask = 15;
        // An address register of ARB has x only, which must be written.
        if to_address && !self.p.extension.has_conditions() {
            self.address_x()?;
            mask = 1;
        } else if self.accept(b'.') {
            let word = self.word("a write mask")?;
            let Some(m) = write_mask(word, self.has_rgba()) else {
                return self.error(ErrorKind::WriteMask);
            };
            mask = m;
            places.mask = Some(self.c.last);
        }
        // The condition, where it is known to the language.
        let before = self.c.clone();
        let condition = self.optional_condition()?;
        places.condition = condition.map(|_| before.ahead().to(self.c.last));
        let destination = Destination {
            target,
            size,
            mask,
            condition,
        };
        Ok((destination, places))
    }

    /// `.x`, the one component of an address register without the option.
    pub(crate) fn address_x(&mut self) -> Result {
        for expected in [Token::Punct(b'.'), Token::Word("x")] {
            if self.c.next()? != expected {
                return self.error(ErrorKind::AddressComponent);
            }
        }
        Ok(())
    }

    fn target(&mut self, to_address: bool) -> Result<(Target, Size)> {
        if self.p.language == Language::Fp10 {
            return self.fragment_target();
        }
        // `CC` is no reserved word: a variable of this name hides the condition code.
        let takes_code = !(to_address && self.p.language.is_native());
        let is_condition_code = self.p.extension.has_conditions()
            && takes_code
            && self.c.peek()? == Token::Word("CC")
            && !self.names.contains_key("CC");
        if is_condition_code {
            self.c.next()?;
            return Ok((Target::ConditionCode, Size::Default));
        }
        if to_address {
            let n = self.address_register()?;
            return Ok((Target::Address(n), Size::Default));
        }
        let name = self.word("a destination register")?;
        if self.p.language.is_native() {
            return Ok((self.native_target(name)?, Size::Default));
        }
        let variable = match name {
            "result" => self.result_binding()?,
            "state" | "program" => return self.read_only(name, "parameters"),
            "vertex" if !self.p.fragment => return self.read_only(name, "attributes"),
            "fragment" if self.p.fragment => return self.read_only(name, "attributes"),
            _ => self.lookup(name)?,
        };
        Ok(match variable {
            Variable::Temp(n) => (Target::Temp(n), self.p.temp_sizes[n as usize]),
            Variable::Output(n, size) => (Target::Output(n), size),
            Variable::RelativeOutput(relative) => (Target::RelativeOutput(relative), Size::Default),
            Variable::Clip(n) => (Target::Clip(n), Size::Default),
            _ => {
                return self.error(ErrorKind::WrongVariable(
                    name.to_string(),
                    "a temporary or result",
                ));
            }
        })
    }

    fn read_only<T>(&self, name: &str, what: &'static str) -> Result<T> {
        self.error(ErrorKind::ReadOnly(name.to_string(), what))
    }

    /// `, texture[n], TARGET`
    fn texture(&mut self) -> Result<(u32, TextureShape)> {
        self.punct(b',', "\",\"")?;
        // Native programs compare nothing, nor do vertex programs (NV_vertex_program3, grammar rule `texTargetType`).
        // NV_vertex_program3 takes the option, too (Dependencies on ARB_fragment_program_shadow).
        let has_shadows = !self.p.language.is_native();
        let unit = if self.p.language.is_native() {
            self.native_unit()?
        } else if self.word("texture[n]")? != "texture" {
            return self.expected("texture[n]");
        } else if self.c.peek()? == Token::Punct(b'[') {
            self.index("texture image unit", self.limits.image_units.min(16))?
        } else {
            0
        };
        self.punct(b',', "\",\"")?;
        let (word, _) = self.c.next_target();
        let mut targets = TARGETS
            .iter()
            .filter(|(.., shadow)| has_shadows || !*shadow);
        let Some(&(name, target, shadow)) = targets.find(|(name, ..)| *name == word) else {
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
