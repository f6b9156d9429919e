//! Puts numbers into lanes of vectors. A vector that an instruction wants is made of numbers of one register, of literals, or
//! is gathered in a register of its own: numbers that nothing has computed yet are computed there, those of one operation
//! together, and the others are moved.
//!
//! **Order.** The level of a number is above those of its arguments. A register's lanes are computed by rising levels, so
//! whatever a computation wants is there.

use super::graph::flatten::Flat;
use super::graph::numbers::{Graph, Kind, Lanes, NodeId};
use super::graph::sides::{Sides, sides};
use super::graph::vectors::{Vectors, vectors};
use super::lines::{Code, Line, Read, Shape, Where};
use super::operands::Form;
use super::refusal::Refusal;
use super::target::Target;
use crate::codegen::machine::Opcode;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// How many numbers, each an argument of the next, one walk computes. More would need too much of the thread's stack.
const MOST_DEPTH: u32 = 256;

/// The virtual registers so far.
pub(super) struct Pack<'t> {
    pub(super) target: &'t Target<'t>,
    pub(super) graph: &'t Graph,
    pub(super) uses: Vec<u32>,
    pub(super) levels: Vec<u32>,
    /// The loops whose rounds each number is computed in.
    pub(super) rounds: Vec<SmallVec<[u32; 2]>>,
    /// Numbers in the midst of long chains, which are computed before what they are arguments of.
    pub(super) landings: Vec<NodeId>,
    pub(super) vectors: Vectors,
    pub(super) sides: Sides,
    /// The specular lights of a vertex shader.
    pub(super) lights: Vec<NodeId>,
    /// The register and lane that holds a number.
    pub(super) homes: Vec<Option<(u32, u8)>>,
    pub(super) code: Code,
    pub(super) gathered: FxHashMap<Lanes, Read>,
    pub(super) indices: FxHashMap<NodeId, u32>,
    /// Loops and branches that are emitted.
    pub(super) repeated: Vec<NodeId>,
    /// The first reason to refuse the program.
    /// How many sums are dot products with a vector and 1, by the vector; found when the first one is asked for.
    pub(super) transformed: Option<FxHashMap<[NodeId; 3], usize>>,
    pub(super) refusal: Option<Refusal>,
}

pub(super) fn pack(target: &Target<'_>, flat: &Flat) -> Result<Code, Refusal> {
    let graph = &flat.graph;
    // A number's level is above those of its arguments. Numbers of one level can share an instruction.
    let mut levels = vec![0; graph.nodes.len()];
    for (i, node) in graph.nodes.iter().enumerate() {
        let below = node.args.iter().map(|a| levels[a.0 as usize] + 1);
        levels[i] = below.max().unwrap_or(0);
    }
    let uses = super::graph::demand::demand(flat).uses;
    let mut pack = Pack {
        target,
        graph,
        rounds: graph.rounds(),
        landings: landings(graph, &uses),
        sides: sides(flat),
        lights: { 0..graph.nodes.len() }
            .filter(|i| graph.nodes[*i].kind == Kind::Lit && uses[*i] > 0)
            .map(|i| NodeId(i as u32))
            .collect(),
        vectors: vectors(graph, &levels, &uses),
        uses,
        levels,
        homes: vec![None; graph.nodes.len()],
        code: Code::default(),
        gathered: FxHashMap::default(),
        indices: FxHashMap::default(),
        repeated: Vec::new(),
        transformed: None,
        refusal: None,
    };
    pack.land(None, &[]);
    pack.kill(&flat.kills);
    for killing in &flat.killing {
        pack.region(*killing);
    }
    // Each output is a vector whose lanes are computed together where they can be.
    for slot in &target.outputs {
        let lanes = [0, 1, 2, 3].map(|c| {
            let wanted = c < u32::from(slot.components);
            let value = flat.outputs.get(&(4 * slot.vec4 + c)).copied();
            value.filter(|_| wanted || slot.is_depth(target, c))
        });
        pack.output(slot.vec4, lanes);
    }
    match pack.refusal {
        Some(refusal) => Err(refusal),
        None => Ok(pack.code),
    }
}

/// Divides long chains of numbers.
fn landings(graph: &Graph, uses: &[u32]) -> Vec<NodeId> {
    let mut depths: Vec<u32> = Vec::with_capacity(graph.nodes.len());
    let mut all = Vec::new();
    for (i, node) in graph.nodes.iter().enumerate() {
        let below = node.args.iter().map(|a| depths[a.0 as usize] + 1);
        let mut depth = below.max().unwrap_or(0);
        // Texels and what loops leave behind are computed with their look-ups and loops.
        let is_value = !matches!(
            node.kind,
            Kind::Sample(..) | Kind::Loop(_) | Kind::Branch(_)
        );
        if depth >= MOST_DEPTH && uses[i] > 0 && is_value {
            depth = 0;
            all.push(NodeId(i as u32));
        }
        depths.push(depth);
    }
    all
}

impl Pack<'_> {
    /// Computes the landings of a loop's round, or of what is outside of loops. `open`: the loops around it.
    pub(super) fn land(&mut self, id: Option<u32>, open: &[u32]) {
        for n in self.landings.clone() {
            let own = &self.rounds[n.0 as usize];
            let is_inside = |i: &u32| Some(*i) == id || open.contains(i);
            if id.is_none_or(|id| own.contains(&id)) && own.iter().all(is_inside) {
                self.whole(n);
                self.home_together([Some(n), None, None, None]);
            }
        }
    }

    pub(super) fn refuse(&mut self, what: &str, number: u32) {
        let version = self.target.machine.name;
        self.refusal.get_or_insert_with(|| Refusal::Lacks {
            what: what.to_owned(),
            version,
            number,
            span: crate::ir::Span::NONE,
        });
    }

    /// Computes a number with the others of its vector, if some of them are wanted elsewhere.
    pub(super) fn with_others(&mut self, n: NodeId, lanes: &Lanes) {
        let Some((vector, _)) = self.vectors.of[n.0 as usize].filter(|_| self.is_free(n)) else {
            return;
        };
        let members = self.vectors.members[vector as usize];
        let is_near = |m: &NodeId| self.is_free(*m) && self.sides.are_together(n, *m);
        let free = members.map(|m| m.filter(is_near));
        if free.iter().flatten().all(|m| lanes.contains(&Some(*m))) {
            return;
        }
        let register = self.code.new_virtual(false);
        self.code.held[register as usize] = mask_of(&free);
        for (lane, member) in free.iter().enumerate() {
            if let Some(member) = member {
                self.homes[member.0 as usize] = Some((register, lane as u8));
            }
        }
        self.fill(Where::Virtual(register), free, [None; 4]);
    }

    /// Gives numbers of a vector that nothing has computed yet a register.
    pub(super) fn home_together(&mut self, lanes: Lanes) {
        let free = lanes.map(|l| l.filter(|n| self.is_free(*n)));
        if free.iter().flatten().next().is_some() {
            self.operand(free, Form::Any);
        }
    }

    /// Whether a number is computed, and nothing has computed it yet.
    pub(super) fn is_free(&self, n: NodeId) -> bool {
        let is_leaf = matches!(
            self.graph.kind(n),
            Kind::Literal(_) | Kind::Register(..) | Kind::Relative(..) | Kind::Counted(..)
        );
        !is_leaf && self.homes[n.0 as usize].is_none()
    }

    pub(super) fn line(&mut self, opcode: Opcode, to: (Where, u8), reads: &[Read], shape: Shape) {
        self.code
            .lines
            .push(Line::new(opcode, Some(to), reads.into(), shape));
    }

    /// Makes a register of the numbers.
    pub(super) fn gather(&mut self, lanes: Lanes, form: Form) -> Read {
        if form == Form::Any
            && let Some(read) = self.extended(&lanes)
        {
            return read;
        }
        let register = self.code.new_virtual(form != Form::Any);
        let mut read = Read::plain(Where::Virtual(register));
        let (mut own, mut others): (Lanes, Lanes) = ([None; 4], [None; 4]);
        // Numbers that nothing has computed yet are computed in their lane. Others are moved there.
        for lane in 0..4 {
            let Some(n) = lanes[lane] else { continue };
            if form == Form::Any
                && let Some(earlier) = (0..lane).find(|l| lanes[*l] == Some(n))
            {
                read.lanes[lane] = read.lanes[earlier];
                continue;
            }
            if self.is_free(n) {
                own[lane] = Some(n);
            } else {
                others[lane] = Some(n);
            }
        }
        // The register is the home of what is computed in it.
        self.code.held[register as usize] = mask_of(&own) | mask_of(&others);
        for (lane, n) in own.iter().enumerate() {
            if let Some(n) = n {
                self.homes[n.0 as usize].get_or_insert((register, lane as u8));
            }
        }
        self.fill(Where::Virtual(register), own, others);
        // Lanes without a number repeat one that has one.
        let written = (0..4).find(|l| lanes[*l].is_some()).unwrap_or(0);
        let first = read.lanes[written];
        for (component, n) in read.lanes.iter_mut().zip(&lanes) {
            if n.is_none() && form == Form::Any {
                *component = first;
            }
        }
        read
    }

    /// Computes some numbers in a register, those of lower levels first, and moves others there.
    pub(super) fn fill(&mut self, to: Where, own: Lanes, mut others: Lanes) {
        let mut left = own;
        let level = |n: NodeId| self.levels[n.0 as usize];
        let mut order: Vec<u32> = own.iter().flatten().map(|n| level(*n)).collect();
        order.sort_unstable();
        order.dedup();
        for now in order {
            while let Some(first) =
                (0..4).find(|l| left[*l].is_some_and(|n| self.levels[n.0 as usize] == now))
            {
                let key = left[first].map(|n| self.key(n));
                let mut group: Lanes = [None; 4];
                for lane in 0..4 {
                    let is_alike =
                        |n: &NodeId| self.levels[n.0 as usize] == now && Some(self.key(*n)) == key;
                    if left[lane].as_ref().is_some_and(is_alike) {
                        group[lane] = left[lane].take();
                    }
                }
                self.group(to, group, &mut others);
            }
        }
        self.move_all(to, others);
    }

    /// Moves numbers that lie elsewhere, those of one register together.
    fn move_all(&mut self, to: Where, mut left: Lanes) {
        self.move_with_literals(to, &mut left);
        while let Some(first) = (0..4).find(|l| left[*l].is_some()) {
            let mut group: Lanes = [None; 4];
            let from = |pack: &mut Self, n: NodeId| match pack.graph.kind(n) {
                Kind::Literal(_) => None,
                _ => pack.place(n).map(|(from, _)| from),
            };
            let Some(n) = left[first] else { return };
            let wanted = from(self, n);
            for lane in 0..4 {
                if let Some(n) = left[lane]
                    && from(self, n) == wanted
                {
                    group[lane] = left[lane].take();
                }
            }
            let read = self.operand(group, Form::Any);
            self.line(Opcode::Mov, (to, mask_of(&group)), &[read], Shape::Each);
        }
    }

    /// Emits one line for all lanes.
    pub(super) fn each(&mut self, opcode: Opcode, to: Where, group: &Lanes, reads: &[Read]) {
        self.line(opcode, (to, mask_of(group)), reads, Shape::Each);
    }

    /// Emits an instruction on one number that writes the lane.
    pub(super) fn one(&mut self, opcode: Opcode, to: Where, lane: usize, reads: &[Read]) {
        let replicate = |r: &Read| Read {
            lanes: [r.lanes[0]; 4],
            ..*r
        };
        let reads = reads.iter().map(replicate).collect();
        let part = self.target.machine.part_of(opcode);
        let Some(part) = part.filter(|part| *part != lane) else {
            if let (Where::Virtual(v), Some(_)) = (to, part) {
                self.code.virtuals[v as usize] = true;
            }
            let to = Some((to, 1 << lane));
            return self
                .code
                .lines
                .push(Line::new(opcode, to, reads, Shape::One));
        };
        // It is computed where the machine has it, and moved to its lane.
        let register = Where::Virtual(self.code.new_virtual(true));
        let computed = Some((register, 1 << part));
        self.code
            .lines
            .push(Line::new(opcode, computed, reads, Shape::One));
        let moved = Read {
            lanes: [part as u8; 4],
            ..Read::plain(register)
        };
        self.line(Opcode::Mov, (to, 1 << lane), &[moved], Shape::Each);
    }

    /// Emits a kill where a lane of an operand is below 0.
    pub(super) fn emit_kill(&mut self, read: Read, lanes: u8) {
        self.code.lines.push(Line::new(
            Opcode::TexKill,
            None,
            smallvec![read],
            Shape::Load(lanes),
        ));
    }
}

/// The lanes that have a number, by bit.
pub(super) fn mask_of(lanes: &Lanes) -> u8 {
    (0..4).fold(0, |mask, l| mask | u8::from(lanes[l].is_some()) << l)
}
