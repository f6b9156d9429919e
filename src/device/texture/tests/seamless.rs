//! The borders of faces are the texels that lie beside them on the cube.

use crate::device::texture::seamless::{neighbour, with_neighbours};
use crate::format::TextureShape;
use crate::texture::{Image, Level, PADDING_BYTES, TexelFormat};
use std::sync::Arc;

/// The point of a texel on the cube, by GL 1.5 table 3.21 backwards.
fn point(face: usize, [i, j]: [i32; 2], n: i32) -> [f64; 3] {
    let [s, t] = [i, j].map(|i| f64::from(2 * i + 1) / f64::from(n) - 1.0);
    match face {
        0 => [1.0, -t, -s],
        1 => [-1.0, -t, s],
        2 => [s, 1.0, t],
        3 => [s, -1.0, -t],
        4 => [s, -t, 1.0],
        _ => [-s, -t, -1.0],
    }
}

/// Over each edge, a texel's neighbour lies as near as a texel at an edge can, and has the texel as its own neighbour.
#[test]
fn neighbours_touch_and_are_mutual() {
    for n in [1, 2, 5, 8] {
        for (face, edge, k) in
            (0..6).flat_map(|f| (0..4).flat_map(move |e| (0..n).map(move |k| (f, e, k))))
        {
            let (inside, outside) = match edge {
                0 => ([0, k], [-1, k]),
                1 => ([n - 1, k], [n, k]),
                2 => ([k, 0], [k, -1]),
                _ => ([k, n - 1], [k, n]),
            };
            let (there, place) = neighbour((face, outside), n);
            assert_ne!(there, face);
            let (a, b) = (point(face, inside, n), point(there, place, n));
            let distance: f64 = (0..3).map(|c| (a[c] - b[c]).powi(2)).sum::<f64>().sqrt();
            // Half a texel along each of two faces.
            let expected = 2f64.sqrt() / f64::from(n);
            assert!((distance - expected).abs() < 1e-9, "{n} {face} {edge} {k}");
            let steps = [[-1, 0], [1, 0], [0, -1], [0, 1]];
            let back = steps.map(|[x, y]| neighbour((there, [place[0] + x, place[1] + y]), n));
            assert!(back.contains(&(face, inside)), "{n} {face} {edge} {k}");
        }
    }
}

/// Texels stay inside, edges come from their neighbours, corners are averages of three.
#[test]
fn borders_are_made_of_neighbours() {
    let n = 3u32;
    // Each texel says where it is; a border of the application's is not used.
    let face = |face: u8| {
        let mut texels = Vec::new();
        for (j, i) in (0..n + 2).flat_map(|j| (0..n + 2).map(move |i| (j, i))) {
            let is_border = [i, j].iter().any(|i| *i == 0 || *i == n + 1);
            let mark = if is_border { 255 } else { 0 };
            texels.extend([face * 40, i as u8 * 10, j as u8 * 10, mark]);
        }
        texels.resize(texels.len() + PADDING_BYTES, 0);
        let level = Level {
            width: n,
            height: n,
            depth: 1,
            border: 1,
            texels: Arc::new(texels),
        };
        vec![Some(level)]
    };
    let image = Image {
        kind: TextureShape::Cube,
        format: TexelFormat::Rgba8,
        faces: (0..6).map(face).collect(),
    };
    let bordered = with_neighbours(&image).unwrap();
    let texel = |face: usize, [i, j]: [i32; 2]| {
        let level = bordered.faces[face][0].as_ref().unwrap();
        assert_eq!((level.width, level.border), (n, 1));
        let number = ((j + 1) * (n as i32 + 2) + i + 1) as usize;
        <[u8; 4]>::try_from(&level.texels[4 * number..][..4]).unwrap()
    };
    let given = |(face, [i, j]): (usize, [i32; 2])| {
        [face as u8 * 40, (i + 1) as u8 * 10, (j + 1) as u8 * 10, 0]
    };
    for face in 0..6 {
        for k in 0..3 {
            assert_eq!(texel(face, [k, 1]), given((face, [k, 1])));
            for outside in [[-1, k], [3, k], [k, -1], [k, 3]] {
                assert_eq!(texel(face, outside), given(neighbour((face, outside), 3)));
            }
        }
        let three = [
            given((face, [0, 0])),
            given(neighbour((face, [-1, 0]), 3)),
            given(neighbour((face, [0, -1]), 3)),
        ];
        for (c, got) in texel(face, [-1, -1]).into_iter().enumerate() {
            let sum: u32 = three.iter().map(|texel| u32::from(texel[c])).sum();
            assert!((3 * u32::from(got)).abs_diff(sum) <= 2);
        }
    }
    assert!(
        with_neighbours(&Image {
            kind: TextureShape::D2,
            ..image
        })
        .is_none()
    );
}
