//! Recorded commands, and the pixels of a target that they reach.
#![forbid(unsafe_code)]

use super::merged_draw::DrawRecord;
use crate::raster::call::draw_call::{AttributeSource, ClearCall, RenderTarget};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The most bytes that one storage adds to a recording's size.
const LARGEST_COUNTED: usize = 1 << 20;

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

    /// About how many bytes the recording keeps alive. A storage counts unless it is in `counted` already. A large
    /// storage counts with a part only: a big buffer drawn again and again must not flush every time.
    pub(crate) fn size_bytes(&self, counted: &mut FxHashSet<usize>) -> usize {
        let Recorded::Draw(draw) = self else {
            return size_of::<ClearCall>();
        };
        let mut bytes = size_of::<DrawRecord>();
        // Shared memory counts once, however many records hold it.
        let mut count = |address: usize, len: usize| {
            if counted.insert(address) {
                bytes += len.min(LARGEST_COUNTED);
            }
        };
        // Arrays and indices, then the uniforms and texels of every state.
        for source in &draw.vertices.attributes {
            if let AttributeSource::Array { data, .. } = source {
                count(Arc::as_ptr(data) as usize, data.len());
            }
        }
        if let Some(indices) = &draw.vertices.indices {
            count(Arc::as_ptr(indices) as usize, 4 * indices.len());
        }
        let states = draw.segments.states.iter();
        for stage in states.flat_map(|state| [&state.vertex, &state.fragment]) {
            count(
                Arc::as_ptr(&stage.uniforms) as usize,
                4 * stage.uniforms.len(),
            );
            for texture in stage.textures.iter().flatten() {
                let levels = texture.image.faces.iter().flatten().flatten();
                count(
                    Arc::as_ptr(&texture.image) as usize,
                    levels.map(|l| l.texels.len()).sum(),
                );
            }
        }
        bytes + draw.vertices.attributes.len() * size_of::<AttributeSource>()
    }
}
