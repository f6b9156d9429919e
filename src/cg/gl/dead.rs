//! What GL has of objects that are no more.

use super::machine::Machine;
use super::state::Loaded;
use crate::cg::handle::Handle;
use crate::cg::world::World;

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
