use super::*;

/// The rows of `shim_tests/cg/facts/specifiers.tsv`: a word, and for each profile whether a function with the word before it
/// is visible.
#[test]
fn specifiers_match_as_in_the_reference() {
    let text = include_str!("../../../../../shim_tests/cg/facts/specifiers.tsv");
    let mut rows = text.lines().filter(|l| !l.starts_with('#'));
    let names: Vec<&str> = rows.next().unwrap().split('\t').collect();
    let mut n_checked = 0;
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        for (name, cell) in names.iter().zip(&cells).skip(1) {
            let Ok(profile) = find(name) else { continue };
            let is_match = cell.starts_with("match");
            let found = profile.specifier_rank(cells[0]).is_some();
            assert_eq!(found, is_match, "{} in {name}: {cell}", cells[0]);
            if profile.stage != Stage::Any {
                assert_eq!(
                    is_specifier(cells[0]),
                    *cell != "unknown" || known_elsewhere(&cells),
                    "{}",
                    cells[0]
                );
            }
            n_checked += 1;
        }
    }
    assert!(n_checked > 1000, "{n_checked}");
}

fn known_elsewhere(cells: &[&str]) -> bool {
    cells[1..cells.len() - 1].iter().any(|c| *c != "unknown")
        || REFUSED.iter().any(|r| r.0 == cells[0])
        || find(cells[0]).is_ok()
}

/// The rows of `specifier_rank.tsv`: of two functions that differ in the word alone, which one is called.
#[test]
fn the_most_specific_word_wins() {
    let text = include_str!("../../../../../shim_tests/cg/facts/specifier_rank.tsv");
    let mut n_checked = 0;
    for row in text.lines().filter(|l| !l.starts_with('#')).skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let Ok(profile) = find(cells[0]) else {
            continue;
        };
        let rank = |word: &str| match word {
            "(none)" => u32::MAX,
            word => profile.specifier_rank(word).unwrap(),
        };
        let chosen = match rank(cells[1]).cmp(&rank(cells[2])) {
            std::cmp::Ordering::Less => cells[1],
            std::cmp::Ordering::Greater => cells[2],
            std::cmp::Ordering::Equal => "E1101",
        };
        assert_eq!(chosen, cells[3], "{row}");
        n_checked += 1;
    }
    assert!(n_checked > 60, "{n_checked}");
}

/// The rows of `profiles.tsv`: which profiles take a vertex program, and which a fragment program.
#[test]
fn profiles_take_the_programs_of_their_stage() {
    let text = include_str!("../../../../../shim_tests/cg/facts/profiles.tsv");
    for row in text.lines().filter(|l| !l.starts_with('#')).skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let Ok(profile) = find(cells[0]) else {
            continue;
        };
        if profile.stage != Stage::Any && cells[1] != "E9999" {
            assert_eq!(
                profile.stage == Stage::Fragment,
                cells[1] == "E5109",
                "{row}"
            );
        }
    }
    assert_eq!(
        all().iter().filter(|p| p.stage == Stage::Vertex).count(),
        12
    );
}

#[test]
fn a_name_that_is_no_profile_is_refused_with_a_near_one() {
    let error = find("arbfp2").unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no profile \"arbfp2\"; did you mean \"arbfp1\"?"
    );
    let error = find("gp4gp").unwrap_err();
    assert_eq!(
        error.to_string(),
        "profile \"gp4gp\" is not supported: there are no geometry programs"
    );
    assert!(find(&"x".repeat(1 << 20)).is_err());
    assert!(find("").is_err());
}

#[test]
fn options_have_values_of_their_kind() {
    let arbvp1 = find("arbvp1").unwrap();
    assert_eq!(arbvp1.option("PosInv"), Ok(("PosInv", "1")));
    assert_eq!(arbvp1.option("numtemps=32"), Ok(("NumTemps", "32")));
    assert!(matches!(
        arbvp1.option("NumTemps=many"),
        Err(OptionError::Value(..))
    ));
    assert!(matches!(
        arbvp1.option("version=120"),
        Err(OptionError::Unknown(..))
    ));
    for profile in all() {
        for name in profile.options {
            assert!(OPTIONS.iter().any(|o| o.name == *name), "{name}");
        }
    }
}
