//! The float constants that a shader reads.

use crate::frontend::assembly::d3d::ctab::{Entry, RegisterSet};
use crate::frontend::assembly::d3d::model::{File, Item, Shader};
use crate::frontend::c_like::hlsl::constants::Constants;
use rustc_hash::FxHashSet;

/// The numbers of registers; `None` where computed numbers may reach any.
pub(in crate::codegen) struct ReadRegisters(Option<FxHashSet<u32>>);

impl ReadRegisters {
    pub(in crate::codegen) fn of(shader: &Shader) -> ReadRegisters {
        let mut read = FxHashSet::default();
        for statement in &shader.statements {
            let Item::Instruction(instruction) = &statement.item else {
                continue;
            };
            let sources = instruction.sources.iter();
            for source in sources.filter(|s| s.register.file == File::Const) {
                if source.index.is_some() {
                    return ReadRegisters(None);
                }
                read.insert(source.register.number);
            }
        }
        ReadRegisters(Some(read))
    }

    /// Whether the last register of a constant is not read.
    pub(in crate::codegen) fn leaves_some_of(&self, constants: &Constants) -> bool {
        let Some(read) = &self.0 else {
            return false;
        };
        let mut floats = constants.entries.iter().filter(|e| is_float(e));
        floats.any(|e| !read.contains(&(u32::from(e.index) + u32::from(e.count) - 1)))
    }

    /// Whether a register of a constant is read, by its name and from 0 on.
    pub(in crate::codegen) fn has(&self, constants: &Constants, name: &str, register: u32) -> bool {
        let Some(read) = &self.0 else {
            return true;
        };
        let mut floats = constants.entries.iter().filter(|e| is_float(e));
        // Parameters of the entry have another name in the table.
        let entry = floats.find(|e| e.name.strip_prefix('$').unwrap_or(&e.name) == name);
        entry.is_some_and(|e| read.contains(&(u32::from(e.index) + register)))
    }
}

fn is_float(entry: &Entry) -> bool {
    entry.set == RegisterSet::Float && entry.count > 0
}
