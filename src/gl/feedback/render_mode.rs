//! Render modes (GL 1.5 sections 5.2 and 5.3): glRenderMode, and where primitives go when they do not become fragments.
//!
//! What selection and feedback record stays in the driver until glRenderMode copies it to the application's array:
//! the specification promises no earlier write, and so no address is used between the calls that name it.
#![forbid(unsafe_code)]

use super::record::Feedback;
use super::selection::Selection;
use crate::gl::context::enums;
use crate::gl::{Call, Context, GlError, Result};
use crate::raster::{FeedbackCall, PolygonMode, RasterState, Renderer};
use std::sync::Arc;

/// What becomes of primitives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Fragments
    #[default]
    Render,
    /// Hits
    Select,
    /// Values
    Feedback,
}

impl Mode {
    fn from_enum(mode: u32) -> Option<Mode> {
        match mode {
            enums::RENDER => Some(Mode::Render),
            enums::SELECT => Some(Mode::Select),
            enums::FEEDBACK => Some(Mode::Feedback),
            _ => None,
        }
    }

    /// Its name.
    pub fn to_enum(self) -> u32 {
        match self {
            Mode::Render => enums::RENDER,
            Mode::Select => enums::SELECT,
            Mode::Feedback => enums::FEEDBACK,
        }
    }
}

/// The render mode and what its kinds record.
#[derive(Debug, Default)]
pub struct RenderModeState {
    /// RENDER_MODE
    pub mode: Mode,
    /// Name stack, selection array.
    pub selection: Selection,
    /// Feedback array.
    pub feedback: Feedback,
}

impl RenderModeState {
    /// RENDER_MODE is RENDER: fragments are made.
    pub(crate) fn rasterizes(&self) -> bool {
        self.mode == Mode::Render
    }
}

/// glRenderMode: leaves the mode and enters another, perhaps the same. The result is what the mode that is left has
/// recorded: hit records or values, −1 when they did not fit. INVALID_OPERATION for a mode whose array was not given.
pub fn render_mode(call: &mut Call<'_>, mode: u32) -> Result<i32> {
    let mode = Mode::from_enum(mode).ok_or(GlError::invalid_enum("render mode"))?;
    let state = &mut call.cx.render_mode;
    match mode {
        Mode::Select if !state.selection.has_array() => {
            return Err(GlError::invalid_operation("no SelectBuffer was given"));
        }
        Mode::Feedback if !state.feedback.has_array() => {
            return Err(GlError::invalid_operation("no FeedbackBuffer was given"));
        }
        _ => {}
    }
    let result = match state.mode {
        Mode::Render => 0,
        Mode::Select => state.selection.finish(&mut call.mem),
        Mode::Feedback => state.feedback.finish(&mut call.mem),
    };
    state.selection.clear_names();
    state.mode = mode;
    Ok(result)
}

/// Selects or feeds back the primitives of a draw.
pub(crate) fn take_primitives(
    state: &mut RenderModeState,
    renderer: &mut Renderer,
    mut call: FeedbackCall,
) {
    let RenderModeState {
        mode,
        selection,
        feedback,
    } = state;
    match mode {
        Mode::Render => {}
        Mode::Select => {
            // Selection is based on the polygon itself (section 5.2).
            call.raster = Arc::new(RasterState {
                polygon_mode: [PolygonMode::Fill; 2],
                ..RasterState::clone(&call.raster)
            });
            renderer.feed_back(&call, &mut |_, vertices| selection.hit(vertices));
        }
        Mode::Feedback => {
            renderer.feed_back(&call, &mut |kind, vertices| feedback.push(kind, vertices));
        }
    }
}

/// A new raster position is a hit when it is valid.
pub(crate) fn take_raster_pos(cx: &mut Context) {
    let position = &cx.immediate.raster_pos;
    if cx.render_mode.mode == Mode::Select && position.valid {
        cx.render_mode.selection.hit_depth(position.window[2]);
    }
}
