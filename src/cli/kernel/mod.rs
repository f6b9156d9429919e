//! `trilobite kernel`: runs a function of a program over arrays in files.
#![forbid(unsafe_code)]

mod csv;
mod npy;
pub(super) mod values;

use super::failure::Failure;
use super::picture;
use super::text_options::{TextOptions, read_included};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use trilobite::compute::{Function, RunError, RunOptions, compile_with};
use trilobite::ir::signature::{Direction, Parameter};
use trilobite::platform::{SharedBytes, Strided};
use trilobite::texture::Texture;
use values::Values;

/// Options of `kernel`.
#[derive(clap::Args)]
#[command(after_help = "\
NAME is a parameter's name as the program spells it; `return` is a function's result. FILE is read and written by its suffix: \
.npy as numpy saves arrays, .csv as numbers with commas and a line for each element, all else as bare bytes without a header. \
An array has one value for each element: shape (n,) for scalars, (n, 4) for vectors. Types must be the parameter's. An input that \
the program itself gives a value (`uniform float x = 3`) has that one unless it is set. A sampler reads \
a picture, its lowest row first, repeated and filtered linearly.

Exit status: 0 all results are written, 1 the program or an array was refused or the time was up, 2 usage.

Examples:
  trilobite kernel light.vp                         what it takes and gives
  trilobite kernel k.mu --function saxpy --set a=2 --in x=x.npy --in y=y.npy --out y=y.npy
  trilobite kernel light.vp --in vertex.position=p.npy --set 'program.local[0]=1,0,0,1' --out result.position=r.npy
  trilobite kernel light.vp --in vertex.position=p.csv --out result.position=-
  trilobite kernel blur.hlsl --entry blur --in at=at.npy --texture image=photo.png --out return=r.npy
  trilobite kernel skin.vso --in v0=p.npy --set c0=1,0,0,0 --set c1=0,1,0,0 --out oPos=r.npy")]
pub(super) struct Options {
    #[command(flatten)]
    text: TextOptions,
    /// An input's values: NAME=FILE
    #[arg(long = "in", value_name = "NAME=FILE")]
    inputs: Vec<String>,
    /// An input's value for all elements: NAME=x,y,…
    #[arg(long = "set", value_name = "NAME=x,y,…")]
    set: Vec<String>,
    /// A sampler's picture: NAME=FILE.png
    #[arg(long = "texture", value_name = "NAME=FILE")]
    textures: Vec<String>,
    /// Where a result goes: NAME=FILE, `-` for standard output as CSV
    #[arg(long = "out", value_name = "NAME=FILE")]
    outputs: Vec<String>,
    /// Number of elements, where no input has a file
    #[arg(short)]
    n: Option<usize>,
    /// The most threads; otherwise one per processor
    #[arg(long)]
    threads: Option<usize>,
    /// Stops after this number of seconds; 0: never
    #[arg(long, default_value_t = 10.0)]
    seconds: f64,
}

/// The number of elements between two readings of the clock.
const SLICE: usize = 1 << 20;
/// The time after which progress is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// Compiles the program, reads the arrays, runs the function, and writes the results. Without arrays it prints the function's
/// parameters.
pub(super) fn run(options: &Options) -> Result<ExitCode, Failure> {
    let (language, text) = options.text.read()?;
    let compile_options = options.text.compile_options()?;
    let mut files = |path: &str| read_included(path);
    let module = compile_with(language, &text, &compile_options, &mut files)
        .map_err(|refused| options.text.message(refused.listing.trim_end()))?;
    for warning in &module.warnings {
        eprint!("{}", options.text.message(warning));
    }
    let function = chosen(&module.functions, options)?;
    if options.inputs.is_empty() && options.outputs.is_empty() && options.set.is_empty() {
        print!("{}", values::description(function.signature()));
        return Ok(ExitCode::SUCCESS);
    }
    let given = Given::read(function, options)?;
    let arrays = given.arrays(function)?;
    let textures = picture::pictures(function.signature(), &options.textures)?;
    let textures: Vec<Option<&Texture>> = textures.iter().map(Option::as_ref).collect();
    call(function, given.n, &arrays, &textures, options)?;
    given.write(function, options)?;
    Ok(ExitCode::SUCCESS)
}

/// The function that `--function` names, or the only one.
fn chosen<'f>(functions: &'f [Function], options: &Options) -> Result<&'f Function, Failure> {
    let names = || {
        let names = functions.iter().map(|f| f.signature().name.as_str());
        names.collect::<Vec<_>>().join(", ")
    };
    match (options.text.function()?, functions) {
        (_, []) => Err("the program has no function that can be called over arrays; --function names one that is static".into()),
        (None, [one]) => Ok(one),
        (None, _) => Err(Failure::Usage(format!(
            "choose with --function: {}",
            names()
        ))),
        (Some(name), _) => functions
            .iter()
            .find(|f| f.signature().name == *name)
            .ok_or_else(|| {
                Failure::Usage(format!(
                    "there is no function `{name}`; there is: {}",
                    names()
                ))
            }),
    }
}

/// Splits `NAME=REST`.
fn assignment<'a>(option: &str, text: &'a str) -> Result<(&'a str, &'a str), Failure> {
    text.split_once('=')
        .ok_or_else(|| Failure::Usage(format!("{option} {text}: NAME=… is wanted")))
}

/// The memory of all parameters.
struct Given {
    n: usize,
    /// The packed values of each parameter, and their number.
    memory: Vec<(SharedBytes, usize)>,
}

impl Given {
    /// Reads the values of inputs from files and from `--set`, and makes zeros for outputs.
    fn read(function: &Function, options: &Options) -> Result<Given, Failure> {
        let parameters = &function.signature().parameters;
        // Read the files of inputs.
        let mut values: Vec<Option<Values>> = parameters.iter().map(|_| None).collect();
        for text in &options.inputs {
            let (name, file) = assignment("--in", text)?;
            let i = parameter(parameters, name, |d| {
                d.output().is_none() || d.input().is_some()
            })?;
            check_first(&values[i], name)?;
            values[i] = Some(Values::read(file, &parameters[i])?);
        }
        // All inputs that are no uniforms must have the same number of values.
        let mut n = options.n;
        for (value, parameter) in values.iter().zip(parameters) {
            let Some(value) = value
                .as_ref()
                .filter(|_| parameter.direction.uniform().is_none())
            else {
                continue;
            };
            if n.is_some_and(|n| n != value.n) {
                let text = format!(
                    "`{}` has {} values, others {}",
                    parameter.name,
                    value.n,
                    n.unwrap_or(0)
                );
                return Err(Failure::Refused(text));
            }
            n = Some(value.n);
        }
        // A value of `--set` serves all elements.
        for text in &options.set {
            let (name, numbers) = assignment("--set", text)?;
            let i = parameter(parameters, name, |d| d.output().is_none())?;
            check_first(&values[i], name)?;
            values[i] = Some(Values::parse(numbers, &parameters[i])?);
        }
        let n = n.ok_or_else(|| {
            Failure::Usage("how many elements? Give an input's file, or -n".into())
        })?;
        // Every parameter gets memory that the function can use.
        let memory = values
            .into_iter()
            .zip(parameters)
            .map(|(value, parameter)| {
                let value = match (value, parameter.direction) {
                    (Some(value), _) => value,
                    (None, Direction::Out(_)) => Values::zero(parameter, n)?,
                    (None, _) => Values::default(parameter).ok_or_else(|| {
                        let name = &parameter.name;
                        Failure::Usage(format!("`{name}` has no value: --in or --set"))
                    })?,
                };
                let memory = SharedBytes::from_bytes(&value.bytes).ok_or("out of memory")?;
                Ok((memory, value.n))
            });
        let memory = memory.collect::<Result<_, Failure>>()?;
        Ok(Given { n, memory })
    }

    /// The arrays for a run. A single value has stride 0, so that all elements read it.
    fn arrays(&self, function: &Function) -> Result<Vec<Strided<'_>>, Failure> {
        let parameters = function.signature().parameters.iter();
        let all = parameters.zip(&self.memory);
        all.map(|(p, (memory, n))| {
            let (bytes, is_uniform) = (p.bytes(), p.direction.uniform().is_some());
            let stride = if *n == 1 { 0 } else { bytes as isize };
            let n = if is_uniform { 1 } else { self.n };
            Strided::within(memory, 0, stride, bytes, n)
                .ok_or_else(|| Failure::Refused(format!("`{}` has too few values", p.name)))
        })
        .collect()
    }

    /// Writes the results that `--out` names.
    fn write(&self, function: &Function, options: &Options) -> Result<(), Failure> {
        let parameters = &function.signature().parameters;
        for text in &options.outputs {
            let (name, file) = assignment("--out", text)?;
            let i = parameter(parameters, name, |d| d.output().is_some())?;
            let bytes = self.memory[i].0.to_vec().ok_or("out of memory")?;
            Values { bytes, n: self.n }.write(file, &parameters[i])?;
        }
        Ok(())
    }
}

/// Refuses a second value for a parameter.
fn check_first(known: &Option<Values>, name: &str) -> Result<(), Failure> {
    match known {
        None => Ok(()),
        Some(_) => Err(Failure::Usage(format!("`{name}` is given twice"))),
    }
}

/// The time that a call may take. `None` sets no limit.
fn budget_of(options: &Options) -> Result<Option<Duration>, Failure> {
    if options.seconds == 0.0 {
        return Ok(None);
    }
    let budget = Duration::try_from_secs_f64(options.seconds);
    let refused = |_| {
        let text = format!("--seconds {}: 0 (never) or more", options.seconds);
        Failure::Usage(text)
    };
    budget.map(Some).map_err(refused)
}

/// The number of the parameter with this name whose direction `goes` accepts.
fn parameter(
    parameters: &[Parameter],
    name: &str,
    goes: fn(Direction) -> bool,
) -> Result<usize, Failure> {
    let found = parameters
        .iter()
        .position(|p| p.name == name && goes(p.direction));
    found.ok_or_else(|| {
        let names = parameters.iter().filter(|p| goes(p.direction));
        let names: Vec<&str> = names.map(|p| p.name.as_str()).collect();
        let names = names.join(", ");
        Failure::Usage(format!("there is no `{name}` here; there is: {names}"))
    })
}

/// Calls the function for one slice of elements after the other. Shows progress when this takes long.
fn call(
    function: &Function,
    n: usize,
    arrays: &[Strided<'_>],
    textures: &[Option<&Texture>],
    options: &Options,
) -> Result<(), Failure> {
    let start = Instant::now();
    let budget = budget_of(options)?;
    let mut said = false;
    for first in (0..n).step_by(SLICE) {
        // A uniform is the same for all slices; other arrays are cut.
        let n_slice = SLICE.min(n - first);
        let parameters = function.signature().parameters.iter();
        let slices = parameters.zip(arrays).map(|(p, array)| match p.direction {
            Direction::Uniform(_) => *array,
            _ => array.part(first, n_slice),
        });
        let run = RunOptions {
            threads: options.threads,
            budget: budget.map(|budget| budget.saturating_sub(start.elapsed())),
        };
        let slices: Vec<_> = slices.collect();
        // The message names the whole budget, not what was left of it.
        function
            .run_with_textures(n_slice, &slices, textures, &run)
            .map_err(|error| match error {
                RunError::Budget(left) => RunError::Budget(budget.unwrap_or(left)).to_string(),
                error => error.to_string(),
            })?;
        if start.elapsed() > PATIENCE {
            said = true;
            eprint!("\r{} of {n} elements", first + n_slice);
        }
    }
    if said {
        eprintln!();
    }
    Ok(())
}
