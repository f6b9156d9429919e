//! Selection (GL 1.5 section 5.2): the name stack, hits and hit records.
#![forbid(unsafe_code)]

use super::render_mode::Mode;
use crate::gl::{Call, GlError, Result};
use crate::platform::reserve::from_system;
use crate::platform::{ClientMemory, ClientPtr};
use crate::raster::FeedbackVertex;

/// Most names on the stack.
pub const MAX_NAME_STACK_DEPTH: usize = 64;

/// The selection array and the name stack.
#[derive(Debug, Default)]
pub struct Selection {
    /// The application's array and its length in values. `None` before the first SelectBuffer.
    array: Option<(ClientPtr<u32>, usize)>,
    names: Vec<u32>,
    /// The least and the greatest depth that was hit since the last record.
    depths: Option<[f32; 2]>,
    /// The values of the records so far. They are at most as many as the array holds.
    values: Vec<u32>,
    n_records: i32,
    overflows: bool,
}

impl Selection {
    /// Whether SelectBuffer was called.
    pub fn has_array(&self) -> bool {
        self.array.is_some()
    }

    /// SELECTION_BUFFER_POINTER
    pub fn pointer(&self) -> ClientPtr<u32> {
        self.array.unwrap_or_default().0
    }

    /// SELECTION_BUFFER_SIZE
    pub fn size(&self) -> usize {
        self.array.unwrap_or_default().1
    }

    /// NAME_STACK_DEPTH
    pub fn n_names(&self) -> usize {
        self.names.len()
    }

    /// Records a hit if a primitive with these vertices intersects the view volume.
    pub(crate) fn hit(&mut self, vertices: &[FeedbackVertex]) {
        vertices.iter().for_each(|v| self.hit_depth(v.window[2]));
    }

    /// Extends the depths of the next hit record to this window depth.
    pub(crate) fn hit_depth(&mut self, z: f32) {
        let [least, greatest] = self.depths.get_or_insert([z, z]);
        (*least, *greatest) = (least.min(z), greatest.max(z));
    }

    /// Writes the record of the hits since the last record. It is cut where the array ends.
    fn write_record(&mut self) {
        let Some(depths) = self.depths.take() else {
            return;
        };
        let depths = depths.map(|z| (f64::from(z) * f64::from(u32::MAX)).round() as u32);
        let record = [self.names.len() as u32, depths[0], depths[1]];
        let length = record.len() + self.names.len();
        let room = self.size() - self.values.len();
        self.overflows |= length > room;
        if from_system(|| self.values.try_reserve(length.min(room))).is_err() {
            self.overflows = true;
            return;
        }
        let values = record.iter().chain(&self.names).take(room);
        self.values.extend(values);
        self.n_records = self.n_records.saturating_add(1);
    }

    /// Leaves selection mode and copies the records to the array. Returns their number, or −1 when they did not fit.
    pub(crate) fn finish(&mut self, mem: &mut ClientMemory<'_>) -> i32 {
        self.write_record();
        mem.write(self.pointer(), &self.values);
        let result = if self.overflows { -1 } else { self.n_records };
        self.values = Vec::new();
        (self.n_records, self.overflows) = (0, false);
        result
    }

    pub(crate) fn clear_names(&mut self) {
        self.names.clear();
    }
}

/// glSelectBuffer. Gives INVALID_VALUE for a negative size, INVALID_OPERATION in selection mode.
pub fn select_buffer(call: &mut Call<'_>, size: i32, buffer: ClientPtr<u32>) -> Result {
    let size = usize::try_from(size)
        .map_err(|_| GlError::invalid_value("SelectBuffer: the size is negative"))?;
    let state = &mut call.cx.render_mode;
    if state.mode == Mode::Select {
        return Err(GlError::invalid_operation(
            "SelectBuffer: the mode is SELECT",
        ));
    }
    state.selection.array = Some((buffer, size));
    Ok(())
}

/// The selection, when its mode is active. Name stack commands have no effect in other modes.
fn selecting<'c>(call: &'c mut Call<'_>) -> Option<&'c mut Selection> {
    let state = &mut call.cx.render_mode;
    (state.mode == Mode::Select).then_some(&mut state.selection)
}

/// glInitNames: empties the name stack.
pub fn init_names(call: &mut Call<'_>) -> Result {
    if let Some(selection) = selecting(call) {
        selection.write_record();
        selection.names.clear();
    }
    Ok(())
}

/// glPushName. Gives STACK_OVERFLOW when the stack is full.
pub fn push_name(call: &mut Call<'_>, name: u32) -> Result {
    if let Some(selection) = selecting(call) {
        if selection.names.len() == MAX_NAME_STACK_DEPTH {
            return Err(GlError::stack_overflow("PushName: the stack is full"));
        }
        selection.write_record();
        selection.names.push(name);
    }
    Ok(())
}

/// glPopName. Gives STACK_UNDERFLOW when the stack is empty.
pub fn pop_name(call: &mut Call<'_>) -> Result {
    if let Some(selection) = selecting(call) {
        if selection.names.is_empty() {
            return Err(GlError::stack_underflow("PopName: the stack is empty"));
        }
        selection.write_record();
        selection.names.pop();
    }
    Ok(())
}

/// glLoadName: replaces the topmost name. Gives INVALID_OPERATION when the stack is empty.
pub fn load_name(call: &mut Call<'_>, name: u32) -> Result {
    if let Some(selection) = selecting(call) {
        if selection.names.is_empty() {
            return Err(GlError::invalid_operation("LoadName: the stack is empty"));
        }
        selection.write_record();
        if let Some(top) = selection.names.last_mut() {
            *top = name;
        }
    }
    Ok(())
}
