//! Checks generic varyings in the tiled rasterizer: they are linked by name, clamped, and taken at a centroid.
#![forbid(unsafe_code)]

use shim_tests::raster_scene::{Scene, at, drawn};
use std::sync::Arc;
use trilobite::ir::interface::{attribute, fragment_input, varying};
use trilobite::ir::link::link;
use trilobite::ir::{Builder, Op, Program};
use trilobite::raster::*;

/// The position is copied. Generic varying 1, which the program calls `tint`, is twice the colour.
fn vertex_program() -> Arc<Program> {
    let mut b = Builder::new();
    let two = b.f32(2.0);
    for c in 0..4 {
        let x = b.load_input(4 * attribute::POSITION + c);
        b.store_output(4 * varying::POSITION + c, x);
        let x = b.load_input(4 * attribute::COLOR + c);
        let x = b.emit1(Op::FMul, &[x, two]);
        b.store_output(4 * (varying::GENERIC_0 + 1) + c, x);
    }
    Arc::new(b.finish())
}

/// Half of generic varying 0, which this program calls `tint`, and red where its alpha is above `limit`.
fn fragment_program(clamped: u32, centroid: u32, limit: f32) -> Arc<Program> {
    let mut b = Builder::new();
    let half = b.f32(0.5);
    let [_, green, blue, alpha] =
        [0, 1, 2, 3].map(|c| b.load_input(4 * fragment_input::GENERIC_0 + c));
    let (limit, zero, one) = (b.f32(limit), b.f32(0.0), b.f32(1.0));
    let is_above = b.emit1(Op::FLt, &[limit, alpha]);
    let red = b.emit1(Op::SelectF, &[is_above, one, zero]);
    b.store_output(0, red);
    for (output, x) in [(1, green), (2, blue)] {
        let x = b.emit1(Op::FMul, &[x, half]);
        b.store_output(output, x);
    }
    b.store_output(3, one);
    let mut program = b.finish();
    (program.varyings.clamped, program.varyings.centroid) = (clamped, centroid);
    link(&mut program, &["tint"], &["", "tint"]).expect("the vertex program writes it");
    Arc::new(program)
}

#[test]
fn a_varying_is_linked_by_name_and_clamped_where_its_flag_says_so() {
    let color = [0.0, 0.75, 0.25, 0.5];
    let square = [[2.0, 2.0], [9.0, 2.0], [9.0, 9.0], [2.0, 9.0]].map(|[x, y]| at(x, y, color));
    for (clamped, expected) in [(0, 0xff00_bf40_u32), (1, 0xff00_8040)] {
        let mut scene = Scene::new(16, 16);
        scene.set_vertex_program(vertex_program());
        scene.set_fragment_program(fragment_program(clamped, 0, 2.0));
        assert_eq!(drawn(&scene, Topology::Quads, &square).len(), 49);
        assert_eq!(scene.colors()[5 * 16 + 5], expected, "clamped {clamped}");
    }
}

/// Alpha rises from 0 at x = 0 to 1 at the square's right edge, x = 7.45. The centre of pixel 7 is outside, and two of its
/// samples are inside.
#[test]
fn a_centroid_lies_inside_of_what_is_covered() {
    let corner = |x: f32, y: f32| at(x, y, [0.0, 0.5, 0.5, x / 7.45 / 2.0]);
    let square = [[0.0, 2.0], [7.45, 2.0], [7.45, 9.0], [0.0, 9.0]].map(|[x, y]| corner(x, y));
    let red = |pixel: u32| pixel >> 16 & 0xff == 0xff;
    for (centroid, is_beyond) in [(0, true), (1, false)] {
        let mut scene = Scene::multisampled(16, 16);
        scene.set_vertex_program(vertex_program());
        scene.set_fragment_program(fragment_program(0, centroid, 1.0));
        drawn(&scene, Topology::Quads, &square);
        let colors = [0, 1, 2, 3].map(|sample| scene.samples(sample).0[5 * 16 + 7]);
        let covered: Vec<u32> = colors.into_iter().filter(|color| *color != 0).collect();
        assert_eq!(covered.len(), 2, "{colors:x?}");
        assert!(
            covered.iter().all(|color| red(*color) == is_beyond),
            "centroid {centroid}: {colors:x?}"
        );
        assert!(!red(scene.samples(0).0[5 * 16 + 6]));
    }
}
