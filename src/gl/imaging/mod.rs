//! The imaging subset: convolution, colour matrix, histogram, minmax (ARB_imaging, GL 1.5 section 3.6).
//!
//! Commands: gl*ConvolutionFilter*, glSeparableFilter2D, gl*Histogram*, gl*Minmax*. Its modes are in `pixel`, as part of the
//! state of transfer; contents of filters and tables are here. All pixels that are drawn, read or loaded pass
//! `transfer::transfer`.

pub(crate) mod capabilities;
pub mod convolution;
pub mod histogram;
pub(crate) mod pixels;
pub mod state;
pub(crate) mod transfer;

#[cfg(test)]
pub(crate) mod tests;
