//! glEnable, glDisable, glIsEnabled, over the capabilities of all chapters (GL 1.5 section 6.1.1 and the tables of chapter 6).
//! glGet* and PushAttrib(ENABLE_BIT) read the same table.
#![forbid(unsafe_code)]

use crate::gl::context::capability::{Capability, SetBy, find_in};
use crate::gl::{Call, Context, GlError, Result};

/// The capabilities, by chapter; first the chapters whose capabilities programs set most often.
pub(super) const CHAPTERS: &[&[Capability]] = &[
    crate::gl::texture::capabilities::CAPABILITIES,
    crate::gl::fragment::capabilities::CAPABILITIES,
    crate::gl::lighting::capabilities::CAPABILITIES,
    crate::gl::transform::capabilities::CAPABILITIES,
    crate::gl::primitive::capabilities::CAPABILITIES,
    crate::gl::vertex_array::capabilities::CAPABILITIES,
    crate::gl::program::capabilities::CAPABILITIES,
    crate::gl::combiner::capabilities::CAPABILITIES,
    crate::gl::ati_shader::capabilities::CAPABILITIES,
    crate::gl::ext_shader::capabilities::CAPABILITIES,
    crate::gl::evaluator::capabilities::CAPABILITIES,
    crate::gl::imaging::capabilities::CAPABILITIES,
    crate::gl::query::capabilities::CAPABILITIES,
    crate::gl::pixel::capabilities::CAPABILITIES,
    crate::gl::debug::capabilities::CAPABILITIES,
];

/// The row of a capability, and the number of the name in its run.
pub(super) fn find(name: u32) -> Option<(&'static Capability, usize)> {
    CHAPTERS.iter().find_map(|rows| find_in(rows, name))
}

fn set(call: &mut Call<'_>, name: u32, on: bool) -> Result {
    match find(name) {
        Some((row, i)) if row.set_by != SetBy::ClientState => (row.set)(call.cx, i, on),
        _ => Err(GlError::invalid_enum("capability")),
    }
}

/// glEnable. INVALID_ENUM for what is no capability, INVALID_OPERATION for one that the active texture unit does not have.
pub fn enable(call: &mut Call<'_>, cap: u32) -> Result {
    set(call, cap, true)
}

/// glDisable. Errors as [`enable`].
pub fn disable(call: &mut Call<'_>, cap: u32) -> Result {
    set(call, cap, false)
}

/// Whether a capability is enabled; `None` for what is none.
pub fn enabled(cx: &Context, name: u32) -> Option<bool> {
    find(name).map(|(row, i)| (row.get)(cx, i))
}

/// glIsEnabled. INVALID_ENUM for what is no capability.
pub fn is_enabled(call: &mut Call<'_>, cap: u32) -> Result<u8> {
    enabled(call.cx, cap)
        .map(u8::from)
        .ok_or(GlError::invalid_enum("capability"))
}

/// The capabilities that ENABLE_BIT saves, with their numbers in their runs.
fn in_enable_group() -> impl Iterator<Item = (&'static Capability, usize)> {
    let rows = CHAPTERS.iter().copied().flatten();
    rows.filter(|row| row.in_enable_group)
        .flat_map(|row| (0..row.count as usize).map(move |i| (row, i)))
}

/// The state of every capability that ENABLE_BIT saves, in table order.
pub(crate) fn save(cx: &Context) -> Vec<bool> {
    in_enable_group().map(|(row, i)| (row.get)(cx, i)).collect()
}

/// Restores what [`save`] gave.
pub(crate) fn restore(cx: &mut Context, saved: &[bool]) {
    for ((row, i), on) in in_enable_group().zip(saved) {
        (row.set)(cx, i, *on).expect("capabilities of ENABLE_BIT can always be set");
    }
}
