//! A scene through `trilobite::device`, without `gl`: what a small API of its own has to do to draw (issue 21, point 3).
//!
//! The scene is drawn in the conventions of Direct3D 9 and in OpenGL's. Each picture must be the one that a scalar
//! calculation gives for its conventions, pixel for pixel, so the test fails whichever convention is lost:
//!
//! | | Direct3D 9 | OpenGL |
//! |---|---|---|
//! | centres of pixels | at whole numbers | half a pixel further |
//! | depths that are seen | 0 to 1, stored as they are | −1 to 1, stored as (z + 1) / 2 |
//! | flat colour | of the first vertex | of the last vertex |
//! | row 0 of a target | the highest | the lowest |
//!
//! What is in the scene, in pixels from the upper left corner:
//!
//! ```text
//!     4        20   34    40..50      72   76   92  94  106 110 120   128
//!   3 ┌─────────┐          ┌───────────┐   ┌─────┐  ┌────┐  ┌────┐
//!     │ sprite 0│    ┌─────┼───┐  flat ╱   │ramp │  │near│  │turned
//!  11 └─────────┘    │ sprite 1│    ╱  │   └─────┘  └────┘  │ away
//!  20                └─────┴───┴───────┘                    └────┘
//! ```
//!
//! The sprites are instances of one textured quad. The ramp's depth crosses 0, the near quad lies at −0.1.
#![forbid(unsafe_code)]

use shim_tests::raster_scene::{fragment_ops, fragment_ops_values, raster_state};
use std::collections::TryReserveError;
use std::convert::Infallible;
use std::sync::Arc;
use trilobite::device::buffer::Buffer;
use trilobite::device::draw::programs::ProgramCache;
use trilobite::device::draw::states::{StateCache, StateKey};
use trilobite::device::draw::submit::{Forms, submit};
use trilobite::device::draw::uniforms::{Values, resolve};
use trilobite::device::draw::{
    AttributeSource, ClearCall, Conventions, Culling, DepthClip, DrawState, FragmentOps, Origin,
    PackedVertices, PixelCentre, Provoking, RasterState, RenderTarget, Renderer, Stage,
    StoredColor, Topology, VertexInput,
};
use trilobite::device::state::revision::Tracked;
use trilobite::device::target::planes::{Frame, pixel_bytes, pixel_color};
use trilobite::device::texture::bound::BoundTexture;
use trilobite::device::texture::format::StorageFormat;
use trilobite::device::texture::level::new_level;
use trilobite::device::texture::storage::Texture;
use trilobite::device::texture::texels::{RowSource, read_texels, write_texels};
use trilobite::device::vertex::stream::{CurrentValues, VertexStream};
use trilobite::device::vertex::{ComponentType, Element};
use trilobite::format::{BaseFormat, TextureShape};
use trilobite::frontend::BoundProgram;
use trilobite::frontend::binding::SceneValue;
use trilobite::frontend::fixed_function::fragment::{self, FragmentKey, TextureEnv, UnitKey};
use trilobite::frontend::language::Language;
use trilobite::ir::interface::attribute;
use trilobite::texture::{self, CompareFunc, SamplerState, TexelFormat};

const WIDTH: usize = 128;
const HEIGHT: usize = 32;

/// Wider than a tile, so that the flat square lies in two of them.
const SIZE: [u32; 3] = [WIDTH as u32, HEIGHT as u32, 1];

/// Colours are alpha, red, green, blue from the highest byte down.
const BACKGROUND: u32 = 0xff10_2030;
const RAMP: u32 = 0xff00_ffff;
const NEAR: u32 = 0xffff_00ff;

/// The colours of the flat square's corners: upper left, upper right, lower left, lower right.
const CORNERS: [u32; 4] = [0xffff_8000, 0xff00_80ff, 0xff80_ff00, 0xff40_40c0];

/// The texture, first row first.
const TEXELS: [[u32; 4]; 2] = [
    [0xffff_ffff, 0xffc0_8040, 0xff40_c080, 0xff80_40c0],
    [0xff20_6020, 0xff60_2020, 0xff20_2060, 0xffe0_e020],
];

/// Where the sprites' upper left corners lie, and what their texels are multiplied by: all or nothing of a component, so
/// that nothing is rounded.
const SPRITES: [([f32; 2], u32); 2] = [([4.25, 3.25], 0xffff_ffff), ([34.25, 6.25], 0xffff_00ff)];
const SPRITE_SIZE: [f32; 2] = [16.0, 8.0];

/// Left, top, right, bottom.
const FLAT: [f32; 4] = [40.25, 4.25, 72.25, 20.25];
const RAMP_AT: [f32; 4] = [76.0, 4.0, 92.0, 12.0];
const NEAR_AT: [f32; 4] = [94.25, 3.25, 106.25, 11.25];
const TURNED_AWAY: [f32; 4] = [110.25, 4.25, 120.25, 20.25];

/// The ramp's depths at its left and its right side: 0 lies at x = 76 + 16 / 3 = 81 1/3.
const RAMP_DEPTHS: [f32; 2] = [-0.15, 0.3];

const OPENGL: Conventions = Conventions {
    origin: Origin::LowerLeft,
    pixel_centre: PixelCentre::Half,
    depth_clip: DepthClip::MinusOneToOne,
    provoking: Provoking::Last,
};
const DIRECT3D: Conventions = Conventions {
    origin: Origin::UpperLeft,
    pixel_centre: PixelCentre::Integer,
    depth_clip: DepthClip::ZeroToOne,
    provoking: Provoking::First,
};

/// Places in pixels from the upper left corner become clip coordinates; an instance is moved and tinted.
const VERTEX_PROGRAM: &str = "!!ARBvp1.0
    PARAM scale = program.local[0];
    PARAM shift = program.local[1];
    TEMP place;
    MOV place, vertex.position;
    ADD place.xy, place, vertex.attrib[6];
    MAD result.position, place, scale, shift;
    MUL result.color, vertex.color, vertex.attrib[7];
    MOV result.texcoord[0], vertex.texcoord[0];
    END";
const SHIFT: u32 = attribute::GENERIC_0 + 6;
const TINT: u32 = attribute::GENERIC_0 + 7;

// Vertices: x, y, z as floats, blue, green, red and alpha as bytes, then two texture coordinates.
const VERTEX_BYTES: usize = 24;
const DECLARATION: [(u32, Element); 3] = [
    (
        attribute::POSITION,
        element(ComponentType::F32, 3, 0, VERTEX_BYTES, 0),
    ),
    (
        attribute::COLOR,
        element(ComponentType::Bgra8, 4, 12, VERTEX_BYTES, 0),
    ),
    (
        attribute::TEX_COORD_0,
        element(ComponentType::F32, 2, 16, VERTEX_BYTES, 0),
    ),
];

// Instances: where, then the tint.
const INSTANCE_BYTES: usize = 12;
const INSTANCE_DECLARATION: [(u32, Element); 2] = [
    (SHIFT, element(ComponentType::F32, 2, 0, INSTANCE_BYTES, 1)),
    (TINT, element(ComponentType::Bgra8, 4, 8, INSTANCE_BYTES, 1)),
];

const fn element(
    component: ComponentType,
    size: u8,
    offset: usize,
    stride: usize,
    divisor: u32,
) -> Element {
    Element {
        component,
        size,
        normalized: matches!(component, ComponentType::Bgra8),
        stride,
        offset,
        divisor,
    }
}

/// The indices of a quad's two triangles, clockwise on the screen, and the other way round after them.
const INDICES: [u16; 12] = [0, 1, 2, 3, 2, 1, 2, 1, 0, 1, 2, 3];
const CLOCKWISE: (usize, usize, usize) = (0, 6, 2);
const COUNTERCLOCKWISE: (usize, usize, usize) = (12, 6, 2);

/// Upper left, upper right, lower left, lower right.
fn corners([left, top, right, bottom]: [f32; 4]) -> [[f32; 2]; 4] {
    [[left, top], [right, top], [left, bottom], [right, bottom]]
}

/// The four vertices of a quad.
fn quad(at: [f32; 4], z: f32, colors: [u32; 4]) -> Vec<u8> {
    let texture = corners([0.0, 0.0, 1.0, 1.0]);
    let mut bytes = Vec::new();
    for ((place, color), texture) in corners(at).into_iter().zip(colors).zip(texture) {
        for x in [place[0], place[1], z] {
            bytes.extend(x.to_ne_bytes());
        }
        bytes.extend(color.to_le_bytes());
        bytes.extend(texture.into_iter().flat_map(f32::to_ne_bytes));
    }
    bytes
}

fn buffer(bytes: Vec<u8>) -> Buffer {
    let mut buffer = Buffer::default();
    buffer.replace(bytes);
    buffer
}

/// [`TEXELS`] on their way into a texture.
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

/// A texture of one level, all zero.
fn texture_of(format: StorageFormat, size: [u32; 3]) -> Texture {
    let mut texture = Texture::new(TextureShape::D2);
    let level = new_level(TextureShape::D2, format, size, 0).expect("memory for a test");
    texture.set_level(0, 0, Some(level));
    texture
}

/// The parameters of the vertex program; the fragment programs have none.
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

fn stage(bound: &BoundProgram, values: &Locals, textures: Vec<Option<texture::Texture>>) -> Stage {
    let mut uniforms = Vec::new();
    resolve(&bound.bindings, values, &mut uniforms);
    Stage {
        program: bound.program.clone(),
        uniforms: Arc::new(uniforms),
        textures,
    }
}

/// Vertices of buffers.
struct Arrays<'a> {
    renderer: &'a mut Renderer,
    vertices: Option<VertexInput>,
}

impl Forms for Arrays<'_> {
    type Error = Infallible;

    fn renderer(&mut self) -> &mut Renderer {
        self.renderer
    }

    fn arrays(&mut self) -> Result<Option<VertexInput>, Infallible> {
        Ok(self.vertices.take())
    }
}

/// Vertices that came one by one.
struct Streamed<'a> {
    renderer: &'a mut Renderer,
    stream: &'a mut VertexStream,
    current: &'a CurrentValues,
}

impl Forms for Streamed<'_> {
    type Error = TryReserveError;

    fn renderer(&mut self) -> &mut Renderer {
        self.renderer
    }

    fn draw_lent(&mut self, state: &Arc<DrawState>, topology: Topology) -> bool {
        self.stream.draw_lent(self.renderer, state, topology)
    }

    fn packed(&mut self) -> Result<Option<(&mut Renderer, PackedVertices<'_>)>, TryReserveError> {
        self.stream.detach(self.renderer)?;
        let vertices = self.stream.packed(0, self.stream.count(), self.current);
        Ok(Some((self.renderer, vertices)))
    }

    fn arrays(&mut self) -> Result<Option<VertexInput>, TryReserveError> {
        self.stream.detach(self.renderer)?;
        Ok(Some(VertexInput {
            attributes: self.stream.sources(self.current),
            count: self.stream.count(),
            ..VertexInput::default()
        }))
    }
}

/// The id of the sprites' texture in the keys of states.
const SPRITE_TEXTURE: u64 = 7;

/// A small API with its objects and state.
struct Api {
    renderer: Renderer,
    conventions: Tracked<Conventions>,
    states: StateCache<u64>,
    /// The number of states that were built, not found.
    built: usize,
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
    fn new() -> Api {
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
            color: colors.each_mut().map(|color| (0, plane(color))).to_vec(),
            depth_stencil: Some(plane(&mut depth)),
        };

        // Three quads one after the other; the draws' base vertices are 0, 4 and 8.
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

    /// The texture as draws sample it: nearest texels.
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
        }
    }

    /// The state of a draw with the texture or without, kept until the conventions change.
    fn state(&mut self, is_textured: bool) -> Arc<DrawState> {
        self.states.set_stamp(self.conventions.revision());
        let key = StateKey {
            materials: 0,
            textures: is_textured.then_some(SPRITE_TEXTURE).into_iter().collect(),
        };
        if let Some(state) = self.states.find(&key) {
            return state;
        }
        self.built += 1;
        let state = Arc::new(self.new_state(is_textured));
        self.states.insert(key, &state);
        state
    }

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

        // x from 0 to the width becomes −1 to 1, y from 0 to the height 1 to −1.
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

    /// What all vertices have that a draw has no array for: no shift, no tint.
    fn constants() -> CurrentValues {
        let mut constants = [[0.0, 0.0, 0.0, 1.0]; attribute::STREAM_COUNT as usize];
        constants[TINT as usize] = [1.0; 4];
        constants
    }

    /// Draws triangles of the buffers.
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

    /// Draws a quad whose vertices come one by one, as a strip or as two triangles. Its depth is given at the left and at the
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
    fn draw_scene(&mut self) -> Picture {
        self.renderer.clear(ClearCall {
            target: self.target.clone(),
            scissor: None,
            color: Some((pixel_color(BACKGROUND), [true; 4])),
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
        // Of flat strips the renderer copies no vertices where first ones are provoking: there these are arrays.
        let strip = Topology::TriangleStrip;
        self.draw_streamed(&mut stream, strip, RAMP_AT, RAMP_DEPTHS, RAMP);
        let triangles = Topology::Triangles;
        self.draw_streamed(&mut stream, triangles, NEAR_AT, [-0.1; 2], NEAR);
        self.read()
    }

    /// Carries everything out, and reads the target: the colours as a frame, the depths as a texture's texels.
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

/// The two colour planes and the depths, first row first.
struct Picture {
    colors: [Vec<[u32; WIDTH]>; 2],
    depths: Vec<[f32; WIDTH]>,
}

/// A rectangle of the scene: where, its depths at the left and the right side, its colour at a place.
struct Shape {
    at: [f32; 4],
    depths: [f32; 2],
    color: Box<dyn Fn(f32, f32) -> u32>,
}

/// Everything that may be seen, in the order of the draws. Places count from the upper left corner.
fn shapes(conventions: Conventions) -> Vec<Shape> {
    let sprite = |([left, top], tint): ([f32; 2], u32)| Shape {
        at: [left, top, left + SPRITE_SIZE[0], top + SPRITE_SIZE[1]],
        depths: [0.25; 2],
        color: Box::new(move |x, y| {
            TEXELS[((y - top) / 4.0) as usize][((x - left) / 4.0) as usize] & tint
        }),
    };
    // The triangles are made of the corners 0, 1, 2 and 3, 2, 1.
    let [above, below] = match conventions.provoking {
        Provoking::First => [CORNERS[0], CORNERS[3]],
        Provoking::Last => [CORNERS[2], CORNERS[1]],
    };
    let [left, top, right, bottom] = FLAT;
    let is_above = move |x, y| (x - left) / (right - left) + (y - top) / (bottom - top) < 1.0;
    let mut shapes: Vec<Shape> = SPRITES.into_iter().map(sprite).collect();
    shapes.extend([
        Shape {
            at: FLAT,
            depths: [0.5; 2],
            color: Box::new(move |x, y| if is_above(x, y) { above } else { below }),
        },
        Shape {
            at: RAMP_AT,
            depths: RAMP_DEPTHS,
            color: Box::new(|_, _| RAMP),
        },
        Shape {
            at: NEAR_AT,
            depths: [-0.1; 2],
            color: Box::new(|_, _| NEAR),
        },
    ]);
    shapes
}

/// The picture by scalar calculation: of each pixel the nearest shape that its centre is in.
fn expected(conventions: Conventions) -> Picture {
    let mut picture = Picture {
        colors: [0, 1].map(|_| vec![[BACKGROUND; WIDTH]; HEIGHT]),
        depths: vec![[1.0; WIDTH]; HEIGHT],
    };
    let centre = match conventions.pixel_centre {
        PixelCentre::Half => 0.5,
        PixelCentre::Integer => 0.0,
    };
    let shapes = shapes(conventions);
    for (row, column) in (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (y, x))) {
        let x = column as f32 + centre;
        let from_origin = row as f32 + centre;
        let y = match conventions.origin {
            Origin::UpperLeft => from_origin,
            Origin::LowerLeft => HEIGHT as f32 - from_origin,
        };
        for shape in &shapes {
            let [left, top, right, bottom] = shape.at;
            let part = (x - left) / (right - left);
            let z = shape.depths[0] + part * (shape.depths[1] - shape.depths[0]);
            let depth = match conventions.depth_clip {
                DepthClip::ZeroToOne => z,
                DepthClip::MinusOneToOne => (z + 1.0) / 2.0,
            };
            let is_inside = (left..right).contains(&x) && (top..bottom).contains(&y);
            let nearest = &mut picture.depths[row][column];
            if is_inside && depth >= 0.0 && depth < *nearest {
                *nearest = depth;
                let color = (shape.color)(x, y);
                picture.colors[0][row][column] = color;
                picture.colors[1][row][column] = color & 0xffff_0000 | BACKGROUND & 0xffff;
            }
        }
    }
    picture
}

/// A clipped vertex lies on one of 256 places in a pixel, so the ramp's slope, 0.03 a pixel, may be off by 1/256 of it.
const DEPTH_BOUND: f32 = 2e-4;

#[track_caller]
fn assert_same(actual: &Picture, expected: &Picture) {
    for (row, column) in (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (y, x))) {
        for plane in [0, 1] {
            let [is, should] = [actual, expected].map(|p| p.colors[plane][row][column]);
            assert_eq!(
                is, should,
                "plane {plane}, row {row}, column {column}: {is:08x}, not {should:08x}"
            );
        }
        let [is, should] = [actual, expected].map(|p| p.depths[row][column]);
        assert!(
            (is - should).abs() < DEPTH_BOUND,
            "row {row}, column {column}: depth {is}, not {should}"
        );
    }
}

/// The first and last column, then the first and last row, of what is drawn in these columns.
fn extent(picture: &Picture, columns: std::ops::Range<usize>) -> Option<[usize; 4]> {
    let mut extent = None;
    for (y, row) in picture.colors[0].iter().enumerate() {
        for x in columns.clone().filter(|x| row[*x] != BACKGROUND) {
            let [left, right, top, bottom] = extent.unwrap_or([x, x, y, y]);
            extent = Some([left.min(x), right.max(x), top.min(y), bottom.max(y)]);
        }
    }
    extent
}

/// The picture is the calculated one in either convention. The draws of a frame share two states, which a change of
/// conventions forgets.
#[test]
fn a_scene_is_the_calculated_one_in_the_conventions_of_either_api() {
    let mut api = Api::new();
    for (conventions, built) in [(DIRECT3D, 2), (OPENGL, 4), (DIRECT3D, 6)] {
        *api.conventions = conventions;
        for _ in 0..2 {
            assert_same(&api.draw_scene(), &expected(conventions));
            assert_eq!(api.built, built);
        }
    }
}

/// The same by hand, without the scalar calculation: where things are, and their colours and depths.
#[test]
fn each_convention_is_seen_in_the_picture() {
    let mut api = Api::new();
    let direct3d = api.draw_scene();
    *api.conventions = OPENGL;
    let opengl = api.draw_scene();
    let extents = |columns: std::ops::Range<usize>| {
        [&direct3d, &opengl].map(|picture| extent(picture, columns.clone()))
    };

    // Sprite 0, from 4 1/4 to 20 1/4 and from 3 1/4 to 11 1/4: the centres 5 to 20 and 4 to 11 are in it, or 4 1/2 to
    // 19 1/2 and, from below, 20 3/4 to 28 3/4, of which the centres are 21 1/2 to 28 1/2.
    assert_eq!(
        extents(0..30),
        [Some([5, 20, 4, 11]), Some([4, 19, 21, 28])]
    );

    // The ramp, from 76 to 92 and from 4 to 12. Centres on its upper edge are in it, those on its right and its lower edge
    // are not. A depth below 0 is cut away left of 81 1/3.
    assert_eq!(
        extents(75..93),
        [Some([82, 91, 4, 11]), Some([76, 91, 20, 27])]
    );

    // The near quad, at −0.1; and the one that is turned away.
    assert_eq!(extents(93..108), [None, Some([94, 105, 21, 28])]);
    assert_eq!(extents(108..WIDTH), [None, None]);

    // The first row of texels is the upper one: its highest row is row 4 of the target, or row 28 from below.
    assert_eq!(direct3d.colors[0][4][5..9], [TEXELS[0][0]; 4]);
    assert_eq!(direct3d.colors[0][11][5..9], [TEXELS[1][0]; 4]);
    assert_eq!(opengl.colors[0][28][4..8], [TEXELS[0][0]; 4]);
    assert_eq!(opengl.colors[0][21][4..8], [TEXELS[1][0]; 4]);

    // Flat colours, above and below the square's diagonal, which runs from the lower left to the upper right corner.
    let flat = |picture: &Picture, rows: [usize; 2]| {
        [
            picture.colors[0][rows[0]][60],
            picture.colors[0][rows[1]][70],
        ]
    };
    assert_eq!(flat(&direct3d, [6, 18]), [CORNERS[0], CORNERS[3]]);
    assert_eq!(flat(&opengl, [25, 13]), [CORNERS[2], CORNERS[1]]);

    // Sprite 1 was drawn before the square and is nearer: red and blue of the last texel of the first row.
    assert_eq!(direct3d.colors[0][8][48], 0xff80_00c0);
    assert_eq!(direct3d.colors[1][8][48], 0xff80_2030);

    // Its depth is 0.25, the square's 0.5.
    let depths = |picture: &Picture, row: usize| [picture.depths[row][48], picture.depths[row][60]];
    let near = |a: [f32; 2], b: [f32; 2]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6);
    assert!(near(depths(&direct3d, 8), [0.25, 0.5]));
    assert!(near(depths(&opengl, 23), [0.625, 0.75]));
}
