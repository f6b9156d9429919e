//! Program objects (ARB_vertex_program, ARB_fragment_program, ATI_text_fragment_shader; QUIRKS 0.2 to 0.6, 0.34, 0.39 to 0.43).

use super::in_use::InUse;
use super::loaded::Loaded;
use super::shading::Format;
use super::tracked::{PROGRAM_PARAMETERS, TrackedMatrix};
use crate::device::Share;
use crate::device::state::revision::Watched;
use crate::frontend::assembly::Stage;
use crate::frontend::assembly::arb::{self, ArbProgram};
use crate::frontend::shading::CompileOptions;
use crate::gl::ati_shader::object::DefinedShader;
use crate::gl::context::names::NO_ROOM;
use crate::gl::context::program_target::Target;
use crate::gl::{GlError, Result, ShareGroup};
use crate::platform::reserve::from_system;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A program by name: its text, what it was compiled to, and its local parameters.
#[derive(Debug, Clone)]
pub struct ProgramObject {
    /// What it was created for.
    pub stage: Stage,
    /// The name is more than bound: BindProgramARB or LoadProgramNV has made the object (NV_vertex_program 2.14.1.8).
    pub exists: bool,
    /// The last text that loaded, as given.
    pub text: Arc<[u8]>,
    /// The program; `None` when no text ever loaded.
    pub loaded: Option<Loaded>,
    /// PROGRAM_FORMAT_ARB: the format of that text.
    pub(crate) format: Format,
    /// What the next text of a shading language is compiled with (TRI_shading_language).
    pub(crate) options: Arc<CompileOptions>,
    /// The same of the target TEXT_FRAGMENT_SHADER_ATI, and what it uses.
    pub shader: Option<Arc<DefinedShader>>,
    pub(crate) shader_counts: arb::Counts,
    /// `program.local`; grows up to the limit as it is written, the rest is 0.
    pub local: Vec<[f32; 4]>,
    /// The parameters that the program declares; of a shading language the words of its uniforms.
    pub named: Vec<[f32; 4]>,
}

/// A program object as contexts hold it.
pub type Shared = Arc<Watched<ProgramObject>>;

pub(super) fn new_object(share: &Share, stage: Stage, exists: bool) -> Shared {
    let object = ProgramObject {
        stage,
        exists,
        text: Arc::from([]),
        loaded: None,
        format: Format::Assembly,
        options: Arc::default(),
        shader: None,
        shader_counts: arb::Counts::default(),
        local: Vec::new(),
        named: Vec::new(),
    };
    Arc::new(Watched::new(share, object))
}

/// Program objects by name, all targets in one name space (QUIRKS 0.39).
#[derive(Debug, Default)]
pub struct Programs {
    objects: FxHashMap<u32, Shared>,
    reserved: FxHashSet<u32>,
    /// Every smaller name was handed out at some time.
    next: u32,
}

impl Programs {
    /// The object of this name, if there is one.
    pub(crate) fn existing(&self, name: u32) -> Option<&Shared> {
        self.objects
            .get(&name)
            .filter(|object| object.lock().exists)
    }

    /// The object of this name and stage, made if the name is free. INVALID_OPERATION for one of another stage.
    pub(crate) fn object(
        &mut self,
        share: &Share,
        name: u32,
        stage: Stage,
        exists: bool,
    ) -> Result<Shared> {
        let object = self
            .objects
            .entry(name)
            .or_insert_with(|| new_object(share, stage, exists));
        let (own, existed) = {
            let object = object.lock();
            (object.stage, object.exists)
        };
        if own != stage {
            if existed {
                return Err(GlError::invalid_operation(
                    "the program object belongs to another target",
                ));
            }
            // The name was only bound.
            *object = new_object(share, stage, exists);
        } else if exists && !existed {
            object.lock().exists = true;
        }
        self.reserved.remove(&name);
        Ok(object.clone())
    }

    /// Makes room for `n` more reserved names. Gives OUT_OF_MEMORY.
    pub(crate) fn make_room(&mut self, n: usize) -> Result {
        from_system(|| self.reserved.try_reserve(n)).map_err(|_| NO_ROOM)
    }

    /// A free name, reserved against this command only. There is room. OUT_OF_MEMORY when all names are used.
    pub(crate) fn reserve(&mut self) -> Result<u32> {
        let mut name = self.next.max(1);
        while self.objects.contains_key(&name) || self.reserved.contains(&name) {
            let next = name.checked_add(1);
            name = next.ok_or(GlError::out_of_memory("GenPrograms: no names left"))?;
        }
        self.reserved.insert(name);
        self.next = name;
        Ok(name)
    }

    /// Frees a name; the object that it had.
    pub(crate) fn remove(&mut self, name: u32) -> Option<Shared> {
        self.reserved.remove(&name);
        self.existing(name)?;
        self.objects.remove(&name)
    }
}

/// The program bound to one target, and the target's environment.
#[derive(Debug)]
pub struct TargetState {
    /// VERTEX_PROGRAM_ARB, FRAGMENT_PROGRAM_ARB or TEXT_FRAGMENT_SHADER_ATI is enabled.
    pub enabled: bool,
    /// The name that is bound; 0 is the default object.
    pub name: u32,
    /// The object bound; it lives on here when another context deletes it.
    pub object: Shared,
    /// The environment parameters, which all programs of the target share.
    pub env: Vec<[f32; 4]>,
}

impl TargetState {
    fn new(share: &Share, target: Target) -> TargetState {
        let env = vec![[0.0; 4]; target.limits().env as usize];
        TargetState {
            enabled: false,
            name: 0,
            object: new_object(share, target.stage(), true),
            env,
        }
    }
}

/// What a context has bound for each stage, and its program parameters.
#[derive(Debug)]
pub struct ProgramState {
    pub vertex: TargetState,
    pub fragment: TargetState,
    /// `!!ATIfs1.0` texts, which are ATI fragment shaders.
    pub text_fragment: TargetState,
    /// The program of shader objects that draws run before these.
    pub(crate) in_use: Option<InUse>,
    /// PROGRAM_ERROR_POSITION_ARB
    pub error_position: i32,
    /// PROGRAM_ERROR_STRING_ARB, with its terminating NUL.
    pub error_string: String,
    /// What each four program parameters track (NV_vertex_program 2.14.5).
    pub(crate) tracked: [Option<TrackedMatrix>; PROGRAM_PARAMETERS / 4],
    /// The default objects (name 0) of the targets.
    defaults: [Shared; 3],
}

impl ProgramState {
    /// The initial state of a context of a share group.
    pub fn new(share: &Share) -> ProgramState {
        let [vertex, fragment, text_fragment] =
            Target::ALL.map(|target| TargetState::new(share, target));
        ProgramState {
            defaults: [&vertex, &fragment, &text_fragment].map(|state| state.object.clone()),
            vertex,
            fragment,
            text_fragment,
            in_use: None,
            error_position: -1,
            tracked: [None; PROGRAM_PARAMETERS / 4],
            error_string: "\0".into(),
        }
    }
}

/// What a draw does with a target.
#[derive(Debug, Clone)]
pub enum Enabled {
    /// Fixed function.
    Off,
    /// Enabled without a valid program: the draw is INVALID_OPERATION (QUIRKS 0.5).
    Invalid,
    Ready(Loaded),
}

impl ProgramState {
    /// A target's state.
    pub fn target(&self, target: Target) -> &TargetState {
        match target {
            Target::Vertex => &self.vertex,
            Target::Fragment => &self.fragment,
            Target::TextFragment => &self.text_fragment,
        }
    }

    pub(crate) fn target_mut(&mut self, target: Target) -> &mut TargetState {
        match target {
            Target::Vertex => &mut self.vertex,
            Target::Fragment => &mut self.fragment,
            Target::TextFragment => &mut self.text_fragment,
        }
    }

    /// The vertex program that a draw runs.
    pub fn vertex_program(&self) -> Enabled {
        self.program(Target::Vertex)
    }

    /// The native vertex program that a draw runs.
    pub(crate) fn native_vertex_program(&self) -> Option<Arc<ArbProgram>> {
        match self.vertex_program() {
            Enabled::Ready(Loaded::Assembly(program)) if program.language().is_native() => {
                Some(program)
            }
            _ => None,
        }
    }

    /// Whether the vertex program that a draw runs is of NVIDIA's own languages; `None` without one that loads.
    pub fn runs_native_vertices(&self) -> Option<bool> {
        if self.linked_stage(Target::Vertex).is_some() {
            return Some(false);
        }
        let state = self.target(Target::Vertex);
        let object = state.enabled.then(|| state.object.lock())?;
        object.loaded.as_ref().map(Loaded::is_native)
    }

    /// The fragment program that a draw runs.
    pub fn fragment_program(&self) -> Enabled {
        self.program(Target::Fragment)
    }

    fn program(&self, target: Target) -> Enabled {
        if !self.runs_program(target) {
            return Enabled::Off;
        }
        let loaded = self.drawn(target).lock().loaded.clone();
        loaded.map_or(Enabled::Invalid, Enabled::Ready)
    }

    /// `program.local[n]` of the object bound to a target.
    pub fn local(&self, target: Target, n: u32) -> [f32; 4] {
        self.target(target)
            .object
            .lock()
            .local
            .get(n as usize)
            .copied()
            .unwrap_or_default()
    }

    /// `program.env[n]` of a target.
    pub fn env(&self, target: Target, n: u32) -> [f32; 4] {
        self.target(target)
            .env
            .get(n as usize)
            .copied()
            .unwrap_or_default()
    }

    /// Binds; the name must be free or an object of this target. `makes`: a free name becomes an object.
    pub(crate) fn bind(
        &mut self,
        shared: &ShareGroup,
        target: Target,
        name: u32,
        makes: bool,
    ) -> Result {
        let object = match name {
            0 => self.defaults[target as usize].clone(),
            _ => (shared.programs.lock()).object(&shared.device, name, target.stage(), makes)?,
        };
        let state = self.target_mut(target);
        (state.name, state.object) = (name, object);
        Ok(())
    }
}

impl ProgramObject {
    /// A text that has loaded, and its program.
    pub(crate) fn set(&mut self, text: &Arc<[u8]>, program: Arc<ArbProgram>) {
        self.text = text.clone();
        self.named = program.named().iter().map(|(_, value)| *value).collect();
        self.loaded = Some(Loaded::Assembly(program));
        self.format = Format::Assembly;
    }

    /// The program of an assembly language that has loaded.
    pub(crate) fn assembly(&self) -> Option<&Arc<ArbProgram>> {
        self.loaded.as_ref().and_then(Loaded::assembly)
    }
}
