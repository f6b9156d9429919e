//! Real shaders from text to machine code, stage by stage, and NVIDIA's compiler over the same files in the same run.
//!
//! Both compile each file once, as a program that loads it would, in one process each. The stages are then measured
//! apart, each as the least of some rounds: with warm caches.

use super::{cpu_seconds, machine_code, median, timed};
use std::path::{Path, PathBuf};
use std::process::Command;
use trilobite::frontend::c_like::cg::{Program, Request, StageOptions, profile};
use trilobite::frontend::c_like::entry::semantics::Stage;
use trilobite::frontend::preprocessor::{Bump, preprocess};
use trilobite::frontend::preprocessor::{Mode, Options};
use trilobite::kernel::{Engine, compile_uncached};
use trilobite::passes;

/// The macros that both compilers have.
const MACROS: &[(&str, &str)] = &[("__CGC__", "30113"), ("PARAMETER_UNIFORM", "1")];
/// The rounds of which the least time of a stage counts.
const ROUNDS: u32 = 9;
/// A program that does nothing: what a call of the reference costs at least.
const EMPTY: &str = "float4 main_fragment() : COLOR { return 0; }\n";

/// A row of the reference's table that it accepts.
struct Row {
    profile: String,
    entry: String,
    path: PathBuf,
}

impl Row {
    fn stage(&self) -> Stage {
        match self.profile.as_str() {
            "arbvp1" => Stage::Vertex,
            _ => Stage::Fragment,
        }
    }

    /// The line of a batch for the reference.
    fn batch(&self) -> String {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        format!(
            "{}\t{}\t{}\t-DPARAMETER_UNIFORM -I {}\n",
            self.profile,
            self.entry,
            self.path.display(),
            folder.display()
        )
    }
}

/// The rows of arbvp1 and arbfp1 that the reference accepts.
fn rows(folder: &Path) -> Vec<Row> {
    let table = folder.join("expected.tsv");
    let table = std::fs::read_to_string(table).expect("the reference's table");
    let rows = table.lines().filter_map(|line| {
        let row: Vec<&str> = line.split('\t').collect();
        let [profile @ ("arbvp1" | "arbfp1"), entry, file, "ok", ..] = row[..] else {
            return None;
        };
        Some(Row {
            profile: profile.into(),
            entry: entry.into(),
            path: folder.join("corpus").join(file),
        })
    });
    rows.collect()
}

fn read_file(path: &str) -> Option<Vec<u8>> {
    std::fs::read(path).ok()
}

/// Calls `work` with the request of a row.
fn with_request<T>(row: &Row, work: impl FnOnce(&Request<'_>) -> T) -> Option<T> {
    let source = std::fs::read(&row.path).ok()?;
    let name = row.path.to_string_lossy();
    let mut request = Request::new(&source, profile::find(&row.profile).expect("a profile"));
    request.name = &name;
    request.entry = Some(&row.entry);
    request.is_strict = false;
    request.macros = MACROS;
    Some(work(&request))
}

/// Milliseconds of a row, from text to machine code. `None` where a text is refused.
fn compile_once(row: &Row) -> Option<f64> {
    with_request(row, |request| {
        let read = || {
            let program = Program::load(request, &mut read_file).ok()?;
            let entry = program.entry(&StageOptions::new(row.stage())).ok()?;
            machine_code(&entry.code.program);
            Some(())
        };
        let (time, made) = timed(read);
        made.map(|()| time)
    })?
}

/// The milliseconds that the reference takes for each line of a batch, in one process.
fn reference(folder: &Path, batch: &str) -> Vec<f64> {
    let path = std::env::temp_dir().join(format!("trilobite-cg-{}.tsv", std::process::id()));
    std::fs::write(&path, batch).expect("a batch");
    let mut command = Command::new("python3");
    command.arg(folder.join("cgc_ref.py")).arg("--batch");
    let output = command.arg(&path).args(["--jobs", "1"]).output();
    let _ = std::fs::remove_file(&path);
    let output = output.expect("the reference");
    let lines = String::from_utf8_lossy(&output.stdout);
    let times = lines.lines().map(|line| {
        let time = line.split('\t').nth(4).and_then(|t| t.parse().ok());
        time.unwrap_or(f64::NAN)
    });
    times.collect()
}

/// The least milliseconds of some rounds.
fn least<T>(mut work: impl FnMut() -> T) -> f64 {
    let rounds = (0..ROUNDS).map(|_| {
        let start = cpu_seconds();
        std::hint::black_box(work());
        1e3 * (cpu_seconds() - start)
    });
    rounds.fold(f64::INFINITY, f64::min)
}

/// The milliseconds of each stage of a row: preprocessing with its includes, the tree, the IR, machine code; then of each pass.
fn stages(row: &Row) -> Option<Vec<(&'static str, f64)>> {
    with_request(row, |request| {
        let options = Options {
            rules: trilobite::frontend::c_like::cg::TOKENS,
            macros: request.macros,
            include_paths: request.include_paths,
            mode: Mode::Own,
        };
        let reading = least(|| {
            let arena = Bump::new();
            let unit = preprocess(&arena, request.name, request.text, &options, &mut read_file);
            unit.tokens.len()
        });
        let program = Program::load(request, &mut read_file).ok()?;
        let loading = least(|| Program::load(request, &mut read_file).ok());
        let options = StageOptions::new(row.stage());
        let entry = program.entry(&options).ok()?;
        let lowering = least(|| program.entry(&options).ok());
        let mut all = vec![
            ("preprocess", reading),
            ("parse and check", loading - reading),
            ("lower", lowering),
        ];
        let start = (*entry.code.program).clone();
        all.push(("passes", least(|| passes::standard(&start))));
        let optimized = passes::standard(&start);
        let engine = Engine::all().last().expect("an engine");
        let code = least(|| compile_uncached(&optimized, engine));
        all.push(("machine code", code));
        let mut program = start;
        for (name, pass) in passes::STANDARD {
            let copy = least(|| program.clone());
            let both = least(|| pass(&mut program.clone()));
            all.push((name, both - copy));
            pass(&mut program);
        }
        Some(all)
    })?
}

/// Prints the medians of both compilers, and those of the stages.
pub(super) fn report(folder: &Path) {
    let rows = rows(folder);
    let batch: String = rows.iter().map(Row::batch).collect();
    let path = std::env::temp_dir().join(format!("trilobite-cg-{}.cg", std::process::id()));
    std::fs::write(&path, EMPTY).expect("an empty program");
    let empty = Row {
        profile: "arbfp1".into(),
        entry: "main_fragment".into(),
        path,
    };
    let theirs_empty = median(reference(folder, &empty.batch().repeat(21)));
    let ours_empty = median((0..21).filter_map(|_| compile_once(&empty)).collect());
    let _ = std::fs::remove_file(&empty.path);
    let ours: Vec<Option<f64>> = rows.iter().map(compile_once).collect();
    let theirs = reference(folder, &batch);
    let pairs = ours.iter().zip(&theirs);
    let pairs: Vec<(f64, f64)> = pairs
        .filter_map(|(ours, theirs)| Some(((*ours)?, *theirs)))
        .filter(|(_, theirs)| !theirs.is_nan())
        .collect();
    let of = |f: fn(&(f64, f64)) -> f64| median(pairs.iter().map(f).collect());
    println!(
        "{} real shaders: median {:.3} ms to machine code, the reference {:.2} ms to text: {:.1}; median of the ratios {:.1}; an empty program {:.3} and {:.2} ms",
        pairs.len(),
        of(|p| p.0),
        of(|p| p.1),
        of(|p| p.1) / of(|p| p.0),
        of(|p| p.1 / p.0),
        ours_empty,
        theirs_empty,
    );
    let all: Vec<Vec<(&str, f64)>> = rows.iter().filter_map(stages).collect();
    println!("| stage | median, ms | sum, ms |\n|---|---:|---:|");
    let n = all.first().map_or(0, Vec::len);
    for i in 0..n {
        let times: Vec<f64> = all.iter().map(|stages| stages[i].1).collect();
        let sum: f64 = times.iter().sum();
        println!("| {} | {:.3} | {sum:.1} |", all[0][i].0, median(times));
    }
}
