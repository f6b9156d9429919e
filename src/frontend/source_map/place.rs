//! From offsets to what a user sees: file, line and column, includes and macros.

use super::entry::{Entry, File};
use super::{Source, SourceMap};
use crate::ir::Span;

/// The longest trail that is given. Deeper macros are left out from the middle on.
const MAX_TRAIL: usize = 64;
/// The most steps from an entry to another. Entries refer to earlier ones only, so this ends loops that cannot be.
const MAX_STEPS: usize = 1 << 20;

/// A place as messages name it. `#line` has its effect on file and line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserPlace<'a> {
    pub file: &'a str,
    /// Counted from 1.
    pub line: u32,
    /// Bytes, counted from 1.
    pub column: u32,
}

/// A macro on the way from a token to the text that its author wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MacroStep {
    /// The macro's name in its definition.
    pub definition: Span,
    /// The macro's name where it is used: in a file, or in the expansion of the next step.
    pub call: Span,
}

impl SourceMap {
    /// The place of a span for messages: that of the outermost macro's name where macros are involved.
    pub fn place(&self, span: Span) -> UserPlace<'_> {
        self.file_place(self.call(span))
    }

    /// The line of a span in a listing: NVIDIA's compiler writes 0 for what it finds at the end of a text.
    pub fn listed_line(&self, span: Span) -> u32 {
        let Span { start, end } = span;
        let is_at_end = start == end && (start == 0 || self.end_of_entry(start) == start + 1);
        if is_at_end { 0 } else { self.place(span).line }
    }

    /// The place of the bytes that spell a span: in a macro's body, or where an argument is written.
    pub fn spelled_place(&self, span: Span) -> UserPlace<'_> {
        self.file_place(self.spelled(span))
    }

    /// The outermost macro use that a span comes from, in a file; a span outside of macros itself.
    pub fn call(&self, span: Span) -> Span {
        self.walk(span, |_, entry| match entry {
            Entry::File(_) => None,
            Entry::Expansion(e) => Some(e.macro_use.call),
            Entry::Argument { parameter, .. } => Some(*parameter),
        })
    }

    /// The bytes of a file that spell a span.
    pub fn spelled(&self, span: Span) -> Span {
        self.walk(span, |shift, entry| match entry {
            Entry::File(_) => None,
            Entry::Expansion(e) => Some(shift(e.spelled)),
            Entry::Argument { spelled, .. } => Some(shift(*spelled)),
        })
    }

    /// The bytes of a file that an author thinks of: an argument where it is written, the call of a macro for what its body says.
    pub fn written(&self, span: Span) -> Span {
        self.walk(span, |shift, entry| match entry {
            Entry::File(_) => None,
            Entry::Expansion(e) => Some(e.macro_use.call),
            Entry::Argument { spelled, .. } => Some(shift(*spelled)),
        })
    }

    /// The macros that a span comes from, the innermost first.
    pub fn trail(&self, span: Span) -> Vec<MacroStep> {
        let mut steps = Vec::new();
        self.walk(span, |_, entry| match entry {
            Entry::File(_) => None,
            Entry::Expansion(e) => {
                let step = MacroStep {
                    definition: e.macro_use.definition,
                    call: e.macro_use.call,
                };
                if steps.len() < MAX_TRAIL {
                    steps.push(step);
                }
                Some(step.call)
            }
            Entry::Argument { parameter, .. } => Some(*parameter),
        });
        steps
    }

    /// Where the file of a span is included, and where that file is included, up to the main file.
    pub fn includes(&self, span: Span) -> impl Iterator<Item = UserPlace<'_>> {
        let mut at = Some(self.call(span));
        std::iter::from_fn(move || {
            let (_, file) = self.file(at?)?;
            at = file.included_at;
            at.map(|span| self.file_place(span))
        })
    }

    /// The bytes that spell a span.
    pub fn text(&self, span: Span) -> &[u8] {
        let span = self.spelled(span);
        let Some((start, file)) = self.file(span) else {
            return &[];
        };
        let end = (span.end.saturating_sub(start) as usize).min(file.text.len());
        let start = (span.start.saturating_sub(start) as usize).min(end);
        &file.text[start..end]
    }

    /// The line of the span's first byte as it is written in its file, and below it carets ([`Source::excerpt`]).
    pub fn excerpt(&self, span: Span) -> String {
        let span = self.written(span);
        match self.file(span) {
            Some((start, file)) => {
                let at = |offset: u32| offset.saturating_sub(start) as usize;
                Source::new(&file.text).excerpt(Span::new(at(span.start), at(span.end)))
            }
            None => String::new(),
        }
    }

    /// The byte of the main file at which a span is: that of the macro's name or of the `#include` through which it comes.
    pub fn main_offset(&self, span: Span) -> u32 {
        let first = self.way(span)[0];
        let file = self.file(Span {
            start: first,
            end: first,
        });
        file.map_or(0, |(start, _)| first - start)
    }

    /// The bytes of the main file that stand for a span: its own, or those of the macro's call or of the `#include` through which
    /// it comes.
    pub fn main_span(&self, span: Span) -> Span {
        if span == Span::NONE {
            return span;
        }
        let mut at = self.call(span);
        while let Some(include) = self.file(at).and_then(|(_, file)| file.included_at) {
            at = include;
        }
        let start = self.file(at).map_or(0, |(start, _)| start);
        Span {
            start: at.start - start,
            end: at.end.saturating_sub(start),
        }
    }

    /// The offsets of a span's file place and of the `#include`s that lead to it, the outermost first. They have the order of
    /// spans in the translation unit, where an included file stands in the place of its `#include`.
    pub fn way(&self, span: Span) -> Vec<u32> {
        let mut at = self.call(span);
        let mut way = vec![at.start];
        while let Some(include) = self.file(at).and_then(|(_, file)| file.included_at) {
            at = include;
            way.push(at.start);
        }
        way.reverse();
        way
    }

    /// Goes from entry to entry until `next` says that it has arrived. The function given to `next` moves the span from its entry
    /// to another offset.
    fn walk(
        &self,
        mut span: Span,
        mut next: impl FnMut(&dyn Fn(u32) -> Span, &Entry) -> Option<Span>,
    ) -> Span {
        for _ in 0..MAX_STEPS {
            let Some(i) = self.index(span.start) else {
                return span;
            };
            let start = self.starts[i];
            let shift = |to: u32| {
                let first = to.saturating_add(span.start - start);
                let length = span.end.saturating_sub(span.start);
                Span {
                    start: first,
                    end: first.saturating_add(length),
                }
            };
            match next(&shift, &self.entries[i]) {
                Some(further) => span = further,
                None => return span,
            }
        }
        span
    }

    /// The file of a span of a file, with its first offset.
    fn file(&self, span: Span) -> Option<(u32, &File)> {
        let i = self.index(span.start)?;
        match &self.entries[i] {
            Entry::File(file) => Some((self.starts[i], file)),
            _ => None,
        }
    }

    /// The place of a span of a file.
    fn file_place(&self, span: Span) -> UserPlace<'_> {
        let Some((start, file)) = self.file(span) else {
            return UserPlace {
                file: "",
                line: 1,
                column: 1,
            };
        };
        let at = (span.start - start).min(file.text.len() as u32);
        let physical = file.lines().line(at);
        let column = at - file.lines().start(physical) + 1;
        let (file, line) = match file.renumbering(physical) {
            Some(r) => {
                let name = r.name.as_deref().unwrap_or(&file.name);
                (name, r.line.saturating_add(physical - r.physical))
            }
            None => (&*file.name, physical + 1),
        };
        UserPlace { file, line, column }
    }
}
