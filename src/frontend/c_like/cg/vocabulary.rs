//! What the grammar has to know of Cg, as NVIDIA's compiler 3.1 has it: keywords, names of types, operators.

use super::rules::words::generic_kinds;
use crate::frontend::c_like::check::generic::parts;
use crate::frontend::c_like::family::words::{reserved, specifier, ty};
use crate::frontend::c_like::grammar::{GrammarTable, Keyword, KeywordRow, Keywords};
use crate::frontend::c_like::syntax::{Specifier, StructKind};
use rustc_hash::FxHashSet;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

/// Cg.
pub(in crate::frontend::c_like) static CG: GrammarTable = CG_WORDS;

/// Cg with the generic types of the library's text.
pub(in crate::frontend::c_like) static CG_LIBRARY: GrammarTable = GrammarTable {
    is_type: is_library_type,
    ..CG_WORDS
};

const CG_WORDS: GrammarTable = GrammarTable {
    language: "Cg",
    keywords: Keywords::new(KEYWORDS),
    is_type,
    has_profiles: true,
    warns_of_repeats: true,
    has_annotations: true,
    has_type_arguments: false,
    has_attributes: false,
    has_effects: false,
    has_register_offsets: false,
    leaves_long_numbers: false,
    abroad: ABROAD,
};

/// The other words that the language specification reserves are names to NVIDIA's compiler.
const KEYWORDS: &[KeywordRow] = &[
    ty("bool"),
    ty("char"),
    ty("float"),
    ty("int"),
    ty("short"),
    ty("void"),
    KeywordRow::new("signed", Keyword::Sign),
    KeywordRow::new("unsigned", Keyword::Sign),
    KeywordRow::new("struct", Keyword::Struct(StructKind::Struct)),
    KeywordRow::new("class", Keyword::Struct(StructKind::Struct)),
    KeywordRow::new("interface", Keyword::Struct(StructKind::Interface)),
    KeywordRow::new("typedef", Keyword::Typedef),
    specifier("const", Specifier::Const),
    specifier("extern", Specifier::Extern),
    specifier("static", Specifier::Static),
    specifier("uniform", Specifier::Uniform),
    specifier("varying", Specifier::Varying),
    specifier("in", Specifier::In),
    specifier("out", Specifier::Out),
    specifier("inout", Specifier::InOut),
    specifier("inline", Specifier::Inline),
    specifier("packed", Specifier::Packed),
    specifier("row_major", Specifier::RowMajor),
    specifier("column_major", Specifier::ColumnMajor),
    specifier("volatile", Specifier::Volatile),
    specifier("precise", Specifier::Precise),
    KeywordRow::new("if", Keyword::If),
    KeywordRow::new("else", Keyword::Else),
    KeywordRow::new("for", Keyword::For),
    KeywordRow::new("while", Keyword::While),
    KeywordRow::new("do", Keyword::Do),
    KeywordRow::new("switch", Keyword::Switch),
    KeywordRow::new("case", Keyword::Case),
    KeywordRow::new("default", Keyword::Default),
    KeywordRow::new("break", Keyword::Break),
    KeywordRow::new("continue", Keyword::Continue),
    KeywordRow::new("discard", Keyword::Discard),
    KeywordRow::new("return", Keyword::Return),
    KeywordRow::new("operator", Keyword::Operator),
    KeywordRow::new("register", Keyword::Register),
    KeywordRow::new("template", Keyword::Template),
    KeywordRow::new("sampler_state", Keyword::SamplerState),
    KeywordRow::any_case("technique", Keyword::Technique),
    KeywordRow::any_case("asm", Keyword::Assembly),
    KeywordRow::any_case("asm_fragment", Keyword::Assembly),
    KeywordRow::any_case("decl", Keyword::Assembly),
    KeywordRow::any_case("pass", Keyword::Reserved),
    reserved("compile"),
    reserved("goto"),
    reserved("namespace"),
    reserved("this"),
];

/// Types in one size only, as they are written.
const SINGLE_TYPES: &[&str] = &["sampler", "texture", "sampler2DRect", "samplerCube"];

/// Types that are the same in capitals.
const ANY_CASE_TYPES: &[&str] = &[
    "float",
    "dword",
    "matrix",
    "string",
    "vector",
    "pixelfragment",
    "pixelshader",
    "vertexfragment",
    "vertexshader",
];

/// Kinds of numbers: alone, and with the sizes of vectors and matrices after them.
const NUMBERS: &[&str] = &[
    "float", "half", "fixed", "double", "int", "uint", "bool", "char", "short", "long", "cfloat",
];

/// Vectors of GLSL, with 2 to 4 components.
const GLSL_VECTORS: &[&str] = &["vec", "ivec", "uvec", "bvec", "dvec"];

/// Families of samplers and textures, with a shape after them.
const SHAPED: &[&str] = &["sampler", "isampler", "usampler", "texture", "itexture"];

const SHAPES: &[&str] = &[
    "1D",
    "2D",
    "3D",
    "CUBE",
    "RECT",
    "1DARRAY",
    "2DARRAY",
    "CUBEARRAY",
    "BUF",
    "RBUF",
    "2DMS",
    "2DMSARRAY",
    "2DRect",
    "Cube",
];

/// The last shapes are those of samplers only.
const SAMPLER_SHAPES: &[&str] = &["RBUF", "2DRect", "Cube"];

/// Whether a word names a type in every program.
fn is_type(word: &str) -> bool {
    static TYPES: OnceLock<FxHashSet<String>> = OnceLock::new();
    if TYPES.get_or_init(types).contains(word) {
        return true;
    }
    let is_plain = !word.bytes().any(|c| c.is_ascii_uppercase());
    let mut any_case = ANY_CASE_TYPES.iter().filter(|_| !is_plain);
    any_case.any(|t| t.eq_ignore_ascii_case(word))
}

/// The words for types, but those of [`ANY_CASE_TYPES`] that have capitals.
fn types() -> FxHashSet<String> {
    let words = SINGLE_TYPES.iter().chain(ANY_CASE_TYPES);
    let mut all: FxHashSet<String> = words.map(|word| (*word).into()).collect();
    for base in NUMBERS {
        let vectors = (1..=4).map(|n| format!("{base}{n}"));
        all.extend(vectors.chain([(*base).into()]));
        all.extend(matrices(base, 1..=4));
    }
    for base in GLSL_VECTORS {
        all.extend((2..=4).map(|n| format!("{base}{n}")));
    }
    all.extend((2..=4).map(|n| format!("mat{n}")));
    all.extend(matrices("mat", 2..=4));
    for family in SHAPED {
        let has_all = family.ends_with("sampler");
        let shapes = SHAPES.iter();
        let shapes = shapes.filter(|shape| has_all || !SAMPLER_SHAPES.contains(shape));
        all.extend(shapes.map(|shape| format!("{family}{shape}")));
    }
    all
}

/// The words for matrices of these sizes.
fn matrices(base: &str, sizes: RangeInclusive<u8>) -> impl Iterator<Item = String> {
    let both = sizes
        .clone()
        .flat_map(move |n| sizes.clone().map(move |m| (n, m)));
    both.map(move |(n, m)| format!("{base}{n}x{m}"))
}

/// Whether a word names a type of textures.
pub(super) fn is_texture(word: &str) -> bool {
    word.trim_start_matches('i').starts_with("texture") && is_type(word)
}

/// Whether a word names a type in the library's text: those of programs, and `realN`, `floatNxM`, `singleS`
/// ([`super::super::cg::library`]).
fn is_library_type(word: &str) -> bool {
    let base = parts(word).base;
    is_type(word) || NUMBERS.contains(&base) || generic_kinds(base).is_some()
}

/// Words of other languages, and what to write instead.
const ABROAD: &[(&str, &str)] = &[
    ("cbuffer", "write \"uniform Name { ... };\""),
    ("tbuffer", "write \"uniform Name { ... };\""),
    (
        "enum",
        "write \"static const int name = 0;\" for each value",
    ),
    (
        "union",
        "write a struct; casts read the same scalars as another type",
    ),
    (
        "goto",
        "write a loop with \"break\", or a function with \"return\"",
    ),
    ("namespace", "begin the names with the same word instead"),
    ("using", "there are no namespaces"),
    (
        "attribute",
        "write \"varying\", or a parameter of the entry function",
    ),
    (
        "precision",
        "write half or fixed where less precision is enough",
    ),
    ("highp", "leave it out; float has full precision"),
    ("mediump", "write half"),
    ("lowp", "write fixed"),
    ("layout", "write a semantic, as in \": TEXCOORD0\""),
    ("uchar", "write unsigned char"),
    ("ushort", "write unsigned short"),
    ("ulong", "write unsigned long"),
    ("size_t", "write int"),
    ("byte", "write char"),
    ("word", "write short"),
    (
        "SamplerState",
        "write sampler2D, which is texture and sampler in one",
    ),
    (
        "Texture2D",
        "write sampler2D, which is texture and sampler in one",
    ),
    (
        "Texture1D",
        "write sampler1D, which is texture and sampler in one",
    ),
    (
        "Texture3D",
        "write sampler3D, which is texture and sampler in one",
    ),
    (
        "TextureCube",
        "write samplerCUBE, which is texture and sampler in one",
    ),
    ("shared", "leave it out"),
    ("groupshared", "leave it out"),
    (
        "new",
        "write the constructor alone, as in float4(0, 0, 0, 1)",
    ),
    ("this", "write the member's name alone"),
    ("try", "there are no exceptions"),
    (
        "throw",
        "there are no exceptions; write \"discard\" to end a fragment",
    ),
    ("sizeof", "an array has its number of elements as a.length"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_told_from_names() {
        // Types of the language, in the several spellings of their families.
        for word in [
            "float4",
            "half3x3",
            "cfloat",
            "vec3",
            "mat4x2",
            "samplerRECT",
            "usampler2DARRAY",
            "FLOAT",
            "PixelShader",
            "texture",
            "itextureCUBE",
            "samplerCube",
            "long2",
        ] {
            assert!(is_type(word), "{word}");
        }
        // Names that look like types, but have another size, case or word.
        for word in [
            "float5",
            "float4x5",
            "vec1",
            "vec5",
            "mat5",
            "Half",
            "TEXTURE",
            "textureCube",
            "sampler4D",
            "uchar",
            "",
            "N",
            "realN",
            "float44",
        ] {
            assert!(!is_type(word), "{word}");
        }
        // Generic words are types in the library's text only.
        for word in ["real", "realN", "wholeNxM", "floatN", "float4", "boolN"] {
            assert!(is_library_type(word), "{word}");
        }
    }
}
