//! Targets: what draws write, as planes of pixels that can be read and copied.
//!
//! - [`planes`]: a [`planes::Frame`] is one plane, of colours or of depth with stencil. Its rows are read as packed
//!   pixels or as floats. Colours average the samples of a pixel; depth and stencil are those of its first sample.
//! - [`blit`]: a [`blit::Blit`] copies a rectangle between the planes of two targets. It may mirror, stretch and filter.
//! - [`stored`]: the numbers of bits that a target stores.
//!
//! Invariants: all draws to a plane are finished before it is read; the caller sees to that. Pixels outside of a plane read
//! as 0 and are never written. Components that a plane does not store read as 0, alpha as 1.

pub mod blit;
pub mod planes;
pub mod stored;
