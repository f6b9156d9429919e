//! Inlines functions at their calls.

use super::layout::{Effect, Layout};
use super::place::Resolved;
use super::value::{Val, Values};
use super::{Frame, Lowering, Stop};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::tree::{Argument, Direction, FunctionId, GlobalId, VariableId};
use crate::frontend::c_like::types::Scalar;
use std::rc::Rc;

/// The steps of a call beside those of its parts.
const CALL_STEPS: usize = 8;

/// What a function gives.
pub(in crate::frontend::c_like) struct Results {
    /// The scalars of each parameter that it writes, in order; none of the others.
    pub(in crate::frontend::c_like) parameters: Vec<Values>,
    /// Those of its value.
    pub(in crate::frontend::c_like) value: Values,
}

impl<'m> Lowering<'m> {
    /// Lowers a call: arguments from left to right, then the body. Then written parameters are stored to their places,
    /// in order.
    pub(super) fn call(
        &mut self,
        frame: &mut Frame,
        id: FunctionId,
        arguments: &'m [Argument],
    ) -> Result<Values, Stop> {
        let function = &self.module.functions[id.0 as usize];
        let mut values = Vec::with_capacity(arguments.len());
        let mut places: Vec<(usize, Resolved)> = Vec::new();
        // The places of written parameters are computed before the call, since the body may change their indices.
        for (i, argument) in arguments.iter().enumerate() {
            match argument {
                Argument::In(e) => values.push(self.expression(frame, e)?),
                Argument::Place(place) => {
                    let place = self.resolve(frame, place)?;
                    values.push(match function.parameters[i].direction {
                        Direction::Out => self.begin_out(function, VariableId(i as u32)),
                        _ => self.load(&place)?,
                    });
                    places.push((i, place));
                }
            }
        }
        // The body is lowered in its own function's context, and the caller's is restored after it.
        let span = self.span;
        let operands = std::mem::take(&mut self.operands);
        let is_outermost = function.is_library && self.n_silent == 0;
        let n_before = self.b.n_values() as u32;
        let outer = self.library_call;
        if function.is_library {
            self.n_silent += 1;
            self.library_call = outer.or(Some(span));
        }
        let undefined = match is_outermost && self.b.follows_ranges() {
            true => self.undefined_lanes(&function.name, &values)?,
            false => Vec::new(),
        };
        let results = self.deeper(|l| l.run(id, values));
        self.n_silent -= u32::from(function.is_library);
        self.library_call = outer;
        let mut results = results?;
        for lane in undefined {
            results.value[lane] = Val::Exact(self.b.f32(f32::NAN));
        }
        if is_outermost && self.b.follows_ranges() {
            let made = n_before..self.b.n_values() as u32;
            self.uses.library.push((id, made));
            self.keep_library_range(&function.name, &results.value);
        }
        self.operands = operands;
        self.set_span(span);
        // The written parameters reach their places after the whole body.
        for (i, place) in &places {
            if function.parameters[*i].direction == Direction::Out {
                self.check_written(&function.variables[*i].name, &results.parameters[*i])?;
            }
            self.store(place, &results.parameters[*i])?;
        }
        Ok(results.value)
    }

    /// Lowers a function's body with these parameter values.
    pub(in crate::frontend::c_like) fn run(
        &mut self,
        id: FunctionId,
        values: Vec<Values>,
    ) -> Result<Results, Stop> {
        let function = &self.module.functions[id.0 as usize];
        let layout = self.layout(id)?;
        self.charge(CALL_STEPS + layout.kinds.len())?;
        let (base, outer) = (self.cells.len(), self.cells.mark());
        self.cells.extend(&layout.kinds);
        let firsts = layout.first.iter().zip(values);
        for (first, values) in firsts {
            for (i, value) in values.into_iter().enumerate() {
                self.cells.set(base + first + i as u32, value);
            }
        }
        let mark = self.cells.mark();
        let mut frame = Frame {
            layout: layout.clone(),
            base,
            mark,
            exits: Vec::new(),
            loops: Vec::new(),
            regions: Vec::new(),
        };
        let caller = self.enter_function(&frame);
        let reaches_end = self.statements(&mut frame, &function.body)?;
        self.components = caller;
        if reaches_end && !frame.exits.is_empty() {
            self.define_result(&frame);
            let edge = self.exit_edge(&frame)?;
            frame.exits.push(edge);
        }
        if !frame.exits.is_empty() {
            self.cells.undo(mark);
            self.join(std::mem::take(&mut frame.exits))?;
        } else if !reaches_end {
            // No path leaves the function; the code after it is never reached.
            let block = self.b.new_block();
            self.b.switch_to(block, &[]);
        }
        let parameters = function.parameters.iter().enumerate().map(|(i, p)| {
            if !p.direction.is_written() {
                return Values::new();
            }
            let n = self.module.types.count(function.variables[i].ty);
            Values::from_slice(self.cells.range(base + layout.first[i], n))
        });
        let parameters = parameters.collect();
        let result = layout.result;
        let value = Values::from_slice(self.cells.range(base + result.first, result.n));
        self.cells.truncate(base, outer);
        Ok(Results { parameters, value })
    }

    /// Gives zeros to a function whose end is reached without `return`. Joined with a value that is undefined, the values
    /// of its other paths would be lost.
    fn define_result(&mut self, frame: &Frame) {
        let result = frame.layout.result;
        for own in result.first..result.first + result.n {
            let kind = frame.layout.kinds[own as usize];
            if !kind.is_sampler {
                let zero = self.zero(kind.scalar);
                self.cells.set(frame.base + own, zero);
            }
        }
    }

    /// Which scalars of each parameter a function writes anywhere.
    pub(in crate::frontend::c_like) fn written_parameters(
        &mut self,
        id: FunctionId,
    ) -> Result<Vec<Vec<bool>>, Stop> {
        let function = &self.module.functions[id.0 as usize];
        let layout = self.layout(id)?;
        let mut is_written = vec![false; layout.kinds.len()];
        for effect in &layout.effects {
            if let Effect::Writes(range) = effect {
                self.charge(range.n as usize)?;
                is_written[range.first as usize..][..range.n as usize].fill(true);
            }
        }
        let variables = function.parameters.iter().zip(&function.variables);
        let each = variables.zip(&layout.first).map(|((_, variable), first)| {
            let n = self.module.types.count(variable.ty) as usize;
            is_written[*first as usize..][..n].to_vec()
        });
        Ok(each.collect())
    }

    /// Which scalars of each variable outside functions that is an output a function or what it calls writes anywhere;
    /// none of the other variables.
    pub(in crate::frontend::c_like) fn written_outputs(
        &mut self,
        id: FunctionId,
    ) -> Result<Vec<Vec<bool>>, Stop> {
        let module = self.module;
        if !module.globals.iter().any(|g| g.is_output) {
            return Ok(vec![Vec::new(); module.globals.len()]);
        }
        // Follows the calls, each function once, and collects what their effects write.
        let mut is_written = vec![false; self.cells.len() as usize];
        let mut reached = vec![id];
        let mut next = 0;
        while let Some(id) = reached.get(next).copied() {
            next += 1;
            for effect in &self.layout(id)?.effects {
                match effect {
                    Effect::WritesGlobal(range) => {
                        self.charge(range.n as usize)?;
                        is_written[range.first as usize..][..range.n as usize].fill(true);
                    }
                    Effect::Calls(callee) if !reached.contains(callee) => reached.push(*callee),
                    _ => {}
                }
            }
        }
        // Takes the collected cells apart by variable.
        let globals = module.globals.iter().zip(&self.globals);
        let each = globals.map(|(global, first)| {
            if global.is_output {
                let n = module.types.count(global.ty) as usize;
                is_written[*first as usize..][..n].to_vec()
            } else {
                Vec::new()
            }
        });
        Ok(each.collect())
    }

    /// The scalars of a variable outside functions at the end.
    pub(in crate::frontend::c_like) fn global(&self, id: GlobalId) -> Values {
        let n = self
            .module
            .types
            .count(self.module.globals[id.0 as usize].ty);
        Values::from_slice(self.cells.range(self.globals[id.0 as usize], n))
    }

    /// Refuses a number of the kind that machines with floats only do not have. HLSL's `double` is known as `Fixed` here.
    pub(super) fn refuse_double(&mut self) -> Stop {
        let why = "these profiles have no doubles; use float";
        self.refuse(Rule::Hlsl(HlslRule::Machine(why, 3684)))
    }

    /// The layout of a function.
    pub(super) fn layout(&mut self, id: FunctionId) -> Result<Rc<Layout>, Stop> {
        if let Some(layout) = self.layouts.get(&id) {
            return Ok(layout.clone());
        }
        let function = &self.module.functions[id.0 as usize];
        if function.variables.len() < function.parameters.len() {
            let rule = Rule::NoBodyToInline(function.name.to_string());
            return Err(self.refuse(rule));
        }
        let types = &self.module.types;
        let counts = function
            .variables
            .iter()
            .map(|v| types.count(v.ty) as usize);
        self.charge(counts.sum())?;
        let layout = Rc::new(Layout::of(self.module, id, &self.globals));
        self.charge(layout.effects.len())?;
        if self.b.follows_ranges() && layout.kinds.iter().any(|k| k.scalar == Scalar::Fixed) {
            return Err(self.refuse_double());
        }
        self.layouts.insert(id, layout.clone());
        Ok(layout)
    }
}
