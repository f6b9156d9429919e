//! NV_primitive_restart: an index that ends a primitive and begins another of its kind.
#![forbid(unsafe_code)]

use super::captured::collect;
use super::state::PrimitiveRestart;
use crate::device::vertex::elements::Elements;
use crate::gl::immediate::begin_end;
use crate::gl::{Call, Result};
use smallvec::SmallVec;
use std::sync::Arc;

/// glPrimitiveRestartNV: End, then Begin with the same mode. Gives INVALID_OPERATION outside Begin/End.
pub fn primitive_restart_nv(call: &mut Call<'_>) -> Result {
    begin_end::restart(call)
}

/// glPrimitiveRestartIndexNV is executed at once while a list is compiled.
pub fn primitive_restart_index_nv(call: &mut Call<'_>, index: u32) -> Result {
    call.cx.arrays.restart.index = index;
    Ok(())
}

/// The elements of one or more primitives, without the restart index.
pub(crate) struct Run {
    pub(crate) elements: Elements,
    /// The places of elements that begin a new primitive, in ascending order.
    pub(crate) cuts: Vec<u32>,
}

/// Cuts the elements at each restart index. A range gives up to two runs, indices give one with cuts.
pub(crate) fn split(restart: PrimitiveRestart, elements: Elements) -> Result<SmallVec<[Run; 2]>> {
    let whole = |elements| Run {
        elements,
        cuts: Vec::new(),
    };
    let is_restart = |index: u32| index == restart.index;
    if !restart.enabled {
        return Ok(SmallVec::from_iter([whole(elements)]));
    }
    Ok(match elements {
        Elements::Range { first, count } if restart.index.wrapping_sub(first) < count => {
            let before = restart.index - first;
            let parts = [(first, before), (first + before + 1, count - before - 1)];
            parts
                .into_iter()
                .map(|(first, count)| whole(Elements::Range { first, count }))
                .collect()
        }
        Elements::Indices(indices) if indices.iter().any(|index| is_restart(*index)) => {
            let rest = indices.iter().copied().filter(|index| !is_restart(*index));
            let kept = collect(indices.len(), rest)?;
            let restarts = indices.iter().enumerate().filter(|(_, i)| is_restart(**i));
            // Each restart before a place moves that place down by one.
            let mut cuts: Vec<u32> = restarts
                .enumerate()
                .map(|(n, (place, _))| (place - n) as u32)
                .filter(|cut| (1..kept.len()).contains(&(*cut as usize)))
                .collect();
            cuts.dedup();
            let elements = Elements::Indices(Arc::new(kept));
            SmallVec::from_iter([Run { elements, cuts }])
        }
        elements => SmallVec::from_iter([whole(elements)]),
    })
}
