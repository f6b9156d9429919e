//! `trilobite compile`: one shading program through its front end, as the driver would load it.
#![forbid(unsafe_code)]

use super::Failure;
use clap::ValueEnum;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use trilobite::frontend::BoundProgram;
use trilobite::frontend::assembly::arb::{self, ArbProgram, Limits};
use trilobite::ir::{self, stats::Stats};

/// Options of `compile`.
#[derive(clap::Args)]
#[command(after_help = "\
Exit status: 0 the driver would load the program, 1 it would refuse it (the reason is on standard error, with the line \
and a caret), 2 usage.

Examples:
  trilobite compile lantern.vp                      counts
  trilobite compile lantern.fp --emit ir            what the front end makes
  trilobite compile lantern.fp --emit ir --optimize what the engine runs
  trilobite compile - --lang arbfp <lantern.txt")]
pub(super) struct Options {
    /// The program's text; `-` reads standard input
    file: PathBuf,
    /// Its language; otherwise told by the text's header, then by the file's suffix
    #[arg(long)]
    lang: Option<Language>,
    /// What to print
    #[arg(long, default_value = "stats")]
    emit: Emit,
    /// Run the passes that the driver runs before its engine
    #[arg(long)]
    optimize: bool,
}

/// The languages of programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Language {
    /// ARB_vertex_program (`!!ARBvp1.0`; .vp, .arbvp)
    Arbvp,
    /// ARB_fragment_program (`!!ARBfp1.0`; .fp, .arbfp)
    Arbfp,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Emit {
    /// The IR's text form
    Ir,
    /// What the program uses of the driver's limits, and the size of its IR
    Stats,
    /// Nothing: only the verdict
    None,
}

impl Language {
    /// The language that the text's first characters name, else the one that the file's suffix stands for.
    fn guess(text: &[u8], file: &Path) -> Option<Language> {
        if text.starts_with(b"!!ARBvp") {
            return Some(Language::Arbvp);
        }
        if text.starts_with(b"!!ARBfp") {
            return Some(Language::Arbfp);
        }
        match file.extension()?.to_str()? {
            "vp" | "arbvp" => Some(Language::Arbvp),
            "fp" | "arbfp" => Some(Language::Arbfp),
            _ => None,
        }
    }

    fn limits(self) -> &'static Limits {
        match self {
            Language::Arbvp => &Limits::VERTEX,
            Language::Arbfp => &Limits::FRAGMENT,
        }
    }
}

/// Loads the program and prints what was asked for.
pub(super) fn run(options: &Options) -> Result<ExitCode, Failure> {
    let text = read(&options.file)?;
    let language = options
        .lang
        .or_else(|| Language::guess(&text, &options.file))
        .ok_or_else(|| {
            Failure::Usage(format!(
                "{}: tell the language with --lang",
                options.file.display()
            ))
        })?;
    let loaded = match language {
        Language::Arbvp => arb::load_vertex(&text, language.limits()),
        Language::Arbfp => arb::load_fragment(&text, language.limits()),
    };
    let program = loaded.map_err(|error| {
        let log = error.info_log(&text);
        Failure::from(format!("{}: {}", options.file.display(), log.trim_end()))
    })?;
    let code = program.code();
    let ir = if options.optimize {
        Arc::new(trilobite::passes::standard(&code.program))
    } else {
        code.program.clone()
    };
    let shown = match options.emit {
        Emit::Ir => ir.to_string(),
        Emit::Stats => stats(language, &program, &code, &ir),
        Emit::None => String::new(),
    };
    // A reader that closes the pipe early (`| head`) wants no more; that is no failure.
    let _ = std::io::stdout().write_all(shown.as_bytes());
    Ok(ExitCode::SUCCESS)
}

/// The file's bytes; at most one more than the longest program, so that a device or a film cannot fill the memory.
fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let limit = arb::MAX_TEXT_BYTES as u64 + 1;
    let mut text = Vec::new();
    let result = if file == Path::new("-") {
        std::io::stdin().take(limit).read_to_end(&mut text)
    } else {
        std::fs::File::open(file).and_then(|f| f.take(limit).read_to_end(&mut text))
    };
    result.map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(text)
}

fn stats(
    language: Language,
    program: &ArbProgram,
    code: &BoundProgram,
    ir: &ir::Program,
) -> String {
    let (used, limits) = (program.counts, language.limits());
    let mut rows = vec![
        ("instructions", used.instructions, limits.instructions),
        ("temporaries", used.temporaries, limits.temporaries),
        ("parameters", used.parameters, limits.parameters),
        ("attributes", used.attributes, limits.attributes),
    ];
    match language {
        Language::Arbvp => rows.push(("address registers", used.addresses, limits.addresses)),
        Language::Arbfp => rows.extend([
            ("ALU instructions", used.alu, limits.alu),
            ("texture instructions", used.tex, limits.tex),
            (
                "texture indirections",
                used.indirections,
                limits.indirections,
            ),
        ]),
    }
    let mut out = String::new();
    for (what, used, limit) in rows {
        out += &format!("{what:<22}{used:>6} of {limit}\n");
    }
    out += &format!("{:<22}{:>6}\n", "uniform vectors", code.bindings.len());
    out += &format!("IR: {}\n", Stats::of(ir));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_tells_the_language_before_the_suffix() {
        let guess = |text: &str, file: &str| Language::guess(text.as_bytes(), Path::new(file));
        assert_eq!(guess("!!ARBfp1.0 END", "a.vp"), Some(Language::Arbfp));
        assert_eq!(guess("!!ARBvp1.0 END", "a"), Some(Language::Arbvp));
        assert_eq!(guess("MOV", "a.arbvp"), Some(Language::Arbvp));
        assert_eq!(guess("MOV", "a.fp"), Some(Language::Arbfp));
        assert_eq!(guess("MOV", "a.txt"), None);
    }
}
