//! Orders a region's nodes: list scheduling under a register limit.
//!
//! Of the nodes whose operands are ready, the one on the longest remaining path goes first. Times are those of a
//! simple model of the machine: results after their latency, a few operations a cycle, one divider. This holds while
//! fewer values are live than registers allow. Beyond that, the nodes that end most live ranges go first.
#![forbid(unsafe_code)]

use crate::kernel::jit::lir::region::{Access, Class, Isa, Node, Region, Resource, VReg, VRegInfo};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The candidates that are examined for one choice, so that the time is linear in the size of the region.
const WINDOW: usize = 64;

/// Operations a cycle, as measured to give the fastest code: with 16 registers it pays to keep chains together (+4 % at 1
/// against 3).
fn issue_width(isa: Isa) -> u32 {
    match isa {
        Isa::Avx512 => 2,
        Isa::Avx2 => 1,
    }
}

/// The predecessors and successors of nodes.
struct Graph {
    /// The nodes that wait for each node.
    successors: Vec<SmallVec<[u32; 4]>>,
    n_predecessors: Vec<u32>,
    /// Cycles from a node's start to the end of the region.
    height: Vec<u32>,
}

/// The last accesses of a resource.
#[derive(Default)]
struct Accesses {
    write: Option<u32>,
    reads: SmallVec<[u32; 4]>,
}

/// No node.
const NONE: u32 = u32::MAX;

impl Graph {
    /// `definition` is [`NONE`] for every value before. After, it has the nodes of the values that are made here.
    fn new(nodes: &[Node], vregs: &[VRegInfo], definition: &mut [u32]) -> Graph {
        let n = nodes.len();
        let mut graph = Graph {
            successors: vec![SmallVec::new(); n],
            n_predecessors: vec![0; n],
            height: vec![0; n],
        };
        // Edges of values: from the definition to each use.
        let mut accesses: FxHashMap<Resource, Accesses> = FxHashMap::default();
        let in_array = |v: VReg| vregs[v.index()].is_in_array();
        for (i, node) in nodes.iter().enumerate() {
            let i = i as u32;
            for arg in node.args() {
                if definition[arg.index()] != NONE {
                    graph.edge(definition[arg.index()], i);
                }
            }
            if node.dst.is_some() {
                definition[node.dst.index()] = i;
            }
            if node.args().any(in_array) {
                accesses.entry(Resource::Arrays).or_default().reads.push(i);
            }
            // Edges of memory: a read comes after the last write of its resource, a write after the last write and
            // all reads since.
            match node.access {
                Some(Access::Read(resource)) => {
                    let accesses = accesses.entry(resource).or_default();
                    accesses.write.into_iter().for_each(|w| graph.edge(w, i));
                    accesses.reads.push(i);
                }
                Some(Access::Write(resource)) => {
                    let accesses = accesses.entry(resource).or_default();
                    accesses.write.into_iter().for_each(|w| graph.edge(w, i));
                    accesses.reads.drain(..).for_each(|r| graph.edge(r, i));
                    accesses.write = Some(i);
                }
                None => {}
            }
        }
        // A node's height is the latency from its start to the end of the region. Edges point forward, so one walk
        // backwards is enough.
        for i in (0..n).rev() {
            let after = graph.successors[i]
                .iter()
                .map(|s| graph.height[*s as usize])
                .max();
            graph.height[i] = nodes[i].op.info().latency + after.unwrap_or(0);
        }
        graph
    }

    fn edge(&mut self, from: u32, to: u32) {
        if from != to {
            self.successors[from as usize].push(to);
            self.n_predecessors[to as usize] += 1;
        }
    }
}

/// Orders region after region of one kernel.
pub(crate) struct Scheduler<'a> {
    isa: Isa,
    vregs: &'a [VRegInfo],
    /// The number of remaining uses of each value; 0 between regions.
    uses: Vec<u32>,
    /// The node that defines each value; none between regions.
    definition: Vec<u32>,
}

impl<'a> Scheduler<'a> {
    pub(crate) fn new(isa: Isa, vregs: &'a [VRegInfo]) -> Scheduler<'a> {
        Scheduler {
            isa,
            vregs,
            uses: vec![0; vregs.len()],
            definition: vec![NONE; vregs.len()],
        }
    }

    /// The nodes of `region` in the order of execution.
    pub(crate) fn region(&mut self, region: &Region) -> Vec<u32> {
        // The tail (the terminator's stores) stays at the end in its order.
        let nodes = &region.nodes[..region.tail];
        for arg in region.nodes.iter().flat_map(Node::args) {
            self.uses[arg.index()] += 1;
        }
        let graph = Graph::new(nodes, self.vregs, &mut self.definition);
        let mut list = List {
            isa: self.isa,
            vregs: self.vregs,
            nodes,
            ready_at: vec![0; nodes.len()],
            candidates: Vec::new(),
            pressure: vec![0; nodes.len()],
            uses: &mut self.uses,
            definition: &self.definition,
            live: 0,
            now: 0,
            issued: 0,
            divider_free_at: 0,
            graph,
        };
        // Nodes without predecessors are the first candidates.
        for i in 0..nodes.len() as u32 {
            if list.graph.n_predecessors[i as usize] == 0 {
                list.add(i);
            }
        }
        let mut order = Vec::with_capacity(region.nodes.len());
        while let Some(node) = list.choose() {
            order.push(node);
        }
        // Nothing is defined between regions. The tail's uses have not been counted down.
        for node in nodes.iter().filter(|n| n.dst.is_some()) {
            self.definition[node.dst.index()] = NONE;
        }
        for arg in region.nodes[region.tail..].iter().flat_map(Node::args) {
            self.uses[arg.index()] = 0;
        }
        order.extend(region.tail as u32..region.nodes.len() as u32);
        order
    }
}

/// A node whose operands are ready.
#[derive(Clone, Copy)]
struct Candidate {
    node: u32,
    ready_at: u32,
    /// All bits, if it waits for the divider.
    divider: u32,
    /// Among candidates that start together the least is the best: a longer path, an earlier node.
    rank: u64,
}

/// The list of one region.
struct List<'r> {
    isa: Isa,
    vregs: &'r [VRegInfo],
    nodes: &'r [Node],
    graph: Graph,
    /// The cycle at which a node's operands are ready.
    ready_at: Vec<u32>,
    candidates: Vec<Candidate>,
    /// Of each candidate, the number of additional registers taken after it.
    pressure: Vec<i8>,
    /// The number of remaining uses of a value.
    uses: &'r mut [u32],
    /// The node that makes each value of the region.
    definition: &'r [u32],
    live: i32,
    now: u32,
    issued: u32,
    divider_free_at: u32,
}

/// The most arguments of a node.
const MAX_ARGS: u32 = 3;

impl List<'_> {
    /// Whether a value takes a vector register from its definition to its last use.
    fn takes_register(&self, v: VReg) -> bool {
        let info = &self.vregs[v.index()];
        info.class == Class::Vector && info.home.is_none()
    }

    /// The number of additional registers taken after the node.
    fn pressure(&self, node: &Node) -> i8 {
        let mut change = 0;
        if node.dst.is_some() && self.takes_register(node.dst) {
            change += i8::from(self.uses[node.dst.index()] != 0);
        }
        for (i, arg) in node.args.iter().enumerate() {
            if arg.is_some() && self.takes_register(*arg) && !node.args[..i].contains(arg) {
                let here = node.args.iter().filter(|a| *a == arg).count() as u32;
                change -= i8::from(self.uses[arg.index()] == here);
            }
        }
        change
    }

    /// Makes a node a candidate.
    fn add(&mut self, i: u32) {
        let node = &self.nodes[i as usize];
        self.pressure[i as usize] = self.pressure(node);
        let divides = node.op.info().divider != 0;
        self.candidates.push(Candidate {
            node: i,
            ready_at: self.ready_at[i as usize],
            divider: if divides { u32::MAX } else { 0 },
            rank: u64::from(!self.graph.height[i as usize]) << 32 | u64::from(i),
        });
    }

    fn choose(&mut self) -> Option<u32> {
        let window = &self.candidates[..self.candidates.len().min(WINDOW)];
        let is_full = self.live >= self.isa.pressure_limit();
        // The least is the best: less pressure where it counts, an earlier start, then the candidate's own rank.
        let mut best = (u64::MAX, u64::MAX);
        let mut at = None;
        for (i, c) in window.iter().enumerate() {
            let pressure = if is_full {
                self.pressure[c.node as usize].wrapping_sub(i8::MIN) as u8
            } else {
                0
            };
            let start = c.ready_at.max(self.divider_free_at & c.divider);
            let time = u64::from(pressure) << 32 | u64::from(start.max(self.now));
            if (time, c.rank) < best {
                (best, at) = ((time, c.rank), Some(i));
            }
        }
        let at = at?;
        let i = self.candidates.swap_remove(at).node;
        self.issue(i);
        Some(i)
    }

    fn issue(&mut self, i: u32) {
        let node = &self.nodes[i as usize];
        let info = node.op.info();
        let mut start = self.ready_at[i as usize];
        if info.divider != 0 {
            start = start.max(self.divider_free_at);
        }
        // Time advances to the node's start, and by a cycle when as many instructions were issued as the processor
        // takes.
        if start > self.now {
            (self.now, self.issued) = (start, 0);
        }
        self.issued += 1;
        if self.issued == issue_width(self.isa) {
            (self.now, self.issued) = (self.now + 1, 0);
        }
        // The divider is busy for a number of cycles. An AVX2 row has half the lanes, so half the time.
        if info.divider != 0 {
            let busy = match self.isa {
                Isa::Avx512 => info.divider,
                Isa::Avx2 => info.divider.div_ceil(2),
            };
            self.divider_free_at = start.max(self.now) + busy;
        }
        // Arguments that are used for the last time free their registers.
        self.live += i32::from(self.pressure[i as usize]);
        for arg in node.args() {
            self.uses[arg.index()] -= 1;
        }
        node.args().for_each(|arg| self.used(arg));
        // Successors become candidates when their last predecessor was issued.
        let done = start + info.latency;
        for at in 0..self.graph.successors[i as usize].len() {
            let next = self.graph.successors[i as usize][at] as usize;
            self.ready_at[next] = self.ready_at[next].max(done);
            self.graph.n_predecessors[next] -= 1;
            if self.graph.n_predecessors[next] == 0 {
                self.add(next as u32);
            }
        }
    }

    /// A value has been used: where a node may have its last uses, the pressure of candidates that use it has changed.
    fn used(&mut self, v: VReg) {
        let left = self.uses[v.index()];
        let definition = self.definition[v.index()];
        if left == 0 || left > MAX_ARGS || definition == NONE || !self.takes_register(v) {
            return;
        }
        for at in 0..self.graph.successors[definition as usize].len() {
            let user = self.graph.successors[definition as usize][at];
            self.pressure[user as usize] = self.pressure(&self.nodes[user as usize]);
        }
    }
}
