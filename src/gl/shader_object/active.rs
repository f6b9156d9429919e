//! The active uniforms and attributes of a program (GL 2.1 section 2.15.3).
#![forbid(unsafe_code)]

use super::linked::Active;
use super::query::write_text;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;

/// Where a command writes what it tells of a variable.
struct Places {
    length: ClientPtr<i32>,
    size: ClientPtr<i32>,
    ty: ClientPtr<u32>,
    name: ClientPtr<u8>,
}

/// Writes what is asked of a variable. INVALID_VALUE for a number beyond the last one, and for a negative size.
fn write(call: &mut Call<'_>, active: Option<Active>, room: i32, places: &Places) -> Result {
    let active = active.ok_or(GlError::invalid_value("there is no such variable"))?;
    write_text(
        call,
        active.name.as_bytes(),
        room,
        places.length,
        places.name,
    )?;
    call.mem.write(places.size, &[active.size as i32]);
    call.mem.write(places.ty, &[active.ty]);
    Ok(())
}

#[allow(clippy::too_many_arguments)]
pub fn get_active_uniform(
    call: &mut Call<'_>,
    program: u32,
    index: u32,
    buf_size: i32,
    length: ClientPtr<i32>,
    size: ClientPtr<i32>,
    ty: ClientPtr<u32>,
    name: ClientPtr<u8>,
) -> Result {
    let found = {
        let mut objects = call.cx.shared.shader_objects.lock();
        let linked = objects.program(program)?.linked.clone();
        linked.and_then(|l| l.uniforms.get(index as usize).cloned())
    };
    let places = Places {
        length,
        size,
        ty,
        name,
    };
    write(call, found, buf_size, &places)
}

#[allow(clippy::too_many_arguments)]
pub fn get_active_attrib(
    call: &mut Call<'_>,
    program: u32,
    index: u32,
    buf_size: i32,
    length: ClientPtr<i32>,
    size: ClientPtr<i32>,
    ty: ClientPtr<u32>,
    name: ClientPtr<u8>,
) -> Result {
    let found = {
        let mut objects = call.cx.shared.shader_objects.lock();
        let linked = objects.program(program)?.linked.clone();
        linked.and_then(|l| l.attributes.get(index as usize).cloned())
    };
    let places = Places {
        length,
        size,
        ty,
        name,
    };
    write(call, found, buf_size, &places)
}
