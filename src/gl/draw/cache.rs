//! What draws of a context keep from one to the next.

use super::quad::PixelPrograms;
use super::state::DrawStates;
use crate::device::draw::programs::ProgramCache;
use crate::frontend::fixed_function::{fragment, vertex};
use crate::raster::{RasterState, RenderTarget};
use std::sync::Arc;

/// What draws of a context keep from one to the next.
#[derive(Debug, Default)]
pub struct DrawCache {
    pub(super) vertex: ProgramCache<vertex::VertexKey>,
    pub(super) fragment: ProgramCache<fragment::FragmentKey>,
    pub(super) uniforms: [Arc<Vec<f32>>; 3],
    pub(super) scratch: Vec<f32>,
    pub(super) raster: Option<Arc<RasterState>>,
    pub(super) target: Option<Arc<RenderTarget>>,
    pub(super) states: DrawStates,
    pub(super) pixel: PixelPrograms,
}

impl DrawCache {
    /// Drops all references to textures. Then a write to a texture that no draw holds copies nothing.
    pub(crate) fn forget_textures(&mut self) {
        self.states.clear();
    }
}
