//! MUDA: a small language for kernels over vectors of four components (docs/MUDA.md, QUIRKS section 5).
//!
//! Each external function of a text (neither static nor inline) is a kernel; another one is where it is named:
//! [`Program::kernel`].
//!
//! Where the specification is open, or is not followed:
//! - Arithmetic, `abs`, `min`, `max` and the mathematical functions always give the NaN 0x7fc00000
//!   (0x7ff8000000000000). Moves, swizzles, `sel` and operations on bits preserve all bits, with one exception. A NaN
//!   from outside may become that NaN, in a variable that takes numbers only, where paths join (after `if`, in
//!   `while`).
//! - `/.` is `/`: exact, so the same bits on every machine.
//! - `min(a, b)` is `a < b ? a : b` and `max(a, b)` is `a > b ? a : b`, lane by lane; `round` takes ties to even.
//! - Products and sums are each rounded; `fma` of the driver's own dialect (docs/MUDA.md) rounds once.
//! - Variables begin with all bits 0. An element of an array whose index is out of range reads as 0, and is not written.
//! - `else` is obligatory; one statement without braces gives a warning. `inout` (also written `in out`) is read and written back. Functions may be used
//!   before their definition.
//! - Conversions by constructors: to integers they truncate, and values out of range and NaN become the least integer.
//!   From 64 to 32 bits integers lose their upper bits.

mod misspelt;
mod parse;
mod parse_expression;
mod parse_statement;
mod parse_strange;
mod print;
mod rules;
mod sizes;
mod stage;
mod words;

use super::arena::with_arena;
use super::check::{Options, check};
use super::deep::{DeepModule, with_room_for};
use super::entry::{self, Kernel, Several};
use super::rule::Rule;
use super::tree::FunctionId;
use crate::frontend::diagnostic::{ErrorKind, ProgramError, Warning};
use crate::ir::Span;
use bumpalo::Bump;

pub use super::MAX_TEXT_BYTES;

/// What is asked of a text.
#[derive(Debug, Clone, Copy, Default)]
pub struct Request<'r> {
    /// The function that becomes a kernel, though it may be static or inline.
    pub function: Option<&'r str>,
    /// The sizes of parameters that are arrays without one, by their names.
    pub sizes: &'r [(&'r str, u32)],
}

/// A text without errors.
#[derive(Debug, Clone)]
pub struct Program {
    module: DeepModule,
    warnings: Vec<Warning>,
    source: Vec<u8>,
}

impl Program {
    /// Parses and checks a text of at most [`MAX_TEXT_BYTES`] bytes, or returns its errors in the order of the text.
    /// There is at least one, and at most one at each place.
    pub fn load(text: &[u8]) -> Result<Program, Vec<ProgramError>> {
        Program::load_with(text, &Request::default())
    }

    /// The same with what is asked of the text.
    pub fn load_with(text: &[u8], request: &Request<'_>) -> Result<Program, Vec<ProgramError>> {
        if text.len() > MAX_TEXT_BYTES {
            let limit = MAX_TEXT_BYTES;
            return Err(vec![ProgramError {
                kind: ErrorKind::TextTooLong { limit },
                span: Span::new(limit, limit + 1),
            }]);
        }
        with_room_for(0, || {
            with_arena(|arena| Program::load_in(arena, text, request))
        })
    }

    fn load_in(
        arena: &Bump,
        text: &[u8],
        request: &Request<'_>,
    ) -> Result<Program, Vec<ProgramError>> {
        let (syntax, mut out) = parse::parse(arena, text);
        let sizes = sizes::sizes(&syntax, request.sizes, &mut out);
        let dialect = rules::Muda {
            named: request.function,
        };
        let options = Options {
            entry: request.function,
            array_sizes: &sizes,
            ..Options::ALL
        };
        let (module, out) = check(&syntax, &dialect, options, out);
        let warnings = out.finish()?;
        Ok(Program {
            module: module.into(),
            warnings,
            source: text.to_vec(),
        })
    }

    /// The text in canonical form, without comments: it loads as the same program.
    pub fn text(&self) -> String {
        with_room_for(0, || {
            print::print(&parse::parse(&Bump::new(), &self.source).0)
        })
    }

    /// The warnings about it.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The functions that are kernels, in the order of the text.
    pub fn functions(&self) -> impl Iterator<Item = &str> {
        entry::functions(&self.module)
    }

    /// The kernels of [`Program::functions`].
    pub fn kernels(&self) -> impl Iterator<Item = Result<Kernel, ProgramError>> {
        let functions = self.module.functions.iter().enumerate();
        let external = functions.filter(|(_, f)| f.is_external);
        external.map(|(i, _)| self.kernel_of(FunctionId(i as u32)))
    }

    fn kernel_of(&self, function: FunctionId) -> Result<Kernel, ProgramError> {
        let mut kernel = entry::kernel(&self.module, function)?;
        let is_shown = crate::debug::words().muda;
        let text = is_shown.then(|| self.source.as_slice().into());
        kernel.code = kernel.code.with_text(&text);
        Ok(kernel)
    }

    /// The kernel of a text, which must have only one external function. It is an error if it has none or several, or
    /// if lowering refuses the code.
    pub fn only_kernel(&self) -> Result<Kernel, ProgramError> {
        self.kernel_of(entry::choose(&self.module, None, Several::Refused)?)
    }

    /// The kernel of the function of this name. It is an error if there is none, or if lowering refuses the code. Arrays
    /// without a size, of a static function, need [`Request::function`].
    pub fn kernel(&self, name: &str) -> Result<Kernel, ProgramError> {
        let functions = self.module.functions.iter().enumerate();
        let mut own =
            functions.filter(|(_, f)| f.name == name && f.variables.len() >= f.parameters.len());
        match own.next() {
            Some((id, _)) => self.kernel_of(FunctionId(id as u32)),
            None => Err(self.no_function(name)),
        }
    }

    fn no_function(&self, name: &str) -> ProgramError {
        let names: Vec<&str> = self.all_functions().collect();
        ProgramError {
            kind: ErrorKind::CLike(Rule::NoSuchFunction(name.into(), names.join(", "))),
            span: Span::NONE,
        }
    }

    /// The names of all functions, also of static and inline ones, in the order of the text.
    pub fn all_functions(&self) -> impl Iterator<Item = &str> {
        self.module.functions.iter().map(|f| &*f.name)
    }
}
