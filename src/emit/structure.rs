//! Control flow as `if` and `while`: from a graph of blocks to a tree of steps.
//!
//! ```text
//! region (a loop's blocks, or all)            item (a block, or a whole loop)
//!   → components of the graph → items           its own steps
//!   → dominators among the items, no cycles     if { an item that only this edge leads to … } else { … }
//!   → the items that each one dominates         then the items where its ways meet, each if it is where to go
//! ```
//!
//! A loop's entries are cut out of its body: edges to them go round, edges out of it end it (`go = 0`). Where the places that
//! the steps so far may lead to are several, each jump notes which (`next = …`), and what follows asks for it (`Guard`). So a
//! loop with several entries (irreducible control flow) needs nothing of its own. Where that nests too deep, or costs too
//! much, all blocks stand one behind the other in one loop that asks for each.

use super::components::{Part, components};
use super::graph::{Graph, Node};
use crate::ir::{BlockId, Terminator};

/// What the text does, in order.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Step {
    /// The instructions of a block.
    Block(BlockId),
    /// By the condition of a block's branch.
    If(BlockId, Vec<Step>, Vec<Step>),
    /// Gives the parameters of the block behind a block's edge their values.
    Take(BlockId, usize),
    /// Notes that this node is the next one.
    Next(Node),
    /// Ends the loop of this number.
    Leave(u32),
    /// A loop, until it is left.
    Loop(u32, Vec<Step>),
    /// A loop of this number, as long as a block's condition is true (or false).
    While(u32, BlockId, bool, Vec<Step>),
    /// If one of these nodes is the next one.
    Guard(Vec<Node>, Vec<Step>),
    /// Notes where to go on after a call, if there is room.
    Push(Node),
    /// Takes the next node from the notes, if there are any.
    Pop,
    /// The program ends.
    End,
}

/// The steps of a program.
pub(super) struct Structure {
    pub(super) steps: Vec<Step>,
    /// Whether a node is asked for, so that `next` is needed.
    pub(super) is_asked: Vec<bool>,
    /// A block may be executed twice.
    pub(super) has_loops: bool,
    /// All blocks stand in one loop.
    pub(super) is_flat: bool,
}

/// Statements inside each other, at most: half of what our front end reads.
const MAX_NESTING: u32 = 60;

/// The program does not fit.
struct TooMuch;

pub(super) fn structure(graph: &Graph<'_>) -> Structure {
    let nodes = graph.reached();
    let mut s = Structurer {
        graph,
        marks: vec![0; graph.len()],
        n_marks: 0,
        depth_of: vec![0; graph.len()],
        loops: Vec::new(),
        n_loops: 0,
        is_asked: vec![false; graph.len()],
        nesting: 0,
        fuel: 64 * (nodes.len() as u64 + 16),
    };
    match s.region(&nodes, &[0], &[]) {
        Ok((steps, _)) => Structure {
            steps,
            is_asked: s.is_asked,
            has_loops: s.n_loops > 0,
            is_flat: false,
        },
        Err(TooMuch) => flat(graph, &nodes),
    }
}

/// Blocks one behind the other, each asked for, in one loop.
fn flat(graph: &Graph<'_>, nodes: &[Node]) -> Structure {
    let own = |node: &Node| {
        let mut steps = Vec::new();
        let Some(block) = graph.block(*node) else {
            return Step::Guard(vec![*node], vec![Step::Pop]);
        };
        steps.push(Step::Block(block));
        let ways: Vec<Vec<Step>> = graph
            .edges(*node)
            .iter()
            .enumerate()
            .map(|(i, to)| vec![Step::Take(block, i), Step::Next(*to)])
            .collect();
        steps.extend(join(graph, block, ways));
        Step::Guard(vec![*node], steps)
    };
    let body = nodes.iter().map(own).collect();
    Structure {
        steps: vec![Step::Next(0), Step::Loop(0, body)],
        is_asked: vec![true; graph.len()],
        has_loops: true,
        is_flat: true,
    }
}

/// How a block goes on, given what each of its edges does.
fn join(graph: &Graph<'_>, block: BlockId, ways: Vec<Vec<Step>>) -> Vec<Step> {
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

struct Structurer<'g, 'p> {
    graph: &'g Graph<'p>,
    /// Which region each node is in.
    marks: Vec<u32>,
    n_marks: u32,
    /// How many of the open loops each node is in.
    depth_of: Vec<u32>,
    /// The numbers of the open loops.
    loops: Vec<u32>,
    n_loops: u32,
    is_asked: Vec<bool>,
    nesting: u32,
    fuel: u64,
}

/// A region cut into items.
struct Region {
    items: Vec<Item>,
    /// The item of each node.
    item_of: rustc_hash::FxHashMap<Node, usize>,
    /// The nodes where the region goes round.
    cut: Vec<Node>,
    mark: u32,
}

struct Item {
    nodes: Vec<Node>,
    is_loop: bool,
    /// Nodes of it that edges from other items, or from outside, lead to.
    entries: Vec<Node>,
    /// Edges from other items.
    n_edges: u32,
    /// The item that dominates it; none if that is the region's beginning.
    above: Option<usize>,
    /// Items that it dominates and to which more than one edge leads, in order.
    meets: Vec<usize>,
}

/// Steps, and the nodes where they may lead, ascending.
type Part_ = (Vec<Step>, Vec<Node>);

impl Structurer<'_, '_> {
    fn spend(&mut self, n: usize) -> Result<(), TooMuch> {
        self.fuel = self.fuel.checked_sub(n as u64).ok_or(TooMuch)?;
        Ok(())
    }

    /// Runs a part one level deeper.
    fn deeper(
        &mut self,
        part: impl FnOnce(&mut Self) -> Result<Part_, TooMuch>,
    ) -> Result<Part_, TooMuch> {
        if self.nesting >= MAX_NESTING {
            return Err(TooMuch);
        }
        self.nesting += 1;
        let result = part(self);
        self.nesting -= 1;
        result
    }

    /// The steps of these nodes, from `entries` on; edges to `cut` lead out of them.
    fn region(&mut self, nodes: &[Node], entries: &[Node], cut: &[Node]) -> Result<Part_, TooMuch> {
        self.spend(nodes.len())?;
        let mut region = self.cut_up(nodes, entries, cut);
        let order = dominators(self.graph, &mut region, &self.marks, entries);
        let mut pending = entries.to_vec();
        pending.sort_unstable();
        let mut steps = Vec::new();
        self.meets(&region, &order, &mut steps, &mut pending)?;
        Ok((steps, pending))
    }

    fn cut_up(&mut self, nodes: &[Node], entries: &[Node], cut: &[Node]) -> Region {
        self.n_marks += 1;
        let mark = self.n_marks;
        nodes.iter().for_each(|n| self.marks[*n as usize] = mark);
        let part = Part {
            marks: &self.marks,
            mark,
            cut,
        };
        let found = components(self.graph, &part, entries);
        let mut item_of = rustc_hash::FxHashMap::default();
        for (i, component) in found.iter().enumerate() {
            item_of.extend(component.iter().map(|n| (*n, i)));
        }
        let item = |nodes: Vec<Node>| Item {
            is_loop: nodes.len() > 1 || part.edges(self.graph, nodes[0]).contains(&nodes[0]),
            nodes,
            entries: Vec::new(),
            n_edges: 0,
            above: None,
            meets: Vec::new(),
        };
        Region {
            items: found.into_iter().map(item).collect(),
            item_of,
            cut: cut.to_vec(),
            mark,
        }
    }

    /// Puts items where ways meet behind the steps so far, which may lead to `pending`.
    fn meets(
        &mut self,
        region: &Region,
        meets: &[usize],
        steps: &mut Vec<Step>,
        pending: &mut Vec<Node>,
    ) -> Result<(), TooMuch> {
        for item in meets {
            let entries = &region.items[*item].entries;
            self.spend(pending.len() + entries.len())?;
            if !pending.iter().any(|n| entries.contains(n)) {
                continue;
            }
            let others = pending.iter().filter(|n| !entries.contains(n)).copied();
            let mut others: Vec<Node> = others.collect();
            if others.is_empty() {
                let (own, ends) = self.item(region, *item)?;
                steps.extend(own);
                *pending = ends;
                continue;
            }
            pending
                .iter()
                .for_each(|n| self.is_asked[*n as usize] = true);
            let (own, ends) = self.deeper(|s| s.item(region, *item))?;
            steps.push(Step::Guard(entries.clone(), own));
            others.extend(ends);
            others.sort_unstable();
            others.dedup();
            *pending = others;
        }
        Ok(())
    }

    /// An item, and those that it dominates. The last of these is done without recursion, since chains of them are long.
    fn item(&mut self, region: &Region, first: usize) -> Result<Part_, TooMuch> {
        let (mut steps, mut at) = (Vec::new(), first);
        loop {
            let (own, mut pending) = self.own_steps(region, at)?;
            steps.extend(own);
            let Some((last, meets)) = region.items[at].meets.split_last() else {
                return Ok((steps, pending));
            };
            self.meets(region, meets, &mut steps, &mut pending)?;
            let entries = &region.items[*last].entries;
            if pending.is_empty() || !pending.iter().all(|n| entries.contains(n)) {
                self.meets(region, &[*last], &mut steps, &mut pending)?;
                return Ok((steps, pending));
            }
            at = *last;
        }
    }

    fn own_steps(&mut self, region: &Region, item: usize) -> Result<Part_, TooMuch> {
        let item = &region.items[item];
        if item.is_loop {
            return self.deeper(|s| s.loop_steps(item));
        }
        let node = item.nodes[0];
        let Some(block) = self.graph.block(node) else {
            let mut pending: Vec<Node> = self.graph.edges(node).to_vec();
            self.spend(pending.len())?;
            pending.sort_unstable();
            pending
                .iter()
                .for_each(|n| self.is_asked[*n as usize] = true);
            let mut steps = vec![Step::Pop];
            for to in &pending {
                match self.leaves(*to) {
                    leaves if leaves.is_empty() => {}
                    leaves => steps.push(Step::Guard(vec![*to], leaves)),
                }
            }
            return Ok((steps, pending));
        };
        let edges = self.graph.edges(node);
        let is_branch = edges.len() > 1;
        let mut ways = Vec::new();
        for (i, to) in edges.iter().enumerate() {
            ways.push(match is_branch {
                true => self.deeper(|s| s.way(region, block, i, *to))?,
                false => self.way(region, block, i, *to)?,
            });
        }
        let mut pending: Vec<Node> = ways.iter().flat_map(|way| way.1.clone()).collect();
        self.spend(pending.len())?;
        pending.sort_unstable();
        pending.dedup();
        let mut behind = Vec::new();
        // What follows a way that ends need not stand inside the other one.
        if let [(yes, yes_to), (no, no_to)] = &mut ways[..] {
            if yes_to.is_empty() && ends(yes) {
                behind = std::mem::take(no);
            } else if no_to.is_empty() && ends(no) {
                behind = std::mem::take(yes);
            }
        }
        let mut steps = vec![Step::Block(block)];
        let ways = ways.into_iter().map(|way| way.0).collect();
        steps.extend(join(self.graph, block, ways));
        steps.extend(behind);
        Ok((steps, pending))
    }

    /// What the edge of a block does, and the item that only it leads to.
    fn way(
        &mut self,
        region: &Region,
        from: BlockId,
        edge: usize,
        to: Node,
    ) -> Result<Part_, TooMuch> {
        let mut steps = vec![Step::Take(from, edge)];
        let item = region.item_of.get(&to).map(|i| (*i, &region.items[*i]));
        if let Some((i, item)) = item.filter(|_| !region.cut.contains(&to))
            && item.n_edges == 1
            && item.above.is_some()
        {
            let (own, pending) = self.item(region, i)?;
            steps.extend(own);
            return Ok((steps, pending));
        }
        steps.extend(self.leaves(to));
        steps.push(Step::Next(to));
        Ok((steps, vec![to]))
    }

    /// Ends the loops that a node is not in.
    fn leaves(&self, to: Node) -> Vec<Step> {
        let depth = self.depth_of[to as usize] as usize;
        self.loops[depth..]
            .iter()
            .map(|n| Step::Leave(*n))
            .collect()
    }

    fn loop_steps(&mut self, item: &Item) -> Result<Part_, TooMuch> {
        self.n_loops += 1;
        let number = self.n_loops;
        self.loops.push(number);
        let depth = self.loops.len() as u32;
        for n in &item.nodes {
            self.depth_of[*n as usize] = depth;
        }
        if item.entries.len() > 1 {
            item.entries
                .iter()
                .for_each(|n| self.is_asked[*n as usize] = true);
        }
        let (body, mut pending) = self.region(&item.nodes, &item.entries, &item.entries)?;
        for n in &item.nodes {
            self.depth_of[*n as usize] = depth - 1;
        }
        self.loops.pop();
        pending.retain(|n| !item.entries.contains(n));
        Ok((tidy_loop(number, body), pending))
    }
}

/// Whether the program ends with these steps.
fn ends(steps: &[Step]) -> bool {
    match steps.last() {
        Some(Step::End) => true,
        Some(Step::If(_, yes, no)) => ends(yes) && ends(no),
        _ => false,
    }
}

/// A loop that ends by its first block's condition alone is a `While`, with what ending it does behind it. (Whether the
/// block has steps of its own, only the writer knows, which turns it back.)
fn tidy_loop(number: u32, mut body: Vec<Step>) -> Vec<Step> {
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
        Step::Loop(_, body) | Step::While(.., body) | Step::Guard(_, body) => {
            count_leaves(body, number)
        }
        _ => 0,
    });
    each.sum()
}

/// Finds which item dominates which (as Cooper, Harvey and Kennedy do; without cycles one pass is enough), and gives the
/// items that no other one dominates, in order.
fn dominators(
    graph: &Graph<'_>,
    region: &mut Region,
    marks: &[u32],
    entries: &[Node],
) -> Vec<usize> {
    let n = region.items.len();
    let mut from: Vec<Vec<usize>> = vec![Vec::new(); n];
    let mut is_begin = vec![false; n];
    for entry in entries {
        let item = region.item_of[entry];
        is_begin[item] = true;
        region.items[item].entries.push(*entry);
    }
    for i in 0..n {
        for node in region.items[i].nodes.clone() {
            let part = Part {
                marks,
                mark: region.mark,
                cut: &region.cut,
            };
            for to in part.edges(graph, node) {
                let j = region.item_of[&to];
                if i != j {
                    let item = &mut region.items[j];
                    item.n_edges += 1;
                    if !item.entries.contains(&to) {
                        item.entries.push(to);
                    }
                    from[j].push(i);
                }
            }
        }
    }
    let mut top = Vec::new();
    for j in 0..n {
        let above = from[j].iter().map(|i| Some(*i));
        let above = above.reduce(|a, b| meet(&region.items, a, b)).flatten();
        let above = if is_begin[j] { None } else { above };
        region.items[j].above = above;
        match above {
            None => top.push(j),
            // An only edge from a block has the item in its way.
            Some(i)
                if region.items[j].n_edges > 1
                    || region.items[i].is_loop
                    || is_returns(graph, &region.items[i]) =>
            {
                region.items[i].meets.push(j);
            }
            Some(_) => {}
        }
    }
    top
}

fn is_returns(graph: &Graph<'_>, item: &Item) -> bool {
    graph.returns == Some(item.nodes[0])
}

/// The lowest item above both; items stand behind those above them.
fn meet(items: &[Item], mut a: Option<usize>, mut b: Option<usize>) -> Option<usize> {
    while a != b {
        if a > b {
            a = items[a?].above;
        } else {
            b = items[b?].above;
        }
    }
    a
}
