//! NVIDIA's Cg runtime for OpenGL: what include/Cg/cgGL.h declares, above the GL of any vendor.
//!
//! The objects are those of [`crate::cg`]. What GL has of them is in [`State`], by their handles. A room sees GL as the trait
//! [`api::Gl`], whose functions the doors find in the process.
//!
//! ```text
//! cgGLLoadProgram ── Trilobite's GL? ──yes── the source, compiled by the driver
//!                          └── no ── the text of the profile: ARB, NV, or GLSL
//! cgSetParameter… ─→ State::pending ─→ work(): after each call of the interface, GL receives what has changed
//! ```
//! A value of a loaded program goes to GL at once, bound or not, unless the context defers it. So both libraries set parameters by
//! one way. Programs that die are deleted from GL by the same [`work`].
//!
//! | room | what is in it |
//! |---|---|
//! | `work` | What GL receives after a call. |
//! | `programs` | Loading, binding, enabling. |
//! | `profiles` | Which profiles GL can run, and their options. |
//! | `values` | Arrays of values, and matrices that GL has. |
//! | `attributes` | Varyings: values and arrays. |
//! | `textures` | Samplers. |
//! | `buffers` | Buffers as GL's objects. |
//! | `versions` | The versions of GLSL. |
//! | `machine` | A program as GL has it: its values. |
//! | `features` | What GL advertises. |
//! | `api`, `numbers` | The GL below. |

pub mod api;
pub mod attributes;
pub mod buffers;
mod features;
mod machine;
pub mod numbers;
pub mod profiles;
pub mod programs;
pub mod textures;
pub mod values;
pub mod versions;
mod work;

pub use work::{forget_dead, work};

use super::handle::{Handle, Id};
use super::object::{Parameter, Program};
use buffers::Object;
use machine::Machine;
use profiles::Chosen;
use rustc_hash::{FxHashMap, FxHashSet};

/// What GL has of the objects, and what it will receive.
#[derive(Debug, Default)]
pub struct State {
    /// Programs by their handles.
    loaded: FxHashMap<Handle, Loaded>,
    /// The combined programs that GL has as one, by their parts.
    wholes: FxHashMap<Handle, Handle>,
    /// The program that was bound last for a profile.
    bound: FxHashMap<i32, Handle>,
    /// The programs with pending values.
    changed: Vec<Handle>,
    /// What GL has of programs and buffers that are no more.
    dead: Vec<Machine>,
    dead_buffers: Vec<Object>,
    /// Textures by the handles of samplers.
    textures: FxHashMap<Handle, u32>,
    /// The contexts whose textures are bound with programs.
    managing: FxHashSet<Handle>,
    /// `CGGLglslversion` by context.
    versions: FxHashMap<Handle, i32>,
    /// The options of profiles, by the context or null, and the profile.
    options: FxHashMap<(Handle, i32), Chosen>,
    /// GL's objects of buffers.
    buffers: FxHashMap<Handle, Object>,
    /// The buffers whose bytes have changed.
    changed_buffers: Vec<Handle>,
    /// Whether each call asks GL for errors.
    pub is_debugging: bool,
}

/// A program that GL has.
#[derive(Debug)]
struct Loaded {
    machine: Machine,
    /// The leaves whose values GL lacks. Of a vector, GL may receive the first numbers alone, and 0.
    pending: FxHashMap<Handle, Option<usize>>,
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
    fn whole(&self, program: Handle) -> Handle {
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
