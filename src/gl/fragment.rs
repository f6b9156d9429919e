//! Per-fragment operations (GL 1.5 section 4.1).

/// State of the fragment operations.
#[derive(Debug, Default)]
pub struct FragmentState {}

impl FragmentState {
    /// Values of the operations. (Seam: helper *state* implements it.)
    pub fn values(&self) -> crate::raster::FragmentOpsValues {
        crate::raster::FragmentOpsValues {
            alpha_reference: 0.0,
            stencil_reference: [0; 2],
            stencil_mask: [255; 2],
            stencil_write_mask: [255; 2],
            blend_color: [0.0; 4],
        }
    }

    /// The scissor rectangle when the test is enabled. (Seam: helper *state* implements it.)
    pub fn active_scissor(&self) -> Option<[i32; 4]> {
        None
    }
}
