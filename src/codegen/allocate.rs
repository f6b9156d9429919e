//! The registers of virtual ones. A number that is alone in its register may lie in any component.

use super::lines::{Code, Where};
use super::machine::{Opcode, Waves};
use super::refusal::Refusal;
use super::target::Target;
use smallvec::SmallVec;

/// Microsoft's number for temporaries that are not there.
pub(super) const TOO_MANY: u32 = 4505;

/// A virtual register's register, and the component of a number that is alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Given {
    pub(super) register: u32,
    pub(super) component: Option<u8>,
}

/// From which line to which one a register is alive, and its lanes.
#[derive(Debug, Clone, Copy, Default)]
struct Life {
    first: Option<usize>,
    last: usize,
    lanes: u8,
}

pub(super) fn allocate(target: &Target<'_>, code: &Code) -> Result<Vec<Given>, Refusal> {
    let lives = lives(target, code);
    let limit = target.machine.temporaries;
    // For each component, the line at which what it holds is read last.
    let mut busy: Vec<[usize; 4]> = Vec::new();
    let nothing = Given {
        register: 0,
        component: None,
    };
    let mut given = vec![nothing; lives.len()];
    let (mut placed, apart) = (vec![false; lives.len()], apart(target, code));
    let mut order: Vec<usize> = (0..lives.len()).collect();
    order.retain(|v| lives[*v].first.is_some());
    order.sort_by_key(|v| lives[*v].first);
    for v in order {
        let life = &lives[v];
        let start = life.first.unwrap_or(0);
        let is_alone = life.lanes.count_ones() == 1 && !code.virtuals[v];
        let free = |row: &[usize; 4], c: usize| row[c] <= start;
        let fits = |row: &[usize; 4]| match is_alone {
            true => (0..4).any(|c| free(row, c)),
            false => (0..4).all(|c| life.lanes >> c & 1 == 0 || free(row, c)),
        };
        let is_apart = |register: usize| {
            let mut others = apart[v].iter();
            !others.any(|o| placed[*o] && given[*o].register as usize == register)
        };
        let mut rows = busy.iter().enumerate();
        let found = rows.find(|(n, row)| fits(row) && is_apart(*n));
        let register = found.map_or(busy.len(), |(n, _)| n);
        if register == busy.len() {
            busy.push([0; 4]);
        }
        placed[v] = true;
        let row = &mut busy[register];
        let component = is_alone.then(|| {
            // The last components first: vectors begin with the first ones.
            (0..4).rev().find(|c| free(row, *c)).unwrap_or(3)
        });
        for (c, busy) in row.iter_mut().enumerate() {
            let is_own = component.map_or(life.lanes >> c & 1 != 0, |own| own == c);
            if is_own {
                *busy = life.last.max(start + 1);
            }
        }
        given[v] = Given {
            register: register as u32,
            component: component.map(|c| c as u8),
        };
    }
    let used = busy.len() as u32;
    if used > limit {
        return Err(Refusal::Limit {
            what: "temporaries r# are needed",
            used,
            limit,
            version: target.machine.name,
            number: TOO_MANY,
        });
    }
    Ok(given)
}

/// For each virtual register those that must not share its register: results of some instructions and their operands.
fn apart(target: &Target<'_>, code: &Code) -> Vec<SmallVec<[usize; 2]>> {
    let mut apart = vec![SmallVec::new(); code.virtuals.len()];
    for line in &code.lines {
        if !target.machine.keeps_apart(line.opcode) {
            continue;
        }
        let Some((Where::Virtual(to), _)) = line.to else {
            continue;
        };
        // Of a choice, what is written first may lie where the result does.
        let first = if line.opcode == Opcode::Cmp { 2 } else { 0 };
        for read in line.reads.iter().skip(first) {
            if let Where::Virtual(from) = read.from
                && from != to
            {
                apart[to as usize].push(from as usize);
                apart[from as usize].push(to as usize);
            }
        }
    }
    apart
}

/// Lines are numbered from 1. A line reads before it writes.
fn lives(target: &Target<'_>, code: &Code) -> Vec<Life> {
    let mut lives = vec![Life::default(); code.virtuals.len()];
    for (n, line) in code.lines.iter().enumerate() {
        let now = n + 1;
        for read in &line.reads {
            if let Where::Virtual(v) = read.from {
                let life = &mut lives[v as usize];
                life.last = life.last.max(now);
            }
        }
        if let Some((Where::Virtual(v), mask)) = line.to {
            let life = &mut lives[v as usize];
            life.first.get_or_insert(now);
            life.last = life.last.max(now);
            // The sine of model 2 leaves the other components undefined.
            life.lanes |= match line.opcode {
                Opcode::SinCos if target.machine.waves == Waves::PairWithConstants => 15,
                _ => mask,
            };
        }
    }
    through_loops(code, &mut lives);
    lives
}

/// What is set before a loop and read in it is alive until its end. Inner loops end first.
fn through_loops(code: &Code, lives: &mut [Life]) {
    let mut starts = Vec::new();
    for (n, line) in code.lines.iter().enumerate() {
        let now = n + 1;
        match line.opcode {
            Opcode::Rep | Opcode::Loop => starts.push(now),
            Opcode::EndRep | Opcode::EndLoop => {
                let start = starts.pop().unwrap_or(0);
                let inside = |l: &&mut Life| {
                    l.first.is_some_and(|first| first < start) && l.last > start && l.last < now
                };
                lives.iter_mut().filter(inside).for_each(|l| l.last = now);
            }
            _ => {}
        }
    }
}
