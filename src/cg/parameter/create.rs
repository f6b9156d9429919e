//! Parameters that applications make, to connect the parameters of programs with.

use super::tree::{array_of, leaf};
use crate::cg::Result;
use crate::cg::c_string;
use crate::cg::handle::{Handle, Id};
use crate::cg::names::types::UNKNOWN_TYPE;
use crate::cg::names::{CgError, enums};
use crate::cg::object::parameter::{ParameterType, Place};
use crate::cg::object::{Context, Parameter};
use crate::cg::world::World;

/// The most elements of an array.
const MAX_ELEMENTS: u64 = 1 << 16;

/// Makes a parameter of a type.
pub fn create(world: &mut World, context: Handle, ty: i32) -> Result<Handle> {
    create_array(world, context, ty, &[])
}

/// Makes an array of a type, or with no sizes one parameter.
pub fn create_array(world: &mut World, context: Handle, ty: i32, sizes: &[i32]) -> Result<Handle> {
    let context = world.context_id(context)?;
    if ty == UNKNOWN_TYPE {
        return Err(CgError::INVALID_VALUE_TYPE);
    }
    let sizes = sizes.iter().map(|n| u32::try_from(*n));
    let sizes: std::result::Result<Vec<u32>, _> = sizes.collect();
    let sizes = sizes.map_err(|_| CgError::INVALID_SIZE)?;
    let mut elements = 1u64;
    for size in &sizes {
        elements = elements.saturating_mul((*size).into());
    }
    if elements > MAX_ELEMENTS {
        return Err(CgError::MEMORY_ALLOC);
    }
    let n = world.process.n_unnamed;
    world.process.n_unnamed += 1;
    let name = format!("$G_{:#018x}_{n}$", context.handle().0);
    let id = make(world, context, None, (&name, 0), (ty, &sizes))?;
    if let Some(context) = world.contexts.get_mut(context) {
        context.parameters.push(id);
    }
    Ok(id.handle())
}

/// The sizes of an array are a row of numbers, as many as it has dimensions. It is an error if there are none.
pub fn check_dimensions(
    world: &World,
    context: Handle,
    dimensions: i32,
    has_sizes: bool,
) -> Result<usize> {
    world.context_id(context)?;
    if !has_sizes {
        return Err(CgError::INVALID_POINTER);
    }
    let n = usize::try_from(dimensions).ok();
    n.filter(|n| (1..=64).contains(n))
        .ok_or(CgError::INVALID_DIMENSION)
}

fn make(
    world: &mut World,
    context: Id<Context>,
    parent: Option<Id<Parameter>>,
    (name, index): (&str, usize),
    (ty, sizes): (i32, &[u32]),
) -> Result<Id<Parameter>> {
    let shape = sizes.iter().fold(leaf(ty), |element, _| array_of(element));
    let made = world
        .parameters
        .insert(unplaced(context, parent, (name, index), shape));
    let id = made.ok_or(CgError::MEMORY_ALLOC)?;
    let Some((n, inner)) = sizes.split_first() else {
        return Ok(id);
    };
    let mut children = Vec::new();
    for index in 0..*n as usize {
        let name = format!("{name}[{index}]");
        children.push(make(world, context, Some(id), (&name, index), (ty, inner))?);
    }
    if let Some(parameter) = world.parameters.get_mut(id) {
        parameter.children = children;
    }
    Ok(id)
}

/// A parameter that lies in no machine.
fn unplaced(
    context: Id<Context>,
    parent: Option<Id<Parameter>>,
    (name, index): (&str, usize),
    shape: ParameterType,
) -> Parameter {
    let is_array = shape.ty == crate::cg::names::types::ARRAY;
    let n = if is_array {
        0
    } else {
        (shape.rows * shape.columns).max(0) as usize
    };
    Parameter {
        context,
        program: None,
        parent,
        index,
        children: Vec::new(),
        name: c_string(name),
        own_name: name.to_owned(),
        shape,
        semantic: c_string(""),
        direction: enums::IN,
        variability: enums::UNIFORM,
        ordinal: 0,
        is_global: true,
        is_referenced: false,
        place: Place::default(),
        default: vec![0.0; n],
        values: vec![0.0; n],
        text: None,
        source: None,
        targets: Vec::new(),
    }
}

/// Frees a parameter that the application has made. It is an error if it is a part of another one, or if
/// others take their values from it.
pub fn destroy(world: &mut World, parameter: Handle) -> Result<()> {
    let id = world.parameter_id(parameter)?;
    let parameter = world.parameter(parameter)?;
    if parameter.program.is_some() || parameter.parent.is_some() {
        return Err(CgError::NOT_ROOT_PARAMETER);
    }
    if !parameter.targets.is_empty() {
        return Err(CgError::CANNOT_DESTROY_PARAMETER);
    }
    let context = parameter.context;
    if let Some(context) = world.contexts.get_mut(context) {
        context.parameters.retain(|other| *other != id);
    }
    super::free::free(world, id);
    Ok(())
}
