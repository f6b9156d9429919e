//! Texts that are nested deeper than the caller's stack allows.
//!
//! Everything after the grammar walks over trees by recursion, whose depth the grammar limits. A thread of 2 MiB has room for
//! [`MAX_DEPTH`] levels in any build. A text that is deeper is read again on a stack of our own, which has as many bytes for each
//! of its levels, and half as many more. Only pages that are used take memory.

use super::diagnostics::Diagnostics;
use super::rule::Rule;
use super::tokens::{MAX_DEPTH, MAX_DEPTH_ON_OWN_STACK};
use crate::frontend::diagnostic::ErrorKind;
use crate::platform::roomy_stack::with_own_stack;

/// The bytes of a stack of our own: for each level what a thread of 2 MiB has, and half as much again.
const STACK_BYTES: usize = MAX_DEPTH_ON_OWN_STACK as usize * (2 << 20) / MAX_DEPTH as usize * 3 / 2;

/// Calls `f` with a limit of depth. If what it gives is `too_deep` it calls it again on a larger stack, with a larger limit.
pub(super) fn at_depth<R>(too_deep: impl Fn(&R) -> bool, mut f: impl FnMut(u32) -> R) -> R {
    let shallow = f(MAX_DEPTH);
    if !too_deep(&shallow) {
        return shallow;
    }
    with_own_stack(STACK_BYTES, || f(MAX_DEPTH_ON_OWN_STACK)).unwrap_or(shallow)
}

/// Calls `f` on a stack that has room for trees of this depth.
pub(super) fn with_room_for<R>(depth: u32, f: impl FnOnce() -> R) -> R {
    if depth <= MAX_DEPTH {
        return f();
    }
    let mut f = Some(f);
    let mut call = || f.take().map(|f| f());
    let result = with_own_stack(STACK_BYTES, &mut call).flatten();
    result.or_else(call).expect("one of the two calls has run")
}

/// Whether an error is that the text is nested too deep for the caller's stack.
pub(super) fn is_too_deep(out: &Diagnostics) -> bool {
    let rules = [Rule::Depth(MAX_DEPTH), Rule::Chain(MAX_DEPTH)].map(ErrorKind::CLike);
    out.parts().0.iter().any(|e| rules.contains(&e.kind))
}
