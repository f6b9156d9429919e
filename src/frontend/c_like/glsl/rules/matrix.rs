//! Products of matrices (section 5.10). A matrix is the list of its columns.

use super::fold::folded;
use crate::frontend::c_like::check::convert::{after, smeared, swizzled};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;

/// The type of a product in which a matrix has a part; `None` where both have no product.
pub(super) fn product_type(a: Type, b: Type) -> Option<Type> {
    const FLOAT: Scalar = Scalar::Float;
    match (a, b) {
        (Type::Matrix(_, columns, rows), Type::Vector(FLOAT, n)) => {
            (columns == n).then_some(Type::Vector(FLOAT, rows))
        }
        (Type::Vector(FLOAT, n), Type::Matrix(_, columns, rows)) => {
            (rows == n).then_some(Type::Vector(FLOAT, columns))
        }
        (Type::Matrix(_, columns, rows), Type::Matrix(_, width, height)) => {
            (columns == height).then_some(Type::Matrix(FLOAT, width, rows))
        }
        _ => None,
    }
}

/// The product of two operands that have this type of product.
pub(super) fn product(
    f: &mut FunctionChecker<'_, '_>,
    a: Expression,
    b: Expression,
    ty: Type,
    span: Span,
) -> Expression {
    let (a, b) = (folded(f, a), folded(f, b));
    let (first, a) = once(f, a);
    let (second, b) = once(f, b);
    let before = match (first, second) {
        (Some(a), Some(b)) => Some(after(Some(a), b)),
        (a, b) => a.or(b),
    };
    let value = match (a.ty, b.ty) {
        (Type::Matrix(..), Type::Vector(..)) => {
            let numbers = |i: u8| swizzled(b.clone(), &[i], Type::Scalar(Scalar::Float));
            combined(&a, numbers, span)
        }
        (Type::Vector(_, n), Type::Matrix(_, columns, _)) => {
            let sums = (0..columns).map(|c| {
                let column = column(&b, c);
                let terms = (0..n).map(|i| {
                    let of =
                        |e: &Expression| swizzled(e.clone(), &[i], Type::Scalar(Scalar::Float));
                    binary(BinaryOp::Multiply, of(&a), of(&column), span)
                });
                sum(terms, span)
            });
            let kind = ExpressionKind::Compose(sums.collect());
            Expression { kind, ty, span }
        }
        (_, Type::Matrix(_, columns, rows)) => {
            let products = (0..columns).map(|c| {
                let numbers =
                    |i: u8| swizzled(b.clone(), &[c * rows + i], Type::Scalar(Scalar::Float));
                combined(&a, numbers, span)
            });
            let kind = ExpressionKind::Compose(products.collect());
            Expression { kind, ty, span }
        }
        _ => a,
    };
    after(before, value)
}

/// Evaluates an operand once; constants are copied.
pub(super) fn once(
    f: &mut FunctionChecker<'_, '_>,
    e: Expression,
) -> (Option<Expression>, Expression) {
    match f.has_numbers(&e) {
        true => (None, e),
        false => f.once(e),
    }
}

/// The sum of a matrix's columns, each times a number.
fn combined(matrix: &Expression, numbers: impl Fn(u8) -> Expression, span: Span) -> Expression {
    let columns = match matrix.ty {
        Type::Matrix(_, columns, _) => columns,
        _ => 1,
    };
    let terms = (0..columns).map(|c| {
        let column = column(matrix, c);
        let number = smeared(numbers(c), column.ty);
        binary(BinaryOp::Multiply, column, number, span)
    });
    sum(terms, span)
}

fn column(matrix: &Expression, c: u8) -> Expression {
    let rows = match matrix.ty {
        Type::Matrix(_, _, rows) => rows,
        _ => 1,
    };
    let components: Vec<u8> = (0..rows).map(|r| c * rows + r).collect();
    swizzled(
        matrix.clone(),
        &components,
        Type::Vector(Scalar::Float, rows),
    )
}

fn sum(terms: impl Iterator<Item = Expression>, span: Span) -> Expression {
    let all = terms.reduce(|a, b| binary(BinaryOp::Add, a, b, span));
    all.unwrap_or_else(|| crate::frontend::c_like::check::convert::unknown(span))
}

fn binary(op: BinaryOp, a: Expression, b: Expression, span: Span) -> Expression {
    let ty = a.ty;
    let kind = ExpressionKind::Binary(op, Box::new([a, b]));
    Expression { kind, ty, span }
}
