//! Relates a draw's depth test to bounds of the depths in a block.
#![forbid(unsafe_code)]

use super::depth_stencil::DepthStencilKey;
use crate::texture::CompareFunc;

/// The relation of a draw's depth test to the bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct DepthUse {
    /// Fragments beyond the bound fail, without any other effect.
    pub(crate) hides: bool,
    /// After a draw, no covered pixel is deeper than the triangle.
    pub(crate) lowers: bool,
    /// Pixels may become deeper.
    pub(crate) raises: bool,
}

impl DepthUse {
    /// The relation for a draw, which tests before its shading or not, with these keys for its two faces.
    pub(crate) fn of(is_early: bool, faces: &[DepthStencilKey; 2]) -> DepthUse {
        let is_nearer = |key: &DepthStencilKey| {
            let nearer = [CompareFunc::Less, CompareFunc::LessEqual];
            key.depth_test.is_some_and(|func| nearer.contains(&func))
        };
        let is_plain = |key: &DepthStencilKey| {
            is_nearer(key) && key.stencil.is_none() && !key.depth_clamp && !key.depth_bounds
        };
        let hides = is_early && faces.iter().all(is_plain);
        let can_raise = |key: &DepthStencilKey| {
            let keeps = [CompareFunc::Equal, CompareFunc::Never];
            let writes = |func| key.depth_write && !is_nearer(key) && !keeps.contains(&func);
            key.depth_test.is_some_and(writes)
        };
        DepthUse {
            hides,
            lowers: hides && faces.iter().all(|key| key.depth_write),
            raises: faces.iter().any(can_raise),
        }
    }
}
