//! What code a setup becomes. Values are compared by `shim_tests/tests/combiner_oracle.rs`.

mod scalar;

use super::notes;
use super::setup::*;
use crate::format::{BaseFormat, TextureShape};
use crate::frontend::binding::{ApiValue, Binding, SceneValue};
use crate::frontend::bound_program::BoundProgram;
use crate::frontend::fixed_function::fragment::{FragmentKey, TextureEnv, UnitKey, build};
use crate::ir::{Noted, Op};
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
    assert!(bindings.contains(&Binding::Scene(SceneValue::Api(
        ApiValue::CombinerStageConstant(1, 1)
    ))));
    assert!(bindings.contains(&Binding::Scene(SceneValue::Api(
        ApiValue::CombinerConstant(0)
    ))));
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

/// Products of texels are in [0, 1] like these, so that neither output nor colour needs a clamp; texels of floats do.
#[test]
fn what_stays_in_range_is_not_clamped() {
    let clamps = |is_float: bool| {
        let mut setup = Setup::default();
        let unsigned = |register| Input {
            register: Register::Texture(register),
            mapping: Mapping::UnsignedIdentity,
            usage: Usage::Rgb,
        };
        (setup.stages[0].rgb.inputs[0], setup.stages[0].rgb.inputs[1]) = (unsigned(0), unsigned(1));
        setup.stages[0].rgb.output.registers = [Some(Register::Spare1), None, None];
        setup.stages[0].alpha.output.registers = [None; 3];
        setup.last.inputs = [FinalInput {
            source: FinalSource::Register(Register::Zero),
            mapping: Mapping::UnsignedIdentity,
            usage: Usage::Rgb,
        }; 7];
        setup.last.inputs[3].source = FinalSource::Register(Register::Spare1);
        let unit = UnitKey {
            target: TextureShape::D2,
            base_format: BaseFormat::Rgb,
            is_depth: false,
            is_float,
            signed: false,
            env: TextureEnv::Replace,
        };
        let key = FragmentKey {
            units: std::array::from_fn(|number| (number < 2).then_some(unit)),
            combiners: Some(Arc::new(setup)),
            ..FragmentKey::default()
        };
        let program = build(&key);
        count(&program, Op::FMin) + count(&program, Op::FMax)
    };
    assert_eq!(clamps(false), 0);
    assert!(clamps(true) > 0);
}

/// Notes name the register of each variable, for colours and alpha apart where they differ.
#[test]
fn notes_say_which_register_a_variable_comes_from() {
    let mut stage = Stage::INITIAL;
    stage.rgb.inputs[0].register = Register::Texture(1);
    stage.rgb.inputs[1] = Input {
        register: Register::Spare1,
        mapping: Mapping::SignedIdentity,
        usage: Usage::Alpha,
    };
    stage.alpha.inputs[1] = Input {
        register: Register::Spare1,
        mapping: Mapping::SignedIdentity,
        usage: Usage::Blue,
    };
    let names = |source, usage, own| notes::name(1, source, usage, own);
    let spare1 = FinalSource::Register(Register::Spare1);
    assert_eq!(names(spare1, Usage::Rgb, Usage::Rgb), "B (spare1)");
    assert_eq!(names(spare1, Usage::Alpha, Usage::Alpha), "B (spare1)");
    assert_eq!(names(spare1, Usage::Blue, Usage::Alpha), "B (spare1.blue)");
    assert_eq!(
        names(FinalSource::ETimesF, Usage::Alpha, Usage::Rgb),
        "B (E * F.alpha)"
    );
    let code = program(Setup {
        stages: vec![stage],
        ..Setup::default()
    });
    let facts = code
        .program
        .notes
        .iter()
        .filter_map(|note| match note.what {
            Noted::Fact(name) => Some(name),
            _ => None,
        });
    let texts: Vec<&str> = facts.collect();
    for name in [
        "A (texture1)",
        "A (primary)",
        "B (spare1.alpha)",
        "B (spare1.blue)",
        "C (zero)",
    ] {
        assert!(texts.contains(&name), "{name}: {texts:?}");
    }
}
