//! Operators, and what the tables of words are made of.

use crate::frontend::c_like::grammar::{Keyword, KeywordRow};
use crate::frontend::c_like::syntax::Specifier;
use crate::frontend::c_like::types::{Type, Types};
use crate::frontend::lexer::{Operators, Rules, Splices, literal};

/// How the languages are split into tokens.
pub(in crate::frontend::c_like) const RULES: Rules = Rules {
    operators: &OPERATORS,
    number: literal,
    has_strings: true,
    splices: Splices::Tokens,
};

static OPERATORS: Operators = Operators::new(&[
    "...", "<<=", ">>=", "##", "#", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=",
    "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", "->", "::", "<", ">", "+", "-", "*", "/", "%",
    "&", "|", "^", "~", "!", "=", "?", ":", "(", ")", "{", "}", "[", "]", ";", ",", ".",
]);

pub(in crate::frontend::c_like) const fn specifier(
    word: &'static str,
    specifier: Specifier,
) -> KeywordRow {
    KeywordRow::new(word, Keyword::Specifier(specifier))
}

/// Types that are keywords: no name can hide them.
pub(in crate::frontend::c_like) const fn ty(word: &'static str) -> KeywordRow {
    KeywordRow::new(word, Keyword::Type)
}

pub(in crate::frontend::c_like) const fn reserved(word: &'static str) -> KeywordRow {
    KeywordRow::new(word, Keyword::Reserved)
}

/// `float[2][3]`: the outermost size first. `type_name` writes what the elements are.
pub(in crate::frontend::c_like) fn array_name(
    types: &Types,
    mut ty: Type,
    type_name: impl Fn(&Types, Type) -> String,
) -> String {
    let mut sizes = String::new();
    while let Type::Array(id) = ty {
        let array = types.arrays[id.0 as usize];
        match array.count {
            Some(n) => sizes += &format!("[{n}]"),
            None => sizes += "[]",
        }
        ty = array.element;
    }
    type_name(types, ty) + &sizes
}
