//! Lines of one text.

use std::sync::Arc;

/// The first byte of each line of a text. Lines end at LF, CR or CR LF.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    starts: Box<[u32]>,
}

impl Lines {
    pub(super) fn of(text: &[u8]) -> Lines {
        let ends = text
            .iter()
            .enumerate()
            .filter(|(i, c)| **c == b'\n' || (**c == b'\r' && text.get(i + 1) != Some(&b'\n')));
        let starts = ends.map(|(i, _)| i as u32 + 1);
        Lines {
            starts: std::iter::once(0).chain(starts).collect(),
        }
    }

    /// The line of a byte, counted from 0.
    pub(super) fn line(&self, at: u32) -> u32 {
        self.starts.partition_point(|start| *start <= at) as u32 - 1
    }

    /// The first byte of a line.
    pub(super) fn start(&self, line: u32) -> u32 {
        self.starts[line as usize]
    }
}

/// A `#line` directive.
#[derive(Debug, Clone)]
pub(super) struct Renumbering {
    /// The line of the text that it numbers first, counted from 0.
    pub(super) physical: u32,
    /// The number of that line.
    pub(super) line: u32,
    pub(super) name: Option<Arc<str>>,
}
