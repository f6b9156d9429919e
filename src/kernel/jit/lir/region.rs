//! Machine code before it has registers: regions of nodes. A node is one instruction, or a few that need no vector
//! register except their result's.
//!
//! A *region* is straight code between two calls, branches or block ends. Nothing stays in a register from one region
//! to the next: a value that crosses has a *home* in memory. A node of the region that computes the value stores it
//! there. Other regions read it from there, mostly as a memory operand.
//!
//! A value of 64 bits is two vectors, each of half the lanes. With AVX-512 the first has lanes 0..8. With AVX2 the first has
//! lanes 0, 1, 4, 5 of the eight and the second 2, 3, 6, 7: what unpacking instructions give, and what picks words in order.
#![forbid(unsafe_code)]

pub(crate) use super::location::*;
pub(crate) use super::op::*;
use crate::ir::Span;

/// Memory that nodes read and write in program order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Resource {
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

/// The use of a resource by a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    Read(Resource),
    Write(Resource),
}

/// A machine operation on virtual registers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    pub(crate) op: MachineOp,
    pub(crate) imm: u8,
    /// The result, or none.
    pub(crate) dst: VReg,
    /// The arguments; unused ones are none.
    pub(crate) args: [VReg; 3],
    /// The place of operations that name one.
    pub(crate) place: Option<Place>,
    pub(crate) access: Option<Access>,
    /// The source text that it comes from.
    pub(crate) span: Span,
}

impl Node {
    /// The arguments there are.
    #[inline]
    pub(crate) fn args(&self) -> impl Iterator<Item = VReg> + use<> {
        self.args.into_iter().filter(|v| v.is_some())
    }
}

/// The function that a call at the end of a region calls, with its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum CallKind {
    /// A texture image unit and a `LodMode`.
    Sample { unit: u32, mode: u32 },
    /// First uniform and number of rows.
    ParamRow { base: u32, n_rows: u32 },
}

/// A call for all interleaved groups: its operands and results lie in rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) kind: CallKind,
    /// The operands that the function has.
    pub(crate) operands: [Place; 5],
    /// The first of its rows.
    pub(crate) result: Place,
}

impl Call {
    pub(crate) fn is_sample(&self) -> bool {
        matches!(self.kind, CallKind::Sample { .. })
    }
}

/// The interleaving of groups, so that one call serves several: each region runs for all of them before the next one
/// does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kept {
    /// The most groups.
    pub(crate) n_groups: usize,
    /// The rows of 64 bytes that each group has in the frame.
    pub(crate) n_rows: usize,
    /// The first group's first row in the frame.
    pub(crate) start: usize,
    /// Whether more than one region touches pixels, so that no block may be listed twice.
    pub(crate) needs_own_blocks: bool,
}

/// Straight code, then calls.
#[derive(Debug, Default)]
pub(crate) struct Region {
    pub(crate) nodes: Vec<Node>,
    /// The nodes from this index on run last, in this order.
    pub(crate) tail: usize,
    pub(crate) calls: Vec<Call>,
}

impl Region {
    /// Whether a node loads or stores pixels.
    pub(crate) fn touches_pixels(&self) -> bool {
        let is_pixel =
            |node: &Node| matches!(node.op, MachineOp::LoadPixel | MachineOp::StorePixel);
        self.nodes.iter().any(is_pixel)
    }

    /// Drops nodes with unused results; `own` are the values made for the region.
    pub(crate) fn sweep(&mut self, own: std::ops::Range<usize>) {
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

/// The end of a block; blocks by number.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Exit {
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
pub(crate) struct BlockLir {
    pub(crate) regions: Vec<Region>,
    pub(crate) exit: Exit,
    /// The source instructions that one run of the block counts.
    pub(crate) cost: u32,
}

/// Floats of an array that are stored with any NaNs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RawNans {
    /// The index of the array's address.
    pub(crate) entry: u32,
    /// Words of an element, and the index of the float among them.
    pub(crate) words: u8,
    pub(crate) word: u8,
}

/// The stages of a region that is cut in two: see [`crate::kernel::jit::schedule::software_pipeline`].
#[derive(Debug)]
pub(crate) struct Pipeline {
    /// Of the first group, alone.
    pub(crate) first: Region,
    /// The second stage of a group and the first of the next.
    pub(crate) both: Region,
    /// Of the last group, alone.
    pub(crate) second: Region,
}

/// Straight code for the groups of one round: see [`crate::kernel::jit::schedule::unroll`].
#[derive(Debug)]
pub(crate) struct Round {
    /// The number of groups: a power of two.
    pub(crate) n_groups: i32,
    pub(crate) region: Region,
}

/// A program as regions.
#[derive(Debug)]
pub(crate) struct Lir {
    pub(crate) isa: Isa,
    pub(crate) vregs: Vec<VRegInfo>,
    /// The regions that run once per run.
    pub(crate) preamble: Vec<Region>,
    /// In reverse post order.
    pub(crate) blocks: Vec<BlockLir>,
    /// The region after each group's last block.
    pub(crate) finish: Option<Region>,
    /// The first row of the table of arrays, in programs over arrays.
    pub(crate) array_row: Option<usize>,
    /// The floats stored to arrays with any NaNs, which [`MachineOp::FindNans`] has found.
    pub(crate) raw_nans: Vec<RawNans>,
    /// The stages of a straight program's region that is cut in two.
    pub(crate) pipeline: Option<Pipeline>,
    /// Several groups at a time of a straight program over arrays.
    pub(crate) round: Option<Round>,
    /// Of a straight program with calls.
    pub(crate) kept: Option<Kept>,
    /// Whether the lanes go through the only block together, so that nothing is masked by the executing lanes.
    pub(crate) straight: bool,
    pub(crate) pool: Vec<u8>,
    /// Rows of the frame, header included.
    pub(crate) n_rows: usize,
    /// Rows that are zero when a group starts.
    pub(crate) zeroed: std::ops::Range<usize>,
    /// Planes of pixels that are read or written.
    pub(crate) pixel_planes: u32,
    /// Whether the fragments' places are used.
    pub(crate) uses_corner: bool,
    pub(crate) uses_planes: bool,
}
