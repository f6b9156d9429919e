//! The uniforms that a program reads for something.

use crate::ir::{Edge, Inst, Op, Program, Terminator, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What defines a value: an instruction, or the edges to its block.
#[derive(Clone)]
enum Definition<'p> {
    None,
    Inst(&'p Inst),
    Arguments(Vec<ValueId>),
}

/// Words of the uniform array.
#[derive(Debug, Default)]
pub(super) struct WordsRead {
    /// All that are read.
    pub(super) all: FxHashSet<u32>,
    /// Those in rows that computed numbers choose, with the number of rows.
    pub(super) computed: FxHashMap<u32, u32>,
}

/// The words of the uniform array whose values outputs, kills or branches depend on.
pub(super) fn words_read(program: &Program) -> WordsRead {
    let definitions = definitions(program);
    let mut stack: Vec<ValueId> = Vec::new();
    for block in &program.blocks {
        let stores = block.insts.iter().filter(|i| i.results().next().is_none());
        stack.extend(stores.flat_map(|i| i.args.iter().copied()));
        if let Terminator::Branch(mask, ..) = &block.terminator {
            stack.push(*mask);
        }
    }
    let mut seen = vec![false; definitions.len()];
    let mut words = WordsRead::default();
    while let Some(value) = stack.pop() {
        if std::mem::replace(&mut seen[value.index()], true) {
            continue;
        }
        match &definitions[value.index()] {
            Definition::None => {}
            Definition::Arguments(all) => stack.extend(all),
            Definition::Inst(inst) => {
                stack.extend(&inst.args);
                match inst.op {
                    Op::LoadUniform | Op::LoadUniformI => words.all.extend([inst.imm[0]]),
                    Op::LoadParamRow => {
                        // The component that is read, of each row.
                        let first = inst.imm[0] + value.0 - inst.first_result.0;
                        let rows = (0..inst.imm[1]).map(|row| first + 4 * row);
                        words.all.extend(rows.clone());
                        words.computed.extend(rows.map(|word| (word, inst.imm[1])));
                    }
                    _ => {}
                }
            }
        }
    }
    words
}

fn definitions(program: &Program) -> Vec<Definition<'_>> {
    let mut all = vec![Definition::None; program.value_types.len()];
    for inst in program.insts() {
        for value in inst.results() {
            all[value.index()] = Definition::Inst(inst);
        }
    }
    for block in &program.blocks {
        let edges: Vec<&Edge> = match &block.terminator {
            Terminator::Jump(edge) => vec![edge],
            Terminator::Branch(_, yes, no) => vec![yes, no],
            _ => Vec::new(),
        };
        for edge in edges {
            let parameters = &program.block(edge.block).params;
            for (parameter, argument) in parameters.iter().zip(&edge.args) {
                match &mut all[parameter.index()] {
                    Definition::Arguments(known) => known.push(*argument),
                    place => *place = Definition::Arguments(vec![*argument]),
                }
            }
        }
    }
    all
}
