//! Lowers a typed tree to IR: one program from one function, with all its calls inlined.
//!
//! A value is the list of its scalars, each an SSA value ([`value::Val`]); a variable is its last value ([`cells`]). Where
//! paths join, the scalars that differ become block parameters. A loop's head has one for each scalar that the loop may
//! write ([`layout`]). The engines decide how lanes branch: together where they agree, else one after the other.
//!
//! **Constants** are folded at once ([`code`]), so that a branch on a constant leaves one arm, and short loops with
//! constant bounds are unrolled (`flow::unroll`). The number of an image unit must be a constant where a texture is sampled.
//!
//! **Infinite loops.** A kernel with loops can be stopped ([`crate::ir::Program::is_interruptible`]); outputs are stored
//! at the function's end. Each pass through a loop's head counts as one instruction, for callers that limit them. In
//! draws there is such a limit.
//!
//! **Limits.** Every node that is lowered and every scalar that is moved costs a step; `MAX_STEPS` of them end in an
//! error, as do too many operations and too deep a nesting.

mod arithmetic;
mod call;
mod cells;
mod code;
mod contract;
mod convert;
mod element;
mod expression;
mod flow;
mod form;
mod integer;
mod join;
mod layout;
mod math;
mod place;
mod range;
mod texture;
mod unset;
mod value;

pub(super) use call::Results;
pub(super) use code::Code;
pub(super) use unset::Unset;
pub(super) use value::{Val, Values};

use super::diagnostics::Stop;
use super::rule::Rule;
use super::tree::{Expression, FunctionId, GlobalId, Module, Stage};
use super::types::{Scalar, Type};
use crate::format::TextureShape;
use crate::frontend::binding::Binding;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::interface::fragment_input;
use crate::ir::{Op, Program, Span, ValueId};
use cells::{Cells, Edge, Region};
use contract::Marked;
use layout::Layout;
use rustc_hash::FxHashMap;
use smallvec::smallvec;
use std::collections::BTreeMap;
use std::rc::Rc;
use value::Components;

/// The most values of a program.
const MAX_OPERATIONS: u32 = 1 << 16;
/// The most values after mathematical functions are taken apart, by an estimate.
const MAX_EXPANDED: u32 = 1 << 17;
/// The nesting of statements, expressions and calls, after calls are inlined. Each level takes some of the stack.
const MAX_DEPTH: u32 = 400;
/// The most steps: nodes that are lowered, and scalars that are moved at joins.
const MAX_STEPS: usize = 1 << 19;
/// The most passes through the heads of loops, of a lane in a draw.
const MAX_ROUNDS: u32 = 1 << 16;

/// What a program is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// Elements of arrays.
    Arrays,
    /// A stage of draws.
    Draw(Stage),
}

/// A loop of the text that is one in the code.
#[derive(Debug, Clone, Copy)]
pub(in crate::frontend::c_like) struct Repeat {
    pub(in crate::frontend::c_like) span: Span,
    /// Whether the text asks for a loop of the machine, or for the rounds one after the other.
    pub(in crate::frontend::c_like) stays: bool,
    pub(in crate::frontend::c_like) must_unroll: bool,
    /// Whether it counts from 0 to an integer.
    pub(in crate::frontend::c_like) is_counted: bool,
    /// How many rounds it has where constants bound them, or 1024 if these are more.
    pub(in crate::frontend::c_like) rounds: Option<u32>,
}

/// What draws must know about a program.
#[derive(Debug, Default)]
pub(super) struct Uses {
    /// The samplers, by the numbers that stand for them while the program is made. Their image units follow.
    pub(super) samplers: Vec<SamplerUse>,
    /// The samplers that are used, in the order of their first use.
    pub(super) order: Vec<u32>,
    /// The samplers that stand for a sampler and a texture together, by the numbers of these two.
    pub(super) pairs: BTreeMap<(u32, u32), u32>,
    /// Whether fragments may be discarded.
    pub(super) discards: bool,
    /// Calls of library functions in programs of machines with floats only, with the values that they made.
    pub(super) library: Vec<(FunctionId, std::ops::Range<u32>)>,
    /// The loops that are loops in the code, but for those whose rounds an attribute counts.
    pub(super) repeats: Vec<Repeat>,
    /// Whether a loop was unrolled that a shader may keep.
    pub(super) may_stay: bool,
    /// The first look-up at a level that is given, and the first with derivatives that are given.
    pub(super) levels: [Option<Span>; 2],
    /// The branches that attributes ask for: their conditions, and whether these are truth values from outside.
    pub(super) branches: Vec<(Span, bool)>,
    /// The first write to an element whose number is computed.
    pub(super) indexed_write: Option<Span>,
    /// The texels of look-ups without a level in vertex programs.
    pub(super) unlevelled: Vec<[ValueId; 4]>,
    /// The variables that begin without a value, in programs of machines with floats only.
    pub(super) unset: Vec<Unset>,
}

/// How a sampler is used.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct SamplerUse {
    pub(super) shape: Option<TextureShape>,
    /// Whether samples are compared.
    pub(super) is_shadow: bool,
}

/// A program under construction.
pub(super) struct Lowering<'m> {
    pub(super) module: &'m Module,
    pub(super) b: Code,
    target: Target,
    /// The uniform array, in rows of four.
    pub(super) bindings: Vec<Binding>,
    pub(super) uses: Uses,
    /// The first statement that only draws can execute.
    pub(super) draws: Option<Span>,
    /// The statement that is lowered.
    span: Span,
    depth: u32,
    steps: usize,
    /// Whether loops stay that a shader may keep.
    pub(super) keeps_loops: bool,
    /// The cost of the loops that were unrolled.
    unrolled: u32,
    error: Option<ProgramError>,
    cells: Cells,
    /// Which components of vectors the code is executed for.
    components: Components,
    /// The first cell of each global.
    globals: Vec<u32>,
    layouts: FxHashMap<FunctionId, Rc<Layout>>,
    costs: FxHashMap<FunctionId, u32>,
    /// What the updates that are open have read.
    olds: Vec<Values>,
    /// The values that the statement reads, for notes.
    operands: Vec<(Span, [Option<ValueId>; 4])>,
    /// The text's call of the library function that is lowered.
    library_call: Option<Span>,
    /// The products and sums that may become one operation, see [`contract`].
    contractible: Marked,
    /// Library functions that are open, and trials: no notes are made in them, and their code belongs to the text's
    /// statement outside.
    n_silent: u32,
    /// The loops of the code that are open.
    n_real_loops: u32,
}

/// An inlined function.
struct Frame {
    layout: Rc<Layout>,
    /// Its first cell.
    base: u32,
    /// The state of the cells at its beginning.
    mark: usize,
    /// The ends of paths at `return`.
    exits: Vec<Edge>,
    /// The loops that are open, outermost first.
    loops: Vec<OpenLoop>,
    /// The parts of it that are executed for some components only, outermost first.
    regions: Vec<Region>,
}

/// A loop, or a round of an unrolled one.
#[derive(Default)]
struct OpenLoop {
    /// The state of the cells that its `break`s are compared with.
    mark: usize,
    /// The same of `continue`s.
    round: usize,
    breaks: Vec<Edge>,
    continues: Vec<Edge>,
}

impl<'m> Lowering<'m> {
    /// An empty program. Globals have no values yet.
    pub(super) fn new(module: &'m Module, target: Target) -> Lowering<'m> {
        // Globals have the first cells, in the order of the module.
        let mut cells = Cells::new();
        let mut globals = Vec::with_capacity(module.globals.len());
        for global in &module.globals {
            globals.push(cells.len());
            cells.extend(&layout::kinds(&module.types, global.ty, global.is_pattern));
        }
        let mut lowering = Lowering {
            module,
            b: Code::new(),
            target,
            bindings: Vec::new(),
            uses: Uses::default(),
            draws: None,
            span: Span::NONE,
            depth: 0,
            steps: 0,
            keeps_loops: false,
            unrolled: 0,
            error: None,
            cells,
            components: Components::default(),
            globals,
            layouts: FxHashMap::default(),
            costs: FxHashMap::default(),
            olds: Vec::new(),
            operands: Vec::new(),
            contractible: Marked::default(),
            n_silent: 0,
            n_real_loops: 0,
            library_call: None,
        };
        if module.numbers_are_floats && target != Target::Arrays {
            let is_fragment = target == Target::Draw(Stage::Fragment);
            let colors = 4 * fragment_input::COLOR..4 * (fragment_input::COLOR + 2);
            let colors = if is_fragment { colors } else { 0..0 };
            lowering.b.follow_ranges(colors);
        }
        lowering
    }

    /// Gives a global its value.
    pub(super) fn set_global(&mut self, id: GlobalId, values: Values) {
        let first = self.globals[id.0 as usize];
        for (i, value) in values.into_iter().enumerate() {
            self.cells.set(first + i as u32, value);
        }
    }

    /// Computes the first value of a global, if the text gives one.
    pub(super) fn first_value(&mut self, id: GlobalId) -> Result<Option<Values>, Stop> {
        let Some(value) = &self.module.globals[id.0 as usize].value else {
            return Ok(None);
        };
        self.value_of(value).map(Some)
    }

    /// Computes an expression outside functions.
    pub(super) fn value_of(&mut self, e: &'m Expression) -> Result<Values, Stop> {
        let mut frame = Frame {
            layout: Rc::default(),
            base: self.cells.len(),
            mark: self.cells.mark(),
            exits: Vec::new(),
            loops: Vec::new(),
            regions: Vec::new(),
        };
        self.set_span(e.span);
        let value = self.expression(&mut frame, e);
        self.operands.clear();
        value
    }

    /// The program.
    pub(super) fn finish(self) -> Program {
        let mut program = self.b.finish();
        contract::contract(&mut program, &self.contractible);
        program
    }

    /// The error that was recorded before a [`Stop`].
    pub(super) fn into_error(self, span: Span) -> ProgramError {
        self.error.unwrap_or(ProgramError {
            kind: ErrorKind::CLike(Rule::TooManyOperations(MAX_OPERATIONS)),
            span,
        })
    }

    /// Whether nothing was refused so far.
    pub(super) fn not_refused(&self) -> Result<(), Stop> {
        match &self.error {
            Some(_) => Err(Stop),
            None => Ok(()),
        }
    }

    /// Refuses the program.
    pub(super) fn refuse(&mut self, rule: Rule) -> Stop {
        let span = self.span;
        self.refuse_at(rule, span)
    }

    /// Refuses the program because of this piece of the text. What a function of the library asks for is refused where the text
    /// calls the library.
    pub(super) fn refuse_at(&mut self, rule: Rule, span: Span) -> Stop {
        let span = self.library_call.unwrap_or(span);
        let kind = ErrorKind::CLike(rule);
        self.error.get_or_insert(ProgramError { kind, span });
        Stop
    }

    /// Pays for work.
    fn charge(&mut self, steps: usize) -> Result<(), Stop> {
        self.steps += steps;
        if self.error.is_some() {
            return Err(Stop);
        }
        if self.steps > MAX_STEPS || self.b.n_values() > MAX_OPERATIONS as usize {
            return Err(self.refuse(Rule::TooManyOperations(MAX_OPERATIONS)));
        }
        if self.b.n_expanded() > MAX_EXPANDED as usize {
            return Err(self.refuse(Rule::TooManyOperations(MAX_EXPANDED)));
        }
        Ok(())
    }

    /// Runs a part one level deeper, unless the program is too large.
    fn deeper<T>(&mut self, part: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        self.charge(1)?;
        let limit = MAX_DEPTH.max(2 * self.module.depth);
        if self.depth >= limit {
            return Err(self.refuse(Rule::Depth(limit)));
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }

    /// All bits 0.
    pub(super) fn zeros(&mut self, ty: Type) -> Values {
        let scalars = self.module.types.scalars(ty);
        scalars.into_iter().map(|s| self.zero(s)).collect()
    }

    /// All bits 0, and samplers that are none.
    pub(super) fn unset(&mut self, ty: Type) -> Values {
        match self.module.types.innermost(ty) {
            Type::Sampler(_) => {
                let none = Val::Bits(self.b.i32(-1));
                smallvec![none; self.module.types.count(ty) as usize]
            }
            _ => self.zeros(ty),
        }
    }

    /// Records that the program needs a draw.
    fn needs_draw(&mut self) {
        let span = self.span;
        self.draws.get_or_insert(span);
    }

    /// The vector of a binding, which is added to the uniform array if it is new.
    pub(super) fn bound(&mut self, binding: Binding) -> [ValueId; 4] {
        let known = self.bindings.iter().position(|b| *b == binding);
        let row = known.unwrap_or_else(|| {
            self.bindings.push(binding);
            self.bindings.len() - 1
        }) as u32;
        std::array::from_fn(|c| self.b.load_uniform(4 * row + c as u32))
    }
}

/// An operation on the ints, or on the longs.
fn by_width(scalar: Scalar, narrow: Op, wide: Op) -> Op {
    if scalar.is_wide() { wide } else { narrow }
}
