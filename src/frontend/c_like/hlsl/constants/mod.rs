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
    pub rows: u32,
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
    pub row: u32,
    pub column: u32,
    pub scalar: Scalar,
    pub register: u32,
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
    /// Fills the program's uniforms, four words a row, from float registers.
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
