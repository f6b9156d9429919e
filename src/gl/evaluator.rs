//! Evaluators (GL 1.5 section 5.1): Bézier maps, their evaluation, grids and meshes.
#![forbid(unsafe_code)]

use super::enums::*;
use super::immediate::{self, emit_vertex};
use super::{Call, Context, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;

/// Grid points that one EvalMesh may evaluate; more, which no window can show, is OUT_OF_MEMORY instead of hours.
const MAX_MESH_POINTS: u64 = 1 << 24;

/// Greatest order of a map.
pub const MAX_EVAL_ORDER: usize = 30;

/// Components of the nine targets, in the order of their enums from `MAP1_COLOR_4` on (table 5.1).
const COMPONENTS: [usize; 9] = [4, 1, 3, 1, 2, 3, 4, 3, 4];
const COLOR: usize = 0;
const NORMAL: usize = 2;
const TEXTURE: [usize; 4] = [6, 5, 4, 3];
const VERTEX: [usize; 2] = [8, 7];

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
    pub maps1: [Map; 9],
    /// Two-dimensional maps, `MAP2_COLOR_4` first.
    pub maps2: [Map; 9],
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
        }
    }
}

impl EvaluatorState {
    /// The flag that `Enable(MAPn_…)` sets.
    pub fn enable_flag(&mut self, cap: u32) -> Option<&mut bool> {
        match cap {
            MAP1_COLOR_4..=MAP1_VERTEX_4 => {
                Some(&mut self.maps1[(cap - MAP1_COLOR_4) as usize].enabled)
            }
            MAP2_COLOR_4..=MAP2_VERTEX_4 => {
                Some(&mut self.maps2[(cap - MAP2_COLOR_4) as usize].enabled)
            }
            AUTO_NORMAL => Some(&mut self.auto_normal),
            _ => None,
        }
    }
}

/// The enables of one- and two-dimensional maps and of AUTO_NORMAL.
pub(crate) type Enables = ([bool; 9], [bool; 9], bool);

impl EvaluatorState {
    /// Whether a map or AUTO_NORMAL is enabled; `None` for another name.
    pub fn is_enabled(&self, cap: u32) -> Option<bool> {
        match cap {
            MAP1_COLOR_4..=MAP1_VERTEX_4 => Some(self.maps1[(cap - MAP1_COLOR_4) as usize].enabled),
            MAP2_COLOR_4..=MAP2_VERTEX_4 => Some(self.maps2[(cap - MAP2_COLOR_4) as usize].enabled),
            AUTO_NORMAL => Some(self.auto_normal),
            _ => None,
        }
    }

    pub(crate) fn enables(&self) -> Enables {
        (
            self.maps1.each_ref().map(|m| m.enabled),
            self.maps2.each_ref().map(|m| m.enabled),
            self.auto_normal,
        )
    }

    pub(crate) fn set_enables(&mut self, (one, two, auto_normal): Enables) {
        let maps = self
            .maps1
            .iter_mut()
            .zip(one)
            .chain(self.maps2.iter_mut().zip(two));
        maps.for_each(|(map, enabled)| map.enabled = enabled);
        self.auto_normal = auto_normal;
    }

    /// PopAttrib(EVAL_BIT): enables and grids; control points belong to no group (GL 1.5 table 6.28).
    pub(crate) fn restore_group(&mut self, saved: EvaluatorState) {
        self.set_enables(saved.enables());
        self.grid1_segments = saved.grid1_segments;
        self.grid1_domain = saved.grid1_domain;
        self.grid2_segments = saved.grid2_segments;
        self.grid2_domain = saved.grid2_domain;
    }
}

/// Values of all Bernstein polynomials of degree `order − 1` at `t`, and of their derivatives.
fn bernstein(order: usize, t: f32) -> ([f32; MAX_EVAL_ORDER], [f32; MAX_EVAL_ORDER]) {
    let (mut values, mut lower) = ([0.0; MAX_EVAL_ORDER], [0.0; MAX_EVAL_ORDER]);
    values[0] = 1.0;
    for degree in 1..order {
        lower = values;
        for i in (0..=degree).rev() {
            let from_left = if i > 0 { lower[i - 1] * t } else { 0.0 };
            let stays = if i < degree {
                lower[i] * (1.0 - t)
            } else {
                0.0
            };
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
fn evaluate(map: &Map, u: f32, v: f32) -> [[f32; 4]; 3] {
    let [u1, u2, v1, v2] = map.domain;
    let (bu, du) = bernstein(map.order[0], (u - u1) / (u2 - u1));
    let (bv, dv) = bernstein(map.order[1], (v - v1) / (v2 - v1));
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

/// The analytic normal of a vertex map (section 5.1); zero where it degenerates.
fn analytic_normal(point: [[f32; 4]; 3], rational: bool) -> [f32; 4] {
    let [p, du, dv] = point;
    // q = p / w: its derivative is (p' w − p w') / w², of which only the direction counts.
    let along = |d: [f32; 4]| -> [f32; 3] {
        std::array::from_fn(|i| {
            if rational {
                d[i] * p[3] - p[i] * d[3]
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
    let n = if length > 0.0 {
        m.map(|x| x / length)
    } else {
        m
    };
    [n[0], n[1], n[2], 1.0]
}

/// Evaluates all enabled maps of a dimension and issues a vertex; current values stay as they were.
fn eval_coord(call: &mut Call<'_>, dimension: usize, u: f32, v: f32) -> Result {
    let state = &call.cx.evaluators;
    let maps = if dimension == 1 {
        &state.maps1
    } else {
        &state.maps2
    };
    let Some(vertex) = VERTEX.into_iter().find(|i| maps[*i].enabled) else {
        return Ok(());
    };
    let point = evaluate(&maps[vertex], u, v);
    let mut values: Vec<(u32, [f32; 4])> = Vec::with_capacity(3);
    if maps[COLOR].enabled {
        values.push((attribute::COLOR, evaluate(&maps[COLOR], u, v)[0]));
    }
    if dimension == 2 && state.auto_normal {
        values.push((
            attribute::NORMAL,
            analytic_normal(point, vertex == VERTEX[0]),
        ));
    } else if maps[NORMAL].enabled {
        let [x, y, z, _] = evaluate(&maps[NORMAL], u, v)[0];
        values.push((attribute::NORMAL, [x, y, z, 1.0]));
    }
    if let Some(texture) = TEXTURE.into_iter().find(|i| maps[*i].enabled) {
        let mut st = evaluate(&maps[texture], u, v)[0];
        fill_missing(&mut st, COMPONENTS[texture]);
        values.push((attribute::TEX_COORD_0, st));
    }
    let mut position = point[0];
    fill_missing(&mut position, COMPONENTS[vertex]);
    let saved = call.cx.immediate.current;
    for (slot, value) in values {
        immediate::set_current(call, slot, value)?;
    }
    let result = emit_vertex(call, position);
    for (slot, value) in saved.into_iter().enumerate() {
        if call.cx.immediate.current[slot] != value {
            immediate::set_current(call, slot as u32, value)?;
        }
    }
    result
}

fn fill_missing(value: &mut [f32; 4], components: usize) {
    for (i, component) in value.iter_mut().enumerate().skip(components) {
        *component = if i == 3 { 1.0 } else { 0.0 };
    }
}

/// The checked arguments of a Map call.
struct MapDefinition {
    target: usize,
    order: [usize; 2],
    stride: [usize; 2],
    domain: [f32; 4],
}

impl MapDefinition {
    fn new(
        base: u32,
        target: u32,
        domain: [f32; 4],
        stride: [i32; 2],
        order: [i32; 2],
    ) -> Result<MapDefinition> {
        let index = target.wrapping_sub(base) as usize;
        if index >= 9 {
            return Err(GlError::invalid_enum("Map: target is none of table 5.1"));
        }
        if order.iter().any(|o| *o < 1 || *o as usize > MAX_EVAL_ORDER) {
            return Err(GlError::invalid_value(
                "Map: order must lie between 1 and MAX_EVAL_ORDER",
            ));
        }
        if stride
            .iter()
            .any(|s| (*s as i64) < COMPONENTS[index] as i64)
        {
            return Err(GlError::invalid_value(
                "Map: stride is less than the components of a point",
            ));
        }
        if domain[0] == domain[1] || domain[2] == domain[3] {
            return Err(GlError::invalid_value("Map: the domain is empty"));
        }
        Ok(MapDefinition {
            target: index,
            order: order.map(|o| o as usize),
            stride: stride.map(|s| s as usize),
            domain,
        })
    }

    fn read<T: bytemuck::Pod + Into<f64>>(
        &self,
        call: &Call<'_>,
        points: ClientPtr<T>,
    ) -> Result<Vec<[f32; 4]>> {
        let mut out = Vec::with_capacity(self.order[0] * self.order[1]);
        for i in 0..self.order[0] {
            for j in 0..self.order[1] {
                let offset = i
                    .checked_mul(self.stride[0])
                    .zip(j.checked_mul(self.stride[1]));
                let offset =
                    offset.and_then(|(a, b)| a.checked_add(b)?.checked_mul(size_of::<T>()));
                let offset = offset.ok_or(GlError::invalid_value(
                    "Map: the strides leave the address space",
                ))?;
                let values = call
                    .mem
                    .read_vec(points.byte_add(offset), COMPONENTS[self.target]);
                let values = values.ok_or(GlError::invalid_value(
                    "Map: null pointer to control points",
                ))?;
                let mut point = [0.0; 4];
                for (p, v) in point.iter_mut().zip(values) {
                    *p = v.into() as f32;
                }
                out.push(point);
            }
        }
        Ok(out)
    }
}

fn define<T: bytemuck::Pod + Into<f64>>(
    call: &mut Call<'_>,
    dimension: usize,
    definition: MapDefinition,
    points: ClientPtr<T>,
) -> Result {
    let points = definition.read(call, points)?;
    let MapDefinition {
        target,
        order,
        domain,
        ..
    } = definition;
    call.run(move |call| {
        if call.cx.textures.active != 0 {
            return Err(GlError::invalid_operation(
                "Map: the active texture must be TEXTURE0",
            ));
        }
        let state = &mut call.cx.evaluators;
        let map = if dimension == 1 {
            &mut state.maps1[target]
        } else {
            &mut state.maps2[target]
        };
        *map = Map {
            enabled: map.enabled,
            order,
            domain,
            points: points.clone(),
        };
        Ok(())
    })
}

/// glMap1f
pub fn map1f(
    call: &mut Call<'_>,
    target: u32,
    u1: f32,
    u2: f32,
    stride: i32,
    order: i32,
    points: ClientPtr<f32>,
) -> Result {
    let definition = MapDefinition::new(
        MAP1_COLOR_4,
        target,
        [u1, u2, 0.0, 1.0],
        [stride, i32::MAX],
        [order, 1],
    )?;
    define(call, 1, definition, points)
}

/// glMap1d
pub fn map1d(
    call: &mut Call<'_>,
    target: u32,
    u1: f64,
    u2: f64,
    stride: i32,
    order: i32,
    points: ClientPtr<f64>,
) -> Result {
    let domain = [u1 as f32, u2 as f32, 0.0, 1.0];
    let definition =
        MapDefinition::new(MAP1_COLOR_4, target, domain, [stride, i32::MAX], [order, 1])?;
    define(call, 1, definition, points)
}

/// glMap2f
#[allow(clippy::too_many_arguments)]
pub fn map2f(
    call: &mut Call<'_>,
    target: u32,
    u1: f32,
    u2: f32,
    ustride: i32,
    uorder: i32,
    v1: f32,
    v2: f32,
    vstride: i32,
    vorder: i32,
    points: ClientPtr<f32>,
) -> Result {
    let definition = MapDefinition::new(
        MAP2_COLOR_4,
        target,
        [u1, u2, v1, v2],
        [ustride, vstride],
        [uorder, vorder],
    )?;
    define(call, 2, definition, points)
}

/// glMap2d
#[allow(clippy::too_many_arguments)]
pub fn map2d(
    call: &mut Call<'_>,
    target: u32,
    u1: f64,
    u2: f64,
    ustride: i32,
    uorder: i32,
    v1: f64,
    v2: f64,
    vstride: i32,
    vorder: i32,
    points: ClientPtr<f64>,
) -> Result {
    let domain = [u1, u2, v1, v2].map(|x| x as f32);
    let definition = MapDefinition::new(
        MAP2_COLOR_4,
        target,
        domain,
        [ustride, vstride],
        [uorder, vorder],
    )?;
    define(call, 2, definition, points)
}

/// glEvalCoord1f
pub fn eval_coord1f(call: &mut Call<'_>, u: f32) -> Result {
    call.run_anywhere(move |call| eval_coord(call, 1, u, 0.0))
}

/// glEvalCoord1d
pub fn eval_coord1d(call: &mut Call<'_>, u: f64) -> Result {
    eval_coord1f(call, u as f32)
}

/// glEvalCoord1fv
pub fn eval_coord1fv(call: &mut Call<'_>, u: ClientPtr<f32>) -> Result {
    let [u] = call.params(u)?;
    eval_coord1f(call, u)
}

/// glEvalCoord1dv
pub fn eval_coord1dv(call: &mut Call<'_>, u: ClientPtr<f64>) -> Result {
    let [u]: [f64; 1] = call.params(u)?;
    eval_coord1f(call, u as f32)
}

/// glEvalCoord2f
pub fn eval_coord2f(call: &mut Call<'_>, u: f32, v: f32) -> Result {
    call.run_anywhere(move |call| eval_coord(call, 2, u, v))
}

/// glEvalCoord2d
pub fn eval_coord2d(call: &mut Call<'_>, u: f64, v: f64) -> Result {
    eval_coord2f(call, u as f32, v as f32)
}

/// glEvalCoord2fv
pub fn eval_coord2fv(call: &mut Call<'_>, uv: ClientPtr<f32>) -> Result {
    let [u, v] = call.params(uv)?;
    eval_coord2f(call, u, v)
}

/// glEvalCoord2dv
pub fn eval_coord2dv(call: &mut Call<'_>, uv: ClientPtr<f64>) -> Result {
    let [u, v]: [f64; 2] = call.params(uv)?;
    eval_coord2f(call, u as f32, v as f32)
}

/// glMapGrid1f
pub fn map_grid1f(call: &mut Call<'_>, un: i32, u1: f32, u2: f32) -> Result {
    if un <= 0 {
        return Err(GlError::invalid_value(
            "MapGrid1: the number of segments must be positive",
        ));
    }
    call.cx.evaluators.grid1_segments = un;
    call.cx.evaluators.grid1_domain = [u1, u2];
    Ok(())
}

/// glMapGrid1d
pub fn map_grid1d(call: &mut Call<'_>, un: i32, u1: f64, u2: f64) -> Result {
    map_grid1f(call, un, u1 as f32, u2 as f32)
}

/// glMapGrid2f
pub fn map_grid2f(
    call: &mut Call<'_>,
    un: i32,
    u1: f32,
    u2: f32,
    vn: i32,
    v1: f32,
    v2: f32,
) -> Result {
    if un <= 0 || vn <= 0 {
        return Err(GlError::invalid_value(
            "MapGrid2: the numbers of segments must be positive",
        ));
    }
    call.cx.evaluators.grid2_segments = [un, vn];
    call.cx.evaluators.grid2_domain = [u1, u2, v1, v2];
    Ok(())
}

/// glMapGrid2d
pub fn map_grid2d(
    call: &mut Call<'_>,
    un: i32,
    u1: f64,
    u2: f64,
    vn: i32,
    v1: f64,
    v2: f64,
) -> Result {
    map_grid2f(call, un, u1 as f32, u2 as f32, vn, v1 as f32, v2 as f32)
}

/// Grid coordinate `i` of `n` between `a` and `b`: exactly `a` at 0 and `b` at n.
fn grid(i: i32, n: i32, a: f32, b: f32) -> f32 {
    if i == n {
        b
    } else {
        i as f32 * ((b - a) / n as f32) + a
    }
}

fn grid1(call: &Call<'_>, i: i32) -> f32 {
    let [a, b] = call.cx.evaluators.grid1_domain;
    grid(i, call.cx.evaluators.grid1_segments, a, b)
}

fn grid2(call: &Call<'_>, i: i32, j: i32) -> [f32; 2] {
    let [u1, u2, v1, v2] = call.cx.evaluators.grid2_domain;
    let [un, vn] = call.cx.evaluators.grid2_segments;
    [grid(i, un, u1, u2), grid(j, vn, v1, v2)]
}

/// glEvalPoint1
pub fn eval_point1(call: &mut Call<'_>, i: i32) -> Result {
    call.run_anywhere(move |call| eval_coord(call, 1, grid1(call, i), 0.0))
}

/// glEvalPoint2
pub fn eval_point2(call: &mut Call<'_>, i: i32, j: i32) -> Result {
    call.run_anywhere(move |call| {
        let [u, v] = grid2(call, i, j);
        eval_coord(call, 2, u, v)
    })
}

/// Whether evaluation makes vertices.
fn has_vertex_map(cx: &Context, dimension: usize) -> bool {
    let maps = if dimension == 1 {
        &cx.evaluators.maps1
    } else {
        &cx.evaluators.maps2
    };
    VERTEX.iter().any(|i| maps[*i].enabled)
}

/// Whether a mesh of so many columns and rows is to be evaluated; without a vertex map nothing happens. OUT_OF_MEMORY for
/// one that would not end in reasonable time.
fn evaluates(
    cx: &Context,
    dimension: usize,
    columns: (i32, i32),
    rows: (i32, i32),
) -> Result<bool> {
    let points = |(from, to): (i32, i32)| (i64::from(to) - i64::from(from) + 1).max(0) as u64;
    let has_map = has_vertex_map(cx, dimension);
    if has_map && points(columns).saturating_mul(points(rows)) > MAX_MESH_POINTS {
        return Err(GlError::out_of_memory(
            "EvalMesh: more than 2^24 grid points",
        ));
    }
    Ok(has_map)
}

/// glEvalMesh1
pub fn eval_mesh1(call: &mut Call<'_>, mode: u32, i1: i32, i2: i32) -> Result {
    let topology = match mode {
        POINT => POINTS,
        LINE => LINE_STRIP,
        _ => {
            return Err(GlError::invalid_enum(
                "EvalMesh1: mode must be POINT or LINE",
            ));
        }
    };
    if !evaluates(call.cx, 1, (i1, i2), (0, 0))? {
        return Ok(());
    }
    run_of(call, 1, topology, (i1..=i2).map(|i| (i, 0)))
}

/// glEvalMesh2
pub fn eval_mesh2(call: &mut Call<'_>, mode: u32, i1: i32, i2: i32, j1: i32, j2: i32) -> Result {
    if !matches!(mode, POINT | LINE | FILL) {
        return Err(GlError::invalid_enum(
            "EvalMesh2: mode must be POINT, LINE or FILL",
        ));
    }
    if !evaluates(call.cx, 2, (i1, i2), (j1, j2))? {
        return Ok(());
    }
    match mode {
        POINT => run_of(
            call,
            2,
            POINTS,
            (j1..=j2).flat_map(|j| (i1..=i2).map(move |i| (i, j))),
        ),
        LINE => {
            for j in j1..=j2 {
                run_of(call, 2, LINE_STRIP, (i1..=i2).map(|i| (i, j)))?;
            }
            for i in i1..=i2 {
                run_of(call, 2, LINE_STRIP, (j1..=j2).map(|j| (i, j)))?;
            }
            Ok(())
        }
        _ => {
            for j in j1..j2 {
                let columns = (i1..=i2).flat_map(|i| [(i, j), (i, j + 1)]);
                run_of(call, 2, QUAD_STRIP, columns)?;
            }
            Ok(())
        }
    }
}

/// One Begin/End pair over grid points.
fn run_of(
    call: &mut Call<'_>,
    dimension: usize,
    topology: u32,
    points: impl Iterator<Item = (i32, i32)>,
) -> Result {
    immediate::begin(call, topology)?;
    for (i, j) in points {
        let [u, v] = if dimension == 1 {
            [grid1(call, i), 0.0]
        } else {
            grid2(call, i, j)
        };
        eval_coord(call, dimension, u, v)?;
    }
    immediate::end(call)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::ClientMemory;
    use std::sync::Arc;

    #[test]
    fn a_mesh_that_would_take_hours_is_refused() {
        let mut cx = Context::new(Arc::default());
        cx.evaluators.maps1[VERTEX[0]].enabled = true;
        cx.evaluators.maps2[VERTEX[0]].enabled = true;
        let mut call = Call {
            cx: &mut cx,
            mem: ClientMemory::for_tests(),
        };
        let huge = eval_mesh2(&mut call, FILL, i32::MIN, i32::MAX, i32::MIN, i32::MAX);
        assert_eq!(huge.unwrap_err().code, OUT_OF_MEMORY);
        assert_eq!(
            eval_mesh1(&mut call, LINE, i32::MIN, 0).unwrap_err().code,
            OUT_OF_MEMORY
        );
        assert!(eval_mesh2(&mut call, FILL, 3, 2, 0, 5).is_ok());
    }

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
