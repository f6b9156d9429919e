//! The options of a text that several verbs take: its language, its function, and what a compiler of a language that looks
//! like C is told on a command line.
#![forbid(unsafe_code)]

use super::failure::Failure;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::cell::OnceCell;
use std::io::Read;
use std::path::{Path, PathBuf};
use trilobite::frontend::assembly::arb;
use trilobite::frontend::c_like::cg::profile;
use trilobite::frontend::c_like::hlsl::profile as hlsl;
use trilobite::frontend::c_like::muda;
use trilobite::frontend::language::{LANGUAGES, Language};
use trilobite::frontend::shading::{CompileOptions, glsl_stage};

/// The text of a program, and how it is compiled.
#[derive(clap::Args, Clone)]
pub(super) struct TextOptions {
    /// The program's text; `-` reads standard input
    pub(super) file: PathBuf,
    /// Its language; otherwise told by the text's header, then by the file's suffix
    #[arg(long, value_parser = language())]
    pub(super) lang: Option<Language>,
    /// The function, of a text that has several; in Cg `main` if none is named. `compile` takes several
    #[arg(long = "function", visible_alias = "entry", value_name = "NAME")]
    functions: Vec<String>,
    /// The profile to compile for, of a language that has some: arbvp1, arbfp1, fp40, vs_3_0, generic, ... In Cg without one it is
    /// `latest`, which takes all that the driver runs, at the stage whose results the function's semantics name. In GLSL the stage:
    /// vertex or fragment; without one that of the suffix .vert or .frag, or fragment
    #[arg(long, visible_alias = "stage", value_name = "PROFILE")]
    profile: Option<String>,
    /// Defines a macro, of a language that has them
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    define: Vec<String>,
    /// Adds a folder in which #include searches
    #[arg(short = 'I', value_name = "FOLDER")]
    include: Vec<String>,
    /// The structure that stands for a parameter whose type is an interface
    #[arg(long, value_name = "PARAMETER=STRUCTURE")]
    interface: Vec<String>,
    /// The elements of a parameter that is an array without a size in the text
    #[arg(long, value_name = "PARAMETER=N")]
    size: Vec<String>,
    /// Accepts exactly what the language's own compiler accepts
    #[arg(long)]
    strict: bool,
    /// A vertex program's position is that of fixed function, to the bit, whatever the text computes
    #[arg(long)]
    position_invariant: bool,
    /// The file's bytes, once they have been read: a pipe gives them once.
    #[arg(skip)]
    text: OnceCell<Vec<u8>>,
}

/// The parser of `--lang`: the name of a language.
fn language() -> impl TypedValueParser<Value = Language> {
    let values = LANGUAGES.iter();
    let values = values.map(|row| PossibleValue::new(row.name).help(row.help));
    PossibleValuesParser::new(values)
        .map(|name| Language::named(&name).expect("only these names pass"))
}

impl TextOptions {
    /// Reads the file. Returns its language and its text.
    pub(super) fn read(&self) -> Result<(Language, Vec<u8>), Failure> {
        let text = match self.text.get() {
            Some(text) => text.clone(),
            None => {
                let text = read(&self.file)?;
                self.text.get_or_init(|| text).clone()
            }
        };
        let language = self.lang.or_else(|| Language::guess(&text, &self.file));
        let file = self.file.display();
        let language = language
            .ok_or_else(|| Failure::Usage(format!("{file}: tell the language with --lang")))?;
        self.check(language)?;
        Ok((language, text))
    }

    /// Whether they ask for an effect: without an entry, the profile of effects means the whole text.
    pub(super) fn is_effect(&self) -> bool {
        self.profile.as_deref() == Some("fx_2_0") && self.functions.is_empty()
    }

    /// The function that is named, if one is; several are a usage error.
    pub(super) fn function(&self) -> Result<Option<&str>, Failure> {
        match &self.functions[..] {
            [] => Ok(None),
            [only] => Ok(Some(only)),
            _ => Err(Failure::Usage("one function only".into())),
        }
    }

    /// The same options for each function that is named, or for none. A text in MUDA without a name is meant with all its
    /// external functions.
    pub(super) fn for_each_function(&self) -> Result<Vec<TextOptions>, Failure> {
        let one = |name: &str| TextOptions {
            functions: vec![name.to_owned()],
            ..self.clone()
        };
        if !self.functions.is_empty() {
            return Ok(self.functions.iter().map(|name| one(name)).collect());
        }
        if let (Language::Muda, text) = self.read()?
            && let Ok(program) = muda::Program::load(&text)
        {
            let names: Vec<&str> = program.functions().collect();
            if names.len() != 1 {
                return Ok(names.into_iter().map(one).collect());
            }
        }
        Ok(vec![self.clone()])
    }

    /// Refuses options that a language does not have.
    fn check(&self, language: Language) -> Result<(), Failure> {
        if language.has_compiler_options() {
            let profile = self.profile.as_deref().map_or(Ok(()), |name| {
                if language == Language::Hlsl {
                    return hlsl::find(name).map(|_| ()).map_err(|e| e.to_string());
                }
                profile::find(name).map(|_| ()).map_err(|e| e.to_string())
            });
            return profile.map_err(|e| Failure::Usage(format!("--profile: {e}")));
        }
        let is_stage = language == Language::Glsl;
        if let Some(name) = self.profile.as_deref().filter(|_| is_stage)
            && glsl_stage(name).is_none()
        {
            let text = format!("--stage {name}: the stages are vertex and fragment");
            return Err(Failure::Usage(text));
        }
        let given = [
            (self.profile.is_some() && !is_stage, "--profile"),
            (!self.define.is_empty(), "-D"),
            (!self.include.is_empty(), "-I"),
            (!self.interface.is_empty(), "--interface"),
            (
                !self.size.is_empty() && language != Language::Muda,
                "--size",
            ),
            (self.strict, "--strict"),
            (self.position_invariant, "--position-invariant"),
        ];
        match given.into_iter().find(|(is_given, _)| *is_given) {
            Some((_, option)) => Err(Failure::Usage(format!(
                "{option}: {} has neither profiles nor a preprocessor",
                language.name()
            ))),
            None => Ok(()),
        }
    }

    /// A message of the compiler with the file's name before it, unless it has a name of its own.
    pub(super) fn message(&self, text: &str) -> String {
        let file = self.file.display().to_string();
        let is_named = text.starts_with(&format!("{file}("));
        if is_named {
            text.to_owned()
        } else {
            format!("{file}: {text}")
        }
    }

    /// The stage that the suffix of a GLSL text says.
    fn stage_of_suffix(&self) -> Option<String> {
        let is_glsl = self.lang.is_none_or(|lang| lang == Language::Glsl);
        let suffix = self.file.extension()?.to_str()?;
        (is_glsl && glsl_stage(suffix).is_some()).then(|| suffix.to_owned())
    }

    /// What the language's compiler is told.
    pub(super) fn compile_options(&self) -> Result<CompileOptions, Failure> {
        let pair = |option: &str, text: &str| -> Result<(String, String), Failure> {
            let (name, value) = text.split_once('=').ok_or_else(|| {
                Failure::Usage(format!("{option} {text}: PARAMETER=STRUCTURE is wanted"))
            })?;
            Ok((name.to_owned(), value.to_owned()))
        };
        // A macro without a value is 1.
        let define = |text: &String| {
            let (name, value) = text.split_once('=').unwrap_or((text, "1"));
            (name.to_owned(), value.to_owned())
        };
        let interfaces = self.interface.iter();
        let interfaces = interfaces.map(|text| pair("--interface", text));
        let sizes = self.size.iter().map(|text| {
            let size = text.split_once('=');
            let size = size.and_then(|(name, n)| Some((name.to_owned(), n.parse().ok()?)));
            size.ok_or_else(|| Failure::Usage(format!("--size {text}: PARAMETER=N is wanted")))
        });
        Ok(CompileOptions {
            name: self.file.display().to_string(),
            profile: self.profile.clone().or_else(|| self.stage_of_suffix()),
            entry: self.function()?.map(str::to_owned),
            defines: self.define.iter().map(define).collect(),
            interfaces: interfaces.collect::<Result<_, _>>()?,
            array_sizes: sizes.collect::<Result<_, _>>()?,
            include_paths: self.include.clone(),
            is_strict: self.strict,
            position_invariant: self.position_invariant,
            ..CompileOptions::default()
        })
    }
}

/// Reads the bytes of a file. It reads at most one byte more than the longest program has, so that a device or a large file cannot
/// fill the memory.
pub(super) fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let limit = arb::MAX_TEXT_BYTES.max(muda::MAX_TEXT_BYTES) as u64 + 1;
    let mut text = Vec::new();
    let result = if file == Path::new("-") {
        std::io::stdin().take(limit).read_to_end(&mut text)
    } else {
        std::fs::File::open(file).and_then(|f| f.take(limit).read_to_end(&mut text))
    };
    result.map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(text)
}

/// A file that a text includes, if it can be read. One that is longer than any text is none.
pub(super) fn read_included(path: &str) -> Option<Vec<u8>> {
    let limit = muda::MAX_TEXT_BYTES as u64;
    let file = std::fs::File::open(path).ok()?;
    let mut text = Vec::new();
    file.take(limit + 1).read_to_end(&mut text).ok()?;
    (text.len() as u64 <= limit).then_some(text)
}
