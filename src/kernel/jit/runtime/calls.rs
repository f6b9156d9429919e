//! The functions that generated code calls for its groups: samples, and uniforms by index.

use super::abi::{CallSite, Frame, MOST_KEPT};
use super::dispatch::Lanes;
use crate::ir::interface::LodMode;
use crate::kernel::layout::{SampleGroup, SampleResult, SamplerSlot};
use crate::simd::{InstructionSet, LANES, LanesF32, PerWidth, Vectors, run_on};
use std::mem::MaybeUninit;

/// A row of a group.
///
/// # Safety
/// The group is one that a run's frame lists, and the place one of a call of its program.
#[inline(always)]
unsafe fn row(group: *mut Frame, place: u32) -> *mut LanesF32 {
    // SAFETY: the caller guarantees the place.
    unsafe { group.byte_add(place as usize).cast() }
}

/// Calls, and the rows of the groups that they serve.
///
/// # Safety
/// `frame` is the frame of a run, and the calls are of its program.
unsafe fn call_parts<'a>(
    frame: *mut Frame,
    first: u32,
    n_calls: u32,
) -> (&'a [CallSite], &'a [*mut Frame]) {
    // SAFETY: the caller guarantees the frame and the numbers.
    unsafe {
        let calls = (*frame).calls.add(first as usize);
        let calls = std::slice::from_raw_parts(calls, n_calls as usize);
        let listed = std::ptr::from_ref(&(*frame).listed).cast();
        let n_listed = (*frame).n_listed.min(MOST_KEPT);
        (calls, std::slice::from_raw_parts(listed, n_listed))
    }
}

/// The most groups in one call of a sampler.
const MOST_SAMPLED: usize = 64;
const _: () = assert!(MOST_SAMPLED >= MOST_KEPT);

/// Samples the listed groups for neighbouring calls: those of the same unit together.
///
/// # Safety
/// Called by generated code: `frame` is the run's frame, and the calls are of its program.
pub(crate) unsafe extern "C" fn sample(frame: *mut Frame, first: u32, n_calls: u32) {
    // SAFETY: the frame holds the invocation's slices, which outlive the run.
    let (calls, listed, samplers) = unsafe {
        let (calls, listed) = call_parts(frame, first, n_calls);
        let samplers = std::slice::from_raw_parts((*frame).samplers, (*frame).n_samplers);
        (calls, listed, samplers)
    };
    let mut groups = [const { MaybeUninit::<SampleGroup<'_>>::uninit() }; MOST_SAMPLED];
    let mut n = 0;
    for (i, call) in calls.iter().enumerate() {
        for (group, to) in listed.iter().zip(&mut groups[n..]) {
            // SAFETY: rows are aligned, and may hold any bits; those of the results are no other group's, no other call's and
            // no operand's.
            to.write(unsafe {
                let result = &mut *row(*group, call.result).cast();
                SampleGroup::at(group.cast(), &call.operands, result)
            });
        }
        n += listed.len();
        let is_last = calls
            .get(i + 1)
            .is_none_or(|next| next.numbers != call.numbers);
        if is_last || n + listed.len() > MOST_SAMPLED {
            // SAFETY: the first `n` are written, since there is room for those of one call more.
            let groups = unsafe { groups[..n].assume_init_mut() };
            sample_groups(samplers, call.numbers, groups);
            n = 0;
        }
    }
}

fn sample_groups(
    samplers: &[SamplerSlot<'_>],
    [unit, mode]: [u32; 2],
    groups: &mut [SampleGroup<'_>],
) {
    let mode = LodMode::from_immediate(mode).unwrap_or(LodMode::Implicit);
    match samplers.get(unit as usize).copied().flatten() {
        Some(sampler) => sampler.sample_groups(mode, groups),
        None => groups.iter_mut().for_each(|group| {
            *group.result = [[0.0; LANES], [0.0; LANES], [0.0; LANES], [1.0; LANES]];
        }),
    }
}

/// Loads rows of four uniforms by index (out of range: zeros) for the listed groups.
///
/// # Safety
/// Called by generated code: `frame` is the run's frame, and the calls are of its program.
pub(crate) unsafe extern "C" fn param_row(frame: *mut Frame, first: u32, n_calls: u32) {
    // SAFETY: as in `sample`.
    let (calls, listed, uniforms) = unsafe {
        let (calls, listed) = call_parts(frame, first, n_calls);
        let uniforms = std::slice::from_raw_parts((*frame).uniforms, (*frame).n_uniforms);
        (calls, listed, uniforms)
    };
    for call in calls {
        let [base, n_rows] = call.numbers;
        let rows = uniforms.get(base as usize..).unwrap_or(&[]).as_chunks().0;
        let rows = &rows[..rows.len().min(n_rows as usize)];
        for group in listed {
            // SAFETY: as in `sample`.
            let (index, result) = unsafe {
                let index = row(*group, call.operands[0]).cast::<Lanes>();
                (
                    *index,
                    &mut *row(*group, call.result).cast::<SampleResult>(),
                )
            };
            run_on(InstructionSet::of_process(), LoadRows(rows, index, result));
        }
    }
}

/// Rows by index as components of lanes.
struct LoadRows<'a>(&'a [[f32; 4]], Lanes, &'a mut SampleResult);

impl PerWidth for LoadRows<'_> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let LoadRows(rows, index, result) = self;
        let mut loaded = [[0.0; 4]; LANES];
        for (loaded, index) in loaded.iter_mut().zip(index) {
            if let Some(row) = rows.get(index as usize) {
                *loaded = *row;
            }
        }
        for (result, component) in result.iter_mut().zip(V::transpose(loaded)) {
            V::write(component, result);
        }
    }
}
