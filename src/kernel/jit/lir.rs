//! Machine code before it has registers: regions of nodes, one node one instruction (or a few that need no vector
//! register but their result's).
//!
//! A *region* is straight code between two calls, branches or block ends. Nothing stays in a register from one region to
//! the next: a value that crosses has a *home* in memory, where a node of the region that computes it stores it, and other
//! regions read it from there, mostly as a memory operand.
//!
//! A value of 64 bits is two vectors, each of half the lanes. With AVX-512 the first has lanes 0..8. With AVX2 the first has
//! lanes 0, 1, 4, 5 of the eight and the second 2, 3, 6, 7: what unpacking instructions give, and what picks words in order.
#![forbid(unsafe_code)]

use crate::ir::Span;

/// The instruction set that code is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Isa {
    /// 16 lanes, EVEX, 32 vector registers, masks in k registers.
    Avx512,
    /// 8 lanes, VEX, 16 vector registers, masks in vector registers. Each region runs twice, for the lower and the upper
    /// half of the group.
    Avx2,
}

impl Isa {
    /// Vector registers.
    pub(super) fn n_vectors(self) -> usize {
        match self {
            Isa::Avx512 => 32,
            Isa::Avx2 => 16,
        }
    }

    /// Values in vector registers that the scheduler allows at a time.
    pub(super) fn pressure_limit(self) -> i32 {
        match self {
            Isa::Avx512 => 26,
            Isa::Avx2 => 13,
        }
    }

    /// Where truth values live.
    pub(super) fn mask_class(self) -> Class {
        match self {
            Isa::Avx512 => Class::Mask,
            Isa::Avx2 => Class::Vector,
        }
    }
}

/// The kind of register that holds a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// zmm or ymm.
    Vector,
    /// k.
    Mask,
}

/// A value of the machine code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct VReg(pub(super) u32);

impl VReg {
    /// No value.
    pub(super) const NONE: VReg = VReg(u32::MAX);

    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) fn is_some(self) -> bool {
        self != VReg::NONE
    }
}

/// What a memory place is relative to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Base {
    /// The frame in the worker's scratch.
    Frame,
    /// The group's own rows in the frame, in programs that keep several groups at a time.
    Group,
    /// The uniform array.
    Uniforms,
    /// The group's inputs.
    Inputs,
    /// The group's outputs.
    Outputs,
    /// The plane coefficients.
    Planes,
    /// The group's live mask.
    Masks,
    /// The constants behind the code.
    Pool,
    /// An array of the application, from the group's first element on.
    Array(Array),
}

/// An array that code reads or writes by its address in the frame's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Array {
    /// The number of its address.
    pub(super) entry: u32,
    /// Words of an element.
    pub(super) words: u8,
    /// It is written: in programs of two stages that is another group than the one that is read.
    pub(super) is_output: bool,
}

/// How a place holds its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    /// 16 lanes in 64 bytes; code for 8 lanes takes its half.
    Lanes,
    /// 32 bits for all lanes.
    Splat,
    /// 64 bits for all lanes.
    SplatWide,
    /// Equal lanes, as many as a vector register has: constants for VEX code, which cannot broadcast an operand.
    Row,
}

/// A place in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub(super) base: Base,
    pub(super) offset: i32,
    pub(super) shape: Shape,
}

impl Place {
    pub(super) fn lanes(base: Base, offset: i32) -> Place {
        Place {
            base,
            offset,
            shape: Shape::Lanes,
        }
    }

    pub(super) fn splat(base: Base, offset: i32) -> Place {
        Place {
            base,
            offset,
            shape: Shape::Splat,
        }
    }
}

/// What is known of a [`VReg`].
#[derive(Debug, Clone, Copy)]
pub(super) struct VRegInfo {
    pub(super) class: Class,
    /// Where it can be read when it is in no register: during the whole region.
    pub(super) home: Option<Place>,
    /// The region changes what is there: the one node that reads the value is ordered by its access.
    pub(super) changes: bool,
}

impl VRegInfo {
    /// Whether it is read of an array of the application. All nodes that use such values come before those that write to arrays.
    pub(super) fn is_in_array(&self) -> bool {
        let home = self.home.as_ref();
        home.is_some_and(|place| matches!(place.base, Base::Array(_)))
    }
}

/// Rounding of [`MOp::Round`]; the numbers are the instruction's immediates (with exceptions suppressed).
pub(super) mod rounding {
    pub(in super::super) const NEAREST: u8 = 8;
    pub(in super::super) const DOWN: u8 = 9;
    pub(in super::super) const UP: u8 = 10;
    pub(in super::super) const TO_ZERO: u8 = 11;
}

/// Predicates of [`MOp::CmpF`], as the instruction numbers them.
pub(super) mod predicate {
    pub(in super::super) const EQ: u8 = 0x00;
    pub(in super::super) const UNORDERED: u8 = 0x03;
    pub(in super::super) const NE: u8 = 0x04;
    pub(in super::super) const ORDERED: u8 = 0x07;
    pub(in super::super) const LT: u8 = 0x11;
    pub(in super::super) const LE: u8 = 0x12;

    /// The predicate with exchanged operands.
    pub(in super::super) fn swapped(predicate: u8) -> u8 {
        match predicate {
            LT => 0x1e,
            LE => 0x1d,
            same => same,
        }
    }
}

/// A machine operation on arguments a, b and c.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum MOp {
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
    /// Truncates.
    ToInt,
    /// Rounds to nearest even, as MXCSR says.
    ToIntNearest,
    ToFloat,
    IAdd,
    ISub,
    IMul,
    IMin,
    IMax,
    /// Unsigned.
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
    /// What the node's place holds now.
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
    /// 16 bits at the place lose those of the mask a; AVX2 only.
    ClearBits,
    /// a, in the lanes of the mask b where there is one → plane `imm`; masks with AVX-512 only.
    StorePixel,
    /// [`NUMBERS`] loses the lanes in which a or b is NaN; AVX-512 only.
    FindNans,
}

/// The mask register that code over arrays keeps for [`MOp::FindNans`].
pub(super) const NUMBERS: u8 = 7;

/// What the scheduler and the allocator know of an operation.
#[derive(Debug, Clone, Copy)]
pub(super) struct MOpInfo {
    /// Cycles until the result can be used (Zen 4 and Golden Cove agree within one).
    pub(super) latency: u32,
    /// Cycles that the divider is busy with 16 lanes; 8 lanes take half.
    pub(super) divider: u32,
    /// Bit `i`: argument `i` may be a memory operand.
    pub(super) folds: u8,
}

impl MOp {
    #[inline]
    pub(super) fn info(self) -> MOpInfo {
        let (latency, divider, folds) = match self {
            MOp::Add | MOp::Mul => (4, 0, 0b11),
            MOp::Sub => (4, 0, 0b10),
            MOp::Min | MOp::Max => (2, 0, 0b10),
            MOp::Div => (11, 7, 0b10),
            MOp::Sqrt => (15, 10, 0b1),
            MOp::Round | MOp::ToInt | MOp::ToIntNearest | MOp::ToFloat => (4, 0, 0b1),
            MOp::Fma => (4, 0, 0b111),
            MOp::IAdd | MOp::And | MOp::Or | MOp::Xor => (1, 0, 0b11),
            MOp::ISub | MOp::AndNot | MOp::Shl | MOp::ShrU | MOp::ShrS => (1, 0, 0b10),
            MOp::IMul => (4, 0, 0b11),
            MOp::IMin | MOp::IMax | MOp::UMax => (1, 0, 0b11),
            MOp::PermuteQuad => (1, 0, 0b1),
            MOp::ShlBy | MOp::ShrUBy | MOp::ShrSBy => (1, 0, 0),
            MOp::CmpF | MOp::FindNans => (4, 0, 0b11),
            MOp::CmpEq => (3, 0, 0b11),
            MOp::CmpGt | MOp::CmpGtU => (3, 0, 0b10),
            MOp::KAnd | MOp::KAndNot | MOp::KOr | MOp::KXor | MOp::KNot => (1, 0, 0),
            MOp::Select | MOp::SelectZero => (1, 0, 0b10),
            MOp::Copy => (1, 0, 0b1),
            MOp::Load | MOp::SplatWord => (7, 0, 0),
            MOp::LoadPixel => (10, 0, 0),
            MOp::Store | MOp::StoreScalar | MOp::StoreBits | MOp::ClearBits | MOp::StorePixel => {
                (1, 0, 0)
            }
            MOp::DAdd | MOp::DMul => (4, 0, 0b11),
            MOp::DSub => (4, 0, 0b10),
            MOp::DMin | MOp::DMax => (2, 0, 0b10),
            MOp::DDiv => (14, 12, 0b10),
            MOp::DSqrt => (20, 16, 0b1),
            MOp::DRound | MOp::QToD | MOp::DToQ => (4, 0, 0b1),
            MOp::DFma => (4, 0, 0b111),
            MOp::LAdd | MOp::LAnd | MOp::LOr | MOp::LXor => (1, 0, 0b11),
            MOp::LSub | MOp::LShl | MOp::LShrU | MOp::LShrS => (1, 0, 0b10),
            MOp::LMul | MOp::MulWords => (4, 0, 0b11),
            MOp::DCmp => (4, 0, 0b11),
            MOp::LCmpEq => (3, 0, 0b11),
            MOp::LCmpGt | MOp::LCmpGtU => (3, 0, 0b10),
            MOp::DSelect => (1, 0, 0b10),
            MOp::FToD | MOp::IToD => (5, 0, 0),
            MOp::DToF | MOp::DToI => (5, 0, 0b1),
            MOp::ZeroExtend | MOp::SignExtend | MOp::HighHalf | MOp::JoinHalves => (3, 0, 0),
            MOp::UnpackLow | MOp::UnpackHigh | MOp::PickWords => (1, 0, 0b10),
            MOp::Permute | MOp::PermuteWords => (3, 0, 0b10),
            MOp::PermuteBy => (3, 0, 0b1),
            MOp::KJoin | MOp::KHigh => (4, 0, 0),
            MOp::LShlBy | MOp::LShrUBy | MOp::LShrSBy | MOp::StoreScalarWide => (1, 0, 0),
        };
        MOpInfo {
            latency,
            divider,
            folds,
        }
    }

    /// Whether it is one of the operations on 64 bits, or between 32 and 64.
    #[inline]
    pub(super) fn is_wide(self) -> bool {
        (MOp::DAdd as u8..=MOp::KHigh as u8).contains(&(self as u8))
    }

    /// Whether a memory operand that all lanes share has 64 bits.
    #[inline]
    pub(super) fn shares_wide(self) -> bool {
        use MOp::*;
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

/// Memory that nodes read and write in program order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Resource {
    /// The live mask.
    Live,
    Slot(u32),
    Output(u32),
    Pixels(u32),
    /// Arrays of the application: one may be read and written.
    Arrays,
    /// A home, by its offset in the frame.
    Home(i32),
}

/// How a node uses its resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Read(Resource),
    Write(Resource),
}

/// One operation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) op: MOp,
    pub(super) imm: u8,
    /// The result, or none.
    pub(super) dst: VReg,
    /// The arguments; those not used are none.
    pub(super) args: [VReg; 3],
    /// The place of operations that name one.
    pub(super) place: Option<Place>,
    pub(super) access: Option<Access>,
    /// The source text that asked for it.
    pub(super) span: Span,
}

impl Node {
    /// The arguments there are.
    #[inline]
    pub(super) fn args(&self) -> impl Iterator<Item = VReg> + use<> {
        self.args.into_iter().filter(|v| v.is_some())
    }
}

/// Which function a call at the end of a region is of, with what it needs to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CallKind {
    /// A texture image unit and a `LodMode`.
    Sample { unit: u32, mode: u32 },
    /// First uniform and number of rows.
    ParamRow { base: u32, n_rows: u32 },
}

/// A call for all groups that are kept: its operands and results lie in rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Call {
    pub(super) kind: CallKind,
    /// Those that the function has.
    pub(super) operands: [Place; 5],
    /// The first of its rows.
    pub(super) result: Place,
}

impl Call {
    pub(super) fn is_sample(&self) -> bool {
        matches!(self.kind, CallKind::Sample { .. })
    }
}

/// How many groups a program keeps at a time, so that one call serves them all: each region runs for all of them before the
/// next one does.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kept {
    /// The most groups.
    pub(super) n_groups: usize,
    /// Rows of each.
    pub(super) n_rows: usize,
    /// The first group's first row in the frame.
    pub(super) start: usize,
    /// More than one region touches pixels, so that no block may be kept twice.
    pub(super) needs_own_blocks: bool,
}

/// Straight code, then calls.
#[derive(Debug, Default)]
pub(super) struct Region {
    pub(super) nodes: Vec<Node>,
    /// The nodes from here on run last, in this order.
    pub(super) tail: usize,
    pub(super) calls: Vec<Call>,
}

impl Region {
    /// Whether a node loads or stores pixels.
    pub(super) fn touches_pixels(&self) -> bool {
        let is_pixel = |node: &Node| matches!(node.op, MOp::LoadPixel | MOp::StorePixel);
        self.nodes.iter().any(is_pixel)
    }

    /// Drops nodes whose results nobody uses; `own` are the values made for the region.
    pub(super) fn sweep(&mut self, own: std::ops::Range<usize>) {
        let mut used = vec![false; own.len()];
        let at = |v: VReg| v.index().wrapping_sub(own.start);
        let mut kept = vec![true; self.nodes.len()];
        for (node, kept) in self.nodes.iter().zip(&mut kept).rev() {
            *kept = !node.dst.is_some() || used[at(node.dst)];
            if *kept {
                node.args().for_each(|v| {
                    used.get_mut(at(v)).into_iter().for_each(|u| *u = true);
                });
            }
        }
        self.tail = kept[..self.tail].iter().filter(|kept| **kept).count();
        let mut kept = kept.into_iter();
        self.nodes.retain(|_| kept.next().unwrap_or(true));
    }
}

/// How a block ends; blocks by number.
#[derive(Debug, Clone, Copy)]
pub(super) enum Exit {
    Jump(u32),
    /// By the frame's `taken` bits.
    Branch(u32, u32),
    Call {
        callee: u32,
        resume: u32,
    },
    Return,
    End,
}

#[derive(Debug)]
pub(super) struct BlockLir {
    pub(super) regions: Vec<Region>,
    pub(super) exit: Exit,
    /// Source instructions.
    pub(super) cost: u32,
}

/// Floats of an array that are stored with any NaNs.
#[derive(Debug, Clone, Copy)]
pub(super) struct RawNans {
    /// The number of the array's address.
    pub(super) entry: u32,
    /// Words of an element, and which of them the float is.
    pub(super) words: u8,
    pub(super) word: u8,
}

/// A program as regions.
#[derive(Debug)]
pub(super) struct Lir {
    pub(super) isa: Isa,
    pub(super) vregs: Vec<VRegInfo>,
    /// What the kernel computes once per run.
    pub(super) preamble: Vec<Region>,
    /// In reverse post order.
    pub(super) blocks: Vec<BlockLir>,
    /// What follows each group's last block.
    pub(super) finish: Option<Region>,
    /// The first row of the table of arrays, in programs over arrays.
    pub(super) array_row: Option<usize>,
    /// What is stored to arrays with any NaNs, which [`MOp::FindNans`] has found.
    pub(super) raw_nans: Vec<RawNans>,
    /// The stages of a straight program's region that is cut in two.
    pub(super) pipeline: Option<super::pipeline::Pipeline>,
    /// Two groups at a time of a straight program over arrays.
    pub(super) pair: Option<Region>,
    /// Of a straight program with calls.
    pub(super) kept: Option<Kept>,
    /// The lanes go through the one block together, and nothing is masked by who executes.
    pub(super) straight: bool,
    pub(super) pool: Vec<u8>,
    /// Rows of the frame, header included.
    pub(super) n_rows: usize,
    /// Rows that are zero when a group starts.
    pub(super) zeroed: std::ops::Range<usize>,
    /// Planes of pixels that are read or written.
    pub(super) pixel_planes: u32,
    /// The fragments' places are used.
    pub(super) uses_corner: bool,
    pub(super) uses_planes: bool,
}
