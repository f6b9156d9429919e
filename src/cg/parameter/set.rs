//! Setting values.

use super::connect;
use super::values::{Order, checked_leaves, is_numeric, transposed};
use crate::cg::Result;
use crate::cg::handle::{Handle, Id};
use crate::cg::names::types::{class, type_info};
use crate::cg::names::{CgError, enums};
use crate::cg::object::Parameter;
use crate::cg::program::query::domain;
use crate::cg::world::World;

/// `CG_FRAGMENT_DOMAIN`.
const FRAGMENT: i32 = 2;

/// Sets the first numbers of a leaf: as many as it has of up to four. An array of numbers stays as it is.
pub fn set_vector(world: &mut World, parameter: Handle, numbers: &[f64]) -> Result<()> {
    let id = world.parameter_id(parameter)?;
    let parameter = world.parameter(parameter)?;
    if !is_numeric(parameter) {
        return Err(CgError::NON_NUMERIC_PARAMETER);
    }
    check_varying(world, id)?;
    if parameter.is_leaf() {
        let program = parameter.program;
        set_leaf(world, id, numbers);
        // The reference library sends 0 for numbers that the call does not give, though they keep their values.
        if let Some(program) = program {
            world.gl.shorten(program, id, numbers.len());
        }
    }
    Ok(())
}

/// The varyings of vertex programs have values, as attributes have; those of other programs have none.
fn check_varying(world: &World, id: Id<Parameter>) -> Result<()> {
    let Some(parameter) = world.parameters.get(id) else {
        return Ok(());
    };
    let program = parameter.program.map_or(Handle::NULL, Id::handle);
    let is_fragment = domain(world, program).is_ok_and(|domain| domain == FRAGMENT);
    match is_fragment && parameter.variability == enums::VARYING {
        true => Err(CgError::INVALID_PARAMETER),
        false => Ok(()),
    }
}

/// How many numbers a call of the whole parameter reads, if it may give `n`.
pub fn n_read(world: &World, parameter: Handle, n: i32) -> Result<usize> {
    let id = world.parameter_id(parameter)?;
    let leaves = checked_leaves(world, id, n)?;
    let numbers = leaves.iter().filter_map(|id| world.parameters.get(*id));
    Ok(numbers.map(Parameter::n_numbers).sum())
}

/// Sets a whole parameter, or all elements of an array.
pub fn set(world: &mut World, parameter: Handle, order: Order, numbers: &[f64]) -> Result<()> {
    let id = world.parameter_id(parameter)?;
    let n = i32::try_from(numbers.len()).unwrap_or(i32::MAX);
    check_varying(world, id)?;
    let mut rest = numbers;
    for leaf in checked_leaves(world, id, n)? {
        let Some(known) = world.parameters.get(leaf) else {
            continue;
        };
        let (own, others) = rest.split_at(known.n_numbers().min(rest.len()));
        rest = others;
        let own = from_order(own, known, order);
        set_leaf(world, leaf, &own);
    }
    Ok(())
}

/// How many numbers a matrix has; it is an error if the parameter is none.
pub fn n_of_matrix(world: &World, parameter: Handle) -> Result<usize> {
    let parameter = world.parameter(parameter)?;
    match parameter.shape.class {
        class::MATRIX => Ok(parameter.n_numbers()),
        _ => Err(CgError::NOT_MATRIX_PARAM),
    }
}

/// Numbers of the caller's, row by row.
fn from_order(numbers: &[f64], parameter: &Parameter, order: Order) -> Vec<f64> {
    let shape = parameter.shape;
    match order {
        Order::Columns if shape.class == class::MATRIX => {
            transposed(numbers, shape.columns, shape.rows)
        }
        _ => numbers.to_vec(),
    }
}

/// Sets the first numbers of a leaf, and those of the parameters that take their values from it.
fn set_leaf(world: &mut World, id: Id<Parameter>, numbers: &[f64]) {
    let Some(parameter) = world.parameters.get_mut(id) else {
        return;
    };
    let base = parameter.shape.base;
    for (value, number) in parameter.values.iter_mut().zip(numbers) {
        *value = converted(*number, base);
    }
    connect::spread(world, id);
}

/// A number as a value of a type: whole in integers, 0 or 1 as a truth value.
fn converted(number: f64, base: i32) -> f64 {
    let name = type_info(base).map_or(&b"float"[..], |info| info.name.to_bytes());
    match name {
        b"bool" => f64::from(u8::from(number != 0.0)),
        b"half" | b"float" | b"fixed" => f64::from(number as f32),
        b"double" => number,
        // Integers without a sign are counted from 0 on.
        b"uchar" | b"ushort" | b"uint" => f64::from(number as i64 as u32),
        // Integers have no −0.
        _ => number.trunc() + 0.0,
    }
}
