//! Operations of vectors, which are instructions of one opcode and place that follow each other.

use super::flatten::Walk;
use super::numbers::Kind;
use crate::ir::Inst;

impl Walk<'_> {
    /// Notes which component of which operation the number of an instruction is.
    pub(super) fn note_run(&mut self, insts: &[Inst], at: usize) {
        let own = &insts[at];
        let is_like = |i: &&Inst| (i.op, i.span) == (own.op, own.span);
        let is_first = at == 0 || !is_like(&&insts[at - 1]);
        if is_first {
            let n = insts[at..].iter().take_while(is_like).count();
            self.run = at..at + n;
            self.n_runs += n as u32;
        }
        let n = self.run.len();
        // The rows of a matrix follow each other.
        let columns = match n {
            2..=4 => n,
            n if n % 4 == 0 => 4,
            n if n % 3 == 0 => 3,
            _ => return,
        };
        let of = (at - self.run.start) / columns;
        let lane = (at - self.run.start) % columns;
        let result = own.results().next().and_then(|v| self.values[v.index()]);
        let Some(result) = result else { return };
        use Kind::*;
        let is_operation = matches!(
            self.graph.kind(result),
            Add | Mul | Min | Max | Cmp | Slt | Sge | Saturate | Fraction
        );
        if is_operation {
            let run = self.n_runs - n as u32 + of as u32;
            self.graph.runs.entry(result).or_insert((run, lane as u8));
        }
    }
}
