//! A fragment program ready to run, specialized for the state that changes it. It has the interpolation of its inputs
//! ([`super::interpolation`]), its kernels, and its properties for the rasterizer.
#![forbid(unsafe_code)]

pub(crate) use super::affine::Variants;
use super::affine::{divided_by, has_affine};
use super::interpolation::{Divisor, lower};
use super::stage_key::FragmentStageKey;
use crate::ir::interface::{fragment_input, fragment_output};
use crate::ir::{Op, Program};
use crate::kernel::{self, Kernel};
use crate::raster::geometry::plane;
use smallvec::SmallVec;
use std::sync::{Arc, OnceLock};

/// A fragment program ready to run.
#[derive(Clone)]
pub(crate) struct FragmentStage {
    key: FragmentStageKey,
    /// The program with the interpolation of its inputs.
    pub(crate) programs: Variants<Arc<Program>>,
    /// The kernels of these programs alone, made at their first use.
    kernels: OnceLock<Variants<Arc<dyn Kernel>>>,
    /// Fragment input slots that are interpolated, ascending: the scalars of the planes.
    pub(crate) scalars: Vec<u16>,
    /// The planes of the scalars that are 1 wherever the affine kernel runs.
    ones: SmallVec<[usize; 4]>,
    pub(crate) has_kill: bool,
    pub(crate) writes_depth: bool,
    /// Whether some lane may leave some of the outputs 0 .. 4 unwritten: they must be zeroed before a run.
    pub(crate) needs_zeroed_outputs: bool,
    /// Whether the kernel has inputs: coverage and means, or centroids.
    pub(crate) reads_coverage: bool,
    /// Whether kernel inputs 1 and 2 are centroids.
    pub(crate) reads_centroids: bool,
    /// Whether it asks for the face of a fragment.
    pub(crate) reads_face: bool,
    /// Whether it asks for window x or y.
    pub(crate) reads_place: bool,
    /// Whether it asks for 1 / w.
    pub(crate) reads_inverse_w: bool,
    /// Output slots per group.
    pub(crate) n_outputs: usize,
}

impl FragmentStage {
    pub(crate) fn new(program: &Program, key: FragmentStageKey) -> FragmentStage {
        let scalars = interpolated_slots(program);
        // A second kernel for affine primitives pays for short programs that interpolate something.
        let has_affine = has_affine(program, key, &scalars);
        let ones = if has_affine {
            divided_by(program, key, &scalars)
        } else {
            SmallVec::new()
        };
        let variant = |divisor: Divisor| Arc::new(lower(program, key, &scalars, divisor));
        // Facts of the program that decide what the tile must provide to its kernels.
        let has = |op: Op| program.insts().any(|i| i.op == op);
        let stores = |slot: u32| {
            let mut insts = program.insts();
            insts.any(|i| i.op == Op::StoreOutput && i.imm[0] == slot)
        };
        let reads = |slot: u32| {
            let mut insts = program.insts();
            insts.any(|i| i.op == Op::LoadInput && i.imm[0] == slot)
        };
        let n_outputs = (program.n_outputs as usize).max(4);
        let straight = program.blocks.len() == 1;
        FragmentStage {
            key,
            has_kill: has(Op::Kill),
            reads_face: has(Op::FrontFacing),
            reads_place: reads(4 * fragment_input::POSITION)
                || reads(4 * fragment_input::POSITION + 1),
            reads_inverse_w: reads(4 * fragment_input::POSITION + 3),
            writes_depth: stores(4 * fragment_output::DEPTH + 2),
            needs_zeroed_outputs: !straight || (0..n_outputs as u32).any(|slot| !stores(slot)),
            reads_coverage: key.has_inputs(),
            reads_centroids: key.centroids,
            n_outputs,
            programs: Variants {
                general: variant(Divisor::Plane),
                affine: has_affine.then(|| variant(Divisor::One)),
            },
            ones: ones.into_iter().map(|i| plane::FIRST_SCALAR + i).collect(),
            kernels: OnceLock::new(),
            scalars,
        }
    }

    /// The code for a program before all passes.
    pub(crate) fn code(&self, program: &Program) -> Program {
        lower(program, self.key, &self.scalars, Divisor::Plane)
    }

    /// The same stage with another kernel, for all primitives.
    pub(crate) fn with_kernel(&self, kernel: Arc<dyn Kernel>) -> FragmentStage {
        FragmentStage {
            kernels: OnceLock::from(Variants {
                general: kernel,
                affine: None,
            }),
            ..self.clone()
        }
    }

    /// The kernels of the programs alone.
    pub(crate) fn kernels(&self) -> &Variants<Arc<dyn Kernel>> {
        let compile = || self.programs.map(kernel::compile_internal);
        self.kernels.get_or_init(compile)
    }

    /// Whether the scalars that have to be 1 for the affine kernel are so in a primitive with these planes.
    #[inline(always)]
    pub(crate) fn has_ones(&self, planes: &[[f32; 4]]) -> bool {
        let is_one = |row: &usize| planes.get(*row).is_none_or(|p| *p == [0.0, 0.0, 0.0, 1.0]);
        self.ones.iter().all(is_one)
    }

    /// Number of planes handed to the kernel.
    pub(crate) fn n_planes(&self) -> usize {
        plane::FIRST_SCALAR + self.scalars.len()
    }
}

/// Slots that a varying feeds; the rest of the inputs are constants or the position.
pub(crate) fn interpolated_slots(program: &Program) -> Vec<u16> {
    let varying = |slot: u32| match slot / 4 {
        fragment_input::POSITION => false,
        fragment_input::FOG_COORD => slot.is_multiple_of(4),
        vec4 => vec4 < fragment_input::COUNT,
    };
    let mut slots: Vec<u16> = program
        .insts()
        .filter(|i| i.op == Op::LoadInput && varying(i.imm[0]))
        .map(|i| i.imm[0] as u16)
        .collect();
    slots.sort_unstable();
    slots.dedup();
    slots
}
