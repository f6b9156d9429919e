//! Compares random programs of ARB_vertex_program and its option NV_vertex_program2, and programs of NVIDIA's own languages
//! made from them, bit for bit with the scalar evaluator of `shim_tests::nv`.
//!
//! `TRILOBITE_NV_PROGRAMS=n` runs n programs of all kinds instead of the short run, `TRILOBITE_NV_SEED=n` just one seed.
//! On failure the message shows the seed, the text, the smallest program that still fails, and its inputs.

use shim_tests::nv::ast::{Alu, OPCODES, Program};
use shim_tests::nv::compare::{self, Seen};
use shim_tests::nv::evaluate::End;
use shim_tests::nv::generate::{self, Kind};
use shim_tests::nv::math::Math;
use shim_tests::nv::native;
use shim_tests::nv::print::print;
use shim_tests::nv::shrink::shrink;
use shim_tests::nv::third;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of programs of the short run.
const SHORT: u64 = 24_000;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

/// A panic counts as a difference.
fn guarded(check: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|e| {
        let text = e.downcast_ref::<String>().cloned();
        let text = text.or(e.downcast_ref::<&str>().map(|s| (*s).to_owned()));
        Err(format!("panic: {}", text.unwrap_or_default()))
    })
}

/// Checks one program, its form in one of NVIDIA's own languages, and its form with NV_vertex_program3. The message of
/// a failure is complete.
fn one(seed: u64, math: &Math, seen: &mut Seen) -> Result<(), String> {
    let program = generate::program(seed);
    compare_one(&program, seed, math, seen)?;
    compare_one(&native::of(&program, seed), seed, math, seen)?;
    if program.option {
        compare_one(&third::of(&program, seed), seed, math, seen)
    } else {
        Ok(())
    }
}

fn compare_one(program: &Program, seed: u64, math: &Math, seen: &mut Seen) -> Result<(), String> {
    let Err(first) = guarded(|| compare::check(program, seed, math, seen)) else {
        return Ok(());
    };
    let plain =
        |p: &_| guarded(|| compare::check_text(p, &print(p, 0), seed, math, &mut Seen::default()));
    let refused = first.starts_with("does not load");
    let same_failure = |p: &_| plain(p).is_err_and(|e| e.starts_with("does not load") == refused);
    let mut message = format!(
        "{:?} program, seed {seed}: {first}\n{}",
        Kind::of(seed),
        print(program, seed)
    );
    if same_failure(program) {
        let small = shrink(program, same_failure);
        let why = plain(&small).expect_err("it still fails");
        message += &format!("\nas a small program: {why}\n{}", print(&small, 0));
    }
    Err(message)
}

/// Counts of what the programs of each kind did.
type SeenByKind = [Seen; 4];

/// Takes seeds until none is left.
fn work(next: &AtomicU64, end: u64) -> Result<SeenByKind, String> {
    let (math, mut seen) = (Math::default(), SeenByKind::default());
    loop {
        let seed = next.fetch_add(1, Ordering::Relaxed);
        if seed >= end {
            return Ok(seen);
        }
        if let Err(message) = one(seed, &math, &mut seen[(seed % 4) as usize]) {
            next.store(end, Ordering::Relaxed);
            return Err(message);
        }
    }
}

/// Runs the seeds on all cores.
#[track_caller]
fn run(seeds: Range<u64>) -> SeenByKind {
    let next = AtomicU64::new(seeds.start);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let outcomes: Vec<Result<SeenByKind, String>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| scope.spawn(|| work(&next, seeds.end)))
            .collect();
        workers
            .into_iter()
            .map(|w| w.join().expect("a worker catches panics"))
            .collect()
    });
    let mut total = SeenByKind::default();
    for outcome in outcomes {
        match outcome {
            Ok(seen) => total.iter_mut().zip(&seen).for_each(|(t, s)| t.add(s)),
            Err(message) => panic!("{message}"),
        }
    }
    total
}

#[test]
fn random_programs() {
    if let Some(seed) = number("TRILOBITE_NV_SEED") {
        run(seed..seed + 1);
        return;
    }
    let n = number("TRILOBITE_NV_PROGRAMS").unwrap_or(SHORT);
    let seen = run(0..n);
    for (kind, seen) in Kind::ALL.iter().zip(&seen) {
        println!("{kind:?}: {seen:?}");
    }
    let [_, straight, branching, calling] = &seen;
    let many = n / 24;
    assert_eq!(straight.codes, 15, "all condition codes occur");
    assert!(branching.divergent > many && calling.divergent > many);
    assert!(branching.ends[End::Limit as usize] > many);
    assert!(calling.ends.iter().all(|vertices| *vertices > many));
    assert!(calling.depths.iter().all(|vertices| *vertices > many));
}

#[test]
fn the_generator_reaches_every_operation() {
    let programs: Vec<_> = (0..1200)
        .map(generate::program)
        .filter(|p| p.option)
        .collect();
    for info in OPCODES {
        let of_this = |a: &&Alu| a.opcode == info.opcode;
        let n = programs.iter().flat_map(|p| p.alus()).filter(of_this);
        let n = n.count();
        assert!(n > 50, "{} stands only {n} times", info.name);
    }
}
