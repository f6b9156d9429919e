//! What GL receives after a call: values that have changed, and the end of what is no more.

use super::api::Gl;
use super::buffers;
use crate::cg::handle::Handle;
use crate::cg::names::enums;
use crate::cg::object::Parameter;
use crate::cg::world::World;

/// Gives GL the values of loaded programs that have changed, and deletes what is no more.
pub fn work(world: &mut World, gl: &dyn Gl) {
    for machine in std::mem::take(&mut world.gl.dead) {
        machine.delete(gl);
    }
    for object in std::mem::take(&mut world.gl.dead_buffers) {
        object.delete(gl);
    }
    for buffer in std::mem::take(&mut world.gl.changed_buffers) {
        buffers::send(world, gl, buffer);
    }
    for program in std::mem::take(&mut world.gl.changed) {
        if !is_deferred(world, program) {
            send(world, gl, program);
        }
    }
}

/// Whether the context of a program lets its values wait.
fn is_deferred(world: &World, program: Handle) -> bool {
    let context = world.program(program).map(|p| p.context);
    let context = context.ok().and_then(|id| world.contexts.get(id));
    context.is_some_and(|c| c.setting_mode == enums::DEFERRED_PARAMETER_SETTING)
}

/// Gives GL the values of a program that wait.
pub(super) fn send(world: &mut World, gl: &dyn Gl, program: Handle) {
    let Some(loaded) = world.gl.loaded.get_mut(&program) else {
        return;
    };
    if loaded.pending.is_empty() {
        return;
    }
    let pending = std::mem::take(&mut loaded.pending);
    let leaves: Vec<(&Parameter, Handle, Option<usize>)> = pending
        .iter()
        .filter_map(|(leaf, first)| Some((world.parameter(*leaf).ok()?, *leaf, *first)))
        .collect();
    if let Some(loaded) = world.gl.loaded.get(&program) {
        loaded.machine.send(gl, &leaves);
    }
    // The room for what waits is used again.
    if let Some(loaded) = world.gl.loaded.get_mut(&program) {
        let mut pending = pending;
        pending.clear();
        loaded.pending = pending;
    }
}
