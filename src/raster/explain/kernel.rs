//! Kernels that record their steps. An explained draw runs these instead of its own kernels. So the code around them is that of
//! every draw, and so are the bits.
#![forbid(unsafe_code)]

use crate::ir::Program;
use crate::kernel::trace::{Trace, TracedProgram};
use crate::kernel::{Invocation, Kernel, Scratch};
use crate::raster::call::draw_call::{DrawState, Stage};
use crate::raster::fragment::kernels::OperationKeys;
use crate::raster::fragment::{colour, depth_stencil};
use crate::raster::scene::bins::PreparedDraw;
use crate::raster::vertex::stage::VertexStage;
use parking_lot::Mutex;
use std::sync::Arc;

/// The most statements of one run that are stored.
const MAX_STATEMENTS: usize = 2000;

/// What a kernel does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Task {
    Vertex,
    Shade,
    Test,
    Colour,
}

/// One run of a kernel, seen from one lane.
pub(crate) struct KernelRun {
    pub(crate) task: Task,
    /// Whether the fragment was live before the kernel ran.
    pub(crate) was_live: bool,
    /// Whether it was live afterwards.
    pub(crate) is_live: bool,
    pub(crate) trace: Trace,
    /// The lane's outputs, by slot.
    pub(crate) outputs: Vec<f32>,
}

/// The runs so far, in their order.
pub(crate) type Log = Arc<Mutex<Vec<KernelRun>>>;

/// An interpreted kernel that reports one lane.
struct TracedKernel {
    task: Task,
    program: TracedProgram,
    lane: usize,
    log: Log,
}

impl Kernel for TracedKernel {
    fn run(&self, inv: &mut Invocation<'_>, _: &mut Scratch) {
        assert!(inv.masks.len() <= 1, "one group is explained at a time");
        let is_live = |inv: &Invocation<'_>| inv.masks.iter().any(|m| m >> self.lane & 1 != 0);
        let was_live = is_live(inv);
        let trace = self.program.run(inv, self.lane, MAX_STATEMENTS);
        let outputs = inv.outputs[..inv.n_outputs.min(inv.outputs.len())].iter();
        self.log.lock().push(KernelRun {
            task: self.task,
            was_live,
            is_live: is_live(inv),
            trace,
            outputs: outputs.map(|slot| slot[self.lane]).collect(),
        });
    }
}

/// Makes a kernel that reports `lane` to `log`.
fn traced(task: Task, program: &Program, lane: usize, log: &Log) -> Arc<dyn Kernel> {
    Arc::new(TracedKernel {
        task,
        program: TracedProgram::new(program),
        lane,
        log: log.clone(),
    })
}

/// Replaces the kernels of a draw that shade, test and write by kernels that report a lane.
pub(crate) fn trace_fragments(draw: &mut PreparedDraw, call: &DrawState, lane: usize, log: &Log) {
    let kernels = Arc::make_mut(&mut draw.fragment);
    let keys = OperationKeys::of(&kernels.shade, call);
    let code = kernels.shade.code(&call.fragment.program);
    let shade = traced(Task::Shade, &code, lane, log);
    kernels.shade = Arc::new(kernels.shade.with_kernel(shade));
    // The fused kernel would report nothing.
    kernels.fused = None;
    for (kernel, key) in kernels.depth_stencil.iter_mut().zip(keys.depth_stencil) {
        if !key.is_empty() {
            *kernel = Some(traced(Task::Test, &depth_stencil::build(key), lane, log));
        }
    }
    if !keys.colour.is_empty() {
        let program = colour::build(&keys.colour);
        kernels.colour = Some(traced(Task::Colour, &program, lane, log));
    }
}

/// Makes a vertex stage that reports its first vertex.
pub(crate) fn trace_vertices(stage: &Stage, log: &Log) -> VertexStage {
    VertexStage::with_kernel(stage, traced(Task::Vertex, &stage.program, 0, log))
}
