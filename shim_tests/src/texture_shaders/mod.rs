//! Texture shaders as NV_texture_shader, NV_texture_shader2 and NV_texture_shader3 describe them, and random setups.
//!
//! The oracle computes one fragment at a time in f64, and shares nothing with the driver. Operations and formats have
//! the names of the specification. A setup reaches the driver as calls written as text (`calls::script`).

mod consistency;
mod evaluate;
mod texture;

use crate::random::Random;
use std::fmt::Write;
use texture::Texture;

pub const UNITS: usize = 8;
/// Red, green, blue and alpha, or the components that a format has instead.
pub type Vector = [f64; 4];

/// A stage, with the coordinates that its unit has: at the lower left corner, then what a width and a height add.
#[derive(Debug, Clone)]
pub struct Stage {
    operation: &'static str,
    previous: usize,
    mapping: &'static str,
    cull: [&'static str; 4],
    matrix: [f64; 4],
    scale: f64,
    bias: f64,
    eye: [f64; 3],
    texture: Option<Texture>,
    coordinates: [[f64; 3]; 4],
}

/// All stages.
#[derive(Debug, Clone)]
pub struct Setup {
    stages: Vec<Stage>,
    depth_range: [f64; 2],
}

/// The result of a fragment.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The result cannot be decided. A coordinate is too close to the edge of a texel, or a comparison to its threshold,
    /// for the driver's precision.
    Undecided,
    /// The fragment is killed.
    Killed,
    /// The colours of the texture units, and the depth if it is replaced.
    Colors(Box<[Vector; UNITS]>, Option<f64>),
}

/// The target that an operation reads.
fn target_of(operation: &str) -> Option<&'static str> {
    Some(match operation {
        "NONE" | "PASS_THROUGH_NV" | "CULL_FRAGMENT_NV" | "DOT_PRODUCT_NV" => return None,
        "DOT_PRODUCT_PASS_THROUGH_NV" => return None,
        "DOT_PRODUCT_DEPTH_REPLACE_NV" | "DOT_PRODUCT_AFFINE_DEPTH_REPLACE_NV" => return None,
        _ if operation.contains("CUBE_MAP") => "TEXTURE_CUBE_MAP",
        _ if operation.contains("RECTANGLE") => "TEXTURE_RECTANGLE",
        _ if operation.contains("3D") => "TEXTURE_3D",
        _ if operation.contains("1D") => "TEXTURE_1D",
        _ => "TEXTURE_2D",
    })
}

const SOURCES: [&str; 9] = [
    "NONE",
    "TEXTURE_1D",
    "TEXTURE_2D",
    "TEXTURE_2D",
    "TEXTURE_3D",
    "TEXTURE_RECTANGLE",
    "TEXTURE_CUBE_MAP",
    "PASS_THROUGH_NV",
    "CULL_FRAGMENT_NV",
];

const DEPENDENT: [&str; 20] = [
    "OFFSET_TEXTURE_2D_NV",
    "OFFSET_TEXTURE_2D_SCALE_NV",
    "OFFSET_TEXTURE_RECTANGLE_NV",
    "OFFSET_TEXTURE_RECTANGLE_SCALE_NV",
    "OFFSET_PROJECTIVE_TEXTURE_2D_NV",
    "OFFSET_PROJECTIVE_TEXTURE_2D_SCALE_NV",
    "OFFSET_PROJECTIVE_TEXTURE_RECTANGLE_NV",
    "OFFSET_PROJECTIVE_TEXTURE_RECTANGLE_SCALE_NV",
    "OFFSET_HILO_TEXTURE_2D_NV",
    "OFFSET_HILO_TEXTURE_RECTANGLE_NV",
    "OFFSET_HILO_PROJECTIVE_TEXTURE_2D_NV",
    "OFFSET_HILO_PROJECTIVE_TEXTURE_RECTANGLE_NV",
    "DEPENDENT_AR_TEXTURE_2D_NV",
    "DEPENDENT_GB_TEXTURE_2D_NV",
    "DEPENDENT_HILO_TEXTURE_2D_NV",
    "DEPENDENT_RGB_TEXTURE_3D_NV",
    "DEPENDENT_RGB_TEXTURE_CUBE_MAP_NV",
    "DOT_PRODUCT_PASS_THROUGH_NV",
    "DOT_PRODUCT_TEXTURE_1D_NV",
    "DOT_PRODUCT_AFFINE_DEPTH_REPLACE_NV",
];

/// Sequences of stages that depend on each other.
const RUNS: [&[&str]; 10] = [
    &["DOT_PRODUCT_NV", "DOT_PRODUCT_TEXTURE_2D_NV"],
    &["DOT_PRODUCT_NV", "DOT_PRODUCT_TEXTURE_RECTANGLE_NV"],
    &["DOT_PRODUCT_NV", "DOT_PRODUCT_DEPTH_REPLACE_NV"],
    &[
        "DOT_PRODUCT_NV",
        "DOT_PRODUCT_NV",
        "DOT_PRODUCT_TEXTURE_3D_NV",
    ],
    &[
        "DOT_PRODUCT_NV",
        "DOT_PRODUCT_NV",
        "DOT_PRODUCT_TEXTURE_CUBE_MAP_NV",
    ],
    &[
        "DOT_PRODUCT_NV",
        "DOT_PRODUCT_NV",
        "DOT_PRODUCT_REFLECT_CUBE_MAP_NV",
    ],
    &[
        "DOT_PRODUCT_NV",
        "DOT_PRODUCT_NV",
        "DOT_PRODUCT_CONST_EYE_REFLECT_CUBE_MAP_NV",
    ],
    &[
        "DOT_PRODUCT_NV",
        "DOT_PRODUCT_DIFFUSE_CUBE_MAP_NV",
        "DOT_PRODUCT_REFLECT_CUBE_MAP_NV",
    ],
    &[
        "DOT_PRODUCT_NV",
        "DOT_PRODUCT_DIFFUSE_CUBE_MAP_NV",
        "DOT_PRODUCT_CONST_EYE_REFLECT_CUBE_MAP_NV",
    ],
    &["DOT_PRODUCT_NV", "DOT_PRODUCT_DIFFUSE_CUBE_MAP_NV"],
];

/// Section 3.8.13.2: whether unit `unit` may have an operation.
fn may_stand(operation: &str, unit: usize) -> bool {
    let first = match operation {
        _ if SOURCES.contains(&operation) => 0,
        "DOT_PRODUCT_DEPTH_REPLACE_NV"
        | "DOT_PRODUCT_TEXTURE_2D_NV"
        | "DOT_PRODUCT_TEXTURE_RECTANGLE_NV"
        | "DOT_PRODUCT_DIFFUSE_CUBE_MAP_NV" => 2,
        "DOT_PRODUCT_TEXTURE_3D_NV"
        | "DOT_PRODUCT_TEXTURE_CUBE_MAP_NV"
        | "DOT_PRODUCT_REFLECT_CUBE_MAP_NV"
        | "DOT_PRODUCT_CONST_EYE_REFLECT_CUBE_MAP_NV" => 3,
        _ => 1,
    };
    let needs_next = matches!(
        operation,
        "DOT_PRODUCT_NV" | "DOT_PRODUCT_DIFFUSE_CUBE_MAP_NV"
    );
    unit >= first && !(needs_next && unit == UNITS - 1)
}

impl Stage {
    fn random(random: &mut Random, operation: &'static str, unit: usize) -> Stage {
        let texture = target_of(operation)
            .filter(|_| !random.one_in(16))
            .map(|target| Texture::random(random, target));
        let mut number = |scale: f64| (f64::from(random.below(2001)) / 1000.0 - 1.0) * scale;
        // Rectangles have coordinates in texels.
        let size = if operation.contains("RECTANGLE") {
            4.0
        } else {
            1.0
        };
        let mut coordinates = [(); 4].map(|()| [number(size), number(size), number(size)]);
        if !matches!(operation, "PASS_THROUGH_NV" | "CULL_FRAGMENT_NV") {
            coordinates[3] = [1.5 + number(0.5), number(0.25), number(0.25)];
        }
        if operation.contains("DEPTH_REPLACE") {
            for c in &mut coordinates[..3] {
                c[0] = c[0].abs() + 0.3;
            }
        }
        Stage {
            operation,
            previous: 0,
            mapping: "UNSIGNED_IDENTITY_NV",
            cull: ["GEQUAL"; 4],
            matrix: [(); 4].map(|()| number(size)),
            scale: number(2.0),
            bias: number(1.0),
            eye: [(); 3].map(|()| number(1.0)),
            texture,
            coordinates,
        }
        .with_choices(random, unit)
    }

    fn with_choices(mut self, random: &mut Random, unit: usize) -> Stage {
        if unit > 0 {
            self.previous = random.below(unit as u32) as usize;
        }
        self.mapping = random.pick(&[
            "UNSIGNED_IDENTITY_NV",
            "EXPAND_NORMAL_NV",
            "FORCE_BLUE_TO_ONE_NV",
        ]);
        // Most of these tests keep some fragments.
        self.cull = [0, 1, 2, 3].map(|i| {
            let [c, dx, dy] = self.coordinates[i];
            if c + (dx + dy) / 2.0 < 0.0 {
                "LESS"
            } else {
                "GEQUAL"
            }
        });
        self
    }

    fn at(&self, x: f64, y: f64) -> Vector {
        self.coordinates.map(|[c, dx, dy]| c + dx * x + dy * y)
    }

    fn script(&self, unit: usize, out: &mut String) {
        let _ = write!(out, "glActiveTexture TEXTURE{unit};");
        if let Some(texture) = &self.texture {
            texture.script(unit, out);
        }
        // Names with `*` have vector parameters.
        let mut set = |name: &str, value: String| {
            let (command, name) = match name.strip_prefix('*') {
                Some(name) => ("glTexEnvfv", name),
                None => ("glTexEnvi", name),
            };
            let _ = write!(out, "{command} TEXTURE_SHADER_NV {name} {value};");
        };
        set("SHADER_OPERATION_NV", self.operation.to_owned());
        if unit > 0 {
            set(
                "PREVIOUS_TEXTURE_INPUT_NV",
                format!("TEXTURE{}", self.previous),
            );
        }
        set(
            "RGBA_UNSIGNED_DOT_PRODUCT_MAPPING_NV",
            self.mapping.to_owned(),
        );
        set("*CULL_MODES_NV", format!("[{}]", self.cull.join(" ")));
        let [a1, a2, a3, a4] = self.matrix;
        set(
            "*OFFSET_TEXTURE_MATRIX_NV",
            format!("[{a1} {a2} {a3} {a4}]"),
        );
        set("*OFFSET_TEXTURE_SCALE_NV", format!("[{}]", self.scale));
        set("*OFFSET_TEXTURE_BIAS_NV", format!("[{}]", self.bias));
        let [x, y, z] = self.eye;
        set("*CONST_EYE_NV", format!("[{x} {y} {z}]"));
    }
}

impl Setup {
    /// Makes a setup without errors. Most of its stages are consistent.
    pub fn random(random: &mut Random) -> Setup {
        let mut setup = Setup {
            stages: Vec::new(),
            depth_range: random.pick(&[[0.0, 1.0], [0.25, 0.75], [0.9, 0.1]]),
        };
        while setup.stages.len() < UNITS {
            let unit = setup.stages.len();
            let run: Vec<&'static str> = match random.below(3) {
                0 => vec![random.pick(&SOURCES)],
                1 => vec![random.pick(&DEPENDENT)],
                _ => random.pick(&RUNS).to_vec(),
            };
            let stands = run
                .iter()
                .enumerate()
                .all(|(i, op)| may_stand(op, unit + i));
            if unit + run.len() > UNITS || !stands {
                continue;
            }
            let before = setup.stages.len();
            for (i, operation) in run.iter().enumerate() {
                setup
                    .stages
                    .push(Stage::random(random, operation, unit + i));
            }
            // An input that fits, if there is one.
            for i in before..setup.stages.len() {
                for _ in 0..12 {
                    if setup.previous_fits(i) || random.one_in(16) {
                        break;
                    }
                    setup.stages[i].previous = random.below(i.max(1) as u32) as usize;
                }
            }
            // Usually there is another attempt.
            let fits = (before..setup.stages.len()).all(|i| setup.previous_fits(i));
            if !fits && !random.one_in(40) {
                setup.stages.truncate(before);
            }
        }
        setup
    }

    /// The calls that make this setup in a context.
    pub fn script(&self) -> String {
        let mut out = "glPixelStorei UNPACK_ALIGNMENT 1; glEnable TEXTURE_SHADER_NV;".to_owned();
        let [near, far] = self.depth_range;
        let _ = write!(out, "glDepthRange {near} {far};");
        for (unit, stage) in self.stages.iter().enumerate() {
            stage.script(unit, &mut out);
        }
        out
    }

    /// The coordinates of a corner of the picture.
    pub fn corner(&self, x: f64, y: f64) -> String {
        let mut out = String::new();
        for (unit, stage) in self.stages.iter().enumerate() {
            let [s, t, r, q] = stage.at(x, y);
            let _ = write!(out, "glMultiTexCoord4f TEXTURE{unit} {s} {t} {r} {q};");
        }
        out
    }
}
