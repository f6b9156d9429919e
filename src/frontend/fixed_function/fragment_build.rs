//! Builds the fixed-function fragment program: texturing, colour sum, fog (GL 1.5 sections 3.8 to 3.10).

use super::fragment::*;
use super::texture_environment::apply;
use crate::frontend::BoundProgram;
use crate::frontend::common_stage::fog;
use crate::frontend::vector::*;
use crate::ir::interface::{LodMode, fragment_input, fragment_output};
use crate::ir::{Builder, Op};

/// The program of a key.
pub fn build(key: &FragmentKey) -> BoundProgram {
    let mut b = Builder::new();
    let mut u = Uniforms::default();
    let primary = primary_color(&mut b, key.pixel_source);
    let texels: [Option<Vec4>; MAX_UNITS] = std::array::from_fn(|unit| {
        key.units[unit].map(|k| sample_unit(&mut b, unit as u32, k.target))
    });
    let mut color = primary;
    for (unit, unit_key) in key.units.iter().enumerate() {
        if let Some(unit_key) = unit_key {
            color = apply(&mut b, &mut u, unit, unit_key, &texels, &primary, &color);
        }
    }
    if key.color_sum {
        let secondary = input4(&mut b, fragment_input::SECONDARY_COLOR);
        for i in 0..3 {
            let sum = add(&mut b, color[i], secondary[i]);
            color[i] = saturate(&mut b, sum);
        }
    }
    if let Some(mode) = key.fog {
        let coord = b.load_input(4 * fragment_input::FOG_COORD);
        let rgb = fog(&mut b, &mut u, mode, coord, [color[0], color[1], color[2]]);
        color[..3].copy_from_slice(&rgb);
    }
    output4(&mut b, fragment_output::COLOR_0, &color);
    b.reserve_uniforms(4 * u.bindings.len() as u32);
    BoundProgram::new(b.finish(), u.bindings)
}

fn primary_color(b: &mut Builder, source: PixelSource) -> Vec4 {
    if source == PixelSource::None {
        return input4(b, fragment_input::COLOR);
    }
    let coord = input4(b, fragment_input::TEX_COORD_0 + PIXEL_SOURCE_COORD);
    let zero = b.f32(0.0);
    let texel = b.sample(PIXEL_SOURCE_UNIT, LodMode::Implicit, coord, zero);
    if source == PixelSource::DrawPixels {
        return texel;
    }
    let outside = b.emit1(Op::FEq, &[texel[3], zero]);
    b.emit(Op::Kill, &[outside], [0, 0]);
    input4(b, fragment_input::COLOR)
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
    let zero = b.f32(0.0);
    b.sample(unit, LodMode::Implicit, c, zero)
}
