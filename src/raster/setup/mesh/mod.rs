//! The unclipped filled triangles of a chunk: its vertices, and three indices per triangle. Their
//! planes and edges are computed tile by tile ([`setup`]), where they are used: written out for all triangles
//! they would fill the caches several times over.
#![forbid(unsafe_code)]

pub(crate) mod planes;
pub(crate) mod setup;
pub(crate) mod sink;

use crate::raster::geometry::list::List;
use crate::raster::geometry::rect::PixelRect;
use crate::raster::geometry::samples::SAMPLE_REACH;
use crate::raster::geometry::subpixel::CENTRE_REACH;
use crate::raster::setup::tile_place::{MANY_TILES, TilePlace};
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

/// The triangles of a page, by mesh.
#[derive(Debug, Default)]
pub(crate) struct Meshes {
    /// The first word of each triangle, and the second; both lists have spare capacity.
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

/// The pixels of sixteen triangles, as x0, y0, x1, y1, inside a rectangle. Anything for corners outside the guard band.
#[inline(always)]
pub(crate) fn bounds_of<V: Vectors>(
    x: [V::I; 3],
    y: [V::I; 3],
    by_sample: bool,
    clip: PixelRect,
) -> [V::I; 4] {
    let [low, high] = if by_sample {
        SAMPLE_REACH
    } else {
        CENTRE_REACH
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
