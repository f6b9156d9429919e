//! An independent reading of ATI_fragment_shader: the errors of each command, and the colour that a shader gives one
//! fragment.
//!
//! It is written from the operational semantics, the registry's text and QUIRKS 2. It works on plain commands with GL
//! enums, so it also checks how the driver decodes enums and records commands.

mod arithmetic;
pub mod calls;
pub mod command;
pub mod definition;
pub mod driver;
pub mod enums;
pub mod evaluate;
pub mod generate;
pub mod shrink;
pub mod world;

#[cfg(test)]
mod tests;
