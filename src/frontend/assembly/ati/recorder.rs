//! Records a shader command by command and refuses what ATI_fragment_shader 3.8.16 (section "Errors") and TRAPS 2
//! forbid. A refused command leaves no trace (TRAPS 2.34). Enums are already checked: what is refused here is
//! INVALID_OPERATION.

use super::shader::*;
use crate::frontend::diagnostic::ErrorKind;

/// A shader under definition, between BeginFragmentShaderATI and EndFragmentShaderATI.
#[derive(Debug, Default)]
pub struct Recorder {
    shader: Shader,
}

impl Recorder {
    /// Begins an empty definition.
    pub fn new() -> Recorder {
        Recorder::default()
    }

    /// SetFragmentShaderConstantATI inside the definition. `register` < [`CONSTANTS`].
    pub fn constant(&mut self, register: u8, value: [f32; 4]) {
        self.shader.constants[register as usize] = Constant::Local(value);
    }

    /// PassTexCoordATI or SampleMapATI into `register` < [`REGISTERS`].
    pub fn route(&mut self, register: u8, routing: Routing) -> Result<(), ErrorKind> {
        let _ = (register, routing);
        todo!("helper `ati`")
    }

    /// ColorFragmentOp{1,2,3}ATI.
    pub fn color_op(&mut self, operation: Operation) -> Result<(), ErrorKind> {
        let _ = operation;
        todo!("helper `ati`")
    }

    /// AlphaFragmentOp{1,2,3}ATI.
    pub fn alpha_op(&mut self, operation: Operation) -> Result<(), ErrorKind> {
        let _ = operation;
        todo!("helper `ati`")
    }

    /// EndFragmentShaderATI: the shader, unless an interpolator stands in the first of two passes or nothing was
    /// recorded (TRAPS 2.19, 2.32).
    pub fn finish(self) -> Result<Shader, ErrorKind> {
        todo!("helper `ati`")
    }
}
