//! Makes random programs.

use super::*;
use crate::random::Random;

struct Maker<'r> {
    random: &'r mut Random,
    /// The number of statements that may still come.
    budget: u32,
    native: bool,
}

/// The place of a statement.
#[derive(Debug, Clone, Copy, Default)]
struct Place {
    blocks: u32,
    loops: u32,
    in_loop: bool,
    in_subroutine: bool,
}

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    make(Random::new(seed ^ 0x5eed_f1a6), false)
}

/// The native program of a seed.
pub fn native(seed: u64) -> Program {
    make(Random::new(seed ^ 0x5eed_f110), true)
}

fn make(mut random: Random, native: bool) -> Program {
    let budget = 4 + random.below(40);
    let n = if native { 0 } else { random.below(3) as usize };
    let mut maker = Maker {
        random: &mut random,
        budget,
        native,
    };
    let short_color = maker.random.one_in(3);
    let mut subroutines = Vec::new();
    for _ in 0..n {
        let place = Place {
            in_subroutine: true,
            ..Place::default()
        };
        subroutines.push(maker.block(place, 5, n));
    }
    let mut main = Vec::new();
    while maker.budget > 0 {
        main.extend(maker.block(Place::default(), 8, n));
    }
    Program {
        native,
        short_color,
        main,
        subroutines,
    }
}

impl Maker<'_> {
    fn block(&mut self, place: Place, most: u32, n_subroutines: usize) -> Vec<Node> {
        let n = 1 + self.random.below(most);
        (0..n)
            .flat_map(|_| self.node(place, n_subroutines))
            .collect()
    }

    fn node(&mut self, place: Place, n_subroutines: usize) -> Vec<Node> {
        self.budget = self.budget.saturating_sub(1);
        // Blocks nest to 4, loops to 3. Counts include fractions, negative numbers and NaN.
        let inner = Place {
            blocks: place.blocks + 1,
            ..place
        };
        let looped = Place {
            loops: place.loops + 1,
            ..inner
        };
        match self.random.below(20) {
            0..=7 if self.native => vec![Node::Alu(self.alu(place))],
            0 | 1 if place.blocks < 4 => {
                let condition = self.condition();
                let then = self.block(inner, 4, n_subroutines);
                let other = self.random.one_in(2);
                let other = other.then(|| self.block(inner, 4, n_subroutines));
                vec![Node::If(condition, then, other)]
            }
            2 if place.blocks < 4 && place.loops < 3 => {
                let count = self.random.pick(&[0.0, 1.0, 2.0, 2.5, 3.0, -1.0, f32::NAN]);
                vec![Node::Rep(count, self.block(looped, 4, n_subroutines))]
            }
            3 if place.blocks < 4 && place.loops < 3 => {
                let count = self.random.pick(&[1.0, 2.0, 3.0, 3.9]);
                let index = self.random.pick(&[0.0, 1.0, 4.5, -2.0, 7.0]);
                let step = self.random.pick(&[0.0, 1.0, 2.0, -1.0, 0.5]);
                let place = Place {
                    in_loop: true,
                    ..looped
                };
                let body = self.block(place, 4, n_subroutines);
                vec![Node::Loop([count, index, step], body)]
            }
            4 if place.loops > 0 => vec![Node::Break(self.maybe())],
            5 | 6 if n_subroutines > 0 => {
                let n = self.random.below(n_subroutines as u32) as usize;
                vec![Node::Call(n, self.maybe())]
            }
            7 if place.in_subroutine || self.random.one_in(4) => {
                vec![Node::Return(Some(self.condition()))]
            }
            8 if self.random.one_in(4) => vec![Node::Kill(self.condition())],
            9 => self.packed(place),
            _ => vec![Node::Alu(self.alu(place))],
        }
    }

    fn maybe(&mut self) -> Option<Condition> {
        (!self.random.one_in(4)).then(|| self.condition())
    }

    fn swizzle(&mut self) -> [usize; 4] {
        match self.random.below(3) {
            0 => [0, 1, 2, 3],
            1 => [self.random.below(4) as usize; 4],
            _ => std::array::from_fn(|_| self.random.below(4) as usize),
        }
    }

    fn condition(&mut self) -> Condition {
        Condition {
            rule: self.random.below(8) as usize,
            swizzle: self.swizzle(),
        }
    }

    fn operand(&mut self, place: Place) -> Operand {
        let random = &mut *self.random;
        let source = match random.below(10) {
            0..=4 => Source::Temp(random.below(TEMPS as u32) as usize),
            5 | 6 => Source::Set(random.below(SETS as u32) as usize),
            7 | 8 if self.native => Source::Temp(random.below(TEMPS as u32) as usize),
            7 if place.in_loop => Source::Indexed(random.below(10) as usize),
            8 => Source::Facing,
            _ => Source::Constant(std::array::from_fn(|_| {
                random.below(1601) as f32 / 256.0 - 3.125
            })),
        };
        Operand {
            source,
            swizzle: self.swizzle(),
            absolute: self.random.one_in(4),
            negate: self.random.one_in(3),
        }
    }

    fn alu(&mut self, place: Place) -> Alu {
        let (opcode, n, _, fixed) = loop {
            let row = self.random.pick(&OPCODES);
            if !(self.native && NOT_NATIVE.contains(&row.0)) {
                break row;
            }
        };
        let precision = match self.random.below(8) {
            _ if opcode == "CMP" => Precision::None,
            0 | 1 => Precision::H,
            2 | 3 if fixed => Precision::X,
            4 => Precision::R,
            _ => Precision::None,
        };
        let mut mask = std::array::from_fn(|_| !self.random.one_in(3));
        if opcode == "RFL" {
            mask[3] = false;
        }
        if mask == [false; 4] {
            mask[0] = true;
        }
        let temp = self.random.below(TEMPS as u32) as usize;
        let mut sources: Vec<Operand> = (0..n).map(|_| self.operand(place)).collect();
        if self.native {
            share(&mut sources);
        }
        Alu {
            opcode,
            precision,
            updates: self.random.one_in(3),
            clamp: self.random.pick(&[
                Clamp::None,
                Clamp::None,
                Clamp::None,
                Clamp::Sat,
                if self.native { Clamp::Sat } else { Clamp::Ssat },
            ]),
            target: match self.random.below(8) {
                0 | 1 => Target::Color,
                2 => Target::Code,
                _ => Target::Temp(temp),
            },
            mask,
            condition: self.random.one_in(3).then(|| self.condition()),
            sources,
        }
    }

    /// Packs and unpacks a value, then overwrites the packed one, because the bits of a NaN are undefined.
    fn packed(&mut self, place: Place) -> Vec<Node> {
        let (pack, unpack) = self.random.pick(&[
            ("PK2H", "UP2H"),
            ("PK2US", "UP2US"),
            ("PK4B", "UP4B"),
            ("PK4UB", "UP4UB"),
        ]);
        let plain = |opcode, target, mask, sources| Alu {
            opcode,
            precision: Precision::None,
            updates: false,
            clamp: Clamp::None,
            target,
            mask,
            condition: None,
            sources,
        };
        let only_x = [true, false, false, false];
        let of = |source| Operand {
            source,
            swizzle: [0; 4],
            absolute: false,
            negate: false,
        };
        let first = plain(pack, Target::Temp(0), only_x, vec![self.operand(place)]);
        let mut second = plain(
            unpack,
            Target::Temp(1),
            [true; 4],
            vec![of(Source::Temp(0))],
        );
        second.updates = self.random.one_in(2);
        second.condition = self.maybe();
        let zero = of(Source::Constant([0.0; 4]));
        let third = plain("MOV", Target::Temp(0), only_x, vec![zero]);
        [first, second, third].map(Node::Alu).to_vec()
    }
}

/// A native instruction reads one coordinate set and the numbers of one constant.
fn share(sources: &mut [Operand]) {
    let (mut set, mut constant) = (None, None);
    for operand in sources {
        operand.source = match operand.source {
            Source::Set(n) => *set.get_or_insert(Source::Set(n)),
            Source::Constant(v) => *constant.get_or_insert(Source::Constant(v)),
            other => other,
        };
    }
}
