//! HLSL's words for types.

use super::library;
use crate::frontend::c_like::check::generic::{Binding, Parts, Size, parts};
use crate::frontend::c_like::family::words::array_name;
use crate::frontend::c_like::types::{SamplerKind, Scalar, Type, Types};

/// `double`. Shader models 1 to 3 have none, so that it is known in texts only; kernels compute it as a float, as they do
/// the kind of Cg by whose name it goes.
pub(super) const DOUBLE: Scalar = Scalar::Fixed;

/// The words for kinds of numbers. Shader models 1 to 3 compute all real numbers as floats.
const SCALARS: &[(&str, Scalar)] = &[
    ("float", Scalar::Float),
    ("half", Scalar::Half),
    ("int", Scalar::Int),
    ("uint", Scalar::UInt),
    ("bool", Scalar::Bool),
    ("double", DOUBLE),
    ("dword", Scalar::UInt),
    ("unsigned int", Scalar::UInt),
    ("min16float", Scalar::Half),
    ("min10float", Scalar::Half),
    ("min16int", Scalar::Int),
    ("min12int", Scalar::Int),
    ("min16uint", Scalar::UInt),
];

const SAMPLERS: &[(&str, SamplerKind)] = &[
    ("sampler", SamplerKind::Any),
    ("sampler1D", SamplerKind::D1),
    ("sampler2D", SamplerKind::D2),
    ("sampler3D", SamplerKind::D3),
    ("samplerCUBE", SamplerKind::Cube),
    // The names of later shader models.
    ("SamplerState", SamplerKind::Any),
    ("SamplerComparisonState", SamplerKind::Comparison),
    ("Texture1D", SamplerKind::Texture1D),
    ("Texture2D", SamplerKind::Texture2D),
    ("Texture3D", SamplerKind::Texture3D),
    ("TextureCube", SamplerKind::TextureCube),
];

/// Types without a use in programs: effects set them. In any case.
const OBJECTS: &[&str] = &[
    "string",
    "texture",
    "texture1D",
    "texture2D",
    "texture3D",
    "textureCUBE",
    "pixelshader",
    "vertexshader",
    "pixelfragment",
    "vertexfragment",
    "stateblock",
    "BlendState",
    "DepthStencilState",
    "RasterizerState",
    "GeometryShader",
    "ComputeShader",
    "HullShader",
    "DomainShader",
    "DepthStencilView",
    "RenderTargetView",
];

/// Whether a word is one for numbers with few bits, such as `min16float2`.
pub(super) fn is_least(word: &str) -> bool {
    let base = parts(word).base;
    base.starts_with("min") && scalar(base).is_some()
}

/// The kind of number of a word.
pub(super) fn scalar(word: &str) -> Option<Scalar> {
    SCALARS.iter().find(|(w, _)| *w == word).map(|(_, s)| *s)
}

/// Whether a word names a type in every program.
pub(super) fn is_type(word: &str) -> bool {
    type_of(word).is_some()
}

/// The type of a word.
pub(super) fn type_of(word: &str) -> Option<Type> {
    if let Some(scalar) = scalar(word) {
        return Some(Type::Scalar(scalar));
    }
    if let Some((_, kind)) = SAMPLERS.iter().find(|(w, _)| *w == word) {
        return Some(Type::Sampler(*kind));
    }
    match word {
        "void" => return Some(Type::Void),
        "vector" => return Some(Type::Vector(Scalar::Float, 4)),
        "matrix" => return Some(Type::Matrix(Scalar::Float, 4, 4)),
        _ if OBJECTS.iter().any(|o| o.eq_ignore_ascii_case(word)) => return Some(Type::String),
        _ => {}
    }
    let parts = parts(word);
    sized(scalar(parts.base)?, parts, &Binding::default())
}

/// A texture of Direct3D 9 in a shader, where its methods are called as those of later textures.
pub(super) fn texture(word: &str) -> Option<Type> {
    let words = [
        ("texture1D", SamplerKind::Texture1D),
        ("texture2D", SamplerKind::Texture2D),
        ("texture3D", SamplerKind::Texture3D),
        ("textureCUBE", SamplerKind::TextureCube),
    ];
    let row = words.iter().find(|(w, _)| w.eq_ignore_ascii_case(word));
    row.map(|(_, kind)| Type::Sampler(*kind))
}

/// The type of a scalar with the sizes of a word.
fn sized(scalar: Scalar, parts: Parts<'_>, binding: &Binding) -> Option<Type> {
    let of = |size: Size| size.of(binding);
    match (parts.rows, parts.columns) {
        (None, _) => Some(Type::Scalar(scalar)),
        (Some(n), None) => {
            let n = of(n)?;
            Some(match (n, Size::matrix(n)) {
                (0, _) => Type::Scalar(scalar),
                (_, Some((rows, columns))) => Type::Matrix(scalar, rows, columns),
                (n, None) => Type::Vector(scalar, n),
            })
        }
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
pub(super) fn generic_kinds(word: &str) -> Option<&'static [Scalar]> {
    let row = library::KINDS.iter().find(|(w, _)| *w == word);
    row.map(|(_, kinds)| *kinds)
}

/// The spelling of a type.
pub(super) fn type_name(types: &Types, ty: Type) -> String {
    let word = |s: Scalar| {
        SCALARS
            .iter()
            .find(|(_, k)| *k == s)
            .map_or("?", |(w, _)| w)
    };
    match ty {
        Type::Void => "void".into(),
        Type::Scalar(s) => word(s).into(),
        Type::Vector(s, n) => format!("{}{n}", word(s)),
        Type::Matrix(s, rows, columns) => format!("{}{rows}x{columns}", word(s)),
        Type::Struct(id) => format!("struct {}", types.structure(id).name),
        Type::Array(_) => array_name(types, ty, type_name),
        Type::Sampler(kind) => {
            let row = SAMPLERS.iter().find(|(_, k)| *k == kind);
            row.map_or("sampler", |(w, _)| w).into()
        }
        Type::String => "string".into(),
        Type::Unknown => "?".into(),
    }
}
