//! The registers of a program's constants, as Microsoft's compiler lays them out: a float vector in each register, matrices
//! by columns or by rows, what nothing reads left out.

mod layout;

use crate::frontend::c_like::types::Scalar;

/// A set of registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RegisterSet {
    Bool,
    Int4,
    Float4,
    Sampler,
}

/// What a constant is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    Scalar,
    Vector,
    MatrixRows,
    MatrixColumns,
    Object,
    Struct,
}

/// The kind of a constant's numbers, or of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Void,
    Bool,
    Int,
    Float,
    Sampler,
    Sampler1D,
    Sampler2D,
    Sampler3D,
    SamplerCube,
}

/// The type of a constant.
#[derive(Debug, Clone, PartialEq)]
pub struct ConstantType {
    pub class: Class,
    pub kind: Kind,
    /// Rows: 1 of scalars and vectors.
    pub rows: u32,
    /// Columns of a matrix, components of a vector, scalars of a structure.
    pub columns: u32,
    /// 1 of what is no array.
    pub elements: u32,
    /// Of a structure.
    pub members: Vec<Member>,
}

/// A member of a structure.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    pub name: String,
    pub ty: ConstantType,
}

/// A constant.
#[derive(Debug, Clone, PartialEq)]
pub struct Constant {
    pub name: String,
    pub set: RegisterSet,
    /// The number of its first register.
    pub index: u32,
    /// Registers that the program reads, from the first one on.
    pub count: u32,
    pub ty: ConstantType,
    /// A vector for each register.
    pub default: Option<Vec<[f32; 4]>>,
}

/// Where a row of four uniforms of the program gets its numbers from: a number of a register for each.
#[derive(Debug, Clone, PartialEq)]
pub struct Feed {
    /// The row of the uniform array.
    pub row: u32,
    /// The number in the row, 0 to 3.
    pub column: u32,
    /// The kind in which the program reads it.
    pub scalar: Scalar,
    /// The float register, from c0 on.
    pub register: u32,
    /// The component of the register, 0 to 3.
    pub component: u32,
}

/// The constants of a program, by name.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ConstantTable {
    pub constants: Vec<Constant>,
    /// What fills the program's uniforms.
    pub feeds: Vec<Feed>,
}

impl ConstantTable {
    /// Fills the program's uniforms from float registers: `registers[n]` is c`n`, `rows[n]` is row `n` of the uniform
    /// array.
    ///
    /// Floats stay as they are. Integers are truncated and saturated to 32 bits, truth values become 0 or 1; both are
    /// stored as the bits of a float. Registers that are missing count as 0, rows that are missing are left out.
    pub fn fill(&self, registers: &[[f32; 4]], rows: &mut [[f32; 4]]) {
        for feed in &self.feeds {
            let register = registers.get(feed.register as usize);
            let value = register.map_or(0.0, |r| r[feed.component as usize]);
            let word = match feed.scalar {
                Scalar::Bool => f32::from_bits(u32::from(value != 0.0)),
                s if s.is_real() => value,
                _ => f32::from_bits(value as i32 as u32),
            };
            if let Some(row) = rows.get_mut(feed.row as usize) {
                row[feed.column as usize] = word;
            }
        }
    }
}
