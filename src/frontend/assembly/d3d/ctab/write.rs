//! Writes a constant table as the words of a comment.

use super::table::*;
use super::{CONSTANT, CTAB, HEADER, MEMBER, TYPE};

/// The words of the comment: `CTAB`, a header of 7 words, 5 words for each constant, then types, defaults and names
/// (`D3DXSHADER_CONSTANTTABLE`). All offsets count bytes from the header. A comment has at most 32767 words; the
/// encoder cuts a longer one.
pub fn write(table: &ConstantTable) -> Vec<u32> {
    // The header and the entries have fixed sizes. Names, types and defaults are appended after them.
    let mut out = Writer {
        bytes: vec![0; HEADER + CONSTANT * table.constants.len()],
    };
    for (n, entry) in table.constants.iter().enumerate() {
        let at = HEADER + n * CONSTANT;
        let name = out.name(&entry.name);
        let ty = out.ty(&entry.ty);
        let default = entry.default.as_ref().map_or(0, |words| out.words(words));
        out.put_word(at, name);
        out.put_half(at + 4, entry.set as u16);
        out.put_half(at + 6, entry.index);
        out.put_half(at + 8, entry.count);
        out.put_word(at + 12, ty);
        out.put_word(at + 16, default);
    }
    // The header comes last, when all offsets are known.
    let target = out.name(&table.target);
    let creator = out.name(&table.creator);
    let header = [
        HEADER as u32,
        creator,
        table.version,
        table.constants.len() as u32,
        HEADER as u32,
        table.flags,
        target,
    ];
    for (n, word) in header.into_iter().enumerate() {
        out.put_word(4 * n, word);
    }
    out.align();
    // The table becomes words, after the mark that says what the comment is.
    let chunks = out.bytes.chunks_exact(4);
    let words = chunks.map(|c| u32::from_le_bytes([c[0], c[1], c[2], c[3]]));
    std::iter::once(CTAB).chain(words).collect()
}

struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    fn put_word(&mut self, at: usize, word: u32) {
        self.bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
    }

    fn put_half(&mut self, at: usize, half: u16) {
        self.bytes[at..at + 2].copy_from_slice(&half.to_le_bytes());
    }

    /// Fills up to a whole word. Returns the offset after it.
    fn align(&mut self) -> usize {
        let whole = self.bytes.len().next_multiple_of(4);
        self.bytes.resize(whole, 0xab);
        whole
    }

    /// Appends a name; 0 for none.
    fn name(&mut self, name: &str) -> u32 {
        let at = self.bytes.len();
        self.bytes.extend(name.bytes().filter(|b| *b != 0));
        self.bytes.push(0);
        at as u32
    }

    fn words(&mut self, words: &[u32]) -> u32 {
        let at = self.align();
        self.bytes
            .extend(words.iter().flat_map(|w| w.to_le_bytes()));
        at as u32
    }

    /// Appends a type after its members.
    fn ty(&mut self, ty: &Type) -> u32 {
        // Members are written first, so that their offsets are known.
        let members: Vec<(u32, u32)> = ty
            .members
            .iter()
            .map(|m| (self.name(&m.name), self.ty(&m.ty)))
            .collect();
        let first = self.align();
        self.bytes.resize(first + MEMBER * members.len() + TYPE, 0);
        for (n, (name, ty)) in members.iter().enumerate() {
            self.put_word(first + MEMBER * n, *name);
            self.put_word(first + MEMBER * n + 4, *ty);
        }
        // The type itself stands after the list of its members.
        let at = first + MEMBER * members.len();
        let halves = [
            ty.class as u16,
            ty.kind as u16,
            ty.rows,
            ty.columns,
            ty.elements,
            members.len() as u16,
        ];
        for (n, half) in halves.into_iter().enumerate() {
            self.put_half(at + 2 * n, half);
        }
        let first = if members.is_empty() { 0 } else { first };
        self.put_word(at + TYPE - 4, first as u32);
        at as u32
    }
}
