//! What a chunk's filled triangles leave in a page where nothing of them is cut: its vertices, and three numbers each. Their
//! planes and edges are computed tile by tile ([`super::mesh_setup`]), where they are used: written out for all triangles
//! they would fill the caches several times over.
#![forbid(unsafe_code)]

use super::record::{CENTRE_REACH, MESH_RUN, PixelRect, Placed, SetupOutput};
use crate::raster::coverage::samples::SAMPLE_REACH;
use crate::raster::tile::list::List;
use crate::raster::vertex::window::WindowVertices;
use crate::simd::{LANES, Vectors};

/// Triangles that follow each other, of one mesh, draw and face, in the same tiles or each in many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MeshRun {
    /// The first of [`Meshes`]'s triangles.
    pub(crate) first: u32,
    pub(crate) n: u32,
    pub(crate) mesh: u32,
    pub(crate) draw: u32,
    pub(crate) front: bool,
}

/// The numbers of a triangle's corners in its mesh, counterclockwise, and of the vertex that gives flat colours, in 16 bits
/// each, as two words.
pub(crate) fn corners_of([first, second]: [u32; 2]) -> ([usize; 3], usize) {
    let [a, b, c, d] = [first & 0xffff, first >> 16, second & 0xffff, second >> 16];
    ([a as usize, b as usize, c as usize], d as usize)
}

/// The same for sixteen triangles.
#[inline(always)]
pub(crate) fn corners_of_all<V: Vectors>(
    [first, second]: [V::I; 2],
) -> ([[u32; LANES]; 3], [u32; LANES]) {
    let low = V::splat_i(0xffff);
    let corners = [
        V::store_i(first & low),
        V::store_i(V::shr(first, 16)),
        V::store_i(second & low),
    ];
    (corners, V::store_i(V::shr(second, 16)))
}

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

/// The triangles of a page, by mesh.
#[derive(Debug, Default)]
pub(crate) struct Meshes {
    /// The first word of each triangle, with room behind, and the second.
    pub(crate) words: [List<u32>; 2],
    pub(crate) runs: Vec<MeshRun>,
    /// What the last run's triangles have in common, if there may be more: tile, draw, face, mesh.
    open: Option<[u32; 4]>,
    /// The vertices of each mesh, and memory for more.
    vertices: Vec<WindowVertices>,
    n: usize,
    /// The chunk being carried out has triangles.
    is_used: bool,
}

impl Meshes {
    /// Forgets all triangles, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.words.iter_mut().for_each(List::clear);
        self.runs.clear();
        self.open = None;
        self.n = 0;
        self.is_used = false;
    }

    pub(crate) fn capacity_bytes(&self) -> usize {
        let vertices = self.vertices.iter().map(WindowVertices::capacity_bytes);
        self.words[0].capacity() * size_of::<[u32; 2]>()
            + self.runs.capacity() * size_of::<MeshRun>()
            + vertices.sum::<usize>()
    }

    pub(crate) fn size_bytes(&self) -> usize {
        let vertices = self.vertices[..self.n].iter();
        self.words[0].len() * size_of::<[u32; 2]>()
            + self.runs.len() * size_of::<MeshRun>()
            + vertices.map(WindowVertices::size_bytes).sum::<usize>()
    }

    /// What is pushed next begins a run.
    #[inline(always)]
    pub(crate) fn close(&mut self) {
        self.open = None;
    }

    /// Appends the first `n` triangles, at most as many as `words` has, of the chunk being carried out, which lie in the same
    /// tiles; says whether they begin a run.
    #[inline(always)]
    pub(crate) fn push(
        &mut self,
        words: [&[u32; LANES]; 2],
        n: usize,
        tile: TilePlace,
        draw: u32,
        front: bool,
    ) -> bool {
        let first = self.words[0].len() as u32;
        for (list, words) in self.words.iter_mut().zip(words) {
            // Sixteen are read at once, from the last triangle on, too.
            let room: &mut [u32; 2 * LANES] = list.room();
            room[..LANES].copy_from_slice(words);
            list.advance(n);
        }
        let mesh = self.n as u32;
        let common = Some([tile, draw, u32::from(front), mesh]);
        if common == self.open
            && let Some(run) = self.runs.last_mut()
        {
            run.n += n as u32;
            return false;
        }
        self.is_used = true;
        self.open = common.filter(|_| tile != MANY_TILES);
        self.runs.push(MeshRun {
            first,
            n: n as u32,
            mesh,
            draw,
            front,
        });
        true
    }

    /// Takes the vertices of the chunk, if it has triangles, in exchange for memory.
    pub(crate) fn keep(&mut self, window: &mut WindowVertices) {
        if !std::mem::take(&mut self.is_used) {
            return;
        }
        if self.n == self.vertices.len() {
            self.vertices.push(WindowVertices::default());
        }
        std::mem::swap(window, &mut self.vertices[self.n]);
        self.n += 1;
    }

    /// The corners of the first triangle of a run in subpixels: x, then y.
    pub(crate) fn places(&self, run: &MeshRun) -> [[i32; 3]; 2] {
        let first = run.first as usize;
        let vertices = self.vertices(run);
        let ([a, b, c], _) = corners_of([self.words[0][first], self.words[1][first]]);
        let (a, b, c) = (vertices.vertex(a), vertices.vertex(b), vertices.vertex(c));
        [[a.x, b.x, c.x], [a.y, b.y, c.y]]
    }

    #[inline(always)]
    pub(crate) fn vertices(&self, run: &MeshRun) -> &WindowVertices {
        &self.vertices[run.mesh as usize]
    }
}

impl SetupOutput {
    /// Appends `n` triangles of the mesh that the chunk being carried out is, with [`corners_of_all`] these words, which have room
    /// for sixteen behind the last one. They lie in the same tiles, or each in many.
    #[inline(always)]
    pub(crate) fn push_triangles(
        &mut self,
        words: [&[u32]; 2],
        n: usize,
        tile: TilePlace,
        draw: u32,
        front: bool,
    ) {
        let step = if tile == MANY_TILES { 1 } else { LANES };
        for first in (0..n).step_by(step) {
            let (Some(a), Some(b)) = (
                words[0][first..].first_chunk(),
                words[1][first..].first_chunk(),
            ) else {
                return;
            };
            if self
                .meshes
                .push([a, b], step.min(n - first), tile, draw, front)
            {
                self.order.push(Placed {
                    tile,
                    number: (self.meshes.runs.len() - 1) as u32 | MESH_RUN,
                });
            }
        }
    }
}

/// The pixels of sixteen triangles, as x0, y0, x1, y1, inside a rectangle. Anything for corners outside the guard band.
#[inline(always)]
pub(crate) fn bounds_of<V: Vectors>(
    x: [V::I; 3],
    y: [V::I; 3],
    by_sample: bool,
    clip: PixelRect,
) -> [V::I; 4] {
    let [low, high] = match by_sample {
        true => SAMPLE_REACH,
        false => CENTRE_REACH,
    };
    let low = V::splat_i(low);
    let high = V::splat_i(high);
    [
        V::max_i(V::sar(least::<V>(x) + low, 8), V::splat_i(clip.x0)),
        V::max_i(V::sar(least::<V>(y) + low, 8), V::splat_i(clip.y0)),
        V::min_i(V::sar(greatest::<V>(x) + high, 8), V::splat_i(clip.x1)),
        V::min_i(V::sar(greatest::<V>(y) + high, 8), V::splat_i(clip.y1)),
    ]
}

#[inline(always)]
fn least<V: Vectors>([a, b, c]: [V::I; 3]) -> V::I {
    V::min_i(V::min_i(a, b), c)
}

#[inline(always)]
fn greatest<V: Vectors>([a, b, c]: [V::I; 3]) -> V::I {
    V::max_i(V::max_i(a, b), c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_for_tests::Random;
    use crate::simd::{InstructionSet, PerWidth, run_on};

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

    #[test]
    fn triangles_of_one_tile_follow_each_other_in_a_run() {
        let mut meshes = Meshes::default();
        let words = [[1 | 2 << 16; LANES], [3; LANES]];
        let mut push =
            |tile, draw, front| meshes.push([&words[0], &words[1]], 1, tile, draw, front);
        assert!(push(7, 0, true));
        assert!(!push(7, 0, true));
        // Another tile, face, draw; then triangles that each have tiles of their own.
        assert!(push(8, 0, true) && push(8, 0, false) && push(8, 1, false));
        assert!(push(MANY_TILES, 1, false) && push(MANY_TILES, 1, false));
        let runs: Vec<_> = meshes.runs.iter().map(|run| (run.first, run.n)).collect();
        assert_eq!(runs, [(0, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]);
        let mut window = WindowVertices::default();
        meshes.keep(&mut window);
        assert!(meshes.push([&[0; LANES]; 2], 5, 8, 1, false), "a new mesh");
        assert_eq!((meshes.runs[6].mesh, meshes.runs[6].n), (1, 5));
        assert_eq!(corners_of([1 | 2 << 16, 3 | 4 << 16]), ([1, 2, 3], 4));
    }
}
