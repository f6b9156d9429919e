//! In which tiles a primitive lies, as one word.
#![forbid(unsafe_code)]

use crate::raster::geometry::rect::PixelRect;
use crate::simd::Vectors;

/// Where a primitive lies: the column of a tile from bit 0 on, its row from bit 14 on. [`WIDE`] adds the tile to the
/// right, [`TALL`] the ones above. [`MANY_TILES`] is everything else.
pub(crate) type TilePlace = u32;

/// The bit that a row starts with.
const ROW: u32 = 14;

const WIDE: TilePlace = 1 << 13;

const TALL: TilePlace = WIDE << ROW;

/// More tiles than that. No tile of the guard band has this place.
pub(crate) const MANY_TILES: TilePlace = u32::MAX >> 2;

/// The places of sixteen primitives, by their first and last pixels.
#[inline(always)]
pub(crate) fn places_of<V: Vectors>(first: [V::I; 2], last: [V::I; 2]) -> V::I {
    let (first, last) = (tile_of::<V>(first), tile_of::<V>(last));
    let further = last - first;
    let (next, none) = (V::splat_i(1 << ROW | 1), V::splat_i(0));
    let is_near = V::eq_i(further & V::splat_i(!(1 << ROW | 1)), none);
    let place = first | V::shl(further & next, WIDE.trailing_zeros());
    V::select_i(is_near, place, V::splat_i(MANY_TILES as i32))
}

#[inline(always)]
fn tile_of<V: Vectors>([x, y]: [V::I; 2]) -> V::I {
    V::shr(x, 6) | V::shl(V::shr(y, 6), ROW)
}

/// The place of one primitive, by the pixels that it may cover.
#[inline(always)]
pub(crate) fn place_of(bounds: PixelRect) -> TilePlace {
    let [x0, y0] = [bounds.x0, bounds.y0].map(|c| c as u32 / 64);
    let [x1, y1] = [bounds.x1, bounds.y1].map(|c| (c - 1) as u32 / 64);
    match (x1.wrapping_sub(x0), y1.wrapping_sub(y0)) {
        (wide @ 0..=1, tall @ 0..=1) => x0 | y0 << ROW | (wide * WIDE) | (tall * TALL),
        _ => MANY_TILES,
    }
}

/// The tiles of a place, but for [`MANY_TILES`], by column and row.
#[inline(always)]
pub(crate) fn tiles_of(place: TilePlace) -> impl Iterator<Item = [usize; 2]> {
    let [column, row] = [place, place >> ROW].map(|at| (at & (WIDE - 1)) as usize);
    let [wide, tall] = [WIDE, TALL].map(|bit| usize::from(place & bit != 0));
    (row..=row + tall)
        .flat_map(move |row| (column..=column + wide).map(move |column| [column, row]))
}
