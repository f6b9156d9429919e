//! Instructions run on a kernel; expected values are the formulas of ARB_vertex_program 2.14.5 by hand.

use super::*;
use crate::frontend::binding::Binding;
use crate::ir::interface::{fragment_output, varying};
use crate::kernel::{Invocation, PixelWindow, Scratch, compile};

/// The vec4 that `body` leaves in the result named `o`; every operand is a constant.
fn run(body: &str, fragment: bool) -> [f32; 4] {
    let (header, result) = if fragment {
        ("!!ARBfp1.0", "color")
    } else {
        ("!!ARBvp1.0", "position")
    };
    let text = format!("{header} TEMP r; OUTPUT o = result.{result}; {body} END");
    let program = load(
        text.as_bytes(),
        if fragment {
            &Limits::FRAGMENT
        } else {
            &Limits::VERTEX
        },
        fragment,
    );
    let code = program.expect(&text).code();
    let uniforms: Vec<f32> = code
        .bindings
        .iter()
        .flat_map(|b| match b {
            Binding::Constant(c) => *c,
            other => panic!("{other:?} in a test of constants"),
        })
        .collect();
    let zero = [0.0; crate::simd::LANES];
    let mut outputs = vec![zero; code.program.n_outputs as usize];
    let inputs = vec![zero; code.program.n_inputs as usize];
    compile(&code.program).run(
        &mut Invocation {
            uniforms: &uniforms,
            inputs: &inputs,
            n_inputs: inputs.len(),
            n_outputs: outputs.len(),
            outputs: &mut outputs,
            planes: &[],
            groups: &[],
            masks: &mut [0xffff],
            front_facing: true,
            pixels: [PixelWindow::NONE; 5],
            samplers: &[],
        },
        &mut Scratch::default(),
    );
    let base = 4 * if fragment {
        fragment_output::COLOR_0
    } else {
        varying::POSITION
    } as usize;
    std::array::from_fn(|c| outputs[base + c][0])
}

#[track_caller]
fn check(body: &str, fragment: bool, expected: [f32; 4]) {
    let got = run(body, fragment);
    for (g, e) in got.iter().zip(expected) {
        let close = (g - e).abs() <= 2.0e-5 * e.abs().max(1.0e-2);
        assert!(
            close || *g == e || (g.is_nan() && e.is_nan()),
            "{body}: got {got:?}, expected {expected:?}"
        );
    }
}

#[test]
fn common_instructions_follow_their_formulas() {
    const INF: f32 = f32::INFINITY;
    for (body, expected) in [
        ("MOV o, -{1,2,3,4}.wzyx;", [-4.0, -3.0, -2.0, -1.0]),
        ("ABS o, {-1,2,-3,-0.5};", [1.0, 2.0, 3.0, 0.5]),
        ("ADD o, {1,2,3,4}, {5,6,7,8};", [6.0, 8.0, 10.0, 12.0]),
        ("SUB o, {1,2,3,4}, {5,6,7,9};", [-4.0, -4.0, -4.0, -5.0]),
        ("MUL o, {1,2,3,4}, 2.0;", [2.0, 4.0, 6.0, 8.0]),
        ("MAD o, {1,2,3,4}, {2,2,2,2}, 1.0;", [3.0, 5.0, 7.0, 9.0]),
        ("DP3 o, {1,2,3,4}, {5,6,7,8};", [38.0; 4]),
        ("DP4 o, {1,2,3,4}, {5,6,7,8};", [70.0; 4]),
        ("DPH o, {1,2,3,4}, {5,6,7,8};", [46.0; 4]),
        ("DST o, {9,2,3,9}, {9,5,9,7};", [1.0, 10.0, 3.0, 7.0]),
        (
            "XPD o.xyz, {1,2,3,4}, {5,6,7,8};",
            [-4.0, 8.0, -4.0, f32::NAN],
        ),
        ("MIN o, {1,5,-1,4}, {2,3,1,4};", [1.0, 3.0, -1.0, 4.0]),
        ("MAX o, {1,5,-1,4}, {2,3,1,4};", [2.0, 5.0, 1.0, 4.0]),
        ("SGE o, {1,2,3,4}, {2,2,2,5};", [0.0, 1.0, 1.0, 0.0]),
        ("SLT o, {1,2,3,4}, {2,2,2,5};", [1.0, 0.0, 0.0, 1.0]),
        ("FLR o, {-1.7,1.7,0,-2};", [-2.0, 1.0, 0.0, -2.0]),
        ("FRC o, {-1.75,1.25,0,-2};", [0.25, 0.25, 0.0, 0.0]),
        ("RCP o, 0.0;", [INF; 4]),
        ("RCP o, 1.0;", [1.0; 4]),
        ("RSQ o, -{4}.x;", [0.5; 4]),
        ("EX2 o, 3.0;", [8.0; 4]),
        ("LG2 o, 8.0;", [3.0; 4]),
        ("POW o, 2.0, 10.0;", [1024.0; 4]),
        ("POW o, -{2}.x, 2.0;", [f32::NAN; 4]),
        ("POW o, 0.0, 0.0;", [1.0; 4]),
        ("LIT o, {1,0.5,9,2};", [1.0, 1.0, 0.25, 1.0]),
        ("LIT o, {1,0,9,0};", [1.0, 1.0, 1.0, 1.0]),
        ("LIT o, {-1,0.5,9,2};", [1.0, 0.0, 0.0, 1.0]),
        ("SWZ o, {1,2,3,4}, 0, -1, -x, w;", [0.0, -1.0, -1.0, 4.0]),
    ] {
        let mut vertex = expected;
        if vertex[3].is_nan() && body.starts_with("XPD") {
            vertex[3] = 1.0;
        }
        check(body, false, vertex);
        let mut fragment = expected;
        if fragment[3].is_nan() && body.starts_with("XPD") {
            fragment[3] = 0.0;
        }
        check(body, true, fragment);
    }
}

#[test]
fn vertex_instructions_follow_their_formulas() {
    check("EXP o, 2.5;", false, [4.0, 0.5, 5.656_854, 1.0]);
    check(
        "LOG o, -{10}.x;",
        false,
        [3.0, 1.25, std::f32::consts::LOG2_10, 1.0],
    );
    check(
        "LOG o, 0.0;",
        false,
        [f32::NEG_INFINITY, 1.0, f32::NEG_INFINITY, 1.0],
    );
    let array = "ADDRESS a; PARAM p[] = { {1,2,3,4}, {5,6,7,8} };";
    check(
        &format!("{array} ARL a.x, 1.5; MOV o, p[a.x - 1];"),
        false,
        [1.0, 2.0, 3.0, 4.0],
    );
    check(
        &format!("{array} ARL a.x, 1.5; MOV o, p[a.x + 1];"),
        false,
        [0.0; 4],
    );
}

#[test]
fn fragment_instructions_follow_their_formulas() {
    check("LRP o, 0.25, 4.0, 8.0;", true, [7.0; 4]);
    check(
        "LRP_SAT o, 0.25, {4,-4,0.5,0}, {8,0,0.5,0};",
        true,
        [1.0, 0.0, 0.5, 0.0],
    );
    check(
        "CMP o, {-1,0,1,-0.5}, 2.0, 3.0;",
        true,
        [2.0, 3.0, 3.0, 2.0],
    );
    check("SIN o, 1.0;", true, [0.841_470_96; 4]);
    check("COS o, 1.0;", true, [0.540_302_3; 4]);
    check(
        "MOV o, {9,9,0.25,0.5}; SCS o.xy, 1.0;",
        true,
        [0.540_302_3, 0.841_470_96, 0.25, 0.5],
    );
}
