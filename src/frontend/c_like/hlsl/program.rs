//! A text in HLSL as a program: loaded for a profile and an entry, then made a program of a stage, or a kernel over
//! arrays.

use super::constants::{Constants, Tested};
use super::machine::{check_machine, refusal};
use super::numbers;
use super::profile::{self, Profile};
use super::registers::{Orders, read_as_float, register};
use super::request::{Checked, Request, check};
use super::semantics::Binding;
use super::strict::check_strictly;
use super::words::DOUBLE;
use crate::frontend::c_like::deep::DeepModule;
use crate::frontend::c_like::entry::semantics::Stage;
use crate::frontend::c_like::entry::{self, Entry, Kernel};
use crate::frontend::c_like::tree::{FunctionId, Wish};
use crate::frontend::c_like::types::Scalar;
use crate::frontend::diagnostic::{ProgramError, Warning};
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

impl Refused {
    /// All errors in Microsoft's form, a line each.
    pub fn listing(&self) -> String {
        let lines = self.errors.iter();
        lines.map(|e| numbers::error_line(e, &self.map)).collect()
    }
}

/// A program of a stage.
#[derive(Debug, Clone)]
pub struct StageEntry {
    pub entry: Entry,
    /// The registers of its constants.
    pub constants: Constants,
    /// The names of its generic varyings, by their numbers: outputs of a vertex program, inputs of a pixel shader.
    pub generics: Vec<String>,
    /// What attributes ask for, by the conditions of their `if` or loop.
    pub wishes: Vec<(Span, Wish)>,
    /// The values that `D3DCOLORtoUBYTE4` has made: Microsoft's shaders leave them between whole numbers.
    pub colors_as_bytes: Vec<std::ops::Range<u32>>,
}

impl StageEntry {
    /// Whether loops were unrolled that a shader may keep.
    pub fn may_keep_loops(&self) -> bool {
        self.entry.may_stay
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
    orders: Orders,
    allows_halves: bool,
    is_strict: bool,
}

impl Program {
    /// Preprocesses, parses and checks a text; `files` has what it includes. The result is a text without errors.
    ///
    /// Otherwise all errors are returned, with the map that says in which files their places are.
    pub fn load(request: &Request<'_>, files: &mut dyn Files) -> Result<Program, Refused> {
        let (checked, map) = check(request, files);
        Program::of(request, checked, map)
    }

    /// A checked text with the map of its places.
    pub(super) fn of(
        request: &Request<'_>,
        checked: Checked,
        map: Arc<SourceMap>,
    ) -> Result<Program, Refused> {
        let Checked {
            mut module,
            result,
            orders,
        } = checked;
        let warnings = match result {
            Ok(warnings) => warnings,
            Err(errors) => return Err(Refused { errors, map }),
        };
        module.numbers_are_floats = true;
        module.has_loops = request.profile.has_loops();
        module.has_open_loops = request.profile.has_open_loops();
        Ok(Program {
            module,
            warnings,
            map,
            profile: request.profile,
            entry: request.entry.map(str::to_owned),
            orders,
            allows_halves: request.allows_halves,
            is_strict: request.is_strict,
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

    /// The functions of the text, in its order.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        entry::functions(&self.module)
    }

    /// A function over arrays: the named one, else the entry, else the only one; of several with that name the last.
    ///
    /// It is an error if there is no such function, if several could be meant, or if lowering refuses the code.
    /// Functions that need a draw are no error here: [`Kernel::draws`] says where.
    pub fn kernel(&self, name: Option<&str>) -> Result<Kernel, ProgramError> {
        entry::kernel(&self.module, self.function(name)?)
    }

    /// The entry, or the only function, as a program of the profile's stage, with the registers of its constants. An
    /// effect's profile makes a pixel shader of `ps_3_0`.
    ///
    /// It is an error if registers or image units do not suffice, or if lowering or the profile's machine refuses the
    /// code.
    pub fn entry(&self) -> Result<StageEntry, ProgramError> {
        let made = self.lowered(false)?;
        if self.is_strict && self.profile.stage.is_some() {
            check_strictly(self.profile, &self.module, &made)?;
        }
        Ok(made)
    }

    /// The same, with loops where the text has some that a shader may keep; for the compiler of shaders.
    pub fn entry_with_loops(&self) -> Result<StageEntry, ProgramError> {
        self.lowered(true)
    }

    fn lowered(&self, keeps_loops: bool) -> Result<StageEntry, ProgramError> {
        let stage = self.profile.stage.unwrap_or(Stage::Fragment);
        let profile = match self.profile.stage {
            Some(_) => self.profile,
            None => profile::latest(stage),
        };
        let semantics = Binding::new(profile, &self.orders);
        let options = entry::Options {
            stage,
            semantics: &semantics,
            position_invariant: false,
            clip_planes: 0,
            keeps_loops,
        };
        if self.profile.stage.is_some() {
            self.check_globals()?;
        }
        let id = self.function(None)?;
        let entry = entry::program(&self.module, id, &options)?;
        check_machine(self.profile, &self.module, &entry)?;
        let all = |_: &str, _: u32| true;
        let constants = Constants::new(&self.module, id, &entry, &self.orders, profile, &[], &all);
        let is_bytes =
            |id: FunctionId| self.module.functions[id.0 as usize].name == "D3DCOLORtoUBYTE4";
        let bytes = entry.library.iter().filter(|(id, _)| is_bytes(*id));
        let colors_as_bytes = bytes.map(|(_, made)| made.clone()).collect();
        Ok(StageEntry {
            colors_as_bytes,
            entry,
            constants,
            generics: semantics.into_generics(),
            wishes: self.module.wishes.clone(),
        })
    }

    /// The registers of an entry's constants where branches and loops test some of them, and where the shader reads these
    /// registers of the constants with these names.
    pub fn constants(
        &self,
        entry: &StageEntry,
        tested: &[Tested],
        is_read: &dyn Fn(&str, u32) -> bool,
    ) -> Result<Constants, ProgramError> {
        let id = self.function(None)?;
        let (orders, entry) = (&self.orders, &entry.entry);
        let (module, profile) = (&self.module, self.profile);
        Ok(Constants::new(
            module, id, entry, orders, profile, tested, is_read,
        ))
    }

    /// Whether the text gives a variable outside functions a register of truth values.
    pub fn gives_truth(&self, name: &str) -> bool {
        let global = self.module.globals.iter().find(|g| g.name == name);
        let semantic = global.and_then(|g| g.semantic.as_ref());
        semantic
            .and_then(register)
            .is_some_and(|(set, _)| set == 'b')
    }

    /// Refuses registers of integers and truth values whose variables the finished shader reads as floats.
    pub fn check_layout(&self, constants: &Constants) -> Result<(), ProgramError> {
        match read_as_float(&self.module, constants).filter(|_| self.is_strict) {
            Some((why, number, span)) => Err(refusal(why, number, span)),
            None => Ok(()),
        }
    }

    /// Refuses variables outside functions that are halves or doubles: registers of constants hold floats.
    fn check_globals(&self) -> Result<(), ProgramError> {
        for global in &self.module.globals {
            let (why, number) = match global.ty.scalar() {
                Some(Scalar::Half) if !self.allows_halves => (
                    "a variable outside functions cannot be a half in this profile; use float",
                    3650,
                ),
                Some(DOUBLE) => ("these profiles have no doubles; use float", 3651),
                _ => continue,
            };
            return Err(refusal(why, number, global.span));
        }
        Ok(())
    }

    fn function(&self, name: Option<&str>) -> Result<FunctionId, ProgramError> {
        let wanted = name.or(self.entry.as_deref());
        entry::choose(&self.module, wanted, entry::Several::Last)
    }
}
