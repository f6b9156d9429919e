//! Builds the fixed-function fragment program: texturing, then colour sum and fog (GL 1.5 sections 3.8 to 3.10) or
//! register combiners.

use super::fragment::*;
use super::texture_environment::apply;
use crate::frontend::BoundProgram;
use crate::frontend::binding::{Binding, State};
use crate::frontend::common_stage::{fog, fog_factor, pixel_source};
use crate::frontend::register_combiners::lower::{Inputs, combine};
use crate::frontend::register_combiners::setup::Setup;
use crate::frontend::vector::*;
use crate::ir::interface::{LodMode, fragment_input, fragment_output};
use crate::ir::{Builder, ValueId};

/// What notes call the texels of the units, and the colours behind them.
const TEXELS: [&str; MAX_UNITS] = [
    "texture 0",
    "texture 1",
    "texture 2",
    "texture 3",
    "texture 4",
    "texture 5",
    "texture 6",
    "texture 7",
];
const COORDINATES: [&str; MAX_UNITS] = [
    "coordinates of unit 0",
    "coordinates of unit 1",
    "coordinates of unit 2",
    "coordinates of unit 3",
    "coordinates of unit 4",
    "coordinates of unit 5",
    "coordinates of unit 6",
    "coordinates of unit 7",
];
const BEHIND_UNITS: [&str; MAX_UNITS] = [
    "colour behind unit 0",
    "colour behind unit 1",
    "colour behind unit 2",
    "colour behind unit 3",
    "colour behind unit 4",
    "colour behind unit 5",
    "colour behind unit 6",
    "colour behind unit 7",
];

/// The program of a key.
pub fn build(key: &FragmentKey) -> BoundProgram {
    let mut b = Builder::new();
    let mut u = Uniforms::default();
    let (pixel_color, depth) = pixel_source(&mut b, key.pixel_source, key.pixel_place());
    let primary = pixel_color.unwrap_or_else(|| color_input(&mut b, key, fragment_input::COLOR));
    b.note_fact("primary colour", &primary);
    let texels: [Option<Vec4>; MAX_UNITS] = std::array::from_fn(|unit| {
        key.units[unit].map(|k| {
            let texel = sample_unit(&mut b, unit as u32, k.target);
            let texel = match k.is_float && key.clamp != ColorClamp::None {
                true => texel.map(|x| clamp_texel(&mut b, key, x)),
                false => texel,
            };
            b.note_fact(TEXELS[unit], &texel);
            texel
        })
    });
    let color = match &key.combiners {
        Some(setup) => combined(&mut b, &mut u, key, setup, texels, primary),
        None => environments_and_sums(&mut b, &mut u, key, &texels, primary),
    };
    output4(&mut b, fragment_output::COLOR_0, &color);
    if let Some(z) = depth {
        b.store_output(4 * fragment_output::DEPTH + 2, z);
    }
    b.reserve_uniforms(4 * u.bindings.len() as u32);
    BoundProgram::new(b.finish(), u.bindings)
}

/// A component of a float texel, clamped to what environments or combiners know.
fn clamp_texel(b: &mut Builder, key: &FragmentKey, x: ValueId) -> ValueId {
    match key.combiners {
        Some(_) => clamp_signed(b, x),
        None => saturate(b, x),
    }
}

/// Texture environments, colour sum, fog.
fn environments_and_sums(
    b: &mut Builder,
    u: &mut Uniforms,
    key: &FragmentKey,
    texels: &[Option<Vec4>; MAX_UNITS],
    primary: Vec4,
) -> Vec4 {
    let mut color = primary;
    for (unit, unit_key) in key.units.iter().enumerate() {
        if let Some(unit_key) = unit_key {
            color = apply(b, u, unit, unit_key, texels, &primary, &color);
            if key.clamp != ColorClamp::None && unit_key.env.may_leave_unit() {
                color = color.map(|x| saturate(b, x));
            }
            b.note_fact(BEHIND_UNITS[unit], &color);
        }
    }
    if key.color_sum {
        let secondary = color_input(b, key, fragment_input::SECONDARY_COLOR);
        for i in 0..3 {
            let sum = add(b, color[i], secondary[i]);
            color[i] = match key.clamp {
                ColorClamp::None => sum,
                _ => saturate(b, sum),
            };
        }
        b.note_fact("secondary colour", &secondary);
        b.note_fact("sum of the colours", &color);
    }
    if let Some(mode) = key.fog {
        let coord = b.load_input(4 * fragment_input::FOG_COORD);
        let rgb = fog(b, u, mode, coord, [color[0], color[1], color[2]]);
        color[..3].copy_from_slice(&rgb);
        b.note_fact("fog coordinate", &[coord]);
        b.note_fact("fogged colour", &color);
    }
    color
}

/// What register combiners make of texture colours and interpolated values.
fn combined(
    b: &mut Builder,
    u: &mut Uniforms,
    key: &FragmentKey,
    setup: &Setup,
    textures: [Option<Vec4>; MAX_UNITS],
    primary: Vec4,
) -> Vec4 {
    let secondary = color_input(b, key, fragment_input::SECONDARY_COLOR);
    let factor = match key.fog {
        Some(mode) => {
            let coord = b.load_input(4 * fragment_input::FOG_COORD);
            fog_factor(b, u, mode, coord)
        }
        None => b.f32(1.0),
    };
    let mut fog = u.load(b, Binding::State(State::FogColor));
    fog[3] = factor;
    let inputs = Inputs {
        textures,
        primary,
        secondary,
        fog,
        clamp: key.clamp != ColorClamp::None,
    };
    combine(b, u, setup, &inputs)
}

/// A vertex colour, clamped if that was not done before.
fn color_input(b: &mut Builder, key: &FragmentKey, input: u32) -> Vec4 {
    let color = input4(b, input);
    match key.clamp {
        ColorClamp::Inputs => color.map(|x| saturate(b, x)),
        _ => color,
    }
}

/// The texel of a unit: coordinates divided by q, but for cube maps. The reference of a depth comparison is r ÷ q.
fn sample_unit(b: &mut Builder, unit: u32, target: TextureTarget) -> Vec4 {
    let mut c = input4(b, fragment_input::TEX_COORD_0 + unit);
    if target != TextureTarget::Cube {
        let scale = recip(b, c[3]);
        for x in &mut c[..3] {
            *x = mul(b, *x, scale);
        }
        c[3] = c[2];
    }
    b.note_fact(COORDINATES[unit as usize], &c[..3]);
    let zero = b.f32(0.0);
    b.sample(unit, LodMode::Implicit, c, zero)
}
