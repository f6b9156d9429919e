//! The variants of a fragment program for pixel rectangles (QUIRKS 0.53): the primary colour or the depth comes from a
//! sample, or fragments at zero bits of a bitmap are killed.

use crate::frontend::bound_program::BoundProgram;
use crate::frontend::common_stage::{PixelPlace, PixelSource};
use crate::ir::interface::{LodMode, fragment_input, fragment_output};
use crate::ir::{Inst, Op, Program, ProgramId, Span, Type, ValueId};
use smallvec::SmallVec;

/// The code for a source of pixels at a place.
pub(super) fn variant(code: &BoundProgram, source: PixelSource, place: PixelPlace) -> BoundProgram {
    let mut program = Program::clone(&code.program);
    let mut prologue = Prologue {
        program: &mut program,
        insts: Vec::new(),
    };
    // The sample stands before all that the program does.
    let coord = 4 * (fragment_input::TEX_COORD_0 + place.coord);
    let mut arguments: SmallVec<[ValueId; 5]> = SmallVec::new();
    for slot in coord..coord + 4 {
        arguments.push(prologue.emit(Op::LoadInput, &[], [slot, 0]));
    }
    let zero = prologue.emit(Op::ConstF32, &[], [0, 0]);
    arguments.push(zero);
    let imm = [place.unit, LodMode::Implicit as u32];
    let texel = prologue.emit(Op::Sample, &arguments, imm);
    let component = |c: u32| ValueId(texel.0 + c);
    let depth = 4 * fragment_output::DEPTH + 2;
    match source {
        PixelSource::None => {}
        PixelSource::DrawPixels => {
            let always = prologue.emit(Op::ConstMask, &[], [1, 0]);
            replace_color(prologue.program, always, component);
        }
        PixelSource::Bitmap => {
            let outside = prologue.emit(Op::FEq, &[component(3), zero], [0, 0]);
            prologue.emit(Op::Kill, &[outside], [0, 0]);
        }
        PixelSource::Depth => {
            let stores = |i: &Inst| i.op == Op::StoreOutput && i.imm[0] == depth;
            if !prologue.program.insts().any(stores) {
                prologue.emit(Op::StoreOutput, &[component(0)], [depth, 0]);
                let n = &mut prologue.program.n_outputs;
                *n = (*n).max(depth + 1);
            }
        }
    }
    let insts = prologue.insts;
    program.blocks[0].insts.splice(0..0, insts);
    program.n_inputs = program.n_inputs.max(coord + 4);
    program.id = ProgramId::unique();
    BoundProgram::new(program, code.bindings.clone())
}

/// Instructions that will stand before a program's own.
struct Prologue<'p> {
    program: &'p mut Program,
    insts: Vec<Inst>,
}

impl Prologue<'_> {
    /// Appends an instruction; returns its first result.
    fn emit(&mut self, op: Op, args: &[ValueId], imm: [u32; 2]) -> ValueId {
        let types: &mut Vec<Type> = &mut self.program.value_types;
        let first_result = ValueId(types.len() as u32);
        types.extend_from_slice(op.info().results);
        self.insts.push(Inst {
            op,
            args: SmallVec::from_slice(args),
            imm,
            first_result,
            span: Span::NONE,
        });
        first_result
    }
}

/// Gives each load of the primary colour the texel's component: a choice between it and itself, which passes remove.
fn replace_color(program: &mut Program, always: ValueId, texel: impl Fn(u32) -> ValueId) {
    let color = 4 * fragment_input::COLOR;
    for inst in program.blocks.iter_mut().flat_map(|b| &mut b.insts) {
        if inst.op == Op::LoadInput && (color..color + 4).contains(&inst.imm[0]) {
            let value = texel(inst.imm[0] - color);
            inst.op = Op::SelectF;
            inst.args = SmallVec::from_slice(&[always, value, value]);
            inst.imm = [0, 0];
        }
    }
}
