//! The intrinsic functions by name: the rule of each one's parameters, and the functions that later models have.

use crate::frontend::c_like::types::{SamplerKind, Scalar, Type};

/// How the types of arguments give those of parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// So many operands of one shape, as floats.
    Real(usize),
    /// One operand that is no truth value, as floats.
    Bits,
    /// So many operands of one shape, of one kind of number.
    Number(usize),
    /// So many operands of one shape, as floats, of which all but the first are written.
    Written(usize),
    /// One operand as truth values.
    Truth,
    /// So many vectors of one size, as floats.
    Vectors(usize),
    /// Two vectors of one size, of one kind of number.
    Dot,
    /// Two vectors of one size, and a float.
    Refract,
    /// So many scalars, as floats.
    Scalars(usize),
    /// These types, of scalars and of vectors that are as long.
    Fixed(&'static [Type]),
    Product,
    Transpose,
    Determinant,
    /// A sampler and coordinates; with two derivatives as well.
    Texture(SamplerKind, Coordinates),
}

/// The arguments of a look-up after the sampler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Coordinates {
    /// As many as the texture has; with two more arguments, derivatives.
    Own,
    /// As many as the texture has, and derivatives.
    Gradients,
    /// Four.
    Four,
}

pub(super) const FLOAT: Type = Type::Scalar(Scalar::Float);
pub(super) const FLOAT3: Type = Type::Vector(Scalar::Float, 3);
pub(super) const FLOAT4: Type = Type::Vector(Scalar::Float, 4);

/// The functions, by name.
pub(super) const INTRINSICS: &[(&str, Rule)] = &[
    ("abs", Rule::Number(1)),
    ("acos", Rule::Real(1)),
    ("all", Rule::Truth),
    ("any", Rule::Truth),
    ("asfloat", Rule::Bits),
    ("asint", Rule::Bits),
    ("asuint", Rule::Bits),
    ("asin", Rule::Real(1)),
    ("atan", Rule::Real(1)),
    ("atan2", Rule::Real(2)),
    ("ceil", Rule::Real(1)),
    ("clamp", Rule::Number(3)),
    ("clip", Rule::Real(1)),
    ("cos", Rule::Real(1)),
    ("cosh", Rule::Real(1)),
    ("cross", Rule::Fixed(&[FLOAT3, FLOAT3])),
    ("D3DCOLORtoUBYTE4", Rule::Fixed(&[FLOAT4])),
    ("ddx", Rule::Real(1)),
    ("ddy", Rule::Real(1)),
    ("ddx_coarse", Rule::Real(1)),
    ("ddx_fine", Rule::Real(1)),
    ("ddy_coarse", Rule::Real(1)),
    ("ddy_fine", Rule::Real(1)),
    ("degrees", Rule::Real(1)),
    ("determinant", Rule::Determinant),
    ("distance", Rule::Vectors(2)),
    ("dot", Rule::Dot),
    ("dst", Rule::Fixed(&[FLOAT4, FLOAT4])),
    ("exp", Rule::Real(1)),
    ("exp2", Rule::Real(1)),
    ("faceforward", Rule::Vectors(3)),
    ("floor", Rule::Real(1)),
    ("fmod", Rule::Real(2)),
    ("frac", Rule::Real(1)),
    ("frexp", Rule::Written(2)),
    ("fwidth", Rule::Real(1)),
    ("isfinite", Rule::Real(1)),
    ("isinf", Rule::Real(1)),
    ("isnan", Rule::Real(1)),
    ("ldexp", Rule::Real(2)),
    ("length", Rule::Vectors(1)),
    ("lerp", Rule::Real(3)),
    ("lit", Rule::Scalars(3)),
    ("log", Rule::Real(1)),
    ("log10", Rule::Real(1)),
    ("log2", Rule::Real(1)),
    ("mad", Rule::Real(3)),
    ("max", Rule::Number(2)),
    ("min", Rule::Number(2)),
    ("modf", Rule::Written(2)),
    ("mul", Rule::Product),
    ("noise", Rule::Vectors(1)),
    ("normalize", Rule::Vectors(1)),
    ("pow", Rule::Real(2)),
    ("radians", Rule::Real(1)),
    ("reflect", Rule::Vectors(2)),
    ("refract", Rule::Refract),
    ("rcp", Rule::Real(1)),
    ("round", Rule::Real(1)),
    ("rsqrt", Rule::Real(1)),
    ("saturate", Rule::Real(1)),
    ("sign", Rule::Number(1)),
    ("sin", Rule::Real(1)),
    ("sincos", Rule::Written(3)),
    ("sinh", Rule::Real(1)),
    ("smoothstep", Rule::Real(3)),
    ("sqrt", Rule::Real(1)),
    ("step", Rule::Real(2)),
    ("tan", Rule::Real(1)),
    ("tanh", Rule::Real(1)),
    ("tex1D", Rule::Texture(SamplerKind::D1, Coordinates::Own)),
    (
        "tex1Dbias",
        Rule::Texture(SamplerKind::D1, Coordinates::Four),
    ),
    (
        "tex1Dgrad",
        Rule::Texture(SamplerKind::D1, Coordinates::Gradients),
    ),
    (
        "tex1Dlod",
        Rule::Texture(SamplerKind::D1, Coordinates::Four),
    ),
    (
        "tex1Dproj",
        Rule::Texture(SamplerKind::D1, Coordinates::Four),
    ),
    ("tex2D", Rule::Texture(SamplerKind::D2, Coordinates::Own)),
    (
        "tex2Dbias",
        Rule::Texture(SamplerKind::D2, Coordinates::Four),
    ),
    (
        "tex2Dgrad",
        Rule::Texture(SamplerKind::D2, Coordinates::Gradients),
    ),
    (
        "tex2Dlod",
        Rule::Texture(SamplerKind::D2, Coordinates::Four),
    ),
    (
        "tex2Dproj",
        Rule::Texture(SamplerKind::D2, Coordinates::Four),
    ),
    ("tex3D", Rule::Texture(SamplerKind::D3, Coordinates::Own)),
    (
        "tex3Dbias",
        Rule::Texture(SamplerKind::D3, Coordinates::Four),
    ),
    (
        "tex3Dgrad",
        Rule::Texture(SamplerKind::D3, Coordinates::Gradients),
    ),
    (
        "tex3Dlod",
        Rule::Texture(SamplerKind::D3, Coordinates::Four),
    ),
    (
        "tex3Dproj",
        Rule::Texture(SamplerKind::D3, Coordinates::Four),
    ),
    (
        "texCUBE",
        Rule::Texture(SamplerKind::Cube, Coordinates::Own),
    ),
    (
        "texCUBEbias",
        Rule::Texture(SamplerKind::Cube, Coordinates::Four),
    ),
    (
        "texCUBEgrad",
        Rule::Texture(SamplerKind::Cube, Coordinates::Gradients),
    ),
    (
        "texCUBElod",
        Rule::Texture(SamplerKind::Cube, Coordinates::Four),
    ),
    (
        "texCUBEproj",
        Rule::Texture(SamplerKind::Cube, Coordinates::Four),
    ),
    ("transpose", Rule::Transpose),
    ("trunc", Rule::Real(1)),
];

/// The functions of later models, which are names here as well, with the number of arguments for which the reference has
/// an error of its own, and that error.
const LATER: &[(&str, Option<(usize, u32)>)] = &[
    ("abort", Some((0, 3692))),
    ("asdouble", None),
    ("AllMemoryBarrier", Some((0, 3664))),
    ("AllMemoryBarrierWithGroupSync", Some((0, 3664))),
    ("CheckAccessFullyMapped", None),
    ("countbits", Some((1, 3548))),
    ("DeviceMemoryBarrier", Some((0, 3664))),
    ("DeviceMemoryBarrierWithGroupSync", Some((0, 3664))),
    ("errorf", None),
    ("EvaluateAttributeAtSample", Some((2, 3672))),
    ("EvaluateAttributeSnapped", Some((2, 3672))),
    ("f16tof32", Some((1, 3548))),
    ("f32tof16", Some((1, 3704))),
    ("firstbithigh", Some((1, 3548))),
    ("firstbitlow", Some((1, 3548))),
    ("fma", None),
    ("GetRenderTargetSampleCount", Some((0, 3548))),
    ("GetRenderTargetSamplePosition", None),
    ("GroupMemoryBarrier", Some((0, 3664))),
    ("GroupMemoryBarrierWithGroupSync", Some((0, 3664))),
    ("InterlockedAdd", None),
    ("InterlockedAnd", None),
    ("InterlockedCompareExchange", None),
    ("InterlockedCompareStore", None),
    ("InterlockedExchange", None),
    ("InterlockedMax", None),
    ("InterlockedMin", None),
    ("InterlockedOr", None),
    ("InterlockedXor", None),
    ("msad4", Some((3, 3548))),
    ("printf", None),
    ("Process2DQuadTessFactorsAvg", None),
    ("Process2DQuadTessFactorsMax", None),
    ("Process2DQuadTessFactorsMin", None),
    ("ProcessIsolineTessFactors", None),
    ("ProcessQuadTessFactorsAvg", None),
    ("ProcessQuadTessFactorsMax", None),
    ("ProcessQuadTessFactorsMin", None),
    ("ProcessTriTessFactorsAvg", None),
    ("ProcessTriTessFactorsMax", None),
    ("ProcessTriTessFactorsMin", None),
    ("reversebits", Some((1, 3548))),
];

/// The reference's error for a call of a function of later models with so many arguments; `None` of other names.
pub(in crate::frontend::c_like::hlsl) fn later(name: &str, n: usize) -> Option<u32> {
    let (_, own) = LATER.iter().find(|(known, _)| *known == name)?;
    Some(match own {
        Some((count, number)) if *count == n => *number,
        _ => 3013,
    })
}
