//! What code a setup becomes. Values are compared by `shim_tests/tests/combiner_oracle.rs`.

use super::setup::*;
use crate::frontend::BoundProgram;
use crate::frontend::binding::{Binding, State};
use crate::frontend::fixed_function::fragment::{FragmentKey, build};
use crate::ir::Op;
use std::sync::Arc;

fn program(setup: Setup) -> BoundProgram {
    build(&FragmentKey {
        combiners: Some(Arc::new(setup)),
        ..FragmentKey::default()
    })
}

fn count(program: &BoundProgram, op: Op) -> usize {
    program.program.insts().filter(|i| i.op == op).count()
}

#[test]
fn the_initial_setup_multiplies_in_the_final_combiner_only() {
    let program = program(Setup::default());
    // Fog: (1 − A)·C, then A·B, for each colour; nothing for the stage, whose B is 1.
    assert_eq!(
        (count(&program, Op::FMul), count(&program, Op::FFma)),
        (3, 3)
    );
}

#[test]
fn constants_are_bindings_of_their_stage() {
    let mut setup = Setup {
        stages: vec![Stage::INITIAL; 2],
        per_stage_constants: true,
        ..Setup::default()
    };
    setup.stages[1].rgb.inputs[1].register = Register::Constant1;
    setup.last.inputs[3].source = FinalSource::Register(Register::Constant0);
    let bindings = program(setup).bindings;
    assert!(bindings.contains(&Binding::State(State::CombinerStageConstant(1, 1))));
    assert!(bindings.contains(&Binding::State(State::CombinerConstant(0))));
    assert_eq!(bindings.len(), 3);
}

#[test]
fn what_is_discarded_costs_nothing() {
    let mut setup = Setup::default();
    setup.stages[0].rgb.inputs[2].register = Register::Secondary;
    setup.stages[0].rgb.inputs[3].register = Register::Texture(1);
    setup.stages[0].rgb.output.registers = [None; 3];
    setup.stages[0].rgb.output.mux = true;
    assert_eq!(count(&program(setup), Op::SelectF), 0);
}
