//! The GL below, as this room sees it. The doors have a table of the process' own functions, whichever GL that is.

/// Attributes by the arrays and commands that GL has for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attribute {
    Position,
    Normal,
    Color,
    SecondaryColor,
    FogCoord,
    TexCoord(u32),
    /// One without a meaning to fixed function.
    Generic(u32),
}

/// An array of the application's.
#[derive(Debug, Clone, Copy)]
pub struct Array {
    pub size: i32,
    pub ty: u32,
    pub stride: i32,
    /// An address, or an offset in a buffer.
    pub address: usize,
}

/// The functions of GL. What GL lacks does nothing, and answers nothing.
pub trait Gl {
    // What GL says of itself
    fn text(&self, name: u32) -> Option<String>;
    fn integer(&self, name: u32) -> i32;
    /// A matrix, column by column.
    fn matrix(&self, name: u32) -> [f32; 16];
    fn error(&self) -> u32;
    fn switch(&self, capability: u32, on: bool);

    // Assembly programs
    fn make_program(&self) -> u32;
    fn delete_program(&self, program: u32);
    fn bind_program(&self, target: u32, program: u32);
    fn program_integer(&self, target: u32, name: u32) -> i32;
    fn program_string(&self, target: u32, format: u32, text: &[u8]);
    fn set_local(&self, target: u32, index: u32, value: [f32; 4]);
    fn load_program_nv(&self, target: u32, program: u32, text: &[u8]);
    fn bind_program_nv(&self, target: u32, program: u32);
    fn set_parameter_nv(&self, target: u32, index: u32, value: [f32; 4]);
    fn set_named_nv(&self, program: u32, name: &[u8], value: [f32; 4]);

    // GL_TRI_shading_language
    fn program_option(&self, target: u32, name: u32, value: &std::ffi::CStr);
    fn uniform_location(&self, target: u32, name: &std::ffi::CStr) -> i32;
    fn set_uniform(&self, target: u32, location: i32, value: &[f32]);
    /// A matrix, row by row.
    fn set_uniform_matrix(&self, target: u32, location: i32, value: &[f32]);
    fn set_uniform_unit(&self, target: u32, location: i32, unit: i32);

    // GLSL
    /// A shader of a text, or the messages of the compiler.
    fn make_shader(&self, stage: u32, text: &[u8]) -> Result<u32, String>;
    fn delete_shader(&self, shader: u32);
    /// A linked program of shaders, or the messages of the linker. `ATTR6` is the attribute 6 in it.
    fn link(&self, shaders: &[u32]) -> Result<u32, String>;
    fn delete_linked(&self, program: u32);
    fn use_linked(&self, program: u32);
    fn linked_location(&self, program: u32, name: &std::ffi::CStr) -> i32;
    /// One to four numbers.
    fn set_linked(&self, location: i32, value: &[f32]);
    /// The same of integers.
    fn set_linked_integers(&self, location: i32, value: &[i32]);

    // Textures
    fn active_texture(&self, unit: u32);
    fn bind_texture(&self, target: u32, texture: u32);
    fn texture_parameter(&self, target: u32, name: u32, value: &[f32]);
    fn texture_parameter_integer(&self, target: u32, name: u32, value: i32);

    // Attributes
    fn set_array(&self, attribute: Attribute, array: Array);
    fn switch_array(&self, attribute: Attribute, on: bool);
    fn set_attribute(&self, attribute: Attribute, value: [f32; 4]);

    // Buffers
    fn make_buffer(&self, size: usize, bytes: &[u8], usage: u32) -> u32;
    fn delete_buffer(&self, buffer: u32);
    fn set_buffer(&self, buffer: u32, bytes: &[u8]);
    fn buffer_size(&self, buffer: u32) -> i32;
}
