//! An independent reading of ATI_fragment_shader: what each command answers, and the colour that a shader gives one
//! fragment. Written from the operational semantics, the registry's text and TRAPS 2 over plain commands with GL
//! enums, so that the driver's decoding of enums and its recorder are checked, too.

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
