//! The texture addressing instructions of versions 1.1 to 1.3. The destination's number is that of the stage: its
//! coordinates and its texture.

use super::interface::Constant;
use super::lowering::Lowering;
use super::product::{dot, product, product_sum};
use super::texture::Computed;
use crate::frontend::assembly::d3d::model::*;
use crate::frontend::vector::*;
use crate::ir::ValueId;

impl Lowering<'_> {
    /// The result of a texture addressing instruction; `None` for others.
    pub(super) fn stage_instruction(&mut self, instruction: &Instruction) -> Option<Computed> {
        let d = instruction.destination?;
        let stage = d.register.number;
        let zero = self.b.f32(0.0);
        let read = |l: &mut Self, need| l.source(&instruction.sources[0], need);
        // Each row gives coordinates, at which the stage's texture is sampled. The rows with another result return it.
        let at = match instruction.opcode {
            Opcode::Tex => self.coordinate_input(stage),
            Opcode::TexCoord => {
                let [x, y, z, _] = self.coordinate_input(stage);
                let clamped = [x, y, z].map(|c| saturate(&mut self.b, c));
                let one = self.b.f32(1.0);
                let [x, y, z] = clamped;
                return Some(Some([x, y, z, one].map(Some)));
            }
            Opcode::TexBem | Opcode::TexBemL => {
                let by = read(self, 7);
                let [s, t, ..] = self.coordinate_input(stage);
                let [s, t] = self.bump(stage, [s, t], [by[0], by[1]]);
                let texel = self.sample_unit(stage, [s, t, zero, zero]);
                let luminance = instruction.opcode == Opcode::TexBemL;
                return Some(Some(self.lit(stage, texel, by[2], luminance).map(Some)));
            }
            Opcode::TexReg2Ar => {
                let [r, _, _, a] = read(self, 15);
                [a, r, zero, zero]
            }
            Opcode::TexReg2Gb => {
                let [_, g, b, _] = read(self, 15);
                [g, b, zero, zero]
            }
            Opcode::TexReg2Rgb => {
                let [r, g, b, _] = read(self, 15);
                [r, g, b, zero]
            }
            Opcode::TexDp3 | Opcode::TexDp3Tex => {
                let sum = self.row_product(instruction, stage);
                if instruction.opcode == Opcode::TexDp3 {
                    return Some(Some([Some(sum); 4]));
                }
                [sum, zero, zero, zero]
            }
            _ => return self.matrix_stage(instruction, zero),
        };
        Some(Some(self.sample_unit(stage, at).map(Some)))
    }

    /// The result of an instruction for one row of a matrix; `None` for others. The rows before the last one wait in `rows`.
    fn matrix_stage(&mut self, instruction: &Instruction, zero: ValueId) -> Option<Computed> {
        let stage = instruction.destination?.register.number;
        // As in `stage_instruction`, a row gives coordinates to sample at, or returns another result.
        let at = match instruction.opcode {
            Opcode::TexM3x2Pad | Opcode::TexM3x3Pad => {
                let sum = self.row_product(instruction, stage);
                self.rows.push(sum);
                return Some(None);
            }
            Opcode::TexM3x2Depth => {
                let w = self.row_product(instruction, stage);
                let z = self.rows.pop().unwrap_or(zero);
                self.rows.clear();
                self.depth = Some(self.quotient_depth(z, w));
                return Some(None);
            }
            Opcode::TexM3x2Tex => {
                let y = self.row_product(instruction, stage);
                let x = self.rows.pop().unwrap_or(zero);
                self.rows.clear();
                [x, y, zero, zero]
            }
            Opcode::TexM3x3 | Opcode::TexM3x3Tex | Opcode::TexM3x3Spec | Opcode::TexM3x3VSpec => {
                let normal = self.transformed(instruction, stage);
                let one = self.b.f32(1.0);
                let [x, y, z] = match instruction.opcode {
                    Opcode::TexM3x3 => {
                        let [x, y, z] = normal;
                        return Some(Some([x, y, z, one].map(Some)));
                    }
                    Opcode::TexM3x3Spec => {
                        let eye = self.source(&instruction.sources[1], 7);
                        self.reflection(&normal, &eye)
                    }
                    Opcode::TexM3x3VSpec => {
                        let eye = self.eye(stage);
                        self.reflection(&normal, &eye)
                    }
                    _ => normal,
                };
                [x, y, z, zero]
            }
            _ => return None,
        };
        Some(Some(self.sample_unit(stage, at).map(Some)))
    }

    /// The coordinates of the stage times the source's colour.
    fn row_product(&mut self, instruction: &Instruction, stage: u32) -> ValueId {
        let color = self.source(&instruction.sources[0], 7);
        let coordinates = self.coordinate_input(stage);
        dot(&mut self.b, &coordinates, &color, 3)
    }

    /// The rows of the matrix so far and this one, times the colour.
    fn transformed(&mut self, instruction: &Instruction, stage: u32) -> [ValueId; 3] {
        let z = self.row_product(instruction, stage);
        let rows = std::mem::take(&mut self.rows);
        let zero = self.b.f32(0.0);
        let row = |n: usize| rows.get(n).copied().unwrap_or(zero);
        [row(0), row(1), z]
    }

    /// The fourth coordinates of the last three stages.
    fn eye(&mut self, stage: u32) -> Vec4 {
        let zero = self.b.f32(0.0);
        let first = stage.saturating_sub(2);
        let [x, y, z] = [0, 1, 2].map(|n| self.coordinate_input(first + n)[3]);
        [x, y, z, zero]
    }

    /// 2 (n·e) ÷ (n·n) n − e
    fn reflection(&mut self, normal: &[ValueId; 3], eye: &Vec4) -> [ValueId; 3] {
        let b = &mut self.b;
        let along = dot(b, normal, eye, 3);
        let square = dot(b, normal, normal, 3);
        let (scale, two) = (recip(b, square), b.f32(2.0));
        let along = mul(b, along, two);
        let factor = product(b, along, scale);
        [0, 1, 2].map(|c| {
            let less = neg(b, eye[c]);
            product_sum(b, factor, normal[c], less)
        })
    }

    /// A texel, with its colour times the luminance.
    fn lit(&mut self, stage: u32, texel: Vec4, luminance: ValueId, has_luminance: bool) -> Vec4 {
        if !has_luminance {
            return texel;
        }
        let row = self.row_of(Constant::BumpLuminance(stage)).unwrap_or(0);
        let [scale, offset, ..] = self.row(row);
        let b = &mut self.b;
        let factor = product_sum(b, luminance, scale, offset);
        let factor = saturate(b, factor);
        let [r, g, blue, a] = texel;
        let [r, g, blue] = [r, g, blue].map(|x| product(b, x, factor));
        [r, g, blue, a]
    }
}
