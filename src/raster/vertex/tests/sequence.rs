//! A run holds the vertices that its primitives use.

use crate::raster::call::draw_call::Topology;
use crate::raster::primitive::assembly::{assemble, n_primitives};
use crate::raster::vertex::sequence::Run;

#[test]
fn runs_hold_what_their_primitives_use() {
    use Topology::*;
    for topology in [
        Points,
        Lines,
        LineStrip,
        LineLoop,
        Triangles,
        TriangleStrip,
        TriangleFan,
        Polygon,
        Quads,
        QuadStrip,
    ] {
        let count = 23;
        let n = n_primitives(topology, count);
        for (a, b) in (0..n).flat_map(|a| (a + 1..n + 1).map(move |b| (a, b))) {
            let run = Run::of(topology, &(a..b), count);
            let positions: Vec<u32> = run.parts().into_iter().flatten().collect();
            let mut used: Vec<u32> = Vec::new();
            for assembled in (a..b).map(|i| assemble(topology, i, count)) {
                for seq in &assembled.seq[..assembled.n as usize] {
                    assert_eq!(positions.get(run.number_of(*seq)), Some(seq));
                    used.push(*seq);
                }
            }
            used.sort_unstable();
            used.dedup();
            assert_eq!(used, positions, "{topology:?} {a}..{b}");
        }
    }
}
