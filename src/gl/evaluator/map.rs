//! Evaluators (GL 1.5 section 5.1): the state of maps and grids, and the value of a map at a point. Map* is in
//! [`super::define`], what evaluates in [`super::mesh`].
#![forbid(unsafe_code)]

use super::general::GeneralEvaluators;
use crate::gl::context::enums::*;

/// Greatest order of a map.
pub const MAX_EVAL_ORDER: usize = 30;

/// The conventional maps of a dimension, in the order of their enums from `MAP1_COLOR_4` on, and the maps of the vertex
/// attributes behind them (table 5.1, NV_vertex_program 5.1).
pub(crate) const MAPS: usize = ATTRIBUTE_MAP + 16;
/// Components of the maps' values.
pub(crate) const COMPONENTS: [usize; MAPS] = [
    4, 1, 3, 1, 2, 3, 4, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
];
/// The map of vertex attribute 0.
pub(crate) const ATTRIBUTE_MAP: usize = 9;
pub(crate) const COLOR: usize = 0;
pub(crate) const NORMAL: usize = 2;
pub(crate) const TEXTURE: [usize; 4] = [6, 5, 4, 3];
pub(crate) const VERTEX: [usize; 2] = [8, 7];

/// One map: `u_order × v_order` control points of up to four components, `v` fastest. One-dimensional maps have
/// `v_order` 1.
#[derive(Debug, Clone)]
pub struct Map {
    /// Enabled by `MAPn_…`.
    pub enabled: bool,
    /// Orders in u and v.
    pub order: [usize; 2],
    /// u1, u2, v1, v2.
    pub domain: [f32; 4],
    /// Control points.
    pub points: Vec<[f32; 4]>,
}

/// Maps and grids.
#[derive(Debug, Clone)]
pub struct EvaluatorState {
    /// One-dimensional maps, `MAP1_COLOR_4` first.
    pub maps1: [Map; MAPS],
    /// Two-dimensional maps, `MAP2_COLOR_4` first.
    pub maps2: [Map; MAPS],
    /// `AUTO_NORMAL`
    pub auto_normal: bool,
    /// Segments of the one-dimensional grid.
    pub grid1_segments: i32,
    /// Its domain.
    pub grid1_domain: [f32; 2],
    /// Segments of the two-dimensional grid.
    pub grid2_segments: [i32; 2],
    /// Its domain u1, u2, v1, v2.
    pub grid2_domain: [f32; 4],
    /// General evaluators (NV_evaluators).
    pub general: GeneralEvaluators,
}

impl Default for EvaluatorState {
    fn default() -> EvaluatorState {
        let map = |i: usize| {
            let point = match i {
                COLOR => [1.0; 4],
                1 => [1.0, 0.0, 0.0, 0.0],
                NORMAL => [0.0, 0.0, 1.0, 0.0],
                _ => [0.0, 0.0, 0.0, 1.0],
            };
            Map {
                enabled: false,
                order: [1, 1],
                domain: [0.0, 1.0, 0.0, 1.0],
                points: vec![point],
            }
        };
        EvaluatorState {
            maps1: std::array::from_fn(map),
            maps2: std::array::from_fn(map),
            auto_normal: false,
            grid1_segments: 1,
            grid1_domain: [0.0, 1.0],
            grid2_segments: [1, 1],
            grid2_domain: [0.0, 1.0, 0.0, 1.0],
            general: GeneralEvaluators::default(),
        }
    }
}

impl EvaluatorState {
    /// The flag that `Enable(MAPn_…)` sets.
    pub fn enable_flag(&mut self, cap: u32) -> Option<&mut bool> {
        match map_number(cap) {
            Some((1, map)) => Some(&mut self.maps1[map].enabled),
            Some((_, map)) => Some(&mut self.maps2[map].enabled),
            None if cap == AUTO_NORMAL => Some(&mut self.auto_normal),
            None => self.general.enable_flag(cap),
        }
    }
}

/// The dimension of a map's name, and its number among the maps of that dimension.
pub(crate) fn map_number(name: u32) -> Option<(usize, usize)> {
    let runs = [
        (MAP1_COLOR_4, ATTRIBUTE_MAP, 1, 0),
        (MAP2_COLOR_4, ATTRIBUTE_MAP, 2, 0),
        (MAP1_VERTEX_ATTRIB0_4_NV, 16, 1, ATTRIBUTE_MAP),
        (MAP2_VERTEX_ATTRIB0_4_NV, 16, 2, ATTRIBUTE_MAP),
    ];
    runs.into_iter()
        .find_map(|(first, count, dimension, base)| {
            let n = name.checked_sub(first)? as usize;
            (n < count).then_some((dimension, base + n))
        })
}

impl EvaluatorState {
    /// The maps of a dimension.
    pub(crate) fn maps(&self, dimension: usize) -> &[Map; MAPS] {
        if dimension == 1 {
            &self.maps1
        } else {
            &self.maps2
        }
    }
}

/// The enables of one- and two-dimensional maps, of AUTO_NORMAL, of fractional tessellation and of the general maps.
pub(crate) type Enables = ([bool; MAPS], [bool; MAPS], [bool; 2], [bool; 16]);

impl EvaluatorState {
    /// Whether a map or AUTO_NORMAL is enabled; `None` for another name.
    pub fn is_enabled(&self, cap: u32) -> Option<bool> {
        match map_number(cap) {
            Some((dimension, map)) => Some(self.maps(dimension)[map].enabled),
            None if cap == AUTO_NORMAL => Some(self.auto_normal),
            None => self.general.is_enabled(cap),
        }
    }

    pub(crate) fn enables(&self) -> Enables {
        (
            self.maps1.each_ref().map(|m| m.enabled),
            self.maps2.each_ref().map(|m| m.enabled),
            [self.auto_normal, self.general.fractional],
            self.general.enabled,
        )
    }

    pub(crate) fn set_enables(&mut self, (one, two, flags, general): Enables) {
        let maps = self
            .maps1
            .iter_mut()
            .zip(one)
            .chain(self.maps2.iter_mut().zip(two));
        maps.for_each(|(map, enabled)| map.enabled = enabled);
        [self.auto_normal, self.general.fractional] = flags;
        self.general.enabled = general;
    }

    /// PopAttrib(EVAL_BIT): enables and grids; control points belong to no group (GL 1.5 table 6.28).
    pub(crate) fn restore_group(&mut self, saved: EvaluatorState) {
        self.set_enables(saved.enables());
        self.grid1_segments = saved.grid1_segments;
        self.grid1_domain = saved.grid1_domain;
        self.grid2_segments = saved.grid2_segments;
        self.grid2_domain = saved.grid2_domain;
        self.general.tessellation = saved.general.tessellation;
    }
}

/// Values of all Bernstein polynomials of degree `order − 1` at `t`, which is 1 − `s`, and of their derivatives.
pub(crate) fn bernstein(
    order: usize,
    t: f32,
    s: f32,
) -> ([f32; MAX_EVAL_ORDER], [f32; MAX_EVAL_ORDER]) {
    let (mut values, mut lower) = ([0.0; MAX_EVAL_ORDER], [0.0; MAX_EVAL_ORDER]);
    values[0] = 1.0;
    for degree in 1..order {
        lower = values;
        for i in (0..=degree).rev() {
            let from_left = if i > 0 { lower[i - 1] * t } else { 0.0 };
            let stays = if i < degree { lower[i] * s } else { 0.0 };
            values[i] = from_left + stays;
        }
    }
    let degree = order.saturating_sub(1);
    let mut slopes = [0.0; MAX_EVAL_ORDER];
    for (i, slope) in slopes.iter_mut().enumerate().take(order) {
        let (left, right) = (
            if i > 0 { lower[i - 1] } else { 0.0 },
            if i < degree { lower[i] } else { 0.0 },
        );
        *slope = degree as f32 * (left - right);
    }
    (values, slopes)
}

/// A point of a map, ∂/∂u and ∂/∂v (in the map's own domain).
pub(crate) fn evaluate(map: &Map, u: f32, v: f32) -> [[f32; 4]; 3] {
    let [u1, u2, v1, v2] = map.domain;
    let (u, v) = ((u - u1) / (u2 - u1), (v - v1) / (v2 - v1));
    let (bu, du) = bernstein(map.order[0], u, 1.0 - u);
    let (bv, dv) = bernstein(map.order[1], v, 1.0 - v);
    let mut out = [[0.0f32; 4]; 3];
    for (row, points) in map.points.chunks_exact(map.order[1]).enumerate() {
        for (column, point) in points.iter().enumerate() {
            let weights = [
                bu[row] * bv[column],
                du[row] * bv[column],
                bu[row] * dv[column],
            ];
            for (sum, weight) in out.iter_mut().zip(weights) {
                for (s, p) in sum.iter_mut().zip(point) {
                    *s += weight * p;
                }
            }
        }
    }
    let scale = |d: [f32; 4], length: f32| d.map(|x| x / length);
    [out[0], scale(out[1], u2 - u1), scale(out[2], v2 - v1)]
}

/// The analytic normal of a vertex map (section 5.1); zero where it degenerates. `unit`: of length 1, as fixed function
/// wants it; vertex programs get it as it is (NV_vertex_program 5.1, TRAPS 0.49).
pub(crate) fn analytic_normal(point: [[f32; 4]; 3], rational: bool, unit: bool) -> [f32; 4] {
    let [p, du, dv] = point;
    // q = p / w: its derivative is (p' w − p w') / w², of which a unit normal needs the direction only.
    let scale = if unit { 1.0 } else { p[3] * p[3] };
    let along = |d: [f32; 4]| -> [f32; 3] {
        std::array::from_fn(|i| {
            if rational {
                (d[i] * p[3] - p[i] * d[3]) / scale
            } else {
                d[i]
            }
        })
    };
    let (a, b) = (along(du), along(dv));
    let m = [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ];
    let length = (m[0] * m[0] + m[1] * m[1] + m[2] * m[2]).sqrt();
    let n = if unit && length > 0.0 {
        m.map(|x| x / length)
    } else {
        m
    };
    [n[0], n[1], n[2], 1.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_interpolate_their_corners_and_give_their_slopes() {
        let map = Map {
            enabled: true,
            order: [2, 3],
            domain: [1.0, 3.0, 0.0, 1.0],
            points: vec![
                [0.0; 4],
                [0.0, 1.0, 0.0, 0.0],
                [0.0, 2.0, 0.0, 0.0],
                [2.0, 0.0, 0.0, 0.0],
                [2.0, 1.0, 0.0, 0.0],
                [2.0, 2.0, 4.0, 0.0],
            ],
        };
        assert_eq!(evaluate(&map, 1.0, 0.0)[0], [0.0; 4]);
        assert_eq!(evaluate(&map, 3.0, 1.0)[0], [2.0, 2.0, 4.0, 0.0]);
        // x = (u − 1), y = 2v, z = 4 (u − 1)/2 v².
        let [p, du, dv] = evaluate(&map, 2.0, 0.5);
        assert_eq!(p, [1.0, 1.0, 0.5, 0.0]);
        assert_eq!(du, [1.0, 0.0, 0.5, 0.0]);
        assert_eq!(dv, [0.0, 2.0, 2.0, 0.0]);
    }
}
