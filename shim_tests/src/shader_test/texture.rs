//! Textures of floats, sampled as Direct3D does: nearest or linear, wrapped or clamped.

use trilobite::kernel::layout::{SampleRequest, SampleResult, Sampler};
use trilobite::simd::LANES;

/// A texture of two dimensions with its levels, and how it is sampled.
#[derive(Debug, Clone, Default)]
pub(super) struct Texture {
    /// Width, height and texels of each level.
    pub(super) levels: Vec<(usize, usize, Vec<[f32; 4]>)>,
    pub(super) is_linear: bool,
    pub(super) is_wrapped: bool,
}

impl Texture {
    /// A texture of the lines of a section: `size (2d, 2, 2)`, `levels 2`, and texels.
    pub(super) fn parse(lines: &[String]) -> Option<Texture> {
        let (mut size, mut n_levels, mut values) = ((1, 1), 1, Vec::new());
        for line in lines {
            let line = line.trim();
            if let Some(rest) = line.strip_prefix("size") {
                let rest = rest.trim().strip_prefix("(2d,")?;
                let numbers = super::parse::numbers(rest);
                size = (*numbers.first()? as usize, *numbers.get(1)? as usize);
            } else if let Some(rest) = line.strip_prefix("levels") {
                n_levels = rest.trim().parse().ok()?;
            } else if !line.starts_with("format") {
                values.extend(super::parse::numbers(line));
            }
        }
        let mut texels = values.chunks_exact(4).map(|c| [c[0], c[1], c[2], c[3]]);
        let mut levels = Vec::new();
        for level in 0..n_levels {
            let (w, h) = ((size.0 >> level).max(1), (size.1 >> level).max(1));
            levels.push((w, h, texels.by_ref().take(w * h).collect()));
        }
        Some(Texture {
            levels,
            is_linear: false,
            is_wrapped: false,
        })
    }

    fn texel(&self, level: usize, x: i64, y: i64) -> [f32; 4] {
        let Some((w, h, texels)) = self.levels.get(level) else {
            return [0.0; 4];
        };
        let place = |i: i64, n: usize| match self.is_wrapped {
            true => i.rem_euclid(n as i64) as usize,
            false => i.clamp(0, n as i64 - 1) as usize,
        };
        let i = place(y, *h) * w + place(x, *w);
        texels.get(i).copied().unwrap_or([0.0; 4])
    }

    fn at(&self, level: usize, s: f32, t: f32) -> [f32; 4] {
        let Some((w, h, _)) = self.levels.get(level) else {
            return [0.0; 4];
        };
        let (x, y) = (s * *w as f32, t * *h as f32);
        if !self.is_linear {
            return self.texel(level, x.floor() as i64, y.floor() as i64);
        }
        let (x, y) = (x - 0.5, y - 0.5);
        let (i, j) = (x.floor(), y.floor());
        let mix = |a: [f32; 4], b: [f32; 4], f: f32| -> [f32; 4] {
            std::array::from_fn(|c| a[c] + (b[c] - a[c]) * f)
        };
        let row = |j: f32| {
            let [a, b] = [i, i + 1.0].map(|i| self.texel(level, i as i64, j as i64));
            mix(a, b, x - i)
        };
        mix(row(j), row(j + 1.0), y - j)
    }
}

impl Sampler for Texture {
    fn sample(&self, request: &SampleRequest, result: &mut SampleResult) {
        let [s, t, ..] = &request.coords;
        for lane in 0..LANES {
            let last = self.levels.len().saturating_sub(1);
            let lod = request.lod[lane].clamp(0.0, last as f32);
            let (low, part) = (lod.floor() as usize, lod.fract());
            let a = self.at(low, s[lane], t[lane]);
            let b = self.at((low + 1).min(last), s[lane], t[lane]);
            for c in 0..4 {
                result[c][lane] = a[c] + (b[c] - a[c]) * part;
            }
        }
    }
}
