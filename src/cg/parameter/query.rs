//! What a parameter is.

use super::tree;
use crate::cg::handle::{Handle, Id};
use crate::cg::names::types::{ARRAY, FLOAT, STRING, class, type_info};
use crate::cg::names::{CgError, UNDEFINED, base_resource, enums};
use crate::cg::object::Parameter;
use crate::cg::world::World;
use crate::cg::{Result, Text};

/// The bytes of a row in the registers of machines.
const BYTES_PER_ROW: i64 = 16;

pub fn program(world: &World, parameter: Handle) -> Result<Handle> {
    let program = world.parameter(parameter)?.program;
    Ok(program.map_or(Handle::NULL, Id::handle))
}

pub fn context(world: &World, parameter: Handle) -> Result<Handle> {
    Ok(world.parameter(parameter)?.context.handle())
}

pub fn name(world: &World, parameter: Handle) -> Result<Text> {
    Ok(Text::of(&world.parameter(parameter)?.name))
}

pub fn semantic(world: &World, parameter: Handle) -> Result<Text> {
    Ok(Text::of(&world.parameter(parameter)?.semantic))
}

/// Sets the semantic. The program must be compiled again.
pub fn set_semantic(world: &mut World, parameter: Handle, semantic: &str) -> Result<()> {
    let id = world.parameter_id(parameter)?;
    let Some(parameter) = world.parameters.get_mut(id) else {
        return Ok(());
    };
    parameter.semantic = crate::cg::c_string(semantic);
    let program = parameter.program;
    if let Some(program) = program.and_then(|id| world.programs.get_mut(id)) {
        program.forget_code();
    }
    Ok(())
}

pub fn ty(world: &World, parameter: Handle) -> Result<i32> {
    Ok(world.parameter(parameter)?.shape.ty)
}

pub fn base_type(world: &World, parameter: Handle) -> Result<i32> {
    Ok(world.parameter(parameter)?.shape.base)
}

pub fn named_type(world: &World, parameter: Handle) -> Result<i32> {
    Ok(world.parameter(parameter)?.shape.named)
}

pub fn class(world: &World, parameter: Handle) -> Result<i32> {
    Ok(world.parameter(parameter)?.shape.class)
}

pub fn rows(world: &World, parameter: Handle) -> Result<i32> {
    Ok(world.parameter(parameter)?.shape.rows)
}

pub fn columns(world: &World, parameter: Handle) -> Result<i32> {
    Ok(world.parameter(parameter)?.shape.columns)
}

/// A leaf. What has others inside lies in no place of its own.
fn placed(world: &World, parameter: Handle) -> Result<&Parameter> {
    let parameter = world.parameter(parameter)?;
    match parameter.is_leaf() {
        true => Ok(parameter),
        false => Err(CgError::INVALID_PARAMETER),
    }
}

pub fn resource(world: &World, parameter: Handle) -> Result<i32> {
    match placed(world, parameter)?.place.resource {
        0 => Ok(UNDEFINED),
        resource => Ok(resource),
    }
}

/// The resource that the index counts from.
pub fn base_resource_of(world: &World, parameter: Handle) -> Result<i32> {
    let resource = placed(world, parameter)?.place.resource;
    Ok(base_resource(resource).unwrap_or(UNDEFINED))
}

/// The index of a parameter that no program has is −1.
pub fn resource_index(world: &World, parameter: Handle) -> Result<u64> {
    let parameter = placed(world, parameter)?;
    match parameter.program {
        None => Ok(u64::MAX),
        Some(_) => Ok(parameter.place.index),
    }
}

pub fn resource_name(world: &World, parameter: Handle) -> Result<Text> {
    Ok(placed(world, parameter)?.place.name.as_deref().into())
}

pub fn resource_size(world: &World, parameter: Handle) -> Result<i64> {
    let id = world.parameter_id(parameter)?;
    Ok(size_of(world, id))
}

fn size_of(world: &World, id: Id<Parameter>) -> i64 {
    let Some(parameter) = world.parameters.get(id) else {
        return 0;
    };
    let inside = parameter.children.iter().map(|id| size_of(world, *id));
    let own = if parameter.is_leaf() {
        i64::from(parameter.shape.rows)
    } else {
        0
    };
    own * BYTES_PER_ROW + inside.sum::<i64>()
}

/// The type of the numbers in the machine: `float` of varyings. Of uniforms, only `float` and `int` have one there.
pub fn resource_type(world: &World, parameter: Handle) -> Result<i32> {
    let parameter = world.parameter(parameter)?;
    if parameter.variability == enums::VARYING && parameter.is_leaf() && parameter.shape.rows > 0 {
        return Ok(FLOAT);
    }
    let is_machine = |base: &i32| {
        let info = type_info(*base);
        info.is_some_and(|i| matches!(i.name.to_bytes(), b"float" | b"int"))
    };
    let base = Some(parameter.shape.base).filter(is_machine);
    Ok(base.filter(|_| parameter.program.is_some()).unwrap_or(0))
}

/// Parameters in buffers come with the profiles that have them.
pub fn buffer_place(world: &World, parameter: Handle) -> Result<i32> {
    world.parameter(parameter).map(|_| -1)
}

pub fn variability(world: &World, parameter: Handle) -> Result<i32> {
    Ok(world.parameter(parameter)?.variability)
}

/// Makes a uniform a constant of the text, or a uniform again. The program must be compiled again then.
pub fn set_variability(world: &mut World, parameter: Handle, variability: i32) -> Result<()> {
    let id = world.parameter_id(parameter)?;
    let is_varying = variability == enums::VARYING;
    if !is_varying && !matches!(variability, enums::UNIFORM | enums::LITERAL) {
        return Err(CgError::INVALID_ENUMERANT);
    }
    let Some(parameter) = world.parameters.get_mut(id) else {
        return Ok(());
    };
    match (parameter.variability == enums::VARYING, is_varying) {
        (false, false) => {}
        // Structures of varyings stay what they are.
        (true, _) if !parameter.is_leaf() => return Ok(()),
        _ => return Err(CgError::INVALID_PARAMETER_VARIABILITY),
    }
    if parameter.variability != variability {
        parameter.variability = variability;
        let program = parameter.program;
        if let Some(program) = program.and_then(|id| world.programs.get_mut(id)) {
            program.forget_code();
        }
    }
    Ok(())
}

pub fn direction(world: &World, parameter: Handle) -> Result<i32> {
    Ok(world.parameter(parameter)?.direction)
}

pub fn ordinal(world: &World, parameter: Handle) -> Result<i32> {
    Ok(world.parameter(parameter)?.ordinal)
}

/// The place of an array among the elements of the array around it.
pub fn index(world: &World, parameter: Handle) -> Result<i32> {
    let parameter = world.parameter(parameter)?;
    if !parameter.is_array() {
        return Err(CgError::ARRAY_PARAM);
    }
    let parent = parameter.parent.and_then(|id| world.parameters.get(id));
    let is_element = parent.is_some_and(Parameter::is_array);
    Ok(if is_element {
        parameter.index as i32
    } else {
        -1
    })
}

pub fn is_global(world: &World, parameter: Handle) -> Result<bool> {
    Ok(world.parameter(parameter)?.is_global)
}

pub fn is_referenced(world: &World, parameter: Handle) -> Result<bool> {
    Ok(world.parameter(parameter)?.is_referenced)
}

/// Whether a program uses a parameter, its own or one that its own are connected with.
pub fn is_used(world: &World, parameter: Handle, by: Handle) -> Result<bool> {
    let id = world.parameter_id(parameter)?;
    let program = world.program_id(by);
    let program = program.map_err(|_| CgError::INVALID_PARAMETER)?;
    let mut waiting = vec![id];
    // Connections may form a circle.
    for _ in 0..1 << 12 {
        let Some(parameter) = waiting.pop().and_then(|id| world.parameters.get(id)) else {
            return Ok(false);
        };
        if parameter.program == Some(program) && parameter.is_referenced {
            return Ok(true);
        }
        waiting.extend(&parameter.targets);
    }
    Ok(false)
}

/// Matrices lie row by row.
pub fn matrix_order(world: &World, parameter: Handle) -> Result<i32> {
    match world.parameter(parameter)?.shape.class {
        class::MATRIX => Ok(enums::ROW_MAJOR),
        _ => Err(CgError::INVALID_PARAM_HANDLE),
    }
}

/// The sizes of an array, outermost first; none of what is no array.
fn sizes(world: &World, mut id: Id<Parameter>) -> Vec<i32> {
    let mut sizes = Vec::new();
    while let Some(parameter) = world.parameters.get(id).filter(|p| p.is_array()) {
        sizes.push(parameter.children.len() as i32);
        let Some(first) = parameter.children.first() else {
            break;
        };
        id = *first;
    }
    sizes
}

pub fn array_dimension(world: &World, parameter: Handle) -> Result<i32> {
    let id = world.parameter_id(parameter)?;
    Ok(sizes(world, id).len() as i32)
}

pub fn array_size(world: &World, parameter: Handle, dimension: i32) -> Result<i32> {
    let id = world.parameter_id(parameter)?;
    let at = usize::try_from(dimension);
    let at = at.map_err(|_| CgError::INVALID_DIMENSION)?;
    Ok(sizes(world, id).get(at).copied().unwrap_or(0))
}

/// How many elements an array has in all dimensions; 0 of what is no array.
pub fn array_total_size(world: &World, parameter: Handle) -> Result<i32> {
    let id = world.parameter_id(parameter)?;
    let sizes = sizes(world, id);
    Ok(if sizes.is_empty() {
        0
    } else {
        sizes.iter().product()
    })
}

/// The type of the elements that are no arrays.
pub fn array_type(world: &World, parameter: Handle) -> Result<i32> {
    let parameter = world.parameter(parameter)?;
    match parameter.shape.ty {
        ARRAY => Ok(parameter.shape.element),
        _ => Err(CgError::ARRAY_PARAM),
    }
}

/// Gives an array of one dimension another size. The arrays here all have one already.
pub fn set_array_size(world: &World, parameter: Handle, size: i32) -> Result<()> {
    let id = world.parameter_id(parameter)?;
    match sizes(world, id).len() {
        0 | 1 if size < 0 => Err(CgError::INVALID_PARAMETER),
        0 => Err(CgError::ARRAY_PARAM),
        1 => Err(CgError::PARAMETER_IS_NOT_RESIZABLE_ARRAY),
        _ => Err(CgError::ARRAY_HAS_WRONG_DIMENSION),
    }
}

/// Gives an array of several dimensions other sizes, as [`set_array_size`].
pub fn set_array_sizes(world: &World, parameter: Handle) -> Result<()> {
    match world.parameter(parameter)?.is_array() {
        true => Err(CgError::PARAMETER_IS_NOT_RESIZABLE_ARRAY),
        false => Err(CgError::ARRAY_PARAM),
    }
}

/// The text of a parameter of the type `string`. Structures and arrays have none; of others it is an error to ask.
pub fn text(world: &World, parameter: Handle) -> Result<Text> {
    let parameter = world.parameter(parameter)?;
    match parameter.is_leaf() && parameter.shape.ty != STRING {
        true => Err(CgError::INVALID_PARAMETER_TYPE),
        false => Ok(parameter.text.as_deref().into()),
    }
}

pub fn set_text(world: &mut World, parameter: Handle, text: &str) -> Result<()> {
    let id = world.parameter_id(parameter)?;
    let Some(parameter) = world.parameters.get_mut(id) else {
        return Ok(());
    };
    if parameter.is_leaf() && parameter.shape.ty != STRING {
        return Err(CgError::INVALID_PARAMETER_TYPE);
    }
    if parameter.is_leaf() {
        parameter.text = Some(crate::cg::c_string(text));
    }
    Ok(())
}

/// The name of a buffer's block, which only buffers have.
pub fn block_name(world: &World, parameter: Handle) -> Result<Text> {
    world.parameter(parameter)?;
    Err(CgError::INVALID_PARAMETER_TYPE)
}

pub fn connected(world: &World, parameter: Handle) -> Result<Handle> {
    Ok(tree::handle(world.parameter(parameter)?.source))
}

pub fn n_connected_to(world: &World, parameter: Handle) -> Result<i32> {
    Ok(world.parameter(parameter)?.targets.len() as i32)
}

pub fn connected_to(world: &World, parameter: Handle, index: i32) -> Result<Handle> {
    let targets = &world.parameter(parameter)?.targets;
    let at = usize::try_from(index).ok().and_then(|i| targets.get(i));
    let found = at.ok_or(CgError::OUT_OF_ARRAY_BOUNDS)?;
    Ok(found.handle())
}
