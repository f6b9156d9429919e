//! A register that is computed only to be moved to another one is computed there at once.

use super::lines::{Code, Line, Shape, Where};
use super::target::Target;
use crate::codegen::machine::Opcode;
use crate::frontend::assembly::d3d::model::{File, Modifier};
use rustc_hash::{FxHashMap, FxHashSet};

/// Joins registers as long as there are some.
pub(super) fn coalesce(target: &Target<'_>, code: &mut Code) {
    let mut uses = Uses::new(code);
    let mut is_gone = vec![false; code.lines.len()];
    for (at, is_gone) in is_gone.iter_mut().enumerate() {
        let Some((first, from, to)) = joined(target, code, &uses, at) else {
            continue;
        };
        *is_gone = true;
        for n in uses.join(first, at, Where::Virtual(from), to) {
            rename(&mut code.lines[n], from, to);
        }
        if let Where::Virtual(to) = to {
            code.virtuals[to as usize] |= code.virtuals[from as usize];
        }
    }
    let mut gone = is_gone.into_iter();
    code.lines.retain(|_| !gone.next().unwrap_or(false));
    spread(target, code);
}

/// A number that is moved to several lanes, and read nowhere else, is computed in all of them at once.
fn spread(target: &Target<'_>, code: &mut Code) {
    let uses = Uses::new(code);
    let mut is_gone = vec![false; code.lines.len()];
    for (at, is_gone) in is_gone.iter_mut().enumerate() {
        let Some((first, to, mask)) = spread_at(target, code, &uses, at) else {
            continue;
        };
        *is_gone = true;
        let line = &mut code.lines[first];
        if let (Some((_, own)), Shape::Each) = (line.to, line.shape) {
            let lane = own.trailing_zeros() as usize;
            { line.reads.iter_mut() }.for_each(|r| r.lanes = [r.lanes[lane]; 4]);
        }
        line.to = Some((to, mask));
    }
    let mut gone = is_gone.into_iter();
    code.lines.retain(|_| !gone.next().unwrap_or(false));
}

/// If a line moves one number to lanes of a register, where it is computed alone: the line that does it, the register, the lanes.
fn spread_at(
    target: &Target<'_>,
    code: &Code,
    uses: &Uses,
    at: usize,
) -> Option<(usize, Where, u8)> {
    let line = &code.lines[at];
    let (to, mask) = line.to.filter(|(to, _)| takes(target, *to))?;
    let [read] = &line.reads[..] else {
        return None;
    };
    let is_plain = line.opcode == Opcode::Mov && !line.saturate && read.modifier == Modifier::None;
    let mut lanes = (0..4).filter(|l| mask >> l & 1 != 0);
    let component = read.lanes[lanes.next()?];
    let is_one = lanes.all(|l| read.lanes[l] == component);
    let source = read.from;
    if !is_plain
        || !is_one
        || !matches!(source, Where::Virtual(_))
        || uses.addresses.contains(&source)
    {
        return None;
    }
    // One line computes it, and nothing names the other register meanwhile.
    let &[first, last] = uses.of(source) else {
        return None;
    };
    let computes = &code.lines[first];
    let is_alone = last == at
        && writes(computes, source)
        && !reads(code, computes, source)
        && computes.to.is_some_and(|(_, own)| own == 1 << component);
    let is_between = !Uses::between(uses.of(to), first, at).is_empty()
        || !Uses::between(&uses.flow, first, at).is_empty();
    let spreads = matches!(computes.shape, Shape::Each | Shape::First(_) | Shape::One)
        && !matches!(
            computes.opcode,
            Opcode::Pow | Opcode::SinCos | Opcode::Lit | Opcode::Frc
        )
        && target.machine.part_of(computes.opcode).is_none();
    (is_alone && !is_between && spreads).then_some((first, to, mask))
}

/// Which lines name each register, and which are flow; so a join costs no walk over all lines.
struct Uses {
    /// By rising lines. Lines that are gone are not there.
    lines: FxHashMap<Where, Vec<usize>>,
    flow: Vec<usize>,
    /// The registers by which constants are addressed.
    addresses: FxHashSet<Where>,
}

impl Uses {
    fn new(code: &Code) -> Uses {
        let mut lines: FxHashMap<Where, Vec<usize>> = FxHashMap::default();
        for (n, line) in code.lines.iter().enumerate() {
            let to = line.to.map(|(to, _)| to);
            for register in registers_read(code, line).chain(to) {
                let known = lines.entry(register).or_default();
                if known.last() != Some(&n) {
                    known.push(n);
                }
            }
        }
        let flow = (0..code.lines.len()).filter(|n| code.lines[*n].is_flow());
        Uses {
            lines,
            flow: flow.collect(),
            addresses: code.indices.iter().map(|r| r.from).collect(),
        }
    }

    fn of(&self, register: Where) -> &[usize] {
        self.lines.get(&register).map_or(&[], Vec::as_slice)
    }

    /// Those from a line on, and before another one.
    fn between(lines: &[usize], first: usize, end: usize) -> &[usize] {
        let start = lines.partition_point(|n| *n < first);
        &lines[start..lines.partition_point(|n| *n < end).max(start)]
    }

    /// Notes that a register is joined with the other one, from a line to the move, which goes. Returns the lines between.
    fn join(&mut self, first: usize, at: usize, from: Where, to: Where) -> Vec<usize> {
        let own = self.lines.entry(from).or_default();
        let moved = own.split_off(own.partition_point(|n| *n < first));
        let moved: Vec<usize> = moved.into_iter().filter(|n| *n != at).collect();
        // Of the other register's lines just the first one and the move may lie there.
        let others = self.lines.entry(to).or_default();
        let range = others.partition_point(|n| *n < first)..others.partition_point(|n| *n <= at);
        others.splice(range, moved.iter().copied());
        moved
    }
}

/// Whether instructions can write a register in place of a temporary: outputs, but in model 2 no colours.
fn takes(target: &Target<'_>, to: Where) -> bool {
    let Where::Fixed(register) = to else {
        return matches!(to, Where::Virtual(_));
    };
    match register.file {
        File::ColorOut => !target.machine.moves_colors,
        File::Output | File::TextureOut | File::AttributeOut => !target.machine.is_pixel,
        File::Position | File::Fog | File::PointSize => true,
        _ => false,
    }
}

/// If a line moves a register that can be joined with the other one: where it is set first, it, and the other one.
fn joined(target: &Target<'_>, code: &Code, uses: &Uses, at: usize) -> Option<(usize, u32, Where)> {
    let line = &code.lines[at];
    let (to, mask) = line.to.filter(|(to, _)| takes(target, *to))?;
    let read = line.reads.first()?;
    let Where::Virtual(from) = read.from else {
        return None;
    };
    let source = read.from;
    let is_plain = line.opcode == Opcode::Mov && !line.saturate && read.modifier == Modifier::None;
    let is_in_order = (0..4).all(|l| mask >> l & 1 == 0 || usize::from(read.lanes[l]) == l);
    if !is_plain || !is_in_order || source == to || uses.addresses.contains(&source) {
        return None;
    }
    // The register is read nowhere else after the move, and all lines from its first one to the move are of one run.
    let own = uses.of(source);
    let first = { own.iter().copied() }.find(|n| writes(&code.lines[*n], source))?;
    let is_last = own.last() == Some(&at);
    if first > at || !is_last || !Uses::between(&uses.flow, first, at).is_empty() {
        return None;
    }
    // The first line may read what it then writes. Between it and the move, nothing names the other register.
    if !Uses::between(uses.of(to), first + 1, at).is_empty() {
        return None;
    }
    // Outputs are written, never read.
    let is_output = matches!(to, Where::Fixed(_));
    let mut written = 0;
    for n in Uses::between(own, first, at) {
        let line = &code.lines[*n];
        let is_written = writes(line, source);
        // The results and operands of these must lie apart.
        let is_apart = target.machine.keeps_apart(line.opcode);
        let takes_outputs = !is_apart || line.opcode == Opcode::Cmp;
        let is_hidden = is_output && (reads(code, line, source) || is_written && !takes_outputs);
        if is_apart && reads(code, line, to) || is_hidden {
            return None;
        }
        if is_written {
            written |= line.to.map_or(0, |(_, mask)| mask);
        }
    }
    (written == mask).then_some((first, from, to))
}

fn writes(line: &Line, register: Where) -> bool {
    line.to.is_some_and(|(to, _)| to == register)
}

/// The registers that a line reads, as operands or as the numbers of constants.
fn registers_read<'c>(code: &'c Code, line: &'c Line) -> impl Iterator<Item = Where> + 'c {
    line.reads.iter().map(|r| match r.from {
        Where::Indexed(_, id) => code.indices[id as usize].from,
        from => from,
    })
}

fn reads(code: &Code, line: &Line, register: Where) -> bool {
    registers_read(code, line).any(|from| from == register)
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
