//! Functions of the library whose calls the reference resolves only in functions that the entry reaches.
//!
//! What such a call gives has no type before. So a conversion of it is no warning where nothing calls the function around it. Which
//! functions these are depends on the types of the arguments, as it was seen in the reference.

use crate::frontend::c_like::types::{Scalar, Type};

/// Late for all arguments.
const ALWAYS: &[&str] = &["dot", "length", "lit", "round", "saturate", "sign", "trunc"];

/// Late for one number.
const OF_SCALARS: &[&str] = &["cos", "floor", "pow", "sin"];

/// Late for halves.
const OF_HALVES: &[&str] = &[
    "abs",
    "ceil",
    "clamp",
    "floor",
    "frac",
    "fract",
    "inversesqrt",
    "max",
    "min",
    "mod",
    "rsqrt",
    "smoothstep",
    "sqrt",
    "step",
];

/// Functions of which the reference computes calls with constants. The others are constants where the call is the whole value only.
const FOLDED: &[&str] = &[
    "abs",
    "cos",
    "dot",
    "exp2",
    "floor",
    "frac",
    "log2",
    "max",
    "min",
    "normalize",
    "pow",
    "rsqrt",
    "saturate",
    "sin",
];

/// Whether a call of the function is a constant as a part of a vector.
pub(in crate::frontend::c_like::cg) fn is_folded(name: &str) -> bool {
    FOLDED.contains(&name)
}

/// Whether a call of the function with parameters of these types is resolved late.
pub(in crate::frontend::c_like::cg) fn is_late(name: &str, parameters: &[Type]) -> bool {
    if name.contains("tex") {
        return !name.ends_with("size");
    }
    let is_scalar = |ty: Option<&Type>| matches!(ty, Some(Type::Scalar(_)));
    let has_halves = || {
        parameters
            .iter()
            .any(|ty| ty.scalar() == Some(Scalar::Half))
    };
    match name {
        "frac" if !is_scalar(parameters.first()) => true,
        "distance" => !is_scalar(parameters.first()),
        // One weight for all components is another function.
        "lerp" => parameters.first() == parameters.last(),
        _ => {
            ALWAYS.contains(&name)
                || OF_SCALARS.contains(&name) && is_scalar(parameters.first())
                || OF_HALVES.contains(&name) && has_halves()
        }
    }
}
