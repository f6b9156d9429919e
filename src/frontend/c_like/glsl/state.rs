//! What the state uniforms stand for (section 7.5). A matrix of the tree has the columns of GLSL's matrix as its rows, so that
//! its rows are those of the transposed matrix of the state.

use super::variables::FORMS;
use crate::frontend::binding::{
    Binding, ColorTerm, Face, MatrixForm, MatrixName, SceneValue, TexGenCoord,
};

/// The row of a state uniform, by the name of the leaf; `None` of what is none.
pub(super) fn row(name: &str, row: u32) -> Option<Binding> {
    scene(name, row).map(|(value, _)| Binding::Scene(value))
}

/// The component in which a number of state stands.
pub(super) fn component(name: &str) -> u32 {
    scene(name, 0).map_or(0, |(_, component)| component)
}

fn scene(name: &str, row: u32) -> Option<(SceneValue, u32)> {
    let (base, member) = name.split_once('.').unwrap_or((name, ""));
    let (base, index) = match base.split_once('[') {
        Some((base, rest)) => (base, rest.strip_suffix(']')?.parse::<u32>().ok()?),
        None => (base, 0),
    };
    let word = base.strip_prefix("gl_")?;
    if let Some(matrix) = matrix(word, row) {
        return Some((matrix, 0));
    }
    let plane = |coordinate: &str| match coordinate {
        "S" => Some(TexGenCoord::S),
        "T" => Some(TexGenCoord::T),
        "R" => Some(TexGenCoord::R),
        "Q" => Some(TexGenCoord::Q),
        _ => None,
    };
    let value = match word {
        "NormalScale" => SceneValue::NormalScale(MatrixName::ModelView(0)),
        "ClipPlane" => SceneValue::ClipPlane(row),
        "TextureEnvColor" => SceneValue::TexEnvColor(row),
        "DepthRange" => {
            let component = ["near", "far", "diff"].iter().position(|m| *m == member)?;
            return Some((SceneValue::DepthRange, component as u32));
        }
        "Point" => return point(member),
        "Fog" => return fog(member),
        "LightSource" => return light(index, member),
        "LightModel" => SceneValue::LightModelAmbient,
        "FrontMaterial" => material(Face::Front, member)?,
        "BackMaterial" => material(Face::Back, member)?,
        "FrontLightModelProduct" => SceneValue::LightModelSceneColor(Face::Front),
        "BackLightModelProduct" => SceneValue::LightModelSceneColor(Face::Back),
        "FrontLightProduct" => SceneValue::LightProduct(index, Face::Front, term(member)?),
        "BackLightProduct" => SceneValue::LightProduct(index, Face::Back, term(member)?),
        _ => match (
            word.strip_prefix("EyePlane"),
            word.strip_prefix("ObjectPlane"),
        ) {
            (Some(coordinate), _) => SceneValue::TexGenEye(row, plane(coordinate)?),
            (_, Some(coordinate)) => SceneValue::TexGenObject(row, plane(coordinate)?),
            _ => return None,
        },
    };
    Some((value, 0))
}

fn matrix(word: &str, row: u32) -> Option<SceneValue> {
    match word {
        // The rows of the inverse are the columns of its transpose.
        "NormalMatrix" => {
            let name = MatrixName::ModelView(0);
            return Some(SceneValue::MatrixRow(name, MatrixForm::Inverse, row));
        }
        "TransformRows" => {
            return Some(SceneValue::MatrixRow(
                MatrixName::Mvp,
                MatrixForm::Plain,
                row,
            ));
        }
        _ => {}
    }
    let (base, form) = word.split_once("Matrix")?;
    let name = match base {
        "ModelView" => MatrixName::ModelView(0),
        "Projection" => MatrixName::Projection,
        "ModelViewProjection" => MatrixName::Mvp,
        "Texture" => MatrixName::Texture(row / 4),
        _ => return None,
    };
    // A column of the matrix is a row of its transpose.
    let transposed = [
        MatrixForm::Transpose,
        MatrixForm::InverseTranspose,
        MatrixForm::Plain,
        MatrixForm::Inverse,
    ];
    let i = FORMS.iter().position(|f| *f == form)?;
    Some(SceneValue::MatrixRow(name, transposed[i], row % 4))
}

fn point(member: &str) -> Option<(SceneValue, u32)> {
    Some(match member {
        "size" => (SceneValue::PointSize, 0),
        "sizeMin" => (SceneValue::PointSize, 1),
        "sizeMax" => (SceneValue::PointSize, 2),
        "fadeThresholdSize" => (SceneValue::PointSize, 3),
        "distanceConstantAttenuation" => (SceneValue::PointAttenuation, 0),
        "distanceLinearAttenuation" => (SceneValue::PointAttenuation, 1),
        "distanceQuadraticAttenuation" => (SceneValue::PointAttenuation, 2),
        _ => return None,
    })
}

fn fog(member: &str) -> Option<(SceneValue, u32)> {
    Some(match member {
        "color" => (SceneValue::FogColor, 0),
        "density" => (SceneValue::FogParams, 0),
        "start" => (SceneValue::FogParams, 1),
        "end" => (SceneValue::FogParams, 2),
        "scale" => (SceneValue::FogParams, 3),
        _ => return None,
    })
}

fn light(n: u32, member: &str) -> Option<(SceneValue, u32)> {
    Some(match member {
        "position" => (SceneValue::LightPosition(n), 0),
        "halfVector" => (SceneValue::LightHalf(n), 0),
        "spotDirection" => (SceneValue::LightSpotDirection(n), 0),
        "spotCosCutoff" => (SceneValue::LightSpotDirection(n), 3),
        "spotCutoff" => (SceneValue::LightSpotCutoff(n), 0),
        "constantAttenuation" => (SceneValue::LightAttenuation(n), 0),
        "linearAttenuation" => (SceneValue::LightAttenuation(n), 1),
        "quadraticAttenuation" => (SceneValue::LightAttenuation(n), 2),
        "spotExponent" => (SceneValue::LightAttenuation(n), 3),
        _ => (SceneValue::Light(n, term(member)?), 0),
    })
}

fn material(face: Face, member: &str) -> Option<SceneValue> {
    Some(match member {
        "shininess" => SceneValue::MaterialShininess(face),
        _ => SceneValue::Material(face, term(member)?),
    })
}

fn term(member: &str) -> Option<ColorTerm> {
    Some(match member {
        "ambient" => ColorTerm::Ambient,
        "diffuse" => ColorTerm::Diffuse,
        "specular" => ColorTerm::Specular,
        "emission" => ColorTerm::Emission,
        _ => return None,
    })
}
