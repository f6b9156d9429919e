//! The parts of a display list, and their execution.
#![forbid(unsafe_code)]

use super::run::{Run, execute_run};
use crate::gl::context::recording::{Recorded, VertexOp};
use crate::gl::immediate::begin_end::{
    begin_now, emit_vertex_now, end_now, restart_now, set_current_now,
};
use crate::gl::immediate::weight::set_first_now;
use crate::gl::{Call, Context, Result};

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
