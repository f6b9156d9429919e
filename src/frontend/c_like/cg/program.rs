//! A text in Cg as a program: loaded for a profile and an entry, then made a program of a stage, or a kernel over arrays.

use super::profile::Profile;
use super::request::{Checked, Request, check};
use super::semantics::Binding;
use crate::frontend::binding::Binding as Value;
use crate::frontend::c_like::deep::DeepModule;
use crate::frontend::c_like::entry::semantics::Stage;
use crate::frontend::c_like::entry::{self, Entry, Kernel};
use crate::frontend::c_like::tree::{Direction, Function, FunctionId, Module, Storage};
use crate::frontend::diagnostic::{ProgramError, Warning};
use crate::frontend::preprocessor::Files;
use crate::frontend::source_map::SourceMap;
use std::sync::Arc;

/// The entry of a text that names none.
const MAIN: &str = "main";

/// How a stage runs an entry.
#[derive(Debug, Clone, Copy)]
pub struct StageOptions {
    pub stage: Stage,
    /// A vertex program's position is that of fixed function.
    pub position_invariant: bool,
    /// User clip planes in use, by bit, for a position-invariant program.
    pub clip_planes: u8,
    /// The fragment's place counts y from the window's upper edge.
    pub from_top: bool,
    /// The fragment's place is 0 in the corner's fragment, not ½.
    pub is_integer: bool,
    /// What a row of a state of the API is, by the name of the state.
    pub state: fn(&str, u32) -> Option<Value>,
}

impl StageOptions {
    /// GL's conventions, without its state.
    pub fn new(stage: Stage) -> StageOptions {
        StageOptions {
            stage,
            position_invariant: false,
            clip_planes: 0,
            from_top: false,
            is_integer: false,
            state: |_, _| None,
        }
    }
}

/// A parameter of the entry, or a variable outside of functions, that is set from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Declared<'p> {
    pub name: &'p str,
    /// The name after its colon.
    pub semantic: Option<&'p str>,
    /// Whether it is the same for a whole draw.
    pub is_uniform: bool,
}

/// Why a text was refused: errors whose places the map explains.
#[derive(Debug, Clone)]
pub struct Refused {
    pub errors: Vec<ProgramError>,
    pub warnings: Vec<Warning>,
    pub map: Arc<SourceMap>,
}

impl Refused {
    /// The messages of all errors and warnings, in the order of the text.
    pub fn messages(&self) -> Vec<String> {
        let map = &self.map;
        let mut warnings = self.warnings.iter().peekable();
        let mut messages = Vec::new();
        for error in &self.errors {
            let is_before = |w: &&Warning| map.way(w.span) <= map.way(error.span);
            while let Some(warning) = warnings.next_if(is_before) {
                messages.push(warning.listing(map));
            }
            messages.push(error.listing(map));
        }
        messages.extend(warnings.map(|w| w.listing(map)));
        messages
    }
}

/// A text without errors.
#[derive(Debug, Clone)]
pub struct Program {
    module: DeepModule,
    warnings: Vec<Warning>,
    map: Arc<SourceMap>,
    profile: &'static Profile,
    entry: Option<String>,
    /// The functions that `#pragma position_invariant` names.
    invariant: Vec<String>,
}

impl Program {
    /// Preprocesses, parses and checks a text; `files` has what it includes. The result is a text without errors.
    ///
    /// Otherwise all errors are returned, with the map that says in which files their places are.
    pub fn load(request: &Request<'_>, files: &mut dyn Files) -> Result<Program, Refused> {
        let Checked {
            mut module,
            map,
            invariant,
            result,
            warnings: warned,
        } = check(request, files);
        let map = Arc::new(map);
        let warnings = match result {
            Ok(warnings) => warnings,
            Err(errors) => {
                let warnings = warned;
                return Err(Refused {
                    errors,
                    warnings,
                    map,
                });
            }
        };
        module.clamps_fixed = request.profile.can.clamps_fixed;
        module.contracts = true;
        Ok(Program {
            module,
            warnings,
            map,
            profile: request.profile,
            entry: request.entry.map(str::to_owned),
            invariant,
        })
    }

    pub fn profile(&self) -> &'static Profile {
        self.profile
    }

    /// Whether the pragma asks that fixed function computes the entry's position, and the entry computes the same.
    pub fn is_position_invariant(&self, entry: &Entry) -> bool {
        self.invariant.contains(&entry.name) && entry.transforms_as_fixed()
    }

    /// The parameters of the entry, in order.
    pub fn parameters(&self) -> Result<Vec<Declared<'_>>, ProgramError> {
        let function = self.entry_function()?;
        let all = function.parameters.iter().zip(&function.variables);
        let declared = all.map(|(parameter, variable)| Declared {
            name: &variable.name,
            semantic: parameter.semantic.as_ref().map(|s| s.name.as_str()),
            is_uniform: parameter.is_uniform || parameter.direction == Direction::Uniform,
        });
        Ok(declared.collect())
    }

    /// The variables outside of functions that are set from outside, in order.
    pub fn globals(&self) -> impl Iterator<Item = Declared<'_>> {
        let globals = self.module.globals.iter();
        let outside = globals.filter(|g| g.storage != Storage::Static);
        outside.map(|global| Declared {
            name: &global.name,
            semantic: global.semantic.as_ref().map(|s| s.name.as_str()),
            is_uniform: global.storage == Storage::Uniform,
        })
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
        entry::functions(&self.module)
    }

    /// The functions that can be kernels once their open parameters have types and sizes.
    pub fn open_functions(&self) -> impl Iterator<Item = &str> {
        self.module.open.iter().map(String::as_str)
    }

    /// A sentence for each structure and each size of the request that no variable and no parameter needed.
    pub fn misgiven(&self) -> &[String] {
        &self.module.misgiven
    }

    /// A function over arrays: the named one, else the entry, else the only one.
    ///
    /// It is an error if no function has the name, if several could be meant, or if lowering refuses the code.
    /// Functions that need a draw are no error here: [`Kernel::draws`] says where.
    pub fn kernel(&self, name: Option<&str>) -> Result<Kernel, ProgramError> {
        entry::kernel(&self.module, self.function(name)?)
    }

    /// The entry, or the only function, as a program of a stage.
    ///
    /// It is an error if a varying that is used is bound to nothing, or if registers or image units do not suffice.
    /// What lowering refuses is an error, too.
    pub fn entry(&self, options: &StageOptions) -> Result<Entry, ProgramError> {
        let semantics = Binding {
            profile: self.profile,
            from_top: options.from_top,
            is_integer: options.is_integer,
            state: options.state,
        };
        let mut options = entry::Options {
            stage: options.stage,
            semantics: &semantics,
            position_invariant: options.position_invariant,
            clip_planes: options.clip_planes,
            keeps_loops: false,
        };
        let id = self.function(None)?;
        let entry = entry::program(&self.module, id, &options)?;
        // The pragma holds for a position that is the product of fixed function's matrix and the vertex.
        let is_vertex = options.stage == Stage::Vertex && !options.position_invariant;
        if !is_vertex || !self.invariant.contains(&entry.name) || !entry.transforms_as_fixed() {
            return Ok(entry);
        }
        options.position_invariant = true;
        entry::program(&self.module, id, &options)
    }

    /// The stage whose results the external function of this name writes. A position makes it a vertex program, a
    /// colour or a depth a fragment program. `None` if it writes neither, or if there is no such function.
    pub fn stage_of(&self, name: &str) -> Option<Stage> {
        let mut functions = self.module.functions.iter();
        let function = functions.find(|f| f.is_external && f.name == name)?;
        let written = entry::output_semantics(&self.module, function);
        let has = |words: &[&str]| {
            let letters = |name: &str| {
                name.trim_end_matches(|c: char| c.is_ascii_digit())
                    .to_owned()
            };
            let mut names = written.iter().map(|name| letters(name));
            names.any(|name| words.iter().any(|w| name.eq_ignore_ascii_case(w)))
        };
        if has(&["POSITION", "HPOS"]) {
            Some(Stage::Vertex)
        } else if has(&["COLOR", "COL", "DEPTH", "DEPR"]) {
            Some(Stage::Fragment)
        } else {
            None
        }
    }

    /// The function that is the entry.
    pub(super) fn entry_function(&self) -> Result<&Function, ProgramError> {
        Ok(&self.module.functions[self.function(None)?.0 as usize])
    }

    pub(super) fn module(&self) -> &Module {
        &self.module
    }

    fn function(&self, name: Option<&str>) -> Result<FunctionId, ProgramError> {
        // Of several functions, none of which is named, `main` is meant.
        let is_main = self.functions().filter(|f| *f == MAIN).count() == 1;
        let wanted = name.or(self.entry.as_deref());
        let wanted = wanted.or(is_main.then_some(MAIN));
        entry::choose(&self.module, wanted, entry::Several::Refused)
    }
}
