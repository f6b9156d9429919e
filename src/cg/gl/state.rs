//! What GL has of the objects, and what it will receive.

use super::api::Gl;
use super::machine::Machine;
use crate::cg::handle::{Handle, Id};
use crate::cg::object::program::Options;
use crate::cg::object::{Parameter, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// What GL has of the objects, and what it will receive.
#[derive(Debug, Default)]
pub struct State {
    /// Programs by their handles.
    pub(super) loaded: FxHashMap<Handle, Loaded>,
    /// The combined programs that GL has as one, by their parts.
    pub(super) wholes: FxHashMap<Handle, Handle>,
    /// The program that was bound last for a profile.
    pub(super) bound: FxHashMap<i32, Handle>,
    /// The programs with pending values.
    pub(super) changed: Vec<Handle>,
    /// What GL has of programs and buffers that are no more.
    pub(super) dead: Vec<Machine>,
    pub(super) dead_buffers: Vec<Object>,
    /// Textures by the handles of samplers.
    pub(super) textures: FxHashMap<Handle, u32>,
    /// The contexts whose textures are bound with programs.
    pub(super) managing: FxHashSet<Handle>,
    /// `CGGLglslversion` by context.
    pub(super) versions: FxHashMap<Handle, i32>,
    /// The options of profiles, by the context or null, and the profile.
    pub(super) options: FxHashMap<(Handle, i32), Chosen>,
    /// GL's objects of buffers.
    pub(super) buffers: FxHashMap<Handle, Object>,
    /// The buffers whose bytes have changed.
    pub(super) changed_buffers: Vec<Handle>,
    /// Whether each call asks GL for errors.
    pub is_debugging: bool,
}

/// A program that GL has.
#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) machine: Machine,
    /// The leaves whose values GL lacks. Of a vector, GL may receive the first numbers alone, and 0.
    pub(super) pending: FxHashMap<Handle, Option<usize>>,
}

impl State {
    /// A leaf has another value.
    pub(in crate::cg) fn change(&mut self, program: Id<Program>, leaf: Id<Parameter>) {
        if self.loaded.is_empty() {
            return;
        }
        let handle = self.whole(program.handle());
        if let Some(loaded) = self.loaded.get_mut(&handle) {
            if loaded.pending.is_empty() {
                self.changed.push(handle);
            }
            loaded.pending.insert(leaf.handle(), None);
        }
    }

    /// What GL has of a program: the program itself, or the combined one that it is a part of.
    pub(super) fn whole(&self, program: Handle) -> Handle {
        self.wholes.get(&program).copied().unwrap_or(program)
    }

    /// Of a leaf that has changed, GL receives the first `n` numbers and 0 for the others.
    pub(in crate::cg) fn shorten(&mut self, program: Id<Program>, leaf: Id<Parameter>, n: usize) {
        let program = self.whole(program.handle());
        let loaded = self.loaded.get_mut(&program);
        if let Some(pending) = loaded.and_then(|l| l.pending.get_mut(&leaf.handle())) {
            *pending = Some(n);
        }
    }

    /// A buffer has other bytes.
    pub(in crate::cg) fn change_buffer(&mut self, buffer: Handle) {
        if self.buffers.contains_key(&buffer) && !self.changed_buffers.contains(&buffer) {
            self.changed_buffers.push(buffer);
        }
    }

    /// Whether GL has something to receive.
    pub fn has_work(&self) -> bool {
        !self.changed.is_empty()
            || !self.dead.is_empty()
            || !self.dead_buffers.is_empty()
            || !self.changed_buffers.is_empty()
    }
}

/// GL's object of a buffer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Object {
    pub(super) name: u32,
    /// Whether it goes with the buffer.
    pub(super) is_own: bool,
}

impl Object {
    pub(super) fn delete(self, gl: &dyn Gl) {
        if self.is_own {
            gl.delete_buffer(self.name);
        }
    }
}

/// The options of a profile for C, and whether programs are compiled with them.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    pub(super) options: Options,
    pub(super) is_set: bool,
}
