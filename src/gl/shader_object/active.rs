//! The active uniforms and attributes of a program (GL 2.1 section 2.15.3).
#![forbid(unsafe_code)]

use super::linked::{Active, Linked};
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

/// Writes what is asked of the variable with a number. INVALID_VALUE for a number beyond the last one, and for a negative size.
fn write(
    call: &mut Call<'_>,
    (program, index): (u32, u32),
    all: fn(&Linked) -> &[Active],
    room: i32,
    places: &Places,
) -> Result {
    let linked = {
        let mut objects = call.cx.shared.shader_objects.lock();
        objects.program(program)?.linked.clone()
    };
    let found = linked.as_deref().map(all).unwrap_or_default();
    let found = found.get(index as usize);
    let active = found.ok_or(GlError::invalid_value("there is no such variable"))?;
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
    let places = Places {
        length,
        size,
        ty,
        name,
    };
    write(call, (program, index), |l| &l.uniforms, buf_size, &places)
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
    let places = Places {
        length,
        size,
        ty,
        name,
    };
    write(call, (program, index), |l| &l.attributes, buf_size, &places)
}
