//! The names of varying semantics, by stage and profile: one row for a name and its other spellings.
//!
//! A name takes a number at its end, 0 without one; a row says how many numbers there are and which register each is.
//! `shim_tests/cg/facts/semantics.tsv` holds what the reference compiler says of them.

use super::Registers;
use crate::ir::interface::{attribute, fragment_input, varying};

/// What a semantic stands for in the driver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// vec4 registers of the stage's interface, from this one on, and how many of them there are.
    Registers(u32, u32),
    /// Scalars of the stage's interface, from this slot on, and how many of them there are.
    Scalars(u32, u32),
    /// Attributes in the numbering of NV_vertex_program, from this one on.
    Attributes(u32),
    /// The fragment's place in the window.
    Window,
    /// 1 of a fragment of a primitive that faces front, −1 of another.
    Facing,
    /// The fragment's depth.
    Depth,
    /// Known to the profile, and nowhere in the driver.
    Nowhere,
}

/// A semantic in one direction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    pub(super) names: &'static [&'static str],
    /// How many numbers the name may have at its end.
    pub(super) count: u32,
    pub(super) place: Place,
    /// It is one number: a vector there is warned of (C7019).
    pub(super) is_narrow: bool,
    /// It may be declared, and not be used (C5119).
    pub(super) is_unreadable: bool,
    /// In the other direction it is an unknown name (C5108), not one of this direction (C5109).
    pub(super) is_private: bool,
}

/// Any number at a name's end is accepted.
pub(super) const ANY: u32 = u32::MAX;

const fn row(names: &'static [&'static str], count: u32, place: Place) -> Row {
    Row {
        names,
        count,
        place,
        is_narrow: false,
        is_unreadable: false,
        is_private: false,
    }
}

const fn private(row: Row) -> Row {
    Row {
        is_private: true,
        ..row
    }
}

const fn narrow(row: Row) -> Row {
    Row {
        is_narrow: true,
        ..row
    }
}

const fn unreadable(row: Row) -> Row {
    Row {
        is_unreadable: true,
        ..row
    }
}

use Place::{Attributes, Depth, Facing, Nowhere, Window};

const fn at(first: u32, n: u32) -> Place {
    Place::Registers(first, n)
}

const fn generic(n: u32) -> Place {
    Place::Registers(attribute::GENERIC_0 + n, 1)
}

// Inputs of vertex programs. Attributes 5 to 7 and 14 up that have no conventional meaning are the generic ones.

const TEXTURE_COORDINATES: Row = row(&["TEXCOORD"], 8, at(attribute::TEX_COORD_0, 8));

const ARB_VERTEX_IN: &[Row] = &[
    row(&["POSITION"], 1, at(attribute::POSITION, 1)),
    row(&["NORMAL"], 1, at(attribute::NORMAL, 1)),
    row(&["COLOR"], 2, at(attribute::COLOR, 2)),
    row(&["DIFFUSE"], 1, at(attribute::COLOR, 1)),
    row(&["SPECULAR"], 1, at(attribute::SECONDARY_COLOR, 1)),
    TEXTURE_COORDINATES,
    narrow(row(&["BLENDWEIGHT"], 1, at(attribute::WEIGHT, 1))),
    narrow(row(&["FOGCOORD"], 1, at(attribute::FOG_COORD, 1))),
    row(&["TESSFACTOR"], 1, generic(5)),
    narrow(row(&["PSIZE"], 1, generic(6))),
    row(&["BLENDINDICES"], 1, generic(7)),
    row(&["TANGENT"], 1, generic(14)),
    row(&["BINORMAL"], 1, generic(15)),
    row(&["ATTR"], 16, at(attribute::GENERIC_0, 16)),
];

/// NV_vertex_program's attributes are the conventional ones.
const NV_ATTRIBUTES: &[Row] = &[
    row(&["ATTR"], 16, Attributes(0)),
    row(&["TANGENT"], 1, Attributes(14)),
    row(&["BINORMAL"], 1, Attributes(15)),
    row(&["TESSFACTOR"], 1, Attributes(5)),
];

const NUMBERS_OF_VERTICES: &[Row] = &[
    narrow(row(&["INSTANCEID"], 1, Nowhere)),
    narrow(row(&["VERTEXID"], 1, Nowhere)),
];

const D3D1_VERTEX_IN: &[Row] = &[
    row(&["POSITION", "HPOS"], 1, at(attribute::POSITION, 1)),
    row(&["NORMAL"], 1, at(attribute::NORMAL, 1)),
    row(&["COLOR", "COL"], 2, at(attribute::COLOR, 2)),
    row(&["DIFFUSE"], 1, at(attribute::COLOR, 1)),
    row(&["SPECULAR"], 1, at(attribute::SECONDARY_COLOR, 1)),
    row(&["TEXCOORD", "TEX"], 8, at(attribute::TEX_COORD_0, 8)),
    narrow(row(&["BLENDWEIGHT"], 1, at(attribute::WEIGHT, 1))),
    row(&["BLENDINDICES"], 1, generic(7)),
    narrow(row(&["PSIZE", "PSIZ"], ANY, generic(6))),
    row(&["TESSFACTOR"], 1, generic(5)),
    row(&["TANGENT"], 1, generic(14)),
    row(&["BINORMAL"], 1, generic(15)),
    row(&["ATTRIB"], 16, Attributes(0)),
];

const D3D2_VERTEX_IN: &[Row] = &[
    row(&["POSITION", "HPOS"], 16, at(attribute::POSITION, 1)),
    row(&["NORMAL"], 16, at(attribute::NORMAL, 1)),
    row(&["COLOR", "COL"], 16, at(attribute::COLOR, 2)),
    row(&["DIFFUSE"], 1, at(attribute::COLOR, 1)),
    row(&["SPECULAR"], 1, at(attribute::SECONDARY_COLOR, 1)),
    row(&["TEXCOORD", "TEX"], 16, at(attribute::TEX_COORD_0, 8)),
    row(&["BLENDWEIGHT"], 16, at(attribute::WEIGHT, 1)),
    row(&["BLENDINDICES"], 16, generic(7)),
    row(&["TANGENT"], 16, generic(14)),
    row(&["BINORMAL"], 16, generic(15)),
    row(&["ATTRIB"], 16, Attributes(0)),
    row(&["DEPTH", "SAMPLE"], 16, Nowhere),
    row(&["DEPR"], ANY, Nowhere),
];

const D3D2_FOG_AND_SIZE: &[Row] = &[
    row(&["FOG"], 16, at(attribute::FOG_COORD, 1)),
    row(
        &["FOGCOORD", "FOGC", "FOGP"],
        ANY,
        at(attribute::FOG_COORD, 1),
    ),
    row(&["PSIZE", "PSIZ"], ANY, generic(6)),
];

const D3D3_FOG_AND_SIZE: &[Row] = &[
    narrow(row(&["FOG"], 16, at(attribute::FOG_COORD, 1))),
    narrow(row(
        &["FOGCOORD", "FOGC", "FOGP"],
        ANY,
        at(attribute::FOG_COORD, 1),
    )),
    narrow(row(&["PSIZE", "PSIZ"], ANY, generic(6))),
];

const HLSL_VERTEX_IN: &[Row] = &[
    row(&["POSITION"], 16, at(attribute::POSITION, 1)),
    row(&["NORMAL"], 16, at(attribute::NORMAL, 1)),
    row(&["COLOR"], 16, at(attribute::COLOR, 2)),
    row(&["TEXCOORD"], 16, at(attribute::TEX_COORD_0, 8)),
    row(&["BLENDWEIGHT"], 16, at(attribute::WEIGHT, 1)),
    row(&["BLENDINDICES"], 16, generic(7)),
    row(&["TANGENT"], 16, generic(14)),
    row(&["BINORMAL"], 16, generic(15)),
    row(&["ATTRIB"], ANY, Attributes(0)),
    row(&["DEPTH", "SAMPLE"], ANY, Nowhere),
    narrow(row(&["PSIZE"], 16, generic(6))),
    narrow(row(&["FOG"], ANY, at(attribute::FOG_COORD, 1))),
];

// Outputs of vertex programs.

const COMMON_VERTEX_OUT: &[Row] = &[
    row(&["POSITION", "HPOS"], 1, at(varying::POSITION, 1)),
    row(&["COLOR", "COL"], 2, at(varying::FRONT_COLOR, 2)),
    row(&["BCOL"], 2, at(varying::BACK_COLOR, 2)),
    narrow(row(&["FOG", "FOGC"], 1, at(varying::FOG_COORD, 1))),
    narrow(row(&["PSIZE", "PSIZ"], 1, at(varying::POINT_SIZE, 1))),
    unreadable(row(&["WPOS"], 1, Nowhere)),
];

const EIGHT_TEXTURES: &[Row] = &[row(&["TEXCOORD", "TEX"], 8, at(varying::TEX_COORD_0, 8))];

const SIX_CLIP_DISTANCES: &[Row] = &[
    narrow(row(&["CLP"], 6, Place::Scalars(4 * varying::CLIP_0, 6))),
    unreadable(narrow(row(&["FOGP"], 1, Nowhere))),
];

const GP4_VERTEX_OUT: &[Row] = &[
    narrow(row(&["CLP"], 8, Place::Scalars(4 * varying::CLIP_0, 6))),
    row(&["ATTR"], ANY, at(varying::GENERIC_0, varying::GENERICS)),
    narrow(row(&["VERTEXID"], 1, Nowhere)),
];

const GLSL_VERTEX_OUT: &[Row] = &[
    row(&["TEXCOORD"], 8, at(varying::TEX_COORD_0, 8)),
    row(&["TEX"], 10, at(varying::TEX_COORD_0, 10)),
];

const D3D_VERTEX_OUT: &[Row] = &[
    row(&["POSITION", "HPOS"], ANY, at(varying::POSITION, 1)),
    row(&["COLOR", "COL"], 2, at(varying::FRONT_COLOR, 2)),
    row(&["DIFFUSE"], 1, at(varying::FRONT_COLOR, 1)),
    row(&["SPECULAR"], 1, at(varying::FRONT_SECONDARY, 1)),
    narrow(row(&["FOG"], 1, at(varying::FOG_COORD, 1))),
    narrow(row(
        &["FOGCOORD", "FOGC", "FOGP"],
        ANY,
        at(varying::FOG_COORD, 1),
    )),
    narrow(row(&["PSIZE", "PSIZ"], ANY, at(varying::POINT_SIZE, 1))),
    unreadable(row(&["WPOS"], 1, Nowhere)),
];

const SIXTEEN_TEXTURES: &[Row] = &[row(&["TEXCOORD", "TEX"], 16, at(varying::TEX_COORD_0, 16))];

const HLSL_VERTEX_OUT: &[Row] = &[
    row(&["POSITION"], 1, at(varying::POSITION, 1)),
    row(&["COLOR"], 2, at(varying::FRONT_COLOR, 2)),
    row(&["TEXCOORD"], 8, at(varying::TEX_COORD_0, 8)),
    narrow(row(&["FOG"], 1, at(varying::FOG_COORD, 1))),
    narrow(row(&["PSIZE"], 1, at(varying::POINT_SIZE, 1))),
    unreadable(row(&["WPOS"], 1, Nowhere)),
];

// Inputs of fragment programs.

/// Outputs of vertex programs that fragment programs may declare, so that both share a structure.
const UNREADABLE: &[Row] = &[
    unreadable(row(&["POSITION", "HPOS"], 1, Window)),
    unreadable(narrow(row(&["PSIZE", "PSIZ"], 1, Nowhere))),
    unreadable(row(&["BCOL"], ANY, at(fragment_input::COLOR, 2))),
];

const COLORS: Row = row(&["COLOR", "COL"], 2, at(fragment_input::COLOR, 2));
const WINDOW: Row = row(&["WPOS"], 1, Window);

const fn fog(names: &'static [&'static str]) -> Row {
    narrow(row(names, 1, at(fragment_input::FOG_COORD, 1)))
}

const POINT: Row = narrow(row(&["POINTCOORD"], 1, at(fragment_input::TEX_COORD_0, 1)));
const FACES: Row = narrow(row(&["FACE", "VFACE"], 1, Facing));
const NO_CLIP: Row = unreadable(narrow(row(&["CLP"], ANY, Nowhere)));

const FOUR_TEXTURES_IN: Row = row(&["TEXCOORD", "TEX"], 4, at(fragment_input::TEX_COORD_0, 4));
const EIGHT_TEXTURES_IN: Row = row(&["TEXCOORD", "TEX"], 8, at(fragment_input::TEX_COORD_0, 8));

const ARB_FRAGMENT_IN: &[Row] = &[
    COLORS,
    EIGHT_TEXTURES_IN,
    WINDOW,
    fog(&["FOG", "FOGC", "FOGP"]),
    POINT,
    NO_CLIP,
];

const NV1_FRAGMENT_IN: &[Row] = &[
    COLORS,
    FOUR_TEXTURES_IN,
    unreadable(narrow(WINDOW)),
    unreadable(fog(&["FOG", "FOGP"])),
];

const GP4_FRAGMENT_IN: &[Row] = &[
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

const GLSL_FRAGMENT_IN: &[Row] = &[
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

const HLSL_FRAGMENT_IN: &[Row] = &[
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

const D3D2_FRAGMENT_IN: &[Row] = &[
    COLORS,
    EIGHT_TEXTURES_IN,
    unreadable(WINDOW),
    unreadable(fog(&["FOG", "FOGC", "FOGP"])),
    NO_CLIP,
];

const D3D3_FRAGMENT_IN: &[Row] = &[
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

const DEPTHS: Row = narrow(row(&["DEPTH", "DEPR"], 1, Depth));

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

const ONE_TARGET: &[Row] = &[targets(&["COLOR", "COL"], 1), DEPTHS];
const FOUR_TARGETS: &[Row] = &[targets(&["COLOR", "COL"], 4), DEPTHS];
const EIGHT_TARGETS: &[Row] = &[targets(&["COLOR", "COL"], 8), DEPTHS];
const GLSL_TARGETS: &[Row] = &[targets(&["COLOR"], 8), targets(&["COL"], 4), DEPTHS];
const D3D_TARGETS: &[Row] = &[targets(&["COLOR"], 4), targets(&["COL"], 1), DEPTHS];

/// The semantics of a profile.
#[derive(Debug, Clone, Copy)]
pub(super) struct Family {
    /// The first row with a name counts.
    pub(super) inputs: &'static [&'static [Row]],
    pub(super) outputs: &'static [&'static [Row]],
    /// Names that have a meaning in the profile, of uniforms: at a varying they are C5109, not C5108.
    pub(super) also_known: &'static [&'static str],
    /// Registers of uniforms, `C0` and up.
    pub(super) constants: u32,
    /// Image units, `TEXUNIT0` and up.
    pub(super) image_units: u32,
    /// Two outputs with one register are C5121.
    pub(super) refuses_shared_outputs: bool,
}

const fn family(
    inputs: &'static [&'static [Row]],
    outputs: &'static [&'static [Row]],
    also_known: &'static [&'static str],
    constants: u32,
    image_units: u32,
) -> Family {
    Family {
        inputs,
        outputs,
        also_known,
        constants,
        image_units,
        refuses_shared_outputs: true,
    }
}

const fn sharing(family: Family) -> Family {
    Family {
        refuses_shared_outputs: false,
        ..family
    }
}

const C: &[&str] = &["C"];
const C_AND_UNITS: &[&str] = &["C", "TEXUNIT"];

/// The semantics of a profile's vertex or fragment programs.
pub(super) fn of(registers: Registers, is_vertex: bool) -> Family {
    use Registers as R;
    match (registers, is_vertex) {
        (R::ArbVertex, _) => family(
            &[ARB_VERTEX_IN],
            &[COMMON_VERTEX_OUT, EIGHT_TEXTURES],
            C,
            96,
            0,
        ),
        (R::NvVertex1, _) => family(
            &[NV_ATTRIBUTES, ARB_VERTEX_IN],
            &[COMMON_VERTEX_OUT, EIGHT_TEXTURES],
            C,
            96,
            0,
        ),
        (R::NvVertex2, _) => family(
            &[NV_ATTRIBUTES, ARB_VERTEX_IN],
            &[COMMON_VERTEX_OUT, EIGHT_TEXTURES, SIX_CLIP_DISTANCES],
            C,
            256,
            0,
        ),
        (R::NvVertex3, _) => family(
            &[ARB_VERTEX_IN],
            &[COMMON_VERTEX_OUT, EIGHT_TEXTURES, SIX_CLIP_DISTANCES],
            C_AND_UNITS,
            256,
            4,
        ),
        (R::Gp4Vertex, _) => family(
            &[ARB_VERTEX_IN, NUMBERS_OF_VERTICES],
            &[COMMON_VERTEX_OUT, EIGHT_TEXTURES, GP4_VERTEX_OUT],
            &["C", "TEXUNIT", "BUFFER"],
            1024,
            32,
        ),
        (R::GlslVertex, _) => sharing(family(
            &[ARB_VERTEX_IN, NUMBERS_OF_VERTICES],
            &[COMMON_VERTEX_OUT, GLSL_VERTEX_OUT, SIX_CLIP_DISTANCES],
            C_AND_UNITS,
            256,
            16,
        )),
        (R::HlslVertex, _) => sharing(family(
            &[HLSL_VERTEX_IN],
            &[HLSL_VERTEX_OUT],
            C_AND_UNITS,
            256,
            4,
        )),
        (R::D3d1Vertex, _) => family(
            &[D3D1_VERTEX_IN],
            &[D3D_VERTEX_OUT, EIGHT_TEXTURES],
            C,
            96,
            0,
        ),
        (R::D3d2Vertex, _) => family(
            &[D3D2_VERTEX_IN, D3D2_FOG_AND_SIZE],
            &[D3D_VERTEX_OUT, EIGHT_TEXTURES],
            C,
            256,
            0,
        ),
        (R::D3d3Vertex, _) => sharing(family(
            &[D3D2_VERTEX_IN, D3D3_FOG_AND_SIZE],
            &[D3D_VERTEX_OUT, SIXTEEN_TEXTURES],
            C_AND_UNITS,
            256,
            4,
        )),
        (R::ArbFragment, _) => family(
            &[ARB_FRAGMENT_IN, UNREADABLE],
            &[FOUR_TARGETS],
            C_AND_UNITS,
            32,
            16,
        ),
        (R::NvFragment1, _) => family(
            &[NV1_FRAGMENT_IN, &[POINT], UNREADABLE],
            &[ONE_TARGET],
            &["TEXUNIT"],
            u32::MAX,
            4,
        ),
        (R::NvFragment2, _) => family(
            &[ARB_FRAGMENT_IN, UNREADABLE],
            &[ONE_TARGET],
            C_AND_UNITS,
            1024,
            16,
        ),
        (R::NvFragment3, _) => family(
            &[ARB_FRAGMENT_IN, &[FACES], UNREADABLE],
            &[FOUR_TARGETS],
            C_AND_UNITS,
            512,
            16,
        ),
        (R::Gp4Fragment, _) => family(
            &[GP4_FRAGMENT_IN, UNREADABLE],
            &[EIGHT_TARGETS],
            &["C", "TEXUNIT", "BUFFER"],
            1024,
            32,
        ),
        (R::GlslFragment, _) => sharing(family(
            &[GLSL_FRAGMENT_IN, UNREADABLE],
            &[GLSL_TARGETS],
            C_AND_UNITS,
            1024,
            16,
        )),
        (R::HlslFragment, _) => family(
            &[HLSL_FRAGMENT_IN, UNREADABLE],
            &[D3D_TARGETS],
            C_AND_UNITS,
            224,
            16,
        ),
        (R::D3d1Fragment, _) => family(
            &[NV1_FRAGMENT_IN, UNREADABLE],
            &[ONE_TARGET],
            C_AND_UNITS,
            8,
            4,
        ),
        (R::D3d2Fragment, _) => family(
            &[D3D2_FRAGMENT_IN, UNREADABLE],
            &[FOUR_TARGETS],
            C_AND_UNITS,
            32,
            16,
        ),
        (R::D3d3Fragment, _) => family(
            &[D3D3_FRAGMENT_IN, UNREADABLE],
            &[D3D_TARGETS],
            C_AND_UNITS,
            224,
            16,
        ),
        // All names of the largest profiles of both interfaces.
        (R::Generic, true) => sharing(family(
            &[ARB_VERTEX_IN, NUMBERS_OF_VERTICES, D3D2_FOG_AND_SIZE],
            &[
                COMMON_VERTEX_OUT,
                GLSL_VERTEX_OUT,
                GP4_VERTEX_OUT,
                D3D_VERTEX_OUT,
            ],
            C_AND_UNITS,
            u32::MAX,
            32,
        )),
        (R::Generic, false) => sharing(family(
            &[GP4_FRAGMENT_IN, GLSL_FRAGMENT_IN, UNREADABLE],
            &[EIGHT_TARGETS],
            C_AND_UNITS,
            u32::MAX,
            32,
        )),
    }
}
