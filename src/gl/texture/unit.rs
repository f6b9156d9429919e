//! Texture units: what is bound and enabled, and what a draw samples (GL 1.5 sections 2.7, 3.8.15).

use super::coord_gen::TexGen;
use super::env::TexEnv;
use super::shader::ShaderStage;
use crate::device::Share;
use crate::device::texture::bound::BoundTexture;
use crate::device::texture::level::LevelImage;
use crate::device::texture::palette::Palette;
use crate::format::{BaseFormat, TextureShape};
use crate::gl::context::limits::MAX_TEXTURE_IMAGE_UNITS;
use crate::gl::texture_object::format::InternalFormat;
use crate::gl::texture_object::object::TextureHandle;
use crate::gl::texture_object::object::initial_palette;
use crate::gl::texture_object::parameters::TexParams;
use crate::gl::texture_object::sampler::SamplerObject;
use crate::gl::texture_object::target::TARGETS;
use crate::texture::{DepthMode, Texture, Wrap};
use std::sync::Arc;

/// State of one texture unit. Units from MAX_TEXTURE_UNITS on have no environment that counts, those from
/// MAX_TEXTURE_COORDS on no coordinate generation.
#[derive(Debug, Clone)]
pub struct TextureUnit {
    /// TEXTURE_1D and so on, by [`TextureShape`] number.
    pub enabled: [bool; TARGETS],
    /// Bound textures, by [`TextureShape`] number.
    pub bound: [Arc<TextureHandle>; TARGETS],
    /// TEXTURE_GEN_S, T, R, Q.
    pub gen_enabled: [bool; 4],
    /// Coordinate generation of s, t, r, q.
    pub tex_gen: [TexGen; 4],
    pub env: TexEnv,
    /// Texture shader stage.
    pub shader: ShaderStage,
    /// TEXTURE_LOD_BIAS of TEXTURE_FILTER_CONTROL.
    pub lod_bias: f32,
    /// SAMPLER_BINDING: samples in place of the textures' own parameters.
    pub sampler: Option<Arc<SamplerObject>>,
}

/// State of the context that counts for all textures.
#[derive(Debug, Clone, Copy, Default)]
pub struct Overrides<'a> {
    /// The palette that all paletted textures have in place of their own.
    pub palette: Option<&'a Arc<Palette>>,
    /// Whether cube maps are filtered across the edges of their faces.
    pub seamless: bool,
}

/// Kinds by falling priority of their enables (section 3.8.15, ARB_texture_rectangle). Array textures have none.
const PRIORITY: [TextureShape; 5] = [
    TextureShape::Cube,
    TextureShape::D3,
    TextureShape::Rectangle,
    TextureShape::D2,
    TextureShape::D1,
];

impl TextureUnit {
    /// The enabled target with the highest priority.
    pub fn enabled_kind(&self) -> Option<TextureShape> {
        PRIORITY
            .into_iter()
            .find(|kind| self.enabled[*kind as usize])
    }

    /// The texture of one kind, ready to be sampled; `None` when it is incomplete.
    pub fn texture_for(
        &self,
        kind: TextureShape,
        overrides: Overrides<'_>,
    ) -> Option<BoundTexture> {
        let mut object = self.bound[kind as usize].object.lock();
        let sampling = match &self.sampler {
            Some(sampler) => sampler.sampling(),
            None => object.params.sampling.clone(),
        };
        if !sampling.suits(kind) {
            return None;
        }
        let uses_mipmaps = sampling.uses_mipmaps();
        let known = object.texture.resolved(uses_mipmaps);
        let (mut image, mut format) =
            known.unwrap_or_else(|| object.resolve(kind, uses_mipmaps))?;
        if format.index_bits > 0 {
            let known = object.texture.colors_of(&image, overrides.palette);
            (image, format) = match known {
                Some(known) => known,
                None => object.texture.expand(&image, overrides.palette)?,
            };
        }
        let mut sampler = object
            .params
            .sampler_state(&sampling, format, self.lod_bias);
        let levels = object.levels();
        (sampler.base_level, sampler.max_level) = (levels.base as u32, levels.max as u32);
        // Without seams, wrap modes do not count: CLAMP takes the neighbours beyond the edges where it filters.
        if overrides.seamless && kind == TextureShape::Cube {
            // Only a texture without such an image is borrowed for a change, because draws compare changes.
            let known = object.texture.known_without_seams(&image);
            if let Some(bordered) = known.or_else(|| object.texture.without_seams(&image)) {
                image = bordered;
                sampler.wrap = [Wrap::Clamp; 3];
            }
        }
        Some(BoundTexture {
            base: sampled_base(format.base, sampler.depth_mode),
            texture: Texture { image, sampler },
            fixed: format.fixed,
            is_signed: format.is_signed(),
            kind,
        })
    }

    /// The texture of one kind as an ARB fragment program samples it: without depth comparison, unless the instruction
    /// has a SHADOW target (ARB_fragment_program_shadow).
    pub fn texture_for_program(
        &self,
        kind: TextureShape,
        overrides: Overrides<'_>,
        shadow: bool,
    ) -> Option<Texture> {
        let mut texture = self.texture_for(kind, overrides)?.texture;
        if !shadow {
            texture.sampler.compare = None;
        }
        Some(texture)
    }
}

/// The components that a sampler returns. Depths become those of DEPTH_TEXTURE_MODE.
fn sampled_base(base: BaseFormat, mode: DepthMode) -> BaseFormat {
    match (base, mode) {
        (BaseFormat::Depth, DepthMode::Luminance) => BaseFormat::Luminance,
        (BaseFormat::Depth, DepthMode::Intensity) => BaseFormat::Intensity,
        (BaseFormat::Depth, DepthMode::Alpha) => BaseFormat::Alpha,
        (BaseFormat::Depth, DepthMode::Red) => BaseFormat::Red,
        (base, _) => base,
    }
}

/// State of the units, default textures and proxies.
#[derive(Debug)]
pub struct TextureState {
    /// ACTIVE_TEXTURE − TEXTURE0
    pub active: usize,
    /// TEXTURE_SHADER_NV
    pub shaders: bool,
    /// TEXTURE_CUBE_MAP_SEAMLESS
    pub seamless: bool,
    /// MAX_TEXTURE_IMAGE_UNITS units.
    pub units: Vec<TextureUnit>,
    /// Default textures (name 0) of this context.
    pub defaults: [Arc<TextureHandle>; TARGETS],
    /// SHARED_TEXTURE_PALETTE_EXT is enabled.
    pub shared_palette_enabled: bool,
    /// The palette of SHARED_TEXTURE_PALETTE_EXT.
    pub shared_palette: Arc<Palette>,
    /// Palettes of the proxies: format and width, or nothing for one that could not be had.
    pub palette_proxies: [Option<(InternalFormat, u32)>; TARGETS],
    /// Results of proxy commands: by [`TextureShape`] number and level; `None` where the image could not be had.
    pub proxies: [Vec<Option<LevelImage>>; TARGETS],
}

const KINDS: [TextureShape; TARGETS] = [
    TextureShape::D1,
    TextureShape::D2,
    TextureShape::D3,
    TextureShape::Cube,
    TextureShape::Rectangle,
    TextureShape::D1Array,
    TextureShape::D2Array,
];

impl TextureState {
    /// The initial state of a context of a share group.
    pub fn new(share: &Share) -> TextureState {
        let defaults = KINDS.map(|kind| Arc::new(TextureHandle::new(share, 0, kind)));
        let unit = TextureUnit {
            enabled: [false; TARGETS],
            bound: defaults.clone(),
            gen_enabled: [false; 4],
            tex_gen: TexGen::INITIAL,
            env: TexEnv::default(),
            shader: ShaderStage::INITIAL,
            lod_bias: 0.0,
            sampler: None,
        };
        let units = vec![unit; MAX_TEXTURE_IMAGE_UNITS];
        TextureState {
            active: 0,
            shaders: false,
            seamless: false,
            shared_palette_enabled: false,
            shared_palette: initial_palette(),
            palette_proxies: [Some((InternalFormat::of_palette(&initial_palette()), 0)); TARGETS],
            units,
            defaults,
            proxies: Default::default(),
        }
    }

    /// The unit that ActiveTexture chose, which texture commands act on.
    pub fn active_unit(&self) -> &TextureUnit {
        &self.units[self.active]
    }

    pub fn active_unit_mut(&mut self) -> &mut TextureUnit {
        &mut self.units[self.active]
    }

    /// The kind of texture that a unit samples for fragments: what its texture shader reads, else its enabled target with the
    /// highest priority.
    pub fn kind_of(&self, unit: &TextureUnit) -> Option<TextureShape> {
        if self.shaders {
            unit.shader.operation.target()
        } else {
            unit.enabled_kind()
        }
    }

    /// What counts for all textures of a draw.
    pub fn overrides(&self) -> Overrides<'_> {
        Overrides {
            palette: self.override_palette(),
            seamless: self.seamless,
        }
    }

    /// The palette that all paletted textures have in place of their own.
    pub fn override_palette(&self) -> Option<&Arc<Palette>> {
        self.shared_palette_enabled.then_some(&self.shared_palette)
    }

    /// The texture bound to a target of the active unit.
    pub fn bound(&self, kind: TextureShape) -> Arc<TextureHandle> {
        self.active_unit().bound[kind as usize].clone()
    }
}

/// What PushAttrib(ENABLE_BIT) saves: targets and generators of all units.
#[derive(Debug)]
pub(crate) struct SavedUnits(Vec<([bool; TARGETS], [bool; 4])>);

impl SavedUnits {
    pub(crate) fn save(state: &TextureState) -> SavedUnits {
        let enables = |unit: &TextureUnit| (unit.enabled, unit.gen_enabled);
        SavedUnits(state.units.iter().map(enables).collect())
    }

    pub(crate) fn restore(self, state: &mut TextureState) {
        for (unit, saved) in state.units.iter_mut().zip(self.0) {
            (unit.enabled, unit.gen_enabled) = saved;
        }
    }
}

/// What PushAttrib(TEXTURE_BIT) saves: all units, and the parameters of the textures bound to them.
#[derive(Debug, Clone)]
pub struct SavedTextures {
    active: usize,
    shaders: bool,
    shared_palette_enabled: bool,
    units: Vec<TextureUnit>,
    params: Vec<[TexParams; TARGETS]>,
}

impl SavedTextures {
    /// Copies what PushAttrib(TEXTURE_BIT) saves.
    pub fn save(state: &TextureState) -> SavedTextures {
        let params = |unit: &TextureUnit| {
            unit.bound
                .each_ref()
                .map(|handle| handle.object.lock().params.clone())
        };
        SavedTextures {
            active: state.active,
            shaders: state.shaders,
            shared_palette_enabled: state.shared_palette_enabled,
            units: state.units.clone(),
            params: state.units.iter().map(params).collect(),
        }
    }

    /// Makes the bindings those of another context: the default textures become its own, the others what `find` knows
    /// by their names and kinds, else default textures.
    pub(crate) fn rebind(
        &mut self,
        defaults: &[Arc<TextureHandle>; TARGETS],
        find: impl Fn(u32, TextureShape) -> Option<Arc<TextureHandle>>,
    ) {
        for unit in &mut self.units {
            for (kind, bound) in KINDS.into_iter().zip(&mut unit.bound) {
                let named = (bound.name != 0).then(|| find(bound.name, kind)).flatten();
                *bound = named.unwrap_or_else(|| defaults[kind as usize].clone());
            }
        }
    }

    /// Restores the units with their enables, which belong to both TEXTURE_BIT and ENABLE_BIT. In the place of textures that
    /// have been deleted meanwhile, the default textures are bound.
    pub fn restore(
        &mut self,
        state: &mut TextureState,
        exists: impl Fn(&Arc<TextureHandle>) -> bool,
    ) {
        for (unit, params) in self.units.iter_mut().zip(&self.params) {
            for ((handle, params), default) in
                unit.bound.iter_mut().zip(params).zip(&state.defaults)
            {
                if handle.name != 0 && !exists(handle) {
                    *handle = default.clone();
                    continue;
                }
                let mut object = handle.object.lock();
                object.texture.touch();
                object.params.clone_from(params);
            }
        }
        // Bindings of sampler objects are not restored (ARB_sampler_objects 6.1.19).
        for (unit, current) in self.units.iter_mut().zip(&state.units) {
            unit.sampler.clone_from(&current.sampler);
        }
        state.units.clone_from(&self.units);
        (state.active, state.shaders) = (self.active, self.shaders);
        state.shared_palette_enabled = self.shared_palette_enabled;
    }
}
