//! A clear hides what was binned before it.

use crate::platform::PixelStorage;
use crate::raster::call::draw_call::{ClearCall, RenderTarget};
use crate::raster::call::fragment_operations::{MAX_COLOR_PLANES, StoredColor};
use crate::raster::scene::bins::Pass;
use std::sync::Arc;

/// A clear of all planes drops what was binned for the tiles that it covers, one that leaves something does not.
#[test]
fn clears_hide_what_was_binned_before() {
    let plane = || Arc::new(PixelStorage::new(100, 70).unwrap());
    let target = Arc::new(RenderTarget {
        width: 100,
        height: 70,
        color: [(0, plane())].into_iter().collect(),
        depth_stencil: Some(plane()),
    });
    let all = ClearCall {
        target: target.clone(),
        scissor: None,
        color: Some(([0.0; 4], [[true; 4]; MAX_COLOR_PLANES])),
        stored: [StoredColor::Rgba; MAX_COLOR_PLANES],
        srgb: [false; MAX_COLOR_PLANES],
        depth: Some(1.0),
        stencil: Some((0, 0xff)),
    };
    let mut pass = Pass::new(&target);
    let mut clear = |clear: ClearCall| {
        pass.add_clear(clear, &[]);
        pass.bins.iter().map(Vec::len).collect::<Vec<_>>()
    };
    assert_eq!(clear(all.clone()), [1; 4]);
    assert_eq!(clear(all.clone()), [1; 4]);
    let masked = Some(([0.0; 4], [[true, true, true, false]; MAX_COLOR_PLANES]));
    let part = |color, depth| ClearCall {
        color,
        depth,
        ..all.clone()
    };
    assert_eq!(clear(part(masked, Some(1.0))), [2; 4]);
    assert_eq!(clear(part(all.color, None)), [3; 4]);
    let right = ClearCall {
        scissor: Some([60, 0, 40, 70]),
        ..all.clone()
    };
    assert_eq!(clear(right), [4, 1, 4, 1]);
}
