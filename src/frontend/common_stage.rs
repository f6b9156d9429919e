//! Pieces that fixed function and assembly programs share to the bit: the position transform and fog.

use super::binding::{Binding, MatrixForm, MatrixName, SceneValue};
use super::vector::*;
use crate::ir::interface::{LodMode, fragment_input, varying};
use crate::ir::{Builder, Op, ValueId};

/// Texture units that a key covers.
pub const MAX_UNITS: usize = 8;

/// The source of the primary colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PixelSource {
    /// The interpolated primary colour.
    #[default]
    None,
    /// DrawPixels, CopyPixels: a sample at a [`PixelPlace`].
    DrawPixels,
    /// Bitmap: as `DrawPixels`, but it kills where the sample's alpha is 0 and keeps the interpolated colour elsewhere.
    Bitmap,
    /// DrawPixels of depth: the sample's red is the depth, the interpolated colour stays.
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

/// FOG_MODE.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FogMode {
    Linear,
    Exp,
    Exp2,
}

/// What a pixel rectangle gives its fragments instead of interpolated values: the primary colour, the depth. Outside
/// a bitmap fragments are killed.
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

/// A matrix times a vector, row by row in the order of DP4.
pub(crate) fn transform(b: &mut Builder, u: &mut Uniforms, matrix: MatrixName, v: &Vec4) -> Vec4 {
    map4(|r| {
        let row = u.load(
            b,
            Binding::Scene(SceneValue::MatrixRow(matrix, MatrixForm::Plain, r as u32)),
        );
        dot4(b, &row, v)
    })
}

/// Clip coordinates of the object position, stored (GL 1.5 section 2.11).
pub(crate) fn store_position(b: &mut Builder, u: &mut Uniforms, object: &Vec4) {
    store_clip_coordinates(b, u, MatrixName::Mvp, object);
}

/// Clip coordinates, a matrix times a position, stored.
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

/// Distances of the eye position to the user clip planes in use (GL 1.5 section 2.12), stored.
pub(crate) fn store_clip_distances(b: &mut Builder, u: &mut Uniforms, eye: &Vec4, planes: u8) {
    for plane in (0..6).filter(|p| planes >> p & 1 != 0) {
        let coefficients = u.load(b, Binding::Scene(SceneValue::ClipPlane(plane)));
        let distance = dot4(b, eye, &coefficients);
        b.store_output(4 * varying::CLIP_0 + plane, distance);
    }
}

/// log2 e
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
    /// What a fog coordinate makes of the fog's state.
    pub(crate) fn at(b: &mut Builder, u: &mut Uniforms, mode: FogMode, coord: ValueId) -> Fog {
        Fog {
            coord,
            factor: fog_factor(b, u, mode, coord),
            color: u.load(b, Binding::Scene(SceneValue::FogColor)),
        }
    }

    /// f·C + (1 − f)·Cf with the fog factor f, of r, g, b.
    pub(crate) fn blend(&self, b: &mut Builder, rgb: [ValueId; 3]) -> [ValueId; 3] {
        std::array::from_fn(|i| lerp(b, self.factor, rgb[i], self.color[i]))
    }

    /// Notes what it blends by and with.
    pub(crate) fn note(&self, b: &mut Builder) {
        b.note_fact("fog coordinate", &[self.coord]);
        b.note_fact("fog factor", &[self.factor]);
        b.note_fact("fog colour", &self.color[..3]);
    }
}
