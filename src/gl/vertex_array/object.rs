//! Vertex array objects: arrays that are bound together (ARB_vertex_array_object).
//!
//! The context holds the contents of the bound object, where all commands and draws find them. Binding another object
//! exchanges them for its own. Object 0 holds what contexts without the extension have.
#![forbid(unsafe_code)]

use super::state::{Variants, VertexArray, VertexArrayState};
use crate::gl::buffer::object::BufferState;
use crate::gl::buffer::storage::{Binding, drop_deleted, orphan_deleted};
use crate::gl::context::enums::VERTEX_ARRAY;
use crate::gl::context::error::unreadable;
use crate::gl::context::labels::forget_labels;
use crate::gl::context::names::{OwnNames, gen_own_names};
use crate::gl::{Call, Context, GlError, Result};
use crate::platform::ClientPtr;

/// The contents of an object that is not bound: tables 6.6 to 6.8 without CLIENT_ACTIVE_TEXTURE and ARRAY_BUFFER_BINDING.
#[derive(Debug, Clone)]
struct Contents {
    arrays: Vec<VertexArray>,
    variants: Variants,
    nv_enabled: u16,
    element_buffer: Binding,
}

impl Default for Contents {
    fn default() -> Self {
        let initial = VertexArrayState::default();
        Contents {
            arrays: initial.arrays,
            variants: initial.variants,
            nv_enabled: initial.nv_enabled,
            element_buffer: None,
        }
    }
}

/// The vertex array objects of a context, which are not shared.
#[derive(Debug, Default)]
pub struct VertexArrayObjects {
    /// Objects by name. `None` means that the name was generated and not bound yet. The entry of the bound object is not
    /// used.
    objects: OwnNames<Contents>,
    /// The contents of object 0, while another one is bound.
    default: Contents,
}

impl VertexArrayObjects {
    /// Whether an object has this name.
    pub(crate) fn has(&self, name: u32) -> bool {
        self.objects.get(name).is_some()
    }

    /// Binds an object that has this name, or a name that was generated. Gives INVALID_OPERATION for another name.
    pub(crate) fn bind(
        &mut self,
        arrays: &mut VertexArrayState,
        element_buffer: &mut Binding,
        name: u32,
    ) -> Result {
        let old = arrays.bound;
        let mut contents = match self.objects.place_mut(name) {
            _ if name == old => return Ok(()),
            None if name == 0 => std::mem::take(&mut self.default),
            None => return Err(NO_NAME),
            Some(object) => std::mem::take(object.get_or_insert_default()),
        };
        // The contents of the two objects change places.
        std::mem::swap(&mut arrays.arrays, &mut contents.arrays);
        std::mem::swap(&mut arrays.variants, &mut contents.variants);
        std::mem::swap(&mut arrays.nv_enabled, &mut contents.nv_enabled);
        std::mem::swap(element_buffer, &mut contents.element_buffer);
        match self.objects.place_mut(old) {
            Some(object) => *object = Some(contents),
            None => self.default = contents,
        }
        arrays.bound = name;
        Ok(())
    }
}

/// What PushClientAttrib(CLIENT_VERTEX_ARRAY_BIT) saves (tables 6.6 to 6.8).
#[derive(Debug)]
pub struct SavedArrays {
    arrays: VertexArrayState,
    array_buffer: Binding,
    element_buffer: Binding,
}

impl SavedArrays {
    pub fn save(arrays: &VertexArrayState, buffers: &BufferState) -> SavedArrays {
        let (array_buffer, element_buffer) = (buffers.array.clone(), buffers.element.clone());
        SavedArrays {
            arrays: arrays.clone(),
            array_buffer,
            element_buffer,
        }
    }

    /// Restores the arrays, and binds their object. Buffers that were deleted since stay unbound. If the object was deleted,
    /// its arrays are gone, and the current ones stay.
    pub(crate) fn restore(
        mut self,
        arrays: &mut VertexArrayState,
        objects: &mut VertexArrayObjects,
        buffers: &mut BufferState,
    ) {
        drop_deleted(&mut self.array_buffer);
        buffers.array = self.array_buffer;
        let bound = objects.bind(arrays, &mut buffers.element, self.arrays.bound);
        if bound.is_err() {
            return;
        }
        self.arrays
            .arrays
            .iter_mut()
            .for_each(|array| orphan_deleted(&mut array.buffer));
        drop_deleted(&mut self.element_buffer);
        buffers.element = self.element_buffer;
        *arrays = self.arrays;
    }
}

const NO_NAME: GlError =
    GlError::invalid_operation("the name is not one that GenVertexArrays has returned");

fn bind(cx: &mut Context, name: u32) -> Result {
    cx.array_objects
        .bind(&mut cx.arrays, &mut cx.buffers.element, name)
}

/// glBindVertexArray. Gives INVALID_OPERATION for a name that is neither 0 nor one that GenVertexArrays has returned.
pub fn bind_vertex_array(call: &mut Call<'_>, array: u32) -> Result {
    bind(call.cx, array)
}

/// glGenVertexArrays. Gives INVALID_VALUE for a negative count.
pub fn gen_vertex_arrays(call: &mut Call<'_>, n: i32, arrays: ClientPtr<u32>) -> Result {
    gen_own_names(call, n, arrays, |cx| &mut cx.array_objects.objects)
}

/// glDeleteVertexArrays: the binding of a bound object becomes 0. Gives INVALID_VALUE for a negative count.
pub fn delete_vertex_arrays(call: &mut Call<'_>, n: i32, arrays: ClientPtr<u32>) -> Result {
    let n = usize::try_from(n).map_err(|_| GlError::invalid_value("negative count"))?;
    let null = unreadable("null pointer to names");
    let names = call.mem.read_vec(arrays, n).map_err(null)?;
    for name in names.iter().filter(|name| **name != 0) {
        if call.cx.arrays.bound == *name {
            bind(call.cx, 0)?;
        }
        call.cx.array_objects.objects.remove(*name);
    }
    forget_labels(&mut call.cx.labels, &call.cx.shared, VERTEX_ARRAY, &names);
    Ok(())
}

/// glIsVertexArray: returns FALSE for a name that was generated and not bound.
pub fn is_vertex_array(call: &mut Call<'_>, array: u32) -> Result<u8> {
    Ok(u8::from(call.cx.array_objects.has(array)))
}
