//! The state of a draw as one immutable block, which stays while nothing that it depends on changes.
//!
//! ```text
//! revisions of all chapters as before?  ─ yes →  bound textures met before?  ─ yes →  the block of then
//!          │ no: forget all blocks                      │ no
//!          └────────────────────────────────────────────┴──→  build a block from state
//! ```
//!
//! Current values are no part of it: they are vertex data.
#![forbid(unsafe_code)]

use super::raster::raster_state;
use super::stages::PixelSource;
use super::stages::{current_target, fragment_ops, fragment_stage, vertex_stage};
use crate::format::TextureShape;
use crate::gl::Context;
use crate::gl::framebuffer::window_buffers;
use crate::gl::program::object::Enabled;
use crate::raster::DrawState;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;

/// Blocks kept, for as many combinations of textures.
const MAX_STATES: usize = 1024;

/// The revisions of everything that draws depend on, but for which textures are bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    chapters: [u64; 11],
    /// Texture objects, program objects, shaders and their symbols.
    objects: u64,
    framebuffer_objects: u64,
    surface: u64,
}

impl Stamp {
    fn of(cx: &Context) -> Stamp {
        Stamp {
            chapters: [
                cx.matrix.revision(),
                cx.lighting.revision(),
                cx.rasterization.revision(),
                cx.fragment.revision(),
                cx.framebuffer.revision(),
                cx.textures.revision(),
                cx.programs.revision(),
                cx.fragment_shaders.revision(),
                cx.vertex_shaders.revision(),
                cx.combiners.revision(),
                cx.queries.revision(),
            ],
            objects: cx.shared.device.objects.current(),
            framebuffer_objects: cx.shared.framebuffer_revision.current(),
            surface: cx.surfaces.draw.as_ref().map_or(0, |s| s.version()),
        }
    }
}

/// What blocks of one stamp differ in.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
struct Key {
    /// The material attributes that vertices have, by bit.
    materials: u16,
    /// The textures that are sampled.
    textures: SmallVec<[u64; 4]>,
}

/// Units that are sampled, with the kinds of their textures.
pub(crate) type Sampled = SmallVec<[(usize, TextureShape); 4]>;

/// The blocks of the stamp.
#[derive(Debug, Default)]
pub(crate) struct StateCache {
    stamp: Option<Stamp>,
    sampled: Sampled,
    /// Draws go to the front buffer of the surface.
    to_front: bool,
    /// The last ones used.
    recent: [Option<(Key, Arc<DrawState>)>; 2],
    states: FxHashMap<Key, Arc<DrawState>>,
}

impl StateCache {
    /// Forgets all blocks.
    pub(crate) fn clear(&mut self) {
        self.stamp = None;
        self.recent = Default::default();
        self.states.clear();
    }

    fn find(&mut self, key: &Key) -> Option<Arc<DrawState>> {
        let mut recent = self.recent.iter().flatten();
        if let Some((_, state)) = recent.find(|(own, _)| own == key) {
            return Some(state.clone());
        }
        let state = self.states.get(key)?.clone();
        self.use_now(key.clone(), &state);
        Some(state)
    }

    fn use_now(&mut self, key: Key, state: &Arc<DrawState>) {
        self.recent.swap(0, 1);
        self.recent[0] = Some((key, state.clone()));
    }

    fn keep(&mut self, key: Key, state: &Arc<DrawState>) {
        if self.states.len() >= MAX_STATES {
            self.states.clear();
        }
        self.states.insert(key.clone(), state.clone());
        self.use_now(key, state);
    }
}

/// The units whose textures the stages may sample; both sample a unit through one target.
pub(crate) fn sampled_units(cx: &Context) -> Sampled {
    let program = match cx.programs.fragment_program() {
        Enabled::Ready(program) => Some(program),
        _ => None,
    };
    let of_vertices = match cx.programs.vertex_program() {
        Enabled::Ready(program) => program.textures,
        _ => [None; 16],
    };
    let units = cx.textures.units.iter().enumerate();
    let sampled = units.filter_map(|(unit, state)| {
        let kind = match &program {
            Some(program) => program.textures[unit],
            None => cx.textures.kind_of(state),
        };
        Some((unit, kind.or(of_vertices[unit])?))
    });
    sampled.collect()
}

/// The state of a draw whose vertices have these material attributes; `None` without a draw surface.
pub(crate) fn draw_state(cx: &mut Context, materials: u16) -> Option<Arc<DrawState>> {
    let stamp = Stamp::of(cx);
    if cx.draws.states.stamp != Some(stamp) {
        cx.draws.states.clear();
        cx.draws.states.sampled = sampled_units(cx);
        cx.draws.states.to_front = window_buffers::draws_to_front(cx);
        cx.draws.states.stamp = Some(stamp);
    }
    let units = &cx.textures.units;
    let sampled = cx.draws.states.sampled.iter();
    let key = Key {
        materials,
        textures: sampled
            .map(|(unit, kind)| units[*unit].bound[*kind as usize].id)
            .collect(),
    };
    if let Some(found) = cx.draws.states.find(&key) {
        note_draw(cx);
        return Some(found);
    }
    let state = Arc::new(build(cx, materials)?);
    cx.draws.states.keep(key, &state);
    Some(state)
}

/// A draw in a known state: what is to be noted of every draw.
fn note_draw(cx: &mut Context) {
    if cx.framebuffer.draw.is_some() {
        window_buffers::render_target(cx);
    } else if cx.draws.states.to_front
        && let Some(surface) = &cx.surfaces.draw
    {
        surface.mark_front_drawn();
    }
}

fn build(cx: &mut Context, materials: u16) -> Option<DrawState> {
    let target = current_target(cx)?;
    let (fragment, coords_read, _) = fragment_stage(cx, PixelSource::None);
    let vertex = vertex_stage(cx, coords_read, materials);
    let raster = raster_state(cx, cx.draws.raster.as_ref());
    cx.draws.raster = Some(raster.clone());
    let (ops, values) = fragment_ops(cx);
    let occlusion = cx.queries.counter();
    Some(DrawState {
        vertex,
        fragment,
        raster,
        ops,
        values,
        target,
        occlusion,
    })
}
