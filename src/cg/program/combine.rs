//! Programs of several domains: a combined program has copies of those that it is made of.

use super::create;
use crate::cg::Result;
use crate::cg::handle::{Handle, Id};
use crate::cg::names::CgError;
use crate::cg::names::profiles::{GLSLC, GLSLF, GLSLV, UNKNOWN};
use crate::cg::object::Program;
use crate::cg::object::program::Options;
use crate::cg::world::World;

/// The most programs to combine.
const MAX_PARTS: usize = 16;

/// Combines programs.
pub fn combine(world: &mut World, programs: &[Handle]) -> Result<Handle> {
    if programs.is_empty() || programs.len() > MAX_PARTS {
        return Err(CgError::INVALID_DIMENSION);
    }
    let parts = programs.iter().map(|program| world.program_id(*program));
    let parts: Vec<Id<Program>> = parts.collect::<Result<_>>()?;
    let combined = of_parts(world, &parts)?;
    let context = world.programs.get(combined).map(|p| p.context);
    if let Some(context) = context.and_then(|id| world.contexts.get_mut(id)) {
        context.programs.push(combined);
    }
    Ok(combined.handle())
}

/// A program of copies of these, which its context does not list.
pub(super) fn of_parts(world: &mut World, parts: &[Id<Program>]) -> Result<Id<Program>> {
    let mut copies = Vec::new();
    for part in parts {
        match create::copy_part(world, *part) {
            Ok(copy) => copies.push(copy),
            Err(error) => {
                copies
                    .into_iter()
                    .for_each(|copy| super::free::free(world, copy));
                return Err(error);
            }
        }
    }
    let Some(first) = parts.first().and_then(|id| world.programs.get(*id)) else {
        return Err(CgError::INVALID_DIMENSION);
    };
    let is_compiled = parts.iter().all(|id| {
        let part = world.programs.get(*id);
        part.is_some_and(|p| p.is_compiled)
    });
    // Programs in GLSL have a profile together, others have none.
    let is_glsl = parts.iter().all(|id| {
        let part = world.programs.get(*id);
        part.is_some_and(|p| matches!(p.profile, GLSLV | GLSLF))
    });
    let (profile, profile_name) = match is_glsl {
        true => (GLSLC, c"glslc"),
        false => (UNKNOWN, c"unknown"),
    };
    let program = Program {
        context: first.context,
        profile,
        source: first.source.clone(),
        entry: first.entry.clone(),
        profile_name: profile_name.to_owned(),
        arguments: Vec::new(),
        options: Options::new(Vec::new()),
        checked: None,
        code: Some(c"".to_owned()),
        is_compiled,
        roots: Default::default(),
        leaves: Default::default(),
        user_types: Vec::new(),
        parts: copies,
        output_vertices: -1,
    };
    world.programs.insert(program).ok_or(CgError::MEMORY_ALLOC)
}
