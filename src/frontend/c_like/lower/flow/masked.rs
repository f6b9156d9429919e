//! Conditions that are vectors (MUDA): each component takes its own way, in one run of the code.
//!
//! ```text
//!   if (v) A else B        which components?  ─ some of v ─→ A, stores to these only ─┐
//!                                             └ none ────────────────────────────────┴→ the rest of v: B alike
//!   while (v) A            head(written cells, components) ─ some left ─→ A ─→ head
//!                                                          └ none ─→ end
//! ```
//!
//! A store writes the components that the code is executed for. Scalars are written where any component is, so that a loop
//! over a scalar ends there.
//!
//! A component that returns is left out from there on. A `return` inside such a part ends the part, and the function goes on
//! where another component has not returned.

use crate::frontend::c_like::lower::cells::{Edge, Region};
use crate::frontend::c_like::lower::layout::{ComponentNumbers, components};
use crate::frontend::c_like::lower::value::{
    Components, Lanes, Val, Values, from_home, home_type, mask_of,
};
use crate::frontend::c_like::lower::{Frame, Lowering, OpenLoop, Stop};
use crate::frontend::c_like::tree::{Expression, Loop, Statement};
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::{self, Noted, Op, ValueId};

impl<'m> Lowering<'m> {
    /// Begins a function: no component has returned. Returns the state of its caller, to be restored after it.
    pub(in crate::frontend::c_like::lower) fn enter_function(
        &mut self,
        frame: &Frame,
    ) -> Components {
        let called = self.conditional_components();
        let returned = frame.layout.returned.map(|first| frame.base + first);
        if let Some(first) = returned {
            let none = self.b.mask(false);
            (first..first + 4).for_each(|cell| self.cells.set(cell, Val::Mask(none)));
            let result = frame.layout.result;
            for own in result.first..result.first + result.n {
                let zero = self.zero(frame.layout.kinds[own as usize].scalar);
                self.cells.set(frame.base + own, zero);
            }
        }
        let own = Components {
            called,
            part: None,
            returned,
        };
        std::mem::replace(&mut self.components, own)
    }

    /// The components that a store writes.
    pub(in crate::frontend::c_like::lower) fn stored_components(&mut self) -> Option<Lanes> {
        let Components { part, returned, .. } = self.components;
        self.without_returned(part, returned)
    }

    /// The components for which a condition matters.
    fn conditional_components(&mut self) -> Option<Lanes> {
        let Components {
            called,
            part,
            returned,
        } = self.components;
        // A part of a function is one of what the function was called for.
        self.without_returned(part.or(called), returned)
    }

    fn without_returned(&mut self, lanes: Option<Lanes>, returned: Option<u32>) -> Option<Lanes> {
        let Some(first) = returned else {
            return lanes;
        };
        let returned = [0, 1, 2, 3].map(|i| {
            let value = self.cells.get(first + i);
            self.truth(value, Scalar::Bool)
        });
        let is_none = returned
            .iter()
            .all(|r| self.b.known_mask(*r) == Some(false));
        if is_none {
            return lanes;
        }
        let left = returned.map(|r| self.b.emit1(Op::MNot, &[r]));
        Some(self.both(lanes, left))
    }

    /// Those of `own` that are in `lanes`.
    fn both(&mut self, lanes: Option<Lanes>, own: Lanes) -> Lanes {
        match lanes {
            None => own,
            Some(lanes) => [0, 1, 2, 3].map(|i| self.b.emit1(Op::MAnd, &[lanes[i], own[i]])),
        }
    }

    fn any_of(&mut self, lanes: Lanes) -> ValueId {
        let [x, y, z, w] = lanes;
        let xy = self.b.emit1(Op::MOr, &[x, y]);
        let zw = self.b.emit1(Op::MOr, &[z, w]);
        self.b.emit1(Op::MOr, &[xy, zw])
    }

    /// Of each scalar of a value the component that it is; nothing where all components go the same way.
    pub(in crate::frontend::c_like::lower) fn components_of(&self, ty: Type) -> ComponentNumbers {
        let Components { part, returned, .. } = self.components;
        if part.is_some() || returned.is_some() {
            components(&self.module.types, ty)
        } else {
            ComponentNumbers::new()
        }
    }

    /// The truth of a condition's components.
    fn lanes_where(&mut self, frame: &mut Frame, condition: &'m Expression) -> Result<Lanes, Stop> {
        self.set_span(condition.span);
        let values = self.expression(frame, condition)?;
        let scalar = condition.ty.scalar().unwrap_or(Scalar::Int);
        let lanes: Vec<ValueId> = values.iter().map(|v| self.truth(*v, scalar)).collect();
        let noted: Values = lanes.iter().map(|m| Val::Mask(*m)).collect();
        self.note(Noted::Fact("condition"), &noted, None);
        Ok([0, 1, 2, 3].map(|i| lanes[i.min(lanes.len() - 1)]))
    }

    /// `if` with a vector. False if every component has returned.
    pub(in crate::frontend::c_like::lower) fn masked_if(
        &mut self,
        frame: &mut Frame,
        condition: &'m Expression,
        [yes, no]: [&'m [Statement]; 2],
    ) -> Result<bool, Stop> {
        let before = self.conditional_components();
        let holds = self.lanes_where(frame, condition)?;
        let fails = holds.map(|m| self.b.emit1(Op::MNot, &[m]));
        let [holds, fails] = [holds, fails].map(|lanes| self.both(before, lanes));
        // Each part ends where all of its components have returned, or it goes on.
        let mut goes_on = false;
        let mut has_returns = false;
        for (lanes, statements) in [(holds, yes), (fails, no)] {
            let part = self.part(frame, lanes, statements)?;
            if !part.is_reached {
                return Ok(false);
            }
            goes_on |= part.goes_on;
            has_returns |= part.has_returns;
        }
        if goes_on {
            return self.leave_returned(frame, has_returns);
        }
        self.leave(frame)?;
        Ok(false)
    }

    /// Statements for some components, if there are any.
    fn part(
        &mut self,
        frame: &mut Frame,
        lanes: Lanes,
        statements: &'m [Statement],
    ) -> Result<Part, Stop> {
        let any = self.any_of(lanes);
        let known = self.b.known_mask(any);
        if statements.is_empty() || known == Some(false) {
            let goes_on = known != Some(false);
            return Ok(Part {
                is_reached: true,
                goes_on,
                has_returns: false,
            });
        }
        let mark = self.cells.mark();
        let skip = match known {
            Some(_) => None,
            None => {
                let [inside, skip] = [self.b.new_block(), self.b.new_block()];
                self.b.branch(any, (inside, &[]), (skip, &[]));
                self.b.switch_to(inside, &[]);
                Some(skip)
            }
        };
        let (reaches, mut edges) = self.region(frame, mark, lanes, statements)?;
        let has_returns = !edges.is_empty();
        let end = frame.base + frame.layout.kinds.len() as u32;
        if reaches {
            edges.push(self.edge(mark, |cell| cell < end)?);
        }
        self.cells.undo(mark);
        if let Some(skip) = skip {
            self.b.switch_to(skip, &[]);
            edges.push(self.edge(mark, |cell| cell < end)?);
        }
        let is_reached = self.join(edges)?;
        Ok(Part {
            is_reached,
            goes_on: reaches,
            has_returns,
        })
    }

    /// Lowers statements for some components. Returns whether their end is reached, and the paths that end at `return`.
    fn region(
        &mut self,
        frame: &mut Frame,
        mark: usize,
        lanes: Lanes,
        statements: &'m [Statement],
    ) -> Result<(bool, Vec<Edge>), Stop> {
        let exits = Vec::new();
        frame.regions.push(Region { mark, exits });
        let outer = self.components.part.replace(lanes);
        let reaches = self.statements(frame, statements)?;
        self.components.part = outer;
        let region = frame.regions.pop().unwrap_or_default();
        Ok((reaches, region.exits))
    }

    /// `while` with a vector: a component that has left the loop does not come back.
    pub(in crate::frontend::c_like::lower) fn masked_loop(
        &mut self,
        frame: &mut Frame,
        l: &'m Loop,
        condition: &'m Expression,
    ) -> Result<bool, Stop> {
        self.limit_rounds();
        let written = self.written_cells(frame, l)?;
        let all = [self.b.mask(true); 4];
        let first = self.conditional_components().unwrap_or(all);
        // The head gets the cells that the loop writes, and the components that are left.
        let head = self.b.new_block();
        let mut arguments = self.homes(&written);
        arguments.extend(first);
        self.b.jump(head, &arguments);
        let types = written.iter().map(|(_, kind)| home_type(kind.scalar));
        let types: Vec<ir::Type> = types.chain([ir::Type::Mask; 4]).collect();
        let parameters = self.b.switch_to(head, &types);
        self.b.count_source(1);
        for ((cell, kind), v) in written.iter().zip(&parameters) {
            self.cells.set(*cell, from_home(*v, *kind));
        }
        let left = [0, 1, 2, 3].map(|i| parameters[written.len() + i]);
        let mark = self.cells.mark();
        frame.loops.push(OpenLoop {
            mark,
            round: mark,
            ..OpenLoop::default()
        });
        let outer = self.components.part.replace(left);
        let lanes = self.lanes_where(frame, condition)?;
        let lanes = self.both(Some(left), lanes);
        self.components.part = outer;
        let any = self.any_of(lanes);
        self.go_on_where(frame, any, None)?;
        // The round; components that return in it are left out of the next one.
        let (reaches, mut exits) = self.region(frame, mark, lanes, &l.body)?;
        let has_returns = !exits.is_empty();
        if has_returns {
            let end = frame.base + frame.layout.kinds.len() as u32;
            if reaches {
                exits.push(self.edge(mark, |cell| cell < end)?);
            }
            self.cells.undo(mark);
            self.join(exits)?;
        }
        if reaches || has_returns {
            let returned = self.components.returned;
            let next = self.without_returned(Some(lanes), returned);
            let mut arguments = self.homes(&written);
            arguments.extend(next.unwrap_or(lanes));
            self.b.jump(head, &arguments);
        }
        self.cells.undo(mark);
        let open = frame.loops.pop().unwrap_or_default();
        Ok(self.join(open.breaks)? && self.leave_returned(frame, has_returns)?)
    }

    /// `return` of the components that the code is executed for.
    pub(in crate::frontend::c_like::lower) fn masked_return(
        &mut self,
        frame: &mut Frame,
        values: &[Val],
    ) -> Result<(), Stop> {
        let lanes = self.stored_components();
        let first = frame.base + frame.layout.result.first;
        for (i, value) in values.iter().enumerate() {
            let cell = first + i as u32;
            let scalar = self.cells.kind(cell).scalar;
            let lane = lanes.and_then(|lanes| mask_of(lanes, frame.layout.result_components[i]));
            let value = match lane {
                None => *value,
                Some(mask) => {
                    let old = self.cells.get(cell);
                    self.choose(old, *value, Val::Mask(mask), scalar, scalar.bits())
                }
            };
            self.cells.set(cell, value);
        }
        // They are left out from here on.
        let part = self.components.part;
        if let Some(first) = self.components.returned {
            let all = [self.b.mask(true); 4];
            for (i, lane) in part.unwrap_or(all).into_iter().enumerate() {
                let cell = first + i as u32;
                let old = self.cells.get(cell);
                let old = self.truth(old, Scalar::Bool);
                let returned = self.b.emit1(Op::MOr, &[old, lane]);
                self.cells.set(cell, Val::Mask(returned));
            }
        }
        self.leave(frame)
    }

    /// Leaves the innermost part, or the function.
    fn leave(&mut self, frame: &mut Frame) -> Result<(), Stop> {
        let end = frame.base + frame.layout.kinds.len() as u32;
        let Some(mark) = frame.regions.last().map(|region| region.mark) else {
            let edge = self.exit_edge(frame)?;
            frame.exits.push(edge);
            return Ok(());
        };
        let edge = self.edge(mark, |cell| cell < end)?;
        if let Some(region) = frame.regions.last_mut() {
            region.exits.push(edge);
        }
        Ok(())
    }

    /// After a part with `return`: leaves the part around it where no component is left. False if that is everywhere.
    fn leave_returned(&mut self, frame: &mut Frame, has_returns: bool) -> Result<bool, Stop> {
        let left = self.conditional_components().filter(|_| has_returns);
        let Some(left) = left else {
            return Ok(true);
        };
        let any = self.any_of(left);
        match self.b.known_mask(any) {
            Some(true) => Ok(true),
            Some(false) => {
                self.leave(frame)?;
                Ok(false)
            }
            None => {
                let [on, out] = [self.b.new_block(), self.b.new_block()];
                self.b.branch(any, (on, &[]), (out, &[]));
                self.b.switch_to(out, &[]);
                self.leave(frame)?;
                self.b.switch_to(on, &[]);
                Ok(true)
            }
        }
    }
}

/// What became of a part.
struct Part {
    /// Whether code can follow it.
    is_reached: bool,
    /// Whether components reach its end.
    goes_on: bool,
    /// Whether some may return in it.
    has_returns: bool,
}
