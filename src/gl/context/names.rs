//! Names of objects that contexts share: textures, buffers, framebuffers, renderbuffers and samplers. Most are made when they are
//! first bound (GL 1.5 sections 2.9, 3.8.12). Also names of objects that contexts do not share: queries, fences, vertex arrays.
#![forbid(unsafe_code)]

use crate::gl::context::error::unreadable;
use crate::gl::{Call, Context, GlError, Result, ShareGroup};
use crate::platform::reserve::{self, from_system};
use crate::platform::{ClientMemory, ClientPtr};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Objects by name. `None` means that the name is reserved, and no object exists yet.
#[derive(Debug)]
pub struct ObjectTable<T> {
    objects: FxHashMap<u32, Option<Arc<T>>>,
    next: u32,
}

impl<T> Default for ObjectTable<T> {
    fn default() -> Self {
        ObjectTable {
            objects: FxHashMap::default(),
            next: 0,
        }
    }
}

impl<T> ObjectTable<T> {
    pub(crate) fn get(&self, name: u32) -> Option<&Arc<T>> {
        self.objects.get(&name)?.as_ref()
    }

    /// Whether the name is reserved or names an object.
    pub(crate) fn knows(&self, name: u32) -> bool {
        self.objects.contains_key(&name)
    }

    /// Whether this object still has this name.
    pub(crate) fn holds(&self, name: u32, object: &Arc<T>) -> bool {
        self.get(name)
            .is_some_and(|found| Arc::ptr_eq(found, object))
    }

    /// Returns the object with this name, and makes it when there is none. Gives OUT_OF_MEMORY.
    pub(crate) fn get_or_make(&mut self, name: u32, make: impl FnOnce() -> T) -> Result<Arc<T>> {
        self.make_room(1)?;
        let slot = self.objects.entry(name).or_default();
        Ok(slot.get_or_insert_with(|| Arc::new(make())).clone())
    }

    /// Frees a name, and returns the object that had it.
    pub(crate) fn remove(&mut self, name: u32) -> Option<Arc<T>> {
        self.objects.remove(&name).flatten()
    }

    /// Makes room for `n` more names. Gives OUT_OF_MEMORY.
    fn make_room(&mut self, n: usize) -> Result {
        from_system(|| self.objects.try_reserve(n)).map_err(|_| NO_ROOM)
    }

    /// Makes an object with an unused name, or only reserves the name. Gives OUT_OF_MEMORY.
    pub(crate) fn add(&mut self, make: impl FnOnce(u32) -> Option<T>) -> Result<u32> {
        self.make_room(1)?;
        loop {
            self.next = self.next.wrapping_add(1);
            if self.next != 0 && !self.objects.contains_key(&self.next) {
                let object = make(self.next).map(Arc::new);
                self.objects.insert(self.next, object);
                return Ok(self.next);
            }
        }
    }

    /// Does `n` times what [`ObjectTable::add`] does, or nothing where memory is short. Gives OUT_OF_MEMORY.
    fn add_several(&mut self, n: usize, make: impl Fn(u32) -> Option<T>) -> Result<Vec<u32>> {
        let mut made = Vec::new();
        from_system(|| made.try_reserve_exact(n)).map_err(|_| NO_ROOM)?;
        self.make_room(n)?;
        while made.len() < n {
            // The objects themselves cannot say that they lack memory.
            if made.len() % OBJECTS_AT_A_TIME == 0 && !reserve::has_system_memory() {
                made.iter().for_each(|name| drop(self.remove(*name)));
                return Err(NO_ROOM);
            }
            made.push(self.add(&make)?);
        }
        Ok(made)
    }
}

/// So many objects take less than a megabyte.
const OBJECTS_AT_A_TIME: usize = 1024;

/// A table of names cannot grow.
pub(crate) const NO_ROOM: GlError = GlError::out_of_memory("names of objects");

const NEGATIVE: GlError = GlError::invalid_value("a count is not negative");

/// The most names that one command reserves.
const MAX_GENERATED: usize = 1 << 22;

/// The places for `n` names, if the application wants them. Gives INVALID_VALUE for a negative count, OUT_OF_MEMORY for more than
/// 4 million.
pub(crate) fn places<'m>(
    mem: &'m mut ClientMemory,
    n: i32,
    names: ClientPtr<u32>,
) -> Result<&'m mut [u8]> {
    let n = usize::try_from(n).map_err(|_| NEGATIVE)?;
    if n > MAX_GENERATED {
        return Err(GlError::out_of_memory("too many names at once"));
    }
    Ok(mem.bytes_mut(names.cast(), 4 * n).unwrap_or_default())
}

/// Reserves `n` unused names and writes them to `names`. Gives INVALID_VALUE for a negative count, OUT_OF_MEMORY for more than
/// 4 million and where memory is short.
pub(crate) fn gen_names<T>(
    call: &mut Call<'_>,
    n: i32,
    names: ClientPtr<u32>,
    table: impl Fn(&ShareGroup) -> &parking_lot::Mutex<ObjectTable<T>>,
) -> Result {
    gen_objects(call, n, names, table, |_| None)
}

/// The same; each name may have an object at once.
pub(crate) fn gen_objects<T>(
    call: &mut Call<'_>,
    n: i32,
    names: ClientPtr<u32>,
    table: impl Fn(&ShareGroup) -> &parking_lot::Mutex<ObjectTable<T>>,
    make: impl Fn(u32) -> Option<T>,
) -> Result {
    // The destination is checked, and there is room, before any name is reserved.
    let out = places(&mut call.mem, n, names)?;
    let mut table = table(&call.cx.shared).lock();
    let made = table.add_several(out.len() / 4, make)?;
    for (place, name) in out.chunks_exact_mut(4).zip(made) {
        place.copy_from_slice(&name.to_ne_bytes());
    }
    Ok(())
}

/// Frees the names in an array and returns their objects. 0 and unused names are ignored. Gives INVALID_VALUE for a
/// negative count.
pub(crate) fn take_names<T>(
    call: &Call<'_>,
    n: i32,
    names: ClientPtr<u32>,
    table: &parking_lot::Mutex<ObjectTable<T>>,
) -> Result<Vec<Arc<T>>> {
    let n = usize::try_from(n).map_err(|_| NEGATIVE)?;
    let null = unreadable("null pointer to names");
    let names = call.mem.read_vec(names, n).map_err(null)?;
    let mut table = table.lock();
    let removed = names.into_iter().filter_map(|name| table.remove(name));
    Ok(removed.collect())
}

/// Objects of one context by name. `None` means that the name is reserved, and no object exists yet.
#[derive(Debug)]
pub(crate) struct OwnNames<T> {
    objects: FxHashMap<u32, Option<T>>,
    /// All names from 1 up to this one, without it, are used.
    lowest: u32,
}

impl<T> Default for OwnNames<T> {
    fn default() -> Self {
        OwnNames {
            objects: FxHashMap::default(),
            lowest: 1,
        }
    }
}

impl<T> OwnNames<T> {
    pub(crate) fn get(&self, name: u32) -> Option<&T> {
        self.objects.get(&name)?.as_ref()
    }

    /// Whether the name is reserved or names an object.
    pub(crate) fn knows(&self, name: u32) -> bool {
        self.objects.contains_key(&name)
    }

    /// The place of a name that is reserved or has an object.
    pub(crate) fn place_mut(&mut self, name: u32) -> Option<&mut Option<T>> {
        self.objects.get_mut(&name)
    }

    /// Gives a name this object. Gives OUT_OF_MEMORY.
    pub(crate) fn set(&mut self, name: u32, object: T) -> Result {
        self.make_room(1)?;
        self.objects.insert(name, Some(object));
        Ok(())
    }

    /// Frees a name.
    pub(crate) fn remove(&mut self, name: u32) {
        if self.objects.remove(&name).is_some() && name != 0 {
            self.lowest = self.lowest.min(name);
        }
    }

    /// Makes room for `n` more names. Gives OUT_OF_MEMORY.
    fn make_room(&mut self, n: usize) -> Result {
        from_system(|| self.objects.try_reserve(n)).map_err(|_| NO_ROOM)
    }

    /// Reserves the lowest unused name. There is room. Gives OUT_OF_MEMORY where all names are used.
    fn reserve_lowest(&mut self) -> Result<u32> {
        while self.objects.contains_key(&self.lowest) {
            self.lowest = self.lowest.checked_add(1).ok_or(NO_ROOM)?;
        }
        self.objects.insert(self.lowest, None);
        Ok(self.lowest)
    }
}

/// Reserves the `n` lowest unused names and writes them to `names`. Gives INVALID_VALUE for a negative count, OUT_OF_MEMORY
/// for more than 4 million and where memory is short.
pub(crate) fn gen_own_names<T>(
    call: &mut Call<'_>,
    n: i32,
    names: ClientPtr<u32>,
    table: fn(&mut Context) -> &mut OwnNames<T>,
) -> Result {
    let out = places(&mut call.mem, n, names)?;
    let table = table(call.cx);
    table.make_room(out.len() / 4)?;
    for place in out.chunks_exact_mut(4) {
        place.copy_from_slice(&table.reserve_lowest()?.to_ne_bytes());
    }
    Ok(())
}
