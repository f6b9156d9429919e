//! Lowers look-ups of textures.
//!
//! Which sampler is read is a constant: samplers are followed through calls, structures and arrays. The code has the
//! number of the sampler where its image unit belongs; [`super::super::entry`] gives the units at the end. In vertex programs and
//! over arrays the level of detail is a number, as it is with an explicit level; the biases of texture and unit are added to it.

use super::value::{Val, Values};
use super::{Frame, Lowering, SamplerUse, Stop, Target};
use crate::format::TextureShape;
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::tree::{Expression, Sample, SampleLod, Stage};
use crate::frontend::c_like::types::{SamplerKind, Scalar, Type};
use crate::frontend::texture_lod::level_of_detail;
use crate::ir::interface::LodMode;
use crate::ir::{Op, Span, ValueId};
use smallvec::smallvec;

impl<'m> Lowering<'m> {
    /// A texel, or the result of a comparison in all components.
    pub(super) fn sample(&mut self, frame: &mut Frame, sample: &'m Sample) -> Result<Values, Stop> {
        let mut sampler = self.expression(frame, &sample.sampler)?;
        if let Some(texture) = &sample.texture {
            let texture_value = self.expression(frame, texture)?;
            match self.paired(&sampler, &texture_value, sample.sampler.span)? {
                Some(both) => sampler = smallvec![both],
                // Nothing is read of a texture without a value; what depends on it is refused.
                None => return Ok(smallvec![Val::Exact(self.b.f32(f32::INFINITY)); 4]),
            }
        }
        let mut coordinates = self.floats(frame, &sample.coordinates)?;
        let shape = self.shape(sample.kind)?;
        let unit = self.image_unit(&sampler, shape, sample.sampler.span)?;
        if let Some(used) = self.uses.samplers.get_mut(unit as usize) {
            used.is_shadow |= sample.is_shadow;
        }
        let (mode, lod) = self.lod(frame, sample, (unit, shape), &coordinates)?;
        // The reference of a comparison follows the coordinates.
        if shape != TextureShape::Cube {
            coordinates[3] = coordinates[2];
        }
        let texel = self.b.sample(unit, mode, coordinates, lod);
        let is_given = matches!(
            sample.lod,
            SampleLod::Explicit(_) | SampleLod::Gradients(..)
        );
        if self.target == Target::Draw(Stage::Vertex) && !is_given && self.b.follows_ranges() {
            self.uses.unlevelled.push(texel);
        }
        Ok(texel.map(Val::Exact).into_iter().collect())
    }

    /// The sampler that stands for a sampler and a texture; over arrays the texture alone. `None`: the texture has no value.
    fn paired(
        &mut self,
        sampler: &[Val],
        texture: &[Val],
        span: Span,
    ) -> Result<Option<Val>, Stop> {
        let number = |values: &[Val]| {
            let known = values.first().and_then(|v| self.known(*v));
            known.map(|bits| bits as u32 as i32)
        };
        let (Some(s @ 0..), Some(t)) = (number(sampler), number(texture)) else {
            return Err(self.refuse_at(Rule::SamplerNotConstant, span));
        };
        if t < 0 {
            return Ok(None);
        }
        if self.target == Target::Arrays {
            return Ok(Some(texture[0]));
        }
        let samplers = &mut self.uses.samplers;
        let number = *self
            .uses
            .pairs
            .entry((s as u32, t as u32))
            .or_insert_with(|| {
                samplers.push(SamplerUse::default());
                samplers.len() as u32 - 1
            });
        Ok(Some(Val::Bits(self.b.i32(number as i32))))
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
        let refused = match kind.of_texture().unwrap_or(kind) {
            SamplerKind::D1 | SamplerKind::D1Shadow => return Ok(TextureShape::D1),
            SamplerKind::D2 | SamplerKind::D2Shadow => return Ok(TextureShape::D2),
            SamplerKind::D3 => return Ok(TextureShape::D3),
            SamplerKind::Cube => return Ok(TextureShape::Cube),
            SamplerKind::Rect | SamplerKind::RectShadow => return Ok(TextureShape::Rectangle),
            SamplerKind::Any
            | SamplerKind::Comparison
            | SamplerKind::Texture1D
            | SamplerKind::Texture2D
            | SamplerKind::Texture3D
            | SamplerKind::TextureCube => "a sampler without a dimension",
            SamplerKind::D1Array | SamplerKind::D2Array | SamplerKind::CubeArray => {
                "an array texture"
            }
            SamplerKind::Buffer => "a texture buffer",
        };
        let advice =
            "the driver has 1D, 2D, 3D, cube and rectangle textures; declare the sampler as one";
        Err(self.refuse(Rule::Unsampled(refused, advice)))
    }

    /// The number of a sampler, which is read with this shape.
    fn image_unit(
        &mut self,
        sampler: &[Val],
        shape: TextureShape,
        span: Span,
    ) -> Result<u32, Stop> {
        let Some(unit) = sampler.first().and_then(|v| self.known(*v)) else {
            return Err(self.refuse_at(Rule::SamplerNotConstant, span));
        };
        let slot = usize::try_from(unit).ok();
        let Some(used) = slot.and_then(|unit| self.uses.samplers.get_mut(unit)) else {
            return Err(self.refuse(Rule::SamplerNotConstant));
        };
        let first = *used.shape.get_or_insert_with(|| {
            self.uses.order.push(unit as u32);
            shape
        });
        if first == shape {
            Ok(unit as u32)
        } else {
            Err(self.refuse_at(Rule::SamplerKinds(first, shape), span))
        }
    }

    /// The size of a level, from that of the base level: max(1, size >> level). The number of levels is not known, and
    /// is refused with the shapes whose coordinates count texels already.
    pub(super) fn texture_size(
        &mut self,
        frame: &mut Frame,
        [sampler, level]: &'m [Expression; 2],
    ) -> Result<Values, Stop> {
        let kind = match sampler.ty {
            Type::Sampler(kind) => kind,
            _ => SamplerKind::Any,
        };
        let shape = self.shape(kind)?;
        // The state of a draw holds sizes for these shapes only.
        let n = match shape {
            TextureShape::D1 => 1,
            TextureShape::D2 => 2,
            TextureShape::D3 => 3,
            TextureShape::Cube
            | TextureShape::Rectangle
            | TextureShape::D1Array
            | TextureShape::D2Array => {
                let advice = "the driver tells programs the sizes of 1D, 2D and 3D textures only";
                return Err(self.refuse(Rule::Unsampled("the size of this texture", advice)));
            }
        };
        let unit = self.expression(frame, sampler)?;
        let unit = self.image_unit(&unit, shape, sampler.span)?;
        let level = self.expression(frame, level)?;
        let level = self.bits(level[0], Scalar::Int);
        // The state holds the sizes of the base level as floats.
        let state = self.texture_state(unit, shape);
        let one = self.b.i32(1);
        let mut sizes = Values::new();
        for texels in &state[..n] {
            let texels = self.b.emit1(Op::F32ToI32, &[*texels]);
            let size = self.b.emit1(Op::IShrS, &[texels, level]);
            sizes.push(Val::Bits(self.b.emit1(Op::IMax, &[size, one])));
        }
        sizes.resize(4, Val::Bits(self.b.i32(0)));
        Ok(sizes)
    }

    fn lod(
        &mut self,
        frame: &mut Frame,
        sample: &'m Sample,
        (unit, shape): (u32, TextureShape),
        coordinates: &[ValueId; 4],
    ) -> Result<(LodMode, ValueId), Stop> {
        let zero = self.b.f32(0.0);
        // Vertices and elements of arrays have no derivatives: an implicit level is the base level for them, and a bias is the level
        // itself.
        let is_vertex = self.target != Target::Draw(Stage::Fragment);
        let given = match &sample.lod {
            SampleLod::Explicit(_) => Some(0),
            SampleLod::Gradients(..) => Some(1),
            SampleLod::Implicit | SampleLod::Bias(_) => None,
        };
        if let Some(i) = given {
            self.uses.levels[i].get_or_insert(self.span);
        }
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
                let size = self.texture_state(unit, shape);
                let is_cube = shape == TextureShape::Cube;
                level_of_detail(&mut self.b, &size, is_cube, coordinates, [&dx, &dy])
            }
        };
        // The bias of the texture's state counts for an explicit level as well.
        let state = self.texture_state(unit, shape);
        Ok((LodMode::Explicit, self.b.emit1(Op::FAdd, &[lod, state[3]])))
    }

    /// Texels in a unit of s, t and r, and the bias of the level of detail. Over arrays these are the uniforms that stand at the
    /// beginning, four for each sampler ([`Lowering::sampler_states`]).
    fn texture_state(&mut self, number: u32, shape: TextureShape) -> [ValueId; 4] {
        match self.target {
            Target::Arrays => std::array::from_fn(|c| self.b.load_uniform(4 * number + c as u32)),
            Target::Draw(_) => self.bound(Binding::Scene(SceneValue::TextureLod(number, shape))),
        }
    }

    /// Makes room for the states of samplers over arrays. Returns the first uniform after them.
    pub(in crate::frontend::c_like) fn sampler_states(&mut self, n: u32) -> u32 {
        self.b.reserve_uniforms(4 * n);
        4 * n
    }
}
