//! Joins paths: the cells whose values differ become block parameters.

use super::cells::Edge;
use super::value::{Val, from_home, home_type};
use super::{Lowering, Stop};
use crate::frontend::c_like::types::Scalar;
use crate::ir;

/// A cell that differs between the edges of a join.
struct Meeting {
    cell: u32,
    /// Its value on each edge.
    values: Vec<Val>,
    /// Whether it crosses as a mask.
    is_mask: bool,
}

/// The cells that the edges of a join have changed.
struct Joined {
    /// Those that become block parameters.
    meetings: Vec<Meeting>,
    /// Those on whose value all edges agree.
    agreed: Vec<(u32, Val)>,
}

impl Lowering<'_> {
    /// Ends a path here: what it changed since the mark, of the cells that `keep` accepts.
    pub(super) fn edge(&mut self, mark: usize, keep: impl Fn(u32) -> bool) -> Result<Edge, Stop> {
        // A write that is only passed over costs less than one that is kept.
        self.charge(self.cells.n_since(mark) / 16)?;
        let changes = self.cells.changes(mark, keep);
        self.charge(changes.len())?;
        Ok(Edge {
            block: self.b.suspend(),
            changes,
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
        let Joined { meetings, agreed } = self.meetings(&edges)?;
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
            let scalar = self.cells.kind(meeting.cell).scalar;
            self.keep_joined_range(&meeting.values, value, scalar);
            self.cells.set(meeting.cell, value);
        }
        Ok(true)
    }

    /// Compares what the edges have changed.
    fn meetings(&mut self, edges: &[Edge]) -> Result<Joined, Stop> {
        let each = edges.iter().enumerate();
        let mut changes: Vec<(u32, usize, Val)> = each
            .flat_map(|(i, edge)| edge.changes.iter().map(move |(c, v)| (*c, i, *v)))
            .collect();
        // Sorted by cell, the changes of all edges to one cell are neighbours.
        changes.sort_unstable_by_key(|(cell, edge, _)| (*cell, *edge));
        self.charge(changes.len())?;
        let (mut meetings, mut agreed) = (Vec::new(), Vec::new());
        for group in changes.chunk_by(|a, b| a.0 == b.0) {
            let cell = group[0].0;
            self.charge(edges.len())?;
            // An edge that has not changed the cell brings its value of before.
            let mut values = vec![self.cells.get(cell); edges.len()];
            for (_, edge, value) in group {
                values[*edge] = *value;
            }
            let kind = self.cells.kind(cell);
            let first = values[0];
            // Equal values need no block parameter. A cell that one path leaves undefined is undefined afterwards.
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
        Ok(Joined { meetings, agreed })
    }

    /// The same constant, made in the present block: each edge may have its own.
    fn remade(&mut self, value: Val, scalar: Scalar) -> Val {
        match (value, self.known(value)) {
            (Val::Mask(_), Some(bits)) => Val::Mask(self.b.mask(bits != 0)),
            (Val::Number(_), Some(bits)) => Val::Number(self.b.constant(home_type(scalar), bits)),
            (_, Some(bits)) => self.of_bits(bits, scalar),
            _ => value,
        }
    }

    /// Whether two scalars are the same value or the same constant in one form. The bits of a NaN from arithmetic
    /// are not those of an exact one.
    fn is_same(&self, a: Val, b: Val) -> bool {
        if a == b {
            return true;
        }
        let is_mask = |v: Val| matches!(v, Val::Mask(_));
        let (x, y) = (self.known(a), self.known(b));
        let is_number = |v: Val| matches!(v, Val::Number(_));
        x.is_some() && x == y && is_mask(a) == is_mask(b) && is_number(a) == is_number(b)
    }
}
