//! Prepares everything that a draw's state needs, once for each state of a flush.
#![forbid(unsafe_code)]

use crate::raster::call::draw_call::{DrawState, PolygonMode, Stage, Topology};
use crate::raster::fragment::kernels::{KernelCache, planes};
use crate::raster::fragment::stage_key::FragmentStageKey;
use crate::raster::geometry::target::target_rect;
use crate::raster::primitive::context::RasterContext;
use crate::raster::scene::bins::PreparedDraw;
use crate::raster::vertex::varyings::{VertexLayout, flat_colors};
use crate::texture::Texture;
use rustc_hash::FxHashMap;
use std::sync::Arc;

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

/// The indices of the states so far.
pub(crate) struct DrawNumbers<'a> {
    kernels: &'a mut KernelCache,
    /// By the address of a state, which a prepared draw keeps alive.
    known: FxHashMap<(*const DrawState, Class), u32>,
    /// The draw that was prepared last.
    last: Option<(Class, u32)>,
}

impl KernelCache {
    /// To number the states of a flush.
    pub(crate) fn numbers(&mut self) -> DrawNumbers<'_> {
        DrawNumbers {
            kernels: self,
            known: FxHashMap::default(),
            last: None,
        }
    }
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
        if let Some(known) = self.known.get(&(Arc::as_ptr(state), class)) {
            return *known;
        }
        let number = draws.len() as u32;
        let last = self.last.filter(|(of, _)| *of == class);
        let last = last.and_then(|(_, last)| draws.get(last as usize));
        let prepared = match last.and_then(|last| prepare_like(last, state, number)) {
            Some(prepared) => prepared,
            None => prepare(self.kernels, state, class, number),
        };
        draws.push(prepared);
        self.known.insert((Arc::as_ptr(state), class), number);
        self.last = Some((class, number));
        number
    }
}

/// Prepares a draw of the same class as an earlier one that differs from it in uniforms and in textures of the same forms.
/// `None` if it differs in more.
fn prepare_like(
    earlier: &PreparedDraw,
    call: &Arc<DrawState>,
    number: u32,
) -> Option<PreparedDraw> {
    let (a, b) = (&earlier.call, call);
    let forms = |stage: &Stage| {
        let forms = [Texture::gives_fractions, Texture::is_planar];
        forms.map(|is_so| units_where(&stage.textures, is_so))
    };
    let is_alike = Arc::ptr_eq(&a.raster, &b.raster)
        && Arc::ptr_eq(&a.target, &b.target)
        && a.vertex.program.id == b.vertex.program.id
        && a.fragment.program.id == b.fragment.program.id
        && (a.ops, a.values) == (b.ops, b.values)
        && forms(&a.fragment) == forms(&b.fragment);
    is_alike.then(|| PreparedDraw {
        call: call.clone(),
        vertex: earlier.vertex.clone(),
        fragment: earlier.fragment.for_draw(a, b),
        raster: earlier.raster.for_draw(number),
        n_slots: earlier.n_slots,
    })
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

/// Finds the kernels of a draw.
fn prepare(
    kernels: &mut KernelCache,
    call: &Arc<DrawState>,
    class: Class,
    number: u32,
) -> PreparedDraw {
    let state = &call.raster;
    let has_mode = |mode| class == Class::Polygons && state.polygon_mode.contains(&mode);
    let points = class == Class::Points || has_mode(PolygonMode::Point);
    let lines = class == Class::Lines || has_mode(PolygonMode::Line);
    let polygons = has_mode(PolygonMode::Fill);
    let vertex = kernels.vertex_stage(&call.vertex);
    let key = FragmentStageKey {
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
        fraction_units: units_where(&call.fragment.textures, Texture::gives_fractions),
        planar_units: units_where(&call.fragment.textures, Texture::is_planar),
    };
    let fragment =
        kernels.fragment_kernels(&call.fragment, key, &call.ops, &call.values, &call.target);
    let layout = VertexLayout::new(
        &fragment.shade.scalars,
        state,
        key.flat,
        call.fragment.program.varyings.clamped,
    );
    let planes = planes(&call.ops, &call.target);
    let outputs = planes
        .iter()
        .map(|plane| 4 * (usize::from(plane.output) + 1));
    PreparedDraw {
        raster: RasterContext::new(number, state.clone(), layout, target_rect(&call.target)),
        vertex,
        n_slots: outputs.max().unwrap_or(0).max(fragment.shade.n_outputs),
        fragment,
        call: call.clone(),
    }
}
