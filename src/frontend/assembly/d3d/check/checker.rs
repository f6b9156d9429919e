//! What all rules need.

use crate::frontend::assembly::d3d::model::*;
use crate::frontend::diagnostic::d3d::D3dRule;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;
use std::collections::{HashMap, HashSet};

/// A result without a value.
pub(super) type Checked = Result<(), ProgramError>;

/// A shader that is checked.
#[derive(Debug)]
pub(super) struct Checker<'s> {
    pub(super) shader: &'s Shader,
    pub(super) version: Version,
    /// The statement that is checked.
    pub(super) span: Span,
    /// Components that declarations name, by register.
    pub(super) declared: HashMap<Register, u8>,
    /// What the samplers that declarations name sample.
    pub(super) kinds: HashMap<Register, TextureKind>,
    /// Constants that definitions name.
    pub(super) defined: HashSet<Register>,
}

impl<'s> Checker<'s> {
    pub(super) fn new(shader: &'s Shader) -> Checker<'s> {
        Checker {
            shader,
            version: shader.version,
            span: shader.end,
            declared: HashMap::new(),
            kinds: HashMap::new(),
            defined: HashSet::new(),
        }
    }

    /// Fails with a rule at the statement.
    pub(super) fn fail<T>(&self, rule: D3dRule) -> Result<T, ProgramError> {
        let (kind, span) = (ErrorKind::D3d(rule), self.span);
        Err(ProgramError { kind, span })
    }

    /// Fails with a rule at the end.
    pub(super) fn fail_at_end<T>(&self, rule: D3dRule) -> Result<T, ProgramError> {
        let (kind, span) = (ErrorKind::D3d(rule), self.shader.end);
        Err(ProgramError { kind, span })
    }

    /// The name of an instruction.
    pub(super) fn name(&self, instruction: &Instruction) -> &'static str {
        let info = instruction.opcode.info(self.version);
        info.map_or("?", |row| row.name)
    }

    /// Fails with a rule of an instruction unless it is kept.
    pub(super) fn rule(
        &self,
        kept: bool,
        instruction: &Instruction,
        rule: &'static str,
    ) -> Checked {
        if kept {
            return Ok(());
        }
        let name = self.name(instruction);
        self.fail(D3dRule::Instruction { name, rule })
    }

    /// Pixel shaders before version 2.
    pub(super) fn is_first_pixel(&self) -> bool {
        self.version.is_pixel() && self.version.major() == 1
    }
}

/// Whether an instruction samples or addresses a texture.
pub(super) fn is_texture(opcode: Opcode) -> bool {
    use Opcode::*;
    // The loads and the instructions of versions 1 that make coordinates; some write no texel.
    matches!(
        opcode,
        Tex | TexLd
            | TexLdP
            | TexLdB
            | TexLdD
            | TexLdL
            | TexCoord
            | TexCrd
            | TexKill
            | TexDepth
            | TexBem
            | TexBemL
            | TexReg2Ar
            | TexReg2Gb
            | TexReg2Rgb
            | TexM3x2Pad
            | TexM3x2Tex
            | TexM3x2Depth
            | TexM3x3Pad
            | TexM3x3Tex
            | TexM3x3
            | TexM3x3Spec
            | TexM3x3VSpec
            | TexDp3
            | TexDp3Tex
    )
}

/// Whether an instruction loads a texel by coordinates and a sampler.
pub(super) fn is_load(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(opcode, TexLd | TexLdP | TexLdB | TexLdD | TexLdL)
}

/// Whether an instruction is a vector times rows.
pub(super) fn is_matrix(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(opcode, M4x4 | M4x3 | M3x4 | M3x3 | M3x2)
}

/// Whether an instruction only decides what runs next.
pub(super) fn is_flow(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(
        opcode,
        Call | CallNz
            | Loop
            | Ret
            | EndLoop
            | Label
            | Rep
            | EndRep
            | If
            | IfC
            | Else
            | EndIf
            | Break
            | BreakC
            | BreakP
            | Phase
            | Nop
    )
}
