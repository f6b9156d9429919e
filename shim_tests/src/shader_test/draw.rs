//! A shader's kernels over the pixels of a draw, on every engine.

use super::texture::Texture;
use trilobite::frontend::binding::{Binding, SceneValue};
use trilobite::frontend::c_like::hlsl::StageEntry;
use trilobite::ir::interface::{fragment_input, varying};
use trilobite::kernel::layout::{MAX_PIXEL_PLANES, Sampler, SamplerSlot};
use trilobite::kernel::{Engine, Invocation, PixelWindow, Scratch, compile_for};
use trilobite::simd::LANES;

/// The size of the target.
pub(super) const SIZE: (usize, usize) = (640, 480);

/// What a draw was made with.
#[derive(Debug, Clone)]
pub(super) struct Draw {
    pub(super) vertex: Option<StageEntry>,
    pub(super) pixel: StageEntry,
    /// Float registers of constants.
    pub(super) constants: Vec<[f32; 4]>,
    /// Of each vertex the values of its semantics.
    pub(super) vertices: Vec<Vec<(String, [f32; 4])>>,
    pub(super) shape: Shape,
    /// Whether colours are those of the first vertex.
    pub(super) is_flat: bool,
    /// Whether a colour that the vertex program does not write is white.
    pub(super) lacks_colors: bool,
    pub(super) textures: Vec<Option<Texture>>,
}

/// How vertices become primitives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Shape {
    Triangles,
    Strip,
    /// The size of a vertex without one, the least size, the greatest.
    Points([f32; 3]),
}

/// A vertex after its program: the outputs by slot.
type Vertex = Vec<f32>;

impl Draw {
    /// The colours of a pixel, one for each target; `None` where nothing is drawn.
    pub(super) fn pixel(&self, x: usize, y: usize) -> Result<Option<Vec<[f32; 4]>>, String> {
        let vertices: Result<Vec<Vertex>, String> =
            self.vertices.iter().map(|v| self.vertex(v)).collect();
        let vertices = vertices?;
        let n = vertices.len();
        let primitives: Vec<[usize; 3]> = match self.shape {
            Shape::Strip => (0..n.saturating_sub(2))
                .map(|i| [i, i + 1, i + 2])
                .collect(),
            Shape::Triangles => (0..n / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(),
            Shape::Points(_) => (0..n).map(|i| [i; 3]).collect(),
        };
        // Direct3D 9 has the centres of pixels at whole numbers.
        let at = (x as f32, y as f32);
        for p in primitives.iter().rev() {
            let corners = p.map(|i| &vertices[i]);
            if self.weights(&corners, at).is_some_and(|w| w.is_inside) {
                return self.shade(&corners, x, y);
            }
        }
        Ok(None)
    }

    /// Runs the vertex program; without one the position is passed on.
    fn vertex(&self, values: &[(String, [f32; 4])]) -> Result<Vertex, String> {
        let mut slots = vec![0.0; 4 * varying::COUNT as usize];
        for row in slots.chunks_exact_mut(4) {
            row[3] = 1.0;
        }
        if self.lacks_colors {
            let first = 4 * varying::FRONT_COLOR as usize;
            slots[first..first + 4].fill(1.0);
        }
        if let Shape::Points([size, ..]) = self.shape {
            slots[4 * varying::POINT_SIZE as usize] = size;
        }
        let find = |name: &str| values.iter().find(|(n, _)| n.eq_ignore_ascii_case(name));
        let Some(entry) = &self.vertex else {
            let position = find("position0").map_or([0.0; 4], |(_, v)| *v);
            slots[..4].copy_from_slice(&position);
            return Ok(slots);
        };
        let program = &entry.entry.code.program;
        let mut inputs = vec![[0.0; LANES]; program.n_inputs as usize];
        for connector in &entry.entry.inputs {
            for (row, slot) in connector.slots.iter().enumerate() {
                let (Some(slot), Some(semantic)) = (slot, &connector.semantic) else {
                    continue;
                };
                let name = numbered(&semantic.name, row);
                let value = find(&name).map_or([0.0, 0.0, 0.0, 1.0], |(_, v)| *v);
                for (c, v) in value.into_iter().enumerate() {
                    if let Some(input) = inputs.get_mut(*slot as usize + c) {
                        *input = [v; LANES];
                    }
                }
            }
        }
        let (outputs, _) = run(
            entry,
            &uniforms(entry, &self.constants)?,
            &inputs,
            &[],
            true,
            &slots,
        )?;
        Ok(outputs.iter().map(|slot| slot[0]).collect())
    }

    /// Runs the pixel shader over the 4×4 pixels around one.
    fn shade(
        &self,
        corners: &[&Vertex; 3],
        x: usize,
        y: usize,
    ) -> Result<Option<Vec<[f32; 4]>>, String> {
        let entry = &self.pixel;
        let program = &entry.entry.code.program;
        let mut inputs = vec![[0.0; LANES]; program.n_inputs as usize];
        let (mut wanted, mut front) = (0, true);
        for lane in 0..LANES {
            let (quad, i) = (lane / 4, lane % 4);
            let px = (x & !3) + 2 * (quad % 2) + i % 2;
            let py = (y & !3) + 2 * (quad / 2) + i / 2;
            if (px, py) == (x, y) {
                wanted = lane;
            }
            let at = (px as f32, py as f32);
            let Some(w) = self.weights(corners, at) else {
                return Ok(None);
            };
            front = w.is_front;
            for (slot, input) in inputs.iter_mut().enumerate() {
                input[lane] = self.input(corners, &w, at, slot as u32);
            }
        }
        let samplers: Vec<SamplerSlot<'_>> = (0..16)
            .map(|i| {
                let texture = self.textures.get(i).and_then(Option::as_ref);
                texture.map(|t| t as &dyn Sampler)
            })
            .collect();
        let default = vec![0.0; 4 * 5];
        let uniforms = uniforms(entry, &self.constants)?;
        let (outputs, live) = run(entry, &uniforms, &inputs, &samplers, front, &default)?;
        if live >> wanted & 1 == 0 {
            return Ok(None);
        }
        let value = |slot: usize| outputs.get(slot).map_or(0.0, |o| o[wanted]);
        Ok(Some(
            (0..4)
                .map(|target| std::array::from_fn(|c| value(4 * target + c)))
                .collect(),
        ))
    }

    /// Whether a generic input is a colour.
    fn is_color(&self, row: u32) -> bool {
        let number = row.checked_sub(fragment_input::GENERIC_0);
        let name = number.and_then(|n| self.pixel.generics.get(n as usize));
        name.is_some_and(|n| n.starts_with("COLOR"))
    }

    /// Where a point lies in a primitive.
    fn weights(&self, corners: &[&Vertex; 3], at: (f32, f32)) -> Option<Weights> {
        let Shape::Points([_, least, most]) = self.shape else {
            return weights(corners, at);
        };
        let [vertex, ..] = corners;
        let half = vertex[4 * varying::POINT_SIZE as usize].clamp(least, most) / 2.0;
        let (x, y, depth) = window(vertex);
        Some(Weights {
            by_w: [1.0, 0.0, 0.0],
            depth,
            inverse_w: 1.0 / vertex[3],
            is_inside: (at.0 - x).abs() < half && (at.1 - y).abs() < half,
            is_front: true,
        })
    }

    /// The value of an input of the pixel shader.
    fn input(&self, corners: &[&Vertex; 3], w: &Weights, at: (f32, f32), slot: u32) -> f32 {
        let (row, c) = (slot / 4, slot % 4);
        let from = match row {
            fragment_input::POSITION => {
                let place = [at.0 + 0.5, SIZE.1 as f32 - at.1 - 0.5, w.depth, w.inverse_w];
                return place[c as usize];
            }
            1 | 2 => varying::FRONT_COLOR + row - 1,
            fragment_input::FOG_COORD => varying::FOG_COORD,
            4..12 => varying::TEX_COORD_0 + row - fragment_input::TEX_COORD_0,
            generic => {
                let number = (generic - fragment_input::GENERIC_0) as usize;
                let name = self.pixel.generics.get(number);
                let outputs = self.vertex.as_ref().map_or(&[][..], |v| &v.generics);
                match name.and_then(|name| outputs.iter().position(|o| o == name)) {
                    Some(number) => varying::GENERIC_0 + number as u32,
                    None => return 0.0,
                }
            }
        };
        let is_color = row == 1 || row == 2 || self.is_color(row);
        let first = |i: usize| if self.is_flat && is_color { 0 } else { i };
        let value = |i: usize| corners[first(i)][(4 * from + c) as usize];
        let sum = w.by_w[0] * value(0) + w.by_w[1] * value(1) + w.by_w[2] * value(2);
        if row <= 2 { sum.clamp(0.0, 1.0) } else { sum }
    }
}

/// `TEXCOORD2` and row 1 is `TEXCOORD3`; a name without a number gets one.
fn numbered(name: &str, row: usize) -> String {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let number: usize = name[letters.len()..].parse().unwrap_or(0);
    let letters = match letters.to_ascii_lowercase().as_str() {
        "sv_position" => "position".to_owned(),
        other => other.to_owned(),
    };
    format!("{letters}{}", number + row)
}

/// Where a point lies in a triangle.
struct Weights {
    /// The parts of the corners, with perspective.
    by_w: [f32; 3],
    depth: f32,
    inverse_w: f32,
    is_inside: bool,
    is_front: bool,
}

/// A vertex's place in the window, and its depth.
fn window(v: &Vertex) -> (f32, f32, f32) {
    let w = v[3];
    let (x, y) = (v[0] / w, v[1] / w);
    let (width, height) = (SIZE.0 as f32, SIZE.1 as f32);
    ((x + 1.0) / 2.0 * width, (1.0 - y) / 2.0 * height, v[2] / w)
}

fn weights(corners: &[&Vertex; 3], at: (f32, f32)) -> Option<Weights> {
    let [a, b, c] = corners.map(window);
    let edge = |p: (f32, f32, f32), q: (f32, f32, f32), r: (f32, f32)| {
        (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0)
    };
    let area = edge(a, b, (c.0, c.1));
    if area == 0.0 || !area.is_finite() {
        return None;
    }
    let flat = [
        edge(b, c, at) / area,
        edge(c, a, at) / area,
        edge(a, b, at) / area,
    ];
    let inverse = [0, 1, 2].map(|i| flat[i] / corners[i][3]);
    let inverse_w: f32 = inverse.iter().sum();
    Some(Weights {
        by_w: inverse.map(|i| i / inverse_w),
        depth: flat[0] * a.2 + flat[1] * b.2 + flat[2] * c.2,
        inverse_w,
        is_inside: flat.iter().all(|w| *w >= 0.0),
        // Clockwise in the window is front.
        is_front: area > 0.0,
    })
}

/// The uniforms of an entry.
fn uniforms(entry: &StageEntry, constants: &[[f32; 4]]) -> Result<Vec<f32>, String> {
    let code = &entry.entry.code;
    let mut rows = vec![[0.0; 4]; code.bindings.len()];
    entry.constants.fill(constants, &mut rows);
    for (row, binding) in rows.iter_mut().zip(&code.bindings) {
        match binding {
            Binding::Named(_) => {}
            Binding::Scene(SceneValue::FramebufferHeight) => *row = [SIZE.1 as f32; 4],
            // No bias of the level.
            Binding::Scene(SceneValue::TextureLod(..)) => *row = [0.0; 4],
            Binding::Constant(value) => *row = *value,
            other => return Err(format!("no value for {other:?}")),
        }
    }
    let mut words = rows.into_flattened();
    words.resize(words.len().max(code.program.n_uniforms as usize), 0.0);
    Ok(words)
}

/// The outputs of an entry for the inputs of some lanes, and which lanes are alive.
pub fn evaluate(
    entry: &StageEntry,
    constants: &[[f32; 4]],
    inputs: &[[f32; LANES]],
) -> Result<(Vec<[f32; LANES]>, u16), String> {
    let uniforms = uniforms(entry, constants)?;
    let n = entry.entry.code.program.n_outputs as usize;
    run(entry, &uniforms, inputs, &[], true, &vec![0.0; n])
}

type Outputs = Vec<[f32; LANES]>;

/// Runs a program on every engine; all must give the same bits.
fn run(
    entry: &StageEntry,
    uniforms: &[f32],
    inputs: &[[f32; LANES]],
    samplers: &[SamplerSlot<'_>],
    front_facing: bool,
    default: &[f32],
) -> Result<(Outputs, u16), String> {
    let program = &entry.entry.code.program;
    let n_outputs = (program.n_outputs as usize).max(default.len());
    let mut first: Option<(Outputs, u16)> = None;
    for engine in Engine::all() {
        let value = |slot: usize| default.get(slot).copied().unwrap_or(0.0);
        let mut outputs: Outputs = (0..n_outputs).map(|s| [value(s); LANES]).collect();
        let mut masks = [0xffff];
        let mut invocation = Invocation {
            uniforms,
            inputs,
            n_inputs: inputs.len(),
            outputs: &mut outputs,
            n_outputs,
            planes: &[],
            groups: &[],
            masks: &mut masks,
            front_facing,
            pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
            samplers,
        };
        compile_for(program, engine).run(&mut invocation, &mut Scratch::default());
        let Some((other, mask)) = &first else {
            first = Some((outputs, masks[0]));
            continue;
        };
        let same = |(a, b): (&f32, &f32)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
        let mut pairs = other.as_flattened().iter().zip(outputs.as_flattened());
        if *mask != masks[0] || *mask == 0xffff && !pairs.all(same) {
            return Err(format!("{engine:?} gives other bits than the interpreter"));
        }
    }
    first.ok_or_else(|| "no engine".to_owned())
}
