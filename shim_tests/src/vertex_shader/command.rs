//! Symbols and commands, and a model of the commands that are accepted.

/// S, V and M of the table of operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    S,
    V,
    M,
}

/// The origin of a symbol's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Variant,
    Invariant,
    LocalConstant,
    Local,
    /// GL state of this number, see [`super::driver::STATE`].
    State(usize),
}

/// Symbols that were generated together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// The first name; the others follow.
    pub first: u32,
    /// The number of symbols.
    pub count: u32,
    /// Their type.
    pub ty: Type,
    /// The origin of their values.
    pub source: Source,
    /// NORMALIZED_RANGE_EXT
    pub normalized: bool,
}

#[derive(Debug, Clone, Default)]
pub struct Symbols(pub Vec<Block>);

impl Symbols {
    /// The block of a name.
    pub fn block(&self, name: u32) -> Option<&Block> {
        let holds = |b: &&Block| (b.first..b.first + b.count).contains(&name);
        self.0.iter().find(holds)
    }
}

/// OUTPUT_VERTEX_EXT
pub const OUTPUT_VERTEX: u32 = 0x879A;
/// OUTPUT_COLOR0_EXT
pub const OUTPUT_COLOR0: u32 = 0x879B;
/// OUTPUT_TEXTURE_COORD0_EXT
pub const OUTPUT_COORD0: u32 = 0x879D;
/// OUTPUT_FOG_EXT
pub const OUTPUT_FOG: u32 = 0x87BD;

/// A command of a definition. Operations are counted from OP_INDEX_EXT, selections from X_EXT (W_EXT is 3, NEGATIVE_X_EXT
/// 4, ZERO_EXT 8, ONE_EXT 9, NEGATIVE_ONE_EXT 10).
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    Op {
        op: usize,
        res: u32,
        args: Vec<u32>,
    },
    Swizzle {
        res: u32,
        from: u32,
        select: [u8; 4],
    },
    Mask {
        res: u32,
        from: u32,
        mask: [bool; 4],
    },
    Insert {
        res: u32,
        src: u32,
        num: usize,
    },
    Extract {
        res: u32,
        src: u32,
        num: usize,
    },
}

/// The table of operations: name, then each row as the result and the arguments.
pub const TABLE: [(&str, &str); 24] = [
    ("INDEX", "S:SS V:SV M:SM"),
    ("NEGATE", "S:S V:S V:V"),
    ("DOT3", "S:VV V:VV"),
    ("DOT4", "S:VV V:VV"),
    ("MUL", "S:SS V:SS V:SV V:VS V:VV"),
    ("ADD", "S:SS V:SS V:SV V:VS V:VV"),
    (
        "MADD",
        "S:SSS V:SSS V:SVV V:VSV V:SSV V:VVS V:VSS V:SVS V:VVV",
    ),
    ("FRAC", "S:S V:S V:V"),
    ("MAX", "S:SS V:SS V:SV V:VS V:VV"),
    ("MIN", "S:SS V:SS V:SV V:VS V:VV"),
    ("SET_GE", "S:SS V:SS V:SV V:VS V:VV"),
    ("SET_LT", "S:SS V:SS V:SV V:VS V:VV"),
    ("CLAMP", "S:SSS V:SSS V:VSS V:VVS V:VSV V:VVV"),
    ("FLOOR", "S:S V:S V:V"),
    ("ROUND", "S:S V:S V:V"),
    ("EXP_BASE_2", "S:S"),
    ("LOG_BASE_2", "S:S"),
    ("POWER", "S:SS"),
    ("RECIP", "S:S"),
    ("RECIP_SQRT", "S:S"),
    ("SUB", "S:SS V:SS V:SV V:VS V:VV"),
    ("CROSS_PRODUCT", "V:VV"),
    ("MULTIPLY_MATRIX", "V:MV"),
    ("MOV", "S:S V:S V:V"),
];

/// Arguments that an operation takes.
pub fn arity(op: usize) -> usize {
    TABLE[op].1.split(' ').next().map_or(0, |row| row.len() - 2)
}

impl Symbols {
    fn read_type(&self, name: u32) -> Option<Type> {
        self.block(name).map(|block| block.ty)
    }

    fn written_type(&self, name: u32) -> Option<Type> {
        match name {
            OUTPUT_FOG => Some(Type::S),
            OUTPUT_VERTEX..OUTPUT_COORD0 => Some(Type::V),
            n if (OUTPUT_COORD0..OUTPUT_COORD0 + 8).contains(&n) => Some(Type::V),
            _ => {
                let block = self.block(name)?;
                (block.source == Source::Local).then_some(block.ty)
            }
        }
    }

    /// Whether a definition accepts a command.
    pub fn accept(&self, command: &Command) -> bool {
        match command {
            Command::Op { op, res, args } => {
                let Some(to) = self.written_type(*res) else {
                    return false;
                };
                let mut row = format!("{to:?}:");
                for arg in args {
                    match self.read_type(*arg) {
                        Some(ty) => row += &format!("{ty:?}"),
                        None => return false,
                    }
                }
                TABLE[*op].1.split(' ').any(|known| known == row)
            }
            Command::Swizzle { res, from, .. } | Command::Mask { res, from, .. } => {
                let types = (self.written_type(*res), self.read_type(*from));
                types == (Some(Type::V), Some(Type::V))
            }
            Command::Insert { res, src, .. } => matches!(
                (self.written_type(*res), self.read_type(*src)),
                (Some(Type::V), Some(Type::S)) | (Some(Type::M), Some(Type::V))
            ),
            Command::Extract { res, src, .. } => matches!(
                (self.written_type(*res), self.read_type(*src)),
                (Some(Type::S), Some(Type::V)) | (Some(Type::V), Some(Type::M))
            ),
        }
    }
}
