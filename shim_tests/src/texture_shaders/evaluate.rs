//! Runs the stages in f64, one fragment at a time.

use super::texture::{Signs, Type};
use super::{Outcome, SOURCES, Setup, UNITS, Vector};

impl Setup {
    /// A fragment at a place of the picture. Both sides of the picture go from 0 to 1.
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
        Outcome::Colors(Box::new(run.colors), run.depth)
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
    /// Returns `None` if the result cannot be decided, and false if the fragment is killed.
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
                let e = if operation.contains("CONST_EYE") {
                    stage.eye
                } else {
                    [i - 2, i - 1, i].map(|j| self.coordinates[j][3])
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
        self.colors[i] = match texture.ty() {
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
