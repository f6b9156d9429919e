//! Control flow as `if` and `while`: from a graph of blocks to a tree of steps.
//!
//! ```text
//! region (a loop's blocks, or all)            item (a block, or a whole loop)
//!   → components of the graph → items           its own steps
//!   → dominators among the items, no cycles     if { an item that only this edge leads to … } else { … }
//!   → the items that each one dominates         then the items that several of its paths reach, each under a test
//! ```
//!
//! A loop's entries are cut out of its body: edges to them repeat it, edges out of it end it (`go = 0`). Where the
//! steps so far may lead to several places, each jump stores its target (`next = …`). The code after it tests this
//! (`Guard`). So a loop with several entries (irreducible control flow) needs nothing special. Where this nests too
//! deep, or costs too much, one loop contains all blocks and tests for each.

use super::graph::{Graph, Node};
use super::region;
use crate::ir::{BlockId, Terminator};

/// The steps of the text, in order.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Step {
    /// The instructions of a block.
    Block(BlockId),
    /// Branches on the condition of a block.
    If(BlockId, Vec<Step>, Vec<Step>),
    /// Assigns the parameters of the block after a block's edge.
    Take(BlockId, usize),
    /// Stores this node as the next one.
    Next(Node),
    /// Ends the loop of this number.
    Leave(u32),
    /// A loop, until it is left.
    Loop(u32, Vec<Step>),
    /// A loop of this number, while a block's condition is true (or false).
    While(u32, BlockId, bool, Vec<Step>),
    /// Tests whether one of these nodes is the next one; and otherwise.
    Guard(Vec<Node>, Vec<Step>, Vec<Step>),
    /// Pushes a return block, if there is room.
    Push(Node),
    /// Pops the next node from the return blocks, if there are any.
    Pop,
    /// Ends the program.
    End,
}

/// The steps of a program.
pub(super) struct Structure {
    pub(super) steps: Vec<Step>,
    /// Whether a node is tested for, so that `next` is needed.
    pub(super) is_asked: Vec<bool>,
    /// A block may be executed twice.
    pub(super) has_loops: bool,
    /// Whether all blocks stand in one loop.
    pub(super) is_flat: bool,
}

pub(super) fn structure(graph: &Graph<'_>) -> Structure {
    let nodes = graph.reached();
    region::structure(graph, &nodes).unwrap_or_else(|| flat(graph, &nodes))
}

/// Puts all blocks in one loop, each after a test.
fn flat(graph: &Graph<'_>, nodes: &[Node]) -> Structure {
    let own = |node: &Node| {
        let mut steps = Vec::new();
        let Some(block) = graph.block(*node) else {
            return Step::Guard(vec![*node], vec![Step::Pop], Vec::new());
        };
        steps.push(Step::Block(block));
        let ways: Vec<Vec<Step>> = graph
            .edges(*node)
            .iter()
            .enumerate()
            .map(|(i, to)| vec![Step::Take(block, i), Step::Next(*to)])
            .collect();
        steps.extend(join(graph, block, ways));
        Step::Guard(vec![*node], steps, Vec::new())
    };
    let body = nodes.iter().map(own).collect();
    Structure {
        steps: vec![Step::Next(0), Step::Loop(0, body)],
        is_asked: vec![true; graph.len()],
        has_loops: true,
        is_flat: true,
    }
}

/// The end of a block, given the steps of each of its edges.
pub(super) fn join(graph: &Graph<'_>, block: BlockId, ways: Vec<Vec<Step>>) -> Vec<Step> {
    let mut ways = ways.into_iter();
    let mut way = || ways.next().unwrap_or_default();
    match &graph.program.block(block).terminator {
        Terminator::Branch(..) => vec![Step::If(block, way(), way())],
        Terminator::Call { resume, .. } if graph.returns.is_some() => {
            let mut steps = vec![Step::Push(resume.0)];
            steps.extend(way());
            steps
        }
        Terminator::Return if graph.returns.is_some() => way(),
        Terminator::Jump(_) => way(),
        Terminator::Call { .. } | Terminator::Return | Terminator::End => vec![Step::End],
    }
}

/// Whether the program ends with these steps.
pub(super) fn ends(steps: &[Step]) -> bool {
    match steps.last() {
        Some(Step::End) => true,
        Some(Step::If(_, yes, no)) => ends(yes) && ends(no),
        _ => false,
    }
}

/// Makes a loop that only its first block's condition ends a `While`, followed by the steps of its exit. If the block
/// has steps of its own, the writer turns it back, since only the writer knows them.
pub(super) fn tidy_loop(number: u32, mut body: Vec<Step>) -> Vec<Step> {
    let is_plain = match &body[..] {
        [Step::Block(a), Step::If(b, yes, no)] if a == b => {
            let count =
                |steps: &[Step]| steps.iter().filter(|s| **s == Step::Leave(number)).count();
            count_leaves(&body, number) == 1 && count(yes) + count(no) == 1
        }
        _ => false,
    };
    let Some(Step::If(block, yes, no)) = body.pop_if(|_| is_plain) else {
        return vec![Step::Loop(number, body)];
    };
    let is_yes = !yes.contains(&Step::Leave(number));
    let (inside, mut behind) = if is_yes { (yes, no) } else { (no, yes) };
    behind.retain(|s| *s != Step::Leave(number));
    let mut steps = vec![Step::While(number, block, is_yes, inside)];
    steps.extend(behind);
    steps
}

fn count_leaves(steps: &[Step], number: u32) -> usize {
    let each = steps.iter().map(|step| match step {
        Step::Leave(n) => usize::from(*n == number),
        Step::If(_, yes, no) => count_leaves(yes, number) + count_leaves(no, number),
        Step::Guard(_, yes, no) => count_leaves(yes, number) + count_leaves(no, number),
        Step::Loop(_, body) | Step::While(.., body) => count_leaves(body, number),
        _ => 0,
    });
    each.sum()
}
