//! One run of a program test: its inputs and expectations. Runs may share an invocation.

use super::program_test::{Bound, Language};
use trilobite::emit::About;
use trilobite::frontend::BoundProgram;
use trilobite::frontend::assembly::arb::{self, Limits};
use trilobite::frontend::binding::{Binding, SceneValue};
use trilobite::ir::interface::{attribute, fragment_input, fragment_output, varying};
use trilobite::kernel::layout::MAX_PIXEL_PLANES;
use trilobite::kernel::layout::Sampler;
use trilobite::kernel::{
    Engine, Invocation, PixelWindow, SampleRequest, SampleResult, SamplerSlot, Scratch, compile_for,
};
use trilobite::simd::LANES;

/// The inputs and expectations of one run.
#[derive(Debug)]
pub(crate) struct Case {
    language: Language,
    inputs: Vec<(usize, [f32; 4])>,
    parameters: Vec<(Binding, [f32; 4])>,
    /// Name, first scalar slot, one value per slot.
    outputs: Vec<(String, usize, Vec<Option<f64>>)>,
    killed: Option<bool>,
    no_texture: u16,
    /// The value of `SceneValue::TextureLod` of an image unit, if the run sets it.
    texture_lod: Vec<(usize, [f32; 4])>,
    front_facing: bool,
}

/// The outcome of one lane.
#[derive(Debug, Clone)]
pub(crate) struct Outcome {
    live: bool,
    outputs: Vec<f32>,
}

impl Case {
    /// Reads the lines of a section.
    pub(crate) fn parse(language: Language, body: &str) -> Result<Case, String> {
        let mut case = Case {
            language,
            inputs: Vec::new(),
            parameters: Vec::new(),
            outputs: Vec::new(),
            killed: None,
            no_texture: 0,
            texture_lod: Vec::new(),
            front_facing: true,
        };
        for line in body
            .lines()
            .filter(|l| !l.starts_with('#') && !l.trim().is_empty())
        {
            let (name, value) = line.split_once('=').ok_or(format!("no \"=\": {line}"))?;
            case.line(name.trim(), value.trim())
                .map_err(|e| format!("{line}: {e}"))?;
        }
        if case.outputs.is_empty() && case.killed.is_none() {
            return Err("a run expects something".into());
        }
        Ok(case)
    }

    fn line(&mut self, name: &str, value: &str) -> Result<(), String> {
        let language = self.language;
        if name == "killed" {
            self.killed = Some(value == "true");
        } else if name.starts_with("texture[") {
            let unit = split_index(name).1.ok_or("a unit")?;
            self.no_texture |= u16::from(value == "none") << unit;
            if value != "none" {
                self.texture_lod.push((unit, vector(value)?));
            }
        } else if name == "fragment.facing" {
            self.front_facing = vector(value)?[0] > 0.0;
        } else if name.starts_with("result.") || name.starts_with("o[") {
            let (slot, n) = output_slots(language, name)?;
            self.outputs
                .push((name.to_owned(), slot, values(value, n)?));
        } else {
            let vector = vector(value)?;
            if let Some(parameter) = crate::d3d::constant(language, name, vector) {
                self.parameters.push(parameter);
                return Ok(());
            }
            let unnamed = match name {
                "depth limits" => Some(SceneValue::DepthLimits),
                "framebuffer height" => Some(SceneValue::FramebufferHeight),
                _ => None,
            };
            if let Some(state) = unnamed {
                self.parameters.push((Binding::Scene(state), vector));
            } else if let ("named", Some(n)) = split_index(name) {
                self.parameters.push((Binding::Named(n as u32), vector));
            } else if ["state.", "program.", "c["]
                .iter()
                .any(|p| name.starts_with(p))
            {
                self.parameters.push((binding(language, name)?, vector));
            } else {
                self.inputs.push((input_slot(language, name)?, vector));
            }
        }
        Ok(())
    }

    /// Whether two runs can be lanes of one invocation, because their uniforms are equal.
    pub(crate) fn goes_with(&self, other: &Case) -> bool {
        let uniform = |c: &Case| (c.no_texture, c.front_facing);
        self.parameters == other.parameters
            && self.texture_lod == other.texture_lod
            && uniform(self) == uniform(other)
    }

    /// Compares one lane's outcome with what the run expects.
    pub(crate) fn check(&self, outcome: &Outcome, bound: Bound) -> Result<(), String> {
        if self.killed.unwrap_or(false) == outcome.live {
            return Err(format!("killed = {}", !outcome.live));
        }
        for (name, slot, expected) in &self.outputs {
            let got: Vec<f32> = (*slot..*slot + expected.len())
                .map(|s| outcome.output(self.language, s))
                .collect();
            let holds = |(e, got): (&Option<f64>, &f32)| e.is_none_or(|e| bound.holds(*got, e));
            if !expected.iter().zip(&got).all(holds) {
                let bits: Vec<u32> = got.iter().map(|x| x.to_bits()).collect();
                return Err(format!("got {name} = {got:?} ({bits:08x?})"));
            }
        }
        Ok(())
    }

    /// The uniform array of the program.
    fn uniforms(&self, code: &BoundProgram) -> Result<Vec<f32>, String> {
        let mut uniforms = Vec::with_capacity(4 * code.bindings.len());
        for binding in &code.bindings {
            let value = match binding {
                Binding::Constant(c) => Some(*c),
                Binding::Scene(SceneValue::DepthLimits) if self.parameters.is_empty() => {
                    Some([f32::NEG_INFINITY, f32::INFINITY, 0.0, 0.0])
                }
                Binding::Scene(SceneValue::TextureLod(unit, _)) => {
                    let mut given = self.texture_lod.iter();
                    let found = given.find(|(u, _)| *u == *unit as usize);
                    Some(found.map_or([1.0, 1.0, 1.0, 0.0], |(_, v)| *v))
                }
                other => self
                    .parameters
                    .iter()
                    .find(|(b, _)| b == other)
                    .map(|(_, v)| *v),
            };
            // Program parameters begin as 0 (NV_vertex_program 2.14.6).
            let is_native = matches!(self.language, Language::NvVertex | Language::NvState);
            let value = value.or(is_native.then_some([0.0; 4]));
            uniforms.extend(value.ok_or(format!("no value for {binding:?}"))?);
        }
        uniforms.resize(uniforms.len().max(code.program.n_uniforms as usize), 0.0);
        Ok(uniforms)
    }
}

impl Outcome {
    fn output(&self, language: Language, slot: usize) -> f32 {
        let default = default_output(language, slot);
        self.outputs.get(slot).copied().unwrap_or(default)
    }

    /// Whether two outcomes have the same bits (NaN = NaN), or the same end.
    pub(crate) fn is_same(&self, other: &Outcome) -> bool {
        let same = |(a, b): (&f32, &f32)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
        let mut pairs = self.outputs.iter().zip(&other.outputs);
        self.live == other.live && (!self.live || pairs.all(same))
    }
}

/// Runs groups of lanes in one invocation. `groups[g][l]` is the run in lane `l` of group `g`. Their uniforms are equal.
/// Every engine must give the same.
pub(crate) fn execute(
    code: &BoundProgram,
    groups: &[[&Case; LANES]],
) -> Result<Vec<[Outcome; LANES]>, String> {
    let mut first: Option<Vec<[Outcome; LANES]>> = None;
    for engine in Engine::all() {
        let outcomes = execute_on(engine, code, groups)?;
        let Some(first) = &first else {
            first = Some(outcomes);
            continue;
        };
        let pairs = first.as_flattened().iter().zip(outcomes.as_flattened());
        if let Some((a, b)) = pairs.into_iter().find(|(a, b)| !a.is_same(b)) {
            return Err(format!("the interpreter gives {a:?}, {engine:?} {b:?}"));
        }
    }
    first.ok_or("no engine".into())
}

fn execute_on(
    engine: Engine,
    code: &BoundProgram,
    groups: &[[&Case; LANES]],
) -> Result<Vec<[Outcome; LANES]>, String> {
    let first = groups[0][0];
    let uniforms = first.uniforms(code)?;
    let n_inputs = code.program.n_inputs as usize;
    let n_outputs = code.program.n_outputs as usize;
    // Each group has its own rows of inputs and outputs.
    let mut inputs = Vec::with_capacity(groups.len() * n_inputs);
    let mut outputs = Vec::with_capacity(groups.len() * n_outputs);
    for lanes in groups {
        inputs.extend(group_inputs(lanes, n_inputs));
        outputs.extend((0..n_outputs).map(|slot| [default_output(first.language, slot); LANES]));
    }
    // Every image unit that the run does not empty has a checkerboard.
    let units: [Checker; 16] = std::array::from_fn(|unit| Checker { unit });
    let samplers: Vec<SamplerSlot<'_>> = units
        .iter()
        .map(|u| (first.no_texture >> u.unit & 1 == 0).then_some(u as &dyn Sampler))
        .collect();
    let mut masks = vec![0xffff; groups.len()];
    compile_for(&code.program, engine).run(
        &mut Invocation {
            uniforms: &uniforms,
            inputs: &inputs,
            n_inputs,
            n_outputs,
            outputs: &mut outputs,
            planes: &[],
            groups: &[],
            masks: &mut masks,
            front_facing: first.front_facing,
            pixels: &[PixelWindow::NONE; MAX_PIXEL_PLANES],
            samplers: &samplers,
        },
        &mut Scratch::default(),
    );
    // Take the results apart by lane.
    let outcome = |group: usize, lane: usize| Outcome {
        live: masks[group] >> lane & 1 != 0,
        outputs: outputs[group * n_outputs..(group + 1) * n_outputs]
            .iter()
            .map(|slot| slot[lane])
            .collect(),
    };
    Ok((0..groups.len())
        .map(|group| std::array::from_fn(|lane| outcome(group, lane)))
        .collect())
}

/// The input slots of one group. Inputs that a run does not name are (0, 0, 0, 1).
fn group_inputs(lanes: &[&Case; LANES], n_inputs: usize) -> Vec<[f32; LANES]> {
    let default = |slot: usize| if slot % 4 == 3 { 1.0 } else { 0.0 };
    let mut inputs: Vec<_> = (0..n_inputs).map(|slot| [default(slot); LANES]).collect();
    for (lane, case) in lanes.iter().enumerate() {
        for (vec4, value) in &case.inputs {
            for (c, x) in value.iter().enumerate() {
                if let Some(slot) = inputs.get_mut(4 * vec4 + c) {
                    slot[lane] = *x;
                }
            }
        }
    }
    inputs
}

/// The program that its MUDA form loads as, with the same bindings.
pub(crate) fn through_muda(
    language: Language,
    code: &BoundProgram,
    about: &About<'_>,
) -> Result<BoundProgram, String> {
    let default = |slot: u32| default_output(language, slot as usize).to_bits();
    let (program, _) = crate::emit::through_muda(&code.program, about, &default)?;
    let bindings = code.bindings.clone();
    Ok(BoundProgram { program, bindings })
}

/// The value of an output that is never stored: (0, 0, 0, 1), or 0 for clip distances (QUIRKS 1.28).
fn default_output(language: Language, slot: usize) -> f32 {
    let clip = 4 * varying::CLIP_0 as usize;
    let is_clip = matches!(
        language,
        Language::ArbVertex | Language::NvVertex | Language::D3dVertex
    ) && (clip..clip + 6).contains(&slot);
    if slot % 4 == 3 && !is_clip { 1.0 } else { 0.0 }
}

/// Reads four numbers.
fn vector(text: &str) -> Result<[f32; 4], String> {
    let numbers = values(text, 4)?.into_iter().map(|x| x.map(|x| x as f32));
    let numbers: Option<Vec<f32>> = numbers.collect();
    let vector = numbers.ok_or("an input needs four numbers")?;
    Ok([vector[0], vector[1], vector[2], vector[3]])
}

fn values(text: &str, n: usize) -> Result<Vec<Option<f64>>, String> {
    let one = |word: &str| -> Result<Option<f64>, String> {
        if word == "*" {
            return Ok(None);
        }
        if let Some(hex) = word.strip_prefix("0x") {
            let bits = u32::from_str_radix(hex, 16).map_err(|e| e.to_string())?;
            return Ok(Some(f32::from_bits(bits).into()));
        }
        word.parse().map(Some).map_err(|_| format!("{word}?"))
    };
    let list: Vec<_> = text.split_whitespace().map(one).collect::<Result<_, _>>()?;
    if list.len() == n {
        Ok(list)
    } else {
        Err(format!("{n} values are needed"))
    }
}

/// Splits `name[n]` into (`name`, n).
fn split_index(name: &str) -> (&str, Option<usize>) {
    match name.split_once('[') {
        Some((head, rest)) => (head, rest.trim_end_matches(']').parse().ok()),
        None => (name, None),
    }
}

fn input_slot(language: Language, name: &str) -> Result<usize, String> {
    let (head, n) = split_index(name);
    let n = n.unwrap_or(0) as u32;
    let slot = match (language, head) {
        // Attributes 6 and 7 are generic ones (NV_vertex_program table X.2).
        (Language::NvVertex | Language::NvState, "v") => match n {
            6 | 7 => attribute::GENERIC_0 + n,
            n => n,
        },
        (Language::ArbVertex | Language::D3dVertex, "vertex.position") => attribute::POSITION,
        (Language::ArbVertex | Language::D3dVertex, "vertex.normal") => attribute::NORMAL,
        (Language::ArbVertex | Language::D3dVertex, "vertex.color") => attribute::COLOR,
        (Language::ArbVertex | Language::D3dVertex, "vertex.color.secondary") => {
            attribute::SECONDARY_COLOR
        }
        (Language::ArbVertex | Language::D3dVertex, "vertex.fogcoord") => attribute::FOG_COORD,
        (Language::ArbVertex | Language::D3dVertex, "vertex.texcoord") => {
            attribute::TEX_COORD_0 + n
        }
        (Language::ArbVertex | Language::D3dVertex, "vertex.attrib") => attribute::GENERIC_0 + n,
        (Language::ArbFragment | Language::D3dPixel, "fragment.position") => {
            fragment_input::POSITION
        }
        (
            Language::ArbFragment | Language::AtiFragment(_) | Language::D3dPixel,
            "fragment.color",
        ) => fragment_input::COLOR,
        (
            Language::ArbFragment | Language::AtiFragment(_) | Language::D3dPixel,
            "fragment.color.secondary",
        ) => fragment_input::SECONDARY_COLOR,
        (
            Language::ArbFragment | Language::AtiFragment(_) | Language::D3dPixel,
            "fragment.fogcoord",
        ) => fragment_input::FOG_COORD,
        (
            Language::ArbFragment | Language::AtiFragment(_) | Language::D3dPixel,
            "fragment.texcoord",
        ) => fragment_input::TEX_COORD_0 + n,
        _ => return Err("unknown input".into()),
    };
    Ok(slot as usize)
}

/// The first scalar slot of a result, and its number of slots.
fn output_slots(language: Language, name: &str) -> Result<(usize, usize), String> {
    let (head, n) = split_index(name);
    let n = n.unwrap_or(0) as u32;
    if language == Language::NvState {
        return Ok((4 * n as usize, 4));
    }
    if language == Language::NvVertex {
        return native_output(name);
    }
    if language == Language::ArbVertex && head == "result.clip" {
        return Ok(((4 * varying::CLIP_0 + n) as usize, 1));
    }
    let slot = match (language, head) {
        (Language::ArbVertex | Language::D3dVertex, "result.position") => varying::POSITION,
        (Language::ArbVertex | Language::D3dVertex, "result.color" | "result.color.front") => {
            varying::FRONT_COLOR
        }
        (
            Language::ArbVertex | Language::D3dVertex,
            "result.color.secondary" | "result.color.front.secondary",
        ) => varying::FRONT_SECONDARY,
        (Language::ArbVertex | Language::D3dVertex, "result.color.back") => varying::BACK_COLOR,
        (Language::ArbVertex | Language::D3dVertex, "result.color.back.secondary") => {
            varying::BACK_SECONDARY
        }
        (Language::ArbVertex | Language::D3dVertex, "result.fogcoord") => varying::FOG_COORD,
        (Language::ArbVertex | Language::D3dVertex, "result.pointsize") => varying::POINT_SIZE,
        (Language::ArbVertex | Language::D3dVertex, "result.texcoord") => varying::TEX_COORD_0 + n,
        (Language::ArbFragment | Language::AtiFragment(_) | Language::D3dPixel, "result.color") => {
            fragment_output::COLOR_0 + n
        }
        (Language::ArbFragment | Language::D3dPixel, "result.depth") => fragment_output::DEPTH,
        _ => return Err("unknown result".into()),
    };
    Ok((4 * slot as usize, 4))
}

/// The slots of a result of a native vertex program (NV_vertex_program2 table X.1).
fn native_output(name: &str) -> Result<(usize, usize), String> {
    let name = name.trim_start_matches("o[").trim_end_matches(']');
    let (kind, n) = name.split_at(name.len().min(3));
    let slot = match (kind, n.parse::<u32>()) {
        ("HPO", _) => varying::POSITION,
        ("COL", Ok(n)) => varying::FRONT_COLOR + n,
        ("BFC", Ok(n)) => varying::BACK_COLOR + n,
        ("FOG", _) => varying::FOG_COORD,
        ("PSI", _) => varying::POINT_SIZE,
        ("TEX", Ok(n)) => varying::TEX_COORD_0 + n,
        ("CLP", Ok(n)) => return Ok(((4 * varying::CLIP_0 + n) as usize, 1)),
        _ => return Err("unknown result".into()),
    };
    Ok((4 * slot as usize, 4))
}

/// The binding of a parameter's name, as the parser of the language reads it.
fn binding(language: Language, name: &str) -> Result<Binding, String> {
    let loaded = match language {
        Language::D3dVertex | Language::D3dPixel => return Err("unknown constant".into()),
        Language::Muda => return Err("a kernel has parameters only".into()),
        Language::NvVertex | Language::NvState => {
            let n = split_index(name).1.ok_or("a number")?;
            return Ok(Binding::Env(n as u32));
        }
        Language::ArbVertex => {
            let text = format!("!!ARBvp1.0 PARAM p = {name}; END");
            arb::load_vertex(text.as_bytes(), &Limits::VERTEX)
        }
        Language::ArbFragment | Language::AtiFragment(_) => {
            let text = format!("!!ARBfp1.0 PARAM p = {name}; END");
            arb::load_fragment(text.as_bytes(), &Limits::FRAGMENT)
        }
    };
    let code = loaded.map_err(|e| e.to_string())?.code();
    code.bindings
        .first()
        .copied()
        .ok_or("no binding".to_owned())
}

/// The texture of every image unit: (2 × unit + parity of ⌊4s⌋ + ⌊4t⌋, r, the bias or level, the depth reference).
#[derive(Debug, Clone, Copy)]
pub struct Checker {
    /// The image unit.
    pub unit: usize,
}

impl Sampler for Checker {
    fn sample(&self, request: &SampleRequest, result: &mut SampleResult) {
        let [s, t, r, reference] = &request.coords;
        for lane in 0..LANES {
            let cells = (4.0 * s[lane]).floor() + (4.0 * t[lane]).floor();
            result[0][lane] = 2.0 * self.unit as f32 + cells.rem_euclid(2.0);
        }
        result[1] = *r;
        result[2] = request.lod;
        result[3] = *reference;
    }
}
