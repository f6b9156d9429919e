//! Cg's words for types.

use crate::frontend::c_like::cg::library;
use crate::frontend::c_like::cg::vocabulary::is_texture;
use crate::frontend::c_like::check::generic::{Binding, Parts, Size, parts};
use crate::frontend::c_like::family::words::array_name;
use crate::frontend::c_like::types::{SamplerKind, Scalar, Type, Types};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

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

/// The word for a kind of numbers.
pub fn scalar_word(scalar: Scalar) -> &'static str {
    let row = SCALARS.iter().find(|(_, s)| *s == scalar);
    row.map_or("float", |(word, _)| word)
}

/// The word for a kind of samplers.
pub fn sampler_word(kind: SamplerKind) -> &'static str {
    let row = SAMPLERS.iter().find(|(_, k)| *k == kind);
    row.map_or("sampler", |(word, _)| word)
}

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
    static TYPES: OnceLock<FxHashMap<String, Type>> = OnceLock::new();
    if let Some(ty) = TYPES.get_or_init(types).get(word) {
        return Some(*ty);
    }
    let is_plain = !word.bytes().any(|c| c.is_ascii_uppercase());
    let mut any_case = ANY_CASE.iter().filter(|_| !is_plain);
    let known = any_case.find(|(w, _)| w.eq_ignore_ascii_case(word));
    match known {
        Some((_, ty)) => Some(*ty),
        // Textures are names for effects; programs do nothing with them.
        None if is_texture(word) => Some(Type::String),
        None => None,
    }
}

/// Types that are the same in capitals.
const ANY_CASE: &[(&str, Type)] = &[
    ("float", Type::Scalar(Scalar::Float)),
    ("dword", Type::Scalar(Scalar::Int)),
    ("vector", Type::Vector(Scalar::Float, 4)),
    ("matrix", Type::Matrix(Scalar::Float, 4, 4)),
];

/// Words of GLSL before sizes, which the reference knows.
const GLSL: &[(&str, Scalar)] = &[
    ("mat", Scalar::Float),
    ("vec", Scalar::Float),
    ("ivec", Scalar::Int),
    ("uvec", Scalar::UInt),
    ("bvec", Scalar::Bool),
    ("dvec", Scalar::Double),
];

/// All types by their words, but textures and other spellings of [`ANY_CASE`].
fn types() -> FxHashMap<String, Type> {
    let mut all = FxHashMap::default();
    let mut add = |word: String, ty: Type| _ = all.entry(word).or_insert(ty);
    add("void".into(), Type::Void);
    add("string".into(), Type::String);
    for (word, kind) in SAMPLERS {
        add((*word).into(), Type::Sampler(*kind));
    }
    for (word, scalar) in SCALARS {
        add((*word).into(), Type::Scalar(*scalar));
    }
    for (word, ty) in ANY_CASE {
        add((*word).into(), *ty);
    }
    // A matrix of one number is square.
    for n in 1..=4 {
        add(format!("mat{n}"), Type::Matrix(Scalar::Float, n, n));
    }
    for (word, scalar) in SCALARS.iter().chain(GLSL).copied() {
        for n in 1..=4 {
            add(format!("{word}{n}"), Type::Vector(scalar, n));
            for m in 1..=4 {
                add(format!("{word}{n}x{m}"), Type::Matrix(scalar, n, m));
            }
        }
    }
    all
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
