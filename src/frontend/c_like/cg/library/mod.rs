//! The standard library of Cg 3.1, written in Cg.
//!
//! A definition stands for functions of several kinds of numbers and sizes. The base of a word says which kinds
//! ([`KINDS`]), its end which shapes: `N`, `M` and `K` are sizes from 1 to 4, each the same in a whole signature; `S` is a
//! scalar or a vector of any size. `singleS abs(singleS x)` is 3 kinds × 5 shapes. In one signature all words of one base
//! stand for one kind. A digit is a size as in Cg. In bodies the words mean what they mean in the signature.
//!
//! Words before the type restrict a function to profiles, as in any Cg text ([`super::profile`]); several mean any of
//! them. A declaration without a body says that the profiles before it do not support the function (C3004); without
//! profiles, no profile does (C3002). Where a program is not compiled strictly such declarations do not count.
//!
//! Names with two underscores are intrinsics of the check, or functions that only the library calls.

mod late;

use crate::frontend::c_like::types::Scalar;

pub(super) use late::{is_folded, is_late};

/// The text of the library.
pub(in crate::frontend::c_like) const TEXT: &str = concat!(
    include_str!("component.cg"),
    include_str!("geometry.cg"),
    include_str!("matrix.cg"),
    include_str!("texture.cg"),
    include_str!("texture_gp4.cg"),
    include_str!("texture_typed.cg"),
    include_str!("combiners.cg"),
    include_str!("glsl.cg"),
    include_str!("bits.cg"),
);

/// The kinds of numbers that the base of a generic word stands for.
pub(in crate::frontend::c_like) const KINDS: &[(&str, &[Scalar])] = &[
    ("single", &[Scalar::Float, Scalar::Half, Scalar::Fixed]),
    ("small", &[Scalar::Half, Scalar::Fixed]),
    ("wide", &[Scalar::Float, Scalar::Double]),
    (
        "real",
        &[Scalar::Float, Scalar::Half, Scalar::Fixed, Scalar::Double],
    ),
    (
        "whole",
        &[
            Scalar::Int,
            Scalar::UInt,
            Scalar::Short,
            Scalar::UShort,
            Scalar::Char,
            Scalar::UChar,
        ],
    ),
    (
        "number",
        &[
            Scalar::Float,
            Scalar::Half,
            Scalar::Fixed,
            Scalar::Int,
            Scalar::UInt,
            Scalar::Short,
            Scalar::UShort,
            Scalar::Char,
            Scalar::UChar,
        ],
    ),
];

/// The functions that register combiners and ps_1 have. Calls of all others are C3004 there.
const OF_COMBINERS: &[&str] = &[
    "dot",
    "lerp",
    "mix",
    "reflect",
    "saturate",
    "mul",
    "step",
    "cross",
    "clip",
    "debug",
    "D3DCOLORtoUBYTE4",
    "expand",
    "halfbias",
    "uclamp",
    "mad",
    "noise1",
    "noise2",
    "noise3",
    "noise4",
];

/// Calls that a profile refuses although the function is declared: names, profiles, the reference's number.
const REFUSED: &[(&[&str], &[&str], u32)] = &[
    (
        &[
            "tex1Dbias",
            "tex2Dbias",
            "tex3Dbias",
            "texCUBEbias",
            "texRECTbias",
        ],
        &["vs_3_0"],
        5201,
    ),
    (
        &[
            "tex1Dlod",
            "tex2Dlod",
            "tex3Dlod",
            "texCUBElod",
            "texRECTlod",
            "texture1DLod",
            "texture2DLod",
            "texture3DLod",
            "textureCubeLod",
        ],
        &["ps_2_0", "ps_2_x"],
        5201,
    ),
    (&["texBUFsize"], &["glslv", "glslf"], 5201),
];

/// The number of the error with which the reference refuses every call of the library's function in a profile. Functions
/// without a body are refused by that alone.
pub(in crate::frontend::c_like) fn refusal(profile: &str, name: &str) -> Option<u32> {
    let is_combiners = matches!(profile, "fp20" | "ps_1_1" | "ps_1_2" | "ps_1_3");
    let is_plain_look_up =
        name.contains("tex") && !name.ends_with("lod") && !name.ends_with("bias");
    if is_combiners && !is_plain_look_up && !OF_COMBINERS.contains(&name) {
        return Some(3004);
    }
    let row = REFUSED
        .iter()
        .find(|(names, profiles, _)| names.contains(&name) && profiles.contains(&profile));
    row.map(|&(_, _, number)| number)
}

#[cfg(test)]
mod calls;
#[cfg(test)]
mod overloads;
#[cfg(test)]
mod scan;
#[cfg(test)]
mod tests;
