//! Which loops stay loops. The walk unrolls the others, as far as constants bound their rounds.
//!
//! A walk that fails at a loop begins again, with one more loop that is kept. As Microsoft's compiler does, loops stay of
//! whose rounds something costs much ([`super::costly`]), and so do those that leave more branches inside each other than
//! the machine has. What cannot stay is unrolled all the same: one with a look-up that compares neighbours and a `break`,
//! and one with less than two rounds or more than the machine counts.

use super::flatten::{Flat, Walk};
use super::natural;
use crate::codegen::machine::Flow;
use crate::codegen::refusal::Refusal;
use crate::codegen::target::Target;
use crate::frontend::c_like::tree::Wish;
use crate::ir::BlockId;
use std::collections::{BTreeMap, BTreeSet};

/// Branches inside each other.
const MOST_DEPTH: usize = 300;
/// The same where loops can stay loops.
const MOST_DEPTH_BEFORE_LOOPS: usize = 64;
/// The same where branches test numbers and loops stay that cost much.
const MOST_DEPTH_BEFORE_COSTLY: usize = 15;
/// Loops that stay loops.
const MOST_LOOPS: usize = 16;
/// Walks through a program.
const MOST_WALKS: usize = 3 * MOST_LOOPS;

/// The loops of a program: the blocks of each, by the first one.
type Loops = BTreeMap<usize, Vec<bool>>;

/// Which loops stay loops although constants bound their rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::codegen) enum Keeps {
    /// Those that attributes ask for.
    Asked,
    /// All, as far as the machine has them.
    All,
    /// Those of whose rounds something costs much.
    Costly,
}

/// The graph of a program.
pub(in crate::codegen) fn flatten(target: &Target<'_>, keeps: Keeps) -> Result<Flat, Refusal> {
    let loops = natural::loops(target.program);
    match keeps {
        Keeps::Costly => with_costly(target, loops),
        Keeps::All if target.machine.has_loops() => {
            with(target, &loops, loops.keys().copied().collect())
        }
        Keeps::Asked if target.machine.has_loops() => with_asked(target, &loops),
        _ => with(target, &loops, BTreeSet::new()),
    }
}

/// Keeps what attributes ask for, unless that is more than the machine can do.
fn with_asked(target: &Target<'_>, loops: &Loops) -> Result<Flat, Refusal> {
    let asked = asked(target, loops);
    if asked.is_empty() {
        return with(target, loops, asked);
    }
    match walk(target, loops, &asked, None, MOST_DEPTH_BEFORE_LOOPS).1 {
        Err(Refusal::Loop { .. }) => with(target, loops, BTreeSet::new()),
        done => done,
    }
}

/// Keeps loops, and more where a walk fails. Those that cannot stay are unrolled.
fn with(target: &Target<'_>, loops: &Loops, mut kept: BTreeSet<usize>) -> Result<Flat, Refusal> {
    let mut never: BTreeSet<usize> = BTreeSet::new();
    let mut first = None;
    for _ in 0..MOST_WALKS {
        let is_open = |h: &usize| !kept.contains(h) && !never.contains(h);
        let others: Vec<usize> = loops.keys().copied().filter(is_open).collect();
        let most = match target.machine.has_loops() && !others.is_empty() {
            true => MOST_DEPTH_BEFORE_LOOPS,
            false => MOST_DEPTH,
        };
        let (failed, done) = walk(target, loops, &kept, None, most);
        let Err(failure @ Refusal::Loop { .. }) = done else {
            return done;
        };
        let failure = first.get_or_insert(failure);
        // The loop that was walked most often is kept in the next walk. Where there are no loops inside each other, it
        // is the outermost one.
        let size = |h: &usize| loops[h].iter().filter(|b| **b).count() as u32;
        let most = others
            .into_iter()
            .max_by_key(|h| match target.machine.flow {
                Flow::Scalars => size(h),
                _ => failed.visits[*h],
            });
        match most {
            Some(header) if target.machine.has_loops() && kept.len() < MOST_LOOPS => {
                kept.insert(header);
            }
            // Where all stay, the one that cannot is unrolled.
            _ => match failed.rejected {
                Some(header) if never.insert(header) => {
                    kept.remove(&header);
                }
                _ => return Err(failure.clone()),
            },
        }
    }
    Err(first.unwrap_or(Refusal::Internal("too many loops".into())))
}

/// Keeps what costs much, as far as it can stay. Fails where no loop stays but for those that attributes ask for.
fn with_costly(target: &Target<'_>, loops: Loops) -> Result<Flat, Refusal> {
    let asked = asked(target, &loops);
    let mut kept = asked.clone();
    let mut never: BTreeSet<usize> = BTreeSet::new();
    for _ in 0..MOST_WALKS {
        let is_open = |h: &usize| !kept.contains(h) && !never.contains(h);
        let others: Vec<usize> = loops.keys().copied().filter(is_open).collect();
        let most = match (others.is_empty(), target.machine.flow) {
            (true, _) => MOST_DEPTH,
            (false, Flow::Numbers) => MOST_DEPTH_BEFORE_COSTLY,
            (false, _) => MOST_DEPTH_BEFORE_LOOPS,
        };
        let (failed, done) = walk(target, &loops, &kept, Some(&asked), most);
        let chosen: Vec<usize> = match done {
            // The look at the end of a loop is a visit as well, so that a loop with two has one round.
            Ok(_) => { others.into_iter() }
                .filter(|h| failed.visits[*h] > 2 && failed.has_costly(&loops[h]))
                .collect(),
            Err(Refusal::Loop { .. }) if failed.is_too_deep && !others.is_empty() => {
                { others.into_iter().max_by_key(|h| failed.visits[*h]) }
                    .into_iter()
                    .collect()
            }
            Err(failure @ Refusal::Loop { .. }) => {
                let rejected = failed.rejected.filter(|h| !asked.contains(h));
                let Some(header) = rejected else {
                    return Err(failure);
                };
                kept.remove(&header);
                never.insert(header);
                continue;
            }
            Err(failure) => return Err(failure),
        };
        match done {
            Ok(flat) if chosen.is_empty() && kept != asked => return Ok(flat),
            Ok(_) if chosen.is_empty() => break,
            _ => kept.extend(chosen),
        }
    }
    Err(Refusal::Internal("no loop that stays".into()))
}

/// What a walk has found, beside its graph.
#[derive(Default)]
struct Found {
    visits: Vec<u32>,
    costly: Vec<bool>,
    is_too_deep: bool,
    rejected: Option<usize>,
}

impl Found {
    /// Whether something in these blocks costs much.
    fn has_costly(&self, blocks: &[bool]) -> bool {
        blocks.iter().zip(&self.costly).any(|(b, c)| *b && *c)
    }
}

/// Walks a program with some of its loops kept. `asked`: those of which attributes ask for, where others cost much.
fn walk(
    target: &Target<'_>,
    loops: &Loops,
    kept: &BTreeSet<usize>,
    asked: Option<&BTreeSet<usize>>,
    most_depth: usize,
) -> (Found, Result<Flat, Refusal>) {
    let mut walk = Walk::new(target, loops.clone(), kept.clone(), most_depth);
    if let Some(asked) = asked {
        walk.chosen = kept.difference(asked).copied().collect();
    }
    let done = walk.run(BlockId::ENTRY.index(), Vec::new(), None, 0);
    let found = Found {
        visits: std::mem::take(&mut walk.visits),
        costly: std::mem::take(&mut walk.costly),
        is_too_deep: walk.is_too_deep,
        rejected: walk.rejected,
    };
    (found, done.map(|_| walk.flat()))
}

/// The loops that attributes ask to stay.
fn asked(target: &Target<'_>, loops: &Loops) -> BTreeSet<usize> {
    let mut kept = BTreeSet::new();
    for (i, block) in target.program.blocks.iter().enumerate() {
        if target.wish(block.terminator_span) != Some(Wish::Loop) {
            continue;
        }
        let around = loops.iter().filter(|(_, blocks)| blocks[i]);
        let innermost = around.min_by_key(|(_, blocks)| blocks.iter().filter(|b| **b).count());
        kept.extend(innermost.map(|(header, _)| *header));
    }
    kept
}
