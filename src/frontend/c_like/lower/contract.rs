//! Products and the sums that they belong to become single operations: a·b + c is fma(a, b, c), rounded once.
//!
//! Shading languages leave that to the compiler, and texts of the assembly languages say it themselves (MAD). A sum takes
//! a product that nothing else reads, in the same block. So `a * b - floor(a * b)` stays as it is written, and is never
//! negative. A difference is taken only where a constant can bear the sign, since a negation costs as much as is saved.
//! What the library's text computes stays as written, too: its formulas say where they want the fma.

use crate::ir::{Inst, Op, Program, Terminator, Type, ValueId};
use rustc_hash::FxHashMap;
use smallvec::smallvec;

/// A product that was seen in the block: its factors.
type Products = FxHashMap<ValueId, [ValueId; 2]>;

/// Values, by their numbers.
#[derive(Debug, Default)]
pub(super) struct Marked(Vec<bool>);

impl Marked {
    pub(super) fn insert(&mut self, value: ValueId) {
        let n = self.0.len().max(value.index() + 1);
        self.0.resize(n, false);
        self.0[value.index()] = true;
    }

    fn contains(&self, value: ValueId) -> bool {
        self.0.get(value.index()).copied().unwrap_or(false)
    }
}

/// Contracts the products and sums among the marked values.
pub(super) fn contract(program: &mut Program, marked: &Marked) {
    if marked.0.is_empty() {
        return;
    }
    // A product that is read more than once stays, since its rounded value is needed anyway.
    let n_uses = uses(program);
    let mut types = std::mem::take(&mut program.value_types);
    for block in &mut program.blocks {
        let (mut products, mut constants) = (Products::default(), FxHashMap::default());
        let mut insts = Vec::with_capacity(block.insts.len());
        // Goes through a block once: products and constants come before the sums that read them.
        for mut inst in std::mem::take(&mut block.insts) {
            let is_marked = marked.contains(inst.first_result);
            match inst.op {
                Op::ConstF32 => {
                    constants.insert(inst.first_result, inst.imm[0]);
                }
                Op::FMul if is_marked && n_uses.of(&inst) == 1 => {
                    products.insert(inst.first_result, [inst.args[0], inst.args[1]]);
                }
                Op::FAdd | Op::FSub if is_marked => {
                    // The negative of a constant is a new constant, placed before the sum.
                    let mut negated = |v: ValueId| {
                        let bits = constants.get(&v)? ^ (1 << 31);
                        let result = ValueId(types.len() as u32);
                        types.push(Type::F32);
                        insts.push(Inst {
                            op: Op::ConstF32,
                            args: smallvec![],
                            imm: [bits, 0],
                            first_result: result,
                            span: inst.span,
                        });
                        Some(result)
                    };
                    if let Some(args) = fused(&inst, &products, &mut negated) {
                        (inst.op, inst.args) = (Op::FFma, args.into_iter().collect());
                    }
                }
                _ => {}
            }
            insts.push(inst);
        }
        block.insts = insts;
    }
    program.value_types = types;
}

/// The arguments of the fma that a sum becomes. `negated` makes −c of a constant.
fn fused(
    sum: &Inst,
    products: &Products,
    negated: &mut dyn FnMut(ValueId) -> Option<ValueId>,
) -> Option<[ValueId; 3]> {
    let [a, b] = [sum.args[0], sum.args[1]];
    match (sum.op, products.get(&a), products.get(&b)) {
        (Op::FAdd, Some([x, y]), _) => Some([*x, *y, b]),
        (Op::FAdd, None, Some([x, y])) => Some([*x, *y, a]),
        (Op::FSub, Some([x, y]), _) => Some([*x, *y, negated(b)?]),
        (Op::FSub, None, Some([x, y])) => match negated(*x) {
            Some(x) => Some([x, *y, a]),
            None => Some([*x, negated(*y)?, a]),
        },
        _ => None,
    }
}

/// How often values are read.
struct Uses {
    by_value: Vec<u32>,
    /// Those of all products of the same factors together: later they are computed once.
    by_factors: FxHashMap<[ValueId; 2], u32>,
}

fn factors(product: &Inst) -> [ValueId; 2] {
    let [a, b] = [product.args[0], product.args[1]];
    if a.0 <= b.0 { [a, b] } else { [b, a] }
}

impl Uses {
    fn of(&self, product: &Inst) -> u32 {
        let together = self.by_factors.get(&factors(product)).copied();
        together.unwrap_or(self.by_value[product.first_result.index()])
    }
}

fn uses(program: &Program) -> Uses {
    let mut by_value = vec![0; program.value_types.len()];
    let mut read = |v: &ValueId| by_value[v.index()] += 1;
    for block in &program.blocks {
        block.insts.iter().flat_map(|i| &i.args).for_each(&mut read);
        match &block.terminator {
            Terminator::Jump(edge) => edge.args.iter().for_each(&mut read),
            Terminator::Branch(mask, yes, no) => {
                read(mask);
                yes.args.iter().chain(&no.args).for_each(&mut read);
            }
            Terminator::Call { .. } | Terminator::Return | Terminator::End => {}
        }
    }
    let mut by_factors = FxHashMap::default();
    for product in program.insts().filter(|i| i.op == Op::FMul) {
        *by_factors.entry(factors(product)).or_default() += by_value[product.first_result.index()];
    }
    Uses {
        by_value,
        by_factors,
    }
}
