//! Random programs of ARB_vertex_program and its option NV_vertex_program2 through the driver, against the scalar evaluator
//! of `shim_tests::nv`, bit for bit.
//!
//! `TRILOBITE_NV_PROGRAMS=n` runs n programs of all kinds instead of the short run, `TRILOBITE_NV_SEED=n` just one seed.
//! On failure the message shows the seed, the text, the smallest program that still fails, and its inputs.

use shim_tests::nv::compare::{self, Seen};
use shim_tests::nv::generate::{self, Kind};
use shim_tests::nv::math::Math;
use shim_tests::nv::print::print;
use shim_tests::nv::shrink::shrink;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Programs of each kind in the short run.
const SHORT: u64 = 2500;
const KINDS: [Kind; 4] = [Kind::Base, Kind::Straight, Kind::Branching, Kind::Calling];

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

/// A panic is a difference, too.
fn guarded(check: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|e| {
        let text = e.downcast_ref::<String>().cloned();
        let text = text.or(e.downcast_ref::<&str>().map(|s| (*s).to_owned()));
        Err(format!("panic: {}", text.unwrap_or_default()))
    })
}

/// One program; the message of a failure is complete.
fn one(kind: Kind, seed: u64, math: &Math, seen: &mut Seen) -> Result<(), String> {
    let program = generate::program(kind, seed);
    let Err(first) = guarded(|| compare::check(&program, seed, math, seen)) else {
        return Ok(());
    };
    let plain =
        |p: &_| guarded(|| compare::check_text(p, &print(p, 0), seed, math, &mut Seen::default()));
    let refused = first.starts_with("does not load");
    let same_failure = |p: &_| plain(p).is_err_and(|e| e.starts_with("does not load") == refused);
    let mut message = format!(
        "{kind:?} program, seed {seed}: {first}\n{}",
        print(&program, seed)
    );
    if same_failure(&program) {
        let small = shrink(&program, same_failure);
        let why = plain(&small).expect_err("it still fails");
        message += &format!("\nas a small program: {why}\n{}", print(&small, 0));
    }
    Err(message)
}

/// Seeds `0..n` of a kind on all cores.
fn run(kind: Kind, n: u64) -> Seen {
    let only = number("TRILOBITE_NV_SEED");
    let seeds = only.map_or(0..n, |seed| seed..seed + 1);
    let next = AtomicU64::new(seeds.start);
    let begin = Instant::now();
    let work = || {
        let (math, mut seen) = (Math::default(), Seen::default());
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                return Ok(seen);
            }
            if let Err(message) = one(kind, seed, &math, &mut seen) {
                next.store(seeds.end, Ordering::Relaxed);
                return Err(message);
            }
        }
    };
    let mut total = Seen::default();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let outcomes: Vec<Result<Seen, String>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .map(|w| w.join().expect("a worker catches panics"))
            .collect()
    });
    for outcome in outcomes {
        match outcome {
            Ok(seen) => total.add(&seen),
            Err(message) => panic!("{message}"),
        }
    }
    println!("{kind:?}: {total:?} in {:?}", begin.elapsed());
    total
}

#[test]
fn random_programs() {
    let n = number("TRILOBITE_NV_PROGRAMS").map_or(SHORT, |n| n.div_ceil(KINDS.len() as u64));
    let seen = KINDS.map(|kind| run(kind, n));
    if n < SHORT || number("TRILOBITE_NV_SEED").is_some() {
        return;
    }
    let [_, straight, branching, calling] = &seen;
    assert_eq!(straight.codes, 15, "all condition codes occur");
    assert!(branching.divergent > n / 8 && branching.ends[3] > n / 8);
    assert!(calling.divergent > n / 8);
    assert!(calling.ends.iter().all(|vertices| *vertices > n / 8));
    assert!(calling.depths.iter().all(|vertices| *vertices > n / 8));
}

#[test]
fn the_generator_reaches_every_operation() {
    use shim_tests::nv::ast::OPCODES;
    let programs: Vec<_> = (0..300)
        .map(|seed| generate::program(Kind::Straight, seed))
        .collect();
    for info in OPCODES {
        let n = programs
            .iter()
            .flat_map(|p| p.alus())
            .filter(|a| a.opcode == info.opcode)
            .count();
        assert!(n > 20, "{} stands only {n} times", info.name);
    }
}
