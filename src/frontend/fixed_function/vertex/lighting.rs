//! Computes the lighting equation (GL 1.5 section 2.14.1).

use crate::frontend::binding::{ColorTerm, Face, SceneValue};
use crate::frontend::fixed_function::vertex::key::*;
use crate::frontend::fixed_function::vertex::stage::VertexStage;
use crate::frontend::vector::*;
use crate::ir::interface::{attribute, varying};
use crate::ir::{Builder, Op, ValueId};

type Vec3 = [ValueId; 3];

/// The contribution of a light to both faces.
struct Incoming {
    number: u32,
    /// Unit vector from the vertex to the light.
    direction: Vec3,
    /// Unit half vector.
    half: Vec3,
    /// Attenuation × spot; `None` is 1.
    factor: Option<ValueId>,
}

/// The colours of one face, to which lights are added.
struct Sums {
    primary: Vec3,
    specular: Vec3,
}

/// Writes the front (and back) colours.
pub(super) fn emit(s: &mut VertexStage<'_>, key: &LightingKey) {
    let normal = s.normal();
    let lights: Vec<Incoming> = (0..MAX_LIGHTS)
        .filter_map(|n| key.lights[n].map(|l| incoming(s, key, n as u32, l)))
        .collect();
    face(s, key, &lights, Face::Front, normal);
    if key.two_sided {
        let back = normal.map(|c| neg(&mut s.b, c));
        face(s, key, &lights, Face::Back, back);
    }
}

fn xyz(v: &Vec4) -> Vec3 {
    [v[0], v[1], v[2]]
}

/// Computes vector, half vector and strength of a light at this vertex.
fn incoming(s: &mut VertexStage<'_>, key: &LightingKey, number: u32, light: LightKey) -> Incoming {
    let position = s.state(SceneValue::LightPosition(number));
    let mut factor = None;
    // The direction to a positional light depends on the vertex, and it may be attenuated. A directional light has
    // one direction.
    let direction = if light.positional {
        let (point, scale) = (s.eye_point(), recip(&mut s.b, position[3]));
        let to_light: Vec3 = std::array::from_fn(|i| {
            let p = mul(&mut s.b, position[i], scale);
            sub(&mut s.b, p, point[i])
        });
        if light.attenuated {
            factor = Some(attenuation(s, number, &to_light));
        }
        normalize3(&mut s.b, to_light)
    } else {
        normalize3(&mut s.b, xyz(&position))
    };
    // Attenuation and spot are one factor.
    if light.spot {
        let spot = spot_factor(s, number, &direction);
        factor = Some(factor.map_or(spot, |f| mul(&mut s.b, f, spot)));
    }
    let half = half_vector(s, key.local_viewer, &direction);
    Incoming {
        number,
        direction,
        half,
        factor,
    }
}

/// 1 ÷ (k0 + k1·d + k2·d²)
fn attenuation(s: &mut VertexStage<'_>, number: u32, to_light: &Vec3) -> ValueId {
    let k = s.state(SceneValue::LightAttenuation(number));
    let b = &mut s.b;
    let d2 = dot3(b, to_light, to_light);
    let d = b.emit1(Op::FSqrt, &[d2]);
    let sum = fma(b, k[1], d, k[0]);
    let sum = fma(b, k[2], d2, sum);
    recip(b, sum)
}

/// (−direction · spot)^exponent inside the cone, 0 outside.
fn spot_factor(s: &mut VertexStage<'_>, number: u32, direction: &Vec3) -> ValueId {
    let spot = s.state(SceneValue::LightSpotDirection(number));
    let exponent = s.state(SceneValue::LightAttenuation(number))[3];
    let b = &mut s.b;
    let axis = normalize3(b, xyz(&spot));
    let cosine = dot3(b, direction, &axis);
    let cosine = neg(b, cosine);
    let zero = b.f32(0.0);
    let base = b.emit1(Op::FMax, &[cosine, zero]);
    let power = pow(b, base, exponent);
    let inside = b.emit1(Op::FLe, &[spot[3], cosine]);
    b.emit1(Op::SelectF, &[inside, power, zero])
}

/// Unit vector half-way between light and viewer.
fn half_vector(s: &mut VertexStage<'_>, local_viewer: bool, direction: &Vec3) -> Vec3 {
    let to_viewer = if local_viewer {
        let point = s.eye_point();
        let back = point.map(|c| neg(&mut s.b, c));
        normalize3(&mut s.b, back)
    } else {
        let (zero, one) = (s.b.f32(0.0), s.b.f32(1.0));
        [zero, zero, one]
    };
    let sum = std::array::from_fn(|i| add(&mut s.b, direction[i], to_viewer[i]));
    normalize3(&mut s.b, sum)
}

/// Whether a material property of a face tracks the current colour.
fn tracks(key: &LightingKey, face: Face, term: ColorTerm) -> bool {
    use ColorMaterialMode as Mode;
    let Some(m) = key.color_material else {
        return false;
    };
    let on_face = if face == Face::Front { m.front } else { m.back };
    on_face
        && match term {
            ColorTerm::Ambient => matches!(m.mode, Mode::Ambient | Mode::AmbientAndDiffuse),
            ColorTerm::Diffuse => matches!(m.mode, Mode::Diffuse | Mode::AmbientAndDiffuse),
            ColorTerm::Specular => m.mode == Mode::Specular,
            ColorTerm::Emission => m.mode == Mode::Emission,
        }
}

/// The vertex attribute of a material property (see [`attribute::MATERIAL_0`]) that changes from vertex to vertex.
fn material_attribute(key: &LightingKey, face: Face, property: u32) -> Option<u32> {
    let n = 2 * property + u32::from(face == Face::Back);
    (key.vertex_materials >> n & 1 == 1).then_some(attribute::MATERIAL_0 + n)
}

/// The attribute of a material colour that the draw does not give.
fn color_attribute(key: &LightingKey, face: Face, term: ColorTerm) -> Option<u32> {
    if tracks(key, face, term) {
        return Some(attribute::COLOR);
    }
    let property = match term {
        ColorTerm::Ambient => 0,
        ColorTerm::Diffuse => 1,
        ColorTerm::Specular => 2,
        ColorTerm::Emission => 3,
    };
    material_attribute(key, face, property)
}

/// A material colour, or the current colour where that replaces it.
fn material(s: &mut VertexStage<'_>, key: &LightingKey, face: Face, term: ColorTerm) -> Vec4 {
    match color_attribute(key, face, term) {
        Some(slot) => input4(&mut s.b, slot),
        None => s.state(SceneValue::Material(face, term)),
    }
}

fn shininess(s: &mut VertexStage<'_>, key: &LightingKey, face: Face) -> ValueId {
    match material_attribute(key, face, 4) {
        Some(slot) => s.b.load_input(4 * slot),
        None => s.state(SceneValue::MaterialShininess(face))[0],
    }
}

/// Light × material.
fn product(
    s: &mut VertexStage<'_>,
    key: &LightingKey,
    number: u32,
    face: Face,
    term: ColorTerm,
) -> Vec3 {
    let Some(slot) = color_attribute(key, face, term) else {
        return xyz(&s.state(SceneValue::LightProduct(number, face, term)));
    };
    let (light, color) = (
        s.state(SceneValue::Light(number, term)),
        input4(&mut s.b, slot),
    );
    std::array::from_fn(|i| mul(&mut s.b, light[i], color[i]))
}

/// emission + ambient × model ambient
fn scene_color(s: &mut VertexStage<'_>, key: &LightingKey, face: Face) -> Vec3 {
    let attribute = |term| color_attribute(key, face, term);
    if attribute(ColorTerm::Ambient).is_none() && attribute(ColorTerm::Emission).is_none() {
        return xyz(&s.state(SceneValue::LightModelSceneColor(face)));
    }
    let emission = material(s, key, face, ColorTerm::Emission);
    let ambient = material(s, key, face, ColorTerm::Ambient);
    let model = s.state(SceneValue::LightModelAmbient);
    std::array::from_fn(|i| fma(&mut s.b, ambient[i], model[i], emission[i]))
}

fn face(s: &mut VertexStage<'_>, key: &LightingKey, lights: &[Incoming], face: Face, normal: Vec3) {
    let zero = s.b.f32(0.0);
    // Sum the lights over emission and ambient light.
    let mut sums = Sums {
        primary: scene_color(s, key, face),
        specular: [zero; 3],
    };
    for light in lights {
        add_light(s, key, face, &normal, light, &mut sums);
    }
    let alpha = material(s, key, face, ColorTerm::Diffuse)[3];
    // Highlights are kept apart as the secondary colour, or added to the primary one.
    let (color, secondary) = match face {
        Face::Front => (varying::FRONT_COLOR, varying::FRONT_SECONDARY),
        Face::Back => (varying::BACK_COLOR, varying::BACK_SECONDARY),
    };
    let mut primary = sums.primary;
    s.b.note_fact("light without highlights", &primary);
    s.b.note_fact("highlights", &sums.specular);
    if !key.separate_specular {
        primary = std::array::from_fn(|i| add(&mut s.b, primary[i], sums.specular[i]));
        sums.specular = [zero; 3];
    }
    let primary = [primary[0], primary[1], primary[2], alpha];
    output4(&mut s.b, color, &primary);
    s.b.note_fact("primary colour", &primary);
    output4(
        &mut s.b,
        secondary,
        &[sums.specular[0], sums.specular[1], sums.specular[2], zero],
    );
}

fn scaled(b: &mut Builder, factor: Option<ValueId>, x: ValueId) -> ValueId {
    factor.map_or(x, |f| mul(b, f, x))
}

fn add_light(
    s: &mut VertexStage<'_>,
    key: &LightingKey,
    face: Face,
    n: &Vec3,
    light: &Incoming,
    sums: &mut Sums,
) {
    let ambient = product(s, key, light.number, face, ColorTerm::Ambient);
    let diffuse = product(s, key, light.number, face, ColorTerm::Diffuse);
    let specular = product(s, key, light.number, face, ColorTerm::Specular);
    let shininess = shininess(s, key, face);
    // Section 2.14.1: diffuse light by the cosine, highlights by a power of the half vector's cosine, and only on the
    // lit side.
    let b = &mut s.b;
    let zero = b.f32(0.0);
    let cosine = dot3(b, n, &light.direction);
    let lit = b.emit1(Op::FLt, &[zero, cosine]);
    let cosine = b.emit1(Op::FMax, &[cosine, zero]);
    let half = dot3(b, n, &light.half);
    let half = b.emit1(Op::FMax, &[half, zero]);
    let power = pow(b, half, shininess);
    let power = b.emit1(Op::SelectF, &[lit, power, zero]);
    let power = scaled(b, light.factor, power);
    // The factor weakens all three; the power already has it.
    for i in 0..3 {
        let x = fma(b, cosine, diffuse[i], ambient[i]);
        sums.primary[i] = match light.factor {
            Some(f) => fma(b, f, x, sums.primary[i]),
            None => add(b, x, sums.primary[i]),
        };
        sums.specular[i] = fma(b, power, specular[i], sums.specular[i]);
    }
    b.note_fact("to the light", &light.direction);
    b.note_fact("normal · to the light", &[cosine]);
    if let Some(factor) = light.factor {
        b.note_fact("attenuation and spot", &[factor]);
    }
    b.note_fact("highlight", &[power]);
}
