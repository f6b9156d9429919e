//! The sections of a file in order, and what was wrong.

use super::draw::{Draw, Shape};
use super::parse::{Section, command, mark, numbers, sections};
use super::texture::Texture;
use super::tokens::through_tokens;
use trilobite::frontend::c_like::hlsl::{Program, Request, StageEntry, numbers as codes, profile};
use trilobite::frontend::preprocessor::NoFiles;

/// What running a file found.
#[derive(Debug, Default)]
pub struct Report {
    /// Shaders that were compiled, or refused, as they should be.
    pub verdicts: usize,
    /// Probes that were right.
    pub probes: usize,
    /// What was not run, with the reason.
    pub skipped: Vec<String>,
    /// What was wrong.
    pub failures: Vec<String>,
}

/// The shader model of a run, and the profiles that stand for it.
const MODELS: &[(f32, &str, &str)] = &[(2.0, "vs_2_0", "ps_2_0"), (3.0, "vs_3_0", "ps_3_0")];

/// What the machine lacks here.
const OTHER_FEATURES: &[&str] = &["fog", "clip-planes", "alpha-test"];

/// Which code of a shader is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// That of the front end.
    Own,
    /// That of the tokens which are made of it.
    Tokens,
}

/// Runs a file for the shader models 2 and 3.
pub fn run_file(name: &str, text: &str, code: Code) -> Report {
    let all = sections(text);
    let mut report = Report::default();
    for (model, vertex, pixel) in MODELS {
        let mut runner = Runner {
            name,
            model: *model,
            code,
            profiles: [vertex, pixel],
            allowed: Ok(()),
            rows_first: false,
            is_old: false,
            is_flat: false,
            point_size: [1.0, 1.0, 256.0],
            vertex: None,
            pixel: None,
            refused: None,
            constants: vec![[0.0; 4]; 256],
            layout: Vec::new(),
            buffers: Vec::new(),
            textures: vec![None; 16],
            steps: Vec::new(),
            report: &mut report,
        };
        all.iter().for_each(|section| runner.section(section));
    }
    report
}

/// What wrote pixels.
enum Step {
    Clear(usize, [f32; 4]),
    Draw(Box<Draw>),
}

/// An element of a vertex: the buffer, its numbers, its name.
type Element = (usize, usize, String);

struct Runner<'r> {
    name: &'r str,
    code: Code,
    model: f32,
    profiles: [&'static str; 2],
    /// Whether the sections after the last `[require]` are for this model, or why not.
    allowed: Result<(), String>,
    rows_first: bool,
    /// Whether the reference is asked to take what older ones took.
    is_old: bool,
    is_flat: bool,
    /// The size of points without one of their own, the least, the greatest.
    point_size: [f32; 3],
    vertex: Option<StageEntry>,
    pixel: Option<StageEntry>,
    /// Why the last shader of a stage does not run.
    refused: Option<String>,
    constants: Vec<[f32; 4]>,
    layout: Vec<Element>,
    buffers: Vec<Vec<f32>>,
    textures: Vec<Option<Texture>>,
    steps: Vec<Step>,
    report: &'r mut Report,
}

impl Runner<'_> {
    fn fail(&mut self, line: usize, what: &str) {
        let (name, model) = (self.name, self.model);
        let text = format!("{name}:{line} (model {model}): {what}");
        self.report.failures.push(text);
    }

    fn section(&mut self, section: &Section) {
        let head = section.head.as_str();
        if head == "require" {
            return self.require(section);
        }
        match &self.allowed {
            Ok(()) => {}
            Err(reason) if reason.is_empty() => return,
            Err(reason) => {
                let text = format!("{}:{}: {reason}", self.name, section.line);
                if head == "test" {
                    self.report.skipped.push(text);
                    return;
                }
            }
        }
        let number = || head.split(' ').nth(1).and_then(|n| n.parse::<usize>().ok());
        if head.contains("d3dbc") {
            self.pixel = None;
            self.refused = Some("tokens are another language".into());
        } else if head.starts_with("pixel shader") {
            self.pixel = self.shader(section, 1);
        } else if head.starts_with("vertex shader") {
            self.vertex = self.shader(section, 0);
        } else if head == "test" {
            self.test(section);
        } else if head == "input layout" {
            self.layout = section.lines.iter().filter_map(|l| element(l)).collect();
        } else if head.starts_with("vb") {
            let values = section.lines.iter().flat_map(|l| numbers(l)).collect();
            let at = number().unwrap_or(0);
            self.buffers
                .resize(self.buffers.len().max(at + 1), Vec::new());
            self.buffers[at] = values;
        } else if head.starts_with("srv") {
            if let Some(slot) = self.textures.get_mut(number().unwrap_or(0)) {
                *slot = Texture::parse(&section.lines);
            }
        } else if head.starts_with("sampler") {
            self.sampler(section, number().unwrap_or(0));
        }
    }

    fn sampler(&mut self, section: &Section, at: usize) {
        let Some(Some(texture)) = self.textures.get_mut(at) else {
            // The texture of the number follows.
            let mut texture = Texture::default();
            set_filter(&mut texture, section);
            if let Some(slot) = self.textures.get_mut(at) {
                *slot = Some(texture);
            }
            return;
        };
        set_filter(texture, section);
    }

    fn require(&mut self, section: &Section) {
        self.allowed = Ok(());
        (self.rows_first, self.is_old) = (false, false);
        for line in &section.lines {
            let line = line.trim();
            if let Some(rest) = line.strip_prefix("shader model") {
                let condition = format!("sm{}", rest.trim().replace(' ', ""));
                if !super::parse::holds(&condition, self.model) {
                    self.allowed = Err(String::new());
                }
            } else if let Some(rest) = line.strip_prefix("options:") {
                self.rows_first = rest.contains("row-major");
                self.is_old = rest.contains("backcompat");
            } else if OTHER_FEATURES.contains(&line) && self.allowed.is_ok() {
                self.allowed = Err(format!("needs {line}"));
            }
        }
    }

    /// Compiles a shader, and compares the verdict.
    fn shader(&mut self, section: &Section, stage: usize) -> Option<StageEntry> {
        // What the reference does not have for a model is refused as well.
        let marks = ["fail", "notimpl"].map(|word| mark(&section.head, word, self.model));
        let is_wrong = marks.contains(&Some(true));
        let text = section.text();
        let made = self.compile(&text, stage);
        self.refused = None;
        match (&made, is_wrong) {
            (Ok(_), false) | (Err(_), true) => self.report.verdicts += 1,
            (Ok(_), true) => self.fail(section.line, "is accepted, and must be refused"),
            (Err(why), false) => {
                let why = format!("is refused: {}", why.trim());
                self.fail(section.line, &why);
            }
        }
        if let Err(why) = &made {
            self.refused = Some(why.clone());
        }
        made.ok()
    }

    fn compile(&self, text: &str, stage: usize) -> Result<StageEntry, String> {
        let profile = profile::find(self.profiles[stage]).map_err(|e| e.to_string())?;
        let request = Request {
            name: "shader",
            entry: Some("main"),
            rows_first: self.rows_first,
            allows_halves: self.is_old,
            ..Request::new(text.as_bytes(), profile)
        };
        let program = Program::load(&request, &mut NoFiles).map_err(|r| r.listing())?;
        let entry = program.entry();
        let entry = entry.map_err(|e| codes::error_line(&e, program.map()))?;
        match self.code {
            Code::Own => Ok(entry),
            Code::Tokens => through_tokens(&program, entry),
        }
    }

    fn test(&mut self, section: &Section) {
        for (i, line) in section.lines.iter().enumerate() {
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            let Some(text) = command(line, self.model) else {
                continue;
            };
            self.command(section.line + 1 + i, text);
        }
    }

    fn command(&mut self, line: usize, text: &str) {
        let rest = |word: &str| text.strip_prefix(word).map(str::trim);
        if let Some(rest) = rest("uniform") {
            self.uniform(rest);
        } else if let Some(rest) = rest("clear rtv") {
            let values = numbers(rest);
            if let [target, r, g, b, a] = values[..] {
                self.steps.push(Step::Clear(target as usize, [r, g, b, a]));
            }
        } else if let Some(mode) = rest("shade mode") {
            self.is_flat = mode == "flat";
        } else if let Some(rest) = rest("point-size") {
            if let [size, least, most] = numbers(rest)[..] {
                self.point_size = [size, least, most];
            }
        } else if let Some(rest) = rest("draw") {
            self.draw(line, rest);
        } else if let Some(rest) = rest("probe") {
            self.probe(line, rest);
        } else {
            let text = format!("{}:{line}: {text}", self.name);
            self.report.skipped.push(text);
        }
    }

    /// `uniform 4 float4 1 2 3 4`: numbers from one on.
    fn uniform(&mut self, rest: &str) {
        let mut words = rest.split_whitespace();
        let first: usize = words.next().and_then(|w| w.parse().ok()).unwrap_or(0);
        let _ = words.next();
        for (i, value) in words.filter_map(|w| w.parse::<f32>().ok()).enumerate() {
            let at = first + i;
            if let Some(register) = self.constants.get_mut(at / 4) {
                register[at % 4] = value;
            }
        }
    }

    fn draw(&mut self, line: usize, rest: &str) {
        let Some(pixel) = self.pixel.clone() else {
            let text = format!("{}:{line}: no pixel shader", self.name);
            self.report.skipped.push(text);
            return;
        };
        let is_quad = rest.starts_with("quad");
        let vertices = if is_quad && self.buffers.is_empty() {
            let corners = [(-2.0, -2.0), (-2.0, 2.0), (2.0, -2.0), (2.0, 2.0)];
            corners
                .map(|(x, y)| vec![("position0".to_owned(), [x, y, 0.0, 1.0])])
                .to_vec()
        } else {
            self.vertices()
        };
        self.steps.push(Step::Draw(Box::new(Draw {
            vertex: self.vertex.clone(),
            pixel,
            constants: self.constants.clone(),
            vertices,
            shape: match rest {
                _ if is_quad || rest.contains("strip") => Shape::Strip,
                _ if rest.contains("point") => Shape::Points(self.point_size),
                _ => Shape::Triangles,
            },
            is_flat: self.is_flat,
            lacks_colors: self.model < 3.0,
            textures: self.textures.clone(),
        })));
    }

    /// The vertices of the buffers.
    fn vertices(&self) -> Vec<Vec<(String, [f32; 4])>> {
        let stride = |buffer: usize| {
            let own = self.layout.iter().filter(|e| e.0 == buffer);
            own.map(|e| e.1).sum::<usize>().max(1)
        };
        let counts = self.buffers.iter().enumerate();
        let counts = counts
            .filter(|(_, b)| !b.is_empty())
            .map(|(i, b)| b.len() / stride(i));
        let n = counts.min().unwrap_or(0);
        let vertex = |i: usize| {
            let mut at: Vec<usize> = (0..self.buffers.len()).map(|b| i * stride(b)).collect();
            let value = |(buffer, n, name): &Element| {
                let values = self.buffers.get(*buffer)?;
                let first = at.get_mut(*buffer)?;
                let mut value = [0.0, 0.0, 0.0, 1.0];
                for (c, component) in value.iter_mut().take(*n).enumerate() {
                    *component = *values.get(*first + c)?;
                }
                *first += n;
                Some((name.clone(), value))
            };
            self.layout.iter().filter_map(value).collect()
        };
        (0..n).map(vertex).collect()
    }

    /// `probe (0, 0) rgba (1, 2, 3, 4) 2`, also with a target before it, and with a rectangle.
    fn probe(&mut self, line: usize, rest: &str) {
        let (target, rest) = match rest.strip_prefix("rtv") {
            Some(rest) => {
                let (n, rest) = rest.trim().split_once(' ').unwrap_or(("0", rest));
                (n.parse().unwrap_or(0), rest.trim())
            }
            None => (0, rest),
        };
        let at = ["rgba", "rgb", "f32"]
            .iter()
            .find_map(|w| Some((w, rest.find(w)?)));
        let Some((word, at)) = at.filter(|_| !rest.starts_with("uav")) else {
            let text = format!("{}:{line}: probe {rest}", self.name);
            self.report.skipped.push(text);
            return;
        };
        if self.pixel.is_none() {
            return;
        }
        let place = numbers(&rest[..at]);
        let (values, after) = rest[at + word.len()..].split_once(')').unwrap_or_default();
        let (wanted, ulps) = (numbers(values), numbers(after));
        let ulps = ulps.first().copied().unwrap_or(0.0);
        let (x, y) = (place.first().copied(), place.get(1).copied());
        let (x, y) = (x.unwrap_or(0.0) as usize, y.unwrap_or(0.0) as usize);
        match self.color(target, x, y) {
            Err(why) => self.fail(line, &why),
            Ok(found) => {
                let same = |(w, f): (&f32, &f32)| is_near(*w, *f, ulps);
                if wanted.iter().zip(&found).all(same) {
                    self.report.probes += 1;
                } else {
                    let what = format!("wanted {wanted:?}, found {found:?}");
                    self.fail(line, &what);
                }
            }
        }
    }

    /// What the last step wrote to a pixel.
    fn color(&self, target: usize, x: usize, y: usize) -> Result<[f32; 4], String> {
        for step in self.steps.iter().rev() {
            match step {
                Step::Clear(t, color) if *t == target => return Ok(*color),
                Step::Clear(..) => {}
                Step::Draw(draw) => {
                    if let Some(colors) = draw.pixel(x, y)? {
                        return Ok(colors.get(target).copied().unwrap_or([0.0; 4]));
                    }
                }
            }
        }
        Ok([0.0; 4])
    }
}

fn set_filter(texture: &mut Texture, section: &Section) {
    for line in &section.lines {
        if let Some(rest) = line.trim().strip_prefix("filter") {
            texture.is_linear = rest.contains("linear");
        }
        if let Some(rest) = line.trim().strip_prefix("address") {
            texture.is_wrapped = rest.contains("wrap");
        }
    }
}

/// `0 r32g32b32a32-float position 1`
fn element(line: &str) -> Option<Element> {
    let mut words = line.split_whitespace();
    let buffer = words.next()?.parse().ok()?;
    let format = words.next()?;
    let n = format.matches("32").count();
    let name = words.next()?;
    let index: usize = words.next().and_then(|w| w.parse().ok()).unwrap_or(0);
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let own: usize = name[letters.len()..].parse().unwrap_or(0);
    let letters = letters.to_ascii_lowercase();
    let letters = letters.strip_prefix("sv_").unwrap_or(&letters);
    Some((buffer, n, format!("{letters}{}", own + index)))
}

/// Whether two numbers are so many units of the last place apart at most; the files mean single precision.
fn is_near(wanted: f32, found: f32, ulps: f32) -> bool {
    if wanted.is_nan() || found.is_nan() {
        return wanted.is_nan() == found.is_nan();
    }
    let order = |x: f32| {
        let bits = x.to_bits() as i32;
        i64::from(if bits < 0 {
            i32::MIN.wrapping_sub(bits)
        } else {
            bits
        })
    };
    (order(wanted) - order(found)).unsigned_abs() as f32 <= ulps
}
