//! Numbers of Direct3D's shaders are finite: finds constants that are not, where the code of a program needs them.
//!
//! What is computed from constants is a constant. One that is infinite or no number is refused where something that is
//! no constant reads it: a shader could not hold it. Comparisons, minimum and maximum are folded with it instead.

use crate::frontend::c_like::entry::known::Known;
use crate::frontend::c_like::entry::{Entry, live};
use crate::frontend::c_like::tree::{FunctionId, Module};
use crate::ir::{Edge, Inst, Op, Program, Span, Terminator, ValueId};

/// The library functions whose value is judged as it is. What others compute inside is not the text's.
const DIRECT: &[&str] = &[
    "exp",
    "exp2",
    "log",
    "log2",
    "log10",
    "rsqrt",
    "sqrt",
    "rcp",
    "pow",
    "fmod",
    "ldexp",
    "sinh",
    "cosh",
    "asin",
    "acos",
    "smoothstep",
];

/// The first place of a live instruction that needs a constant which is not finite.
pub(super) fn first_infinite(module: &Module, entry: &Entry) -> Option<Span> {
    let program = &entry.code.program;
    let known = Known::of(program);
    // An instruction whose result is a constant stands for nothing in the code.
    let is_open = |i: &Inst| i.results().all(|v| known.bits[v.index()].is_none());
    let mut suspects = program
        .insts()
        .filter(|i| known.needs_infinite(i) && is_open(i))
        .peekable();
    // Only programs with something to find are walked for what is live.
    let handed = handed_over(&known);
    if suspects.peek().is_none() && handed.is_empty() {
        return None;
    }
    let (live, inner) = (known.live(), inner(module, entry));
    let is_inner = |v: ValueId| inner[v.index()];
    let is_own = |i: &&Inst| {
        let is_live = live::is_root(i) || i.results().any(|v| live[v.index()]);
        is_live && !i.results().any(is_inner) && {
            let mut infinite = i.args.iter().filter(|v| known.is_infinite(v));
            known.divides_by_zero(i) || infinite.any(|v| !is_inner(*v))
        }
    };
    let read = suspects.find(is_own).map(|found| found.span);
    read.or_else(|| {
        let matters = |(from, to): &&(ValueId, ValueId)| live[to.index()] && !is_inner(*from);
        handed.iter().find(matters).map(|_| Span::NONE)
    })
}

/// The infinite numbers that paths bring to where they join, with what they are there.
fn handed_over(known: &Known<'_>) -> Vec<(ValueId, ValueId)> {
    let mut all = Vec::new();
    let mut enter = |edge: &Edge| {
        let params = &known.program.block(edge.block).params;
        let pairs = edge.args.iter().copied().zip(params.iter().copied());
        all.extend(pairs.filter(|(from, _)| known.is_infinite(from)));
    };
    for block in &known.program.blocks {
        match &block.terminator {
            Terminator::Jump(e) => enter(e),
            Terminator::Branch(_, a, b) => {
                enter(a);
                enter(b);
            }
            _ => {}
        }
    }
    all
}

/// Of each value whether a function of the library made it that is not one of [`DIRECT`].
fn inner(module: &Module, entry: &Entry) -> Vec<bool> {
    let mut inner = vec![false; entry.code.program.value_types.len()];
    let name = |id: FunctionId| &*module.functions[id.0 as usize].name;
    let others = entry.library.iter();
    for (_, made) in others.filter(|(id, _)| !DIRECT.contains(&name(*id))) {
        inner[made.start as usize..made.end as usize].fill(true);
    }
    inner
}

/// Of each value of a program whether results depend on it.
pub(super) fn live_values(program: &Program) -> Vec<bool> {
    Known::of(program).live()
}

impl Known<'_> {
    /// Whether a value is infinite or no number.
    fn is_infinite(&self, value: &ValueId) -> bool {
        self.float(value).is_some_and(|x| !x.is_finite())
    }

    fn divides_by_zero(&self, inst: &Inst) -> bool {
        inst.op == Op::FDiv && self.is_zero(&inst.args[1])
    }

    /// Whether an instruction needs a constant that is not finite.
    fn needs_infinite(&self, inst: &Inst) -> bool {
        let any_infinite = |args: &[ValueId]| args.iter().any(|v| self.is_infinite(v));
        match inst.op {
            Op::FMin | Op::FMax | Op::FLt | Op::FLe | Op::FEq | Op::FNe => false,
            Op::FMul => any_infinite(&inst.args) && !inst.args.iter().any(|v| self.is_zero(v)),
            // What has a NaN for its last operand gives every NaN the same bits.
            Op::SelectF => {
                let last = self.float(&inst.args[2]);
                any_infinite(&inst.args[..2]) || last.is_some_and(f32::is_infinite)
            }
            _ => any_infinite(&inst.args) || self.divides_by_zero(inst),
        }
    }
}
