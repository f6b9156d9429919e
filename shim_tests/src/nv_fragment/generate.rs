//! Makes random programs, and their text.

use super::*;
use crate::random::Random;
use std::fmt::Write;

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

/// The text of a program.
pub fn text(program: &Program) -> String {
    if program.native {
        return native_text(program);
    }
    let mut out = String::from(
        "!!ARBfp1.0\nOPTION NV_fragment_program2;\nTEMP r0, r1;\nSHORT TEMP r2, r3;\n",
    );
    let size = if program.short_color { "SHORT " } else { "" };
    let _ = writeln!(out, "{size}OUTPUT color = result.color;");
    nodes(&mut out, &program.main);
    out += "RET;\n";
    for (n, body) in program.subroutines.iter().enumerate() {
        let _ = writeln!(out, "f{n}:");
        nodes(&mut out, body);
        out += "RET;\n";
    }
    out + "END\n"
}

fn native_text(program: &Program) -> String {
    let color = if program.short_color {
        "o[COLH]"
    } else {
        "o[COLR]"
    };
    let mut out = format!("!!FP1.0\nMOV {color}, 0;\n");
    for node in &program.main {
        let text = match node {
            Node::Alu(a) => alu(a, Some(color)),
            Node::Kill(c) => format!("KIL {}", condition(c)),
            other => unreachable!("{other:?} is not native"),
        };
        let _ = writeln!(out, "{text};");
    }
    out + "END\n"
}

fn nodes(out: &mut String, all: &[Node]) {
    for node in all {
        self::node(out, node);
    }
}

fn node(out: &mut String, node: &Node) {
    let optional = |c: &Option<Condition>| match c {
        Some(c) => format!(" ({})", condition(c)),
        None => String::new(),
    };
    let _ = match node {
        Node::Alu(a) => writeln!(out, "{};", alu(a, None)),
        Node::If(c, then, other) => {
            let _ = writeln!(out, "IF {};", condition(c));
            nodes(out, then);
            if let Some(other) = other {
                out.push_str("ELSE;\n");
                nodes(out, other);
            }
            writeln!(out, "ENDIF;")
        }
        Node::Rep(count, body) => {
            let _ = writeln!(out, "REP {};", vector(&[*count, 1.0, 1.0, 1.0]));
            nodes(out, body);
            writeln!(out, "ENDREP;")
        }
        Node::Loop([count, index, step], body) => {
            let _ = writeln!(out, "LOOP {};", vector(&[*count, *index, *step, 1.0]));
            nodes(out, body);
            writeln!(out, "ENDLOOP;")
        }
        Node::Break(c) => writeln!(out, "BRK{};", optional(c)),
        Node::Call(n, c) => writeln!(out, "CAL f{n}{};", optional(c)),
        Node::Return(c) => writeln!(out, "RET{};", optional(c)),
        Node::Kill(c) => writeln!(out, "KIL {};", condition(c)),
    };
}

fn letters(swizzle: &[usize; 4]) -> String {
    if *swizzle == [swizzle[0]; 4] {
        return format!(".{}", char::from(LETTERS[swizzle[0]]));
    }
    let letters = swizzle.iter().map(|c| char::from(LETTERS[*c]));
    std::iter::once('.').chain(letters).collect()
}

fn condition(c: &Condition) -> String {
    format!("{}{}", RULES[c.rule], letters(&c.swizzle))
}

/// Writes a number. The language has no NaN, so a NaN is written as a local parameter that holds one.
fn vector(v: &[f32; 4]) -> String {
    if v.iter().any(|x| x.is_nan()) {
        return "program.local[0]".to_owned();
    }
    format!("{{{:?}, {:?}, {:?}, {:?}}}", v[0], v[1], v[2], v[3])
}

fn operand(o: &Operand, scalar: bool, native: bool) -> String {
    let name = match &o.source {
        Source::Temp(n) if native => temporary(*n),
        Source::Set(n) if native => format!("f[TEX{n}]"),
        Source::Temp(n) => format!("r{n}"),
        Source::Set(n) => format!("fragment.texcoord[{n}]"),
        Source::Indexed(n) => format!("fragment.texcoord[A0.x + {n}]"),
        Source::Constant(v) => vector(v),
        Source::Facing => "fragment.facing".to_owned(),
    };
    let (sign, bar) = (
        if o.negate { "-" } else { "" },
        if o.absolute { "|" } else { "" },
    );
    let swizzle = if scalar { [o.swizzle[0]; 4] } else { o.swizzle };
    format!("{sign}{bar}{name}{}{bar}", letters(&swizzle))
}

/// The registers of native programs: two of 32 and two of 16 bits.
fn temporary(n: usize) -> String {
    match n {
        0 | 1 => format!("R{n}"),
        _ => format!("H{n}"),
    }
}

/// `color` is the result of a native program.
fn alu(a: &Alu, color: Option<&str>) -> String {
    let mut out = a.opcode.to_owned();
    out += match a.precision {
        Precision::None => "",
        Precision::R => "R",
        Precision::H => "H",
        Precision::X => "X",
    };
    out += if a.updates { "C" } else { "" };
    out += match a.clamp {
        Clamp::None => "",
        Clamp::Sat => "_SAT",
        Clamp::Ssat => "_SSAT",
    };
    out += &match a.target {
        Target::Temp(n) if color.is_some() => format!(" {}", temporary(n)),
        Target::Temp(n) => format!(" r{n}"),
        Target::Color => format!(" {}", color.unwrap_or("color")),
        Target::Code if color.is_some() => " RC".to_owned(),
        Target::Code => " CC".to_owned(),
    };
    if a.mask != [true; 4] {
        out.push('.');
        out.extend(
            (0..4)
                .filter(|c| a.mask[*c])
                .map(|c| char::from(LETTERS[c])),
        );
    }
    if let Some(c) = &a.condition {
        let _ = write!(out, " ({})", condition(c));
    }
    let row = OPCODES.iter().find(|o| o.0 == a.opcode);
    for (i, source) in a.sources.iter().enumerate() {
        let last = i + 1 == a.sources.len();
        let scalar = last && row.is_none_or(|o| o.2) && !a.opcode.starts_with("PK");
        let _ = write!(out, ", {}", operand(source, scalar, color.is_some()));
    }
    out
}
