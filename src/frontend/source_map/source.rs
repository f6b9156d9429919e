//! Lines, columns and excerpts of a source text, for messages.

use crate::ir::Span;
use std::ops::Range;

/// The most bytes of a line that an excerpt shows.
const EXCERPT_BYTES: usize = 160;
/// The bytes that an excerpt of a longer line shows before its span.
const BYTES_BEFORE: usize = 100;
/// The mark where an excerpt cuts its line.
const CUT: &str = "...";

/// The place of a byte. Lines and columns count from 1; a column is one byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub line: usize,
    pub column: usize,
}

/// A program text. Lines end at LF, CR or CR LF.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    text: &'a [u8],
}

impl<'a> Source<'a> {
    pub fn new(text: &'a [u8]) -> Source<'a> {
        Source { text }
    }

    /// The place of the span's first byte. A span beyond the text has the place of the text's end.
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

    /// Returns the line of the span's first byte, and below it a caret for each byte of the span. Bytes that are not
    /// printable become blanks. Of a longer line than `EXCERPT_BYTES`, the part around the span is shown, with marks where it
    /// was cut.
    pub fn excerpt(&self, span: Span) -> String {
        // Choose the part of the line that is shown.
        let at = (span.start as usize).min(self.text.len());
        let line = self.line(at);
        let n = line.len().min(EXCERPT_BYTES);
        let start = at
            .saturating_sub(BYTES_BEFORE)
            .clamp(line.start, line.end - n);
        let shown = start..start + n;
        let printable = |c: &u8| {
            if matches!(c, 0x20..0x7f) {
                *c as char
            } else {
                ' '
            }
        };
        let text: String = self.text[shown.clone()].iter().map(printable).collect();
        // Mark the cuts, and indent the carets by what stands before the span.
        let mark = |is_cut: bool| if is_cut { CUT } else { "" };
        let before = mark(line.start < shown.start);
        let after = mark(shown.end < line.end);
        let end = (span.end as usize).min(shown.end).max(at + 1);
        let indent = " ".repeat(before.len() + at - shown.start);
        format!("{before}{text}{after}\n{indent}{}", "^".repeat(end - at))
    }

    /// The line of a byte, without its end.
    fn line(&self, at: usize) -> Range<usize> {
        let start = self.text[..at].iter().rposition(|c| is_newline(*c));
        let end = self.text[at..].iter().position(|c| is_newline(*c));
        start.map_or(0, |p| p + 1)..end.map_or(self.text.len(), |p| at + p)
    }
}

fn is_newline(c: u8) -> bool {
    c == b'\n' || c == b'\r'
}
