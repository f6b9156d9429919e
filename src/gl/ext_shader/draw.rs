//! Draws with a vertex shader of EXT_vertex_shader: its code, and the values of its variants.

use super::object::VertexShaderState;
use crate::cache::Lru;
use crate::frontend::BoundProgram;
use crate::frontend::vertex_shader::lower::lower;
use crate::frontend::vertex_shader::shader::{Elements, Shader};
use crate::frontend::vertex_shader::{Counts, print};
use crate::gl::program::object::ProgramState;
use crate::ir::interface::attribute;
use crate::platform::roomy_stack::with_room;
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The most programs kept per shader: one for each set of the six clip planes.
const MAX_CODES: u32 = 64;

/// A complete definition, with its code.
#[derive(Debug)]
pub struct DefinedShader {
    /// An id that is unique in the process.
    pub(crate) id: u64,
    shader: Shader,
    /// The numbers of resources that it uses.
    pub(crate) counts: Counts,
    /// The variants, with their part, that the attributes from `attribute::VARIANT_0` on hold.
    pub(crate) variants: Vec<(u32, u32)>,
    /// The text of the shader, kept only where debug output needs it. The shader's spans then point into it.
    text: Arc<[u8]>,
    /// The code for each set of clip planes.
    codes: Mutex<Lru<u8, Arc<BoundProgram>>>,
}

impl DefinedShader {
    /// Makes a shader from what its definition has recorded.
    pub(crate) fn new(mut shader: Shader, counts: Counts) -> DefinedShader {
        static IDS: AtomicU64 = AtomicU64::new(0);
        let text = crate::debug::source_of_recorded(|| print::place_in_text(&mut shader));
        DefinedShader {
            id: IDS.fetch_add(1, Ordering::Relaxed),
            variants: if counts.are_within_limits() {
                shader.variants()
            } else {
                Vec::new()
            },
            shader,
            counts,
            text,
            codes: Mutex::new(Lru::new(MAX_CODES)),
        }
    }

    /// Whether the shader is within the limits. Beyond them it is undefined.
    pub(crate) fn is_within_limits(&self) -> bool {
        self.counts.are_within_limits()
    }

    /// The text. It is empty where no debug output needs it.
    pub(crate) fn text(&self) -> Arc<[u8]> {
        self.text.clone()
    }

    /// The value that the shader sets a local constant to.
    pub(crate) fn constant(&self, name: u32) -> Elements {
        self.shader
            .constants
            .get(&name)
            .copied()
            .unwrap_or_default()
    }

    /// The attribute that holds a part of a variant.
    pub(crate) fn attribute_of(&self, name: u32, part: u32) -> Option<u32> {
        let place = self.variants.iter().position(|v| *v == (name, part))?;
        Some(attribute::VARIANT_0 + place as u32)
    }

    /// The code for these enabled user clip planes, by bit.
    pub(crate) fn code(&self, clip_planes: u8) -> Arc<BoundProgram> {
        if let Some(code) = self.codes.lock().get(&clip_planes) {
            return code.clone();
        }
        let code = with_room(|| lower(&self.shader, clip_planes));
        let is_shown = crate::debug::words().muda;
        let code = Arc::new(code.with_text(&is_shown.then(|| self.text.clone())));
        let mut codes = self.codes.lock();
        codes.get_or_insert_with(clip_planes, |_| code).clone()
    }
}

/// One part of a variant's elements, as an attribute holds it: all of a scalar or vector, or a column of a matrix.
pub(crate) fn part_of(elements: &Elements, part: u32) -> [f32; 4] {
    let first = 4 * part as usize;
    std::array::from_fn(|c| elements[first + c])
}

impl VertexShaderState {
    /// Loads the current values of variants into the attributes of the shader that runs. It is called before vertices, and
    /// does nothing while the shader is the same as the last time.
    pub(crate) fn load_variants(&mut self, programs: &ProgramState, current: &mut [[f32; 4]]) {
        let shader = self.active(programs);
        let id = |shader: &Option<Arc<DefinedShader>>| shader.as_ref().map(|shader| shader.id);
        if id(&self.followed) == id(&shader) {
            return;
        }
        for (place, (name, part)) in shader.iter().flat_map(|s| &s.variants).enumerate() {
            let elements = self.variants.get(name).copied().unwrap_or_default();
            let slot = attribute::VARIANT_0 as usize + place;
            current[slot] = part_of(&elements, *part);
        }
        self.followed = shader;
    }
}
