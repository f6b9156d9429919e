//! Records a shader command by command and refuses what the section "Errors" of EXT_vertex_shader and its table of
//! operations forbid. Enums are already checked: what is refused here is INVALID_OPERATION, and leaves no trace.
//! What the text leaves open: InsertComponentEXT and ExtractComponentEXT write to outputs as other commands do. Some
//! programs extract a fog coordinate. The sources may be of any storage.
//! programs extract a fog coordinate; their sources may be of any storage.

use super::opcode::Opcode;
use super::shader::*;
use super::usage::{self, Counts};
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;
use smallvec::SmallVec;

/// The most statements that are stored: a shader with more exceeds the limit on instructions in any case.
const MAX_STATEMENTS: usize = usage::MAX_INSTRUCTIONS as usize + 1;

type Verdict = Result<(), ErrorKind>;

/// A shader under definition, between BeginVertexShaderEXT and EndVertexShaderEXT.
#[derive(Debug, Default)]
pub struct Recorder {
    shader: Shader,
}

fn when(holds: bool, kind: ErrorKind) -> Verdict {
    if holds { Ok(()) } else { Err(kind) }
}

impl Recorder {
    /// Begins an empty definition.
    pub fn new() -> Recorder {
        Recorder::default()
    }

    /// SetLocalConstantEXT: once for each symbol.
    pub fn constant(&mut self, symbol: &Symbol, value: Elements) -> Verdict {
        let kind = ErrorKind::ConstantSetTwice;
        when(!self.shader.constants.contains_key(&symbol.name), kind)?;
        self.shader.constants.insert(symbol.name, value);
        Ok(())
    }

    /// ShaderOp1EXT, ShaderOp2EXT, ShaderOp3EXT, with as many arguments as the operation takes.
    pub fn operation(
        &mut self,
        opcode: Opcode,
        to: Destination,
        arguments: SmallVec<[Symbol; 3]>,
    ) -> Verdict {
        let types: SmallVec<[DataType; 3]> = arguments.iter().map(|a| a.data).collect();
        let fits = opcode.accepts(to.data_type(), &types);
        when(fits, ErrorKind::OperationTypes(opcode.name()))?;
        self.push(to, Action::Operation(opcode, arguments));
        Ok(())
    }

    /// SwizzleEXT.
    pub fn swizzle(&mut self, to: Destination, from: Symbol, select: [Select; 4]) -> Verdict {
        both_vectors(&to, &from)?;
        self.push(to, Action::Swizzle(from, select));
        Ok(())
    }

    /// WriteMaskEXT.
    pub fn write_mask(&mut self, to: Destination, from: Symbol, mask: u8) -> Verdict {
        both_vectors(&to, &from)?;
        self.push(to, Action::WriteMask(from, mask));
        Ok(())
    }

    /// InsertComponentEXT. `number` < 4.
    pub fn insert(&mut self, to: Destination, from: Symbol, number: u8) -> Verdict {
        is_part(from.data, to.data_type())?;
        self.push(to, Action::Insert(from, number));
        Ok(())
    }

    /// ExtractComponentEXT. `number` < 4.
    pub fn extract(&mut self, to: Destination, from: Symbol, number: u8) -> Verdict {
        is_part(to.data_type(), from.data)?;
        self.push(to, Action::Extract(from, number));
        Ok(())
    }

    /// EndVertexShaderEXT: the shader and what it uses.
    pub fn finish(self) -> (Shader, Counts) {
        let counts = Counts::of(&self.shader);
        (self.shader, counts)
    }

    fn push(&mut self, to: Destination, action: Action) {
        if self.shader.statements.len() < MAX_STATEMENTS {
            let span = Span::NONE;
            self.shader.statements.push(Statement { to, action, span });
        }
    }
}

fn both_vectors(to: &Destination, from: &Symbol) -> Verdict {
    let vectors = [to.data_type(), from.data] == [DataType::Vector; 2];
    when(vectors, ErrorKind::NeedsVectors)
}

/// Checks that it is a scalar of a vector, or a vector of a matrix.
fn is_part(part: DataType, whole: DataType) -> Verdict {
    use DataType::{Matrix, Scalar, Vector};
    let fits = matches!((part, whole), (Scalar, Vector) | (Vector, Matrix));
    when(fits, ErrorKind::NeedsPartAndWhole)
}
