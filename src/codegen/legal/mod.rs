//! Makes operands what a version allows: how many constants and inputs one instruction reads, which swizzles there are, and
//! by what constants are addressed.

mod addresses;
pub(super) mod hoist;

use super::lines::{Code, Line, Read, Shape, Where};
use super::target::Target;
use crate::codegen::machine::Opcode;
use crate::frontend::assembly::d3d::model::{File, Modifier, Register, Swizzle};
use addresses::Addresses;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// Moved constants are read again by instructions at most so far away.
pub(super) const NEAR: usize = 24;
/// The swizzles of ps_2_0 beside those that select one component.
const SWIZZLES: [u8; 4] = [0xe4, 0xc9, 0xd2, 0x1b];

struct Legal<'t> {
    target: &'t Target<'t>,
    code: Code,
    addresses: Addresses,
    /// Constants and inputs in temporaries: the components there, and the line.
    moved: Vec<(Where, u32, u8, usize)>,
    /// How far away moved registers are read again.
    near: usize,
    /// For each register the lines that read it beside others of its kind, and the components there.
    crowded: FxHashMap<Where, Vec<(usize, u8)>>,
    /// The line that is made legal.
    at: usize,
}

/// Makes all lines legal. `near`: how far away moved registers are read again.
pub(super) fn legalize(target: &Target<'_>, code: &mut Code, near: usize) {
    let mut legal = Legal {
        target,
        crowded: crowded(code),
        addresses: Addresses::new(target, code),
        code: std::mem::take(code),
        moved: Vec::new(),
        near,
        at: 0,
    };
    for (at, line) in std::mem::take(&mut legal.code.lines)
        .into_iter()
        .enumerate()
    {
        legal.at = at;
        legal.line(line);
    }
    *code = legal.code;
}

/// The lines that read several constants.
fn crowded(code: &Code) -> FxHashMap<Where, Vec<(usize, u8)>> {
    let mut crowded: FxHashMap<Where, Vec<(usize, u8)>> = FxHashMap::default();
    for (at, line) in code.lines.iter().enumerate() {
        let constants = line
            .reads
            .iter()
            .enumerate()
            .filter(|(_, r)| is_constant(r.from));
        let first = constants.clone().map(|(_, r)| r.from).next();
        if constants.clone().all(|(_, r)| Some(r.from) == first) {
            continue;
        }
        for (n, read) in constants {
            let lines = crowded.entry(read.from).or_default();
            lines.push((at, line.components_read(n)));
        }
    }
    crowded
}

impl Legal<'_> {
    fn line(&mut self, mut line: Line) {
        // What a block has moved is not there after it, and the round before may have moved it elsewhere.
        if line.is_flow() && line.opcode != Opcode::BreakC {
            self.addresses.forget();
            self.moved.clear();
        }
        self.addressed(&mut line);
        if self.target.machine.has_few_ports && line.opcode != Opcode::SinCos {
            self.join_literals(&mut line);
            self.ports(&mut line, is_constant);
            self.absolutes(&mut line);
            self.ports(&mut line, |w| match w {
                Where::Fixed(register) => matches!(register.file, File::Input | File::Texture),
                _ => false,
            });
        }
        if !self.target.machine.swizzles {
            for n in 0..line.reads.len() {
                self.swizzle(&mut line, n);
            }
        }
        self.code.lines.push(line);
    }

    /// Gives operands that computed numbers address components of `a0`. Where `a0` has one, an instruction reads by one number;
    /// what it reads by others is moved before.
    fn addressed(&mut self, line: &mut Line) {
        let index_of = |r: &Read| match r.from {
            Where::Indexed(_, id) => Some(id),
            _ => None,
        };
        let mut ids: SmallVec<[u32; 3]> = line.reads.iter().filter_map(index_of).collect();
        // The number that `a0` holds already comes first.
        ids.sort_by_key(|id| !self.addresses.has(*id));
        ids.dedup();
        for (n, id) in ids.iter().enumerate() {
            let component = self.address(*id);
            let is_moved = self.addresses.n_components == 1 && n + 1 < ids.len();
            for k in 0..line.reads.len() {
                let Where::Indexed(base, i) = line.reads[k].from else {
                    continue;
                };
                if i == *id {
                    line.reads[k].from = Where::Addressed(base, component);
                }
                if i == *id && is_moved {
                    line.reads[k].from = self.moved(line.reads[k].from, line.components_read(k));
                }
            }
            if !is_moved {
                self.addresses.pinned |= 1 << component;
            }
        }
        self.addresses.pinned = 0;
    }

    /// The component of `a0` that holds a number.
    fn address(&mut self, id: u32) -> u8 {
        if let Some(known) = self.addresses.component_of(id) {
            return known;
        }
        let loads = self.addresses.choose(&self.code, id, self.at);
        let first = self.code.indices[id as usize];
        let mut read = Read {
            lanes: [first.lanes[0]; 4],
            ..first
        };
        let mut mask = 0;
        for (component, id) in &loads {
            read.lanes[usize::from(*component)] = self.code.indices[*id as usize].lanes[0];
            mask |= 1 << component;
        }
        let opcode = match self.target.machine.has(Opcode::Mova) {
            true => Opcode::Mova,
            false => Opcode::Mov,
        };
        let register = Where::Fixed(Register::new(File::Address, 0));
        let pinned = self.addresses.pinned;
        self.line(Line::new(
            opcode,
            Some((register, mask)),
            smallvec![read],
            Shape::Each,
        ));
        self.addresses.pinned = pinned;
        self.addresses.hold(&loads);
        loads[0].0
    }

    /// Literals of one instruction become one vector, if they fit.
    fn join_literals(&mut self, line: &mut Line) {
        // Versions let an instruction read few registers of constants, so that its literals should share one.
        let ids: Vec<(usize, u32)> = { line.reads.iter().enumerate() }
            .filter_map(|(n, r)| match r.from {
                Where::Literals(id) => Some((n, id)),
                _ => None,
            })
            .collect();
        if ids.len() < 2 {
            return;
        }
        let mut joined: Vec<u32> = Vec::new();
        let mut lanes = Vec::new();
        // Collects the distinct values, and for each operand the components that its lanes then read.
        for (n, id) in &ids {
            let vector = self.code.literals[*id as usize];
            let wanted = line.lanes_read(*n);
            let mut own = [0u8; 4];
            let mut first = None;
            for lane in (0..4).filter(|l| wanted >> l & 1 != 0) {
                let read = line.reads[*n].lanes[lane];
                let Some(value) = vector[usize::from(read)] else {
                    return;
                };
                let at = joined.iter().position(|v| *v == value);
                let at = at.unwrap_or_else(|| {
                    joined.push(value);
                    joined.len() - 1
                });
                own[lane] = at as u8;
                first.get_or_insert(at as u8);
            }
            for lane in (0..4).filter(|l| wanted >> l & 1 == 0) {
                own[lane] = first.unwrap_or(0);
            }
            // Without swizzles an operand reads one component in all lanes, or it must be in order.
            let is_one = own.iter().all(|c| *c == own[0]);
            if !is_one && !self.target.machine.swizzles {
                return;
            }
            lanes.push((*n, own));
        }
        if joined.len() > 4 {
            return;
        }
        // The joined vector is a new one. Others may still read the old ones.
        let mut vector = [None; 4];
        for (slot, value) in vector.iter_mut().zip(&joined) {
            *slot = Some(*value);
        }
        let id = self.code.literal(vector);
        for (n, own) in lanes {
            line.reads[n].from = Where::Literals(id);
            line.reads[n].lanes = own;
        }
    }

    /// How often a register is read beside others in the lines that follow, and the components there.
    fn wanted(&self, from: Where) -> (usize, u8) {
        let Some(lines) = self.crowded.get(&from) else {
            return (0, 0);
        };
        let first = lines.partition_point(|(at, _)| *at < self.at);
        let end = lines.partition_point(|(at, _)| *at < self.at + self.near);
        let near = &lines[first..end.max(first)];
        (near.len(), near.iter().fold(0, |bits, (_, c)| bits | c))
    }

    /// Whether components of a register are in a temporary near by.
    fn is_moved(&self, from: Where, components: u8) -> bool {
        let near = self.code.lines.len().saturating_sub(self.near);
        let mut moved = self.moved.iter().rev().take_while(|m| m.3 > near);
        moved.any(|m| m.0 == from && m.2 & components == components)
    }

    /// Moves all but one of the different registers of a kind that an instruction reads. One stays that is moved for nothing
    /// else, or else the one that is read most.
    fn ports(&mut self, line: &mut Line, is_one: impl Fn(Where) -> bool) {
        let mut found: Vec<(Where, u32, u8)> = Vec::new();
        for n in 0..line.reads.len() {
            let (from, components) = (line.reads[n].from, line.components_read(n));
            if !is_one(from) {
                continue;
            }
            match found.iter_mut().find(|f| f.0 == from) {
                Some(known) => (known.1, known.2) = (known.1 + 1, known.2 | components),
                None => found.push((from, 1, components)),
            }
        }
        let key = |f: &(Where, u32, u8)| {
            let is_moved = self.is_moved(f.0, f.2);
            (is_moved, self.wanted(f.0).0, std::cmp::Reverse(f.1))
        };
        let least = found.iter().map(key).min();
        let kept = found.iter().position(|f| Some(key(f)) == least);
        for (n, (from, _, components)) in found.into_iter().enumerate() {
            if Some(n) == kept {
                continue;
            }
            let all = match self.is_moved(from, components) {
                true => components,
                false => components | self.wanted(from).1,
            };
            let to = self.moved(from, all);
            let reads = line.reads.iter_mut().filter(|r| r.from == from);
            reads.for_each(|r| r.from = to);
        }
    }

    /// All constants of an instruction have `_abs`, or none has. If some have it, these are moved.
    fn absolutes(&mut self, line: &mut Line) {
        let has_it = |r: &Read| matches!(r.modifier, Modifier::Absolute | Modifier::NegateAbsolute);
        let mut constants = line.reads.iter().filter(|r| is_constant(r.from));
        if constants.clone().all(has_it) || !constants.any(has_it) {
            return;
        }
        for n in 0..line.reads.len() {
            if is_constant(line.reads[n].from) && has_it(&line.reads[n]) {
                line.reads[n].from = self.moved(line.reads[n].from, line.components_read(n));
            }
        }
    }

    /// Components of a register in a temporary.
    fn moved(&mut self, from: Where, components: u8) -> Where {
        let now = self.code.lines.len();
        let near = self.moved.partition_point(|m| now - m.3 >= self.near);
        let is_it = |m: &&(Where, u32, u8, usize)| m.0 == from && m.2 & components == components;
        if let Some(known) = self.moved[near..].iter().find(is_it) {
            return Where::Virtual(known.1);
        }
        let register = self.code.new_virtual(true);
        let mut read = Read::plain(from);
        if components.count_ones() == 1 {
            read.lanes = [components.trailing_zeros() as u8; 4];
        }
        self.code.lines.push(Line::new(
            Opcode::Mov,
            Some((Where::Virtual(register), components)),
            smallvec![read],
            Shape::Each,
        ));
        if !matches!(from, Where::Addressed(..) | Where::Counted(_)) {
            self.moved.push((from, register, components, now));
        }
        Where::Virtual(register)
    }

    /// A swizzle that ps_2_0 lacks: the operand is put in order first.
    fn swizzle(&mut self, line: &mut Line, n: usize) {
        let wanted = line.lanes_read(n);
        let read = line.reads[n];
        let is_literal = matches!(read.from, Where::Literals(_));
        if is_literal || matches!(line.shape, Shape::Load(_)) || legal(&read, wanted).is_some() {
            return;
        }
        let register = Where::Virtual(self.code.new_virtual(true));
        let mut left = wanted;
        // Each move puts as many lanes in order as one swizzle of the version can.
        while left != 0 {
            let (swizzle, lanes) = best(&read, left);
            let mut plain = Read {
                modifier: Modifier::None,
                ..read
            };
            plain.lanes = [0, 1, 2, 3].map(|l| swizzle.component(l) as u8);
            self.code.lines.push(Line::new(
                Opcode::Mov,
                Some((register, lanes)),
                smallvec![plain],
                Shape::Each,
            ));
            left &= !lanes;
        }
        line.reads[n] = Read {
            modifier: read.modifier,
            ..Read::plain(register)
        };
    }
}

fn is_constant(from: Where) -> bool {
    match from {
        Where::Literals(_) | Where::Addressed(..) | Where::Counted(_) => true,
        Where::Fixed(register) => register.file == File::Const,
        _ => false,
    }
}

/// All swizzles of ps_2_0.
fn swizzles() -> impl Iterator<Item = Swizzle> {
    let some = SWIZZLES.into_iter().map(Swizzle);
    some.chain((0..4).map(Swizzle::replicate))
}

fn lanes_of(swizzle: Swizzle, read: &Read, wanted: u8) -> u8 {
    let fits =
        |l: &usize| wanted >> l & 1 != 0 && swizzle.component(*l) == usize::from(read.lanes[*l]);
    (0..4).filter(fits).fold(0, |bits, l| bits | 1 << l)
}

/// The swizzle of ps_2_0 that reads what the lanes want.
pub(super) fn legal(read: &Read, wanted: u8) -> Option<Swizzle> {
    swizzles().find(|s| lanes_of(*s, read, wanted) == wanted)
}

/// The swizzle that serves most lanes.
fn best(read: &Read, wanted: u8) -> (Swizzle, u8) {
    let all = swizzles().map(|s| (s, lanes_of(s, read, wanted)));
    let best = all.max_by_key(|(_, lanes)| lanes.count_ones());
    best.unwrap_or((Swizzle::IDENTITY, wanted))
}
