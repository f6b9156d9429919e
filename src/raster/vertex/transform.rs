//! A vertex program ready to run over vertices listed by their indices: fetch, then the kernel, group by group.
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

/// Groups that are fetched before the program runs over them: what it reads of them stays in the first cache.
const GROUPS_AT_A_TIME: usize = 16;

/// A program with what it reads and stores.
pub(crate) struct Transform {
    kernel: Arc<dyn Kernel>,
    attributes: Vec<u32>,
    n_inputs: usize,
    n_outputs: usize,
    /// By output slot: the program stores it.
    written: Vec<bool>,
    /// The output slots that the program may leave out for some vertices.
    maybe_written: Vec<u32>,
}

/// Vertices on their way through a program. Memory is reused.
#[derive(Default)]
pub(crate) struct Transformed {
    /// The vertices by their indices; [`Transformed::fill_up`] makes whole groups of them.
    pub(crate) indices: Vec<u32>,
    n_vertices: usize,
    masks: Vec<u16>,
    inputs: Rows,
    pub(crate) outputs: Rows,
    kernel: Scratch,
}

impl Transformed {
    /// Ends the list of vertices: its last group is filled up with the last one.
    pub(crate) fn fill_up(&mut self) {
        self.n_vertices = self.indices.len();
        let n_groups = self.n_vertices.div_ceil(LANES);
        let last = self.indices.last().copied().unwrap_or(0);
        self.indices.resize(n_groups * LANES, last);
    }

    /// The vertices' indices.
    pub(crate) fn vertices(&self) -> &[u32] {
        &self.indices[..self.n_vertices]
    }

    pub(crate) fn n_groups(&self) -> usize {
        self.indices.len() / LANES
    }
}

/// A row of a kernel's inputs or outputs, on one cache line: what lies on two takes twice as long.
#[derive(Debug, Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C, align(64))]
struct Row(LanesF32);

/// Rows in memory that is used again.
#[derive(Default)]
pub(crate) struct Rows(Vec<Row>);

impl Rows {
    /// The first `n`, which may hold anything.
    fn at_least(&mut self, n: usize) -> &mut [LanesF32] {
        if self.0.len() < n {
            self.0.resize(n, Row([0.0; LANES]));
        }
        bytemuck::cast_slice_mut(&mut self.0[..n])
    }

    /// As many as there have ever been.
    pub(crate) fn all(&self) -> &[LanesF32] {
        bytemuck::cast_slice(&self.0)
    }
}

impl Transform {
    pub(crate) fn new(program: &Arc<Program>) -> Transform {
        Transform::with_kernel(program, crate::kernel::compile(program))
    }

    /// With this kernel of the program.
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

    /// The part of a straight program that says where vertices lie; `None` where it is most of it.
    pub(crate) fn of_places(program: &Program) -> Option<Transform> {
        let [block] = &program.blocks[..] else {
            return None;
        };
        let mut places = program.clone();
        places.id = ProgramId::unique();
        places.blocks[0].insts.retain(|inst| !stores_no_place(inst));
        dce(&mut places);
        let is_short = 4 * places.blocks[0].insts.len() < 3 * block.insts.len();
        is_short.then(|| Transform::new(&Arc::new(places)))
    }

    /// Takes the vertices through the program.
    pub(crate) fn run(&self, vertices: &VertexInput, stage: &Stage, on: &mut Transformed) {
        let n_groups = on.n_groups();
        // All lanes are live, except those after the last vertex in the last group.
        on.masks.clear();
        on.masks.resize(n_groups, 0xffff);
        if let (Some(last), 1..) = (on.masks.last_mut(), on.n_vertices % LANES) {
            *last >>= LANES - on.n_vertices % LANES;
        }
        // Outputs that the program may leave unwritten begin with their defaults.
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

    /// What it wrote for a group.
    #[inline(always)]
    pub(crate) fn group<'a>(&'a self, outputs: &'a [LanesF32], number: usize) -> GroupOutputs<'a> {
        GroupOutputs {
            slots: &outputs[number * self.n_outputs..][..self.n_outputs],
            written: &self.written,
        }
    }
}

/// It stores neither clip coordinates nor a clip distance.
fn stores_no_place(inst: &Inst) -> bool {
    let is_place = |slot: u32| match slot / 4 {
        varying::POSITION => true,
        vec4 => (varying::CLIP_0..varying::CLIP_0 + 2).contains(&vec4),
    };
    inst.op == Op::StoreOutput && !is_place(inst.imm[0])
}

/// The texture image units as kernels take them.
pub(crate) fn sampler_slots(textures: &[Option<Texture>]) -> SmallVec<[SamplerSlot<'_>; 16]> {
    textures
        .iter()
        .map(|t| t.as_ref().map(|t| t as &dyn Sampler))
        .collect()
}
