//! Runs machine code on arrays in place, or on a staging area.

use super::{ArrayScratch, Shared, StagedRow, Way, invocation, most_staged};
use crate::ir::signature::Parameter;
use crate::ir::{Op, Program};
use crate::kernel::compile::generate_over_arrays;
use crate::kernel::jit::JitKernel;
use crate::kernel::slots::{Slots, VECTOR_WORDS};
use crate::platform::{ArrayPart, Strided};
use crate::simd::{InstructionSet, LANES, LanesF32};
use smallvec::{SmallVec, smallvec};
use std::ops::Range;

/// The most elements in one run. Each run begins by waiting for memory.
const MOST_ELEMENTS: usize = 1 << 20;

/// Code that reads and writes arrays as inputs and outputs.
pub(super) struct Direct {
    kernel: JitKernel,
    n_slots: usize,
    ways: Vec<Way>,
    most_staged: usize,
}

impl Direct {
    /// `None` for programs that cannot become code over arrays.
    pub(super) fn new(
        program: &Program,
        parameters: &[Parameter],
        slots: &Slots,
        set: InstructionSet,
    ) -> Option<Direct> {
        if program.insts().any(|inst| needs_more(inst.op)) {
            return None;
        }
        let kernel = generate_over_arrays(program, set, slots)?;
        Some(Direct {
            kernel,
            n_slots: slots.len(),
            ways: Way::all(parameters, slots),
            most_staged: most_staged(slots),
        })
    }

    /// Runs the first ones of these elements; returns how many.
    pub(super) fn run(
        &self,
        uniforms: &[f32],
        arrays: &[Strided<'_>],
        elements: Range<usize>,
        scratch: &mut ArrayScratch,
    ) -> usize {
        let (first, left) = (elements.start, elements.len());
        let whole = (left / LANES * LANES).min(MOST_ELEMENTS);
        if whole != 0 && self.ways.iter().all(|way| way.goes_direct(arrays)) {
            let mut parts = self.no_parts();
            for way in &self.ways {
                parts[way.slot] = arrays[way.array].packed(first, whole);
            }
            self.run_code(uniforms, &parts, whole / LANES, scratch);
            return whole;
        }
        let n = left.min(self.most_staged);
        self.run_staged(uniforms, arrays, first..first + n, scratch);
        n
    }

    /// Arrays that code cannot read and write in place go through the staging area. In a group with fewer elements than
    /// lanes all arrays do.
    fn run_staged(
        &self,
        uniforms: &[f32],
        arrays: &[Strided<'_>],
        elements: Range<usize>,
        scratch: &mut ArrayScratch,
    ) {
        // An array goes direct if its elements are packed and fill whole groups. Make room for all others.
        let (first, n) = (elements.start, elements.len());
        let n_groups = n.div_ceil(LANES);
        let is_whole = n.is_multiple_of(LANES);
        let goes_direct = |way: &&Way| is_whole && way.goes_direct(arrays);
        let staged_ways = || self.ways.iter().filter(|way| !goes_direct(way));
        let n_words: usize = staged_ways().map(|way| way.words).sum();
        let mut staged = std::mem::take(&mut scratch.staged);
        staged.resize(n_groups * n_words, StagedRow::default());
        // Bind both kinds: direct arrays where they are, staged ones in the staging area, inputs filled first.
        let mut parts = self.no_parts();
        for way in self.ways.iter().filter(goes_direct) {
            parts[way.slot] = arrays[way.array].packed(first, n);
        }
        let mut rest = &mut staged[..];
        for way in staged_ways() {
            let (own, others) = rest.split_at_mut(n_groups * way.words);
            rest = others;
            if way.is_input {
                way.stage(&arrays[way.array], first, own);
            }
            way.parts(own, n_groups, &mut parts);
        }
        // Run, then copy the staged outputs to their arrays.
        self.run_code(uniforms, &parts, n_groups, scratch);
        drop(parts);
        let mut rest = &staged[..];
        for way in staged_ways() {
            let (own, others) = rest.split_at(n_groups * way.words);
            rest = others;
            if !way.is_input {
                way.unstage(&arrays[way.array], first, own);
            }
        }
        scratch.staged = staged;
    }

    #[inline(always)]
    fn no_parts<'p>(&self) -> SmallVec<[ArrayPart<'p>; 16]> {
        smallvec![ArrayPart::NONE; self.n_slots]
    }

    fn run_code(
        &self,
        uniforms: &[f32],
        parts: &[ArrayPart<'_>],
        n_groups: usize,
        scratch: &mut ArrayScratch,
    ) {
        let masks = &mut scratch.whole_masks;
        // No code over arrays changes them.
        if masks.len() < n_groups {
            masks.resize(n_groups, u16::MAX);
        }
        let shared = Shared {
            uniforms,
            samplers: &[],
        };
        let mut invocation = invocation(shared, &mut masks[..n_groups]);
        self.kernel
            .run_over(&mut invocation, parts, &mut scratch.scratch);
    }
}

/// Whether an operation is a call, or asks for a fragment's place, its live lanes or its neighbours' values.
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

impl Way {
    /// Whether code reads and writes the array in place.
    fn goes_direct(&self, arrays: &[Strided<'_>]) -> bool {
        let is_packed =
            arrays[self.array].stride() == size_of::<f32>() as isize * self.words as isize;
        is_packed && (self.words == 1 || self.is_vector())
    }

    fn is_vector(&self) -> bool {
        self.words == VECTOR_WORDS as usize
    }

    /// The addresses in the staging area: vectors lie element by element, other words separately.
    fn parts<'s>(&self, own: &'s mut [StagedRow], n_groups: usize, parts: &mut [ArrayPart<'s>]) {
        if self.is_vector() {
            parts[self.slot] = ArrayPart::of(own);
            return;
        }
        for (i, word) in own.chunks_exact_mut(n_groups).enumerate() {
            parts[self.slot + i] = ArrayPart::of(word);
        }
    }

    /// Fills the staging area with the elements from `first` on; lanes after the last repeat it.
    fn stage(&self, array: &Strided<'_>, first: usize, own: &mut [StagedRow]) {
        let n_groups = own.len() / self.words;
        let mut rows: SmallVec<[LanesF32; 4]> = smallvec![[0.0; LANES]; self.words];
        for g in 0..n_groups {
            array.read_words(first + g * LANES, &mut rows);
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

    /// Copies from the staging area to the elements.
    fn unstage(&self, array: &Strided<'_>, first: usize, own: &[StagedRow]) {
        let n_groups = own.len() / self.words;
        let mut rows: SmallVec<[LanesF32; 4]> = smallvec![[0.0; LANES]; self.words];
        for g in 0..n_groups {
            for (w, row) in rows.iter_mut().enumerate() {
                *row = if self.is_vector() {
                    std::array::from_fn(|l| own[4 * g + l / 4].0[4 * (l % 4) + w])
                } else {
                    own[w * n_groups + g].0
                };
            }
            array.write_words(first + g * LANES, &rows);
        }
    }
}
