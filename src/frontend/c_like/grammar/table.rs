//! What sets the grammar of one language apart from that of another.

use crate::frontend::c_like::syntax::{Specifier, StructKind};
use crate::frontend::lexer::WordLengths;

/// A language, as the grammar sees it.
#[derive(Debug)]
pub(in crate::frontend::c_like) struct GrammarTable {
    /// The language's name in messages.
    pub(in crate::frontend::c_like) language: &'static str,
    /// The words that are no names.
    pub(in crate::frontend::c_like) keywords: Keywords,
    /// Whether a word that is no keyword names a type before anything is declared.
    pub(in crate::frontend::c_like) is_type: fn(&str) -> bool,
    /// Whether names of profiles may stand before a type.
    pub(in crate::frontend::c_like) has_profiles: bool,
    /// Whether words that stand twice before a name are a warning.
    pub(in crate::frontend::c_like) warns_of_repeats: bool,
    /// Whether `< ... >` after a name are annotations.
    pub(in crate::frontend::c_like) has_annotations: bool,
    /// Whether `<float, 4>` after a type are its parts.
    pub(in crate::frontend::c_like) has_type_arguments: bool,
    /// Whether `[unroll]` may stand before statements and functions.
    pub(in crate::frontend::c_like) has_attributes: bool,
    /// Whether techniques and the states of variables are read; otherwise they are read over.
    pub(in crate::frontend::c_like) has_effects: bool,
    /// Whether a register may have an offset or a component: `register(c0[2])`, `packoffset(c0.x)`.
    pub(in crate::frontend::c_like) has_register_offsets: bool,
    /// Whether the digits of a whole number that no 32 bits hold are left out, and no real number is too large.
    pub(in crate::frontend::c_like) leaves_long_numbers: bool,
    /// Words of other languages, and what to write instead.
    pub(in crate::frontend::c_like) abroad: &'static [(&'static str, &'static str)],
}

/// The keywords of a language.
#[derive(Debug)]
pub(in crate::frontend::c_like) struct Keywords {
    rows: &'static [KeywordRow],
    lengths: WordLengths,
}

impl Keywords {
    /// The table of these words.
    pub(in crate::frontend::c_like) const fn new(rows: &'static [KeywordRow]) -> Keywords {
        let mut lengths = WordLengths::EMPTY;
        let mut i = 0;
        while i < rows.len() {
            if rows[i].ignores_case {
                lengths.insert_any_case(rows[i].word);
            } else {
                lengths.insert(rows[i].word);
            }
            i += 1;
        }
        Keywords { rows, lengths }
    }

    /// The keyword that a word is.
    pub(super) fn find(&self, word: &str) -> Option<Keyword> {
        if !self.lengths.has(word) {
            return None;
        }
        let is_it = |row: &&KeywordRow| {
            row.word == word || row.ignores_case && row.word.eq_ignore_ascii_case(word)
        };
        self.rows.iter().find(is_it).map(|row| row.keyword)
    }
}

/// A keyword as it is written.
#[derive(Debug)]
pub(in crate::frontend::c_like) struct KeywordRow {
    pub(in crate::frontend::c_like) word: &'static str,
    pub(in crate::frontend::c_like) keyword: Keyword,
    /// Whether it is the same word in capitals. `word` is in small letters then.
    pub(in crate::frontend::c_like) ignores_case: bool,
}

/// What a keyword does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::frontend::c_like) enum Keyword {
    Specifier(Specifier),
    Typedef,
    /// `unsigned` or `signed`: a part of a type's name.
    Sign,
    /// A type that cannot be declared again.
    Type,
    Struct(StructKind),
    If,
    Else,
    For,
    While,
    Do,
    Switch,
    Case,
    Default,
    Break,
    Continue,
    Discard,
    Return,
    /// `operator`, in the name of a function.
    Operator,
    /// `register` and `packoffset`, in a semantic.
    Register,
    /// `cbuffer`: its members are variables outside functions.
    Buffer,
    /// `compile`, the value of a shader's variable.
    Compile,
    /// `technique`, outside functions.
    Technique,
    /// `sampler_state`, as a value.
    SamplerState,
    Template,
    /// A program in another language, in braces.
    Assembly,
    /// A word without a use.
    Reserved,
}

impl KeywordRow {
    /// A word that is this keyword as it is written only.
    pub(in crate::frontend::c_like) const fn new(word: &'static str, keyword: Keyword) -> Self {
        KeywordRow {
            word,
            keyword,
            ignores_case: false,
        }
    }

    /// A word that is this keyword in small letters and capitals.
    pub(in crate::frontend::c_like) const fn any_case(
        word: &'static str,
        keyword: Keyword,
    ) -> Self {
        KeywordRow {
            word,
            keyword,
            ignores_case: true,
        }
    }
}
