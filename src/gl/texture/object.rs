//! The commands of texture objects: names, bindings, priorities (GL 1.5 sections 3.8.11 and 3.8.12).

use super::unit::TextureState;
use crate::gl::context::enums::*;
use crate::gl::context::error::unreadable;
use crate::gl::context::labels::forget_labels;
use crate::gl::context::limits::{MAX_TEXTURE_COORDS, MAX_TEXTURE_IMAGE_UNITS};
use crate::gl::context::names::gen_names;
use crate::gl::texture_object::object::TextureHandle;
use crate::gl::texture_object::target::target_kind;
use crate::gl::{Call, Context, GlError, Result};
use crate::platform::ClientPtr;
use std::sync::Arc;

/// Selects the unit that texture commands act on.
pub fn active_texture(call: &mut Call<'_>, texture: u32) -> Result {
    let unit = texture.wrapping_sub(TEXTURE0) as usize;
    if unit >= MAX_TEXTURE_IMAGE_UNITS.max(MAX_TEXTURE_COORDS) {
        return Err(GlError::invalid_enum("no such texture unit"));
    }
    call.cx.textures.without_revision().active = unit;
    Ok(())
}

/// Binds a texture to a target of the active unit; makes the object at the name's first use.
pub fn bind_texture(call: &mut Call<'_>, target: u32, texture: u32) -> Result {
    let kind = target_kind(target)?;
    // Draws compare what is bound.
    let state = call.cx.textures.without_revision();
    let handle = if texture == 0 {
        state.defaults[kind as usize].clone()
    } else {
        let shared = &call.cx.shared;
        let mut textures = shared.textures.lock();
        let make = || TextureHandle::new(&shared.device, texture, kind);
        textures.get_or_make(texture, make)?
    };
    if handle.kind != kind {
        return Err(GlError::invalid_operation("the texture has another target"));
    }
    state.active_unit_mut().bound[kind as usize] = handle;
    Ok(())
}

fn count(n: i32) -> Result<usize> {
    usize::try_from(n).map_err(|_| GlError::invalid_value("a count is not negative"))
}

/// glGenTextures. Gives INVALID_VALUE for a negative count, OUT_OF_MEMORY for more than 4 million and where memory is short.
pub fn gen_textures(call: &mut Call<'_>, n: i32, textures: ClientPtr<u32>) -> Result {
    gen_names(call, n, textures, |shared| &shared.textures)
}

/// Deletes textures; units of this context that they are bound to fall back to the default texture.
pub fn delete_textures(call: &mut Call<'_>, n: i32, textures: ClientPtr<u32>) -> Result {
    let n = count(n)?;
    let names = call
        .mem
        .read_vec(textures, n)
        .map_err(unreadable("null pointer to names"))?;
    forget_labels(&mut call.cx.labels, &call.cx.shared, TEXTURE, &names);
    let cx: &mut Context = call.cx;
    let mut table = cx.shared.textures.lock();
    for name in names.into_iter().filter(|name| *name != 0) {
        let Some(handle) = table.remove(name) else {
            continue;
        };
        cx.framebuffer.detach_texture(&handle);
        cx.shared.framebuffer_revision.advance();
        // Units that have it bound take the default texture instead.
        let kind = handle.kind as usize;
        cx.draws.forget_textures();
        let TextureState {
            units, defaults, ..
        } = &mut *cx.textures;
        let bound = units
            .iter_mut()
            .map(|unit| &mut unit.bound[kind])
            .filter(|bound| Arc::ptr_eq(bound, &handle));
        bound.for_each(|bound| *bound = defaults[kind].clone());
    }
    Ok(())
}

/// Whether the name is that of a texture object.
pub fn is_texture(call: &mut Call<'_>, texture: u32) -> Result<u8> {
    Ok(u8::from(
        call.cx.shared.textures.lock().get(texture).is_some(),
    ))
}

/// Whether textures are resident: all of ours are. INVALID_VALUE for a name that is no texture.
pub fn are_textures_resident(
    call: &mut Call<'_>,
    n: i32,
    textures: ClientPtr<u32>,
    _residences: ClientPtr<u8>,
) -> Result<u8> {
    let names = call
        .mem
        .read_vec(textures, count(n)?)
        .map_err(unreadable("null pointer to names"))?;
    let table = call.cx.shared.textures.lock();
    if names.iter().any(|name| table.get(*name).is_none()) {
        return Err(GlError::invalid_value("a name that is no texture"));
    }
    // With all of them resident, `residences` stays as it is (section 3.8.12).
    Ok(1)
}

/// Sets priorities of textures; names without an object are ignored.
pub fn prioritize_textures(
    call: &mut Call<'_>,
    n: i32,
    textures: ClientPtr<u32>,
    priorities: ClientPtr<f32>,
) -> Result {
    let n = count(n)?;
    let null = unreadable("null pointer to names or priorities");
    let names = call.mem.read_vec(textures, n).map_err(null)?;
    let priorities = call.mem.read_vec(priorities, n).map_err(null)?;
    call.run(move |call| {
        let table = call.cx.shared.textures.lock();
        for (name, priority) in names.iter().zip(&priorities) {
            if let Some(handle) = table.get(*name) {
                handle.object.lock().params.priority = priority.clamp(0.0, 1.0);
            }
        }
        Ok(())
    })
}

/// EXT_texture_object's name, which the registry does not call an alias.
pub fn gen_textures_ext(call: &mut Call<'_>, n: i32, textures: ClientPtr<u32>) -> Result {
    gen_textures(call, n, textures)
}

/// EXT_texture_object's name, which the registry does not call an alias.
pub fn delete_textures_ext(call: &mut Call<'_>, n: i32, textures: ClientPtr<u32>) -> Result {
    delete_textures(call, n, textures)
}

/// EXT_texture_object's name, which the registry does not call an alias.
pub fn is_texture_ext(call: &mut Call<'_>, texture: u32) -> Result<u8> {
    is_texture(call, texture)
}

/// EXT_texture_object's name, which the registry does not call an alias.
pub fn are_textures_resident_ext(
    call: &mut Call<'_>,
    n: i32,
    textures: ClientPtr<u32>,
    residences: ClientPtr<u8>,
) -> Result<u8> {
    are_textures_resident(call, n, textures, residences)
}
