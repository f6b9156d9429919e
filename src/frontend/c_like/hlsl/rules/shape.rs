//! Shapes: how one becomes another, and which one two operands have in common. The tables of the reference's answers are
//! `shim_tests/hlsl/conversions.tsv`.

use crate::frontend::c_like::family::shape::Reshape;
use crate::frontend::c_like::types::Type;

/// Numbers in a line.
fn line(ty: Type) -> Option<u8> {
    match ty {
        Type::Scalar(_) => Some(1),
        Type::Vector(_, n) => Some(n),
        Type::Matrix(_, 1, n) | Type::Matrix(_, n, 1) => Some(n),
        _ => None,
    }
}

/// Whether it is one number, whatever its shape is called.
fn is_single(ty: Type) -> bool {
    line(ty) == Some(1)
}

fn rows_and_columns(ty: Type) -> (u8, u8) {
    match ty {
        Type::Matrix(_, rows, columns) => (rows, columns),
        Type::Vector(_, n) => (1, n),
        _ => (1, 1),
    }
}

/// How a shape becomes another shape; `None` where it does not.
pub(crate) fn reshape(from: Type, to: Type) -> Option<Reshape> {
    use Reshape::{Rearrange, Same, Select, Smear};
    let ((r, c), (s, d)) = (rows_and_columns(from), rows_and_columns(to));
    match (from, to) {
        _ if is_single(from) && is_single(to) => Some(Rearrange),
        _ if is_single(from) => Some(Smear),
        _ if is_single(to) => Some(Select),
        (Type::Vector(_, n), Type::Vector(_, m)) => match n.cmp(&m) {
            std::cmp::Ordering::Equal => Some(Same),
            std::cmp::Ordering::Greater => Some(Select),
            std::cmp::Ordering::Less => None,
        },
        (Type::Matrix(..), Type::Matrix(..)) if (r, c) == (s, d) => Some(Same),
        (Type::Matrix(..), Type::Matrix(..)) => (r >= s && c >= d).then_some(Select),
        // A vector and a matrix: lines, or as many numbers.
        _ => match (line(from), line(to)) {
            (Some(n), Some(m)) if n == m => Some(Rearrange),
            (Some(n), Some(m)) => (n > m).then_some(Select),
            _ => (r * c == s * d).then_some(Rearrange),
        },
    }
}

/// The shape that two operands of a function have in common.
pub(crate) fn common_shape(a: Type, b: Type) -> Option<Type> {
    a.scalar()?;
    b.scalar()?;
    match (a, b) {
        (Type::Scalar(_), b) => Some(b),
        (a, Type::Scalar(_)) => Some(a),
        (Type::Vector(_, 1), Type::Vector(..)) => Some(b),
        (Type::Vector(..), Type::Vector(_, 1)) => Some(a),
        (Type::Vector(_, n), Type::Vector(_, m)) => Some(if n <= m { a } else { b }),
        (Type::Matrix(_, 1, 1), Type::Matrix(..)) => Some(b),
        (Type::Matrix(..), Type::Matrix(_, 1, 1)) => Some(a),
        (Type::Matrix(k, r, c), Type::Matrix(_, s, d)) => Some(Type::Matrix(k, r.min(s), c.min(d))),
        _ => None,
    }
}

/// The same with lines, whatever their shape is called: what operators take beside functions.
fn loose_shape(a: Type, b: Type) -> Option<Type> {
    if let Some(shape) = common_shape(a, b) {
        return Some(shape);
    }
    if is_single(a) {
        return Some(b);
    }
    if is_single(b) {
        return Some(a);
    }
    let (n, m) = (line(a)?, line(b)?);
    Some(if n <= m { a } else { b })
}

/// Why two operands have no shape in common: the reference's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Apart {
    /// X3020: there is no conversion.
    Mismatch,
    /// X3017: there is one that is not made by itself.
    Conversion,
}

/// Whether it has several rows and several columns.
fn is_square(ty: Type) -> bool {
    matches!(ty, Type::Matrix(_, 2.., 2..))
}

fn numbers(ty: Type) -> u8 {
    let (rows, columns) = rows_and_columns(ty);
    rows * columns
}

/// The shape that the two choices of `?:` have in common, where the condition has another one.
pub(crate) fn choice_shape(condition: Type, a: Type, b: Type) -> Result<Type, Apart> {
    let shape = match operand_shape(a, b) {
        Err(Apart::Conversion) => loose_shape(a, b).ok_or(Apart::Mismatch)?,
        shape => shape?,
    };
    if is_single(condition) {
        return Ok(shape);
    }
    if is_single(shape) {
        return Ok(condition);
    }
    // A vector and a matrix with as many numbers have the shape of the first one. A vector is a row.
    let shape = match rows_and_columns(a) {
        (r, c) if is_square(shape) != is_square(a) && r * c == numbers(shape) => a,
        _ => shape,
    };
    let ((r, c), (s, d)) = (rows_and_columns(condition), rows_and_columns(shape));
    if (r, c) == (s, d) {
        Ok(shape)
    } else if s <= r && d <= c {
        Err(Apart::Conversion)
    } else {
        Err(Apart::Mismatch)
    }
}

/// The shape that two operands of an operator have in common.
pub(crate) fn operand_shape(a: Type, b: Type) -> Result<Type, Apart> {
    match (a, b) {
        (Type::Matrix(..), Type::Matrix(..)) if !is_single(a) && !is_single(b) => {
            let ((r, c), (s, d)) = (rows_and_columns(a), rows_and_columns(b));
            let small = match (r >= s && c >= d, r <= s && c <= d) {
                (true, _) => b,
                (_, true) => a,
                _ => return Err(Apart::Mismatch),
            };
            // A row is not taken out of a larger matrix.
            let is_row = matches!(rows_and_columns(small), (1, 2..)) && r.max(s) > 1;
            if is_row {
                Err(Apart::Conversion)
            } else {
                Ok(small)
            }
        }
        (Type::Vector(_, n), Type::Matrix(_, r, c))
        | (Type::Matrix(_, r, c), Type::Vector(_, n))
            if r > 1 && c > 1 =>
        {
            let vector = if matches!(a, Type::Vector(..)) { a } else { b };
            let matrix = if matches!(a, Type::Vector(..)) { b } else { a };
            match (n, r * c) {
                (1, _) => Ok(matrix),
                (n, m) if n == m => Ok(vector),
                _ => Err(Apart::Mismatch),
            }
        }
        _ => loose_shape(a, b).ok_or(Apart::Mismatch),
    }
}
