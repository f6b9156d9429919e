//! Lights: a vertex shader's `lit` gives the diffuse and the specular part together.

use crate::codegen::graph::numbers::{Kind, NodeId};
use crate::codegen::lines::{Line, Shape, Where};
use crate::codegen::machine::Opcode;
use crate::codegen::operands::Form;
use crate::codegen::pack::Pack;
use smallvec::smallvec;

/// The components in which `lit` leaves the two parts.
const DIFFUSE: u8 = 1;
const SPECULAR: u8 = 2;

impl Pack<'_> {
    /// The specular light whose diffuse part a maximum with 0 is.
    pub(in crate::codegen) fn light_of(&self, n: NodeId) -> Option<NodeId> {
        let [x, zero] = self.graph.args(n)[..] else {
            return None;
        };
        if self.graph.value(zero) != Some(0.0) {
            return None;
        }
        let lights = self.lights.iter().copied();
        let of_x = |light: &NodeId| self.graph.args(*light)[0] == x;
        lights.filter(of_x).find(|light| self.is_free(*light))
    }

    /// Computes a specular light, and the diffuse one if nothing has computed it yet.
    pub(in crate::codegen) fn light(&mut self, n: NodeId) {
        let [light, half, exponent] = self.graph.args(n)[..] else {
            return;
        };
        let read = self.operand([Some(light), Some(half), None, Some(exponent)], Form::Any);
        let register = self.code.new_virtual(true);
        self.homes[n.0 as usize] = Some((register, SPECULAR));
        let zero = self.graph.find(Kind::Literal(0f32.to_bits()), &[]);
        let diffuse = zero.and_then(|zero| self.graph.find(Kind::Max, &[light, zero]));
        let mut mask = 1 << SPECULAR;
        if let Some(diffuse) = diffuse.filter(|d| self.uses[d.0 as usize] > 0 && self.is_free(*d)) {
            self.homes[diffuse.0 as usize] = Some((register, DIFFUSE));
            mask |= 1 << DIFFUSE;
        }
        let to = Some((Where::Virtual(register), mask));
        let line = Line::new(Opcode::Lit, to, smallvec![read], Shape::First(4));
        self.code.lines.push(line);
    }
}
