//! A text after the preprocessor, as text.

use super::program::Refused;
use super::request::Request;
use crate::frontend::lexer::{Flags, TokenKind};
use crate::frontend::preprocessor::{Bump, Files};
use std::sync::Arc;

/// Lines without a token that stand in the text before `#line` takes their place.
const MOST_EMPTY: u32 = 8;

/// The tokens on the lines where they stood, and `#line` where a file begins or goes on.
pub fn preprocessed(request: &Request<'_>, files: &mut dyn Files) -> Result<String, Refused> {
    let arena = Bump::new();
    let unit = request.unit(&arena, files);
    if let Err(errors) = unit.diagnostics.finish() {
        let map = Arc::new(unit.map);
        return Err(Refused { errors, map });
    }
    let (mut out, mut file, mut line) = (String::new(), None, 1);
    for token in unit.tokens.iter().filter(|t| t.kind != TokenKind::End) {
        let place = unit.map.place(token.span);
        // A token in another file, further up or far below begins with a new `#line`. Near ones take empty lines.
        let is_here = file.as_deref() == Some(place.file);
        if !is_here || place.line < line || place.line > line + MOST_EMPTY {
            line = place.line;
            out += &format!("\n#line {line} \"{}\"\n", place.file);
            file = Some(place.file.to_string());
        }
        while line < place.line {
            out.push('\n');
            line += 1;
        }
        // One blank stands for all that was between two tokens of a line.
        if !out.ends_with('\n') && token.flags.contains(Flags::BLANK_BEFORE) {
            out.push(' ');
        }
        out += &String::from_utf8_lossy(unit.map.text(token.span));
    }
    Ok(out.trim_start().to_owned() + "\n")
}
