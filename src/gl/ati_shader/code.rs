//! The code of a fragment shader of ATI_fragment_shader or ATI_text_fragment_shader: one kernel program for each state.

use crate::cache::Lru;
use crate::frontend::BoundProgram;
use crate::frontend::assembly::ati::lower::{Key, lower};
use crate::frontend::assembly::ati::print;
use crate::frontend::assembly::ati::shader::Shader;
use crate::frontend::fixed_function::fragment::PixelPlace;
use crate::platform::roomy_stack::with_room;
use parking_lot::Mutex;
use std::sync::Arc;

/// The most programs kept per shader. The state of one shader seldom changes between more.
const MAX_VARIANTS: u32 = 32;

/// A valid shader, with its code for each state that it was drawn in.
#[derive(Debug)]
pub struct DefinedShader {
    shader: Shader,
    /// The texture coordinate sets that it names, by bit.
    pub(crate) coords_read: u8,
    /// The texture units that it samples, by bit.
    sampled: u8,
    /// The text of the shader, kept only where debug output needs it. The shader's spans then point into it.
    text: Arc<[u8]>,
    variants: Mutex<Lru<Key, Arc<BoundProgram>>>,
}

impl DefinedShader {
    /// Makes a shader from what its definition has recorded.
    pub(crate) fn new(mut shader: Shader) -> DefinedShader {
        let text = crate::debug::source_of_recorded(|| print::place_in_text(&mut shader));
        DefinedShader::with_text(shader, text)
    }

    /// Makes a shader from a text.
    pub(crate) fn of_text(shader: Shader, text: &Arc<[u8]>) -> DefinedShader {
        DefinedShader::with_text(shader, text.clone())
    }

    fn with_text(shader: Shader, text: Arc<[u8]>) -> DefinedShader {
        DefinedShader {
            coords_read: shader.coords_read(),
            sampled: shader.units_sampled(),
            shader,
            text,
            variants: Mutex::new(Lru::new(MAX_VARIANTS)),
        }
    }

    /// The text. It is empty for a recorded shader where no debug output needs it.
    pub(crate) fn text(&self) -> Arc<[u8]> {
        self.text.clone()
    }

    /// The code for a state. It is made outside of the lock: two contexts may both make it, and one result is kept.
    pub(crate) fn code(&self, key: &Key) -> Arc<BoundProgram> {
        if let Some(code) = self.variants.lock().get(key) {
            return code.clone();
        }
        let code = with_room(|| lower(&self.shader, key));
        let is_shown = crate::debug::words().muda;
        let code = Arc::new(code.with_text(&is_shown.then(|| self.text.clone())));
        let mut variants = self.variants.lock();
        variants.get_or_insert_with(*key, |_| code).clone()
    }

    /// Whether it samples a texture unit.
    pub(crate) fn samples(&self, unit: usize) -> bool {
        self.sampled >> unit & 1 != 0
    }

    /// Where the code finds the pixels of a rectangle.
    pub(crate) fn pixel_place(&self) -> PixelPlace {
        self.shader.pixel_place()
    }
}
