//! Connections: a parameter takes its values from another one, leaf by leaf.

use crate::cg::Result;
use crate::cg::handle::{Handle, Id};
use crate::cg::names::{CgError, enums};
use crate::cg::object::Parameter;
use crate::cg::world::World;

/// The most parameters that one value reaches.
const MAX_REACHED: usize = 1 << 16;

/// Lets a parameter take its values from another one, and no longer from the one before.
pub fn connect(world: &mut World, from: Handle, to: Handle) -> Result<()> {
    let source = world.parameter_id(from)?;
    let target = world.parameter_id(to)?;
    if world.parameter(to)?.variability == enums::VARYING {
        return Err(CgError::INVALID_PARAMETER);
    }
    if source == target {
        // A program's parameter stays as it is.
        return match world.parameter(to)?.program {
            Some(_) => Ok(()),
            None => Err(CgError::BIND_CREATES_CYCLE),
        };
    }
    // Even a connection that is refused ends the one before.
    leave_whole(world, target);
    check(world, source, target)?;
    join(world, source, target);
    Ok(())
}

/// Whether two parameters have the same type.
fn check(world: &World, source: Id<Parameter>, target: Id<Parameter>) -> Result<()> {
    let (Some(a), Some(b)) = (world.parameters.get(source), world.parameters.get(target)) else {
        return Err(CgError::INVALID_PARAM_HANDLE);
    };
    if b.is_array() {
        let is_same = a.shape == b.shape && a.children.len() == b.children.len();
        if !is_same {
            return Err(CgError::PARAMETERS_DO_NOT_MATCH);
        }
    } else if a.shape != b.shape {
        return Err(CgError::CONFLICTING_PARAMETER_TYPES);
    }
    a.children
        .iter()
        .zip(&b.children)
        .try_for_each(|(a, b)| check(world, *a, *b))
}

fn join(world: &mut World, source: Id<Parameter>, target: Id<Parameter>) {
    leave(world, target);
    let children = |id| world.parameters.get(id).map(|p| p.children.clone());
    let pairs = children(source)
        .into_iter()
        .flatten()
        .zip(children(target).into_iter().flatten());
    let pairs: Vec<_> = pairs.collect();
    if let Some(parameter) = world.parameters.get_mut(target) {
        parameter.source = Some(source);
    }
    if let Some(parameter) = world.parameters.get_mut(source) {
        parameter.targets.push(target);
    }
    for (source, target) in pairs {
        join(world, source, target);
    }
    spread(world, source);
}

/// Ends that a parameter takes its values from another one. Without one it is no error.
pub fn disconnect(world: &mut World, parameter: Handle) -> Result<()> {
    let id = world.parameter_id(parameter)?;
    leave_whole(world, id);
    Ok(())
}

fn leave_whole(world: &mut World, id: Id<Parameter>) {
    leave(world, id);
    let children = world.parameters.get(id).map(|p| p.children.clone());
    for child in children.into_iter().flatten() {
        leave_whole(world, child);
    }
}

fn leave(world: &mut World, id: Id<Parameter>) {
    let source = world.parameters.get_mut(id).and_then(|p| p.source.take());
    if let Some(source) = source.and_then(|id| world.parameters.get_mut(id)) {
        source.targets.retain(|target| *target != id);
    }
}

/// Ends all connections of a parameter alone, which will be freed.
pub(super) fn cut(world: &mut World, id: Id<Parameter>) {
    leave(world, id);
    let targets = world
        .parameters
        .get_mut(id)
        .map(|p| std::mem::take(&mut p.targets));
    for target in targets.into_iter().flatten() {
        if let Some(target) = world.parameters.get_mut(target) {
            target.source = None;
        }
    }
}

/// Gives the values of a leaf to those that take theirs from it. Connections may form a circle, which ends where it began.
pub(super) fn spread(world: &mut World, id: Id<Parameter>) {
    let Some(values) = world.parameters.get(id).map(|p| p.values.clone()) else {
        return;
    };
    tell_gl(world, id);
    let mut reached = vec![id];
    let mut next = 0;
    while next < reached.len() && reached.len() < MAX_REACHED {
        let targets = world
            .parameters
            .get(reached[next])
            .map(|p| p.targets.clone());
        next += 1;
        for target in targets.into_iter().flatten() {
            if reached.contains(&target) {
                continue;
            }
            reached.push(target);
            if let Some(parameter) = world.parameters.get_mut(target) {
                parameter.values.clone_from(&values);
                tell_gl(world, target);
            }
        }
    }
}

/// GL receives the value of a program's leaf after the call.
fn tell_gl(world: &mut World, leaf: Id<Parameter>) {
    let program = world.parameters.get(leaf).and_then(|p| p.program);
    if let Some(program) = program {
        world.gl.change(program, leaf);
    }
}
