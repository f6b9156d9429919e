//! Sampling from version 1.4, and kills.

use super::interface::Constant;
use super::lowering::Lowering;
use crate::format::TextureShape;
use crate::frontend::assembly::d3d::model::*;
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::texture_lod::level_of_detail;
use crate::frontend::vector::*;
use crate::ir::interface::LodMode;
use crate::ir::{Noted, Op, ValueId};

/// A result of an instruction, if it has one.
pub(super) type Computed = Option<[Option<ValueId>; 4]>;

impl Lowering<'_> {
    /// The result of an instruction that samples, kills or addresses textures; `None` for others.
    pub(super) fn texture_instruction(&mut self, instruction: &Instruction) -> Option<Computed> {
        let version = self.shader.version;
        // Before version 1.4 an instruction's destination chooses the stage.
        if version.is_old_pixel()
            && let Some(result) = self.stage_instruction(instruction)
        {
            return Some(result);
        }
        // Each row is an instruction of 1.4 and later. `None` inside means that nothing is written to a register.
        Some(match instruction.opcode {
            Opcode::TexKill => {
                self.kill(instruction);
                None
            }
            Opcode::TexCrd => Some(self.coordinates(&instruction.sources[0]).map(Some)),
            Opcode::TexDepth => {
                self.texdepth(instruction);
                None
            }
            Opcode::Phase | Opcode::Nop => None,
            Opcode::TexLd if version == Version::Ps14 => {
                let coordinates = self.coordinates(&instruction.sources[0]);
                let unit = instruction.destination.map_or(0, |d| d.register.number);
                Some(self.sample_unit(unit, coordinates).map(Some))
            }
            Opcode::TexLd | Opcode::TexLdP | Opcode::TexLdB | Opcode::TexLdD | Opcode::TexLdL => {
                Some(self.sample(instruction).map(Some))
            }
            _ => return None,
        })
    }

    fn shape(&self, unit: u32) -> Option<TextureShape> {
        let sampler = self.plan.interface.samplers.get(unit as usize);
        sampler.copied().flatten().flatten()
    }

    /// Samples from version 2.
    fn sample(&mut self, instruction: &Instruction) -> Vec4 {
        let sampler = instruction.sources[1];
        let unit = sampler.register.number;
        let coordinates = self.source(&instruction.sources[0], 15);
        self.b.note(Noted::Operand, coordinates.map(Some));
        let mut c = coordinates;
        let zero = self.b.f32(0.0);
        let (mode, lod) = match instruction.opcode {
            Opcode::TexLdB => (LodMode::Bias, coordinates[3]),
            Opcode::TexLdL => (LodMode::Explicit, coordinates[3]),
            Opcode::TexLdD => {
                let [dx, dy] = [2, 3].map(|n| self.source(&instruction.sources[n], 7));
                let shape = self.shape(unit).unwrap_or(TextureShape::D2);
                let size = self.texture_size(unit, shape);
                let is_cube = shape == TextureShape::Cube;
                let lod = level_of_detail(&mut self.b, &size, is_cube, &coordinates, [&dx, &dy]);
                let bias = size[3];
                (LodMode::Explicit, add(&mut self.b, lod, bias))
            }
            _ => (LodMode::Implicit, zero),
        };
        if instruction.opcode == Opcode::TexLdP {
            for x in &mut c[..3] {
                *x = self.b.emit1(Op::FDiv, &[*x, coordinates[3]]);
            }
        }
        // A texture of depths is compared with the third coordinate.
        if self.shape(unit) != Some(TextureShape::Cube) {
            c[3] = c[2];
        }
        let texel = self.b.sample(unit, mode, c, lod);
        map4(|n| texel[sampler.swizzle.component(n)])
    }

    /// Texels in a unit of s, t and r, and the bias.
    fn texture_size(&mut self, unit: u32, shape: TextureShape) -> Vec4 {
        let binding = Binding::Scene(SceneValue::TextureLod(unit, shape));
        self.u.load(&mut self.b, binding)
    }

    /// Loads the state that sampling needs, so that all blocks can use it.
    pub(super) fn load_texture_sizes(&mut self, instruction: &Instruction) {
        if instruction.opcode == Opcode::TexLdD {
            let unit = instruction.sources[1].register.number;
            let shape = self.shape(unit).unwrap_or(TextureShape::D2);
            self.texture_size(unit, shape);
        }
    }

    /// Samples the texture of a unit whatever its shape.
    pub(super) fn sample_unit(&mut self, unit: u32, coordinates: Vec4) -> Vec4 {
        let [s, t, r, _] = coordinates;
        let zero = self.b.f32(0.0);
        self.b
            .note(Noted::Operand, [Some(s), Some(t), Some(r), None]);
        self.b.sample(unit, LodMode::Implicit, [s, t, r, r], zero)
    }

    /// The coordinates of version 1.4: divided by the third or fourth component where the modifier says so.
    fn coordinates(&mut self, source: &Source) -> Vec4 {
        let mut value = self.source(source, 7);
        let by = match source.modifier {
            Modifier::DivideByZ => self.undivided(source, 2),
            Modifier::DivideByW => self.undivided(source, 3),
            _ => return value,
        };
        for x in &mut value[..2] {
            *x = self.b.emit1(Op::FDiv, &[*x, by]);
        }
        value[2] = self.b.f32(1.0);
        value
    }

    fn undivided(&mut self, source: &Source, component: u8) -> ValueId {
        let plain = Source {
            swizzle: Swizzle::replicate(component),
            modifier: Modifier::None,
            ..*source
        };
        self.source(&plain, 1)[0]
    }

    /// Kills where a component is below 0: x, y and z before version 2, then those that the mask names.
    fn kill(&mut self, instruction: &Instruction) {
        let Some(d) = instruction.destination else {
            return;
        };
        let mask = if self.shader.version.major() == 1 {
            7
        } else {
            d.mask
        };
        let value = match d.register.file {
            File::Texture if self.shader.version.is_old_pixel() => {
                let binding = Register::new(File::Texture, d.register.number);
                self.coordinate_input(binding.number)
            }
            _ => self.source(&Source::plain(d.register), mask),
        };
        let zero = self.b.f32(0.0);
        let mut kills = self.b.mask(false);
        for c in (0..4).filter(|c| mask >> c & 1 != 0) {
            let mut below = self.b.emit1(Op::FLt, &[value[c], zero]);
            // A component that the predicate leaves out kills nothing.
            if let Some(predicate) = &instruction.predicate {
                let passes = self.predicate(predicate, c);
                below = self.b.emit1(Op::MAnd, &[below, passes]);
            }
            kills = self.b.emit1(Op::MOr, &[kills, below]);
        }
        self.b.note(Noted::Operand, present(&value, mask));
        self.b.emit(Op::Kill, &[kills], [0, 0]);
    }

    /// The interpolated coordinates of a set.
    pub(super) fn coordinate_input(&mut self, set: u32) -> Vec4 {
        self.input(crate::ir::interface::fragment_input::TEX_COORD_0 + set)
    }

    /// depth = r ÷ min(g, 1); 1 where g is 0.
    fn texdepth(&mut self, instruction: &Instruction) {
        let Some(d) = instruction.destination else {
            return;
        };
        let [r, g, ..] = self.source(&Source::plain(d.register), 3);
        let one = self.b.f32(1.0);
        let g = self.b.emit1(Op::FMin, &[g, one]);
        self.depth = Some(self.quotient_depth(r, g));
    }

    /// x ÷ y, or 1 where y is 0.
    pub(super) fn quotient_depth(&mut self, x: ValueId, y: ValueId) -> ValueId {
        let b = &mut self.b;
        let (zero, one) = (b.f32(0.0), b.f32(1.0));
        let quotient = b.emit1(Op::FDiv, &[x, y]);
        let is_zero = b.emit1(Op::FEq, &[y, zero]);
        b.emit1(Op::SelectF, &[is_zero, one, quotient])
    }

    /// Coordinates plus a stage's bump matrix times a vector.
    pub(super) fn bump(&mut self, stage: u32, at: [ValueId; 2], by: [ValueId; 2]) -> [ValueId; 2] {
        let row = self.row_of(Constant::BumpMatrix(stage)).unwrap_or(0);
        let [m00, m01, m10, m11] = self.row(row);
        let b = &mut self.b;
        let mut moved = |at, x, y| {
            let sum = super::product::product_sum(b, x, by[0], at);
            super::product::product_sum(b, y, by[1], sum)
        };
        [moved(at[0], m00, m10), moved(at[1], m01, m11)]
    }
}
