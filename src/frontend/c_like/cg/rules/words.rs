//! Cg's words for types.

use crate::frontend::c_like::cg::library;
use crate::frontend::c_like::cg::vocabulary::is_texture;
use crate::frontend::c_like::check::generic::{Binding, Parts, Size, parts};
use crate::frontend::c_like::family::words::array_name;
use crate::frontend::c_like::types::{SamplerKind, Scalar, Type, Types};

/// The words for kinds of numbers. `uint` is another spelling of `unsigned int`.
const SCALARS: &[(&str, Scalar)] = &[
    ("float", Scalar::Float),
    ("half", Scalar::Half),
    ("fixed", Scalar::Fixed),
    ("double", Scalar::Double),
    ("int", Scalar::Int),
    ("bool", Scalar::Bool),
    ("char", Scalar::Char),
    ("short", Scalar::Short),
    ("long", Scalar::Long),
    ("unsigned int", Scalar::UInt),
    ("unsigned char", Scalar::UChar),
    ("unsigned short", Scalar::UShort),
    ("unsigned long", Scalar::ULong),
    ("unsigned", Scalar::UInt),
    ("uint", Scalar::UInt),
    ("uchar", Scalar::UChar),
    ("ushort", Scalar::UShort),
    ("ulong", Scalar::ULong),
    ("cint", Scalar::LiteralInt),
    ("cfloat", Scalar::LiteralReal),
];

const SAMPLERS: &[(&str, SamplerKind)] = &[
    ("sampler", SamplerKind::Any),
    ("sampler1D", SamplerKind::D1),
    ("sampler2D", SamplerKind::D2),
    ("sampler3D", SamplerKind::D3),
    ("samplerCUBE", SamplerKind::Cube),
    ("samplerRECT", SamplerKind::Rect),
    ("sampler1DARRAY", SamplerKind::D1Array),
    ("sampler2DARRAY", SamplerKind::D2Array),
    ("samplerCUBEARRAY", SamplerKind::CubeArray),
    ("samplerBUF", SamplerKind::Buffer),
    ("isampler1D", SamplerKind::D1),
    ("isampler2D", SamplerKind::D2),
    ("isampler3D", SamplerKind::D3),
    ("isamplerCUBE", SamplerKind::Cube),
    ("isamplerRECT", SamplerKind::Rect),
    ("isampler1DARRAY", SamplerKind::D1Array),
    ("isampler2DARRAY", SamplerKind::D2Array),
    ("isamplerCUBEARRAY", SamplerKind::CubeArray),
    ("isamplerBUF", SamplerKind::Buffer),
    ("usampler1D", SamplerKind::D1),
    ("usampler2D", SamplerKind::D2),
    ("usampler3D", SamplerKind::D3),
    ("usamplerCUBE", SamplerKind::Cube),
    ("usamplerRECT", SamplerKind::Rect),
    ("usampler1DARRAY", SamplerKind::D1Array),
    ("usampler2DARRAY", SamplerKind::D2Array),
    ("usamplerCUBEARRAY", SamplerKind::CubeArray),
    ("usamplerBUF", SamplerKind::Buffer),
    ("samplerRBUF", SamplerKind::Buffer),
    ("isamplerRBUF", SamplerKind::Buffer),
    ("usamplerRBUF", SamplerKind::Buffer),
    ("sampler2DMS", SamplerKind::D2),
    ("isampler2DMS", SamplerKind::D2),
    ("usampler2DMS", SamplerKind::D2),
    ("sampler2DMSARRAY", SamplerKind::D2Array),
    ("isampler2DMSARRAY", SamplerKind::D2Array),
    ("usampler2DMSARRAY", SamplerKind::D2Array),
    ("sampler2DRect", SamplerKind::Rect),
    ("samplerCube", SamplerKind::Cube),
];

fn scalar(word: &str) -> Option<Scalar> {
    SCALARS.iter().find(|(w, _)| *w == word).map(|(_, s)| *s)
}

/// The type of a word.
pub(in crate::frontend::c_like) fn type_of(word: &str) -> Option<Type> {
    match word {
        "void" => return Some(Type::Void),
        "string" => return Some(Type::String),
        _ => {}
    }
    if let Some((_, kind)) = SAMPLERS.iter().find(|(w, _)| *w == word) {
        return Some(Type::Sampler(*kind));
    }
    if let Some(scalar) = scalar(word) {
        return Some(Type::Scalar(scalar));
    }
    let parts = parts(word);
    match scalar(parts.base) {
        Some(scalar) => sized(scalar, parts, &Binding::default()),
        None => of_glsl(word, parts),
    }
}

/// The words of GLSL, which the reference knows, and a few types in any case.
fn of_glsl(word: &str, parts: Parts<'_>) -> Option<Type> {
    let base = match parts.base {
        "vec" | "mat" => Scalar::Float,
        "ivec" => Scalar::Int,
        "uvec" => Scalar::UInt,
        "bvec" => Scalar::Bool,
        "dvec" => Scalar::Double,
        _ if word.eq_ignore_ascii_case("float") => return Some(Type::Scalar(Scalar::Float)),
        _ if word.eq_ignore_ascii_case("dword") => return Some(Type::Scalar(Scalar::Int)),
        _ if word.eq_ignore_ascii_case("vector") => return Some(Type::Vector(Scalar::Float, 4)),
        _ if word.eq_ignore_ascii_case("matrix") => {
            return Some(Type::Matrix(Scalar::Float, 4, 4));
        }
        _ if is_texture(word) => {
            // Textures are names for effects; programs do nothing with them.
            return Some(Type::String);
        }
        _ => return None,
    };
    match sized(base, parts, &Binding::default())? {
        // A matrix of one number is square.
        Type::Vector(s, n) if parts.base == "mat" => Some(Type::Matrix(s, n, n)),
        Type::Scalar(_) => None,
        ty => Some(ty),
    }
}

/// The type of a scalar with the sizes of a word.
fn sized(scalar: Scalar, parts: Parts<'_>, binding: &Binding) -> Option<Type> {
    let of = |size: Size| size.of(binding);
    match (parts.rows, parts.columns) {
        (None, _) => Some(Type::Scalar(scalar)),
        (Some(n), None) => Some(match of(n)? {
            0 => Type::Scalar(scalar),
            n => Type::Vector(scalar, n),
        }),
        (Some(r), Some(c)) => Some(Type::Matrix(scalar, of(r)?, of(c)?)),
    }
}

/// The type of a generic word of the library's text.
pub(super) fn generic_type(word: &str, binding: &Binding) -> Option<Type> {
    if scalar(word).is_some() {
        return None;
    }
    let parts = parts(word);
    let base = match parts.base {
        base if generic_kinds(base).is_some() => binding.kind?,
        base => scalar(base)?,
    };
    sized(base, parts, binding)
}

/// The kinds of numbers of such a word.
pub(in crate::frontend::c_like) fn generic_kinds(word: &str) -> Option<&'static [Scalar]> {
    let row = library::KINDS.iter().find(|(w, _)| *w == word);
    row.map(|(_, kinds)| *kinds)
}

/// The spelling of a type.
pub(super) fn type_name(types: &Types, ty: Type) -> String {
    let word = |s: Scalar| match s {
        // A constant is shown as what it is used as.
        Scalar::LiteralInt => "int",
        Scalar::LiteralReal => "float",
        _ => SCALARS
            .iter()
            .find(|(_, k)| *k == s)
            .map_or("?", |(w, _)| w),
    };
    match ty {
        Type::Void => "void".into(),
        Type::Scalar(s) => word(s).into(),
        Type::Vector(s, n) => format!("{}{n}", word(s)),
        Type::Matrix(s, rows, columns) => format!("{}{rows}x{columns}", word(s)),
        Type::Struct(id) => format!("struct {}", types.structure(id).name),
        Type::Array(_) => array_name(types, ty, type_name),
        Type::Sampler(kind) => SAMPLERS
            .iter()
            .find(|(_, k)| *k == kind)
            .map_or("sampler", |(w, _)| w)
            .into(),
        Type::String => "string".into(),
        Type::Unknown => "?".into(),
    }
}
