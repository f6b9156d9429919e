//! Directives and macros: a text with `#` lines is preprocessed first, as Microsoft's assembler does.

use crate::frontend::assembly::d3d::model::Shader;
use crate::frontend::diagnostic::ProgramError;
use crate::frontend::lexer::{Flags, Operators, Rules, Splices, literal};
use crate::frontend::preprocessor::{Bump, Mode, NoFiles, Options, preprocess};
use crate::ir::Span;

/// What directives and conditions need, and the marks of assembly.
static OPERATORS: Operators = Operators::new(&[
    "...", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "##", "#", "<", ">", "+", "-", "*", "/",
    "%", "&", "|", "^", "~", "!", "=", "?", ":", "(", ")", "[", "]", ",", ".",
]);

const RULES: Rules = Rules {
    operators: &OPERATORS,
    number: literal,
    has_strings: true,
    splices: Splices::All,
};

/// A text after preprocessing.
#[derive(Debug)]
pub(super) struct Expanded {
    text: Vec<u8>,
    /// Where each token begins, and its place in the text as it was written.
    places: Vec<(u32, Span)>,
}

/// Preprocesses a text that has a directive. Without one there is nothing to do.
pub(super) fn expand(text: &[u8]) -> Result<Option<Expanded>, ProgramError> {
    let is_directive = |line: &[u8]| line.trim_ascii_start().first() == Some(&b'#');
    if !text.split(|b| *b == b'\n').any(is_directive) {
        return Ok(None);
    }
    let text = without_comments(text);
    let arena = Bump::new();
    let options = Options {
        rules: RULES,
        macros: &[],
        include_paths: &[],
        mode: Mode::C,
    };
    let unit = preprocess(&arena, "", &text, &options, &mut NoFiles);
    if let Some(first) = unit.diagnostics.parts().0.first() {
        let mut first = first.clone();
        first.span = inside(first.span, Span::new(0, 0), text.len());
        return Err(first);
    }
    let mut expanded = Expanded {
        text: Vec::with_capacity(text.len()),
        places: Vec::with_capacity(unit.tokens.len()),
    };
    // A token of a macro stands where the last token of the text stood.
    let mut last = Span::new(0, 0);
    for token in unit.tokens {
        last = inside(token.span, last, text.len());
        if token
            .flags
            .intersects(Flags::FIRST_ON_LINE | Flags::BLANK_BEFORE)
        {
            expanded.text.push(b'\n');
        }
        expanded.places.push((expanded.text.len() as u32, last));
        expanded.text.extend_from_slice(token.kind.text());
    }
    Ok(Some(expanded))
}

/// A place of the text itself, or else another one.
fn inside(span: Span, other: Span, len: usize) -> Span {
    if (span.end as usize) <= len {
        span
    } else {
        other
    }
}

/// The text with blanks in the place of `;` comments, which the preprocessor does not know.
fn without_comments(text: &[u8]) -> Vec<u8> {
    let mut out = text.to_vec();
    let mut at = 0;
    while at < out.len() {
        let rest = &out[at..];
        let line = rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
        if rest[0] == b';' {
            out[at..at + line].fill(b' ');
            at += line;
        } else if rest.starts_with(b"//") {
            at += line;
        } else if rest.starts_with(b"/*") {
            let end = rest[2..].windows(2).position(|w| w == b"*/");
            at += end.map_or(rest.len(), |end| end + 4);
        } else {
            at += 1;
        }
    }
    out
}

impl Expanded {
    /// Parses the text; places of errors and statements are those of the text as it was written.
    pub(super) fn parse(
        &self,
        parse: fn(&[u8]) -> Result<Shader, ProgramError>,
    ) -> Result<Shader, ProgramError> {
        let mut shader = parse(&self.text).map_err(|mut error| {
            error.span = self.place(error.span);
            error
        })?;
        for statement in &mut shader.statements {
            statement.span = self.place(statement.span);
        }
        shader.end = self.place(shader.end);
        Ok(shader)
    }

    fn place(&self, span: Span) -> Span {
        let after = self
            .places
            .partition_point(|(start, _)| *start <= span.start);
        let known = after.checked_sub(1).and_then(|n| self.places.get(n));
        known.map_or(Span::new(0, 0), |(_, place)| *place)
    }
}
