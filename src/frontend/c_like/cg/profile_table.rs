//! The table of profiles: one row each.

use super::capability_sets::*;
use super::profile::{Capabilities, Profile, Registers, Stage};

/// A row without aliases.
const fn row(
    name: &'static str,
    stage: Stage,
    specifiers: &'static [&'static [&'static str]],
    registers: Registers,
    can: Capabilities,
    options: &'static [&'static str],
) -> Profile {
    Profile {
        name,
        aliases: &[],
        stage,
        specifiers,
        registers,
        can,
        options,
    }
}

const fn with_aliases(profile: Profile, aliases: &'static [&'static str]) -> Profile {
    Profile { aliases, ..profile }
}

const ARBVP: &[&str] = &[
    "NumTemps",
    "MaxInstructions",
    "MaxLocalParams",
    "MaxAddressRegs",
    "PosInv",
];
const ARBFP: &[&str] = &[
    "NumTemps",
    "NumInstructionSlots",
    "NumTexInstructionSlots",
    "NumMathInstructionSlots",
    "MaxTexIndirections",
    "MaxLocalParams",
    "MaxDrawBuffers",
    "ARB_draw_buffers",
    "ATI_draw_buffers",
    "pixel_center_integer",
    "origin_upper_left",
];
const VP: &[&str] = &["PosInv", "MaxLocalParams"];
const FP: &[&str] = &[
    "NumInstructionSlots",
    "NumTemps",
    "pixel_center_integer",
    "origin_upper_left",
];
const GP: &[&str] = &[
    "fastimul",
    "NV_parameter_buffer_object2",
    "PaBO2",
    "ARB_draw_buffers",
    "ATI_draw_buffers",
    "PosInv",
];
const GLSL: &[&str] = &[
    "version",
    "userTexCoord",
    "ATI_draw_buffers",
    "EXT_gpu_shader4",
];
const D3D: &[&str] = &["NumTemps", "NumInstructionSlots", "MaxDrawBuffers"];

use Registers as R;
use Stage::{Any, Fragment, Vertex};

/// All profiles that programs are compiled for.
pub(super) const PROFILES: &[Profile] = &[
    row(
        "arbvp1",
        Vertex,
        &[&["arbvp1"], &["vs"]],
        R::ArbVertex,
        counting(VERTEX, 96),
        ARBVP,
    ),
    row(
        "arbfp1",
        Fragment,
        &[&["arbfp1"], &["fp30"], &["ps"]],
        R::ArbFragment,
        counting(FRAGMENT, 32),
        ARBFP,
    ),
    row(
        "vp20",
        Vertex,
        &[&["vp20"], &["vs"]],
        R::NvVertex1,
        counting(VERTEX, 96),
        VP,
    ),
    row(
        "vp30",
        Vertex,
        &[&["vp30"], &["vs"]],
        R::NvVertex2,
        counting(VERTEX_FLOW, 256),
        VP,
    ),
    row(
        "vp40",
        Vertex,
        &[&["vp40"], &["vs"]],
        R::NvVertex3,
        VERTEX_FLOW,
        ARBVP,
    ),
    row(
        "fp20",
        Fragment,
        &[&["fp20"], &["ps"]],
        R::NvFragment1,
        clamping(COMBINERS),
        &[],
    ),
    row(
        "fp30",
        Fragment,
        &[&["fp30"], &["ps"]],
        R::NvFragment2,
        clamping(FRAGMENT),
        FP,
    ),
    row(
        "fp40",
        Fragment,
        &[&["fp40"], &["ps"]],
        R::NvFragment3,
        clamping(FRAGMENT_FLOW),
        FP,
    ),
    with_aliases(
        row(
            "gp4vp",
            Vertex,
            &[&["gp4vp"], &["gp4"], &["vs"]],
            R::Gp4Vertex,
            GP4,
            GP,
        ),
        &["gpu_vp"],
    ),
    with_aliases(
        row(
            "gp4fp",
            Fragment,
            &[&["gp4fp"], &["gp4"], &["ps"]],
            R::Gp4Fragment,
            GP4,
            GP,
        ),
        &["gpu_fp"],
    ),
    row(
        "glslv",
        Vertex,
        &[&["glslv"], &["glsl"], &["vs"]],
        R::GlslVertex,
        ALL,
        GLSL,
    ),
    row(
        "glslf",
        Fragment,
        &[&["glslf"], &["glsl"], &["ps"]],
        R::GlslFragment,
        ALL,
        GLSL,
    ),
    row(
        "hlslv",
        Vertex,
        &[&["hlslv"], &["hlsl"], &["vs"]],
        R::HlslVertex,
        ALL,
        &[],
    ),
    row(
        "hlslf",
        Fragment,
        &[&["hlslf"], &["hlsl"], &["ps"]],
        R::HlslFragment,
        ALL,
        &[],
    ),
    row(
        "vs_1_1",
        Vertex,
        &[&["vs_1_1"], &["vs_1"], &["vs"]],
        R::D3d1Vertex,
        counting(VERTEX, 96),
        D3D,
    ),
    row(
        "vs_2_0",
        Vertex,
        &[&["vs_2_0"], &["vs_2"], &["vs"]],
        R::D3d2Vertex,
        counting(VERTEX, 256),
        D3D,
    ),
    row(
        "vs_2_x",
        Vertex,
        &[&["vs_2_x"], &["vs_2"], &["vs"]],
        R::D3d2Vertex,
        counting(VERTEX_FLOW, 256),
        D3D,
    ),
    row(
        "vs_2_sw",
        Vertex,
        &[&["vs_2_sw"], &["vs_2"], &["vs"]],
        R::D3d2Vertex,
        VERTEX_FLOW,
        D3D,
    ),
    row(
        "vs_3_0",
        Vertex,
        &[&["vs_3_0"], &["vs_3"], &["vs"]],
        R::D3d3Vertex,
        counting(VERTEX_FLOW, 256),
        D3D,
    ),
    row(
        "ps_1_1",
        Fragment,
        &[&["ps_1_1", "dx8ps"], &["ps_1"], &["ps"]],
        R::D3d1Fragment,
        COMBINERS,
        &[],
    ),
    row(
        "ps_1_2",
        Fragment,
        &[&["ps_1_2"], &["ps_1"], &["ps"]],
        R::D3d1Fragment,
        COMBINERS,
        &[],
    ),
    row(
        "ps_1_3",
        Fragment,
        &[&["ps_1_3"], &["ps_1"], &["ps"]],
        R::D3d1Fragment,
        COMBINERS,
        &[],
    ),
    row(
        "ps_2_0",
        Fragment,
        &[&["ps_2_0"], &["ps_2"], &["ps"]],
        R::D3d2Fragment,
        counting(FRAGMENT, 32),
        D3D,
    ),
    row(
        "ps_2_x",
        Fragment,
        &[&["ps_2_x"], &["ps_2"], &["ps"]],
        R::D3d2Fragment,
        counting(FRAGMENT, 32),
        D3D,
    ),
    row(
        "ps_2_sw",
        Fragment,
        &[&["ps_2_sw"], &["ps_2"], &["ps"]],
        R::D3d2Fragment,
        FRAGMENT,
        D3D,
    ),
    row(
        "ps_3_0",
        Fragment,
        &[&["ps_3_0"], &["ps_3"], &["ps"]],
        R::D3d3Fragment,
        counting(FRAGMENT_FLOW, 224),
        D3D,
    ),
    row("generic", Any, &[&["generic"]], R::Generic, ALL, &[]),
    row(
        "latest",
        Any,
        &[&["latest"], &["gp5"], &["gp4"], &["vs", "ps"]],
        R::Generic,
        ALL,
        &[],
    ),
];

/// Names of profiles that programs are not compiled for, and why.
pub(super) const REFUSED: &[(&str, &str)] = &[
    ("gp4gp", GEOMETRY),
    ("gpu_gp", GEOMETRY),
    ("gp5gp", GEOMETRY),
    ("glslg", GEOMETRY),
    ("gs_4_0", GEOMETRY),
    ("gs_5_0", GEOMETRY),
    ("gp5tcp", TESSELLATION),
    ("gp5tep", TESSELLATION),
    ("hs_5_0", TESSELLATION),
    ("ds_5_0", TESSELLATION),
    ("gp5vp", "use gp4vp, glslv or latest"),
    ("gp5fp", "use gp4fp, glslf or latest"),
    ("vs_4_0", "use hlslv or latest"),
    ("vs_5_0", "use hlslv or latest"),
    ("ps_4_0", "use hlslf or latest"),
    ("ps_5_0", "use hlslf or latest"),
    ("ps_1_4", "Cg has no such profile; use ps_2_0"),
    ("glslc", "it is for combined programs; use glslv and glslf"),
];

const GEOMETRY: &str = "there are no geometry programs";
const TESSELLATION: &str = "there are no tessellation programs";

/// Names before functions that mean families of profiles, or profiles that have no row here.
pub(super) const SPECIFIERS: &[&str] = &[
    "vs", "ps", "gs", "hs", "ds", "vs_1", "vs_2", "vs_3", "ps_1", "ps_2", "ps_3", "gp4", "gp5",
    "glsl", "hlsl", "hlsl10v", "hlsl10f", "dx8vs", "dx8ps", "dx9ps2", "gpu_vp", "gpu_fp",
];
