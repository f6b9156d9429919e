//! Look-ups of ps_2_0 stand together. A look-up depends on an earlier one not just by its coordinates, but by each register
//! that both write; so few may follow each other.
//!
//! ```text
//! coordinates … ── look-ups ── what these make computable ── coordinates … ── look-ups ── the rest
//! ```
//! The order of lines changes, but none passes one that writes what it reads, reads what it writes, or writes the same.

use crate::codegen::lines::{Code, Line, Where};
use crate::codegen::machine::Opcode;
use rustc_hash::FxHashMap;

/// Arranges lines without flow in batches of at most this many look-ups.
pub(in crate::codegen) fn batch(code: &mut Code, most: usize) {
    let mut order = Order::new(&code.lines);
    loop {
        let batch = order.next_batch(most);
        if batch.is_empty() {
            break;
        }
        for n in &batch {
            order.emit_before(*n);
        }
        for n in batch {
            order.emit(n);
        }
        if order.has_look_ups() {
            order.emit_computable();
        }
    }
    for n in 0..code.lines.len() {
        order.emit(n);
    }
    let lines = std::mem::take(&mut code.lines);
    let mut lines: Vec<Option<Line>> = lines.into_iter().map(Some).collect();
    let sorted = order.emitted.iter().filter_map(|n| lines[*n].take());
    code.lines = sorted.collect();
}

/// The lines that are emitted so far.
struct Order {
    is_look_up: Vec<bool>,
    /// For each line those that stand before it.
    before: Vec<Vec<usize>>,
    is_done: Vec<bool>,
    emitted: Vec<usize>,
}

impl Order {
    fn new(lines: &[Line]) -> Order {
        Order {
            is_look_up: lines.iter().map(is_look_up).collect(),
            before: before(lines),
            is_done: vec![false; lines.len()],
            emitted: Vec::new(),
        }
    }

    fn emit(&mut self, n: usize) {
        if !std::mem::replace(&mut self.is_done[n], true) {
            self.emitted.push(n);
        }
    }

    /// Whether a look-up that is not emitted must stand before a line.
    fn awaits(&self, n: usize) -> bool {
        let mut seen = vec![false; n + 1];
        let mut stack = self.before[n].clone();
        while let Some(n) = stack.pop() {
            if self.is_done[n] || std::mem::replace(&mut seen[n], true) {
                continue;
            }
            if self.is_look_up[n] {
                return true;
            }
            stack.extend_from_slice(&self.before[n]);
        }
        false
    }

    /// The first look-ups that need no others that are not emitted.
    fn next_batch(&self, most: usize) -> Vec<usize> {
        let open = (0..self.is_done.len()).filter(|n| self.is_look_up[*n] && !self.is_done[*n]);
        open.filter(|n| !self.awaits(*n)).take(most).collect()
    }

    fn has_look_ups(&self) -> bool {
        let mut all = self.is_done.iter().zip(&self.is_look_up);
        all.any(|(is_done, is_look_up)| !is_done && *is_look_up)
    }

    /// Emits what must stand before a line. These lines precede it, and are emitted in their order.
    fn emit_before(&mut self, n: usize) {
        let mut needed = Vec::new();
        let mut stack = self.before[n].clone();
        while let Some(n) = stack.pop() {
            if !self.is_done[n] && !needed.contains(&n) {
                needed.push(n);
                stack.extend_from_slice(&self.before[n]);
            }
        }
        needed.sort_unstable();
        needed.into_iter().for_each(|n| self.emit(n));
    }

    /// Emits what texels make computable, so that their registers are free: not what later look-ups need, nor what needs no
    /// texel, which would take registers too early.
    fn emit_computable(&mut self) {
        let mut is_needed = vec![false; self.is_done.len()];
        for n in (0..self.is_done.len()).rev() {
            if is_needed[n] || self.is_look_up[n] && !self.is_done[n] {
                self.before[n].iter().for_each(|b| is_needed[*b] = true);
            }
        }
        let mut has_texel = self.is_look_up.clone();
        for n in 0..self.is_done.len() {
            has_texel[n] |= self.before[n].iter().any(|b| has_texel[*b]);
            let is_ready = self.before[n].iter().all(|b| self.is_done[*b]);
            if is_ready && has_texel[n] && !is_needed[n] && !self.is_look_up[n] {
                self.emit(n);
            }
        }
    }
}

fn is_look_up(line: &Line) -> bool {
    use Opcode::*;
    matches!(line.opcode, TexLd | TexLdB | TexLdP | TexKill)
}

/// For each line those that it cannot pass.
fn before(lines: &[Line]) -> Vec<Vec<usize>> {
    // What each lane of a register was written by, and what has read it since.
    let mut lanes: FxHashMap<(Where, u8), (Option<usize>, Vec<usize>)> = FxHashMap::default();
    let mut all = Vec::with_capacity(lines.len());
    for (n, line) in lines.iter().enumerate() {
        let mut before = Vec::new();
        for (i, read) in line.reads.iter().enumerate() {
            for lane in of_bits(line.components_read(i)) {
                let (writer, readers) = lanes.entry((read.from, lane)).or_default();
                before.extend(*writer);
                readers.push(n);
            }
        }
        let written = line.to.map(|(to, mask)| match line.opcode {
            // The sine of model 2 leaves the other components undefined.
            Opcode::SinCos => (to, 15),
            _ => (to, mask),
        });
        for (to, lane) in written
            .into_iter()
            .flat_map(|(to, m)| of_bits(m).map(move |l| (to, l)))
        {
            let (writer, readers) = lanes.entry((to, lane)).or_default();
            before.extend(writer.replace(n));
            before.append(readers);
        }
        before.retain(|b| *b != n);
        before.sort_unstable();
        before.dedup();
        all.push(before);
    }
    all
}

fn of_bits(mask: u8) -> impl Iterator<Item = u8> {
    (0..4).filter(move |lane| mask >> lane & 1 != 0)
}
