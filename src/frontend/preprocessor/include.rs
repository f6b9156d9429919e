//! `#include` (ISO C 6.10.2).

use super::files::{folder, join};
use super::state::{Preprocessor, Text};
use super::{Mode, limits};
use crate::frontend::diagnostic::preprocessor::{Fault, Notice};
use crate::frontend::lexer::{Token, TokenKind};
use crate::frontend::source_map::Full;
use crate::ir::Span;

/// The name after `#include`.
struct Name {
    text: String,
    /// Whether it stands in `<` and `>`: the folder of the including file is not searched.
    is_angled: bool,
    span: Span,
}

impl<'a> Preprocessor<'a, '_> {
    /// `#include`, after the word.
    pub(super) fn include(&mut self, directive: Span) {
        let first = self.token_on_line();
        let Some(name) = first.and_then(|first| self.include_name(first)) else {
            let at = first.map_or(self.line_end(directive), |_| directive);
            let expected = "a file stands in quotes or in < and >, as in #include \"x.h\"";
            self.rest_of_line();
            return self.malformed("include", expected, at);
        };
        if !self.line().is_empty() {
            self.warn(Notice::ExtraTokens("include"), name.span);
        }
        self.count.includes += 1;
        if self.count.includes > limits::INCLUDES {
            let what = "there are too many #includes";
            return self.stop(what, limits::INCLUDES, name.span);
        }
        match self.find(&name) {
            Some(text) => self.open_include(text, name.span),
            // NVIDIA's compiler includes nothing, and says nothing.
            None if self.options.mode == Mode::Reference => {
                self.warn(Notice::NoSuchFile(name.text), name.span);
            }
            None => self.error(Fault::NoSuchFile(name.text), name.span),
        }
    }

    /// Takes the name of the file, from this token on: in quotes, in angles, or of macros that give one of these.
    fn include_name(&mut self, first: Token<'a>) -> Option<Name> {
        if let TokenKind::String(text) = first.kind {
            self.check_string(text, first.span);
        }
        if let Some(name) = self.quoted(first) {
            return Some(name);
        }
        if first.is("<") {
            let text = self.open.last_mut()?.lexer.text_until(b'>');
            // Without its `>`, the name is the rest of the line.
            let text = match text {
                Some(text) => String::from_utf8_lossy(text).into_owned(),
                None => self.rest_of_line().into_owned(),
            };
            return Some(Name {
                text,
                is_angled: true,
                span: first.span,
            });
        }
        if self.options.mode == Mode::Reference || self.macros.of(&first).is_none() {
            return None;
        }
        let mut line = vec![first];
        line.extend(self.line());
        let tokens = self.expand_list(line);
        match tokens[..] {
            [token] => self.quoted(token).map(|name| Name {
                span: first.span,
                ..name
            }),
            [begin, ref between @ .., end] if begin.is("<") && end.is(">") => {
                let texts = between
                    .iter()
                    .map(|t| String::from_utf8_lossy(t.kind.text()));
                Some(Name {
                    text: texts.collect(),
                    is_angled: true,
                    span: first.span,
                })
            }
            _ => None,
        }
    }

    /// The name in a string.
    fn quoted(&mut self, token: Token<'a>) -> Option<Name> {
        let TokenKind::String(text) = token.kind else {
            return None;
        };
        let [b'"', text @ .., b'"'] = text else {
            return None;
        };
        Some(Name {
            text: String::from_utf8_lossy(text).into_owned(),
            is_angled: false,
            span: token.span,
        })
    }

    /// Searches a file: beside the including one, then in the include path.
    fn find(&mut self, name: &Name) -> Option<Text<'a>> {
        let here = self.open.last().filter(|_| !name.is_angled);
        let beside = here.map(|file| join(folder(&file.path), &name.text));
        let paths = self.options.include_paths.iter();
        let paths = beside
            .into_iter()
            .chain(paths.map(|path| join(path, &name.text)));
        let paths = paths.filter(|path| path.len() <= limits::PATH_BYTES);
        for path in paths.collect::<Vec<String>>() {
            if let Some(text) = self.texts.get(&path) {
                return Some(text.clone());
            }
            if let Some(bytes) = self.files.read(&path) {
                let text = Text {
                    path: path.as_str().into(),
                    borrowed: self.arena.alloc_slice_copy(&bytes),
                    shared: bytes.into(),
                };
                self.texts.insert(path, text.clone());
                return Some(text);
            }
        }
        None
    }

    /// Begins to read an included file. Deep and endless inclusion ends the translation.
    fn open_include(&mut self, text: Text<'a>, span: Span) {
        self.count.included_bytes += text.borrowed.len();
        let count = &self.count;
        for (what, used, limit) in [
            (
                "files include each other too deep",
                self.open.len(),
                limits::INCLUDE_DEPTH,
            ),
            (
                "the included files have too many bytes",
                count.included_bytes,
                limits::INCLUDED_BYTES,
            ),
        ] {
            if used > limit {
                return self.refuse(&text.path, what, limit, span);
            }
        }
        let shared = text.shared;
        match self.map.add_file(text.path.clone(), shared, Some(span)) {
            Ok(base) => self.open_file(text.path, text.borrowed, base),
            Err(Full) => self.stop_full(span),
        }
    }

    /// Ends the translation at a limit. Where the file is open already, the files from there on are a cycle, which is shown.
    fn refuse(&mut self, path: &str, what: &'static str, limit: usize, span: Span) {
        let last = self.open.iter().rposition(|file| &*file.path == path);
        match last {
            Some(first) => {
                let cycle = self.open[first..].iter().map(|file| &*file.path);
                let cycle: Vec<&str> = cycle.chain([path]).collect();
                let fault = Fault::IncludeCycle(path.into(), cycle.join(" -> "));
                self.error(fault, span);
                self.halt();
            }
            None => self.stop(what, limit, span),
        }
    }
}
