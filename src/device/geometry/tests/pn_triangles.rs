//! The triangles of strips and fans keep their winding.

use crate::device::geometry::pn_triangles::triangles;
use crate::raster::Topology;

#[test]
fn strips_and_fans_keep_their_winding() {
    let of = |topology, n| triangles(topology, n).collect::<Vec<_>>();
    assert_eq!(
        of(Topology::TriangleStrip, 5),
        [[0, 1, 2], [2, 1, 3], [2, 3, 4]]
    );
    assert_eq!(of(Topology::TriangleFan, 4), [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(of(Topology::Triangles, 5), [[0, 1, 2]]);
    assert!(of(Topology::TriangleStrip, 2).is_empty());
}
