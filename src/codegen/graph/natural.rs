//! The loops of a program's blocks.

use crate::ir::{Program, Terminator};
use std::collections::BTreeMap;

/// The blocks of each loop, by the block at which its rounds begin.
pub(in crate::codegen) fn loops(program: &Program) -> BTreeMap<usize, Vec<bool>> {
    let n = program.blocks.len();
    let next: Vec<Vec<usize>> = { program.blocks.iter() }
        .map(|b| {
            b.terminator
                .successors()
                .iter()
                .map(|b| b.index())
                .collect()
        })
        .collect();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (block, all) in next.iter().enumerate() {
        all.iter().for_each(|to| before[*to].push(block));
    }
    // An edge to a block that the walk is inside of closes a loop: its blocks are those that lead to the edge.
    let mut found: BTreeMap<usize, Vec<bool>> = BTreeMap::new();
    for (from, header) in back_edges(&next) {
        let blocks = found.entry(header).or_insert_with(|| vec![false; n]);
        blocks[header] = true;
        let mut stack = vec![from];
        while let Some(block) = stack.pop() {
            if !std::mem::replace(&mut blocks[block], true) {
                stack.extend_from_slice(&before[block]);
            }
        }
    }
    found
}

fn back_edges(next: &[Vec<usize>]) -> Vec<(usize, usize)> {
    let mut edges = Vec::new();
    // 0: not seen, 1: the walk is inside, 2: done.
    let mut state = vec![0u8; next.len()];
    let mut stack = vec![(0, 0)];
    if let Some(first) = state.first_mut() {
        *first = 1;
    }
    while let Some((block, at)) = stack.pop() {
        let Some(&to) = next[block].get(at) else {
            state[block] = 2;
            continue;
        };
        stack.push((block, at + 1));
        match state[to] {
            0 => {
                state[to] = 1;
                stack.push((to, 0));
            }
            1 => edges.push((block, to)),
            _ => {}
        }
    }
    edges
}

/// The values that the blocks of a loop set and that blocks after it read, of which `exit` is the first.
pub(in crate::codegen) fn live_after(
    program: &Program,
    blocks: &[bool],
    exit: Option<usize>,
) -> Vec<usize> {
    let mut is_after = vec![false; blocks.len()];
    let mut stack: Vec<usize> = exit.into_iter().collect();
    while let Some(block) = stack.pop() {
        if !blocks[block] && !std::mem::replace(&mut is_after[block], true) {
            let next = program.blocks[block].terminator.successors();
            stack.extend(next.iter().map(|b| b.index()));
        }
    }
    let n = program.value_types.len();
    let (mut set, mut read) = (vec![false; n], vec![false; n]);
    for (i, block) in program.blocks.iter().enumerate() {
        if blocks[i] {
            let results = block.insts.iter().flat_map(|i| i.results());
            for value in results.chain(block.params.iter().copied()) {
                set[value.index()] = true;
            }
            continue;
        }
        if !is_after[i] {
            continue;
        }
        let arguments = block.insts.iter().flat_map(|i| i.args.iter().copied());
        arguments.for_each(|a| read[a.index()] = true);
        if let Terminator::Branch(mask, ..) = &block.terminator {
            read[mask.index()] = true;
        }
        for edge in edges(&block.terminator) {
            edge.args.iter().for_each(|a| read[a.index()] = true);
        }
    }
    (0..n).filter(|i| set[*i] && read[*i]).collect()
}

fn edges(terminator: &Terminator) -> Vec<&crate::ir::Edge> {
    match terminator {
        Terminator::Jump(edge) => vec![edge],
        Terminator::Branch(_, a, b) => vec![a, b],
        _ => Vec::new(),
    }
}
