//! Where the tables of this chapter (enables, attribute groups, queries) reach state of other chapters.
#![forbid(unsafe_code)]

use super::{Call, Context, Result};
use crate::platform::ClientPtr;

impl Context {
    /// The active texture unit, from 0.
    pub(crate) fn active_texture_unit(&self) -> usize {
        0
    }

    /// The current colour.
    pub(crate) fn current_color(&self) -> [f32; 4] {
        [1.0; 4]
    }

    /// Vertices specified so far must keep the material that they were specified with.
    pub(crate) fn before_material(&mut self) {}

    /// RENDER_MODE is RENDER: fragments are made (GL 1.5 sections 5.2 and 5.3).
    pub(crate) fn rasterizes(&self) -> bool {
        true
    }
}

impl Call<'_> {
    /// Reads a 32 × 32 bitmap through the unpack state; rows bottom first, most significant bit leftmost.
    pub(crate) fn unpack_stipple(&self, mask: ClientPtr<u8>) -> Result<[u32; 32]> {
        let _ = mask;
        Ok([u32::MAX; 32])
    }

    /// Writes a 32 × 32 bitmap through the pack state.
    pub(crate) fn pack_stipple(&mut self, _mask: ClientPtr<u8>, _rows: &[u32; 32]) -> Result {
        Ok(())
    }
}

impl Context {
    /// Capabilities of other chapters (texture units, generators, evaluators, programs); `None` for what is none.
    pub(crate) fn other_capability(&self, _name: u32) -> Option<bool> {
        None
    }

    /// Sets a capability of another chapter; `None` for what is none.
    pub(crate) fn set_other_capability(&mut self, _name: u32, _on: bool) -> Option<Result> {
        None
    }
}

/// Attribute groups of other chapters: current values, texture, list, pixel modes, evaluators.
#[derive(Debug, Default)]
pub(crate) struct SavedOther {}

impl SavedOther {
    pub(crate) fn new(_cx: &Context, _mask: u32) -> SavedOther {
        SavedOther {}
    }

    pub(crate) fn restore(self, _cx: &mut Context) {}
}

/// Client attribute groups: pixel store, vertex arrays.
#[derive(Debug, Default)]
pub(crate) struct SavedClient {}

impl SavedClient {
    pub(crate) fn new(_cx: &Context, _mask: u32) -> SavedClient {
        SavedClient {}
    }

    pub(crate) fn restore(self, _cx: &mut Context) {}
}

impl Context {
    /// The error string of the last program, for PROGRAM_ERROR_STRING_ARB.
    pub(crate) fn program_error_string(&self, _name: u32) -> Option<ClientPtr<u8>> {
        None
    }
}

/// TRILOBITE_EXTENSION_YEAR and TRILOBITE_EXTENSION_CHARS.
pub(crate) fn extension_limits() -> (Option<u32>, Option<usize>) {
    (None, None)
}
