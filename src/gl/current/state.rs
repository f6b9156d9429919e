//! The current values of attributes, the current raster position, and the primitive between Begin and End (GL 1.5 sections
//! 2.6, 2.7, 2.13). The commands that change them are in rooms above.
#![forbid(unsafe_code)]

use super::primitive::OpenPrimitive;
use super::raster_pos::RasterPos;
use crate::device::vertex::stream::CurrentValues;
use crate::gl::{GlError, Result};
use crate::ir::interface::attribute;
use crate::raster::Renderer;
use std::collections::TryReserveError;

/// The current values, and the primitive between Begin and End.
#[derive(Debug)]
pub struct ImmediateState {
    pub current: CurrentValues,
    pub current_index: f32,
    pub raster_pos: RasterPos,
    pub(crate) open: OpenPrimitive,
}

impl Default for ImmediateState {
    fn default() -> Self {
        let mut current = [[0.0, 0.0, 0.0, 1.0]; attribute::STREAM_COUNT as usize];
        current[attribute::NORMAL as usize] = [0.0, 0.0, 1.0, 1.0];
        current[attribute::COLOR as usize] = [1.0; 4];
        current[attribute::WEIGHT as usize] = [1.0, 0.0, 0.0, 0.0];
        current[attribute::MATRIX_INDEX as usize] = [0.0; 4];
        current[attribute::EDGE_FLAG as usize] = [1.0, 0.0, 0.0, 1.0];
        ImmediateState {
            current,
            current_index: 1.0,
            raster_pos: RasterPos::default(),
            open: OpenPrimitive::default(),
        }
    }
}

impl ImmediateState {
    /// Whether a primitive is open between Begin and End.
    #[inline]
    pub fn inside_begin(&self) -> bool {
        self.open.topology().is_some()
    }

    /// Moves the vertices of an open primitive out of the renderer's memory, so that others may draw.
    pub(crate) fn detach(&mut self, renderer: &mut Renderer) -> Result {
        self.open.stream.detach(renderer).map_err(no_memory)
    }
}

pub(crate) fn no_memory(_: TryReserveError) -> GlError {
    GlError::out_of_memory("vertices of a primitive")
}
