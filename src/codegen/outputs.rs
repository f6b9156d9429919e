//! The results of a program: their registers, and the lines that write them.

use super::graph::numbers::{Lanes, NodeId};
use super::lines::{Read, Shape, Where};
use super::operands::Form;
use super::pack::Pack;
use super::target::{Slot, Target};
use crate::codegen::machine::Opcode;
use crate::frontend::assembly::d3d::model::File;
use crate::ir::interface::fragment_output;

impl Pack<'_> {
    /// Writes an output.
    pub(super) fn output(&mut self, vec4: u32, lanes: Lanes) {
        lanes.iter().flatten().for_each(|n| self.whole(*n));
        let Some(register) = self.target.output_register(vec4) else {
            return;
        };
        let to = Where::Fixed(register);
        let slot = self.target.outputs.iter().find(|s| s.vec4 == vec4);
        let is_number = slot.is_some_and(|s| s.is_number());
        if register.file.is_scalar() || is_number {
            let value = lanes.iter().flatten().next().copied();
            if let Some(value) = value {
                let read = self.operand([Some(value); 4], Form::Any);
                let read = Read {
                    lanes: [read.lanes[0]; 4],
                    ..read
                };
                self.line(Opcode::Mov, (to, 15), &[read], Shape::Each);
            }
            return;
        }
        if register.file == File::ColorOut && self.target.machine.moves_colors {
            // Components that nothing writes are anything.
            let first = lanes.iter().flatten().next().copied();
            let lanes = lanes.map(|l| l.or(first));
            let read = self.operand(lanes, Form::Ordered);
            self.line(Opcode::Mov, (to, 15), &[read], Shape::Each);
            return;
        }
        lanes
            .iter()
            .flatten()
            .for_each(|n| self.with_others(*n, &lanes));
        let is_free = |n: NodeId| self.is_free(n) && self.uses[n.0 as usize] == 1;
        let own = lanes.map(|l| l.filter(|n| is_free(*n)));
        let mut others = lanes;
        for (other, own) in others.iter_mut().zip(&own) {
            if own.is_some() {
                *other = None;
            }
        }
        self.home_together(others);
        self.fill(to, own, others);
    }
}

impl Slot {
    /// Whether it is the depth, which is the third component of its vector.
    pub(super) fn is_depth(&self, target: &Target<'_>, component: u32) -> bool {
        target.machine.is_pixel && self.vec4 == fragment_output::DEPTH && component == 2
    }
}
