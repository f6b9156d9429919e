//! Analyses values: which are needed, which stand inside the one expression that uses them, and for which the bits of a
//! NaN matter.

use super::flows::Flows;
use crate::ir::{Block, BlockId, Edge, Inst, Op, OpKind, Program, Terminator, Type, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most operations of one expression.
const MAX_SIZE: u32 = 16;

/// The analysis of a program's values.
pub(super) struct Plan {
    /// Where each value is defined: the block, and the instruction (none: a parameter of the block).
    defs: Vec<Option<(BlockId, Option<u32>)>>,
    /// The number of needed uses of each value.
    uses: Vec<u32>,
    /// Whether a value is written at the place of its use.
    inline: Vec<bool>,
    /// Whether the bits of a NaN are read.
    pub(super) is_observed: Vec<bool>,
    /// Whether a NaN may have bits that no arithmetic made.
    pub(super) is_raw: Vec<bool>,
    /// For lane slots: whether the bits of a NaN are read.
    pub(super) slot_is_observed: Vec<bool>,
}

impl Plan {
    pub(super) fn new(program: &Program) -> Plan {
        let n = program.value_types.len();
        let mut plan = Plan {
            defs: vec![None; n],
            uses: vec![0; n],
            inline: vec![false; n],
            is_observed: Vec::new(),
            is_raw: Vec::new(),
            slot_is_observed: Vec::new(),
        };
        // Where each value is defined: by an instruction or, without a number, as a block's parameter.
        for (block, id) in program.blocks.iter().zip(0..) {
            for v in &block.params {
                plan.defs[v.index()] = Some((BlockId(id), None));
            }
            for (inst, i) in block.insts.iter().zip(0..) {
                for v in inst.results() {
                    plan.defs[v.index()] = Some((BlockId(id), Some(i)));
                }
            }
        }
        // Uses first, since a value that nobody uses neither flows nor is written.
        plan.count_uses(program);
        let flows = Flows::new(program, &plan);
        plan.is_raw = flows.raw();
        plan.is_observed = flows.observed();
        plan.slot_is_observed = plan.is_observed.split_off(n);
        for block in &program.blocks {
            plan.choose_inline(program, block);
        }
        plan
    }

    /// The instruction that defines a value.
    pub(super) fn inst<'p>(&self, program: &'p Program, v: ValueId) -> Option<&'p Inst> {
        let (block, inst) = self.defs[v.index()]?;
        program.block(block).insts.get(inst? as usize)
    }

    /// Whether a needed instruction uses the value.
    pub(super) fn is_used(&self, v: ValueId) -> bool {
        self.uses[v.index()] > 0
    }

    /// Whether the value has no variable, because it is written at the place of its use.
    pub(super) fn is_inline(&self, v: ValueId) -> bool {
        self.inline[v.index()]
    }

    /// The value of which the instruction only makes the NaN canonical.
    pub(super) fn canonical_of(&self, program: &Program, inst: &Inst) -> Option<ValueId> {
        let (nan, bits) = match inst.op {
            Op::SelectF => (Op::ConstF32, [0x7fc0_0000, 0]),
            Op::SelectD => (Op::ConstF64, [0, 0x7ff8_0000]),
            _ => return None,
        };
        let [mask, yes, no] = inst.args[..] else {
            return None;
        };
        let test = self.inst(program, mask)?;
        let (value, other) = match test.op {
            Op::FEq | Op::DEq => (yes, no),
            Op::FNe | Op::DNe => (no, yes),
            _ => return None,
        };
        let other = self.inst(program, other)?;
        let is_it = other.op == nan && other.imm == bits && test.args[..] == [value, value];
        is_it.then_some(value)
    }

    /// Counts uses, beginning with the needed ones: writes, and branch conditions.
    fn count_uses(&mut self, program: &Program) {
        // What flows into each parameter; and the roots: conditions, and arguments of instructions that write.
        let mut into: Vec<Vec<ValueId>> = vec![Vec::new(); self.uses.len()];
        let mut open: Vec<ValueId> = Vec::new();
        for block in &program.blocks {
            for edge in edges(&block.terminator) {
                let params = &program.block(edge.block).params;
                for (p, a) in params.iter().zip(&edge.args) {
                    into[p.index()].push(*a);
                }
            }
            if let Terminator::Branch(mask, ..) = &block.terminator {
                open.push(*mask);
            }
            let writes = block
                .insts
                .iter()
                .filter(|i| i.op.info().kind == OpKind::Write);
            open.extend(writes.flat_map(|i| i.args.iter().copied()));
        }
        // Every use counts, but only the first one leads on to what the value needs.
        while let Some(v) = open.pop() {
            self.uses[v.index()] += 1;
            if self.uses[v.index()] > 1 {
                continue;
            }
            match self.inst(program, v) {
                None => open.append(&mut into[v.index()]),
                Some(inst) => {
                    let others = inst.results().filter(|r| *r != v);
                    let is_first = others.into_iter().all(|r| !self.is_used(r));
                    match self.canonical_of(program, inst) {
                        Some(value) => open.push(value),
                        None if is_first => open.extend(inst.args.iter().copied()),
                        None => {}
                    }
                }
            }
        }
    }

    /// Finds values of a block that are used once, in the block, and mean the same there.
    fn choose_inline(&mut self, program: &Program, block: &Block) {
        let in_block = self.used_in(program, block);
        let mut sizes: FxHashMap<ValueId, u32> = FxHashMap::default();
        // Values that read memory are valid until the next write only.
        let mut open: Vec<ValueId> = Vec::new();
        for inst in &block.insts {
            let info = inst.op.info();
            if info.kind == OpKind::Write {
                for v in open.drain(..).filter(|v| !inst.args.contains(v)) {
                    self.inline[v.index()] = false;
                }
            }
            if info.results.len() != 1 {
                continue;
            }
            let v = inst.first_result;
            if self.is_atom(program, inst) {
                self.inline[v.index()] = true;
                continue;
            }
            let args = inst.args.iter().filter(|a| self.is_inline(**a));
            let size = 1 + args
                .map(|a| sizes.get(a).copied().unwrap_or(0))
                .sum::<u32>();
            let reads = matches!(info.kind, OpKind::Read | OpKind::Quad);
            let holds = reads || inst.args.iter().any(|a| open.contains(a));
            let doubles = self.is_observed[v.index()]
                && matches!(inst.op, Op::FMin | Op::FMax | Op::DMin | Op::DMax);
            if self.uses[v.index()] != 1 || !in_block.contains(&v) || size > MAX_SIZE {
                continue;
            }
            if doubles || is_constant(program, self, inst) {
                continue;
            }
            self.inline[v.index()] = true;
            sizes.insert(v, size);
            if holds {
                open.retain(|a| !inst.args.contains(a));
                open.push(v);
            }
        }
    }

    /// The values that the needed instructions of a block, and its end, use.
    fn used_in(&self, program: &Program, block: &Block) -> FxHashSet<ValueId> {
        let mut used: FxHashSet<ValueId> = FxHashSet::default();
        for inst in &block.insts {
            let is_needed =
                inst.op.info().kind == OpKind::Write || inst.results().any(|r| self.is_used(r));
            match self.canonical_of(program, inst) {
                _ if !is_needed => {}
                Some(value) => drop(used.insert(value)),
                None => used.extend(inst.args.iter().copied()),
            }
        }
        if let Terminator::Branch(mask, ..) = &block.terminator {
            used.insert(*mask);
        }
        for edge in edges(&block.terminator) {
            let params = program.block(edge.block).params.iter();
            let needed = params.zip(&edge.args).filter(|(p, _)| self.is_used(**p));
            used.extend(needed.map(|(_, a)| *a));
        }
        used
    }

    /// Whether it is a constant, a parameter, or combines words of one: the text is short, and means the same everywhere.
    pub(super) fn is_atom(&self, program: &Program, inst: &Inst) -> bool {
        let of_words = |v: &ValueId, op: Op| self.inst(program, *v).is_some_and(|i| i.op == op);
        match inst.op {
            Op::LoadInput | Op::ConstMask => true,
            Op::BitsOfF32 => of_words(&inst.args[0], Op::LoadInput),
            Op::I64OfParts => inst.args.iter().all(|v| {
                let word = self.inst(program, *v);
                word.is_some_and(|i| {
                    i.op == Op::LoadUniformI || i.op == Op::BitsOfF32 && self.is_atom(program, i)
                })
            }),
            Op::F64OfBits => {
                let bits = self.inst(program, inst.args[0]);
                bits.is_some_and(|i| i.op == Op::I64OfParts && self.is_atom(program, i))
            }
            op => op.info().kind == OpKind::Uniform,
        }
    }
}

/// Whether all arguments are constants: our front end would read an expression of literals at another precision.
fn is_constant(program: &Program, plan: &Plan, inst: &Inst) -> bool {
    let is_constant = |v: &ValueId| {
        let op = plan.inst(program, *v).map(|i| i.op);
        matches!(
            op,
            Some(Op::ConstF32 | Op::ConstF64 | Op::ConstI32 | Op::ConstI64)
        )
    };
    !inst.args.is_empty() && inst.args.iter().all(is_constant)
}

/// The edges of a terminator that assign parameters.
pub(super) fn edges(terminator: &Terminator) -> impl Iterator<Item = &Edge> {
    let (a, b) = match terminator {
        Terminator::Jump(e) => (Some(e), None),
        Terminator::Branch(_, a, b) => (Some(a), Some(b)),
        _ => (None, None),
    };
    a.into_iter().chain(b)
}

/// Whether the type has NaNs.
pub(super) fn is_real(ty: Type) -> bool {
    matches!(ty, Type::F32 | Type::F64)
}
