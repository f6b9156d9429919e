//! A text in Cg or HLSL outside of draws, with its code: an entry as a program of a stage, or a function as a kernel over arrays.
//!
//! The spans of such a program are offsets of a translation unit with includes and macros. Here code gets spans of the main
//! file, so that what quotes lines needs that text only.

use super::options::Refused;
use crate::format::TextureShape;
use crate::frontend::BoundProgram;
use crate::frontend::c_like::entry::{self, Connector, Entry, Kernel};
use crate::frontend::c_like::tree::Stage;
use crate::frontend::diagnostic::ProgramError;
use crate::frontend::source_map::SourceMap;
use crate::ir::signature::{Direction, Facts, Parameter, Scalar, Signature};
use crate::ir::{Noted, Span};
use std::sync::Arc;

/// A text in Cg or HLSL with its code.
pub struct LoadedText {
    /// As the language's compiler lists them.
    warnings: Vec<String>,
    map: Arc<SourceMap>,
    code: LoadedCode,
    code_for_all: Arc<BoundProgram>,
}

/// What the text was compiled to.
pub enum LoadedCode {
    /// The function over arrays.
    Kernel(Box<Kernel>),
    /// The entry for the stage of its profile.
    Stage(Stage, Box<Entry>),
}

pub(super) fn only_in_draws(text: &[u8], span: Span) -> Refused {
    let kind = crate::frontend::diagnostic::ErrorKind::CLike(
        crate::frontend::c_like::rule::Rule::OnlyInDraws,
    );
    let error = ProgramError { kind, span };
    Refused {
        listing: error.info_log(text),
        position: error.error_position(),
    }
}

/// Replaces the spans of code by spans of the main file.
pub(super) fn localize(code: &mut BoundProgram, map: &SourceMap) {
    let program = Arc::make_mut(&mut code.program);
    for block in &mut program.blocks {
        block.terminator_span = map.main_span(block.terminator_span);
        for inst in &mut block.insts {
            inst.span = map.main_span(inst.span);
        }
    }
    for note in &mut program.notes {
        note.span = map.main_span(note.span);
        if let Noted::Read(span) = &mut note.what {
            *span = map.main_span(*span);
        }
    }
}

impl LoadedText {
    /// A text with these warnings, which was compiled to this code.
    pub(super) fn new(code: LoadedCode, map: Arc<SourceMap>, warnings: Vec<String>) -> LoadedText {
        let mut code_for_all = match &code {
            LoadedCode::Kernel(kernel) => kernel.code.clone(),
            LoadedCode::Stage(_, entry) => entry.code.clone(),
        };
        localize(&mut code_for_all, &map);
        LoadedText {
            warnings,
            map,
            code,
            code_for_all: Arc::new(code_for_all),
        }
    }

    /// What the text was compiled to.
    pub fn compiled(&self) -> &LoadedCode {
        &self.code
    }

    /// The code, with spans of the main file.
    pub fn code(&self) -> Arc<BoundProgram> {
        self.code_for_all.clone()
    }

    /// The files of the text, to which the spans of [`LoadedText::compiled`] refer.
    pub fn map(&self) -> &Arc<SourceMap> {
        &self.map
    }

    /// The warnings, each as the compiler lists it.
    pub fn warnings(&self) -> Vec<String> {
        self.warnings.clone()
    }

    /// The shape of the texture that it samples on an image unit.
    pub fn target(&self, unit: usize) -> Option<TextureShape> {
        match &self.code {
            LoadedCode::Kernel(_) => None,
            LoadedCode::Stage(_, entry) => entry.textures.get(unit).copied().flatten(),
        }
    }

    /// The function's parameters. Of a program of a stage these are its inputs, uniforms and outputs as far as their words follow
    /// each other.
    pub fn signature(&self) -> Signature {
        match &self.code {
            LoadedCode::Kernel(kernel) => kernel.signature.clone(),
            LoadedCode::Stage(_, entry) => stage_signature(entry),
        }
    }
}

fn stage_signature(entry: &Entry) -> Signature {
    let inputs = entry.inputs.iter();
    let inputs = inputs.filter_map(|c| connector(c, Direction::In));
    let uniforms = entry.uniforms.iter().filter(|u| u.is_read);
    let uniforms = uniforms.filter_map(uniform);
    let outputs = entry.outputs.iter();
    let outputs = outputs.filter_map(|c| connector(c, Direction::Out));
    Signature {
        name: entry.name.clone(),
        parameters: inputs.chain(uniforms).chain(outputs).collect(),
        samplers: Vec::new(),
    }
}

/// A varying of one row.
fn connector(connector: &Connector, direction: fn(u32) -> Direction) -> Option<Parameter> {
    match connector.slots[..] {
        [Some(slot)] => Some(Parameter {
            name: connector.name.clone(),
            direction: direction(slot),
            scalar: Scalar::F32,
            components: connector.columns,
            count: 1,
            facts: Facts {
                rows: 0,
                semantic: connector.semantic.as_ref().map(|s| s.name.clone()),
                default: None,
            },
        }),
        _ => None,
    }
}

/// A uniform whose words have no gaps.
fn uniform(uniform: &entry::Uniform) -> Option<Parameter> {
    let rows = uniform.n_rows();
    let is_dense = uniform.columns == 4 || rows == 1;
    is_dense.then(|| Parameter {
        name: uniform.name.clone(),
        direction: Direction::Uniform(4 * uniform.first_row),
        scalar: if uniform.scalar.is_real() {
            Scalar::F32
        } else {
            Scalar::I32
        },
        components: uniform.columns * uniform.rows,
        count: uniform.sizes.iter().product(),
        facts: Facts {
            rows: if uniform.rows > 1 { uniform.rows } else { 0 },
            semantic: uniform.semantic.as_ref().map(|s| s.name.clone()),
            default: None,
        },
    })
}
