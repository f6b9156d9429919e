//! What more processors would bring to a program: replays the times of its jobs on a number of them.
//!
//! ```text
//! TRILOBITE_DEBUG=jobs PROGRAM 2>LOG     # with the driver; one thread draws
//! scripts/bench cores LOG
//! ```
//!
//! The lines of the log are those of `src/debug/jobs.rs`. The jobs of a run start in order, each on the first processor that is free;
//! the helpers of a run are there after [`WAKE`], and runs of less than [`SHORT`] have none. All else takes the time that it took. With
//! frames ahead, the application records the next frame on one processor meanwhile; that helps to draw once it waits.

use std::path::PathBuf;

/// The nanoseconds until a woken worker has its first job (docs/PERFORMANCE.md).
const WAKE: u64 = 20_000;
/// Runs that take one thread less than these nanoseconds wake nobody, as in `raster/flush/wake_policy.rs`.
const SHORT: u64 = 300_000;
/// Frames at the beginning, which compile kernels.
const FIRST: usize = 5;
const PROCESSORS: [usize; 5] = [1, 2, 4, 8, 16];

/// The nanoseconds of a frame.
#[derive(Default)]
struct Frame {
    application: u64,
    serial: u64,
    runs: Vec<Vec<u64>>,
}

impl Frame {
    /// Reads a line of the log. Returns `None` for another line.
    fn parse(line: &str) -> Option<Frame> {
        let mut frame = Frame::default();
        let mut kind = "";
        for word in line.strip_prefix("trilobite: jobs:")?.split_whitespace() {
            if let Ok(time) = word.parse::<u64>() {
                match kind {
                    "a" => frame.application += time,
                    "s" => frame.serial += time,
                    "r" => frame.runs.last_mut()?.push(time),
                    _ => return None,
                }
            } else {
                kind = word;
                if kind == "r" {
                    frame.runs.push(Vec::new());
                }
            }
        }
        Some(frame)
    }

    /// The time of flushes and showing where so many processors draw.
    fn drawing(&self, processors: usize) -> u64 {
        let runs = self.runs.iter().map(|jobs| run(jobs, processors));
        self.serial + runs.sum::<u64>()
    }

    fn alone(&self, processors: usize) -> u64 {
        self.application + self.drawing(processors)
    }

    /// The time if the application records the next frame meanwhile. One processor does not draw ahead.
    ///
    /// For the share `application / time` of that time, one processor less draws: `time = all + share × (less − all)`.
    fn ahead(&self, processors: usize) -> u64 {
        if processors == 1 {
            return self.alone(1);
        }
        let application = self.application as f64;
        let (all, less) = (
            self.drawing(processors) as f64,
            self.drawing(processors - 1) as f64,
        );
        let time = (all + (all * all + 4.0 * application * (less - all).max(0.0)).sqrt()) / 2.0;
        time.max(application) as u64
    }
}

/// The time of a run on so many processors.
fn run(jobs: &[u64], processors: usize) -> u64 {
    let all = jobs.iter().sum();
    if all < SHORT {
        return all;
    }
    let mut free = vec![WAKE; processors];
    free[0] = 0;
    for job in jobs {
        let first = free.iter_mut().min().expect("there is a processor");
        *first += job;
    }
    // A helper that never got a job is not waited for.
    let busy = free.iter().enumerate();
    let ends = busy.filter_map(|(i, end)| (i == 0 || *end > WAKE).then_some(*end));
    ends.max().unwrap_or(0)
}

/// The frames of a log, without the first ones.
fn frames(log: &str) -> Vec<Frame> {
    log.lines().filter_map(Frame::parse).skip(FIRST).collect()
}

fn main() {
    // Cargo adds a word of its own.
    let logs = std::env::args_os().skip(1).map(PathBuf::from);
    let logs = logs.filter(|path| path.is_file()).collect::<Vec<_>>();
    if logs.is_empty() {
        println!(
            "cores: no log given. TRILOBITE_DEBUG=jobs PROGRAM 2>LOG, then scripts/bench cores LOG"
        );
    }
    for path in logs {
        let bytes = std::fs::read(&path).unwrap_or_default();
        let frames = frames(&String::from_utf8_lossy(&bytes));
        println!("{}: {} frames", path.display(), frames.len());
        if !frames.is_empty() {
            print_table(&frames);
        }
    }
}

fn print_table(frames: &[Frame]) {
    let sum = |time: &dyn Fn(&Frame) -> u64| frames.iter().map(time).sum::<u64>() as f64;
    let one = sum(&|frame| frame.alone(1));
    let part = |time: f64| time / 1e6 / frames.len() as f64;
    println!(
        "  a frame: {:.3} ms, of it {:.3} of the application and {:.3} of flushes and showing on one thread",
        part(one),
        part(sum(&|frame| frame.application)),
        part(sum(&|frame| frame.serial)),
    );
    println!("  processors  times the frames of one  with frames ahead");
    for n in PROCESSORS {
        let (alone, ahead) = (sum(&|frame| frame.alone(n)), sum(&|frame| frame.ahead(n)));
        println!("  {n:>10}  {:>23.2}  {:>17.2}", one / alone, one / ahead);
    }
}
