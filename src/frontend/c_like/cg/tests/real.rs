//! Real shaders, where they are: `TRILOBITE_CG_CORPUS` is a folder with `corpus/` and `expected.tsv`, whose rows are profile,
//! entry, file below `corpus/`, `ok` or `error`, milliseconds, instructions, first error.

use super::first_error_number;
use crate::frontend::c_like::cg::{Request, check, profile};
use std::path::Path;

/// Refusals of the reference's code generator: too many registers, instructions or look-ups of textures.
const GENERATED: [&str; 2] = ["6001", "6002"];

/// The end of a file's name whose constants the reference spreads over more registers (C6007) than four numbers in each.
const SPREAD: &str = "artifact-colors1.cg";

/// `ok`, or the number of the row's error.
fn wanted<'r>(verdict: &str, listing: Option<&&'r str>) -> Option<&'r str> {
    if verdict == "ok" {
        return Some("ok");
    }
    let (_, error) = listing?.split_once(" : error C")?;
    error.get(..4)
}

#[test]
fn real_shaders_agree_but_for_the_code_generator() {
    let Ok(folder) = std::env::var("TRILOBITE_CG_CORPUS") else {
        return;
    };
    let table = std::fs::read_to_string(format!("{folder}/expected.tsv")).expect("the table");
    let (mut n, mut n_generated, mut wrong) = (0, 0, Vec::new());
    for line in table.lines().filter(|l| !l.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [profile, entry, file, verdict] = cells[..4] else {
            continue;
        };
        let wanted = wanted(verdict, cells.get(6)).expect("an error's number");
        let path = format!("{folder}/corpus/{file}");
        let text = std::fs::read(&path).expect("a shader");
        let directory = Path::new(&path).parent().and_then(Path::to_str);
        let request = Request {
            name: &path,
            entry: Some(entry),
            macros: &[("__CGC__", "30113"), ("PARAMETER_UNIFORM", "1")],
            include_paths: &[directory.expect("a folder")],
            ..Request::new(&text, profile::find(profile).expect("a profile"))
        };
        let checked = check(&request, &mut |path: &str| std::fs::read(path).ok());
        let found = first_error_number(&checked);
        n += 1;
        let is_spread = wanted == "6007" && file.ends_with(SPREAD);
        if GENERATED.contains(&wanted) || is_spread {
            n_generated += 1;
        } else if found != wanted {
            wrong.push(format!("{file} {profile}: {found}, not {wanted}"));
        }
    }
    println!("{n} rows, {n_generated} of them refused by the code generator alone");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
