//! How many registers of constants a program takes: what the machine gives to uniforms and to numbers.
//!
//! A machine without loops has all rounds in its text, each with numbers of its own. The entry is lowered so, and what its
//! results depend on is counted: a register for each row of a uniform, and one for each four different numbers.

use crate::frontend::c_like::cg::profile::{self, Profile};
use crate::frontend::c_like::cg::semantics::Binding;
use crate::frontend::c_like::entry::semantics::Stage;
use crate::frontend::c_like::entry::{self, Options, known::Known, live};
use crate::frontend::c_like::tree::{FunctionId, Module};
use crate::ir::{Inst, Op, Program, ValueId};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// The registers of constants that the entry takes at least; none if it cannot be lowered for a stage.
pub(crate) fn registers_of_constants(
    profile: &'static Profile,
    module: &mut Module,
    entry: FunctionId,
) -> Option<usize> {
    let stage = match profile.stage {
        profile::Stage::Vertex => Stage::Vertex,
        profile::Stage::Fragment => Stage::Fragment,
        profile::Stage::Any => return None,
    };
    // An entry that is only declared has no code.
    let function = module.functions.get(entry.0 as usize)?;
    if function.variables.len() < function.parameters.len() {
        return None;
    }
    let semantics = Binding {
        profile,
        from_top: false,
        is_integer: false,
        state: |_, _| None,
    };
    let options = Options {
        stage,
        semantics: &semantics,
        position_invariant: false,
        clip_planes: 0,
        keeps_loops: false,
    };
    module.unrolls = true;
    let entry = entry::program(module, entry, &options);
    module.unrolls = false;
    Some(count(&entry.ok()?.code.program))
}

/// A register for each row of a uniform that is read, and those that the numbers share.
///
/// Numbers are what code reads that computes something else: the reference folds what is computed from them.
fn count(program: &Program) -> usize {
    let known = Known::of(program);
    let live = known.live();
    let stays = |v: ValueId| live[v.index()] && known.bits[v.index()].is_none();
    let mut rows = FxHashSet::default();
    let mut numbers = Numbers::default();
    let mut before: Option<&Inst> = None;
    let is_open = |i: &&Inst| live::is_root(i) || i.results().any(stays);
    for inst in program.insts().filter(is_open) {
        let first = inst.imm[0];
        match inst.op {
            Op::LoadUniform | Op::LoadUniformI => rows.extend([first / 4]),
            Op::LoadParamRow => rows.extend(first / 4..first / 4 + inst.imm[1]),
            _ => {}
        }
        if !before.is_some_and(|other| is_same_vector(other, inst)) {
            numbers.end_vectors();
        }
        for (i, argument) in inst.args.iter().enumerate() {
            if let Some(number) = known.float(argument) {
                numbers.add(i, number);
            }
        }
        before = Some(inst);
    }
    numbers.end_vectors();
    rows.len() + numbers.registers.len()
}

/// Whether two instructions that follow each other are the same operation on two components of a vector.
fn is_same_vector(a: &Inst, b: &Inst) -> bool {
    a.op == b.op && a.span == b.span && !a.results().any(|v| b.args.contains(&v))
}

/// The components of a register.
const COMPONENTS: usize = 4;

/// Numbers in registers: those of a vector stand in one, with any others.
#[derive(Default)]
struct Numbers {
    registers: Vec<SmallVec<[u32; COMPONENTS]>>,
    /// The vectors that an operation reads, by the place of the operand.
    vectors: [SmallVec<[u32; COMPONENTS]>; 4],
}

impl Numbers {
    /// An operation reads a number as a component of an operand.
    fn add(&mut self, operand: usize, number: f32) {
        let Some(vector) = self.vectors.get_mut(operand) else {
            return;
        };
        let bits = number.to_bits();
        if vector.contains(&bits) {
            return;
        }
        vector.push(bits);
        if vector.len() == COMPONENTS {
            let vector = std::mem::take(vector);
            self.place(&vector);
        }
    }

    /// The operation has no further components.
    fn end_vectors(&mut self) {
        for vector in std::mem::take(&mut self.vectors) {
            self.place(&vector);
        }
    }

    /// Gives a vector the first register that has its numbers, or room for them.
    fn place(&mut self, vector: &[u32]) {
        let missing = |register: &[u32]| vector.iter().filter(|x| !register.contains(x)).count();
        if vector.is_empty() || self.registers.iter().any(|r| missing(r) == 0) {
            return;
        }
        let mut registers = self.registers.iter_mut();
        match registers.find(|r| r.len() + missing(r) <= COMPONENTS) {
            Some(register) => {
                let new = vector.iter().filter(|x| !register.contains(x)).copied();
                let new: SmallVec<[u32; COMPONENTS]> = new.collect();
                register.extend(new);
            }
            None => self.registers.push(vector.iter().copied().collect()),
        }
    }
}
