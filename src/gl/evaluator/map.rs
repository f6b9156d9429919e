//! Evaluators (GL 1.5 section 5.1): the state of maps and grids. [`super::define`] has Map*, [`super::mesh`] EvalCoord* and
//! EvalMesh*. The value of a map at a point is computed in [`crate::device::geometry::curve`].
#![forbid(unsafe_code)]

use super::general::GeneralEvaluators;
use crate::device::geometry::curve::{ControlPoints, MAX_ORDER};
use crate::gl::context::enums::*;

/// The most control points along each axis.
pub const MAX_EVAL_ORDER: usize = MAX_ORDER;

/// The number of maps of a dimension: the conventional ones in the order of their enums from `MAP1_COLOR_4` on, then those
/// of vertex attributes (table 5.1, NV_vertex_program 5.1).
pub(crate) const MAPS: usize = ATTRIBUTE_MAP + 16;
/// The number of components of each map's values.
pub(crate) const COMPONENTS: [usize; MAPS] = [
    4, 1, 3, 1, 2, 3, 4, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4,
];
/// The number of the map of vertex attribute 0.
pub(crate) const ATTRIBUTE_MAP: usize = 9;
pub(crate) const COLOR: usize = 0;
pub(crate) const NORMAL: usize = 2;
pub(crate) const TEXTURE: [usize; 4] = [6, 5, 4, 3];
pub(crate) const VERTEX: [usize; 2] = [8, 7];

/// One map: `u_order × v_order` control points of up to four components, where `v` varies fastest. One-dimensional maps
/// have `v_order` 1.
#[derive(Debug, Clone)]
pub struct Map {
    /// Whether `MAPn_…` is enabled.
    pub enabled: bool,
    /// The orders in u and v.
    pub order: [usize; 2],
    /// The domain: u1, u2, v1, v2.
    pub domain: [f32; 4],
    pub points: Vec<[f32; 4]>,
}

impl Map {
    /// The control points, in the form that evaluation takes.
    pub(crate) fn control_points(&self) -> ControlPoints<'_> {
        ControlPoints {
            order: self.order,
            domain: self.domain,
            points: &self.points,
        }
    }
}

/// Maps and grids.
#[derive(Debug, Clone)]
pub struct EvaluatorState {
    /// The one-dimensional maps, `MAP1_COLOR_4` first.
    pub maps1: [Map; MAPS],
    /// The two-dimensional maps, `MAP2_COLOR_4` first.
    pub maps2: [Map; MAPS],
    /// Whether two-dimensional vertex maps compute normals.
    pub auto_normal: bool,
    /// The number of segments of the one-dimensional grid.
    pub grid1_segments: i32,
    /// The domain of the one-dimensional grid.
    pub grid1_domain: [f32; 2],
    /// The numbers of segments of the two-dimensional grid.
    pub grid2_segments: [i32; 2],
    /// The domain of the two-dimensional grid: u1, u2, v1, v2.
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

/// The dimension of the map with this name, and its number among the maps of that dimension.
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
    /// `maps1` for dimension 1, `maps2` for 2.
    pub(crate) fn maps(&self, dimension: usize) -> &[Map; MAPS] {
        if dimension == 1 {
            &self.maps1
        } else {
            &self.maps2
        }
    }
}

/// The enables that a group saves: one- and two-dimensional maps, AUTO_NORMAL and fractional tessellation, the general
/// maps.
type Enables = ([bool; MAPS], [bool; MAPS], [bool; 2], [bool; 16]);

impl EvaluatorState {
    fn enables(&self) -> Enables {
        (
            self.maps1.each_ref().map(|m| m.enabled),
            self.maps2.each_ref().map(|m| m.enabled),
            [self.auto_normal, self.general.fractional],
            self.general.enabled,
        )
    }

    fn set_enables(&mut self, (one, two, flags, general): Enables) {
        let maps = self
            .maps1
            .iter_mut()
            .zip(one)
            .chain(self.maps2.iter_mut().zip(two));
        maps.for_each(|(map, enabled)| map.enabled = enabled);
        [self.auto_normal, self.general.fractional] = flags;
        self.general.enabled = general;
    }

    /// PopAttrib(EVAL_BIT): restores enables and grids. Control points belong to no group (GL 1.5 table 6.28).
    pub(crate) fn restore_group(&mut self, saved: EvaluatorState) {
        self.set_enables(saved.enables());
        self.grid1_segments = saved.grid1_segments;
        self.grid1_domain = saved.grid1_domain;
        self.grid2_segments = saved.grid2_segments;
        self.grid2_domain = saved.grid2_domain;
        self.general.tessellation = saved.general.tessellation;
    }
}
