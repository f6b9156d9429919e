//! The picture by scalar calculation: the nearest shape at the centre of each pixel.

use crate::scene::{
    BACKGROUND, CORNERS, FLAT, HEIGHT, NEAR, NEAR_AT, Picture, RAMP, RAMP_AT, RAMP_DEPTHS,
    SPRITE_SIZE, SPRITES, TEXELS, WIDTH,
};
use trilobite::device::draw::{Conventions, DepthClip, Origin, PixelCentre, Provoking};

/// A rectangle of the scene: its edges, its depths at the left and right side, and its colour as a function of x and y.
struct Shape {
    at: [f32; 4],
    depths: [f32; 2],
    color: Box<dyn Fn(f32, f32) -> u32>,
}

/// The shapes that may be visible, in the order of the draws. Coordinates count from the upper left corner.
fn shapes(conventions: Conventions) -> Vec<Shape> {
    let sprite = |([left, top], tint): ([f32; 2], u32)| Shape {
        at: [left, top, left + SPRITE_SIZE[0], top + SPRITE_SIZE[1]],
        depths: [0.25; 2],
        color: Box::new(move |x, y| {
            TEXELS[((y - top) / 4.0) as usize][((x - left) / 4.0) as usize] & tint
        }),
    };
    // The square's triangles have the corners 0, 1, 2 and 3, 2, 1.
    let [above, below] = match conventions.provoking {
        Provoking::First => [CORNERS[0], CORNERS[3]],
        Provoking::Last => [CORNERS[2], CORNERS[1]],
    };
    let [left, top, right, bottom] = FLAT;
    let is_above = move |x, y| (x - left) / (right - left) + (y - top) / (bottom - top) < 1.0;
    let mut shapes: Vec<Shape> = SPRITES.into_iter().map(sprite).collect();
    shapes.extend([
        Shape {
            at: FLAT,
            depths: [0.5; 2],
            color: Box::new(move |x, y| if is_above(x, y) { above } else { below }),
        },
        Shape {
            at: RAMP_AT,
            depths: RAMP_DEPTHS,
            color: Box::new(|_, _| RAMP),
        },
        Shape {
            at: NEAR_AT,
            depths: [-0.1; 2],
            color: Box::new(|_, _| NEAR),
        },
    ]);
    shapes
}

/// Computes the picture. Each pixel shows the nearest of the shapes that contain its centre.
pub(crate) fn expected(conventions: Conventions) -> Picture {
    let mut picture = Picture {
        colors: [0, 1].map(|_| vec![[BACKGROUND; WIDTH]; HEIGHT]),
        depths: vec![[1.0; WIDTH]; HEIGHT],
    };
    let centre = match conventions.pixel_centre {
        PixelCentre::Half => 0.5,
        PixelCentre::Integer => 0.0,
    };
    let shapes = shapes(conventions);
    for (row, column) in (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (y, x))) {
        let x = column as f32 + centre;
        let from_origin = row as f32 + centre;
        let y = match conventions.origin {
            Origin::UpperLeft => from_origin,
            Origin::LowerLeft => HEIGHT as f32 - from_origin,
        };
        for shape in &shapes {
            let [left, top, right, bottom] = shape.at;
            let part = (x - left) / (right - left);
            let z = shape.depths[0] + part * (shape.depths[1] - shape.depths[0]);
            let depth = match conventions.depth_clip {
                DepthClip::ZeroToOne => z,
                DepthClip::MinusOneToOne => (z + 1.0) / 2.0,
            };
            let is_inside = (left..right).contains(&x) && (top..bottom).contains(&y);
            let nearest = &mut picture.depths[row][column];
            if is_inside && depth >= 0.0 && depth < *nearest {
                *nearest = depth;
                let color = (shape.color)(x, y);
                picture.colors[0][row][column] = color;
                picture.colors[1][row][column] = color & 0xffff_0000 | BACKGROUND & 0xffff;
            }
        }
    }
    picture
}
