//! Ten kernels in MUDA against the same in C (benches/muda), compiled by `gcc -O3 -march=native`, on one core.
//!
//! Both run over the same arrays, in pairs of rounds. The result is the median of the pairs' ratios of processor time.
//! Before, their results are compared.
//!
//! usage: `scripts/bench muda`, or `cargo bench --bench muda -- NAME…`. `MUDA_BENCH_ROUNDS` is the number of rounds
//! (21), `MUDA_BENCH_ELEMENTS` the length of a run. `MUDA_BENCH_CORES=2` compares one thread with two instead, by the
//! least wall time of all rounds (others may use the cores).

#[path = "muda/cases.rs"]
mod cases;

use cases::{CASES, Case};
use libloading::{Library, Symbol};
use std::ffi::c_void;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use trilobite::compute::{self, Function, RunOptions};
use trilobite::frontend::language::Language;
use trilobite::ir::signature::{Direction, Scalar};
use trilobite::platform::{SharedBytes, Strided};

/// The function of a C twin: `kernel` of benches/muda/twin.h.
type Twin = unsafe extern "C" fn(usize, *const *mut c_void);

/// Runs of a kernel, of all its calls.
type Runs<'a> = Box<dyn Fn() + 'a>;

/// The parameters' memory.
struct Arrays<'c> {
    case: &'c Case,
    n: usize,
    blocks: Vec<SharedBytes>,
    /// The size of an element in bytes.
    sizes: Vec<usize>,
}

/// All arrays begin on pages, as long ones of malloc nearly do. A load waits for an earlier store to the same place in
/// another page. So saxpy takes up to half as long again, in C as in MUDA, where y begins one cache line after x.
const PAGE: usize = 4096;

/// The distance of the first page from a block's start.
fn page_start(block: &SharedBytes) -> usize {
    block.address().next_multiple_of(PAGE) - block.address()
}

impl<'c> Arrays<'c> {
    fn new(case: &'c Case, function: &Function, n: usize) -> Arrays<'c> {
        let mut seed = 1u32;
        let mut random = || {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            (seed >> 8) as f32 / (1 << 24) as f32
        };
        let parameters = &function.signature().parameters;
        let padded = n + case.offsets.last().unwrap_or(&0) + case.n_calls;
        let sizes: Vec<usize> = parameters.iter().map(|p| p.bytes()).collect();
        let side = n.isqrt();
        let block = |(p, bytes): (usize, usize)| {
            let [low, high] = case.range;
            let fraction = |i: usize| match (case.is_picture, p) {
                (true, 0) => (i % side) as f32 / side as f32,
                (true, _) => (i / side) as f32 / side as f32,
                (false, _) => random(),
            };
            let fractions = (0..padded * bytes / 4).map(fraction);
            let words: Vec<f32> = fractions.map(|x| low + x * (high - low)).collect();
            let block = SharedBytes::new(padded * bytes + PAGE).expect("memory");
            block.write(page_start(&block), bytemuck::cast_slice(&words));
            block
        };
        Arrays {
            case,
            n,
            blocks: sizes.iter().copied().enumerate().map(block).collect(),
            sizes,
        }
    }

    /// Where parameter `p` starts in a call: the block, and the distance in bytes.
    fn place(&self, p: usize, call: usize) -> (&SharedBytes, usize) {
        let size = self.sizes[p];
        let (block, offset) = match self.case.offsets.get(p) {
            Some(offset) => (&self.blocks[0], offset * size),
            None if p == 0 && self.case.n_calls > 1 => (&self.blocks[0], call * size),
            None => (&self.blocks[p], 0),
        };
        (block, page_start(block) + offset)
    }

    fn strided(&self, call: usize) -> Vec<Strided<'_>> {
        let array = |p: usize| {
            let (block, offset) = self.place(p, call);
            let stride = if p < self.case.n_same {
                0
            } else {
                self.sizes[p]
            };
            Strided::within(block, offset, stride as isize, self.sizes[p], self.n).expect("fits")
        };
        (0..self.sizes.len()).map(array).collect()
    }

    fn pointers(&self, call: usize) -> Vec<*mut c_void> {
        let pointer = |p: usize| {
            let (block, offset) = self.place(p, call);
            std::ptr::with_exposed_provenance_mut(block.address() + offset)
        };
        (0..self.sizes.len()).map(pointer).collect()
    }

    fn muda<'a>(&'a self, function: &'a Function, threads: usize) -> Runs<'a> {
        let options = RunOptions {
            threads: Some(threads),
            budget: None,
        };
        let calls: Vec<_> = (0..self.case.n_calls).map(|c| self.strided(c)).collect();
        Box::new(move || {
            for arrays in &calls {
                function.run(self.n, arrays, &options).expect("a run");
            }
        })
    }

    /// All words of all outputs.
    fn results(&self, function: &Function) -> Vec<f64> {
        let parameters = function.signature().parameters.iter().enumerate();
        let outputs = parameters.filter(|(_, p)| !matches!(p.direction, Direction::In(_)));
        let words = outputs.flat_map(|(i, parameter)| {
            let bytes = self.blocks[i].to_vec().expect("memory");
            let start = page_start(&self.blocks[i]);
            let words = bytes[start..start + self.n * self.sizes[i]].chunks_exact(4);
            let words = words.map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]));
            let value = |w: u32| match parameter.scalar {
                Scalar::F32 => f64::from(f32::from_bits(w)),
                _ => f64::from(w),
            };
            words.map(value).collect::<Vec<f64>>()
        });
        words.collect()
    }

    /// Calls the twin. The answer is the greatest magnitude of each result after any call.
    fn sizes_by(&self, function: &Function, twin: &Symbol<'_, Twin>) -> Vec<f64> {
        let mut sizes = Vec::new();
        for call in 0..self.case.n_calls {
            // SAFETY: as in `twin`.
            unsafe { twin(self.n, self.pointers(call).as_ptr()) };
            let results = self.results(function);
            sizes.resize(results.len(), 0.0);
            for (size, result) in sizes.iter_mut().zip(results) {
                *size = f64::max(*size, result.abs());
            }
        }
        sizes
    }

    fn twin<'a>(&'a self, twin: &'a Symbol<'a, Twin>) -> Runs<'a> {
        let calls: Vec<_> = (0..self.case.n_calls).map(|c| self.pointers(c)).collect();
        Box::new(move || {
            for pointers in &calls {
                // SAFETY: the twin reads and writes n elements of each array, which the blocks have.
                unsafe { twin(self.n, pointers.as_ptr()) };
            }
        })
    }
}

/// The greatest difference of two sets of results, relative to 1 + the greatest magnitude of the result after any call.
/// Calls that add up round sums of that size.
fn difference(ours: &[f64], theirs: &[f64], sizes: &[f64]) -> f64 {
    let pairs = ours.iter().zip(theirs).zip(sizes);
    let each = pairs.map(|((a, b), size)| (a - b).abs() / (1.0 + size));
    each.fold(0.0, |greatest, d| {
        if d.is_nan() {
            f64::INFINITY
        } else {
            f64::max(greatest, d)
        }
    })
}

/// Seconds of processor time of this process.
fn cpu_seconds() -> f64 {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the call fills the struct.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec as f64 + 1e-9 * time.tv_nsec as f64
}

fn wall_seconds() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// The number in an environment variable.
fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

/// How often a run is repeated, so that all take some milliseconds.
fn repetitions(run: &Runs<'_>) -> u32 {
    run();
    let start = Instant::now();
    let mut n = 0;
    while start.elapsed().as_secs_f64() < 4e-3 {
        run();
        n += 1;
    }
    n
}

/// Seconds of one run: the mean of `n`.
fn seconds(clock: fn() -> f64, n: u32, run: &Runs<'_>) -> f64 {
    let start = clock();
    (0..n).for_each(|_| run());
    (clock() - start) / f64::from(n)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Seconds of both in pairs of rounds, one after the other.
fn rounds(clock: fn() -> f64, runs: [&Runs<'_>; 2]) -> Vec<[f64; 2]> {
    let rounds = number("MUDA_BENCH_ROUNDS").unwrap_or(21);
    let timed = runs.map(|run| (repetitions(run), run));
    let round = |_| timed.map(|(n, run)| seconds(clock, n, run));
    (0..rounds).map(round).collect()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/muda")
}

/// Compiles a C twin; the loop over elements is a vector loop if gcc says so.
fn compile_twin(name: &str) -> (Library, bool) {
    let source = folder().join(name).with_extension("c");
    let library = std::env::temp_dir().join(format!("muda_bench_{}_{name}.so", std::process::id()));
    let mut gcc = Command::new("gcc");
    gcc.args([
        "-O3",
        "-march=native",
        "-fopt-info-vec",
        "-shared",
        "-fPIC",
        "-o",
    ]);
    let done = gcc.arg(&library).arg(&source).arg("-lm").output();
    let done = done.expect("gcc is installed");
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{said}");
    // SAFETY: the library has no initializers.
    let loaded = unsafe { Library::new(&library) }.expect("a library");
    std::fs::remove_file(&library).ok();
    (loaded, said.contains("loop vectorized"))
}

/// Microseconds of processor time to compile a text.
fn compile_time(text: &[u8]) -> f64 {
    let once = |_| {
        let start = cpu_seconds();
        compute::compile(Language::Muda, text)
            .map_err(|_| ())
            .expect("a module");
        1e6 * (cpu_seconds() - start)
    };
    median((0..15).map(once).collect())
}

fn bench(case: &Case, cores: Option<usize>) {
    let path = folder().join(case.name).with_extension("mu");
    let text = std::fs::read(&path).expect("a kernel");
    let module = compute::compile(Language::Muda, &text);
    let module = module.unwrap_or_else(|errors| panic!("{}: {errors:?}", case.name));
    let function = &module.functions[0];
    let (library, is_vectorised) = compile_twin(case.name);
    // SAFETY: twin.h declares it so.
    let twin: Symbol<'_, Twin> = unsafe { library.get(b"kernel") }.expect("a function");
    let vectorised = if is_vectorised { "yes" } else { "no" };
    let compile = compile_time(&text);
    let wanted = number("MUDA_BENCH_ELEMENTS");
    let sizes = wanted.as_ref().map_or(case.sizes, std::slice::from_ref);
    for &n in sizes {
        let [ours, theirs] = [(), ()].map(|()| Arrays::new(case, function, n));
        ours.muda(function, 1)();
        let sizes = theirs.sizes_by(function, &twin);
        let [results, expected] = [&ours, &theirs].map(|arrays| arrays.results(function));
        let difference = difference(&results, &expected, &sizes);
        assert!(
            difference <= case.tolerance,
            "{}: results differ by {difference:e}",
            case.name
        );
        // From here on both use the same memory, since its place in the caches matters.
        let (muda, c) = (ours.muda(function, 1), ours.twin(&twin));
        let each = |seconds: f64| 1e9 * seconds / (n * case.n_calls) as f64;
        let name = case.name;
        if let Some(cores) = cores {
            let two = ours.muda(function, cores);
            let clocks: [fn() -> f64; 2] = [wall_seconds, cpu_seconds];
            let [wall, cpu] = clocks.map(|clock| {
                let rounds = rounds(clock, [&two, &muda]);
                [0, 1].map(|i| rounds.iter().map(|r| r[i]).fold(f64::INFINITY, f64::min))
            });
            let ([many, one], work) = (wall.map(each), cpu[0] / cpu[1]);
            println!(
                "| {name} | {n} | {one:.3} | {many:.3} | **{:.2}** | {work:.2} |",
                one / many
            );
            continue;
        }
        let rounds = rounds(cpu_seconds, [&muda, &c]);
        let of = |f: fn(&[f64; 2]) -> f64| median(rounds.iter().map(f).collect());
        let [muda, c] = [of(|r| r[0]), of(|r| r[1])].map(each);
        let ratio = of(|r| r[1] / r[0]);
        println!(
            "| {name} | {n} | {vectorised} | {c:.3} | {muda:.3} | **{ratio:.2}** | {compile:.0} | {difference:.0e} |"
        );
    }
}

fn main() {
    // Other arguments are for benches by criterion.
    let is_name = |a: &String| CASES.iter().any(|case| case.name == a);
    let names: Vec<String> = std::env::args().filter(is_name).collect();
    let cores = number("MUDA_BENCH_CORES");
    match cores {
        Some(n) => println!(
            "| kernel | elements | 1 thread, ns each | {n} threads | ratio | processor time |\n|---|---:|---:|---:|---:|---:|"
        ),
        None => println!(
            "| kernel | elements | gcc vectorises | C, ns each | MUDA, ns each | ratio | compile, µs | difference |\n|---|---:|---|---:|---:|---:|---:|---:|"
        ),
    }
    let is_wanted = |case: &&Case| names.is_empty() || names.iter().any(|n| n == case.name);
    CASES
        .iter()
        .filter(is_wanted)
        .for_each(|case| bench(case, cores));
}
