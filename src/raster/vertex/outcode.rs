//! Outcodes: one bit for each plane that a vertex is outside of.
#![forbid(unsafe_code)]

use super::varyings::GroupOutputs;
use crate::ir::interface::varying;
use crate::raster::call::conventions::DepthClip;
use crate::raster::call::draw_call::RasterState;
use crate::raster::geometry::limits::SMALLEST_W;
use crate::simd::Vectors;

/// It is outside one of the sides of the view volume: left, right, below or above.
pub(crate) const SIDES: [u32; 4] = [1, 2, 4, 8];
/// It is in front of the near plane.
pub(crate) const NEAR: u32 = 1 << 4;
/// It is beyond the far plane.
pub(crate) const FAR: u32 = 1 << 5;
/// All planes of the view volume. Each of x, y and z has two bits, that of the plane at -w first.
pub(crate) const VIEW_VOLUME: u32 = 0x3f;
/// Its w is too small to divide by.
pub(crate) const SMALL_W: u32 = 1 << 6;
/// It is outside user plane 0. The five bits above are those of the other user planes.
pub(crate) const USER: u32 = 1 << 7;
/// A coordinate is infinite or NaN, or a user clip distance is NaN. The vertex is dropped with its primitive.
pub(crate) const INVALID: u32 = 1 << 16;
/// The view volume reaches beyond the guard band. Only the clipper can tell whether the vertex is inside.
pub(crate) const UNKNOWN: u32 = 1 << 17;

/// Says how the outcodes of a draw are computed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OutcodeRules {
    /// The bits that every vertex has.
    always: u32,
    /// The bits of the planes that there are: near and far are missing if depths are clamped.
    tested: u32,
    /// The user clip distances that are enabled, by bit.
    user: u8,
    /// A mask that turns -w into the z of the near plane: all bits, or none where that is 0.
    pub(super) near: i32,
}

/// Returns `code` in the lanes where the mask is true, else 0.
#[inline(always)]
fn code_where<V: Vectors>(mask: V::M, code: u32) -> V::I {
    V::select_i(mask, V::splat_i(code as i32), V::splat_i(0))
}

/// Returns `code` in the lanes where the mask is false, else 0.
#[inline(always)]
fn code_unless<V: Vectors>(mask: V::M, code: u32) -> V::I {
    V::select_i(mask, V::splat_i(0), V::splat_i(code as i32))
}

impl OutcodeRules {
    /// Makes the rules of a draw. `holds_frustum`: the view volume lies inside the guard band.
    pub(crate) fn new(state: &RasterState, holds_frustum: bool) -> OutcodeRules {
        OutcodeRules {
            always: if holds_frustum { 0 } else { UNKNOWN },
            tested: if state.depth_clamp { !(NEAR | FAR) } else { !0 },
            user: state.clip_planes & 0x3f,
            near: match state.conventions.depth_clip {
                DepthClip::MinusOneToOne => !0,
                DepthClip::ZeroToOne => 0,
            },
        }
    }

    /// Computes the outcodes of a group.
    #[inline(always)]
    pub(super) fn outcodes<V: Vectors>(&self, group: GroupOutputs<'_>) -> V::I {
        let [x, y, z, w] = group.vec4(varying::POSITION);
        let (x, y, z, w) = (V::load(x), V::load(y), V::load(z), V::load(w));
        let zero = V::splat(0.0);
        let minus_w = zero - w;
        let near = V::from_bits(V::bits(minus_w) & V::splat_i(self.near));
        let sides = SIDES;
        let planes = code_where::<V>(V::lt(x, minus_w), sides[0])
            | code_where::<V>(V::lt(w, x), sides[1])
            | code_where::<V>(V::lt(y, minus_w), sides[2])
            | code_where::<V>(V::lt(w, y), sides[3])
            | code_where::<V>(V::lt(z, near), NEAR)
            | code_where::<V>(V::lt(w, z), FAR)
            | code_where::<V>(V::lt(w, V::splat(SMALLEST_W as f32)), SMALL_W);
        // This sum is 0 if all coordinates are finite, else NaN, because infinity × 0 is NaN.
        let nothing = x * zero + y * zero + z * zero + w * zero;
        let mut codes = planes & V::splat_i(self.tested as i32)
            | V::splat_i(self.always as i32)
            | code_unless::<V>(V::eq(nothing, zero), INVALID);
        for i in (0..6u32).filter(|i| self.user >> i & 1 == 1) {
            let distance = V::load(group.get(4 * varying::CLIP_0 + i));
            codes = codes
                | code_where::<V>(V::lt(distance, zero), USER << i)
                | code_unless::<V>(V::eq(distance, distance), INVALID);
        }
        codes
    }
}
