//! The five approximated functions, with the bits that the driver publishes for them.
//!
//! They are IR programs of one instruction after `passes::expand_math`, which `ir::semantics` evaluates one value at a
//! time. (Their error against f64 mathematics is tested beside the pass.)

use trilobite::ir::{Builder, Op, Program, semantics};
use trilobite::passes::expand_math::expand_math;

/// The functions.
pub struct Math {
    exp2: Program,
    log2: Program,
    sin: Program,
    cos: Program,
    pow: Program,
}

impl Default for Math {
    fn default() -> Math {
        Math {
            exp2: expanded(Op::Exp2, 1),
            log2: expanded(Op::Log2, 1),
            sin: expanded(Op::Sin, 1),
            cos: expanded(Op::Cos, 1),
            pow: expanded(Op::Pow, 2),
        }
    }
}

impl Math {
    /// 2^x; results that would be denormal are +0.
    pub fn exp2(&self, x: f32) -> f32 {
        without_denormal(value(&self.exp2, &[x]))
    }

    /// log2 x; NaN below 0.
    pub fn log2(&self, x: f32) -> f32 {
        value(&self.log2, &[x])
    }

    /// sin x
    pub fn sin(&self, x: f32) -> f32 {
        value(&self.sin, &[x])
    }

    /// cos x
    pub fn cos(&self, x: f32) -> f32 {
        value(&self.cos, &[x])
    }

    /// x^y; results that would be denormal are +0.
    pub fn pow(&self, x: f32, y: f32) -> f32 {
        without_denormal(value(&self.pow, &[x, y]))
    }
}

fn without_denormal(x: f32) -> f32 {
    if x < f32::MIN_POSITIVE { 0.0 } else { x }
}

/// The program that stores `op` of its inputs.
fn expanded(op: Op, n: u32) -> Program {
    let mut b = Builder::new();
    let args: Vec<_> = (0..n).map(|slot| b.load_input(slot)).collect();
    let result = b.emit1(op, &args);
    b.store_output(0, result);
    expand_math(&b.finish())
}

/// What a program of one block stores.
fn value(program: &Program, inputs: &[f32]) -> f32 {
    let mut values = vec![0u32; program.value_types.len()];
    let mut stored = 0;
    for inst in program.insts() {
        let mut args = [0; 3];
        for (bits, arg) in args.iter_mut().zip(&inst.args) {
            *bits = values[arg.index()];
        }
        match inst.op {
            Op::LoadInput => {
                values[inst.first_result.index()] = inputs[inst.imm[0] as usize].to_bits();
            }
            Op::StoreOutput => stored = args[0],
            op => {
                values[inst.first_result.index()] =
                    semantics::eval(op, &args, inst.imm).expect("an expanded function is pure");
            }
        }
    }
    f32::from_bits(stored)
}
