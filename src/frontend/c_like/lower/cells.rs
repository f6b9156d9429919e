//! The values of variables while code is made, and how they meet where paths join.
//!
//! Each scalar of a variable is a cell: those of globals first, then those of the functions that are open, innermost
//! last. A log keeps what each write replaced. So a branch can be undone before the other one is lowered, and its
//! changes cost as much as its writes.
//!
//! ```text
//!      mark ─┬─ writes ── changes since mark → Edge ─┐
//!            └─ undo to mark, writes ───────→ Edge ──┴─ join: what differs becomes a block parameter
//! ```

use super::value::{Kind, Val, from_home, home_type};
use super::{Lowering, Stop};
use crate::frontend::c_like::types::Scalar;
use crate::ir::{self, BlockId};

/// The variables' scalars.
#[derive(Default)]
pub(super) struct Cells {
    values: Vec<Val>,
    kinds: Vec<Kind>,
    /// The cells that were written, and what they held.
    log: Vec<(u32, Val)>,
}

/// The end of a path: an open block, and the cells that the path has changed.
pub(super) struct Edge {
    block: BlockId,
    changes: Vec<(u32, Val)>,
}

impl Cells {
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
    fn changes(&self, mark: usize, keep: impl Fn(u32) -> bool) -> Vec<(u32, Val)> {
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

/// A cell that differs between the edges of a join.
struct Meeting {
    cell: u32,
    /// Its value on each edge.
    values: Vec<Val>,
    /// Whether it crosses as a mask.
    is_mask: bool,
}

impl Lowering<'_> {
    /// Ends a path here: what it changed since the mark, of the cells that `keep` accepts.
    pub(super) fn edge(&mut self, mark: usize, keep: impl Fn(u32) -> bool) -> Result<Edge, Stop> {
        self.charge(self.cells.n_since(mark))?;
        Ok(Edge {
            block: self.b.suspend(),
            changes: self.cells.changes(mark, keep),
        })
    }

    /// Joins paths, all of which began at the present state of the cells. False if there are none.
    pub(super) fn join(&mut self, mut edges: Vec<Edge>) -> Result<bool, Stop> {
        if edges.len() <= 1 {
            let Some(edge) = edges.pop() else {
                return Ok(false);
            };
            self.b.resume(edge.block);
            for (cell, value) in edge.changes {
                self.cells.set(cell, value);
            }
            return Ok(true);
        }
        let (meetings, agreed) = self.meetings(&edges)?;
        // Each path hands over its values.
        let join = self.b.new_block();
        for (i, edge) in edges.iter().enumerate().rev() {
            self.b.resume(edge.block);
            let mut arguments = Vec::with_capacity(meetings.len());
            for meeting in &meetings {
                let kind = self.cells.kind(meeting.cell);
                arguments.push(match meeting.values[i] {
                    Val::Mask(m) if meeting.is_mask => m,
                    value => self.home(value, kind),
                });
            }
            self.b.jump(join, &arguments);
        }
        let types = meetings.iter().map(|m| {
            if m.is_mask {
                ir::Type::Mask
            } else {
                home_type(self.cells.kind(m.cell).scalar)
            }
        });
        let types: Vec<ir::Type> = types.collect();
        let parameters = self.b.switch_to(join, &types);
        for (cell, value) in agreed {
            let value = self.remade(value, self.cells.kind(cell).scalar);
            self.cells.set(cell, value);
        }
        for (meeting, v) in meetings.iter().zip(parameters) {
            let value = if meeting.is_mask {
                Val::Mask(v)
            } else {
                from_home(v, self.cells.kind(meeting.cell))
            };
            self.cells.set(meeting.cell, value);
        }
        Ok(true)
    }

    /// The cells that become block parameters, and the values of cells on which all edges agree.
    fn meetings(&mut self, edges: &[Edge]) -> Result<(Vec<Meeting>, Vec<(u32, Val)>), Stop> {
        let each = edges.iter().enumerate();
        let mut changes: Vec<(u32, usize, Val)> = each
            .flat_map(|(i, edge)| edge.changes.iter().map(move |(c, v)| (*c, i, *v)))
            .collect();
        changes.sort_unstable_by_key(|(cell, edge, _)| (*cell, *edge));
        self.charge(changes.len())?;
        let (mut meetings, mut agreed) = (Vec::new(), Vec::new());
        for group in changes.chunk_by(|a, b| a.0 == b.0) {
            let cell = group[0].0;
            self.charge(edges.len())?;
            let mut values = vec![self.cells.get(cell); edges.len()];
            for (_, edge, value) in group {
                values[*edge] = *value;
            }
            let kind = self.cells.kind(cell);
            let first = values[0];
            if values.iter().all(|v| self.is_same(first, *v)) {
                agreed.push((cell, first));
            } else if values.contains(&Val::Undefined) || kind.is_sampler {
                agreed.push((cell, Val::Undefined));
            } else {
                let is_mask =
                    kind.scalar == Scalar::Int && values.iter().all(|v| matches!(v, Val::Mask(_)));
                meetings.push(Meeting {
                    cell,
                    values,
                    is_mask,
                });
            }
        }
        Ok((meetings, agreed))
    }

    /// The same constant, made in the present block: each edge may have its own.
    fn remade(&mut self, value: Val, scalar: Scalar) -> Val {
        match (value, self.known(value)) {
            (Val::Mask(_), Some(bits)) => Val::Mask(self.b.mask(bits != 0)),
            (_, Some(bits)) => self.of_bits(bits, scalar),
            _ => value,
        }
    }

    /// Whether two scalars are the same value or the same constant in one form.
    fn is_same(&self, a: Val, b: Val) -> bool {
        if a == b {
            return true;
        }
        let is_mask = |v: Val| matches!(v, Val::Mask(_));
        let (x, y) = (self.known(a), self.known(b));
        x.is_some() && x == y && is_mask(a) == is_mask(b)
    }
}
