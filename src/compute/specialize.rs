//! Specializes functions for inputs that are the same for all elements: arrays with stride 0.
//!
//! Such inputs become uniforms. They are then read once, and values that depend on them alone are computed once.

use super::function::Function;
use crate::ir::signature::Direction;
use crate::ir::{Op, Program, ProgramId};
use crate::platform::Strided;
use std::sync::{Arc, OnceLock};

/// The least number of elements for which a form is compiled.
const LEAST_ELEMENTS: usize = 1024;
/// The most forms that one function keeps.
const MOST: usize = 8;

/// The specialized forms of a function.
pub(super) struct Specialized {
    program: Arc<Program>,
    /// The forms that exist come first.
    forms: [OnceLock<Box<Form>>; MOST],
}

/// The function for one set of uniform inputs.
struct Form {
    /// The inputs that are the same for all elements.
    same: Vec<usize>,
    function: Function,
}

impl Specialized {
    pub(super) fn of(program: &Arc<Program>) -> Specialized {
        Specialized {
            program: program.clone(),
            forms: Default::default(),
        }
    }

    /// The form of `function` for `n` elements of `arrays`. Returns `None` when no input has stride 0, when `n` is too small to
    /// make a new form, and when all places are taken.
    pub(super) fn find(
        &self,
        function: &Function,
        arrays: &[Strided<'_>],
        n: usize,
    ) -> Option<&Function> {
        let parameters = &function.signature.parameters;
        let is_same = |i: &usize| {
            arrays[*i].stride() == 0 && matches!(parameters[*i].direction, Direction::In(_))
        };
        let same = || (0..arrays.len()).filter(is_same);
        same().next()?;
        for place in &self.forms {
            if place.get().is_none() && n < LEAST_ELEMENTS {
                return None;
            }
            // Another thread may fill this place with another form at the same time. Then the next place is tried.
            let form = place.get_or_init(|| {
                let same: Vec<usize> = same().collect();
                let function = specialize(&self.program, function, &same);
                Box::new(Form { same, function })
            });
            if form.same.iter().copied().eq(same()) {
                return Some(&form.function);
            }
        }
        None
    }
}

/// Makes a function whose inputs `same` are uniforms: their loads read the uniforms after the existing ones.
fn specialize(program: &Program, function: &Function, same: &[usize]) -> Function {
    let mut program = Program {
        id: ProgramId::unique(),
        ..program.clone()
    };
    let mut signature = function.signature.clone();
    let mut uniforms = function.uniforms.clone();
    for &i in same {
        let parameter = &mut signature.parameters[i];
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
