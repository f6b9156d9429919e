//! Compiles the shaders of a folder, cut off and changed, and reports what panics or is slow.
//!
//! usage: `soak_cg FOLDER [SECONDS] [SEED]`
//!
//! Each file is cut off at about a hundred places; then texts with changed tokens are made until the time is over. A text
//! that panics or takes more than 2 s is written to /tmp/soak_cg, and its name is printed.

use shim_tests::fuzz::{FolderFiles, cg_program_with, changed_tokens};
use shim_tests::random::Random;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What entries are named in such folders.
const ENTRIES: &[&str] = &["main", "main_vertex", "main_fragment"];
/// Texts that take longer are reported.
const SLOW: Duration = Duration::from_secs(2);

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(folder) = arguments.first() else {
        eprintln!("usage: soak_cg FOLDER [SECONDS] [SEED]");
        std::process::exit(2);
    };
    let number = |i: usize, other: u64| {
        arguments
            .get(i)
            .and_then(|a| a.parse().ok())
            .unwrap_or(other)
    };
    let end = Instant::now() + Duration::from_secs(number(1, 600));
    let mut random = Random::new(number(2, 1));
    let mut files = Vec::new();
    collect(Path::new(folder), &mut files)?;
    files.sort();
    let mut report = Report { n: 0, n_bad: 0 };
    for (path, text) in &files {
        let step = (text.len() / 100).max(1);
        for at in (0..=text.len())
            .step_by(step)
            .take_while(|_| Instant::now() < end)
        {
            report.try_one(path, &text.as_bytes()[..at]);
        }
    }
    println!("{} files, {} cut off", files.len(), report.n);
    while Instant::now() < end && !files.is_empty() {
        let (path, text) = &files[random.below(files.len() as u32) as usize];
        report.try_one(path, &changed_tokens(&mut random, text));
    }
    println!("{} texts, {} reported", report.n, report.n_bad);
    Ok(())
}

/// The shaders of a folder and the folders in it.
fn collect(folder: &Path, files: &mut Vec<(PathBuf, String)>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "cg") {
            let bytes = std::fs::read(&path)?;
            files.push((path, String::from_utf8_lossy(&bytes).into_owned()));
        }
    }
    Ok(())
}

struct Report {
    n: usize,
    n_bad: usize,
}

impl Report {
    fn try_one(&mut self, path: &Path, text: &[u8]) {
        self.n += 1;
        let folder = path.parent().unwrap_or(Path::new("."));
        let begin = Instant::now();
        let run = || cg_program_with(text, ENTRIES, &mut FolderFiles(folder));
        let panicked = catch_unwind(AssertUnwindSafe(run)).is_err();
        let took = begin.elapsed();
        if panicked || took > SLOW {
            self.n_bad += 1;
            let name = format!("/tmp/soak_cg/{}.cg", self.n_bad);
            let written =
                std::fs::create_dir_all("/tmp/soak_cg").and_then(|()| std::fs::write(&name, text));
            let what = if panicked { "panics" } else { "is slow" };
            println!("{} {what} ({took:?}): {name} {written:?}", path.display());
        }
    }
}
