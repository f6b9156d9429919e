//! Draws with a fragment shader of ATI_fragment_shader or ATI_text_fragment_shader: its code for the state as it stands, its textures (TRAPS 2.25,
//! 2.29, 2.30, 2.40).

use crate::frontend::BoundProgram;
use crate::frontend::assembly::ati::lower::{Key, lower};
use crate::frontend::assembly::ati::print;
use crate::frontend::assembly::ati::shader::{REGISTERS, Shader};
use crate::frontend::fixed_function::fragment::PixelPlace;
use crate::gl::Context;
use crate::gl::draw::keys::{color_sum, fog_mode};
use crate::gl::draw::stages::{PixelSource, stage};
use crate::gl::program::object::Target;
use crate::platform::roomy_stack::with_room;
use crate::raster::Stage;
use crate::texture::Texture;
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
    /// Its text, where somebody wants to see it; the shader's spans point into it then.
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

    /// Its text; empty for a recorded shader whose text nobody wants to see.
    pub(crate) fn text(&self) -> Arc<[u8]> {
        self.text.clone()
    }

    fn code(&self, key: &Key) -> Arc<BoundProgram> {
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

    /// What the code depends on. Only units that the shader samples count.
    fn key(&self, cx: &Context, pixel_source: PixelSource) -> Key {
        let target = |unit: usize| {
            let sampled = self.sampled >> unit & 1 != 0;
            sampled.then(|| cx.textures.units[unit].enabled_kind())?
        };
        Key {
            targets: std::array::from_fn(target),
            color_sum: color_sum(cx),
            fog: fog_mode(cx),
            pixel_source,
        }
    }

    /// The textures by unit. Depth comparison is off (ATI_fragment_shader, "Interactions with ARB_shadow").
    fn textures(&self, cx: &Context) -> Vec<Option<Texture>> {
        (0..REGISTERS)
            .map(|number| {
                if self.sampled >> number & 1 == 0 {
                    return None;
                }
                let unit = &cx.textures.units[number];
                let palette = cx.textures.override_palette();
                unit.texture_for_program(unit.enabled_kind()?, palette, false)
            })
            .collect()
    }
}

/// The fragment stage of a shader with the parameters of this target, the texture coordinate sets that it reads, and where it looks for pixels of a
/// rectangle.
pub(crate) fn shader_stage(
    cx: &mut Context,
    target: Target,
    shader: &DefinedShader,
    source: PixelSource,
) -> (Stage, u8, PixelPlace) {
    let code = shader.code(&shader.key(cx, source));
    let textures = shader.textures(cx);
    let stage = stage(cx, target, &code, textures);
    (stage, shader.coords_read, shader.shader.pixel_place())
}
