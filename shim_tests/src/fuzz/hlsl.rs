//! HLSL and constant tables: what takes any bytes, and texts to begin with.

use super::cg::use_program;
use std::path::Path;
use trilobite::frontend::assembly::d3d::ctab::{self, ConstantTable};
use trilobite::frontend::c_like::hlsl::{Program, Request, numbers, profile};
use trilobite::frontend::diagnostic::ProgramError;
use trilobite::frontend::preprocessor::NoFiles;

/// Compiles any bytes as a text in HLSL, up to machine code, as a program of each stage and as kernels. All errors have a place.
/// What loads is well formed, and its constants fill no more uniforms than there are.
pub fn hlsl_program(text: &[u8]) {
    for name in ["vs_1_1", "vs_3_0", "ps_2_0", "ps_3_0"] {
        let profile = profile::find(name).expect("a profile");
        let request = Request {
            entry: Some("main"),
            ..Request::new(text, profile)
        };
        let program = match Program::load(&request, &mut NoFiles) {
            Ok(program) => program,
            Err(refused) => {
                assert!(!refused.errors.is_empty() && !refused.listing().is_empty());
                continue;
            }
        };
        let listed = |e: &ProgramError| {
            assert!(!numbers::error_line(e, program.map()).is_empty());
        };
        match program.entry() {
            Ok(made) => {
                let n = made.entry.code.bindings.len();
                made.constants
                    .fill(&[[1.0; 4]; 256], &mut vec![[0.0; 4]; n]);
                use_program(&made.entry.code.program);
            }
            Err(error) => listed(&error),
        }
        if name != "ps_3_0" {
            continue;
        }
        let names: Vec<&str> = program.functions().take(4).collect();
        for name in names {
            match program.kernel(Some(name)) {
                Ok(kernel) => use_program(&kernel.code.program),
                Err(error) => listed(&error),
            }
        }
    }
}

/// Reads any bytes as the words of a constant table. One that is read is written and read again as the same.
pub fn constant_table(bytes: &[u8]) {
    let words = bytes.chunks_exact(4);
    let words: Vec<u32> = words
        .map(|w| u32::from_le_bytes(w.try_into().expect("four bytes")))
        .collect();
    let Ok(table) = ctab::read(&words) else {
        return;
    };
    let _ = table.listing();
    let again = ctab::read(&ctab::write(&table));
    assert_eq!(again, Ok(table));
}

/// The bytes of a table of each class of constant.
pub fn table_bytes(table: &ConstantTable) -> Vec<u8> {
    let words = ctab::write(table);
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

/// The texts of `hlsl/verdicts.tsv`.
pub fn hlsl_seeds() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("hlsl/verdicts.tsv");
    let all = std::fs::read_to_string(path).unwrap_or_default();
    let rows = all.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|row| Some(row.split('\t').nth(3)?.replace("\\n", "\n")))
        .collect()
}
