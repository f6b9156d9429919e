//! Lowers a typed tree to IR: one kernel from one function, with all its calls inlined.
//!
//! A value is the list of its scalars, each an SSA value (`value::Val`); a variable is its last value. Where paths
//! join, the scalars that differ become block parameters. A loop's head has one for each scalar that the loop may
//! write. The engines decide how lanes branch: together where they agree, else one after the other.
//!
//! **Infinite loops.** A kernel with loops can be stopped ([`crate::ir::Program::is_interruptible`]); outputs are
//! stored at the function's end. Each pass through a loop's head counts as one instruction, for callers that limit
//! them.

mod arithmetic;
mod call;
mod expression;
mod flow;
mod math;
mod operation;
mod place;
mod shift;
mod value;
mod writes;

use super::diagnostics::Stop;
use super::rule::Rule;
use super::tree::{Direction, Function, FunctionId, Module};
use super::types::{Scalar, Type};
use crate::frontend::bound_program::BoundProgram;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::signature::{self, Parameter, Signature};
use crate::ir::{BlockId, Builder, Op, Span, ValueId};
use value::Val;

/// The most operations of a kernel.
const MAX_OPERATIONS: u32 = 1 << 16;
/// The nesting of statements, expressions and calls, after calls are inlined. Each level takes some of the stack.
const MAX_DEPTH: u32 = 400;

/// A function that can be run over arrays.
#[derive(Debug, Clone)]
pub struct Kernel {
    /// The program; its inputs and outputs are words as the signature says.
    pub code: BoundProgram,
    pub signature: Signature,
    /// The first statement that needs a draw: fragments, pixels, textures.
    pub draws: Option<Span>,
}

/// Lowers the kernel of an external function. It fails by size only.
pub fn lower(module: &Module, id: FunctionId) -> Result<Kernel, ProgramError> {
    let function = &module.functions[id.0 as usize];
    let mut lowering = Lowering {
        module,
        b: Builder::new(),
        span: function.span,
        depth: 0,
        error: None,
        operands: Vec::new(),
        draws: None,
    };
    let made = lowering.kernel(function);
    let signature = match (made, lowering.error) {
        (Ok(made), None) => made,
        (_, error) => return Err(error.unwrap_or_else(|| too_large(function.span))),
    };
    Ok(Kernel {
        code: BoundProgram::new(lowering.b.finish(), Vec::new()),
        signature,
        draws: lowering.draws,
    })
}

fn too_large(span: Span) -> ProgramError {
    ProgramError {
        kind: ErrorKind::CLike(Rule::TooManyOperations(MAX_OPERATIONS)),
        span,
    }
}

/// The data that a kernel reads.
#[derive(Clone, Copy)]
enum Memory {
    Inputs,
    Uniforms,
}

/// A kernel under construction.
struct Lowering<'m> {
    module: &'m Module,
    b: Builder,
    /// The statement that is lowered.
    span: Span,
    depth: u32,
    error: Option<ProgramError>,
    /// The values that the statement reads, for notes.
    operands: Vec<(Span, [Option<ValueId>; 4])>,
    /// The first statement that only draws can execute.
    draws: Option<Span>,
}

/// An inlined function.
struct Frame<'m> {
    function: &'m Function,
    /// The scalars of each live variable.
    variables: Vec<Vec<Val>>,
    /// The first uniform of each variable that is a uniform parameter of the kernel.
    uniforms: Vec<Option<u32>>,
    /// The target of a `return` that is not the last statement.
    exit: Option<BlockId>,
}

impl<'m> Lowering<'m> {
    /// Refuses the kernel.
    fn refuse(&mut self, rule: Rule) -> Stop {
        let kind = ErrorKind::CLike(rule);
        let span = self.span;
        self.error.get_or_insert(ProgramError { kind, span });
        Stop
    }

    /// Runs a part one level deeper, unless the kernel is too large.
    fn deeper<T>(&mut self, part: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        if self.b.n_values() > MAX_OPERATIONS as usize {
            return Err(self.refuse(Rule::TooManyOperations(MAX_OPERATIONS)));
        }
        if self.depth >= MAX_DEPTH {
            return Err(self.refuse(Rule::Depth(MAX_DEPTH)));
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }

    /// Builds the kernel; returns its signature and the number of its output words.
    fn kernel(&mut self, function: &'m Function) -> Result<Signature, Stop> {
        let mut parameters = Vec::new();
        let (mut values, mut uniforms) = (Vec::new(), Vec::new());
        let (mut n_inputs, mut n_outputs, mut n_uniforms) = (0, 0, 0);
        self.b.set_span(function.span);
        // Loads the parameters: inputs and uniforms from memory, outputs as zeros.
        for (declared, variable) in function.parameters.iter().zip(&function.variables) {
            let mut parameter = self.parameter(&variable.name, variable.ty);
            let take = |n: &mut u32| std::mem::replace(n, *n + parameter.words());
            let ty = variable.ty;
            let (way, value) = match declared.direction {
                Direction::In => {
                    let input = take(&mut n_inputs);
                    let value = self.load_words(ty, input, Memory::Inputs);
                    (signature::Direction::In(input), value)
                }
                Direction::Uniform => {
                    let first = take(&mut n_uniforms);
                    let value = self.load_words(ty, first, Memory::Uniforms);
                    (signature::Direction::Uniform(first), value)
                }
                Direction::Out => (
                    signature::Direction::Out(take(&mut n_outputs)),
                    self.zeros(ty),
                ),
                Direction::InOut => {
                    let (input, output) = (take(&mut n_inputs), take(&mut n_outputs));
                    let value = self.load_words(ty, input, Memory::Inputs);
                    (signature::Direction::InOut { input, output }, value)
                }
            };
            uniforms.push(way.uniform());
            values.push(value);
            parameter.direction = way;
            parameters.push(parameter);
        }
        // The function's value is one more output.
        if function.ty != Type::Void {
            let mut parameter = self.parameter("return", function.ty);
            parameter.direction = signature::Direction::Out(n_outputs);
            parameters.push(parameter);
        }
        // Lowers the body, and stores the results.
        let results = self.body(function, values, uniforms)?;
        self.b.set_span(function.span);
        self.store_outputs(&results);
        let name = function.name.clone();
        Ok(Signature { name, parameters })
    }

    /// Makes a value of words of memory, from `first` on.
    fn load_words(&mut self, ty: Type, first: u32, memory: Memory) -> Vec<Val> {
        let scalars = self.module.types.scalars(ty);
        let mut slot = first;
        let mut values = Vec::with_capacity(scalars.len());
        for scalar in scalars {
            let b = &mut self.b;
            values.push(match (scalar, memory) {
                (Scalar::Float, Memory::Inputs) => Val::Exact(b.load_input(slot)),
                (Scalar::Float, Memory::Uniforms) => Val::Exact(b.load_uniform(slot)),
                (Scalar::Int, Memory::Inputs) => Val::Bits(b.load_input_i(slot)),
                (Scalar::Int, Memory::Uniforms) => Val::Bits(b.load_uniform_i(slot)),
                (_, Memory::Inputs) => Val::Bits(b.load_input_i64(slot)),
                (_, Memory::Uniforms) => Val::Bits(b.load_uniform_i64(slot)),
            });
            slot += scalar.external().words();
        }
        values
    }

    /// Stores the written parameters in order, then the function's value.
    fn store_outputs(&mut self, results: &[(Scalar, Val)]) {
        let mut slot = 0;
        for (scalar, value) in results {
            match (scalar, value) {
                // Any NaN is stored as the canonical NaN.
                (Scalar::Float, Val::Number(value)) => self.b.store_output(slot, *value),
                _ => {
                    let bits = self.bits(*value, *scalar);
                    if scalar.is_wide() {
                        self.b.store_output_i64(slot, bits)
                    } else {
                        self.b.store_output_i(slot, bits)
                    }
                }
            }
            slot += scalar.external().words();
        }
    }

    /// A parameter of the signature; its direction is set later.
    fn parameter(&self, name: &str, ty: Type) -> Parameter {
        let (element, count) = match ty {
            Type::Array(id) => self.module.types.array_of(id),
            ty => (ty, 1),
        };
        let scalar = element.scalar().unwrap_or(Scalar::Int);
        Parameter {
            name: name.into(),
            direction: signature::Direction::In(0),
            scalar: scalar.external(),
            components: self.module.types.count(element),
            count,
        }
    }

    /// All bits 0.
    fn zeros(&mut self, ty: Type) -> Vec<Val> {
        let scalars = self.module.types.scalars(ty);
        let mut made: [Option<Val>; 4] = [None; 4];
        let zero = |l: &mut Self, s: Scalar| match s {
            Scalar::Float => Val::Exact(l.b.f32(0.0)),
            Scalar::Double => Val::Exact(l.b.f64(0.0)),
            Scalar::Long => Val::Bits(l.b.i64(0)),
            _ => Val::Bits(l.b.i32(0)),
        };
        let each = scalars.into_iter();
        each.map(|s| *made[s.machine() as usize].get_or_insert_with(|| zero(self, s.machine())))
            .collect()
    }
}

/// An operation on the ints, or on the longs.
fn by_width(scalar: Scalar, narrow: Op, wide: Op) -> Op {
    if scalar.is_wide() { wide } else { narrow }
}
