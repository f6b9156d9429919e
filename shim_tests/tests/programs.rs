//! Program tests (shim_tests/programs) and front-end error tests (shim_tests/errors): one trial per file.

use libtest_mimic::{Arguments, Trial};
use shim_tests::harness::root;
use shim_tests::program_test::{Language, TestFile};
use std::path::{Path, PathBuf};

/// The `.test` files below a folder, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|e| e == "test") {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn trials(kind: &str, check: fn(&TestFile) -> Result<(), String>) -> Vec<Trial> {
    let base = root().join("shim_tests");
    let trial = |path: PathBuf| {
        let name = path.strip_prefix(&base).expect("below the base").display();
        Trial::test(name.to_string(), move || {
            let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
            let file = TestFile::parse(&text)?;
            check(&file)?;
            Ok(())
        })
    };
    files(&base.join(kind)).into_iter().map(trial).collect()
}

/// Every truncation and every one-byte change of a text ends in a program or an error at a place in the text.
fn mutations(file: &TestFile) -> Result<(), String> {
    use trilobite::frontend::assembly::arb::{Limits, load_fragment, load_vertex};
    let check = |text: &[u8]| {
        let loaded = match file.language {
            Language::ArbVertex => load_vertex(text, &Limits::VERTEX),
            Language::ArbFragment => load_fragment(text, &Limits::FRAGMENT),
        };
        match loaded {
            Err(e) if !(0..=text.len() as i32).contains(&e.error_position()) => {
                Err(format!("position {}", e.error_position()))
            }
            Err(e) if e.info_log(text).is_empty() => Err("no message".to_owned()),
            _ => Ok(()),
        }
    };
    for n in 0..file.program.len() {
        check(&file.program[..n])?;
        let mut text = file.program.clone();
        for byte in 0..=255 {
            text[n] = byte;
            check(&text)?;
        }
        text.remove(n);
        check(&text)?;
    }
    Ok(())
}

fn main() {
    let arguments = Arguments::from_args();
    let mut all = trials("programs", TestFile::run);
    all.extend(trials("errors", TestFile::check_error));
    assert!(all.len() > 100, "the test files are found");
    let samples = ["transform_and_light", "spot", "addressing"];
    for sample in samples {
        let path = root().join(format!("shim_tests/mutations/{sample}.test"));
        all.push(Trial::test(format!("mutations/{sample}"), move || {
            let text = std::fs::read_to_string(&path).map_err(|e| e.to_string())?;
            let file = TestFile::parse(&text)?;
            file.run()?;
            Ok(mutations(&file)?)
        }));
    }
    libtest_mimic::run(&arguments, all).exit();
}
