//! Program tests: a text file with a program, its inputs and what must come out (STYLE section 6).
//!
//! ```text
//! # What the file shows, and the section that says so.
//! test run
//! == program arb-fragment
//! !!ARBfp1.0
//! MUL result.color, fragment.color, 2.0;
//! END
//! == run exact
//! fragment.color = 1 2 3 4
//! result.color   = 2 4 6 8
//! ```
//!
//! A file may have several `run` sections. A section's bound is `exact` (the same bits; NaN = NaN), `ulp n` (at most n
//! floats away), `bits n` (relative error at most 2^-n) or `within x` (absolute error at most x). Names before `=` are
//! bindings of the language; those that begin with `result.` are expected, as is `killed = true`; all others are
//! inputs. Values are numbers, `inf`, `-inf`, `nan`, `0x…` (the bits of a float) and `*` (anything, expected only).
//! `program … escaped` reads `\xNN` in the text as that byte.
//!
//! Image units hold the checker of [`Checker`], unless `texture[n] = none`.

use trilobite::frontend::assembly::arb::{self, ArbProgram, Limits};
use trilobite::frontend::binding::Binding;
use trilobite::frontend::diagnostic::ProgramError;
use trilobite::ir::interface::{attribute, fragment_input, fragment_output, varying};
use trilobite::kernel::layout::Sampler;
use trilobite::kernel::{
    Invocation, PixelWindow, SampleRequest, SampleResult, SamplerSlot, Scratch, compile,
};
use trilobite::simd::LANES;

/// A language of program tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// ARB_vertex_program
    ArbVertex,
    /// ARB_fragment_program
    ArbFragment,
}

/// A file's sections: the heading behind `== ` and the lines below it, each with its newline.
#[derive(Debug)]
pub struct TestFile {
    /// The program's language.
    pub language: Language,
    /// The program's bytes.
    pub program: Vec<u8>,
    /// The other sections.
    pub sections: Vec<(String, String)>,
}

impl TestFile {
    /// Reads a file's text.
    pub fn parse(text: &str) -> Result<TestFile, String> {
        let mut sections: Vec<(String, String)> = Vec::new();
        for line in text.split_inclusive('\n') {
            if let Some(heading) = line.strip_prefix("== ") {
                sections.push((heading.trim().to_owned(), String::new()));
            } else if let Some((_, body)) = sections.last_mut() {
                body.push_str(line);
            } else if !line.starts_with('#') && !line.starts_with("test ") && line.trim() != "" {
                return Err(format!("unknown header line {line:?}"));
            }
        }
        if sections.len() < 2 {
            return Err("a program and at least one other section are needed".into());
        }
        let (heading, program) = sections.remove(0);
        let (language, escaped) = match heading.as_str() {
            "program arb-vertex" => (Language::ArbVertex, false),
            "program arb-fragment" => (Language::ArbFragment, false),
            "program arb-vertex escaped" => (Language::ArbVertex, true),
            "program arb-fragment escaped" => (Language::ArbFragment, true),
            _ => return Err(format!("the first section is {heading:?}, not a program")),
        };
        let program = if escaped {
            unescape(&program)?
        } else {
            program.into_bytes()
        };
        Ok(TestFile {
            language,
            program,
            sections,
        })
    }

    /// Loads the program.
    pub fn load(&self) -> Result<ArbProgram, ProgramError> {
        match self.language {
            Language::ArbVertex => arb::load_vertex(&self.program, &Limits::VERTEX),
            Language::ArbFragment => arb::load_fragment(&self.program, &Limits::FRAGMENT),
        }
    }

    /// Runs all `run` sections.
    pub fn run(&self) -> Result<(), String> {
        let program = self
            .load()
            .map_err(|e| format!("does not load:\n{}", e.info_log(&self.program)))?;
        for (heading, body) in &self.sections {
            let bound = heading
                .strip_prefix("run ")
                .and_then(Bound::parse)
                .ok_or(format!("unknown section {heading:?}"))?;
            let case = Case::parse(self.language, body)?;
            case.check(&program, bound)
                .map_err(|e| format!("{heading}\n{body}{e}"))?;
        }
        Ok(())
    }

    /// Checks an error test: the section `error <position>` holds the info log.
    pub fn check_error(&self) -> Result<(), String> {
        let (heading, body) = &self.sections[0];
        let position: i32 = heading
            .strip_prefix("error ")
            .and_then(|p| p.parse().ok())
            .ok_or(format!("unknown section {heading:?}"))?;
        let Err(error) = self.load() else {
            return Err("the program loads".into());
        };
        let log = error.info_log(&self.program);
        if error.error_position() != position {
            return Err(format!(
                "position {} instead of {position}\n{log}",
                error.error_position()
            ));
        }
        if log.trim_end() != body.trim_end() {
            return Err(format!("expected:\n{body}\ngot:\n{log}"));
        }
        Ok(())
    }
}

fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut parts = text.split("\\x");
    let mut out = parts.next().unwrap_or("").as_bytes().to_vec();
    for part in parts {
        let hex = part.get(..2).ok_or("a short \\x")?;
        out.push(u8::from_str_radix(hex, 16).map_err(|e| e.to_string())?);
        out.extend_from_slice(&part.as_bytes()[2..]);
    }
    Ok(out)
}

/// How near a result must be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// The same bits; NaN = NaN.
    Exact,
    /// At most so many floats away.
    Ulp(i64),
    /// Relative error at most 2^-n.
    Bits(i32),
    /// Absolute error.
    Within(f64),
}

impl Bound {
    fn parse(text: &str) -> Option<Bound> {
        let mut words = text.split_whitespace();
        let bound = match (words.next()?, words.next()) {
            ("exact", None) => Bound::Exact,
            ("ulp", Some(n)) => Bound::Ulp(n.parse().ok()?),
            ("bits", Some(n)) => Bound::Bits(n.parse().ok()?),
            ("within", Some(x)) => Bound::Within(x.parse().ok()?),
            _ => return None,
        };
        words.next().is_none().then_some(bound)
    }

    /// Whether `got` is near enough.
    pub fn holds(self, got: f32, expected: f64) -> bool {
        let nearest = expected as f32;
        if nearest.is_nan() || got.is_nan() {
            return nearest.is_nan() && got.is_nan();
        }
        if nearest.is_infinite() || got.is_infinite() {
            return nearest == got;
        }
        // Floats in order as integers.
        let order = |x: f32| {
            let bits = x.to_bits() as i32;
            i64::from(if bits < 0 { i32::MIN - bits } else { bits })
        };
        let error = (f64::from(got) - expected).abs();
        match self {
            Bound::Exact => got.to_bits() == nearest.to_bits(),
            Bound::Ulp(n) => (order(got) - order(nearest)).abs() <= n,
            Bound::Bits(n) => error <= expected.abs() * 0.5f64.powi(n),
            Bound::Within(x) => error <= x,
        }
    }
}

/// Inputs and expectations of one run.
#[derive(Debug, Default)]
struct Case {
    inputs: Vec<(usize, [f32; 4])>,
    parameters: Vec<(Binding, [f32; 4])>,
    outputs: Vec<(String, usize, [Option<f64>; 4])>,
    killed: Option<bool>,
    no_texture: u16,
}

impl Case {
    fn parse(language: Language, body: &str) -> Result<Case, String> {
        let mut case = Case::default();
        for line in body
            .lines()
            .filter(|l| !l.starts_with('#') && !l.trim().is_empty())
        {
            let (name, value) = line.split_once('=').ok_or(format!("no \"=\": {line}"))?;
            case.line(language, name.trim(), value.trim())
                .map_err(|e| format!("{line}: {e}"))?;
        }
        if case.outputs.is_empty() && case.killed.is_none() {
            return Err("a run expects something".into());
        }
        Ok(case)
    }

    fn line(&mut self, language: Language, name: &str, value: &str) -> Result<(), String> {
        if name == "killed" {
            self.killed = Some(value == "true");
        } else if name.starts_with("texture[") {
            let unit = split_index(name).1.ok_or("a unit")?;
            self.no_texture |= u16::from(value == "none") << unit;
        } else if name.starts_with("result.") {
            let slot = output_slot(language, name)?;
            self.outputs.push((name.to_owned(), slot, values(value)?));
        } else {
            let [Some(x), Some(y), Some(z), Some(w)] = values(value)? else {
                return Err("an input needs four numbers".into());
            };
            let vector = [x, y, z, w].map(|v| v as f32);
            if name.starts_with("state.") || name.starts_with("program.") {
                self.parameters.push((binding(language, name)?, vector));
            } else {
                self.inputs.push((input_slot(language, name)?, vector));
            }
        }
        Ok(())
    }

    /// Runs one group of lanes with the same inputs; every lane must give the same bits.
    fn check(&self, program: &ArbProgram, bound: Bound) -> Result<(), String> {
        let code = program.code();
        let mut uniforms = Vec::with_capacity(4 * code.bindings.len());
        for binding in &code.bindings {
            let value = match binding {
                Binding::Constant(c) => Some(*c),
                other => self
                    .parameters
                    .iter()
                    .find(|(b, _)| b == other)
                    .map(|(_, v)| *v),
            };
            uniforms.extend(value.ok_or(format!("no value for {binding:?}"))?);
        }
        uniforms.resize(uniforms.len().max(code.program.n_uniforms as usize), 0.0);
        let mut inputs = default_slots(code.program.n_inputs as usize);
        for (vec4, value) in &self.inputs {
            for (c, x) in value.iter().enumerate() {
                if let Some(slot) = inputs.get_mut(4 * vec4 + c) {
                    *slot = [*x; LANES];
                }
            }
        }
        let mut outputs = default_slots(code.program.n_outputs as usize);
        let units: [Checker; 16] = std::array::from_fn(|unit| Checker { unit });
        let samplers: Vec<SamplerSlot<'_>> = units
            .iter()
            .map(|u| (self.no_texture >> u.unit & 1 == 0).then_some(u as &dyn Sampler))
            .collect();
        let mut masks = [0xffff];
        compile(&code.program).run(
            &mut Invocation {
                uniforms: &uniforms,
                inputs: &inputs,
                n_inputs: inputs.len(),
                n_outputs: outputs.len(),
                outputs: &mut outputs,
                planes: &[],
                groups: &[],
                masks: &mut masks,
                front_facing: true,
                pixels: [PixelWindow::NONE; 5],
                samplers: &samplers,
            },
            &mut Scratch::default(),
        );
        self.compare(&outputs, masks[0], bound)
    }

    fn compare(&self, outputs: &[[f32; LANES]], mask: u16, bound: Bound) -> Result<(), String> {
        if mask != 0 && mask != 0xffff {
            return Err(format!("lanes differ: live mask {mask:#06x}"));
        }
        let killed = self.killed.unwrap_or(false);
        if killed != (mask == 0) {
            return Err(format!("killed = {}", mask == 0));
        }
        for (name, vec4, expected) in &self.outputs {
            let lanes: [[f32; LANES]; 4] = std::array::from_fn(|c| {
                let default = if c == 3 { 1.0 } else { 0.0 };
                outputs
                    .get(4 * vec4 + c)
                    .copied()
                    .unwrap_or([default; LANES])
            });
            let got = lanes.map(|l| l[0]);
            for c in 0..4 {
                if lanes[c].iter().any(|x| x.to_bits() != got[c].to_bits()) {
                    return Err(format!("{name}: lanes differ: {:?}", lanes[c]));
                }
                if expected[c].is_some_and(|e| !bound.holds(got[c], e)) {
                    return Err(format!(
                        "got {name} = {got:?} ({:08x?})",
                        got.map(f32::to_bits)
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Slots that read (0, 0, 0, 1).
fn default_slots(n: usize) -> Vec<[f32; LANES]> {
    (0..n)
        .map(|slot| [if slot % 4 == 3 { 1.0 } else { 0.0 }; LANES])
        .collect()
}

fn values(text: &str) -> Result<[Option<f64>; 4], String> {
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
    let list = text
        .split_whitespace()
        .map(one)
        .collect::<Result<Vec<_>, _>>()?;
    list.try_into()
        .map_err(|_| "four values are needed".to_owned())
}

/// `name[n]` → (`name`, n)
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
        (Language::ArbVertex, "vertex.position") => attribute::POSITION,
        (Language::ArbVertex, "vertex.normal") => attribute::NORMAL,
        (Language::ArbVertex, "vertex.color") => attribute::COLOR,
        (Language::ArbVertex, "vertex.color.secondary") => attribute::SECONDARY_COLOR,
        (Language::ArbVertex, "vertex.fogcoord") => attribute::FOG_COORD,
        (Language::ArbVertex, "vertex.texcoord") => attribute::TEX_COORD_0 + n,
        (Language::ArbVertex, "vertex.attrib") => attribute::GENERIC_0 + n,
        (Language::ArbFragment, "fragment.position") => fragment_input::POSITION,
        (Language::ArbFragment, "fragment.color") => fragment_input::COLOR,
        (Language::ArbFragment, "fragment.color.secondary") => fragment_input::SECONDARY_COLOR,
        (Language::ArbFragment, "fragment.fogcoord") => fragment_input::FOG_COORD,
        (Language::ArbFragment, "fragment.texcoord") => fragment_input::TEX_COORD_0 + n,
        _ => return Err("unknown input".into()),
    };
    Ok(slot as usize)
}

fn output_slot(language: Language, name: &str) -> Result<usize, String> {
    let (head, n) = split_index(name);
    let n = n.unwrap_or(0) as u32;
    let slot = match (language, head) {
        (Language::ArbVertex, "result.position") => varying::POSITION,
        (Language::ArbVertex, "result.color" | "result.color.front") => varying::FRONT_COLOR,
        (Language::ArbVertex, "result.color.secondary" | "result.color.front.secondary") => {
            varying::FRONT_SECONDARY
        }
        (Language::ArbVertex, "result.color.back") => varying::BACK_COLOR,
        (Language::ArbVertex, "result.color.back.secondary") => varying::BACK_SECONDARY,
        (Language::ArbVertex, "result.fogcoord") => varying::FOG_COORD,
        (Language::ArbVertex, "result.pointsize") => varying::POINT_SIZE,
        (Language::ArbVertex, "result.texcoord") => varying::TEX_COORD_0 + n,
        (Language::ArbFragment, "result.color") => fragment_output::COLOR_0 + n,
        (Language::ArbFragment, "result.depth") => fragment_output::DEPTH,
        _ => return Err("unknown result".into()),
    };
    Ok(slot as usize)
}

/// The binding of a parameter's name, as the language's own parser reads it.
fn binding(language: Language, name: &str) -> Result<Binding, String> {
    let loaded = match language {
        Language::ArbVertex => {
            let text = format!("!!ARBvp1.0 PARAM p = {name}; END");
            arb::load_vertex(text.as_bytes(), &Limits::VERTEX)
        }
        Language::ArbFragment => {
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

/// What every image unit holds: (2 × unit + parity of ⌊4s⌋ + ⌊4t⌋, r, the bias or level, the depth reference).
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
