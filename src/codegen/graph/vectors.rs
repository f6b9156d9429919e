//! Numbers that belong together: the components of one register, of one texel, and what the same operations make of them.

use super::numbers::{Graph, Kind, Lanes, NodeId};
use crate::frontend::assembly::d3d::model::File;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A vector's number and the lane in it.
type Membership = Option<(u32, u8)>;

/// The vectors of a graph.
#[derive(Debug, Default)]
pub(in crate::codegen) struct Vectors {
    /// The members of each.
    pub(in crate::codegen) members: Vec<Lanes>,
    /// The vector of each number.
    pub(in crate::codegen) of: Vec<Membership>,
}

/// What an argument has in common with those of the other lanes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Common {
    Literal,
    Vector(u32),
    /// A component of the vector that is in another lane.
    Other(u32),
    Number(NodeId),
}

/// What the members of a vector have in common.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Key {
    Register(File, u32),
    Relative(u32, NodeId),
    /// An array by the counter of a loop.
    Counted(u32, u32),
    Texels(NodeId),
    /// A loop and one of its vectors.
    Carried(u32, u32),
    /// The same after the loop.
    After(NodeId, u32),
    /// A kind, the level, the arguments, and which of several such vectors.
    Operation(Kind, u32, SmallVec<[Common; 3]>, u32),
    /// An operation of the text, the kind, the level, and the loops in whose rounds it is computed.
    Run(u32, Kind, u32, SmallVec<[u32; 2]>),
}

/// The vectors so far.
#[derive(Default)]
struct Ids {
    vectors: FxHashMap<Key, u32>,
    /// How many vectors of a kind, whose number in the key is 0, have the lane.
    last: FxHashMap<(Key, u8), u32>,
}

/// The vectors to which a number could belong, each with the lane.
type Candidates = SmallVec<[(Key, u8); 4]>;

/// Finds the vectors. Numbers that nothing reads are left out.
pub(in crate::codegen) fn vectors(graph: &Graph, levels: &[u32], uses: &[u32]) -> Vectors {
    let n = graph.nodes.len();
    let mut found = Vectors {
        members: Vec::new(),
        of: vec![None; n],
    };
    let mut ids = Ids::default();
    let wanted_lanes = coordinates(graph, uses);
    let rounds = graph.rounds();
    let mut order: Vec<usize> = (0..n).filter(|i| uses[*i] > 0).collect();
    order.sort_by_key(|i| levels[*i]);
    for level in order.chunk_by(|a, b| levels[*a] == levels[*b]) {
        let wanted: Vec<(usize, Candidates)> = { level.iter() }
            .map(|i| (*i, candidates(graph, levels, &found, *i)))
            .collect();
        let wanted = with_runs(graph, [levels, uses], &rounds, wanted);
        let wanted = with_scales(graph, levels, wanted);
        let mut lanes: FxHashMap<&Key, u8> = FxHashMap::default();
        for (key, lane) in wanted.iter().flat_map(|(_, c)| c) {
            *lanes.entry(key).or_default() |= 1 << lane;
        }
        for (i, candidates) in &wanted {
            // Of several the first one with most lanes. Coordinates of look-ups rather stay in the lanes where these read
            // them.
            let mut best: Option<(&(Key, u8), u32)> = None;
            for candidate in candidates {
                let mut count = lanes.get(&candidate.0).map_or(0, |l| l.count_ones());
                if count > 1 && wanted_lanes[*i] == Some(candidate.1) {
                    count += 4;
                }
                // Numbers without a lane of their own rather follow others.
                let is_last =
                    best.is_some_and(|(_, most)| most > 1) && is_last_choice(&candidate.0);
                if best.is_none_or(|(_, most)| count > most) && !is_last {
                    best = Some((candidate, count));
                }
            }
            let Some(((key, lane), count)) = best else {
                continue;
            };
            let is_leaf = !matches!(key, Key::Operation(..) | Key::Run(..));
            if count > 1 || is_leaf {
                found.join(&mut ids, key.clone(), *lane, NodeId(*i as u32));
            }
        }
    }
    found
}

/// Adds the vectors of operations of the text.
fn with_runs(
    graph: &Graph,
    [levels, uses]: [&[u32]; 2],
    rounds: &[SmallVec<[u32; 2]>],
    mut wanted: Vec<(usize, Candidates)>,
) -> Vec<(usize, Candidates)> {
    for (i, candidates) in &mut wanted {
        // Sums of products have places of their own.
        let kind = graph.nodes[*i].kind;
        let is_product = |n: &NodeId| {
            let (n, _) = graph.unsigned(*n);
            matches!(graph.kind(n), Kind::Mad | Kind::Mul) && uses[n.0 as usize] == 1
        };
        let is_sum =
            kind == Kind::Mad || kind == Kind::Add && graph.nodes[*i].args.iter().any(is_product);
        if let Some((run, lane)) = graph.runs.get(&NodeId(*i as u32))
            && !is_sum
        {
            let key = Key::Run(*run, kind, levels[*i], rounds[*i].clone());
            candidates.push((key, *lane));
        }
    }
    wanted
}

/// Whether a vector is that of one number times, or plus, several literals, or of an operation of the text.
fn is_last_choice(key: &Key) -> bool {
    match key {
        Key::Run(..) => true,
        Key::Operation(_, _, common, _) => {
            common.len() == 3 && common[1..] == [Common::Literal, Common::Literal]
        }
        _ => false,
    }
}

/// Adds the vectors of one number times, or plus, several literals: these have no lane of their own, and take the next one.
fn with_scales(
    graph: &Graph,
    levels: &[u32],
    mut wanted: Vec<(usize, Candidates)>,
) -> Vec<(usize, Candidates)> {
    let mut counts: FxHashMap<Key, u8> = FxHashMap::default();
    for (i, candidates) in &mut wanted {
        let node = &graph.nodes[*i];
        let [a, b] = node.args[..] else { continue };
        let is_scale = matches!(node.kind, Kind::Add | Kind::Mul) && graph.value(b).is_some();
        if !is_scale {
            continue;
        }
        let common = [Common::Number(a), Common::Literal, Common::Literal];
        let key = Key::Operation(node.kind, levels[*i], common.into_iter().collect(), 0);
        let count = counts.entry(key.clone()).or_default();
        candidates.push((key, *count));
        *count = (*count + 1) % 4;
    }
    wanted
}

/// The lane in which a look-up reads each number that is a coordinate of it.
fn coordinates(graph: &Graph, uses: &[u32]) -> Vec<Option<u8>> {
    let mut lanes = vec![None; graph.nodes.len()];
    for (node, uses) in graph.nodes.iter().zip(uses) {
        if *uses > 0 && matches!(node.kind, Kind::Sample(..)) {
            for (lane, argument) in (0..3).zip(&node.args) {
                lanes[argument.0 as usize].get_or_insert(lane);
            }
        }
    }
    lanes
}

impl Vectors {
    /// Makes a number a member of a vector, or of the next one of its kind where the lane is taken.
    fn join(&mut self, ids: &mut Ids, mut key: Key, lane: u8, n: NodeId) {
        // The lane is taken in all vectors of a kind before its last one.
        let last = ids.last.entry((key.clone(), lane)).or_default();
        match &mut key {
            Key::Operation(.., number) => *number = *last,
            _ if *last > 0 => return,
            _ => {}
        }
        *last += 1;
        let next = self.members.len() as u32;
        let id = *ids.vectors.entry(key).or_insert(next);
        if id == next {
            self.members.push([None; 4]);
        }
        self.members[id as usize][usize::from(lane)] = Some(n);
        self.of[n.0 as usize] = Some((id, lane));
    }
}

/// The vectors to which a number could belong.
fn candidates(graph: &Graph, levels: &[u32], found: &Vectors, i: usize) -> Candidates {
    use Kind::*;
    let node = &graph.nodes[i];
    let mut candidates = Candidates::new();
    // Numbers of one register, one look-up or one array belong together, each in the lane of its component.
    match node.kind {
        Register(file, number, component) => {
            candidates.push((Key::Register(file, number), component & 3));
        }
        Relative(base, component) => {
            candidates.push((Key::Relative(base, node.args[0]), component));
        }
        Counted(base, component, id) => candidates.push((Key::Counted(base, id), component)),
        Carried(id, k) => {
            if let Some((vector, lane)) = graph.loops[id as usize].lanes.get(k as usize) {
                candidates.push((Key::Carried(id, *vector), *lane));
            }
        }
        After(k) => {
            let lanes = match graph.kind(node.args[0]) {
                Loop(id) => &graph.loops[id as usize].lanes[..],
                Branch(id) => &graph.branches[id as usize].lanes,
                _ => &[],
            };
            if let Some((vector, lane)) = lanes.get(k as usize) {
                candidates.push((Key::After(node.args[0], *vector), *lane));
            }
        }
        Texel(component) => candidates.push((Key::Texels(node.args[0]), component)),
        Add | Mul | Mad | Neg | Abs | Saturate | Min | Max | Fraction | Ddx | Ddy | Cmp | Slt
        | Sge => {
            operations(graph, levels, found, i, &mut candidates);
        }
        // Functions of one number have any lane, so that those of inputs are left where they are wanted.
        Rcp | Rsq | Exp | Log | Pow
            if !matches!(graph.kind(node.args[0]), Register(..) | Texel(_)) =>
        {
            operations(graph, levels, found, i, &mut candidates);
        }
        _ => {}
    }
    candidates
}

/// The vectors of operations. One may follow any of its arguments: with others of its kind that take the same vectors, in
/// the same lane.
fn operations(
    graph: &Graph,
    levels: &[u32],
    found: &Vectors,
    i: usize,
    candidates: &mut Candidates,
) {
    let node = &graph.nodes[i];
    let of = |a: &NodeId| found.of[a.0 as usize];
    let lanes = node.args.iter().filter_map(|a| of(a).map(|(_, lane)| lane));
    let mut lanes: SmallVec<[u8; 3]> = lanes.collect();
    lanes.dedup();
    // An argument in the lane may be one that all lanes share, as the factor of a column is; and one in another lane may
    // be that of a swizzle.
    for is_swizzled in [false, true] {
        for lane in &lanes {
            let in_lane = |a: &NodeId| of(a).filter(|(_, l)| l == lane).map(|(v, _)| v);
            let n = node.args.iter().filter(|a| in_lane(a).is_some()).count();
            for shared in [None, Some(0), Some(1)] {
                let is_shared = |k: usize| node.args.get(k).is_some_and(|a| in_lane(a).is_some());
                if shared.is_some_and(|k| n < 2 || !is_shared(k)) {
                    continue;
                }
                let common = node.args.iter().enumerate();
                let common = common.map(|(k, a)| match (in_lane(a), of(a)) {
                    (Some(vector), _) if shared != Some(k) => Common::Vector(vector),
                    _ if graph.value(*a).is_some() => Common::Literal,
                    (None, Some((vector, _))) if is_swizzled => Common::Other(vector),
                    _ => Common::Number(*a),
                });
                let key = Key::Operation(node.kind, levels[i], common.collect(), 0);
                if !candidates.contains(&(key.clone(), *lane)) {
                    candidates.push((key, *lane));
                }
            }
        }
    }
}
