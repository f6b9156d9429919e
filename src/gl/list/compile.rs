//! Compiles vertex commands of display lists: primitives that begin and end in the list become vertex data once.
//!
//! A primitive is compiled when the list gives all values of its attributes. An attribute that is set between its Begin and
//! End must have been set before its first vertex. It may be set inside the primitive, or earlier in the same row of vertex
//! commands. Attributes that the primitive never sets are constants of the draw. They come from the context at execution,
//! so values set outside of the list apply.
//!
//! Neighbours of one kind and layout form one [`Run`], which is one draw. An attribute that is set between two primitives
//! would part them. It becomes an attribute of the vertices instead, so that a list of polygons with one normal each is one
//! run:
//!
//! ```text
//! Normal n, Begin, V, V, V, End, Normal m, Begin, V, V, V, V, End   →   n v, n v, n v ┆ m v, m v, m v, m v
//! ```
//!
//! All other commands are replayed one by one.
#![forbid(unsafe_code)]

use super::run::Run;
use super::vertices::Item;
use crate::device::vertex::stream::{CurrentValues, VertexStream, material_bits};
use crate::gl::context::recording::{VertexOp, push};
use crate::gl::current::state::no_memory;
use crate::gl::{GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::reserve::from_system;
use crate::raster::Topology;
use smallvec::SmallVec;
use std::sync::{Arc, OnceLock};

/// Compiles a row of vertex commands to items.
pub(super) fn compile_ops(ops: &[VertexOp], items: &mut Vec<Item>) -> Result {
    let mut row = Row::default();
    let mut loose_from = 0;
    // Inside a primitive that is replayed one by one, a nested Begin is an error at its place.
    let mut open = false;
    let mut i = 0;
    while let Some(op) = ops.get(i) {
        if let (VertexOp::Begin(topology), false) = (*op, open) {
            open = true;
            let before = &ops[loose_from..i];
            if let Some(body) = body_of(&ops[i + 1..])
                && let Some(joins) = row.pack(topology, before, body, items.last())?
            {
                if !joins {
                    push_loose(before, items)?;
                }
                row.push_run(topology, items)?;
                i += body.len() + 2;
                (loose_from, open) = (i, false);
                continue;
            }
        }
        open &= !matches!(op, VertexOp::End);
        row.learn(op);
        i += 1;
    }
    push_loose(&ops[loose_from..], items)
}

/// The commands between a Begin and its End, of those after the Begin. `None` when another Begin comes first, or no End.
fn body_of(after: &[VertexOp]) -> Option<&[VertexOp]> {
    let is_bound = |op: &VertexOp| matches!(op, VertexOp::End | VertexOp::Begin(_));
    let length = after.iter().position(is_bound)?;
    matches!(after[length], VertexOp::End).then(|| &after[..length])
}

/// The attributes that these commands set, by bit. `None` when they do anything else, or set a material, which is cheaper
/// as state than in vertices.
fn attributes_set(ops: &[VertexOp]) -> Option<u64> {
    ops.iter().try_fold(0u64, |slots, op| match op {
        VertexOp::Attribute(slot, _) if material_bits(&[*slot]) == 0 => Some(slots | 1u64 << slot),
        _ => None,
    })
}

/// The attributes of a layout, by bit.
fn bits_of(layout: &[u8]) -> u64 {
    layout.iter().fold(0u64, |bits, slot| bits | 1u64 << slot)
}

/// The numbers of the bits that are set.
fn slots_of(bits: u64) -> impl Iterator<Item = u8> {
    (0..attribute::STREAM_COUNT as u8).filter(move |slot| bits & (1u64 << slot) != 0)
}

/// A row of vertex commands up to the place that is compiled.
struct Row {
    /// The values that the row has set, of the attributes in `known`.
    values: CurrentValues,
    known: u64,
    /// The vertices of the primitive that is being compiled, and the attributes that it sets.
    stream: VertexStream,
    set: u64,
}

impl Default for Row {
    fn default() -> Self {
        Row {
            values: [[0.0; 4]; attribute::STREAM_COUNT as usize],
            known: 0,
            stream: VertexStream::default(),
            set: 0,
        }
    }
}

impl Row {
    /// Goes over a command that is replayed.
    fn learn(&mut self, op: &VertexOp) {
        match *op {
            VertexOp::Attribute(slot, value) => {
                self.values[slot as usize] = value;
                self.known |= 1u64 << slot;
            }
            VertexOp::First(slot, ..) => self.known &= !(1u64 << slot),
            _ => {}
        }
    }

    /// Packs the vertices of a primitive. `before` are the commands between the last item and its Begin. Returns whether
    /// the vertices contain what those set; `None` when a value must come from outside. Then the values are those at some
    /// place inside the primitive, and going over its commands makes them right.
    fn pack(
        &mut self,
        topology: Topology,
        before: &[VertexOp],
        body: &[VertexOp],
        last: Option<&Item>,
    ) -> Result<Option<bool>> {
        let joined = attributes_set(before);
        self.set = joined.unwrap_or(0);
        match last {
            Some(Item::Run(run)) if joined.is_some() && self.may_continue(topology, run) => {
                self.stream.restart(&run.layout[1..]);
            }
            _ => {
                let slots: SmallVec<[u8; 8]> = slots_of(self.set).collect();
                self.stream.restart(&slots);
            }
        }
        Ok(self.pack_vertices(body)?.then_some(joined.is_some()))
    }

    /// Whether a primitive of this kind, whose vertices take the attributes of the run before it, can be appended to that.
    fn may_continue(&self, topology: Topology, run: &Run) -> bool {
        let layout = bits_of(&run.layout[1..]);
        run.topology == topology
            && material_bits(&run.layout) == 0
            && self.set & !layout == 0
            && layout & !self.known == 0
    }

    /// Returns `false` at a command whose effect the row does not know. An attribute whose earlier value is unknown cannot
    /// be added after the first vertex.
    fn pack_vertices(&mut self, body: &[VertexOp]) -> Result<bool> {
        for op in body {
            match *op {
                VertexOp::Attribute(slot, _) => {
                    if !self.stream.has(u32::from(slot)) {
                        if self.stream.count() > 0 && self.known & (1u64 << slot) == 0 {
                            return Ok(false);
                        }
                        self.stream
                            .add_slot(u32::from(slot), self.values[slot as usize])
                            .map_err(no_memory)?;
                    }
                    self.learn(op);
                    self.set |= 1u64 << slot;
                }
                VertexOp::Vertex(position) => {
                    self.stream
                        .push(position, &self.values)
                        .map_err(no_memory)?;
                }
                VertexOp::Begin(_) | VertexOp::Restart | VertexOp::End | VertexOp::First(..) => {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Appends the primitive to the run before it, if both have one kind and layout, or makes a run of it. A run leaves the
    /// last value of each attribute that it sets.
    fn push_run(&self, topology: Topology, items: &mut Vec<Item>) -> Result {
        let (data, layout) = (self.stream.data(), self.stream.layout());
        let leaves = slots_of(self.set).map(|slot| (slot, self.values[slot as usize]));
        if let Some(Item::Run(last)) = items.last_mut()
            && (last.topology, &*last.layout) == (topology, layout)
            && let Some(vertices) = Arc::get_mut(&mut last.data)
        {
            let no_memory = |_| GlError::out_of_memory("display list");
            from_system(|| vertices.try_reserve(data.len())).map_err(no_memory)?;
            vertices.extend_from_slice(data);
            last.counts.push(self.stream.count());
            for (slot, value) in leaves {
                match last.leaves.iter_mut().find(|leaf| leaf.0 == slot) {
                    Some(leaf) => leaf.1 = value,
                    None => last.leaves.push((slot, value)),
                }
            }
            return Ok(());
        }
        let run = Run {
            topology,
            data: Arc::new(data.to_vec()),
            layout: layout.to_vec(),
            counts: vec![self.stream.count()],
            assembled: OnceLock::new(),
            leaves: leaves.collect(),
        };
        push(items, Item::Run(run))
    }
}

fn push_loose(ops: &[VertexOp], items: &mut Vec<Item>) -> Result {
    if ops.is_empty() {
        return Ok(());
    }
    let mut copy = Vec::new();
    from_system(|| copy.try_reserve_exact(ops.len()))
        .map_err(|_| GlError::out_of_memory("display list"))?;
    copy.extend_from_slice(ops);
    push(items, Item::Ops(copy))
}
