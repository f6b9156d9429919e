//! Freeing programs.

use crate::cg::Result;
use crate::cg::handle::{Handle, Id};
use crate::cg::object::Program;
use crate::cg::parameter;
use crate::cg::world::World;

/// Frees a program, its parameters and its parts.
pub(in crate::cg) fn free(world: &mut World, id: Id<Program>) {
    let Some(program) = world.programs.remove(id) else {
        return;
    };
    for root in program.roots.into_iter().flatten() {
        parameter::free::free(world, root);
    }
    for part in program.parts {
        free(world, part);
    }
}

pub fn destroy(world: &mut World, program: Handle) -> Result<()> {
    let id = world.program_id(program)?;
    let context = world.program(program)?.context;
    if let Some(context) = world.contexts.get_mut(context) {
        context.programs.retain(|other| *other != id);
    }
    free(world, id);
    crate::cg::gl::forget_dead(world);
    Ok(())
}
