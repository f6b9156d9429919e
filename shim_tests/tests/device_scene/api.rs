//! A small API on `trilobite::device`: its objects, its cached states, and its draws.

use crate::scene::{
    BACKGROUND, CORNERS, DIRECT3D, FLAT, HEIGHT, NEAR, NEAR_AT, Picture, RAMP, RAMP_AT,
    RAMP_DEPTHS, SIZE, SPRITE_SIZE, SPRITES, TEXELS, TURNED_AWAY, WIDTH, corners,
};
use crate::vertices::{
    Arrays, CLOCKWISE, COUNTERCLOCKWISE, DECLARATION, INDICES, INSTANCE_DECLARATION, Streamed,
    TINT, VERTEX_PROGRAM, buffer, quad,
};
use shim_tests::raster_scene::{fragment_ops, fragment_ops_values, raster_state};
use std::sync::Arc;
use trilobite::device::buffer::Buffer;
use trilobite::device::draw::programs::ProgramCache;
use trilobite::device::draw::states::{StateCache, StateKey};
use trilobite::device::draw::submit::submit;
use trilobite::device::draw::uniforms::{Values, resolve};
use trilobite::device::draw::{
    AttributeSource, ClearCall, Conventions, Culling, DrawState, FragmentOps, MAX_COLOR_PLANES,
    RasterState, RenderTarget, Renderer, Stage, StoredColor, Topology, VertexInput,
};
use trilobite::device::state::revision::Tracked;
use trilobite::device::target::planes::{Frame, pixel_bytes, pixel_color};
use trilobite::device::texture::bound::BoundTexture;
use trilobite::device::texture::format::StorageFormat;
use trilobite::device::texture::level::new_level;
use trilobite::device::texture::storage::Texture;
use trilobite::device::texture::texels::{RowSource, read_texels, write_texels};
use trilobite::device::vertex::Element;
use trilobite::device::vertex::stream::{CurrentValues, VertexStream};
use trilobite::format::{BaseFormat, TextureShape};
use trilobite::frontend::BoundProgram;
use trilobite::frontend::binding::SceneValue;
use trilobite::frontend::fixed_function::fragment::{self, FragmentKey, TextureEnv, UnitKey};
use trilobite::frontend::language::Language;
use trilobite::ir::interface::attribute;
use trilobite::texture::{self, CompareFunc, SamplerState, TexelFormat};

/// [`TEXELS`] as a source of rows.
struct Texels;

impl RowSource for Texels {
    fn colors(&mut self, y: u32, _: u32, out: &mut [[f32; 4]]) {
        let row = out.iter_mut().zip(TEXELS[y as usize]);
        row.for_each(|(out, texel)| *out = pixel_color(texel));
    }

    fn bytes(&mut self, y: u32, _: u32, out: &mut [[u8; 4]]) {
        let row = out.iter_mut().zip(TEXELS[y as usize]);
        row.for_each(|(out, texel)| *out = pixel_bytes(texel));
    }
}

/// Makes a texture of one level, whose texels are zero.
fn texture_of(format: StorageFormat, size: [u32; 3]) -> Texture {
    let mut texture = Texture::new(TextureShape::D2);
    let level = new_level(TextureShape::D2, format, size, 0).expect("memory for a test");
    texture.set_level(0, 0, Some(level));
    texture
}

/// The parameters of the vertex program. Fragment programs have none.
struct Locals([[f32; 4]; 2]);

impl Values for Locals {
    fn scene(&self, state: SceneValue) -> [f32; 4] {
        panic!("no program reads {state:?}")
    }
    fn env(&self, n: u32) -> [f32; 4] {
        panic!("no program reads env {n}")
    }
    fn local(&self, n: u32) -> [f32; 4] {
        self.0[n as usize]
    }
    fn named(&self, n: u32) -> [f32; 4] {
        panic!("no program reads parameter {n} by name")
    }
}

/// A program with its uniforms and textures.
fn stage(bound: &BoundProgram, values: &Locals, textures: Vec<Option<texture::Texture>>) -> Stage {
    let mut uniforms = Vec::new();
    resolve(&bound.bindings, values, &mut uniforms);
    Stage {
        program: bound.program.clone(),
        uniforms: uniforms.into(),
        textures,
    }
}

/// The id of the sprites' texture in the keys of states.
const SPRITE_TEXTURE: u64 = 7;

/// A small API with its objects and state.
pub(crate) struct Api {
    renderer: Renderer,
    pub(crate) conventions: Tracked<Conventions>,
    states: StateCache<u64, Arc<DrawState>>,
    /// The number of states that were built. Others were found in the cache.
    pub(crate) built: usize,
    vertex: Arc<BoundProgram>,
    fragments: ProgramCache<FragmentKey>,
    vertices: Buffer,
    instances: Buffer,
    indices: Buffer,
    sprite: Texture,
    colors: [Texture; 2],
    depth: Texture,
    target: Arc<RenderTarget>,
}

impl Api {
    /// Makes the objects of the scene.
    pub(crate) fn new() -> Api {
        let program = Language::Arbvp.load(VERTEX_PROGRAM.as_bytes(), None);
        let rgba = StorageFormat::plain(BaseFormat::Rgba, TexelFormat::Rgba8);
        let depths = StorageFormat::plain(BaseFormat::Depth, TexelFormat::Depth32F);

        // The texture, whose first row is the first one of TEXELS.
        let mut sprite = texture_of(rgba, [4, 2, 1]);
        let level = sprite.faces[0][0].as_mut().expect("the level was set");
        write_texels(level, [0; 3], [4, 2, 1], &mut Texels).expect("memory for a test");

        // The targets are textures, too.
        let mut colors = [texture_of(rgba, SIZE), texture_of(rgba, SIZE)];
        let mut depth = texture_of(depths, SIZE);
        let plane = |texture: &mut Texture| {
            let plane = texture.plane(0, 0, 0).expect("memory for a test");
            plane.expect("the level was set").storage.clone()
        };
        let target = RenderTarget {
            width: SIZE[0],
            height: SIZE[1],
            color: (0..).zip(colors.each_mut().map(plane)).collect(),
            depth_stencil: Some(plane(&mut depth)),
        };

        // The buffer holds three quads, so the draws' base vertices are 0, 4 and 8.
        let [width, height] = SPRITE_SIZE;
        let vertices = [
            quad([0.0, 0.0, width, height], 0.25, [!0; 4]),
            quad(FLAT, 0.5, CORNERS),
            quad(TURNED_AWAY, 0.5, [!0; 4]),
        ];
        let instances = SPRITES.iter().flat_map(|(at, tint)| {
            let at = at.iter().flat_map(|x| x.to_ne_bytes());
            at.chain(tint.to_le_bytes())
        });
        Api {
            renderer: Renderer::new(),
            conventions: Tracked::new(DIRECT3D),
            states: StateCache::default(),
            built: 0,
            vertex: program.expect("a correct program").code(),
            fragments: ProgramCache::default(),
            vertices: buffer(vertices.concat()),
            instances: buffer(instances.collect()),
            indices: buffer(INDICES.into_iter().flat_map(u16::to_ne_bytes).collect()),
            sprite,
            colors,
            depth,
            target: Arc::new(target),
        }
    }

    /// The texture with its sampler, which takes the nearest texel.
    fn bound_sprite(&self) -> BoundTexture {
        let sampled = self.sprite.image_of(TextureShape::D2, 0..=0);
        let (image, format) = sampled.expect("the level was set");
        BoundTexture {
            texture: texture::Texture {
                image,
                sampler: SamplerState::NEAREST,
            },
            base: format.base,
            kind: TextureShape::D2,
            fixed: format.fixed,
            is_signed: format.is_signed(),
        }
    }

    /// The state of a draw with or without the texture. The cache keeps it until the conventions change.
    fn state(&mut self, is_textured: bool) -> Arc<DrawState> {
        self.states.set_stamp(self.conventions.revision());
        let key = StateKey {
            materials: 0,
            textures: is_textured.then_some(SPRITE_TEXTURE).into_iter().collect(),
        };
        if let Some(state) = self.states.find(&key).cloned() {
            return state;
        }
        self.built += 1;
        let state = Arc::new(self.new_state(is_textured));
        self.states.insert(key, state.clone());
        state
    }

    /// Builds the state of a draw: both stages, rasterization, fragment operations.
    fn new_state(&mut self, is_textured: bool) -> DrawState {
        let mut key = FragmentKey::default();
        let mut textures = Vec::new();
        if is_textured {
            let bound = self.bound_sprite();
            key.units[0] = Some(UnitKey {
                target: bound.kind,
                base_format: bound.base,
                is_float: bound.is_float(),
                is_depth: false,
                signed: false,
                env: TextureEnv::Modulate,
            });
            textures.push(Some(bound.texture));
        }
        let fragment = self.fragments.get(key, fragment::build);

        // x from 0 to the width becomes −1 to 1, and y from 0 to the height becomes 1 to −1.
        let locals = Locals([
            [2.0 / WIDTH as f32, -2.0 / HEIGHT as f32, 1.0, 1.0],
            [-1.0, 1.0, 0.0, 0.0],
        ]);

        // The second colour plane takes red and alpha only.
        let mut ops = FragmentOps {
            depth_test: Some(CompareFunc::Less),
            one_color: true,
            ..fragment_ops()
        };
        ops.color_mask[1] = [true, false, false, true];
        DrawState {
            vertex: stage(&self.vertex, &locals, Vec::new()),
            fragment: stage(&fragment, &locals, textures),
            raster: Arc::new(RasterState {
                front_ccw: false,
                cull: Culling {
                    front: false,
                    back: true,
                },
                flat: true,
                conventions: *self.conventions,
                ..raster_state(WIDTH as i32, HEIGHT as i32)
            }),
            ops,
            values: fragment_ops_values(),
            target: self.target.clone(),
            occlusion: None,
        }
    }

    /// The values of attributes without an array. An instance is then neither moved nor tinted.
    fn constants() -> CurrentValues {
        let mut constants = [[0.0, 0.0, 0.0, 1.0]; attribute::STREAM_COUNT as usize];
        constants[TINT as usize] = [1.0; 4];
        constants
    }

    /// Draws indexed triangles of the vertex buffer, perhaps as an instance.
    fn draw_indexed(
        &mut self,
        state: &Arc<DrawState>,
        range: (usize, usize, usize),
        base_vertex: i32,
        instance: Option<u32>,
    ) {
        let constants = &Api::constants()[..attribute::COUNT as usize];
        let constants = constants.iter().copied().map(AttributeSource::Constant);
        let mut attributes: Vec<AttributeSource> = constants.collect();
        let mut declare = |elements: &[(u32, Element)], buffer: &Buffer| {
            for (number, element) in elements {
                attributes[*number as usize] = AttributeSource::Array {
                    data: buffer.data.clone(),
                    element: *element,
                };
            }
        };
        declare(&DECLARATION, &self.vertices);
        if instance.is_some() {
            declare(&INSTANCE_DECLARATION, &self.instances);
        }
        let indices = self.indices.index_array(range).expect("memory for a test");
        let mut vertices = Arrays {
            renderer: &mut self.renderer,
            vertices: Some(VertexInput {
                attributes,
                indices: Some(indices.expect("a range of the buffer")),
                count: range.1 as u32,
                base_vertex,
                instance: instance.unwrap_or(0),
                ..VertexInput::default()
            }),
        };
        let Ok(is_drawn) = submit(state, Topology::Triangles, &mut vertices);
        assert!(is_drawn);
    }

    /// Draws a quad whose vertices are specified one by one, as a strip or as two triangles. `depths` are those at the left and
    /// right side.
    fn draw_streamed(
        &mut self,
        stream: &mut VertexStream,
        topology: Topology,
        at: [f32; 4],
        depths: [f32; 2],
        color: u32,
    ) {
        let state = self.state(false);
        let mut current = Api::constants();
        current[attribute::COLOR as usize] = pixel_color(color);
        stream.begin(&mut self.renderer);
        if !stream.has(attribute::COLOR) {
            let added = stream.add_slot(attribute::COLOR, pixel_color(color));
            added.expect("memory for a test");
        }
        let order: &[usize] = match topology {
            Topology::TriangleStrip => &[0, 1, 2, 3],
            _ => &[0, 1, 2, 3, 2, 1],
        };
        for n in order {
            let [x, y] = corners(at)[*n];
            let pushed = stream.push([x, y, depths[n % 2], 1.0], &current);
            pushed.expect("memory for a test");
        }
        let mut vertices = Streamed {
            renderer: &mut self.renderer,
            stream,
            current: &current,
        };
        assert_eq!(submit(&state, topology, &mut vertices), Ok(true));
    }

    /// Clears the target and draws the scene.
    pub(crate) fn draw_scene(&mut self) -> Picture {
        self.renderer.clear(ClearCall {
            target: self.target.clone(),
            scissor: None,
            color: Some((pixel_color(BACKGROUND), [[true; 4]; MAX_COLOR_PLANES])),
            stored: Default::default(),
            srgb: Default::default(),
            depth: Some(1.0),
            stencil: None,
        });
        for instance in 0..SPRITES.len() as u32 {
            let textured = self.state(true);
            self.draw_indexed(&textured, CLOCKWISE, 0, Some(instance));
        }
        let plain = self.state(false);
        self.draw_indexed(&plain, CLOCKWISE, 4, None);
        self.draw_indexed(&plain, COUNTERCLOCKWISE, 8, None);
        let mut stream = VertexStream::default();
        // The renderer takes a flat strip only as arrays where the first vertex is provoking.
        let strip = Topology::TriangleStrip;
        self.draw_streamed(&mut stream, strip, RAMP_AT, RAMP_DEPTHS, RAMP);
        let triangles = Topology::Triangles;
        self.draw_streamed(&mut stream, triangles, NEAR_AT, [-0.1; 2], NEAR);
        self.read()
    }

    /// Finishes the draws and reads the target: the colours as a frame, the depths as texels of a texture.
    fn read(&mut self) -> Picture {
        self.renderer.flush();
        let colors = [0, 1].map(|n| {
            let frame = Frame::of(self.target.color[n].1.clone(), StoredColor::Rgba);
            let mut rows = vec![[0; WIDTH]; HEIGHT];
            let each = rows.iter_mut().enumerate();
            each.for_each(|(y, row)| frame.read(0, y as i64, row));
            rows
        });
        for texture in self.colors.iter_mut().chain([&mut self.depth]) {
            let plane = texture.plane(0, 0, 0).expect("memory for a test");
            plane.expect("the level was set").mark_newer();
            texture.settle().expect("memory for a test");
        }
        let level = self.depth.level(0, 0).expect("the level was set");
        let depth_row = |y| {
            let mut row = [[0.0; 4]; WIDTH];
            read_texels(level, y as u32, 0, &mut row);
            row.map(|texel| texel[0])
        };
        Picture {
            colors,
            depths: (0..HEIGHT).map(depth_row).collect(),
        }
    }
}
