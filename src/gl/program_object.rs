//! Program objects (ARB_vertex_program, ARB_fragment_program, ATI_text_fragment_shader; TRAPS 0.2 to 0.6, 0.34, 0.39 to 0.43).

use super::enums;
use super::fragment_shader_ati::DefinedShader;
use super::program_nv_parameters::{PROGRAM_PARAMETERS, TrackedMatrix};
use super::program_text_fragment;
use super::tracked::Watched;
use super::{Call, Context, GlError, Result, ShareGroup};
use crate::frontend::assembly::arb::{self, ArbProgram, Limits};
use crate::frontend::assembly::{Language, Stage};
use crate::frontend::diagnostic::ProgramError;
use crate::platform::{ClientPtr, roomy_stack};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

// The limits that programs see are those that the context reports.
const _: () = {
    let limits = &Limits::VERTEX;
    assert!(limits.texture_units as usize == super::limits::MAX_TEXTURE_UNITS);
    assert!(limits.texture_coords as usize == super::limits::MAX_TEXTURE_COORDS);
    assert!(limits.image_units as usize == super::limits::MAX_TEXTURE_IMAGE_UNITS);
    assert!(Limits::FRAGMENT.draw_buffers as usize == super::limits::MAX_DRAW_BUFFERS);
    assert!(limits.lights as usize == super::limits::MAX_LIGHTS);
    assert!(limits.clip_planes as usize == super::limits::MAX_CLIP_PLANES);
    assert!(limits.matrices as usize == super::limits::MAX_PROGRAM_MATRICES);
    assert!(limits.generic_attributes as usize == super::limits::MAX_VERTEX_ATTRIBS);
};

/// A program target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Target {
    /// VERTEX_PROGRAM_ARB
    Vertex,
    /// FRAGMENT_PROGRAM_ARB
    Fragment,
    /// TEXT_FRAGMENT_SHADER_ATI
    TextFragment,
}

impl Target {
    /// All of them, in the order of their numbers.
    pub const ALL: [Target; 3] = [Target::Vertex, Target::Fragment, Target::TextFragment];

    /// The target of an enum.
    pub(crate) fn from_enum(target: u32) -> Result<Target> {
        match target {
            enums::VERTEX_PROGRAM_ARB => Ok(Target::Vertex),
            enums::FRAGMENT_PROGRAM_ARB => Ok(Target::Fragment),
            enums::TEXT_FRAGMENT_SHADER_ATI => Ok(Target::TextFragment),
            _ => Err(GlError::invalid_enum("the target is not a program target")),
        }
    }

    /// Its limits.
    pub fn limits(self) -> &'static Limits {
        match self {
            Target::Vertex => &Limits::VERTEX,
            Target::Fragment => &Limits::FRAGMENT,
            Target::TextFragment => &program_text_fragment::LIMITS,
        }
    }

    /// The stage of its programs.
    pub fn stage(self) -> Stage {
        match self {
            Target::Vertex => Stage::Vertex,
            Target::Fragment => Stage::Fragment,
            Target::TextFragment => Stage::TextFragment,
        }
    }
}

/// A program object.
#[derive(Debug, Clone)]
pub struct ProgramObject {
    /// What it was created for.
    pub stage: Stage,
    /// The name is more than bound: BindProgramARB or LoadProgramNV has made the object (NV_vertex_program 2.14.1.8).
    pub exists: bool,
    /// The last text that loaded, as given.
    pub text: Arc<[u8]>,
    /// The program; `None` when no text ever loaded.
    pub loaded: Option<Arc<ArbProgram>>,
    /// The same of the target TEXT_FRAGMENT_SHADER_ATI, and what it uses.
    pub shader: Option<Arc<DefinedShader>>,
    pub(super) shader_counts: arb::Counts,
    /// `program.local`; grows up to the limit as it is written, the rest is 0.
    pub local: Vec<[f32; 4]>,
    /// The parameters that the program declares.
    pub named: Vec<[f32; 4]>,
}

/// A program object as contexts hold it.
pub type Shared = Arc<Watched<ProgramObject>>;

fn new_object(stage: Stage, exists: bool) -> Shared {
    Arc::new(Watched::new(ProgramObject {
        stage,
        exists,
        text: Arc::from([]),
        loaded: None,
        shader: None,
        shader_counts: arb::Counts::default(),
        local: Vec::new(),
        named: Vec::new(),
    }))
}

/// Program objects by name, all targets in one name space (TRAPS 0.39).
#[derive(Debug, Default)]
pub struct Programs {
    objects: FxHashMap<u32, Shared>,
    reserved: FxHashSet<u32>,
    /// Every smaller name was handed out at some time.
    next: u32,
}

impl Programs {
    /// The object of this name, if there is one.
    pub(super) fn existing(&self, name: u32) -> Option<&Shared> {
        self.objects
            .get(&name)
            .filter(|object| object.lock().exists)
    }

    /// The object of this name and stage, made if the name is free. INVALID_OPERATION for one of another stage.
    pub(super) fn object(&mut self, name: u32, stage: Stage, exists: bool) -> Result<Shared> {
        let object = self
            .objects
            .entry(name)
            .or_insert_with(|| new_object(stage, exists));
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
            *object = new_object(stage, exists);
        } else if exists && !existed {
            object.lock().exists = true;
        }
        self.reserved.remove(&name);
        Ok(object.clone())
    }
}

/// The program bound to one target, and the target's environment.
#[derive(Debug)]
pub struct TargetState {
    /// VERTEX_PROGRAM_ARB, FRAGMENT_PROGRAM_ARB or TEXT_FRAGMENT_SHADER_ATI is enabled.
    pub enabled: bool,
    /// The name bound.
    pub name: u32,
    /// The object bound; it lives on here when another context deletes it.
    pub object: Shared,
    /// `program.env`.
    pub env: Vec<[f32; 4]>,
}

impl TargetState {
    fn new(target: Target) -> TargetState {
        let env = vec![[0.0; 4]; target.limits().env as usize];
        TargetState {
            enabled: false,
            name: 0,
            object: new_object(target.stage(), true),
            env,
        }
    }
}

/// Programs of a context.
#[derive(Debug)]
pub struct ProgramState {
    /// Vertex programs.
    pub vertex: TargetState,
    /// Fragment programs.
    pub fragment: TargetState,
    /// Fragment shaders as text.
    pub text_fragment: TargetState,
    /// PROGRAM_ERROR_POSITION_ARB
    pub error_position: i32,
    /// PROGRAM_ERROR_STRING_ARB, with its terminating NUL.
    pub error_string: String,
    /// What each four program parameters track (NV_vertex_program 2.14.5).
    pub(super) tracked: [Option<TrackedMatrix>; PROGRAM_PARAMETERS / 4],
    /// The default objects (name 0) of the targets.
    defaults: [Shared; 3],
}

impl Default for ProgramState {
    fn default() -> ProgramState {
        let [vertex, fragment, text_fragment] = Target::ALL.map(TargetState::new);
        ProgramState {
            defaults: [&vertex, &fragment, &text_fragment].map(|state| state.object.clone()),
            vertex,
            fragment,
            text_fragment,
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
    /// Enabled without a valid program: the draw is INVALID_OPERATION (TRAPS 0.5).
    Invalid,
    /// This program.
    Ready(Arc<ArbProgram>),
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
    pub fn vertex_program(&self, shared: &ShareGroup) -> Enabled {
        self.program(Target::Vertex, shared)
    }

    /// The language of the vertex program that a draw runs; `None` without one that loads.
    pub fn vertex_language(&self) -> Option<Language> {
        let state = self.target(Target::Vertex);
        let object = state.enabled.then(|| state.object.lock())?;
        object.loaded.as_ref().map(|program| program.language())
    }

    /// The fragment program that a draw runs.
    pub fn fragment_program(&self, shared: &ShareGroup) -> Enabled {
        self.program(Target::Fragment, shared)
    }

    fn program(&self, target: Target, _shared: &ShareGroup) -> Enabled {
        let state = self.target(target);
        if !state.enabled {
            return Enabled::Off;
        }
        state
            .object
            .lock()
            .loaded
            .clone()
            .map_or(Enabled::Invalid, Enabled::Ready)
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
    pub(super) fn bind(
        &mut self,
        shared: &ShareGroup,
        target: Target,
        name: u32,
        makes: bool,
    ) -> Result {
        let object = match name {
            0 => self.defaults[target as usize].clone(),
            _ => (shared.programs.lock()).object(name, target.stage(), makes)?,
        };
        let state = self.target_mut(target);
        (state.name, state.object) = (name, object);
        Ok(())
    }
}

/// `glBindProgramARB`.
pub fn bind_program_arb(call: &mut Call<'_>, target: u32, program: u32) -> Result {
    let target = Target::from_enum(target)?;
    let Context {
        programs, shared, ..
    } = &mut *call.cx;
    programs.bind(shared, target, program, true)
}

/// `glGenProgramsARB`: names that are reserved against this command only.
pub fn gen_programs_arb(call: &mut Call<'_>, n: i32, programs: ClientPtr<u32>) -> Result {
    let n = usize::try_from(n).map_err(|_| GlError::invalid_value("GenPrograms: n is negative"))?;
    if programs.is_null() {
        return Ok(());
    }
    let mut table = call.cx.shared.programs.lock();
    let mut candidate = table.next.max(1);
    for i in 0..n {
        while table.objects.contains_key(&candidate) || table.reserved.contains(&candidate) {
            candidate = candidate
                .checked_add(1)
                .ok_or(GlError::out_of_memory("GenPrograms: no names left"))?;
        }
        table.reserved.insert(candidate);
        table.next = candidate;
        call.mem.write(programs.byte_add(4 * i), &[candidate]);
    }
    Ok(())
}

/// `glDeleteProgramsARB`: a bound one first reverts to the default object of its target.
pub fn delete_programs_arb(call: &mut Call<'_>, n: i32, programs: ClientPtr<u32>) -> Result {
    let n =
        usize::try_from(n).map_err(|_| GlError::invalid_value("DeletePrograms: n is negative"))?;
    let names = call
        .mem
        .read_vec(programs, n)
        .ok_or(GlError::invalid_value("DeletePrograms: null pointer"))?;
    for name in names.into_iter().filter(|name| *name != 0) {
        let Context {
            programs, shared, ..
        } = &mut *call.cx;
        let object = {
            let mut table = shared.programs.lock();
            table.reserved.remove(&name);
            match table.existing(name).is_some() {
                true => table.objects.remove(&name),
                false => None,
            }
        };
        let Some(object) = object else { continue };
        for target in Target::ALL {
            if Arc::ptr_eq(&programs.target(target).object, &object) {
                programs.bind(shared, target, 0, true)?;
            }
        }
    }
    Ok(())
}

/// `glIsProgramARB`.
pub fn is_program_arb(call: &mut Call<'_>, program: u32) -> Result<u8> {
    let programs = call.cx.shared.programs.lock();
    Ok(u8::from(programs.existing(program).is_some()))
}

/// `glProgramStringARB`. A text that does not load leaves the object as it was. In a display list the text is parsed,
/// and its errors are raised, when the list is called (TRAPS 0.57).
pub fn program_string_arb(
    call: &mut Call<'_>,
    target: u32,
    format: u32,
    len: i32,
    string: ClientPtr<u8>,
) -> Result {
    let target = Target::from_enum(target)?;
    if format != enums::PROGRAM_FORMAT_ASCII_ARB {
        return Err(GlError::invalid_enum(
            "ProgramString: the format is not PROGRAM_FORMAT_ASCII_ARB",
        ));
    }
    let text = program_text(call, len, string)?;
    call.run(move |call| {
        if target == Target::TextFragment {
            return program_text_fragment::load(call, &text);
        }
        let program = load(call, target.stage(), &text)?;
        let mut object = call.cx.programs.target(target).object.lock();
        object.set(&text, program);
        Ok(())
    })
}

/// A copy of the application's text. INVALID_VALUE for a negative length and for a null pointer.
pub(super) fn program_text(call: &Call<'_>, len: i32, string: ClientPtr<u8>) -> Result<Arc<[u8]>> {
    let len = usize::try_from(len)
        .map_err(|_| GlError::invalid_value("program text: len is negative"))?;
    let text = call
        .mem
        .bytes(string, len)
        .ok_or(GlError::invalid_value("program text: null pointer"))?;
    // One byte more than loads is enough to refuse the rest without copying it.
    Ok(Arc::from(&text[..len.min(arb::MAX_TEXT_BYTES + 1)]))
}

impl ProgramObject {
    /// A text that has loaded, and its program.
    pub(super) fn set(&mut self, text: &Arc<[u8]>, program: Arc<ArbProgram>) {
        self.text = text.clone();
        self.named = program.named().iter().map(|(_, value)| *value).collect();
        self.loaded = Some(program);
    }
}

fn limits_of(stage: Stage) -> &'static Limits {
    match stage {
        Stage::Fragment | Stage::TextFragment => &Limits::FRAGMENT,
        Stage::Vertex | Stage::VertexState => &Limits::VERTEX,
    }
}

/// The program of a text, which sets error position and error string. INVALID_OPERATION when it does not load.
pub(super) fn load(call: &mut Call<'_>, stage: Stage, text: &[u8]) -> Result<Arc<ArbProgram>> {
    if crate::debug::words().source {
        eprintln!("trilobite: source:\n{}", String::from_utf8_lossy(text));
    }
    let loaded = roomy_stack::with_room(|| match stage {
        Stage::Vertex => arb::load_vertex(text, &Limits::VERTEX),
        Stage::Fragment | Stage::TextFragment => arb::load_fragment(text, &Limits::FRAGMENT),
        Stage::VertexState => arb::load_state(text, &Limits::VERTEX),
    });
    match loaded {
        Ok(program) => {
            if call.cx.tells_of_programs() {
                for warning in program.warnings(text) {
                    call.cx.report_odd_program(&warning.info_log(text));
                }
            }
            let state = &mut call.cx.programs;
            (state.error_position, state.error_string) = (-1, "\0".into());
            Ok(Arc::new(program))
        }
        Err(error) => Err(refuse(call, &error, stage, text)),
    }
}

fn refuse(call: &mut Call<'_>, error: &ProgramError, stage: Stage, text: &[u8]) -> GlError {
    let errors = match call.cx.tells_of_programs() {
        true => roomy_stack::with_room(|| arb::errors(text, limits_of(stage), stage)),
        false => Vec::new(),
    };
    report(call, error, text, errors.get(1..).unwrap_or_default())
}

/// Sets error position and error string to those of an error, and tells of it and of further ones.
pub(super) fn report(
    call: &mut Call<'_>,
    error: &ProgramError,
    text: &[u8],
    further: &[ProgramError],
) -> GlError {
    let message = error.info_log(text);
    call.cx.report_refused_program(&message);
    for further in further {
        call.cx.report_refused_program(&further.info_log(text));
    }
    let state = &mut call.cx.programs;
    state.error_position = error.error_position();
    // The application's text may hold a NUL; the string that it reads may not.
    state.error_string = message.replace('\0', " ") + "\0";
    GlError::invalid_operation("the program does not load (see PROGRAM_ERROR_STRING_ARB)")
}
