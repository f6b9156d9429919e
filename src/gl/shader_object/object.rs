//! Shaders and programs by name (GL 2.1 section 2.15).
#![forbid(unsafe_code)]

use super::linked::Linked;
use crate::device::Share;
use crate::device::state::revision::Watched;
use crate::frontend::shading::{CompiledShader, GlslShader};
use crate::frontend::stage_program::ProgramStage;
use crate::gl::context::names::NO_ROOM;
use crate::gl::program::in_use::SharedExecutable;
use crate::gl::{GlError, Result};
use crate::platform::reserve::from_system;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The error for a name that no object has.
pub(super) const NO_OBJECT: GlError =
    GlError::invalid_value("the name is neither that of a shader nor that of a program");
const NO_SHADER: GlError = GlError::invalid_operation("the object is a program, not a shader");
const NO_PROGRAM: GlError = GlError::invalid_operation("the object is a shader, not a program");

/// A shader: its text, and what the last compilation made of it.
#[derive(Debug)]
pub struct Shader {
    pub(super) stage: ProgramStage,
    /// SHADER_SOURCE is all of them in turn.
    pub(super) strings: Vec<Arc<[u8]>>,
    pub(super) compiled: Option<CompiledShader>,
    /// DELETE_STATUS
    pub(super) is_deleted: bool,
}

impl Shader {
    /// What the last compilation gave, without errors.
    pub(super) fn code(&self) -> Option<&Arc<GlslShader>> {
        self.compiled.as_ref()?.shader.as_ref()
    }

    /// The characters of its source, without the terminating NUL.
    pub(super) fn source_length(&self) -> usize {
        self.strings.iter().map(|s| s.len()).sum()
    }
}

/// A shader as programs hold it.
pub(super) type SharedShader = Arc<Mutex<Shader>>;

/// A program of shaders.
#[derive(Debug)]
pub struct Program {
    /// In the order in which they were attached, with their names.
    pub(super) shaders: Vec<(u32, SharedShader)>,
    /// The numbers of attributes for the next link.
    pub(super) bound: BTreeMap<String, u32>,
    /// What the last link gave; `None` if it failed, or before one.
    pub(super) linked: Option<Arc<Linked>>,
    /// What contexts draw with: that of the last link which did not fail.
    pub(super) executable: SharedExecutable,
    /// What the last link or validation said.
    pub(super) log: String,
    /// VALIDATE_STATUS
    pub(super) is_valid: bool,
    /// DELETE_STATUS
    pub(super) is_deleted: bool,
}

impl Program {
    /// Whether a context draws with it.
    fn is_used(&self) -> bool {
        Arc::strong_count(&self.executable) > 1
    }
}

#[derive(Debug)]
enum Object {
    Shader(SharedShader),
    Program(Box<Program>),
}

/// Shaders and programs by name.
#[derive(Debug, Default)]
pub struct ShaderObjects {
    objects: FxHashMap<u32, Object>,
    last: u32,
    /// Whether some object is deleted and may still have its name.
    has_deleted: bool,
}

impl ShaderObjects {
    /// Makes an object with a new name. Gives OUT_OF_MEMORY.
    fn add(&mut self, object: Object) -> Result<u32> {
        self.forget_deleted();
        from_system(|| self.objects.try_reserve(1)).map_err(|_| NO_ROOM)?;
        let mut name = self.last;
        loop {
            name = name.checked_add(1).unwrap_or(1);
            if !self.objects.contains_key(&name) {
                break;
            }
        }
        self.last = name;
        self.objects.insert(name, object);
        Ok(name)
    }

    /// Makes a shader without a text.
    pub(super) fn add_shader(&mut self, stage: ProgramStage) -> Result<u32> {
        self.add(Object::Shader(Arc::new(Mutex::new(Shader {
            stage,
            strings: Vec::new(),
            compiled: None,
            is_deleted: false,
        }))))
    }

    /// Makes a program without shaders.
    pub(super) fn add_program(&mut self, share: &Share) -> Result<u32> {
        self.add(Object::Program(Box::new(Program {
            shaders: Vec::new(),
            bound: BTreeMap::new(),
            linked: None,
            executable: Arc::new(Watched::new(share, None)),
            log: String::new(),
            is_valid: false,
            is_deleted: false,
        })))
    }

    /// Takes the names of deleted objects that nothing holds.
    fn forget_deleted(&mut self) {
        if !self.has_deleted {
            return;
        }
        // Programs go first: they hold shaders.
        self.objects.retain(|_, object| match object {
            Object::Program(program) => !program.is_deleted || program.is_used(),
            Object::Shader(_) => true,
        });
        self.objects.retain(|_, object| match object {
            Object::Shader(shader) => Arc::strong_count(shader) > 1 || !shader.lock().is_deleted,
            Object::Program(_) => true,
        });
        self.has_deleted = self.objects.values().any(|object| match object {
            Object::Program(program) => program.is_deleted,
            Object::Shader(shader) => shader.lock().is_deleted,
        });
    }

    /// Deletes an object, which has its name until nothing holds it.
    pub(super) fn delete(&mut self, name: u32) -> Result {
        self.forget_deleted();
        match self.objects.get_mut(&name).ok_or(NO_OBJECT)? {
            Object::Shader(shader) => shader.lock().is_deleted = true,
            Object::Program(program) => program.is_deleted = true,
        }
        self.has_deleted = true;
        self.forget_deleted();
        Ok(())
    }

    /// The shader of a name. INVALID_VALUE for no object, INVALID_OPERATION for a program.
    pub(super) fn shader(&mut self, name: u32) -> Result<SharedShader> {
        self.forget_deleted();
        match self.objects.get(&name).ok_or(NO_OBJECT)? {
            Object::Shader(shader) => Ok(shader.clone()),
            Object::Program(_) => Err(NO_SHADER),
        }
    }

    /// The program of a name. INVALID_VALUE for no object, INVALID_OPERATION for a shader.
    pub(super) fn program(&mut self, name: u32) -> Result<&mut Program> {
        self.forget_deleted();
        match self.objects.get_mut(&name).ok_or(NO_OBJECT)? {
            Object::Program(program) => Ok(program),
            Object::Shader(_) => Err(NO_PROGRAM),
        }
    }

    /// Whether the name is that of a shader.
    pub(super) fn is_shader(&mut self, name: u32) -> bool {
        self.shader(name).is_ok()
    }

    /// Whether the name is that of a program.
    pub(super) fn is_program(&mut self, name: u32) -> bool {
        self.program(name).is_ok()
    }
}
