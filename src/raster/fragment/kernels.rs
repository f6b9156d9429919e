//! Finds the kernels of a draw's fragment operations and their order (GL 1.5 section 4.1), by key.
//!
//! Early order is depth_stencil → shade → colour; late order (the program kills or writes depth, or there is an alpha
//! test) is shade → depth_stencil → colour. All are IR; there is no second path. Short programs and their operations become
//! one kernel, unless the target is multisampled.
#![forbid(unsafe_code)]

use super::colour::{ColourKey, ColourPlane};
use super::depth_stencil::{AlphaForm, DepthStencilKey, alpha_reference};
use super::depth_use::DepthUse;
use super::fused::{chain, is_fused};
use super::stage::{FragmentStage, Variants};
use super::stage_key::FragmentStageKey;
use super::{colour, depth_stencil};
use crate::cache::Lru;
use crate::ir::{Program, ProgramId};
use crate::kernel::{self, Kernel};
use crate::raster::call::draw_call::{DrawState, RenderTarget, Stage};
use crate::raster::call::fragment_operations::{FragmentOps, FragmentOpsValues, MAX_COLOR_PLANES};
use crate::raster::fragment::uniform;
use crate::raster::geometry::depth::depth_to_fixed24;
use crate::raster::vertex::stage::VertexStage;
use smallvec::SmallVec;
use std::sync::Arc;

/// The kernels of a draw's fragments, ready to run.
#[derive(Clone)]
pub(crate) struct FragmentKernels {
    pub(crate) shade: Arc<FragmentStage>,
    /// Everything in one kernel; then there are no others.
    pub(crate) fused: Option<Fused>,
    /// For back and front faces: `[is_front]`.
    pub(crate) depth_stencil: [Option<Arc<dyn Kernel>>; 2],
    pub(crate) colour: Option<Arc<dyn Kernel>>,
    /// Whether depth_stencil runs before shade.
    pub(crate) early: bool,
    pub(crate) depth_use: DepthUse,
    /// Whether the results of shading are unused.
    pub(crate) skip_shade: bool,
    /// Whether front and back faces have kernels or uniforms of their own, or the program asks for the face.
    pub(crate) depends_on_face: bool,
    /// Uniforms of back and front faces: `[is_front]`.
    pub(crate) uniforms: [[f32; uniform::COUNT as usize]; 2],
}

/// The kernel of a fragment program with its operations.
#[derive(Clone)]
pub(crate) struct Fused {
    /// For back and front faces: `[is_front]`.
    pub(crate) kernels: [Arc<Variants<Arc<dyn Kernel>>>; 2],
    /// The program's uniforms and the operations', likewise.
    pub(crate) uniforms: [Arc<[f32]>; 2],
}

/// The key of a fused kernel.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct FusedKey {
    shade: (ProgramId, FragmentStageKey),
    depth_stencil: DepthStencilKey,
    colour: ColourKey,
}

/// The most values of one cache.
const CACHE_ENTRIES: u32 = 1024;

/// The kernels of fragments by what they do; equal states share them.
pub(crate) struct KernelCache {
    vertex_stages: Lru<ProgramId, Arc<VertexStage>>,
    stages: Lru<(ProgramId, FragmentStageKey), Arc<FragmentStage>>,
    depth_stencil: Lru<DepthStencilKey, Arc<dyn Kernel>>,
    colour: Lru<ColourKey, Arc<dyn Kernel>>,
    fused: Lru<FusedKey, Arc<Variants<Arc<dyn Kernel>>>>,
}

impl Default for KernelCache {
    fn default() -> Self {
        KernelCache {
            vertex_stages: Lru::new(CACHE_ENTRIES),
            stages: Lru::new(CACHE_ENTRIES),
            depth_stencil: Lru::new(CACHE_ENTRIES),
            colour: Lru::new(CACHE_ENTRIES),
            fused: Lru::new(CACHE_ENTRIES),
        }
    }
}

impl std::fmt::Debug for KernelCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "KernelCache({}, {}, {}, {})",
            self.stages.len(),
            self.depth_stencil.len(),
            self.colour.len(),
            self.fused.len()
        )
    }
}

impl KernelCache {
    /// The kernel for a vertex program.
    pub(crate) fn vertex_stage(&mut self, stage: &Stage) -> Arc<VertexStage> {
        let key = stage.program.id;
        let make = |_: &ProgramId| Arc::new(VertexStage::new(stage));
        let found = self.vertex_stages.get_or_insert_with(key, make).clone();
        found.prepare();
        found
    }

    /// The kernels for a draw's fragment stage and operations.
    pub(crate) fn fragment_kernels(
        &mut self,
        call: &DrawState,
        stage_key: FragmentStageKey,
    ) -> FragmentKernels {
        let (stage, ops, target) = (&call.fragment, &call.ops, &*call.target);
        // The shading stage comes first: it says whether the tests may run before it.
        let program = &*stage.program;
        let shade_key = (program.id, stage_key);
        let make = |_: &_| Arc::new(FragmentStage::new(program, stage_key));
        let shade = self.stages.get_or_insert_with(shade_key, make).clone();
        let has_plane = target.depth_stencil.is_some();
        let early = !shade.has_kill && !shade.writes_depth && ops.alpha_test.is_none();
        let OperationKeys {
            depth_stencil: tests,
            colour: writes,
        } = OperationKeys::of(&shade, call);
        let float_alpha = has_float_alpha(target);
        // The operations' uniforms and tests may differ between front and back faces.
        let uniforms = [1, 0].map(|face| face_uniforms(&call.values, face, float_alpha));
        let stencil = ops.stencil.filter(|_| has_plane);
        let two_sided = stencil.is_some_and(|[front, back]| front != back)
            || uniforms[0].map(f32::to_bits) != uniforms[1].map(f32::to_bits);
        let skip_shade = early && writes.is_empty();
        let mut kernels = FragmentKernels {
            fused: None,
            depth_stencil: [None, None],
            colour: None,
            skip_shade,
            depends_on_face: two_sided || shade.reads_face,
            shade,
            early,
            depth_use: DepthUse::of(early, &tests),
            uniforms,
        };
        // One fused kernel does shading, tests and writes, where that is faster.
        if !skip_shade && target.samples() == 1 && is_fused(program) {
            kernels.fused = Some(Fused {
                kernels: tests.map(|tests| self.fused(shade_key, &kernels, tests, &writes)),
                uniforms: fused_uniforms(stage, &uniforms),
            });
            return kernels;
        }
        // Otherwise each step has a kernel of its own.
        if !skip_shade {
            kernels.shade.kernels();
        }
        kernels.depth_stencil = tests.map(|key| {
            (!key.is_empty()).then(|| {
                let compile = |key: &_| kernel::compile(&Arc::new(depth_stencil::build(*key)));
                self.depth_stencil.get_or_insert_with(key, compile).clone()
            })
        });
        kernels.colour = (!writes.is_empty()).then(|| {
            let compile = |key: &_| kernel::compile(&Arc::new(colour::build(key)));
            self.colour.get_or_insert_with(writes, compile).clone()
        });
        kernels
    }

    /// The kernel of a program, the tests and the writes.
    fn fused(
        &mut self,
        shade: (ProgramId, FragmentStageKey),
        kernels: &FragmentKernels,
        depth_stencil: DepthStencilKey,
        colour: &ColourKey,
    ) -> Arc<Variants<Arc<dyn Kernel>>> {
        let key = FusedKey {
            shade,
            depth_stencil,
            colour: colour.clone(),
        };
        let compile = |_: &FusedKey| {
            let tests = (!depth_stencil.is_empty()).then(|| depth_stencil::build(depth_stencil));
            let (before, behind) = if kernels.early {
                (tests.as_ref(), None)
            } else {
                (None, tests.as_ref())
            };
            let writes = (!colour.is_empty()).then(|| colour::build(colour));
            let after: SmallVec<[&Program; 2]> = behind.into_iter().chain(&writes).collect();
            Arc::new(
                kernels
                    .shade
                    .programs
                    .map(|shade| kernel::compile(&Arc::new(chain(before, shade, &after)))),
            )
        };
        self.fused.get_or_insert_with(key, compile).clone()
    }
}

/// The uniforms of a program followed by those of the operations, by face.
fn fused_uniforms(stage: &Stage, faces: &[[f32; uniform::COUNT as usize]; 2]) -> [Arc<[f32]>; 2] {
    let shade = &stage.uniforms[..stage.program.n_uniforms as usize];
    faces.map(|face| shade.iter().chain(&face).copied().collect())
}

impl FragmentKernels {
    /// Takes the uniforms of another stage with the same program.
    pub(crate) fn set_uniforms(&mut self, stage: &Stage) {
        if let Some(fused) = &mut self.fused {
            fused.uniforms = fused_uniforms(stage, &self.uniforms);
        }
    }
}

/// The keys of the kernels of the operations.
pub(crate) struct OperationKeys {
    /// For back and front faces: `[is_front]`.
    pub(crate) depth_stencil: [DepthStencilKey; 2],
    pub(crate) colour: ColourKey,
}

impl OperationKeys {
    /// Those of a draw with this fragment program.
    pub(crate) fn of(shade: &FragmentStage, call: &DrawState) -> OperationKeys {
        let (ops, target) = (&call.ops, &*call.target);
        let has_plane = target.depth_stencil.is_some();
        OperationKeys {
            depth_stencil: [1, 0].map(|face| DepthStencilKey {
                alpha_test: ops.alpha_test,
                alpha_form: match (has_float_alpha(target), ops.clamp_color) {
                    (false, _) => AlphaForm::Fixed,
                    (true, true) => AlphaForm::Clamped,
                    (true, false) => AlphaForm::Float,
                },
                depth_test: ops.depth_test.filter(|_| has_plane),
                depth_write: ops.depth_write,
                depth_clamp: ops.depth_clamp,
                depth_offset: call.raster.polygon_offset.enabled.contains(&true),
                depth_bounds: ops.depth_bounds && has_plane,
                stencil: ops.stencil.filter(|_| has_plane).map(|faces| faces[face]),
                depth_output: shade.writes_depth,
            }),
            colour: ColourKey {
                planes: planes(ops, target),
                clamp: ops.clamp_color,
                blend: ops.blend,
                logic_op: ops.logic_op,
            },
        }
    }
}

fn has_float_alpha(target: &RenderTarget) -> bool {
    (target.color.first()).is_some_and(|(_, plane)| plane.is_float())
}

/// The colour planes that are written.
pub(crate) fn planes(ops: &FragmentOps, target: &RenderTarget) -> SmallVec<[ColourPlane; 4]> {
    let planes = target.color.iter().zip(ops.stored).zip(ops.srgb);
    planes
        .map(|(((output, storage), stored), is_srgb)| {
            let number = usize::from(*output).min(MAX_COLOR_PLANES - 1);
            ColourPlane {
                output: if ops.one_color { 0 } else { number as u8 },
                stored,
                is_float: storage.is_float(),
                is_srgb: is_srgb && !storage.is_float(),
                mask: ops.color_mask[number],
                blends: ops.blend.is_some() && ops.blends[number],
            }
        })
        .collect()
}

/// The uniforms of face 0 (front) or 1 (back).
fn face_uniforms(
    values: &FragmentOpsValues,
    face: usize,
    float_alpha: bool,
) -> [f32; uniform::COUNT as usize] {
    let bits = |x: u8| f32::from_bits(u32::from(x));
    let depth_bounds = values
        .depth_bounds
        .map(|bound| f32::from_bits(depth_to_fixed24(bound)));
    let [r, g, b, a] = values.blend_color;
    let (reference, mask) = (values.stencil_reference[face], values.stencil_mask[face]);
    let write_mask = values.stencil_write_mask[face];
    [
        if float_alpha {
            values.alpha_reference
        } else {
            alpha_reference(values.alpha_reference)
        },
        bits(reference),
        bits(mask),
        bits(write_mask),
        r,
        g,
        b,
        a,
        values.depth_range[0],
        values.depth_range[1],
        depth_bounds[0],
        depth_bounds[1],
    ]
}
