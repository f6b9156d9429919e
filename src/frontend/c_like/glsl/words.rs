//! The names of types.

use crate::frontend::c_like::check::generic::{Binding, parts};
use crate::frontend::c_like::family::words::array_name;
use crate::frontend::c_like::types::{SamplerKind, Scalar, Type, Types};

const SAMPLERS: &[(&str, SamplerKind)] = &[
    ("sampler1D", SamplerKind::D1),
    ("sampler2D", SamplerKind::D2),
    ("sampler3D", SamplerKind::D3),
    ("samplerCube", SamplerKind::Cube),
    ("sampler1DShadow", SamplerKind::D1Shadow),
    ("sampler2DShadow", SamplerKind::D2Shadow),
    ("sampler2DRect", SamplerKind::Rect),
    ("sampler2DRectShadow", SamplerKind::RectShadow),
];

const SCALARS: &[(&str, Scalar)] = &[
    ("float", Scalar::Float),
    ("int", Scalar::Int),
    ("bool", Scalar::Bool),
];

const VECTORS: &[(&str, Scalar)] = &[
    ("vec", Scalar::Float),
    ("ivec", Scalar::Int),
    ("bvec", Scalar::Bool),
];

/// The type that a word names. Before version 1.20 there are square matrices only.
pub(super) fn type_of(word: &str, version: u32) -> Option<Type> {
    if word == "void" {
        return Some(Type::Void);
    }
    if let Some((_, scalar)) = SCALARS.iter().find(|(name, _)| *name == word) {
        return Some(Type::Scalar(*scalar));
    }
    if let Some((_, kind)) = SAMPLERS.iter().find(|(name, _)| *name == word) {
        return Some(Type::Sampler(*kind));
    }
    let size = |b: u8| (b'2'..=b'4').contains(&b).then(|| b - b'0');
    if let Some(sizes) = word.strip_prefix("mat") {
        return match *sizes.as_bytes() {
            [n] => Some(Type::Matrix(Scalar::Float, size(n)?, size(n)?)),
            [c, b'x', r] if version >= 120 => Some(Type::Matrix(Scalar::Float, size(c)?, size(r)?)),
            _ => None,
        };
    }
    let letters = word.len().checked_sub(1)?;
    let n = size(word.as_bytes()[letters])?;
    let row = VECTORS.iter().find(|(name, _)| *name == &word[..letters])?;
    Some(Type::Vector(row.1, n))
}

/// The type of a generic word of the library's text: `floatS`, `intN`, `float2x3`.
pub(super) fn generic_type(word: &str, binding: &Binding) -> Option<Type> {
    let parts = parts(word);
    let (_, scalar) = SCALARS.iter().find(|(name, _)| *name == parts.base)?;
    match (parts.rows?.of(binding)?, parts.columns) {
        (0, None) => Some(Type::Scalar(*scalar)),
        (n, None) => Some(Type::Vector(*scalar, n)),
        (c, Some(r)) => Some(Type::Matrix(*scalar, c, r.of(binding)?)),
    }
}

/// Whether a word names a type in the library's text.
pub(super) fn is_library_type(word: &str) -> bool {
    let is_scalar = |base: &str| SCALARS.iter().any(|(name, _)| *name == base);
    is_scalar(parts(word).base) || type_of(word, 120).is_some()
}

/// The spelling of a type.
pub(super) fn type_name(types: &Types, ty: Type) -> String {
    let scalar = |s: Scalar| match s {
        Scalar::Bool => "bool",
        s if s.is_real() => "float",
        _ => "int",
    };
    let letter = |s: Scalar| match s {
        Scalar::Bool => "b",
        s if s.is_real() => "",
        _ => "i",
    };
    match ty {
        Type::Void => "void".into(),
        Type::Scalar(s) => scalar(s).into(),
        Type::Vector(s, n) => format!("{}vec{n}", letter(s)),
        Type::Matrix(_, c, r) if c == r => format!("mat{c}"),
        Type::Matrix(_, c, r) => format!("mat{c}x{r}"),
        Type::Struct(id) => types.structure(id).name.clone(),
        Type::Array(_) => array_name(types, ty, type_name),
        Type::Sampler(kind) => {
            let row = SAMPLERS.iter().find(|(_, k)| *k == kind);
            row.map_or("sampler", |(name, _)| name).into()
        }
        Type::String => "text".into(),
        Type::Unknown => "?".into(),
    }
}
