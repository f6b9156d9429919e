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
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

/// The most names that one GenBuffers gives.
const MAX_GENERATED: usize = 1 << 22;

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
    /// Index arrays of the present version, converted.
    pub(super) indices: IndexCache,
}

/// Converted index arrays of one version: draws repeat the same few, so a short row is enough.
#[derive(Debug, Default)]
pub(super) struct IndexCache {
    rows: Vec<(IndexRange, Arc<Vec<u32>>)>,
    total: usize,
}

/// Indices in a buffer: byte offset, number, bytes of one.
pub(super) type IndexRange = (usize, usize, usize);

/// Index arrays kept per buffer.
const KEPT_INDEX_ARRAYS: usize = 64;

impl IndexCache {
    pub(super) fn find(&self, key: IndexRange) -> Option<Arc<Vec<u32>>> {
        self.rows
            .iter()
            .find(|(k, _)| *k == key)
            .map(|(_, indices)| indices.clone())
    }

    /// Keeps an index array, of at most `limit` indices in all; a full row starts anew.
    pub(super) fn keep(&mut self, key: IndexRange, indices: &Arc<Vec<u32>>, limit: usize) {
        if self.rows.len() >= KEPT_INDEX_ARRAYS || self.total + indices.len() > limit {
            self.clear();
        }
        if indices.len() <= limit {
            self.total += indices.len();
            self.rows.push((key, indices.clone()));
        }
    }

    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.total = 0;
    }
}

impl BufferContents {
    /// Makes these bytes the present version.
    pub(super) fn replace(&mut self, bytes: Vec<u8>) {
        self.data = Arc::new(bytes);
        self.indices.clear();
    }

    /// Writes a part of the storage, which must be inside it. A version in flight is replaced when all of it is
    /// written, copied when it is small; else the draws are carried out first (DESIGN 5). OUT_OF_MEMORY leaves it as it
    /// was.
    fn write(&mut self, cx: &mut Context, range: Range<usize>, source: &[u8]) -> Result {
        let is_whole = range.len() == self.data.len();
        if is_whole && Arc::get_mut(&mut self.data).is_none() {
            self.replace(copied(source)?);
            return Ok(());
        }
        if self.data.len() > COPY_LIMIT && Arc::get_mut(&mut self.data).is_none() {
            cx.finish();
        }
        let mut bytes = self.take()?;
        bytes[range].copy_from_slice(source);
        self.replace(bytes);
        Ok(())
    }

    /// Takes the storage out, to be written and put back by [`BufferContents::replace`]; a copy of it when the version
    /// is read elsewhere.
    fn take(&mut self) -> Result<Vec<u8>> {
        match Arc::get_mut(&mut self.data) {
            Some(own) => Ok(std::mem::take(own)),
            None => copied(&self.data),
        }
    }
}

/// The storage of a buffer while the driver writes it; dropping this makes it the present version.
#[derive(Debug)]
pub(super) struct BufferWrite {
    /// The bytes; their number must stay.
    pub(super) bytes: Vec<u8>,
    object: Arc<BufferObject>,
}

impl BufferWrite {
    /// Takes the storage. INVALID_OPERATION while the buffer is mapped, OUT_OF_MEMORY when a version that is read
    /// elsewhere cannot be copied.
    pub(super) fn new(object: &Arc<BufferObject>) -> Result<BufferWrite> {
        let mut contents = object.contents.lock();
        if contents.mapping.is_some() {
            return Err(MAPPED);
        }
        let bytes = contents.take()?;
        Ok(BufferWrite {
            bytes,
            object: object.clone(),
        })
    }
}

impl Drop for BufferWrite {
    fn drop(&mut self) {
        self.object
            .contents
            .lock()
            .replace(std::mem::take(&mut self.bytes));
    }
}

/// What commands say that need the contents of a mapped buffer.
pub(super) const MAPPED: GlError = GlError::invalid_operation("the buffer is mapped");

/// A copy. OUT_OF_MEMORY when it cannot be had.
pub(super) fn copied(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(bytes.len())
        .map_err(|_| GlError::out_of_memory("buffer storage"))?;
    copy.extend_from_slice(bytes);
    Ok(copy)
}

/// A buffer object.
#[derive(Debug)]
pub struct BufferObject {
    /// Its name; 0 for what arrays of a deleted buffer read.
    pub name: u32,
    /// Its contents.
    pub contents: Mutex<BufferContents>,
    /// Its name was deleted; other contexts may still have it bound.
    deleted: AtomicBool,
}

/// What arrays of a deleted buffer read: nothing, so zeros. Its name is 0, as the specification wants the binding; the
/// array's pointer stays an offset and must never be taken for an address.
static ORPHAN: LazyLock<Arc<BufferObject>> = LazyLock::new(|| Arc::new(BufferObject::new(0)));

impl BufferObject {
    fn new(name: u32) -> BufferObject {
        let contents = BufferContents {
            data: Arc::default(),
            usage: STATIC_DRAW,
            access: READ_WRITE,
            mapping: None,
            indices: IndexCache::default(),
        };
        BufferObject {
            name,
            contents: Mutex::new(contents),
            deleted: AtomicBool::new(false),
        }
    }

    /// The present version. INVALID_OPERATION while the buffer is mapped.
    pub fn version(&self) -> Result<Arc<Vec<u8>>> {
        let contents = self.contents.lock();
        match contents.mapping {
            None => Ok(contents.data.clone()),
            Some(_) => Err(MAPPED),
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
    /// PIXEL_PACK_BUFFER_BINDING
    pub pack: Binding,
    /// PIXEL_UNPACK_BUFFER_BINDING
    pub unpack: Binding,
}

impl BufferState {
    /// The binding of a target.
    pub(super) fn target(&mut self, target: u32) -> Result<&mut Binding> {
        match target {
            ARRAY_BUFFER => Ok(&mut self.array),
            ELEMENT_ARRAY_BUFFER => Ok(&mut self.element),
            PIXEL_PACK_BUFFER => Ok(&mut self.pack),
            PIXEL_UNPACK_BUFFER => Ok(&mut self.unpack),
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
    cx.buffers
        .target(target)?
        .clone()
        .ok_or(GlError::invalid_operation("no buffer is bound"))
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
            Some(
                object
                    .get_or_insert_with(|| Arc::new(BufferObject::new(name)))
                    .clone(),
            )
        }
    };
    Ok(())
}

/// glGenBuffers: reserves names. INVALID_VALUE for a negative count, OUT_OF_MEMORY for more than 4 million.
pub fn gen_buffers(call: &mut Call<'_>, n: i32, buffers: ClientPtr<u32>) -> Result {
    let n = count(n)?;
    if n > MAX_GENERATED {
        return Err(GlError::out_of_memory("too many buffer names at once"));
    }
    // No name is reserved before there is a place for it.
    let Some(out) = call.mem.bytes_mut(buffers.cast(), 4 * n) else {
        return Ok(());
    };
    let mut table = call.cx.shared.buffers.lock();
    for place in out.chunks_exact_mut(4) {
        loop {
            table.next = table.next.wrapping_add(1);
            if table.next != 0 && !table.objects.contains_key(&table.next) {
                break;
            }
        }
        let name = table.next;
        table.objects.insert(name, None);
        place.copy_from_slice(&name.to_ne_bytes());
    }
    Ok(())
}

/// glDeleteBuffers: bindings of this context to them, also those of its arrays, go back to 0; mapped ones are unmapped.
/// INVALID_VALUE for a negative count.
pub fn delete_buffers(call: &mut Call<'_>, n: i32, buffers: ClientPtr<u32>) -> Result {
    let names = call
        .mem
        .read_vec(buffers, count(n)?)
        .ok_or(GlError::invalid_value("null pointer to names"))?;
    for name in names.into_iter().filter(|name| *name != 0) {
        let removed = call.cx.shared.buffers.lock().objects.remove(&name);
        let Some(Some(object)) = removed else {
            continue;
        };
        object.contents.lock().mapping = None;
        object.deleted.store(true, Ordering::Relaxed);
        let cx = &mut *call.cx;
        for binding in [
            &mut cx.buffers.array,
            &mut cx.buffers.element,
            &mut cx.buffers.pack,
            &mut cx.buffers.unpack,
        ] {
            drop_deleted(binding);
        }
        cx.arrays
            .arrays
            .iter_mut()
            .for_each(|array| orphan_deleted(&mut array.buffer));
    }
    Ok(())
}

fn is_deleted(binding: &Binding) -> bool {
    binding
        .as_ref()
        .is_some_and(|object| object.deleted.load(Ordering::Relaxed))
}

/// Unbinds a deleted buffer.
pub(super) fn drop_deleted(binding: &mut Binding) {
    if is_deleted(binding) {
        *binding = None;
    }
}

/// An array of a deleted buffer reads zeros from now on.
pub(super) fn orphan_deleted(binding: &mut Binding) {
    if is_deleted(binding) {
        *binding = Some(ORPHAN.clone());
    }
}

/// glIsBuffer
pub fn is_buffer(call: &mut Call<'_>, buffer: u32) -> Result<u8> {
    Ok(u8::from(matches!(
        call.cx.shared.buffers.lock().objects.get(&buffer),
        Some(Some(_))
    )))
}

/// glBufferData: a new version of this size. INVALID_ENUM for a wrong target or usage, INVALID_VALUE for a negative size,
/// OUT_OF_MEMORY leaves the buffer as it was. A mapped buffer is unmapped.
pub fn buffer_data(
    call: &mut Call<'_>,
    target: u32,
    size: isize,
    data: ClientPtr<u8>,
    usage: u32,
) -> Result {
    call.cx.buffers.target(target)?;
    if !matches!(usage, STREAM_DRAW..=STREAM_COPY | STATIC_DRAW..=STATIC_COPY | DYNAMIC_DRAW..=DYNAMIC_COPY)
    {
        return Err(GlError::invalid_enum("buffer usage"));
    }
    let size = usize::try_from(size).map_err(|_| GlError::invalid_value("negative buffer size"))?;
    let object = bound(call.cx, target)?;
    let bytes = if data.is_null() {
        let mut zeros = Vec::new();
        zeros
            .try_reserve_exact(size)
            .map_err(|_| GlError::out_of_memory("buffer storage"))?;
        zeros.resize(size, 0);
        zeros
    } else {
        copied(call.mem.bytes(data, size).ok_or(GlError::invalid_value(
            "buffer data wraps the address space",
        ))?)?
    };
    let mut contents = object.contents.lock();
    contents.replace(bytes);
    // Table 2.7.
    (contents.usage, contents.access, contents.mapping) = (usage, READ_WRITE, None);
    Ok(())
}

/// The byte range of a sub-data command. INVALID_VALUE outside the buffer.
pub(super) fn sub_range(
    contents: &BufferContents,
    offset: isize,
    size: isize,
) -> Result<Range<usize>> {
    let outside = GlError::invalid_value("range outside the buffer");
    let (Ok(offset), Ok(size)) = (usize::try_from(offset), usize::try_from(size)) else {
        return Err(outside);
    };
    match offset.checked_add(size) {
        Some(end) if end <= contents.data.len() => Ok(offset..end),
        _ => Err(outside),
    }
}

/// glBufferSubData. INVALID_OPERATION without a buffer or while it is mapped, INVALID_VALUE outside it.
pub fn buffer_sub_data(
    call: &mut Call<'_>,
    target: u32,
    offset: isize,
    size: isize,
    data: ClientPtr<u8>,
) -> Result {
    let object = bound(call.cx, target)?;
    let mut contents = object.contents.lock();
    if contents.mapping.is_some() {
        return Err(MAPPED);
    }
    let range = sub_range(&contents, offset, size)?;
    let source = call
        .mem
        .bytes(data, range.len())
        .ok_or(GlError::invalid_value("null pointer to data"))?;
    contents.write(call.cx, range, source)
}
