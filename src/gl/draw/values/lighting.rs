//! The values of lights, materials and the light model (ARB_vertex_program tables X.3.2 and X.3.3).
#![forbid(unsafe_code)]

use super::NOTHING;
use crate::device::geometry::angle::sin_cos_degrees;
use crate::frontend::binding::{ColorTerm, Face, SceneValue};
use crate::gl::lighting::state::LightingState;
use crate::gl::lighting::state::Material;

fn material(lighting: &LightingState, face: Face) -> &Material {
    match face {
        Face::Front => &lighting.materials[0],
        Face::Back => &lighting.materials[1],
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

/// The value of a material's property or of the light model.
pub(super) fn material_value(lighting: &LightingState, state: SceneValue) -> [f32; 4] {
    match state {
        SceneValue::Material(face, term) => property(material(lighting, face), term),
        SceneValue::MaterialShininess(face) => [material(lighting, face).shininess, 0.0, 0.0, 1.0],
        SceneValue::LightModelSceneColor(face) => {
            let (m, model) = (material(lighting, face), lighting.model.ambient);
            let rgb = |i: usize| m.ambient[i].mul_add(model[i], m.emission[i]);
            [rgb(0), rgb(1), rgb(2), m.diffuse[3]]
        }
        SceneValue::LightModelAmbient => lighting.model.ambient,
        _ => NOTHING,
    }
}

/// The value of a property of light `n`, or of its product with a material.
pub(super) fn light_value(lighting: &LightingState, n: usize, state: SceneValue) -> [f32; 4] {
    let Some(light) = lighting.lights.get(n) else {
        return NOTHING;
    };
    let color = |term| match term {
        ColorTerm::Ambient => light.ambient,
        ColorTerm::Diffuse => light.diffuse,
        ColorTerm::Specular => light.specular,
        ColorTerm::Emission => NOTHING,
    };
    // Each row packs a property into four numbers, as tables X.3.2 and X.3.3 list them.
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
            let (l, m) = (color(term), property(material(lighting, face), term));
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
