//! Texture shaders as NV_texture_shader, NV_texture_shader2 and NV_texture_shader3 describe them, one fragment at a time in
//! f64, and random setups: an oracle that shares nothing with the driver. Operations and formats are the names of the
//! specification; a setup is brought into the driver as calls written as text (`call_script`).

use crate::random_ir::Random;
use std::fmt::Write;

/// Units.
pub const UNITS: usize = 8;
/// Red, green, blue, alpha, or what a format has instead.
pub type Vector = [f64; 4];

/// What texels are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Type {
    /// Colours with signed components: none, all, all but alpha.
    Rgba(Signs),
    /// HILO; signed or not.
    Hilo(bool),
    /// DSDT, DSDT_MAG, DSDT_MAG_INTENSITY
    Offset(u8),
}

/// Signedness of a colour.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(missing_docs)]
pub enum Signs {
    Unsigned,
    Signed,
    Mixed,
}

/// An internal format, how its texels are given, and what they are.
type Format = (&'static str, &'static str, &'static str, Type);

const COLORS: &[Format] = &[
    (
        "RGBA8",
        "RGBA",
        "UNSIGNED_BYTE",
        Type::Rgba(Signs::Unsigned),
    ),
    ("RGB8", "RGBA", "UNSIGNED_BYTE", Type::Rgba(Signs::Unsigned)),
    (
        "ALPHA8",
        "RGBA",
        "UNSIGNED_BYTE",
        Type::Rgba(Signs::Unsigned),
    ),
    (
        "LUMINANCE8",
        "RGBA",
        "UNSIGNED_BYTE",
        Type::Rgba(Signs::Unsigned),
    ),
    (
        "LUMINANCE8_ALPHA8",
        "RGBA",
        "UNSIGNED_BYTE",
        Type::Rgba(Signs::Unsigned),
    ),
    (
        "INTENSITY8",
        "RGBA",
        "UNSIGNED_BYTE",
        Type::Rgba(Signs::Unsigned),
    ),
    ("SIGNED_RGBA_NV", "RGBA", "BYTE", Type::Rgba(Signs::Signed)),
    ("SIGNED_RGBA8_NV", "RGBA", "BYTE", Type::Rgba(Signs::Signed)),
    ("SIGNED_RGB_NV", "RGBA", "BYTE", Type::Rgba(Signs::Signed)),
    (
        "SIGNED_LUMINANCE8_NV",
        "RGBA",
        "BYTE",
        Type::Rgba(Signs::Signed),
    ),
    (
        "SIGNED_LUMINANCE_ALPHA_NV",
        "RGBA",
        "BYTE",
        Type::Rgba(Signs::Signed),
    ),
    ("SIGNED_ALPHA_NV", "RGBA", "BYTE", Type::Rgba(Signs::Signed)),
    (
        "SIGNED_INTENSITY8_NV",
        "RGBA",
        "BYTE",
        Type::Rgba(Signs::Signed),
    ),
    (
        "SIGNED_RGB_UNSIGNED_ALPHA_NV",
        "RGBA",
        "BYTE",
        Type::Rgba(Signs::Mixed),
    ),
];

const HILOS: &[Format] = &[
    ("HILO_NV", "HILO_NV", "UNSIGNED_SHORT", Type::Hilo(false)),
    ("HILO16_NV", "HILO_NV", "UNSIGNED_SHORT", Type::Hilo(false)),
    ("HILO8_NV", "HILO_NV", "UNSIGNED_BYTE", Type::Hilo(false)),
    ("SIGNED_HILO_NV", "HILO_NV", "SHORT", Type::Hilo(true)),
    ("SIGNED_HILO16_NV", "HILO_NV", "SHORT", Type::Hilo(true)),
    ("SIGNED_HILO8_NV", "HILO_NV", "BYTE", Type::Hilo(true)),
];

const OFFSETS: &[Format] = &[
    ("DSDT_NV", "DSDT_NV", "BYTE", Type::Offset(0)),
    ("DSDT8_NV", "DSDT_NV", "BYTE", Type::Offset(0)),
    ("DSDT_MAG_NV", "DSDT_MAG_NV", "BYTE", Type::Offset(1)),
    ("DSDT8_MAG8_NV", "DSDT_MAG_NV", "BYTE", Type::Offset(1)),
    (
        "DSDT_MAG_INTENSITY_NV",
        "DSDT_MAG_VIB_NV",
        "UNSIGNED_INT_S8_S8_8_8_NV",
        Type::Offset(2),
    ),
    (
        "DSDT8_MAG8_INTENSITY8_NV",
        "DSDT_MAG_VIB_NV",
        "UNSIGNED_INT_8_8_S8_S8_REV_NV",
        Type::Offset(2),
    ),
];

/// A texture with NEAREST filters that clamps to its edge; images lie behind each other (slices, or faces).
#[derive(Debug, Clone)]
pub struct Texture {
    target: &'static str,
    format: Format,
    size: usize,
    texels: Vec<Vector>,
    /// The client's elements.
    elements: Vec<i64>,
}

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

/// What a fragment becomes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Outcome {
    /// A coordinate is too close to the edge of a texel, or a comparison to its threshold, for the driver's precision.
    Undecided,
    /// No fragment is left.
    Killed,
    /// Texture unit colours, and the depth if it is replaced.
    Colors([Vector; UNITS], Option<f64>),
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

/// Runs of stages that need each other.
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

impl Texture {
    fn random(random: &mut Random, target: &'static str) -> Texture {
        let format = match random.below(5) {
            0 | 1 => random.pick(COLORS),
            2 => (
                "RGBA8",
                "RGBA",
                "UNSIGNED_BYTE",
                Type::Rgba(Signs::Unsigned),
            ),
            3 => random.pick(HILOS),
            _ => random.pick(OFFSETS),
        };
        let size = 2usize << random.below(2);
        let n = match target {
            "TEXTURE_1D" => size,
            "TEXTURE_3D" => size * size * size,
            "TEXTURE_CUBE_MAP" => 6 * size * size,
            _ => size * size,
        };
        let mut texture = Texture {
            target,
            format,
            size,
            texels: Vec::new(),
            elements: Vec::new(),
        };
        (0..n).for_each(|_| texture.add_texel(random));
        texture
    }

    fn add_texel(&mut self, random: &mut Random) {
        let (internal, external, ty, _) = self.format;
        let n = match external {
            "HILO_NV" | "DSDT_NV" => 2,
            "DSDT_MAG_NV" => 3,
            _ => 4,
        };
        // Two's complement integers, or unsigned ones, as the client has them.
        let (low, range) = match ty {
            "BYTE" => (-128, 256),
            "SHORT" => (-32768, 65536),
            "UNSIGNED_SHORT" => (0, 65536),
            _ => (0, 256),
        };
        let mut raw = [0i64; 4];
        for (i, c) in raw.iter_mut().enumerate().take(n) {
            *c = i64::from(random.below(range)) + low;
            if ty.contains("_S8_S8_") && i < 2 {
                *c -= 128;
            }
        }
        match ty {
            "UNSIGNED_INT_S8_S8_8_8_NV" | "UNSIGNED_INT_8_8_S8_S8_REV_NV" => {
                let reversed = ty.ends_with("REV_NV");
                let word = (0..4).fold(0u32, |word, i| {
                    let shift = if reversed { 8 * i } else { 24 - 8 * i };
                    word | (raw[i] as u32 & 0xff) << shift
                });
                self.elements.push(i64::from(word));
            }
            _ => self.elements.extend(&raw[..n]),
        }
        // Signed components are c ÷ 2^(bits − 1), the table of the issue on their range; unsigned ones of what a signed type
        // gives are (2c + 1) ÷ 255, clamped.
        let signed = |c: i64| c as f64 / if ty == "SHORT" { 32768.0 } else { 128.0 };
        let unsigned = |c: i64| match ty {
            "BYTE" => ((2 * c + 1) as f64 / 255.0).max(0.0),
            "UNSIGNED_SHORT" => c as f64 / 65535.0,
            _ => c as f64 / 255.0,
        };
        let is_signed = |i: usize| match self.format.3 {
            Type::Rgba(Signs::Unsigned) | Type::Hilo(false) => false,
            Type::Rgba(Signs::Signed) | Type::Hilo(true) => true,
            Type::Rgba(Signs::Mixed) => i < 3,
            Type::Offset(_) => i < 2,
        };
        let value = |i: usize| {
            if is_signed(i) {
                signed(raw[i])
            } else {
                unsigned(raw[i])
            }
        };
        let [r, g, b, a] = [value(0), value(1), value(2), value(3)];
        self.texels.push(match internal {
            _ if internal.contains("HILO") => [r, g, 0.0, 0.0],
            _ if internal.contains("DSDT") => match self.format.3 {
                Type::Offset(0) => [r, g, 0.0, 0.0],
                Type::Offset(1) => [r, g, b, 0.0],
                _ => [r, g, b, a],
            },
            // Table 3.E.
            _ if internal.contains("LUMINANCE_ALPHA") || internal == "LUMINANCE8_ALPHA8" => {
                [r, r, r, a]
            }
            _ if internal.contains("LUMINANCE") => [r, r, r, 1.0],
            _ if internal.contains("INTENSITY") => [r; 4],
            "ALPHA8" | "SIGNED_ALPHA_NV" => [1.0, 1.0, 1.0, a],
            "RGB8" | "SIGNED_RGB_NV" => [r, g, b, 1.0],
            _ => [r, g, b, a],
        });
    }

    fn script(&self, unit: usize, out: &mut String) {
        let (target, size, (internal, external, ty, _)) = (self.target, self.size, self.format);
        let of = match ty {
            "BYTE" | "UNSIGNED_BYTE" => "u8",
            "SHORT" | "UNSIGNED_SHORT" => "u16",
            _ => "u32",
        };
        let _ = write!(out, "glBindTexture {target} {};", unit + 1);
        for (name, value) in [
            ("MIN_FILTER", "NEAREST"),
            ("MAG_FILTER", "NEAREST"),
            ("WRAP_S", "CLAMP_TO_EDGE"),
            ("WRAP_T", "CLAMP_TO_EDGE"),
            ("WRAP_R", "CLAMP_TO_EDGE"),
        ] {
            let _ = write!(out, "glTexParameteri {target} TEXTURE_{name} {value};");
        }
        let array = |elements: &[i64]| {
            let words: Vec<String> = elements.iter().map(i64::to_string).collect();
            format!("{of}[{}]", words.join(" "))
        };
        let _ = match target {
            "TEXTURE_1D" => write!(
                out,
                "glTexImage1D {target} 0 {internal} {size} 0 {external} {ty} {};",
                array(&self.elements)
            ),
            "TEXTURE_3D" => write!(
                out,
                "glTexImage3D {target} 0 {internal} {size} {size} {size} 0 {external} {ty} {};",
                array(&self.elements)
            ),
            "TEXTURE_CUBE_MAP" => {
                let faces = self.elements.chunks(self.elements.len() / 6);
                faces.enumerate().try_for_each(|(face, elements)| {
                    write!(
                        out,
                        "glTexImage2D {} 0 {internal} {size} {size} 0 {external} {ty} {};",
                        0x8515 + face,
                        array(elements)
                    )
                })
            }
            _ => write!(
                out,
                "glTexImage2D {target} 0 {internal} {size} {size} 0 {external} {ty} {};",
                array(&self.elements)
            ),
        };
    }

    /// The texel at coordinates; `None` where that is too close to another one.
    fn sample(&self, [s, t, r]: [f64; 3]) -> Option<Vector> {
        let n = self.size;
        let place = |x: f64| {
            let x = x * n as f64;
            let near = (x - x.round()).abs() < 2e-3 && x > 0.5 && x < n as f64 - 0.5;
            (!near && x.is_finite()).then(|| (x.floor().max(0.0) as usize).min(n - 1))
        };
        let index = match self.target {
            "TEXTURE_1D" => place(s)?,
            "TEXTURE_2D" => place(t)? * n + place(s)?,
            "TEXTURE_RECTANGLE" => place(t / n as f64)? * n + place(s / n as f64)?,
            "TEXTURE_3D" => (place(r)? * n + place(t)?) * n + place(s)?,
            _ => {
                let (face, s, t) = cube_face([s, t, r])?;
                (face * n + place(t)?) * n + place(s)?
            }
        };
        Some(self.texels[index])
    }
}

/// Face and coordinates in it (ARB_texture_cube_map).
fn cube_face([x, y, z]: [f64; 3]) -> Option<(usize, f64, f64)> {
    let (ax, ay, az) = (x.abs(), y.abs(), z.abs());
    let mut sizes = [ax, ay, az];
    sizes.sort_by(f64::total_cmp);
    if sizes[2].is_nan() || sizes[2] < 1e-3 || sizes[2] - sizes[1] < 2e-3 * sizes[2] {
        return None;
    }
    let (face, sc, tc, ma) = if ax == sizes[2] {
        if x > 0.0 {
            (0, -z, -y, ax)
        } else {
            (1, z, -y, ax)
        }
    } else if ay == sizes[2] {
        if y > 0.0 {
            (2, x, z, ay)
        } else {
            (3, x, -z, ay)
        }
    } else if z > 0.0 {
        (4, x, -y, az)
    } else {
        (5, -x, -y, az)
    };
    Some((face, (sc / ma + 1.0) / 2.0, (tc / ma + 1.0) / 2.0))
}

impl Stage {
    fn random(random: &mut Random, operation: &'static str, unit: usize) -> Stage {
        let texture = target_of(operation)
            .filter(|_| !random.one_in(16))
            .map(|target| Texture::random(random, target));
        let mut number = |scale: f64| (f64::from(random.below(2001)) / 1000.0 - 1.0) * scale;
        // Rectangles have coordinates in texels.
        let size = match operation.contains("RECTANGLE") {
            true => 4.0,
            false => 1.0,
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
        // Mostly what keeps some fragments.
        self.cull = [0, 1, 2, 3].map(|i| {
            let [c, dx, dy] = self.coordinates[i];
            match c + (dx + dy) / 2.0 < 0.0 {
                true => "LESS",
                false => "GEQUAL",
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
    /// A setup without errors; most of its stages are consistent.
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
            // Otherwise another attempt, now and then not.
            let fits = (before..setup.stages.len()).all(|i| setup.previous_fits(i));
            if !fits && !random.one_in(40) {
                setup.stages.truncate(before);
            }
        }
        setup
    }

    /// The calls that bring it into a context.
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

    /// The type of a stage's result, if it has one that other stages can use.
    fn result_type(&self, i: usize) -> Option<Type> {
        let stage = &self.stages[i];
        match stage.operation {
            "PASS_THROUGH_NV" | "DOT_PRODUCT_PASS_THROUGH_NV" => Some(Type::Rgba(Signs::Unsigned)),
            _ => stage.texture.as_ref().map(|texture| texture.format.3),
        }
    }

    /// Whether the previous texture input is of a type that the operation takes, apart from its own consistency.
    fn previous_fits(&self, i: usize) -> bool {
        let stage = &self.stages[i];
        let operation = stage.operation;
        if SOURCES.contains(&operation) {
            return true;
        }
        if stage.previous >= i {
            return false;
        }
        let Some(ty) = self.result_type(stage.previous) else {
            return false;
        };
        let target_is_unsigned = || {
            let texture = stage.texture.as_ref();
            texture.is_some_and(|t| t.format.3 == Type::Rgba(Signs::Unsigned))
        };
        match operation {
            _ if operation.starts_with("OFFSET_HILO") => ty == Type::Hilo(true),
            _ if operation.contains("SCALE_NV") => {
                matches!(ty, Type::Offset(1 | 2)) && target_is_unsigned()
            }
            _ if operation.starts_with("OFFSET") => matches!(ty, Type::Offset(_)),
            "DEPENDENT_HILO_TEXTURE_2D_NV" => ty == Type::Hilo(false),
            "DEPENDENT_RGB_TEXTURE_CUBE_MAP_NV" => matches!(ty, Type::Rgba(_)),
            _ if operation.starts_with("DEPENDENT") => ty == Type::Rgba(Signs::Unsigned),
            _ => matches!(
                ty,
                Type::Hilo(_) | Type::Rgba(Signs::Unsigned | Signs::Signed)
            ),
        }
    }

    /// Whether a stage is consistent; `trusted` is one that is taken to be, as it asks for this one.
    fn is_consistent_trusting(&self, i: usize, trusted: Option<usize>) -> bool {
        let stage = &self.stages[i];
        let operation = stage.operation;
        let other = |j: usize| trusted == Some(j) || self.is_consistent_trusting(j, Some(i));
        if target_of(operation).is_some() && stage.texture.is_none() {
            return false;
        }
        if !SOURCES.contains(&operation) && !(self.previous_fits(i) && other(stage.previous)) {
            return false;
        }
        let is_dot = |j: usize| self.stages[j].operation == "DOT_PRODUCT_NV" && other(j);
        match operation {
            "DOT_PRODUCT_TEXTURE_2D_NV" | "DOT_PRODUCT_TEXTURE_RECTANGLE_NV" => is_dot(i - 1),
            "DOT_PRODUCT_TEXTURE_3D_NV" | "DOT_PRODUCT_TEXTURE_CUBE_MAP_NV" => {
                is_dot(i - 1) && is_dot(i - 2)
            }
            "DOT_PRODUCT_REFLECT_CUBE_MAP_NV" | "DOT_PRODUCT_CONST_EYE_REFLECT_CUBE_MAP_NV" => {
                let diffuse = self.stages[i - 1].operation == "DOT_PRODUCT_DIFFUSE_CUBE_MAP_NV";
                let before = is_dot(i - 1) || diffuse && other(i - 1);
                before && is_dot(i - 2) && stage.previous + 2 < i
            }
            "DOT_PRODUCT_DIFFUSE_CUBE_MAP_NV" => {
                let next = self.stages[i + 1].operation;
                let reflects = next.contains("REFLECT");
                is_dot(i - 1) && reflects && other(i + 1)
            }
            "DOT_PRODUCT_DEPTH_REPLACE_NV" => is_dot(i - 1) && !self.replaced_before(i),
            "DOT_PRODUCT_AFFINE_DEPTH_REPLACE_NV" => !self.replaced_before(i),
            _ => true,
        }
    }

    fn replaced_before(&self, i: usize) -> bool {
        (0..i).any(|j| {
            self.stages[j].operation.contains("DEPTH_REPLACE")
                && self.is_consistent_trusting(j, None)
        })
    }

    /// SHADER_CONSISTENT_NV
    pub fn is_consistent(&self, i: usize) -> bool {
        self.is_consistent_trusting(i, None)
    }

    /// How many stages other than NONE are consistent.
    pub fn n_consistent(&self) -> usize {
        let counts = |i: &usize| self.stages[*i].operation != "NONE" && self.is_consistent(*i);
        (0..UNITS).filter(counts).count()
    }

    /// The operation of a stage that is consistent.
    pub fn operation(&self, i: usize) -> Option<&'static str> {
        self.is_consistent(i).then(|| self.stages[i].operation)
    }

    /// A fragment at a place of the picture, whose sides are from 0 to 1.
    pub fn evaluate(&self, x: f64, y: f64) -> Outcome {
        let coordinates: Vec<Vector> = self.stages.iter().map(|stage| stage.at(x, y)).collect();
        let mut run = Run {
            setup: self,
            coordinates,
            texels: [[0.0; 4]; UNITS],
            colors: [[0.0; 4]; UNITS],
            depth: None,
        };
        for i in 0..UNITS {
            match self.operation(i).map(|operation| run.stage(i, operation)) {
                Some(None) => return Outcome::Undecided,
                Some(Some(false)) => return Outcome::Killed,
                _ => {}
            }
        }
        Outcome::Colors(run.colors, run.depth)
    }
}

/// A fragment on its way through the stages.
struct Run<'a> {
    setup: &'a Setup,
    coordinates: Vec<Vector>,
    texels: [Vector; UNITS],
    colors: [Vector; UNITS],
    depth: Option<f64>,
}

impl Run<'_> {
    /// `None` where it cannot be decided, false where the fragment ends.
    fn stage(&mut self, i: usize, operation: &str) -> Option<bool> {
        let stage = &self.setup.stages[i];
        let [s, t, r, q] = self.coordinates[i];
        let previous = self.texels[stage.previous];
        match operation {
            "NONE" | "DOT_PRODUCT_NV" => return Some(true),
            "PASS_THROUGH_NV" => return self.pass([s, t, r, q].map(|x| x.clamp(0.0, 1.0)), i),
            "DOT_PRODUCT_PASS_THROUGH_NV" => {
                return self.pass([self.dot(i).clamp(0.0, 1.0); 4], i);
            }
            "CULL_FRAGMENT_NV" => {
                let mut alive = true;
                for (x, mode) in [s, t, r, q].into_iter().zip(stage.cull) {
                    if x.abs() < 1e-3 {
                        return None;
                    }
                    alive &= (mode == "LESS") == (x < 0.0);
                }
                return Some(alive);
            }
            "DOT_PRODUCT_DEPTH_REPLACE_NV" => return self.replace(self.dot(i - 1) / self.dot(i)),
            "DOT_PRODUCT_AFFINE_DEPTH_REPLACE_NV" => return self.replace(self.dot(i)),
            _ => {}
        }
        let place = match operation {
            "TEXTURE_CUBE_MAP" => [s, t, r],
            _ if SOURCES.contains(&operation) => [s / q, t / q, r / q],
            _ if operation.starts_with("OFFSET") => {
                let divisor = if operation.contains("PROJECTIVE") {
                    q
                } else {
                    1.0
                };
                let [a1, a2, a3, a4] = stage.matrix;
                let [ds, dt, ..] = previous;
                [
                    s / divisor + a1 * ds + a3 * dt,
                    t / divisor + a2 * ds + a4 * dt,
                    0.0,
                ]
            }
            "DEPENDENT_AR_TEXTURE_2D_NV" => [previous[3], previous[0], 0.0],
            "DEPENDENT_GB_TEXTURE_2D_NV" => [previous[1], previous[2], 0.0],
            "DEPENDENT_HILO_TEXTURE_2D_NV" => [previous[0], previous[1], 0.0],
            "DEPENDENT_RGB_TEXTURE_3D_NV" => [previous[0], previous[1], previous[2]],
            "DEPENDENT_RGB_TEXTURE_CUBE_MAP_NV" => {
                let unsigned =
                    self.setup.result_type(stage.previous) == Some(Type::Rgba(Signs::Unsigned));
                let [r, g, b, _] = previous;
                [r, g, b].map(|c| if unsigned { 2.0 * (c - 0.5) } else { c })
            }
            "DOT_PRODUCT_TEXTURE_1D_NV" => [self.dot(i), 0.0, 0.0],
            "DOT_PRODUCT_TEXTURE_2D_NV" | "DOT_PRODUCT_TEXTURE_RECTANGLE_NV" => {
                [self.dot(i - 1), self.dot(i), 0.0]
            }
            "DOT_PRODUCT_DIFFUSE_CUBE_MAP_NV" => [self.dot(i - 1), self.dot(i), self.dot(i + 1)],
            _ if operation.contains("REFLECT") => {
                let n = [self.dot(i - 2), self.dot(i - 1), self.dot(i)];
                let e = match operation.contains("CONST_EYE") {
                    true => stage.eye,
                    false => [i - 2, i - 1, i].map(|j| self.coordinates[j][3]),
                };
                let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
                if dot(n, n) < 1e-3 {
                    return None;
                }
                [0, 1, 2].map(|c| 2.0 * dot(n, e) / dot(n, n) * n[c] - e[c])
            }
            _ => [self.dot(i - 2), self.dot(i - 1), self.dot(i)],
        };
        let texture = stage.texture.as_ref()?;
        let texel = texture.sample(place)?;
        self.texels[i] = texel;
        self.colors[i] = match texture.format.3 {
            Type::Rgba(_) => texel,
            // Table NV_register_combiners.2.
            Type::Offset(2) => [0.0, 0.0, 0.0, texel[3]],
            _ => [0.0; 4],
        };
        if operation.contains("SCALE_NV") {
            let scale = (stage.bias + stage.scale * previous[2]).clamp(0.0, 1.0);
            (0..3).for_each(|c| self.colors[i][c] = (scale * texel[c]).clamp(0.0, 1.0));
        }
        Some(true)
    }

    fn pass(&mut self, color: Vector, i: usize) -> Option<bool> {
        (self.texels[i], self.colors[i]) = (color, color);
        Some(true)
    }

    fn replace(&mut self, depth: f64) -> Option<bool> {
        let [near, far] = self.setup.depth_range;
        if (depth - near).abs() < 1e-3 || (depth - far).abs() < 1e-3 || depth.is_nan() {
            return None;
        }
        self.depth = Some(depth);
        Some((near.min(far)..near.max(far)).contains(&depth))
    }

    /// Section 3.8.13.1.14.
    fn dot(&self, i: usize) -> f64 {
        let stage = &self.setup.stages[i];
        let [s, t, r, _] = self.coordinates[i];
        let [x, y, z, _] = self.texels[stage.previous];
        let [x, y, z] = match (self.setup.result_type(stage.previous), stage.mapping) {
            (Some(Type::Hilo(false)), _) => [x, y, 1.0],
            (Some(Type::Hilo(true)), _) => [x, y, (1.0 - x * x - y * y).max(0.0).sqrt()],
            (Some(Type::Rgba(Signs::Unsigned)), "EXPAND_NORMAL_NV") => {
                [x, y, z].map(|c| 2.0 * c - 1.0)
            }
            (Some(Type::Rgba(Signs::Unsigned)), "FORCE_BLUE_TO_ONE_NV") => [x, y, 1.0],
            _ => [x, y, z],
        };
        s * x + t * y + r * z
    }
}
