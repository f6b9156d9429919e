//! Source text as lines and columns, for messages.

use crate::ir::Span;

/// The place of a byte: line and column from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

/// A program text.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    text: &'a [u8],
}

impl<'a> Source<'a> {
    /// Wraps the text; lines end at LF, CR or CR LF.
    pub fn new(text: &'a [u8]) -> Source<'a> {
        Source { text }
    }

    /// Line and column of the span's first byte; past the end means the end.
    pub fn place(&self, span: Span) -> Place {
        let before = &self.text[..(span.start as usize).min(self.text.len())];
        let start = before
            .iter()
            .rposition(|c| is_newline(*c))
            .map_or(0, |p| p + 1);
        let breaks = before.iter().enumerate().filter(|(i, c)| {
            **c == b'\n' || (**c == b'\r' && self.text.get(i + 1) != Some(&b'\n'))
        });
        Place {
            line: breaks.count() + 1,
            column: before.len() - start + 1,
        }
    }

    /// The line of the span's first byte (at most 160 bytes of it, printable) and a caret under the span.
    pub fn excerpt(&self, span: Span) -> String {
        let at = (span.start as usize).min(self.text.len());
        let start = self.text[..at]
            .iter()
            .rposition(|c| is_newline(*c))
            .map_or(0, |p| p + 1)
            .max(at.saturating_sub(120));
        let end = self.text[at..]
            .iter()
            .position(|c| is_newline(*c))
            .map_or(self.text.len(), |p| at + p)
            .min(at + 40);
        let shown = |bytes: &[u8]| {
            bytes
                .iter()
                .map(|c| {
                    if matches!(c, 0x20..0x7f) {
                        *c as char
                    } else {
                        ' '
                    }
                })
                .collect()
        };
        let line: String = shown(&self.text[start..end.max(start)]);
        let width = (span.end as usize).clamp(at + 1, end.max(at + 1)) - at;
        format!("{line}\n{}{}", " ".repeat(at - start), "^".repeat(width))
    }
}

fn is_newline(c: u8) -> bool {
    c == b'\n' || c == b'\r'
}
