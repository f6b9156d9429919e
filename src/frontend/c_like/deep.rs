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

/// What part of the bytes for all other walks freeing a tree takes, and copying one.
const PART_TO_FREE: usize = 8;
const PART_TO_COPY: usize = 2;

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
    with_bytes(bytes_for(depth), f)
}

/// The bytes of stack that walks over trees of this depth take.
fn bytes_for(depth: u32) -> usize {
    match depth <= MAX_DEPTH {
        true => SHALLOW_BYTES,
        false => DEEP_BYTES,
    }
}

/// Whether an error is that the text is nested too deep for the caller's stack.
pub(super) fn is_too_deep(out: &Diagnostics) -> bool {
    let rules = [Rule::Depth(MAX_DEPTH), Rule::Chain(MAX_DEPTH)].map(ErrorKind::CLike);
    out.parts().0.iter().any(|e| rules.contains(&e.kind))
}

/// A module whose trees are copied and freed on a stack with room for them.
#[derive(Debug, Default)]
pub struct DeepModule(Module);

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
        with_bytes(bytes_for(self.depth) / PART_TO_COPY, || {
            DeepModule(self.0.clone())
        })
    }
}

impl Drop for DeepModule {
    fn drop(&mut self) {
        let bytes = bytes_for(self.depth) / PART_TO_FREE;
        let module = std::mem::take(&mut self.0);
        with_bytes(bytes, || drop(module));
    }
}
