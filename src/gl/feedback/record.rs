//! Feedback (GL 1.5 section 5.3): writes primitives as values to the application's array, by the grammar of figure 5.2.
#![forbid(unsafe_code)]

use super::render_mode::Mode;
use crate::gl::context::enums;
use crate::gl::current::raster_pos::RasterPos;
use crate::gl::{Call, GlError, Result};
use crate::platform::reserve::from_system;
use crate::platform::{ClientMemory, ClientPtr};
use crate::raster::{FeedbackPrimitive, FeedbackVertex};

/// The values that each vertex has (table 5.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FeedbackType {
    /// x, y
    #[default]
    Flat,
    /// x, y, z
    Spatial,
    /// x, y, z, colour
    Color,
    /// x, y, z, colour, texture coordinates
    ColorTexture,
    /// x, y, z, w, colour, texture coordinates
    HomogeneousColorTexture,
}

impl FeedbackType {
    fn from_enum(name: u32) -> Option<FeedbackType> {
        Some(match name {
            enums::GL_2D => FeedbackType::Flat,
            enums::GL_3D => FeedbackType::Spatial,
            enums::GL_3D_COLOR => FeedbackType::Color,
            enums::GL_3D_COLOR_TEXTURE => FeedbackType::ColorTexture,
            enums::GL_4D_COLOR_TEXTURE => FeedbackType::HomogeneousColorTexture,
            _ => return None,
        })
    }

    /// Returns the GL name.
    pub fn to_enum(self) -> u32 {
        match self {
            FeedbackType::Flat => enums::GL_2D,
            FeedbackType::Spatial => enums::GL_3D,
            FeedbackType::Color => enums::GL_3D_COLOR,
            FeedbackType::ColorTexture => enums::GL_3D_COLOR_TEXTURE,
            FeedbackType::HomogeneousColorTexture => enums::GL_4D_COLOR_TEXTURE,
        }
    }

    /// Returns how many of x, y, z, w a vertex has, whether it has a colour, whether it has texture coordinates.
    fn parts(self) -> (usize, bool, bool) {
        match self {
            FeedbackType::Flat => (2, false, false),
            FeedbackType::Spatial => (3, false, false),
            FeedbackType::Color => (3, true, false),
            FeedbackType::ColorTexture => (3, true, true),
            FeedbackType::HomogeneousColorTexture => (4, true, true),
        }
    }
}

/// What feedback has recorded.
#[derive(Debug, Default)]
pub struct Feedback {
    /// The application's array and its length in values. `None` before the first FeedbackBuffer.
    array: Option<(ClientPtr<f32>, usize)>,
    kind: FeedbackType,
    /// The values so far. They are at most as many as the array holds.
    values: Vec<f32>,
    overflows: bool,
}

impl Feedback {
    /// Whether FeedbackBuffer was called.
    pub fn has_array(&self) -> bool {
        self.array.is_some()
    }

    /// FEEDBACK_BUFFER_POINTER
    pub fn pointer(&self) -> ClientPtr<f32> {
        self.array.unwrap_or_default().0
    }

    /// FEEDBACK_BUFFER_SIZE
    pub fn size(&self) -> usize {
        self.array.unwrap_or_default().1
    }

    /// FEEDBACK_BUFFER_TYPE
    pub fn kind(&self) -> FeedbackType {
        self.kind
    }

    fn push_values(&mut self, values: &[f32]) {
        let fitting = values.len().min(self.size() - self.values.len());
        if from_system(|| self.values.try_reserve(fitting)).is_err() {
            self.overflows = true;
            return;
        }
        self.overflows |= fitting < values.len();
        self.values.extend_from_slice(&values[..fitting]);
    }

    fn push_vertex(&mut self, v: &FeedbackVertex) {
        let (n_coordinates, color, texture) = self.kind.parts();
        let [x, y, z] = v.window;
        self.push_values(&[x, y, z, v.clip_w][..n_coordinates]);
        if color {
            self.push_values(&v.color);
        }
        if texture {
            self.push_values(&v.tex_coord);
        }
    }

    pub(crate) fn push(&mut self, primitive: FeedbackPrimitive, vertices: &[FeedbackVertex]) {
        let token = match primitive {
            FeedbackPrimitive::Point => enums::POINT_TOKEN,
            FeedbackPrimitive::Line {
                restarts_stipple: false,
            } => enums::LINE_TOKEN,
            FeedbackPrimitive::Line {
                restarts_stipple: true,
            } => enums::LINE_RESET_TOKEN,
            FeedbackPrimitive::Polygon => enums::POLYGON_TOKEN,
        };
        self.push_values(&[token as f32]);
        if primitive == FeedbackPrimitive::Polygon {
            self.push_values(&[vertices.len() as f32]);
        }
        vertices.iter().for_each(|v| self.push_vertex(v));
    }

    /// Appends a bitmap or pixel rectangle.
    pub(crate) fn push_raster_pos(&mut self, token: u32, position: &RasterPos) {
        let [x, y, z, w] = position.window;
        self.push_values(&[token as f32]);
        self.push_vertex(&FeedbackVertex {
            window: [x, y, z],
            clip_w: w,
            color: position.color,
            tex_coord: position.tex_coords[0],
        });
    }

    /// Leaves feedback mode and copies the values to the array. Returns their number, or −1 when they did not fit.
    pub(crate) fn finish(&mut self, mem: &mut ClientMemory<'_>) -> i32 {
        mem.write(self.pointer(), &self.values);
        let n = self.values.len() as i32;
        self.values = Vec::new();
        if std::mem::take(&mut self.overflows) {
            -1
        } else {
            n
        }
    }
}

/// glFeedbackBuffer. Gives INVALID_ENUM for a type that is none of table 5.2, INVALID_VALUE for a negative size,
/// INVALID_OPERATION in feedback mode.
pub fn feedback_buffer(call: &mut Call<'_>, size: i32, ty: u32, buffer: ClientPtr<f32>) -> Result {
    let kind = FeedbackType::from_enum(ty).ok_or(GlError::invalid_enum(
        "FeedbackBuffer: type is none of table 5.2",
    ))?;
    let size = usize::try_from(size)
        .map_err(|_| GlError::invalid_value("FeedbackBuffer: the size is negative"))?;
    let state = &mut call.cx.render_mode;
    if state.mode == Mode::Feedback {
        return Err(GlError::invalid_operation(
            "FeedbackBuffer: the mode is FEEDBACK",
        ));
    }
    state.feedback.array = Some((buffer, size));
    state.feedback.kind = kind;
    Ok(())
}

/// glPassThrough: writes a marker between the values. It does nothing in other modes.
pub fn pass_through(call: &mut Call<'_>, token: f32) -> Result {
    let state = &mut call.cx.render_mode;
    if state.mode == Mode::Feedback {
        let values = [enums::PASS_THROUGH_TOKEN as f32, token];
        state.feedback.push_values(&values);
    }
    Ok(())
}
