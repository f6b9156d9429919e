//! Sampling (ARB_fragment_program 3.11.6, NV_fragment_program_option 3.11.6.5, NV_fragment_program2 3.11.6.6,
//! NV_vertex_program3 2.14.5.45 to .48).
//!
//! The level of detail of vertex programs and of TXL is a number, to which the biases of texture and unit are added.
//! The level of TXD is computed here from the derivatives and the texture's size. Both come as uniforms,
//! `SceneValue::TextureLod`.

use super::lowering::Lowering;
use crate::format::TextureShape;
use crate::frontend::assembly::arb::language::Language;
use crate::frontend::assembly::arb::opcode::Opcode;
use crate::frontend::assembly::arb::parsed::Instruction;
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::texture_lod::level_of_detail;
use crate::frontend::vector::*;
use crate::ir::interface::LodMode;
use crate::ir::{Op, ValueId};

impl Lowering<'_> {
    pub(crate) fn sample(&mut self, inst: &Instruction, [coord, dx, dy]: &[Vec4; 3]) -> Vec4 {
        let (unit, target) = texture(inst);
        let mut c = *coord;
        // A direction is not divided (NV_fragment_program 3.11.5.40).
        let is_direction = self.parsed.language == Language::Fp10 && target == TextureShape::Cube;
        if inst.opcode == Opcode::Txp && !is_direction {
            for x in &mut c[..3] {
                *x = self.b.emit1(Op::FDiv, &[*x, coord[3]]);
            }
        }
        let zero = self.b.f32(0.0);
        let (mode, lod) = match (inst.opcode, self.parsed.fragment) {
            (Opcode::Txb, true) => (LodMode::Bias, coord[3]),
            (Opcode::Txd, _) => {
                let size = self.texture_lod(inst);
                let is_cube = target == TextureShape::Cube;
                let lod = level_of_detail(&mut self.b, &size, is_cube, coord, [dx, dy]);
                (LodMode::Explicit, self.biased(inst, lod))
            }
            (Opcode::Txl, _) | (Opcode::Txb, false) => {
                (LodMode::Explicit, self.biased(inst, coord[3]))
            }
            (_, false) => (LodMode::Explicit, self.biased(inst, zero)),
            (_, true) => (LodMode::Implicit, zero),
        };
        if target != TextureShape::Cube {
            c[3] = c[2];
        }
        self.b.sample(unit, mode, c, lod)
    }

    /// Texels in a unit of s, t and r, and the bias.
    fn texture_lod(&mut self, inst: &Instruction) -> Vec4 {
        let (unit, target) = texture(inst);
        let binding = Binding::Scene(SceneValue::TextureLod(unit, target));
        self.u.load(&mut self.b, binding)
    }

    /// Loads the state that sampling needs, so that all blocks can use it.
    pub(crate) fn load_texture_lod(&mut self, inst: &Instruction) {
        let is_implicit = matches!(inst.opcode, Opcode::Tex | Opcode::Txb | Opcode::Txp);
        if inst.texture.is_some() && !(is_implicit && self.parsed.fragment) {
            self.texture_lod(inst);
        }
    }

    fn biased(&mut self, inst: &Instruction, lod: ValueId) -> ValueId {
        let bias = self.texture_lod(inst)[3];
        add(&mut self.b, lod, bias)
    }
}

fn texture(inst: &Instruction) -> (u32, TextureShape) {
    inst.texture
        .expect("the parser gives texture instructions a unit")
}
