//! The values of variables while code is made, and the ends of paths, which `join` brings together.
//!
//! Each scalar of a variable is a cell: those of globals first, then those of the functions that are open, innermost
//! last. A log keeps what each write replaced. So a branch can be undone before the other one is lowered, and its
//! changes cost as much as its writes.
//!
//! ```text
//!      mark ─┬─ writes ── changes since mark → Edge ─┐
//!            └─ undo to mark, writes ───────→ Edge ──┴─ join: what differs becomes a block parameter
//! ```

use super::value::{Kind, Val};
use crate::ir::BlockId;

/// The variables' scalars.
pub(super) struct Cells {
    values: Vec<Val>,
    kinds: Vec<Kind>,
    /// The cells that were written, and what they held.
    log: Vec<(u32, Val)>,
}

/// The end of a path: an open block, and the cells that the path has changed.
pub(super) struct Edge {
    pub(super) block: BlockId,
    pub(super) changes: Vec<(u32, Val)>,
}

/// A part of a function that is executed for some components.
#[derive(Default)]
pub(super) struct Region {
    /// The state of the cells at its beginning.
    pub(super) mark: usize,
    /// The ends of paths at `return`.
    pub(super) exits: Vec<Edge>,
}

/// The cells that small programs do not exceed, all of their functions that are open together.
const MOST_SMALL: usize = 128;

impl Cells {
    pub(super) fn new() -> Cells {
        Cells {
            values: Vec::with_capacity(MOST_SMALL),
            kinds: Vec::with_capacity(MOST_SMALL),
            log: Vec::with_capacity(MOST_SMALL),
        }
    }

    /// The number of cells; the next ones begin here.
    pub(super) fn len(&self) -> u32 {
        self.values.len() as u32
    }

    /// Adds cells without a value.
    pub(super) fn extend(&mut self, kinds: &[Kind]) {
        self.kinds.extend_from_slice(kinds);
        self.values.resize(self.kinds.len(), Val::Undefined);
    }

    /// Drops the cells from `len` on, and forgets the writes to them since `mark`.
    pub(super) fn truncate(&mut self, len: u32, mark: usize) {
        self.values.truncate(len as usize);
        self.kinds.truncate(len as usize);
        let mut kept = mark;
        for at in mark..self.log.len() {
            if self.log[at].0 < len {
                self.log.swap(kept, at);
                kept += 1;
            }
        }
        self.log.truncate(kept);
    }

    pub(super) fn get(&self, cell: u32) -> Val {
        self.values[cell as usize]
    }

    pub(super) fn range(&self, first: u32, n: u32) -> &[Val] {
        &self.values[first as usize..][..n as usize]
    }

    pub(super) fn kind(&self, cell: u32) -> Kind {
        self.kinds[cell as usize]
    }

    pub(super) fn set(&mut self, cell: u32, value: Val) {
        let old = std::mem::replace(&mut self.values[cell as usize], value);
        if old != value {
            self.log.push((cell, old));
        }
    }

    /// The present, to come back to.
    pub(super) fn mark(&self) -> usize {
        self.log.len()
    }

    /// The writes since the mark.
    pub(super) fn n_since(&self, mark: usize) -> usize {
        self.log.len() - mark
    }

    /// The cells that were written since the mark and that `keep` accepts, in order, with their values.
    pub(super) fn changes(&self, mark: usize, keep: impl Fn(u32) -> bool) -> Vec<(u32, Val)> {
        let written = self.log[mark..].iter().map(|(cell, _)| *cell);
        let mut cells: Vec<u32> = written.filter(|cell| keep(*cell)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells.into_iter().map(|c| (c, self.get(c))).collect()
    }

    /// Goes back to the mark.
    pub(super) fn undo(&mut self, mark: usize) {
        while self.log.len() > mark {
            if let Some((cell, old)) = self.log.pop() {
                self.values[cell as usize] = old;
            }
        }
    }
}
