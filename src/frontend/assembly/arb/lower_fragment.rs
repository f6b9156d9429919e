//! What only fragment programs have: discarding, sampling, colours, fog, depth (ARB_fragment_program 3.11.4, 3.11.5).

use super::lower::Lowering;
use super::opcode::Opcode;
use super::parsed::Instruction;
use crate::frontend::common_stage::{fog, pixel_source};
use crate::frontend::fixed_function::fragment::{PixelSource, TextureTarget};
use crate::frontend::vector::*;
use crate::ir::interface::{LodMode, fragment_input, fragment_output};
use crate::ir::{Op, Span, ValueId};

impl Lowering<'_> {
    /// Discards where any component is below 0 (TRAPS 0.26).
    pub(super) fn kill(&mut self, v: &Vec4) {
        let b = &mut self.b;
        let zero = b.f32(0.0);
        let mut any = b.emit1(Op::FLt, &[v[0], zero]);
        for c in &v[1..] {
            let below = b.emit1(Op::FLt, &[*c, zero]);
            any = b.emit1(Op::MOr, &[any, below]);
        }
        b.emit(Op::Kill, &[any], [0, 0]);
    }

    pub(super) fn sample(&mut self, inst: &Instruction, coord: &Vec4) -> Vec4 {
        let (unit, target) = inst
            .texture
            .expect("the parser gives texture instructions a unit");
        let b = &mut self.b;
        let mut c = *coord;
        let (mut mode, mut lod) = (LodMode::Implicit, b.f32(0.0));
        match inst.opcode {
            Opcode::Txp => {
                for x in &mut c[..3] {
                    *x = b.emit1(Op::FDiv, &[*x, coord[3]]);
                }
            }
            Opcode::Txb => (mode, lod) = (LodMode::Bias, coord[3]),
            _ => {}
        }
        if target != TextureTarget::Cube {
            c[3] = c[2];
        }
        b.sample(unit, mode, c, lod)
    }

    /// The whole program.
    pub(super) fn fragment(&mut self, source: PixelSource) {
        let (color, depth) = pixel_source(&mut self.b, source, self.parsed.pixel_place());
        self.inputs[fragment_input::COLOR as usize] = color;
        self.instructions(&self.parsed.instructions);
        self.b.set_span(Span::NONE);
        self.finish_fragment(depth);
    }

    fn result(&mut self, slot: u32) -> Option<ValueId> {
        let scalar = self.r.layout.output(slot);
        let is_written = self.r.used.written.contains(scalar);
        is_written.then(|| self.r.read(&mut self.b, scalar))
    }

    /// Colours (0 where unwritten), fog of the option, depth if some instruction writes it, else of the pixels.
    fn finish_fragment(&mut self, pixel_depth: Option<ValueId>) {
        let zero = self.b.f32(0.0);
        for n in 0..4 {
            let vec4 = fragment_output::COLOR_0 + n;
            let output: [_; 4] = std::array::from_fn(|c| self.result(4 * vec4 + c as u32));
            if n > 0 && output.iter().all(Option::is_none) {
                continue;
            }
            let mut color = output.map(|c| c.unwrap_or(zero));
            if let (Some(mode), 0) = (self.parsed.fog, n) {
                let coord = self.input(fragment_input::FOG_COORD)[0];
                color = color.map(|c| saturate(&mut self.b, c));
                let rgb = [color[0], color[1], color[2]];
                let rgb = fog(&mut self.b, &mut self.u, mode, coord, rgb);
                color[..3].copy_from_slice(&rgb);
            }
            output4(&mut self.b, vec4, &color);
        }
        let slot = 4 * fragment_output::DEPTH + 2;
        if let Some(z) = self.result(slot).or(pixel_depth) {
            self.b.store_output(slot, z);
        }
    }
}
