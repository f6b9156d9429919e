//! The intrinsic functions. Those that HLSL has in the same way as Cg are Cg's text ([`crate::frontend::c_like::cg`]),
//! read with HLSL's words: `singleS` stands for floats, as scalars, vectors and matrices. A function of HLSL's own text
//! takes the place of all those of its name.

use super::vocabulary::HLSL_LIBRARY;
use crate::frontend::c_like::check::generic::Library;
use crate::frontend::c_like::family::text;
use crate::frontend::c_like::types::Scalar;
use std::sync::OnceLock;

/// HLSL's own functions.
const OWN: &str = concat!(include_str!("own.hlsl"), include_str!("texture.hlsl"));

/// The functions that are Cg's as well.
const SHARED: &str = concat!(
    include_str!("../../cg/library/component.cg"),
    include_str!("../../cg/library/geometry.cg"),
    include_str!("../../cg/library/matrix.cg"),
);

/// The kinds of numbers that the base of a generic word stands for.
pub(super) const KINDS: &[(&str, &[Scalar])] = &[
    ("single", &[Scalar::Float]),
    ("small", &[]),
    ("fixed", &[]),
    ("wide", &[Scalar::Float]),
    ("real", &[Scalar::Float]),
    ("whole", &[Scalar::Int]),
    ("number", &[Scalar::Float, Scalar::Int, Scalar::UInt]),
];

/// The library.
pub(super) fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        text::library(OWN, &HLSL_LIBRARY).over(text::library(SHARED, &HLSL_LIBRARY))
    })
}
