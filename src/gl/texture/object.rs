//! Texture objects and bindings (GL 1.5 sections 3.8.10 to 3.8.12).
//!
//! A texture object is an `Arc` held by the share group's table and by every unit that it is bound to, so that one
//! deleted elsewhere lives on where it is bound. Its texels are versions: a write replaces or copies the storage that a
//! recorded draw still holds.

use super::palette;
use super::param_state::TexParams;
use crate::device::Share;
use crate::device::state::revision::Watched;
use crate::device::texture::storage::Texture;
use crate::format::TextureShape;
use crate::gl::context::enums::*;
use crate::gl::context::labels::forget_labels;
use crate::gl::context::limits::{MAX_TEXTURE_COORDS, MAX_TEXTURE_IMAGE_UNITS};
use crate::gl::{Call, Context, GlError, Result};
use crate::platform::ClientPtr;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub use super::unit::{SavedTextures, TextureState, TextureUnit};

/// Number of texture targets with bindings, in the order of [`TextureShape`].
pub const TARGETS: usize = 5;

/// Targets by [`TextureShape`] number.
pub const TARGET_NAMES: [u32; TARGETS] = [
    TEXTURE_1D,
    TEXTURE_2D,
    TEXTURE_3D,
    TEXTURE_CUBE_MAP,
    TEXTURE_RECTANGLE,
];

/// The kind of texture that is bound to a target.
pub fn target_kind(target: u32) -> Result<TextureShape> {
    Ok(match target {
        TEXTURE_1D => TextureShape::D1,
        TEXTURE_2D => TextureShape::D2,
        TEXTURE_3D => TextureShape::D3,
        TEXTURE_CUBE_MAP => TextureShape::Cube,
        TEXTURE_RECTANGLE => TextureShape::Rectangle,
        _ => return Err(GlError::invalid_enum("unknown texture target")),
    })
}

/// What a texture object holds.
#[derive(Debug)]
pub struct TextureObject {
    /// Parameters.
    pub params: TexParams,
    /// Levels, palette, planes.
    pub texture: Texture,
}

/// A texture object with what never changes about it.
#[derive(Debug)]
pub struct TextureHandle {
    /// Its name; 0 for default textures.
    pub name: u32,
    /// A number that no other texture of the process has or had.
    pub id: u64,
    /// Its kind.
    pub kind: TextureShape,
    /// Its contents.
    pub object: Watched<TextureObject>,
}

impl TextureHandle {
    /// A new texture in its initial state.
    pub fn new(share: &Share, name: u32, kind: TextureShape) -> TextureHandle {
        let mut texture = Texture::new(kind);
        texture.palette = palette::initial();
        let object = TextureObject {
            params: TexParams::initial(kind),
            texture,
        };
        static NEXT: AtomicU64 = AtomicU64::new(1);
        TextureHandle {
            name,
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            kind,
            object: Watched::new(share, object),
        }
    }
}

/// Texture objects by name. `None`: the name is reserved by GenTextures, no object exists yet.
#[derive(Debug, Default)]
pub struct Textures {
    objects: FxHashMap<u32, Option<Arc<TextureHandle>>>,
    next: u32,
}

impl Textures {
    /// The object with this name.
    pub fn get(&self, name: u32) -> Option<&Arc<TextureHandle>> {
        self.objects.get(&name)?.as_ref()
    }

    /// Reserves an unused name.
    fn reserve(&mut self) -> u32 {
        loop {
            self.next = self.next.wrapping_add(1);
            if self.next != 0 && !self.objects.contains_key(&self.next) {
                self.objects.insert(self.next, None);
                return self.next;
            }
        }
    }
}

/// Selects the unit that texture commands act on.
pub fn active_texture(call: &mut Call<'_>, texture: u32) -> Result {
    let unit = texture.wrapping_sub(TEXTURE0) as usize;
    if unit >= MAX_TEXTURE_IMAGE_UNITS.max(MAX_TEXTURE_COORDS) {
        return Err(GlError::invalid_enum("no such texture unit"));
    }
    call.cx.textures.quietly().active = unit;
    Ok(())
}

/// Binds a texture to a target of the active unit; makes the object at the name's first use.
pub fn bind_texture(call: &mut Call<'_>, target: u32, texture: u32) -> Result {
    let kind = target_kind(target)?;
    // Draws compare what is bound.
    let state = call.cx.textures.quietly();
    let handle = if texture == 0 {
        state.defaults[kind as usize].clone()
    } else {
        let shared = &call.cx.shared;
        let mut textures = shared.textures.lock();
        let slot = textures.objects.entry(texture).or_default();
        slot.get_or_insert_with(|| Arc::new(TextureHandle::new(&shared.device, texture, kind)))
            .clone()
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

/// Returns `n` unused names.
pub fn gen_textures(call: &mut Call<'_>, n: i32, textures: ClientPtr<u32>) -> Result {
    let n = count(n)?;
    if textures.is_null() {
        return Ok(());
    }
    let mut table = call.cx.shared.textures.lock();
    for i in 0..n {
        let name = table.reserve();
        call.mem.write(textures.byte_add(4 * i), &[name]);
    }
    Ok(())
}

/// Deletes textures; units of this context that they are bound to fall back to the default texture.
pub fn delete_textures(call: &mut Call<'_>, n: i32, textures: ClientPtr<u32>) -> Result {
    let n = count(n)?;
    let names = call
        .mem
        .read_vec(textures, n)
        .ok_or(GlError::invalid_value("null pointer to names"))?;
    forget_labels(call.cx, TEXTURE, &names);
    let cx: &mut Context = call.cx;
    let mut table = cx.shared.textures.lock();
    for name in names.into_iter().filter(|name| *name != 0) {
        let Some(Some(handle)) = table.objects.remove(&name) else {
            continue;
        };
        cx.framebuffer.detach_texture(&handle);
        cx.shared.framebuffer_revision.advance();
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
        .ok_or(GlError::invalid_value("null pointer to names"))?;
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
    let null = GlError::invalid_value("null pointer to names or priorities");
    let names = call.mem.read_vec(textures, n).ok_or(null)?;
    let priorities = call.mem.read_vec(priorities, n).ok_or(null)?;
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
