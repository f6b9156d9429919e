//! From program to parameter, and from parameter to parameter.

use super::tree::handle;
use crate::cg::Result;
use crate::cg::handle::{Handle, Id};
use crate::cg::names::types::STRUCT;
use crate::cg::names::{CgError, enums};
use crate::cg::object::{Parameter, Program};
use crate::cg::world::World;

/// Which parameters of a program are meant: 0 those of the entry, 1 those outside of functions.
fn space(name_space: i32) -> Result<usize> {
    match name_space {
        enums::PROGRAM => Ok(0),
        enums::GLOBAL => Ok(1),
        _ => Err(CgError::INVALID_ENUMERANT),
    }
}

pub fn first(world: &World, program: Handle, name_space: i32) -> Result<Handle> {
    let program = world.program(program)?;
    Ok(handle(program.roots[space(name_space)?].first().copied()))
}

pub fn first_leaf(world: &World, program: Handle, name_space: i32) -> Result<Handle> {
    let program = world.program(program)?;
    Ok(handle(program.leaves[space(name_space)?].first().copied()))
}

/// The parameter of a name in the entry or outside of functions. A combined program has those of its parts.
pub fn named(world: &World, program: Handle, name: Option<&str>) -> Result<Handle> {
    let program = world.program(program)?;
    let found = name.and_then(|name| find_named(world, program, &[0, 1], name));
    Ok(handle(found))
}

pub fn named_in(
    world: &World,
    program: Handle,
    name_space: i32,
    name: Option<&str>,
) -> Result<Handle> {
    let program = world.program(program)?;
    let space = space(name_space)?;
    let found = name.and_then(|name| find_named(world, program, &[space], name));
    Ok(handle(found))
}

fn find_named(
    world: &World,
    program: &Program,
    spaces: &[usize],
    name: &str,
) -> Option<Id<Parameter>> {
    let parts = program
        .parts
        .iter()
        .filter_map(|id| world.programs.get(*id));
    let mut all = std::iter::once(program).chain(parts);
    all.find_map(|program| {
        let mut roots = spaces.iter().flat_map(|space| &program.roots[*space]);
        roots.find_map(|root| below(world, *root, name))
    })
}

/// The parameter of a whole name at or below one.
fn below(world: &World, mut id: Id<Parameter>, name: &str) -> Option<Id<Parameter>> {
    loop {
        let parameter = world.parameters.get(id)?;
        let rest = name.strip_prefix(parameter.name.to_str().ok()?)?;
        if rest.is_empty() {
            return Some(id);
        }
        let is_way = |id: &&Id<Parameter>| {
            let child = world.parameters.get(**id);
            let child = child.and_then(|c| c.name.to_str().ok());
            let rest = child.and_then(|child| name.strip_prefix(child));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        id = *parameter.children.iter().find(is_way)?;
    }
}

/// The parameters beside one: roots of the same program, or members of the same structure.
pub fn next(world: &World, parameter: Handle) -> Result<Handle> {
    let id = world.parameter_id(parameter)?;
    let parameter = world.parameter(parameter)?;
    let beside = match parameter.parent.and_then(|id| world.parameters.get(id)) {
        Some(parent) if parent.is_struct() => &parent.children,
        Some(_) => return Ok(Handle::NULL),
        None => match parameter.program.and_then(|id| world.programs.get(id)) {
            Some(program) => &program.roots[usize::from(parameter.is_global)],
            None => match world.contexts.get(parameter.context) {
                Some(context) => &context.parameters,
                None => return Ok(Handle::NULL),
            },
        },
    };
    Ok(handle(after(beside, id)))
}

pub fn next_leaf(world: &World, parameter: Handle) -> Result<Handle> {
    let id = world.parameter_id(parameter)?;
    let parameter = world.parameter(parameter)?;
    let program = parameter.program.and_then(|id| world.programs.get(id));
    if let Some(program) = program {
        let leaves = &program.leaves[usize::from(parameter.is_global)];
        return Ok(handle(after(leaves, id)));
    }
    let context = world.contexts.get(parameter.context);
    let mut leaves = Vec::new();
    for root in context.map_or(&[][..], |c| &c.parameters) {
        add_leaves(world, *root, &mut leaves);
    }
    Ok(handle(after(&leaves, id)))
}

/// Adds the leaves at and below a parameter.
fn add_leaves(world: &World, id: Id<Parameter>, leaves: &mut Vec<Id<Parameter>>) {
    let Some(parameter) = world.parameters.get(id) else {
        return;
    };
    if parameter.is_leaf() {
        leaves.push(id);
    }
    for child in &parameter.children {
        add_leaves(world, *child, leaves);
    }
}

fn after(all: &[Id<Parameter>], id: Id<Parameter>) -> Option<Id<Parameter>> {
    let at = all.iter().position(|other| *other == id)?;
    all.get(at + 1).copied()
}

/// A structure; anything else is an error.
fn structure(world: &World, parameter: Handle) -> Result<&Parameter> {
    let parameter = world.parameter(parameter)?;
    // A structure without a name is one that an application has made, of nothing.
    match parameter.is_struct() && parameter.shape.named != STRUCT {
        true => Ok(parameter),
        false => Err(CgError::INVALID_PARAMETER_TYPE),
    }
}

pub fn first_member(world: &World, parameter: Handle) -> Result<Handle> {
    Ok(handle(
        structure(world, parameter)?.children.first().copied(),
    ))
}

pub fn member(world: &World, parameter: Handle, name: Option<&str>) -> Result<Handle> {
    let structure = structure(world, parameter)?;
    let Some(name) = name else {
        return Ok(Handle::NULL);
    };
    let is_named = |id: &&Id<Parameter>| {
        let child = world.parameters.get(**id);
        child.is_some_and(|c| c.own_name == name)
    };
    Ok(handle(structure.children.iter().find(is_named).copied()))
}

/// The parameter below one by the name that follows its own: `color`, `light.color`.
pub fn inside(world: &World, parameter: Handle, name: Option<&str>) -> Result<Handle> {
    let id = world.parameter_id(parameter)?;
    let parameter = world.parameter(parameter)?;
    let (Some(name), Ok(own)) = (name, parameter.name.to_str()) else {
        return Ok(Handle::NULL);
    };
    let found = below(world, id, &format!("{own}.{name}"));
    Ok(handle(found.filter(|_| parameter.is_struct())))
}

pub fn element(world: &World, parameter: Handle, index: i32) -> Result<Handle> {
    let parameter = world.parameter(parameter)?;
    if !parameter.is_array() {
        return Err(CgError::ARRAY_PARAM);
    }
    let at = usize::try_from(index).ok();
    let found = at.and_then(|i| parameter.children.get(i));
    let found = found.ok_or(CgError::OUT_OF_ARRAY_BOUNDS)?;
    Ok(found.handle())
}

/// What depends on a leaf: nothing, without effects.
pub fn first_dependent(world: &World, parameter: Handle) -> Result<Handle> {
    match world.parameter(parameter)?.is_leaf() {
        true => Ok(Handle::NULL),
        false => Err(CgError::INVALID_PARAM_HANDLE),
    }
}
