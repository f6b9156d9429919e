//! The names that the head of a text has for inputs and outputs.

use super::lacks::is_clip;
use super::profile::{Profile, Writing};
use crate::ir::interface::{attribute, fragment_input, fragment_output, varying};

/// A name for a vector of slots; arrays of them have a number after it.
type Row = (u32, u32, &'static str);

/// The first slot, how many there are, the name. One without a number is alone.
const ATTRIBUTES: &[Row] = &[
    (attribute::POSITION, 0, "POSITION"),
    (attribute::WEIGHT, 0, "WEIGHT"),
    (attribute::NORMAL, 0, "NORMAL"),
    (attribute::COLOR, 2, "COLOR"),
    (attribute::FOG_COORD, 0, "FOG"),
    (attribute::TEX_COORD_0, 8, "TEXCOORD"),
    (attribute::GENERIC_0, 16, "ATTR"),
];

/// Those of NVIDIA's vertex programs.
const NV_ATTRIBUTES: &[Row] = &[
    (attribute::POSITION, 6, "ATTR"),
    (attribute::TEX_COORD_0, 8, "TEXCOORD"),
    (attribute::GENERIC_0, 16, "ATTR"),
];

/// Those of GLSL.
const GLSL_ATTRIBUTES: &[Row] = &[
    (attribute::POSITION, 16, "ATTR"),
    (attribute::GENERIC_0, 16, "ATTR"),
];

const VARYINGS: &[Row] = &[
    (varying::POSITION, 0, "HPOS"),
    (varying::FRONT_COLOR, 2, "COL"),
    (varying::BACK_COLOR, 2, "BCOL"),
    (varying::FOG_COORD, 0, "FOGC"),
    (varying::POINT_SIZE, 0, "PSIZ"),
    (varying::TEX_COORD_0, 8, "TEX"),
];

const FRAGMENT_INPUTS: &[Row] = &[
    (fragment_input::POSITION, 0, "WPOS"),
    (fragment_input::COLOR, 2, "COL"),
    (fragment_input::FOG_COORD, 0, "FOGC"),
    (fragment_input::TEX_COORD_0, 8, "TEX"),
];

const FRAGMENT_OUTPUTS: &[Row] = &[
    (fragment_output::COLOR_0, 0, "COL"),
    (fragment_output::COLOR_0, 4, "COL"),
    (fragment_output::DEPTH, 0, "DEPR"),
];

/// The name of a slot's vector.
pub(super) fn resource(profile: &Profile, is_output: bool, slot: u32) -> String {
    let is_pixel = profile.machine.is_pixel;
    let table = match (is_pixel, is_output) {
        (false, false) if profile.writing == Writing::NvVertex => NV_ATTRIBUTES,
        (false, false) if profile.writing == Writing::Glsl => GLSL_ATTRIBUTES,
        (false, false) => ATTRIBUTES,
        (false, true) => VARYINGS,
        (true, false) => FRAGMENT_INPUTS,
        (true, true) => FRAGMENT_OUTPUTS,
    };
    let vec4 = slot / 4;
    if is_output && !is_pixel && is_clip(vec4) {
        return format!("CLP{}", slot - 4 * varying::CLIP_0);
    }
    let has = |row: &&Row| (row.0..row.0 + row.1.max(1)).contains(&vec4);
    match table.iter().find(has) {
        Some((_, 0, name)) => (*name).to_owned(),
        Some((first, _, name)) => format!("{name}{}", vec4 - first),
        None => String::new(),
    }
}
