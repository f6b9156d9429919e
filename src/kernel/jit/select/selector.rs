//! Translates a program to regions of machine operations: regions of instructions (`Plan`), and homes of values between
//! regions.
//!
//! [`super::inst`] chooses the operations of each instruction ([`super::wide`] on 64 bits), [`super::flow`] those of control flow, and
//! [`super::call`] finds rows for what calls take and give.
#![forbid(unsafe_code)]

use super::arrays::Arrays;
use super::facts::Fact;
use super::plan::{PREAMBLE, Plan, PlannedBlock, is_call};
use crate::ir::{Inst, Op, Program, Span, Type, ValueId};
use crate::kernel::interface::OutputNans;
use crate::kernel::jit::lir::pool::Pool;
use crate::kernel::jit::lir::region::{
    Access, Base, BlockLir, Class, Isa, Kept, Lir, MachineOp, Node, Place, RawNans, Region,
    Resource, VReg, VRegInfo,
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
    n_rows: usize,
    /// Rows of each group so far, in programs that interleave groups.
    pub(crate) n_group_rows: Option<usize>,
    /// 32-bit words of computed uniforms so far.
    pub(crate) n_uniform: usize,
    /// The row of the frame where they start.
    pub(crate) uniform_row: usize,
    slot_row: usize,
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
    uses_planes: bool,
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

/// Translates a verified program without `Math` opcodes; inputs and outputs are arrays where `slots` says how.
pub(crate) fn select<'p>(
    program: &'p Program,
    isa: Isa,
    nans: OutputNans,
    slots: Option<&'p Slots>,
) -> Lir {
    let plan = Plan::new(program);
    let n = program.value_types.len();
    let is_wide = program.value_types.iter().any(|ty| ty.is_wide());
    let n_upper = if is_wide { n } else { 0 };
    let slot_row = HEADER_ROWS + program.call_depth as usize;
    let mut selector = Selector {
        isa,
        nans,
        plan,
        vregs: Vec::new(),
        pool: Pool::default(),
        local: vec![VReg::NONE; n],
        defined: Vec::new(),
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
    };
    let has_calls = selector.plan.blocks.iter().any(|block| block.n_regions > 1);
    if selector.plan.straight && has_calls && program.n_slots == 0 {
        selector.n_group_rows = Some(GROUP_HEADER_ROWS);
    }
    selector.make_homes();
    selector.make_output_rows();
    let zeroed = slot_row..selector.n_rows;
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
    /// Rows for the values that cross regions. Inputs and planes have theirs, and results of calls come with their calls.
    fn make_homes(&mut self) {
        let program = self.plan.program;
        let mut have_home = self.plan.uniform.clone();
        for inst in program.insts() {
            if is_call(inst.op) {
                inst.results().for_each(|v| have_home[v.index()] = true);
                continue;
            }
            let place = match inst.op {
                Op::LoadInput if self.arrays.is_some() => continue,
                Op::LoadInput => Place::lanes(Base::Inputs, 64 * inst.imm[0] as i32),
                Op::LoadPlane => {
                    let offset = 16 * inst.imm[0] + 4 * inst.imm[1];
                    self.uses_planes = true;
                    Place::splat(Base::Planes, offset as i32)
                }
                _ => continue,
            };
            let v = inst.first_result.index();
            self.homes[v] = self.homed(Class::Vector, place);
            have_home[v] = true;
        }
        for (v, has_home) in have_home.into_iter().enumerate() {
            if self.plan.crosses[v] && !has_home {
                let ty = program.value_types[v];
                let class = self.class_of(ty);
                let place = self.group_rows(1 + usize::from(ty.is_wide()));
                self.homes[v] = self.homed(class, place);
                if ty.is_wide() {
                    let offset = place.offset + 64;
                    self.upper_homes[v] = self.homed(class, Place { offset, ..place });
                }
            }
        }
    }

    /// New rows of the frame.
    pub(crate) fn rows(&mut self, n: usize) -> Place {
        self.n_rows += n;
        Place::lanes(Base::Frame, 64 * (self.n_rows - n) as i32)
    }

    /// New rows of the group, if groups are interleaved, else of the frame.
    pub(crate) fn group_rows(&mut self, n: usize) -> Place {
        match &mut self.n_group_rows {
            Some(n_rows) => {
                *n_rows += n;
                Place::lanes(Base::Group, 64 * (*n_rows - n) as i32)
            }
            None => self.rows(n),
        }
    }

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

    fn class_of(&self, ty: Type) -> Class {
        match ty {
            Type::F32 | Type::I32 | Type::F64 | Type::I64 => Class::Vector,
            Type::Mask => self.isa.mask_class(),
        }
    }

    pub(crate) fn vreg(&mut self, class: Class, home: Option<Place>) -> VReg {
        self.vregs.push(VRegInfo {
            class,
            home,
            changes: false,
        });
        VReg(self.vregs.len() as u32 - 1)
    }

    /// A value that is read from memory.
    pub(crate) fn homed(&mut self, class: Class, place: Place) -> VReg {
        self.vreg(class, Some(place))
    }

    /// The class of masks.
    pub(crate) fn masks(&self) -> Class {
        self.isa.mask_class()
    }

    /// A constant in all lanes.
    pub(crate) fn constant(&mut self, bits: u32) -> VReg {
        let place = self.constant_place(bits);
        self.homed(Class::Vector, place)
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

    pub(crate) fn constant_place(&mut self, bits: u32) -> Place {
        self.pool.constant(self.isa, bits)
    }

    /// The register of a value that the current region uses.
    pub(crate) fn read(&mut self, v: ValueId) -> VReg {
        let local = self.local[v.index()];
        if local.is_some() {
            return local;
        }
        if let Some(op) = self.plan.positions[v.index()] {
            let register = self.lane_position(op);
            self.mark_number(v);
            self.local[v.index()] = register;
            self.defined.push(v);
            return register;
        }
        debug_assert!(self.homes[v.index()].is_some(), "value {} is lost", v.0);
        self.homes[v.index()]
    }

    /// Puts the value in this register for the rest of the region, and in its home if it crosses.
    pub(crate) fn define(&mut self, v: ValueId, register: VReg) {
        self.local[v.index()] = register;
        self.defined.push(v);
        if !self.plan.crosses[v.index()] {
            return;
        }
        if self.plan.uniform[v.index()] {
            return self.define_uniform(v, register);
        }
        let home = self.homes[v.index()];
        let place = self.vregs[home.index()].home.expect("a home is a place");
        match self.exec() {
            Some((exec, not_exec)) => self.store_masked(
                place,
                register,
                exec,
                not_exec,
                Resource::Home(place.offset),
            ),
            None => self.store(place, register, None),
        }
    }

    fn define_uniform(&mut self, v: ValueId, register: VReg) {
        let offset = 64 * self.uniform_row + 4 * self.n_uniform;
        self.n_uniform += 1;
        let place = Place::splat(Base::Frame, offset as i32);
        self.push(
            MachineOp::StoreScalar,
            0,
            &[register],
            VReg::NONE,
            Some(place),
            None,
        );
        let class = self.vregs[register.index()].class;
        self.homes[v.index()] = self.homed(class, place);
    }

    /// A uniform value that memory has initially.
    pub(crate) fn define_in_memory(&mut self, v: ValueId, class: Class, place: Place) {
        self.homes[v.index()] = self.homed(class, place);
    }

    /// A uniform value that renames another.
    pub(crate) fn define_alias(&mut self, v: ValueId, of: ValueId) {
        // A home of this region is not stored yet.
        let is_local = self.local[of.index()].is_some();
        if self.plan.uniform[v.index()] && !is_local {
            self.homes[v.index()] = self.homes[of.index()];
        } else {
            let register = self.read(of);
            self.define(v, register);
        }
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

    /// The row of a lane slot.
    pub(crate) fn slot(&self, slot: u32) -> Place {
        Place::lanes(Base::Frame, 64 * (self.slot_row as i32 + slot as i32))
    }

    /// The regions of a block or of the preamble.
    pub(crate) fn regions(&mut self, block: u32, planned: &PlannedBlock<'p>) -> Vec<Region> {
        let mut by_region: Vec<Vec<&'p Inst>> = vec![Vec::new(); planned.n_regions as usize];
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
