//! Removes block parameters that get the same value over every edge. Their uses then name the value itself.
//!
//! Moves between registers need no pass, since front ends name values.
//!
//! Programs with calls are not changed. A called block may run again between the edge and the use, and then the parameter
//! holds an older version of the value.

use super::uses::{Replacements, for_each_use};
use crate::ir::{Edge, Program, Terminator, ValueId};

/// Removes such parameters until none is left.
pub fn copy_prop(program: &mut Program) {
    let calls = |t: &Terminator| matches!(t, Terminator::Call { .. });
    if program.blocks.iter().any(|b| calls(&b.terminator)) {
        return;
    }
    let mut replaced = Replacements::new(program);
    while drop_copies(program, &mut replaced) {}
    for_each_use(program, |v| *v = replaced.of(*v));
}

/// The values that the edges seen so far give to a parameter.
#[derive(Clone, Copy, PartialEq)]
enum Given {
    Nothing,
    One(ValueId),
    Several,
}

/// Removes parameters once over all blocks. Returns whether it removed some: removing one may make a copy of another.
fn drop_copies(program: &mut Program, replaced: &mut Replacements) -> bool {
    // Collects what each parameter is given. A parameter that is given itself, around a loop, does not count.
    let mut given: Vec<Vec<Given>> = program
        .blocks
        .iter()
        .map(|b| vec![Given::Nothing; b.params.len()])
        .collect();
    for edge in program.blocks.iter().flat_map(|b| edges(&b.terminator)) {
        let params = &program.block(edge.block).params;
        for ((given, param), arg) in given[edge.block.index()]
            .iter_mut()
            .zip(params)
            .zip(&edge.args)
        {
            let arg = replaced.of(*arg);
            *given = match *given {
                old if arg == *param => old,
                Given::Nothing => Given::One(arg),
                Given::One(value) if value == arg => Given::One(value),
                _ => Given::Several,
            };
        }
    }
    // Replaces the copies, and removes them from their blocks and from the edges.
    let is_copy = |g: &Given| matches!(g, Given::One(_));
    for (block, given) in program.blocks.iter_mut().zip(&given) {
        for (param, given) in block.params.iter().zip(given) {
            if let Given::One(value) = given {
                replaced.replace(*param, *value);
            }
        }
        let mut kept = given.iter().map(|g| !is_copy(g));
        block.params.retain(|_| kept.next().unwrap_or(true));
    }
    for block in &mut program.blocks {
        for edge in edges_mut(&mut block.terminator) {
            let mut kept = given[edge.block.index()].iter().map(|g| !is_copy(g));
            edge.args.retain(|_| kept.next().unwrap_or(true));
        }
    }
    given.iter().flatten().any(is_copy)
}

fn edges(terminator: &Terminator) -> impl Iterator<Item = &Edge> {
    let (first, second) = match terminator {
        Terminator::Jump(edge) => (Some(edge), None),
        Terminator::Branch(_, yes, no) => (Some(yes), Some(no)),
        _ => (None, None),
    };
    first.into_iter().chain(second)
}

fn edges_mut(terminator: &mut Terminator) -> impl Iterator<Item = &mut Edge> {
    let (first, second) = match terminator {
        Terminator::Jump(edge) => (Some(edge), None),
        Terminator::Branch(_, yes, no) => (Some(yes), Some(no)),
        _ => (None, None),
    };
    first.into_iter().chain(second)
}
