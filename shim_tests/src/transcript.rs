//! Transcripts of the harnesses of the Cg runtime: each call, and what it answered.

use std::path::Path;

/// The functions that a header declares after this word, in its order.
pub fn declared<'h>(header: &'h str, word: &str) -> Vec<&'h str> {
    let lines = header.lines().filter_map(|l| l.strip_prefix(word));
    lines
        .filter_map(|line| {
            let before = line.split_once('(')?.0;
            before.rsplit([' ', '*']).next()
        })
        .collect()
}

/// The calls of a transcript with what they answer: lines that begin with a space belong to the one before.
fn calls(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines() {
        match all.last_mut() {
            Some((_, answers)) if line.starts_with(' ') => answers.push(line),
            _ => all.push((line, Vec::new())),
        }
    }
    all
}

/// Compares a transcript with a recorded one, but for calls that NVIDIA's library did not survive and for `excepted` ones.
///
/// # Panics
/// Where they differ, and where the recorded one is not there.
#[track_caller]
pub fn compare(recorded: &Path, ours: &str, excepted: impl Fn(&str) -> bool) {
    let name = recorded.display();
    let expected = std::fs::read_to_string(recorded).expect("the answers are recorded");
    let (theirs, ours) = (calls(&expected), calls(ours));
    for (theirs, ours) in theirs.iter().zip(&ours) {
        let has_crashed = theirs.1.iter().any(|answer| answer.contains("crashed"));
        if has_crashed || excepted(theirs.0) {
            assert!(
                !ours.1.iter().any(|a| a.contains("crashed")),
                "{name}: {}",
                ours.0
            );
            continue;
        }
        assert_eq!(theirs, ours, "{name}");
    }
    assert_eq!(theirs.len(), ours.len(), "{name}: the number of calls");
}
