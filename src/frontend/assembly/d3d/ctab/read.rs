//! Reads a constant table from the words of a comment.

use super::table::*;
use super::{CONSTANT, CTAB, HEADER, MEMBER, TYPE};

/// Structures in structures, at most.
const MOST_DEPTH: u32 = 16;
/// Types that a table names, at most, however often it names the same.
const MOST_TYPES: u32 = 1 << 16;
/// Bytes of a name, at most.
const MOST_NAME: usize = 4096;

/// Whether the words of a comment begin with the mark `CTAB`. The table after it may still be wrong.
pub fn is_constant_table(words: &[u32]) -> bool {
    words.first() == Some(&CTAB)
}

/// Reads a constant table from the words of its comment, which begin with `CTAB` (`D3DXSHADER_CONSTANTTABLE`).
///
/// An error says what is wrong: a short header, an offset or a count beyond the bytes, or an unknown set, class or
/// kind. Names have less than 4096 bytes. There are at most 65536 types, nested at most 16 deep.
pub fn read(words: &[u32]) -> Result<ConstantTable, &'static str> {
    let Some((&CTAB, words)) = words.split_first() else {
        return Err("the comment is no constant table");
    };
    // All offsets of the table count bytes from here.
    let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    let mut reader = Reader {
        bytes: &bytes,
        types: 0,
    };
    // The header has seven words. Its own size is the first of them.
    let header = |n: usize| reader.word(4 * n);
    if (header(0)? as usize) < HEADER {
        return Err("its header is too short");
    }
    let [creator, version, n, first, flags, target] = [
        header(1)?,
        header(2)?,
        header(3)?,
        header(4)?,
        header(5)?,
        header(6)?,
    ];
    if n as usize > bytes.len() / CONSTANT {
        return Err("it has more constants than bytes for them");
    }
    let creator = reader.name(creator)?;
    let target = reader.name(target)?;
    // Each constant is an entry of fixed size, with offsets of its name, type and default.
    let mut constants = Vec::new();
    for n in 0..n as usize {
        constants.push(reader.entry(first as usize + n * CONSTANT)?);
    }
    Ok(ConstantTable {
        creator,
        version,
        flags,
        target,
        constants,
    })
}

/// The bytes that offsets count.
struct Reader<'t> {
    bytes: &'t [u8],
    /// Types read so far.
    types: u32,
}

impl Reader<'_> {
    fn chunk<const N: usize>(&self, at: usize) -> Result<[u8; N], &'static str> {
        let rest = self.bytes.get(at..).and_then(<[u8]>::first_chunk);
        rest.copied().ok_or("an offset is outside of it")
    }

    fn word(&self, at: usize) -> Result<u32, &'static str> {
        self.chunk(at).map(u32::from_le_bytes)
    }

    fn half(&self, at: usize) -> Result<u16, &'static str> {
        self.chunk(at).map(u16::from_le_bytes)
    }

    /// A name that ends in a zero byte. Offset 0 is no name.
    fn name(&self, at: u32) -> Result<String, &'static str> {
        if at == 0 {
            return Ok(String::new());
        }
        let rest = self.bytes.get(at as usize..).unwrap_or_default();
        let len = rest.iter().take(MOST_NAME).position(|b| *b == 0);
        let name = len.map(|len| String::from_utf8_lossy(&rest[..len]).into_owned());
        name.ok_or("a name does not end")
    }

    fn entry(&mut self, at: usize) -> Result<Entry, &'static str> {
        let set = usize::from(self.half(at + 4)?);
        let set = *RegisterSet::ALL
            .get(set)
            .ok_or("a register set is unknown")?;
        let count = self.half(at + 8)?;
        let default = self.word(at + 16)? as usize;
        let default = match default {
            0 => None,
            at => {
                let n = usize::from(count) * set.words();
                let words = (0..n).map(|n| self.word(at + 4 * n));
                Some(words.collect::<Result<_, _>>()?)
            }
        };
        Ok(Entry {
            name: self.name(self.word(at)?)?,
            set,
            index: self.half(at + 6)?,
            count,
            ty: self.ty(self.word(at + 12)? as usize, 0)?,
            default,
        })
    }

    fn ty(&mut self, at: usize, depth: u32) -> Result<Type, &'static str> {
        self.types += 1;
        if self.types > MOST_TYPES || depth > MOST_DEPTH {
            return Err("its types are too many, or too deep");
        }
        let half = |n: usize| self.half(at + 2 * n);
        let [class, kind, rows, columns, elements, n] =
            [half(0)?, half(1)?, half(2)?, half(3)?, half(4)?, half(5)?];
        let class = Class::ALL.get(usize::from(class));
        let first = self.word(at + TYPE - 4)? as usize;
        let mut members = Vec::new();
        for n in 0..usize::from(n) {
            let at = first + n * MEMBER;
            members.push(Member {
                name: self.name(self.word(at)?)?,
                ty: self.ty(self.word(at + 4)? as usize, depth + 1)?,
            });
        }
        Ok(Type {
            class: *class.ok_or("a class is unknown")?,
            kind: Kind::of_number(kind).ok_or("a type is unknown")?,
            rows,
            columns,
            elements,
            members,
        })
    }
}
