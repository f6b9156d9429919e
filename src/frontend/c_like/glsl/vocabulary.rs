//! What the grammar has to know of GLSL: keywords and names of types.

use super::{variables, words};
use crate::frontend::c_like::family::words::{reserved, specifier, ty};
use crate::frontend::c_like::grammar::{GrammarTable, Keyword, KeywordRow, Keywords};
use crate::frontend::c_like::syntax::{Specifier, StructKind};
use crate::frontend::lexer::{Operators, Rules, Splices, literal};

/// GLSL of a version.
pub(super) fn table(version: u32) -> &'static GrammarTable {
    static OLD: GrammarTable = GrammarTable {
        keywords: Keywords::new(KEYWORDS.split_at(NEWER).1),
        is_type: |word| is_type(word, 110),
        ..WORDS
    };
    static NEW: GrammarTable = WORDS;
    if version < 120 { &OLD } else { &NEW }
}

const WORDS: GrammarTable = GrammarTable {
    language: "GLSL",
    keywords: Keywords::new(KEYWORDS),
    is_type: |word| is_type(word, 120),
    has_profiles: false,
    warns_of_repeats: false,
    has_annotations: false,
    has_type_arguments: false,
    has_attributes: false,
    has_effects: false,
    has_register_offsets: false,
    leaves_long_numbers: true,
    abroad: ABROAD,
};

/// Whether a word names a type in every text of a version.
fn is_type(word: &str, version: u32) -> bool {
    words::type_of(word, version).is_some() || variables::is_type(word)
}

/// GLSL with the generic words of the library's text, and the words of stages before its functions.
pub(super) static GLSL_LIBRARY: GrammarTable = GrammarTable {
    language: "GLSL",
    keywords: Keywords::new(LIBRARY_KEYWORDS),
    is_type: words::is_library_type,
    has_profiles: true,
    warns_of_repeats: false,
    has_annotations: false,
    has_type_arguments: false,
    has_attributes: false,
    has_effects: false,
    has_register_offsets: false,
    leaves_long_numbers: false,
    abroad: &[],
};

const LIBRARY_KEYWORDS: &[KeywordRow] = &[
    ty("bool"),
    ty("float"),
    ty("int"),
    KeywordRow::new("return", Keyword::Return),
];

/// How texts are split into tokens.
pub(super) const RULES: Rules = Rules {
    operators: &OPERATORS,
    number: literal,
    has_strings: true,
    splices: Splices::Tokens,
};

static OPERATORS: Operators = Operators::new(&[
    "...", "<<=", ">>=", "##", "#", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^", "+=",
    "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", "<", ">", "+", "-", "*", "/", "%", "&",
    "|", "^", "~", "!", "=", "?", ":", "(", ")", "{", "}", "[", "]", ";", ",", ".",
]);

/// How many of the keywords are names before version 1.20: the first ones.
const NEWER: usize = 15;

const KEYWORDS: &[KeywordRow] = &[
    ty("mat2x2"),
    ty("mat2x3"),
    ty("mat2x4"),
    ty("mat3x2"),
    ty("mat3x3"),
    ty("mat3x4"),
    ty("mat4x2"),
    ty("mat4x3"),
    ty("mat4x4"),
    reserved("highp"),
    reserved("lowp"),
    reserved("mediump"),
    reserved("precision"),
    specifier("centroid", Specifier::Centroid),
    specifier("invariant", Specifier::Invariant),
    ty("bool"),
    ty("bvec2"),
    ty("bvec3"),
    ty("bvec4"),
    ty("float"),
    ty("int"),
    ty("ivec2"),
    ty("ivec3"),
    ty("ivec4"),
    ty("mat2"),
    ty("mat3"),
    ty("mat4"),
    ty("sampler1D"),
    ty("sampler1DShadow"),
    ty("sampler2D"),
    ty("sampler2DRect"),
    ty("sampler2DRectShadow"),
    ty("sampler2DShadow"),
    ty("sampler3D"),
    ty("samplerCube"),
    ty("vec2"),
    ty("vec3"),
    ty("vec4"),
    ty("void"),
    KeywordRow::new("struct", Keyword::Struct(StructKind::Struct)),
    specifier("attribute", Specifier::Attribute),
    specifier("const", Specifier::Const),
    specifier("in", Specifier::In),
    specifier("inout", Specifier::InOut),
    specifier("out", Specifier::Out),
    specifier("uniform", Specifier::Uniform),
    specifier("varying", Specifier::Varying),
    KeywordRow::new("break", Keyword::Break),
    KeywordRow::new("continue", Keyword::Continue),
    KeywordRow::new("discard", Keyword::Discard),
    KeywordRow::new("do", Keyword::Do),
    KeywordRow::new("else", Keyword::Else),
    KeywordRow::new("for", Keyword::For),
    KeywordRow::new("if", Keyword::If),
    KeywordRow::new("return", Keyword::Return),
    KeywordRow::new("while", Keyword::While),
    reserved("asm"),
    reserved("cast"),
    reserved("class"),
    reserved("default"),
    reserved("double"),
    reserved("dvec2"),
    reserved("dvec3"),
    reserved("dvec4"),
    reserved("enum"),
    reserved("extern"),
    reserved("external"),
    reserved("fixed"),
    reserved("flat"),
    reserved("fvec2"),
    reserved("fvec3"),
    reserved("fvec4"),
    reserved("goto"),
    reserved("half"),
    reserved("hvec2"),
    reserved("hvec3"),
    reserved("hvec4"),
    reserved("inline"),
    reserved("input"),
    reserved("interface"),
    reserved("long"),
    reserved("namespace"),
    reserved("noinline"),
    reserved("output"),
    reserved("packed"),
    reserved("public"),
    reserved("sampler3DRect"),
    reserved("short"),
    reserved("sizeof"),
    reserved("static"),
    reserved("switch"),
    reserved("template"),
    reserved("this"),
    reserved("typedef"),
    reserved("union"),
    reserved("unsigned"),
    reserved("using"),
    reserved("volatile"),
];

/// Words of other languages, and what to write instead.
const ABROAD: &[(&str, &str)] = &[
    ("float2", "write vec2"),
    ("float3", "write vec3"),
    ("float4", "write vec4"),
    ("float3x3", "write mat3"),
    ("float4x4", "write mat4"),
    (
        "layout",
        "name the place from outside, before the program is linked",
    ),
    (
        "texture",
        "write texture2D, or the function of the sampler's kind",
    ),
];
