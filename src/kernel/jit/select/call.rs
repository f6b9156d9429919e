//! Emits calls at the ends of regions: the rows of their operands and results.
#![forbid(unsafe_code)]

use super::plan::PREAMBLE;
use super::selector::Selector;
use crate::ir::{Inst, Op, ValueId};
use crate::kernel::jit::lir::region::{Base, Call, CallKind, Class, Place, Shape};
use crate::kernel::jit::runtime::abi::{GROUP_ZEROS_ROW, field};

impl Selector<'_> {
    /// Operands go to rows, results come from there.
    pub(crate) fn call(&mut self, inst: &Inst, block: u32) {
        let kind = match inst.op {
            Op::Sample => CallKind::Sample {
                unit: inst.imm[0],
                mode: inst.imm[1],
            },
            _ => CallKind::ParamRow {
                base: inst.imm[0],
                n_rows: inst.imm[1],
            },
        };
        // An operand that is 0 needs no row of its own: all share a row of zeros.
        let zeros = match (block, self.n_group_rows) {
            (PREAMBLE, _) | (_, None) => Place::lanes(Base::Frame, field::ZEROS as i32),
            _ => Place::lanes(Base::Group, 64 * GROUP_ZEROS_ROW as i32),
        };
        let mut operands = [zeros; 5];
        for (operand, v) in operands.iter_mut().zip(&inst.args) {
            if self.constant_bits(*v) != Some(0) {
                *operand = self.call_operand(*v, block);
            }
        }
        let n = inst.results().count();
        // Results get rows of their own; those of uniform values are read as a splat of the first lane.
        let result = match block {
            PREAMBLE => self.rows(n),
            _ => self.group_rows(n),
        };
        for (i, v) in inst.results().enumerate() {
            let mut place = Place {
                offset: result.offset + 64 * i as i32,
                ..result
            };
            if self.plan.uniform[v.index()] {
                place.shape = Shape::Splat;
            }
            self.homes[v.index()] = self.homed(Class::Vector, place);
        }
        self.region.calls.push(Call {
            kind,
            operands,
            result,
        });
    }

    /// The row of a call's operand: its home where that has all lanes, or one of its own, which calls share.
    fn call_operand(&mut self, v: ValueId, block: u32) -> Place {
        let value = self.read(v);
        if let Some((_, place)) = self.operand_rows.iter().find(|(of, _)| *of == v) {
            return *place;
        }
        let home = self.homes[v.index()];
        let home = home.is_some().then(|| self.vregs[home.index()].home);
        if let Some(Some(place)) = home
            && place.base == Base::Group
        {
            return place;
        }
        let place = match block {
            PREAMBLE => self.rows(1),
            _ => self.group_rows(1),
        };
        self.store(place, value, None);
        self.operand_rows.push((v, place));
        place
    }
}
