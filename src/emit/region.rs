//! Searches for `if` and `while` among jumps; [`mod@super::structure`] has the idea.

use super::components::{self, components};
use super::graph::{Graph, Node};
use super::structure::{Step, Structure, ends, join, tidy_loop};
use crate::ir::BlockId;
use rustc_hash::FxHashMap;

/// The greatest depth of nested statements: half of what our front end reads.
const MAX_NESTING: u32 = 60;

/// The program does not fit the limits.
struct TooMuch;

/// The program as nested statements, if it fits.
pub(super) fn structure(graph: &Graph<'_>, nodes: &[Node]) -> Option<Structure> {
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
    let (steps, _) = s.region(nodes, &[0], &[]).ok()?;
    Some(Structure {
        steps,
        is_asked: s.is_asked,
        has_loops: s.n_loops > 0,
        is_flat: false,
    })
}

struct Structurer<'g, 'p> {
    graph: &'g Graph<'p>,
    /// The region of each node.
    marks: Vec<u32>,
    n_marks: u32,
    /// The number of open loops around each node.
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
    item_of: FxHashMap<Node, usize>,
    /// The nodes where the region repeats.
    cut: Vec<Node>,
    mark: u32,
}

struct Item {
    nodes: Vec<Node>,
    is_loop: bool,
    /// The item's nodes to which edges from other items, or from outside, lead.
    entries: Vec<Node>,
    /// Edges from other items.
    n_edges: u32,
    /// The item that dominates it; `None` if that is the region's beginning.
    above: Option<usize>,
    /// The items that it dominates and that have several incoming edges, in order.
    meets: Vec<usize>,
}

/// Steps, and the nodes to which they may lead, ascending.
type Part = (Vec<Step>, Vec<Node>);

impl Structurer<'_, '_> {
    fn spend(&mut self, n: usize) -> Result<(), TooMuch> {
        self.fuel = self.fuel.checked_sub(n as u64).ok_or(TooMuch)?;
        Ok(())
    }

    /// Runs a part one level deeper.
    fn deeper(
        &mut self,
        part: impl FnOnce(&mut Self) -> Result<Part, TooMuch>,
    ) -> Result<Part, TooMuch> {
        if self.nesting >= MAX_NESTING {
            return Err(TooMuch);
        }
        self.nesting += 1;
        let result = part(self);
        self.nesting -= 1;
        result
    }

    /// The steps of these nodes, from `entries` on; edges to `cut` lead out of them.
    fn region(&mut self, nodes: &[Node], entries: &[Node], cut: &[Node]) -> Result<Part, TooMuch> {
        self.spend(nodes.len() * (1 + cut.len() / 4))?;
        let mut region = self.cut_up(nodes, entries, cut);
        let order = dominators(self.graph, &mut region, &self.marks, entries);
        let mut pending = entries.to_vec();
        pending.sort_unstable();
        let mut steps = Vec::new();
        if let Some(last) = self.meets(&region, &order, &mut steps, &mut pending)? {
            let (own, ends) = self.item(&region, last)?;
            steps.extend(own);
            pending = ends;
        }
        Ok((steps, pending))
    }

    fn cut_up(&mut self, nodes: &[Node], entries: &[Node], cut: &[Node]) -> Region {
        // A mark tells the nodes of this region from all others without clearing anything.
        self.n_marks += 1;
        let mark = self.n_marks;
        nodes.iter().for_each(|n| self.marks[*n as usize] = mark);
        let part = components::Part {
            marks: &self.marks,
            mark,
            cut,
        };
        // Its components in an order in which edges lead forward.
        let found = components(self.graph, &part, entries);
        let mut item_of = FxHashMap::default();
        for (i, component) in found.iter().enumerate() {
            item_of.extend(component.iter().map(|n| (*n, i)));
        }
        // One node is a loop only if it leads to itself.
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

    /// Puts join items after the steps so far, which may lead to `pending`. If all that remains leads to the last item,
    /// returns it instead of putting it there. Chains of such items are long, and must not be a recursion.
    fn meets(
        &mut self,
        region: &Region,
        meets: &[usize],
        steps: &mut Vec<Step>,
        pending: &mut Vec<Node>,
    ) -> Result<Option<usize>, TooMuch> {
        let mut at = 0;
        while let Some(item) = meets.get(at).copied() {
            at += 1;
            let entries = &region.items[item].entries;
            self.spend(pending.len() + entries.len())?;
            if !pending.iter().any(|n| entries.contains(n)) {
                continue;
            }
            let others = pending.iter().filter(|n| !entries.contains(n)).copied();
            let others: Vec<Node> = others.collect();
            if others.is_empty() && at == meets.len() {
                return Ok(Some(item));
            }
            if others.is_empty() {
                let (own, ends) = self.item(region, item)?;
                steps.extend(own);
                *pending = ends;
                continue;
            }
            pending
                .iter()
                .for_each(|n| self.is_asked[*n as usize] = true);
            let (own, mut ends) = self.deeper(|s| s.item(region, item))?;
            let (mut otherwise, mut left) = (Vec::new(), others);
            // All other paths lead to the next item, and this one does not.
            if let Some(next) = meets.get(at).copied()
                && left.iter().all(|n| region.items[next].entries.contains(n))
                && !ends.iter().any(|n| region.items[next].entries.contains(n))
            {
                at += 1;
                (otherwise, left) = self.deeper(|s| s.item(region, next))?;
            }
            steps.push(Step::Guard(entries.clone(), own, otherwise));
            ends.extend(left);
            ends.sort_unstable();
            ends.dedup();
            *pending = ends;
        }
        Ok(None)
    }

    /// Emits an item, and those that it dominates.
    fn item(&mut self, region: &Region, first: usize) -> Result<Part, TooMuch> {
        let (mut steps, mut at) = (Vec::new(), first);
        loop {
            let (own, mut pending) = self.own_steps(region, at)?;
            steps.extend(own);
            let meets = &region.items[at].meets;
            match self.meets(region, meets, &mut steps, &mut pending)? {
                Some(last) => at = last,
                None => return Ok((steps, pending)),
            }
        }
    }

    fn own_steps(&mut self, region: &Region, item: usize) -> Result<Part, TooMuch> {
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
                    leaves => steps.push(Step::Guard(vec![*to], leaves, Vec::new())),
                }
            }
            return Ok((steps, pending));
        };
        let edges = self.graph.edges(node);
        let is_branch = edges.len() > 1;
        let mut ways = Vec::new();
        for (i, to) in edges.iter().enumerate() {
            ways.push(if is_branch {
                self.deeper(|s| s.way(region, block, i, *to))?
            } else {
                self.way(region, block, i, *to)?
            });
        }
        let mut pending: Vec<Node> = ways.iter().flat_map(|way| way.1.clone()).collect();
        self.spend(pending.len())?;
        pending.sort_unstable();
        pending.dedup();
        let mut behind = Vec::new();
        // The code after a path that ends need not stand inside the other one.
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

    /// The steps of a block's edge, and the item that only this edge leads to.
    fn way(
        &mut self,
        region: &Region,
        from: BlockId,
        edge: usize,
        to: Node,
    ) -> Result<Part, TooMuch> {
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

    /// Ends the loops that do not contain a node.
    fn leaves(&self, to: Node) -> Vec<Step> {
        let depth = self.depth_of[to as usize] as usize;
        self.loops[depth..]
            .iter()
            .map(|n| Step::Leave(*n))
            .collect()
    }

    fn loop_steps(&mut self, item: &Item) -> Result<Part, TooMuch> {
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

/// Finds the dominators of items (as Cooper, Harvey and Kennedy do; without cycles one pass is enough). Returns the
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
    // Entries come from outside of the region: nothing dominates these items.
    for entry in entries {
        let item = region.item_of[entry];
        is_begin[item] = true;
        region.items[item].entries.push(*entry);
    }
    // Edges between items. Their targets are entries, too.
    for i in 0..n {
        for node in region.items[i].nodes.clone() {
            let part = components::Part {
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
    // Items stand in an order in which edges lead forward, so all predecessors of an item have their dominators
    // already.
    let mut top = Vec::new();
    for j in 0..n {
        let above = from[j].iter().map(|i| Some(*i));
        let above = above.reduce(|a, b| meet(&region.items, a, b)).flatten();
        let above = if is_begin[j] { None } else { above };
        region.items[j].above = above;
        match above {
            None => top.push(j),
            // If a block's edge is the only one to an item, the item is nested in it.
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

/// The lowest item above both; items come after those above them.
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
