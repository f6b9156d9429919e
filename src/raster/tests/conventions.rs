//! Pictures under the conventions of other interfaces, on targets of 8 × 8 pixels.
#![forbid(unsafe_code)]

use super::raster_state;
use crate::ir::interface::{attribute, fragment_input, varying};
use crate::ir::{Builder, Program};
use crate::platform::PixelStorage;
use crate::raster::*;
use std::sync::Arc;

const SIZE: usize = 8;

/// Attributes or inputs that become varyings or outputs as they are, four floats each.
fn copies(pairs: &[(u32, u32)]) -> Arc<Program> {
    let mut b = Builder::new();
    for (from, to) in pairs {
        for c in 0..4 {
            let x = b.load_input(4 * from + c);
            b.store_output(4 * to + c, x);
        }
    }
    Arc::new(b.finish())
}

/// The colours and the depths of a target after a draw, first row first.
struct Picture {
    colors: Vec<[u32; SIZE]>,
    depths: Vec<[u32; SIZE]>,
}

/// Draws vertices of a position and a colour; `fragment` reads the colour or the place.
fn draw(
    raster: RasterState,
    fragment: u32,
    topology: Topology,
    vertices: &[([f32; 4], [f32; 4])],
) -> Picture {
    let plane = || Arc::new(PixelStorage::new(SIZE as u32, SIZE as u32).unwrap());
    let target = Arc::new(RenderTarget {
        width: SIZE as u32,
        height: SIZE as u32,
        color: [(0, plane())].into_iter().collect(),
        depth_stencil: Some(plane()),
    });
    let stage = |program: Arc<Program>| Stage {
        program,
        uniforms: Arc::default(),
        textures: Vec::new(),
    };
    let (positions, colors): (Vec<_>, Vec<_>) = vertices.iter().copied().unzip();
    let mut attributes = vec![AttributeSource::Constant([1.0; 4]); attribute::COUNT as usize];
    attributes[attribute::POSITION as usize] = AttributeSource::floats(&positions);
    attributes[attribute::COLOR as usize] = AttributeSource::floats(&colors);
    let state = DrawState {
        vertex: stage(copies(&[
            (attribute::POSITION, varying::POSITION),
            (attribute::COLOR, varying::FRONT_COLOR),
        ])),
        fragment: stage(copies(&[(fragment, 0)])),
        raster: Arc::new(raster),
        ops: FragmentOps {
            alpha_test: None,
            depth_test: Some(crate::texture::CompareFunc::Always),
            depth_write: true,
            depth_clamp: false,
            depth_bounds: false,
            stencil: None,
            blend: None,
            blends: [false; MAX_COLOR_PLANES],
            logic_op: None,
            color_mask: [[true; 4]; MAX_COLOR_PLANES],
            stored: Default::default(),
            srgb: Default::default(),
            one_color: true,
            clamp_color: true,
        },
        values: FragmentOpsValues {
            alpha_reference: 0.0,
            depth_range: [0.0, 1.0],
            depth_bounds: [0.0, 1.0],
            stencil_reference: [0; 2],
            stencil_mask: [0xff; 2],
            stencil_write_mask: [0xff; 2],
            blend_color: [0.0; 4],
        },
        target: target.clone(),
        occlusion: None,
    };
    let vertices = VertexInput {
        attributes,
        count: vertices.len() as u32,
        ..VertexInput::default()
    };
    let mut renderer = Renderer::new();
    renderer.draw(&Arc::new(state), topology, Vertices::Arrays(vertices));
    renderer.flush();
    let rows = |plane: &PixelStorage| {
        let row = |y| {
            let mut row = [0; SIZE];
            plane.read_row(0, y, &mut row);
            row
        };
        (0..SIZE as u32).map(row).collect()
    };
    let depth = target.depth_stencil.as_ref();
    Picture {
        colors: rows(&target.color[0].1),
        depths: rows(depth.expect("the target has depths")),
    }
}

fn state(conventions: Conventions) -> RasterState {
    RasterState {
        conventions,
        ..raster_state(SIZE as i32, SIZE as i32)
    }
}

/// Clip coordinates of Direct3D's window coordinates, z as it is.
fn from_window([x, y, z]: [f32; 3]) -> [f32; 4] {
    [x / 4.0 - 1.0, 1.0 - y / 4.0, z, 1.0]
}

const WHITE: [f32; 4] = [1.0; 4];
const TOP_DOWN: Conventions = Conventions {
    origin: Origin::UpperLeft,
    pixel_centre: PixelCentre::Integer,
    depth_clip: DepthClip::ZeroToOne,
    provoking: Provoking::First,
};

/// All edges run through centres: the left column and the upper row are in, the right and the lower are not.
#[test]
fn rectangles_at_whole_numbers_fill_their_pixels() {
    let corners = [[2.0, 1.0], [6.0, 1.0], [6.0, 4.0], [2.0, 4.0]];
    let vertices = corners.map(|[x, y]| (from_window([x, y, 0.5]), WHITE));
    let picture = draw(
        state(TOP_DOWN),
        fragment_input::COLOR,
        Topology::TriangleFan,
        &vertices,
    );
    for (y, row) in picture.colors.iter().enumerate() {
        for (x, color) in row.iter().enumerate() {
            let is_in = (2..6).contains(&x) && (1..4).contains(&y);
            assert_eq!(*color, if is_in { !0 } else { 0 }, "{x}, {y}");
        }
    }
}

/// The place that a program reads is a whole number, counted from above.
#[test]
fn programs_read_whole_places() {
    let corners = [[-1.0, -1.0], [9.0, -1.0], [9.0, 9.0], [-1.0, 9.0]];
    let vertices = corners.map(|[x, y]| (from_window([x, y, 0.5]), WHITE));
    let picture = draw(
        state(TOP_DOWN),
        fragment_input::POSITION,
        Topology::TriangleFan,
        &vertices,
    );
    // Red and green are x and y, clamped to [0, 1]; blue is z, alpha 1 / w.
    for (y, row) in picture.colors.iter().enumerate() {
        for (x, color) in row.iter().enumerate() {
            let (red, green) = (255 * x.min(1) as u32, 255 * y.min(1) as u32);
            assert_eq!(*color, 0xff00_0080 | red << 16 | green << 8, "{x}, {y}");
        }
    }
}

/// Counterclockwise on the screen is front, wherever the first row lies.
#[test]
fn faces_look_the_same_from_both_origins() {
    let triangle = [[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]];
    let vertices = triangle.map(|[x, y]| ([x, y, 0.5, 1.0], WHITE));
    for origin in [Origin::LowerLeft, Origin::UpperLeft] {
        for culls_front in [false, true] {
            let mut raster = state(Conventions {
                origin,
                ..Conventions::default()
            });
            raster.cull.front = culls_front;
            raster.cull.back = !culls_front;
            let color = fragment_input::COLOR;
            let picture = draw(raster, color, Topology::Triangles, &vertices);
            let n = picture.colors.as_flattened().iter().filter(|c| **c != 0);
            assert_eq!(n.count() == 0, culls_front, "{origin:?}");
            // The wide end is below.
            let wide = if origin == Origin::LowerLeft {
                0
            } else {
                SIZE - 1
            };
            assert_eq!(picture.colors[wide][1] == 0, culls_front, "{origin:?}");
        }
    }
}

/// Depths from 0 to 1 are stored as they are; what lies before 0 is cut away.
#[test]
fn depths_may_go_from_zero_to_one() {
    let conventions = Conventions {
        depth_clip: DepthClip::ZeroToOne,
        ..Conventions::default()
    };
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let draw = |z: [f32; 2]| {
        // z changes from the left to the right side.
        let vertices = corners.map(|[x, y]| ([x, y, z[(x > 0.0) as usize], 1.0], WHITE));
        let color = fragment_input::COLOR;
        draw(state(conventions), color, Topology::TriangleFan, &vertices)
    };
    let quarter = draw([0.25; 2]);
    assert!(
        quarter
            .depths
            .as_flattened()
            .iter()
            .all(|d| d >> 8 == 0x40_0000)
    );
    let is_drawn = |picture: &Picture| picture.colors[3].map(|color| color != 0);
    assert_eq!(is_drawn(&draw([-0.25; 2])), [false; SIZE]);
    assert_eq!(is_drawn(&draw([1.25; 2])), [false; SIZE]);
    let cut = [false, false, false, false, true, true, true, true];
    assert_eq!(is_drawn(&draw([-1.0, 1.0])), cut);
}

/// Each triangle of a strip and of a fan has the colour of the vertex that the convention names.
#[test]
fn flat_colours_come_from_first_vertices() {
    let red = |n: usize| [n as f32 / 255.0, 0.0, 0.0, 1.0];
    let strip = [
        [-1.0, -1.0],
        [-1.0, 1.0],
        [0.0, -1.0],
        [0.0, 1.0],
        [1.0, -1.0],
        [1.0, 1.0],
    ];
    for (provoking, reds) in [
        (Provoking::First, [1, 2, 3, 4]),
        (Provoking::Last, [3, 4, 5, 6]),
    ] {
        let mut raster = state(Conventions {
            provoking,
            ..Conventions::default()
        });
        raster.flat = true;
        let vertices: Vec<_> = strip
            .iter()
            .zip(1..)
            .map(|([x, y], n)| ([*x, *y, 0.5, 1.0], red(n)))
            .collect();
        let color = fragment_input::COLOR;
        let picture = draw(raster, color, Topology::TriangleStrip, &vertices);
        let places = [[0, 2], [2, 6], [4, 2], [6, 6]];
        let found = places.map(|[x, y]| picture.colors[y][x] >> 16 & 0xff);
        assert_eq!(found, reds, "{provoking:?}");
    }
}
