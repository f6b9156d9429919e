//! Follows the bits of a float that are moved unchanged: over selections, block parameters and lane slots. The
//! languages of the texts leave the bits of a computed NaN open. So texts must say more where these bits come from
//! outside ([`Flows::raw`]), or are read ([`Flows::observed`]).

use super::plan::{Plan, edges, is_real};
use crate::ir::{Op, Program, ValueId};

/// Values, and after them lane slots, as nodes of a graph.
pub(super) struct Flows<'p> {
    program: &'p Program,
    /// From, to, and whether only the sign changes or one of two is selected. The texts' functions do not promise to
    /// preserve a NaN then.
    moves: Vec<(u32, u32, bool)>,
    sources: Vec<u32>,
    looks: Vec<u32>,
}

impl<'p> Flows<'p> {
    pub(super) fn new(program: &'p Program, plan: &Plan) -> Flows<'p> {
        let mut flows = Flows {
            program,
            moves: Vec::new(),
            sources: Vec::new(),
            looks: Vec::new(),
        };
        for block in &program.blocks {
            for inst in &block.insts {
                flows.inst(inst, plan.canonical_of(program, inst).is_some());
            }
            for edge in edges(&block.terminator) {
                for (p, a) in program.block(edge.block).params.iter().zip(&edge.args) {
                    if is_real(program.type_of(*p)) {
                        flows.moves.push((a.0, p.0, false));
                    }
                }
            }
        }
        flows
    }

    fn slot(&self, number: u32) -> u32 {
        self.program.value_types.len() as u32 + number
    }

    fn inst(&mut self, inst: &crate::ir::Inst, is_canonical: bool) {
        let to = inst.first_result.0;
        let mut moves = |args: &[ValueId], by_function: bool| {
            let each = args.iter().map(|a| (a.0, to, by_function));
            self.moves.extend(each);
        };
        // Selects and slots move the bits of a NaN. Sign changes, minimum and maximum do, too, but the texts'
        // functions do not promise it.
        match inst.op {
            _ if is_canonical => {}
            Op::SelectF | Op::SelectD => moves(&inst.args[1..], false),
            Op::FNeg
            | Op::FAbs
            | Op::DNeg
            | Op::DAbs
            | Op::FMin
            | Op::FMax
            | Op::DMin
            | Op::DMax => {
                moves(&inst.args, true);
            }
            Op::LoadSlot => self.moves.push((self.slot(inst.imm[0]), to, false)),
            Op::StoreSlot => {
                let slot = self.slot(inst.imm[0]);
                self.moves.push((inst.args[0].0, slot, false));
            }
            // Here a program sees the bits.
            Op::BitsOfF32 | Op::BitsOfF64 => self.looks.push(inst.args[0].0),
            Op::ConstF32 if !f32::from_bits(inst.imm[0]).is_nan() => {}
            // Here NaNs of any bits come in.
            Op::ConstF32 | Op::LoadUniform | Op::LoadInput | Op::F32OfBits | Op::LoadPlane => {
                self.sources.push(to);
            }
            Op::Sample | Op::LoadParamRow => self.sources.extend(inst.results().map(|v| v.0)),
            _ => {}
        }
    }

    /// The nodes that the moves reach from `from`, or backwards.
    fn reach(&self, from: &[u32], is_back: bool) -> Vec<bool> {
        let n = self.program.value_types.len() + self.program.n_slots as usize;
        let mut next: Vec<Vec<u32>> = vec![Vec::new(); n];
        for (a, b, by_function) in &self.moves {
            if is_back {
                next[*b as usize].push(*a);
            } else if !by_function {
                next[*a as usize].push(*b);
            }
        }
        let mut reached = vec![false; n];
        let mut open = from.to_vec();
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut reached[node as usize], true) {
                open.extend(&next[node as usize]);
            }
        }
        reached
    }

    /// The nodes that may hold a NaN with other bits than the canonical one of stores.
    pub(super) fn raw(&self) -> Vec<bool> {
        self.reach(&self.sources, false)
    }

    /// The nodes that may hold a NaN whose bits are read: values, then lane slots.
    pub(super) fn observed(&self) -> Vec<bool> {
        self.reach(&self.looks, true)
    }
}
