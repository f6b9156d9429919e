//! Tables of constants against Microsoft's (`hlsl/constants.tsv`): what is declared, its registers and their numbers.

use trilobite::codegen::compile_hlsl;
use trilobite::frontend::c_like::hlsl::{Program, Request, numbers, profile};
use trilobite::frontend::preprocessor::NoFiles;

/// A table in the form of the rows; the number of the first error; `-` of an empty one.
fn table(profile_name: &str, text: &str) -> String {
    let profile = profile::find(profile_name).expect("a profile");
    let request = Request {
        entry: Some("main"),
        is_strict: true,
        ..Request::new(text.as_bytes(), profile)
    };
    let number = |n: Option<u32>| n.map_or("?".to_owned(), |n| n.to_string());
    let program = match Program::load(&request, &mut NoFiles) {
        Err(refused) => return number(numbers::of_error(&refused.errors[0].kind)),
        Ok(program) => program,
    };
    match compile_hlsl(&program) {
        Err(error) => number(error.number()),
        Ok(compiled) => of_listing(&compiled.table.listing()),
    }
}

fn of_listing(listing: &str) -> String {
    let lines = listing.lines().map(|l| l.trim_start_matches('/').trim());
    let lines: Vec<&str> = lines.collect();
    let at = |word: &str| lines.iter().position(|l| *l == word);
    let (Some(declared), Some(registers)) = (at("Parameters:"), at("Registers:")) else {
        return "-".to_owned();
    };
    let words = |lines: &[&str]| {
        let words = lines.iter().flat_map(|l| l.split_whitespace());
        words.collect::<Vec<_>>().join(" ")
    };
    // The first two lines after an empty one are the head of the columns.
    let rows = lines[registers + 4..].iter().filter(|l| !l.is_empty());
    let rows: Vec<String> = rows.map(|l| words(&[*l])).collect();
    let declared = words(&lines[declared + 1..registers]);
    format!("{declared} | {}", rows.join(", "))
}

#[test]
fn constants_are_laid_out_as_by_the_reference() {
    let mut wrong = Vec::new();
    let rows = include_str!("../../hlsl/constants.tsv").lines();
    for row in rows.filter(|l| !l.starts_with('#')) {
        let cells: Vec<&str> = row.splitn(4, '\t').collect();
        let [profile, reference, known, text] = cells[..] else {
            panic!("{row}");
        };
        let wanted = if known == "=" { reference } else { known };
        let found = table(profile, &text.replace("\\n", "\n"));
        // A refusal is one, whatever its number: `strict.tsv` and `verdicts.tsv` have the numbers.
        let is_number = |t: &str| t.parse::<u32>().is_ok() || t == "?";
        if found != wanted && !(is_number(&found) && is_number(wanted)) {
            wrong.push(format!("{profile}: wanted {wanted}, found {found}: {text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
