//! The state that changes a fragment program's code.
#![forbid(unsafe_code)]

use crate::raster::geometry::slots::color_bit;

/// The state that changes the lowered program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct FragmentStageKey {
    /// By [`color_bit`]: what is the same all over a primitive. All where colours are flat, else what the vertex program makes
    /// the same for all vertices.
    pub(crate) flat: u8,
    /// Output alphas are multiplied by kernel input 0: the coverage of antialiased primitives.
    pub(crate) coverage: bool,
    /// They are clamped before that.
    pub(crate) clamp: bool,
    /// Data are taken where kernel inputs 1 and 2 point, from the pixel's centre: means over the part of the pixel that an
    /// antialiased polygon covers (section 3.5.3).
    pub(crate) means: bool,
    /// Varyings of [`Program::varyings`](crate::ir::Program::varyings)`.centroid` are taken where kernel inputs 1 and 2 point,
    /// from the pixel's centre: a covered sample. Never with `coverage`.
    pub(crate) centroids: bool,
    /// See [`Program::fraction_units`](crate::ir::Program::fraction_units).
    pub(crate) fraction_units: u32,
    /// See [`Program::planar_units`](crate::ir::Program::planar_units).
    pub(crate) planar_units: u32,
}

impl FragmentStageKey {
    /// The lowered program has kernel inputs.
    pub(crate) fn has_inputs(self) -> bool {
        self.coverage || self.centroids
    }
}

pub(crate) fn is_flat(key: FragmentStageKey, slot: u16) -> bool {
    key.flat & color_bit(slot) != 0
}
