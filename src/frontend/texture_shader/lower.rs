//! Lowers stages to IR.
//!
//! ```text
//!  coordinates of stage i ──┐
//!  result of an earlier one ┼─→ operation ─→ texel: result for later stages
//!  dot products i−2, i−1 ───┘        │          └─→ colour of texture unit i (0 where texels are no colours)
//!                                    └─→ fragment killed, depth replaced
//! ```
//!
//! Inconsistent stages are NONE. What the specification leaves open:
//! - A depth texture compares with r, divided by q where s is.
//! - Float textures count as unsigned colours, though their texels may lie outside [0, 1].
//! - A depth that is NaN (0 ÷ 0) is outside of the depth range.

use super::consistency::effective;
use super::stage::*;
use crate::format::TextureShape;
use crate::frontend::binding::{ApiValue, Binding, SceneValue};
use crate::frontend::vector::*;
use crate::ir::interface::{DEPTH_RANGE_FACT, LodMode, fragment_input};
use crate::ir::{Builder, Op, ValueId};

/// The names of a stage's coordinates, dot product and texel in notes.
const SAMPLED_AT: [&str; STAGES] = [
    "stage 0 samples at",
    "stage 1 samples at",
    "stage 2 samples at",
    "stage 3 samples at",
    "stage 4 samples at",
    "stage 5 samples at",
    "stage 6 samples at",
    "stage 7 samples at",
];
const DOT_PRODUCTS: [&str; STAGES] = [
    "dot product of stage 0",
    "dot product of stage 1",
    "dot product of stage 2",
    "dot product of stage 3",
    "dot product of stage 4",
    "dot product of stage 5",
    "dot product of stage 6",
    "dot product of stage 7",
];
const RESULTS: [&str; STAGES] = [
    "texel of stage 0",
    "texel of stage 1",
    "texel of stage 2",
    "texel of stage 3",
    "texel of stage 4",
    "texel of stage 5",
    "texel of stage 6",
    "texel of stage 7",
];

/// The results of texture shaders.
pub(crate) struct Shaded {
    /// Colours of texture units; `None` for (0, 0, 0, 0), which texture environments ignore.
    pub colors: [Option<Vec4>; STAGES],
    /// The depth that replaces that of the fragment.
    pub depth: Option<ValueId>,
}

/// Lowers all stages. `prepare_texel` changes the texel of a unit before anything sees it.
pub(crate) fn lower(
    b: &mut Builder,
    u: &mut Uniforms,
    stages: &[Stage; STAGES],
    mut prepare_texel: impl FnMut(&mut Builder, usize, Vec4) -> Vec4,
) -> Shaded {
    let stages = effective(stages);
    let mut lowering = Lowering {
        b,
        u,
        stages,
        coordinates: [None; STAGES],
        results: [None; STAGES],
        dots: [None; STAGES],
    };
    let mut shaded = Shaded {
        colors: [None; STAGES],
        depth: None,
    };
    for i in 0..STAGES {
        lowering.stage(i, &mut shaded, &mut prepare_texel);
    }
    shaded
}

/// The code so far.
struct Lowering<'a> {
    b: &'a mut Builder,
    u: &'a mut Uniforms,
    stages: [Stage; STAGES],
    coordinates: [Option<Vec4>; STAGES],
    /// Texture shader results that are texels.
    results: [Option<Vec4>; STAGES],
    dots: [Option<ValueId>; STAGES],
}

impl Lowering<'_> {
    fn stage(
        &mut self,
        i: usize,
        shaded: &mut Shaded,
        prepare_texel: &mut impl FnMut(&mut Builder, usize, Vec4) -> Vec4,
    ) {
        let stage = self.stages[i];
        match stage.operation {
            Operation::None => {}
            Operation::DotProduct => {
                self.dot(i);
            }
            Operation::CullFragment => self.cull(i),
            Operation::DotDepth { affine } => shaded.depth = Some(self.depth(i, affine)),
            // Two operations give their coordinates, or their dot product, as a colour.
            Operation::PassThrough => {
                let color = self.coordinates(i).map(|x| saturate(self.b, x));
                (self.results[i], shaded.colors[i]) = (Some(color), Some(color));
            }
            Operation::DotPassThrough => {
                let dot = self.dot(i);
                let color = [saturate(self.b, dot); 4];
                (self.results[i], shaded.colors[i]) = (Some(color), Some(color));
            }
            // All others sample a texture: coordinates, texel, and what the texel's format gives.
            _ => {
                let coordinates = self.sample_coordinates(i);
                self.b.note_fact(SAMPLED_AT[i], &coordinates[..3]);
                let zero = self.b.f32(0.0);
                let texel = self
                    .b
                    .sample(i as u32, LodMode::Implicit, coordinates, zero);
                let texel = prepare_texel(self.b, i, texel);
                let texel = self.expanded(stage.texels, texel);
                self.b.note_fact(RESULTS[i], &texel);
                self.results[i] = Some(texel);
                shaded.colors[i] = self.color(i, texel);
            }
        }
    }

    fn coordinates(&mut self, i: usize) -> Vec4 {
        let b = &mut self.b;
        *self.coordinates[i]
            .get_or_insert_with(|| input4(b, fragment_input::TEX_COORD_0 + i as u32))
    }

    /// Converts a texel for later stages: ALPHA is (1, 1, 1, A) (table 3.E).
    fn expanded(&mut self, texels: Option<Texels>, texel: Vec4) -> Vec4 {
        match texels {
            Some(Texels::Alpha(_)) => {
                let one = self.b.f32(1.0);
                [one, one, one, texel[3]]
            }
            _ => texel,
        }
    }

    /// The colour of the texture unit.
    fn color(&mut self, i: usize, texel: Vec4) -> Option<Vec4> {
        match (self.stages[i].texels?, self.stages[i].operation) {
            (Texels::Rgba(_) | Texels::Alpha(_), Operation::Offset(Offset { scale: true, .. })) => {
                Some(self.scaled(i, texel))
            }
            (Texels::Rgba(_) | Texels::Alpha(_) | Texels::DsdtMagIntensity, _) => Some(texel),
            _ => None,
        }
    }

    /// The texel at the previous texture input.
    fn previous(&mut self, i: usize) -> (Vec4, Option<Texels>) {
        let previous = usize::from(self.stages[i].previous);
        let zero = self.b.f32(0.0);
        let texel = self.results[previous].unwrap_or([zero; 4]);
        let texels = super::consistency::results(&self.stages[previous]);
        (texel, texels)
    }

    /// Computes scale · (red, green, blue), without a change of alpha (section 3.8.13.1.9).
    fn scaled(&mut self, i: usize, [r, g, b, a]: Vec4) -> Vec4 {
        let (previous, _) = self.previous(i);
        let binding = Binding::Scene(SceneValue::Api(ApiValue::OffsetScaleBias(i as u32)));
        let [scale, bias, ..] = self.u.load(self.b, binding);
        let scale = fma(self.b, scale, previous[2], bias);
        let scale = saturate(self.b, scale);
        let [r, g, b] = [r, g, b].map(|x| {
            let x = mul(self.b, scale, x);
            saturate(self.b, x)
        });
        [r, g, b, a]
    }

    /// The dot product of a stage's coordinates and its previous texture input (section 3.8.13.1.14).
    fn dot(&mut self, i: usize) -> ValueId {
        if let Some(dot) = self.dots[i] {
            return dot;
        }
        let [s, t, r, _] = self.coordinates(i);
        let (texel, texels) = self.previous(i);
        let one = self.b.f32(1.0);
        let unsigned = texels.is_some_and(Texels::is_unsigned_color);
        let vector = match (texels, self.stages[i].mapping) {
            (Some(Texels::Hilo { signed: false }), _) => [texel[0], texel[1], one],
            (Some(Texels::Hilo { signed: true }), _) => self.hemisphere(texel),
            (_, DotMapping::ExpandNormal) if unsigned => {
                let (two, minus_one) = (self.b.f32(2.0), self.b.f32(-1.0));
                [0, 1, 2].map(|c| fma(self.b, two, texel[c], minus_one))
            }
            (_, DotMapping::ForceBlueToOne) if unsigned => [texel[0], texel[1], one],
            _ => [texel[0], texel[1], texel[2]],
        };
        let dot = dot3(self.b, &[s, t, r], &vector);
        self.b.note_fact(DOT_PRODUCTS[i], &[dot]);
        self.dots[i] = Some(dot);
        dot
    }

    /// (HI, LO, √max(0, 1 − HI² − LO²))
    fn hemisphere(&mut self, texel: Vec4) -> [ValueId; 3] {
        let (zero, one) = (self.b.f32(0.0), self.b.f32(1.0));
        let [hi, lo, ..] = texel;
        let (minus_hi, minus_lo) = (neg(self.b, hi), neg(self.b, lo));
        let rest = fma(self.b, minus_hi, hi, one);
        let rest = fma(self.b, minus_lo, lo, rest);
        let rest = self.b.emit1(Op::FMax, &[rest, zero]);
        [hi, lo, self.b.emit1(Op::FSqrt, &[rest])]
    }

    /// Kills fragments if one of their coordinates fails its comparison with 0.
    fn cull(&mut self, i: usize) {
        let coordinates = self.coordinates(i);
        let zero = self.b.f32(0.0);
        for (x, less) in coordinates.into_iter().zip(self.stages[i].less) {
            let holds = if less {
                self.b.emit1(Op::FLt, &[x, zero])
            } else {
                self.b.emit1(Op::FLe, &[zero, x])
            };
            let fails = self.b.emit1(Op::MNot, &[holds]);
            self.b.note_fact("a coordinate culls", &[fails]);
            self.b.emit(Op::Kill, &[fails], [0, 0]);
        }
    }

    /// Computes the depth of a stage; fragments outside of the depth range are killed.
    fn depth(&mut self, i: usize, affine: bool) -> ValueId {
        let mut depth = self.dot(i);
        if !affine {
            let before = self.dot(i - 1);
            depth = self.b.emit1(Op::FDiv, &[before, depth]);
        }
        let [near, far, ..] = self.u.load(self.b, Binding::Scene(SceneValue::DepthRange));
        let low = self.b.emit1(Op::FMin, &[near, far]);
        let high = self.b.emit1(Op::FMax, &[near, far]);
        let above = self.b.emit1(Op::FLe, &[low, depth]);
        let below = self.b.emit1(Op::FLe, &[depth, high]);
        let inside = self.b.emit1(Op::MAnd, &[above, below]);
        let outside = self.b.emit1(Op::MNot, &[inside]);
        let compared = [depth, low, high, outside];
        self.b.note_fact(DEPTH_RANGE_FACT, &compared);
        self.b.emit(Op::Kill, &[outside], [0, 0]);
        depth
    }

    /// The coordinates for a stage's sample; the last one is the reference of depth comparisons.
    fn sample_coordinates(&mut self, i: usize) -> Vec4 {
        let zero = self.b.f32(0.0);
        match self.stages[i].operation {
            Operation::Texture(TextureShape::Cube) => self.coordinates(i),
            Operation::Texture(_) => self.projected(i),
            Operation::Offset(offset) => self.offset(i, offset),
            Operation::Dependent(dependent) => {
                let [s, t, r] = self.dependent(i, dependent);
                [s, t, r, zero]
            }
            Operation::DotTexture(TextureShape::D1) => [self.dot(i), zero, zero, zero],
            Operation::DotTexture(TextureShape::D2 | TextureShape::Rectangle) => {
                [self.dot(i - 1), self.dot(i), zero, zero]
            }
            Operation::DotDiffuse => [self.dot(i - 1), self.dot(i), self.dot(i + 1), zero],
            Operation::DotReflect { const_eye } => self.reflected(i, const_eye),
            _ => [self.dot(i - 2), self.dot(i - 1), self.dot(i), zero],
        }
    }

    /// Divides s, t and r by q.
    fn projected(&mut self, i: usize) -> Vec4 {
        let [s, t, r, q] = self.coordinates(i);
        let scale = recip(self.b, q);
        let [s, t, r] = [s, t, r].map(|x| mul(self.b, x, scale));
        [s, t, r, r]
    }

    /// s' = s + a1·DS + a3·DT, t' = t + a2·DS + a4·DT
    fn offset(&mut self, i: usize, offset: Offset) -> Vec4 {
        let [s, t, _, reference] = if offset.projective {
            self.projected(i)
        } else {
            let [s, t, r, _] = self.coordinates(i);
            [s, t, r, r]
        };
        let ([ds, dt, ..], _) = self.previous(i);
        let matrix = Binding::Scene(SceneValue::Api(ApiValue::OffsetMatrix(i as u32)));
        let [a1, a2, a3, a4] = self.u.load(self.b, matrix);
        let mut moved = |x, a, c| {
            let x = fma(self.b, a, ds, x);
            fma(self.b, c, dt, x)
        };
        [moved(s, a1, a3), moved(t, a2, a4), reference, reference]
    }

    fn dependent(&mut self, i: usize, dependent: Dependent) -> [ValueId; 3] {
        let zero = self.b.f32(0.0);
        let ([r, g, b, a], texels) = self.previous(i);
        let unsigned = texels.is_some_and(Texels::is_unsigned_color);
        match dependent {
            Dependent::AlphaRed2D => [a, r, zero],
            Dependent::GreenBlue2D => [g, b, zero],
            Dependent::Hilo2D => [r, g, zero],
            Dependent::RgbCube if unsigned => {
                let (two, minus_one) = (self.b.f32(2.0), self.b.f32(-1.0));
                [r, g, b].map(|c| fma(self.b, two, c, minus_one))
            }
            Dependent::Rgb3D | Dependent::RgbCube => [r, g, b],
        }
    }

    /// R = 2 (N·E) ÷ (N·N) · N − E (section 3.8.13.1.18)
    fn reflected(&mut self, i: usize, const_eye: bool) -> Vec4 {
        let normal = [self.dot(i - 2), self.dot(i - 1), self.dot(i)];
        let eye = if const_eye {
            let [x, y, z, _] = self.u.load(
                self.b,
                Binding::Scene(SceneValue::Api(ApiValue::ConstEye(i as u32))),
            );
            [x, y, z]
        } else {
            [i - 2, i - 1, i].map(|i| self.coordinates(i)[3])
        };
        let two = self.b.f32(2.0);
        let (along, square) = (dot3(self.b, &normal, &eye), dot3(self.b, &normal, &normal));
        let along = mul(self.b, two, along);
        let scale = self.b.emit1(Op::FDiv, &[along, square]);
        let [x, y, z] = [0, 1, 2].map(|c| {
            let minus_eye = neg(self.b, eye[c]);
            fma(self.b, scale, normal[c], minus_eye)
        });
        [x, y, z, self.b.f32(0.0)]
    }
}
