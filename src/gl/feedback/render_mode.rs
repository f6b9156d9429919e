//! Render modes (GL 1.5 sections 5.2 and 5.3): glRenderMode, and what primitives become when they do not become fragments.
//!
//! Records of selection and feedback stay in the driver until glRenderMode copies them to the application's array. The
//! specification promises no earlier write, so no address is used between the calls that name it.
#![forbid(unsafe_code)]

use super::record::Feedback;
use super::selection::Selection;
use crate::gl::context::enums;
use crate::gl::current::state::ImmediateState;
use crate::gl::{Call, GlError, Result};
use crate::raster::{FeedbackCall, PolygonMode, RasterState, Renderer};
use std::sync::Arc;

/// What primitives become.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Primitives become fragments.
    #[default]
    Render,
    /// Primitives become hits.
    Select,
    /// Primitives become values.
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

    /// Returns the GL name.
    pub fn to_enum(self) -> u32 {
        match self {
            Mode::Render => enums::RENDER,
            Mode::Select => enums::SELECT,
            Mode::Feedback => enums::FEEDBACK,
        }
    }
}

/// The render mode, and what selection and feedback record.
#[derive(Debug, Default)]
pub struct RenderModeState {
    pub mode: Mode,
    /// The name stack and the selection array.
    pub selection: Selection,
    /// The application's array, and the values for it so far.
    pub feedback: Feedback,
}

impl RenderModeState {
    /// Whether RENDER_MODE is RENDER, in which fragments are made.
    pub(crate) fn rasterizes(&self) -> bool {
        self.mode == Mode::Render
    }
}

/// glRenderMode: leaves the mode and enters another, perhaps the same. It returns the number of hit records or values that
/// the left mode has recorded, or −1 when they did not fit. Gives INVALID_OPERATION for a mode whose array was not given.
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

/// Records the primitives of a draw for selection or feedback.
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

/// Records a new raster position as a hit, if it is valid.
pub(crate) fn take_raster_pos(render_mode: &mut RenderModeState, immediate: &ImmediateState) {
    let position = &immediate.raster_pos;
    if render_mode.mode == Mode::Select && position.valid {
        render_mode.selection.hit_depth(position.window[2]);
    }
}
