//! Blocks, loops and subroutines.
//!
//! The order of a shader's parts, and of the blocks in each of them:
//!
//! ```text
//!     main … ret ── label l0 … ret ── label l1 … ret ── end      a call names a label further on
//!
//!     if … [else …] endif      loop … endloop      rep … endrep      one within the other
//! ```

use super::checker::{Checked, Checker};
use crate::frontend::assembly::d3d::model::*;
use crate::frontend::diagnostic::d3d::D3dRule;
use std::collections::{HashMap, HashSet};

/// What is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    If,
    Else,
    Loop,
    Rep,
}

/// Nesting that a version allows: blocks, loops, calls.
struct Depths {
    blocks: u32,
    loops: u32,
    calls: u32,
}

fn depths(version: Version) -> Depths {
    match version {
        Version::Vs20 => Depths {
            blocks: 16,
            loops: 1,
            calls: 1,
        },
        _ => Depths {
            blocks: 24,
            loops: 4,
            calls: 4,
        },
    }
}

/// Which subroutine an instruction belongs to: the main one has no label.
type Routine = Option<u32>;

/// What the walk over the instructions has seen up to one of them.
#[derive(Default)]
struct Walk {
    /// The open blocks, from the outermost one.
    open: Vec<Open>,
    routine: Routine,
    /// Whether the instruction before was `ret`.
    after_ret: bool,
    labels: HashSet<u32>,
    /// Each call with the subroutine in which it stands.
    calls: Vec<(Routine, u32)>,
    /// The subroutines that are called where `aL` exists.
    with_index: HashSet<u32>,
    /// Of each open `if`, whether its condition is a value of the pixel.
    dynamic: Vec<bool>,
}

/// Checks the flow of a shader.
pub(super) fn check(checker: &mut Checker<'_>) -> Checked {
    let mut walk = Walk::default();
    let shader = checker.shader;
    let limits = depths(checker.version);
    for (instruction, span) in shader.instructions() {
        checker.span = span;
        walk.order(checker, instruction)?;
        match instruction.opcode {
            Opcode::Call | Opcode::CallNz | Opcode::Label | Opcode::Ret => {
                walk.routine(checker, instruction)?;
            }
            _ => walk.block(checker, instruction)?,
        }
        walk.index(checker, instruction)?;
        nesting(checker, &walk.open, &limits)?;
        slopes(checker, instruction, &mut walk.dynamic)?;
    }
    walk.end(checker, &limits)
}

impl Walk {
    /// After `ret` follows a label or the end, and a label follows nothing else.
    fn order(&mut self, checker: &Checker<'_>, instruction: &Instruction) -> Checked {
        let is_label = instruction.opcode == Opcode::Label;
        if self.after_ret && !is_label {
            return checker.rule(false, instruction, "only a label or the end follows ret");
        }
        if is_label && !self.after_ret {
            return checker.rule(false, instruction, "a label follows ret");
        }
        self.after_ret = false;
        Ok(())
    }

    /// Opens and closes blocks. What closes a block must find the right one innermost.
    fn block(&mut self, checker: &Checker<'_>, instruction: &Instruction) -> Checked {
        let name = checker.name(instruction);
        // Each row opens a block, changes the innermost one, or closes it.
        match instruction.opcode {
            Opcode::If | Opcode::IfC => self.open.push(Open::If),
            Opcode::Loop => self.open.push(Open::Loop),
            Opcode::Rep => self.open.push(Open::Rep),
            Opcode::Else => match self.open.last_mut() {
                Some(block @ Open::If) => *block = Open::Else,
                _ => return unopened(checker, name, "if"),
            },
            Opcode::EndIf => match self.open.pop() {
                Some(Open::If | Open::Else) => {}
                _ => return unopened(checker, name, "if or else"),
            },
            Opcode::EndLoop if self.open.pop() != Some(Open::Loop) => {
                return unopened(checker, name, "loop");
            }
            Opcode::EndRep if self.open.pop() != Some(Open::Rep) => {
                return unopened(checker, name, "rep");
            }
            Opcode::Break | Opcode::BreakC | Opcode::BreakP => {
                let mut open = self.open.iter();
                let inside = open.any(|o| matches!(o, Open::Loop | Open::Rep));
                checker.rule(inside, instruction, "it stands in a loop")?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Notes calls, labels and `ret`. A call names a label that is still to come.
    fn routine(&mut self, checker: &Checker<'_>, instruction: &Instruction) -> Checked {
        if instruction.opcode == Opcode::Ret {
            let is_outside = self.open.is_empty();
            checker.rule(is_outside, instruction, "it stands outside of blocks")?;
            self.after_ret = true;
            return Ok(());
        }
        let label = instruction.sources[0].register.number;
        if self.labels.contains(&label) {
            return checker.fail(D3dRule::Label(label));
        }
        if instruction.opcode == Opcode::Label {
            self.labels.insert(label);
            self.routine = Some(label);
        } else {
            self.calls.push((self.routine, label));
        }
        Ok(())
    }

    /// Checks the use of `aL`. A subroutine has it if one call of it has, and hands it on to those that it calls itself.
    fn index(&mut self, checker: &Checker<'_>, instruction: &Instruction) -> Checked {
        let of_caller = |label| self.with_index.contains(&label);
        let exists = self.open.contains(&Open::Loop) || self.routine.is_some_and(of_caller);
        index(checker, instruction, exists)?;
        if exists && matches!(instruction.opcode, Opcode::Call | Opcode::CallNz) {
            let label = instruction.sources[0].register.number;
            self.with_index.insert(label);
        }
        Ok(())
    }

    /// At the end no block is open, and the last subroutine has its `ret`.
    fn end(&self, checker: &Checker<'_>, limits: &Depths) -> Checked {
        if let Some(block) = self.open.last() {
            let name = match block {
                Open::If | Open::Else => "if",
                Open::Loop => "loop",
                Open::Rep => "rep",
            };
            return checker.fail_at_end(D3dRule::Unclosed(name));
        }
        if self.routine.is_some() && !self.after_ret {
            return checker.fail_at_end(D3dRule::Unclosed("label"));
        }
        routines(checker, &self.labels, &self.calls, limits.calls)
    }
}

/// Where the quads of a pixel shader part by values, temporaries have no slopes.
fn slopes(checker: &Checker<'_>, instruction: &Instruction, dynamic: &mut Vec<bool>) -> Checked {
    use Opcode::*;
    match instruction.opcode {
        IfC => dynamic.push(true),
        If => {
            let condition = instruction.sources[0].register.file;
            dynamic.push(condition == File::Predicate);
        }
        EndIf => drop(dynamic.pop()),
        TexLd | TexLdB | TexLdP | Dsx | Dsy if checker.version.is_pixel() => {
            let temp = instruction.sources[0].register.file == File::Temp;
            let parted = dynamic.contains(&true);
            let chosen = instruction.predicate.is_some() && matches!(instruction.opcode, Dsx | Dsy);
            return checker.rule(
                !(temp && (parted || chosen)),
                instruction,
                "a temporary has no slope in a block whose condition is a value of the pixel",
            );
        }
        _ => {}
    }
    Ok(())
}

fn unopened(checker: &Checker<'_>, name: &'static str, opener: &'static str) -> Checked {
    checker.fail(D3dRule::Unopened { name, opener })
}

/// `aL` exists in loops, and in subroutines that are called from one.
fn index(checker: &Checker<'_>, instruction: &Instruction, exists: bool) -> Checked {
    let of_destination = instruction.destination.and_then(|d| d.index);
    let indices = instruction.sources.iter().filter_map(|s| s.index);
    let mut indices = indices.chain(of_destination);
    let reads = indices.any(|i| i.register.file == File::Loop);
    checker.rule(
        !reads || exists,
        instruction,
        "aL exists in a loop, or in a subroutine that a loop calls",
    )
}

fn nesting(checker: &Checker<'_>, open: &[Open], limits: &Depths) -> Checked {
    let loops = open
        .iter()
        .filter(|o| matches!(o, Open::Loop | Open::Rep))
        .count() as u32;
    let blocks = open.len() as u32 - loops;
    let version = checker.version.name();
    for (depth, limit) in [(loops, limits.loops), (blocks, limits.blocks)] {
        if depth > limit {
            return checker.fail(D3dRule::Nesting {
                depth,
                limit,
                version,
            });
        }
    }
    Ok(())
}

/// Labels exist, and calls are not too deep. A call names a label after it, so nothing recurses.
fn routines(
    checker: &Checker<'_>,
    labels: &HashSet<u32>,
    calls: &[(Routine, u32)],
    limit: u32,
) -> Checked {
    let mut depth: HashMap<u32, u32> = HashMap::new();
    for label in labels {
        if !calls.iter().any(|(_, called)| called == label) {
            return checker.fail_at_end(D3dRule::Uncalled(*label));
        }
    }
    for (from, label) in calls {
        if !labels.contains(label) {
            return checker.fail_at_end(D3dRule::NoLabel(*label));
        }
        let outer = from.map_or(0, |l| depth.get(&l).copied().unwrap_or(0));
        let inner = depth.entry(*label).or_default();
        *inner = (*inner).max(outer + 1);
        if *inner > limit {
            let (depth, version) = (*inner, checker.version.name());
            return checker.fail_at_end(D3dRule::Nesting {
                depth,
                limit,
                version,
            });
        }
    }
    Ok(())
}
