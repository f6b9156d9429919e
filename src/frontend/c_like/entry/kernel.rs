//! A function as a kernel over arrays: each parameter is an array of its values, and each uniform one value for all.
//!
//! Structures are split into their members (`p.position`); a matrix is a vector of rows × columns components. Globals
//! that are set from outside are further parameters, by their names.

use super::defaults::DefaultValue;
use super::leaves::{BY_ROWS, Leaf, leaves, rows_and_columns};
use super::maker::Varying;
use crate::frontend::bound_program::BoundProgram;
use crate::frontend::c_like::deep::with_room_for;
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::lower::{Lowering, SamplerUse, Target, Val, Values};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::tree::{
    Direction, Expression, Function, FunctionId, Global, GlobalId, Module, Storage,
};
use crate::frontend::c_like::types::{Scalar, Type};
use crate::frontend::diagnostic::ProgramError;
use crate::ir::signature::{self, Facts, Parameter, SamplerParameter, Signature};
use crate::ir::{Op, Program, Span};
use smallvec::smallvec;

/// A function that can be run over arrays.
#[derive(Debug, Clone)]
pub struct Kernel {
    /// The program; its inputs and outputs are words as the signature says.
    pub code: BoundProgram,
    pub signature: Signature,
    /// The first statement that needs a draw: fragments, pixels, textures.
    pub draws: Option<Span>,
}

/// Lowers a function as a kernel. The words of its inputs, outputs and uniforms are numbered as the signature says.
///
/// An error is the first thing that lowering refuses, at its place in the text. Such are types without a form in
/// arrays, and too many steps or levels of calls.
pub fn kernel(module: &Module, id: FunctionId) -> Result<Kernel, ProgramError> {
    with_room_for(module.depth, || kernel_here(module, id))
}

fn kernel_here(module: &Module, id: FunctionId) -> Result<Kernel, ProgramError> {
    let span = module.functions[id.0 as usize].span;
    let mut maker = Maker {
        l: Lowering::new(module, Target::Arrays),
        parameters: Vec::new(),
        defaults: Vec::new(),
        n_inputs: 0,
        n_outputs: 0,
        n_uniforms: 0,
        outside_word: 0,
        samplers: Vec::new(),
    };
    if maker.function(id).is_err() {
        return Err(maker.l.into_error(span));
    }
    // What the code reads of uniforms and samplers is known now. The rest is dropped from the signature.
    let draws = maker.l.draws;
    let uses = std::mem::take(&mut maker.l.uses);
    let name = module.functions[id.0 as usize].name.to_string();
    let (mut program, mut parameters) = (maker.l.finish(), maker.parameters);
    drop_unread(&mut program, &mut parameters, maker.outside_word);
    let samplers = maker.samplers.into_iter().zip(uses.samplers).zip(0..);
    let read = samplers.filter_map(|((name, used), number)| {
        used.shape.map(|shape| SamplerParameter {
            name,
            number,
            shape: Some(shape),
            state: Some(4 * number),
        })
    });
    let samplers = read.collect();
    Ok(Kernel {
        code: BoundProgram::new(program, Vec::new()),
        signature: Signature {
            name,
            parameters,
            samplers,
        },
        draws,
    })
}

/// A kernel under construction.
pub(super) struct Maker<'m> {
    pub(super) l: Lowering<'m>,
    pub(super) parameters: Vec<Parameter>,
    /// What the text gives them.
    pub(super) defaults: Vec<DefaultValue<'m>>,
    n_inputs: u32,
    n_outputs: u32,
    n_uniforms: u32,
    /// The first word of uniforms that are globals.
    outside_word: u32,
    /// The names of samplers, by the numbers that stand for them.
    samplers: Vec<String>,
}

/// What the text says of a leaf beside its type.
fn facts(leaf: &Leaf) -> Facts {
    let is_matrix = matches!(leaf.element, Type::Matrix(..));
    Facts {
        rows: if is_matrix {
            rows_and_columns(leaf.element).0
        } else {
            0
        },
        semantic: leaf.semantic.as_ref().map(|(s, _)| s.name.clone()),
        default: None,
    }
}

/// Drops the uniforms from this word on that code does not read: those of a text's other functions.
fn drop_unread(program: &mut Program, parameters: &mut Vec<Parameter>, start: u32) {
    let read: Vec<(u32, u32)> = program
        .insts()
        .filter_map(|i| match i.op {
            Op::LoadUniform | Op::LoadUniformI => Some((i.imm[0], i.imm[0] + 1)),
            Op::LoadParamRow => Some((i.imm[0], i.imm[0] + 4 * i.imm[1])),
            _ => None,
        })
        .collect();
    // The old and the new first word of each parameter that stays, and its words.
    let (mut moved, mut next) = (Vec::new(), start);
    parameters.retain_mut(|p| {
        let words = p.words();
        let signature::Direction::Uniform(first) = &mut p.direction else {
            return true;
        };
        let old = *first;
        let is_read = read.iter().any(|(a, b)| *a < old + words && old < *b);
        if old >= start && is_read {
            moved.push((old, next, words));
            *first = next;
            next += words;
        }
        old < start || is_read
    });
    if start >= program.n_uniforms {
        return;
    }
    // The rows of an indexed array may end beyond its last word.
    let mut end = next;
    for inst in program.blocks.iter_mut().flat_map(|b| &mut b.insts) {
        let reads = matches!(
            inst.op,
            Op::LoadUniform | Op::LoadUniformI | Op::LoadParamRow
        );
        let word = inst.imm[0];
        let place = moved
            .iter()
            .find(|(old, _, n)| (*old..old + n).contains(&word));
        if let Some((old, new, _)) = place.filter(|_| reads) {
            inst.imm[0] = word - old + new;
        }
        if inst.op == Op::LoadParamRow {
            end = end.max(inst.imm[0] + 4 * inst.imm[1]);
        }
    }
    program.n_uniforms = end;
}

impl<'m> Maker<'m> {
    fn function(&mut self, id: FunctionId) -> Result<(), Stop> {
        let module = self.l.module;
        let function = &module.functions[id.0 as usize];
        self.l.set_span(function.span);
        self.n_uniforms = self.sampler_states(function);
        // The parameters: inputs and uniforms come from memory, outputs begin as zeros.
        let mut values = Vec::new();
        let mut outputs = Vec::new();
        for (parameter, variable) in function.parameters.iter().zip(&function.variables) {
            let direction = match parameter.direction {
                Direction::In if parameter.is_uniform => Direction::Uniform,
                direction => direction,
            };
            let varying = Varying {
                name: &variable.name,
                ty: variable.ty,
                semantic: parameter.semantic.as_ref(),
            };
            values.push(self.parameter(varying, direction, parameter.value.as_ref())?);
            if direction.is_written() {
                outputs.push(variable.ty);
            }
        }
        // The function's value is one more output.
        if function.ty != Type::Void {
            let value = Varying {
                name: "return",
                ty: function.ty,
                semantic: function.semantic.as_ref(),
            };
            self.parameter(value, Direction::Out, None)?;
            outputs.push(function.ty);
        }
        self.outside_word = self.n_uniforms;
        self.globals(|global| global.storage != Storage::Static)?;
        // The first values of static globals may read the others.
        self.globals(|global| global.storage == Storage::Static)?;
        self.give_defaults()?;
        let written = self.l.written_outputs(id)?;
        let outside = self.outside_outputs(&written)?;
        let results = self.l.run(id, values)?;
        self.l.set_span(function.span);
        let written = function.parameters.iter().zip(results.parameters);
        let written = written.filter(|(p, _)| p.direction.is_written());
        let mut all: Vec<Values> = written.map(|(_, values)| values).collect();
        if function.ty != Type::Void {
            all.push(results.value);
        }
        for id in outside {
            outputs.push(module.globals[id.0 as usize].ty);
            all.push(self.l.global(id));
        }
        let mut slot = 0;
        for (ty, values) in outputs.into_iter().zip(all) {
            for (scalar, value) in module.types.scalars(ty).into_iter().zip(values) {
                self.store(slot, scalar, value);
                slot += scalar.external().words();
            }
        }
        Ok(())
    }

    /// Makes room for the states of all samplers, before all other uniforms. Returns the first one after them.
    fn sampler_states(&mut self, function: &Function) -> u32 {
        let module = self.l.module;
        let parameters = function.parameters.iter().zip(&function.variables);
        let parameters = parameters.map(|(p, v)| (v.ty, p.semantic.as_ref()));
        let globals = module.globals.iter().map(|g| (g.ty, g.semantic.as_ref()));
        let leaves =
            |(ty, semantic)| leaves(&module.types, "", ty, semantic, BY_ROWS).unwrap_or_default();
        let all = parameters.chain(globals).flat_map(leaves);
        let samplers = all.filter(|leaf| matches!(leaf.element, Type::Sampler(_)));
        let n = samplers.count() as u32;
        self.l.sampler_states(n)
    }

    /// The values of globals of one kind: parameters by their names, or what the text gives them.
    fn globals(&mut self, is_one: impl Fn(&Global) -> bool) -> Result<(), Stop> {
        let module = self.l.module;
        let all = module.globals.iter().enumerate();
        for (i, global) in all.filter(|(_, global)| is_one(global)) {
            let direction = match global.storage {
                Storage::Uniform => Some(Direction::Uniform),
                Storage::Varying if global.is_output => None,
                Storage::Varying => Some(Direction::In),
                Storage::Static => None,
            };
            let varying = Varying::of(global);
            let id = GlobalId(i as u32);
            let values = match direction {
                Some(direction) => self.parameter(varying, direction, global.value.as_ref())?,
                None => match self.l.first_value(id)? {
                    Some(values) => values,
                    None => self.l.zeros(global.ty),
                },
            };
            self.l.set_global(id, values);
        }
        Ok(())
    }

    /// Adds the parameters of the variables outside functions that are outputs and that the function writes.
    fn outside_outputs(&mut self, written: &[Vec<bool>]) -> Result<Vec<GlobalId>, Stop> {
        let module = self.l.module;
        let mut outside = Vec::new();
        for (i, (global, written)) in module.globals.iter().zip(written).enumerate() {
            if written.contains(&true) {
                self.parameter(Varying::of(global), Direction::Out, None)?;
                outside.push(GlobalId(i as u32));
            }
        }
        Ok(outside)
    }

    /// Adds the parameters for a value, and returns what it is at the function's beginning. `default`: what it is where the
    /// caller gives no value.
    fn parameter(
        &mut self,
        varying: Varying<'_>,
        direction: Direction,
        default: Option<&'m Expression>,
    ) -> Result<Values, Stop> {
        let Varying { name, ty, semantic } = varying;
        let module = self.l.module;
        let types = &module.types;
        let Some(leaves) = leaves(types, name, ty, semantic, BY_ROWS) else {
            let rule = Rule::Text(format!(
                "\"{name}\" has too many members to be set from outside one by one"
            ));
            return Err(self.l.refuse(rule));
        };
        let mut default = default
            .filter(|_| matches!(direction, Direction::In | Direction::Uniform))
            .map(DefaultValue::new);
        let mut values = Values::new();
        for leaf in leaves {
            if let Some(default) = &mut default {
                let n = leaf.count() * types.count(leaf.element);
                default.add(&leaf, self.parameters.len(), n);
            }
            values.extend(self.leaf(leaf, direction));
        }
        self.defaults.extend(default);
        Ok(values)
    }

    fn leaf(&mut self, leaf: Leaf, direction: Direction) -> Values {
        // A sampler is no parameter of numbers. Its value is its own number, as a constant.
        if let Type::Sampler(_) = leaf.element {
            let number = self.samplers.len() as i32;
            self.samplers.push(leaf.name);
            self.l.uses.samplers.push(SamplerUse::default());
            return smallvec![Val::Bits(self.l.b.i32(number))];
        }
        let types = &self.l.module.types;
        let scalar = leaf.element.scalar().unwrap_or(Scalar::Int);
        let mut parameter = Parameter {
            name: leaf.name.clone(),
            direction: signature::Direction::In(0),
            scalar: scalar.external(),
            components: types.count(leaf.element),
            count: leaf.count(),
            facts: facts(&leaf),
        };
        // Each direction takes the next words of its kind: inputs, uniforms, outputs, or one of both.
        let words = parameter.words();
        let n = parameter.components * parameter.count;
        let take = |n: &mut u32| std::mem::replace(n, *n + words);
        let value = match direction {
            Direction::In if !leaf.is_uniform => {
                let input = take(&mut self.n_inputs);
                parameter.direction = signature::Direction::In(input);
                self.inputs(scalar, n, input)
            }
            Direction::In | Direction::Uniform => {
                let first = take(&mut self.n_uniforms);
                parameter.direction = signature::Direction::Uniform(first);
                self.l.b.reserve_uniforms(first + words);
                let words = scalar.external().words();
                (0..n).map(|i| Val::Uniform(first + i * words)).collect()
            }
            Direction::Out => {
                parameter.direction = signature::Direction::Out(take(&mut self.n_outputs));
                let zero = self.l.zeros(Type::Scalar(scalar));
                smallvec![zero[0]; n as usize]
            }
            Direction::InOut => {
                let (input, output) = (take(&mut self.n_inputs), take(&mut self.n_outputs));
                parameter.direction = signature::Direction::InOut { input, output };
                self.inputs(scalar, n, input)
            }
        };
        self.parameters.push(parameter);
        value
    }

    /// Makes scalars of input words, from `first` on.
    fn inputs(&mut self, scalar: Scalar, n: u32, first: u32) -> Values {
        let words = scalar.external().words();
        let b = &mut self.l.b;
        let each = (0..n).map(|i| first + i * words);
        match scalar.machine() {
            Scalar::Float => each.map(|slot| Val::Exact(b.load_input(slot))).collect(),
            Scalar::Int => {
                let bits: Values = each.map(|slot| Val::Bits(b.load_input_i(slot))).collect();
                let is_truth = scalar == Scalar::Bool;
                let truth = bits.iter().map(|v| {
                    if is_truth {
                        Val::Mask(self.l.truth(*v, scalar))
                    } else {
                        *v
                    }
                });
                truth.collect()
            }
            _ => each.map(|slot| Val::Bits(b.load_input_i64(slot))).collect(),
        }
    }

    fn store(&mut self, slot: u32, scalar: Scalar, value: Val) {
        match (scalar, value) {
            // Any NaN is stored as the canonical NaN.
            (_, Val::Number(value)) if scalar.machine() == Scalar::Float => {
                self.l.b.store_output(slot, value);
            }
            (Scalar::Bool, value) => {
                let number = self.l.convert(value, Scalar::Bool, Scalar::Int);
                let bits = self.l.bits(number, Scalar::Int);
                self.l.b.store_output_i(slot, bits);
            }
            _ => {
                let bits = self.l.bits(value, scalar);
                if scalar.is_wide() {
                    self.l.b.store_output_i64(slot, bits);
                } else {
                    self.l.b.store_output_i(slot, bits);
                }
            }
        }
    }
}
