//! Contexts: what programs and parameters are made in, with modes, included texts and the last listing.

use super::handle::{Handle, Id};
use super::names::{CURRENT_BEHAVIOR, CgError, enums};
use super::object::Context;
use super::object::context::FIRST_BEHAVIOR;
use super::world::World;
use super::{Result, Text};
use std::ffi::CString;

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
        super::program::free::free(world, program);
    }
    for parameter in context.parameters {
        super::parameter::free::free(world, parameter);
    }
    super::buffer::free_all(world, id);
    super::gl::forget_dead(world);
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
