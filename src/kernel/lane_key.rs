//! The key of a lane: 255 − call depth in the high byte, block number (reverse post order) below. The lanes of the least key
//! run: those of greatest call depth and, among them, those in the earliest block.
#![forbid(unsafe_code)]

/// The key of a lane that has ended.
pub(crate) const ENDED: u32 = u32::MAX;
/// The part of a key that is one step of call depth.
const DEPTH: u32 = 1 << 24;
/// The block number in a key.
const BLOCK: u32 = DEPTH - 1;
/// The deepest call stack that keys can count.
pub(crate) const MAX_CALL_DEPTH: u32 = 250;
/// The most blocks that keys can number.
pub(crate) const MAX_BLOCKS: usize = BLOCK as usize;

/// The key of a lane in `block`.
#[inline(always)]
pub(crate) fn of(depth: u32, block: u32) -> u32 {
    ((255 - depth) * DEPTH) | block
}

/// Call depth and block of a key.
#[inline(always)]
pub(crate) fn parts(key: u32) -> (u32, u32) {
    (255 - key / DEPTH, key & BLOCK)
}
