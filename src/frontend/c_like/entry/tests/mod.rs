//! Entries of Cg texts: what programs read and store. What kernels compute is tested where engines are
//! (`shim_tests/tests/cg_kernels.rs`).

mod limits;
mod stages;

use super::semantics::Stage;
use super::{Entry, Options, program};
use crate::frontend::c_like::cg::{self, Checked, Request, profile};
use crate::frontend::c_like::tree::FunctionId;
use crate::frontend::diagnostic::ProgramError;
use crate::frontend::preprocessor::NoFiles;

/// A text that has no errors, checked for a profile.
fn checked(text: &str, profile: &str) -> Checked {
    let mut request = Request::new(text.as_bytes(), profile::find(profile).unwrap());
    request.is_strict = false;
    let checked = cg::check(&request, &mut NoFiles);
    if let Err(errors) = &checked.result {
        panic!("{text}\n{}", errors[0]);
    }
    checked
}

/// The function of a name; the last of several.
fn find(checked: &Checked, name: &str) -> FunctionId {
    let functions = &checked.module.functions;
    let at = functions.iter().rposition(|f| f.name == name);
    FunctionId(at.unwrap() as u32)
}

fn semantics(profile: &str) -> cg::semantics::Binding {
    cg::semantics::Binding {
        profile: profile::find(profile).unwrap(),
        from_top: false,
        is_integer: false,
        state: |_, _| None,
    }
}

fn entry_of(text: &str, profile: &str, stage: Stage) -> Result<Entry, ProgramError> {
    let checked = checked(text, profile);
    let semantics = semantics(profile);
    let options = Options {
        stage,
        semantics: &semantics,
        position_invariant: false,
        clip_planes: 0,
        keeps_loops: false,
    };
    program(&checked.module, find(&checked, "main"), &options)
}
