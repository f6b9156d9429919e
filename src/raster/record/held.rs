//! How much memory a recording keeps alive.
//!
//! What only the recording has counts as its own: copied vertices, indices, uniforms. A texture or a buffer usually lives
//! elsewhere too, so it costs nothing until it is replaced there. Then the recording alone keeps the old version. A *look*
//! over everything recorded finds these versions by their reference counts. Looks are rare: one follows each time that so
//! many bytes have been recorded that all of them together with the known old versions may exceed the budget.
#![forbid(unsafe_code)]

use super::command::Recorded;
use super::merged_draw::{DrawRecord, Segments};
use crate::raster::call::draw_call::{AttributeSource, DrawState, VertexInput};
use crate::texture::Image;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The most bytes of its own that a recording may have.
const OWN_BYTES: usize = 8 << 20;
/// The most bytes of old versions of textures and buffers that a recording may keep alive.
const OLD_BYTES: usize = 64 << 20;
/// A look is not worth its time for fewer bytes than this.
const LOOK_BYTES: usize = 8 << 20;

/// The most commands of a recording, and the most states of its draws. Each list that executing it needs then stays below a few
/// megabytes.
const MOST: usize = 4096;

/// The memory that a recording keeps alive.
#[derive(Debug, Default)]
pub(crate) struct Held {
    /// Bytes that nothing else has.
    own: usize,
    /// Bytes of textures and buffers recorded since the last look.
    unknown: usize,
    /// Bytes of old versions that the last look found.
    old: usize,
    /// How many states there are.
    n_states: usize,
    /// The addresses of what is counted. All of it is alive, so that no address names two things.
    counted: FxHashSet<usize>,
}

impl Held {
    /// Counts a command that has been recorded.
    pub(crate) fn count(&mut self, command: &Recorded) {
        self.own += size_of::<Recorded>();
        if let Recorded::Draw(draw) = command {
            self.count_vertices(&draw.vertices);
            for state in &draw.segments.states {
                self.count_state(state);
            }
        }
    }

    /// Counts the state of a draw that has been merged with others.
    pub(crate) fn count_state(&mut self, state: &Arc<DrawState>) {
        if !self.counted.insert(address(state)) {
            return;
        }
        self.n_states += 1;
        for stage in [&state.vertex, &state.fragment] {
            if self.counted.insert(address(&stage.uniforms)) {
                self.own += 4 * stage.uniforms.len();
            }
            for texture in stage.textures.iter().flatten() {
                if self.counted.insert(address(&texture.image)) {
                    self.unknown += texels(&texture.image).map(|t| t.len()).sum::<usize>();
                }
            }
        }
    }

    fn count_vertices(&mut self, vertices: &VertexInput) {
        self.own += size_of_val(vertices.attributes.as_slice());
        if let Some(indices) = &vertices.indices {
            self.own += 4 * indices.len();
        }
        for data in arrays(vertices) {
            if self.counted.insert(address(data)) {
                let n_uses = arrays(vertices).filter(|d| Arc::ptr_eq(d, data)).count();
                match Arc::strong_count(data) == n_uses {
                    true => self.own += data.len(),
                    false => self.unknown += data.len(),
                }
            }
        }
    }

    /// Whether what has been recorded, with the draws that are being merged, keeps too much memory alive.
    pub(crate) fn is_too_much(&mut self, recorded: &[Recorded], merged: Option<&Segments>) -> bool {
        if self.unknown >= LOOK_BYTES.max(OLD_BYTES.saturating_sub(self.old)) {
            self.old = old_bytes(recorded, merged);
            self.unknown = 0;
        }
        let is_long = recorded.len() >= MOST || self.n_states >= MOST;
        is_long || self.own > OWN_BYTES || self.old >= OLD_BYTES
    }

    /// Forgets everything: the recording has been executed.
    pub(crate) fn clear(&mut self) {
        *self = Held {
            counted: std::mem::take(&mut self.counted),
            ..Held::default()
        };
        self.counted.clear();
    }
}

/// A version of a texture's level or of a buffer, and how often the recording refers to it.
struct Version {
    n_known: usize,
    n_all: usize,
    bytes: usize,
}

/// The bytes of versions to which nothing but the recording refers.
fn old_bytes(recorded: &[Recorded], merged: Option<&Segments>) -> usize {
    let mut versions: FxHashMap<usize, Version> = FxHashMap::default();
    let mut refer = |bytes: &Arc<Vec<u8>>| {
        let version = versions.entry(address(bytes)).or_insert(Version {
            n_known: 0,
            n_all: Arc::strong_count(bytes),
            bytes: bytes.len(),
        });
        version.n_known += 1;
    };
    let draws = || recorded.iter().filter_map(draw);
    draws().for_each(|draw| arrays(&draw.vertices).for_each(&mut refer));
    // States and images are shared by draws. Each refers to its parts once.
    let mut seen = FxHashSet::default();
    let segments = draws().map(|draw| &draw.segments).chain(merged);
    for state in segments.flat_map(|segments| &segments.states) {
        if !seen.insert(address(state)) {
            continue;
        }
        let textures = [&state.vertex, &state.fragment].map(|stage| &stage.textures);
        for texture in textures.into_iter().flatten().flatten() {
            if seen.insert(address(&texture.image)) {
                texels(&texture.image).for_each(&mut refer);
            }
        }
    }
    let old = versions.values().filter(|v| v.n_known == v.n_all);
    old.map(|version| version.bytes).sum()
}

fn draw(command: &Recorded) -> Option<&DrawRecord> {
    match command {
        Recorded::Draw(draw) => Some(draw),
        Recorded::Clear(_) => None,
    }
}

fn arrays(vertices: &VertexInput) -> impl Iterator<Item = &Arc<Vec<u8>>> {
    vertices
        .attributes
        .iter()
        .filter_map(|source| match source {
            AttributeSource::Array { data, .. } => Some(data),
            AttributeSource::Constant(_) => None,
        })
}

/// The texels of each level of each face.
fn texels(image: &Image) -> impl Iterator<Item = &Arc<Vec<u8>>> {
    let levels = image.faces.iter().flatten().flatten();
    levels.map(|level| &level.texels)
}

fn address<T: ?Sized>(shared: &Arc<T>) -> usize {
    Arc::as_ptr(shared).addr()
}
