//! The textures of random setups: formats, texels as the specification defines them, and look-ups.

use super::Vector;
use crate::random::Random;
use std::fmt::Write;

/// The kind of texels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Type {
    /// Colours with signed components: none, all, all but alpha.
    Rgba(Signs),
    /// HILO; signed or not.
    Hilo(bool),
    /// DSDT, DSDT_MAG, DSDT_MAG_INTENSITY
    Offset(u8),
}

/// Signedness of a colour.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Signs {
    Unsigned,
    Signed,
    Mixed,
}

/// An internal format, the client's format of its texels, and their kind.
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

/// A texture with NEAREST filters that clamps to its edge. Its images (slices or faces) are consecutive.
#[derive(Debug, Clone)]
pub(super) struct Texture {
    target: &'static str,
    format: Format,
    size: usize,
    texels: Vec<Vector>,
    /// The client's elements.
    elements: Vec<i64>,
}

impl Texture {
    pub(super) fn random(random: &mut Random, target: &'static str) -> Texture {
        let format = match random.below(6) {
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

    /// The kind of its texels.
    pub(super) fn ty(&self) -> Type {
        self.format.3
    }

    fn add_texel(&mut self, random: &mut Random) {
        let (internal, external, ty, _) = self.format;
        let n = match external {
            "HILO_NV" | "DSDT_NV" => 2,
            "DSDT_MAG_NV" => 3,
            _ => 4,
        };
        // Two's complement integers, or unsigned integers, as the client has them.
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
        // Signed components are c ÷ 2^(bits − 1), by the table of the issue on their range. Unsigned components from a
        // signed type are (2c + 1) ÷ 255, clamped.
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

    pub(super) fn script(&self, unit: usize, out: &mut String) {
        let (target, size, (internal, external, ty, _)) = (self.target, self.size, self.format);
        let of = match ty {
            "BYTE" | "UNSIGNED_BYTE" => "u8",
            "SHORT" | "UNSIGNED_SHORT" => "u16",
            _ => "u32",
        };
        let _ = write!(out, "glBindTexture {target} {};", unit + 1);
        // Nearest texels without wrapping.
        for (name, value) in [
            ("MIN_FILTER", "NEAREST"),
            ("MAG_FILTER", "NEAREST"),
            ("WRAP_S", "CLAMP_TO_EDGE"),
            ("WRAP_T", "CLAMP_TO_EDGE"),
            ("WRAP_R", "CLAMP_TO_EDGE"),
        ] {
            let _ = write!(out, "glTexParameteri {target} TEXTURE_{name} {value};");
        }
        // The images, with the elements as arrays of the client's type.
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

    /// The texel at coordinates. Returns `None` if another texel is too close.
    pub(super) fn sample(&self, [s, t, r]: [f64; 3]) -> Option<Vector> {
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
