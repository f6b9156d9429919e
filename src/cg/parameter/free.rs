//! Freeing parameters.

use super::connect;
use crate::cg::handle::Id;
use crate::cg::object::Parameter;
use crate::cg::world::World;

/// Frees a parameter with all inside of it, and its connections.
pub(in crate::cg) fn free(world: &mut World, id: Id<Parameter>) {
    let mut waiting = vec![id];
    while let Some(id) = waiting.pop() {
        connect::cut(world, id);
        if let Some(parameter) = world.parameters.remove(id) {
            waiting.extend(parameter.children);
        }
    }
}
