//! The values that programs read: every [`Binding`] from the current state (ARB_vertex_program table X.3,
//! ARB_fragment_program table X.3, QUIRKS 0.55).
#![forbid(unsafe_code)]

mod lighting;
mod matrix;

use crate::device::draw::uniforms::{self, Values};
use crate::device::state::revision::WatchedGuard;
use crate::format::TextureShape;
use crate::frontend::binding::{ApiValue, Binding, SceneValue, TexGenCoord};
use crate::gl::Context;
use crate::gl::context::draw_cache::ValueStamp;
use crate::gl::context::program_target::Target;
use crate::gl::framebuffer::bound::{draw_framebuffer, fragment_value};
use crate::gl::program::loaded::Loaded;
use crate::gl::program::nv;
use crate::gl::program::object::ProgramObject;
use crate::gl::texture::coord_gen::TexGen;
use crate::gl::texture::shader::ShaderStage;
use crate::gl::texture::unit::TextureState;
use crate::texture::Texture;
use lighting::{light_value, material_value};
use matrix::{matrix_row, normal_scale};

/// Fills `out` with the uniform array of these bindings, with the parameters of this target.
pub fn resolve(cx: &Context, target: Target, bindings: &[Binding], out: &mut Vec<f32>) {
    uniforms::resolve(bindings, &ProgramValues::of(cx, target), out);
}

/// Resolves the bindings that read changed values into `out`, which has the uniform array from before.
pub(super) fn resolve_changed(
    cx: &Context,
    target: Target,
    bindings: &[Binding],
    changed: ChangedValues,
    out: &mut [f32],
) {
    let values = ProgramValues::of(cx, target);
    let places = out.as_chunks_mut::<4>().0.iter_mut();
    for (binding, place) in bindings.iter().zip(places) {
        if changed.concern(binding) {
            *place = uniforms::value(binding, &values);
        }
    }
}

/// The revisions of the values as they are now.
pub(super) fn value_stamp_of(cx: &Context) -> ValueStamp {
    ValueStamp {
        matrices: cx.matrix.value_revision(),
        materials: cx.lighting.value_revision(),
        env: cx.programs.value_revision(),
        objects: cx.shared.device.object_values.current(),
    }
}

/// Which values have changed since some uniforms were computed.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChangedValues {
    matrices: bool,
    materials: bool,
    env: bool,
    objects: bool,
}

impl ChangedValues {
    pub(super) fn between(a: ValueStamp, b: ValueStamp) -> ChangedValues {
        ChangedValues {
            matrices: a.matrices != b.matrices,
            materials: a.materials != b.materials,
            env: a.env != b.env,
            objects: a.objects != b.objects,
        }
    }

    /// Whether a binding reads a changed value.
    pub(super) fn concern(self, binding: &Binding) -> bool {
        match binding {
            Binding::Constant(_) => false,
            // A parameter of the environment may track a matrix.
            Binding::Env(_) => self.env || self.matrices,
            Binding::Local(_) | Binding::Named(_) => self.objects,
            Binding::Scene(SceneValue::MatrixRow(..) | SceneValue::NormalScale(_)) => self.matrices,
            Binding::Scene(
                SceneValue::Material(..)
                | SceneValue::MaterialShininess(_)
                | SceneValue::LightModelSceneColor(_)
                | SceneValue::LightProduct(..),
            ) => self.materials,
            Binding::Scene(_) => false,
        }
    }
}

/// The values that a program of a target reads.
struct ProgramValues<'a> {
    cx: &'a Context,
    target: Target,
    env: &'a [[f32; 4]],
    object: WatchedGuard<'a, ProgramObject>,
}

impl<'a> ProgramValues<'a> {
    fn of(cx: &'a Context, target: Target) -> ProgramValues<'a> {
        let state = cx.programs.target(target);
        ProgramValues {
            cx,
            target,
            env: &state.env,
            object: cx.programs.drawn(target).lock(),
        }
    }
}

impl Values for ProgramValues<'_> {
    fn scene(&self, state: SceneValue) -> [f32; 4] {
        let state = match (state, &self.object.loaded) {
            // The code numbers samplers, which stand for image units.
            (SceneValue::TextureLod(number, shape), Some(Loaded::Shading(_, units))) => {
                let unit = units.get(number as usize).copied().unwrap_or_default();
                SceneValue::TextureLod(unit.into(), shape)
            }
            (state, _) => state,
        };
        state_value(self.cx, state)
    }

    fn env(&self, n: u32) -> [f32; 4] {
        if self.target == Target::Vertex {
            nv::parameters::parameter(&self.cx.programs, &self.cx.matrix, n)
        } else {
            self.env.get(n as usize).copied().unwrap_or_default()
        }
    }

    fn local(&self, n: u32) -> [f32; 4] {
        let local = self.object.local.get(n as usize);
        local.copied().unwrap_or_default()
    }

    fn named(&self, n: u32) -> [f32; 4] {
        let named = self.object.named.get(n as usize);
        named.copied().unwrap_or_default()
    }
}

/// The value of a piece of state. What does not exist (a light beyond the last) is (0, 0, 0, 1).
pub fn state_value(cx: &Context, state: SceneValue) -> [f32; 4] {
    // Each row packs one piece of state into four numbers, as table X.3 lists them, and as the extensions say for the
    // rest.
    match state {
        SceneValue::Material(..)
        | SceneValue::MaterialShininess(_)
        | SceneValue::LightModelAmbient
        | SceneValue::LightModelSceneColor(_) => material_value(&cx.lighting, state),
        SceneValue::Light(n, _)
        | SceneValue::LightPosition(n)
        | SceneValue::LightAttenuation(n)
        | SceneValue::LightSpotDirection(n)
        | SceneValue::LightSpotCutoff(n)
        | SceneValue::LightHalf(n)
        | SceneValue::LightProduct(n, ..) => light_value(&cx.lighting, n as usize, state),
        SceneValue::TexEnvColor(unit) => cx
            .textures
            .units
            .get(unit as usize)
            .map_or(NOTHING, |unit| fragment_value(cx, unit.env.color)),
        SceneValue::BumpMatrix(unit) => cx
            .textures
            .units
            .get(unit as usize)
            .map_or(NOTHING, |unit| unit.env.bump_matrix),
        SceneValue::TexGenEye(unit, coord) => {
            tex_gen(&cx.textures, unit, coord).map_or(NOTHING, |g| g.eye_plane)
        }
        SceneValue::TexGenObject(unit, coord) => {
            tex_gen(&cx.textures, unit, coord).map_or(NOTHING, |g| g.object_plane)
        }
        SceneValue::FogColor => fragment_value(cx, cx.lighting.fog.color),
        SceneValue::FogParams => {
            let fog = &cx.lighting.fog;
            [fog.density, fog.start, fog.end, 1.0 / (fog.end - fog.start)]
        }
        SceneValue::ClipPlane(n) => cx
            .matrix
            .clip_planes
            .get(n as usize)
            .copied()
            .unwrap_or(NOTHING),
        SceneValue::PointSize => {
            let point = &cx.rasterization.point;
            [
                point.size,
                point.size_min,
                point.size_max,
                point.fade_threshold,
            ]
        }
        SceneValue::PointAttenuation => {
            let [a, b, c] = cx.rasterization.point.attenuation;
            [a, b, c, 1.0]
        }
        SceneValue::DepthRange => {
            let [near, far] = cx.matrix.depth_range.map(|d| d as f32);
            [near, far, far - near, 1.0]
        }
        SceneValue::DepthLimits if cx.matrix.depth_clamp => {
            [f32::NEG_INFINITY, f32::INFINITY, 0.0, 0.0]
        }
        SceneValue::DepthLimits => {
            let [low, high] = cx.matrix.sorted_depth_range();
            [low, high, 0.0, 0.0]
        }
        SceneValue::FramebufferHeight => [draw_framebuffer(cx).height() as f32, 0.0, 0.0, 1.0],
        SceneValue::MatrixRow(name, form, row) => matrix_row(&cx.matrix, name, form, row as usize),
        SceneValue::NormalScale(matrix) => [normal_scale(&cx.matrix, matrix), 0.0, 0.0, 0.0],
        SceneValue::TextureLod(unit, target) => texture_lod(&cx.textures, unit as usize, target),
        SceneValue::Api(ApiValue::OffsetMatrix(unit)) => {
            shader(&cx.textures, unit).map_or(NOTHING, |s| s.offset_matrix)
        }
        SceneValue::Api(ApiValue::OffsetScaleBias(unit)) => shader(&cx.textures, unit)
            .map_or(NOTHING, |stage| {
                [stage.offset_scale, stage.offset_bias, 0.0, 0.0]
            }),
        SceneValue::Api(ApiValue::ConstEye(unit)) => {
            shader(&cx.textures, unit).map_or(NOTHING, |stage| {
                let [x, y, z] = stage.const_eye;
                [x, y, z, 0.0]
            })
        }
        SceneValue::Api(ApiValue::CombinerConstant(n)) => constant(&cx.combiners.constants, n),
        SceneValue::Api(ApiValue::CombinerStageConstant(stage, n)) => {
            let stage = cx.combiners.stage_constants.get(stage as usize);
            stage.map_or(NOTHING, |constants| constant(constants, n))
        }
        SceneValue::Api(ApiValue::FragmentShaderConstant(n)) => {
            constant(&cx.fragment_shaders.constants, n)
        }
        SceneValue::Api(ApiValue::Invariant(name, row)) => {
            cx.shared.vertex_symbols.lock().invariant_row(name, row)
        }
    }
}

fn shader(textures: &TextureState, unit: u32) -> Option<&ShaderStage> {
    let unit = textures.units.get(unit as usize);
    unit.map(|unit| &unit.shader)
}

fn constant(constants: &[[f32; 4]], n: u32) -> [f32; 4] {
    constants.get(n as usize).copied().unwrap_or(NOTHING)
}

/// The value of [`SceneValue::TextureLod`]. The state of an incomplete texture is ignored.
fn texture_lod(textures: &TextureState, unit: usize, kind: TextureShape) -> [f32; 4] {
    let unit = textures.units.get(unit);
    let Some(Texture { image, sampler }) =
        unit.and_then(|u| u.texture_for_program(kind, textures.overrides(), false))
    else {
        return NOTHING;
    };
    let base = image.faces[0].get(sampler.base_level as usize);
    let Some(base) = base.and_then(Option::as_ref) else {
        return NOTHING;
    };
    let [width, height, depth] = [base.width, base.height, base.depth].map(|n| n as f32);
    let [s, t, r] = match kind {
        TextureShape::D1 | TextureShape::D1Array => [width, 0.0, 0.0],
        TextureShape::D2 | TextureShape::D2Array => [width, height, 0.0],
        TextureShape::D3 => [width, height, depth],
        TextureShape::Rectangle => [1.0, 1.0, 0.0],
        TextureShape::Cube => [width / 2.0; 3],
    };
    [s, t, r, sampler.lod_bias]
}

/// The value of what does not exist.
const NOTHING: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

fn tex_gen(textures: &TextureState, unit: u32, coord: TexGenCoord) -> Option<&TexGen> {
    let index = match coord {
        TexGenCoord::S => 0,
        TexGenCoord::T => 1,
        TexGenCoord::R => 2,
        TexGenCoord::Q => 3,
    };
    textures
        .units
        .get(unit as usize)
        .map(|unit| &unit.tex_gen[index])
}
