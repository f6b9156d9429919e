//! What a program is.

use super::compile;
use super::load::Job;
use crate::cg::handle::{Handle, Id};
use crate::cg::names::profiles::{UNKNOWN, profile};
use crate::cg::names::types::{UNKNOWN_TYPE, type_info};
use crate::cg::names::{CgError, enums, profile_string};
use crate::cg::object::Program;
use crate::cg::user_types::is_user_type;
use crate::cg::world::World;
use crate::cg::{Result, Text};

pub fn first(world: &World, context: Handle) -> Result<Handle> {
    let programs = &world.context(context)?.programs;
    Ok(programs.last().map_or(Handle::NULL, |id| id.handle()))
}

/// The program that was made before one: the newest is the first.
pub fn next(world: &World, program: Handle) -> Result<Handle> {
    let id = world.program_id(program)?;
    let context = world.contexts.get(world.program(program)?.context);
    let programs = context.map_or(&[][..], |c| &c.programs);
    let at = programs.iter().position(|other| *other == id);
    let before = at.and_then(|at| programs.get(at.checked_sub(1)?));
    Ok(before.map_or(Handle::NULL, |id| id.handle()))
}

pub fn context(world: &World, program: Handle) -> Result<Handle> {
    Ok(world.program(program)?.context.handle())
}

pub fn is_compiled(world: &World, program: Handle) -> Result<bool> {
    Ok(world.program(program)?.is_compiled)
}

pub fn profile_of(world: &World, program: Handle) -> Result<i32> {
    Ok(world.program(program)?.profile)
}

/// The job that checks a program for another profile.
pub fn begin_profile(world: &World, program: Handle, value: i32) -> Result<Job> {
    let program = world.program(program)?;
    let supported = profile(value).filter(|p| p.is_supported());
    let profile = supported.ok_or(CgError::INVALID_PROFILE)?;
    Ok(Job {
        context: program.context,
        text: program.source.to_bytes().to_vec(),
        file: String::new(),
        profile: value,
        profile_name: profile.name.to_string_lossy().into_owned(),
        entry: program.entry.to_string_lossy().into_owned(),
        arguments: program.arguments.clone(),
    })
}

/// Gives a program the profile that it was checked for. It must be compiled again.
pub fn finish_profile(
    world: &mut World,
    program: Handle,
    loaded: super::load::Loaded,
) -> Result<()> {
    let id = world.program_id(program)?;
    let Some(program) = world.programs.get_mut(id) else {
        return Ok(());
    };
    program.profile = loaded.job.profile;
    program.profile_name = crate::cg::c_string(&loaded.job.profile_name);
    program.is_compiled = false;
    match loaded.program {
        Some(checked) => {
            program.checked = Some(std::sync::Arc::new(checked));
            Ok(())
        }
        None => Err(CgError::COMPILER),
    }
}

/// A text of a program. Asking for the code compiles a program that is not compiled.
pub fn string(world: &mut World, program: Handle, what: i32) -> Result<Text> {
    let id = world.program_id(program)?;
    let is_old = !world.program(program)?.is_compiled;
    if what == enums::COMPILED_PROGRAM && is_old {
        compile::compile(world, id)?;
    }
    let program = world.program(program)?;
    match what {
        enums::PROGRAM_SOURCE => Ok(Text::of(&program.source)),
        enums::PROGRAM_ENTRY => Ok(Text::of(&program.entry)),
        enums::PROGRAM_PROFILE => Ok(Text::of(profile_string(program.profile).unwrap_or(c""))),
        enums::COMPILED_PROGRAM => Ok(Text::of(program.code.as_deref().unwrap_or(c""))),
        _ => Err(CgError::INVALID_ENUMERANT),
    }
}

/// The address of a row of texts that ends with a null pointer.
pub fn options(world: &World, program: Handle) -> Result<usize> {
    let options = &world.program(program)?.options;
    match options.texts.is_empty() {
        true => Ok(0),
        false => Ok(options.addresses.as_ptr() as usize),
    }
}

/// What a program takes in and gives: vertices, or fragments.
pub fn input(world: &World, program: Handle) -> Result<i32> {
    Ok(match domain(world, program)? {
        1 => enums::VERTEX,
        2 => enums::FRAGMENT,
        _ => enums::UNKNOWN,
    })
}

pub fn output_vertices(world: &World, program: Handle) -> Result<i32> {
    Ok(world.program(program)?.output_vertices)
}

pub fn set_output_vertices(world: &mut World, program: Handle, vertices: i32) -> Result<()> {
    let id = world.program_id(program)?;
    if let Some(program) = world.programs.get_mut(id) {
        program.output_vertices = vertices;
    }
    Ok(())
}

pub fn domain(world: &World, program: Handle) -> Result<i32> {
    let program = world.program(program)?;
    Ok(profile(program.profile).map_or(0, |p| p.domain))
}

/// The programs of a combined one, or the program alone.
fn domains(world: &World, program: Handle) -> Vec<Id<Program>> {
    let Ok(id) = world.program_id(program) else {
        return Vec::new();
    };
    let parts = world.programs.get(id).map(|p| p.parts.clone());
    parts
        .filter(|parts| !parts.is_empty())
        .unwrap_or_else(|| vec![id])
}

/// Handles of no program have no domains, which is no error.
pub fn n_domains(world: &World, program: Handle) -> i32 {
    domains(world, program).len() as i32
}

pub fn domain_profile(world: &World, program: Handle, index: i32) -> Result<i32> {
    let program = domain_program(world, program, index)?;
    match program {
        Handle::NULL => Ok(UNKNOWN),
        program => profile_of(world, program),
    }
}

pub fn domain_program(world: &World, program: Handle, index: i32) -> Result<Handle> {
    let domains = domains(world, program);
    if domains.is_empty() {
        return Ok(Handle::NULL);
    }
    let at = usize::try_from(index).ok();
    let found = at.and_then(|i| domains.get(i));
    found
        .map(|id| id.handle())
        .ok_or(CgError::INVALID_PARAMETER)
}

/// The structures of a program as types.
pub fn n_user_types(world: &World, program: Handle) -> Result<i32> {
    let program = world.program(program);
    let program = program.map_err(|_| CgError::INVALID_PARAMETER)?;
    Ok(program.user_types.len() as i32)
}

pub fn user_type(world: &World, program: Handle, index: i32) -> Result<i32> {
    let program = world.program(program);
    let program = program.map_err(|_| CgError::INVALID_PARAMETER)?;
    let at = usize::try_from(index).ok();
    let found = at.and_then(|i| program.user_types.get(i));
    found.copied().ok_or(CgError::OUT_OF_ARRAY_BOUNDS)
}

/// The structure of a name in a program; contexts have none of their own. A null handle is an error.
pub fn named_user_type(world: &World, handle: Handle, name: Option<&str>) -> Result<i32> {
    if handle == Handle::NULL {
        return Err(CgError::INVALID_PARAMETER);
    }
    let Ok(program) = world.program(handle) else {
        return Ok(UNKNOWN_TYPE);
    };
    let name = name.unwrap_or_default();
    let is_named = |value: &&i32| {
        let known = world.types.name_of(**value);
        known.is_some_and(|known| known.to_bytes() == name.as_bytes())
    };
    let found = program.user_types.iter().find(is_named);
    Ok(found.copied().unwrap_or(UNKNOWN_TYPE))
}

/// The name of any type: empty of what is none.
pub fn type_string(world: &World, value: i32) -> Text {
    let known = type_info(value).map(|info| info.name.as_c_str());
    let user = || world.types.name_of(value).filter(|_| is_user_type(value));
    Text::of(known.or_else(user).unwrap_or(c""))
}

/// Sends the values of deferred parameters to the machine, which programs without one need not.
pub fn update(world: &World, program: Handle) -> Result<()> {
    world.program(program).map(|_| ())
}
