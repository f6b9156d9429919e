//! What GL receives after a call: values that have changed, and the end of what is no more.

use super::api::Gl;
use super::{Loaded, buffers, machine::Machine};
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

/// Lets GL's side of objects that are no more go.
pub fn forget_dead(world: &mut World) {
    let state = &mut world.gl;
    let (programs, parameters) = (&world.programs, &world.parameters);
    let dead = |program: &Handle| programs.find(*program).is_none();
    let gone: Vec<Handle> = state.loaded.keys().copied().filter(dead).collect();
    for program in gone {
        let loaded: Option<Loaded> = state.loaded.remove(&program);
        let machine: Option<Machine> = loaded.map(|l| l.machine);
        state.dead.extend(machine);
    }
    state
        .textures
        .retain(|leaf, _| parameters.find(*leaf).is_some());
    let contexts = &world.contexts;
    state.managing.retain(|c| contexts.find(*c).is_some());
    state.versions.retain(|c, _| contexts.find(*c).is_some());
    state
        .options
        .retain(|(c, _), _| *c == Handle::NULL || contexts.find(*c).is_some());
    let buffers = &world.buffers;
    let dead = |buffer: &Handle| buffers.find(*buffer).is_none();
    let gone: Vec<Handle> = state.buffers.keys().copied().filter(dead).collect();
    for buffer in gone {
        state.dead_buffers.extend(state.buffers.remove(&buffer));
    }
}
