//! The instructions that compute vectors.

use super::forms::{self, all, map};
use super::lines::{After, Line, Operand, Place};
use super::vector::{Cannot, Try, Vectors};
use crate::codegen::graph::numbers::{Kind, Lanes, NodeId};
use crate::frontend::assembly::d3d::model::{File, Modifier, Opcode};

impl Vectors<'_> {
    /// Computes a vector in a register: whole, or its colour and its alpha, or each component.
    pub(super) fn compute(&mut self, to: Place, lanes: Lanes, mask: u8, after: After) -> Try<()> {
        let whole = self.attempt(|v| v.instruction(to, lanes, mask, after));
        if whole.is_ok() || mask.count_ones() == 1 {
            return whole;
        }
        let part = |bits: u8| {
            let mut some = lanes;
            for (l, lane) in some.iter_mut().enumerate() {
                *lane = lane.filter(|_| bits >> l & 1 != 0);
            }
            some
        };
        if mask & 8 != 0 && mask & 7 != 0 {
            return self.attempt(|v| {
                v.compute(to, part(mask & 7), mask & 7, after)?;
                v.compute(to, part(8), 8, after)
            });
        }
        if !self.is_14() {
            return Err(Cannot);
        }
        let graph = self.graph;
        // Lanes that are computed alike stay together.
        let first = lanes
            .iter()
            .flatten()
            .next()
            .map(|n| graph.signature(*n, 1));
        let alike = (0..4).filter(|l| lanes[*l].map(|n| graph.signature(n, 1)) == first);
        let mut some = alike.fold(0u8, |bits, l| bits | 1 << l) & mask;
        if some == mask {
            some = 1 << mask.trailing_zeros();
        }
        self.attempt(|v| {
            v.compute(to, part(some), some, after)?;
            v.compute(to, part(mask & !some), mask & !some, after)
        })
    }

    /// One instruction for all lanes.
    pub(super) fn instruction(
        &mut self,
        to: Place,
        lanes: Lanes,
        mask: u8,
        after: After,
    ) -> Try<()> {
        let graph = self.graph;
        if let Some(known) = self.code.known.get(&(lanes, mask)) {
            let known = *known;
            return self.emit(Opcode::Mov, to, mask, after, &[known]);
        }
        if let Some(direct) = self.direct(lanes, mask) {
            return direct.and_then(|o| self.emit(Opcode::Mov, to, mask, after, &[o]));
        }
        // Results are multiplied by powers of two, then clamped.
        if all(&lanes, |n| graph.kind(n) == Kind::Saturate) && after == After::default() {
            let inner = map(&lanes, |n| graph.args(n)[0]);
            let after = After {
                saturate: true,
                ..after
            };
            return self.compute(to, inner, mask, after);
        }
        if self.scaled(to, &lanes, mask, after).is_ok() {
            return Ok(());
        }
        let made = self.attempt(|v| v.product(to, &lanes, mask, after));
        if made.is_ok() {
            return made;
        }
        let made = self.attempt(|v| v.operation(to, &lanes, mask, after));
        if made.is_ok() {
            return made;
        }
        match self.modified(lanes, mask) {
            Some(operand) => operand.and_then(|o| self.emit(Opcode::Mov, to, mask, after, &[o])),
            None => made,
        }
    }

    /// Products by one power of two, which is the scale of the result.
    fn scaled(&mut self, to: Place, lanes: &Lanes, mask: u8, after: After) -> Try<()> {
        let graph = self.graph;
        let power = |n: NodeId| forms::scaled(graph, n).map(|s| s.1);
        let shift = lanes.iter().flatten().find_map(|n| power(*n));
        let fits = |p: i8| self.is_14() || (-1..=2).contains(&p);
        let shift = shift
            .filter(|p| fits(*p) && after.shift == 0)
            .ok_or(Cannot)?;
        if !all(lanes, |n| power(n) == Some(shift)) {
            return Err(Cannot);
        }
        let inner = map(lanes, |n| forms::scaled(graph, n).map_or(n, |s| s.0));
        self.attempt(|v| v.compute(to, inner, mask, After { shift, ..after }))
    }

    /// A dot product, the same in all lanes. It cannot write alpha alone.
    pub(super) fn product(&mut self, to: Place, lanes: &Lanes, mask: u8, after: After) -> Try<()> {
        let first = lanes.iter().flatten().next().copied().ok_or(Cannot)?;
        let is_one = all(lanes, |n| n == first);
        let terms = forms::products(self.graph, first).filter(|_| is_one);
        let terms = terms.ok_or(Cannot)?;
        let (opcode, read) = match terms.len() {
            3 => (Opcode::Dp3, 7),
            _ => (Opcode::Dp4, 15),
        };
        let side = |which: usize| {
            let mut all: Lanes = [None; 4];
            for (lane, term) in all.iter_mut().zip(&terms) {
                *lane = Some(term[which]);
            }
            all
        };
        let reads = [self.operand(side(0), read)?, self.operand(side(1), read)?];
        if mask == 8 && !self.is_14() {
            let whole = self.new_virtual();
            self.emit(opcode, whole, 15, after, &reads)?;
            let after = After::default();
            return self.emit(Opcode::Mov, to, mask, after, &[Operand::plain(whole)]);
        }
        self.emit(opcode, to, mask, after, &reads)
    }

    /// An operation on vectors.
    pub(super) fn operation(
        &mut self,
        to: Place,
        lanes: &Lanes,
        mask: u8,
        after: After,
    ) -> Try<()> {
        let graph = self.graph;
        let first = lanes.iter().flatten().next().copied().ok_or(Cannot)?;
        let kind = graph.kind(first);
        if !all(lanes, |n| graph.kind(n) == kind) {
            return Err(Cannot);
        }
        if all(lanes, |n| forms::interpolated(graph, n).is_some()) {
            let args = [0, 1, 2].map(|i| {
                map(lanes, |n| {
                    forms::interpolated(graph, n).map_or(n, |args| args[i])
                })
            });
            return self.emit_of(Opcode::Lrp, to, mask, after, &args);
        }
        let n = graph.args(first).len();
        let mut args: Vec<Lanes> = (0..n).map(|i| map(lanes, |n| graph.args(n)[i])).collect();
        let has_cmp = Opcode::Cmp.info(self.version).is_some();
        match kind {
            // Each row is an operation and its instruction. A sum with a minus is a difference.
            Kind::Add => {
                for (a, b) in [(0, 1), (1, 0)] {
                    if all(&args[b], |n| graph.kind(n) == Kind::Neg) {
                        let inner = map(&args[b], |n| graph.args(n)[0]);
                        let args = [args[a], inner];
                        return self.emit_of(Opcode::Sub, to, mask, after, &args);
                    }
                }
                self.emit_of(Opcode::Add, to, mask, after, &args)
            }
            Kind::Mul => self.emit_of(Opcode::Mul, to, mask, after, &args),
            Kind::Mad => {
                let made = self.attempt(|v| v.emit_of(Opcode::Mad, to, mask, after, &args));
                made.or_else(|_| self.doubled_sum(to, &args, mask, after))
            }
            Kind::Cmp if has_cmp => self.emit_of(Opcode::Cmp, to, mask, after, &args),
            Kind::Min | Kind::Max if has_cmp => {
                let reads = [self.operand(args[0], mask)?, self.operand(args[1], mask)?];
                let difference = self.new_virtual();
                self.emit(Opcode::Sub, difference, mask, After::default(), &reads)?;
                let [a, b] = reads;
                let chosen = if kind == Kind::Max { [a, b] } else { [b, a] };
                let reads = [Operand::plain(difference), chosen[0], chosen[1]];
                self.emit(Opcode::Cmp, to, mask, after, &reads)
            }
            Kind::Abs if has_cmp => {
                let read = self.operand(args.remove(0), mask)?;
                let minus = self.with_modifier(read, Modifier::Negate)?;
                self.emit(Opcode::Cmp, to, mask, after, &[read, read, minus])
            }
            _ => Err(Cannot),
        }
    }

    /// A sum with a product by a power of two that no constant holds: the product is a scaled move.
    pub(super) fn doubled_sum(
        &mut self,
        to: Place,
        args: &[Lanes],
        mask: u8,
        after: After,
    ) -> Try<()> {
        let graph = self.graph;
        let most = if self.is_14() { 3 } else { 2 };
        let power =
            |n: NodeId| (1..=most).find(|p| graph.value(n) == Some(f32::exp2(f32::from(*p))));
        for (x, factor) in [(0, 1), (1, 0)] {
            let first = args[factor]
                .iter()
                .flatten()
                .next()
                .copied()
                .ok_or(Cannot)?;
            let Some(shift) = power(first) else { continue };
            if !all(&args[factor], |n| power(n) == Some(shift)) {
                continue;
            }
            let scaled = self.new_virtual();
            let own = After {
                shift,
                saturate: false,
            };
            let read = self.operand(args[x], mask)?;
            self.emit(Opcode::Mov, scaled, mask, own, &[read])?;
            let reads = [Operand::plain(scaled), self.operand(args[2], mask)?];
            return self.emit(Opcode::Add, to, mask, after, &reads);
        }
        Err(Cannot)
    }

    pub(super) fn emit_of(
        &mut self,
        opcode: Opcode,
        to: Place,
        mask: u8,
        after: After,
        args: &[Lanes],
    ) -> Try<()> {
        let mut reads = Vec::new();
        for lanes in args {
            reads.push(self.operand(*lanes, mask)?);
        }
        self.emit(opcode, to, mask, after, &reads)
    }

    pub(super) fn emit(
        &mut self,
        opcode: Opcode,
        to: Place,
        mask: u8,
        after: After,
        reads: &[Operand],
    ) -> Try<()> {
        let mut reads = reads.to_vec();
        self.ports(&mut reads, mask);
        let line = Line {
            after,
            ..Line::new(opcode, to, mask, &reads)
        };
        self.code.lines.push(line);
        Ok(())
    }

    /// An instruction reads at most two constants, one colour, and (before 1.4) three textures: others are moved.
    pub(super) fn ports(&mut self, reads: &mut [Operand], mask: u8) {
        let file = |o: &Operand| match o.place {
            Place::Literals(_) => Some(File::Const),
            Place::Fixed(register) => Some(register.file),
            Place::Virtual(_) => None,
        };
        for (wanted, most) in [(File::Const, 2), (File::Input, 1)] {
            let mut seen: Vec<Place> = Vec::new();
            for read in reads.iter_mut().filter(|r| file(r) == Some(wanted)) {
                if seen.contains(&read.place) {
                    continue;
                }
                seen.push(read.place);
                if seen.len() > most {
                    let to = self.new_virtual();
                    let plain = Operand {
                        modifier: Modifier::None,
                        ..*read
                    };
                    let line = Line::new(Opcode::Mov, to, mask, &[plain]);
                    self.code.lines.push(line);
                    (read.place, read.component) = (to, None);
                }
            }
        }
    }
}
