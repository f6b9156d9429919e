//! Small chunks share jobs. A chunk of a stippled strip waits for the one before it.

use crate::raster::flush::jobs::{Chunk, list_jobs, round};

/// Chunks of these sizes, with whether each is chained.
fn chunks(sizes: &[(u32, bool)]) -> Vec<Chunk> {
    let chunk = |(record, (n, is_chained)): (usize, &(u32, bool))| Chunk {
        record,
        primitives: 0..*n,
        is_chained: *is_chained,
    };
    sizes.iter().enumerate().map(chunk).collect()
}

/// The rounds of these chunks' jobs: first and last chunk of each.
fn rounds(sizes: &[(u32, bool)]) -> Vec<Vec<[usize; 2]>> {
    let pending = chunks(sizes);
    let mut jobs = Vec::new();
    list_jobs(&pending, &mut jobs);
    let mut rounds = Vec::new();
    let mut first = 0;
    while first < jobs.len() {
        let next = round(&jobs, first, &pending);
        first += next.len();
        rounds.push(next.iter().map(|job| [job.start, job.end - 1]).collect());
    }
    rounds
}

#[test]
fn small_chunks_share_a_job() {
    let sizes = [
        (100, false),
        (100, false),
        (100, false),
        (768, false),
        (1, false),
    ];
    assert_eq!(rounds(&sizes), [[[0, 1], [2, 2], [3, 3], [4, 4]]]);
}

#[test]
fn chained_chunks_come_one_after_the_other() {
    let sizes = [
        (10, false),
        (64, false),
        (64, true),
        (9, true),
        (10, false),
        (300, false),
    ];
    let expected = [vec![[0, 1]], vec![[2, 2]], vec![[3, 4], [5, 5]]];
    assert_eq!(rounds(&sizes), expected);
}

#[test]
fn nothing_pending_is_one_empty_round() {
    assert!(round(&[], 0, &[]).is_empty());
}
