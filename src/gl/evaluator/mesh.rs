//! Evaluation of maps: glEvalCoord*, grids, glEvalPoint*, glEvalMesh* (GL 1.5 section 5.1).
#![forbid(unsafe_code)]

use super::map::{ATTRIBUTE_MAP, COLOR, COMPONENTS, MAPS, Map, NORMAL, TEXTURE, VERTEX};
use crate::device::geometry::curve::{Evaluated, GridWeights, analytic_normal};
use crate::gl::context::enums::*;
use crate::gl::context::named::{Named, gl_enum};
use crate::gl::immediate::attribute_nv;
use crate::gl::immediate::begin_end;
use crate::gl::immediate::begin_end::emit_vertex;
use crate::gl::vertex_array::feeds::ArrayUse;
use crate::gl::{Call, Context, GlError, Result};
use crate::ir::interface::attribute;
use crate::platform::ClientPtr;
use smallvec::SmallVec;

/// The most grid points that one EvalMesh evaluates. More, which no window can show, would take hours and give
/// OUT_OF_MEMORY.
const MAX_MESH_POINTS: u64 = 1 << 24;

/// The number of the map that gives the position: that of vertex attribute 0 under a vertex program, otherwise a
/// conventional one.
fn vertex_map(maps: &[Map; MAPS], program: bool) -> Option<usize> {
    let of_attribute = (program && maps[ATTRIBUTE_MAP].enabled).then_some(ATTRIBUTE_MAP);
    of_attribute.or_else(|| VERTEX.into_iter().find(|i| maps[*i].enabled))
}

/// A vertex that maps give: attributes by slot, and the position.
#[derive(Clone)]
struct MapVertex {
    values: SmallVec<[(u32, [f32; 4]); 4]>,
    position: [f32; 4],
}

/// Evaluates all enabled maps of a dimension and emits a vertex.
fn eval_coord(call: &mut Call<'_>, dimension: usize, u: f32, v: f32) -> Result {
    let evaluate = |map: &Map| map.control_points().evaluate(u, v);
    match vertex_at(call.cx, dimension, evaluate) {
        Some(vertex) => emit(call, &vertex),
        None => Ok(()),
    }
}

/// Evaluates all enabled maps of a dimension. `None` without a vertex map. Maps of vertex attributes are used under a vertex
/// program only, and take precedence over the conventional ones (NV_vertex_program 5.1). `evaluate` gives the value of a map
/// and its slopes.
fn vertex_at(
    cx: &Context,
    dimension: usize,
    mut evaluate: impl FnMut(&Map) -> Evaluated,
) -> Option<MapVertex> {
    let array_use = ArrayUse::of(&cx.programs, &cx.vertex_shaders);
    let program = array_use.is_of_program();
    let state = &cx.evaluators;
    let maps = state.maps(dimension);
    let vertex = vertex_map(maps, program)?;
    let point = evaluate(&maps[vertex]);
    let mut values = SmallVec::new();
    if maps[COLOR].enabled {
        values.push((attribute::COLOR, evaluate(&maps[COLOR])[0]));
    }
    let auto_normal = dimension == 2 && state.auto_normal;
    if auto_normal {
        let rational = vertex != VERTEX[1];
        values.push((
            attribute::NORMAL,
            analytic_normal(point, rational, !program),
        ));
    } else if maps[NORMAL].enabled {
        let [x, y, z, _] = evaluate(&maps[NORMAL])[0];
        values.push((attribute::NORMAL, [x, y, z, 1.0]));
    }
    if let Some(texture) = TEXTURE.into_iter().find(|i| maps[*i].enabled) {
        let mut st = evaluate(&maps[texture])[0];
        fill_missing(&mut st, COMPONENTS[texture]);
        values.push((attribute::TEX_COORD_0, st));
    }
    // They come after the conventional values that they replace.
    for n in (1..16).filter(|n| program && maps[ATTRIBUTE_MAP + *n as usize].enabled) {
        if n == attribute::NORMAL && auto_normal {
            continue;
        }
        let value = evaluate(&maps[ATTRIBUTE_MAP + n as usize])[0];
        values.push((attribute_nv::slot(n), value));
        if array_use == ArrayUse::Generic {
            values.push((attribute::GENERIC_0 + n, value));
        }
    }
    let mut position = point[0];
    fill_missing(&mut position, COMPONENTS[vertex]);
    Some(MapVertex { values, position })
}

/// Emits a vertex. Current values do not change.
fn emit(call: &mut Call<'_>, vertex: &MapVertex) -> Result {
    let mut saved: SmallVec<[(u32, [f32; 4]); 4]> = SmallVec::new();
    for (slot, value) in &vertex.values {
        saved.push((*slot, call.cx.immediate.current[*slot as usize]));
        begin_end::set_current(call, *slot, *value)?;
    }
    let result = emit_vertex(call, vertex.position);
    for (slot, value) in saved.into_iter().rev() {
        begin_end::set_current(call, slot, value)?;
    }
    result
}

fn fill_missing(value: &mut [f32; 4], components: usize) {
    for (i, component) in value.iter_mut().enumerate().skip(components) {
        *component = if i == 3 { 1.0 } else { 0.0 };
    }
}

pub fn eval_coord1f(call: &mut Call<'_>, u: f32) -> Result {
    call.run_anywhere(move |call| eval_coord(call, 1, u, 0.0))
}

pub fn eval_coord1d(call: &mut Call<'_>, u: f64) -> Result {
    eval_coord1f(call, u as f32)
}

pub fn eval_coord1fv(call: &mut Call<'_>, u: ClientPtr<f32>) -> Result {
    let [u] = call.params(u)?;
    eval_coord1f(call, u)
}

pub fn eval_coord1dv(call: &mut Call<'_>, u: ClientPtr<f64>) -> Result {
    let [u]: [f64; 1] = call.params(u)?;
    eval_coord1f(call, u as f32)
}

pub fn eval_coord2f(call: &mut Call<'_>, u: f32, v: f32) -> Result {
    call.run_anywhere(move |call| eval_coord(call, 2, u, v))
}

pub fn eval_coord2d(call: &mut Call<'_>, u: f64, v: f64) -> Result {
    eval_coord2f(call, u as f32, v as f32)
}

pub fn eval_coord2fv(call: &mut Call<'_>, uv: ClientPtr<f32>) -> Result {
    let [u, v] = call.params(uv)?;
    eval_coord2f(call, u, v)
}

pub fn eval_coord2dv(call: &mut Call<'_>, uv: ClientPtr<f64>) -> Result {
    let [u, v]: [f64; 2] = call.params(uv)?;
    eval_coord2f(call, u as f32, v as f32)
}

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

pub fn map_grid1d(call: &mut Call<'_>, un: i32, u1: f64, u2: f64) -> Result {
    map_grid1f(call, un, u1 as f32, u2 as f32)
}

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

/// The grid coordinate `i` of `n` between `a` and `b`. It is exactly `a` at 0 and exactly `b` at n.
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

pub fn eval_point1(call: &mut Call<'_>, i: i32) -> Result {
    call.run_anywhere(move |call| eval_coord(call, 1, grid1(call, i), 0.0))
}

pub fn eval_point2(call: &mut Call<'_>, i: i32, j: i32) -> Result {
    call.run_anywhere(move |call| {
        let [u, v] = grid2(call, i, j);
        eval_coord(call, 2, u, v)
    })
}

/// Whether evaluation emits vertices.
fn has_vertex_map(call: &Call<'_>, dimension: usize) -> bool {
    let Context {
        evaluators,
        programs,
        vertex_shaders,
        ..
    } = &*call.cx;
    let program = ArrayUse::of(programs, vertex_shaders).is_of_program();
    vertex_map(evaluators.maps(dimension), program).is_some()
}

/// Whether a mesh of this many columns and rows is evaluated. Without a vertex map nothing happens. Gives OUT_OF_MEMORY for
/// one that would take too long.
fn evaluates(has_map: bool, columns: (i32, i32), rows: (i32, i32)) -> Result<bool> {
    let points = |(from, to): (i32, i32)| (i64::from(to) - i64::from(from) + 1).max(0) as u64;
    if has_map && points(columns).saturating_mul(points(rows)) > MAX_MESH_POINTS {
        return Err(GlError::out_of_memory(
            "EvalMesh: more than 2^24 grid points",
        ));
    }
    Ok(has_map)
}

gl_enum! {
    /// What EvalMesh draws.
    pub enum MeshMode {
        Points = POINT,
        Lines = LINE,
        Fill = FILL,
    }
}

pub fn eval_mesh1(call: &mut Call<'_>, mode: u32, i1: i32, i2: i32) -> Result {
    let topology = match MeshMode::from_name(mode) {
        Some(MeshMode::Points) => POINTS,
        Some(MeshMode::Lines) => LINE_STRIP,
        Some(MeshMode::Fill) | None => {
            return Err(GlError::invalid_enum(
                "EvalMesh1: mode must be POINT or LINE",
            ));
        }
    };
    if !evaluates(has_vertex_map(call, 1), (i1, i2), (0, 0))? {
        return Ok(());
    }
    run_of(call, 1, topology, (i1..=i2).map(|i| (i, 0)))
}

pub fn eval_mesh2(call: &mut Call<'_>, mode: u32, i1: i32, i2: i32, j1: i32, j2: i32) -> Result {
    let mode = MeshMode::checked(mode, "EvalMesh2: mode must be POINT, LINE or FILL")?;
    if !evaluates(has_vertex_map(call, 2), (i1, i2), (j1, j2))? {
        return Ok(());
    }
    match mode {
        MeshMode::Points => run_of(
            call,
            2,
            POINTS,
            (j1..=j2).flat_map(|j| (i1..=i2).map(move |i| (i, j))),
        ),
        MeshMode::Lines => {
            // Lines run along u, then along v.
            for j in j1..=j2 {
                run_of(call, 2, LINE_STRIP, (i1..=i2).map(|i| (i, j)))?;
            }
            for i in i1..=i2 {
                run_of(call, 2, LINE_STRIP, (j1..=j2).map(|j| (i, j)))?;
            }
            Ok(())
        }
        MeshMode::Fill => {
            // Parts of rows bound the memory.
            let mut first = i1;
            while first.saturating_add(ROW_COLUMNS) < i2 {
                fill_mesh(call, [first, first + ROW_COLUMNS], [j1, j2])?;
                first += ROW_COLUMNS;
            }
            fill_mesh(call, [first, i2], [j1, j2])
        }
    }
}

/// The columns of a row of a mesh that are evaluated at a time.
const ROW_COLUMNS: i32 = 4096;

/// Draws a strip between each two neighbouring rows of a part of the grid. Each row is evaluated once.
fn fill_mesh(call: &mut Call<'_>, [i1, i2]: [i32; 2], [j1, j2]: [i32; 2]) -> Result {
    let mut weights = GridWeights::default();
    let mut row_at = |call: &mut Call<'_>, j: i32| -> Vec<MapVertex> {
        let vertex = |i: i32| {
            let [u, v] = grid2(call, i, j);
            vertex_at(call.cx, 2, |map| {
                map.control_points().evaluate_on_grid(u, v, &mut weights)
            })
        };
        (i1..=i2).filter_map(vertex).collect()
    };
    if j1 >= j2 {
        return Ok(());
    }
    let mut low = row_at(call, j1);
    for j in j1..j2 {
        let high = row_at(call, j + 1);
        begin_end::begin(call, QUAD_STRIP)?;
        let ends = low.iter().zip(&high);
        let emitted = ends
            .flat_map(|(low, high)| [low, high])
            .try_for_each(|vertex| emit(call, vertex));
        // The strip ends even where a vertex has found no memory.
        emitted.and(begin_end::end(call))?;
        low = high;
    }
    Ok(())
}

/// Draws one Begin/End pair over grid points.
fn run_of(
    call: &mut Call<'_>,
    dimension: usize,
    topology: u32,
    mut points: impl Iterator<Item = (i32, i32)>,
) -> Result {
    begin_end::begin(call, topology)?;
    let emitted = points.try_for_each(|(i, j)| {
        let [u, v] = if dimension == 1 {
            [grid1(call, i), 0.0]
        } else {
            grid2(call, i, j)
        };
        eval_coord(call, dimension, u, v)
    });
    // The primitive ends even where a vertex has found no memory.
    emitted.and(begin_end::end(call))
}
