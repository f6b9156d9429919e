//! Contexts: what programs and parameters are made in, with modes, included texts and the last listing.

use super::handle::{Handle, Id, Kind};
use super::names::{CURRENT_BEHAVIOR, CgError, enums};
use super::parameter::Parameter;
use super::program::Program;
use super::world::{Callback, World};
use super::{Result, Text};
use std::collections::HashMap;
use std::ffi::CString;

/// A context.
#[derive(Debug)]
pub struct Context {
    /// Its programs, in the order in which they were made.
    pub(super) programs: Vec<Id<Program>>,
    /// The parameters that are no program's.
    pub(super) parameters: Vec<Id<Parameter>>,
    pub(super) listing: Option<CString>,
    auto_compile: i32,
    setting_mode: i32,
    behavior: i32,
    /// Texts that stand for included files, by their paths from a slash on.
    pub(super) includes: HashMap<String, Vec<u8>>,
    pub include_callback: Callback,
}

impl Kind for Context {
    const KIND: usize = 1;
}

/// The behaviour of a context that chooses none.
const FIRST_BEHAVIOR: i32 = 1000;

impl Default for Context {
    fn default() -> Context {
        Context {
            programs: Vec::new(),
            parameters: Vec::new(),
            listing: None,
            auto_compile: enums::COMPILE_IMMEDIATE,
            setting_mode: enums::IMMEDIATE_PARAMETER_SETTING,
            behavior: FIRST_BEHAVIOR,
            includes: HashMap::new(),
            include_callback: Callback::default(),
        }
    }
}

pub fn create(world: &mut World) -> Result<Handle> {
    let made = world.contexts.insert(Context::default());
    made.map(Id::handle).ok_or(CgError::MEMORY_ALLOC)
}

/// Frees a context with all that is in it.
pub fn destroy(world: &mut World, context: Handle) -> Result<()> {
    let id = world.context_id(context)?;
    let Some(context) = world.contexts.remove(id) else {
        return Ok(());
    };
    for program in context.programs {
        super::program::free(world, program);
    }
    for parameter in context.parameters {
        super::parameter::free(world, parameter);
    }
    world.free_buffers(id);
    Ok(())
}

pub fn last_listing(world: &World, context: Handle) -> Result<Text> {
    let context = world.context(context)?;
    Ok(context.listing.as_deref().into())
}

/// Sets the listing of a context, or of a program's.
pub fn set_last_listing(world: &mut World, handle: Handle, listing: Option<CString>) -> Result<()> {
    let program = world.program(handle);
    let handle = program.map_or(handle, |program| program.context.handle());
    let context = world.context_mut(handle);
    let context = context.map_err(|_| CgError::INVALID_PARAMETER)?;
    context.listing = listing;
    Ok(())
}

pub fn auto_compile(world: &World, context: Handle) -> Result<i32> {
    Ok(world.context(context)?.auto_compile)
}

pub fn set_auto_compile(world: &mut World, context: Handle, mode: i32) -> Result<()> {
    let context = world.context_mut(context)?;
    match mode {
        enums::COMPILE_MANUAL | enums::COMPILE_IMMEDIATE | enums::COMPILE_LAZY => {
            context.auto_compile = mode;
            Ok(())
        }
        _ => Err(CgError::INVALID_ENUMERANT),
    }
}

pub fn setting_mode(world: &World, context: Handle) -> Result<i32> {
    Ok(world.context(context)?.setting_mode)
}

pub fn set_setting_mode(world: &mut World, context: Handle, mode: i32) -> Result<()> {
    let context = world.context_mut(context)?;
    match mode {
        enums::IMMEDIATE_PARAMETER_SETTING | enums::DEFERRED_PARAMETER_SETTING => {
            context.setting_mode = mode;
            Ok(())
        }
        _ => Err(CgError::INVALID_ENUMERANT),
    }
}

pub fn behavior(world: &World, context: Handle) -> Result<i32> {
    Ok(world.context(context)?.behavior)
}

/// The newest behaviour has two numbers: its own, and 1. One that is newer is refused, and is the oldest then.
pub fn set_behavior(world: &mut World, context: Handle, behavior: i32) -> Result<()> {
    let context = world.context_mut(context)?;
    match behavior {
        1 => context.behavior = CURRENT_BEHAVIOR,
        n if n > CURRENT_BEHAVIOR => {
            context.behavior = FIRST_BEHAVIOR;
            return Err(CgError::INVALID_ENUMERANT);
        }
        n if n > 0 => context.behavior = n,
        _ => return Err(CgError::INVALID_ENUMERANT),
    }
    Ok(())
}

/// Lets a text stand for an included file; without one, nothing stands for it any longer.
pub fn set_include(
    world: &mut World,
    context: Handle,
    name: Option<&str>,
    text: Option<Vec<u8>>,
) -> Result<()> {
    let context = world.context_mut(context)?;
    let Some(name) = name else {
        context.includes.clear();
        return Ok(());
    };
    let path = include_path(name);
    match text {
        Some(text) => context.includes.insert(path, text),
        None => context.includes.remove(&path),
    };
    Ok(())
}

/// Included texts have paths from a slash on.
pub fn include_path(name: &str) -> String {
    format!("/{}", name.trim_start_matches('/'))
}
