//! Machine code on arrays where they lie, or on a staging area.

use super::slots::VECTOR_WORDS;
use super::{ArrayKernel, ArrayScratch, Slots, StagedRow, invocation};
use crate::ir::signature::Parameter;
use crate::ir::{Op, Program};
use crate::kernel::engine;
use crate::kernel::jit::JitKernel;
use crate::platform::{ArrayPart, Strided};
use crate::simd::{InstructionSet, LANES, LanesF32};
use smallvec::{SmallVec, smallvec};
use std::ops::Range;

/// Code whose inputs and outputs are arrays.
pub(super) struct Direct {
    kernel: JitKernel,
    n_slots: usize,
}

impl Direct {
    /// `None` for programs that code over arrays cannot be made of.
    pub(super) fn new(program: &Program, slots: &Slots, set: InstructionSet) -> Option<Direct> {
        if program.insts().any(|inst| needs_more(inst.op)) {
            return None;
        }
        let kernel = engine::generate_over_arrays(program, set, slots)?;
        let n_slots = slots.len();
        Some(Direct { kernel, n_slots })
    }

    pub(super) fn run(
        &self,
        of: &ArrayKernel,
        uniforms: &[f32],
        arrays: &[Strided<'_>],
        elements: Range<usize>,
        scratch: &mut ArrayScratch,
    ) {
        let ArrayScratch {
            scratch,
            staged,
            masks,
            ..
        } = scratch;
        let n_groups = elements.len().div_ceil(LANES);
        // No code over arrays changes them.
        if masks.len() < n_groups {
            masks.resize(n_groups, u16::MAX);
        }
        let masks = &mut masks[..n_groups];
        let whole = elements.len().is_multiple_of(LANES);
        let mut parts: SmallVec<[ArrayPart<'_>; 16]> = smallvec![ArrayPart::NONE; self.n_slots];
        let mut ways = SmallVec::<[Way<'_>; 2]>::new();
        for way in Way::of(of, arrays) {
            match whole && of.goes_direct(way.parameter, &way.array) {
                true => parts[way.slot] = way.array.packed(elements.start, elements.len()),
                false => ways.push(way),
            }
        }
        let n_staged = ways.iter().map(Way::words);
        staged.resize(n_groups * n_staged.sum::<usize>(), StagedRow::default());
        let mut rest = &mut staged[..];
        for way in &ways {
            let (own, others) = rest.split_at_mut(n_groups * way.words());
            rest = others;
            if way.is_input {
                way.stage(elements.start, own);
            }
            way.parts(own, n_groups, &mut parts);
        }
        let mut invocation = invocation(uniforms, masks);
        self.kernel.run_over(&mut invocation, &parts, scratch);
        drop(parts);
        let mut rest = &staged[..];
        for way in &ways {
            let (own, others) = rest.split_at(n_groups * way.words());
            rest = others;
            if !way.is_input {
                way.unstage(elements.start, own);
            }
        }
    }
}

/// Whether an operation is a call, or asks where its fragment is, which of them live, or what its neighbours hold.
fn needs_more(op: Op) -> bool {
    use Op::*;
    matches!(
        op,
        Sample
            | LoadParamRow
            | Kill
            | LiveMask
            | LaneX
            | LaneY
            | Ddx
            | Ddy
            | LoadPlane
            | LoadPixel
            | StorePixel
    )
}

/// How the words of a parameter come to code, or go from it.
struct Way<'a> {
    parameter: &'a Parameter,
    array: Strided<'a>,
    is_input: bool,
    /// The number of its first address.
    slot: usize,
}

impl<'a> Way<'a> {
    /// All ways of a kernel's arrays.
    fn of(
        kernel: &'a ArrayKernel,
        arrays: &'a [Strided<'a>],
    ) -> impl Iterator<Item = Way<'a>> + 'a {
        let parameters = kernel.parameters.iter().zip(arrays);
        parameters.flat_map(|(parameter, array)| {
            let input = parameter.direction.input().map(|slot| slot as usize);
            let output = parameter.direction.output();
            let output = output.map(|slot| kernel.n_inputs + slot as usize);
            [(true, input), (false, output)]
                .into_iter()
                .filter_map(move |(is_input, slot)| {
                    Some(Way {
                        parameter,
                        array: *array,
                        is_input,
                        slot: slot?,
                    })
                })
        })
    }

    fn words(&self) -> usize {
        self.parameter.words() as usize
    }

    fn is_vector(&self) -> bool {
        self.parameter.words() == VECTOR_WORDS
    }

    /// The addresses in the staging area: vectors lie element by element, other words each by themselves.
    fn parts<'s>(&self, own: &'s mut [StagedRow], n_groups: usize, parts: &mut [ArrayPart<'s>]) {
        if self.is_vector() {
            parts[self.slot] = ArrayPart::of(own);
            return;
        }
        for (i, word) in own.chunks_exact_mut(n_groups).enumerate() {
            parts[self.slot + i] = ArrayPart::of(word);
        }
    }

    /// Fills the staging area with the elements from `first` on; lanes behind the last repeat it.
    fn stage(&self, first: usize, own: &mut [StagedRow]) {
        let n_groups = own.len() / self.words();
        let mut rows: Vec<LanesF32> = vec![[0.0; LANES]; self.words()];
        for g in 0..n_groups {
            self.array.read_words(first + g * LANES, &mut rows);
            for (w, row) in rows.iter().enumerate() {
                if !self.is_vector() {
                    own[w * n_groups + g].0 = *row;
                    continue;
                }
                for (l, word) in row.iter().enumerate() {
                    own[4 * g + l / 4].0[4 * (l % 4) + w] = *word;
                }
            }
        }
    }

    /// The reverse.
    fn unstage(&self, first: usize, own: &[StagedRow]) {
        let n_groups = own.len() / self.words();
        let mut rows: Vec<LanesF32> = vec![[0.0; LANES]; self.words()];
        for g in 0..n_groups {
            for (w, row) in rows.iter_mut().enumerate() {
                *row = match self.is_vector() {
                    false => own[w * n_groups + g].0,
                    true => std::array::from_fn(|l| own[4 * g + l / 4].0[4 * (l % 4) + w]),
                };
            }
            self.array.write_words(first + g * LANES, &rows);
        }
    }
}
