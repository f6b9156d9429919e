//! Programs of texts and files, and copies.

use super::compile;
use super::load::{Job, Loaded};
use crate::cg::Result;
use crate::cg::c_string;
use crate::cg::context;
use crate::cg::handle::{Handle, Id};
use crate::cg::names::{CURRENT_BEHAVIOR, CgError, enums, profile_string};
use crate::cg::object::program::Options;
use crate::cg::object::{Callback, Program};
use crate::cg::parameter::tree::Growing;
use crate::cg::world::World;
use crate::frontend::c_like::cg;
use crate::frontend::c_like::cg::reflection::Declaration;
use std::sync::Arc;

/// The entry of a program that names none.
const MAIN: &str = "main";
/// The longest text.
const MAX_TEXT_BYTES: usize = 1 << 26;

/// What the application wants.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    pub kind: i32,
    pub text: Vec<u8>,
    pub file: String,
    pub profile: i32,
    pub entry: Option<String>,
    pub arguments: Vec<String>,
}

/// The job that makes a program, and the context's function for included files.
pub fn begin(world: &mut World, context: Handle, wanted: Wanted) -> Result<(Job, Callback)> {
    let id = world.context_id(context)?;
    let context = world.context_mut(context)?;
    match wanted.kind {
        enums::SOURCE | enums::OBJECT => {}
        _ => return Err(CgError::INVALID_ENUMERANT),
    }
    context.listing = None;
    if wanted.text.len() > MAX_TEXT_BYTES {
        return Err(CgError::MEMORY_ALLOC);
    }
    let name = profile_string(wanted.profile).unwrap_or_default();
    let job = Job {
        context: id,
        text: wanted.text,
        file: wanted.file,
        profile: wanted.profile,
        profile_name: name.to_string_lossy().into_owned(),
        entry: wanted.entry.unwrap_or_else(|| MAIN.to_owned()),
        arguments: wanted.arguments,
    };
    Ok((job, context.include_callback))
}

/// Reads the file of a program. The context loses its listing even if there is no such file.
pub fn read_file(world: &mut World, context: Handle, wanted: &mut Wanted) -> Result<()> {
    let context = world.context_mut(context)?;
    match wanted.kind {
        enums::SOURCE | enums::OBJECT => {}
        _ => return Err(CgError::INVALID_ENUMERANT),
    }
    context.listing = None;
    let text = std::fs::read(&wanted.file);
    wanted.text = text.map_err(|_| CgError::FILE_READ)?;
    Ok(())
}

/// Makes the program of a checked text.
pub fn finish(world: &mut World, loaded: Loaded) -> Result<Handle> {
    let Loaded {
        job,
        program,
        listing,
    } = loaded;
    let handle = job.context.handle();
    let context = world.context_mut(handle)?;
    context.listing = listing.as_deref().map(c_string);
    let checked = program.ok_or(CgError::COMPILER)?;
    let is_immediate = context::auto_compile(world, handle)? == enums::COMPILE_IMMEDIATE;
    let id = insert(world, &job, Arc::new(checked))?;
    if is_immediate && let Err(error) = compile::compile(world, id) {
        super::free::free(world, id);
        return Err(error);
    }
    if let Some(context) = world.contexts.get_mut(job.context) {
        context.programs.push(id);
    }
    Ok(id.handle())
}

/// Makes a program and its parameters, without code.
fn insert(world: &mut World, job: &Job, checked: Arc<cg::Program>) -> Result<Id<Program>> {
    let is_old = has_old_behavior(world, job);
    let chosen = world.gl.chosen_options(job.context.handle(), job.profile);
    let arguments = [job.arguments.clone(), chosen].concat();
    let program = Program {
        context: job.context,
        profile: job.profile,
        source: c_string(&String::from_utf8_lossy(&job.text)),
        entry: c_string(&job.entry),
        profile_name: c_string(&job.profile_name),
        arguments: job.arguments.clone(),
        options: options(is_old, job, &arguments),
        checked: Some(checked.clone()),
        code: None,
        is_compiled: false,
        roots: Default::default(),
        leaves: Default::default(),
        user_types: Vec::new(),
        parts: Vec::new(),
        output_vertices: -1,
    };
    let id = world.programs.insert(program);
    let id = id.ok_or(CgError::MEMORY_ALLOC)?;
    let grown = grow(world, job, id, &checked);
    if grown.is_err() {
        super::free::free(world, id);
    }
    grown.map(|()| id)
}

/// Makes the parameters of a program.
fn grow(world: &mut World, job: &Job, id: Id<Program>, checked: &cg::Program) -> Result<()> {
    let reflection = checked.reflect().map_err(|_| CgError::COMPILER)?;
    let types = reflection.structures.iter();
    let types: Vec<i32> = types.map(|name| world.types.number_of(name)).collect();
    let mut growing = Growing {
        world,
        context: job.context,
        program: Some(id),
        is_global: false,
        ordinal: 0,
        leaves: Vec::new(),
        n: 0,
    };
    let mut roots: [Vec<_>; 2] = Default::default();
    let mut leaves: [Vec<_>; 2] = Default::default();
    let spaces: [&[Declaration]; 2] = [&reflection.parameters, &reflection.globals];
    for (space, declared) in spaces.into_iter().enumerate() {
        growing.is_global = space == 1;
        for declared in declared {
            roots[space].push(growing.declared(declared)?);
        }
        leaves[space] = std::mem::take(&mut growing.leaves);
    }
    if let Some(program) = world.programs.get_mut(id) {
        program.roots = roots;
        program.leaves = leaves;
        program.user_types = types;
    }
    compile::set_defaults(world, id, checked);
    Ok(())
}

/// Whether the context has a behaviour before the newest.
fn has_old_behavior(world: &World, job: &Job) -> bool {
    let behavior = context::behavior(world, job.context.handle());
    behavior.is_ok_and(|behavior| behavior < CURRENT_BEHAVIOR)
}

/// What cgGetProgramOptions answers.
fn options(is_old: bool, job: &Job, arguments: &[String]) -> Options {
    let old = is_old.then_some("-no_uniform_blocks");
    let fixed = ["-profile", &job.profile_name, "-entry", &job.entry];
    let own = arguments.iter().map(String::as_str);
    let all = ["-q"].into_iter().chain(old).chain(fixed).chain(own);
    Options::new(all.map(c_string).collect())
}

/// A program of the same text and profile, with parameters of its own, which have the values of the text.
pub fn copy(world: &mut World, program: Handle) -> Result<Handle> {
    let id = world.program_id(program)?;
    let copied = copy_part(world, id)?;
    let context = world.program(program)?.context;
    if let Some(context) = world.contexts.get_mut(context) {
        context.listing = None;
        context.programs.push(copied);
    }
    Ok(copied.handle())
}

/// A copy that its context does not list.
pub(super) fn copy_part(world: &mut World, id: Id<Program>) -> Result<Id<Program>> {
    let old = world.program(id.handle())?;
    let parts = old.parts.clone();
    let Some(checked) = old.checked.clone() else {
        return super::combine::of_parts(world, &parts);
    };
    let job = Job {
        context: old.context,
        text: old.source.to_bytes().to_vec(),
        file: String::new(),
        profile: old.profile,
        profile_name: old.profile_name.to_string_lossy().into_owned(),
        entry: old.entry.to_string_lossy().into_owned(),
        arguments: old.arguments.clone(),
    };
    let is_compiled = old.is_compiled;
    let before = old.options.texts.clone();
    let mut texts = options(has_old_behavior(world, &job), &job, &[]).texts;
    texts.extend(before);
    let copied = insert(world, &job, checked)?;
    if let Some(program) = world.programs.get_mut(copied) {
        program.options = Options::new(texts);
    }
    if is_compiled {
        let _ = compile::compile(world, copied);
    }
    Ok(copied)
}
