//! Records a shader command by command and refuses what ATI_fragment_shader 3.8.11 (and its section "Errors") and
//! QUIRKS 2 forbid. A refused command leaves no trace (QUIRKS 2.34). Enums are already checked: what is refused here is
//! INVALID_OPERATION.
//!
//! The first routing command after an arithmetic one opens the second pass. A colour operation always begins a pair; an
//! alpha operation completes the pair of a colour operation directly before it, or is a pair alone (QUIRKS 2.13).

use super::rules::{self, Half};
use super::shader::*;
use crate::frontend::diagnostic::ErrorKind;

/// A shader under definition, between BeginFragmentShaderATI and EndFragmentShaderATI.
#[derive(Debug, Default)]
pub struct Recorder {
    shader: Shader,
    /// Whether an argument of the first pass, ignored or not, is a colour.
    reads_color_first: bool,
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
        let passes = &mut self.shader.passes;
        let pass = match passes.last() {
            Some(open) if open.pairs.is_empty() => passes.len() - 1,
            _ => passes.len(),
        };
        if pass == PASSES {
            return Err(ErrorKind::ThirdPass);
        }
        rules::routing(&self.shader, pass, register, &routing)?;
        let passes = &mut self.shader.passes;
        if pass == passes.len() {
            passes.push(Pass::default());
        }
        passes[pass].routing[register as usize] = Some(routing);
        Ok(())
    }

    /// ColorFragmentOp{1,2,3}ATI.
    pub fn color_op(&mut self, operation: Operation) -> Result<(), ErrorKind> {
        debug_assert!((1..8).contains(&operation.mask), "a mask of r, g and b");
        check_arguments(Half::Color, &operation)?;
        rules::another_pair(self.shader.passes.last())?;
        self.note_colors(&operation);
        self.arithmetic_pass().pairs.push(Pair {
            color: Some(operation),
            alpha: None,
        });
        Ok(())
    }

    /// AlphaFragmentOp{1,2,3}ATI. A dot product has the arguments of the colour operation whose result it takes: its
    /// own are checked and ignored.
    pub fn alpha_op(&mut self, mut operation: Operation) -> Result<(), ErrorKind> {
        debug_assert_eq!(operation.mask, 8, "alpha");
        check_arguments(Half::Alpha, &operation)?;
        let open = rules::open_pair(self.shader.passes.last_mut());
        let color = open.as_ref().and_then(|pair| pair.color.as_ref());
        rules::alpha_after(color, operation.opcode)?;
        if open.is_none() {
            rules::another_pair(self.shader.passes.last())?;
        }
        self.note_colors(&operation);
        let pass = self.arithmetic_pass();
        match rules::open_pair(Some(&mut *pass)) {
            Some(pair) => {
                if let (true, Some(color)) = (operation.opcode.is_dot(), &pair.color) {
                    operation.arguments = color.arguments.clone();
                }
                pair.alpha = Some(operation);
            }
            None => pass.pairs.push(Pair {
                color: None,
                alpha: Some(operation),
            }),
        }
        Ok(())
    }

    /// EndFragmentShaderATI: the shader, unless an interpolator stands in the first of two passes or nothing was
    /// recorded (QUIRKS 2.19, 2.32).
    pub fn finish(self) -> Result<Shader, ErrorKind> {
        match self.shader.passes.len() {
            0 => Err(ErrorKind::EmptyShader),
            PASSES if self.reads_color_first => Err(ErrorKind::ColorInFirstPass),
            _ => Ok(self.shader),
        }
    }

    /// The pass that takes arithmetic; a shader without routing opens its first here.
    fn arithmetic_pass(&mut self) -> &mut Pass {
        let passes = &mut self.shader.passes;
        if passes.is_empty() {
            passes.push(Pass::default());
        }
        passes.last_mut().expect("a pass is open")
    }

    fn note_colors(&mut self, operation: &Operation) {
        self.reads_color_first |= self.shader.passes.len() < PASSES && operation.reads_color();
    }
}

fn check_arguments(half: Half, operation: &Operation) -> Result<(), ErrorKind> {
    debug_assert_eq!(operation.arguments.len(), operation.opcode.arity());
    for argument in &operation.arguments {
        rules::argument(half, operation.opcode, argument)?;
    }
    rules::constants(&operation.arguments)
}
