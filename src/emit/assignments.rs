//! Writes the statements that assign outputs and block parameters.

use super::language::{Language, component_type};
use super::places::Variable;
use super::plan::edges;
use super::text::Text;
use super::writer::Writer;
use crate::ir::{BlockId, Inst, Op, Type, ValueId};
use rustc_hash::FxHashSet;

impl<L: Language> Writer<'_, L> {
    /// Stores to an output; `rest` is the block from there on.
    pub(super) fn store(&mut self, rest: &[Inst], inst: &Inst) {
        // The low word of a 64-bit port may have written the high one, too.
        let slot = inst.imm[0];
        if self.stored_with_low.take() == Some(slot) {
            return;
        }
        let (port, word) = self.parameters.output(slot);
        let port = &self.parameters.ports[port];
        let ty = component_type(port);
        // The value in the port's type. The languages leave the bits of a computed NaN open, so a float that may be
        // one is made canonical where the language asks for it.
        let value = match inst.op {
            Op::StoreOutput => {
                let value = self.value(inst.args[0]);
                let is_raw = self.plan.is_raw[inst.args[0].index()];
                if self.language.must_say_nan(is_raw) && !self.is_canonical(inst.args[0]) {
                    self.language.canonical(&value)
                } else {
                    value
                }
            }
            _ if !ty.is_wide() => self.value_as(inst.args[0], ty),
            _ => self.value(inst.args[0]),
        };
        let place = if ty.is_wide() {
            self.language.port(port, word / 2)
        } else {
            self.language.port(port, word)
        };
        // Words of a 64-bit port: both at once if the program stores the halves of one value, else one half beside
        // the other half as it is.
        let value = match (ty.is_wide(), self.whole(rest, inst)) {
            (true, Some(whole)) if word % 2 == 0 => {
                self.stored_with_low = Some(slot + 1);
                self.value_as(whole, ty)
            }
            (true, _) => {
                let own = self.language.bits(place.clone());
                let other = self.language.half(&own, 1 - word % 2);
                let value = self.language.bits(value);
                let whole = match word % 2 {
                    0 => self.language.join(&value, &other),
                    _ => self.language.join(&other, &value),
                };
                self.in_type(whole, ty)
            }
            (false, _) => self.in_type(value, ty),
        };
        self.line(&format!("{} = {};", place.text, value.text));
    }

    fn in_type(&self, value: Text, ty: Type) -> Text {
        match ty {
            Type::F32 | Type::F64 => self.language.real(value),
            _ => self.language.bits(value),
        }
    }

    /// Whether the value is a number or the canonical NaN.
    fn is_canonical(&self, v: ValueId) -> bool {
        let inst = self.plan.inst(self.program, v);
        inst.is_some_and(|inst| match inst.op {
            Op::ConstF32 => f32::from_bits(inst.imm[0]).is_finite(),
            Op::I32ToF32 => true,
            Op::LoadUniform if self.parameters.uniform(inst.imm[0]).is_none() => {
                let known = self.uniforms.get(inst.imm[0] as usize);
                known.is_none_or(|x| x.is_finite())
            }
            _ => self.plan.canonical_of(self.program, inst).is_some(),
        })
    }

    /// The i64 of which an instruction stores the low word, and the block's next store the high one.
    fn whole(&self, rest: &[Inst], low: &Inst) -> Option<ValueId> {
        let of = |store: &Inst, op: Op| {
            let word = self.plan.inst(self.program, store.args[0])?;
            (store.op == Op::StoreOutputI && word.op == op).then(|| word.args[0])
        };
        let value = of(low, Op::I64Lo)?;
        let is_write = |i: &&Inst| i.op.info().results.is_empty();
        let high = rest[1..].iter().find(is_write)?;
        let is_pair = high.imm[0] == low.imm[0] + 1 && of(high, Op::I64Hi) == Some(value);
        is_pair.then_some(value)
    }

    /// The moves of an edge: needed parameters and their arguments, except those that do not change.
    pub(super) fn moves(&self, block: BlockId, edge: usize) -> Vec<(ValueId, ValueId)> {
        let Some(edge) = edges(&self.program.block(block).terminator).nth(edge) else {
            return Vec::new();
        };
        let params = self.program.block(edge.block).params.iter();
        let pairs = params.zip(&edge.args).map(|(p, a)| (*p, *a));
        pairs
            .filter(|(p, a)| self.plan.is_used(*p) && p != a)
            .collect()
    }

    /// Assigns the parameters of an edge's block, all at once. An argument that names an earlier assigned parameter
    /// goes through a temporary variable.
    pub(super) fn take(&mut self, block: BlockId, edge: usize) {
        let moves = self.moves(block, edge);
        let mut written: FxHashSet<ValueId> = FxHashSet::default();
        let mut values = Vec::with_capacity(moves.len());
        for (p, a) in &moves {
            let ty = self.storage(*p);
            let mut value = self.kept(*a, ty);
            if self.names_one_of(*a, &written) {
                self.n_temps += 1;
                let name = format!("t{}", self.n_temps);
                let text = self.language.declare(ty, &name, Some(&value.text));
                self.line(&text);
                value = Text::tight(name, ty);
            }
            written.insert(*p);
            values.push(value);
        }
        for ((p, _), value) in moves.iter().zip(values) {
            self.places.name(Variable::Value(p.0));
            self.line(&format!("{} = {};", self.name(*p), value.text));
        }
    }

    /// Whether a value's expression names one of these variables.
    fn names_one_of(&self, v: ValueId, variables: &FxHashSet<ValueId>) -> bool {
        if !self.plan.is_inline(v) {
            return variables.contains(&v);
        }
        let inst = self.plan.inst(self.program, v);
        inst.is_some_and(|inst| inst.args.iter().any(|a| self.names_one_of(*a, variables)))
    }
}
