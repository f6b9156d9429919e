//! The interface between generated code and Rust: the frame, and the functions that generated code calls.
//!
//! The frame lies at the start of the worker's scratch; rows of 64 bytes follow it (call stacks, lane slots, homes, rows of
//! groups, spills). Generated code is `extern "C" fn(*mut Frame, first group, number of groups)`. It assumes MXCSR 0x1F80,
//! as doors and workers set it.

use super::dispatch::{Flow, Lanes, NO_BLOCK};
use crate::kernel::jit::lir::region::{Call, CallKind};
use crate::kernel::layout::{
    Group, Invocation, MAX_PIXEL_PLANES, SAMPLE_OPERANDS, SamplerSlot, TILE_PIXELS,
};
use crate::simd::{LANE_OFFSET, LANES, LanesF32};
use std::mem::offset_of;
use std::sync::atomic::{AtomicBool, Ordering};

/// The entry of generated code.
pub(crate) type EntryPoint = unsafe extern "C" fn(*mut Frame, usize, usize);

/// A tile of a plane of pixels, for loads and for stores: they differ where there is no plane.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
struct Tile {
    load: *const u32,
    store: *mut u32,
}

/// The pixels that absent planes read.
static ZEROS: [Lanes; TILE_ROWS] = [[0; LANES]; TILE_ROWS];
/// Rows of 64 bytes of a tile.
pub(crate) const TILE_ROWS: usize = TILE_PIXELS / LANES;

/// The data of one run of a kernel.
#[repr(C, align(64))]
pub(crate) struct Frame {
    pub(crate) uniforms: *const f32,
    inputs: *const LanesF32,
    /// Bytes per group.
    input_stride: usize,
    outputs: *mut LanesF32,
    output_stride: usize,
    coefficients: *const [f32; 4],
    masks: *mut u16,
    /// The current group.
    group: *const Group,
    /// The number of remaining groups.
    n_left: usize,
    tiles: [Tile; MAX_PIXEL_PLANES],
    /// The current group's block in each tile: its distance from the first in bytes.
    block: u64,
    /// The distance of the group's corner from the tile's corner, in pixels.
    corner: [f32; 2],
    /// All ones if the primitives face front, else 0.
    front_facing: u32,
    pub(crate) samplers: *const SamplerSlot<'static>,
    pub(crate) n_samplers: usize,
    pub(crate) n_uniforms: usize,
    /// The parameters of calls, by number.
    pub(crate) calls: *const CallSite,
    /// The rows of the groups that a call serves: the interleaved ones, or the frame itself for the one group.
    pub(crate) listed: [*mut Frame; MOST_KEPT],
    pub(crate) n_listed: usize,
    /// The place of the groups after the interleaved ones.
    next: Cursor,
    /// Source instructions of each block.
    costs: *const u32,
    n_costs: usize,
    pub(crate) flow: Flow,
    /// The flag that ends the run.
    stop: *const AtomicBool,
    /// The lanes in which no NaN was stored that had to be canonical.
    numbers: u16,
    rows: FrameRows,
}

/// A call of generated code. Rows are named by their distance in bytes from the rows of each group that is listed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CallSite {
    /// Texture image unit and mode, or first uniform and number of rows.
    pub(super) numbers: [u32; 2],
    pub(super) operands: [u32; SAMPLE_OPERANDS],
    /// The first of the results' rows.
    pub(super) result: u32,
}

impl CallSite {
    pub(crate) fn new(call: &Call) -> CallSite {
        debug_assert!(
            call.operands
                .iter()
                .all(|place| place.base == call.result.base)
        );
        CallSite {
            numbers: match call.kind {
                CallKind::Sample { unit, mode } => [unit, mode],
                CallKind::ParamRow { base, n_rows } => [base, n_rows],
            },
            operands: call.operands.map(|place| place.offset as u32),
            result: call.result.offset as u32,
        }
    }
}

/// The values that are the same in every run. A row that crosses a cache line takes twice as long to read.
#[repr(C, align(64))]
struct FrameRows {
    /// The lanes' offsets in their block, to the fragment's centre.
    lane_x: LanesF32,
    lane_y: LanesF32,
    /// Bit `l` in lane `l`.
    lane_bits: Lanes,
    zeros: Lanes,
}

/// Where a group's inputs, outputs and mask are, and the group itself.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
struct Cursor {
    inputs: *const LanesF32,
    outputs: *mut LanesF32,
    masks: *mut u16,
    group: *const Group,
}

/// The first rows of an interleaved group: a [`Cursor`], and zeros.
pub(crate) const GROUP_HEADER_ROWS: usize = GROUP_ZEROS_ROW + 1;
pub(crate) const GROUP_ZEROS_ROW: usize = 1;

/// The most interleaved groups.
pub(crate) const MOST_KEPT: usize = 16;
/// Rows of interleaved groups that leave room for texels in the first cache.
const KEPT_ROWS: usize = 256;

/// The number of interleaved groups, of `n_rows` rows each.
pub(crate) fn most_kept(n_rows: usize) -> usize {
    (KEPT_ROWS / n_rows).clamp(1, MOST_KEPT)
}

/// The frame's size in rows.
pub(crate) const HEADER_ROWS: usize = size_of::<Frame>() / 64;

/// Offsets of the frame's fields, as generated code names them.
pub(crate) mod field {
    use super::*;

    pub(crate) const UNIFORMS: usize = offset_of!(Frame, uniforms);
    pub(crate) const INPUTS: usize = offset_of!(Frame, inputs);
    pub(crate) const INPUT_STRIDE: usize = offset_of!(Frame, input_stride);
    pub(crate) const OUTPUTS: usize = offset_of!(Frame, outputs);
    pub(crate) const OUTPUT_STRIDE: usize = offset_of!(Frame, output_stride);
    pub(crate) const COEFFICIENTS: usize = offset_of!(Frame, coefficients);
    pub(crate) const MASKS: usize = offset_of!(Frame, masks);
    pub(crate) const GROUP: usize = offset_of!(Frame, group);
    /// What a group holds, and its size.
    pub(crate) const GROUP_CORNER: usize = offset_of!(Group, corner);
    pub(crate) const GROUP_BLOCK: usize = offset_of!(Group, block);
    pub(crate) const GROUP_PLANES: usize = offset_of!(Group, planes);
    pub(crate) const GROUP_BYTES: usize = size_of::<Group>();
    pub(crate) const N_LEFT: usize = offset_of!(Frame, n_left);
    pub(crate) const CORNER_X: usize = offset_of!(Frame, corner);
    pub(crate) const CORNER_Y: usize = offset_of!(Frame, corner) + 4;
    pub(crate) const FRONT_FACING: usize = offset_of!(Frame, front_facing);
    pub(crate) const LANE_X: usize = offset_of!(Frame, rows.lane_x);
    pub(crate) const LANE_Y: usize = offset_of!(Frame, rows.lane_y);
    pub(crate) const LANE_BITS: usize = offset_of!(Frame, rows.lane_bits);
    pub(crate) const EXEC: usize = offset_of!(Frame, flow.exec);
    pub(crate) const EXEC_ROW: usize = offset_of!(Frame, flow.exec_row);
    pub(crate) const WAITING: usize = offset_of!(Frame, flow.waiting);
    pub(crate) const TAKEN: usize = offset_of!(Frame, flow.taken);
    pub(crate) const BUDGET: usize = offset_of!(Frame, flow.budget);

    pub(crate) const ZEROS: usize = offset_of!(Frame, rows.zeros);
    pub(crate) const LISTED: usize = offset_of!(Frame, listed);
    pub(crate) const N_LISTED: usize = offset_of!(Frame, n_listed);
    pub(crate) const NEXT: usize = offset_of!(Frame, next);
    /// What a cursor holds.
    pub(crate) const CURSOR_INPUTS: usize = offset_of!(Cursor, inputs);
    pub(crate) const CURSOR_OUTPUTS: usize = offset_of!(Cursor, outputs);
    pub(crate) const CURSOR_MASKS: usize = offset_of!(Cursor, masks);
    pub(crate) const CURSOR_GROUP: usize = offset_of!(Cursor, group);

    pub(crate) const STOP: usize = offset_of!(Frame, stop);
    pub(crate) const NUMBERS: usize = offset_of!(Frame, numbers);
    pub(crate) const BLOCK: usize = offset_of!(Frame, block);

    /// Where the tile of plane `index` starts, for loads and for stores.
    pub(crate) const fn tile(index: usize) -> [usize; 2] {
        let tile = offset_of!(Frame, tiles) + index * size_of::<Tile>();
        [
            tile + offset_of!(Tile, load),
            tile + offset_of!(Tile, store),
        ]
    }
}

/// The program's own part of a frame.
pub(crate) struct FrameProgram<'a> {
    /// Planes of pixels that are read or written.
    pub(crate) pixel_planes: u32,
    pub(crate) costs: &'a [u32],
    pub(crate) calls: &'a [CallSite],
    /// The limits of instructions and of call depth, where lanes may diverge.
    pub(crate) flow: Option<(u32, u32)>,
    /// The flag that ends an interruptible program; [`NEVER`] if there is none.
    pub(crate) stop: &'a AtomicBool,
}

/// It is never set.
pub(crate) static NEVER: AtomicBool = AtomicBool::new(false);

impl Frame {
    /// Writes the values that are the same in every run to the frame at `frame`.
    ///
    /// # Safety
    /// `frame` is the start of at least [`HEADER_ROWS`] rows of 64 bytes.
    pub(crate) unsafe fn write_constants(frame: *mut Frame) {
        // SAFETY: rows are plain numbers, aligned like the frame, and the caller guarantees their number.
        unsafe {
            (*frame).rows.lane_x = LANE_OFFSET.map(|(x, _)| f32::from(x) + 0.5);
            (*frame).rows.lane_y = LANE_OFFSET.map(|(_, y)| f32::from(y) + 0.5);
            (*frame).rows.lane_bits = std::array::from_fn(|l| 1 << l);
            (*frame).rows.zeros = [0; LANES];
        }
    }

    /// Fills the header of the frame at `frame` for a run. Stores to absent planes go to `sink`.
    ///
    /// # Safety
    /// As for [`Frame::write_constants`], which has been called.
    #[inline]
    pub(crate) unsafe fn fill(
        frame: *mut Frame,
        inv: &mut Invocation<'_>,
        program: &FrameProgram,
        sink: *mut u32,
    ) {
        // SAFETY: as in `write_constants`.
        unsafe {
            // Pointers and strides of the invocation. Strides are in bytes.
            (*frame).uniforms = inv.uniforms.as_ptr();
            (*frame).inputs = inv.inputs.as_ptr();
            (*frame).input_stride = inv.n_inputs * size_of::<LanesF32>();
            (*frame).outputs = inv.outputs.as_mut_ptr();
            (*frame).output_stride = inv.n_outputs * size_of::<LanesF32>();
            (*frame).coefficients = inv.planes.as_ptr();
            (*frame).masks = inv.masks.as_mut_ptr();
            (*frame).group = inv.groups.as_ptr();
            (*frame).front_facing = if inv.front_facing { u32::MAX } else { 0 };
            (*frame).samplers = inv.samplers.as_ptr().cast();
            (*frame).n_samplers = inv.samplers.len();
            (*frame).n_uniforms = inv.uniforms.len();
            (*frame).calls = program.calls.as_ptr();
            // A kernel that does not keep several groups calls for one, whose rows start at the frame.
            (*frame).listed[0] = frame;
            (*frame).n_listed = 1;
            // Absent planes are read as zeros, and what is stored to them is lost in the sink.
            let mut planes = program.pixel_planes;
            while planes != 0 {
                let plane = planes.trailing_zeros() as usize;
                planes &= planes - 1;
                let base = inv.pixels[plane].base();
                (*frame).tiles[plane] = if base.is_null() {
                    Tile {
                        load: ZEROS.as_ptr().cast(),
                        store: sink,
                    }
                } else {
                    Tile {
                        load: base,
                        store: base,
                    }
                };
            }
            // Only programs with control flow have costs and a limit.
            if let Some((instruction_limit, call_depth)) = program.flow {
                (*frame).costs = program.costs.as_ptr();
                (*frame).n_costs = program.costs.len();
                (*frame).flow = Flow::new(instruction_limit, call_depth);
                (*frame).stop = program.stop;
            }
        }
    }
}

impl Frame {
    /// Uses arrays as groups' inputs and outputs. The addresses where the arrays' last groups end go to the rows from
    /// `row` on. The places of the first group's inputs and outputs become the distance to these ends, in an array of
    /// words.
    ///
    /// # Safety
    /// `frame` has been filled, and has rows for the addresses.
    pub(crate) unsafe fn bind_arrays(
        frame: *mut Frame,
        row: usize,
        ends: impl Iterator<Item = *mut u8>,
        n_groups: usize,
    ) {
        let distance = 0usize.wrapping_sub(n_groups * size_of::<LanesF32>());
        // SAFETY: the caller guarantees the rows.
        unsafe {
            (*frame).inputs = std::ptr::without_provenance(distance);
            (*frame).outputs = std::ptr::without_provenance_mut(distance);
            (*frame).input_stride = size_of::<LanesF32>();
            (*frame).output_stride = size_of::<LanesF32>();
            (*frame).numbers = u16::MAX;
            let table: *mut *mut u8 = frame.cast::<Lanes>().add(row).cast();
            for (i, end) in ends.enumerate() {
                table.add(i).write(end);
            }
        }
    }

    /// Whether code over arrays has stored NaNs that are not canonical.
    ///
    /// # Safety
    /// `frame` is the frame of a run that has ended.
    pub(crate) unsafe fn stored_nans(frame: *const Frame) -> bool {
        // SAFETY: the caller guarantees the frame.
        unsafe { (*frame).numbers != u16::MAX }
    }
}

/// The call stacks, lane slots and costs beside a frame's flow state.
///
/// # Safety
/// `frame` is the frame of a run, followed by a row for each step of call depth.
unsafe fn flow_parts<'a>(frame: *mut Frame) -> (&'a mut Flow, &'a mut [Lanes], &'a [u32]) {
    // SAFETY: the caller guarantees the frame; the three parts are disjoint.
    unsafe {
        let flow = &mut (*frame).flow;
        let stack = frame.cast::<Lanes>().add(HEADER_ROWS);
        let depth = flow.call_depth as usize;
        let costs = std::slice::from_raw_parts((*frame).costs, (*frame).n_costs);
        (flow, std::slice::from_raw_parts_mut(stack, depth), costs)
    }
}

macro_rules! flow_calls {
    ($($(#[$doc:meta])* $name:ident($($arg:ident),*) = $method:ident($($pass:tt)*);)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// Called by generated code with the run's frame.
        pub(crate) unsafe extern "C" fn $name(frame: *mut Frame, $($arg: u32),*) -> u32 {
            // SAFETY: the caller guarantees the frame.
            let (flow, stack, costs) = unsafe { flow_parts(frame) };
            // SAFETY: `fill` put a reference there that outlives the run.
            if unsafe { &*(*frame).stop }.load(Ordering::Relaxed) {
                return NO_BLOCK;
            }
            let _ = &stack;
            flow_calls!(@call flow, stack, $method $($pass)*);
            flow.next(costs)
        }
    )*};
    (@call $flow:ident, $stack:ident, $method:ident stack $(, $arg:ident)*) => { $flow.$method($stack, $($arg),*) };
    (@call $flow:ident, $stack:ident, $method:ident $($arg:ident),*) => { $flow.$method($($arg),*) };
}

flow_calls! {
    /// Starts the lanes of `live`; all these functions return the number of the block that runs next.
    flow_start(live) = start(live);
    /// Sends the executing lanes whose `taken` bit is set to `yes`, the others to `no`.
    flow_branch(yes, no) = branch(yes, no);
    /// Sends the executing lanes to `callee`.
    flow_call(callee, resume) = call(stack, callee, resume);
    /// Sends the executing lanes to the blocks on their stacks.
    flow_return() = ret(stack);
    /// Ends the executing lanes.
    flow_end() = end();
}
