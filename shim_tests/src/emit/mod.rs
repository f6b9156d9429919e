//! Translates programs to other languages: to MUDA, which is read back, and to C, which gcc compiles.

pub mod c;

use std::sync::Arc;
use trilobite::emit::{self, About, Port};
use trilobite::frontend::c_like::muda;
use trilobite::ir::signature::{Direction, Parameter, Signature};
use trilobite::ir::{Op, Program, ProgramId};

/// Returns the program's MUDA text, and the program that the front end makes from it, over the slots of the first program.
/// `default` is the value of an output that is never stored.
pub fn through_muda(
    program: &Program,
    about: &About<'_>,
    default: &dyn Fn(u32) -> u32,
) -> Result<(Arc<Program>, String), String> {
    let emitted = emit::muda(program, about).map_err(|e| e.to_string())?;
    let text = emitted.text;
    let bytes = text.as_bytes();
    let shown = |e: &trilobite::frontend::diagnostic::ProgramError| e.info_log(bytes);
    let read = muda::Program::load(bytes)
        .map_err(|e| format!("{text}{}", e.iter().map(shown).collect::<String>()))?;
    let kernel = read
        .only_kernel()
        .map_err(|e| format!("{text}{}", shown(&e)))?;
    let slots = Slots::new(&emitted.ports, &kernel.signature)?;
    let mut moved = (*kernel.code.program).clone();
    slots.rename(&mut moved, program, default);
    Ok((Arc::new(moved), text))
}

/// For each slot of the program that was read back, the slot of the first program.
struct Slots {
    inputs: Vec<Slot>,
    outputs: Vec<Slot>,
    uniforms: Vec<Slot>,
}

#[derive(Clone, Copy)]
enum Slot {
    Of(u32),
    /// The value of this output before the run.
    Before(u32),
}

impl Slots {
    fn new(ports: &[Port], read: &Signature) -> Result<Slots, String> {
        let mut slots = Slots {
            inputs: Vec::new(),
            outputs: Vec::new(),
            uniforms: Vec::new(),
        };
        if ports.len() != read.parameters.len() {
            return Err(format!("other parameters: {ports:?}, {read:?}"));
        }
        // The text must declare the same parameters. Their words are found in the slots of the first program.
        for (port, found) in ports.iter().zip(&read.parameters) {
            let own = &port.parameter;
            let shape = |p: &Parameter| (p.name.clone(), p.scalar, p.components, p.count);
            if shape(own) != shape(found) {
                return Err(format!("another parameter: {own:?}, {found:?}"));
            }
            let words = 0..own.words();
            let input = own.direction.input().map(Slot::Of);
            let output = own.direction.output();
            let input = input.or(output.filter(|_| port.keeps).map(Slot::Before));
            let step = |slot: Slot, word| match slot {
                Slot::Of(first) => Slot::Of(first + word),
                Slot::Before(first) => Slot::Before(first + word),
            };
            if let (Some(first), Some(_)) = (input, found.direction.input()) {
                slots.inputs.extend(words.clone().map(|w| step(first, w)));
            }
            if let (Some(first), Some(_)) = (output, found.direction.output()) {
                slots
                    .outputs
                    .extend(words.clone().map(|w| Slot::Of(first + w)));
            }
            if let Direction::Uniform(first) = own.direction {
                slots.uniforms.extend(words.map(|w| Slot::Of(first + w)));
            }
        }
        Ok(slots)
    }

    fn rename(&self, program: &mut Program, of: &Program, default: &dyn Fn(u32) -> u32) {
        for inst in program.blocks.iter_mut().flat_map(|b| &mut b.insts) {
            let slots = match inst.op {
                Op::LoadInput => &self.inputs,
                Op::LoadUniform | Op::LoadUniformI | Op::LoadParamRow => &self.uniforms,
                Op::StoreOutput | Op::StoreOutputI => &self.outputs,
                _ => continue,
            };
            match slots[inst.imm[0] as usize] {
                Slot::Of(slot) => inst.imm[0] = slot,
                Slot::Before(slot) => {
                    inst.op = Op::ConstF32;
                    inst.imm[0] = default(slot);
                }
            }
        }
        program.notes.clear();
        program.id = ProgramId::unique();
        // Vectors may be longer than the part that the program uses.
        let up = |n: u32| n.div_ceil(4) * 4;
        program.n_inputs = up(of.n_inputs);
        program.n_outputs = up(of.n_outputs);
        program.n_uniforms = up(of.n_uniforms);
    }
}
