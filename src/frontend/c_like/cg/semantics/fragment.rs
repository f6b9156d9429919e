//! The names of varyings of fragment programs.

use super::row::Place::{Depth, Facing, Nowhere, Window};
use super::row::{ANY, Row, at, narrow, private, row, unreadable};
use crate::ir::interface::{fragment_input, varying};

// Inputs of fragment programs.

/// Outputs of vertex programs that fragment programs may declare, so that both share a structure.
pub(super) const UNREADABLE: &[Row] = &[
    unreadable(row(&["POSITION", "HPOS"], 1, Window)),
    unreadable(narrow(row(&["PSIZE", "PSIZ"], 1, Nowhere))),
    unreadable(row(&["BCOL"], ANY, at(fragment_input::COLOR, 2))),
];

pub(super) const COLORS: Row = row(&["COLOR", "COL"], 2, at(fragment_input::COLOR, 2));
pub(super) const WINDOW: Row = row(&["WPOS"], 1, Window);

const fn fog(names: &'static [&'static str]) -> Row {
    narrow(row(names, 1, at(fragment_input::FOG_COORD, 1)))
}

pub(super) const POINT: Row = narrow(row(&["POINTCOORD"], 1, at(fragment_input::TEX_COORD_0, 1)));
pub(super) const FACES: Row = narrow(row(&["FACE", "VFACE"], 1, Facing));
pub(super) const NO_CLIP: Row = unreadable(narrow(row(&["CLP"], ANY, Nowhere)));

pub(super) const FOUR_TEXTURES_IN: Row =
    row(&["TEXCOORD", "TEX"], 4, at(fragment_input::TEX_COORD_0, 4));
pub(super) const EIGHT_TEXTURES_IN: Row =
    row(&["TEXCOORD", "TEX"], 8, at(fragment_input::TEX_COORD_0, 8));

pub(super) const ARB_FRAGMENT_IN: &[Row] = &[
    COLORS,
    EIGHT_TEXTURES_IN,
    WINDOW,
    fog(&["FOG", "FOGC", "FOGP"]),
    POINT,
    NO_CLIP,
];

pub(super) const NV1_FRAGMENT_IN: &[Row] = &[
    COLORS,
    FOUR_TEXTURES_IN,
    unreadable(narrow(WINDOW)),
    unreadable(fog(&["FOG", "FOGP"])),
];

pub(super) const GP4_FRAGMENT_IN: &[Row] = &[
    COLORS,
    EIGHT_TEXTURES_IN,
    WINDOW,
    fog(&["FOG", "FOGC"]),
    POINT,
    FACES,
    narrow(row(&["PRIMITIVEID"], 1, Nowhere)),
    row(
        &["ATTR"],
        ANY,
        at(fragment_input::GENERIC_0, varying::GENERICS),
    ),
    narrow(row(&["CLP"], 8, Nowhere)),
];

pub(super) const GLSL_FRAGMENT_IN: &[Row] = &[
    COLORS,
    row(
        &["TEXCOORD", "TEX"],
        10,
        at(fragment_input::TEX_COORD_0, 10),
    ),
    WINDOW,
    fog(&["FOG", "FOGC", "FOGP"]),
    POINT,
    FACES,
    narrow(row(&["PRIMITIVEID"], 1, Nowhere)),
    narrow(row(&["CLP"], 6, Nowhere)),
];

pub(super) const HLSL_FRAGMENT_IN: &[Row] = &[
    row(&["COLOR", "COL"], 10, at(fragment_input::COLOR, 2)),
    row(
        &["TEXCOORD", "TEX"],
        10,
        at(fragment_input::TEX_COORD_0, 10),
    ),
    narrow(WINDOW),
    fog(&["FOG", "FOGC", "FOGP"]),
    FACES,
    NO_CLIP,
];

pub(super) const D3D2_FRAGMENT_IN: &[Row] = &[
    COLORS,
    EIGHT_TEXTURES_IN,
    unreadable(WINDOW),
    unreadable(fog(&["FOG", "FOGC", "FOGP"])),
    NO_CLIP,
];

pub(super) const D3D3_FRAGMENT_IN: &[Row] = &[
    row(&["COLOR", "COL"], 10, at(fragment_input::COLOR, 2)),
    private(row(&["DIFFUSE"], 1, at(fragment_input::COLOR, 1))),
    private(row(
        &["SPECULAR"],
        1,
        at(fragment_input::SECONDARY_COLOR, 1),
    )),
    row(
        &["TEXCOORD", "TEX"],
        16,
        at(fragment_input::TEX_COORD_0, 16),
    ),
    narrow(WINDOW),
    FACES,
    fog(&["FOG"]),
    private(narrow(row(
        &["FOGCOORD"],
        ANY,
        at(fragment_input::FOG_COORD, 1),
    ))),
    narrow(row(
        &["FOGC", "FOGP"],
        ANY,
        at(fragment_input::FOG_COORD, 1),
    )),
    unreadable(narrow(row(&["PSIZ"], ANY, Nowhere))),
    NO_CLIP,
];

// Outputs of fragment programs.

pub(super) const DEPTHS: Row = narrow(row(&["DEPTH", "DEPR"], 1, Depth));

const fn targets(names: &'static [&'static str], n: u32) -> Row {
    row(
        names,
        n,
        at(
            crate::ir::interface::fragment_output::COLOR_0,
            if n < 4 { n } else { 4 },
        ),
    )
}

pub(super) const ONE_TARGET: &[Row] = &[targets(&["COLOR", "COL"], 1), DEPTHS];
pub(super) const FOUR_TARGETS: &[Row] = &[targets(&["COLOR", "COL"], 4), DEPTHS];
pub(super) const EIGHT_TARGETS: &[Row] = &[targets(&["COLOR", "COL"], 8), DEPTHS];
pub(super) const GLSL_TARGETS: &[Row] = &[targets(&["COLOR"], 8), targets(&["COL"], 4), DEPTHS];
pub(super) const D3D_TARGETS: &[Row] = &[targets(&["COLOR"], 4), targets(&["COL"], 1), DEPTHS];
