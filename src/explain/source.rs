//! The source texts of programs.

use super::Names;
use crate::ir::{ProgramId, Span};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Where a program comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A source text, to which the program's spans refer.
    Text(Arc<[u8]>),
    /// Fixed-function state, which has no text.
    FixedFunction,
}

/// The sources of programs, and the names of their inputs and results.
#[derive(Debug, Default)]
pub struct Sources(FxHashMap<ProgramId, (Source, Names)>);

impl Sources {
    /// Stores the source of a program, and the names of its inputs and results.
    pub fn keep(&mut self, program: ProgramId, source: Source, names: Names) {
        self.0.insert(program, (source, names));
    }

    /// Returns the names of a program's inputs and results.
    pub(super) fn names(&self, program: ProgramId) -> Names {
        let kept = self.0.get(&program);
        kept.map_or_else(Names::default, |(_, names)| names.clone())
    }

    /// Returns the source of a program, if it was stored.
    pub fn of(&self, program: ProgramId) -> Option<&Source> {
        self.0.get(&program).map(|(source, _)| source)
    }
}

/// A source text that is divided into lines.
pub(super) struct Text<'t> {
    bytes: &'t [u8],
    /// The bytes at which lines begin.
    starts: Vec<usize>,
}

impl<'t> Text<'t> {
    pub(super) fn new(bytes: &'t [u8]) -> Text<'t> {
        let is_end = |i: usize| match bytes[i] {
            b'\n' => true,
            b'\r' => bytes.get(i + 1) != Some(&b'\n'),
            _ => false,
        };
        let ends = (0..bytes.len()).filter(|i| is_end(*i));
        Text {
            bytes,
            starts: std::iter::once(0).chain(ends.map(|i| i + 1)).collect(),
        }
    }

    /// Returns the line in which a span begins, counted from 1.
    pub(super) fn line(&self, span: Span) -> usize {
        self.starts
            .partition_point(|start| *start <= span.start as usize)
    }

    /// Returns the text of a span, with all white space as single blanks.
    pub(super) fn piece(&self, span: Span) -> String {
        let end = (span.end as usize).min(self.bytes.len());
        let piece = &self.bytes[(span.start as usize).min(end)..end];
        let piece = String::from_utf8_lossy(piece);
        let shown = |c: char| if c.is_control() { ' ' } else { c };
        let piece: String = piece.chars().map(shown).collect();
        piece.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}
