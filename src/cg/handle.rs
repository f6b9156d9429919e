//! Handles: the number of an object, with its kind and generation, so that a stale or foreign one is known.

use std::fmt;
use std::marker::PhantomData;

/// What C holds in place of an object. It is never an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Handle(pub usize);

impl Handle {
    pub const NULL: Handle = Handle(0);
}

/// ```text
/// kind | generation | place
/// ```
const PLACE_BITS: u32 = if usize::BITS == 64 { 32 } else { 18 };
const GENERATION_BITS: u32 = if usize::BITS == 64 { 24 } else { 10 };

/// The number of a kind of objects. No kind is 0, so no handle is null.
pub trait Kind {
    const KIND: usize;
}

/// The handle of an object of a kind.
pub struct Id<T> {
    handle: Handle,
    kind: PhantomData<fn() -> T>,
}

impl<T> Id<T> {
    pub fn handle(self) -> Handle {
        self.handle
    }
}

impl<T> Clone for Id<T> {
    fn clone(&self) -> Id<T> {
        *self
    }
}

impl<T> Copy for Id<T> {}

impl<T> PartialEq for Id<T> {
    fn eq(&self, other: &Id<T>) -> bool {
        self.handle == other.handle
    }
}

impl<T> Eq for Id<T> {}

impl<T> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.handle.0)
    }
}

#[derive(Debug)]
struct Slot<T> {
    generation: usize,
    value: Option<T>,
}

/// The objects of a kind.
#[derive(Debug)]
pub struct Arena<T> {
    slots: Vec<Slot<T>>,
    free: Vec<usize>,
}

impl<T> Default for Arena<T> {
    fn default() -> Arena<T> {
        Arena {
            slots: Vec::new(),
            free: Vec::new(),
        }
    }
}

impl<T: Kind> Arena<T> {
    /// Keeps an object. `None`: there are too many.
    pub fn insert(&mut self, value: T) -> Option<Id<T>> {
        let place = self.free.pop().unwrap_or(self.slots.len());
        if place >> PLACE_BITS != 0 {
            return None;
        }
        match self.slots.get_mut(place) {
            Some(slot) => slot.value = Some(value),
            None => self.slots.push(Slot {
                generation: 1,
                value: Some(value),
            }),
        }
        Some(self.id_at(place))
    }

    fn id_at(&self, place: usize) -> Id<T> {
        let above = T::KIND << GENERATION_BITS | self.slots[place].generation;
        Id {
            handle: Handle(above << PLACE_BITS | place),
            kind: PhantomData,
        }
    }

    /// The object of a handle, if it is one of this kind that still lives.
    pub fn find(&self, handle: Handle) -> Option<Id<T>> {
        let place = handle.0 & ((1 << PLACE_BITS) - 1);
        let is_here = self.slots.get(place)?.value.is_some();
        (is_here && self.id_at(place).handle == handle).then(|| self.id_at(place))
    }

    pub fn get(&self, id: Id<T>) -> Option<&T> {
        let place = self.find(id.handle)?.place();
        self.slots[place].value.as_ref()
    }

    pub fn get_mut(&mut self, id: Id<T>) -> Option<&mut T> {
        let place = self.find(id.handle)?.place();
        self.slots[place].value.as_mut()
    }

    /// Frees the objects that `keeps` says no of.
    pub fn retain(&mut self, keeps: impl Fn(&T) -> bool) {
        for place in 0..self.slots.len() {
            if self.slots[place].value.as_ref().is_some_and(|v| !keeps(v)) {
                self.remove(self.id_at(place));
            }
        }
    }

    /// Frees an object; its handle is stale from now on.
    pub fn remove(&mut self, id: Id<T>) -> Option<T> {
        let place = self.find(id.handle)?.place();
        let slot = &mut self.slots[place];
        slot.generation = (slot.generation + 1) & ((1 << GENERATION_BITS) - 1);
        self.free.push(place);
        slot.value.take()
    }
}

impl<T> Id<T> {
    fn place(self) -> usize {
        self.handle.0 & ((1 << PLACE_BITS) - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    struct One(u32);
    impl Kind for One {
        const KIND: usize = 1;
    }

    #[test]
    fn stale_and_foreign_handles_find_nothing() {
        let mut arena = Arena::default();
        let first = arena.insert(One(1)).unwrap();
        assert_eq!(arena.get(first), Some(&One(1)));
        assert_eq!(arena.remove(first), Some(One(1)));
        assert_eq!(arena.find(first.handle()), None);
        let second = arena.insert(One(2)).unwrap();
        assert_ne!(first, second);
        assert_eq!(arena.find(first.handle()), None);
        let other_kind = second.handle().0 ^ 3 << (PLACE_BITS + GENERATION_BITS);
        for wrong in [0, 1, 0x1234_5670, usize::MAX, other_kind] {
            assert_eq!(arena.find(Handle(wrong)), None, "{wrong:#x}");
        }
    }
}
