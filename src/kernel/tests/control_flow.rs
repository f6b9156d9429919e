//! Loops, limits, interruption and calls, against results computed by hand.
#![forbid(unsafe_code)]

use super::{run, run_sampling};
use crate::ir::interface::LodMode;
use crate::ir::{Builder, Op, Program, Type};
use crate::kernel::layout::{SampleRequest, SampleResult, Sampler, SamplerSlot};
use crate::kernel::{Engine, Scratch};
use crate::simd::{LANES, LanesF32};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// sum = 0; i = x; loop { if i <= 0 break; sum += i; i -= 1 }
fn sum_loop(limit: u32) -> Program {
    let mut b = Builder::new();
    b.set_instruction_limit(limit);
    let (x, zero, one) = (b.load_input(0), b.f32(0.0), b.f32(1.0));
    let (head, body, done) = (b.new_block(), b.new_block(), b.new_block());
    b.store_output(0, zero);
    b.jump(head, &[x, zero]);
    let p = b.switch_to(head, &[Type::F32, Type::F32]);
    let stop = b.emit1(Op::FLe, &[p[0], zero]);
    b.branch(stop, (done, &[]), (body, &[]));
    b.switch_to(body, &[]);
    b.count_source(1);
    let sum = b.emit1(Op::FAdd, &[p[1], p[0]]);
    let i = b.emit1(Op::FSub, &[p[0], one]);
    b.jump(head, &[i, sum]);
    b.switch_to(done, &[]);
    b.store_output(0, p[1]);
    b.end();
    b.finish()
}

#[test]
fn lanes_loop_each_as_long_as_it_must_until_the_limit() {
    let input: LanesF32 = std::array::from_fn(|l| l as f32);
    let got = run(sum_loop(12), &[input; 9], &[0xffff; 9]);
    for row in got {
        for (l, y) in row.iter().enumerate() {
            assert_eq!(
                *y,
                if l <= 12 {
                    (l * (l + 1) / 2) as f32
                } else {
                    0.0
                },
                "lane {l}"
            );
        }
    }
}

/// A texture that stops the run when it is sampled for the third time.
struct Stopper {
    n_samples: AtomicU32,
    stop: Arc<AtomicBool>,
}

impl Sampler for Stopper {
    fn sample(&self, _: &SampleRequest, result: &mut SampleResult) {
        *result = [[0.0; LANES]; 4];
        if self.n_samples.fetch_add(1, Ordering::Relaxed) == 2 {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// A loop whose lanes 1, 2, ... never end. It samples a texture that sets the flag. An engine that ignored the flag would hang
/// here.
#[test]
fn endless_loops_end_when_they_are_stopped() {
    let mut b = Builder::new();
    b.set_interruptible();
    let (x, zero) = (b.load_input(0), b.f32(0.0));
    let (head, done) = (b.new_block(), b.new_block());
    b.jump(head, &[]);
    b.switch_to(head, &[]);
    let [red, ..] = b.sample(0, LodMode::Bias, [x; 4], zero);
    b.store_output(0, red);
    let ends = b.emit1(Op::FEq, &[x, zero]);
    b.branch(ends, (done, &[]), (head, &[]));
    b.switch_to(done, &[]);
    b.end();
    let program = b.finish();
    let mut parsed = crate::ir::parse::parse(&program.to_string()).unwrap();
    assert!(parsed.is_interruptible);
    parsed.is_interruptible = false;
    assert!(crate::ir::verify::verify(&parsed).is_err());
    let program = Arc::new(program);
    for engine in Engine::all() {
        let stop = Arc::<AtomicBool>::default();
        let n_samples = AtomicU32::new(0);
        let stopper = Stopper { n_samples, stop };
        let mut scratch = Scratch::default();
        scratch.stop = Some(stopper.stop.clone());
        let input: LanesF32 = std::array::from_fn(|l| l as f32);
        let units: [SamplerSlot<'_>; 1] = [Some(&stopper)];
        run_sampling(engine, &program, &[input], &[0xffff], &mut scratch, &units);
        assert!(stopper.n_samples.into_inner() >= 3, "{engine}");
    }
}

#[test]
fn recursion_stops_at_the_call_depth_and_helpers_fill_quads() {
    // f: slot += 1; call f. A full stack ends the lane. The output is stored before each call.
    let mut b = Builder::new();
    b.set_call_depth(4);
    b.set_instruction_limit(100);
    let slot = b.new_slot();
    let (f, back) = (b.new_block(), b.new_block());
    b.call(f, back);
    b.switch_to(f, &[]);
    b.count_source(1);
    let (x, one) = (b.emit(Op::LoadSlot, &[], [slot, 0])[0], b.f32(1.0));
    let x = b.emit1(Op::FAdd, &[x, one]);
    b.emit(Op::StoreSlot, &[x], [slot, 0]);
    b.store_output(0, x);
    b.call(f, back);
    b.switch_to(back, &[]);
    b.ret();
    let got = run(b.finish(), &[], &[0x0010]);
    assert_eq!(got[0][..8], [-9.0, -9.0, -9.0, -9.0, 4.0, 4.0, 4.0, 4.0]);
}
