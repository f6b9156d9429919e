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

pub(super) use super::machine_op::*;
pub(super) use super::place::*;
use crate::ir::Span;

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
    /// Several groups at a time of a straight program over arrays.
    pub(super) round: Option<super::unroll::Round>,
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
