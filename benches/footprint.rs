//! Measures the driver's memory exactly: a first frame in a window, a million triangles, draws without a swap.
//!
//! It prints the figures with the machine that they hold for. `shim_tests/tests/footprint.rs` holds coarse bounds on
//! every machine. `scripts/bench footprint` builds the library first.

use shim_tests::footprint::Meter;
use shim_tests::harness::library_dir;

const RUNS: usize = 11;

/// The first line of a system's file, or nothing.
fn system(path: &str) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().next().unwrap_or_default().trim().to_owned()
}

/// The facts that the figures depend on besides the library.
fn machine() -> String {
    let cpus = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpus.lines().find_map(|l| l.strip_prefix("model name"));
    let model = model
        .unwrap_or("unknown CPU")
        .trim_start_matches([' ', '\t', ':']);
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    // SAFETY: the C library's constant string.
    let libc = unsafe { std::ffi::CStr::from_ptr(libc::gnu_get_libc_version()) };
    format!(
        "{model}, {processors} processors, Linux {}, transparent huge pages: {}, glibc {}",
        system("/proc/sys/kernel/osrelease"),
        system("/sys/kernel/mm/transparent_hugepage/enabled"),
        libc.to_string_lossy()
    )
}

/// Prints a program's figures over all runs, with the driver's default number of workers.
fn print(program: &str, runs: usize) {
    let meter = Meter::new(program);
    let all: Vec<_> = (0..runs).map(|_| meter.run(None)).collect();
    for name in all[0].keys() {
        let mut values: Vec<f64> = all.iter().map(|figures| figures[name]).collect();
        values.sort_by(f64::total_cmp);
        let (least, most) = (values[0], values[runs - 1]);
        println!("  {name:16} {:>12}  ({least} to {most})", values[runs / 2]);
    }
}

fn main() {
    println!("machine: {}", machine());
    println!("library: {}", library_dir().join("libGL.so").display());
    println!("first frame of 1024×768, median of {RUNS} runs (least to greatest):");
    print("footprint", RUNS);
    println!(
        "bytes of a million triangles, and growth of an endless stream of draws, median of 3 runs:"
    );
    print("memory", 3);
}
