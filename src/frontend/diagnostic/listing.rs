//! Messages about a translation unit of several files: with includes, the user's lines and macros.

use super::{ErrorKind, ProgramError, Warning};
use crate::frontend::source_map::{MacroStep, SourceMap};
use crate::ir::Span;

/// The most macros that a message names.
const MAX_STEPS: usize = 8;

impl ProgramError {
    /// Returns `file(3) : error C0105: ...`, the form of NVIDIA's compiler, then the line with carets, the macros that lead there
    /// and the includes.
    pub fn listing(&self, map: &SourceMap) -> String {
        listing("error", self.kind.code(), &self.sentence(), self.span, map)
    }

    /// What the error is, in the words of NVIDIA's compiler where scripts look for them.
    fn sentence(&self) -> String {
        match &self.kind {
            ErrorKind::Undeclared(name) => format!("undefined variable \"{name}\""),
            kind => kind.to_string(),
        }
    }
}

impl Warning {
    /// The same for a warning: `file(3) : warning C7101: ...`.
    pub fn listing(&self, map: &SourceMap) -> String {
        listing(
            "warning",
            self.kind.code(),
            &self.kind.to_string(),
            self.span,
            map,
        )
    }
}

fn listing(
    severity: &str,
    code: Option<u32>,
    sentence: &str,
    span: Span,
    map: &SourceMap,
) -> String {
    let place = map.place(span);
    let code = code.map_or(String::new(), |code| format!(" C{code:04}"));
    let sentence = super::shortened(sentence.to_owned());
    let line = map.listed_line(span);
    let mut text = format!("{}({line}) : {severity}{code}: {sentence}\n", place.file);
    if span != Span::NONE {
        text += &format!("{}\n", map.excerpt(span));
    }
    let steps = map.trail(span);
    for MacroStep { definition, .. } in steps.iter().take(MAX_STEPS) {
        let name = String::from_utf8_lossy(map.text(*definition)).into_owned();
        let at = map.spelled_place(*definition);
        text += &format!(
            "    in macro \"{name}\", defined at {}({})\n",
            at.file, at.line
        );
    }
    if steps.len() > MAX_STEPS {
        text += &format!("    and {} more\n", steps.len() - MAX_STEPS);
    }
    for at in map.includes(span) {
        text += &format!("    included at {}({})\n", at.file, at.line);
    }
    text
}
