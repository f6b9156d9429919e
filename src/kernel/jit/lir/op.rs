//! The machine operations, with their properties for the scheduler and the allocator.
#![forbid(unsafe_code)]

/// Rounding of [`MachineOp::Round`]; the numbers are the instruction's immediates (with exceptions suppressed).
pub(crate) mod rounding {
    pub(crate) const NEAREST: u8 = 8;
    pub(crate) const DOWN: u8 = 9;
    pub(crate) const UP: u8 = 10;
    pub(crate) const TO_ZERO: u8 = 11;
}

/// Predicates of [`MachineOp::CmpF`], as the instruction numbers them.
pub(crate) mod predicate {
    pub(crate) const EQ: u8 = 0x00;
    pub(crate) const UNORDERED: u8 = 0x03;
    pub(crate) const NE: u8 = 0x04;
    pub(crate) const ORDERED: u8 = 0x07;
    pub(crate) const LT: u8 = 0x11;
    pub(crate) const LE: u8 = 0x12;

    /// The predicate with exchanged operands.
    pub(crate) fn swapped(predicate: u8) -> u8 {
        match predicate {
            LT => 0x1e,
            LE => 0x1d,
            same => same,
        }
    }
}

/// A machine operation on arguments a, b and c.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum MachineOp {
    Add,
    Sub,
    Mul,
    Div,
    /// a < b ? a : b
    Min,
    /// a > b ? a : b
    Max,
    Sqrt,
    /// By the immediate, see [`rounding`].
    Round,
    /// a × b + c
    Fma,
    /// f32 → i32, towards zero.
    ToInt,
    /// Rounds to nearest even, as MXCSR says.
    ToIntNearest,
    ToFloat,
    IAdd,
    ISub,
    IMul,
    IMin,
    IMax,
    /// The maximum of unsigned integers.
    UMax,
    Shl,
    ShrU,
    ShrS,
    /// By the immediate, like the next two.
    ShlBy,
    ShrUBy,
    ShrSBy,
    And,
    /// ¬a ∧ b
    AndNot,
    Or,
    Xor,
    /// In each 128 bits, the words of a, then of b, as i16 that saturate.
    PackWords,
    /// In each 128 bits, the i16 of a, then of b, as u8 that saturate.
    PackHalves,
    /// The bytes of each 128 bits of a that the bytes of b number.
    ShuffleBytes,
    /// Inside each quad, by the immediate.
    PermuteQuad,
    /// By the immediate, see [`predicate`].
    CmpF,
    CmpEq,
    CmpGt,
    /// Unsigned a > b; AVX-512 only.
    CmpGtU,
    KAnd,
    KAndNot,
    KOr,
    KXor,
    KNot,
    /// a ? b : c
    Select,
    /// a ? b : 0; AVX-512 only.
    SelectZero,
    /// A register of its own with the same value.
    Copy,
    /// The same on 64 bits: add, and so on.
    DAdd,
    DSub,
    DMul,
    DDiv,
    DMin,
    DMax,
    DSqrt,
    DRound,
    DFma,
    LAdd,
    LSub,
    /// AVX-512 only.
    LMul,
    /// The low words, unsigned, to 64 bits.
    MulWords,
    LShl,
    LShrU,
    /// AVX-512 only.
    LShrS,
    LShlBy,
    LShrUBy,
    LShrSBy,
    LAnd,
    LOr,
    LXor,
    DCmp,
    LCmpEq,
    LCmpGt,
    /// Unsigned; AVX-512 only.
    LCmpGtU,
    /// a ? b : c by a mask of 64 bits a lane.
    DSelect,
    /// i64 → f64 and back, truncated; AVX-512 only.
    QToD,
    DToQ,
    /// The lower half of a vector's lanes of 32 bits → lanes of 64.
    FToD,
    IToD,
    /// AVX-512 only.
    ZeroExtend,
    SignExtend,
    /// Lanes of 64 bits → the lower half of lanes of 32.
    DToF,
    DToI,
    /// The upper half of a vector as the lower one.
    HighHalf,
    /// The lower halves of a and b.
    JoinHalves,
    /// Words 0 and 1 of each 128 bits of a and b by turns, and words 2 and 3.
    UnpackLow,
    UnpackHigh,
    /// Two words of each 128 bits of a, then two of b, by the immediate.
    PickWords,
    /// The lanes of 64 bits of b that the lanes of a number; AVX-512 only.
    Permute,
    /// The same by the immediate; AVX2 only.
    PermuteBy,
    /// The lanes of 32 bits of b that the lanes of a number.
    PermuteWords,
    /// The masks of eight lanes a (upper) and b (lower) as one.
    KJoin,
    /// The upper eight lanes of a mask.
    KHigh,
    /// The current value at the node's place.
    Load,
    /// The 16 bits at the place, in both halves of every lane; AVX2 only.
    SplatWord,
    /// The 4×4 pixels of plane `imm`, by lanes.
    LoadPixel,
    /// a → the place.
    Store,
    /// Lane 0 of a → the place.
    StoreScalar,
    /// The same with 64 bits.
    StoreScalarWide,
    /// One bit per lane of the mask a → 16 bits at the place.
    StoreBits,
    /// a, in the lanes of the mask b where there is one → plane `imm`; masks with AVX-512 only.
    StorePixel,
    /// [`NUMBERS`] loses the lanes in which a or b is NaN; AVX-512 only.
    FindNans,
    /// Adds a to the first of [`SUMS`], and b to the second if that is another. The sums are NaN once a or b was. They
    /// may also become NaN otherwise (∞ − ∞): the search says "perhaps". AVX-512 only.
    SumNans,
}

/// The mask register that code over arrays reserves for [`MachineOp::FindNans`].
pub(crate) const NUMBERS: u8 = 7;
/// The vector registers that it reserves for [`MachineOp::SumNans`].
pub(crate) const SUMS: [u8; 2] = [31, 30];

/// The properties of an operation for the scheduler and the allocator.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MOpInfo {
    /// Cycles until the result can be used (Zen 4 and Golden Cove agree within one).
    pub(crate) latency: u32,
    /// Cycles that the divider is busy with 16 lanes; 8 lanes take half.
    pub(crate) divider: u32,
    /// Bit `i`: argument `i` may be a memory operand.
    pub(crate) folds: u8,
}

impl MachineOp {
    #[inline]
    pub(crate) fn info(self) -> MOpInfo {
        // Each row: cycles to the result, cycles of the divider, and a bit for each argument that may be in memory.
        let (latency, divider, folds) = match self {
            MachineOp::Add | MachineOp::Mul => (4, 0, 0b11),
            MachineOp::Sub => (4, 0, 0b10),
            MachineOp::Min | MachineOp::Max => (2, 0, 0b10),
            MachineOp::Div => (11, 7, 0b10),
            MachineOp::Sqrt => (15, 10, 0b1),
            MachineOp::Round | MachineOp::ToInt | MachineOp::ToIntNearest | MachineOp::ToFloat => {
                (4, 0, 0b1)
            }
            MachineOp::Fma => (4, 0, 0b111),
            MachineOp::IAdd | MachineOp::And | MachineOp::Or | MachineOp::Xor => (1, 0, 0b11),
            MachineOp::ISub
            | MachineOp::AndNot
            | MachineOp::Shl
            | MachineOp::ShrU
            | MachineOp::ShrS => (1, 0, 0b10),
            MachineOp::IMul => (4, 0, 0b11),
            MachineOp::IMin | MachineOp::IMax | MachineOp::UMax => (1, 0, 0b11),
            MachineOp::PackWords | MachineOp::PackHalves => (2, 0, 0),
            MachineOp::ShuffleBytes => (2, 0, 0b10),
            MachineOp::PermuteQuad => (1, 0, 0b1),
            MachineOp::ShlBy | MachineOp::ShrUBy | MachineOp::ShrSBy => (1, 0, 0),
            MachineOp::CmpF | MachineOp::FindNans | MachineOp::SumNans => (4, 0, 0b11),
            MachineOp::CmpEq => (3, 0, 0b11),
            MachineOp::CmpGt | MachineOp::CmpGtU => (3, 0, 0b10),
            MachineOp::KAnd
            | MachineOp::KAndNot
            | MachineOp::KOr
            | MachineOp::KXor
            | MachineOp::KNot => (1, 0, 0),
            MachineOp::Select | MachineOp::SelectZero => (1, 0, 0b10),
            MachineOp::Copy => (1, 0, 0b1),
            MachineOp::Load | MachineOp::SplatWord => (7, 0, 0),
            MachineOp::LoadPixel => (10, 0, 0),
            MachineOp::Store
            | MachineOp::StoreScalar
            | MachineOp::StoreBits
            | MachineOp::StorePixel => (1, 0, 0),
            MachineOp::DAdd | MachineOp::DMul => (4, 0, 0b11),
            MachineOp::DSub => (4, 0, 0b10),
            MachineOp::DMin | MachineOp::DMax => (2, 0, 0b10),
            MachineOp::DDiv => (14, 12, 0b10),
            MachineOp::DSqrt => (20, 16, 0b1),
            MachineOp::DRound | MachineOp::QToD | MachineOp::DToQ => (4, 0, 0b1),
            MachineOp::DFma => (4, 0, 0b111),
            MachineOp::LAdd | MachineOp::LAnd | MachineOp::LOr | MachineOp::LXor => (1, 0, 0b11),
            MachineOp::LSub | MachineOp::LShl | MachineOp::LShrU | MachineOp::LShrS => (1, 0, 0b10),
            MachineOp::LMul | MachineOp::MulWords => (4, 0, 0b11),
            MachineOp::DCmp => (4, 0, 0b11),
            MachineOp::LCmpEq => (3, 0, 0b11),
            MachineOp::LCmpGt | MachineOp::LCmpGtU => (3, 0, 0b10),
            MachineOp::DSelect => (1, 0, 0b10),
            MachineOp::FToD | MachineOp::IToD => (5, 0, 0),
            MachineOp::DToF | MachineOp::DToI => (5, 0, 0b1),
            MachineOp::ZeroExtend
            | MachineOp::SignExtend
            | MachineOp::HighHalf
            | MachineOp::JoinHalves => (3, 0, 0),
            MachineOp::UnpackLow | MachineOp::UnpackHigh | MachineOp::PickWords => (1, 0, 0b10),
            MachineOp::Permute | MachineOp::PermuteWords => (3, 0, 0b10),
            MachineOp::PermuteBy => (3, 0, 0b1),
            MachineOp::KJoin | MachineOp::KHigh => (4, 0, 0),
            MachineOp::LShlBy
            | MachineOp::LShrUBy
            | MachineOp::LShrSBy
            | MachineOp::StoreScalarWide => (1, 0, 0),
        };
        MOpInfo {
            latency,
            divider,
            folds,
        }
    }

    /// Whether it is one of the operations on 64 bits, or between 32 and 64.
    #[inline]
    pub(crate) fn is_wide(self) -> bool {
        (MachineOp::DAdd as u8..=MachineOp::KHigh as u8).contains(&(self as u8))
    }

    /// Whether a memory operand that all lanes share has 64 bits.
    #[inline]
    pub(crate) fn shares_wide(self) -> bool {
        use MachineOp::*;
        // The operations whose lanes have 64 bits, and that have a form with one shared operand in memory.
        matches!(
            self,
            DAdd | DSub
                | DMul
                | DMin
                | DMax
                | DDiv
                | DSqrt
                | DRound
                | QToD
                | DToQ
                | DFma
                | LAdd
                | LAnd
                | LOr
                | LXor
                | LSub
                | LShl
                | LShrU
                | LShrS
                | LMul
                | MulWords
                | DCmp
                | LCmpEq
                | LCmpGt
                | LCmpGtU
                | DSelect
                | DToF
                | DToI
                | Permute
                | PermuteBy
        )
    }
}
