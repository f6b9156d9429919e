//! Small scenes for the renderer: vertices with a colour each, a target, and states that tests change.
#![forbid(unsafe_code)]

use std::sync::Arc;
use trilobite::ir::interface::{attribute, fragment_input, varying};
use trilobite::ir::{Builder, Program};
use trilobite::platform::PixelStorage;
use trilobite::raster::*;

/// A vertex: clip coordinates and colour.
#[derive(Debug, Clone, Copy)]
pub struct SceneVertex {
    /// Clip coordinates.
    pub position: [f32; 4],
    /// Red, green, blue, alpha.
    pub color: [f32; 4],
}

/// A draw of arrays.
#[derive(Debug, Clone)]
pub struct SceneDraw {
    /// Primitives.
    pub topology: Topology,
    pub vertices: VertexInput,
    /// The other parts of the input.
    pub state: Arc<DrawState>,
}

impl SceneDraw {
    /// Draws.
    pub fn record(self, renderer: &mut Renderer) {
        renderer.draw(&self.state, self.topology, Vertices::Arrays(self.vertices));
    }
}

/// A vertex program that copies position and colour.
pub fn vertex_program() -> Arc<Program> {
    let mut b = Builder::new();
    for (from, to) in [
        (attribute::POSITION, varying::POSITION),
        (attribute::COLOR, varying::FRONT_COLOR),
    ] {
        for c in 0..4 {
            let x = b.load_input(4 * from + c);
            b.store_output(4 * to + c, x);
        }
    }
    Arc::new(b.finish())
}

/// A fragment program that returns the primary colour.
pub fn fragment_program() -> Arc<Program> {
    let mut b = Builder::new();
    for c in 0..4 {
        let x = b.load_input(4 * fragment_input::COLOR + c);
        b.store_output(c, x);
    }
    Arc::new(b.finish())
}

/// A target with both planes, with the programs and states of its draws.
#[derive(Debug)]
pub struct Scene {
    /// The target of the draws.
    pub target: Arc<RenderTarget>,
    /// The rasterization state.
    pub raster: RasterState,
    /// The fragment operations.
    pub ops: FragmentOps,
    pub values: FragmentOpsValues,
    /// The counter of fragments, if there is one.
    pub occlusion: Option<Arc<std::sync::atomic::AtomicU64>>,
    vertex: Arc<Program>,
    fragment: Arc<Program>,
}

/// The state of plain filled polygons in a viewport of this size.
pub fn raster_state(width: i32, height: i32) -> RasterState {
    RasterState {
        clip_planes: 0,
        viewport: [0, 0, width, height],
        depth_range: [0.0, 1.0],
        scissor: None,
        front_ccw: true,
        cull: Culling {
            front: false,
            back: false,
        },
        polygon_mode: [PolygonMode::Fill; 2],
        polygon_offset: PolygonOffset {
            enabled: [false; 3],
            factor: 0.0,
            units: 0.0,
        },
        polygon_stipple: None,
        flat: false,
        two_sided: false,
        clamp_colors: true,
        line_width: 1.0,
        line_stipple: None,
        line_smooth: false,
        point_size: 1.0,
        program_point_size: false,
        point_size_range: [1.0, 64.0],
        point_smooth: false,
        polygon_smooth: false,
        depth_clamp: false,
        point_sprite: None,
        multisample: None,
        conventions: Conventions::default(),
    }
}

/// Fragment operations without tests and blending, with all components written.
pub fn fragment_ops() -> FragmentOps {
    FragmentOps {
        alpha_test: None,
        depth_test: None,
        depth_write: true,
        depth_clamp: false,
        depth_bounds: false,
        stencil: None,
        blend: None,
        blends: [true; MAX_COLOR_PLANES],
        logic_op: None,
        color_mask: [[true; 4]; MAX_COLOR_PLANES],
        stored: Default::default(),
        srgb: Default::default(),
        one_color: false,
        clamp_color: true,
    }
}

/// The values of [`fragment_ops`], for tests that are enabled later.
pub fn fragment_ops_values() -> FragmentOpsValues {
    FragmentOpsValues {
        alpha_reference: 0.0,
        depth_range: [0.0, 1.0],
        depth_bounds: [0.0, 1.0],
        stencil_reference: [0; 2],
        stencil_mask: [0xff; 2],
        stencil_write_mask: [0xff; 2],
        blend_color: [0.0; 4],
    }
}

impl Scene {
    /// Makes a target of zeros, without tests and blending.
    pub fn new(width: u32, height: u32) -> Scene {
        Scene::build(width, height, false)
    }

    /// Does the same with several samples per pixel.
    pub fn multisampled(width: u32, height: u32) -> Scene {
        let mut scene = Scene::build(width, height, true);
        scene.raster.multisample = Some(Multisample {
            alpha_to_coverage: false,
            alpha_to_one: false,
            coverage: None,
            point_threshold: 0.0,
            shades_samples: false,
        });
        scene
    }

    fn build(width: u32, height: u32, multisampled: bool) -> Scene {
        let plane = || {
            let storage = PixelStorage::with_samples(width, height, multisampled);
            Arc::new(storage.expect("memory for a test"))
        };
        Scene {
            target: Arc::new(RenderTarget {
                width,
                height,
                color: [(0, plane())].into_iter().collect(),
                depth_stencil: Some(plane()),
            }),
            raster: raster_state(width as i32, height as i32),
            ops: fragment_ops(),
            values: fragment_ops_values(),
            occlusion: None,
            vertex: vertex_program(),
            fragment: fragment_program(),
        }
    }

    /// Sets the vertex program of the following draws.
    pub fn set_vertex_program(&mut self, program: Arc<Program>) {
        self.vertex = program;
    }

    /// Sets the fragment program of the following draws.
    pub fn set_fragment_program(&mut self, program: Arc<Program>) {
        self.fragment = program;
    }

    /// A draw of these vertices under the current states.
    pub fn draw_call(&self, topology: Topology, vertices: &[SceneVertex]) -> SceneDraw {
        // Vertices are packed: position, then colour, 16 bytes each. All other attributes are constant.
        let bytes: Vec<u8> = vertices
            .iter()
            .flat_map(|v| v.position.into_iter().chain(v.color))
            .flat_map(f32::to_ne_bytes)
            .collect();
        let data = Arc::new(bytes);
        let mut attributes =
            vec![AttributeSource::Constant([0.0, 0.0, 0.0, 1.0]); attribute::COUNT as usize];
        for (number, offset) in [(attribute::POSITION, 0), (attribute::COLOR, 16)] {
            attributes[number as usize] = AttributeSource::Array {
                data: data.clone(),
                element: Element::vec4(offset, 32),
            };
        }
        let stage = |program: &Arc<Program>| Stage {
            program: program.clone(),
            uniforms: Arc::default(),
            textures: Vec::new(),
        };
        attributes[attribute::EDGE_FLAG as usize] = AttributeSource::Constant([1.0; 4]);
        SceneDraw {
            topology,
            vertices: VertexInput {
                attributes,
                count: vertices.len() as u32,
                ..VertexInput::default()
            },
            state: Arc::new(DrawState {
                vertex: stage(&self.vertex),
                fragment: stage(&self.fragment),
                raster: Arc::new(self.raster.clone()),
                ops: self.ops,
                values: self.values,
                target: self.target.clone(),
                occlusion: self.occlusion.clone(),
            }),
        }
    }

    /// A clear of both planes.
    pub fn clear_call(&self, color: [f32; 4], depth: f32, stencil: u8) -> ClearCall {
        ClearCall {
            target: self.target.clone(),
            scissor: None,
            color: Some((color, [[true; 4]; MAX_COLOR_PLANES])),
            stored: Default::default(),
            srgb: Default::default(),
            depth: Some(depth),
            stencil: Some((stencil, 0xff)),
        }
    }

    /// All pixels of the colour plane, bottom row first.
    pub fn colors(&self) -> Vec<u32> {
        read(&self.target.color[0].1, 0)
    }

    /// One sample of all pixels of the colour plane and of the depth-stencil plane.
    pub fn samples(&self, sample: u32) -> (Vec<u32>, Vec<u32>) {
        let depth = self.target.depth_stencil.as_ref();
        (
            read(&self.target.color[0].1, sample),
            read(depth.expect("the scene has one"), sample),
        )
    }

    /// All pixels of the depth-stencil plane.
    pub fn depth_stencil(&self) -> Vec<u32> {
        read(
            self.target
                .depth_stencil
                .as_ref()
                .expect("the scene has one"),
            0,
        )
    }
}

fn read(plane: &PixelStorage, sample: u32) -> Vec<u32> {
    let width = plane.width() as usize;
    let mut pixels = vec![0; width * plane.height() as usize];
    for (y, row) in pixels.chunks_mut(width).enumerate() {
        plane.read_sample_row(0, y as u32, sample, row);
    }
    pixels
}

/// A quad over the whole target at depth `z`.
pub fn full_quad(z: f32, color: [f32; 4]) -> [SceneVertex; 4] {
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, y]| SceneVertex {
        position: [x, y, 2.0 * z - 1.0, 1.0],
        color,
    })
}

/// The set pixels of a small scene, as (x, y).
fn pixels(scene: &Scene) -> Vec<(i32, i32)> {
    let width = scene.target.width as i32;
    let lit =
        |(p, color): (usize, &u32)| (*color != 0).then_some((p as i32 % width, p as i32 / width));
    scene.colors().iter().enumerate().filter_map(lit).collect()
}

/// A vertex at these window coordinates of a target 16 pixels wide and high.
pub fn at(x: f32, y: f32, color: [f32; 4]) -> SceneVertex {
    SceneVertex {
        position: [x / 8.0 - 1.0, y / 8.0 - 1.0, 0.0, 1.0],
        color,
    }
}

/// The set pixels after one draw.
pub fn drawn(scene: &Scene, topology: Topology, vertices: &[SceneVertex]) -> Vec<(i32, i32)> {
    let mut renderer = Renderer::new();
    renderer.set_workers(0);
    scene.draw_call(topology, vertices).record(&mut renderer);
    renderer.flush();
    pixels(scene)
}

/// The value that depth 1 is stored as.
pub const DEPTH_MAX: f64 = 0xff_ffff as f64;

pub const WHITE: [f32; 4] = [1.0; 4];
