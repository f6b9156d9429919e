//! Vertices on their way to a draw: packed as they come ([`stream`]), or numbered elements of arrays ([`elements`]) whose
//! bytes an [`Element`] describes.

pub mod elements;
pub mod stream;

#[cfg(test)]
mod tests;

pub use crate::raster::{ComponentType, Element};
