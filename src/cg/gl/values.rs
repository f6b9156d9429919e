//! Values of parameters beyond those of [`crate::cg::parameter`]: arrays by their elements, and matrices that GL has.

use super::api::Gl;
use super::numbers as gl;
use crate::cg::Result;
use crate::cg::handle::{Handle, Id};
use crate::cg::names::types::class;
use crate::cg::names::{CgError, enums};
use crate::cg::object::Parameter;
use crate::cg::parameter::set;
use crate::cg::parameter::values::{self, Order, Which};
use crate::cg::world::World;

/// Sets the first numbers of a parameter. An array of a loaded program is an error. Of a varying, GL's current value is set too.
pub fn set_vector(
    world: &mut World,
    gl: &dyn Gl,
    parameter: Handle,
    numbers: &[f64],
) -> Result<()> {
    let known = world.parameter(parameter)?;
    let program = known.program.map(Id::handle);
    if known.is_array() && program.is_some_and(|p| world.gl.loaded.contains_key(&p)) {
        return Err(CgError::INVALID_PARAM_HANDLE);
    }
    set::set_vector(world, parameter, numbers)?;
    let known = world.parameter(parameter)?;
    if known.variability == enums::VARYING && known.direction == enums::OUT {
        return Err(CgError::INVALID_PARAMETER);
    }
    super::attributes::send(world, gl, parameter, numbers)
}

/// What a call about elements of an array means: the elements, and the first of them.
#[derive(Debug)]
pub struct Elements {
    /// The leaves from the first one on, through all dimensions.
    leaves: Vec<Handle>,
    /// The place of the first of them in the array. The caller's numbers are those of the whole array, too.
    pub offset: usize,
}

impl Elements {
    /// How many elements are meant.
    pub fn n(&self) -> usize {
        self.leaves.len()
    }
}

/// The elements from an offset on: `count` of them, or with none or less all that follow.
pub fn elements(world: &World, parameter: Handle, offset: i64, count: i64) -> Result<Elements> {
    let known = world.parameter(parameter)?;
    if !known.is_array() {
        return Err(CgError::ARRAY_PARAM);
    }
    let mut leaves = Vec::new();
    collect(world, known, &mut leaves);
    let total = leaves.len() as i64;
    let count = if count <= 0 { total - offset } else { count };
    if !(0..total).contains(&offset) || offset.saturating_add(count) > total {
        return Err(CgError::OUT_OF_ARRAY_BOUNDS);
    }
    let (offset, count) = (offset as usize, count as usize);
    let leaves = leaves[offset..offset + count].to_vec();
    Ok(Elements { leaves, offset })
}

fn collect(world: &World, array: &Parameter, leaves: &mut Vec<Handle>) {
    for child in &array.children {
        match world.parameters.get(*child) {
            Some(inner) if inner.is_array() => collect(world, inner, leaves),
            _ => leaves.push(child.handle()),
        }
    }
}

/// Sets the first `n_each` numbers of each element.
pub fn set_elements(
    world: &mut World,
    elements: &Elements,
    n_each: usize,
    numbers: &[f64],
) -> Result<()> {
    let own = numbers.chunks_exact(n_each.max(1));
    for (leaf, own) in elements.leaves.iter().zip(own) {
        set::set_vector(world, *leaf, own)?;
    }
    Ok(())
}

/// The numbers of elements, each for a place of `n_each` numbers. Only as many as an element has are there.
pub fn get_elements(world: &World, elements: &Elements, n_each: usize) -> Result<Vec<Vec<f64>>> {
    let room = n_each as i32;
    let get = |leaf: &Handle| values::get(world, *leaf, Which::Current, Order::Rows, room);
    elements.leaves.iter().map(get).collect()
}

/// How many numbers a matrix of an array has; it is an error if the elements are none.
pub fn n_of_matrices(world: &World, parameter: Handle, elements: &Elements) -> Result<usize> {
    let array = world.parameter(parameter)?;
    let first = elements.leaves.first().copied();
    let first = match first {
        Some(first) => world.parameter(first)?,
        None => array,
    };
    match first.shape.class {
        class::MATRIX => Ok(first.n_numbers()),
        _ => Err(CgError::NOT_MATRIX_PARAM),
    }
}

/// Sets matrices of an array.
pub fn set_matrices(
    world: &mut World,
    elements: &Elements,
    order: Order,
    numbers: &[f64],
    n_each: usize,
) -> Result<()> {
    let own = numbers.chunks_exact(n_each.max(1));
    for (leaf, own) in elements.leaves.iter().zip(own) {
        set::set(world, *leaf, order, own)?;
    }
    Ok(())
}

/// The numbers of matrices of an array.
pub fn get_matrices(world: &World, elements: &Elements, order: Order) -> Result<Vec<Vec<f64>>> {
    let get = |leaf: &Handle| values::get_matrix(world, *leaf, order);
    elements.leaves.iter().map(get).collect()
}

/// A matrix of four rows and columns, column by column.
type Matrix = [f32; 16];

/// Sets a matrix to one that GL has now (`CG_GL_MODELVIEW_MATRIX` …), transformed.
pub fn set_state_matrix(
    world: &mut World,
    gl: &dyn Gl,
    parameter: Handle,
    matrix: i32,
    transform: i32,
) -> Result<()> {
    let shape = world.parameter(parameter)?.shape;
    if shape.class != class::MATRIX {
        return Err(CgError::NOT_MATRIX_PARAM);
    }
    let found = match matrix {
        4 => gl.matrix(gl::MATRIX_MODELVIEW),
        5 => gl.matrix(gl::MATRIX_PROJECTION),
        6 => gl.matrix(gl::MATRIX_TEXTURE),
        7 => product(
            &gl.matrix(gl::MATRIX_PROJECTION),
            &gl.matrix(gl::MATRIX_MODELVIEW),
        ),
        _ => return Err(CgError::INVALID_ENUMERANT),
    };
    let made = match transform {
        0 => found,
        1 => transposed(&found),
        2 => inverse(&found),
        3 => transposed(&inverse(&found)),
        _ => return Err(CgError::INVALID_ENUMERANT),
    };
    let (rows, columns) = (shape.rows as usize, shape.columns as usize);
    let at = |row: usize, column: usize| f64::from(made[column * 4 + row]);
    let numbers: Vec<f64> = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| at(row, column)))
        .collect();
    set::set(world, parameter, Order::Rows, &numbers)
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|i| {
        let (column, row) = (i / 4, i % 4);
        (0..4).map(|k| a[k * 4 + row] * b[column * 4 + k]).sum()
    })
}

fn transposed(m: &Matrix) -> Matrix {
    std::array::from_fn(|i| m[i % 4 * 4 + i / 4])
}

/// The inverse; zeros of a matrix that has none.
fn inverse(m: &Matrix) -> Matrix {
    let m: [f64; 16] = m.map(f64::from);
    let at = |row: usize, column: usize| m[column * 4 + row];
    // The determinant of what remains without a row and a column.
    let minor = |row: usize, column: usize| {
        let r: Vec<usize> = (0..4).filter(|i| *i != row).collect();
        let c: Vec<usize> = (0..4).filter(|i| *i != column).collect();
        let two = |a: usize, b: usize, i: usize, j: usize| {
            at(r[a], c[i]) * at(r[b], c[j]) - at(r[a], c[j]) * at(r[b], c[i])
        };
        at(r[0], c[0]) * two(1, 2, 1, 2) - at(r[0], c[1]) * two(1, 2, 0, 2)
            + at(r[0], c[2]) * two(1, 2, 0, 1)
    };
    let cofactor = |row: usize, column: usize| match (row + column) % 2 {
        0 => minor(row, column),
        _ => -minor(row, column),
    };
    let determinant: f64 = (0..4)
        .map(|column| at(0, column) * cofactor(0, column))
        .sum();
    if determinant == 0.0 {
        return [0.0; 16];
    }
    std::array::from_fn(|i| (cofactor(i / 4, i % 4) / determinant) as f32)
}

#[cfg(test)]
mod tests {
    use super::{Matrix, inverse, product, transposed};

    const MOVED: Matrix = [
        2.0, 0.0, 0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 2.0, 3.0, 1.0,
    ];

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let one: Matrix = std::array::from_fn(|i| if i % 5 == 0 { 1.0 } else { 0.0 });
        assert_eq!(product(&MOVED, &inverse(&MOVED)), one);
        assert_eq!(inverse(&[1.0; 16]), [0.0; 16]);
        assert_eq!(transposed(&transposed(&MOVED)), MOVED);
        assert_eq!(transposed(&MOVED)[3], 1.0);
    }
}
