//! Source lines as comments.

use crate::ir::Span;
use rustc_hash::FxHashSet;

/// Characters of a comment, at most.
const MAX_CHARS: usize = 120;

/// The source text, and the pieces of it that this block has quoted.
pub(super) struct Comments<'a> {
    source: &'a [u8],
    quoted: FxHashSet<Span>,
}

impl<'a> Comments<'a> {
    pub(super) fn new(source: &'a [u8]) -> Comments<'a> {
        let quoted = FxHashSet::default();
        Comments { source, quoted }
    }

    /// Begins a block.
    pub(super) fn begin(&mut self) {
        self.quoted.clear();
    }

    /// Returns the piece of the text on one line, unless it has been quoted.
    pub(super) fn of(&mut self, span: Span) -> Option<String> {
        if span == Span::NONE || !self.quoted.insert(span) {
            return None;
        }
        let end = span
            .end
            .min(span.start.saturating_add(4 * MAX_CHARS as u32));
        let piece = self.source.get(span.start as usize..end as usize)?;
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
        // In C a line that ends in \\ continues on the next one.
        let line = line.trim_end_matches(['\\', '/', '?']);
        (!line.is_empty()).then(|| line.to_owned())
    }
}
