//! Labels of objects (KHR_debug sections 5.5.8 and 6.1.16). A label is dropped with its object, by the command that deletes
//! the object.
#![forbid(unsafe_code)]

use crate::gl::context::enums::*;
use crate::gl::context::labels::Labels;
use crate::gl::context::share::ShareGroup;
use crate::gl::context::strings::read_string;
use crate::gl::query::sync::is_sync;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// MAX_LABEL_LENGTH, which includes the NUL.
pub const MAX_LABEL_LENGTH: usize = 256;

/// One kind of objects.
struct Namespace {
    identifier: u32,
    /// The command glIs… of this kind.
    is_object: fn(&mut Call<'_>, u32) -> Result<u8>,
    /// Whether contexts of a share group share the objects.
    shared: bool,
}

const fn kind(
    identifier: u32,
    is_object: fn(&mut Call<'_>, u32) -> Result<u8>,
    shared: bool,
) -> Namespace {
    Namespace {
        identifier,
        is_object,
        shared,
    }
}

/// For kinds of objects that this version of GL does not have: no name is an object.
fn no_objects(_: &mut Call<'_>, _: u32) -> Result<u8> {
    Ok(0)
}

/// The kinds of objects (table 5.1, without program pipelines).
const NAMESPACES: &[Namespace] = &[
    kind(BUFFER, crate::gl::buffer::object::is_buffer, true),
    kind(TEXTURE, crate::gl::texture::object::is_texture, true),
    kind(DISPLAY_LIST, crate::gl::list::record::is_list, true),
    kind(QUERY, crate::gl::query::object::is_query, false),
    kind(SHADER, crate::gl::shader_object::shader::is_shader, true),
    kind(PROGRAM, crate::gl::shader_object::program::is_program, true),
    kind(
        VERTEX_ARRAY,
        crate::gl::vertex_array::object::is_vertex_array,
        false,
    ),
    kind(TRANSFORM_FEEDBACK, no_objects, false),
    kind(SAMPLER, crate::gl::texture::sampler::is_sampler, true),
    kind(
        RENDERBUFFER,
        crate::gl::framebuffer::renderbuffer::is_renderbuffer,
        true,
    ),
    kind(
        FRAMEBUFFER,
        crate::gl::framebuffer::object::is_framebuffer,
        true,
    ),
];

/// The kind of an object. Gives INVALID_ENUM for a wrong identifier, INVALID_VALUE for a name without an object.
fn namespace(call: &mut Call<'_>, identifier: u32, name: u32) -> Result<&'static Namespace> {
    let found = NAMESPACES.iter().find(|row| row.identifier == identifier);
    let row = found.ok_or(GlError::invalid_enum("identifier of a kind of objects"))?;
    match (row.is_object)(call, name)? {
        0 => Err(GlError::invalid_value("the name is not that of an object")),
        _ => Ok(row),
    }
}

/// Gives `f` the labels of this kind of objects: those of the share group, or the context's `own`.
fn with_labels<R>(
    shared: &ShareGroup,
    own: &mut Labels,
    row: &Namespace,
    f: impl FnOnce(&mut Labels) -> R,
) -> R {
    if row.shared {
        f(&mut shared.labels.lock())
    } else {
        f(own)
    }
}

/// glObjectLabel: a null pointer removes the label. Gives INVALID_ENUM for a wrong identifier, INVALID_VALUE when it is no
/// object and for a label that is too long.
pub fn object_label(
    call: &mut Call<'_>,
    identifier: u32,
    name: u32,
    length: i32,
    label: ClientPtr<u8>,
) -> Result {
    let row = namespace(call, identifier, name)?;
    set_label(call, row, name, (length, label))
}

/// Sets the label of an object that exists.
fn set_label(
    call: &mut Call<'_>,
    row: &Namespace,
    name: u32,
    (length, label): (i32, ClientPtr<u8>),
) -> Result {
    let identifier = row.identifier;
    let label = if label.is_null() {
        &[]
    } else {
        read_string(&call.mem, label, length, MAX_LABEL_LENGTH)?
    };
    with_labels(
        &call.cx.shared,
        &mut call.cx.labels,
        row,
        |labels| match label {
            [] => labels.remove(&(identifier, name)),
            label => labels.insert((identifier, name), label.into()),
        },
    );
    Ok(())
}

/// glGetObjectLabel. Gives INVALID_ENUM for a wrong identifier, INVALID_VALUE when it is no object and for a negative size.
pub fn get_object_label(
    call: &mut Call<'_>,
    identifier: u32,
    name: u32,
    buf_size: i32,
    length: ClientPtr<i32>,
    label: ClientPtr<u8>,
) -> Result {
    let row = namespace(call, identifier, name)?;
    write_label(call, row, name, buf_size, (length, label))
}

/// Writes the label of an object that exists.
fn write_label(
    call: &mut Call<'_>,
    row: &Namespace,
    name: u32,
    buf_size: i32,
    (length, label): (ClientPtr<i32>, ClientPtr<u8>),
) -> Result {
    let identifier = row.identifier;
    let room = usize::try_from(buf_size)
        .map_err(|_| GlError::invalid_value("negative size of a label's buffer"))?;
    let text = with_labels(&call.cx.shared, &mut call.cx.labels, row, |labels| {
        labels.get(&(identifier, name)).cloned()
    })
    .unwrap_or_default();
    let written = if label.is_null() {
        text.len()
    } else {
        text.len().min(room.saturating_sub(1))
    };
    if !label.is_null() && room > 0 {
        call.mem.write(label, &text[..written]);
        call.mem.write(label.byte_add(written), &[0u8]);
    }
    call.mem.write(length, &[written as i32]);
    Ok(())
}

/// Sync objects, whose names are pointers. No identifier of a command means them.
const SYNCS: Namespace = kind(SYNC_FENCE, no_objects, true);

/// The name under which the label of a sync object is kept. Gives INVALID_VALUE when it is none.
fn sync_name(call: &mut Call<'_>, ptr: ClientPtr<u8>) -> Result<u32> {
    match is_sync(call, ptr)? {
        0 => Err(GlError::invalid_value(
            "the pointer is not that of a sync object",
        )),
        _ => Ok(ptr.address() as u32),
    }
}

/// glObjectPtrLabel: a null pointer removes the label. Gives INVALID_VALUE when it is no sync object and for a label that is too
/// long.
pub fn object_ptr_label(
    call: &mut Call<'_>,
    ptr: ClientPtr<u8>,
    length: i32,
    label: ClientPtr<u8>,
) -> Result {
    let name = sync_name(call, ptr)?;
    set_label(call, &SYNCS, name, (length, label))
}

/// glGetObjectPtrLabel. Gives INVALID_VALUE when it is no sync object and for a negative size.
pub fn get_object_ptr_label(
    call: &mut Call<'_>,
    ptr: ClientPtr<u8>,
    buf_size: i32,
    length: ClientPtr<i32>,
    label: ClientPtr<u8>,
) -> Result {
    let name = sync_name(call, ptr)?;
    write_label(call, &SYNCS, name, buf_size, (length, label))
}
