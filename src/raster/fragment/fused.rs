//! One kernel for short fragment programs and the operations after them. The shading's results go to the tests and to
//! the pixel in registers, and each group is visited once.
#![forbid(unsafe_code)]

use super::uniform;
use crate::ir::{Block, BlockId, Inst, Op, Program, ProgramId, Span, Terminator, Type, ValueId};
use rustc_hash::FxHashMap;

/// The most instructions of a fragment program that shares a kernel with its operations, constants and instructions
/// that passes remove included. Longer ones have enough work between memory accesses, and every combination of
/// operations would compile them again.
const MAX_INSTRUCTIONS: usize = 256;
/// The longest uniform array of such a program, which is copied for each draw.
const MAX_UNIFORMS: u32 = 256;

/// Whether a fragment program shares a kernel with its operations. One that samples gains as well (per CPU-second 1.13 times as
/// much with one texture, 1.10 with blending after it and with eight fetches).
pub(crate) fn is_fused(program: &Program) -> bool {
    let [block] = &program.blocks[..] else {
        return false;
    };
    let limit = program.instruction_limit;
    block.terminator == Terminator::End
        && block.insts.len() <= MAX_INSTRUCTIONS
        && program.n_uniforms <= MAX_UNIFORMS
        && limit.is_none_or(|limit| block.source_count <= limit)
}

/// A program of one block that does what straight programs do one after the other: `before` without inputs, the shading,
/// and operations that read the shading's outputs. The operations' uniforms follow the shading's.
pub(crate) fn chain(before: Option<&Program>, shade: &Program, after: &[&Program]) -> Program {
    let mut chain = Chain::default();
    let uniforms = shade.n_uniforms;
    // The operations share one block of uniforms after those of the shading.
    let operate = |chain: &mut Chain, p: &Program| chain.append(p, uniforms, true);
    before.into_iter().for_each(|p| operate(&mut chain, p));
    chain.append(shade, 0, false);
    after.iter().for_each(|p| operate(&mut chain, p));
    // What the operations use of a program's header is known: no inputs, samplers or outputs of their own.
    Program {
        id: ProgramId::unique(),
        blocks: vec![Block {
            params: Default::default(),
            insts: chain.insts,
            terminator: Terminator::End,
            terminator_span: Span::NONE,
            source_count: 0,
        }],
        value_types: chain.value_types,
        n_uniforms: uniforms + uniform::COUNT,
        n_inputs: shade.n_inputs,
        n_outputs: 0,
        varyings: shade.varyings,
        n_slots: shade.n_slots,
        instruction_limit: None,
        is_interruptible: false,
        fraction_units: shade.fraction_units,
        planar_units: shade.planar_units,
        call_depth: 0,
        notes: Vec::new(),
        source: shade.source.clone(),
    }
}

/// The program so far.
#[derive(Default)]
struct Chain {
    insts: Vec<Inst>,
    value_types: Vec<Type>,
    /// The last value stored to each output slot.
    outputs: FxHashMap<u32, ValueId>,
}

impl Chain {
    /// Appends a program whose uniforms start at `uniforms`. Its inputs are the shading's stored outputs.
    fn append(&mut self, program: &Program, uniforms: u32, is_operation: bool) {
        let first = self.value_types.len() as u32;
        self.value_types.extend_from_slice(&program.value_types);
        // The new numbers of the program's values.
        let n_values = program.value_types.len() as u32;
        let mut values: Vec<ValueId> = (first..first + n_values).map(ValueId).collect();
        for inst in &program.block(BlockId::ENTRY).insts {
            let mut inst = Inst {
                first_result: ValueId(first + inst.first_result.0),
                args: inst.args.iter().map(|v| values[v.index()]).collect(),
                ..inst.clone()
            };
            match inst.op {
                Op::LoadInput if is_operation => match self.outputs.get(&inst.imm[0]) {
                    Some(stored) => {
                        values[(inst.first_result.0 - first) as usize] = *stored;
                        continue;
                    }
                    // An output that is not stored is 0.
                    None => (inst.op, inst.imm) = (Op::ConstF32, [0, 0]),
                },
                Op::StoreOutput => {
                    self.outputs.insert(inst.imm[0], inst.args[0]);
                    continue;
                }
                Op::LoadUniform | Op::LoadUniformI | Op::LoadParamRow => inst.imm[0] += uniforms,
                _ => {}
            }
            self.insts.push(inst);
        }
    }
}
