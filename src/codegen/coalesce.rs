//! A register that is computed only to be moved to another one is computed there at once.

use super::lines::{Code, Line, Where};
use super::target::Target;
use crate::frontend::assembly::d3d::model::{File, Modifier, Opcode};

/// Joins registers as long as there are some.
pub(super) fn coalesce(target: &Target<'_>, code: &mut Code) {
    let mut at = 0;
    while at < code.lines.len() {
        match joined(target, code, at) {
            Some((first, from, to)) => {
                for line in &mut code.lines[first..at] {
                    rename(line, from, to);
                }
                if let Where::Virtual(to) = to {
                    code.virtuals[to as usize] |= code.virtuals[from as usize];
                }
                code.lines.remove(at);
            }
            None => at += 1,
        }
    }
}

/// Whether instructions can write a register in place of a temporary: outputs, but in model 2 no colours.
fn takes(target: &Target<'_>, to: Where) -> bool {
    let Where::Fixed(register) = to else {
        return matches!(to, Where::Virtual(_));
    };
    match register.file {
        File::ColorOut => target.version.major() == 3,
        File::Output => !target.is_pixel(),
        _ => false,
    }
}

/// If a line moves a register that can be joined with the other one: where it is set first, it, and the other one.
fn joined(target: &Target<'_>, code: &Code, at: usize) -> Option<(usize, u32, Where)> {
    let line = &code.lines[at];
    let (to, mask) = line.to.filter(|(to, _)| takes(target, *to))?;
    let read = line.reads.first()?;
    let Where::Virtual(from) = read.from else {
        return None;
    };
    let source = read.from;
    let is_plain = line.opcode == Opcode::Mov && !line.saturate && read.modifier == Modifier::None;
    let is_in_order = (0..4).all(|l| mask >> l & 1 == 0 || usize::from(read.lanes[l]) == l);
    let is_address = code.indices.iter().any(|r| r.from == source);
    if !is_plain || !is_in_order || source == to || is_address {
        return None;
    }
    // Outputs are written, never read.
    let is_output = matches!(to, Where::Fixed(_));
    let reads = |l: &Line, register: Where| reads(code, l, register);
    let is_from = |l: &Line| writes(l, source) || reads(l, source);
    // The other register is set by lines before this one, all in one run, and read nowhere else.
    let first = code.lines.iter().position(|l| writes(l, source))?;
    if first > at || code.lines[at + 1..].iter().any(is_from) {
        return None;
    }
    let mut written = 0;
    for (n, line) in code.lines[first..at].iter().enumerate() {
        let is_first = n == 0;
        if line.is_flow() || writes(line, to) || reads(line, to) && !is_first {
            return None;
        }
        // The first line may read what it then writes, but not where results and operands must lie apart.
        let is_apart = matches!(line.opcode, Opcode::Pow | Opcode::SinCos);
        let is_hidden = is_output && (reads(line, source) || writes(line, source) && is_apart);
        if is_apart && reads(line, to) || is_hidden {
            return None;
        }
        if writes(line, source) {
            written |= line.to.map_or(0, |(_, mask)| mask);
        }
    }
    (written == mask).then_some((first, from, to))
}

fn writes(line: &Line, register: Where) -> bool {
    line.to.is_some_and(|(to, _)| to == register)
}

/// Whether a line reads a register, as an operand or as the number of a constant.
fn reads(code: &Code, line: &Line, register: Where) -> bool {
    line.reads.iter().any(|r| match r.from {
        Where::Indexed(_, id) => code.indices[id as usize].from == register,
        from => from == register,
    })
}

fn rename(line: &mut Line, from: u32, to: Where) {
    let from = Where::Virtual(from);
    if let Some((place, _)) = &mut line.to
        && *place == from
    {
        *place = to;
    }
    let reads = line.reads.iter_mut().filter(|r| r.from == from);
    reads.for_each(|r| r.from = to);
}
