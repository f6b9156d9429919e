//! All objects of the process behind one lock, and what belongs to no object: the error and the policies.

use super::handle::{Arena, Handle, Id};
use super::names::CgError;
use super::names::enums;
use super::object::{Buffer, Callback, Context, Parameter, Program};
use super::user_types::UserTypes;
use super::{Result, Text};
use parking_lot::Mutex;
use std::sync::LazyLock;

/// All objects.
#[derive(Debug, Default)]
pub struct World {
    pub contexts: Arena<Context>,
    pub programs: Arena<Program>,
    pub parameters: Arena<Parameter>,
    pub buffers: Arena<Buffer>,
    pub(super) types: UserTypes,
    pub process: Process,
    /// What GL has of the objects.
    pub gl: super::gl::State,
}

/// What belongs to the process.
#[derive(Debug)]
pub struct Process {
    first_error: CgError,
    last_error: CgError,
    pub error_callback: Callback,
    /// The handler and the number that it is called with.
    pub error_handler: (Callback, usize),
    pub locking_policy: i32,
    pub semantic_case_policy: i32,
    /// How many parameters without a name have been made.
    pub(super) n_unnamed: u64,
}

impl Default for Process {
    fn default() -> Process {
        Process {
            first_error: CgError::NO,
            last_error: CgError::NO,
            error_callback: Callback::default(),
            error_handler: Default::default(),
            locking_policy: enums::THREAD_SAFE_POLICY,
            semantic_case_policy: enums::FORCE_UPPER_CASE_POLICY,
            n_unnamed: 0,
        }
    }
}

impl Process {
    pub fn record(&mut self, error: CgError) {
        self.last_error = error;
        if self.first_error == CgError::NO {
            self.first_error = error;
        }
    }

    /// The last error, which is forgotten.
    pub fn take_error(&mut self) -> CgError {
        std::mem::replace(&mut self.last_error, CgError::NO)
    }

    /// The first error since this was asked last.
    pub fn take_first_error(&mut self) -> CgError {
        std::mem::replace(&mut self.first_error, CgError::NO)
    }

    /// The last error, which stays, and its sentence.
    pub fn last_error(&self) -> (CgError, Text) {
        match self.last_error {
            CgError::NO => (CgError::NO, Text::NULL),
            error => (error, Text::of(super::names::error_string(error.0))),
        }
    }

    /// Sets the policy of locking, and answers the one before. All calls are locked with either.
    pub fn set_locking_policy(&mut self, policy: i32) -> Result<i32> {
        match policy {
            enums::NO_LOCKS_POLICY | enums::THREAD_SAFE_POLICY => {
                Ok(std::mem::replace(&mut self.locking_policy, policy))
            }
            _ => Err(CgError::INVALID_ENUMERANT),
        }
    }

    pub fn set_semantic_case_policy(&mut self, policy: i32) -> Result<i32> {
        match policy {
            enums::FORCE_UPPER_CASE_POLICY | enums::UNCHANGED_CASE_POLICY => {
                Ok(std::mem::replace(&mut self.semantic_case_policy, policy))
            }
            _ => Err(CgError::INVALID_ENUMERANT),
        }
    }
}

impl World {
    pub fn context(&self, handle: Handle) -> Result<&Context> {
        let id = self.context_id(handle)?;
        self.contexts.get(id).ok_or(CgError::INVALID_CONTEXT_HANDLE)
    }

    pub fn context_mut(&mut self, handle: Handle) -> Result<&mut Context> {
        let id = self.context_id(handle)?;
        let context = self.contexts.get_mut(id);
        context.ok_or(CgError::INVALID_CONTEXT_HANDLE)
    }

    pub fn context_id(&self, handle: Handle) -> Result<Id<Context>> {
        let found = self.contexts.find(handle);
        found.ok_or(CgError::INVALID_CONTEXT_HANDLE)
    }

    pub fn program(&self, handle: Handle) -> Result<&Program> {
        let id = self.program_id(handle)?;
        self.programs.get(id).ok_or(CgError::INVALID_PROGRAM_HANDLE)
    }

    pub fn program_id(&self, handle: Handle) -> Result<Id<Program>> {
        let found = self.programs.find(handle);
        found.ok_or(CgError::INVALID_PROGRAM_HANDLE)
    }

    pub fn parameter(&self, handle: Handle) -> Result<&Parameter> {
        let id = self.parameter_id(handle)?;
        self.parameters.get(id).ok_or(CgError::INVALID_PARAM_HANDLE)
    }

    pub fn parameter_id(&self, handle: Handle) -> Result<Id<Parameter>> {
        let found = self.parameters.find(handle);
        found.ok_or(CgError::INVALID_PARAM_HANDLE)
    }

    pub fn buffer(&self, handle: Handle) -> Result<&Buffer> {
        let id = self.buffers.find(handle);
        let buffer = id.and_then(|id| self.buffers.get(id));
        buffer.ok_or(CgError::INVALID_BUFFER_HANDLE)
    }

    pub fn buffer_mut(&mut self, handle: Handle) -> Result<&mut Buffer> {
        let id = self.buffers.find(handle);
        let buffer = id.and_then(|id| self.buffers.get_mut(id));
        buffer.ok_or(CgError::INVALID_BUFFER_HANDLE)
    }

    /// The context of any object; null of what is none.
    pub fn context_of(&self, handle: Handle) -> Handle {
        let context = self.contexts.find(handle);
        let program = || Some(self.program(handle).ok()?.context);
        let parameter = || Some(self.parameter(handle).ok()?.context);
        let buffer = || Some(self.buffer(handle).ok()?.context);
        let found = context.or_else(program).or_else(parameter).or_else(buffer);
        found.map_or(Handle::NULL, Id::handle)
    }
}

static WORLD: LazyLock<Mutex<World>> = LazyLock::new(Mutex::default);

/// Calls `f` with all objects, locked. `f` calls nothing of the application's, which could call the library again.
pub fn with_world<R>(f: impl FnOnce(&mut World) -> R) -> R {
    f(&mut WORLD.lock())
}
