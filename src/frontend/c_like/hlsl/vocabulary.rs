//! What the grammar has to know of HLSL: keywords, names of types, operators.

use super::words;
use crate::frontend::c_like::check::generic::parts;
use crate::frontend::c_like::family::words::{reserved, specifier, ty};
use crate::frontend::c_like::grammar::{GrammarTable, Keyword, KeywordRow, Keywords};
use crate::frontend::c_like::syntax::{Specifier, StructKind};

/// HLSL.
pub(super) static HLSL: GrammarTable = HLSL_WORDS;

/// HLSL with the generic types of the library's text, and with the profiles' names of Cg's.
pub(super) static HLSL_LIBRARY: GrammarTable = GrammarTable {
    is_type: is_library_type,
    has_profiles: true,
    ..HLSL_WORDS
};

const HLSL_WORDS: GrammarTable = GrammarTable {
    language: "HLSL",
    keywords: Keywords::new(KEYWORDS),
    is_type: words::is_type,
    has_profiles: false,
    warns_of_repeats: false,
    has_annotations: true,
    has_type_arguments: true,
    has_attributes: true,
    has_effects: true,
    has_register_offsets: true,
    leaves_long_numbers: true,
    abroad: &[],
};

const KEYWORDS: &[KeywordRow] = &[
    ty("bool"),
    ty("double"),
    ty("float"),
    ty("half"),
    ty("int"),
    ty("uint"),
    ty("void"),
    KeywordRow::new("unsigned", Keyword::Sign),
    KeywordRow::new("struct", Keyword::Struct(StructKind::Struct)),
    KeywordRow::new("typedef", Keyword::Typedef),
    specifier("const", Specifier::Const),
    specifier("extern", Specifier::Extern),
    specifier("static", Specifier::Static),
    specifier("uniform", Specifier::Uniform),
    specifier("in", Specifier::In),
    specifier("out", Specifier::Out),
    specifier("inout", Specifier::InOut),
    specifier("inline", Specifier::Inline),
    specifier("row_major", Specifier::RowMajor),
    specifier("column_major", Specifier::ColumnMajor),
    specifier("volatile", Specifier::Volatile),
    // What several effects share is set as any other uniform.
    specifier("shared", Specifier::Volatile),
    specifier("precise", Specifier::Precise),
    // How varyings are interpolated is fixed in these shader models, but for the centroid.
    specifier("nointerpolation", Specifier::Volatile),
    specifier("noperspective", Specifier::Volatile),
    specifier("linear", Specifier::Volatile),
    specifier("centroid", Specifier::Volatile),
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
    KeywordRow::new("register", Keyword::Register),
    KeywordRow::new("packoffset", Keyword::Register),
    KeywordRow::new("cbuffer", Keyword::Buffer),
    KeywordRow::new("tbuffer", Keyword::Buffer),
    KeywordRow::new("sampler_state", Keyword::SamplerState),
    KeywordRow::new("compile", Keyword::Compile),
    KeywordRow::any_case("technique", Keyword::Technique),
    KeywordRow::any_case("technique10", Keyword::Technique),
    KeywordRow::any_case("technique11", Keyword::Technique),
    KeywordRow::any_case("asm", Keyword::Assembly),
    KeywordRow::any_case("asm_fragment", Keyword::Assembly),
    KeywordRow::any_case("decl", Keyword::Assembly),
    KeywordRow::any_case("pass", Keyword::Reserved),
    reserved("goto"),
    reserved("namespace"),
    reserved("this"),
    reserved("template"),
    reserved("operator"),
    reserved("class"),
    reserved("interface"),
];

/// Whether a word names a type in the library's text: those of programs, and `realN`, `floatNxM`, `singleS`
/// ([`super::library`]).
fn is_library_type(word: &str) -> bool {
    let base = parts(word).base;
    words::is_type(word) || words::scalar(base).is_some() || words::generic_kinds(base).is_some()
}
