//! Which names of semantics each profile has, and how many registers.

use super::fragment::*;
use super::row::Row;
use super::vertex::*;
use crate::frontend::c_like::cg::profile::Registers;

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
    // Each row: the inputs, the outputs, uniforms' names that are no varyings, and how many constants and image units
    // there are.
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
