//! Finds parts of a graph whose nodes lead to each other (Tarjan, "Depth-first search and linear graph algorithms"). In
//! their order all other edges lead forward.

use super::graph::{Graph, Node};
use smallvec::SmallVec;

/// The part of the graph that is read: the nodes with mark `mark`; edges to nodes of `cut` do not count.
pub(super) struct Part<'a> {
    pub(super) marks: &'a [u32],
    pub(super) mark: u32,
    pub(super) cut: &'a [Node],
}

impl Part<'_> {
    /// The edges of a node inside the part.
    pub(super) fn edges(&self, graph: &Graph<'_>, node: Node) -> SmallVec<[Node; 2]> {
        let mut edges = graph.edges(node);
        edges.retain(|n| self.marks[*n as usize] == self.mark && !self.cut.contains(n));
        edges
    }
}

/// The search's state of a node.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// The order of discovery, from 1 on.
    number: u32,
    /// The first node on the stack that it leads to.
    low: u32,
    is_on_stack: bool,
}

/// The components of the part that `entries` lead to; edges between components lead to later ones.
pub(super) fn components(graph: &Graph<'_>, part: &Part<'_>, entries: &[Node]) -> Vec<Vec<Node>> {
    let mut search = Search {
        seen: rustc_hash::FxHashMap::default(),
        stack: Vec::new(),
        found: Vec::new(),
    };
    for entry in entries {
        search.from(graph, part, *entry);
    }
    search.found.reverse();
    search.found
}

struct Search {
    seen: rustc_hash::FxHashMap<Node, Seen>,
    stack: Vec<Node>,
    found: Vec<Vec<Node>>,
}

impl Search {
    fn enter(&mut self, node: Node) {
        let number = self.seen.len() as u32 + 1;
        let seen = Seen {
            number,
            low: number,
            is_on_stack: true,
        };
        self.seen.insert(node, seen);
        self.stack.push(node);
    }

    fn get(&self, node: Node) -> Seen {
        self.seen.get(&node).copied().unwrap_or_default()
    }

    fn lower(&mut self, node: Node, low: u32) {
        if let Some(seen) = self.seen.get_mut(&node) {
            seen.low = seen.low.min(low);
        }
    }

    fn from(&mut self, graph: &Graph<'_>, part: &Part<'_>, root: Node) {
        if self.seen.contains_key(&root) {
            return;
        }
        // Tarjan's algorithm with a path instead of recursion: each entry holds a node, its edges, and how many of
        // these were followed.
        self.enter(root);
        let mut path = vec![(root, part.edges(graph, root), 0)];
        while let Some((node, edges, at)) = path.last_mut() {
            let node = *node;
            if let Some(next) = edges.get(*at).copied() {
                *at += 1;
                let known = self.get(next);
                if known.number == 0 {
                    self.enter(next);
                    path.push((next, part.edges(graph, next), 0));
                } else if known.is_on_stack {
                    self.lower(node, known.number);
                }
                continue;
            }
            path.pop();
            // All edges of the node were followed: what it reaches is what its parent reaches. A node that reaches
            // nothing earlier closes a component.
            let own = self.get(node);
            if let Some((above, ..)) = path.last() {
                let above = *above;
                self.lower(above, own.low);
            }
            if own.low == own.number {
                self.close(node);
            }
        }
    }

    /// Pops the component of which `node` was the first off the stack.
    fn close(&mut self, node: Node) {
        let at = self.stack.iter().rposition(|n| *n == node).unwrap_or(0);
        let component = self.stack.split_off(at);
        for n in &component {
            if let Some(seen) = self.seen.get_mut(n) {
                seen.is_on_stack = false;
            }
        }
        self.found.push(component);
    }
}
