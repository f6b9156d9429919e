//! The strings of a shader as one text, and how the places in it are named.

use crate::frontend::source_map::SourceMap;

/// The strings of one shader object.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    pub strings: &'a [&'a [u8]],
}

impl Source<'_> {
    /// The strings, one after the other. A byte 0 ends a string, as it does in C.
    pub(super) fn joined(&self) -> Joined {
        let mut text = Vec::new();
        let mut starts = Vec::new();
        for string in self.strings {
            starts.push(text.len() as u32);
            text.extend(string.iter().take_while(|b| **b != 0));
        }
        Joined { text, starts }
    }
}

/// The strings of a shader, one after the other.
#[derive(Debug, Clone)]
pub(super) struct Joined {
    pub(super) text: Vec<u8>,
    /// The first byte of each string.
    starts: Vec<u32>,
}

impl Joined {
    /// Where the bytes before and after each string's first line break lie, for the places of messages: lines are counted
    /// from 1 in each string.
    pub(super) fn renumber(&self, map: &mut SourceMap) {
        for (number, start) in self.starts.iter().enumerate().skip(1) {
            let is_new_line = *start > 0 && self.text.get(*start as usize - 1) == Some(&b'\n');
            // A string that begins within a line has the rest of that line as its first one.
            let (at, line) = match is_new_line {
                true => (start - 1, 1),
                false => (*start, 2),
            };
            map.renumber_string(at, line, number.to_string().into());
        }
    }
}
