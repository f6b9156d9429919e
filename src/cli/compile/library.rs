//! Texts in MUDA without external functions: they are there for others to call their functions.

use super::Emit;
use crate::cli::failure::Failure;
use crate::cli::text_options::TextOptions;
use trilobite::frontend::c_like::muda::Program;
use trilobite::frontend::diagnostic::ProgramError;

/// Loads such a text, prints its warnings, and returns what `--emit` asks for: its canonical form, or the names of its
/// functions. Code is made of a function that is named.
pub(super) fn show(options: &TextOptions, emit: Emit) -> Result<Vec<u8>, Failure> {
    let (_, text) = options.read()?;
    let refused = |errors: Vec<ProgramError>| {
        let listing: String = errors.iter().map(|e| e.info_log(&text)).collect();
        Failure::from(options.message(listing.trim_end()))
    };
    let program = Program::load(&text).map_err(refused)?;
    for warning in program.warnings() {
        eprint!("{}", options.message(&warning.info_log(&text)));
    }
    let names: Vec<&str> = program.all_functions().collect();
    let shown = match emit {
        Emit::None => String::new(),
        Emit::Text => program.text(),
        _ if names.is_empty() => "no functions\n".to_owned(),
        Emit::Stats => format!(
            "no external function; --function names one: {}\n",
            names.join(", ")
        ),
        _ => {
            let names = names.join(", ");
            return Err(Failure::Usage(format!(
                "no external function; choose with --function: {names}"
            )));
        }
    };
    Ok(shown.into_bytes())
}
