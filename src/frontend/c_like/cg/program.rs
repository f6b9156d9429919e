//! A text in Cg as a program: loaded for a profile and an entry, then made a kernel over arrays.

use super::profile::Profile;
use super::request::{Checked, Request, check};
use crate::frontend::c_like::entry::{self, Kernel};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::tree::{FunctionId, Module};
use crate::frontend::diagnostic::{ErrorKind, ProgramError, Warning};
use crate::frontend::preprocessor::Files;
use crate::frontend::source_map::SourceMap;
use crate::ir::Span;
use std::sync::Arc;

/// Why a text was refused: errors whose places the map explains.
#[derive(Debug, Clone)]
pub struct Refused {
    pub errors: Vec<ProgramError>,
    pub map: Arc<SourceMap>,
}

/// A text without errors.
#[derive(Debug, Clone)]
pub struct Program {
    module: Module,
    warnings: Vec<Warning>,
    map: Arc<SourceMap>,
    profile: &'static Profile,
    entry: Option<String>,
}

impl Program {
    /// Preprocesses, parses and checks a text; `files` has what it includes.
    pub fn load(request: &Request<'_>, files: &mut dyn Files) -> Result<Program, Refused> {
        let Checked {
            mut module,
            map,
            result,
        } = check(request, files);
        let map = Arc::new(map);
        let warnings = match result {
            Ok(warnings) => warnings,
            Err(errors) => return Err(Refused { errors, map }),
        };
        module.clamps_fixed = request.profile.can.clamps_fixed;
        Ok(Program {
            module,
            warnings,
            map,
            profile: request.profile,
            entry: request.entry.map(str::to_owned),
        })
    }

    pub fn profile(&self) -> &'static Profile {
        self.profile
    }

    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Where the program's spans lie in its files.
    pub fn map(&self) -> &Arc<SourceMap> {
        &self.map
    }

    /// The functions of the text that can be kernels, in its order.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        let functions = self.module.functions.iter();
        functions.filter(|f| f.is_external).map(|f| f.name.as_str())
    }

    /// A function over arrays: the named one, else the entry, else the only one.
    pub fn kernel(&self, name: Option<&str>) -> Result<Kernel, ProgramError> {
        entry::kernel(&self.module, self.function(name)?)
    }

    fn function(&self, name: Option<&str>) -> Result<FunctionId, ProgramError> {
        let wanted = name.or(self.entry.as_deref());
        let all = self.module.functions.iter().enumerate();
        let mut fitting = all.filter(|(_, f)| f.is_external && wanted.is_none_or(|w| f.name == w));
        let names = || self.functions().collect::<Vec<_>>().join(", ");
        let rule = match (fitting.next(), fitting.next()) {
            (Some((id, _)), None) => return Ok(FunctionId(id as u32)),
            (None, _) if self.functions().next().is_none() => Rule::NoKernel,
            (None, _) => Rule::NoSuchKernel(wanted.unwrap_or_default().into(), names()),
            (Some(_), Some(_)) => Rule::WhichKernel(names()),
        };
        Err(ProgramError {
            kind: ErrorKind::CLike(rule),
            span: Span::NONE,
        })
    }
}
