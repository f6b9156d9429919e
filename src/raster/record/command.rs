//! Recorded commands, and the pixels of a target that they reach.
#![forbid(unsafe_code)]

use super::merged_draw::DrawRecord;
use crate::raster::call::draw_call::{ClearCall, RenderTarget};
use std::sync::Arc;

/// What waits for the next flush: a draw or a clear.
#[derive(Debug)]
pub(crate) enum Recorded {
    Draw(DrawRecord),
    Clear(ClearCall),
}

impl Recorded {
    pub(crate) fn target(&self) -> &Arc<RenderTarget> {
        match self {
            Recorded::Draw(draw) => &draw.state().target,
            Recorded::Clear(clear) => &clear.target,
        }
    }
}
