//! Builds the fixed-function vertex program (GL 1.5 sections 2.11 to 2.14).

use crate::frontend::binding::{MatrixName, SceneValue, TexGenCoord};
use crate::frontend::bound_program::BoundProgram;
use crate::frontend::common_stage::{
    store_clip_coordinates, store_clip_distances, store_position, transform,
};
use crate::frontend::fixed_function::vertex::key::*;
use crate::frontend::fixed_function::vertex::lighting;
use crate::frontend::fixed_function::vertex::stage::VertexStage;
use crate::frontend::vector::*;
use crate::ir::interface::{attribute, varying};
use crate::ir::{Builder, Op, ValueId};

/// The names of the texture coordinate sets in notes.
const COORDINATES: [&str; MAX_COORDS] = [
    "texture coordinate 0",
    "texture coordinate 1",
    "texture coordinate 2",
    "texture coordinate 3",
    "texture coordinate 4",
    "texture coordinate 5",
    "texture coordinate 6",
    "texture coordinate 7",
];

/// The program of a key.
pub fn build(key: &VertexKey) -> BoundProgram {
    let mut b = Builder::new();
    let object = input4(&mut b, attribute::POSITION);
    b.note_fact("position", &object);
    let mut s = VertexStage {
        key,
        b,
        u: Uniforms::default(),
        object,
        eye: None,
        eye_point: None,
        normal: None,
    };
    // Blended vertices need eye coordinates; others have the position transform of all languages.
    if key.blend.is_some() {
        let eye = s.eye();
        store_clip_coordinates(&mut s.b, &mut s.u, MatrixName::Projection, &eye);
    } else {
        store_position(&mut s.b, &mut s.u, &object);
    }
    if key.clip_planes & 0x3f != 0 {
        let eye = s.eye();
        store_clip_distances(&mut s.b, &mut s.u, &eye, key.clip_planes);
    }
    // Colours, fog and texture coordinates follow.
    match &key.lighting {
        Some(lighting) => lighting::emit(&mut s, lighting),
        None => pass_colors(&mut s),
    }
    emit_fog_coordinate(&mut s);
    for set in 0..MAX_COORDS {
        if key.coords[set].enabled {
            emit_coord(&mut s, set as u32, &key.coords[set]);
        }
    }
    if key.point_attenuation {
        emit_point_size(&mut s);
    }
    let mut b = s.b;
    b.reserve_uniforms(4 * s.u.bindings.len() as u32);
    BoundProgram::new(b.finish(), s.u.bindings)
}

fn pass_colors(s: &mut VertexStage<'_>) {
    let primary = input4(&mut s.b, attribute::COLOR);
    output4(&mut s.b, varying::FRONT_COLOR, &primary);
    s.b.note_fact("primary colour", &primary);
    let secondary = input4(&mut s.b, attribute::SECONDARY_COLOR);
    output4(&mut s.b, varying::FRONT_SECONDARY, &secondary);
}

fn emit_fog_coordinate(s: &mut VertexStage<'_>) {
    let coord = match s.key.fog {
        None => return,
        Some(FogSource::Coordinate) => s.b.load_input(4 * attribute::FOG_COORD),
        Some(FogSource::EyeDepth) => {
            let z = s.eye()[2];
            s.b.emit1(Op::FAbs, &[z])
        }
        Some(FogSource::SignedEyeDepth) => s.eye()[2],
        Some(FogSource::EyeDistance) => {
            let eye = s.eye();
            let square = dot3(&mut s.b, &eye, &eye);
            s.b.emit1(Op::FSqrt, &[square])
        }
    };
    let (zero, one) = (s.b.f32(0.0), s.b.f32(1.0));
    output4(&mut s.b, varying::FOG_COORD, &[coord, zero, zero, one]);
    s.b.note_fact("fog coordinate", &[coord]);
}

/// Computes texture coordinates: current ones or generated, then the texture matrix (sections 2.11.2 and 2.11.4).
fn emit_coord(s: &mut VertexStage<'_>, set: u32, key: &CoordKey) {
    let mut coord = input4(&mut s.b, attribute::TEX_COORD_0 + set);
    let names = [
        TexGenCoord::S,
        TexGenCoord::T,
        TexGenCoord::R,
        TexGenCoord::Q,
    ];
    // Each component has a mode of its own; the map modes give two or three components.
    for (c, (mode, name)) in key.generate.iter().zip(names).enumerate() {
        let generated = match mode {
            TexGen::None => None,
            TexGen::ObjectLinear => {
                let plane = s.state(SceneValue::TexGenObject(set, name));
                Some(dot4(&mut s.b, &plane, &s.object))
            }
            TexGen::EyeLinear => {
                let (plane, eye) = (s.state(SceneValue::TexGenEye(set, name)), s.eye());
                Some(dot4(&mut s.b, &plane, &eye))
            }
            TexGen::SphereMap => (c < 2).then(|| sphere_map(s)[c]),
            TexGen::ReflectionMap => (c < 3).then(|| reflection(s)[c]),
            TexGen::NormalMap => (c < 3).then(|| s.normal()[c]),
        };
        coord[c] = generated.unwrap_or(coord[c]);
    }
    if key.matrix {
        coord = transform(&mut s.b, &mut s.u, MatrixName::Texture(set), &coord);
    }
    output4(&mut s.b, varying::TEX_COORD_0 + set, &coord);
    s.b.note_fact(COORDINATES[set as usize], &coord);
}

/// r = u − 2 n (n · u), u the unit vector from the origin to the vertex.
fn reflection(s: &mut VertexStage<'_>) -> [ValueId; 3] {
    let (point, n) = (s.eye_point(), s.normal());
    let b = &mut s.b;
    let u = normalize3(b, point);
    let cosine = dot3(b, &n, &u);
    let minus_two = b.f32(-2.0);
    let k = mul(b, cosine, minus_two);
    std::array::from_fn(|i| fma(b, k, n[i], u[i]))
}

/// (r.x ÷ m + ½, r.y ÷ m + ½) with m = 2 √(r.x² + r.y² + (r.z + 1)²).
fn sphere_map(s: &mut VertexStage<'_>) -> [ValueId; 2] {
    let r = reflection(s);
    let b = &mut s.b;
    let (half, one) = (b.f32(0.5), b.f32(1.0));
    let v = [r[0], r[1], add(b, r[2], one)];
    let length2 = dot3(b, &v, &v);
    let inverse = rsqrt(b, length2);
    let scale = mul(b, inverse, half);
    [fma(b, r[0], scale, half), fma(b, r[1], scale, half)]
}

/// size × √(1 ÷ (a + b·d + c·d²)), clamped (section 3.3).
fn emit_point_size(s: &mut VertexStage<'_>) {
    let (point, size, k) = (
        s.eye_point(),
        s.state(SceneValue::PointSize),
        s.state(SceneValue::PointAttenuation),
    );
    let b = &mut s.b;
    let d2 = dot3(b, &point, &point);
    let d = b.emit1(Op::FSqrt, &[d2]);
    let sum = fma(b, k[1], d, k[0]);
    let sum = fma(b, k[2], d2, sum);
    let scale = rsqrt(b, sum);
    let x = mul(b, size[0], scale);
    let x = b.emit1(Op::FMax, &[x, size[1]]);
    let x = b.emit1(Op::FMin, &[x, size[2]]);
    b.store_output(4 * varying::POINT_SIZE, x);
    b.note_fact("point size", &[x]);
}
