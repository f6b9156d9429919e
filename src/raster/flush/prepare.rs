//! Prepares everything that a draw's state needs, once for each state of a flush. What states share is kept.
#![forbid(unsafe_code)]

use crate::ir::ProgramId;
use crate::raster::call::draw_call::{
    DrawState, PolygonMode, RasterState, RenderTarget, Stage, Topology,
};
use crate::raster::call::fragment_operations::{FragmentOps, FragmentOpsValues};
use crate::raster::fragment::kernels::{FragmentKernels, KernelCache, planes};
use crate::raster::fragment::stage_key::FragmentStageKey;
use crate::raster::geometry::target::target_rect;
use crate::raster::primitive::context::RasterContext;
use crate::raster::scene::bins::PreparedDraw;
use crate::raster::vertex::stage::VertexStage;
use crate::raster::vertex::varyings::{VertexLayout, flat_colors};
use crate::texture::Texture;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Weak};

/// The kind of primitives before polygon modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Class {
    Points,
    Lines,
    Polygons,
}

impl From<Topology> for Class {
    fn from(topology: Topology) -> Class {
        match topology {
            Topology::Points => Class::Points,
            Topology::Lines | Topology::LineStrip | Topology::LineLoop => Class::Lines,
            _ => Class::Polygons,
        }
    }
}

/// The most forms that are kept.
const RECENT_FORMS: usize = 16;

/// Prepares draws. Those that differ from an earlier one in uniforms only, or in textures of the same forms, share what was
/// prepared for it, also after the flush.
#[derive(Default)]
pub(crate) struct Preparer {
    kernels: KernelCache,
    /// At most [`RECENT_FORMS`].
    recent: Vec<Form>,
    /// The place of the next form, when there are as many.
    oldest: usize,
    /// The indices of a flush's states so far, by the address of the state, which a prepared draw keeps alive.
    known: FxHashMap<(usize, Class), u32>,
}

impl std::fmt::Debug for Preparer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Preparer({:?}, {})", self.kernels, self.recent.len())
    }
}

/// What decides how a draw is prepared.
#[derive(Debug, Clone, Copy, PartialEq)]
struct FormKey {
    class: Class,
    /// Vertex program and fragment program.
    programs: [ProgramId; 2],
    ops: FragmentOps,
    values: FragmentOpsValues,
    /// Units of the fragment program whose textures give fractions, and those whose textures are planar.
    units: [u32; 2],
}

/// What draws of the same key, rasterization state and target share.
struct Form {
    key: FormKey,
    raster: Arc<RasterState>,
    /// A weak reference: a window that is gone must not keep its planes.
    target: Weak<RenderTarget>,
    context: RasterContext,
    vertex: Arc<VertexStage>,
    fragment: Arc<FragmentKernels>,
    /// The uniforms that `fragment` was made with.
    uniforms: Arc<[f32]>,
    n_slots: usize,
}

/// The indices of the states of a flush.
pub(crate) struct DrawNumbers<'a> {
    preparer: &'a mut Preparer,
}

impl DrawNumbers<'_> {
    /// The index among `draws` of a state for primitives of a topology; prepares a new one.
    pub(crate) fn of(
        &mut self,
        state: &Arc<DrawState>,
        topology: Topology,
        draws: &mut Vec<PreparedDraw>,
    ) -> u32 {
        let class = Class::from(topology);
        let key = (Arc::as_ptr(state) as usize, class);
        if let Some(known) = self.preparer.known.get(&key) {
            return *known;
        }
        let number = draws.len() as u32;
        draws.push(self.preparer.prepare(state, class, number));
        self.preparer.known.insert(key, number);
        number
    }
}

impl Preparer {
    /// To number the states of a flush.
    pub(crate) fn numbers(&mut self) -> DrawNumbers<'_> {
        self.known.clear();
        DrawNumbers { preparer: self }
    }

    /// The kernel for a vertex program.
    pub(crate) fn vertex_stage(&mut self, stage: &Stage) -> Arc<VertexStage> {
        self.kernels.vertex_stage(stage)
    }

    fn prepare(&mut self, call: &Arc<DrawState>, class: Class, number: u32) -> PreparedDraw {
        let key = FormKey::of(call, class);
        let known = self.recent.iter().position(|f| f.is_of(&key, call));
        let at = known.unwrap_or_else(|| {
            let form = Form::new(&mut self.kernels, call, key);
            self.keep(form)
        });
        self.recent[at].draw(call, number)
    }

    /// Keeps a form, in place of the oldest one if there are many. Returns its place.
    fn keep(&mut self, form: Form) -> usize {
        if self.recent.len() < RECENT_FORMS {
            self.recent.push(form);
            return self.recent.len() - 1;
        }
        let at = self.oldest;
        self.recent[at] = form;
        self.oldest = (at + 1) % RECENT_FORMS;
        at
    }
}

impl FormKey {
    fn of(call: &DrawState, class: Class) -> FormKey {
        let forms = [Texture::gives_fractions, Texture::is_planar];
        FormKey {
            class,
            programs: [call.vertex.program.id, call.fragment.program.id],
            ops: call.ops,
            values: call.values,
            units: forms.map(|is_so| units_where(&call.fragment.textures, is_so)),
        }
    }
}

impl Form {
    fn is_of(&self, key: &FormKey, call: &DrawState) -> bool {
        self.key == *key
            && self.target.as_ptr() == Arc::as_ptr(&call.target)
            && (Arc::ptr_eq(&self.raster, &call.raster) || self.raster == call.raster)
    }

    /// The prepared draw of this state.
    fn draw(&mut self, call: &Arc<DrawState>, number: u32) -> PreparedDraw {
        if !Arc::ptr_eq(&self.uniforms, &call.fragment.uniforms) {
            Arc::make_mut(&mut self.fragment).set_uniforms(&call.fragment);
            self.uniforms = call.fragment.uniforms.clone();
        }
        PreparedDraw {
            raster: self.context.for_draw(number),
            vertex: self.vertex.clone(),
            n_slots: self.n_slots,
            fragment: self.fragment.clone(),
            call: call.clone(),
        }
    }

    /// Finds the kernels for draws like this one.
    fn new(kernels: &mut KernelCache, call: &DrawState, key: FormKey) -> Form {
        let state = &call.raster;
        let class = key.class;
        let has_mode = |mode| class == Class::Polygons && state.polygon_mode.contains(&mode);
        let points = class == Class::Points || has_mode(PolygonMode::Point);
        let lines = class == Class::Lines || has_mode(PolygonMode::Line);
        let polygons = has_mode(PolygonMode::Fill);
        let vertex = kernels.vertex_stage(&call.vertex);
        let stage_key = FragmentStageKey {
            flat: flat_colors(state, vertex.constant_colors),
            // Where samples are covered, primitives are not antialiased.
            coverage: state.multisample.is_none()
                && (points && state.point_smooth && state.point_sprite.is_none()
                    || lines && state.line_smooth
                    || polygons && state.polygon_smooth),
            clamp: call.ops.clamp_color,
            means: polygons && state.polygon_smooth,
            centroids: call.fragment.program.varyings.centroid != 0
                && state.multisample.is_some_and(|m| !m.shades_samples),
            fraction_units: key.units[0],
            planar_units: key.units[1],
        };
        let fragment = Arc::new(kernels.fragment_kernels(call, stage_key));
        let layout = VertexLayout::new(
            &fragment.shade.scalars,
            state,
            stage_key.flat,
            call.fragment.program.varyings.clamped,
        );
        let planes = planes(&call.ops, &call.target);
        let outputs = planes
            .iter()
            .map(|plane| 4 * (usize::from(plane.output) + 1));
        Form {
            raster: state.clone(),
            target: Arc::downgrade(&call.target),
            context: RasterContext::new(0, state.clone(), layout, target_rect(&call.target)),
            vertex,
            n_slots: outputs.max().unwrap_or(0).max(fragment.shade.n_outputs),
            fragment,
            uniforms: call.fragment.uniforms.clone(),
            key,
        }
    }
}

/// Units whose textures are so, by bit, and those without a texture, which read (0, 0, 0, 1).
fn units_where(textures: &[Option<Texture>], is_so: fn(&Texture) -> bool) -> u32 {
    let others = textures.iter().enumerate().filter(|(_, texture)| {
        let texture = texture.as_ref();
        texture.is_some_and(|texture| !is_so(texture))
    });
    !others.fold(0, |units, (unit, _)| {
        units | 1u32.checked_shl(unit as u32).unwrap_or(0)
    })
}
