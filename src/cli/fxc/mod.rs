//! `trilobite fxc`: compiles HLSL to Direct3D 9 shaders as Microsoft's fxc does on its command line.
#![forbid(unsafe_code)]

mod arguments;
mod listing;
mod write;

use super::failure::Failure;
use super::text_options::{read, read_included};
use arguments::{Arguments, Work};
use std::path::Path;
use std::process::ExitCode;
use trilobite::codegen::compile_hlsl;
use trilobite::frontend::assembly::d3d::D3dProgram;
use trilobite::frontend::c_like::hlsl::profile::{Profile, ProfileError, Stage};
use trilobite::frontend::c_like::hlsl::{Effect, Program, Request, numbers, preprocessed, profile};
use trilobite::frontend::preprocessor::Files;

/// Options of `fxc`.
#[derive(clap::Args)]
#[command(after_help = HELP)]
pub(super) struct Options {
    /// fxc's options, and the file
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        required = true,
        value_name = "OPTION or FILE"
    )]
    arguments: Vec<String>,
}

const HELP: &str = "\
Options begin with / or -, and their values may follow at once or as the next argument:
  /T PROFILE      vs_1_1 vs_2_0 vs_2_a vs_2_sw vs_3_0 vs_3_sw ps_2_0 ps_2_a ps_2_b ps_2_sw ps_3_0 ps_3_sw;
                  ps_1_1 to ps_1_4 with /LD, as the compiler of old has them; with /Gec they become ps_2_0;
                  fx_2_0: an effect is checked and listed
  /E NAME         the entry (main)
  /D NAME[=TEXT]  defines a macro         /I FOLDER  adds a folder in which #include searches
  /Fo FILE        writes the tokens       /Fc FILE   writes the listing     /Fx FILE  the listing and the words
  /Fh FILE        writes the tokens as an array of C                        /Vn NAME  the name of that array
  /Fe FILE        writes errors and warnings there
  /Cc             listings are pages of HTML, with colours
  /P FILE         writes the text after the preprocessor, and compiles nothing
  /dumpbin        the file is tokens: lists them, or writes them by the options above
  /Ni /No         lines of listings have the numbers of their instructions, their places in the tokens
  /Zpr /Zpc       matrices are stored by rows, by columns (the default), where the text does not say
  /Gec            variables outside functions may be halves, as in old texts
  /Vd             does not check the shader that was made, nor the limits of the profile
  /WX             warnings are errors     /nologo    does not print the name and version
  @FILE           the options of a file, one on each line           /? /help   prints this
  /Od /Op /O0 to /O3, /Zi, /Gfa, /Gfp, /Gdp, /Ges, /Gis, /Gpp, /Lx are taken and change nothing
Without a file for output the listing is printed.

Exit status: 0 compiled, 1 refused: `FILE(LINE,COLUMN): error X3004: ...` on standard error with Microsoft's number, \
or wrong arguments.

Examples:
  trilobite fxc /nologo /T ps_2_0 /E main /Fo water.pso water.hlsl
  trilobite fxc /T vs_3_0 /D LIGHTS=2 /Fc listing.txt move.hlsl
  trilobite fxc /dumpbin water.pso";

const LOGO: &str = concat!(
    "Trilobite ",
    env!("CARGO_PKG_VERSION"),
    ": HLSL to Direct3D 9 shaders\n"
);

/// Compiles a file. Wrong arguments have the status 1, as in fxc.
pub(super) fn run(options: &Options) -> Result<ExitCode, Failure> {
    let lines = |file: &str| {
        let bytes = std::fs::read(file).map_err(|e| format!("{file}: {e}"))?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    let arguments = Arguments::parse(&options.arguments, &lines).map_err(Failure::Refused)?;
    if arguments.asks_help {
        println!("trilobite fxc OPTION or FILE ...\n\n{HELP}");
        return Ok(ExitCode::SUCCESS);
    }
    if !arguments.is_quiet {
        println!("{LOGO}");
    }
    let text = read(Path::new(&arguments.file))?;
    match &arguments.work {
        Work::List => list(&arguments, &text),
        Work::Preprocess(to) => preprocess(&arguments, &text, to),
        Work::Compile => compile(&arguments, &text),
    }
}

/// What is said of a text: on standard error, or in the file of /Fe.
struct Messages<'a> {
    to: Option<&'a str>,
    text: String,
}

impl<'a> Messages<'a> {
    fn new(arguments: &'a Arguments) -> Messages<'a> {
        Messages {
            to: arguments.messages.as_deref(),
            text: String::new(),
        }
    }

    fn add(&mut self, message: &str) {
        self.text += message;
        if !message.ends_with('\n') {
            self.text.push('\n');
        }
    }

    /// Says all of it.
    fn write(&self) -> Result<(), Failure> {
        match self.to {
            Some(to) => write::save(to, self.text.as_bytes()).map(drop),
            None => {
                eprint!("{}", self.text);
                Ok(())
            }
        }
    }

    /// Says all of it and what is wrong.
    fn fail(mut self, message: &str) -> Result<ExitCode, Failure> {
        self.add(message);
        self.write()?;
        eprintln!("\ncompilation failed; no code produced");
        Ok(ExitCode::from(1))
    }
}

/// Lists the tokens of a file, or writes what the other options ask for.
fn list(arguments: &Arguments, tokens: &[u8]) -> Result<ExitCode, Failure> {
    let file = &arguments.file;
    let shader = D3dProgram::from_tokens(tokens);
    let shader = shader.map_err(|e| format!("{file}: {}", e.info_log(tokens)))?;
    let listing = listing::of_tokens(arguments, &shader, tokens);
    let listing = listing.map_err(|e| format!("{file}: {e}"))?;
    outputs(arguments, &listing, tokens, shader.version().name())
}

/// Calls a function with the request for a text.
fn with_request<T>(
    arguments: &Arguments,
    text: &[u8],
    profile: &'static Profile,
    f: impl FnOnce(&Request<'_>, &mut dyn Files) -> T,
) -> T {
    let defines = arguments.defines.iter();
    let macros: Vec<(&str, &str)> = defines.map(|(n, v)| (n.as_str(), v.as_str())).collect();
    let paths: Vec<&str> = arguments.folders.iter().map(String::as_str).collect();
    let request = Request {
        name: &arguments.file,
        entry: Some(&arguments.entry),
        macros: &macros,
        include_paths: &paths,
        rows_first: arguments.rows_first,
        allows_halves: arguments.allows_halves,
        // Where the check of shaders is left out, what only our machine can is taken. The compiler of old is no reference.
        is_strict: !arguments.is_unchecked && !arguments.is_old,
        ..Request::new(text, profile)
    };
    f(&request, &mut |path: &str| read_included(path))
}

fn preprocess(arguments: &Arguments, text: &[u8], to: &str) -> Result<ExitCode, Failure> {
    let profile = profile::latest(Stage::Fragment);
    match with_request(arguments, text, profile, preprocessed) {
        Ok(text) => write::save(to, text.as_bytes()),
        Err(refused) => Messages::new(arguments).fail(&refused.listing()),
    }
}

/// The profile of a name, or the number of the error and why there is none. Pixel shaders 1 are there for /LD; /Gec asks for newer ones in their place.
fn profile_of(arguments: &Arguments, name: &str) -> Result<&'static Profile, String> {
    let found = match arguments.is_old {
        true => profile::find_old(name),
        false => profile::find(name),
    };
    match found {
        Err(ProfileError::Refused(..)) if arguments.upgrades => {
            profile::find("ps_2_0").map_err(|e| e.to_string())
        }
        Err(error @ ProfileError::Refused(..)) => Err(format!(
            "X3539: {error}. With /LD they are compiled as of old; /Gec takes ps_2_0 in their place"
        )),
        found => found.map_err(|e| format!("X3506: {e}")),
    }
}

fn compile(arguments: &Arguments, text: &[u8]) -> Result<ExitCode, Failure> {
    let Some(name) = &arguments.profile else {
        return Err("no profile: name it with /T".into());
    };
    // Each step may refuse the text, with messages in Microsoft's form and an exit code, but no failure of the tool.
    let mut messages = Messages::new(arguments);
    let profile = match profile_of(arguments, name) {
        Ok(profile) => profile,
        Err(error) => {
            return messages.fail(&format!("{}: error {error}", arguments.file));
        }
    };
    if profile.stage.is_none() {
        return effect(arguments, text, profile);
    }
    let program = match with_request(arguments, text, profile, Program::load) {
        Ok(program) => program,
        Err(refused) => return messages.fail(&refused.listing()),
    };
    for warning in program.warnings() {
        messages.add(&numbers::warning_line(warning, program.map()));
    }
    if !program.warnings().is_empty() && arguments.warnings_are_errors {
        return messages.fail("warnings are errors");
    }
    let compiled = match compile_hlsl(&program) {
        Ok(compiled) => compiled,
        Err(error) => return messages.fail(&error.line(program.map())),
    };
    let tokens = compiled.tokens(true);
    // The tokens are read back and checked, unless /Vd says no.
    let listing = match D3dProgram::from_tokens(&tokens) {
        Ok(shader) => listing::of_tokens(arguments, &shader, &tokens)?,
        Err(_) if arguments.is_unchecked => compiled.listing(true),
        Err(error) => {
            let message = format!("{}: error X5000: {}", arguments.file, error.kind);
            return messages.fail(&message);
        }
    };
    messages.write()?;
    outputs(arguments, &listing, &tokens, name)
}

/// Checks an effect, and lists it: its techniques, passes, states and shaders.
fn effect(
    arguments: &Arguments,
    text: &[u8],
    profile: &'static Profile,
) -> Result<ExitCode, Failure> {
    let mut messages = Messages::new(arguments);
    let effect = match with_request(arguments, text, profile, Effect::load) {
        Ok(effect) => effect,
        Err(refused) => return messages.fail(&refused.listing()),
    };
    for warning in &effect.warnings {
        messages.add(&numbers::warning_line(warning, &effect.map));
    }
    let as_tokens = [&arguments.tokens, &arguments.words, &arguments.header];
    if as_tokens.iter().any(|to| to.is_some()) {
        return messages.fail(&format!(
            "{}: effects are checked and listed (/Fc); this compiler writes no effect files",
            arguments.file
        ));
    }
    messages.write()?;
    outputs(arguments, &effect.listing(), &[], profile.name)
}

/// The file to write if any, what it holds, and its bytes.
type Output<'a> = (&'a Option<String>, &'static str, &'a dyn Fn() -> Vec<u8>);

/// Writes what was asked for, or prints the listing.
fn outputs(
    arguments: &Arguments,
    listing: &str,
    tokens: &[u8],
    profile: &str,
) -> Result<ExitCode, Failure> {
    let shown = || match arguments.is_coloured {
        true => write::page(listing),
        false => listing.to_owned(),
    };
    let header = || write::header(&arguments.array_name(profile), listing, tokens);
    let words = || listing.to_owned() + &write::words(tokens);
    // Each option writes a file of its own, and says so.
    let files: [Output<'_>; 4] = [
        (&arguments.tokens, "object", &|| tokens.to_vec()),
        (&arguments.listing, "code", &|| shown().into_bytes()),
        (&arguments.words, "code", &|| words().into_bytes()),
        (&arguments.header, "header", &|| header().into_bytes()),
    ];
    for (to, what, bytes) in files {
        if let Some(to) = to {
            write::save(to, &bytes())?;
            println!("compilation {what} save succeeded; see {to}");
        }
    }
    // Without any file the listing is printed.
    if files.iter().all(|(to, ..)| to.is_none()) {
        print!("{}", shown());
    }
    Ok(ExitCode::SUCCESS)
}
