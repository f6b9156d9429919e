//! A function as a program of a stage.
//!
//! 1. Globals and uniform parameters get places in the uniform array, varying ones input slots.
//! 2. The function is lowered with these values.
//! 3. Its results and the outputs outside functions are stored, and the samplers that it reads get image units.

use super::maker::{
    Connector, Inputs, Maker, Options, Outputs, Sampler, Uniform, Uniforms, UnsetRow, Varying,
};
use super::semantics::{Output, Stage};
use super::uniforms::drop_unread;
use super::units;
use crate::format::TextureShape;
use crate::frontend::bound_program::BoundProgram;
use crate::frontend::c_like::deep::with_room_for;
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::lower::{Lowering, Repeat, Results, Target, Unset, Val, Values};
use crate::frontend::c_like::tree::{
    Direction, Function, FunctionId, Global, GlobalId, Module, Storage, VariableId,
};
use crate::frontend::c_like::types::Scalar;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::{Span, ValueId};

/// A program of a stage, and what applications and draws must know of it.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The function's name.
    pub name: String,
    pub code: BoundProgram,
    /// Uniforms that are set by name, in the order of the text: globals, then parameters.
    pub uniforms: Vec<Uniform>,
    /// Samplers, in the same order.
    pub samplers: Vec<Sampler>,
    /// How many of the uniforms and of the samplers are declared outside of functions; those come first.
    pub n_outside: [usize; 2],
    pub inputs: Vec<Connector>,
    pub outputs: Vec<Connector>,
    /// The shape of the texture that is sampled on each image unit.
    pub textures: [Option<TextureShape>; 16],
    /// Image units whose samples are compared, by bit.
    pub shadow_units: u16,
    /// Whether fragments may be discarded.
    pub discards: bool,
    /// Whether a fragment program writes its depth.
    pub writes_depth: bool,
    /// The colours that a fragment program writes, by bit of their draw buffers.
    pub colors: u8,
    /// The values that library functions have made, for checks of what a machine holds.
    pub(in crate::frontend::c_like) library: Vec<(FunctionId, std::ops::Range<u32>)>,
    /// The loops of the code.
    pub(in crate::frontend::c_like) repeats: Vec<Repeat>,
    /// Whether a loop was unrolled that a shader may keep.
    pub(in crate::frontend::c_like) may_stay: bool,
    /// The branches that attributes ask for: their conditions, and whether these are truth values from outside.
    pub(in crate::frontend::c_like) branches: Vec<(Span, bool)>,
    /// The first write to an element whose number is computed.
    pub(in crate::frontend::c_like) indexed_write: Option<Span>,
    /// Rows of outputs of which something is not written.
    pub(in crate::frontend::c_like) unset_rows: Vec<UnsetRow>,
    /// The texels of look-ups without a level in a vertex program, where the machine has floats only.
    pub(in crate::frontend::c_like) unlevelled: Vec<[ValueId; 4]>,
    /// The variables that begin without a value.
    pub(in crate::frontend::c_like) unset: Vec<Unset>,
    /// The first look-up at a level that is given, and the first with derivatives that are given.
    pub(in crate::frontend::c_like) levels: [Option<Span>; 2],
}

/// Compiles a function as a program of a stage. Slots are those of [`crate::ir::interface`]; rows of uniforms are
/// vectors of four.
///
/// An error is the first thing that the stage or lowering refuses. It is at its place in the text, or else at the
/// function.
pub fn program(
    module: &Module,
    id: FunctionId,
    options: &Options<'_>,
) -> Result<Entry, ProgramError> {
    with_room_for(module.depth, || program_here(module, id, options))
}

fn program_here(
    module: &Module,
    id: FunctionId,
    options: &Options<'_>,
) -> Result<Entry, ProgramError> {
    let span = module.functions[id.0 as usize].span;
    let target = Target::Draw(options.stage);
    let mut maker = Maker {
        l: Lowering::new(module, target),
        options,
        uniforms: Uniforms::default(),
        inputs: Inputs::default(),
        outputs: Outputs::default(),
        declared_outputs: Vec::new(),
        state_row: 0,
        n_outside: [0; 2],
    };
    maker.l.keeps_loops = options.keeps_loops;
    let units = match maker.make(id) {
        Ok(units) => units,
        Err(Stop) => return Err(maker.l.into_error(span)),
    };
    let (discards, mut bindings) = (maker.l.uses.discards, maker.l.bindings.clone());
    let library = std::mem::take(&mut maker.l.uses.library);
    let unset = std::mem::take(&mut maker.l.uses.unset);
    let branches = std::mem::take(&mut maker.l.uses.branches);
    let unlevelled = std::mem::take(&mut maker.l.uses.unlevelled);
    let repeats = std::mem::take(&mut maker.l.uses.repeats);
    let indexed_write = maker.l.uses.indexed_write;
    let levels = maker.l.uses.levels;
    let may_stay = maker.l.uses.may_stay;
    let n_outside = maker.n_outside;
    let mut program = maker.l.finish();
    let inputs = maker.inputs.finish(&mut program, options);
    let inputs = inputs.map_err(|(rule, at)| ProgramError {
        kind: ErrorKind::CLike(rule),
        span: at.unwrap_or(span),
    })?;
    units.apply(&mut program, &mut bindings);
    // A text names the whole state of the API, and reads little of it.
    drop_unread(&mut program, &mut bindings, maker.state_row);
    let is_own = |u: &Uniform| u.first_row < maker.state_row;
    maker.uniforms.uniforms.retain(is_own);
    program.n_uniforms = 4 * bindings.len() as u32;
    let (uniforms, samplers) = maker.uniforms.finish(&program, &units);
    Ok(Entry {
        name: module.functions[id.0 as usize].name.to_string(),
        code: BoundProgram::new(program, bindings),
        uniforms,
        samplers,
        n_outside,
        inputs,
        textures: units.textures,
        shadow_units: units.shadow_units,
        discards,
        writes_depth: maker.outputs.writes_depth,
        colors: maker.outputs.colors,
        outputs: maker.outputs.connectors,
        library,
        unset,
        branches,
        unset_rows: maker.outputs.unset,
        unlevelled,
        levels,
        repeats,
        indexed_write,
        may_stay,
    })
}

impl<'m> Maker<'m, '_> {
    fn make(&mut self, id: FunctionId) -> Result<units::Units, Stop> {
        let module = self.l.module;
        let function = &module.functions[id.0 as usize];
        self.l.set_span(function.span);
        let is_state = |global: &Global| {
            let semantic = global.semantic.as_ref();
            semantic.is_some_and(|s| s.name.eq_ignore_ascii_case("state"))
        };
        self.outside_globals(|global| !is_state(global))?;
        let outside = &self.uniforms;
        self.n_outside = [outside.uniforms.len(), outside.samplers.len()];
        let values = self.parameters(function)?;
        self.state_row = self.l.bindings.len() as u32;
        self.outside_globals(is_state)?;
        // The first values of static globals may read the others.
        for (i, global) in module.globals.iter().enumerate() {
            if global.storage == Storage::Static {
                let id = GlobalId(i as u32);
                let values = match self.l.first_value(id)? {
                    Some(values) => values,
                    None => self.l.unset(global.ty),
                };
                self.l.set_global(id, values);
            }
        }
        self.l.set_span(function.span);
        let written = self.l.written_parameters(id)?;
        let written_outside = self.l.written_outputs(id)?;
        let results = self.l.run(id, values)?;
        self.l.set_span(function.span);
        self.declare_outputs(function, &written_outside)?;
        self.results(function, results, &written)?;
        self.outside_results(&written_outside)?;
        if self.options.position_invariant && self.options.stage == Stage::Vertex {
            self.fixed_position();
        }
        self.l.not_refused()?;
        // A pair of a sampler and a texture is a sampler of its own.
        let pairs = self.l.uses.pairs.iter();
        let mut pairs: Vec<_> = pairs.map(|(both, number)| (*number, *both)).collect();
        pairs.sort_unstable();
        for (_, (sampler, texture)) in pairs {
            let all = &mut self.uniforms.samplers;
            let [sampler, texture] = [sampler, texture].map(|n| &all[n as usize]);
            let both = (format!("{}+{}", sampler.0, texture.0), texture.1, None);
            all.push(both);
        }
        units::assign(&mut self.l, &self.uniforms, self.options.semantics)
    }

    /// The globals that are set from outside, of one kind.
    fn outside_globals(&mut self, is_one: impl Fn(&Global) -> bool) -> Result<(), Stop> {
        let module = self.l.module;
        let all = module.globals.iter().enumerate();
        // An object of an effect, such as a string, has no values.
        let has_values = |g: &Global| module.types.count(g.ty) != 0;
        for (i, global) in all.filter(|(_, g)| is_one(g) && has_values(g)) {
            let varying = Varying::of(global);
            let values = match global.storage {
                Storage::Static => continue,
                Storage::Uniform => self.uniform(varying, global.value.as_ref())?,
                Storage::Varying if global.is_output => match &global.value {
                    Some(value) => self.l.value_of(value)?,
                    None => self.l.zeros(global.ty),
                },
                Storage::Varying => self.input(varying)?,
            };
            self.l.set_global(GlobalId(i as u32), values);
        }
        Ok(())
    }

    /// The values of the parameters at the function's beginning.
    fn parameters(&mut self, function: &'m Function) -> Result<Vec<Values>, Stop> {
        let mut values = Vec::new();
        for (i, parameter) in function.parameters.iter().enumerate() {
            let variable = &function.variables[i];
            let varying = Varying {
                name: &variable.name,
                ty: variable.ty,
                semantic: parameter.semantic.as_ref(),
            };
            let is_uniform = parameter.is_uniform || parameter.direction == Direction::Uniform;
            values.push(match parameter.direction {
                _ if is_uniform => self.uniform(varying, parameter.value.as_ref())?,
                Direction::Out => self.l.begin_out(function, VariableId(i as u32)),
                _ => self.input(varying)?,
            });
        }
        Ok(values)
    }

    /// Stores the written parameters and the function's value.
    fn results(
        &mut self,
        function: &'m Function,
        results: Results,
        written: &[Vec<bool>],
    ) -> Result<(), Stop> {
        for (i, parameter) in function.parameters.iter().enumerate() {
            if parameter.direction.is_written() {
                let variable = &function.variables[i];
                let varying = Varying {
                    name: &variable.name,
                    ty: variable.ty,
                    semantic: parameter.semantic.as_ref(),
                };
                let goes_both_ways = parameter.direction == Direction::InOut;
                let is_passed_on = goes_both_ways && self.options.semantics.passes_on();
                let written = (!is_passed_on).then_some(&written[i][..]);
                let mut values = results.parameters[i].clone();
                if parameter.direction == Direction::Out {
                    self.take_unset(varying, &mut values)?;
                }
                self.output(varying, &values, written)?;
            }
        }
        let varying = Varying {
            name: &function.name,
            ty: function.ty,
            semantic: function.semantic.as_ref(),
        };
        self.output(varying, &results.value, None)
    }

    /// Records which rows of an output nothing has written, and puts zeros there.
    fn take_unset(&mut self, varying: Varying<'_>, values: &mut [Val]) -> Result<(), Stop> {
        if !values.iter().any(|v| self.l.is_unset(*v)) {
            return Ok(());
        }
        for leaf in self.leaves(varying)? {
            let scalar = leaf.element.scalar().unwrap_or(Scalar::Float);
            for row in 0..leaf.registers().0 {
                let scalars = leaf.scalars_of(row).map(|i| leaf.first as usize + i);
                let scalars: Vec<usize> = scalars.collect();
                let unset = scalars.iter().filter(|i| self.l.is_unset(values[**i]));
                let n = unset.count();
                if n == 0 {
                    continue;
                }
                if let Some((semantic, from)) = &leaf.semantic {
                    self.outputs.unset.push(UnsetRow {
                        semantic: semantic.name.clone(),
                        row: from + row,
                        is_whole: n == scalars.len(),
                        span: semantic.span,
                    });
                }
                for i in scalars {
                    if self.l.is_unset(values[i]) {
                        values[i] = self.l.zero(scalar);
                    }
                }
            }
        }
        Ok(())
    }

    /// Stores the variables outside functions that are outputs and that the function writes.
    fn outside_results(&mut self, written: &[Vec<bool>]) -> Result<(), Stop> {
        let module = self.l.module;
        for (i, (global, written)) in module.globals.iter().zip(written).enumerate() {
            if written.contains(&true) {
                let values = self.l.global(GlobalId(i as u32));
                self.output(Varying::of(global), &values, Some(written))?;
            }
        }
        Ok(())
    }

    /// Collects the registers that outputs with semantics have.
    fn declare_outputs(
        &mut self,
        function: &'m Function,
        written_outside: &[Vec<bool>],
    ) -> Result<(), Stop> {
        // The outputs of an entry are its written parameters, its value, and variables outside functions.
        let parameters = function.parameters.iter().zip(&function.variables);
        let written = parameters.filter(|(p, _)| p.direction.is_written());
        let mut all: Vec<Varying<'_>> = written
            .map(|(p, v)| Varying {
                name: &v.name,
                ty: v.ty,
                semantic: p.semantic.as_ref(),
            })
            .collect();
        all.push(Varying {
            name: &function.name,
            ty: function.ty,
            semantic: function.semantic.as_ref(),
        });
        let outside = self.l.module.globals.iter().zip(written_outside);
        let outside = outside.filter(|(_, written)| written.contains(&true));
        all.extend(outside.map(|(global, _)| Varying::of(global)));
        // Outputs without a semantic pass over these registers later.
        for varying in all {
            for leaf in self.leaves(varying)? {
                let Some((semantic, first)) = &leaf.semantic else {
                    continue;
                };
                for row in 0..leaf.registers().0 {
                    let stage = self.options.stage;
                    let output = self.options.semantics.output(stage, semantic, first + row);
                    if let Some(Output::Slot(slot)) = output {
                        self.declared_outputs.push(slot / 4);
                    }
                }
            }
        }
        Ok(())
    }
}
