//! In which tiles a primitive lies, as one word.
#![forbid(unsafe_code)]

use crate::raster::geometry::rect::PixelRect;
use crate::simd::Vectors;

/// Where primitives lie: a tile, by column and row from bits 0 and 14 on, with [`WIDE`] the next one to the right, too, with
/// [`TALL`] the ones above; or [`MANY_TILES`].
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_for_tests::Random;
    use crate::simd::{InstructionSet, LANES, PerWidth, run_on};

    /// The places of sixteen rectangles of pixels: x0, y0, and the last pixels.
    struct Places<'a>([[u32; LANES]; 4], &'a mut [u32; LANES]);

    impl PerWidth for Places<'_> {
        #[inline(always)]
        fn run<V: Vectors>(self) {
            let [x0, y0, x1, y1] = self.0;
            let first = [V::load_i(x0), V::load_i(y0)];
            let last = [V::load_i(x1), V::load_i(y1)];
            *self.1 = V::store_i(places_of::<V>(first, last));
        }
    }

    #[test]
    fn places_name_the_tiles_that_pixels_lie_in() {
        InstructionSet::ALL.into_iter().for_each(places_name_tiles);
    }

    fn places_name_tiles(set: InstructionSet) {
        let mut numbers = Random::new(5);
        let mut random = |n: u32| numbers.below(n);
        let mut counts = [0; 5];
        for round in 0..300 {
            let size = [9, 70, 200][round % 3];
            let mut starts = || std::array::from_fn(|_| random(16384 - 200));
            let (x0, y0): ([u32; LANES], [u32; LANES]) = (starts(), starts());
            let mut ends = |from: [u32; LANES]| from.map(|start| start + random(size));
            let pixels = [x0, y0, ends(x0), ends(y0)];
            let mut places = [0; LANES];
            run_on(set, Places(pixels, &mut places));
            for (l, place) in places.into_iter().enumerate() {
                let [x0, y0, x1, y1] = pixels.map(|c| c[l] as i32);
                let (x1, y1) = (x1 + 1, y1 + 1);
                assert_eq!(place, place_of(PixelRect { x0, y0, x1, y1 }));
                let rows = y0 as usize / 64..=(y1 - 1) as usize / 64;
                let columns = x0 as usize / 64..=(x1 - 1) as usize / 64;
                let in_rows = |row| columns.clone().map(move |column| [column, row]);
                let all: Vec<_> = rows.clone().flat_map(in_rows).collect();
                if rows.count() > 2 || columns.clone().count() > 2 {
                    assert_eq!(place, MANY_TILES);
                    counts[0] += 1;
                } else {
                    assert_eq!(tiles_of(place).collect::<Vec<_>>(), all);
                    counts[all.len()] += 1;
                }
            }
        }
        assert!([0, 1, 2, 4].iter().all(|n| counts[*n] > 100), "{counts:?}");
        let empty = PixelRect {
            x0: 70,
            y0: 3,
            x1: 60,
            y1: 9,
        };
        assert_eq!(
            place_of(empty),
            MANY_TILES,
            "for those who ask whether it is empty"
        );
    }
}
