//! The registers of a program's constants, as Microsoft's compiler lays them out: a float vector in each register, matrices
//! by columns or by rows, what nothing reads left out.

mod layout;
mod parts;
mod read;
mod samplers;

pub(super) use parts::registers_of;

use crate::frontend::assembly::d3d::ctab::{Entry, RegisterSet};
use crate::frontend::c_like::types::Scalar;

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

/// A truth value or an integer of the text that branches or loops test.
#[derive(Debug, Clone, PartialEq)]
pub struct Tested {
    pub name: String,
    pub set: RegisterSet,
    /// Whether it is read as a float, too.
    pub is_float: bool,
}

/// The first of the float registers that no machine has: they stand for what is tested only.
pub const NO_FLOAT: u32 = 1 << 16;

/// The constants of a program, and where its uniforms get their numbers from.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Constants {
    /// The rows of the shader's constant table, by name.
    pub entries: Vec<Entry>,
    /// What fills the program's uniforms.
    pub feeds: Vec<Feed>,
    /// The float registers that the program reads, by the places of their constants in the text.
    pub(super) read: Vec<(u32, usize)>,
}

impl Constants {
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
