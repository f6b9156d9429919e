//! Builds the fixed-function fragment program: texturing, then colour sum and fog (GL 1.5 sections 3.8 to 3.10) or
//! register combiners.

use crate::format::{BaseFormat, TextureShape};
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::bound_program::BoundProgram;
use crate::frontend::common_stage::{Fog, MAX_UNITS, fog_factor, pixel_source};
use crate::frontend::fixed_function::fragment::key::*;
use crate::frontend::fixed_function::fragment::texture_environment::apply;
use crate::frontend::register_combiners::lower::{Inputs, combine};
use crate::frontend::register_combiners::setup::Setup;
use crate::frontend::texture_shader::lower::lower;
use crate::frontend::vector::*;
use crate::ir::interface::{LodMode, fragment_input, fragment_output};
use crate::ir::{Builder, ValueId};

/// The names of the units' texels, and of the colours after them, in notes.
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
    "colour after unit 0",
    "colour after unit 1",
    "colour after unit 2",
    "colour after unit 3",
    "colour after unit 4",
    "colour after unit 5",
    "colour after unit 6",
    "colour after unit 7",
];

/// The program of a key.
pub fn build(key: &FragmentKey) -> BoundProgram {
    let mut b = Builder::new();
    let mut u = Uniforms::default();
    let (pixel_color, depth) = pixel_source(&mut b, key.pixel_source, key.pixel_place());
    let primary = pixel_color.unwrap_or_else(|| color_input(&mut b, key, fragment_input::COLOR));
    b.note_fact("primary colour", &primary);
    let (texels, replaced) = texture_colors(&mut b, &mut u, key);
    let depth = replaced.or(depth);
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

/// Colours of the texture units.
type Colors = [Option<Vec4>; MAX_UNITS];

/// Computes the colours of the units, by texture shaders or conventional texturing, and the depth of a texture shader.
fn texture_colors(
    b: &mut Builder,
    u: &mut Uniforms,
    key: &FragmentKey,
) -> (Colors, Option<ValueId>) {
    let (texels, depth) = match &key.shaders {
        Some(stages) => {
            let shaded = lower(b, u, stages, |b, unit, texel| clamped(b, key, unit, texel));
            (shaded.colors, shaded.depth)
        }
        None => {
            let sampled = sample_units(b, u, key);
            let texel = |unit: usize| Some(clamped(b, key, unit, sampled[unit]?));
            (std::array::from_fn(texel), None)
        }
    };
    let colors = std::array::from_fn(|unit| {
        let color = unit_color(b, key, &key.units[unit]?, texels[unit]?);
        b.note_fact(TEXELS[unit], &color);
        Some(color)
    });
    (colors, depth)
}

/// Clamps a texel of floats to the range of environments or combiners.
fn clamped(b: &mut Builder, key: &FragmentKey, unit: usize, texel: Vec4) -> Vec4 {
    let is_float = key.units[unit].is_some_and(|unit| unit.is_float);
    if !is_float || key.clamp == ColorClamp::None {
        return texel;
    }
    texel.map(|x| match key.combiners {
        Some(_) => clamp_signed(b, x),
        None => saturate(b, x),
    })
}

/// Converts a texel to the colour of its unit.
fn unit_color(b: &mut Builder, key: &FragmentKey, unit: &UnitKey, texel: Vec4) -> Vec4 {
    let zero = b.f32(0.0);
    match unit.base_format.in_environments() {
        // Environments ignore offsets, combiners read (0, 0, 0, 0) for them (NV_texture_shader 3.8.9).
        BaseFormat::Hilo => [zero; 4],
        // COMBINE reads (0, 0, 0, 1) for them, other environments ignore them (ATI_envmap_bumpmap).
        BaseFormat::Dudv => [zero, zero, zero, b.f32(1.0)],
        // The fourth component is an intensity for environments, an alpha for combiners.
        BaseFormat::DsdtMagIntensity if key.combiners.is_some() => [zero, zero, zero, texel[3]],
        BaseFormat::DsdtMagIntensity => [texel[3]; 4],
        _ => texel,
    }
}

/// Applies texture environments, colour sum and fog.
fn environments_and_sums(
    b: &mut Builder,
    u: &mut Uniforms,
    key: &FragmentKey,
    texels: &Colors,
    primary: Vec4,
) -> Vec4 {
    // Each unit's environment changes the colour of the unit before, and clamps it where it may leave the range.
    let mut color = primary;
    for (unit, unit_key) in key.units.iter().enumerate() {
        if let Some(unit_key) = unit_key {
            color = apply(b, u, unit, unit_key, texels, &primary, &color);
            if key.clamp != ColorClamp::None && unit_key.env.may_leave_range() {
                color = color.map(|x| match (unit_key.signed, unit_key.env) {
                    (true, TextureEnv::Add) => clamp_signed(b, x),
                    _ => saturate(b, x),
                });
            }
            b.note_fact(BEHIND_UNITS[unit], &color);
        }
    }
    let signed = key.units.iter().flatten().any(|unit| unit.signed);
    if signed && key.clamp != ColorClamp::None {
        color = color.map(|x| saturate(b, x));
    }
    // The secondary colour is added after texturing, and fog comes last.
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
        let fog = Fog::at(b, u, mode, coord);
        let rgb = fog.blend(b, [color[0], color[1], color[2]]);
        color[..3].copy_from_slice(&rgb);
        fog.note(b);
        b.note_fact("fogged colour", &color);
    }
    color
}

/// Applies register combiners to texture colours and interpolated values.
fn combined(
    b: &mut Builder,
    u: &mut Uniforms,
    key: &FragmentKey,
    setup: &Setup,
    textures: Colors,
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
    let mut fog = u.load(b, Binding::Scene(SceneValue::FogColor));
    fog[3] = factor;
    // Texels of unsigned fixed-point formats, filtered or not.
    let in_unit = |unit: &UnitKey| !unit.is_float && !unit.signed;
    let inputs = Inputs {
        textures,
        in_unit: key.units.map(|unit| unit.as_ref().is_some_and(in_unit)),
        primary,
        secondary,
        fog,
        clamp: key.clamp != ColorClamp::None,
    };
    combine(b, u, setup, &inputs)
}

/// Reads a vertex colour, and clamps it if that was not done before.
fn color_input(b: &mut Builder, key: &FragmentKey, input: u32) -> Vec4 {
    let color = input4(b, input);
    match key.clamp {
        ColorClamp::Inputs => color.map(|x| saturate(b, x)),
        _ => color,
    }
}

/// Samples the texels of all units. Bump maps come first, in the order of their units: their rotated offsets move the
/// coordinates of the later units that they name. The others follow (ATI_envmap_bumpmap).
fn sample_units(b: &mut Builder, u: &mut Uniforms, key: &FragmentKey) -> Colors {
    let mut texels: Colors = [None; MAX_UNITS];
    let mut offsets: [Option<[ValueId; 2]>; MAX_UNITS] = [None; MAX_UNITS];
    let bumps = |unit: usize| key.units[unit].and_then(|unit| unit.bump_target());
    let (first, last): (Vec<usize>, Vec<usize>) =
        (0..MAX_UNITS).partition(|unit| bumps(*unit).is_some());
    for unit in first.into_iter().chain(last) {
        let Some(unit_key) = key.units[unit] else {
            continue;
        };
        let texel = sample_unit(b, unit as u32, &unit_key, offsets[unit]);
        texels[unit] = Some(texel);
        if let Some(target) = bumps(unit) {
            let own = rotated(b, u, unit, &texel);
            offsets[target] = Some(match offsets[target] {
                Some(other) => std::array::from_fn(|i| add(b, other[i], own[i])),
                None => own,
            });
        }
    }
    texels
}

/// Multiplies a texel of a bump map by the unit's matrix.
fn rotated(b: &mut Builder, u: &mut Uniforms, unit: usize, texel: &Vec4) -> [ValueId; 2] {
    let matrix = u.load(b, Binding::Scene(SceneValue::BumpMatrix(unit as u32)));
    std::array::from_fn(|row| {
        let by_dv = mul(b, matrix[2 * row + 1], texel[1]);
        fma(b, matrix[2 * row], texel[0], by_dv)
    })
}

/// Samples the texel of a unit. Coordinates are divided by q, except for cube maps, and then moved. The reference of a
/// depth comparison is r ÷ q.
fn sample_unit(b: &mut Builder, unit: u32, key: &UnitKey, offset: Option<[ValueId; 2]>) -> Vec4 {
    let mut c = input4(b, fragment_input::TEX_COORD_0 + unit);
    if key.target != TextureShape::Cube {
        let scale = recip(b, c[3]);
        for x in &mut c[..3] {
            *x = mul(b, *x, scale);
        }
        c[3] = c[2];
    }
    for (x, offset) in c.iter_mut().zip(offset.into_iter().flatten()) {
        *x = add(b, *x, offset);
    }
    b.note_fact(COORDINATES[unit as usize], &c[..3]);
    let zero = b.f32(0.0);
    let reads_r = key.is_depth || matches!(key.target, TextureShape::D3 | TextureShape::Cube);
    if !reads_r {
        (c[2], c[3]) = (zero, zero);
    }
    b.sample(unit, LodMode::Implicit, c, zero)
}
