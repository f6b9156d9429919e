//! Curved triangles follow the formulas of ATI_pn_triangles, and neighbours fit to the bit.

use crate::device::geometry::mesh::{Mesh, MeshPoint};
use crate::device::geometry::pn_patch::{Patch, Vec4, with_length};

fn unit(v: [f32; 3]) -> Vec4 {
    let [x, y, z] = with_length(v, 1.0);
    [x, y, z, 1.0]
}

fn near(a: Vec4, b: [f32; 3]) -> bool {
    (0..3).all(|c| (a[c] - b[c]).abs() < 1e-6)
}

/// On a triangle of the unit sphere, the middle of an edge of the paper's cubic is (P1 + P2) / 2 + (N1 + N2) · (1 −
/// P1·P2) / 8.
#[test]
fn patches_bulge_as_the_formulas_say() {
    let corners = [
        unit([1.0, 0.0, 0.0]),
        unit([0.0, 1.0, 0.0]),
        unit([0.0, 0.0, 1.0]),
    ];
    let patch = Patch::cubic(corners, corners);
    let middle = MeshPoint {
        place: [0.5, 0.0],
        edge: Some((0, [0.5, 0.5])),
    };
    assert!(near(patch.at(&middle), [0.625, 0.625, 0.0]));
    // b111 = E + (E − V) / 2 with E = (4/9, 4/9, 4/9), V = (1/3, 1/3, 1/3).
    let centre = MeshPoint {
        place: [1.0 / 3.0; 2],
        edge: None,
    };
    let b111 = 4.0 / 9.0 + 1.0 / 18.0;
    let expected = (1.0 + 3.0 * 6.0 * 4.0 / 9.0 + 6.0 * b111) / 27.0;
    assert!(
        near(patch.at(&centre), [expected; 3]),
        "{:?}",
        patch.at(&centre)
    );
    let normals = Patch::quadratic(corners, corners);
    let half = 0.5f32.sqrt();
    // (N1 + 2 · middle + N2) / 4 with the middle (√½, √½, 0).
    let expected = (1.0 + 2.0 * half) / 4.0;
    assert!(near(normals.at(&middle), [expected, expected, 0.0]));
}

#[test]
fn corners_stay_and_neighbours_fit_bit_by_bit() {
    let corners = [
        [0.1, 0.2, 0.3, 1.0],
        [1.4, 0.1, -0.2, 1.0],
        [0.3, 1.7, 0.5, 1.0],
    ];
    let normals = [
        unit([0.3, 0.1, 1.0]),
        unit([-0.4, 0.2, 2.0]),
        unit([0.1, 0.9, 0.7]),
    ];
    let fourth = ([2.0, 2.0, 2.0, 1.0], unit([1.0, 0.0, 0.2]));
    // The other triangle runs along the second edge from its end to its beginning.
    let other = [corners[2], corners[1], fourth.0];
    let turned = [normals[2], normals[1], fourth.1];
    let mesh = &Mesh::triangle_grid(7);
    let along = |patch: &Patch, edge: usize| {
        let on = mesh
            .points
            .iter()
            .filter(|p| p.edge.is_some_and(|e| e.0 == edge));
        let mut bits: Vec<_> = on.map(|p| patch.at(p).map(f32::to_bits)).collect();
        // Each edge owns the corner at its beginning. The corner at its end belongs to the next edge.
        bits.remove(0);
        bits.sort();
        bits
    };
    let patches = [
        (Patch::cubic(corners, normals), Patch::cubic(other, turned)),
        (
            Patch::quadratic(corners, normals),
            Patch::quadratic(other, turned),
        ),
    ];
    for (a, b) in patches {
        assert_eq!(along(&a, 1), along(&b, 0));
        assert_eq!(a.at(&mesh.points[0]), a.edges[0][0]);
    }
}
