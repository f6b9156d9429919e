//! Program tests: a text file with a program, its inputs and the expected results (docs/TESTING.md).
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
//! floats away), `bits n` (relative error at most 2^-n) or `within x` (absolute error at most x).
//!
//! Names before `=` are bindings of the language. Those that begin with `result.` are expected, and so is
//! `killed = true`. All others are inputs. Values are numbers, `inf`, `-inf`, `nan`, `0x…` (the bits of a float) and
//! `*` (anything, expected only). `program … escaped` reads `\xNN` in the text as that byte.
//!
//! `program nv-vertex` is a program of any of NVIDIA's own languages for vertices; names are its registers: `v[2]` and
//! `c[5]` are inputs, `o[TEX0]` is expected. Of `program nv-state` `o[n]` is the nth program parameter that it writes.
//!
//! `program d3d-vertex` and `program d3d-pixel` are Direct3D shaders; the names of attributes, varyings and results are
//! those of the ARB programs. `c[5]`, `i[0]`, `b[2]`, `bump[1]` and `luminance[1]` are constants. The text is also
//! assembled to tokens and read back.
//!
//! `program ati-fragment` may be followed by what surrounds the shader: `color-sum`, `fog-linear`, `fog-exp`, `fog-exp2`,
//! `no-texture-n` (unit n has no enabled target). Its text is also printed in canonical form and read back.
//!
//! `result.clip[n]` has one value, all others four.
//!
//! Image units hold the checker of [`Checker`](super::program_case::Checker), unless `texture[n] = none`. Four numbers for
//! `texture[n]` are its texels in a unit of s, t and r and its bias, (1, 1, 1, 0) else. `fragment.facing` is 1 or −1.
//!
//! `named[n] = …` is the nth parameter that a native fragment program declares. `depth limits = least greatest 0 0` are
//! the depths between which fragments are kept.
//!
//! `program muda` has a format of its own for its runs, see [`crate::muda::case`].
//!
//! Runs whose uniforms are equal also share an invocation, each in lanes of its own (see [`TestFile::run`]). So a file
//! with several runs of a branching program tests divergent control flow.

use super::program_case::{self, Case, Outcome, execute};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use trilobite::emit::About;
use trilobite::format::TextureShape;
use trilobite::frontend::BoundProgram;
use trilobite::frontend::assembly::Stage;
use trilobite::frontend::assembly::arb::{self, Limits};
use trilobite::frontend::assembly::ati::{self, lower::Key};
use trilobite::frontend::c_like::muda;
use trilobite::frontend::diagnostic::{ProgramError, Warning};
use trilobite::frontend::fixed_function::fragment::{FogMode, PixelSource};
use trilobite::simd::LANES;

/// A language of program tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// ARB_vertex_program
    ArbVertex,
    /// ARB_fragment_program
    ArbFragment,
    /// NV_vertex_program, NV_vertex_program1_1, NV_vertex_program2
    NvVertex,
    /// NV_vertex_program 2.14.4
    NvState,
    /// ATI_text_fragment_shader, with the state around the shader
    AtiFragment(Key),
    /// Direct3D vertex shaders
    D3dVertex,
    /// Direct3D pixel shaders
    D3dPixel,
    /// MUDA: the text's first external function
    Muda,
}

impl Language {
    /// The language of a program section's heading, and whether the text is escaped.
    fn parse(heading: &str) -> Option<(Language, bool)> {
        let mut words = heading.strip_prefix("program ")?.split(' ');
        let mut language = match words.next()? {
            "arb-vertex" => Language::ArbVertex,
            "arb-fragment" => Language::ArbFragment,
            "nv-vertex" => Language::NvVertex,
            "nv-state" => Language::NvState,
            "muda" => Language::Muda,
            "d3d-vertex" => Language::D3dVertex,
            "d3d-pixel" => Language::D3dPixel,
            "ati-fragment" => Language::AtiFragment(Key {
                // The samples of these tests show the third coordinate, too.
                targets: [Some(TextureShape::D3); 8],
                color_sum: false,
                fog: None,
                pixel_source: PixelSource::None,
            }),
            _ => return None,
        };
        // The other words say how the text is written, and which state surrounds a shader.
        let mut escaped = false;
        for word in words {
            match (word, &mut language) {
                ("escaped", _) => escaped = true,
                ("color-sum", Language::AtiFragment(key)) => key.color_sum = true,
                ("fog-linear", Language::AtiFragment(key)) => key.fog = Some(FogMode::Linear),
                ("fog-exp", Language::AtiFragment(key)) => key.fog = Some(FogMode::Exp),
                ("fog-exp2", Language::AtiFragment(key)) => key.fog = Some(FogMode::Exp2),
                (word, Language::AtiFragment(key)) => {
                    let unit: usize = word.strip_prefix("no-texture-")?.parse().ok()?;
                    *key.targets.get_mut(unit)? = None;
                }
                _ => return None,
            }
        }
        Some((language, escaped))
    }

    /// Loads a program.
    pub fn load(self, text: &[u8]) -> Result<Arc<BoundProgram>, ProgramError> {
        match self {
            Language::ArbVertex | Language::NvVertex => {
                Ok(arb::load_vertex(text, &Limits::VERTEX)?.code())
            }
            Language::NvState => Ok(arb::load_state(text, &Limits::VERTEX)?.code()),
            Language::ArbFragment => Ok(arb::load_fragment(text, &Limits::FRAGMENT)?.code()),
            Language::AtiFragment(key) => {
                let shader = ati::text::parse(text)?;
                Ok(Arc::new(ati::lower::lower(&shader, &key)))
            }
            Language::D3dVertex | Language::D3dPixel => crate::d3d::load(text),
            Language::Muda => {
                let program = muda::Program::load(text).map_err(|errors| errors[0].clone())?;
                let first = program.functions().next().unwrap_or_default().to_owned();
                let kernel = program.kernel(&first)?;
                Ok(Arc::new(kernel.code))
            }
        }
    }
}

impl Language {
    /// The errors of a program that does not load. Languages that stop at the first error have no further ones.
    fn errors(self, text: &[u8]) -> Vec<ProgramError> {
        match self {
            Language::ArbVertex | Language::NvVertex => {
                arb::errors(text, &Limits::VERTEX, Stage::Vertex)
            }
            Language::NvState => arb::errors(text, &Limits::VERTEX, Stage::VertexState),
            Language::ArbFragment => arb::errors(text, &Limits::FRAGMENT, Stage::Fragment),
            Language::AtiFragment(_) | Language::D3dVertex | Language::D3dPixel => Vec::new(),
            Language::Muda => muda::Program::load(text).err().unwrap_or_default(),
        }
    }
}

/// The `.test` files below a folder, sorted.
#[track_caller]
pub fn test_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for entry in entries {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            found.extend(test_files(&path));
        } else if path.extension().is_some_and(|e| e == "test") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A section of a file: the heading after `== ` and the lines below it, each with its newline.
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
        let (language, escaped) = Language::parse(&heading)
            .ok_or(format!("the first section is {heading:?}, not a program"))?;
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
    pub fn load(&self) -> Result<Arc<BoundProgram>, ProgramError> {
        self.language.load(&self.program)
    }

    /// Runs all `run` sections. First each runs alone, in all lanes of a group. Then those with equal uniforms run
    /// together, as lanes of one invocation. Each must give the same as alone.
    pub fn run(&self) -> Result<(), String> {
        if self.language == Language::Muda {
            return crate::muda::case::check(self);
        }
        let code = self
            .load()
            .map_err(|e| format!("does not load:\n{}", e.info_log(&self.program)))?;
        if let Language::AtiFragment(key) = self.language {
            read_back(&self.program, &key)?;
        }
        // Run each section alone.
        let mut runs = Vec::with_capacity(self.sections.len());
        for (heading, body) in &self.sections {
            let bound = heading
                .strip_prefix("run ")
                .and_then(Bound::parse)
                .ok_or(format!("unknown section {heading:?}"))?;
            let case = Case::parse(self.language, body)?;
            let outcome =
                run_alone(&code, &case, bound).map_err(|e| format!("{heading}\n{body}{e}"))?;
            runs.push((case, outcome, body));
        }
        // Run those with equal uniforms together.
        let mut rest: Vec<&Run<'_>> = runs.iter().collect();
        while let Some(&first) = rest.first() {
            let (with, others): (Vec<_>, Vec<_>) = rest
                .into_iter()
                .partition(|run| std::ptr::eq(*run, first) || run.0.goes_with(&first.0));
            run_together(&code, &with)?;
            rest = others;
        }
        Ok(())
    }

    /// Checks that the program's MUDA form gives the same results, both before and after the passes.
    pub fn through_muda(&self) -> Result<(), String> {
        if self.language == Language::Muda {
            return crate::muda::case::through_muda(self);
        }
        let code = self.load().map_err(|e| e.info_log(&self.program))?;
        let optimized = BoundProgram {
            program: Arc::new(trilobite::passes::standard(&code.program)),
            bindings: code.bindings.clone(),
        };
        let about = About {
            signature: None,
            uniforms: &[],
            source: &self.program,
        };
        // Compare both forms of the program, for all cases with equal uniforms together.
        let cases: Vec<Case> = self
            .sections
            .iter()
            .map(|(_, body)| Case::parse(self.language, body))
            .collect::<Result<_, _>>()?;
        for code in [&*code, &optimized] {
            let again = program_case::through_muda(self.language, code, &about)?;
            let mut rest: Vec<&Case> = cases.iter().collect();
            while let Some(&first) = rest.first() {
                let (with, others): (Vec<_>, Vec<_>) = rest
                    .into_iter()
                    .partition(|case| std::ptr::eq(*case, first) || case.goes_with(first));
                let lanes = std::array::from_fn(|lane| with[lane % with.len()]);
                let [expected, found] = [code, &again].map(|code| execute(code, &[lanes]));
                let (expected, found) = (expected?, found?);
                let pairs = expected.as_flattened().iter().zip(found.as_flattened());
                if let Some((a, b)) = pairs.into_iter().find(|(a, b)| !a.is_same(b)) {
                    return Err(format!("{a:?}, but through MUDA {b:?}"));
                }
                rest = others;
            }
        }
        Ok(())
    }

    /// Checks an error test: the section `error <position>` has the info log.
    pub fn check_error(&self) -> Result<(), String> {
        let (heading, body) = &self.sections[0];
        let position: i32 = heading
            .strip_prefix("error ")
            .and_then(|p| p.parse().ok())
            .ok_or(format!("unknown section {heading:?}"))?;
        // The program must be refused, at this position and with this log.
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
        // The list of all errors must begin with the one that refused it. A section `also` has the others.
        let errors = self.language.errors(&self.program);
        if errors.first().is_some_and(|first| *first != error) {
            return Err(format!("the first of the errors is another: {errors:?}"));
        }
        let Some((heading, body)) = self.sections.get(1) else {
            return Ok(());
        };
        let others = errors.iter().skip(1).map(|e| e.info_log(&self.program));
        let others: String = others.collect();
        match (heading.as_str(), others.trim_end() == body.trim_end()) {
            ("also", true) => Ok(()),
            ("also", false) => Err(format!("expected also:\n{body}\ngot:\n{others}")),
            _ => Err(format!("unknown section {heading:?}")),
        }
    }

    /// Checks a warning test: the program loads, and the section `warnings` has its warnings.
    pub fn check_warnings(&self) -> Result<(), String> {
        let (heading, body) = &self.sections[0];
        if heading != "warnings" {
            return Err(format!("unknown section {heading:?}"));
        }
        if self.language == Language::Muda {
            let program =
                muda::Program::load(&self.program).map_err(|e| e[0].info_log(&self.program))?;
            return check_log(program.warnings(), &self.program, body);
        }
        let program = match self.language {
            Language::ArbVertex | Language::NvVertex => {
                arb::load_vertex(&self.program, &Limits::VERTEX)
            }
            _ => arb::load_fragment(&self.program, &Limits::FRAGMENT),
        };
        let program = program.map_err(|e| e.info_log(&self.program))?;
        check_log(&program.warnings(&self.program), &self.program, body)
    }
}

fn check_log(warnings: &[Warning], text: &[u8], expected: &str) -> Result<(), String> {
    let log: String = warnings.iter().map(|w| w.info_log(text)).collect();
    if log.trim_end() != expected.trim_end() {
        return Err(format!("expected:\n{expected}\ngot:\n{log}"));
    }
    Ok(())
}

/// Checks that the canonical text of a shader is read back as the same shader, and so as the same code.
fn read_back(text: &[u8], key: &Key) -> Result<(), String> {
    let read = |text: &[u8]| ati::text::parse(text).map_err(|e| e.info_log(text));
    let shader = read(text)?.without_spans();
    let canonical = ati::print::text(&shader);
    let again = read(canonical.as_bytes())?.without_spans();
    let code = |shader| ati::lower::lower(shader, key).program.to_string();
    if shader != again || code(&shader) != code(&again) {
        return Err(format!("is read back as another shader:\n{canonical}"));
    }
    Ok(())
}

/// A run, its result alone, and its text.
type Run<'t> = (Case, Outcome, &'t String);

/// Runs one group whose lanes have the same inputs. All lanes must give the same.
fn run_alone(code: &BoundProgram, case: &Case, bound: Bound) -> Result<Outcome, String> {
    let lanes = execute(code, &[[case; LANES]])?.remove(0);
    if let Some(lane) = (1..LANES).find(|lane| !lanes[*lane].is_same(&lanes[0])) {
        let pair = (&lanes[0], &lanes[lane]);
        return Err(format!("lanes 0 and {lane} differ: {pair:?}"));
    }
    case.check(&lanes[0], bound)?;
    Ok(lanes[0].clone())
}

/// Runs as many groups as there are runs, with run `(g + l) mod n` in lane `l` of group `g`. So neighbours differ, and
/// every lane gets every run.
fn run_together(code: &BoundProgram, runs: &[&Run<'_>]) -> Result<(), String> {
    let n = runs.len();
    let of = |group: usize, lane: usize| runs[(group + lane) % n];
    let groups: Vec<[&Case; LANES]> = (0..n)
        .map(|group| std::array::from_fn(|lane| &of(group, lane).0))
        .collect();
    for (group, lanes) in execute(code, &groups)?.iter().enumerate() {
        for (lane, outcome) in lanes.iter().enumerate() {
            let (_, alone, text) = of(group, lane);
            if !outcome.is_same(alone) {
                return Err(format!(
                    "{text}gave {alone:?} alone, but {outcome:?} in lane {lane} of group {group}, with other runs"
                ));
            }
        }
    }
    Ok(())
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

/// The bound of a result's error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// The same bits; NaN = NaN.
    Exact,
    /// At most this number of floats away.
    Ulp(i64),
    /// Relative error at most 2^-n.
    Bits(i32),
    /// Absolute error.
    Within(f64),
}

impl Bound {
    pub(crate) fn parse(text: &str) -> Option<Bound> {
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

    /// Whether `got` is within the bound.
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
