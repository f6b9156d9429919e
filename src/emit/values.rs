//! Writes values as expressions.

use super::EmitError;
use super::language::{Language, Operation, Row, component_type};
use super::parameters::Port;
use super::places::Variable;
use super::plan::is_real;
use super::text::Text;
use super::writer::Writer;
use crate::ir::{Inst, Op, Type, ValueId};

impl<L: Language> Writer<'_, L> {
    /// The name of a value's variable: a letter for its type, and a number.
    pub(super) fn name(&self, v: ValueId) -> String {
        let letter = match self.program.type_of(v) {
            Type::F32 => 'v',
            Type::I32 => 'i',
            Type::Mask => 'm',
            Type::F64 => 'd',
            Type::I64 => 'l',
        };
        format!("{letter}{}", v.0)
    }

    /// The type of a value's variable.
    pub(super) fn storage(&self, v: ValueId) -> Type {
        let is_observed = self.plan.is_observed[v.index()];
        self.language.storage(self.program.type_of(v), is_observed)
    }

    pub(super) fn slot_type(&self, slot: u32) -> Type {
        let is_observed = self.plan.slot_is_observed[slot as usize];
        self.language.storage(Type::F32, is_observed)
    }

    /// The text of a value in its own type, in place or by name.
    pub(super) fn value(&mut self, v: ValueId) -> Text {
        self.value_as(v, self.program.type_of(v))
    }

    /// The value, converted to a type with the same bits.
    pub(super) fn value_as(&mut self, v: ValueId, ty: Type) -> Text {
        if let Some(inst) = self.plan.inst(self.program, v) {
            if self.plan.is_inline(v) {
                return self.defined(inst, ty);
            }
            if inst.op.info().results.len() > 1 {
                let first = inst.first_result.0;
                self.places.name(Variable::Value(first));
                let name = format!("v{first}");
                let component = self.language.component(&name, (v.0 - first) as usize);
                return self.same_bits(component, ty);
            }
        }
        self.places.name(Variable::Value(v.0));
        let storage = match self.storage(v) {
            Type::Mask => self.language.mask_type(),
            storage => storage,
        };
        self.same_bits(Text::tight(self.name(v), storage), ty)
    }

    /// The value in the form of its variable.
    pub(super) fn kept(&mut self, v: ValueId, ty: Type) -> Text {
        let value = self.value_as(v, ty);
        self.keep(value, ty)
    }

    fn keep(&self, value: Text, ty: Type) -> Text {
        match ty {
            Type::Mask => self.language.mask(value),
            _ => value,
        }
    }

    /// The text converted to another type with the same bits, unless it has that type.
    fn same_bits(&self, text: Text, ty: Type) -> Text {
        match (is_real(text.ty), is_real(ty)) {
            _ if ty == Type::Mask => text,
            (true, false) => self.language.bits(text),
            (false, true) => self.language.real(text),
            _ => text,
        }
    }

    /// The result of an instruction, for a variable of this type.
    pub(super) fn statement_value(&mut self, inst: &Inst, ty: Type) -> Text {
        let value = self.defined(inst, ty);
        self.keep(value, ty)
    }

    /// The result of an instruction, as a value of a type with the same bits.
    fn defined(&mut self, inst: &Inst, ty: Type) -> Text {
        if let Some(value) = self.plan.canonical_of(self.program, inst) {
            let value = self.value(value);
            let text = self.language.canonical(&value);
            return self.same_bits(text, ty);
        }
        let own = inst.op.info().results[0];
        let text = match inst.op {
            // A literal that is read at double precision gives another number.
            Op::F32ToF64 if self.constant(inst.args[0]).is_some() => {
                let x = self.constant(inst.args[0]).unwrap_or_default();
                let bits = f64::from(x).to_bits();
                self.language
                    .literal(ty, [bits as u32, (bits >> 32) as u32])
            }
            Op::BitsOfF32 | Op::BitsOfF64 => self.value_as(inst.args[0], own),
            Op::F32OfBits | Op::F64OfBits => return self.value_as(inst.args[0], ty),
            Op::ConstF32 | Op::ConstF64 if !is_real(ty) => {
                return self.language.literal(ty, inst.imm);
            }
            Op::ConstF32 | Op::ConstI32 | Op::ConstMask | Op::ConstF64 | Op::ConstI64 => {
                self.language.literal(own, inst.imm)
            }
            Op::LoadInput => {
                let (port, word) = self.parameters.input(inst.imm[0]);
                self.word(port, word)
            }
            Op::LoadUniform | Op::LoadUniformI => match self.parameters.uniform(inst.imm[0]) {
                Some((port, word)) => self.word(port, word),
                None => {
                    let known = self.uniforms.get(inst.imm[0] as usize);
                    let bits = known.map_or(0, |x| x.to_bits());
                    self.language.literal(own, [bits, 0])
                }
            },
            Op::LoadSlot => {
                let slot = inst.imm[0];
                self.places.name(Variable::Slot(slot));
                Text::tight(format!("s{slot}"), self.slot_type(slot))
            }
            _ => match self.whole_component(inst) {
                Some(text) => text,
                None => self.number(inst),
            },
        };
        self.same_bits(text, ty)
    }

    fn constant(&self, v: ValueId) -> Option<f32> {
        let inst = self.plan.inst(self.program, v)?;
        (inst.op == Op::ConstF32).then(|| f32::from_bits(inst.imm[0]))
    }

    fn number(&mut self, inst: &Inst) -> Text {
        let operation = self.operation(inst);
        self.language.operation(&operation).unwrap_or_else(|| {
            let name = inst.op.info().name;
            self.error.get_or_insert(EmitError::Unsaid(name));
            Text::tight("0", Type::I32)
        })
    }

    pub(super) fn operation<'i>(&mut self, inst: &'i Inst) -> Operation<'i> {
        let args = inst.args.iter().map(|a| self.value(*a)).collect();
        let observed = &self.plan.is_observed;
        let is_observed = inst.results().any(|v| observed[v.index()]);
        Operation {
            inst,
            args,
            is_observed,
        }
    }

    /// The parameter's value from the beginning of the function.
    fn before(&self, port: usize) -> &Port {
        self.copies[port]
            .as_ref()
            .unwrap_or(&self.parameters.ports[port])
    }

    /// A word of a parameter: a component, or half of one.
    fn word(&self, port: usize, word: u32) -> Text {
        let port = self.before(port);
        if component_type(port).is_wide() {
            let component = self.language.port(port, word / 2);
            self.language.half(&self.language.bits(component), word % 2)
        } else {
            self.language.port(port, word)
        }
    }

    /// The component of a parameter whose two words an instruction combines.
    fn whole_component(&self, inst: &Inst) -> Option<Text> {
        if inst.op != Op::I64OfParts {
            return None;
        }
        let [low, high] = [0, 1].map(|i: usize| self.word_of(inst.args[i]));
        let ((port, low), (high_port, high)) = (low?, high?);
        let own = self.before(port);
        let is_whole = port == high_port && low % 2 == 0 && high == low + 1;
        let is_whole = is_whole && component_type(own).is_wide();
        is_whole.then(|| self.language.bits(self.language.port(own, low / 2)))
    }

    /// The word of a parameter that a value equals.
    fn word_of(&self, v: ValueId) -> Option<(usize, u32)> {
        let inst = self.plan.inst(self.program, v)?;
        match inst.op {
            Op::LoadUniformI => self.parameters.uniform(inst.imm[0]),
            Op::BitsOfF32 => {
                let load = self.plan.inst(self.program, inst.args[0])?;
                (load.op == Op::LoadInput).then(|| self.parameters.input(load.imm[0]))
            }
            _ => None,
        }
    }

    pub(super) fn row(&mut self, inst: &Inst, name: &str, is_new: bool) -> String {
        let index = self.value(inst.args[0]);
        let [base, n] = inst.imm;
        // An array of no rows has no parameter; its rows are zeros.
        let (port, word) = self.parameters.uniform(base).unwrap_or((0, 0));
        let row = Row {
            port: &self.parameters.ports[port],
            first: word / 4,
            n,
            index,
        };
        self.language.fill_row(name, is_new, &row)
    }
}
