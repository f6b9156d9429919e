//! Points, lines, polygons, multisampling: their state and its initial values (GL 1.5 sections 3.3 to 3.5, table 6.12).
//!
//! The commands are in [`super::commands`].
#![forbid(unsafe_code)]

use crate::gl::context::limits::MAX_POINT_SIZE;
use crate::gl::context::named::{gl_enum, gl_names};
use crate::gl::context::shared_enums::Face;
use crate::raster::{Culling, PointSprites, PolygonMode, PolygonOffset, SpriteThird};
use std::sync::Arc;

gl_names! {
    SpriteThird {
        Zero = ZERO,
        S = S,
        R = R,
    }
}

gl_enum! {
    /// POINT_SPRITE_COORD_ORIGIN: where a point sprite's second coordinate is 0.
    pub enum SpriteOrigin {
        Upper = UPPER_LEFT,
        Lower = LOWER_LEFT,
    }
}

/// What PushAttrib(POINT_BIT) saves.
#[derive(Debug, Clone, PartialEq)]
pub struct PointState {
    /// In pixels, positive.
    pub size: f32,
    /// Least derived size in pixels, not negative.
    pub size_min: f32,
    /// Greatest derived size in pixels, not negative.
    pub size_max: f32,
    /// POINT_FADE_THRESHOLD_SIZE
    pub fade_threshold: f32,
    /// POINT_DISTANCE_ATTENUATION
    pub attenuation: [f32; 3],
    pub smooth: bool,
    pub sprite: bool,
    /// COORD_REPLACE of each coordinate set, by bit. ARB_point_sprite's table puts it into this group.
    pub coord_replace: u8,
    /// POINT_SPRITE_R_MODE_NV
    pub sprite_r_mode: SpriteThird,
    /// POINT_SPRITE_COORD_ORIGIN
    pub sprite_origin: SpriteOrigin,
}

impl PointState {
    /// The rules for point sprites. Returns `None` when points are not sprites.
    pub fn sprites(&self) -> Option<PointSprites> {
        self.sprite.then_some(PointSprites {
            replaced: self.coord_replace.into(),
            third: self.sprite_r_mode,
            is_from_below: self.sprite_origin == SpriteOrigin::Lower,
        })
    }
}

/// What PushAttrib(LINE_BIT) saves.
#[derive(Debug, Clone, PartialEq)]
pub struct LineState {
    /// In pixels, positive.
    pub width: f32,
    pub smooth: bool,
    pub stipple: bool,
    /// The least significant bit comes first.
    pub stipple_pattern: u16,
    /// LINE_STIPPLE_REPEAT, 1 to 256.
    pub stipple_factor: u16,
}

gl_enum! {
    /// FRONT_FACE: the direction in which the vertices of a front face turn in the window.
    pub enum FrontFace {
        Clockwise = CW,
        CounterClockwise = CCW,
    }
}

gl_names! {
    PolygonMode {
        Point = POINT,
        Line = LINE,
        Fill = FILL,
    }
}

/// What PushAttrib(POLYGON_BIT) saves.
#[derive(Debug, Clone, PartialEq)]
pub struct PolygonState {
    pub cull: bool,
    /// The faces that are culled, if any are.
    pub cull_mode: Face,
    pub front_face: FrontFace,
    /// POLYGON_MODE of front and back.
    pub mode: [PolygonMode; 2],
    pub smooth: bool,
    pub stipple: bool,
    /// The factor of the greatest depth slope.
    pub offset_factor: f32,
    /// The factor of the least depth difference that the buffer resolves.
    pub offset_units: f32,
    /// POLYGON_OFFSET_POINT, _LINE, _FILL
    pub offset_enabled: [bool; 3],
}

/// What PushAttrib(MULTISAMPLE_BIT) saves.
#[derive(Debug, Clone, PartialEq)]
pub struct MultisampleState {
    pub enabled: bool,
    pub alpha_to_coverage: bool,
    pub alpha_to_one: bool,
    pub coverage: bool,
    /// SAMPLE_COVERAGE_VALUE, in [0, 1].
    pub coverage_value: f32,
    /// Whether the mask of the coverage value is inverted.
    pub coverage_invert: bool,
}

#[derive(Debug, Clone)]
pub struct RasterizationState {
    pub point: PointState,
    pub line: LineState,
    pub polygon: PolygonState,
    /// The polygon stipple: 32 rows, bottom row first. The most significant bit is leftmost.
    pub polygon_stipple: Arc<[u32; 32]>,
    pub multisample: MultisampleState,
    /// VERTEX_PROGRAM_POINT_SIZE_ARB
    pub program_point_size: bool,
    /// VERTEX_PROGRAM_TWO_SIDE_ARB
    pub program_two_side: bool,
}

impl Default for RasterizationState {
    fn default() -> Self {
        // The initial values of GL 1.5 sections 3.3 to 3.5, table 6.12, and of the extensions.
        RasterizationState {
            point: PointState {
                size: 1.0,
                size_min: 0.0,
                size_max: MAX_POINT_SIZE,
                fade_threshold: 1.0,
                attenuation: [1.0, 0.0, 0.0],
                smooth: false,
                sprite: false,
                coord_replace: 0,
                sprite_origin: SpriteOrigin::Upper,
                sprite_r_mode: SpriteThird::Zero,
            },
            line: LineState {
                width: 1.0,
                smooth: false,
                stipple: false,
                stipple_pattern: 0xFFFF,
                stipple_factor: 1,
            },
            polygon: PolygonState {
                cull: false,
                cull_mode: Face::Back,
                front_face: FrontFace::CounterClockwise,
                mode: [PolygonMode::Fill; 2],
                smooth: false,
                stipple: false,
                offset_factor: 0.0,
                offset_units: 0.0,
                offset_enabled: [false; 3],
            },
            polygon_stipple: Arc::new([u32::MAX; 32]),
            multisample: MultisampleState {
                enabled: true,
                alpha_to_coverage: false,
                alpha_to_one: false,
                coverage: false,
                coverage_value: 1.0,
                coverage_invert: false,
            },
            program_point_size: false,
            program_two_side: false,
        }
    }
}

impl RasterizationState {
    /// The faces that are culled.
    pub fn culling(&self) -> Culling {
        let polygon = &self.polygon;
        Culling {
            front: polygon.cull && polygon.cull_mode.has_front(),
            back: polygon.cull && polygon.cull_mode.has_back(),
        }
    }

    /// The polygon offset. The rasterizer's order is fill, line, point.
    pub fn polygon_offset(&self) -> PolygonOffset {
        let [point, line, fill] = self.polygon.offset_enabled;
        PolygonOffset {
            enabled: [fill, line, point],
            factor: self.polygon.offset_factor,
            units: self.polygon.offset_units,
        }
    }

    /// The polygon stipple, when it is enabled.
    pub fn active_polygon_stipple(&self) -> Option<Arc<[u32; 32]>> {
        self.polygon.stipple.then(|| self.polygon_stipple.clone())
    }

    /// The factor and the pattern of the line stipple, when it is enabled.
    pub fn active_line_stipple(&self) -> Option<(u16, u16)> {
        self.line
            .stipple
            .then_some((self.line.stipple_factor, self.line.stipple_pattern))
    }
}
