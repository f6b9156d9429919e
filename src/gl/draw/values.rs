//! The values that programs read: every [`Binding`] from the current state (ARB_vertex_program table X.3,
//! ARB_fragment_program table X.3, QUIRKS 0.55).
#![forbid(unsafe_code)]

use crate::device::draw::uniforms::{self, Values};
use crate::device::geometry::angle::sin_cos_degrees;
use crate::device::geometry::matrix::{IDENTITY, Mat4, invert, transpose};
use crate::device::state::revision::WatchedGuard;
use crate::format::TextureShape;
use crate::frontend::binding::{
    ApiValue, Binding, ColorTerm, Face, MatrixForm, MatrixName, SceneValue, TexGenCoord,
};
use crate::gl::Context;
use crate::gl::context::program_target::Target;
use crate::gl::framebuffer::bound::{draw_framebuffer, fragment_value};
use crate::gl::lighting::state::Material;
use crate::gl::program::nv_parameters;
use crate::gl::program::object::ProgramObject;
use crate::gl::texture::shader::ShaderStage;
use crate::gl::transform::matrix::MatrixStack;
use crate::texture::Texture;

/// Fills `out` with the uniform array of these bindings, with the parameters of this target.
pub fn resolve(cx: &Context, target: Target, bindings: &[Binding], out: &mut Vec<f32>) {
    let state = cx.programs.target(target);
    let values = ProgramValues {
        cx,
        target,
        env: &state.env,
        object: state.object.lock(),
    };
    uniforms::resolve(bindings, &values, out);
}

/// The values that a program of a target reads.
struct ProgramValues<'a> {
    cx: &'a Context,
    target: Target,
    env: &'a [[f32; 4]],
    object: WatchedGuard<'a, ProgramObject>,
}

impl Values for ProgramValues<'_> {
    fn scene(&self, state: SceneValue) -> [f32; 4] {
        state_value(self.cx, state)
    }

    fn env(&self, n: u32) -> [f32; 4] {
        if self.target == Target::Vertex {
            nv_parameters::parameter(self.cx, n)
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
    match state {
        SceneValue::Material(..)
        | SceneValue::MaterialShininess(_)
        | SceneValue::LightModelAmbient
        | SceneValue::LightModelSceneColor(_) => material_value(cx, state),
        SceneValue::Light(n, _)
        | SceneValue::LightPosition(n)
        | SceneValue::LightAttenuation(n)
        | SceneValue::LightSpotDirection(n)
        | SceneValue::LightSpotCutoff(n)
        | SceneValue::LightHalf(n)
        | SceneValue::LightProduct(n, ..) => light_value(cx, n as usize, state),
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
            tex_gen(cx, unit, coord).map_or(NOTHING, |g| g.eye_plane)
        }
        SceneValue::TexGenObject(unit, coord) => {
            tex_gen(cx, unit, coord).map_or(NOTHING, |g| g.object_plane)
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
        SceneValue::MatrixRow(name, form, row) => matrix_row(cx, name, form, row as usize),
        SceneValue::NormalScale(matrix) => [normal_scale(cx, matrix), 0.0, 0.0, 0.0],
        SceneValue::TextureLod(unit, target) => texture_lod(cx, unit as usize, target),
        SceneValue::Api(ApiValue::OffsetMatrix(unit)) => {
            shader(cx, unit).map_or(NOTHING, |s| s.offset_matrix)
        }
        SceneValue::Api(ApiValue::OffsetScaleBias(unit)) => shader(cx, unit)
            .map_or(NOTHING, |stage| {
                [stage.offset_scale, stage.offset_bias, 0.0, 0.0]
            }),
        SceneValue::Api(ApiValue::ConstEye(unit)) => shader(cx, unit).map_or(NOTHING, |stage| {
            let [x, y, z] = stage.const_eye;
            [x, y, z, 0.0]
        }),
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

fn shader(cx: &Context, unit: u32) -> Option<&ShaderStage> {
    let unit = cx.textures.units.get(unit as usize);
    unit.map(|unit| &unit.shader)
}

fn constant(constants: &[[f32; 4]], n: u32) -> [f32; 4] {
    constants.get(n as usize).copied().unwrap_or(NOTHING)
}

/// The value of [`SceneValue::TextureLod`]. The state of an incomplete texture is ignored.
fn texture_lod(cx: &Context, unit: usize, kind: TextureShape) -> [f32; 4] {
    let unit = cx.textures.units.get(unit);
    let Some(Texture { image, sampler }) =
        unit.and_then(|u| u.texture_for_program(kind, cx.textures.override_palette(), false))
    else {
        return NOTHING;
    };
    let base = image.faces[0].get(sampler.base_level as usize);
    let Some(base) = base.and_then(Option::as_ref) else {
        return NOTHING;
    };
    let [width, height, depth] = [base.width, base.height, base.depth].map(|n| n as f32);
    let [s, t, r] = match kind {
        TextureShape::D1 => [width, 0.0, 0.0],
        TextureShape::D2 => [width, height, 0.0],
        TextureShape::D3 => [width, height, depth],
        TextureShape::Rectangle => [1.0, 1.0, 0.0],
        TextureShape::Cube => [width / 2.0; 3],
    };
    [s, t, r, sampler.lod_bias]
}

const NOTHING: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

fn material(cx: &Context, face: Face) -> &Material {
    match face {
        Face::Front => &cx.lighting.materials[0],
        Face::Back => &cx.lighting.materials[1],
    }
}

fn property(material: &Material, term: ColorTerm) -> [f32; 4] {
    match term {
        ColorTerm::Ambient => material.ambient,
        ColorTerm::Diffuse => material.diffuse,
        ColorTerm::Specular => material.specular,
        ColorTerm::Emission => material.emission,
    }
}

fn material_value(cx: &Context, state: SceneValue) -> [f32; 4] {
    match state {
        SceneValue::Material(face, term) => property(material(cx, face), term),
        SceneValue::MaterialShininess(face) => [material(cx, face).shininess, 0.0, 0.0, 1.0],
        SceneValue::LightModelSceneColor(face) => {
            let (m, model) = (material(cx, face), cx.lighting.model.ambient);
            let rgb = |i: usize| m.ambient[i].mul_add(model[i], m.emission[i]);
            [rgb(0), rgb(1), rgb(2), m.diffuse[3]]
        }
        _ => cx.lighting.model.ambient,
    }
}

fn light_value(cx: &Context, n: usize, state: SceneValue) -> [f32; 4] {
    let Some(light) = cx.lighting.lights.get(n) else {
        return NOTHING;
    };
    let color = |term| match term {
        ColorTerm::Ambient => light.ambient,
        ColorTerm::Diffuse => light.diffuse,
        ColorTerm::Specular => light.specular,
        ColorTerm::Emission => NOTHING,
    };
    match state {
        SceneValue::Light(_, term) => color(term),
        SceneValue::LightPosition(_) => light.position,
        SceneValue::LightAttenuation(_) => {
            let [k0, k1, k2] = light.attenuation;
            [k0, k1, k2, light.spot_exponent]
        }
        SceneValue::LightSpotDirection(_) => {
            let [x, y, z] = light.spot_direction;
            let (_, cos) = sin_cos_degrees(light.spot_cutoff.into());
            [x, y, z, cos as f32]
        }
        SceneValue::LightSpotCutoff(_) => [light.spot_cutoff, 0.0, 0.0, 0.0],
        SceneValue::LightHalf(_) => {
            let [x, y, z, _] = light.position;
            let [x, y, z] = unit([x, y, z]);
            let [x, y, z] = unit([x, y, z + 1.0]);
            [x, y, z, 1.0]
        }
        SceneValue::LightProduct(_, face, term) => {
            let (l, m) = (color(term), property(material(cx, face), term));
            [l[0] * m[0], l[1] * m[1], l[2] * m[2], m[3]]
        }
        _ => NOTHING,
    }
}

/// Scales a vector to length 1. A vector without direction stays as it is.
fn unit(v: [f32; 3]) -> [f32; 3] {
    let length = v.iter().map(|c| f64::from(*c).powi(2)).sum::<f64>().sqrt();
    if length > 0.0 && length.is_finite() {
        v.map(|c| (f64::from(c) / length) as f32)
    } else {
        v
    }
}

fn tex_gen(
    cx: &Context,
    unit: u32,
    coord: TexGenCoord,
) -> Option<&crate::gl::texture::coord_gen::TexGen> {
    let index = match coord {
        TexGenCoord::S => 0,
        TexGenCoord::T => 1,
        TexGenCoord::R => 2,
        TexGenCoord::Q => 3,
    };
    cx.textures
        .units
        .get(unit as usize)
        .map(|unit| &unit.tex_gen[index])
}

fn matrix_row(cx: &Context, name: MatrixName, form: MatrixForm, row: usize) -> [f32; 4] {
    let matrix: Mat4 = match (name, form) {
        (MatrixName::ModelView(_) | MatrixName::Palette(_), form) => {
            let stack = blend_stack(cx, name);
            match (stack, form) {
                (None, _) => IDENTITY,
                (Some(stack), MatrixForm::Plain | MatrixForm::Transpose) => *stack.top(),
                (Some(stack), _) => stack.inverse(),
            }
        }
        (MatrixName::Projection, MatrixForm::Plain | MatrixForm::Transpose) => {
            *cx.matrix.projection()
        }
        (MatrixName::Projection, _) => cx.matrix.projection_stack.inverse(),
        (MatrixName::Mvp, MatrixForm::Plain | MatrixForm::Transpose) => cx.matrix.mvp(),
        (MatrixName::Mvp, _) => cx.matrix.inverse_mvp(),
        (MatrixName::Texture(n), form) => stacked(
            cx.matrix.texture_stacks.get(n as usize).map(|s| s.top()),
            form,
        ),
        (MatrixName::Program(n), form) => stacked(
            cx.matrix.program_stacks.get(n as usize).map(|s| s.top()),
            form,
        ),
        (MatrixName::Color, form) => stacked(Some(cx.matrix.color_stack.top()), form),
    };
    let by_rows = matches!(form, MatrixForm::Plain | MatrixForm::Inverse);
    let rows = if by_rows { transpose(&matrix) } else { matrix };
    rows.get(row).copied().unwrap_or(NOTHING)
}

/// The stack of a modelview matrix or one of the palette. Returns `None` for others and beyond the last.
fn blend_stack(cx: &Context, name: MatrixName) -> Option<&MatrixStack> {
    match name {
        MatrixName::ModelView(unit) => cx.matrix.modelview_of(unit as usize),
        MatrixName::Palette(n) => cx.matrix.palette(n as usize),
        _ => None,
    }
}

/// The matrix, or its inverse where the form asks for it. A singular matrix has the inverse zero.
fn stacked(matrix: Option<&Mat4>, form: MatrixForm) -> Mat4 {
    let matrix = matrix.copied().unwrap_or(IDENTITY);
    match form {
        MatrixForm::Plain | MatrixForm::Transpose => matrix,
        MatrixForm::Inverse | MatrixForm::InverseTranspose => {
            invert(&matrix).unwrap_or([[0.0; 4]; 4])
        }
    }
}

/// RESCALE_NORMAL: 1 ÷ the length of the inverse matrix's third row (GL 1.5 section 2.11.3); 1 without an inverse.
fn normal_scale(cx: &Context, matrix: MatrixName) -> f32 {
    let inverse = blend_stack(cx, matrix).map_or(IDENTITY, MatrixStack::inverse);
    let sum: f64 = (0..3)
        .map(|column| f64::from(inverse[column][2]).powi(2))
        .sum();
    if sum > 0.0 {
        (1.0 / sum.sqrt()) as f32
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn light_and_material_products() {
        let mut cx = Context::new(Arc::default());
        cx.lighting.lights[1].diffuse = [0.5, 0.25, 1.0, 0.125];
        cx.lighting.materials[1].diffuse = [0.5, 0.5, 0.5, 0.75];
        assert_eq!(
            state_value(
                &cx,
                SceneValue::LightProduct(1, Face::Back, ColorTerm::Diffuse)
            ),
            [0.25, 0.125, 0.5, 0.75]
        );
        cx.lighting.materials[0].emission = [0.5, 0.0, 0.0, 0.0];
        let scene = state_value(&cx, SceneValue::LightModelSceneColor(Face::Front));
        assert_eq!(scene, [0.2f32.mul_add(0.2, 0.5), 0.2 * 0.2, 0.2 * 0.2, 1.0]);
        assert_eq!(
            state_value(&cx, SceneValue::LightSpotDirection(0)),
            [0.0, 0.0, -1.0, -1.0]
        );
        assert_eq!(
            state_value(&cx, SceneValue::LightHalf(0)),
            [0.0, 0.0, 1.0, 1.0]
        );
        assert_eq!(
            state_value(&cx, SceneValue::Light(99, ColorTerm::Ambient)),
            NOTHING
        );
    }

    #[test]
    fn rows_of_matrices() {
        let mut cx = Context::new(Arc::default());
        let m: Mat4 = [
            [2.0, 0.0, 0.0, 0.0],
            [0.0, 4.0, 0.0, 0.0],
            [0.0, 0.0, 8.0, 0.0],
            [1.0, 2.0, 3.0, 1.0],
        ];
        cx.matrix.modelview_stack.set_top(m);
        let row = |form, row| {
            state_value(
                &cx,
                SceneValue::MatrixRow(MatrixName::ModelView(0), form, row),
            )
        };
        assert_eq!(row(MatrixForm::Plain, 0), [2.0, 0.0, 0.0, 1.0]);
        assert_eq!(row(MatrixForm::Transpose, 3), [1.0, 2.0, 3.0, 1.0]);
        assert_eq!(row(MatrixForm::Inverse, 1), [0.0, 0.25, 0.0, -0.5]);
        assert_eq!(row(MatrixForm::InverseTranspose, 1), [0.0, 0.25, 0.0, 0.0]);
        assert_eq!(
            state_value(&cx, SceneValue::NormalScale(MatrixName::ModelView(0)))[0],
            8.0
        );
    }
}
