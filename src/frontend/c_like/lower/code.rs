//! The IR under construction, with its constants: what is computed from constants becomes a constant at once, so that
//! branches and loops that constants decide leave no code.

use super::range::{Range, Ranges, range_of};
use crate::ir::semantics::eval_any;
use crate::ir::{BlockId, Builder, Op, OpKind, Program, Type, ValueId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ops::{Deref, DerefMut};

/// A builder that folds constants.
pub(in crate::frontend::c_like) struct Code {
    b: Builder,
    /// The bits of the values that are constants, by their numbers; a mask has all bits or none.
    known: Vec<Option<u64>>,
    /// Constants and uniforms that the current block has loaded, by operation and immediates.
    loaded: FxHashMap<(Op, [u32; 2]), ValueId>,
    /// The block that they belong to.
    block: BlockId,
    /// The mathematical functions so far.
    n_math: usize,
    /// Which numbers values can have, where that is followed (see `range`).
    ranges: Option<Ranges>,
    /// Input slots of colours, which are clamped.
    colors: std::ops::Range<u32>,
}

/// The operations that small programs do not exceed.
const MOST_SMALL: usize = 64;
/// About how many operations a mathematical function becomes.
const MATH_OPERATIONS: usize = 32;

impl Deref for Code {
    type Target = Builder;

    fn deref(&self) -> &Builder {
        &self.b
    }
}

impl DerefMut for Code {
    fn deref_mut(&mut self) -> &mut Builder {
        &mut self.b
    }
}

impl Code {
    /// Empty code.
    pub(super) fn new() -> Code {
        let mut b = Builder::new();
        b.reserve(MOST_SMALL);
        Code {
            b,
            known: Vec::new(),
            loaded: FxHashMap::default(),
            block: BlockId::ENTRY,
            n_math: 0,
            ranges: None,
            colors: 0..0,
        }
    }

    /// The program.
    pub(super) fn finish(self) -> Program {
        self.b.finish()
    }

    /// The number of values after mathematical functions are taken apart, about.
    pub(super) fn n_expanded(&self) -> usize {
        self.b.n_values() + self.n_math * MATH_OPERATIONS
    }

    /// The bits of a value that is a constant.
    pub(in crate::frontend::c_like) fn known(&self, value: ValueId) -> Option<u64> {
        self.known.get(value.index()).copied().flatten()
    }

    fn set_known(&mut self, value: ValueId, bits: u64) {
        let n = self.known.len().max(value.index() + 1);
        self.known.resize(n, None);
        self.known[value.index()] = Some(bits);
    }

    /// Whether a mask is true, if that is known.
    pub(super) fn known_mask(&self, mask: ValueId) -> Option<bool> {
        self.known(mask).map(|bits| bits != 0)
    }

    fn load(&mut self, op: Op, imm: [u32; 2]) -> ValueId {
        if let Some(value) = self.loaded.get(&(op, imm)) {
            return *value;
        }
        let value = self.b.emit(op, &[], imm)[0];
        self.loaded.insert((op, imm), value);
        value
    }

    /// A constant of a type by its bits; a mask is true if any is set.
    pub(super) fn constant(&mut self, ty: Type, bits: u64) -> ValueId {
        let (low, high) = (bits as u32, (bits >> 32) as u32);
        let (op, imm) = match ty {
            Type::F32 => (Op::ConstF32, [low, 0]),
            Type::I32 => (Op::ConstI32, [low, 0]),
            Type::Mask => (Op::ConstMask, [u32::from(bits != 0), 0]),
            Type::F64 => (Op::ConstF64, [low, high]),
            Type::I64 => (Op::ConstI64, [low, high]),
        };
        let bits = match ty {
            Type::Mask if bits != 0 => u64::from(u32::MAX),
            Type::F32 | Type::I32 => u64::from(low),
            _ => bits,
        };
        let value = self.load(op, imm);
        self.set_known(value, bits);
        value
    }

    /// An f32 constant.
    pub(in crate::frontend::c_like) fn f32(&mut self, x: f32) -> ValueId {
        self.constant(Type::F32, x.to_bits().into())
    }

    /// An i32 constant.
    pub(in crate::frontend::c_like) fn i32(&mut self, x: i32) -> ValueId {
        self.constant(Type::I32, (x as u32).into())
    }

    /// A mask constant.
    pub(super) fn mask(&mut self, x: bool) -> ValueId {
        self.constant(Type::Mask, x.into())
    }

    /// An f64 constant.
    pub(super) fn f64(&mut self, x: f64) -> ValueId {
        self.constant(Type::F64, x.to_bits())
    }

    /// An i64 constant.
    pub(super) fn i64(&mut self, x: i64) -> ValueId {
        self.constant(Type::I64, x as u64)
    }

    /// Uniform `index` as a float.
    pub(in crate::frontend::c_like) fn load_uniform(&mut self, index: u32) -> ValueId {
        self.b.reserve_uniforms(index + 1);
        self.load(Op::LoadUniform, [index, 0])
    }

    /// Uniform `index` as bits.
    pub(super) fn load_uniform_i(&mut self, index: u32) -> ValueId {
        self.b.reserve_uniforms(index + 1);
        self.load(Op::LoadUniformI, [index, 0])
    }

    /// The uniforms `index` and `index + 1` as low and high word.
    pub(super) fn load_uniform_i64(&mut self, index: u32) -> ValueId {
        let [low, high] = [index, index + 1].map(|index| self.load_uniform_i(index));
        self.b.i64_of_parts(low, high)
    }

    /// Input slot `slot`.
    pub(super) fn load_input(&mut self, slot: u32) -> ValueId {
        if let Some(value) = self.loaded.get(&(Op::LoadInput, [slot, 0])) {
            return *value;
        }
        let value = self.b.load_input(slot);
        if let Some(range) = self.input_range(slot) {
            self.set_range(value, range);
        }
        self.loaded.insert((Op::LoadInput, [slot, 0]), value);
        value
    }

    /// Appends an instruction with one result and no immediate, unless its result is known.
    pub(in crate::frontend::c_like) fn emit1(&mut self, op: Op, args: &[ValueId]) -> ValueId {
        let info = op.info();
        self.n_math += usize::from(info.kind == OpKind::Math);
        let is_constant = args.iter().all(|v| self.known(*v).is_some());
        if is_constant && info.kind == OpKind::Pure && info.results.len() == 1 {
            let all = args.iter().filter_map(|v| self.known(*v));
            let all: SmallVec<[u64; 4]> = all.collect();
            if let Some(bits) = eval_any(op, &all, [0, 0]) {
                return self.constant(info.results[0], bits);
            }
        }
        let known = |i: usize| self.known(args[i]);
        match op {
            Op::SelectF | Op::SelectI | Op::SelectD | Op::SelectL if let Some(mask) = known(0) => {
                args[if mask != 0 { 1 } else { 2 }]
            }
            Op::SelectF | Op::SelectI | Op::SelectD | Op::SelectL if args[1] == args[2] => args[1],
            Op::MAnd | Op::MOr if let Some(mask) = known(0) => {
                self.masked(op, mask, args[0], args[1])
            }
            Op::MAnd | Op::MOr if let Some(mask) = known(1) => {
                self.masked(op, mask, args[1], args[0])
            }
            _ => {
                let value = self.b.emit1(op, args);
                if self.ranges.is_some() {
                    let of = |i: usize| self.range(args[i]).unwrap_or(Range::ALL);
                    let range = range_of(op, args, of);
                    self.set_range(value, range);
                }
                value
            }
        }
    }

    /// Follows which numbers values can have; the inputs of these slots lie in [0, 1].
    pub(super) fn follow_ranges(&mut self, colors: std::ops::Range<u32>) {
        self.ranges = Some(Ranges::default());
        self.colors = colors;
    }

    /// Whether it is followed which numbers values can have: where the machine has floats only.
    pub(super) fn follows_ranges(&self) -> bool {
        self.ranges.is_some()
    }

    /// Which numbers a value can have, if that is followed and anything is known.
    pub(super) fn range(&self, value: ValueId) -> Option<Range> {
        let ranges = self.ranges.as_ref()?;
        if let Some(range) = ranges.get(&value) {
            return Some(*range);
        }
        let bits = self.known(value)? as u32;
        let x = match self.b.type_of(value) {
            Type::F32 => f64::from(f32::from_bits(bits)),
            Type::I32 => f64::from(bits as i32),
            _ => return None,
        };
        (!x.is_nan()).then_some(Range(x, x))
    }

    /// Which numbers an input can have.
    pub(super) fn input_range(&self, slot: u32) -> Option<Range> {
        self.colors.contains(&slot).then_some(Range(0.0, 1.0))
    }

    /// Records which numbers a value can have.
    pub(super) fn set_range(&mut self, value: ValueId, range: Range) {
        if range != Range::ALL
            && self.known(value).is_none()
            && let Some(ranges) = &mut self.ranges
        {
            ranges.insert(value, range);
        }
    }

    /// The same where it is known that nothing is known.
    pub(super) fn force_range(&mut self, value: ValueId, range: Range) {
        if let Some(ranges) = &mut self.ranges {
            ranges.insert(value, range);
        }
    }

    /// An i32 constant of its own, which stands for another number.
    pub(super) fn fresh_i32(&mut self, x: i32, range: Range) -> ValueId {
        let value = self.b.i32(x);
        if let Some(ranges) = &mut self.ranges {
            ranges.insert(value, range);
        }
        self.set_known(value, (x as u32).into());
        value
    }

    /// A conjunction or disjunction with a constant mask.
    fn masked(&mut self, op: Op, mask: u64, constant: ValueId, other: ValueId) -> ValueId {
        if (op == Op::MAnd) == (mask != 0) {
            other
        } else {
            constant
        }
    }

    /// a ÷ b of i32; see [`Builder::divide_i32`].
    pub(super) fn divide_i32(&mut self, a: ValueId, b: ValueId) -> ValueId {
        match (self.known(a), self.known(b)) {
            (_, Some(0)) => self.i32(0),
            (Some(a), Some(b)) => self.i32((a as i32).wrapping_div(b as i32)),
            _ => self.b.divide_i32(a, b),
        }
    }

    /// Forgets what another block has loaded.
    fn enter(&mut self, block: BlockId) {
        if self.block != block {
            self.loaded.clear();
            self.block = block;
        }
    }

    /// See [`Builder::switch_to`].
    pub(super) fn switch_to(&mut self, block: BlockId, params: &[Type]) -> SmallVec<[ValueId; 4]> {
        self.enter(block);
        self.b.switch_to(block, params)
    }

    /// See [`Builder::resume`].
    pub(super) fn resume(&mut self, block: BlockId) {
        self.enter(block);
        self.b.resume(block);
    }
}
