//! Translates a program to regions of machine operations. The plan says which region each instruction goes to.
//!
//! [`super::inst`] chooses the operations of each instruction, or [`super::wide`] if it has values of 64 bits. [`super::flow`]
//! chooses those of control flow. [`super::values`] says where a value is, and [`super::call`] finds rows for the operands and
//! results of calls.
#![forbid(unsafe_code)]

use super::arrays::Arrays;
use super::facts::Fact;
use super::plan::{PREAMBLE, Plan, PlannedBlock, is_call};
use crate::ir::{Inst, Program, Span, ValueId};
use crate::kernel::interface::OutputNans;
use crate::kernel::jit::lir::pool::Pool;
use crate::kernel::jit::lir::region::{
    Access, BlockLir, Class, Isa, Kept, Lir, MachineOp, Node, Place, RawNans, Region, VReg,
    VRegInfo,
};
use crate::kernel::jit::runtime::abi::{GROUP_HEADER_ROWS, HEADER_ROWS, most_kept};
use crate::kernel::layout::MAX_PIXEL_PLANES;
use crate::kernel::slots::Slots;

/// Translates a program.
pub(crate) struct Selector<'p> {
    pub(crate) isa: Isa,
    pub(crate) nans: OutputNans,
    pub(crate) plan: Plan<'p>,
    pub(crate) vregs: Vec<VRegInfo>,
    pub(crate) pool: Pool,
    /// The value's register in the current region.
    pub(crate) local: Vec<VReg>,
    /// Values in `local`, which is cleared at the region's end.
    pub(crate) defined: Vec<ValueId>,
    /// The value as other regions read it, or as memory has it initially.
    pub(crate) homes: Vec<VReg>,
    /// The second halves of values of 64 bits; empty in programs without.
    pub(crate) upper_local: Vec<VReg>,
    pub(crate) upper_homes: Vec<VReg>,
    pub(crate) facts: Vec<Fact>,
    /// Rows of the frame so far, without those of groups.
    pub(super) n_rows: usize,
    /// Rows of each group so far, in programs that interleave groups.
    pub(crate) n_group_rows: Option<usize>,
    /// 32-bit words of computed uniforms so far.
    pub(crate) n_uniform: usize,
    /// The row of the frame where they start.
    pub(crate) uniform_row: usize,
    pub(super) slot_row: usize,
    pub(crate) region: Region,
    /// The rows of the operands of the region's calls.
    pub(crate) operand_rows: Vec<(ValueId, Place)>,
    /// The present instruction's.
    span: Span,
    pub(crate) cache: Cache,
    /// In programs over arrays.
    pub(crate) arrays: Option<Arrays<'p>>,
    pub(crate) raw_nans: Vec<RawNans>,
    /// The data that the kernel uses beside its program.
    pub(crate) pixel_planes: u32,
    pub(crate) uses_corner: bool,
    pub(super) uses_planes: bool,
}

/// The known contents of memory that the current region also writes.
pub(crate) struct Cache {
    /// The live mask.
    pub(crate) live: VReg,
    /// The pixels of each plane.
    pub(crate) pixels: [VReg; MAX_PIXEL_PLANES],
    /// The executing lanes and the others, in programs where they differ.
    pub(crate) exec: VReg,
    pub(crate) not_exec: VReg,
    /// Masks and their halves for lanes of 64 bits.
    pub(crate) mask_halves: Vec<(VReg, [VReg; 2])>,
}

impl Cache {
    const EMPTY: Cache = Cache {
        live: VReg::NONE,
        pixels: [VReg::NONE; MAX_PIXEL_PLANES],
        exec: VReg::NONE,
        not_exec: VReg::NONE,
        mask_halves: Vec::new(),
    };
}

impl<'p> Selector<'p> {
    /// A selector before the first region.
    fn new(
        program: &'p Program,
        isa: Isa,
        nans: OutputNans,
        slots: Option<&'p Slots>,
    ) -> Selector<'p> {
        let plan = Plan::new(program);
        let n = program.value_types.len();
        let is_wide = program.value_types.iter().any(|ty| ty.is_wide());
        let n_upper = if is_wide { n } else { 0 };
        // Rows of the frame: header, stack of calls, slots; the rest is added as it is needed.
        let slot_row = HEADER_ROWS + program.call_depth as usize;
        Selector {
            isa,
            nans,
            plan,
            vregs: Vec::with_capacity(2 * n),
            pool: Pool::default(),
            local: vec![VReg::NONE; n],
            defined: Vec::with_capacity(n),
            homes: vec![VReg::NONE; n],
            upper_local: vec![VReg::NONE; n_upper],
            upper_homes: vec![VReg::NONE; n_upper],
            facts: vec![Fact::None; n],
            n_rows: slot_row + program.n_slots as usize,
            n_group_rows: None,
            n_uniform: 0,
            uniform_row: 0,
            slot_row,
            region: Region::default(),
            operand_rows: Vec::new(),
            span: Span::NONE,
            cache: Cache::EMPTY,
            arrays: slots.map(Arrays::new),
            raw_nans: Vec::new(),
            pixel_planes: 0,
            uses_corner: false,
            uses_planes: false,
        }
    }
}

/// Translates a verified program without `Math` opcodes; inputs and outputs are arrays where `slots` says how.
pub(crate) fn select<'p>(
    program: &'p Program,
    isa: Isa,
    nans: OutputNans,
    slots: Option<&'p Slots>,
) -> Lir {
    let mut selector = Selector::new(program, isa, nans, slots);
    // Straight programs with calls run several groups at a time, each with rows of its own.
    let has_calls = selector.plan.blocks.iter().any(|block| block.n_regions > 1);
    if selector.plan.straight && has_calls && program.n_slots == 0 {
        selector.n_group_rows = Some(GROUP_HEADER_ROWS);
    }
    selector.make_homes();
    selector.make_output_rows();
    let zeroed = selector.slot_row..selector.n_rows;
    // Words, and one to align each of 64 bits.
    let types = selector.plan.uniform.iter().zip(&program.value_types);
    let words = types.map(|(uniform, ty)| match (uniform, ty.is_wide()) {
        (false, _) => 0,
        (true, wide) => 1 + 2 * usize::from(wide),
    });
    let most_uniform: usize = words.sum();
    selector.uniform_row = selector.n_rows;
    selector.n_rows += most_uniform.div_ceil(16);
    let planned = std::mem::replace(&mut selector.plan.preamble, NO_BLOCK);
    let preamble = selector.regions(PREAMBLE, &planned);
    let planned = std::mem::take(&mut selector.plan.blocks);
    let blocks: Vec<BlockLir> = (0..planned.len())
        .map(|at| selector.block(at, &planned[at]))
        .collect();
    // What is known only now: the rows of kept groups, and where the arrays' addresses stand.
    let kept = selector.kept(&blocks);
    let finish = selector.finish();
    let array_row = slots.map(|_| selector.n_rows);
    selector.n_rows += slots.map_or(0, Slots::len).div_ceil(8);
    Lir {
        isa,
        vregs: selector.vregs,
        preamble,
        blocks,
        pipeline: None,
        round: None,
        finish,
        array_row,
        raw_nans: selector.raw_nans,
        kept,
        straight: selector.plan.straight,
        pool: selector.pool.into_bytes(),
        n_rows: selector.n_rows,
        zeroed,
        pixel_planes: selector.pixel_planes,
        uses_corner: selector.uses_corner,
        uses_planes: selector.uses_planes,
    }
}

const NO_BLOCK: PlannedBlock<'static> = PlannedBlock {
    insts: Vec::new(),
    n_regions: 1,
};

impl<'p> Selector<'p> {
    /// Assigns rows to the interleaved groups.
    fn kept(&mut self, blocks: &[BlockLir]) -> Option<Kept> {
        let n_rows = self.n_group_rows?;
        let regions = blocks.iter().flat_map(|block| &block.regions);
        let kept = Kept {
            n_groups: most_kept(n_rows),
            n_rows,
            start: self.n_rows,
            needs_own_blocks: regions.filter(|r| r.touches_pixels()).count() > 1,
        };
        self.n_rows += kept.n_groups * kept.n_rows;
        Some(kept)
    }

    /// The region after the last block of a program over arrays whose lanes may diverge.
    fn finish(&mut self) -> Option<Region> {
        if self.plan.straight || self.arrays.is_none() {
            return None;
        }
        self.cache = Cache::EMPTY;
        self.finish_arrays();
        let mut region = std::mem::take(&mut self.region);
        region.tail = region.nodes.len();
        Some(region)
    }

    /// Appends a node with a result.
    pub(crate) fn node(&mut self, op: MachineOp, imm: u8, args: &[VReg], class: Class) -> VReg {
        let dst = self.vreg(class, None);
        self.push(op, imm, args, dst, None, None);
        dst
    }

    pub(crate) fn push(
        &mut self,
        op: MachineOp,
        imm: u8,
        args: &[VReg],
        dst: VReg,
        place: Option<Place>,
        access: Option<Access>,
    ) {
        let mut all = [VReg::NONE; 3];
        all[..args.len()].copy_from_slice(args);
        self.region.nodes.push(Node {
            span: self.span,
            op,
            imm,
            dst,
            args: all,
            place,
            access,
        });
    }

    pub(crate) fn store(&mut self, place: Place, value: VReg, access: Option<Access>) {
        self.push(
            MachineOp::Store,
            0,
            &[value],
            VReg::NONE,
            Some(place),
            access,
        );
    }

    /// The regions of a block or of the preamble.
    pub(crate) fn regions(&mut self, block: u32, planned: &PlannedBlock<'p>) -> Vec<Region> {
        let about = planned.insts.len() / planned.n_regions as usize;
        let by_region = (0..planned.n_regions).map(|_| Vec::with_capacity(about));
        let mut by_region: Vec<Vec<&'p Inst>> = by_region.collect();
        for (region, inst) in &planned.insts {
            by_region[*region as usize].push(inst);
        }
        let last = by_region.len() - 1;
        let mut regions = Vec::with_capacity(by_region.len());
        for (i, insts) in by_region.into_iter().enumerate() {
            self.cache = Cache::EMPTY;
            self.arrays.iter_mut().for_each(Arrays::forget_loaded);
            self.operand_rows.clear();
            let first = self.vregs.len();
            self.region.nodes.reserve(insts.len() + insts.len() / 2);
            for inst in insts {
                self.span = inst.span;
                if is_call(inst.op) {
                    self.call(inst, block)
                } else {
                    self.inst(inst)
                }
            }
            if block != PREAMBLE && i == last && self.plan.straight && self.arrays.is_some() {
                self.finish_arrays();
            }
            self.region.tail = self.region.nodes.len();
            if block != PREAMBLE && i == last {
                let id = self.plan.order[block as usize];
                self.span = self.plan.program.block(id).terminator_span;
                self.terminator(id);
            }
            let mut region = std::mem::take(&mut self.region);
            // Samples of one unit become one call.
            region.calls.sort_by_key(|call| call.kind);
            region.sweep(first..self.vregs.len());
            regions.push(region);
            for v in self.defined.drain(..) {
                self.local[v.index()] = VReg::NONE;
            }
        }
        regions
    }
}
