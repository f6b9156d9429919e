//! The preprocessor from the outside.

mod conditions;
mod files;
mod hostile;
mod macros;
mod reference;

use super::{Bump, Mode, Options, Unit, preprocess};
use crate::frontend::diagnostic::preprocessor::{Fault, Notice};
use crate::frontend::diagnostic::{ErrorKind, WarningKind};
use crate::frontend::lexer::{Flags, Operators, Rules, Splices, TokenKind, literal, pp_number};

static OPERATORS: Operators = Operators::new(&[
    "...", "<<=", ">>=", "##", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "::", "+=", "-=",
    "*=", "/=", "%=", "++", "--", "#", "+", "-", "*", "/", "%", "<", ">", "=", "!", "~", "&", "|",
    "^", "?", ":", ";", ",", ".", "(", ")", "[", "]", "{", "}",
]);

pub(super) const RULES: Rules = Rules {
    operators: &OPERATORS,
    number: pp_number,
    has_strings: true,
    splices: Splices::All,
};

pub(super) fn options(mode: Mode) -> Options<'static> {
    Options {
        rules: RULES,
        macros: &[],
        include_paths: &[],
        mode,
    }
}

/// The tokens but the end, with a blank where one stands before a token.
fn texts(unit: &Unit<'_>) -> String {
    let mut out = String::new();
    for token in unit.tokens {
        if token.kind == TokenKind::End {
            break;
        }
        if token
            .flags
            .intersects(Flags::BLANK_BEFORE | Flags::FIRST_ON_LINE)
            && !out.is_empty()
        {
            out.push(' ');
        }
        out += &String::from_utf8_lossy(token.kind.text());
    }
    out
}

/// The tokens of a text without includes, as ISO C has it, which must have no errors.
fn expand(text: &str) -> String {
    let arena = Bump::new();
    let unit = preprocess(
        &arena,
        "test",
        text.as_bytes(),
        &options(Mode::C),
        &mut super::NoFiles,
    );
    let out = texts(&unit);
    assert_eq!(unit.diagnostics.finish().map(|_| ()), Ok(()), "{text}");
    out
}

/// The errors of a text without includes, with their lines.
fn faults(text: &str, mode: Mode) -> Vec<(Fault, u32)> {
    let arena = Bump::new();
    let unit = preprocess(
        &arena,
        "test",
        text.as_bytes(),
        &options(mode),
        &mut super::NoFiles,
    );
    let errors = unit.diagnostics.finish().err().unwrap_or_default();
    let fault = |kind| match kind {
        ErrorKind::Preprocessor(fault) => fault,
        other => panic!("{other:?}"),
    };
    let line = |span| unit.map.place(span).line;
    errors
        .into_iter()
        .map(|e| (fault(e.kind), line(e.span)))
        .collect()
}

/// The warnings of a text without includes and errors.
fn notices(text: &str) -> Vec<Notice> {
    let arena = Bump::new();
    let unit = preprocess(
        &arena,
        "test",
        text.as_bytes(),
        &options(Mode::Own),
        &mut super::NoFiles,
    );
    let warnings = unit.diagnostics.finish().expect("no errors");
    let notice = |kind| match kind {
        WarningKind::Preprocessor(notice) => notice,
        other => panic!("{other:?}"),
    };
    warnings.into_iter().map(|w| notice(w.kind)).collect()
}
