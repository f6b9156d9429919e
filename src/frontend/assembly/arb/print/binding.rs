//! The names of attributes, results, constants and program parameters, with every optional part (ARB_vertex_program tables
//! X.1, X.2, X.3 and X.4 and their fragment twins): what [`crate::frontend::assembly::arb::parse::binding`] and [`crate::frontend::assembly::arb::parse::state_binding`] read.

use crate::frontend::assembly::arb::parsed::FACING;
use crate::frontend::binding::{
    ApiValue, Binding, ColorTerm, Face, MatrixForm, MatrixName, SceneValue, TexGenCoord,
};
use crate::ir::interface::{attribute, fragment_input, fragment_output, varying};

/// The binding of an input vec4.
pub(crate) fn attribute(fragment: bool, vec4: u32) -> String {
    let name = match (vec4, fragment) {
        (fragment_input::POSITION, true) => "fragment.position",
        (fragment_input::COLOR, true) => "fragment.color.primary",
        (fragment_input::SECONDARY_COLOR, true) => "fragment.color.secondary",
        (fragment_input::FOG_COORD, true) => "fragment.fogcoord",
        (FACING, true) => "fragment.facing",
        (n, true) => return format!("fragment.texcoord[{}]", n - fragment_input::TEX_COORD_0),
        (attribute::POSITION, false) => "vertex.position",
        (attribute::WEIGHT, false) => "vertex.weight[0]",
        (attribute::NORMAL, false) => "vertex.normal",
        (attribute::COLOR, false) => "vertex.color.primary",
        (attribute::SECONDARY_COLOR, false) => "vertex.color.secondary",
        (attribute::FOG_COORD, false) => "vertex.fogcoord",
        (attribute::MATRIX_INDEX, false) => "vertex.matrixindex[0]",
        (n @ attribute::TEX_COORD_0..attribute::GENERIC_0, false) => {
            return format!("vertex.texcoord[{}]", n - attribute::TEX_COORD_0);
        }
        (n, false) => return format!("vertex.attrib[{}]", n - attribute::GENERIC_0),
    };
    name.to_owned()
}

/// The array of inputs that begins with this vec4.
pub(crate) fn attribute_array(fragment: bool, base: u32) -> &'static str {
    match (fragment, base) {
        (true, _) => "fragment.texcoord",
        (false, attribute::TEX_COORD_0) => "vertex.texcoord",
        (false, _) => "vertex.attrib",
    }
}

/// The binding of an output vec4; an index for the colour only where the program may have several.
pub(crate) fn result(fragment: bool, draw_buffers: bool, vec4: u32) -> String {
    let name = match (vec4, fragment) {
        (fragment_output::DEPTH, true) => "result.depth",
        (n, true) if draw_buffers => {
            return format!("result.color[{}]", n - fragment_output::COLOR_0);
        }
        (_, true) => "result.color",
        (varying::POSITION, false) => "result.position",
        (varying::FRONT_COLOR, false) => "result.color.front.primary",
        (varying::FRONT_SECONDARY, false) => "result.color.front.secondary",
        (varying::BACK_COLOR, false) => "result.color.back.primary",
        (varying::BACK_SECONDARY, false) => "result.color.back.secondary",
        (varying::FOG_COORD, false) => "result.fogcoord",
        (varying::POINT_SIZE, false) => "result.pointsize",
        (n, false) => return format!("result.texcoord[{}]", n - varying::TEX_COORD_0),
    };
    name.to_owned()
}

/// The binding of a parameter.
pub(crate) fn binding(binding: &Binding) -> String {
    match binding {
        Binding::Constant(vector) => constant(vector),
        Binding::Env(n) => format!("program.env[{n}]"),
        Binding::Local(n) => format!("program.local[{n}]"),
        Binding::Named(n) => unreachable!("parameter {n} is of a native program"),
        Binding::Scene(state) => state_name(state),
    }
}

/// The binding of `n` vectors from `first` on: of `program.env`, `program.local` or the rows of a matrix.
pub(crate) fn binding_range(first: &Binding, n: u32) -> String {
    match *first {
        Binding::Env(a) => format!("program.env[{a}..{}]", a + n - 1),
        Binding::Local(a) => format!("program.local[{a}..{}]", a + n - 1),
        Binding::Scene(SceneValue::MatrixRow(name, form, row)) => {
            format!("{}.row[{row}..{}]", matrix(name, form), row + n - 1)
        }
        other => unreachable!("{other:?} is not the first of a range"),
    }
}

/// One number for four equal ones, else all four.
fn constant(v: &[f32; 4]) -> String {
    let bits = v.map(f32::to_bits);
    if bits == [bits[0]; 4] {
        return number(v[0]);
    }
    vector(v)
}

/// Four numbers in braces.
pub(crate) fn vector(v: &[f32; 4]) -> String {
    format!("{{ {} }}", v.map(number).join(", "))
}

/// The shortest number that reads back as `x`, with a point or an exponent.
pub(crate) fn number(x: f32) -> String {
    if x.is_infinite() {
        // The language cannot write infinity; a number beyond the greatest float reads back as one.
        return if x < 0.0 { "-1e39" } else { "1e39" }.to_owned();
    }
    format!("{x:?}")
}

/// The name of a piece of state.
pub(crate) fn state_name(state: &SceneValue) -> String {
    match *state {
        SceneValue::Material(face, term) => {
            format!("state.material.{}.{}", side(face), color(term))
        }
        SceneValue::MaterialShininess(face) => format!("state.material.{}.shininess", side(face)),
        SceneValue::Light(n, term) => format!("state.light[{n}].{}", color(term)),
        SceneValue::LightPosition(n) => format!("state.light[{n}].position"),
        SceneValue::LightAttenuation(n) => format!("state.light[{n}].attenuation"),
        SceneValue::LightSpotDirection(n) => format!("state.light[{n}].spot.direction"),
        SceneValue::LightSpotCutoff(n) => format!("state.light[{n}].spot.cutoff"),
        SceneValue::LightHalf(n) => format!("state.light[{n}].half"),
        SceneValue::LightModelAmbient => "state.lightmodel.ambient".to_owned(),
        SceneValue::LightModelSceneColor(face) => {
            format!("state.lightmodel.{}.scenecolor", side(face))
        }
        SceneValue::LightProduct(n, face, term) => {
            format!("state.lightprod[{n}].{}.{}", side(face), color(term))
        }
        SceneValue::BumpMatrix(unit) => format!("bump matrix {unit}"),
        SceneValue::TexEnvColor(unit) => format!("state.texenv[{unit}].color"),
        SceneValue::TexGenEye(set, coord) => format!("state.texgen[{set}].eye.{}", plane(coord)),
        SceneValue::TexGenObject(set, coord) => {
            format!("state.texgen[{set}].object.{}", plane(coord))
        }
        SceneValue::FogColor => "state.fog.color".to_owned(),
        SceneValue::FogParams => "state.fog.params".to_owned(),
        SceneValue::ClipPlane(n) => format!("state.clip[{n}].plane"),
        SceneValue::PointSize => "state.point.size".to_owned(),
        SceneValue::PointAttenuation => "state.point.attenuation".to_owned(),
        SceneValue::DepthRange => "state.depth.range".to_owned(),
        SceneValue::MatrixRow(name, form, row) => format!("{}.row[{row}]", matrix(name, form)),
        // The state that a program in window coordinates from the upper left reads; no language names it.
        SceneValue::FramebufferHeight => "framebuffer.height".to_owned(),
        SceneValue::NormalScale(_)
        | SceneValue::Api(ApiValue::Invariant(..))
        | SceneValue::Api(ApiValue::FragmentShaderConstant(_))
        | SceneValue::Api(ApiValue::CombinerConstant(_))
        | SceneValue::Api(ApiValue::CombinerStageConstant(..))
        | SceneValue::Api(ApiValue::OffsetMatrix(_))
        | SceneValue::Api(ApiValue::OffsetScaleBias(_))
        | SceneValue::Api(ApiValue::ConstEye(_))
        | SceneValue::TextureLod(..)
        | SceneValue::DepthLimits => {
            unreachable!("{state:?} has no name in these languages")
        }
    }
}

fn side(face: Face) -> &'static str {
    match face {
        Face::Front => "front",
        Face::Back => "back",
    }
}

fn color(term: ColorTerm) -> &'static str {
    match term {
        ColorTerm::Ambient => "ambient",
        ColorTerm::Diffuse => "diffuse",
        ColorTerm::Specular => "specular",
        ColorTerm::Emission => "emission",
    }
}

fn plane(coord: TexGenCoord) -> char {
    match coord {
        TexGenCoord::S => 's',
        TexGenCoord::T => 't',
        TexGenCoord::R => 'r',
        TexGenCoord::Q => 'q',
    }
}

/// The name of a matrix.
pub(crate) fn matrix(name: MatrixName, form: MatrixForm) -> String {
    let name = match name {
        MatrixName::ModelView(n) => format!("modelview[{n}]"),
        MatrixName::Projection => "projection".to_owned(),
        MatrixName::Mvp => "mvp".to_owned(),
        MatrixName::Texture(n) => format!("texture[{n}]"),
        MatrixName::Palette(n) => format!("palette[{n}]"),
        MatrixName::Program(n) => format!("program[{n}]"),
        MatrixName::Color => "color".to_owned(),
    };
    let form = match form {
        MatrixForm::Plain => "",
        MatrixForm::Inverse => ".inverse",
        MatrixForm::Transpose => ".transpose",
        MatrixForm::InverseTranspose => ".invtrans",
    };
    format!("state.matrix.{name}{form}")
}
