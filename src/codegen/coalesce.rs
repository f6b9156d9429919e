//! A register that is computed only to be moved to another one is computed there at once.

use super::lines::{Code, Line, Read, Where};
use crate::frontend::assembly::d3d::model::{Modifier, Opcode};

pub(super) fn coalesce(code: &mut Code) {
    let mut at = 0;
    while at < code.lines.len() {
        match joined(code, at) {
            Some((first, from, to)) => {
                for line in &mut code.lines[first..at] {
                    rename(line, from, to);
                }
                code.virtuals[to as usize] |= code.virtuals[from as usize];
                code.lines.remove(at);
            }
            None => at += 1,
        }
    }
}

/// If a line moves a register that can be joined with the other one: where it is set first, it, and the other one.
fn joined(code: &Code, at: usize) -> Option<(usize, u32, u32)> {
    let line = &code.lines[at];
    let (Where::Virtual(to), mask) = line.to? else {
        return None;
    };
    let read = line.reads.first()?;
    let Where::Virtual(from) = read.from else {
        return None;
    };
    let is_plain = line.opcode == Opcode::Mov && !line.saturate && read.modifier == Modifier::None;
    let is_in_order = (0..4).all(|l| mask >> l & 1 == 0 || usize::from(read.lanes[l]) == l);
    let is_address = |r: &Read| r.from == Where::Virtual(from);
    if !is_plain || !is_in_order || from == to || code.indices.iter().any(is_address) {
        return None;
    }
    let reads = |l: &Line, register: u32| reads(code, l, register);
    let is_from = |l: &Line| writes(l, from) || reads(l, from);
    // The other register is set by lines before this one, all in one run, and read nowhere else.
    let first = code.lines.iter().position(|l| writes(l, from))?;
    if first > at || code.lines[at + 1..].iter().any(is_from) {
        return None;
    }
    let between = &code.lines[first..at];
    let mut written = 0;
    for (n, line) in between.iter().enumerate() {
        let is_first = n == 0;
        if line.is_flow() || writes(line, to) || reads(line, to) && !is_first {
            return None;
        }
        // The first line may read what it then writes, but not where results and operands must lie apart.
        let is_apart = matches!(line.opcode, Opcode::Pow | Opcode::SinCos);
        if reads(line, to) && is_apart {
            return None;
        }
        if writes(line, from) {
            written |= line.to.map_or(0, |(_, mask)| mask);
        }
    }
    (written == mask).then_some((first, from, to))
}

fn writes(line: &Line, register: u32) -> bool {
    line.to
        .is_some_and(|(to, _)| to == Where::Virtual(register))
}

/// Whether a line reads a register, as an operand or as the number of a constant.
fn reads(code: &Code, line: &Line, register: u32) -> bool {
    line.reads.iter().any(|r| match r.from {
        Where::Indexed(_, id) => code.indices[id as usize].from == Where::Virtual(register),
        from => from == Where::Virtual(register),
    })
}

fn rename(line: &mut Line, from: u32, to: u32) {
    if let Some((place, _)) = &mut line.to
        && *place == Where::Virtual(from)
    {
        *place = Where::Virtual(to);
    }
    for read in &mut line.reads {
        if read.from == Where::Virtual(from) {
            read.from = Where::Virtual(to);
        }
    }
}
