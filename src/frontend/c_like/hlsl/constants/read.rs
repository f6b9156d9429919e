//! The uniforms that a program reads for something.

use crate::frontend::c_like::entry::live;
use crate::ir::{Op, Program};
use rustc_hash::{FxHashMap, FxHashSet};

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
    let live = live::values(program, |_| false);
    let mut words = WordsRead::default();
    for inst in program.insts() {
        let first = inst.imm[0];
        let components = (first..).zip(inst.results());
        let read = components.filter(|(_, value)| live[value.index()]);
        match inst.op {
            Op::LoadUniform | Op::LoadUniformI => words.all.extend(read.map(|(word, _)| word)),
            Op::LoadParamRow => {
                // The component that is read, of each row.
                let n_rows = inst.imm[1];
                let rows = read.flat_map(|(word, _)| (0..n_rows).map(move |row| word + 4 * row));
                for word in rows {
                    words.all.insert(word);
                    words.computed.insert(word, n_rows);
                }
            }
            _ => {}
        }
    }
    words
}
