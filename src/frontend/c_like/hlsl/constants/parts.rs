//! The registers of a constant's parts, and their numbers.

use super::Feed;
use crate::frontend::assembly::d3d::ctab::{self, Class};
use crate::frontend::c_like::entry::Uniform;
use crate::frontend::c_like::types::Scalar;

/// A number of a table of constants. Those that it cannot hold are above every limit.
pub(super) fn small(n: u32) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

/// A word of a default as the float of a register.
pub(super) fn as_float(word: f32, scalar: Scalar) -> f32 {
    match scalar {
        s if s.is_real() => word,
        _ => word.to_bits() as i32 as f32,
    }
}

/// The registers of a constant's elements.
pub(in crate::frontend::c_like::hlsl) fn registers_of(ty: &ctab::Type) -> u32 {
    let each = match ty.class {
        Class::MatrixRows => ty.rows.into(),
        Class::MatrixColumns => ty.columns.into(),
        Class::Struct => ty.members.iter().map(|m| registers_of(&m.ty)).sum(),
        _ => 1,
    };
    each * u32::from(ty.elements)
}

/// Which numbers of registers a uniform takes.
pub(super) fn feeds_of(uniform: &Uniform, ty: &ctab::Type, first: u32) -> Vec<Feed> {
    let elements = u32::from(ty.elements);
    let each = registers_of(ty) / elements.max(1);
    let mut feeds = Vec::new();
    for element in 0..elements {
        for row in 0..uniform.rows {
            for column in 0..uniform.columns {
                let (register, component) = match ty.class {
                    Class::MatrixColumns => (column, row),
                    _ => (row, column),
                };
                feeds.push(Feed {
                    row: uniform.first_row + element * uniform.rows + row,
                    column,
                    scalar: uniform.scalar,
                    register: first + element * each + register,
                    component,
                });
            }
        }
    }
    feeds
}
