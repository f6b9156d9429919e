//! Runs a vertex program over vertices that are listed by their indices: fetches attributes, then runs the kernel.
#![forbid(unsafe_code)]

use super::fetch::{Fetch, attributes_read};
use super::varyings::{GroupOutputs, default_of};
use crate::ir::interface::varying;
use crate::ir::{Inst, Op, Program, ProgramId};
use crate::kernel::layout::{MAX_PIXEL_PLANES, Sampler, SamplerSlot};
use crate::kernel::{Invocation, Kernel, PixelWindow, Scratch};
use crate::passes::dce::dce;
use crate::raster::call::draw_call::{Stage, VertexInput};
use crate::texture::Texture;
use smallvec::SmallVec;

use crate::simd::{InstructionSet, LANES, LanesF32, run_on};
use std::sync::Arc;

/// The number of groups that are fetched before the program runs over them. Their inputs stay in the first cache.
const GROUPS_AT_A_TIME: usize = 16;

/// A program with the inputs that it reads and the outputs that it stores.
pub(crate) struct Transform {
    kernel: Arc<dyn Kernel>,
    /// The attributes that it reads.
    attributes: Vec<u32>,
    n_inputs: usize,
    n_outputs: usize,
    /// By output slot: whether the program stores it.
    written: Vec<bool>,
    /// The output slots that the program may store for some vertices only.
    maybe_written: Vec<u32>,
}

/// The vertices that a program runs over, and its outputs. The memory is used again for the next ones.
#[derive(Default)]
pub(crate) struct Transformed {
    /// The indices of the vertices. [`Transformed::fill_up`] completes the last group.
    pub(crate) indices: Vec<u32>,
    n_vertices: usize,
    masks: Vec<u16>,
    inputs: Rows,
    pub(crate) outputs: Rows,
    kernel: Scratch,
}

impl Transformed {
    /// Ends the list of vertices. Its last vertex is repeated until the last group is full.
    pub(crate) fn fill_up(&mut self) {
        self.n_vertices = self.indices.len();
        let n_groups = self.n_vertices.div_ceil(LANES);
        let last = self.indices.last().copied().unwrap_or(0);
        self.indices.resize(n_groups * LANES, last);
    }

    /// The indices of the vertices, without the repeated ones.
    pub(crate) fn vertices(&self) -> &[u32] {
        &self.indices[..self.n_vertices]
    }

    pub(crate) fn n_groups(&self) -> usize {
        self.indices.len() / LANES
    }
}

/// A row of a kernel's inputs or outputs. It is one cache line, because an access to two lines takes twice as long.
#[derive(Debug, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(64))]
struct Row(LanesF32);

/// Rows whose memory is used again.
#[derive(Default)]
pub(crate) struct Rows(Vec<Row>);

impl Rows {
    /// Returns the first `n` rows, whose content means nothing yet.
    fn at_least(&mut self, n: usize) -> &mut [LanesF32] {
        if self.0.len() < n {
            self.0.resize(n, Row([0.0; LANES]));
        }
        bytemuck::cast_slice_mut(&mut self.0[..n])
    }

    /// Returns all rows that there have ever been.
    pub(crate) fn all(&self) -> &[LanesF32] {
        bytemuck::cast_slice(&self.0)
    }
}

impl Transform {
    /// Compiles a program.
    pub(crate) fn new(program: &Arc<Program>) -> Transform {
        Transform::with_kernel(program, crate::kernel::compile(program))
    }

    /// Uses this kernel of the program.
    pub(crate) fn with_kernel(program: &Program, kernel: Arc<dyn Kernel>) -> Transform {
        let n_outputs = program.n_outputs as usize;
        let mut written = vec![false; n_outputs];
        for store in program.insts().filter(|i| i.op == Op::StoreOutput) {
            written[store.imm[0] as usize] = true;
        }
        let is_straight = program.blocks.len() == 1;
        let maybe_written = (0..n_outputs as u32).filter(|slot| written[*slot as usize]);
        Transform {
            kernel,
            attributes: attributes_read(program),
            n_inputs: program.n_inputs.next_multiple_of(4) as usize,
            n_outputs,
            maybe_written: maybe_written.filter(|_| !is_straight).collect(),
            written,
        }
    }

    /// Makes the short form of a straight program that stores only positions and clip distances. Returns `None` if it has three
    /// quarters of the instructions or more, or if the program is not straight.
    pub(crate) fn of_places(program: &Program) -> Option<Transform> {
        let [block] = &program.blocks[..] else {
            return None;
        };
        let mut short = program.clone();
        short.id = ProgramId::unique();
        short.blocks[0]
            .insts
            .retain(|inst| !stores_no_position(inst));
        dce(&mut short);
        let is_short = 4 * short.blocks[0].insts.len() < 3 * block.insts.len();
        is_short.then(|| Transform::new(&Arc::new(short)))
    }

    /// Runs the program over the vertices.
    pub(crate) fn run(&self, vertices: &VertexInput, stage: &Stage, on: &mut Transformed) {
        let n_groups = on.n_groups();
        // All lanes are live, except those after the last vertex in the last group.
        on.masks.clear();
        on.masks.resize(n_groups, 0xffff);
        if let (Some(last), 1..) = (on.masks.last_mut(), on.n_vertices % LANES) {
            *last >>= LANES - on.n_vertices % LANES;
        }
        // Outputs that the program does not always store begin with their defaults.
        let outputs = on.outputs.at_least(n_groups * self.n_outputs);
        for slot in &self.maybe_written {
            for group in outputs.chunks_exact_mut(self.n_outputs) {
                group[*slot as usize] = [default_of(*slot); LANES];
            }
        }
        // A few groups at a time are fetched and then run, so that their inputs stay in the cache.
        let inputs = on.inputs.at_least(GROUPS_AT_A_TIME * self.n_inputs);
        let samplers = sampler_slots(&stage.textures);
        let indices = on.indices.chunks(GROUPS_AT_A_TIME * LANES);
        let mut first = 0;
        for (indices, masks) in indices.zip(on.masks.chunks_mut(GROUPS_AT_A_TIME)) {
            let n_groups = masks.len();
            let inputs = &mut inputs[..n_groups * self.n_inputs];
            let fetch = Fetch {
                sources: &vertices.attributes,
                read: &self.attributes,
                indices,
                instance: vertices.instance,
                n_inputs: self.n_inputs,
                inputs,
            };
            run_on(InstructionSet::of_process(), fetch);
            let mut invocation = Invocation {
                uniforms: &stage.uniforms,
                inputs,
                n_inputs: self.n_inputs,
                outputs: &mut outputs[first * self.n_outputs..][..n_groups * self.n_outputs],
                n_outputs: self.n_outputs,
                planes: &[],
                groups: &[],
                masks,
                front_facing: true,
                pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
                samplers: &samplers,
            };
            self.kernel.run(&mut invocation, &mut on.kernel);
            first += n_groups;
        }
    }

    /// Returns the outputs of a group.
    #[inline(always)]
    pub(crate) fn group<'a>(&'a self, outputs: &'a [LanesF32], number: usize) -> GroupOutputs<'a> {
        GroupOutputs {
            slots: &outputs[number * self.n_outputs..][..self.n_outputs],
            written: &self.written,
        }
    }
}

/// Whether an instruction stores an output that is neither clip coordinates nor a clip distance.
fn stores_no_position(inst: &Inst) -> bool {
    let is_position = |slot: u32| match slot / 4 {
        varying::POSITION => true,
        vec4 => (varying::CLIP_0..varying::CLIP_0 + 2).contains(&vec4),
    };
    inst.op == Op::StoreOutput && !is_position(inst.imm[0])
}

/// Returns the texture image units in the form in which kernels take them.
pub(crate) fn sampler_slots(textures: &[Option<Texture>]) -> SmallVec<[SamplerSlot<'_>; 16]> {
    textures
        .iter()
        .map(|t| t.as_ref().map(|t| t as &dyn Sampler))
        .collect()
}
