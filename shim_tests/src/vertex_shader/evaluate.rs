//! Computes the outputs of one vertex, one number after the other. Sums of products are fused in the order of DESIGN
//! section 3, so that results can be compared to the bit.

use super::command::*;
use super::driver::{Environment, Vertex};
use crate::nv::math::Math;
use std::collections::BTreeMap;

/// Elements of a value: 1, 4 or 16, matrices by columns.
pub type Elements = [f32; 16];

/// x, y, z, w of the outputs that were written, by their enums.
pub type Outputs = BTreeMap<u32, [f32; 4]>;

/// The outputs of a shader for a vertex.
pub fn evaluate(
    symbols: &Symbols,
    commands: &[Command],
    environment: &Environment,
    vertex: &Vertex,
    math: &Math,
) -> Outputs {
    let mut machine = Machine {
        symbols,
        environment,
        vertex,
        math,
        locals: BTreeMap::new(),
        outputs: BTreeMap::new(),
    };
    for command in commands {
        machine.execute(command);
    }
    machine.outputs
}

struct Machine<'a> {
    symbols: &'a Symbols,
    environment: &'a Environment,
    vertex: &'a Vertex,
    math: &'a Math,
    locals: BTreeMap<u32, Elements>,
    outputs: Outputs,
}

impl Machine<'_> {
    fn read(&self, name: u32) -> Elements {
        let block = self.symbols.block(name).expect("an accepted symbol");
        match block.source {
            Source::Local => self.locals.get(&name).copied().unwrap_or_default(),
            Source::Variant => self.vertex.variants[&name].map(|x| {
                if !block.normalized {
                    x
                } else if x > -1.0 {
                    x.min(1.0)
                } else {
                    -1.0
                }
            }),
            Source::Invariant => self.environment.invariants[&name],
            Source::LocalConstant => {
                let set = self.environment.constants.get(&name);
                set.copied().unwrap_or_default()
            }
            Source::State(n) => self.environment.state(n, self.vertex),
        }
    }

    /// The value of a destination. Components of outputs begin as (0, 0, 0, 1).
    fn before(&self, name: u32) -> Elements {
        if name < OUTPUT_VERTEX {
            return self.locals.get(&name).copied().unwrap_or_default();
        }
        let mut elements = [0.0; 16];
        let first = [0.0, 0.0, 0.0, 1.0];
        elements[..4].copy_from_slice(self.outputs.get(&name).unwrap_or(&first));
        elements
    }

    fn write(&mut self, name: u32, value: Elements) {
        if name < OUTPUT_VERTEX {
            self.locals.insert(name, value);
        } else if name == OUTPUT_FOG {
            self.outputs.insert(name, [value[0], 0.0, 0.0, 1.0]);
        } else {
            let [x, y, z, w, ..] = value;
            self.outputs.insert(name, [x, y, z, w]);
        }
    }

    fn ty(&self, name: u32) -> Type {
        self.symbols.block(name).map_or(Type::V, |block| block.ty)
    }

    fn execute(&mut self, command: &Command) {
        // Commands that write a part start from the value before.
        let (res, value) = match command {
            Command::Op { op, res, args } => (*res, self.operation(*op, *res, args)),
            Command::Swizzle { res, from, select } => {
                let from = self.read(*from);
                let mut value = self.before(*res);
                for (x, select) in value.iter_mut().zip(select) {
                    *x = match select {
                        0..4 => from[usize::from(*select)],
                        4..8 => -from[usize::from(*select) - 4],
                        8 => 0.0,
                        9 => 1.0,
                        _ => -1.0,
                    };
                }
                (*res, value)
            }
            Command::Mask { res, from, mask } => {
                let from = self.read(*from);
                let mut value = self.before(*res);
                for c in (0..4).filter(|c| mask[*c]) {
                    value[c] = from[c];
                }
                (*res, value)
            }
            Command::Insert { res, src, num } => {
                let part = self.read(*src);
                let mut value = self.before(*res);
                match self.ty(*src) {
                    Type::S => value[*num] = part[0],
                    _ => (0..4).for_each(|c| value[num + 4 * c] = part[c]),
                }
                (*res, value)
            }
            Command::Extract { res, src, num } => {
                let whole = self.read(*src);
                let mut value = self.before(*res);
                match self.ty(*src) {
                    Type::V => value[0] = whole[*num],
                    _ => (0..4).for_each(|c| value[c] = whole[num + 4 * c]),
                }
                (*res, value)
            }
        };
        self.write(res, value);
    }

    fn operation(&self, op: usize, res: u32, args: &[u32]) -> Elements {
        if TABLE[op].0 == "INDEX" {
            return self.indexed(self.read(args[0])[0], args[1]);
        }
        let a: Vec<Elements> = args.iter().map(|name| self.read(*name)).collect();
        let mut r = self.before(res);
        let dot = |x: &[f32], y: &[f32]| {
            let rest = x.iter().zip(y).skip(1);
            rest.fold(x[0] * y[0], |sum, (x, y)| x.mul_add(*y, sum))
        };
        match TABLE[op].0 {
            "DOT3" => r[..3].fill(dot(&a[0][..3], &a[1][..3])),
            "DOT4" => r[..4].fill(dot(&a[0][..4], &a[1][..4])),
            "CROSS_PRODUCT" => {
                let part = |i: usize, j: usize| a[0][i].mul_add(a[1][j], -(a[0][j] * a[1][i]));
                r[..4].copy_from_slice(&[part(1, 2), part(2, 0), part(0, 1), 1.0]);
            }
            "MULTIPLY_MATRIX" => {
                for i in 0..4 {
                    let row = [a[0][i], a[0][i + 4], a[0][i + 8], a[0][i + 12]];
                    r[i] = dot(&row, &a[1][..4]);
                }
            }
            name => {
                for c in 0..4 {
                    let s = |n: usize| match self.ty(args[n]) {
                        Type::S => a[n][0],
                        _ => a[n][c],
                    };
                    r[c] = self.component(name, s);
                }
            }
        }
        r
    }

    /// The text leaves an index out of range open. Here it is the nearest symbol of the block.
    fn indexed(&self, offset: f32, of: u32) -> Elements {
        let block = self.symbols.block(of).expect("an accepted symbol");
        let (low, high) = (block.first, block.first + block.count - 1);
        let name = f64::from(of) + f64::from(offset.trunc());
        let name = if name >= f64::from(high) {
            high
        } else if name > f64::from(low) {
            name as u32
        } else {
            low
        };
        self.read(name)
    }

    fn component(&self, name: &str, s: impl Fn(usize) -> f32) -> f32 {
        let x = s(0);
        let truth = |holds: bool| if holds { 1.0 } else { 0.0 };
        match name {
            "MOV" => x,
            "NEGATE" => -x,
            "ADD" => x + s(1),
            "SUB" => x - s(1),
            "MUL" => x * s(1),
            "MADD" => x.mul_add(s(1), s(2)),
            "FRAC" => {
                let fraction = x - x.floor();
                let most = 1.0 - f32::EPSILON / 2.0;
                if most < fraction { most } else { fraction }
            }
            "FLOOR" => x.floor(),
            "ROUND" => (x + 0.5).floor(),
            "MAX" if s(1).is_nan() || x > s(1) => x,
            "MIN" if x <= s(1) || s(1).is_nan() && !x.is_nan() => x,
            "MAX" | "MIN" => s(1),
            "SET_GE" => truth(x >= s(1)),
            "SET_LT" => truth(x < s(1)),
            "CLAMP" if x <= s(1) => s(1),
            "CLAMP" if x >= s(2) => s(2),
            "CLAMP" => x,
            "EXP_BASE_2" => self.math.exp2(x),
            "LOG_BASE_2" => self.math.log2(x),
            "POWER" => self.power(x, s(1)),
            "RECIP" if x == 0.0 => f32::INFINITY,
            "RECIP" => 1.0 / x,
            "RECIP_SQRT" => 1.0 / x.abs().sqrt(),
            other => unreachable!("{other}"),
        }
    }

    fn power(&self, x: f32, y: f32) -> f32 {
        let magnitude = self.math.pow(x.abs(), y);
        if x >= 0.0 || x.is_nan() {
            magnitude
        } else if y.floor() != y {
            f32::NAN
        } else if (y * 0.5).floor() != y * 0.5 {
            -magnitude
        } else {
            magnitude
        }
    }
}
