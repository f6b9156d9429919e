//! Buffer objects: names, binding, storage (GL 1.5 section 2.9). Mapping and queries are in [`super::buffer_map`].
//!
//! A buffer's storage is an immutable version behind an `Arc`; recorded draws hold the version that they read. Writing
//! to a version in flight copies it, or waits for the draws when it is large.
#![forbid(unsafe_code)]

use super::enums::*;
use super::{Call, Context, GlError, Result};
use crate::platform::{ClientPtr, SharedBytes};
use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Larger versions in flight are not copied: the draws are carried out first (DESIGN 5).
const COPY_LIMIT: usize = 256 << 10;

/// What a buffer object holds.
#[derive(Debug)]
pub struct BufferContents {
    /// The present version.
    pub data: Arc<Vec<u8>>,
    /// BUFFER_USAGE
    pub usage: u32,
    /// BUFFER_ACCESS
    pub access: u32,
    /// The block that the application writes to while the buffer is mapped.
    pub mapping: Option<SharedBytes>,
}

/// A buffer object.
#[derive(Debug)]
pub struct BufferObject {
    /// Its name, not 0.
    pub name: u32,
    /// Its contents.
    pub contents: Mutex<BufferContents>,
}

impl BufferObject {
    fn new(name: u32) -> BufferObject {
        let contents = BufferContents { data: Arc::default(), usage: STATIC_DRAW, access: READ_WRITE, mapping: None };
        BufferObject { name, contents: Mutex::new(contents) }
    }

    /// The present version. INVALID_OPERATION while the buffer is mapped.
    pub fn version(&self) -> Result<Arc<Vec<u8>>> {
        let contents = self.contents.lock();
        match contents.mapping {
            None => Ok(contents.data.clone()),
            Some(_) => Err(GlError::invalid_operation("the buffer is mapped")),
        }
    }
}

/// A bound buffer; `None` for name 0.
pub type Binding = Option<Arc<BufferObject>>;

/// The name of a binding.
pub fn name_of(binding: &Binding) -> u32 {
    binding.as_ref().map_or(0, |object| object.name)
}

/// Bound buffers.
#[derive(Debug, Clone, Default)]
pub struct BufferState {
    /// ARRAY_BUFFER_BINDING
    pub array: Binding,
    /// ELEMENT_ARRAY_BUFFER_BINDING
    pub element: Binding,
}

impl BufferState {
    /// The binding of a target.
    pub(super) fn target(&mut self, target: u32) -> Result<&mut Binding> {
        match target {
            ARRAY_BUFFER => Ok(&mut self.array),
            ELEMENT_ARRAY_BUFFER => Ok(&mut self.element),
            _ => Err(GlError::invalid_enum("buffer target")),
        }
    }
}

/// Buffer objects by name. `None`: the name is reserved by GenBuffers.
#[derive(Debug, Default)]
pub struct Buffers {
    objects: FxHashMap<u32, Binding>,
    next: u32,
}

/// The buffer bound to a target. INVALID_OPERATION for name 0.
pub(super) fn bound(cx: &mut Context, target: u32) -> Result<Arc<BufferObject>> {
    cx.buffers.target(target)?.clone().ok_or(GlError::invalid_operation("no buffer is bound"))
}

fn count(n: i32) -> Result<usize> {
    usize::try_from(n).map_err(|_| GlError::invalid_value("negative count"))
}

/// glBindBuffer: makes the object at the name's first use. INVALID_ENUM for a wrong target.
pub fn bind_buffer(call: &mut Call<'_>, target: u32, buffer: u32) -> Result {
    let binding = call.cx.buffers.target(target)?;
    *binding = match buffer {
        0 => None,
        name => {
            let mut table = call.cx.shared.buffers.lock();
            let object = table.objects.entry(name).or_default();
            Some(object.get_or_insert_with(|| Arc::new(BufferObject::new(name))).clone())
        }
    };
    Ok(())
}

/// glGenBuffers
pub fn gen_buffers(call: &mut Call<'_>, n: i32, buffers: ClientPtr<u32>) -> Result {
    let n = count(n)?;
    if buffers.is_null() {
        return Ok(());
    }
    let mut table = call.cx.shared.buffers.lock();
    for i in 0..n {
        loop {
            table.next = table.next.wrapping_add(1);
            if table.next != 0 && !table.objects.contains_key(&table.next) {
                break;
            }
        }
        let name = table.next;
        table.objects.insert(name, None);
        call.mem.write(buffers.byte_add(4 * i), &[name]);
    }
    Ok(())
}

/// glDeleteBuffers: bindings of this context to them, also those of its arrays, go back to 0; mapped ones are unmapped.
pub fn delete_buffers(call: &mut Call<'_>, n: i32, buffers: ClientPtr<u32>) -> Result {
    let names = call.mem.read_vec(buffers, count(n)?).ok_or(GlError::invalid_value("null pointer to names"))?;
    for name in names.into_iter().filter(|name| *name != 0) {
        let removed = call.cx.shared.buffers.lock().objects.remove(&name);
        let Some(Some(object)) = removed else { continue };
        object.contents.lock().mapping = None;
        let is_it = |binding: &Binding| binding.as_ref().is_some_and(|bound| Arc::ptr_eq(bound, &object));
        let cx = &mut *call.cx;
        for binding in [&mut cx.buffers.array, &mut cx.buffers.element] {
            if is_it(binding) {
                *binding = None;
            }
        }
        for array in cx.arrays.arrays.iter_mut().filter(|array| is_it(&array.buffer)) {
            array.buffer = None;
        }
    }
    Ok(())
}

/// glIsBuffer
pub fn is_buffer(call: &mut Call<'_>, buffer: u32) -> Result<u8> {
    Ok(u8::from(matches!(call.cx.shared.buffers.lock().objects.get(&buffer), Some(Some(_)))))
}

/// glBufferData: a new version of this size. INVALID_ENUM for a wrong target or usage, INVALID_VALUE for a negative size,
/// OUT_OF_MEMORY leaves the buffer as it was. A mapped buffer is unmapped.
pub fn buffer_data(call: &mut Call<'_>, target: u32, size: isize, data: ClientPtr<u8>, usage: u32) -> Result {
    call.cx.buffers.target(target)?;
    if !matches!(usage, STREAM_DRAW..=STREAM_COPY | STATIC_DRAW..=STATIC_COPY | DYNAMIC_DRAW..=DYNAMIC_COPY) {
        return Err(GlError::invalid_enum("buffer usage"));
    }
    let size = usize::try_from(size).map_err(|_| GlError::invalid_value("negative buffer size"))?;
    let object = bound(call.cx, target)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(size).map_err(|_| GlError::out_of_memory("buffer storage"))?;
    if data.is_null() {
        bytes.resize(size, 0);
    } else {
        let source = call.mem.bytes(data, size).ok_or(GlError::invalid_value("buffer data wraps the address space"))?;
        bytes.extend_from_slice(source);
    }
    let mut contents = object.contents.lock();
    contents.data = Arc::new(bytes);
    contents.usage = usage;
    contents.mapping = None;
    Ok(())
}

/// The byte range of a sub-data command. INVALID_VALUE outside the buffer.
pub(super) fn sub_range(contents: &BufferContents, offset: isize, size: isize) -> Result<std::ops::Range<usize>> {
    let outside = GlError::invalid_value("range outside the buffer");
    let (Ok(offset), Ok(size)) = (usize::try_from(offset), usize::try_from(size)) else { return Err(outside) };
    match offset.checked_add(size) {
        Some(end) if end <= contents.data.len() => Ok(offset..end),
        _ => Err(outside),
    }
}

/// glBufferSubData. INVALID_OPERATION without a buffer or while it is mapped, INVALID_VALUE outside it.
pub fn buffer_sub_data(call: &mut Call<'_>, target: u32, offset: isize, size: isize, data: ClientPtr<u8>) -> Result {
    let object = bound(call.cx, target)?;
    let mut contents = object.contents.lock();
    if contents.mapping.is_some() {
        return Err(GlError::invalid_operation("the buffer is mapped"));
    }
    let range = sub_range(&contents, offset, size)?;
    let source = call.mem.bytes(data, range.len()).ok_or(GlError::invalid_value("null pointer to data"))?;
    if Arc::strong_count(&contents.data) > 1 && contents.data.len() > COPY_LIMIT {
        call.cx.finish();
    }
    // Copies the version when draws still hold it.
    Arc::make_mut(&mut contents.data)[range].copy_from_slice(source);
    Ok(())
}
