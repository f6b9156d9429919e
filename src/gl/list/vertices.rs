//! Vertex commands in display lists: primitives that begin and end in the list become vertex data once.
//!
//! A primitive is compiled when the list gives all values of its attributes. An attribute that is set between its Begin and
//! End must have been set before its first vertex. It may be set inside the primitive, or earlier in the same row of vertex
//! commands. Attributes that the primitive never sets are constants of the draw. They come from the context at execution,
//! so values set outside of the list apply.
//!
//! Neighbours of one kind and layout form one item. Its independent primitives are listed when it is first drawn. All other
//! commands are replayed one by one.
#![forbid(unsafe_code)]

use super::run::{Run, execute_run};
use crate::device::vertex::stream::{CurrentValues, VertexStream};
use crate::gl::context::recording::{Recorded, VertexOp, push};
use crate::gl::current::state::no_memory;
use crate::gl::immediate::begin_end::{
    begin_now, emit_vertex_now, end_now, restart_now, set_current_now,
};
use crate::gl::immediate::weight::set_first_now;
use crate::gl::{Call, Context, GlError, Result};
use crate::ir::interface::attribute;
use crate::raster::Topology;
use std::sync::{Arc, OnceLock};

/// A part of a list.
pub(crate) enum Item {
    Command(Recorded),
    /// Vertex commands that are replayed one by one.
    Ops(Vec<VertexOp>),
    /// Whole primitives.
    Run(Run),
}

impl std::fmt::Debug for Item {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Item::Command(_) => f.write_str("Command"),
            Item::Ops(ops) => f.debug_tuple("Ops").field(ops).finish(),
            Item::Run(run) => run.fmt(f),
        }
    }
}

/// Compiles a row of vertex commands to items.
pub(crate) fn compile_ops(ops: &[VertexOp], items: &mut Vec<Item>) -> Result {
    let mut known: [Option<[f32; 4]>; 32] = [None; 32];
    let mut loose_from = 0;
    // Inside a primitive that is replayed one by one, a nested Begin is an error at its place.
    let mut open = false;
    let mut i = 0;
    while i < ops.len() {
        if let (VertexOp::Begin(topology), false) = (ops[i], open) {
            open = true;
            let length = ops[i + 1..]
                .iter()
                .position(|op| matches!(op, VertexOp::End | VertexOp::Begin(_)));
            if let Some(length) = length.filter(|n| matches!(ops[i + 1 + n], VertexOp::End)) {
                let body = &ops[i + 1..i + 1 + length];
                if let Some(run) = compile_run(topology, body, &known)? {
                    push_loose(&ops[loose_from..i], items)?;
                    push_run(run, items)?;
                    loose_from = i + length + 2;
                    // `open` stays set, until the primitive's own End clears it below.
                }
            }
        }
        open &= !matches!(ops[i], VertexOp::End);
        // The scan learns the values that are set inside a compiled primitive.
        match ops[i] {
            VertexOp::Attribute(slot, value) => known[slot as usize] = Some(value),
            VertexOp::First(slot, ..) => known[slot as usize] = None,
            _ => {}
        }
        i += 1;
    }
    push_loose(&ops[loose_from.min(ops.len())..], items)
}

/// Appends a primitive to the item before it, if both have one kind and layout.
fn push_run(run: Run, items: &mut Vec<Item>) -> Result {
    if let Some(Item::Run(last)) = items.last_mut()
        && (last.topology, &last.layout) == (run.topology, &run.layout)
        && let Some(data) = Arc::get_mut(&mut last.data)
    {
        let no_memory = |_| GlError::out_of_memory("display list");
        data.try_reserve(run.data.len()).map_err(no_memory)?;
        data.extend_from_slice(&run.data);
        last.counts.extend(run.counts);
        for (slot, value) in run.leaves {
            match last.leaves.iter_mut().find(|leaf| leaf.0 == slot) {
                Some(leaf) => leaf.1 = value,
                None => last.leaves.push((slot, value)),
            }
        }
        return Ok(());
    }
    push(items, Item::Run(run))
}

fn push_loose(ops: &[VertexOp], items: &mut Vec<Item>) -> Result {
    if ops.is_empty() {
        return Ok(());
    }
    let mut copy = Vec::new();
    copy.try_reserve_exact(ops.len())
        .map_err(|_| GlError::out_of_memory("display list"))?;
    copy.extend_from_slice(ops);
    push(items, Item::Ops(copy))
}

/// Compiles a primitive to vertex data. Returns `None` when a value must come from outside.
fn compile_run(
    topology: Topology,
    body: &[VertexOp],
    known: &[Option<[f32; 4]>; 32],
) -> Result<Option<Run>> {
    // Start with the values that earlier commands of the row have set.
    let mut current: CurrentValues = [[0.0; 4]; attribute::STREAM_COUNT as usize];
    let mut valid = 0u32;
    for (slot, value) in known.iter().enumerate() {
        if let Some(value) = value {
            current[slot] = *value;
            valid |= 1 << slot;
        }
    }
    let mut stream = VertexStream::default();
    let mut set = 0u32;
    // Pack the vertices. An attribute whose earlier value is unknown cannot be added after the first vertex.
    for op in body {
        match *op {
            VertexOp::Attribute(slot, value) => {
                if !stream.has(u32::from(slot)) {
                    if stream.count() > 0 && valid & (1 << slot) == 0 {
                        return Ok(None);
                    }
                    stream
                        .add_slot(u32::from(slot), current[slot as usize])
                        .map_err(no_memory)?;
                }
                current[slot as usize] = value;
                set |= 1 << slot;
            }
            VertexOp::Vertex(position) => stream.push(position, &current).map_err(no_memory)?,
            VertexOp::Begin(_) | VertexOp::Restart | VertexOp::End | VertexOp::First(..) => {
                return Ok(None);
            }
        }
    }
    // The primitive leaves the last value of each attribute that it sets.
    let leaves = (0..32u8)
        .filter(|slot| set & (1 << slot) != 0)
        .map(|slot| (slot, current[slot as usize]))
        .collect();
    let data = Arc::new(stream.data().to_vec());
    Ok(Some(Run {
        topology,
        data,
        layout: stream.layout().to_vec(),
        counts: vec![stream.count()],
        assembled: OnceLock::new(),
        leaves,
    }))
}

/// Executes a part of a list. The first error of its commands is returned. Later ones are dropped, because GL keeps the
/// first.
pub(crate) fn execute_item(call: &mut Call<'_>, item: &Item) -> Result {
    match item {
        Item::Command(command) => command(call),
        Item::Run(run) => execute_run(call.cx, run),
        Item::Ops(ops) => {
            let mut first = Ok(());
            for op in ops {
                first = first.and(execute_op(call.cx, op));
            }
            first
        }
    }
}

fn execute_op(cx: &mut Context, op: &VertexOp) -> Result {
    match *op {
        VertexOp::Begin(topology) => begin_now(cx, topology),
        VertexOp::End => end_now(cx),
        VertexOp::Restart => restart_now(cx),
        VertexOp::Attribute(slot, value) => set_current_now(cx, u32::from(slot), value),
        VertexOp::First(slot, size, given) => {
            set_first_now(cx, u32::from(slot), usize::from(size), given)
        }
        VertexOp::Vertex(position) => emit_vertex_now(cx, position),
    }
}
