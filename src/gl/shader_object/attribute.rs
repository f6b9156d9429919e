//! The numbers of attributes (GL 2.1 section 2.15.3, ARB_vertex_shader).
#![forbid(unsafe_code)]

use super::program::linked_program;
use crate::gl::context::limits::MAX_VERTEX_ATTRIBS;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// The longest name that is looked for.
const MAX_NAME_BYTES: usize = 4096;
/// The most names that wait for a link.
const MAX_BOUND: usize = 4096;

fn name<'m>(call: &Call<'m>, name: ClientPtr<u8>) -> Result<&'m str> {
    let name = call.mem.c_string(name, MAX_NAME_BYTES);
    let name = name.ok_or(GlError::invalid_value("null pointer to a name"))?;
    std::str::from_utf8(name).map_err(|_| GlError::invalid_value("the name is no name of GLSL"))
}

/// `glBindAttribLocation`: the number counts from the next link on. INVALID_VALUE for a number that is too great,
/// INVALID_OPERATION for a name of GL's own.
pub fn bind_attrib_location(
    call: &mut Call<'_>,
    program: u32,
    index: u32,
    attribute: ClientPtr<u8>,
) -> Result {
    let attribute = name(call, attribute)?;
    let mut objects = call.cx.shared.shader_objects.lock();
    let object = objects.program(program)?;
    if index as usize >= MAX_VERTEX_ATTRIBS {
        return Err(GlError::invalid_value("there is no such attribute"));
    }
    if attribute.starts_with("gl_") {
        return Err(GlError::invalid_operation(
            "GL's own attributes have no numbers",
        ));
    }
    if object.bound.len() >= MAX_BOUND && !object.bound.contains_key(attribute) {
        return Err(GlError::out_of_memory("too many attributes are bound"));
    }
    object.bound.insert(attribute.to_owned(), index);
    Ok(())
}

/// `glGetAttribLocation`: −1 for a name that no active attribute has, for GL's own, and with an error. INVALID_OPERATION for a
/// program that is not linked.
pub fn get_attrib_location(
    call: &mut Call<'_>,
    program: u32,
    attribute: ClientPtr<u8>,
) -> Result<i32> {
    let found = location(call, program, attribute);
    Ok(found.unwrap_or_else(|error| {
        call.cx.record_error_of("glGetAttribLocation", error);
        -1
    }))
}

fn location(call: &Call<'_>, program: u32, attribute: ClientPtr<u8>) -> Result<i32> {
    let program = linked_program(call, program)?;
    let attribute = name(call, attribute)?;
    let found = program.attributes.iter().find(|a| a.name == attribute);
    Ok(found.map_or(-1, |a| a.location))
}
