//! Kernels for affine primitives: the programs that have one, and its assumptions.
#![forbid(unsafe_code)]

use super::stage_key::{FragmentStageKey, is_flat};
use crate::ir::{Op, Program, ValueId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A value for all primitives, and perhaps one for those with the divisor 1. There the scalars that the program divides
/// by are 1, too.
#[derive(Clone)]
pub(crate) struct Variants<T> {
    pub(crate) general: T,
    pub(crate) affine: Option<T>,
}

impl<T> Variants<T> {
    /// The value for primitives that all are affine, or for any.
    pub(crate) fn get(&self, is_affine: bool) -> &T {
        let affine = self.affine.as_ref().filter(|_| is_affine);
        affine.unwrap_or(&self.general)
    }

    pub(crate) fn map<U>(&self, f: impl Fn(&T) -> U) -> Variants<U> {
        Variants {
            general: f(&self.general),
            affine: self.affine.as_ref().map(f),
        }
    }
}

/// The most instructions of a program with a second kernel: a division matters little in longer ones.
const MAX_AFFINE_INSTRUCTIONS: usize = 256;

/// Whether a separate kernel pays for affine primitives.
pub(crate) fn has_affine(program: &Program, key: FragmentStageKey, scalars: &[u16]) -> bool {
    scalars.iter().any(|slot| !is_flat(key, *slot))
        && program.insts().count() <= MAX_AFFINE_INSTRUCTIONS
}

/// The interpolated scalars, by number, that the program divides by.
pub(crate) fn divided_by(
    program: &Program,
    key: FragmentStageKey,
    scalars: &[u16],
) -> SmallVec<[usize; 4]> {
    let loads = program.insts().filter(|i| i.op == Op::LoadInput);
    let slots: FxHashMap<ValueId, u32> = loads.map(|i| (i.first_result, i.imm[0])).collect();
    let divisions = program.insts().filter(|i| i.op == Op::FDiv);
    let divisors = divisions.filter_map(|i| u16::try_from(*slots.get(&i.args[1])?).ok());
    let smooth = divisors.filter(|slot| !is_flat(key, *slot));
    let mut found: SmallVec<[usize; 4]> = smooth
        .filter_map(|slot| scalars.binary_search(&slot).ok())
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}
