//! The vectors and scalars that a varying is made of, each of which has a register.

use super::usage::Used;
use crate::frontend::c_like::types::{Scalar, Semantic, Type, Types};
use crate::ir::Span;

/// A vector or scalar of a varying, with the semantic that it has.
#[derive(Debug, Clone)]
pub(super) struct Leaf<'m> {
    pub(super) semantic: &'m Semantic,
    /// The row after the semantic's register.
    pub(super) row: u32,
    pub(super) components: u8,
    pub(super) is_integer: bool,
    /// The scalars of the parameter that are used with it: those of its matrix, or its own.
    whole: (u32, u32),
    /// What the semantic stands at.
    pub(super) of: Holder,
}

impl Leaf<'_> {
    /// Where scalars of it are used first, if they are in these ranges.
    pub(super) fn use_of(&self, ranges: &[Used]) -> Option<Span> {
        let (start, end) = self.whole;
        let mut own = ranges.iter().filter(|(a, b, _)| *a < end && start < *b);
        own.next().map(|(_, _, span)| *span)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holder {
    /// The vector or scalar itself.
    Own,
    Matrix,
    /// An array or a structure.
    Aggregate,
}

/// The leaves of a varying that have a semantic.
pub(super) fn leaves<'c>(
    types: &'c Types,
    ty: Type,
    semantic: Option<&'c Semantic>,
) -> Vec<Leaf<'c>> {
    let mut leaves = Vec::new();
    let mut row = 0;
    add_leaves(
        types,
        ty,
        semantic,
        Holder::Own,
        (&mut row, &mut 0),
        &mut leaves,
    );
    leaves
}

/// Adds the leaves of a value whose registers begin at `row` and whose scalars begin at `offset`; moves both on.
fn add_leaves<'c>(
    types: &'c Types,
    ty: Type,
    semantic: Option<&'c Semantic>,
    of: Holder,
    (row, offset): (&mut u32, &mut u32),
    leaves: &mut Vec<Leaf<'c>>,
) {
    // Goes down to vectors, each of which is one register. A member's own semantic begins at its own row 0.
    match ty {
        Type::Struct(id) => {
            for member in &types.structure(id).members {
                let mut own_row = 0;
                let (semantic, of, row) = match &member.semantic {
                    Some(own) => (Some(own), Holder::Own, &mut own_row),
                    None => (semantic, Holder::Aggregate, &mut *row),
                };
                add_leaves(types, member.ty, semantic, of, (row, offset), leaves);
            }
        }
        Type::Array(id) => {
            let (element, n) = types.array_of(id);
            for _ in 0..n {
                let at = (&mut *row, &mut *offset);
                add_leaves(types, element, semantic, Holder::Aggregate, at, leaves);
            }
        }
        Type::Matrix(scalar, rows, columns) => {
            let of = if of == Holder::Own {
                Holder::Matrix
            } else {
                of
            };
            let (first, n) = (*offset, leaves.len());
            let vector = Type::Vector(scalar, columns);
            for _ in 0..rows {
                let at = (&mut *row, &mut *offset);
                add_leaves(types, vector, semantic, of, at, leaves);
            }
            let own = leaves[n..].iter_mut();
            own.for_each(|leaf| leaf.whole = (first, *offset));
        }
        _ => {
            let components = types.count(ty) as u8;
            let scalar = ty.scalar();
            if let Some(semantic) = semantic {
                leaves.push(Leaf {
                    semantic,
                    row: *row,
                    components,
                    is_integer: scalar.is_some_and(|s| !s.is_real() && s != Scalar::Bool),
                    whole: (*offset, *offset + u32::from(components)),
                    of,
                });
            }
            *row += 1;
            *offset += u32::from(components);
        }
    }
}
