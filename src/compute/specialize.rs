//! Functions some of whose inputs are the same for all elements (arrays with stride 0): these become uniforms, so that they are read
//! once, and what follows from them alone is computed once.

use super::function::{Function, PerParameter};
use crate::ir::signature::{Direction, Signature};
use crate::ir::{Op, Program, ProgramId};
use crate::platform::Strided;
use parking_lot::Mutex;
use std::sync::Arc;

/// Runs of fewer elements are not worth code of their own.
const LEAST_ELEMENTS: usize = 1024;
/// The most that are kept for one function.
const MOST: usize = 8;

/// The specialized forms of a function.
pub(super) struct Specialized {
    program: Arc<Program>,
    /// By which parameters are the same.
    known: Mutex<Vec<(Vec<bool>, Arc<Function>)>>,
}

/// Which arrays give all elements the same input.
pub(super) fn same_for_all(signature: &Signature, arrays: &[Strided<'_>]) -> PerParameter<bool> {
    let parameters = signature.parameters.iter().zip(arrays);
    parameters
        .map(|(p, array)| matches!(p.direction, Direction::In(_)) && array.stride() == 0)
        .collect()
}

impl Specialized {
    pub(super) fn of(program: &Arc<Program>) -> Specialized {
        Specialized {
            program: program.clone(),
            known: Mutex::default(),
        }
    }

    /// The form of `function` for `n` elements, if there is one or one is worth making.
    pub(super) fn find(
        &self,
        function: &Function,
        same: &[bool],
        n: usize,
    ) -> Option<Arc<Function>> {
        if !same.contains(&true) {
            return None;
        }
        let mut known = self.known.lock();
        if let Some((_, form)) = known.iter().find(|(of, _)| of[..] == *same) {
            return Some(form.clone());
        }
        if n < LEAST_ELEMENTS || known.len() == MOST {
            return None;
        }
        let form = Arc::new(specialize(&self.program, function, same));
        known.push((same.to_vec(), form.clone()));
        Some(form)
    }
}

fn specialize(program: &Program, function: &Function, same: &[bool]) -> Function {
    let mut program = Program {
        id: ProgramId::unique(),
        ..program.clone()
    };
    let mut signature = function.signature.clone();
    let mut uniforms = function.uniforms.clone();
    let parameters = signature.parameters.iter_mut().zip(same);
    for (parameter, _) in parameters.filter(|(_, same)| **same) {
        let Direction::In(input) = parameter.direction else {
            continue;
        };
        let (first, words) = (uniforms.len() as u32, parameter.words());
        uniforms.resize(uniforms.len() + words as usize, 0.0);
        let insts = program.blocks.iter_mut().flat_map(|b| &mut b.insts);
        for inst in insts.filter(|inst| inst.op == Op::LoadInput) {
            if (input..input + words).contains(&inst.imm[0]) {
                inst.op = Op::LoadUniform;
                inst.imm[0] = first + inst.imm[0] - input;
            }
        }
        parameter.direction = Direction::Uniform(first);
    }
    program.n_uniforms = program.n_uniforms.max(uniforms.len() as u32);
    Function::new(&Arc::new(program), signature, uniforms)
}
