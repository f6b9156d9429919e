//! Shader → IR (ATI_fragment_shader 3.8.16, TRAPS 2).

use super::shader::Shader;
use crate::frontend::BoundProgram;
use crate::frontend::fixed_function::fragment::{FogMode, PixelSource, TextureTarget};

/// What the code of a shader depends on besides the shader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    /// The enabled target of each unit; a unit without one samples (0, 0, 0, 1) (TRAPS 2.25).
    pub targets: [Option<TextureTarget>; 8],
    /// The secondary colour is added (TRAPS 2.29).
    pub color_sum: bool,
    /// Then fog.
    pub fog: Option<FogMode>,
    /// Where fragments come from.
    pub pixel_source: PixelSource,
}

/// The program of a shader. Uniforms: its constants in use as bindings
/// (`State::FragmentShaderConstant(n)` where they are the context's), fog's state.
pub fn lower(shader: &Shader, key: &Key) -> BoundProgram {
    let _ = (shader, key);
    todo!("helper `ati`")
}
