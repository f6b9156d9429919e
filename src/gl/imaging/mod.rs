//! The imaging subset: convolution, colour matrix, histogram, minmax (GL 1.5 section 3.6).

pub(crate) mod capabilities;
pub mod convolution;
pub mod histogram;
pub(crate) mod pixels;
pub mod state;
pub(crate) mod transfer;

#[cfg(test)]
pub(crate) mod tests;
