//! A fragment shader of ATI_fragment_shader or ATI_text_fragment_shader as draws use it: its code for each state that it was
//! drawn in (TRAPS 2.25, 2.29, 2.30, 2.40). The stage is built in `gl::draw`.

use crate::frontend::BoundProgram;
use crate::frontend::assembly::ati::lower::{Key, lower};
use crate::frontend::assembly::ati::print;
use crate::frontend::assembly::ati::shader::Shader;
use crate::frontend::fixed_function::fragment::PixelPlace;
use crate::platform::roomy_stack::with_room;
use parking_lot::Mutex;
use std::sync::Arc;

/// Code kept per shader; the state of one shader seldom changes between more. When full, all is forgotten.
const MAX_VARIANTS: usize = 32;

/// A valid shader, with its code for the states that it was drawn in.
#[derive(Debug)]
pub struct DefinedShader {
    shader: Shader,
    /// Texture coordinate sets that it names, by bit.
    coords_read: u8,
    /// Texture units that it samples, by bit.
    sampled: u8,
    /// Its text, where a debug switch asks for it; the shader's spans point into it then.
    text: Arc<[u8]>,
    variants: Mutex<Vec<(Key, Arc<BoundProgram>)>>,
}

impl DefinedShader {
    /// A shader as its definition left it.
    pub(crate) fn new(mut shader: Shader) -> DefinedShader {
        let text = crate::debug::source_of_recorded(|| print::place_in_text(&mut shader));
        DefinedShader::with_text(shader, text)
    }

    /// A shader that was read from a text.
    pub(crate) fn of_text(shader: Shader, text: &Arc<[u8]>) -> DefinedShader {
        DefinedShader::with_text(shader, text.clone())
    }

    fn with_text(shader: Shader, text: Arc<[u8]>) -> DefinedShader {
        DefinedShader {
            coords_read: shader.coords_read(),
            sampled: shader.units_sampled(),
            shader,
            text,
            variants: Mutex::default(),
        }
    }

    /// Its text; empty for a recorded shader whose text no debug switch asks for.
    pub(crate) fn text(&self) -> Arc<[u8]> {
        self.text.clone()
    }

    /// Texture coordinate sets that it names, by bit.
    pub(crate) fn coords_read(&self) -> u8 {
        self.coords_read
    }

    /// Whether it samples a texture unit.
    pub(crate) fn samples(&self, unit: usize) -> bool {
        self.sampled >> unit & 1 != 0
    }

    /// Where it takes the pixels of a rectangle.
    pub(crate) fn pixel_place(&self) -> PixelPlace {
        self.shader.pixel_place()
    }

    /// Its code for a state.
    pub(crate) fn code(&self, key: &Key) -> Arc<BoundProgram> {
        let mut variants = self.variants.lock();
        if let Some((_, code)) = variants.iter().find(|(known, _)| known == key) {
            return code.clone();
        }
        if variants.len() >= MAX_VARIANTS {
            variants.clear();
        }
        let code = with_room(|| lower(&self.shader, key));
        let is_shown = crate::debug::words().muda;
        let code = Arc::new(code.with_text(&is_shown.then(|| self.text.clone())));
        variants.push((*key, code.clone()));
        code
    }
}
