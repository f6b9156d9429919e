//! The fixed-function pipeline as programs. A key of plain data, which an API fills from its state, becomes a
//! [`super::BoundProgram`].
//!
//! A key holds only what changes code; numbers (colours, matrices, planes) come through the bindings. So a draw after a
//! change of a light's colour uses the same program.
//!
//! [`vertex`] and [`fragment`] are independent of each other. `common_stage` has the code whose results equal those of
//! other languages to the bit: the position transform, fog, the pixels of pixel rectangles.

pub mod fragment;
pub mod vertex;

#[cfg(test)]
mod tests;
