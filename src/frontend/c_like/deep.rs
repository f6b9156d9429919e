//! Stacks with room for texts that are nested deep, whatever stack the caller has.
//!
//! Everything after the grammar walks over trees by recursion, whose depth the grammar limits. [`SHALLOW_BYTES`] have room for
//! [`MAX_DEPTH`] levels in any build. A text that is deeper is read again, with as many bytes for each of its levels, and half as
//! many more. A caller's stack with fewer bytes left is exchanged for one of our own. Only pages that are used take memory.

use super::diagnostics::Diagnostics;
use super::rule::Rule;
use super::tokens::{MAX_DEPTH, MAX_DEPTH_ON_OWN_STACK};
use super::tree::Module;
use crate::frontend::diagnostic::ErrorKind;
use crate::platform::roomy_stack::with_bytes;
use std::ops::{Deref, DerefMut};

/// The bytes of stack for [`MAX_DEPTH`] levels: a little less than what a thread of 2 MiB has.
const SHALLOW_BYTES: usize = (2 << 20) - (256 << 10);

/// The bytes for the deepest texts: for each level what [`SHALLOW_BYTES`] have, and half as much again.
const DEEP_BYTES: usize = MAX_DEPTH_ON_OWN_STACK as usize * (2 << 20) / MAX_DEPTH as usize * 3 / 2;

/// The bytes in which a tree of [`MAX_DEPTH`] levels is copied or freed.
const BYTES_TO_FREE: usize = SHALLOW_BYTES / 8;

/// Calls `f` with a limit of depth. If what it gives is `too_deep` it calls it again on a larger stack, with a larger limit.
pub(super) fn at_depth<R>(too_deep: impl Fn(&R) -> bool, mut f: impl FnMut(u32) -> R) -> R {
    let shallow = with_bytes(SHALLOW_BYTES, || f(MAX_DEPTH));
    if !too_deep(&shallow) {
        return shallow;
    }
    with_bytes(DEEP_BYTES, || f(MAX_DEPTH_ON_OWN_STACK))
}

/// Calls `f` on a stack that has room for trees of this depth.
pub(super) fn with_room_for<R>(depth: u32, f: impl FnOnce() -> R) -> R {
    let bytes = if depth <= MAX_DEPTH {
        SHALLOW_BYTES
    } else {
        DEEP_BYTES
    };
    with_bytes(bytes, f)
}

/// Whether an error is that the text is nested too deep for the caller's stack.
pub(super) fn is_too_deep(out: &Diagnostics) -> bool {
    let rules = [Rule::Depth(MAX_DEPTH), Rule::Chain(MAX_DEPTH)].map(ErrorKind::CLike);
    out.parts().0.iter().any(|e| rules.contains(&e.kind))
}

/// A module whose trees are copied and freed on a stack with room for them.
#[derive(Debug, Default)]
pub struct DeepModule(Module);

impl DeepModule {
    /// The bytes of stack in which the module is copied or freed.
    fn bytes(&self) -> usize {
        if self.depth <= MAX_DEPTH {
            BYTES_TO_FREE
        } else {
            DEEP_BYTES / 8
        }
    }
}

impl From<Module> for DeepModule {
    fn from(module: Module) -> DeepModule {
        DeepModule(module)
    }
}

impl Deref for DeepModule {
    type Target = Module;

    fn deref(&self) -> &Module {
        &self.0
    }
}

impl DerefMut for DeepModule {
    fn deref_mut(&mut self) -> &mut Module {
        &mut self.0
    }
}

impl Clone for DeepModule {
    fn clone(&self) -> DeepModule {
        with_bytes(self.bytes(), || DeepModule(self.0.clone()))
    }
}

impl Drop for DeepModule {
    fn drop(&mut self) {
        let bytes = self.bytes();
        let module = std::mem::take(&mut self.0);
        with_bytes(bytes, || drop(module));
    }
}
