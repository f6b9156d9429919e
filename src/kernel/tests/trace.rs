//! What a lane did is recorded for that lane alone, up to a limit.

use crate::ir::{Builder, Noted, Op, Program, Span, Type};
use crate::kernel::layout::{Invocation, MAX_PIXEL_PLANES};
use crate::kernel::trace::{Trace, TracedProgram, Value};
use crate::kernel::{Group, PixelWindow};
use crate::simd::LANES;

fn run(program: &Program, inputs: &[[f32; LANES]], lane: usize, limit: usize) -> (Trace, u16) {
    let mut masks = [0xffff];
    let mut outputs = vec![[0.0; LANES]; program.n_outputs as usize];
    let mut inv = Invocation {
        uniforms: &[],
        inputs,
        n_inputs: inputs.len(),
        outputs: &mut outputs,
        n_outputs: program.n_outputs as usize,
        planes: &[],
        groups: &[Group::default()],
        masks: &mut masks,
        front_facing: true,
        pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
        samplers: &[],
    };
    let trace = TracedProgram::new(program).run(&mut inv, lane, limit);
    (trace, masks[0])
}

/// Counts an input down to 0 and notes each number; a lane whose input is above 3 is discarded after that.
fn countdown() -> Program {
    let mut b = Builder::new();
    let x = b.load_input(0);
    let (top, end) = (b.new_block(), b.new_block());
    b.jump(top, &[x]);
    let n = b.switch_to(top, &[Type::F32])[0];
    b.set_span(Span::new(10, 20));
    let one = b.f32(1.0);
    let less = b.emit1(Op::FSub, &[n, one]);
    b.note(Noted::Operand, [Some(n), None, None, None]);
    b.note(Noted::Result, [Some(less), None, None, None]);
    let zero = b.f32(0.0);
    let more = b.emit1(Op::FLt, &[zero, less]);
    b.branch(more, (top, &[less]), (end, &[]));
    b.switch_to(end, &[]);
    b.set_span(Span::new(30, 40));
    let three = b.f32(3.0);
    let kills = b.emit1(Op::FLt, &[three, x]);
    b.emit(Op::Kill, &[kills], [0, 0]);
    let root = b.emit1(Op::Exp2, &[x]);
    b.note_fact("root", &[root, kills]);
    b.store_output(0, root);
    b.finish()
}

#[test]
fn each_lane_has_its_own_story() {
    let program = countdown();
    let inputs = [std::array::from_fn(|l| (l % 5 + 1) as f32)];
    for lane in 0..LANES {
        let n = lane % 5 + 1;
        let (trace, mask) = run(&program, &inputs, lane, 100);
        let rounds: Vec<Value> = trace.statements[..n]
            .iter()
            .flat_map(|s| s.facts[0].present())
            .collect();
        let expected: Vec<Value> = (1..=n).rev().map(|k| Value::F32(k as f32)).collect();
        assert_eq!(rounds, expected);
        let last = &trace.statements[n];
        assert_eq!((trace.statements.len(), last.kills), (n + 1, n > 3));
        let values: Vec<Value> = last.facts[0].present().collect();
        assert_eq!(values, [Value::F32((n as f32).exp2()), Value::Mask(n > 3)]);
        assert_eq!(mask >> lane & 1 == 0, n > 3);
        assert_eq!(trace.killer().map(|s| s.span.start), (n > 3).then_some(30));
    }
}

#[test]
fn long_stories_are_cut() {
    let inputs = [[5.0; LANES]];
    let (trace, _) = run(&countdown(), &inputs, 3, 2);
    assert_eq!((trace.statements.len(), trace.left_out), (3, 3));
    assert!(trace.statements[2].kills);
}

#[test]
fn without_notes_there_are_instructions() {
    let mut b = Builder::new();
    let x = b.load_input(0);
    let y = b.emit1(Op::FAdd, &[x, x]);
    b.store_output(0, y);
    let (trace, _) = run(&b.finish(), &[[2.5; LANES]], 0, 100);
    let sum = trace.statements[1]
        .instruction
        .as_ref()
        .expect("an instruction");
    assert_eq!(sum.text, "%1 = fadd %0 %0");
    assert_eq!(sum.results, [("%1".to_owned(), Value::F32(5.0))]);
}
