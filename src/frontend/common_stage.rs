//! Code that fixed-function and assembly programs share, so that both give the same bits: the position transform, clip
//! distances, fog, and the pixels of pixel rectangles.

use super::binding::{Binding, MatrixForm, MatrixName, SceneValue};
use super::vector::*;
use crate::ir::interface::{LodMode, attribute, fragment_input, varying};
use crate::ir::{Builder, Op, Program, ValueId};

/// The number of texture units in the key of a fixed-function stage.
pub const MAX_UNITS: usize = 8;

/// What a fragment gets from the pixel rectangle that it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PixelSource {
    /// Nothing: the fragment belongs to a primitive, and its primary colour is interpolated.
    #[default]
    None,
    /// DrawPixels, CopyPixels: the primary colour is a sample at a [`PixelPlace`].
    DrawPixels,
    /// Bitmap: the fragment is killed where the sample's alpha is 0. Elsewhere the interpolated colour stays.
    Bitmap,
    /// DrawPixels of depths: the depth is the sample's red component. The interpolated colour stays.
    Depth,
}

/// Where a fragment program finds the pixels of a [`PixelSource`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PixelPlace {
    /// Image unit.
    pub unit: u32,
    /// Texture coordinate set.
    pub coord: u32,
}

/// Attributes and the varyings that they become, the position first.
const COPIES: [(u32, u32); 4] = [
    (attribute::POSITION, varying::POSITION),
    (attribute::COLOR, varying::FRONT_COLOR),
    (attribute::SECONDARY_COLOR, varying::FRONT_SECONDARY),
    (attribute::FOG_COORD, varying::FOG_COORD),
];

/// The vertex program of pixel rectangles: it copies its attributes, among them all sets of texture coordinates.
pub fn copy_program() -> Program {
    let mut b = Builder::new();
    let sets = (0..8).map(|set| (attribute::TEX_COORD_0 + set, varying::TEX_COORD_0 + set));
    for (from, to) in COPIES.into_iter().chain(sets) {
        for component in 0..4 {
            let value = b.load_input(4 * from + component);
            b.store_output(4 * to + component, value);
        }
    }
    b.finish()
}

/// How the fog factor falls with the fog coordinate (GL 1.5 section 3.10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FogMode {
    Linear,
    Exp,
    Exp2,
}

/// Returns the primary colour and the depth that a pixel rectangle gives instead of interpolated values; `None` where
/// the interpolated value stays. Kills the fragments at zero bits of a bitmap.
pub(crate) fn pixel_source(
    b: &mut Builder,
    source: PixelSource,
    place: PixelPlace,
) -> (Option<Vec4>, Option<ValueId>) {
    if source == PixelSource::None {
        return (None, None);
    }
    let coord = input4(b, fragment_input::TEX_COORD_0 + place.coord);
    let zero = b.f32(0.0);
    let texel = b.sample(place.unit, LodMode::Implicit, coord, zero);
    match source {
        PixelSource::DrawPixels => return (Some(texel), None),
        PixelSource::Depth => return (None, Some(texel[0])),
        _ => {}
    }
    let outside = b.emit1(Op::FEq, &[texel[3], zero]);
    b.note_fact("outside the bitmap", &[outside]);
    b.emit(Op::Kill, &[outside], [0, 0]);
    (None, None)
}

/// Multiplies a matrix by a vector, row by row in the order of DP4.
pub(crate) fn transform(b: &mut Builder, u: &mut Uniforms, matrix: MatrixName, v: &Vec4) -> Vec4 {
    map4(|r| {
        let row = u.load(
            b,
            Binding::Scene(SceneValue::MatrixRow(matrix, MatrixForm::Plain, r as u32)),
        );
        dot4(b, &row, v)
    })
}

/// Computes and stores the clip coordinates of a position in object space (GL 1.5 section 2.11).
pub(crate) fn store_position(b: &mut Builder, u: &mut Uniforms, object: &Vec4) {
    store_clip_coordinates(b, u, MatrixName::Mvp, object);
}

/// Computes and stores clip coordinates: `matrix` times `position`.
pub(crate) fn store_clip_coordinates(
    b: &mut Builder,
    u: &mut Uniforms,
    matrix: MatrixName,
    position: &Vec4,
) {
    let clip = transform(b, u, matrix, position);
    output4(b, varying::POSITION, &clip);
    b.note_fact("clip coordinates", &clip);
}

/// Computes and stores the distances of the eye position to the user clip planes in `planes`, by bit (GL 1.5 section
/// 2.12).
pub(crate) fn store_clip_distances(b: &mut Builder, u: &mut Uniforms, eye: &Vec4, planes: u8) {
    for plane in (0..6).filter(|p| planes >> p & 1 != 0) {
        let coefficients = u.load(b, Binding::Scene(SceneValue::ClipPlane(plane)));
        let distance = dot4(b, eye, &coefficients);
        b.store_output(4 * varying::CLIP_0 + plane, distance);
    }
}

const LOG2_E: f32 = std::f32::consts::LOG2_E;

/// The fog factor of a fog coordinate, in [0, 1] (GL 1.5 section 3.10).
pub(crate) fn fog_factor(
    b: &mut Builder,
    u: &mut Uniforms,
    mode: FogMode,
    coord: ValueId,
) -> ValueId {
    let params = u.load(b, Binding::Scene(SceneValue::FogParams));
    let factor = match mode {
        FogMode::Linear => {
            let d = sub(b, params[2], coord);
            mul(b, d, params[3])
        }
        FogMode::Exp | FogMode::Exp2 => {
            let mut x = mul(b, params[0], coord);
            if mode == FogMode::Exp2 {
                x = mul(b, x, x);
            }
            let scale = b.f32(-LOG2_E);
            let x = mul(b, x, scale);
            exp2(b, x)
        }
    };
    saturate(b, factor)
}

/// The fog of a fragment (GL 1.5 section 3.10).
pub(crate) struct Fog {
    coord: ValueId,
    factor: ValueId,
    color: Vec4,
}

impl Fog {
    /// Computes the fog at a fog coordinate.
    pub(crate) fn at(b: &mut Builder, u: &mut Uniforms, mode: FogMode, coord: ValueId) -> Fog {
        Fog {
            coord,
            factor: fog_factor(b, u, mode, coord),
            color: u.load(b, Binding::Scene(SceneValue::FogColor)),
        }
    }

    /// Blends red, green and blue with the fog colour Cf: f·C + (1 − f)·Cf, where f is the fog factor.
    pub(crate) fn blend(&self, b: &mut Builder, rgb: [ValueId; 3]) -> [ValueId; 3] {
        std::array::from_fn(|i| lerp(b, self.factor, rgb[i], self.color[i]))
    }

    /// Names the coordinate, the factor and the colour for `explain`.
    pub(crate) fn note(&self, b: &mut Builder) {
        b.note_fact("fog coordinate", &[self.coord]);
        b.note_fact("fog factor", &[self.factor]);
        b.note_fact("fog colour", &self.color[..3]);
    }
}
