//! Where each byte of a translation unit comes from: files, includes, `#line` and macros.
//!
//! All files and all macro expansions share one space of offsets, so that an [`ir::Span`](Span) of two numbers says all. Each
//! inclusion of a file and each expansion of a macro is an [entry](Entry) with a range of its own. The first file begins at 0;
//! so without includes and macros an offset is a byte of the text.
//!
//! ```text
//! offsets   0 ........ n | n+1 ...... | ............. | ..
//!           main file    | a.h        | MAX(p, q)     |
//!                          included at  spelled at the body of MAX in a.h, called at a place of the main file
//! ```
//!
//! A token of a macro's body lies in the expansion's range, a token of an argument in a range of its own, one for each use. Both
//! say where their bytes are *spelled* and where the macro is *called*. By these two, [`SourceMap::trail`] goes from a token to
//! the text that its author wrote.

mod entry;
mod lines;
mod place;
mod source;
#[cfg(test)]
mod tests;

use crate::ir::Span;
use std::sync::Arc;

use entry::{Entry, Expansion, File};
pub use entry::{Full, MacroUse};
pub use place::{MacroStep, UserPlace};
pub use source::{Place, Source};

/// The files and macro expansions of a translation unit.
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    /// The first offset of each entry, ascending.
    starts: Vec<u32>,
    entries: Vec<Entry>,
    /// The first offset that nothing has yet.
    end: u32,
}

impl SourceMap {
    /// A map without files.
    pub fn new() -> SourceMap {
        SourceMap::default()
    }

    /// A map of one file, whose offsets are those of the text.
    pub fn of_text(name: &str, text: &[u8]) -> Result<SourceMap, Full> {
        let mut map = SourceMap::new();
        map.add_file(name.into(), text.into(), None)?;
        Ok(map)
    }

    /// Adds a file, and returns the offset of its first byte. `included_at` is the place of the name after `#include`.
    pub fn add_file(
        &mut self,
        name: Arc<str>,
        text: Arc<[u8]>,
        included_at: Option<Span>,
    ) -> Result<u32, Full> {
        // One more than the text has, so that its end is a place of this file.
        let length = text.len() + 1;
        let file = Box::new(File::new(name, text, included_at));
        self.add(Entry::File(file), length)
    }

    /// Adds the range of a macro's expansion, and returns its first offset. `spelled` are the bytes of its body.
    pub fn add_expansion(&mut self, spelled: Span, macro_use: MacroUse) -> Result<u32, Full> {
        let entry = Entry::Expansion(Expansion {
            spelled: spelled.start,
            macro_use,
        });
        self.add(entry, (spelled.end - spelled.start) as usize + 1)
    }

    /// Adds the range of one use of an argument. `spelled` are its bytes, all of one entry, and `parameter` is the place that they
    /// take in the macro's body.
    pub fn add_argument(&mut self, spelled: Span, parameter: Span) -> Result<u32, Full> {
        let entry = Entry::Argument {
            spelled: spelled.start,
            parameter,
        };
        self.add(entry, (spelled.end - spelled.start) as usize + 1)
    }

    fn add(&mut self, entry: Entry, length: usize) -> Result<u32, Full> {
        let start = self.end;
        let end = (start as usize).checked_add(length).ok_or(Full)?;
        self.end = u32::try_from(end).map_err(|_| Full)?;
        self.starts.push(start);
        self.entries.push(entry);
        Ok(start)
    }

    /// Says that the lines after that of this offset have other numbers, from `line` on, and perhaps another name (`#line`).
    pub fn renumber_after(&mut self, offset: u32, line: u32, name: Option<Arc<str>>) {
        if let Some(i) = self.index(offset)
            && let Entry::File(file) = &mut self.entries[i]
        {
            file.renumber_after(offset - self.starts[i], line, name);
        }
    }

    /// The same of a place before those of later calls, as the strings of a shader begin.
    pub fn renumber_string(&mut self, offset: u32, line: u32, name: Arc<str>) {
        if let Some(i) = self.index(offset)
            && let Entry::File(file) = &mut self.entries[i]
        {
            file.renumber_between(offset - self.starts[i], line, name);
        }
    }

    /// The end of the entry that holds an offset: the bytes up to there have one origin.
    pub fn end_of_entry(&self, offset: u32) -> u32 {
        match self.index(offset) {
            Some(i) => self.starts.get(i + 1).copied().unwrap_or(self.end),
            None => self.end,
        }
    }

    /// The entry that holds an offset. Offsets beyond all entries belong to the last one.
    fn index(&self, offset: u32) -> Option<usize> {
        self.starts
            .partition_point(|start| *start <= offset)
            .checked_sub(1)
    }
}
