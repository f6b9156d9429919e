//! GLSL's own variables for inputs, outputs and the state of the API.

use super::values::Value;
use crate::codegen::refusal::Refusal;
use crate::frontend::binding::{ColorTerm, Face, MatrixForm, MatrixName, SceneValue, TexGenCoord};
use crate::ir::interface::{attribute, fragment_input, varying};

/// An attribute of vertices that GLSL knows.
pub(super) fn attribute(vec4: u32) -> Value {
    match vec4 {
        attribute::POSITION => Value::named("gl_Vertex", 4),
        attribute::NORMAL => Value::named("gl_Normal", 3),
        attribute::COLOR => Value::named("gl_Color", 4),
        attribute::SECONDARY_COLOR => Value::named("gl_SecondaryColor", 4),
        attribute::FOG_COORD => Value::named("gl_FogCoord", 1),
        n => Value::named(
            format!(
                "gl_MultiTexCoord{}",
                n.saturating_sub(attribute::TEX_COORD_0)
            ),
            4,
        ),
    }
}

/// A result of vertices.
pub(super) fn result(vec4: u32) -> Value {
    match vec4 {
        varying::POSITION => Value::named("gl_Position", 4),
        varying::FRONT_COLOR => Value::named("gl_FrontColor", 4),
        varying::FRONT_SECONDARY => Value::named("gl_FrontSecondaryColor", 4),
        varying::BACK_COLOR => Value::named("gl_BackColor", 4),
        varying::BACK_SECONDARY => Value::named("gl_BackSecondaryColor", 4),
        varying::FOG_COORD => Value::named("gl_FogFragCoord", 1),
        varying::POINT_SIZE => Value::named("gl_PointSize", 1),
        n => texture_coordinates(n.saturating_sub(varying::TEX_COORD_0)),
    }
}

/// An input of fragments.
pub(super) fn fragment_input(vec4: u32) -> Value {
    match vec4 {
        fragment_input::POSITION => Value::named("gl_FragCoord", 4),
        fragment_input::COLOR => Value::named("gl_Color", 4),
        fragment_input::SECONDARY_COLOR => Value::named("gl_SecondaryColor", 4),
        fragment_input::FOG_COORD => Value::named("gl_FogFragCoord", 1),
        n => texture_coordinates(n.saturating_sub(fragment_input::TEX_COORD_0)),
    }
}

/// Texture coordinates. GLSL has eight of its own; more are varyings that both stages declare.
fn texture_coordinates(n: u32) -> Value {
    match n {
        0..8 => Value::named(format!("gl_TexCoord[{n}]"), 4),
        n => Value::named(format!("TEX{n}"), 4),
    }
}

/// The names of the varyings that a shader may declare.
pub(super) fn varyings() -> impl Iterator<Item = String> {
    (8..varying::COUNT).map(|n| format!("TEX{n}"))
}

/// State of the API.
pub(super) fn state(state: SceneValue) -> Result<Value, Refusal> {
    let named = |text: String| Ok(Value::named(text, 4));
    match state {
        SceneValue::Material(face, term) => named(format!("{}.{}", material(face), color(term))),
        SceneValue::MaterialShininess(face) => {
            named(format!("vec4({}.shininess, 0.0, 0.0, 1.0)", material(face)))
        }
        SceneValue::Light(n, term) => named(format!("gl_LightSource[{n}].{}", color(term))),
        SceneValue::LightPosition(n) => named(format!("gl_LightSource[{n}].position")),
        SceneValue::LightHalf(n) => named(format!("gl_LightSource[{n}].halfVector")),
        SceneValue::LightAttenuation(n) => named(joined(
            &format!("gl_LightSource[{n}]"),
            &[
                "constantAttenuation",
                "linearAttenuation",
                "quadraticAttenuation",
                "spotExponent",
            ],
        )),
        SceneValue::LightSpotDirection(n) => named(joined(
            &format!("gl_LightSource[{n}]"),
            &["spotDirection", "spotCosCutoff"],
        )),
        SceneValue::LightModelAmbient => named("gl_LightModel.ambient".to_owned()),
        SceneValue::LightModelSceneColor(face) => {
            named(format!("{}.sceneColor", sided(face, "LightModelProduct")))
        }
        SceneValue::LightProduct(n, face, term) => named(format!(
            "{}[{n}].{}",
            sided(face, "LightProduct"),
            color(term)
        )),
        SceneValue::TexEnvColor(n) => named(format!("gl_TextureEnvColor[{n}]")),
        SceneValue::TexGenEye(n, c) => named(format!("gl_EyePlane{}[{n}]", coordinate(c))),
        SceneValue::TexGenObject(n, c) => named(format!("gl_ObjectPlane{}[{n}]", coordinate(c))),
        SceneValue::FogColor => named("gl_Fog.color".to_owned()),
        SceneValue::FogParams => named(joined("gl_Fog", &["density", "start", "end", "scale"])),
        SceneValue::ClipPlane(n) => named(format!("gl_ClipPlane[{n}]")),
        SceneValue::PointSize => named(joined(
            "gl_Point",
            &["size", "sizeMin", "sizeMax", "fadeThresholdSize"],
        )),
        SceneValue::PointAttenuation => named(
            "vec4(gl_Point.distanceConstantAttenuation, gl_Point.distanceLinearAttenuation, \
             gl_Point.distanceQuadraticAttenuation, 1.0)"
                .to_owned(),
        ),
        SceneValue::DepthRange => {
            named("vec4(gl_DepthRange.near, gl_DepthRange.far, gl_DepthRange.diff, 1.0)".to_owned())
        }
        SceneValue::MatrixRow(name, form, row) => {
            let name = matrix(name).ok_or_else(lacks)?;
            // A row of a matrix is a column of its transpose.
            let (form, index) = match form {
                MatrixForm::Plain => ("Transpose", ""),
                MatrixForm::Inverse => ("InverseTranspose", ""),
                MatrixForm::Transpose => ("", ""),
                MatrixForm::InverseTranspose => ("Inverse", ""),
            };
            let (stem, unit) = name;
            named(format!("{stem}{form}{index}{unit}[{row}]"))
        }
        _ => Err(lacks()),
    }
}

fn lacks() -> Refusal {
    Refusal::Lacks {
        what: "this state".to_owned(),
        version: "glsl",
        number: 5000,
        span: crate::ir::Span::NONE,
    }
}

fn joined(of: &str, members: &[&str]) -> String {
    let all: Vec<String> = members.iter().map(|m| format!("{of}.{m}")).collect();
    format!("vec4({})", all.join(", "))
}

fn sided(face: Face, what: &str) -> String {
    match face {
        Face::Front => format!("gl_Front{what}"),
        Face::Back => format!("gl_Back{what}"),
    }
}

fn material(face: Face) -> String {
    sided(face, "Material")
}

fn color(term: ColorTerm) -> &'static str {
    match term {
        ColorTerm::Ambient => "ambient",
        ColorTerm::Diffuse => "diffuse",
        ColorTerm::Specular => "specular",
        ColorTerm::Emission => "emission",
    }
}

fn coordinate(coordinate: TexGenCoord) -> char {
    match coordinate {
        TexGenCoord::S => 'S',
        TexGenCoord::T => 'T',
        TexGenCoord::R => 'R',
        TexGenCoord::Q => 'Q',
    }
}

/// A matrix's name, and the unit behind it.
fn matrix(name: MatrixName) -> Option<(&'static str, String)> {
    Some(match name {
        MatrixName::ModelView(0) => ("gl_ModelViewMatrix", String::new()),
        MatrixName::Projection => ("gl_ProjectionMatrix", String::new()),
        MatrixName::Mvp => ("gl_ModelViewProjectionMatrix", String::new()),
        MatrixName::Texture(n) => ("gl_TextureMatrix", format!("[{n}]")),
        _ => return None,
    })
}
