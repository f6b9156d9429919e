//! Runs steps: each over all groups of the batch.
//!
//! [`crate::simd::run_on`] compiles this code once per instruction set, so all of it is inlined there. Each arm of the step loop
//! fixes its opcode. So [`eval`] becomes one operation on whole rows.
#![forbid(unsafe_code)]

use super::code::{Code, Operand, Step, Wide};
use crate::ir::Op;
use crate::ir::interface::LodMode;
use crate::ir::semantics::{eval, eval_wide, mask_bits};
use crate::kernel::lane_rows::{BATCH, Row};
use crate::kernel::layout::{Invocation, SampleRequest};
use crate::simd::{LANE_OFFSET, LANES, LanesF32};
use std::cell::Cell;

/// The rows of one value in a batch.
type Rows = [Cell<Row>; BATCH];

/// The groups that run together: their numbers in the invocation. The first `n` are valid.
pub(super) struct Batch {
    pub(super) groups: [usize; BATCH],
    pub(super) n: usize,
}

/// A run of a decoded program.
pub(super) struct Engine<'r, 'i> {
    pub(super) code: &'r Code,
    pub(super) inv: &'r mut Invocation<'i>,
    pub(super) rows: &'r [Cell<Row>],
    /// Is called after each block (`kernel::trace`).
    pub(super) observer: Option<&'r mut Observer<'r>>,
}

/// Gets the index of a block that some lanes have run, and the rows after it.
pub(super) type Observer<'o> = dyn FnMut(u32, &[Cell<Row>]) + 'o;

/// Returns the `BATCH` rows from `row` on. The padding keeps the last ones in bounds.
#[inline(always)]
fn rows_at(rows: &[Cell<Row>], row: u32) -> &Rows {
    let row = row as usize;
    rows[row..row + BATCH]
        .try_into()
        .expect("a slice of BATCH rows")
}

/// Runs a pure opcode with `N` arguments.
#[inline(always)]
fn map<const N: usize>(rows: &[Cell<Row>], n: usize, step: &Step, f: impl Fn([u32; N]) -> u32) {
    let dst = rows_at(rows, step.dst);
    let args: [(&Rows, usize); N] = std::array::from_fn(|i| {
        (
            rows_at(rows, step.args[i].row),
            step.args[i].mask as usize & (BATCH - 1),
        )
    });
    for (g, dst) in dst.iter().enumerate().take(n) {
        let x: [[u32; LANES]; N] = std::array::from_fn(|i| args[i].0[g & args[i].1].get().0);
        let mut row = Row::ZERO;
        for (l, result) in row.0.iter_mut().enumerate() {
            *result = f(std::array::from_fn(|i| x[i][l]));
        }
        dst.set(row);
    }
}

/// Runs a pure opcode with `N` arguments on 64 bits. `gives_two`: its result has two words.
#[inline(always)]
fn map_wide<const N: usize>(
    rows: &[Cell<Row>],
    n: usize,
    wide: &Wide,
    gives_two: bool,
    f: impl Fn([u64; N]) -> u64,
) {
    let word = |i: usize, g: usize| {
        let Operand { row, mask } = wide.args[i];
        rows_at(rows, row)[g & mask as usize & (BATCH - 1)].get().0
    };
    let [low, high, ..] = wide.results;
    for g in 0..n {
        let x: [[[u32; LANES]; 2]; N] =
            std::array::from_fn(|i| [word(2 * i, g), word(2 * i + 1, g)]);
        let mut result = [0; LANES];
        for (l, result) in result.iter_mut().enumerate() {
            *result = f(std::array::from_fn(|i| {
                u64::from(x[i][0][l]) | u64::from(x[i][1][l]) << 32
            }));
        }
        rows_at(rows, low)[g].set(Row(result.map(|bits| bits as u32)));
        if gives_two {
            rows_at(rows, high)[g].set(Row(result.map(|bits| (bits >> 32) as u32)));
        }
    }
}

impl Engine<'_, '_> {
    /// Computes the values that are the same for the whole run: constants, uniforms, and operations on them.
    #[inline(always)]
    pub(super) fn preamble(&mut self) {
        let code = self.code;
        for (row, bits) in &code.constants {
            self.rows[*row as usize].set(Row([*bits; LANES]));
        }
        for (row, index) in &code.uniforms {
            self.rows[*row as usize]
                .set(Row([self.inv.uniforms[*index as usize].to_bits(); LANES]));
        }
        let once = Batch {
            groups: [0; BATCH],
            n: 1,
        };
        self.steps(&once, &code.preamble);
    }

    /// Calls the observer after a block.
    #[inline(always)]
    pub(super) fn observe_block(&mut self, block: u32) {
        if let Some(observer) = &mut self.observer {
            observer(block, self.rows);
        }
    }

    /// Runs steps over all groups of a batch.
    #[inline(always)]
    pub(super) fn steps(&mut self, batch: &Batch, steps: &[Step]) {
        let (rows, n) = (self.rows, batch.n);
        for step in steps {
            macro_rules! pure {
                ($($n:literal: $($op:ident)*;)*) => {
                    match step.op {
                        $($(Op::$op => map::<$n>(rows, n, step, |a| eval(Op::$op, &a, [0, 0]).unwrap_or(0)),)*)*
                        _ => self.memory(batch, step),
                    }
                };
            }
            pure! {
                1: FSqrt FNeg FAbs FFloor FCeil FTrunc FRound F32ToI32 I32ToF32 BitsOfF32 F32OfBits MNot;
                2: FAdd FSub FMul FDiv FMin FMax FLt FLe FEq FNe IAdd ISub IMul IAnd IOr IXor IShl IShrU IShrS IMin IMax
                    ILt IULt IEq MAnd MOr MXor;
                3: FFma SelectF SelectI;
                4: PackBytes;
            }
        }
    }

    /// Runs the steps of an edge, which are copies and blends.
    #[inline(always)]
    pub(super) fn copies(&mut self, batch: &Batch, steps: &[Step]) {
        for step in steps {
            if step.op == Op::SelectI {
                map::<3>(self.rows, batch.n, step, |a| {
                    if a[0] != 0 { a[1] } else { a[2] }
                });
            } else {
                map::<1>(self.rows, batch.n, step, |a| a[0]);
            }
        }
    }

    /// The row of an operand for group `g` of the batch.
    #[inline(always)]
    fn arg(&self, operand: Operand, g: usize) -> Row {
        rows_at(self.rows, operand.row)[g & operand.mask as usize & (BATCH - 1)].get()
    }

    /// Runs an opcode that reads or writes memory or other lanes.
    #[inline(always)]
    fn memory(&mut self, batch: &Batch, step: &Step) {
        // Writes the result row of each group. It is a macro, because a closure would not be inlined for each instruction set.
        macro_rules! each {
            ($group:ident => $row:expr) => {
                for (dst, $group) in rows_at(self.rows, step.dst)
                    .iter()
                    .zip(batch.groups)
                    .take(batch.n)
                {
                    dst.set($row);
                }
            };
        }
        let imm = step.imm[0] as usize;
        match step.op {
            Op::LoadInput => {
                let (inputs, n_inputs) = (self.inv.inputs, self.inv.n_inputs);
                each!(group => Row(inputs[group * n_inputs + imm].map(f32::to_bits)));
            }
            Op::LoadPlane => {
                let coefficient = step.imm[1] as usize & 3;
                each!(group => {
                    let plane = self.inv.groups[group].planes as usize + imm;
                    Row([self.inv.planes[plane][coefficient].to_bits(); LANES])
                });
            }
            Op::StoreOutput | Op::StoreOutputI => self.store_output(batch, step),
            Op::LaneX => each!(group => position(self.inv.groups[group].corner[0], &OFFSET_X)),
            Op::LaneY => each!(group => position(self.inv.groups[group].corner[1], &OFFSET_Y)),
            Op::FrontFacing => each!(_group => Row([mask_bits(self.inv.front_facing); LANES])),
            Op::LiveMask => each!(group => Row::of_bits(self.inv.masks[group])),
            Op::LoadPixel => each!(group => Row(self.inv.pixels[imm].load(self.inv.groups[group]))),
            Op::StorePixel => self.store_pixel(batch, step),
            Op::Kill => self.kill(batch, step),
            Op::Ddx => self.difference::<1>(batch, step),
            Op::Ddy => self.difference::<2>(batch, step),
            Op::Sample => self.sample(batch, step),
            Op::LoadParamRow => self.load_param_row(batch, step),
            _ => self.wide(batch, step),
        }
    }

    /// Runs an opcode on 64 bits.
    #[inline(always)]
    fn wide(&self, batch: &Batch, step: &Step) {
        let (rows, n, wide) = (self.rows, batch.n, &self.code.wide[step.dst as usize]);
        macro_rules! pure {
            ($($n:literal: $($op:ident)*;)*) => {
                match step.op {
                    $($(Op::$op => map_wide::<$n>(rows, n, wide, Op::$op.info().results[0].is_wide(), |a| {
                        eval_wide(Op::$op, &a, [0, 0]).unwrap_or(0)
                    }),)*)*
                    op => unreachable!("{} has no step", op.info().name),
                }
            };
        }
        pure! {
            1: DSqrt DNeg DAbs DFloor DCeil DTrunc DRound F32ToF64 F64ToF32 I32ToF64 F64ToI32 I32ToI64 I64Lo I64Hi
                I64ToF64 F64ToI64 BitsOfF64 F64OfBits;
            2: DAdd DSub DMul DDiv DMin DMax DLt DLe DEq DNe LAdd LSub LMul LAnd LOr LXor LShl LShrU LShrS LLt LULt LEq
                I64OfParts;
            3: DFma SelectD SelectL;
        }
    }

    /// Removes lanes from the live mask: those of the argument that execute.
    #[inline(always)]
    fn kill(&mut self, batch: &Batch, step: &Step) {
        for (g, group) in batch.groups.iter().enumerate().take(batch.n) {
            let mut dead = self.arg(step.args[0], g).bits();
            if step.imm[1] != 0 {
                dead &= self.arg(step.args[1], g).bits();
            }
            self.inv.masks[*group] &= !dead;
        }
    }

    /// Writes an output in the executing lanes. A NaN of a float is written as 0x7fc00000.
    #[inline(always)]
    fn store_output(&mut self, batch: &Batch, step: &Step) {
        for (g, group) in batch.groups.iter().enumerate().take(batch.n) {
            let row = self.arg(step.args[0], g).floats();
            let is_float = step.op == Op::StoreOutput;
            let row = row.map(|x| {
                if is_float && x.is_nan() {
                    f32::from_bits(0x7fc0_0000)
                } else {
                    x
                }
            });
            let exec = self.arg(step.args[1], g).0;
            let out = &mut self.inv.outputs[group * self.inv.n_outputs + step.imm[0] as usize];
            *out = if step.imm[1] == 0 {
                row
            } else {
                std::array::from_fn(|l| if exec[l] != 0 { row[l] } else { out[l] })
            };
        }
    }

    /// Writes pixels in the lanes that are live and execute.
    #[inline(always)]
    fn store_pixel(&mut self, batch: &Batch, step: &Step) {
        for (g, group) in batch.groups.iter().enumerate().take(batch.n) {
            let mut mask = self.inv.masks[*group];
            if step.imm[1] != 0 {
                mask &= self.arg(step.args[1], g).bits();
            }
            let pixels = self.arg(step.args[0], g).0;
            self.inv.pixels[step.imm[0] as usize].store(self.inv.groups[*group], mask, &pixels);
        }
    }

    /// Computes, inside each quad, the difference between lanes whose indices differ in bit `BIT`.
    #[inline(always)]
    fn difference<const BIT: usize>(&mut self, batch: &Batch, step: &Step) {
        let dst = rows_at(self.rows, step.dst);
        for (g, dst) in dst.iter().enumerate().take(batch.n) {
            let x = self.arg(step.args[0], g).floats();
            let mut row = Row::ZERO;
            for l in 0..LANES {
                row.0[l] = (x[l | BIT] - x[l & !BIT]).to_bits();
            }
            dst.set(row);
        }
    }

    /// Loads four uniforms per lane, at an index. An index out of range gives zeros.
    fn load_param_row(&mut self, batch: &Batch, step: &Step) {
        let wide = &self.code.wide[step.dst as usize];
        let (base, n_rows) = (step.imm[0] as usize, step.imm[1]);
        let uniforms = self.inv.uniforms;
        for g in 0..batch.n {
            let index = self.arg(wide.args[0], g).0;
            for (c, result) in wide.results.iter().enumerate() {
                let load = |i: u32| {
                    if i < n_rows {
                        uniforms[base + 4 * i as usize + c].to_bits()
                    } else {
                        0
                    }
                };
                rows_at(self.rows, *result)[g].set(Row(index.map(load)));
            }
        }
    }

    /// Samples a texture for each group with a live lane. The rows of the others are not read, so they stay as they are.
    fn sample(&mut self, batch: &Batch, step: &Step) {
        let wide = &self.code.wide[step.dst as usize];
        let mode = LodMode::from_immediate(step.imm[1]).unwrap_or(LodMode::Implicit);
        let sampler = self
            .inv
            .samplers
            .get(step.imm[0] as usize)
            .copied()
            .flatten();
        // A unit without a texture gives (0, 0, 0, 1).
        for g in 0..batch.n {
            if self.inv.masks[batch.groups[g]] == 0 {
                continue;
            }
            let arg = |i: usize| self.arg(wide.args[i], g).floats();
            let request = SampleRequest {
                coords: [arg(0), arg(1), arg(2), arg(3)],
                lod: arg(4),
                mode,
            };
            let mut texels = [[0.0; LANES], [0.0; LANES], [0.0; LANES], [1.0; LANES]];
            if let Some(sampler) = sampler {
                sampler.sample(&request, &mut texels);
            }
            for (row, texel) in wide.results.iter().zip(&texels) {
                rows_at(self.rows, *row)[g].set(Row(texel.map(f32::to_bits)));
            }
        }
    }
}

/// By lane: the x distance from the corner of the block to the fragment's centre.
const OFFSET_X: LanesF32 = {
    let mut x = [0.0; LANES];
    let mut l = 0;
    while l < LANES {
        x[l] = LANE_OFFSET[l].0 as f32 + 0.5;
        l += 1;
    }
    x
};

/// By lane: the y distance.
const OFFSET_Y: LanesF32 = {
    let mut y = [0.0; LANES];
    let mut l = 0;
    while l < LANES {
        y[l] = LANE_OFFSET[l].1 as f32 + 0.5;
        l += 1;
    }
    y
};

/// Returns the distances of the fragments' centres from the tile's corner, for a block with this corner. They are exact.
#[inline(always)]
fn position(corner: f32, offset: &LanesF32) -> Row {
    let mut row = Row::ZERO;
    for (x, offset) in row.0.iter_mut().zip(offset) {
        *x = (corner + offset).to_bits();
    }
    row
}
