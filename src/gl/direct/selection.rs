//! What a command acts on instead of what is bound, for as long as it runs.
//!
//! A command with a name in place of a binding is the command without it, between two changes of that binding. In a display list
//! both belong to the command: what it records there is recorded together with the binding.
#![forbid(unsafe_code)]

use crate::gl::buffer::object::bind_buffer;
use crate::gl::buffer::storage::Binding;
use crate::gl::context::enums::*;
use crate::gl::context::program_target::Target;
use crate::gl::context::recording::Recording;
use crate::gl::framebuffer::object::{Framebuffer, bind_framebuffer_ext};
use crate::gl::framebuffer::renderbuffer::{Renderbuffer, bind_renderbuffer_ext};
use crate::gl::matrix::mode::MatrixMode;
use crate::gl::program::commands::bind_program_arb;
use crate::gl::program::object::Shared;
use crate::gl::texture::object::{active_texture, bind_texture};
use crate::gl::texture_object::object::TextureHandle;
use crate::gl::texture_object::target::{ImageTarget, image_target, target_kind};
use crate::gl::transform::commands::matrix_mode;
use crate::gl::vertex_array::object::bind_vertex_array;
use crate::gl::{Call, GlError, Result};
use std::sync::Arc;

/// What a command names.
#[derive(Debug, Clone, Copy)]
pub(super) enum Selection {
    /// A texture with a target of it: a kind of texture, a face of a cube map or, for texture 0, a proxy.
    Texture {
        texture: u32,
        target: u32,
    },
    /// TEXTUREi
    Unit(u32),
    /// A matrix mode, or TEXTUREi for the texture matrix of a unit.
    Matrix(u32),
    Buffer(u32),
    Program {
        program: u32,
        target: u32,
    },
    /// Both for drawing and for reading.
    Framebuffer(u32),
    Renderbuffer(u32),
    /// A vertex array object, and the buffer that pointers are offsets into.
    VertexArray {
        vaobj: u32,
        buffer: u32,
    },
}

/// What was bound before.
enum Saved {
    Nothing,
    Texture(Arc<TextureHandle>),
    Unit(usize),
    Matrix(MatrixMode, usize),
    Buffer(Binding),
    Program(Target, u32, Shared),
    Framebuffer([Option<Arc<Framebuffer>>; 2]),
    Renderbuffer(Option<Arc<Renderbuffer>>),
    VertexArray(u32, Binding),
}

impl Selection {
    /// Whether it is of a proxy, whose commands are never recorded.
    fn is_proxy(self) -> bool {
        match self {
            Selection::Texture { target, .. } => is_proxy(target),
            _ => false,
        }
    }

    /// Binds what the command names. The errors are those of binding it.
    fn bind(self, call: &mut Call<'_>) -> Result<Saved> {
        match self {
            Selection::Texture { texture, target } => bind_texture_of(call, texture, target),
            Selection::Unit(texunit) => {
                let saved = call.cx.textures.active;
                // The text's own error, where glActiveTexture has INVALID_ENUM.
                active_texture(call, texunit).map_err(|_| NO_UNIT)?;
                Ok(Saved::Unit(saved))
            }
            Selection::Matrix(mode) => bind_matrix(call, mode),
            Selection::Buffer(0) => Err(GlError::invalid_operation("buffer 0")),
            Selection::Buffer(name) => {
                let saved = call.cx.buffers.copy_write.clone();
                bind_buffer(call, COPY_WRITE_BUFFER, name)?;
                Ok(Saved::Buffer(saved))
            }
            Selection::Program { program, target } => {
                let kind = Target::from_enum(target)?;
                let state = call.cx.programs.target(kind);
                let (name, object) = (state.name, state.object.clone());
                bind_program_arb(call, target, program)?;
                Ok(Saved::Program(kind, name, object))
            }
            Selection::Framebuffer(name) => {
                let state = &call.cx.framebuffer;
                let saved = [state.draw.clone(), state.read.clone()];
                bind_framebuffer_ext(call, FRAMEBUFFER, name)?;
                Ok(Saved::Framebuffer(saved))
            }
            Selection::Renderbuffer(0) => Err(GlError::invalid_operation("renderbuffer 0")),
            Selection::Renderbuffer(name) => {
                let saved = call.cx.framebuffer.renderbuffer.clone();
                bind_renderbuffer_ext(call, RENDERBUFFER, name)?;
                Ok(Saved::Renderbuffer(saved))
            }
            Selection::VertexArray { vaobj, buffer } => {
                let saved = (call.cx.arrays.bound, call.cx.buffers.array.clone());
                bind_vertex_array(call, vaobj)?;
                bind_buffer(call, ARRAY_BUFFER, buffer)?;
                Ok(Saved::VertexArray(saved.0, saved.1))
            }
        }
    }
}

/// The error of a texture unit that does not exist.
pub(super) const NO_UNIT: GlError = GlError::invalid_operation("no such texture unit");

fn is_proxy(target: u32) -> bool {
    image_target(target).is_ok_and(|ImageTarget { proxy, .. }| proxy)
}

/// Binds a texture to the active unit. A target that is none is left to the command, which refuses it.
fn bind_texture_of(call: &mut Call<'_>, texture: u32, target: u32) -> Result<Saved> {
    let (kind, binding) = match (target_kind(target), image_target(target)) {
        (Ok(kind), _) => (kind, target),
        (_, Ok(image)) if image.proxy && texture == 0 => return Ok(Saved::Nothing),
        (_, Ok(image)) if image.proxy => {
            return Err(GlError::invalid_operation("a proxy is no texture's target"));
        }
        (_, Ok(image)) => (image.kind, TEXTURE_CUBE_MAP),
        _ => return Ok(Saved::Nothing),
    };
    let saved = call.cx.textures.bound(kind);
    bind_texture(call, binding, texture)?;
    Ok(Saved::Texture(saved))
}

fn bind_matrix(call: &mut Call<'_>, mode: u32) -> Result<Saved> {
    let saved = Saved::Matrix(call.cx.matrix.mode, call.cx.textures.active);
    if !(TEXTURE0..=TEXTURE31).contains(&mode) {
        matrix_mode(call, mode)?;
        return Ok(saved);
    }
    active_texture(call, mode)?;
    let result = matrix_mode(call, TEXTURE);
    match result {
        Ok(()) => Ok(saved),
        Err(error) => {
            saved.restore(call);
            Err(error)
        }
    }
}

impl Saved {
    fn restore(self, call: &mut Call<'_>) {
        let cx = &mut *call.cx;
        match self {
            Saved::Nothing => {}
            Saved::Texture(handle) => {
                let unit = cx.textures.without_revision().active_unit_mut();
                let kind = handle.kind as usize;
                unit.bound[kind] = handle;
            }
            Saved::Unit(active) => cx.textures.without_revision().active = active,
            Saved::Matrix(mode, active) => {
                cx.matrix.without_revision().mode = mode;
                cx.textures.without_revision().active = active;
            }
            Saved::Buffer(binding) => cx.buffers.copy_write = binding,
            Saved::Program(target, name, object) => {
                let state = cx.programs.target_mut(target);
                (state.name, state.object) = (name, object);
            }
            Saved::Framebuffer([draw, read]) => {
                (cx.framebuffer.draw, cx.framebuffer.read) = (draw, read);
            }
            Saved::Renderbuffer(bound) => cx.framebuffer.renderbuffer = bound,
            Saved::VertexArray(name, buffer) => {
                let bound = bind_vertex_array(call, name);
                debug_assert!(bound.is_ok(), "it was bound before");
                call.cx.buffers.array = buffer;
            }
        }
    }
}

/// A call with what its command names bound. Dropping this restores the binding, also after a panic in the command.
struct Selected<'a, 'c>(&'a mut Call<'c>, Saved);

impl Drop for Selected<'_, '_> {
    fn drop(&mut self) {
        std::mem::replace(&mut self.1, Saved::Nothing).restore(self.0);
    }
}

/// Runs a command with what it names. Display lists never hold it.
pub(super) fn at_once<R>(
    call: &mut Call<'_>,
    selection: Selection,
    command: impl FnOnce(&mut Call<'_>) -> Result<R>,
) -> Result<R> {
    let saved = selection.bind(call)?;
    let selected = Selected(call, saved);
    command(selected.0)
}

/// Runs a command with what it names, or records both into the list that is compiled.
pub(super) fn listed(
    call: &mut Call<'_>,
    selection: Selection,
    command: impl FnOnce(&mut Call<'_>) -> Result,
) -> Result {
    if call.cx.recorder.recording() == Recording::Off || selection.is_proxy() {
        return at_once(call, selection, command);
    }
    let outer = call.cx.recorder.begin_part();
    let read = command(call);
    let commands = call.cx.recorder.end_part(outer);
    read?;
    call.run(move |call| {
        at_once(call, selection, |call| {
            commands.iter().try_for_each(|command| command(call))
        })
    })
}

/// As [`listed`], for a command that is for textures with names (ARB_texture_storage). Gives INVALID_VALUE for texture 0, INVALID_ENUM
/// for a proxy.
pub(super) fn named(
    call: &mut Call<'_>,
    selection: Selection,
    command: impl FnOnce(&mut Call<'_>) -> Result,
) -> Result {
    if let Selection::Texture { texture: 0, .. } = selection {
        return Err(GlError::invalid_value("a texture with a name"));
    }
    if selection.is_proxy() {
        return Err(GlError::invalid_enum("proxies have no name"));
    }
    listed(call, selection, command)
}
