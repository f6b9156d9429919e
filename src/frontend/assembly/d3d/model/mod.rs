//! A shader as text and tokens have it: a version and statements in their order.

mod instruction;
mod opcode;
mod opcode_table;
mod operand;
mod register;
mod usage;
mod version;

pub use instruction::{Definition, Instruction, Item, Shader, Statement};
pub use opcode::{Opcode, OpcodeInfo, Shape};
pub use operand::{Comparison, Destination, Index, Modifier, Shift, Source, Swizzle};
pub use register::{File, Register};
pub use usage::{Declaration, TextureKind, Usage};
pub use version::{Stage, Version};
