//! Vectors of numbers as operands and instructions.

use super::forms::{self, all, map};
use super::lines::{After, Line, Operand, Place};
use crate::codegen::graph::numbers::{Graph, Kind, Lanes, NodeId};
use crate::codegen::refusal::Refusal;
use crate::codegen::target::Target;
use crate::frontend::assembly::d3d::model::{File, Modifier, Opcode, Register, Version};
use rustc_hash::FxHashMap;

/// Microsoft's number for what the instructions cannot express.
const CANNOT: u32 = 4532;
/// Vectors that are tried at most.
const MOST_TRIES: u32 = 20_000;

/// What is emitted so far. A try that fails is taken back by an older copy.
#[derive(Clone)]
pub(super) struct Code {
    pub(super) addresses: Vec<Line>,
    pub(super) lines: Vec<Line>,
    pub(super) literals: Vec<[Option<u32>; 4]>,
    pub(super) virtuals: u32,
    /// The registers of look-ups, by their numbers.
    pub(super) samples: FxHashMap<NodeId, Place>,
    /// Texture registers, and whether they hold coordinates.
    pub(super) stages: [Option<bool>; 8],
    /// In 1.4 the coordinates that the first phase has computed, by look-ups.
    pub(super) computed: FxHashMap<NodeId, Place>,
    known: FxHashMap<(Lanes, u8), Operand>,
}

/// The vectors of a program.
pub(super) struct Vectors<'t> {
    pub(super) target: &'t Target<'t>,
    pub(super) graph: &'t Graph,
    pub(super) uses: Vec<u32>,
    pub(super) code: Code,
    tries: u32,
}

/// A vector that cannot be expressed.
pub(super) struct Cannot;

pub(super) type Try<T> = Result<T, Cannot>;

impl<'t> Vectors<'t> {
    pub(super) fn new(target: &'t Target<'t>, graph: &'t Graph, uses: Vec<u32>) -> Vectors<'t> {
        Vectors {
            target,
            graph,
            uses,
            code: Code {
                addresses: Vec::new(),
                lines: Vec::new(),
                literals: Vec::new(),
                virtuals: 0,
                samples: FxHashMap::default(),
                stages: [None; 8],
                computed: FxHashMap::default(),
                known: FxHashMap::default(),
            },
            tries: 0,
        }
    }

    pub(super) fn is_14(&self) -> bool {
        self.target.version == Version::Ps14
    }

    /// Ends the first phase: what it has computed is not there for vectors of the second. Returns its lines.
    pub(super) fn end_phase(&mut self) -> Vec<Line> {
        let code = &mut self.code;
        code.samples.clear();
        code.known.clear();
        let addresses = std::mem::take(&mut code.addresses);
        addresses
            .into_iter()
            .chain(std::mem::take(&mut code.lines))
            .collect()
    }

    /// Why a program is refused.
    pub(super) fn refusal(&self) -> Refusal {
        Refusal::Lacks {
            what: "an expression".into(),
            version: self.target.version.name(),
            number: CANNOT,
            span: crate::ir::Span::NONE,
        }
    }

    /// Tries to emit something. What failed leaves nothing behind.
    fn attempt<T>(&mut self, f: impl FnOnce(&mut Self) -> Try<T>) -> Try<T> {
        self.tries += 1;
        if self.tries > MOST_TRIES {
            return Err(Cannot);
        }
        let before = self.code.clone();
        let result = f(self);
        if result.is_err() {
            self.code = before;
        }
        result
    }

    pub(super) fn new_virtual(&mut self) -> Place {
        self.code.virtuals += 1;
        Place::Virtual(self.code.virtuals - 1)
    }

    /// The operand of a vector.
    pub(super) fn operand(&mut self, lanes: Lanes, mask: u8) -> Try<Operand> {
        if let Some(direct) = self.direct(lanes, mask) {
            return direct;
        }
        if let Some(modified) = self.modified(lanes, mask) {
            return modified;
        }
        if let Some(known) = self.code.known.get(&(lanes, mask)) {
            return Ok(*known);
        }
        let to = self.new_virtual();
        self.compute(to, lanes, mask, After::default())?;
        let operand = Operand::plain(to);
        self.code.known.insert((lanes, mask), operand);
        Ok(operand)
    }

    /// The operand of what is the same in all lanes, or lies in order in one register.
    fn direct(&mut self, lanes: Lanes, mask: u8) -> Option<Try<Operand>> {
        if all(&lanes, |n| self.graph.value(n).is_some()) {
            return Some(self.literals(lanes));
        }
        let mut place = None;
        let (mut is_in_order, mut components) = (true, Vec::new());
        for (lane, n) in lanes.iter().enumerate() {
            let Some(n) = n else { continue };
            let (register, component) = match self.graph.kind(*n) {
                Kind::Register(file, number, c) => ((Some((file, number)), None), c),
                Kind::Texel(c) => ((None, Some(self.graph.args(*n)[0])), c),
                _ => return None,
            };
            if *place.get_or_insert(register) != register {
                return None;
            }
            is_in_order &= usize::from(component) == lane;
            components.push(component);
        }
        let is_one = components.windows(2).all(|w| w[0] == w[1]);
        let component = *components.first()?;
        if !is_in_order && !is_one {
            return None;
        }
        let is_whole = is_in_order && (components.len() > 1 || mask == 1 << component);
        let place = match place? {
            // Coordinates have three components here.
            (Some((File::Texture, _)), _) if components.contains(&3) => Err(Cannot),
            (Some((File::Texture, number)), _) => self.coordinates(number),
            (Some((file, number)), _) => Ok(Place::Fixed(Register::new(file, number))),
            (_, Some(sample)) => self.sample(sample),
            _ => Err(Cannot),
        };
        let place = match place {
            Ok(place) => place,
            Err(cannot) => return Some(Err(cannot)),
        };
        let operand = Operand::plain(place);
        if is_whole {
            return Some(Ok(operand));
        }
        Some(self.spread(operand, component, mask))
    }

    /// One component in all lanes. Before 1.4 that is alpha, or blue where alpha is written; others are products with a
    /// vector that has a 1 there.
    fn spread(&mut self, operand: Operand, component: u8, mask: u8) -> Try<Operand> {
        let selects = self.is_14() || component == 3 || component == 2 && mask == 8;
        if selects {
            return Ok(Operand {
                component: Some(component),
                ..operand
            });
        }
        let mut unit = [Some(0); 4];
        unit[usize::from(component)] = Some(1f32.to_bits());
        unit[3] = None;
        let unit = Operand::plain(Place::Literals(self.literal(unit)));
        let to = self.new_virtual();
        let line = Line::new(
            Opcode::Dp3,
            to,
            if mask == 8 { 15 } else { mask },
            &[operand, unit],
        );
        self.code.lines.push(line);
        Ok(Operand::plain(to))
    }

    fn literal(&mut self, vector: [Option<u32>; 4]) -> u32 {
        let all = &mut self.code.literals;
        let known = all.iter().position(|v| *v == vector);
        known.unwrap_or_else(|| {
            all.push(vector);
            all.len() - 1
        }) as u32
    }

    /// Literals are between −1 and 1.
    fn literals(&mut self, lanes: Lanes) -> Try<Operand> {
        let value = |n: NodeId| self.graph.value(n).unwrap_or(0.0);
        if !all(&lanes, |n| value(n).abs() <= 1.0) {
            return Err(Cannot);
        }
        let vector = lanes.map(|l| l.map(|n| value(n).to_bits()));
        Ok(Operand::plain(Place::Literals(self.literal(vector))))
    }

    /// The operand of a vector that a modifier makes of another one. Constants have none but the minus.
    fn modified(&mut self, lanes: Lanes, mask: u8) -> Option<Try<Operand>> {
        type Form = fn(&Graph, NodeId) -> Option<NodeId>;
        let negated: Form = |g, n| (g.kind(n) == Kind::Neg).then(|| g.args(n)[0]);
        let doubled: Form = |g, n| forms::scaled(g, n).filter(|s| s.1 == 1).map(|s| s.0);
        let forms: [(Form, Modifier); 5] = [
            (negated, Modifier::Negate),
            (forms::complement, Modifier::Complement),
            (forms::signed, Modifier::Signed),
            (forms::bias, Modifier::Bias),
            (doubled, Modifier::Double),
        ];
        for (form, modifier) in forms {
            let graph = self.graph;
            if modifier == Modifier::Double && !self.is_14()
                || !all(&lanes, |n| form(graph, n).is_some())
            {
                continue;
            }
            let inner = map(&lanes, |n| form(graph, n).unwrap_or(n));
            let made = self.attempt(|v| {
                let operand = v.operand(inner, mask)?;
                v.with_modifier(operand, modifier)
            });
            if made.is_ok() {
                return Some(made);
            }
        }
        None
    }

    fn with_modifier(&mut self, operand: Operand, modifier: Modifier) -> Try<Operand> {
        let is_constant = match operand.place {
            Place::Literals(_) => true,
            Place::Fixed(register) => register.file == File::Const,
            Place::Virtual(_) => false,
        };
        let together = match (operand.modifier, modifier) {
            (Modifier::None, modifier) => modifier,
            (Modifier::Signed, Modifier::Negate) => Modifier::NegateSigned,
            (Modifier::Bias, Modifier::Negate) => Modifier::NegateBias,
            (Modifier::Double, Modifier::Negate) => Modifier::NegateDouble,
            _ => return Err(Cannot),
        };
        if is_constant {
            return Err(Cannot);
        }
        Ok(Operand {
            modifier: together,
            ..operand
        })
    }

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
    fn instruction(&mut self, to: Place, lanes: Lanes, mask: u8, after: After) -> Try<()> {
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
        let powers = lanes.map(|l| l.and_then(|n| forms::scaled(graph, n)).map(|s| s.1));
        let power = powers.iter().flatten().next().copied();
        let fits = |p: i8| self.is_14() || (-1..=2).contains(&p);
        if let Some(power) = power.filter(|p| fits(*p) && after.shift == 0)
            && all(&lanes, |n| {
                forms::scaled(graph, n).is_some_and(|s| s.1 == power)
            })
        {
            let inner = map(&lanes, |n| forms::scaled(graph, n).map_or(n, |s| s.0));
            let after = After {
                shift: power,
                ..after
            };
            if self.attempt(|v| v.compute(to, inner, mask, after)).is_ok() {
                return Ok(());
            }
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

    /// A dot product, the same in all lanes. It cannot write alpha alone.
    fn product(&mut self, to: Place, lanes: &Lanes, mask: u8, after: After) -> Try<()> {
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
    fn operation(&mut self, to: Place, lanes: &Lanes, mask: u8, after: After) -> Try<()> {
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
        let has_cmp = Opcode::Cmp.info(self.target.version).is_some();
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
    fn doubled_sum(&mut self, to: Place, args: &[Lanes], mask: u8, after: After) -> Try<()> {
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

    fn emit_of(
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

    fn emit(
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
    fn ports(&mut self, reads: &mut [Operand], mask: u8) {
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
