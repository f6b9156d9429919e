//! Source lines as comments.

use crate::ir::Span;

/// Characters of a comment, at most.
const MAX_CHARS: usize = 120;

/// The source text, and what was quoted last.
#[derive(Clone, Copy)]
pub(super) struct Comments<'a> {
    source: &'a [u8],
    last: Span,
}

impl<'a> Comments<'a> {
    pub(super) fn new(source: &'a [u8]) -> Comments<'a> {
        let last = Span::NONE;
        Comments { source, last }
    }

    /// The same text, of which nothing is quoted yet.
    pub(super) fn anew(self) -> Comments<'a> {
        Comments::new(self.source)
    }

    /// The piece of the text, on one line, unless it was the last one that was quoted.
    pub(super) fn of(&mut self, span: Span) -> Option<String> {
        if span == self.last || span == Span::NONE {
            return None;
        }
        let end = span
            .end
            .min(span.start.saturating_add(4 * MAX_CHARS as u32));
        let piece = self.source.get(span.start as usize..end as usize)?;
        self.last = span;
        let text = String::from_utf8_lossy(piece);
        let words: Vec<&str> = text.split_whitespace().collect();
        let plain = |c: char| {
            if c.is_ascii_graphic() || c == ' ' {
                c
            } else {
                '?'
            }
        };
        let line: String = words.join(" ").chars().take(MAX_CHARS).map(plain).collect();
        // In C a line that ends in \\ goes on.
        let line = line.trim_end_matches(['\\', '/', '?']);
        (!line.is_empty()).then(|| line.to_owned())
    }
}
