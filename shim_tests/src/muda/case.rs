//! Program tests of MUDA. The kernel is the text's first external function, or the one that the first run names:
//! `function = name`.
//!
//! Names are those of its parameters. `result.` before a name makes it an expectation; `result.return` is the
//! function's value. A value has one number per component of each element. A number may be `nan` (any NaN), `inf`, `-inf`, `0x…` (the
//! bits) or `*` (anything).
//!
//! `budget = n`, as the first line of a run, limits how often a lane may pass loop heads. A lane that does not end
//! writes nothing, which reads as 0xdeadbeef.
//!
//! The text's canonical form must give the same kernel.

use super::run;
use crate::program_test::{Bound, TestFile};
use std::sync::Arc;
use trilobite::emit::About;
use trilobite::frontend::BoundProgram;
use trilobite::frontend::c_like::entry::Kernel;
use trilobite::frontend::c_like::muda;
use trilobite::ir::signature::{Direction, Parameter, Scalar};
use trilobite::ir::{Program, ProgramId};
use trilobite::kernel::Engine;
use trilobite::simd::LANES;

/// A run: the words of inputs, and the expected output words.
struct Case {
    inputs: Vec<u32>,
    expected: Vec<(String, Parameter, u32, Vec<String>)>,
    bound: Bound,
    text: String,
}

/// Runs all sections of a file: each alone in all lanes, then all together, each in lanes of its own.
pub fn check(file: &TestFile) -> Result<(), String> {
    let (choice, cases) = sections(file)?;
    let kernel = kernel_of(&file.program, choice)?;
    let request = muda::Request {
        function: choice.function,
        sizes: &[],
    };
    let canonical = muda::Program::load_with(&file.program, &request)
        .map_err(|e| e[0].to_string())?
        .text();
    let again = kernel_of(canonical.as_bytes(), choice)
        .map_err(|e| format!("canonical text:\n{canonical}{e}"))?;
    if code_text(&kernel) != code_text(&again) {
        return Err(format!(
            "the canonical text is another program:\n{canonical}"
        ));
    }
    let cases: Vec<Case> = cases
        .into_iter()
        .map(|(bound, lines)| Case::parse(&kernel, bound, &lines))
        .collect::<Result<_, _>>()?;
    for case in &cases {
        let lanes = vec![case.inputs.clone(); LANES];
        case.check_all(&kernel, &lanes, |_| case)?;
    }
    let of = |lane: usize| &cases[(lane + lane / LANES) % cases.len()];
    let lanes: Vec<Vec<u32>> = (0..cases.len() * LANES)
        .map(|l| of(l).inputs.clone())
        .collect();
    cases[0].check_all(&kernel, &lanes, of)
}

/// The bound of a section, and its lines.
type Section<'a> = (Bound, Vec<&'a str>);

/// What a file runs.
#[derive(Debug, Clone, Copy, Default)]
struct Choice<'a> {
    function: Option<&'a str>,
    budget: Option<u32>,
}

/// What a file runs, and the bound and lines of each run.
fn sections(file: &TestFile) -> Result<(Choice<'_>, Vec<Section<'_>>), String> {
    let mut cases = Vec::new();
    let mut choice = Choice::default();
    for (heading, body) in &file.sections {
        let bound = heading
            .strip_prefix("run ")
            .and_then(Bound::parse)
            .ok_or(format!("unknown section {heading:?}"))?;
        let mut lines: Vec<&str> = body
            .lines()
            .filter(|l| !l.starts_with('#') && !l.trim().is_empty())
            .collect();
        if let Some(n) = lines.first().and_then(|l| l.strip_prefix("budget = ")) {
            choice.budget = Some(n.trim().parse().map_err(|_| "a budget")?);
            lines.remove(0);
        }
        if let Some(name) = lines.first().and_then(|l| l.strip_prefix("function = ")) {
            choice.function = Some(name.trim());
            lines.remove(0);
        }
        cases.push((bound, lines));
    }
    Ok((choice, cases))
}

/// Checks that the kernel's MUDA form gives the same words, both before and after the passes.
pub fn through_muda(file: &TestFile) -> Result<(), String> {
    let (choice, cases) = sections(file)?;
    let kernel = kernel_of(&file.program, choice)?;
    let lanes = cases
        .into_iter()
        .map(|(bound, lines)| Ok(Case::parse(&kernel, bound, &lines)?.inputs))
        .collect::<Result<Vec<_>, String>>()?;
    let about = About {
        signature: Some(&kernel.signature),
        uniforms: &[],
        source: &file.program,
    };
    // The program and its optimized form must give the same words after they were MUDA.
    let expected = run(&kernel, Engine::Interpreter, &lanes);
    let optimized = trilobite::passes::standard(&kernel.code.program);
    for program in [&*kernel.code.program, &optimized] {
        let (program, text) = crate::emit::through_muda(program, &about, &|_| 0xdead_beef)?;
        let again = Kernel {
            code: BoundProgram {
                program,
                bindings: Vec::new(),
            },
            ..kernel.clone()
        };
        for engine in Engine::all() {
            let found = run(&again, engine, &lanes);
            let n = expected[0].len();
            let differ = |(a, b): (&Vec<u32>, &Vec<u32>)| a[..] != b[..n];
            if expected.iter().zip(&found).any(differ) {
                return Err(format!(
                    "{expected:x?}, but {engine} gives {found:x?}\n{text}"
                ));
            }
        }
    }
    Ok(())
}

/// The IR without spans.
fn code_text(kernel: &Kernel) -> String {
    let text = kernel.code.program.to_string();
    let lines = text.lines().map(|l| l.split(" @").next().unwrap_or(l));
    lines.collect::<Vec<_>>().join("\n")
}

/// The kernel of a text's first external function. A lane may pass loop heads at most `budget` times.
pub fn kernel(text: &[u8], budget: Option<u32>) -> Result<Kernel, String> {
    let function = None;
    kernel_of(text, Choice { function, budget })
}

fn kernel_of(text: &[u8], choice: Choice<'_>) -> Result<Kernel, String> {
    let logs = |e: &trilobite::frontend::diagnostic::ProgramError| e.info_log(text);
    let request = muda::Request {
        function: choice.function,
        sizes: &[],
    };
    let program = muda::Program::load_with(text, &request);
    let program = program.map_err(|e| e.iter().map(logs).collect::<String>())?;
    let first = choice.function.or(program.functions().next());
    let name = first.ok_or("no external function")?.to_owned();
    let mut kernel = program.kernel(&name).map_err(|e| logs(&e))?;
    if choice.budget.is_some() {
        kernel.code.program = limited(&kernel.code.program, choice.budget);
    }
    Ok(kernel)
}

/// Returns the same program with a limit of instructions.
pub fn limited(program: &Program, limit: Option<u32>) -> Arc<Program> {
    let mut program = program.clone();
    (program.id, program.instruction_limit) = (ProgramId::unique(), limit);
    Arc::new(program)
}

impl Case {
    fn parse(kernel: &Kernel, bound: Bound, lines: &[&str]) -> Result<Case, String> {
        let mut case = Case {
            inputs: vec![0; kernel.code.program.n_inputs as usize],
            expected: Vec::new(),
            bound,
            text: lines.join("\n"),
        };
        for line in lines {
            // A name with `result.` is an expectation, any other an input.
            let (name, value) = line.split_once('=').ok_or(format!("no \"=\": {line}"))?;
            let (name, value) = (name.trim(), value.trim());
            let result = name.strip_prefix("result.");
            let mut parameters = kernel.signature.parameters.iter();
            let own = result.unwrap_or(name);
            let p = parameters
                .find(|p| p.name == own)
                .ok_or(format!("no parameter {own}"))?;
            let words: Vec<String> = value.split_whitespace().map(str::to_owned).collect();
            let n = p.components * p.count;
            if words.len() != n as usize {
                return Err(format!("{line}: {n} values are needed"));
            }
            match (result, p.direction) {
                (Some(_), Direction::Out(first) | Direction::InOut { output: first, .. }) => {
                    case.expected
                        .push((name.to_owned(), p.clone(), first, words));
                }
                (None, Direction::In(first) | Direction::InOut { input: first, .. }) => {
                    let mut at = first as usize;
                    for word in &words {
                        for bits in input_words(p.scalar, word)? {
                            *case.inputs.get_mut(at).ok_or("an unused input")? = bits;
                            at += 1;
                        }
                    }
                }
                _ => return Err(format!("{line}: the wrong direction")),
            }
        }
        Ok(case)
    }

    /// Runs the lanes on all engines. Each lane must give what its case expects, and all engines must agree.
    fn check_all<'c>(
        &self,
        kernel: &Kernel,
        lanes: &[Vec<u32>],
        of: impl Fn(usize) -> &'c Case,
    ) -> Result<(), String> {
        let mut first: Option<Vec<Vec<u32>>> = None;
        for engine in Engine::all() {
            let found = run(kernel, engine, lanes);
            for (lane, words) in found.iter().enumerate() {
                let case = of(lane);
                case.check(words)
                    .map_err(|e| format!("{engine}, lane {lane}:\n{}\n{e}", case.text))?;
            }
            match &first {
                Some(first) if *first != found => {
                    return Err(format!("{engine} differs: {found:x?}"));
                }
                Some(_) => {}
                None => first = Some(found),
            }
        }
        Ok(())
    }

    fn check(&self, words: &[u32]) -> Result<(), String> {
        for (name, p, first, expected) in &self.expected {
            let n = p.scalar.words() as usize;
            for (i, text) in expected.iter().enumerate() {
                let got = &words[*first as usize + i * n..][..n];
                if !self.holds(p.scalar, got, text)? {
                    return Err(format!(
                        "{name}, component {i}: {got:08x?} instead of {text}"
                    ));
                }
            }
        }
        Ok(())
    }

    fn holds(&self, scalar: Scalar, got: &[u32], text: &str) -> Result<bool, String> {
        let got64 = u64::from(got[0]) | u64::from(*got.get(1).unwrap_or(&0)) << 32;
        if text == "*" {
            return Ok(true);
        }
        let expected = input_words(scalar, text)?;
        let is_bits = text.starts_with("0x");
        if expected == got {
            return Ok(true);
        }
        if is_bits || !matches!(scalar, Scalar::F32 | Scalar::F64) {
            return Ok(false);
        }
        if scalar == Scalar::F32 {
            let expected: f64 = text.parse().map_err(|_| format!("{text}?"))?;
            return Ok(self.bound.holds(f32::from_bits(got[0]), expected));
        }
        let (got, expected) = (
            f64::from_bits(got64),
            text.parse::<f64>().map_err(|_| format!("{text}?"))?,
        );
        let order = |x: f64| {
            let bits = x.to_bits() as i64;
            i128::from(if bits < 0 { i64::MIN - bits } else { bits })
        };
        Ok(match self.bound {
            _ if expected.is_nan() => got.is_nan(),
            Bound::Ulp(n) => (order(got) - order(expected)).abs() <= n.into(),
            _ => false,
        })
    }
}

fn input_words(scalar: Scalar, text: &str) -> Result<Vec<u32>, String> {
    let bad = || format!("{text}?");
    let bits = match (text.strip_prefix("0x"), scalar) {
        (Some(hex), _) => u64::from_str_radix(hex, 16).map_err(|_| bad())?,
        (None, Scalar::F32) => u64::from(text.parse::<f32>().map_err(|_| bad())?.to_bits()),
        (None, Scalar::F64) => text.parse::<f64>().map_err(|_| bad())?.to_bits(),
        (None, _) => text.parse::<i64>().map_err(|_| bad())? as u64,
    };
    let words = [bits as u32, (bits >> 32) as u32];
    Ok(words[..scalar.words() as usize].to_vec())
}
