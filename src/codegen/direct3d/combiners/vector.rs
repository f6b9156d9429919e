//! Vectors of numbers as operands.

use super::forms::{self, all, map};
use super::lines::{After, Line, Operand, Place};
use crate::codegen::graph::numbers::{Graph, Kind, Lanes, NodeId};
use crate::codegen::refusal::Refusal;
use crate::frontend::assembly::d3d::model::{File, Modifier, Opcode, Register, Version};
use rustc_hash::FxHashMap;

/// Microsoft's number for what the instructions cannot express.
const CANNOT: u32 = 4532;
/// Microsoft's number for too many arithmetic instructions.
const TOO_MANY: u32 = 5088;
/// Vectors that are tried at most.
const MOST_TRIES: u32 = 20_000;
/// Tries inside each other, and lines: those of the longest shader are far fewer.
const MOST_DEPTH: u32 = 400;
const MOST_LINES: usize = 600;

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
    pub(super) known: FxHashMap<(Lanes, u8), Operand>,
}

/// The vectors of a program.
pub(super) struct Vectors<'t> {
    pub(super) version: Version,
    pub(super) graph: &'t Graph,
    pub(super) code: Code,
    tries: u32,
    depth: u32,
    /// Whether the program is far longer than any shader.
    is_long: bool,
}

/// A vector that cannot be expressed.
pub(super) struct Cannot;

pub(super) type Try<T> = Result<T, Cannot>;

impl<'t> Vectors<'t> {
    pub(super) fn new(version: Version, graph: &'t Graph) -> Vectors<'t> {
        Vectors {
            version,
            graph,
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
            depth: 0,
            is_long: false,
        }
    }

    pub(super) fn is_14(&self) -> bool {
        self.version == Version::Ps14
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
        let (what, number) = match self.is_long {
            true => ("a program this long", TOO_MANY),
            false => ("an expression", CANNOT),
        };
        Refusal::Lacks {
            what: what.into(),
            version: self.version.name(),
            number,
            span: crate::ir::Span::NONE,
        }
    }

    /// Tries to emit something. What failed leaves nothing behind.
    pub(super) fn attempt<T>(&mut self, f: impl FnOnce(&mut Self) -> Try<T>) -> Try<T> {
        self.tries += 1;
        self.is_long |= self.depth > MOST_DEPTH || self.code.lines.len() > MOST_LINES;
        if self.tries > MOST_TRIES || self.is_long {
            return Err(Cannot);
        }
        let before = self.code.clone();
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
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
    pub(super) fn direct(&mut self, lanes: Lanes, mask: u8) -> Option<Try<Operand>> {
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
    pub(super) fn modified(&mut self, lanes: Lanes, mask: u8) -> Option<Try<Operand>> {
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

    pub(super) fn with_modifier(&mut self, operand: Operand, modifier: Modifier) -> Try<Operand> {
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
}
