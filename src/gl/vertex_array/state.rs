//! Client vertex arrays: their state, enables, locking (GL 1.5 section 2.8, ARB_vertex_program section 2.8,
//! EXT_compiled_vertex_array). [`super::pointer`] sets the pointers.
//!
//! Arrays have the numbers of the attributes that they feed ([`attribute`]). Then come the colour index array and the
//! element array. Last come the arrays of variants (EXT_vertex_shader), in the order in which commands first name them.
#![forbid(unsafe_code)]

use crate::frontend::vertex_shader::shader::Symbol;
use crate::gl::buffer::memory_range::MemoryRange;
use crate::gl::buffer::storage::Binding;
use crate::gl::context::enums::*;
use crate::gl::context::limits::{MAX_TEXTURE_COORDS, MAX_VERTEX_ATTRIBS};
use crate::gl::{Call, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;
use crate::raster::{ComponentType, Element};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The number of the colour index array, which RGBA contexts keep and do not use.
pub const INDEX_ARRAY_SLOT: usize = attribute::COUNT as usize;
/// The number of the element array (ATI_element_array). It holds indices, which feed no attribute.
pub const ELEMENT_ARRAY_SLOT: usize = INDEX_ARRAY_SLOT + 1;
/// The number of arrays, without those of variants.
pub const ARRAYS: usize = ELEMENT_ARRAY_SLOT + 1;

#[derive(Debug, Clone)]
pub struct VertexArray {
    pub enabled: bool,
    /// The number of components, 1 to 4. That of weights and matrix indices is 0 at first.
    pub size: u8,
    /// The type of a component. [`ComponentType::Bgra8`] means that the size was given as BGRA (EXT_vertex_array_bgra).
    pub component: ComponentType,
    /// The stride as given; 0 means tightly packed.
    pub stride: i32,
    /// The address, or the offset into the buffer.
    pub pointer: ClientPtr<u8>,
    /// Whether integers are mapped to fractions.
    pub normalized: bool,
    /// ARRAY_BUFFER_BINDING when the pointer was set.
    pub buffer: Binding,
    /// Whether ArrayObjectATI has set it. Then its pointer reads as null (ATI_vertex_array_object).
    pub in_object: bool,
    /// The count of static elements that EXT_vertex_array was given. For a variant it is the stride as given. It is kept
    /// for queries.
    pub static_count: i32,
}

impl VertexArray {
    pub fn type_name(&self) -> u32 {
        match self.component {
            ComponentType::I8 => BYTE,
            ComponentType::U8 | ComponentType::Bgra8 => UNSIGNED_BYTE,
            ComponentType::I16 => SHORT,
            ComponentType::U16 => UNSIGNED_SHORT,
            ComponentType::I32 => INT,
            ComponentType::U32 => UNSIGNED_INT,
            ComponentType::F16 => HALF_FLOAT,
            ComponentType::F32 => FLOAT,
            ComponentType::F64 => DOUBLE,
        }
    }

    pub fn given_size(&self) -> i32 {
        if self.component == ComponentType::Bgra8 {
            BGRA as i32
        } else {
            i32::from(self.size)
        }
    }

    /// The layout of its elements, the first of which begins at byte `offset`.
    pub(crate) fn element(&self, offset: usize) -> Element {
        Element {
            component: self.component,
            size: self.size,
            normalized: self.normalized,
            stride: self.stride_bytes(),
            offset,
            divisor: 0,
        }
    }

    /// The pointer that queries return: null for an array of an object buffer.
    pub fn given_pointer(&self) -> usize {
        if self.in_object {
            0
        } else {
            self.pointer.address()
        }
    }

    /// The size of an element in bytes, without the gap that the stride leaves.
    pub fn element_bytes(&self) -> usize {
        usize::from(self.size) * self.component.bytes()
    }

    /// The bytes from one element to the next.
    pub fn stride_bytes(&self) -> usize {
        if self.stride == 0 {
            self.element_bytes()
        } else {
            self.stride as usize
        }
    }
}

/// PRIMITIVE_RESTART_NV and PRIMITIVE_RESTART_INDEX_NV, which are client state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PrimitiveRestart {
    pub enabled: bool,
    pub index: u32,
}

/// The numbers of each variant's arrays, by the variant's name.
pub(crate) type Variants = FxHashMap<u32, Range<u32>>;

#[derive(Debug, Clone)]
pub struct VertexArrayState {
    /// VERTEX_ARRAY_BINDING: the vertex array object whose contents these are, or 0.
    pub bound: u32,
    /// Conventional and generic arrays at the numbers of their attributes, then the others.
    pub arrays: Vec<VertexArray>,
    /// The arrays of variants.
    pub(crate) variants: Variants,
    /// CLIENT_ACTIVE_TEXTURE − TEXTURE0
    pub client_active: usize,
    /// LockArraysEXT: first and count.
    pub locked: Option<(u32, u32)>,
    /// PRIMITIVE_RESTART_NV and its index.
    pub restart: PrimitiveRestart,
    /// NV_vertex_array_range
    pub range: MemoryRange,
    /// VERTEX_ATTRIB_ARRAYi_NV, by bit: the enables that count for vertex programs (ARB_vertex_program, interactions with
    /// NV_vertex_program). The ARB command that enables a generic array sets both enables.
    pub nv_enabled: u16,
}

impl Default for VertexArrayState {
    fn default() -> Self {
        let array = |slot: usize| {
            // Sizes, types and normalization are those of the state tables. They depend on the attribute.
            let (size, normalized) = match slot as u32 {
                _ if slot == ELEMENT_ARRAY_SLOT => (1, false),
                attribute::NORMAL => (3, true),
                attribute::SECONDARY_COLOR => (3, true),
                attribute::WEIGHT => (0, true),
                attribute::MATRIX_INDEX => (0, false),
                attribute::COLOR => (4, true),
                attribute::FOG_COORD | attribute::EDGE_FLAG | attribute::COUNT => (1, false),
                _ => (4, false),
            };
            let component = match slot as u32 {
                attribute::EDGE_FLAG | attribute::MATRIX_INDEX => ComponentType::U8,
                _ if slot == ELEMENT_ARRAY_SLOT => ComponentType::U32,
                _ => ComponentType::F32,
            };
            VertexArray {
                enabled: false,
                size,
                component,
                stride: 0,
                pointer: ClientPtr::NULL,
                normalized,
                buffer: None,
                in_object: false,
                static_count: 0,
            }
        };
        VertexArrayState {
            arrays: (0..ARRAYS).map(array).collect(),
            bound: 0,
            variants: FxHashMap::default(),
            client_active: 0,
            locked: None,
            restart: PrimitiveRestart::default(),
            range: MemoryRange::default(),
            nv_enabled: 0,
        }
    }
}

impl VertexArrayState {
    /// The array that feeds this attribute, or [`INDEX_ARRAY_SLOT`].
    pub fn array(&self, slot: u32) -> &VertexArray {
        &self.arrays[slot as usize]
    }

    /// The first array of a variant. Returns `None` before a command has named it.
    pub(crate) fn variant(&self, name: u32) -> Option<&VertexArray> {
        self.variants.get(&name).map(|own| self.array(own.start))
    }

    /// The number of a variant's array, if it is enabled.
    pub(crate) fn enabled_variant(&self, name: u32, part: u32) -> Option<u32> {
        let number = self.variants.get(&name)?.start + part;
        self.array(number).enabled.then_some(number)
    }

    /// The variants with enabled arrays, and the numbers of these arrays.
    pub(crate) fn enabled_variants(&self) -> impl Iterator<Item = (u32, Range<u32>)> {
        let variants = self.variants.iter().map(|(name, own)| (*name, own.clone()));
        variants.filter(|(_, own)| self.array(own.start).enabled)
    }

    /// The arrays of a variant. A matrix has four.
    pub(crate) fn variant_mut(&mut self, symbol: &Symbol) -> &mut [VertexArray] {
        let next = self.arrays.len() as u32;
        let new = || next..next + symbol.data.n_rows();
        let own = self.variants.entry(symbol.name).or_insert_with(new).clone();
        if own.start == next {
            let as_at_first = VertexArray {
                enabled: false,
                size: 4,
                component: ComponentType::F32,
                stride: 0,
                pointer: ClientPtr::NULL,
                normalized: symbol.normalized,
                buffer: None,
                in_object: false,
                static_count: 0,
            };
            self.arrays.resize(own.end as usize, as_at_first);
        }
        &mut self.arrays[own.start as usize..own.end as usize]
    }

    pub(crate) fn set_nv_enabled(&mut self, bit: u16, on: bool) {
        if on {
            self.nv_enabled |= bit;
        } else {
            self.nv_enabled &= !bit;
        }
    }

    /// The texture coordinate array of the client's active set.
    pub fn active_tex_coord(&self) -> &VertexArray {
        &self.arrays[attribute::TEX_COORD_0 as usize + self.client_active]
    }
}

/// The component type of a GL type name.
pub fn component_type(ty: u32) -> Option<ComponentType> {
    Some(match ty {
        BYTE => ComponentType::I8,
        UNSIGNED_BYTE => ComponentType::U8,
        SHORT => ComponentType::I16,
        UNSIGNED_SHORT => ComponentType::U16,
        INT => ComponentType::I32,
        UNSIGNED_INT => ComponentType::U32,
        HALF_FLOAT => ComponentType::F16,
        FLOAT => ComponentType::F32,
        DOUBLE => ComponentType::F64,
        _ => return None,
    })
}

/// The number of the array with this client state name. Returns `None` for another name.
pub fn array_slot(arrays: &VertexArrayState, name: u32) -> Option<usize> {
    Some(match name {
        VERTEX_ARRAY => attribute::POSITION as usize,
        NORMAL_ARRAY => attribute::NORMAL as usize,
        COLOR_ARRAY => attribute::COLOR as usize,
        SECONDARY_COLOR_ARRAY => attribute::SECONDARY_COLOR as usize,
        WEIGHT_ARRAY_ARB | VERTEX_WEIGHT_ARRAY_EXT => attribute::WEIGHT as usize,
        MATRIX_INDEX_ARRAY_ARB => attribute::MATRIX_INDEX as usize,
        FOG_COORD_ARRAY => attribute::FOG_COORD as usize,
        EDGE_FLAG_ARRAY => attribute::EDGE_FLAG as usize,
        TEXTURE_COORD_ARRAY => attribute::TEX_COORD_0 as usize + arrays.client_active,
        INDEX_ARRAY => INDEX_ARRAY_SLOT,
        ELEMENT_ARRAY_ATI => ELEMENT_ARRAY_SLOT,
        _ => return None,
    })
}

/// The bit of a VERTEX_ATTRIB_ARRAYi_NV name.
pub(crate) fn nv_array(name: u32) -> Option<u16> {
    let n = name.checked_sub(VERTEX_ATTRIB_ARRAY0_NV)?;
    (n < MAX_VERTEX_ATTRIBS as u32).then(|| 1 << n)
}

fn set_generic(call: &mut Call<'_>, index: u32, on: bool) -> Result {
    call.cx.arrays.arrays[generic_slot(index)?].enabled = on;
    call.cx.arrays.set_nv_enabled(1 << index, on);
    Ok(())
}

/// glClientActiveTexture. Gives INVALID_ENUM beyond the last coordinate set.
pub fn client_active_texture(call: &mut Call<'_>, texture: u32) -> Result {
    let set = texture.wrapping_sub(TEXTURE0) as usize;
    if set >= MAX_TEXTURE_COORDS {
        return Err(GlError::invalid_enum("no such texture coordinate set"));
    }
    call.cx.arrays.client_active = set;
    Ok(())
}

/// The number of a generic attribute's array. Gives INVALID_VALUE beyond the last.
pub(crate) fn generic_slot(index: u32) -> Result<usize> {
    match index as usize {
        index if index < MAX_VERTEX_ATTRIBS => Ok(attribute::GENERIC_0 as usize + index),
        _ => Err(GlError::invalid_value("no such generic attribute")),
    }
}

/// glEnableVertexAttribArray. Gives INVALID_VALUE beyond the last attribute.
pub fn enable_vertex_attrib_array(call: &mut Call<'_>, index: u32) -> Result {
    set_generic(call, index, true)
}

pub fn disable_vertex_attrib_array(call: &mut Call<'_>, index: u32) -> Result {
    set_generic(call, index, false)
}

/// glLockArraysEXT. Gives INVALID_VALUE for a negative first or a count that is not positive, INVALID_OPERATION when
/// locked.
pub fn lock_arrays_ext(call: &mut Call<'_>, first: i32, count: i32) -> Result {
    let (Ok(first), Ok(count @ 1..)) = (u32::try_from(first), u32::try_from(count)) else {
        return Err(GlError::invalid_value("range of locked arrays"));
    };
    if call.cx.arrays.locked.is_some() {
        return Err(GlError::invalid_operation("the arrays are locked"));
    }
    call.cx.arrays.locked = Some((first, count));
    Ok(())
}

/// glUnlockArraysEXT. Gives INVALID_OPERATION when not locked.
pub fn unlock_arrays_ext(call: &mut Call<'_>) -> Result {
    match call.cx.arrays.locked.take() {
        Some(_) => Ok(()),
        None => Err(GlError::invalid_operation("the arrays are not locked")),
    }
}
