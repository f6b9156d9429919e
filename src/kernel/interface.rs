//! The interface of a kernel.
#![forbid(unsafe_code)]

use super::layout::Invocation;
use super::scratch::Scratch;

/// Code that runs one program. Each lane starts with the group's live mask extended to whole quads.
pub trait Kernel: Send + Sync {
    /// Runs all groups of `inv.masks`. Slices of `inv` shorter than the program needs panic before anything runs.
    fn run(&self, inv: &mut Invocation<'_>, scratch: &mut Scratch);
}

/// The NaN that a kernel writes to its outputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OutputNans {
    /// 0x7fc00000: all engines write the same bits.
    Canonical,
    /// It may have any bits, for readers that do not distinguish NaNs.
    Any,
}
