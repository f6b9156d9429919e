//! Runs a fragment through a program, statement by statement (NV_fragment_program_option 3.11, NV_fragment_program2
//! 3.11).

use super::number::{fixed, half};
use super::*;

/// The inputs of a fragment.
#[derive(Debug, Clone)]
pub struct Fragment {
    pub sets: [[f32; 4]; SETS],
    pub front: bool,
}

/// The results of a fragment.
#[derive(Debug, Clone)]
pub struct Outcome {
    pub color: [f32; 4],
    pub killed: bool,
    /// The approximate number of executed instructions.
    pub executed: u32,
    /// Whether it ended because calls or loops were nested too deep.
    pub overflowed: bool,
}

/// Where execution continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Next,
    Break,
    Return,
    End,
}

struct Machine<'p> {
    program: &'p Program,
    fragment: &'p Fragment,
    temps: [[f32; 4]; TEMPS],
    code: [f32; 4],
    outcome: Outcome,
    loops: u32,
    calls: u32,
}

/// Runs a program. Returns `None` when it runs so long that limits matter.
pub fn run(program: &Program, fragment: &Fragment) -> Option<Outcome> {
    let mut machine = Machine {
        program,
        fragment,
        temps: [[0.0; 4]; TEMPS],
        code: [0.0; 4],
        outcome: Outcome {
            color: [0.0; 4],
            killed: false,
            executed: 0,
            overflowed: false,
        },
        loops: 0,
        calls: 0,
    };
    machine.nodes(&program.main, 0.0);
    (machine.outcome.executed < 20_000).then_some(machine.outcome)
}

impl Machine<'_> {
    fn nodes(&mut self, nodes: &[Node], index: f32) -> Way {
        for node in nodes {
            self.outcome.executed += 1;
            if self.outcome.executed > 20_000 {
                return Way::End;
            }
            let way = self.node(node, index);
            if way != Way::Next {
                return way;
            }
        }
        Way::Next
    }

    fn node(&mut self, node: &Node, index: f32) -> Way {
        match node {
            Node::Alu(a) => {
                self.alu(a, index);
                Way::Next
            }
            Node::If(c, then, other) => match (self.any(Some(*c)), other) {
                (true, _) => self.nodes(then, index),
                (false, Some(other)) => self.nodes(other, index),
                (false, None) => Way::Next,
            },
            Node::Rep(count, body) => self.repeat([*count, index, 0.0], body),
            Node::Loop([count, index, step], body) => {
                self.repeat([*count, index.floor(), step.floor()], body)
            }
            Node::Break(c) if self.any(*c) => Way::Break,
            Node::Return(c) if self.any(*c) => Way::Return,
            Node::Call(n, c) if self.any(*c) => self.call(*n),
            Node::Kill(c) => {
                self.outcome.killed |= self.any(Some(*c));
                Way::Next
            }
            _ => Way::Next,
        }
    }

    fn repeat(&mut self, [count, mut index, step]: [f32; 3], body: &[Node]) -> Way {
        if self.loops == 4 {
            self.outcome.overflowed = true;
            return Way::End;
        }
        let mut left = count.floor();
        self.loops += 1;
        while left > 0.0 {
            self.outcome.executed += 1;
            match self.nodes(body, index) {
                Way::Next => {}
                Way::Break => break,
                way => {
                    // A return restores the caller's own number of loops.
                    return way;
                }
            }
            left -= 1.0;
            index += step;
        }
        self.loops -= 1;
        Way::Next
    }

    fn call(&mut self, n: usize) -> Way {
        if self.calls == 4 {
            self.outcome.overflowed = true;
            return Way::End;
        }
        let (loops, program) = (self.loops, self.program);
        self.calls += 1;
        let way = self.nodes(&program.subroutines[n], 0.0);
        self.calls -= 1;
        self.loops = loops;
        if way == Way::End { Way::End } else { Way::Next }
    }

    fn passes(&self, c: &Condition, component: usize) -> bool {
        let x = self.code[c.swizzle[component]];
        match RULES[c.rule] {
            "EQ" => x == 0.0,
            "GE" => x >= 0.0,
            "GT" => x > 0.0,
            "LE" => x <= 0.0,
            "LT" => x < 0.0,
            "NE" => x != 0.0,
            "TR" => true,
            _ => false,
        }
    }

    fn any(&self, c: Option<Condition>) -> bool {
        c.is_none_or(|c| (0..4).any(|i| self.passes(&c, i)))
    }

    fn load(&self, o: &Operand, index: f32) -> [f32; 4] {
        let source = match o.source {
            Source::Temp(n) => self.temps[n],
            Source::Set(n) => self.fragment.sets[n],
            Source::Indexed(n) => {
                let set = index.max(0.0) as usize + n;
                self.fragment.sets.get(set).copied().unwrap_or([0.0; 4])
            }
            Source::Constant(v) => v,
            Source::Facing => [if self.fragment.front { 1.0 } else { -1.0 }, 0.0, 0.0, 1.0],
        };
        o.swizzle.map(|c| {
            let x = if o.absolute {
                source[c].abs()
            } else {
                source[c]
            };
            if o.negate { -x } else { x }
        })
    }

    fn alu(&mut self, a: &Alu, index: f32) {
        let mut s = [[0.0; 4]; 3];
        for (value, source) in s.iter_mut().zip(&a.sources) {
            *value = self.load(source, index);
        }
        let precision = if self.program.native {
            native_precision(self.program, a)
        } else {
            a.precision
        };
        if self.program.native {
            s = s.map(|v| v.map(|x| rounded(precision, x)));
        }
        let result = if self.program.native {
            compute_natively(a.opcode, &s)
        } else {
            compute(a.opcode, &s)
        };
        let old = self.code;
        let is_short = match a.target {
            Target::Temp(n) => n >= 2,
            Target::Color => self.program.short_color,
            Target::Code => false,
        };
        for c in (0..4).filter(|c| a.mask[*c]) {
            let before = std::mem::replace(&mut self.code, old);
            let passes = a.condition.as_ref().is_none_or(|x| self.passes(x, c));
            self.code = before;
            let Some(x) = result[c].filter(|_| passes) else {
                continue;
            };
            let x = rounded(precision, x);
            let x = match a.clamp {
                Clamp::None => x,
                _ if x.is_nan() => 0.0,
                Clamp::Sat if x > 0.0 => x.min(1.0),
                Clamp::Sat => 0.0,
                Clamp::Ssat => x.clamp(-1.0, 1.0),
            };
            let x = if is_short { half(x) } else { x };
            match a.target {
                Target::Temp(n) => self.temps[n][c] = x,
                Target::Color => self.outcome.color[c] = x,
                Target::Code => {}
            }
            if a.updates {
                self.code[c] = x;
            }
        }
    }
}

fn rounded(precision: Precision, x: f32) -> f32 {
    match precision {
        Precision::H => half(x),
        Precision::X => fixed(x),
        _ => x,
    }
}

/// The precision of an instruction (NV_fragment_program 3.11.4.2). With a texture coordinate it is 32 bits. Otherwise the
/// suffix decides, then the destination. Packed and unpacked values are converted at the destination only.
fn native_precision(program: &Program, a: &Alu) -> Precision {
    let interpolated = a.sources.iter().any(|s| matches!(s.source, Source::Set(_)));
    let is_short = match a.target {
        Target::Temp(n) => n >= 2,
        Target::Color => program.short_color,
        Target::Code => false,
    };
    match a.precision {
        _ if interpolated || a.opcode.starts_with("PK") || a.opcode.starts_with("UP") => {
            Precision::R
        }
        Precision::None if is_short => Precision::H,
        precision => precision,
    }
}

/// The result is NaN if an operand is, and −0 is less than +0 (NV_fragment_program 3.11.5.16, .17).
fn compute_natively(opcode: &str, s: &[[f32; 4]; 3]) -> [Option<f32>; 4] {
    let greater = match opcode {
        "MAX" => true,
        "MIN" => false,
        _ => return compute(opcode, s),
    };
    [0, 1, 2, 3].map(|i| {
        let (x, y) = (s[0][i], s[1][i]);
        let first = match x.partial_cmp(&y) {
            None => return Some(f32::NAN),
            Some(std::cmp::Ordering::Equal) => x.is_sign_positive() == greater,
            Some(order) => (order == std::cmp::Ordering::Greater) == greater,
        };
        Some(if first { x } else { y })
    })
}

fn dot(n: usize, x: &[f32; 4], y: &[f32; 4]) -> f32 {
    (1..n).fold(x[0] * y[0], |sum, i| x[i].mul_add(y[i], sum))
}

/// The results. Components that an opcode does not write are `None`.
fn compute(opcode: &str, [x, y, z]: &[[f32; 4]; 3]) -> [Option<f32>; 4] {
    let each = |f: &dyn Fn(usize) -> f32| [0, 1, 2, 3].map(|i| Some(f(i)));
    let three = |f: &dyn Fn(usize) -> f32| [0, 1, 2, 3].map(|i| (i < 3).then(|| f(i)));
    let truth = |f: &dyn Fn(usize) -> bool| each(&|i| if f(i) { 1.0 } else { 0.0 });
    let all = |x: f32| [Some(x); 4];
    match opcode {
        "ABS" => each(&|i| x[i].abs()),
        "ADD" => each(&|i| x[i] + y[i]),
        "CMP" => each(&|i| if x[i] < 0.0 { y[i] } else { z[i] }),
        "DIV" => each(&|i| x[i] / y[0]),
        "DP2" => all(dot(2, x, y)),
        "DP2A" => all(dot(2, x, y) + z[0]),
        "DP3" => all(dot(3, x, y)),
        "DP4" => all(dot(4, x, y)),
        "DPH" => all(dot(3, x, y) + y[3]),
        "DST" => [Some(1.0), Some(x[1] * y[1]), Some(x[2]), Some(y[3])],
        "FLR" => each(&|i| x[i].floor()),
        "LRP" => each(&|i| x[i].mul_add(y[i], (1.0 - x[i]) * z[i])),
        "MAD" => each(&|i| x[i].mul_add(y[i], z[i])),
        // NaN gives the other operand.
        "MAX" => each(&|i| match () {
            _ if y[i].is_nan() || x[i] > y[i] => x[i],
            _ => y[i],
        }),
        "MIN" => each(&|i| match () {
            _ if x[i].is_nan() || y[i] < x[i] => y[i],
            _ => x[i],
        }),
        "MOV" => each(&|i| x[i]),
        "MUL" => each(&|i| x[i] * y[i]),
        "NRM" => {
            let scale = 1.0 / dot(3, x, x).abs().sqrt();
            three(&|i| x[i] * scale)
        }
        "RCP" => all(1.0 / x[0]),
        "RFL" => {
            let along = 2.0 * dot(3, x, y) / dot(3, x, x);
            three(&|i| along.mul_add(x[i], -y[i]))
        }
        "SEQ" => truth(&|i| x[i] == y[i]),
        "SGE" => truth(&|i| x[i] >= y[i]),
        "SLE" => truth(&|i| x[i] <= y[i]),
        "SNE" => truth(&|i| x[i] != y[i]),
        "STR" => all(1.0),
        "SUB" => each(&|i| x[i] - y[i]),
        "X2D" => each(&|i| {
            let row = 2 * (i % 2);
            y[1].mul_add(z[row + 1], y[0].mul_add(z[row], x[i % 2]))
        }),
        _ => packing(opcode, x),
    }
}

fn packing(opcode: &str, x: &[f32; 4]) -> [Option<f32>; 4] {
    let bits = x[0].to_bits();
    let byte = |i: usize| (bits >> (8 * i) & 0xff) as f32;
    let short = |i: usize| bits >> (16 * (i % 2)) & 0xffff;
    let scaled = |x: f32, low: f32, scale: f32, offset: f32| {
        let x = if x > low { x.min(1.0) } else { low };
        (x * scale + offset).round_ties_even() as u32
    };
    let join = |width: u32, part: &dyn Fn(f32) -> u32| {
        let n = 32 / width as usize;
        let parts = x[..n].iter().enumerate();
        let bits = parts.fold(0, |bits, (i, x)| bits | part(*x) << (width * i as u32));
        [Some(f32::from_bits(bits)); 4]
    };
    let each = |f: &dyn Fn(usize) -> f32| [0, 1, 2, 3].map(|i| Some(f(i)));
    match opcode {
        "PK2US" => join(16, &|x| scaled(x, 0.0, 65535.0, 0.0)),
        "PK4B" => join(8, &|x| scaled(x, -128.0 / 127.0, 127.0, 128.0)),
        "PK4UB" => join(8, &|x| scaled(x, 0.0, 255.0, 0.0)),
        "PK2H" => join(16, &half_bits),
        "UP2US" => each(&|i| short(i) as f32 / 65535.0),
        "UP4B" => each(&|i| (byte(i) - 128.0) / 127.0),
        "UP4UB" => each(&|i| byte(i) / 255.0),
        "UP2H" => each(&|i| of_half_bits(short(i))),
        other => unreachable!("{other}"),
    }
}

/// The 16 bits whose value is the rounded number, found by search.
fn half_bits(x: f32) -> u32 {
    let x = half(x);
    if x.is_nan() {
        return 0x7e00;
    }
    let sign = if x.is_sign_negative() { 0x8000 } else { 0 };
    let order: Vec<u32> = (0..=0x7c00).collect();
    let at = order.partition_point(|bits| of_half_bits(*bits) < x.abs());
    sign | order[at]
}

/// (−1)^S · 2^(E − 15) · (1 + M ÷ 1024), and the special cases (NV_fragment_program 3.11.4.1).
fn of_half_bits(bits: u32) -> f32 {
    let (sign, e, m) = (
        bits >> 15 & 1,
        (bits >> 10 & 31) as i32,
        (bits & 1023) as f32,
    );
    let x = match e {
        0 => m / 1024.0 * 2f32.powi(-14),
        31 if m == 0.0 => f32::INFINITY,
        31 => f32::NAN,
        _ => (1.0 + m / 1024.0) * 2f32.powi(e - 15),
    };
    if sign == 1 { -x } else { x }
}
