//! Buffers as GL's objects.

use super::api::Gl;
use super::state::Object;
use crate::cg::Result;
use crate::cg::buffer;
use crate::cg::handle::Handle;
use crate::cg::world::World;

/// `GL_STATIC_DRAW`.
const STATIC_DRAW: u32 = 0x88E4;

/// Makes a buffer with an object of GL.
pub fn create(
    world: &mut World,
    gl: &dyn Gl,
    context: Handle,
    (size, data): (i32, Option<&[u8]>),
    usage: u32,
) -> Result<Handle> {
    let made = buffer::create(world, context, size, data)?;
    if made != Handle::NULL {
        let name = gl.make_buffer(size.max(0) as usize, data.unwrap_or_default(), usage);
        let object = Object { name, is_own: true };
        world.gl.buffers.insert(made, object);
    }
    Ok(made)
}

/// Makes a buffer of an object that the application has.
pub fn create_of(
    world: &mut World,
    gl: &dyn Gl,
    context: Handle,
    name: u32,
    is_own: bool,
) -> Result<Handle> {
    world.context(context)?;
    let size = gl.buffer_size(name);
    let made = buffer::create(world, context, size.max(0), None)?;
    world.gl.buffers.insert(made, Object { name, is_own });
    Ok(made)
}

/// The name of a buffer's object, which is made if there is none.
pub fn object(world: &mut World, gl: &dyn Gl, buffer: Handle) -> Result<u32> {
    let known = world.buffer(buffer)?;
    if let Some(object) = world.gl.buffers.get(&buffer) {
        return Ok(object.name);
    }
    let bytes = known.bytes.to_vec().unwrap_or_default();
    let name = gl.make_buffer(known.size, &bytes, STATIC_DRAW);
    let object = Object { name, is_own: true };
    world.gl.buffers.insert(buffer, object);
    Ok(name)
}

/// Gives GL the bytes of a buffer.
pub(super) fn send(world: &World, gl: &dyn Gl, buffer: Handle) {
    let object = world.gl.buffers.get(&buffer);
    if let (Some(object), Ok(known)) = (object, world.buffer(buffer)) {
        let bytes = known.bytes.to_vec().unwrap_or_default();
        gl.set_buffer(object.name, &bytes[..known.size.min(bytes.len())]);
    }
}
