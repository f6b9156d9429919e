//! Meshes have the segments asked for, and an edge is divided alike in either direction.

use crate::device::geometry::mesh::{Along, Mesh, Spacing, ends};

/// Returns twice the area of a mesh. Every triangle must have the right orientation.
fn doubled_area(mesh: &Mesh) -> f64 {
    let corners = mesh.triangles.chunks_exact(3).map(|t| {
        let [p, q, r] = [t[0], t[1], t[2]].map(|i| mesh.points[i as usize].place.map(f64::from));
        (r[0] - p[0]) * (q[1] - p[1]) - (q[0] - p[0]) * (r[1] - p[1])
    });
    corners.inspect(|turn| assert!(*turn >= 0.0)).sum()
}

/// Returns the places on an edge in order, with both corners.
fn on_edge(mesh: &Mesh, is_on: impl Fn([f32; 2]) -> Option<f32>) -> Vec<f32> {
    let mut places: Vec<f32> = mesh.points.iter().filter_map(|p| is_on(p.place)).collect();
    places.sort_by(f32::total_cmp);
    places
}

/// Counts the edges that belong to one triangle only. They must all lie on the border: there are no cracks inside.
fn border_edges(mesh: &Mesh) -> usize {
    let mut counts = std::collections::BTreeMap::new();
    for t in mesh.triangles.chunks_exact(3) {
        for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
            *counts.entry((a.min(b), a.max(b))).or_insert(0usize) += 1;
        }
    }
    assert!(counts.values().all(|n| *n <= 2));
    counts.values().filter(|n| **n == 1).count()
}

const NUMBERS: [f32; 9] = [1.0, 1.2, 2.0, 2.01, 3.5, 4.0, 6.3, 9.0, 17.8];

#[test]
fn squares_have_their_segments_and_triangles_enough() {
    for spacing in [Spacing::Integral, Spacing::Fractional] {
        for (i, a) in NUMBERS.into_iter().enumerate() {
            for (k, b) in NUMBERS.into_iter().enumerate() {
                let n = [a, b, NUMBERS[(i + k) % 9], NUMBERS[(2 * i + k) % 9]];
                let mesh = Mesh::square(n, spacing);
                assert!((doubled_area(&mesh) - 2.0).abs() < 1e-5, "{n:?}");
                let mean = |x: f32, y: f32| ((x + y) / 2.0).ceil() as usize;
                let least = 2 * mean(n[0], n[1]) * mean(n[2], n[3]);
                assert!(mesh.triangles.len() / 3 >= least, "{n:?}");
                let segments: usize = n.iter().map(|n| ends(*n, spacing).len() - 1).sum();
                assert_eq!(border_edges(&mesh), segments, "{n:?} {spacing:?}");
                let bottom = on_edge(&mesh, |[u, v]| (v == 0.0).then_some(u));
                assert_eq!(
                    bottom,
                    ends(a, spacing).iter().map(|e| e[0]).collect::<Vec<_>>()
                );
            }
        }
    }
}

#[test]
fn triangles_have_their_segments_and_triangles_enough() {
    for spacing in [Spacing::Integral, Spacing::Fractional] {
        for (i, a) in NUMBERS.into_iter().enumerate() {
            for (k, b) in NUMBERS.into_iter().enumerate() {
                let n = [a, b, NUMBERS[(i + 2 * k) % 9]];
                let mesh = Mesh::triangular(n, spacing);
                assert!((doubled_area(&mesh) - 1.0).abs() < 1e-5, "{n:?}");
                let least = (n.iter().sum::<f32>() / 3.0).ceil() as usize;
                assert!(mesh.triangles.len() / 3 >= least * least, "{n:?}");
                let segments: usize = n.iter().map(|n| ends(*n, spacing).len() - 1).sum();
                assert_eq!(border_edges(&mesh), segments, "{n:?} {spacing:?}");
                let left = on_edge(&mesh, |[u, v]| (u == 0.0).then_some(v));
                assert_eq!(left.len(), ends(n[2], spacing).len());
            }
        }
    }
    assert_eq!(Mesh::triangle_grid(5).triangles.len(), 3 * 25);
}

#[test]
fn segments_grow_out_of_the_middle_and_either_direction_is_the_same() {
    for n in NUMBERS {
        for spacing in [Spacing::Integral, Spacing::Fractional] {
            let forward = ends(n, spacing);
            let backward: Vec<Along> = forward.iter().rev().map(|[t, s]| [*s, *t]).collect();
            assert_eq!(forward, backward);
            assert!(forward.len() > n.ceil() as usize);
            assert_eq!(
                (forward[0], forward[forward.len() - 1]),
                ([0.0, 1.0], [1.0, 0.0])
            );
        }
    }
    let (before, behind) = (
        ends(4.0, Spacing::Fractional),
        ends(4.0001, Spacing::Fractional),
    );
    assert_eq!((before.len(), behind.len()), (5, 7));
    let moved = |a: usize, b: usize| (before[a][0] - behind[b][0]).abs() < 1e-3;
    assert!(
        [(0, 0), (1, 1), (2, 2), (2, 3), (2, 4), (3, 5), (4, 6)]
            .into_iter()
            .all(|(a, b)| moved(a, b))
    );
}
