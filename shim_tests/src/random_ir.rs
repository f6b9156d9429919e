//! Makes random IR programs from a seed: programs of one block, and programs with any control flow. All are well formed and
//! end.

use crate::random::Random;
use trilobite::ir::{BlockId, Builder, Op, OpKind, Program, Type, ValueId};

/// The numbers of uniforms, inputs and outputs (scalars) that random programs may use.
pub const SLOTS: u32 = 8;
/// The number of planes that a run must have.
pub const PLANES: u32 = 3;
/// The number of texture image units that they sample. The last unit has no texture.
pub const UNITS: u32 = 3;

/// The values that an instruction may use, by type.
#[derive(Clone, Default)]
struct Known {
    f: Vec<ValueId>,
    i: Vec<ValueId>,
    m: Vec<ValueId>,
    d: Vec<ValueId>,
    l: Vec<ValueId>,
}

impl Known {
    fn add(&mut self, value: ValueId, ty: Type) {
        match ty {
            Type::F32 => self.f.push(value),
            Type::I32 => self.i.push(value),
            Type::Mask => self.m.push(value),
            Type::F64 => self.d.push(value),
            Type::I64 => self.l.push(value),
        }
    }

    /// Returns a value of this type, mostly one of the latest.
    fn pick(&self, random: &mut Random, ty: Type) -> ValueId {
        let values = match ty {
            Type::F32 => &self.f,
            Type::I32 => &self.i,
            Type::Mask => &self.m,
            Type::F64 => &self.d,
            Type::I64 => &self.l,
        };
        let latest = if random.one_in(3) {
            values.len()
        } else {
            values.len().min(6)
        };
        values[values.len() - 1 - random.below(latest as u32) as usize]
    }
}

struct Generator {
    b: Builder,
    random: Random,
    known: Known,
    slots: Vec<u32>,
}

/// A program of one block.
pub fn straight(seed: u64) -> Program {
    let mut g = Generator::new(seed);
    let n = 5 + g.random.below(60);
    g.instructions(n, true);
    g.store_all();
    g.b.finish()
}

/// A program of several blocks with branches, loops and calls. Quad operations are in the entry block only, where all
/// lanes are together.
pub fn branching(seed: u64) -> Program {
    let mut g = Generator::new(seed);
    let loops_to_entry = g.random.one_in(8);
    let (limit, depth) = (5 + g.random.below(60), g.random.below(4));
    g.b.set_instruction_limit(limit);
    g.b.set_call_depth(depth);
    let n = 3 + g.random.below(7) as usize;
    // Blocks 1.. with the types of their parameters.
    let blocks: Vec<(BlockId, Vec<Type>)> = (0..n)
        .map(|_| {
            let n_params = if g.random.one_in(2) {
                0
            } else {
                g.random.below(4)
            };
            let params = (0..n_params).map(|_| g.random.pick(&Type::ALL)).collect();
            (g.b.new_block(), params)
        })
        .collect();
    g.b.count_source(1 + u32::from(g.random.one_in(40)) * 100);
    let n_insts = 4 + g.random.below(15);
    g.instructions(n_insts, !loops_to_entry);
    let entry = g.known.clone();
    g.terminator(&blocks, 0, loops_to_entry);
    for (i, (block, params)) in blocks.iter().enumerate() {
        g.known = entry.clone();
        let values = g.b.switch_to(*block, params);
        for (v, ty) in values.iter().zip(params) {
            g.known.add(*v, *ty);
        }
        let cost = 1 + g.random.below(3);
        g.b.count_source(cost);
        let n_insts = g.random.below(12);
        g.instructions(n_insts, false);
        if g.random.one_in(2) {
            g.store_all();
        }
        g.terminator(&blocks, i + 1, loops_to_entry);
    }
    g.b.finish()
}

impl Generator {
    /// Makes some values of each type to begin with.
    fn new(seed: u64) -> Generator {
        let mut g = Generator {
            b: Builder::new(),
            random: Random::new(seed),
            known: Known::default(),
            slots: Vec::new(),
        };
        g.slots = (0..2).map(|_| g.b.new_slot()).collect();
        let (x, y) = (g.b.load_input(0), g.b.load_uniform(1));
        let (i, m) = (g.b.i32(3), g.b.emit1(Op::FLt, &[x, y]));
        let (d, l) = (g.b.emit1(Op::F32ToF64, &[x]), g.b.i64(-5));
        g.known = Known {
            f: vec![x, y],
            i: vec![i],
            m: vec![m],
            d: vec![d],
            l: vec![l],
        };
        g
    }

    fn f(&mut self) -> ValueId {
        self.known.pick(&mut self.random, Type::F32)
    }

    fn instructions(&mut self, n: u32, quads: bool) {
        for _ in 0..n {
            self.instruction(quads);
        }
    }

    fn instruction(&mut self, quads: bool) {
        let op = if self.random.one_in(12) {
            self.random.pick(&[Op::FMul, Op::FFma])
        } else {
            self.random.pick(Op::ALL)
        };
        let info = op.info();
        let is_output = matches!(op, Op::StoreOutput | Op::StoreOutputI);
        if info.kind == OpKind::Quad && !quads || is_output || op == Op::LoadParamRow {
            return;
        }
        if op == Op::Kill && !self.random.one_in(3) {
            return;
        }
        match op {
            Op::BitsOfF32 => return self.bits_of_number(),
            Op::BitsOfF64 => return self.bits_of_wide_number(),
            _ => {}
        }
        let args: Vec<ValueId> = info
            .args
            .iter()
            .map(|ty| self.known.pick(&mut self.random, *ty))
            .collect();
        let imm = self.immediates(op);
        let results = match op {
            Op::LoadUniform => [self.b.load_uniform(imm[0])].into_iter().collect(),
            Op::LoadUniformI => [self.b.load_uniform_i(imm[0])].into_iter().collect(),
            Op::LoadInput => [self.b.load_input(imm[0])].into_iter().collect(),
            _ => self.b.emit(op, &args, imm),
        };
        for (v, ty) in results.iter().zip(info.results) {
            self.known.add(*v, *ty);
        }
        if op == Op::Sample && self.random.one_in(2) {
            self.param_row();
        }
    }

    fn immediates(&mut self, op: Op) -> [u32; 2] {
        let r = &mut self.random;
        match op {
            Op::ConstF32 => [r.f32().to_bits(), 0],
            Op::ConstI32 => [
                r.pick(&[0, 1, 2, 7, 31, 32, 33, u32::MAX, 1 << 31, 1000]),
                0,
            ],
            Op::ConstMask => [r.below(2), 0],
            Op::ConstF64 => {
                let bits = f64::from(r.f32()).to_bits() + u64::from(r.below(3));
                [bits as u32, (bits >> 32) as u32]
            }
            Op::ConstI64 => [
                r.pick(&[0, 1, 2, 77, u32::MAX, 1 << 31]),
                r.pick(&[0, 0, 1, u32::MAX, 1 << 31, 1000]),
            ],
            Op::LoadUniform | Op::LoadUniformI | Op::LoadInput => [r.below(SLOTS), 0],
            Op::LoadPlane => [r.below(PLANES), r.below(4)],
            Op::LoadPixel | Op::StorePixel => [r.below(5), 0],
            Op::LoadSlot | Op::StoreSlot => [r.pick(&self.slots), 0],
            Op::Sample => [r.below(UNITS), r.below(3)],
            _ => [0, 0],
        }
    }

    /// The bits of a NaN that arithmetic makes are undefined (DESIGN 3). Only bits of numbers may be inspected.
    fn bits_of_number(&mut self) {
        let (x, zero) = (self.f(), self.b.f32(0.0));
        let is_number = self.b.emit1(Op::FEq, &[x, x]);
        let x = self.b.emit1(Op::SelectF, &[is_number, x, zero]);
        let bits = self.b.emit1(Op::BitsOfF32, &[x]);
        self.known.add(bits, Type::I32);
    }

    fn bits_of_wide_number(&mut self) {
        let x = self.known.pick(&mut self.random, Type::F64);
        let x = self.b.canonical_f64(x);
        let bits = self.b.emit1(Op::BitsOfF64, &[x]);
        self.known.add(bits, Type::I64);
    }

    /// Five rows of uniforms, by an index from −1 to 6.
    fn param_row(&mut self) {
        let index = self.known.pick(&mut self.random, Type::I32);
        let (seven, one) = (self.b.i32(7), self.b.i32(1));
        let index = self.b.emit1(Op::IAnd, &[index, seven]);
        let index = self.b.emit1(Op::ISub, &[index, one]);
        for v in self.b.load_param_row(SLOTS, 5, index) {
            self.known.add(v, Type::F32);
        }
    }

    /// Stores some outputs.
    fn store_all(&mut self) {
        for slot in 0..SLOTS {
            match self.random.below(8) {
                0 | 1 => {}
                2 => {
                    let x = self.known.pick(&mut self.random, Type::I32);
                    self.b.store_output_i(slot, x);
                }
                3 if slot + 1 < SLOTS => {
                    let x = self.known.pick(&mut self.random, Type::F64);
                    let x = self.b.canonical_f64(x);
                    self.b.store_output_f64(slot, x);
                }
                4 if slot + 1 < SLOTS => {
                    let x = self.known.pick(&mut self.random, Type::I64);
                    self.b.store_output_i64(slot, x);
                }
                _ => {
                    let x = self.f();
                    self.b.store_output(slot, x);
                }
            }
        }
        let pixel = self.known.pick(&mut self.random, Type::I32);
        self.b
            .emit(Op::StorePixel, &[pixel], [self.random.below(5), 0]);
    }

    /// Ends block number `at` (0 is the entry, `blocks[i]` is number i + 1). Most branches go forward.
    fn terminator(&mut self, blocks: &[(BlockId, Vec<Type>)], at: usize, loops_to_entry: bool) {
        match self.random.below(8) {
            0 if at > 0 => return self.b.ret(),
            1 if at > 0 => return self.b.end(),
            2 => {
                let bare: Vec<BlockId> = blocks
                    .iter()
                    .filter(|(_, params)| params.is_empty())
                    .map(|(b, _)| *b)
                    .collect();
                if !bare.is_empty() {
                    let (callee, resume) = (self.random.pick(&bare), self.random.pick(&bare));
                    return self.b.call(callee, resume);
                }
            }
            _ => {}
        }
        let (yes, no) = (
            self.target(blocks, at, loops_to_entry),
            self.target(blocks, at, loops_to_entry),
        );
        let (Some(yes), Some(no)) = (yes, no) else {
            return self.b.end();
        };
        if self.random.one_in(4) {
            return self.b.jump(yes.0, &yes.1);
        }
        let mask = self.known.pick(&mut self.random, Type::Mask);
        self.b.branch(mask, (yes.0, &yes.1), (no.0, &no.1));
    }

    fn target(
        &mut self,
        blocks: &[(BlockId, Vec<Type>)],
        at: usize,
        to_entry: bool,
    ) -> Option<(BlockId, Vec<ValueId>)> {
        if to_entry && self.random.one_in(5) {
            return Some((BlockId::ENTRY, Vec::new()));
        }
        let candidates = if self.random.one_in(4) {
            blocks
        } else {
            blocks.get(at..)?
        };
        if candidates.is_empty() {
            return None;
        }
        let (block, params) = &candidates[self.random.below(candidates.len() as u32) as usize];
        Some((
            *block,
            params
                .iter()
                .map(|ty| self.known.pick(&mut self.random, *ty))
                .collect(),
        ))
    }
}
