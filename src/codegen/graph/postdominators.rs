//! Where the two ways of a branch meet: the first block that every way from a block to the end passes.

use crate::ir::{Program, Terminator};

/// For each block the block where its ways meet again; `None`: at the end only.
pub(in crate::codegen) fn joins(program: &Program) -> Vec<Option<usize>> {
    let n = program.blocks.len();
    let order = postorder(program);
    let mut number = vec![0; n + 1];
    for (i, block) in order.iter().enumerate() {
        number[*block] = i + 1;
    }
    // The end has the number 0: all ways lead to it. The order visits a block after what follows it.
    let end = n;
    let mut join: Vec<Option<usize>> = vec![None; n + 1];
    join[end] = Some(end);
    let mut changed = true;
    while changed {
        changed = false;
        for &block in &order {
            let next = successors(program, block, end);
            let mut known = next.into_iter().filter(|s| join[*s].is_some());
            let Some(first) = known.next() else { continue };
            let found = known.fold(first, |a, b| meet(&join, &number, a, b));
            if join[block] != Some(found) {
                join[block] = Some(found);
                changed = true;
            }
        }
    }
    join.truncate(n);
    join.into_iter().map(|j| j.filter(|j| *j != end)).collect()
}

fn successors(program: &Program, block: usize, end: usize) -> Vec<usize> {
    let terminator = &program.blocks[block].terminator;
    let mut next: Vec<usize> = terminator.successors().iter().map(|b| b.index()).collect();
    if next.is_empty() || matches!(terminator, Terminator::Return) {
        next.push(end);
    }
    next
}

/// The blocks that the entry reaches, each after those that follow it.
fn postorder(program: &Program) -> Vec<usize> {
    let n = program.blocks.len();
    let (mut seen, mut order) = (vec![false; n], Vec::new());
    let mut stack = vec![(0, false)];
    while let Some((block, is_done)) = stack.pop() {
        if is_done {
            order.push(block);
        } else if !std::mem::replace(&mut seen[block], true) {
            stack.push((block, true));
            let next = program.blocks[block].terminator.successors();
            stack.extend(next.iter().map(|b| (b.index(), false)));
        }
    }
    order
}

/// The first common block on the ways of two blocks to the end.
fn meet(join: &[Option<usize>], number: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        let later = if number[a] > number[b] {
            &mut a
        } else {
            &mut b
        };
        match join[*later] {
            Some(next) if next != *later => *later = next,
            _ => return join.len() - 1,
        }
    }
    a
}
