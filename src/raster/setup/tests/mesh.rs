//! The triangles of one tile follow each other.

use crate::raster::setup::mesh::{Meshes, corners_of};
use crate::raster::setup::tile_place::MANY_TILES;
use crate::raster::vertex::window::WindowVertices;
use crate::simd::LANES;

#[test]
fn triangles_of_one_tile_follow_each_other_in_a_run() {
    let mut meshes = Meshes::default();
    let words = [[1 | 2 << 16; LANES], [3; LANES]];
    let mut push = |tile, draw, front| meshes.push([&words[0], &words[1]], 1, tile, draw, front);
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
