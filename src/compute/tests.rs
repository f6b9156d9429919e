//! Functions over arrays that share memory, are short, wrong or endless.

use super::{Function, RunError, RunOptions};
use crate::ir::signature::{Direction, Parameter, Scalar, Signature};
use crate::ir::{Builder, Op};
use crate::platform::{SharedBytes, Strided};
use std::sync::Arc;
use std::time::Duration;

fn parameter(name: &str, direction: Direction, components: u32) -> Parameter {
    Parameter {
        name: name.into(),
        direction,
        scalar: Scalar::F32,
        components,
        count: 1,
    }
}

/// y = a x + y, with a for all, and n = x.
fn saxpy() -> Function {
    let mut b = Builder::new();
    let (a, x, y) = (b.load_uniform(1), b.load_input(0), b.load_input(1));
    let result = b.emit1(Op::FFma, &[a, x, y]);
    b.store_output(0, result);
    b.store_output(1, x);
    b.end();
    let parameters = vec![
        parameter("a", Direction::Uniform(1), 1),
        parameter("x", Direction::In(0), 1),
        parameter(
            "y",
            Direction::InOut {
                input: 1,
                output: 0,
            },
            1,
        ),
        parameter("n", Direction::Out(1), 1),
    ];
    let name = "saxpy".into();
    let signature = Signature { name, parameters };
    Function::new(&Arc::new(b.finish()), signature, vec![])
}

/// Floats that arrays share.
struct Memory(SharedBytes);

impl Memory {
    fn of(floats: impl IntoIterator<Item = f32>) -> Memory {
        let floats: Vec<f32> = floats.into_iter().collect();
        Memory(SharedBytes::from_bytes(bytemuck::cast_slice(&floats)).unwrap())
    }

    fn array(&self, first: usize, stride: isize, n: usize) -> Strided<'_> {
        Strided::within(&self.0, 4 * first, 4 * stride, 4, n).unwrap()
    }

    fn floats(&self) -> Vec<f32> {
        bytemuck::cast_slice(&self.0.to_vec().unwrap()).to_vec()
    }
}

#[test]
fn all_elements_are_computed_whatever_the_length() {
    let saxpy = saxpy();
    for n in [0, 1, 15, 16, 17, 1000, 8192, 40_000] {
        for threads in [None, Some(0), Some(1), Some(3)] {
            let (a, x) = (Memory::of([2.0]), Memory::of((0..n).map(|i| i as f32)));
            let (y, count) = (
                Memory::of(vec![1.0; n + 1]),
                Memory::of(vec![0.0; 3 * n + 1]),
            );
            let arrays = [
                a.array(0, 1, n.min(1)),
                x.array(0, 1, n),
                y.array(0, 1, n),
                count.array(0, 3, n),
            ];
            let options = RunOptions {
                threads,
                budget: Some(Duration::from_secs(1000)),
            };
            saxpy.run(n, &arrays, &options).unwrap();
            let (y, count) = (y.floats(), count.floats());
            assert!((0..n).all(|i| y[i] == 2.0 * i as f32 + 1.0 && count[3 * i] == i as f32));
            assert!(y[n] == 1.0 && count[3 * n] == 0.0);
            assert!((0..n).all(|i| count[3 * i + 1] == 0.0));
        }
    }
}

#[test]
fn inputs_are_read_before_outputs_are_written() {
    let n = 30_000;
    let saxpy = saxpy();
    // n[i] = x[i] one element further on, then one element before, then in reverse.
    for (from, to, stride) in [(0, 1, 1), (1, 0, 1), (0, n - 1, -1)] {
        let memory = Memory::of((0..=n).map(|i| i as f32));
        let before = memory.floats();
        let (a, y) = (Memory::of([0.0]), Memory::of(vec![0.0; n]));
        let arrays = [
            a.array(0, 1, 1),
            memory.array(from, 1, n),
            y.array(0, 1, n),
            memory.array(to, stride, n),
        ];
        saxpy.run(n, &arrays, &RunOptions::default()).unwrap();
        let memory = memory.floats();
        for i in 0..n {
            let at = to.wrapping_add_signed(i as isize * stride);
            assert_eq!(memory[at], before[from + i]);
        }
    }
}

#[test]
fn wrong_arrays_are_refused() {
    let saxpy = saxpy();
    let memory = Memory::of(vec![0.0; 64]);
    let others = Memory::of([1.0, 2.0]);
    let run = |n: usize, y_at: (usize, isize), count: (usize, isize, usize)| {
        let arrays = [
            others.array(0, 1, 1),
            others.array(1, 0, n),
            memory.array(y_at.0, y_at.1, n),
            memory.array(count.0, count.1, count.2),
        ];
        saxpy.run(n, &arrays, &RunOptions::default())
    };
    assert_eq!(run(20, (0, 2), (1, 2, 20)), Ok(()));
    let overlap = || Err(RunError::Overlap("y".into(), "n".into()));
    assert_eq!(run(20, (0, 1), (19, 1, 20)), overlap());
    assert_eq!(run(20, (0, 1), (0, 1, 20)), overlap());
    assert_eq!(run(1, (0, 1), (0, 1, 1)), overlap());
    assert!(matches!(
        run(20, (0, 0), (30, 1, 20)),
        Err(RunError::Stride { .. })
    ));
    assert!(matches!(
        run(20, (0, 1), (30, 1, 19)),
        Err(RunError::Shape { .. })
    ));
    assert!(matches!(
        saxpy.run(1, &[], &RunOptions::default()),
        Err(RunError::Count { .. })
    ));
}

#[test]
fn a_loop_without_an_end_meets_its_budget() {
    let mut b = Builder::new();
    b.set_interruptible();
    let again = b.new_block();
    b.jump(again, &[]);
    b.switch_to(again, &[]);
    b.jump(again, &[]);
    let signature = Signature {
        name: "endless".into(),
        parameters: vec![],
    };
    let endless = Function::new(&Arc::new(b.finish()), signature, vec![]);
    let budget = Duration::from_millis(20);
    let options = RunOptions {
        budget: Some(budget),
        ..RunOptions::default()
    };
    assert_eq!(
        endless.run(1 << 20, &[], &options),
        Err(RunError::Budget(budget))
    );
}
