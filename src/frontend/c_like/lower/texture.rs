//! Lowers look-ups of textures.
//!
//! The image unit is a constant: samplers are followed through calls, structures and arrays. In vertex programs the level
//! of detail is a number, as it is with an explicit level; the biases of texture and unit are added to it.

use super::value::Val;
use super::{Frame, Lowering, Stop, Target};
use crate::format::TextureShape;
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::tree::{Expression, Sample, SampleLod, Stage};
use crate::frontend::c_like::types::{SamplerKind, Scalar};
use crate::frontend::texture_lod::level_of_detail;
use crate::ir::interface::LodMode;
use crate::ir::{Op, ValueId};

impl<'m> Lowering<'m> {
    /// A texel, or the result of a comparison in all components.
    pub(super) fn sample(
        &mut self,
        frame: &mut Frame,
        sample: &'m Sample,
    ) -> Result<Vec<Val>, Stop> {
        self.needs_draw();
        let sampler = self.expression(frame, &sample.sampler)?;
        let mut coordinates = self.floats(frame, &sample.coordinates)?;
        let shape = self.shape(sample.kind)?;
        let unit = match sampler.first().and_then(|v| self.known(*v)) {
            Some(unit) => self.image_unit(unit, shape, sample.is_shadow)?,
            // Over arrays there is none; the program is refused because it samples.
            None if self.target == Target::Arrays => 0,
            None => return Err(self.refuse_at(Rule::SamplerNotConstant, sample.sampler.span)),
        };
        let (mode, lod) = self.lod(frame, sample, (unit, shape), &coordinates)?;
        // The reference of a comparison follows the coordinates.
        if shape != TextureShape::Cube {
            coordinates[3] = coordinates[2];
        }
        let texel = self.b.sample(unit, mode, coordinates, lod);
        Ok(texel.map(Val::Exact).to_vec())
    }

    /// Up to four floats; the others are 0.
    fn floats(&mut self, frame: &mut Frame, e: &'m Expression) -> Result<[ValueId; 4], Stop> {
        let values = self.expression(frame, e)?;
        let mut all = [self.b.f32(0.0); 4];
        for (to, value) in all.iter_mut().zip(values) {
            *to = self.real(value, Scalar::Float);
        }
        Ok(all)
    }

    fn shape(&mut self, kind: SamplerKind) -> Result<TextureShape, Stop> {
        let refused = match kind {
            SamplerKind::D1 => return Ok(TextureShape::D1),
            SamplerKind::D2 => return Ok(TextureShape::D2),
            SamplerKind::D3 => return Ok(TextureShape::D3),
            SamplerKind::Cube => return Ok(TextureShape::Cube),
            SamplerKind::Rect => return Ok(TextureShape::Rectangle),
            SamplerKind::Any => "a sampler without a dimension",
            SamplerKind::D1Array | SamplerKind::D2Array | SamplerKind::CubeArray => {
                "an array texture"
            }
            SamplerKind::Buffer => "a texture buffer",
        };
        let advice =
            "the driver has 1D, 2D, 3D, cube and rectangle textures; declare the sampler as one";
        Err(self.refuse(Rule::Unsampled(refused, advice)))
    }

    /// Records that the unit is sampled so.
    fn image_unit(&mut self, unit: u64, shape: TextureShape, shadow: bool) -> Result<u32, Stop> {
        let slot = usize::try_from(unit).ok();
        let Some(known) = slot.and_then(|unit| self.uses.textures.get_mut(unit)) else {
            return Err(self.refuse(Rule::ImageUnit(unit)));
        };
        let unit = unit as u32;
        let first = *known.get_or_insert(shape);
        if first != shape {
            return Err(self.refuse(Rule::SamplerKinds(unit, first, shape)));
        }
        self.uses.shadow_units |= u16::from(shadow) << unit;
        Ok(unit)
    }

    fn lod(
        &mut self,
        frame: &mut Frame,
        sample: &'m Sample,
        (unit, shape): (u32, TextureShape),
        coordinates: &[ValueId; 4],
    ) -> Result<(LodMode, ValueId), Stop> {
        let zero = self.b.f32(0.0);
        let is_vertex = self.target == Target::Draw(Stage::Vertex);
        let lod = match &sample.lod {
            SampleLod::Implicit if is_vertex => zero,
            SampleLod::Implicit => return Ok((LodMode::Implicit, zero)),
            SampleLod::Bias(e) => {
                let bias = self.floats(frame, e)?[0];
                if !is_vertex {
                    return Ok((LodMode::Bias, bias));
                }
                bias
            }
            SampleLod::Explicit(e) => self.floats(frame, e)?[0],
            SampleLod::Gradients(x, y) => {
                let (dx, dy) = (self.floats(frame, x)?, self.floats(frame, y)?);
                if self.target == Target::Arrays {
                    return Ok((LodMode::Explicit, zero));
                }
                let size = self.bound(Binding::Scene(SceneValue::TextureLod(unit, shape)));
                let is_cube = shape == TextureShape::Cube;
                level_of_detail(&mut self.b, &size, is_cube, coordinates, [&dx, &dy])
            }
        };
        if self.target == Target::Arrays {
            return Ok((LodMode::Explicit, lod));
        }
        let state = self.bound(Binding::Scene(SceneValue::TextureLod(unit, shape)));
        Ok((LodMode::Explicit, self.b.emit1(Op::FAdd, &[lod, state[3]])))
    }
}
