//! Builds the fixed-function fragment program: texturing, colour sum, fog (GL 1.5 sections 3.8 to 3.10).

use super::fragment::*;
use super::texture_environment::apply;
use crate::frontend::BoundProgram;
use crate::frontend::common_stage::{fog, pixel_source};
use crate::frontend::vector::*;
use crate::ir::Builder;
use crate::ir::interface::{LodMode, fragment_input, fragment_output};

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
    let (primary, depth) = pixel_source(&mut b, key.pixel_source, key.pixel_place());
    let primary = primary.unwrap_or_else(|| color_input(&mut b, key, fragment_input::COLOR));
    b.note_fact("primary colour", &primary);
    let texels: [Option<Vec4>; MAX_UNITS] = std::array::from_fn(|unit| {
        key.units[unit].map(|k| {
            let texel = sample_unit(&mut b, unit as u32, k.target);
            let texel = match k.is_float && key.clamp != ColorClamp::None {
                true => texel.map(|x| saturate(&mut b, x)),
                false => texel,
            };
            b.note_fact(TEXELS[unit], &texel);
            texel
        })
    });
    let mut color = primary;
    for (unit, unit_key) in key.units.iter().enumerate() {
        if let Some(unit_key) = unit_key {
            color = apply(&mut b, &mut u, unit, unit_key, &texels, &primary, &color);
            if key.clamp != ColorClamp::None && unit_key.env.may_leave_unit() {
                color = color.map(|x| saturate(&mut b, x));
            }
            b.note_fact(BEHIND_UNITS[unit], &color);
        }
    }
    if key.color_sum {
        let secondary = color_input(&mut b, key, fragment_input::SECONDARY_COLOR);
        for i in 0..3 {
            let sum = add(&mut b, color[i], secondary[i]);
            color[i] = match key.clamp {
                ColorClamp::None => sum,
                _ => saturate(&mut b, sum),
            };
        }
        b.note_fact("secondary colour", &secondary);
        b.note_fact("sum of the colours", &color);
    }
    if let Some(mode) = key.fog {
        let coord = b.load_input(4 * fragment_input::FOG_COORD);
        let rgb = fog(&mut b, &mut u, mode, coord, [color[0], color[1], color[2]]);
        color[..3].copy_from_slice(&rgb);
        b.note_fact("fog coordinate", &[coord]);
        b.note_fact("fogged colour", &color);
    }
    output4(&mut b, fragment_output::COLOR_0, &color);
    if let Some(z) = depth {
        b.store_output(4 * fragment_output::DEPTH + 2, z);
    }
    b.reserve_uniforms(4 * u.bindings.len() as u32);
    BoundProgram::new(b.finish(), u.bindings)
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
