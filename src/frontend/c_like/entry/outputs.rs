//! The stores of results: out parameters, then the function's value.

use super::maker::{Connector, Maker, Varying};
use super::semantics::{Output, Stage};
use crate::frontend::binding::MatrixName;
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::lower::{Val, Values};
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::types::{Scalar, Semantic};
use crate::frontend::common_stage::{store_clip_distances, store_position, transform};
use crate::frontend::vector::{Uniforms, Vec4};
use crate::ir::interface::{attribute, fragment_output, varying};

impl Maker<'_, '_> {
    /// Stores an output. Rows of which the function writes no scalar are not stored.
    pub(super) fn output(
        &mut self,
        varying: Varying<'_>,
        values: &[Val],
        is_written: Option<&[bool]>,
    ) -> Result<(), Stop> {
        for leaf in self.leaves(varying)? {
            let scalar = leaf.element.scalar().unwrap_or(Scalar::Float);
            let (rows, columns) = leaf.registers();
            let mut slots = Vec::new();
            for row in 0..rows {
                // A row that the function never writes takes no free register, and is not stored where a semantic
                // names one.
                let first = leaf.first as usize;
                let mut scalars = leaf.scalars_of(row).map(|i| first + i);
                let numbers: Values = scalars.clone().map(|i| values[i]).collect();
                let is_stored = is_written.is_none_or(|all| scalars.any(|i| all[i]));
                // Neither does a row of a member that has no value.
                let is_empty = numbers.iter().all(|v| *v == Val::Undefined);
                let needs_register = is_stored && !is_empty;
                let output = match &leaf.semantic {
                    Some((semantic, from)) if needs_register => {
                        self.bound_output(semantic, from + row)?
                    }
                    Some((semantic, from)) => {
                        let stage = self.options.stage;
                        let found = self.options.semantics.output(stage, semantic, from + row);
                        found.unwrap_or(Output::Nowhere)
                    }
                    None if needs_register => self.free_output(&leaf.name)?,
                    None => Output::Nowhere,
                };
                // The fragment's depth is the third component of a register of its own.
                slots.push(match output {
                    Output::Slot(slot) => Some(slot),
                    Output::Depth(_) => Some(4 * fragment_output::DEPTH + 2),
                    Output::ClipVertex | Output::Nowhere => None,
                });
                if is_stored {
                    self.store_row(output, scalar, &numbers);
                }
            }
            self.outputs.connectors.push(Connector {
                name: leaf.name.clone(),
                semantic: leaf.semantic.as_ref().map(|(s, _)| s.clone()),
                scalar,
                rows,
                columns,
                slots,
            });
        }
        Ok(())
    }

    fn bound_output(&mut self, semantic: &Semantic, row: u32) -> Result<Output, Stop> {
        let stage = self.options.stage;
        let found = self.options.semantics.output(stage, semantic, row);
        found.ok_or_else(|| {
            let rule = Rule::UnboundSemantic {
                name: semantic.name.clone(),
                way: "output",
                stage: stage.name(),
            };
            self.l.refuse_at(rule, semantic.span)
        })
    }

    /// The next register that no output has. Outputs with semantics further down the text are not known yet, so that
    /// their registers are looked up in the function's declaration.
    fn free_output(&mut self, name: &str) -> Result<Output, Stop> {
        loop {
            let n = self.outputs.n_tried;
            self.outputs.n_tried += 1;
            match self.options.semantics.free_output(self.options.stage, n) {
                Some(Output::Slot(slot)) if self.declared_outputs.contains(&(slot / 4)) => {}
                Some(output) => return Ok(output),
                None => {
                    let name = name.to_owned();
                    let way = "output";
                    return Err(self.l.refuse(Rule::NoFreeSlot { name, way }));
                }
            }
        }
    }

    fn store_row(&mut self, output: Output, scalar: Scalar, values: &[Val]) {
        let mut floats = Vec::with_capacity(4);
        for value in values {
            let value = self.l.convert(*value, scalar, Scalar::Float);
            floats.push(self.l.real(value, Scalar::Float));
        }
        match output {
            Output::Nowhere => {}
            Output::ClipVertex => {
                if let Ok(vertex) = <[_; 4]>::try_from(floats) {
                    self.clip_distances(&vertex);
                }
            }
            Output::Depth(component) => {
                let component = usize::from(component).min(floats.len() - 1);
                let slot = 4 * fragment_output::DEPTH + 2;
                self.l.b.store_output(slot, floats[component]);
                self.outputs.writes_depth = true;
            }
            Output::Slot(slot) => {
                let row = slot / 4;
                match self.options.stage {
                    Stage::Vertex
                        if row == varying::POSITION && self.options.position_invariant =>
                    {
                        return;
                    }
                    Stage::Vertex if is_narrow(row) => floats.truncate(1),
                    Stage::Fragment => self.outputs.colors |= 1 << (row & 7),
                    Stage::Vertex => {}
                }
                // Components that the value lacks are 0, and 1 for the fourth.
                if slot % 4 == 0 && !(self.options.stage == Stage::Vertex && is_narrow(row)) {
                    for c in floats.len()..4 {
                        let rest = self.l.b.f32(if c == 3 { 1.0 } else { 0.0 });
                        floats.push(rest);
                    }
                }
                for (c, value) in floats.into_iter().enumerate() {
                    self.l.b.store_output(slot + c as u32, value);
                }
            }
        }
    }

    /// The distances of a vertex to the user clip planes in use.
    fn clip_distances(&mut self, vertex: &Vec4) {
        let planes = self.options.clip_planes & 0x3f;
        let mut uniforms = Uniforms::with(std::mem::take(&mut self.l.bindings));
        store_clip_distances(&mut self.l.b, &mut uniforms, vertex, planes);
        self.l.bindings = uniforms.bindings;
    }

    /// The position of fixed function, and the distances to user clip planes.
    pub(super) fn fixed_position(&mut self) {
        let b = &mut self.l.b;
        let object = [0, 1, 2, 3].map(|c| b.load_input(4 * attribute::POSITION + c));
        let mut uniforms = Uniforms::with(std::mem::take(&mut self.l.bindings));
        store_position(b, &mut uniforms, &object);
        let planes = self.options.clip_planes & 0x3f;
        if planes != 0 {
            let eye = transform(b, &mut uniforms, MatrixName::ModelView(0), &object);
            store_clip_distances(b, &mut uniforms, &eye, planes);
        }
        self.l.bindings = uniforms.bindings;
    }
}

/// Outputs that are single numbers.
fn is_narrow(row: u32) -> bool {
    matches!(row, varying::FOG_COORD | varying::POINT_SIZE)
        || (varying::CLIP_0..varying::TEX_COORD_0).contains(&row)
}
