//! Texts that are accepted and texts that are refused, with the lines of the errors.

use super::super::{Limits, Source, compile};
use crate::frontend::c_like::tree::Stage;

fn log(stage: Stage, text: &str) -> String {
    let strings = [text.as_bytes()];
    let source = Source { strings: &strings };
    match compile(&source, stage, &Limits::OWN) {
        Ok(_) => String::new(),
        Err(refused) => refused.info_log(),
    }
}

/// The texts of a file, each after a line `--- vert` or `--- frag 3`, where numbers are the lines of errors.
fn texts(file: &str) -> impl Iterator<Item = (Stage, Vec<u32>, &str)> {
    file.split("--- ").skip(1).map(|part| {
        let (head, text) = part.split_once('\n').expect("a line with the stage");
        let mut words = head.split_whitespace();
        let stage = match words.next() {
            Some("vert") => Stage::Vertex,
            _ => Stage::Fragment,
        };
        let lines = words.map(|w| w.parse().expect("a line"));
        (stage, lines.collect(), text)
    })
}

#[test]
fn verdicts_are_those_of_the_specification() {
    let mut wrong = String::new();
    for file in [include_str!("accepted.txt"), include_str!("refused.txt")] {
        for (stage, wanted, text) in texts(file) {
            let log = log(stage, text);
            let lines = log.lines().filter_map(|line| {
                let rest = line.strip_prefix("0(")?;
                rest.split(')').next()?.parse::<u32>().ok()
            });
            let found: Vec<u32> = lines.collect();
            if found != wanted {
                wrong += &format!("{text}wanted {wanted:?}, found\n{log}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
