//! A state whose uniforms were brought up to date is the state that would be built anew.

use super::fixture::Fixture;
use crate::gl::context::enums::*;
use crate::gl::draw::state::draw_state;
use crate::gl::immediate::color::color4ub;
use crate::gl::immediate::material::materialfv;
use crate::gl::lighting::fog::fogfv;
use crate::gl::lighting::light::lightfv;
use crate::gl::program::commands::{bind_program_arb, program_string_arb};
use crate::gl::program::parameters::{program_env_parameter4f_arb, program_local_parameter4f_arb};
use crate::gl::state::enable::{disable, enable};
use crate::gl::texture::env::tex_envfv;
use crate::gl::transform::commands::{
    load_identity, matrix_mode, pop_matrix, push_matrix, rotatef, viewport,
};
use crate::gl::transform::track::track_matrix_nv;
use crate::platform::ClientPtr;
use crate::random_for_tests::Random;
use crate::raster::{DrawState, Stage};
use std::sync::Arc;

const VERTEX: &str = "!!ARBvp1.0\n\
    PARAM m[4] = { state.matrix.mvp };\n\
    PARAM p[2] = { program.env[3], program.local[1] };\n\
    DP4 result.position.x, m[0], vertex.position;\n\
    DP4 result.position.y, m[1], vertex.position;\n\
    DP4 result.position.z, m[2], vertex.position;\n\
    DP4 result.position.w, m[3], vertex.position;\n\
    ADD result.color, p[0], p[1];\n\
    MUL result.texcoord[0], state.material.diffuse, state.light[0].position;\n\
    END";
const FRAGMENT: &str = "!!ARBfp1.0\n\
    ADD result.color, program.env[0], program.local[0];\n\
    END";

fn load(f: &mut Fixture, target: u32, text: &str) {
    let (len, bytes) = (text.len() as i32, ClientPtr::of(text.as_bytes()));
    f.call(|c| {
        bind_program_arb(c, target, 1 + u32::from(target == FRAGMENT_PROGRAM_ARB))?;
        program_string_arb(c, target, PROGRAM_FORMAT_ASCII_ARB, len, bytes)
    })
    .unwrap();
}

/// Changes some state. Errors of full or empty stacks are part of it.
fn change(f: &mut Fixture, random: &mut Random) {
    let on = random.below(2) == 0;
    let v = [(); 4].map(|()| random.below(5) as f32 / 4.0 - 0.25);
    let p = ClientPtr::of(&v);
    let index = random.below(4);
    let pick = |names: &[u32], at: u32| names[at as usize % names.len()];
    let capabilities = [
        LIGHTING,
        LIGHT0,
        COLOR_MATERIAL,
        FOG,
        NORMALIZE,
        VERTEX_PROGRAM_ARB,
        FRAGMENT_PROGRAM_ARB,
    ];
    let at = random.below(60);
    let capability = pick(&capabilities, at);
    let program = pick(&[VERTEX_PROGRAM_ARB, FRAGMENT_PROGRAM_ARB], at);
    let property = pick(&[AMBIENT, DIFFUSE, SPECULAR, EMISSION], at);
    let [x, y, z, w] = v;
    let _ = f.call(|c| match at / 4 {
        0 => matrix_mode(
            c,
            pick(&[MODELVIEW, PROJECTION, TEXTURE, MATRIX0_ARB], index),
        ),
        1 => load_identity(c),
        2 | 3 => rotatef(c, 90.0 * x, y, z, w),
        4 => push_matrix(c),
        5 => pop_matrix(c),
        6 | 7 => materialfv(c, pick(&[FRONT, BACK, FRONT_AND_BACK], index), property, p),
        8 => color4ub(c, 255, 60 * index as u8, 0, 255),
        9 => program_env_parameter4f_arb(c, program, index, x, y, z, w),
        10 => program_local_parameter4f_arb(c, program, index, x, y, z, w),
        11 if on => enable(c, capability),
        11 => disable(c, capability),
        12 => lightfv(c, LIGHT0, pick(&[DIFFUSE, POSITION], index), p),
        13 => fogfv(c, FOG_COLOR, p),
        14 if index == 0 => viewport(c, 0, 0, 8 - i32::from(on), 8),
        14 if index == 1 => {
            let matrix = if on { MODELVIEW } else { NONE };
            track_matrix_nv(c, VERTEX_PROGRAM_ARB, 0, matrix, IDENTITY_NV)
        }
        _ => tex_envfv(c, TEXTURE_ENV, TEXTURE_ENV_COLOR, p),
    });
}

/// What may differ between two states of one context.
fn facts(state: &DrawState) -> impl PartialEq + std::fmt::Debug + use<> {
    let stage = |stage: &Stage| {
        let bits: Vec<u32> = stage.uniforms.iter().map(|x| x.to_bits()).collect();
        (stage.program.id, bits)
    };
    (
        (stage(&state.vertex), stage(&state.fragment)),
        state.raster.clone(),
        (state.ops, format!("{:?}", state.values)),
        Arc::as_ptr(&state.target),
    )
}

#[test]
fn kept_states_are_what_would_be_built() {
    let mut f = Fixture::new();
    load(&mut f, VERTEX_PROGRAM_ARB, VERTEX);
    load(&mut f, FRAGMENT_PROGRAM_ARB, FRAGMENT);
    let mut random = Random::new(1);
    let (mut before, mut n_kept, mut n_updated) = (None::<Arc<DrawState>>, 0, 0);
    for step in 0..4000 {
        change(&mut f, &mut random);
        let kept = draw_state(&mut f.0, 0).unwrap();
        // The same is built again from nothing that was kept.
        f.0.draws.forget_textures();
        let uniforms = std::mem::take(&mut f.0.draws.uniforms);
        let built = draw_state(&mut f.0, 0).unwrap();
        f.0.draws.uniforms = uniforms;
        assert_eq!(facts(&kept), facts(&built), "after step {step}");
        if let Some(before) = &before {
            n_kept += usize::from(Arc::ptr_eq(before, &kept));
            let shares = Arc::ptr_eq(&before.raster, &kept.raster);
            n_updated += usize::from(shares && !Arc::ptr_eq(before, &kept));
        }
        before = Some(built);
    }
    // Both ways were taken.
    assert!(
        n_kept > 500 && n_updated > 500,
        "{n_kept} kept, {n_updated} updated"
    );
}

#[test]
fn changes_of_values_keep_the_rest() {
    let mut f = Fixture::new();
    f.call(|c| enable(c, LIGHTING)).unwrap();
    let first = draw_state(&mut f.0, 0).unwrap();
    let red = [1.0f32, 0.0, 0.0, 1.0];
    f.call(|c| materialfv(c, FRONT, DIFFUSE, ClientPtr::of(&red)))
        .unwrap();
    let second = draw_state(&mut f.0, 0).unwrap();
    assert!(!Arc::ptr_eq(
        &first.vertex.uniforms,
        &second.vertex.uniforms
    ));
    assert!(Arc::ptr_eq(
        &first.fragment.uniforms,
        &second.fragment.uniforms
    ));
    // The same material again, and a matrix that comes and goes: nothing is new.
    f.call(|c| materialfv(c, FRONT, DIFFUSE, ClientPtr::of(&red)))
        .unwrap();
    f.call(push_matrix).unwrap();
    f.call(|c| rotatef(c, 90.0, 1.0, 0.0, 0.0)).unwrap();
    f.call(pop_matrix).unwrap();
    let third = draw_state(&mut f.0, 0).unwrap();
    assert!(Arc::ptr_eq(&second, &third));
}
