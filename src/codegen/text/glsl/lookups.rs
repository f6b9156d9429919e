//! Look-ups of textures.

use super::statements::Shader;
use crate::codegen::lines::{Line, Where};
use crate::codegen::machine::Opcode;
use crate::codegen::refusal::Refusal;
use crate::format::TextureShape;

impl Shader<'_> {
    /// The texel of a look-up.
    pub(super) fn lookup(&self, line: &Line) -> Result<String, Refusal> {
        let unit = match line.reads.get(1).map(|r| r.from) {
            Some(Where::Fixed(register)) => register.number,
            _ => return Err(Refusal::Internal("a look-up without a texture".to_owned())),
        };
        let shape = self.target.shapes.get(unit as usize).copied().flatten();
        let is_shadow = self.target.shadows >> unit & 1 != 0;
        let (word, own) = match shape {
            Some(TextureShape::D1) => ("1D", 1),
            Some(TextureShape::D3) => ("3D", 3),
            Some(TextureShape::Cube) => ("Cube", 3),
            Some(TextureShape::Rectangle) => ("2DRect", 2),
            _ => ("2D", 2),
        };
        let n = if is_shadow { 3 } else { own };
        let kind = if is_shadow { "shadow" } else { "texture" };
        let sampler = &self.samplers[&unit];
        let lanes = [0, 1, 2, 3];
        let read = |k: usize, n: usize| self.operand(&line.reads[k], &lanes[..n]);
        let coordinates = read(0, n);
        let last = || self.operand(&line.reads[0], &[3]);
        let is_rectangle = shape == Some(TextureShape::Rectangle);
        Ok(match line.opcode {
            Opcode::TexLdP if shape == Some(TextureShape::Cube) => {
                format!("{kind}{word}({sampler}, {coordinates} / {})", last())
            }
            Opcode::TexLdP => format!("{kind}{word}Proj({sampler}, {})", read(0, 4)),
            // Rectangles have one level.
            Opcode::TexLdB if !is_rectangle => {
                format!("{kind}{word}({sampler}, {coordinates}, {})", last())
            }
            Opcode::TexLdL if !is_rectangle => {
                format!("{kind}{word}Lod({sampler}, {coordinates}, {})", last())
            }
            Opcode::TexLdD => {
                let [x, y] = [2, 3].map(|k| read(k, own));
                format!("{kind}{word}GradARB({sampler}, {coordinates}, {x}, {y})")
            }
            _ => format!("{kind}{word}({sampler}, {coordinates})"),
        })
    }
}
