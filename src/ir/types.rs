//! Value types, ids and source spans.

/// The type of a value: one scalar per lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// IEEE binary32, round to nearest even, denormals kept.
    F32,
    /// 32 bits, two's complement; signed or unsigned by opcode.
    I32,
    /// One truth value per lane.
    Mask,
    /// IEEE binary64, round to nearest even, denormals kept.
    F64,
    /// 64 bits, two's complement; signed or unsigned by opcode.
    I64,
}

impl Type {
    /// Every type.
    pub const ALL: [Type; 5] = [Type::F32, Type::I32, Type::Mask, Type::F64, Type::I64];

    /// Whether a value has 64 bits.
    #[inline(always)]
    pub const fn is_wide(self) -> bool {
        matches!(self, Type::F64 | Type::I64)
    }
}

/// A value: defined once, by an instruction or as a block parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueId(pub u32);

/// A basic block; the entry is block 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u32);

impl ValueId {
    /// The position in a table indexed by value.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl BlockId {
    /// The program's first block.
    pub const ENTRY: BlockId = BlockId(0);

    /// The position in [`crate::ir::Program::blocks`].
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A byte range of the source text, `start..end`. `Span::NONE` for instructions that no source line asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// No source text.
    pub const NONE: Span = Span { start: 0, end: 0 };

    /// The bytes from `start` to `end`.
    pub fn new(start: usize, end: usize) -> Span {
        Span {
            start: start as u32,
            end: end as u32,
        }
    }

    /// The smallest span that holds both.
    pub fn to(self, end: Span) -> Span {
        Span {
            start: self.start,
            end: end.end,
        }
    }
}
