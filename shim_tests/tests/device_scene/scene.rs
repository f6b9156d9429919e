//! The scene as data: sizes, colours, places in pixels from the upper left corner, and the two conventions.

use trilobite::device::draw::{Conventions, DepthClip, Origin, PixelCentre, Provoking};

pub(crate) const WIDTH: usize = 128;
pub(crate) const HEIGHT: usize = 32;

/// The size of the target. It is wider than a tile, so that the flat square lies in two tiles.
pub(crate) const SIZE: [u32; 3] = [WIDTH as u32, HEIGHT as u32, 1];

// Colours are alpha, red, green, blue from the highest byte down.
pub(crate) const BACKGROUND: u32 = 0xff10_2030;
pub(crate) const RAMP: u32 = 0xff00_ffff;
pub(crate) const NEAR: u32 = 0xffff_00ff;

/// The colours of the flat square's corners: upper left, upper right, lower left, lower right.
pub(crate) const CORNERS: [u32; 4] = [0xffff_8000, 0xff00_80ff, 0xff80_ff00, 0xff40_40c0];

/// The texels of the sprites' texture, first row first.
pub(crate) const TEXELS: [[u32; 4]; 2] = [
    [0xffff_ffff, 0xffc0_8040, 0xff40_c080, 0xff80_40c0],
    [0xff20_6020, 0xff60_2020, 0xff20_2060, 0xffe0_e020],
];

/// The upper left corner of each sprite, and its tint. A component of a tint is 0 or 1, so that nothing is rounded.
pub(crate) const SPRITES: [([f32; 2], u32); 2] =
    [([4.25, 3.25], 0xffff_ffff), ([34.25, 6.25], 0xffff_00ff)];
pub(crate) const SPRITE_SIZE: [f32; 2] = [16.0, 8.0];

// Rectangles are left, top, right, bottom.
pub(crate) const FLAT: [f32; 4] = [40.25, 4.25, 72.25, 20.25];
pub(crate) const RAMP_AT: [f32; 4] = [76.0, 4.0, 92.0, 12.0];
pub(crate) const NEAR_AT: [f32; 4] = [94.25, 3.25, 106.25, 11.25];
pub(crate) const TURNED_AWAY: [f32; 4] = [110.25, 4.25, 120.25, 20.25];

/// The ramp's depths at its left and right side. The depth is 0 at x = 76 + 16 / 3 = 81 1/3.
pub(crate) const RAMP_DEPTHS: [f32; 2] = [-0.15, 0.3];

pub(crate) const OPENGL: Conventions = Conventions {
    origin: Origin::LowerLeft,
    pixel_centre: PixelCentre::Half,
    depth_clip: DepthClip::MinusOneToOne,
    provoking: Provoking::Last,
};
pub(crate) const DIRECT3D: Conventions = Conventions {
    origin: Origin::UpperLeft,
    pixel_centre: PixelCentre::Integer,
    depth_clip: DepthClip::ZeroToOne,
    provoking: Provoking::First,
};

/// The corners of a rectangle: upper left, upper right, lower left, lower right.
pub(crate) fn corners([left, top, right, bottom]: [f32; 4]) -> [[f32; 2]; 4] {
    [[left, top], [right, top], [left, bottom], [right, bottom]]
}

/// A picture: two colour planes and the depths, first row first.
pub(crate) struct Picture {
    pub(crate) colors: [Vec<[u32; WIDTH]>; 2],
    pub(crate) depths: Vec<[f32; WIDTH]>,
}
