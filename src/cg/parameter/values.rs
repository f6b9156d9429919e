//! Reading values. Values are doubles here, row by row; each numeric form of the interface converts.

use crate::cg::Result;
use crate::cg::handle::{Handle, Id};
use crate::cg::names::types::class;
use crate::cg::names::{CgError, enums};
use crate::cg::object::Parameter;
use crate::cg::object::parameter::ParameterType;
use crate::cg::world::World;

/// Which values of a parameter are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    Current,
    Default,
}

/// How the numbers of matrices lie in an array of the caller's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Rows,
    Columns,
}

/// The leaves of a parameter that has numbers: itself, or the elements of an array of numbers. None of what has no numbers.
pub(super) fn numeric_leaves(world: &World, id: Id<Parameter>) -> Vec<Id<Parameter>> {
    let mut leaves = Vec::new();
    let mut waiting = vec![id];
    while let Some(id) = waiting.pop() {
        match world.parameters.get(id) {
            Some(p) if p.is_array() => waiting.extend(p.children.iter().rev()),
            Some(p) if p.is_leaf() && p.n_numbers() > 0 => leaves.push(id),
            _ => {}
        }
    }
    leaves
}

/// Whether a parameter or the elements of an array are numbers.
pub(super) fn is_numeric(parameter: &Parameter) -> bool {
    parameter.n_numbers() > 0
}

/// The numbers of a parameter in an order, for a caller with room for so many. It is an error if there are more.
pub fn get(
    world: &World,
    parameter: Handle,
    which: Which,
    order: Order,
    room: i32,
) -> Result<Vec<f64>> {
    let id = world.parameter_id(parameter)?;
    let leaves = checked_leaves(world, id, room)?;
    let mut all = Vec::new();
    for leaf in leaves.iter().filter_map(|id| world.parameters.get(*id)) {
        all.extend(ordered(leaf.numbers(which), leaf.shape, order));
    }
    Ok(all)
}

/// The numeric leaves of a parameter, if `n` numbers are as many as they have or more.
pub(super) fn checked_leaves(
    world: &World,
    id: Id<Parameter>,
    n: i32,
) -> Result<Vec<Id<Parameter>>> {
    if n <= 0 {
        return Err(CgError::NOT_ENOUGH_DATA);
    }
    let is_number = world.parameters.get(id).is_some_and(is_numeric);
    if !is_number {
        return Err(CgError::NON_NUMERIC_PARAMETER);
    }
    let leaves = numeric_leaves(world, id);
    let numbers = leaves.iter().filter_map(|id| world.parameters.get(*id));
    let needed: usize = numbers.map(Parameter::n_numbers).sum();
    match n as usize >= needed {
        true => Ok(leaves),
        false => Err(CgError::NOT_ENOUGH_DATA),
    }
}

/// A matrix in an order.
pub fn get_matrix(world: &World, parameter: Handle, order: Order) -> Result<Vec<f64>> {
    let parameter = world.parameter(parameter)?;
    if parameter.shape.class != class::MATRIX {
        return Err(CgError::NOT_MATRIX_PARAM);
    }
    Ok(ordered(&parameter.values, parameter.shape, order))
}

/// The numbers of a leaf where they lie, which stay there until they are set; `None` of what is no leaf with numbers.
pub fn pointer(world: &World, parameter: Handle, which: i32) -> Result<Option<&[f64]>> {
    let parameter = world.parameter(parameter)?;
    let which = match which {
        enums::CURRENT => Which::Current,
        _ => Which::Default,
    };
    let has_numbers = parameter.is_leaf() && parameter.n_numbers() > 0;
    Ok(has_numbers.then(|| parameter.numbers(which)))
}

impl Parameter {
    fn numbers(&self, which: Which) -> &[f64] {
        match which {
            Which::Current => &self.values,
            Which::Default => &self.default,
        }
    }
}

/// Numbers that lie row by row, in another order; or, with rows and columns exchanged, the way back.
fn ordered(numbers: &[f64], shape: ParameterType, order: Order) -> Vec<f64> {
    match order {
        Order::Columns if shape.class == class::MATRIX => {
            transposed(numbers, shape.rows, shape.columns)
        }
        _ => numbers.to_vec(),
    }
}

/// Numbers of rows as those of columns.
pub(super) fn transposed(numbers: &[f64], rows: i32, columns: i32) -> Vec<f64> {
    let (rows, columns) = (rows.max(0) as usize, columns.max(0) as usize);
    let at = |c: usize, r: usize| numbers.get(r * columns + c).copied().unwrap_or(0.0);
    let all = (0..columns).flat_map(|c| (0..rows).map(move |r| (c, r)));
    all.map(|(c, r)| at(c, r)).collect()
}
