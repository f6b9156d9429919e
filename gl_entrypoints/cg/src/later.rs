//! Functions that are exported so that programs load, and do nothing yet. docs/STATUS.md lists them.
//!
//! Their objects cannot be made yet, so each handle that they get is wrong, and is the error that it should be. What would make
//! an object, or use one that exists, reports CG_INVALID_FUNCTION_HANDLE_ERROR and logs a line.

use crate::door;
use std::ffi::{c_float, c_int};
use std::sync::Mutex;
use trilobite::cg::{CgError, Handle, Result, World};

/// The kind of object that a function is about: its first argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Of {
    Context,
    Program,
    Parameter,
    Effect,
    State,
    Assignment,
    Pass,
    Annotation,
    Technique,
    /// The function checks no handle.
    Nothing,
}

/// What follows if the handle is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Then {
    /// There is nothing to answer, and that is right.
    Nothing,
    /// The function is not there yet.
    NotThere,
    /// As `NotThere`, but a null handle is no error.
    NullIsFine,
}

impl Of {
    fn check(self, world: &World, handle: Handle) -> Result<()> {
        match self {
            Of::Context => world.context(handle).map(|_| ()),
            Of::Program => world.program(handle).map(|_| ()),
            Of::Parameter => world.parameter(handle).map(|_| ()),
            Of::Effect => Err(CgError::INVALID_EFFECT_HANDLE),
            Of::State => Err(CgError::INVALID_STATE_HANDLE),
            Of::Assignment => Err(CgError::INVALID_STATE_ASSIGNMENT_HANDLE),
            Of::Pass => Err(CgError::INVALID_PASS_HANDLE),
            Of::Annotation => Err(CgError::INVALID_ANNOTATION_HANDLE),
            Of::Technique => Err(CgError::INVALID_TECHNIQUE_HANDLE),
            Of::Nothing => Ok(()),
        }
    }
}

/// Answers for a function that is not there yet.
fn answer<R: Copy>(name: &'static str, otherwise: R, handle: Handle, (of, then): (Of, Then)) -> R {
    door::call(name, otherwise, handle, |world| {
        if then == Then::NullIsFine && handle == Handle::NULL {
            return Ok(otherwise);
        }
        of.check(world, handle)?;
        if then == Then::Nothing {
            return Ok(otherwise);
        }
        log_once(name);
        Err(CgError::INVALID_FUNCTION_HANDLE)
    })
}

/// Logs one line for each function.
fn log_once(name: &'static str) {
    static LOGGED: Mutex<Vec<&str>> = Mutex::new(Vec::new());
    let mut logged = LOGGED.lock().unwrap_or_else(|e| e.into_inner());
    if !logged.contains(&name) {
        logged.push(name);
        log::warn!("{name}: this function does nothing yet");
    }
}

macro_rules! later {
    ($(
        fn $name:ident($first:ident: Handle $(, $argument:ident: $ty:ty)*) $(-> $result:ty = $otherwise:expr)?, $of:ident, $then:path;
    )*) => {
        /// The functions of this file.
        pub const NAMES: &[&str] = &[$(stringify!($name)),*];

        $(
            #[allow(non_snake_case, unused_variables)]
            #[unsafe(no_mangle)]
            pub extern "C-unwind" fn $name($first: Handle $(, $argument: $ty)*) $(-> $result)? {
                let otherwise = ();
                $(let otherwise: $result = $otherwise;)?
                answer(stringify!($name), otherwise, $first, (Of::$of, $then))
            }
        )*
    };
}

later! {
    // Programs.
    fn cgEvaluateProgram(program: Handle, values: usize, n_components: c_int, nx: c_int, ny: c_int, nz: c_int), Program, Then::NotThere;
    fn cgCreateObj(context: Handle, program_type: c_int, source: usize, profile: c_int, args: usize) -> Handle = Handle::NULL, Context, Then::NotThere;
    fn cgCreateObjFromFile(context: Handle, program_type: c_int, filename: usize, profile: c_int, args: usize) -> Handle = Handle::NULL, Context, Then::NotThere;
    fn cgDestroyObj(obj: Handle), Nothing, Then::Nothing;
    // Buffers.
    fn cgSetProgramBuffer(program: Handle, index: c_int, buffer: Handle), Program, Then::NotThere;
    fn cgGetProgramBuffer(program: Handle, index: c_int) -> Handle = Handle::NULL, Program, Then::Nothing;
    fn cgSetUniformBufferParameter(param: Handle, buffer: Handle), Parameter, Then::NotThere;
    fn cgGetUniformBufferParameter(param: Handle) -> Handle = Handle::NULL, Parameter, Then::Nothing;
    fn cgGetFirstUniformBufferParameter(param: Handle) -> Handle = Handle::NULL, Parameter, Then::Nothing;
    fn cgGetNamedUniformBufferParameter(param: Handle, name: usize) -> Handle = Handle::NULL, Parameter, Then::Nothing;
    fn cgGetNamedProgramUniformBuffer(program: Handle, name: usize) -> Handle = Handle::NULL, Program, Then::Nothing;
    fn cgGetNamedEffectUniformBuffer(effect: Handle, name: usize) -> Handle = Handle::NULL, Effect, Then::NotThere;
    fn cgSetEffectParameterBuffer(param: Handle, buffer: Handle), Parameter, Then::NotThere;
    fn cgGetEffectParameterBuffer(param: Handle) -> Handle = Handle::NULL, Parameter, Then::Nothing;
    // Effects.
    fn cgCreateEffect(context: Handle, source: usize, args: usize) -> Handle = Handle::NULL, Context, Then::NotThere;
    fn cgCreateEffectFromFile(context: Handle, filename: usize, args: usize) -> Handle = Handle::NULL, Context, Then::NotThere;
    fn cgCopyEffect(effect: Handle) -> Handle = Handle::NULL, Effect, Then::NotThere;
    fn cgDestroyEffect(effect: Handle), Effect, Then::NotThere;
    fn cgIsEffect(effect: Handle) -> c_int = 0, Nothing, Then::Nothing;
    fn cgGetEffectContext(effect: Handle) -> Handle = Handle::NULL, Effect, Then::NotThere;
    fn cgGetFirstEffect(context: Handle) -> Handle = Handle::NULL, Context, Then::Nothing;
    fn cgGetNextEffect(effect: Handle) -> Handle = Handle::NULL, Effect, Then::NotThere;
    fn cgGetNamedEffect(context: Handle, name: usize) -> Handle = Handle::NULL, Context, Then::Nothing;
    fn cgSetEffectName(effect: Handle, name: usize) -> c_int = 0, Effect, Then::NotThere;
    fn cgGetEffectName(effect: Handle) -> usize = 0, Effect, Then::NotThere;
    fn cgCreateProgramFromEffect(effect: Handle, profile: c_int, entry: usize, args: usize) -> Handle = Handle::NULL, Effect, Then::NotThere;
    fn cgGetNamedEffectParameter(effect: Handle, name: usize) -> Handle = Handle::NULL, Effect, Then::NotThere;
    fn cgGetFirstEffectParameter(effect: Handle) -> Handle = Handle::NULL, Effect, Then::NotThere;
    fn cgGetFirstLeafEffectParameter(effect: Handle) -> Handle = Handle::NULL, Effect, Then::NotThere;
    fn cgGetEffectParameterBySemantic(effect: Handle, semantic: usize) -> Handle = Handle::NULL, Effect, Then::NotThere;
    fn cgCreateEffectParameter(effect: Handle, name: usize, ty: c_int) -> Handle = Handle::NULL, Effect, Then::NotThere;
    fn cgCreateEffectParameterArray(effect: Handle, name: usize, ty: c_int, length: c_int) -> Handle = Handle::NULL, Nothing, Then::Nothing;
    fn cgCreateEffectParameterMultiDimArray(effect: Handle, name: usize, ty: c_int, dim: c_int, lengths: usize) -> Handle = Handle::NULL, Nothing, Then::Nothing;
    // Techniques and passes.
    fn cgCreateTechnique(effect: Handle, name: usize) -> Handle = Handle::NULL, Effect, Then::NotThere;
    fn cgGetFirstTechnique(effect: Handle) -> Handle = Handle::NULL, Effect, Then::NotThere;
    fn cgGetNextTechnique(technique: Handle) -> Handle = Handle::NULL, Technique, Then::NotThere;
    fn cgGetNamedTechnique(effect: Handle, name: usize) -> Handle = Handle::NULL, Nothing, Then::Nothing;
    fn cgGetTechniqueName(technique: Handle) -> usize = 0, Technique, Then::NotThere;
    fn cgIsTechnique(technique: Handle) -> c_int = 0, Nothing, Then::Nothing;
    fn cgValidateTechnique(technique: Handle) -> c_int = 0, Technique, Then::NullIsFine;
    fn cgIsTechniqueValidated(technique: Handle) -> c_int = 0, Technique, Then::NotThere;
    fn cgGetTechniqueEffect(technique: Handle) -> Handle = Handle::NULL, Technique, Then::NotThere;
    fn cgCreatePass(technique: Handle, name: usize) -> Handle = Handle::NULL, Technique, Then::NotThere;
    fn cgGetFirstPass(technique: Handle) -> Handle = Handle::NULL, Technique, Then::NotThere;
    fn cgGetNextPass(pass: Handle) -> Handle = Handle::NULL, Pass, Then::NotThere;
    fn cgGetNamedPass(technique: Handle, name: usize) -> Handle = Handle::NULL, Technique, Then::NotThere;
    fn cgIsPass(pass: Handle) -> c_int = 0, Nothing, Then::Nothing;
    fn cgGetPassName(pass: Handle) -> usize = 0, Pass, Then::NotThere;
    fn cgGetPassTechnique(pass: Handle) -> Handle = Handle::NULL, Pass, Then::NotThere;
    fn cgGetPassProgram(pass: Handle, domain: c_int) -> Handle = Handle::NULL, Pass, Then::NotThere;
    fn cgSetPassState(pass: Handle), Pass, Then::NotThere;
    fn cgResetPassState(pass: Handle), Pass, Then::NotThere;
    fn cgSetPassProgramParameters(program: Handle), Program, Then::NotThere;
    fn cgUpdatePassParameters(pass: Handle), Pass, Then::NotThere;
    // States.
    fn cgCreateState(context: Handle, name: usize, ty: c_int) -> Handle = Handle::NULL, Context, Then::NotThere;
    fn cgCreateArrayState(context: Handle, name: usize, ty: c_int, n: c_int) -> Handle = Handle::NULL, Context, Then::NotThere;
    fn cgCreateSamplerState(context: Handle, name: usize, ty: c_int) -> Handle = Handle::NULL, Context, Then::NotThere;
    fn cgCreateArraySamplerState(context: Handle, name: usize, ty: c_int, n: c_int) -> Handle = Handle::NULL, Context, Then::NotThere;
    fn cgSetStateCallbacks(state: Handle, set: usize, reset: usize, validate: usize), State, Then::NotThere;
    fn cgGetStateSetCallback(state: Handle) -> usize = 0, State, Then::NotThere;
    fn cgGetStateResetCallback(state: Handle) -> usize = 0, State, Then::NotThere;
    fn cgGetStateValidateCallback(state: Handle) -> usize = 0, State, Then::NotThere;
    fn cgSetStateLatestProfile(state: Handle, profile: c_int), State, Then::NotThere;
    fn cgGetStateLatestProfile(state: Handle) -> c_int = 6145, State, Then::NotThere;
    fn cgGetStateContext(state: Handle) -> Handle = Handle::NULL, State, Then::NotThere;
    fn cgGetStateType(state: Handle) -> c_int = -1, State, Then::NotThere;
    fn cgGetStateName(state: Handle) -> usize = 0, State, Then::NotThere;
    fn cgGetNamedState(context: Handle, name: usize) -> Handle = Handle::NULL, Context, Then::Nothing;
    fn cgGetFirstState(context: Handle) -> Handle = Handle::NULL, Context, Then::Nothing;
    fn cgGetNextState(state: Handle) -> Handle = Handle::NULL, State, Then::NotThere;
    fn cgGetNamedSamplerState(context: Handle, name: usize) -> Handle = Handle::NULL, Context, Then::Nothing;
    fn cgGetFirstSamplerState(context: Handle) -> Handle = Handle::NULL, Context, Then::Nothing;
    fn cgIsState(state: Handle) -> c_int = 0, Nothing, Then::Nothing;
    fn cgAddStateEnumerant(state: Handle, name: usize, value: c_int), State, Then::NotThere;
    fn cgGetNumStateEnumerants(state: Handle) -> c_int = 0, State, Then::NotThere;
    fn cgGetStateEnumerant(state: Handle, index: c_int, value: usize) -> usize = 0, State, Then::NotThere;
    fn cgGetStateEnumerantName(state: Handle, value: c_int) -> usize = 0, State, Then::NotThere;
    fn cgGetStateEnumerantValue(state: Handle, name: usize) -> c_int = -1, State, Then::NotThere;
    // State assignments.
    fn cgCreateStateAssignment(pass: Handle, state: Handle) -> Handle = Handle::NULL, Pass, Then::NotThere;
    fn cgCreateStateAssignmentIndex(pass: Handle, state: Handle, index: c_int) -> Handle = Handle::NULL, Pass, Then::NotThere;
    fn cgCreateSamplerStateAssignment(param: Handle, state: Handle) -> Handle = Handle::NULL, Parameter, Then::NotThere;
    fn cgGetFirstStateAssignment(pass: Handle) -> Handle = Handle::NULL, Pass, Then::NotThere;
    fn cgGetNamedStateAssignment(pass: Handle, name: usize) -> Handle = Handle::NULL, Pass, Then::NotThere;
    fn cgGetNextStateAssignment(assignment: Handle) -> Handle = Handle::NULL, Nothing, Then::Nothing;
    fn cgGetFirstSamplerStateAssignment(param: Handle) -> Handle = Handle::NULL, Parameter, Then::Nothing;
    fn cgGetNamedSamplerStateAssignment(param: Handle, name: usize) -> Handle = Handle::NULL, Parameter, Then::Nothing;
    fn cgIsStateAssignment(assignment: Handle) -> c_int = 0, Nothing, Then::Nothing;
    fn cgCallStateSetCallback(assignment: Handle) -> c_int = 0, Assignment, Then::NotThere;
    fn cgCallStateValidateCallback(assignment: Handle) -> c_int = 0, Assignment, Then::NotThere;
    fn cgCallStateResetCallback(assignment: Handle) -> c_int = 0, Assignment, Then::NotThere;
    fn cgGetStateAssignmentPass(assignment: Handle) -> Handle = Handle::NULL, Assignment, Then::NotThere;
    fn cgGetSamplerStateAssignmentParameter(assignment: Handle) -> Handle = Handle::NULL, Assignment, Then::NotThere;
    fn cgGetStateAssignmentState(assignment: Handle) -> Handle = Handle::NULL, Assignment, Then::NotThere;
    fn cgGetSamplerStateAssignmentState(assignment: Handle) -> Handle = Handle::NULL, Assignment, Then::NotThere;
    fn cgGetStateAssignmentIndex(assignment: Handle) -> c_int = 0, Assignment, Then::NotThere;
    fn cgGetFloatStateAssignmentValues(assignment: Handle, n_values: usize) -> usize = 0, Assignment, Then::NotThere;
    fn cgGetIntStateAssignmentValues(assignment: Handle, n_values: usize) -> usize = 0, Assignment, Then::NotThere;
    fn cgGetBoolStateAssignmentValues(assignment: Handle, n_values: usize) -> usize = 0, Assignment, Then::NotThere;
    fn cgGetStringStateAssignmentValue(assignment: Handle) -> usize = 0, Assignment, Then::NotThere;
    fn cgGetProgramStateAssignmentValue(assignment: Handle) -> Handle = Handle::NULL, Nothing, Then::Nothing;
    fn cgGetTextureStateAssignmentValue(assignment: Handle) -> Handle = Handle::NULL, Assignment, Then::NotThere;
    fn cgGetSamplerStateAssignmentValue(assignment: Handle) -> Handle = Handle::NULL, Assignment, Then::NotThere;
    fn cgGetNumDependentStateAssignmentParameters(assignment: Handle) -> c_int = 0, Assignment, Then::NotThere;
    fn cgGetDependentStateAssignmentParameter(assignment: Handle, index: c_int) -> Handle = Handle::NULL, Assignment, Then::NotThere;
    fn cgGetNumDependentProgramArrayStateAssignmentParameters(assignment: Handle) -> c_int = 0, Assignment, Then::NotThere;
    fn cgGetDependentProgramArrayStateAssignmentParameter(assignment: Handle, index: c_int) -> Handle = Handle::NULL, Assignment, Then::NotThere;
    fn cgGetConnectedStateAssignmentParameter(assignment: Handle) -> Handle = Handle::NULL, Assignment, Then::NotThere;
    fn cgSetFloatStateAssignment(assignment: Handle, value: c_float) -> c_int = 0, Assignment, Then::NotThere;
    fn cgSetIntStateAssignment(assignment: Handle, value: c_int) -> c_int = 0, Assignment, Then::NotThere;
    fn cgSetBoolStateAssignment(assignment: Handle, value: c_int) -> c_int = 0, Assignment, Then::NotThere;
    fn cgSetStringStateAssignment(assignment: Handle, value: usize) -> c_int = 0, Assignment, Then::NotThere;
    fn cgSetProgramStateAssignment(assignment: Handle, value: Handle) -> c_int = 0, Assignment, Then::NotThere;
    fn cgSetSamplerStateAssignment(assignment: Handle, value: Handle) -> c_int = 0, Assignment, Then::NotThere;
    fn cgSetTextureStateAssignment(assignment: Handle, value: Handle) -> c_int = 0, Assignment, Then::NotThere;
    fn cgSetFloatArrayStateAssignment(assignment: Handle, values: usize) -> c_int = 0, Assignment, Then::NotThere;
    fn cgSetIntArrayStateAssignment(assignment: Handle, values: usize) -> c_int = 0, Assignment, Then::NotThere;
    fn cgSetBoolArrayStateAssignment(assignment: Handle, values: usize) -> c_int = 0, Assignment, Then::NotThere;
    fn cgSetSamplerState(param: Handle), Parameter, Then::Nothing;
    // Annotations.
    fn cgCreateEffectAnnotation(effect: Handle, name: usize, ty: c_int) -> Handle = Handle::NULL, Effect, Then::NotThere;
    fn cgCreateTechniqueAnnotation(technique: Handle, name: usize, ty: c_int) -> Handle = Handle::NULL, Technique, Then::NotThere;
    fn cgCreatePassAnnotation(pass: Handle, name: usize, ty: c_int) -> Handle = Handle::NULL, Pass, Then::NotThere;
    fn cgCreateParameterAnnotation(param: Handle, name: usize, ty: c_int) -> Handle = Handle::NULL, Parameter, Then::NotThere;
    fn cgCreateProgramAnnotation(program: Handle, name: usize, ty: c_int) -> Handle = Handle::NULL, Program, Then::NotThere;
    fn cgGetFirstEffectAnnotation(effect: Handle) -> Handle = Handle::NULL, Effect, Then::NotThere;
    fn cgGetFirstTechniqueAnnotation(technique: Handle) -> Handle = Handle::NULL, Technique, Then::NotThere;
    fn cgGetFirstPassAnnotation(pass: Handle) -> Handle = Handle::NULL, Pass, Then::NotThere;
    fn cgGetFirstParameterAnnotation(param: Handle) -> Handle = Handle::NULL, Parameter, Then::Nothing;
    fn cgGetFirstProgramAnnotation(program: Handle) -> Handle = Handle::NULL, Program, Then::Nothing;
    fn cgGetNextAnnotation(annotation: Handle) -> Handle = Handle::NULL, Annotation, Then::NotThere;
    fn cgGetNamedEffectAnnotation(effect: Handle, name: usize) -> Handle = Handle::NULL, Effect, Then::NotThere;
    fn cgGetNamedTechniqueAnnotation(technique: Handle, name: usize) -> Handle = Handle::NULL, Technique, Then::NotThere;
    fn cgGetNamedPassAnnotation(pass: Handle, name: usize) -> Handle = Handle::NULL, Pass, Then::NotThere;
    fn cgGetNamedParameterAnnotation(param: Handle, name: usize) -> Handle = Handle::NULL, Parameter, Then::Nothing;
    fn cgGetNamedProgramAnnotation(program: Handle, name: usize) -> Handle = Handle::NULL, Program, Then::Nothing;
    fn cgIsAnnotation(annotation: Handle) -> c_int = 0, Nothing, Then::Nothing;
    fn cgGetAnnotationName(annotation: Handle) -> usize = 0, Annotation, Then::NotThere;
    fn cgGetAnnotationType(annotation: Handle) -> c_int = -1, Annotation, Then::NotThere;
    fn cgGetFloatAnnotationValues(annotation: Handle, n_values: usize) -> usize = 0, Annotation, Then::NotThere;
    fn cgGetIntAnnotationValues(annotation: Handle, n_values: usize) -> usize = 0, Annotation, Then::NotThere;
    fn cgGetBoolAnnotationValues(annotation: Handle, n_values: usize) -> usize = 0, Annotation, Then::NotThere;
    fn cgGetBooleanAnnotationValues(annotation: Handle, n_values: usize) -> usize = 0, Annotation, Then::NotThere;
    fn cgGetStringAnnotationValue(annotation: Handle) -> usize = 0, Annotation, Then::NotThere;
    fn cgGetStringAnnotationValues(annotation: Handle, n_values: usize) -> usize = 0, Annotation, Then::NotThere;
    fn cgGetNumDependentAnnotationParameters(annotation: Handle) -> c_int = 0, Nothing, Then::Nothing;
    fn cgGetDependentAnnotationParameter(annotation: Handle, index: c_int) -> Handle = Handle::NULL, Nothing, Then::Nothing;
    fn cgSetFloatAnnotation(annotation: Handle, value: c_float) -> c_int = 0, Annotation, Then::NotThere;
    fn cgSetIntAnnotation(annotation: Handle, value: c_int) -> c_int = 0, Annotation, Then::NotThere;
    fn cgSetBoolAnnotation(annotation: Handle, value: c_int) -> c_int = 0, Annotation, Then::NotThere;
    fn cgSetStringAnnotation(annotation: Handle, value: usize) -> c_int = 0, Annotation, Then::NotThere;
}
