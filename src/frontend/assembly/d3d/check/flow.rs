//! Blocks, loops and subroutines.

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

/// Checks the flow of a shader.
pub(super) fn check(checker: &mut Checker<'_>) -> Checked {
    let mut open: Vec<Open> = Vec::new();
    let (mut routine, mut after_ret): (Routine, bool) = (None, false);
    let mut labels: HashSet<u32> = HashSet::new();
    let mut calls: Vec<(Routine, u32)> = Vec::new();
    let mut loops_of: HashSet<u32> = HashSet::new();
    let mut dynamic: Vec<bool> = Vec::new();
    let shader = checker.shader;
    let limits = depths(checker.version);
    for (instruction, span) in shader.instructions() {
        checker.span = span;
        let name = checker.name(instruction);
        if after_ret && instruction.opcode != Opcode::Label {
            return checker.rule(false, instruction, "only a label or the end follows ret");
        }
        if instruction.opcode == Opcode::Label && !after_ret {
            return checker.rule(false, instruction, "a label follows ret");
        }
        after_ret = false;
        match instruction.opcode {
            Opcode::If | Opcode::IfC => open.push(Open::If),
            Opcode::Loop => open.push(Open::Loop),
            Opcode::Rep => open.push(Open::Rep),
            Opcode::Else => match open.last_mut() {
                Some(block @ Open::If) => *block = Open::Else,
                _ => return unopened(checker, name, "if"),
            },
            Opcode::EndIf => match open.pop() {
                Some(Open::If | Open::Else) => {}
                _ => return unopened(checker, name, "if or else"),
            },
            Opcode::EndLoop if open.pop() != Some(Open::Loop) => {
                return unopened(checker, name, "loop");
            }
            Opcode::EndRep if open.pop() != Some(Open::Rep) => {
                return unopened(checker, name, "rep");
            }
            Opcode::Break | Opcode::BreakC | Opcode::BreakP => {
                let inside = open.iter().any(|o| matches!(o, Open::Loop | Open::Rep));
                checker.rule(inside, instruction, "it stands in a loop")?;
            }
            Opcode::Call | Opcode::CallNz => {
                let label = instruction.sources[0].register.number;
                if labels.contains(&label) {
                    return checker.fail(D3dRule::Label(label));
                }
                if open.contains(&Open::Loop) {
                    loops_of.insert(label);
                }
                calls.push((routine, label));
            }
            Opcode::Label => {
                let label = instruction.sources[0].register.number;
                if !labels.insert(label) {
                    return checker.fail(D3dRule::Label(label));
                }
                routine = Some(label);
            }
            Opcode::Ret => {
                checker.rule(open.is_empty(), instruction, "it stands outside of blocks")?;
                after_ret = true;
            }
            _ => {}
        }
        let has_index =
            open.contains(&Open::Loop) || routine.is_some_and(|label| loops_of.contains(&label));
        index(checker, instruction, has_index)?;
        if let (true, Some(_), Opcode::Call | Opcode::CallNz) =
            (has_index, routine, instruction.opcode)
        {
            loops_of.insert(instruction.sources[0].register.number);
        }
        nesting(checker, &open, &limits)?;
        slopes(checker, instruction, &mut dynamic)?;
    }
    if let Some(block) = open.last() {
        let name = match block {
            Open::If | Open::Else => "if",
            Open::Loop => "loop",
            Open::Rep => "rep",
        };
        return checker.fail_at_end(D3dRule::Unclosed(name));
    }
    if routine.is_some() && !after_ret {
        return checker.fail_at_end(D3dRule::Unclosed("label"));
    }
    routines(checker, &labels, &calls, limits.calls)
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
            return checker.rule(
                !(temp && parted),
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
