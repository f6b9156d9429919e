//! What GLX, EGL and OSMesa share: binding a context to surfaces, and releasing it.

use crate::current::{self, BindError, Companion, ContextCell};
use std::sync::Arc;
use trilobite::gl::Context;
use trilobite::platform::workers::make_ready_to_wait;
use trilobite::surface::Surface;

/// The version of our contexts, and the greatest that an application can ask for (a compatibility context).
pub(crate) const GL_VERSION: (i32, i32) = (1, 5);

/// Whether an application that asks for this version gets a context. The version must exist, and ours be compatible
/// with it (ARB_create_context: "backwards compatible", so every version up to ours).
pub(crate) fn gl_version_is_supported(major: i32, minor: i32) -> bool {
    gl_version_exists(major, minor) && (major, minor) <= GL_VERSION
}

/// Whether such a version of OpenGL exists.
pub(crate) fn gl_version_exists(major: i32, minor: i32) -> bool {
    let greatest_minor = match major {
        1 => 5,
        2 => 1,
        3 => 3,
        4 => 6,
        _ => return false,
    };
    (0..=greatest_minor).contains(&minor)
}

/// Makes a context current on surfaces, with the companion that the window layer wants to find again. The context
/// before is flushed and released. Programs do this for each frame, often with what is current already: then frames
/// that are under way go on.
pub(crate) fn bind(
    cell: &Arc<ContextCell>,
    draw: Option<Arc<Surface>>,
    read: Option<Arc<Surface>>,
    companion: Companion,
) -> Result<(), BindError> {
    let same = current::current().is_some_and(|c| Arc::ptr_eq(&c, cell));
    if !same {
        make_ready_to_wait();
        // The context before must stay current if another thread owns the new one.
        if cell.is_current_somewhere() {
            return Err(BindError::CurrentElsewhere);
        }
        flush_current()?;
        let before = current::current();
        current::set_current(Some(cell.clone()))?;
        forget_surfaces(before.as_deref());
    } else {
        let goes_on = |cx: &mut Context| match cx.draws_to(&draw, &read) {
            true => cx.flush(),
            false => cx.flush_to_window(),
        };
        cell.with(goes_on).ok_or(BindError::Busy)?;
    }
    // Each surface is asked once: the answer comes from the X server.
    let is_draw = |own: &&Arc<Surface>| draw.as_ref().is_some_and(|d| Arc::ptr_eq(d, own));
    let other = read.as_ref().filter(|own| !is_draw(own));
    for surface in draw.iter().chain(other) {
        surface.follow();
    }
    cell.with(|cx| cx.attach(draw, read))
        .ok_or(BindError::Busy)?;
    drop(current::set_companion(Some(companion)));
    Ok(())
}

/// Flushes and releases the current context, if there is one.
pub(crate) fn unbind() -> Result<(), BindError> {
    flush_current()?;
    let before = current::current();
    current::set_current(None)?;
    forget_surfaces(before.as_deref());
    drop(current::set_companion(None));
    Ok(())
}

/// Carries out what the current context has recorded, and shows what it drew to a front buffer.
pub(crate) fn flush_current() -> Result<(), BindError> {
    match current::current() {
        Some(cell) => cell.with(Context::flush_to_window).ok_or(BindError::Busy),
        None => Ok(()),
    }
}

/// Carries out what the current context has recorded, without showing it. A swap needs this first.
pub(crate) fn finish_current() {
    if let Some(cell) = current::current() {
        cell.with(Context::finish);
    }
}

/// SwapBuffers: the frame of the current context ends, and a surface's back buffer is shown.
pub(crate) fn swap(surface: &Arc<Surface>) {
    match current::current() {
        Some(cell) if cell.with(|cx| cx.swap(surface)).is_some() => {}
        _ => surface.show_back(),
    }
}

/// As [`finish_current`], and reports the end of the frame to the context.
pub(crate) fn end_frame() {
    if let Some(cell) = current::current() {
        cell.with(Context::end_frame);
    }
}

/// Detaches a context from its surfaces, since a context that is not current keeps no surface alive.
fn forget_surfaces(cell: Option<&ContextCell>) {
    if let Some(cell) = cell {
        cell.with(|cx| cx.attach(None, None));
    }
}

/// What this thread's window layer has stored beside the current context, if it has this type.
pub(crate) fn companion<T: Send + Sync + 'static>() -> Option<Arc<T>> {
    current::companion()?.downcast().ok()
}

/// The pairs of an attribute list that ends in `end`. A null pointer is an empty list.
///
/// # Safety
/// `list` is null, or points to pairs of integers and an `end` in an attribute's place. They are read during the call.
pub(crate) unsafe fn attribute_pairs<T: Copy + PartialEq>(list: *const T, end: T) -> Vec<(T, T)> {
    let mut pairs = Vec::new();
    if list.is_null() {
        return pairs;
    }
    // A broken list without an end is read no further than this.
    for i in 0..256 {
        // SAFETY: the list continues until `end`.
        let (attribute, value) = unsafe {
            let attribute = list.add(2 * i).read_unaligned();
            if attribute == end {
                break;
            }
            (attribute, list.add(2 * i + 1).read_unaligned())
        };
        pairs.push((attribute, value));
    }
    pairs
}
