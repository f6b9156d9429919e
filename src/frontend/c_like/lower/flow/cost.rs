//! What the rounds of a loop cost: their nodes, with those of the functions that they call.

use super::unroll::MOST_NODES;
use crate::frontend::c_like::lower::layout::{Part, for_each_part};
use crate::frontend::c_like::lower::{Lowering, Stop};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::Type;

impl<'m> Lowering<'m> {
    /// The nodes of statements, with those of the functions that they call.
    pub(super) fn statements_cost(&mut self, body: &'m [Statement]) -> Result<u32, Stop> {
        let mut cost = Cost {
            nodes: 0,
            calls: Vec::new(),
        };
        body.iter().for_each(|s| cost.statement(s));
        self.charge(cost.nodes as usize)?;
        for id in std::mem::take(&mut cost.calls) {
            let called = self.function_cost(id)?;
            cost.nodes = cost.nodes.saturating_add(called);
        }
        Ok(cost.nodes)
    }

    fn function_cost(&mut self, id: FunctionId) -> Result<u32, Stop> {
        if let Some(cost) = self.costs.get(&id) {
            return Ok(*cost);
        }
        // A function that calls itself is refused elsewhere.
        self.costs.insert(id, MOST_NODES);
        let module = self.module;
        let body = &module.functions[id.0 as usize].body;
        let cost = self.deeper(|l| l.statements_cost(body))?;
        self.costs.insert(id, cost);
        Ok(cost)
    }
}

/// Counts nodes and collects calls.
struct Cost {
    nodes: u32,
    calls: Vec<FunctionId>,
}

impl Cost {
    fn statement(&mut self, statement: &Statement) {
        self.nodes += 1;
        for_each_inner(&statement.kind, &mut |inner| match inner {
            Inner::Statement(s) => self.statement(s),
            Inner::Expression(e) => self.expression(e),
        });
    }

    fn expression(&mut self, e: &Expression) {
        // Matrices and long vectors take as many operations as they have scalars.
        self.nodes += match e.ty {
            Type::Matrix(_, rows, columns) => u32::from(rows) * u32::from(columns),
            Type::Vector(_, n) => n.into(),
            _ => 1,
        };
        for_each_part(e, &mut |part| match part {
            Part::Expression(e) => self.expression(e),
            Part::Call(id) => self.calls.push(id),
            Part::Read(_) | Part::Written(_) => {}
        });
    }
}

/// What a statement is made of.
pub(super) enum Inner<'m> {
    Statement(&'m Statement),
    Expression(&'m Expression),
}

/// Calls `visit` for the parts of a statement.
pub(super) fn for_each_inner<'m>(kind: &'m StatementKind, visit: &mut dyn FnMut(Inner<'m>)) {
    let mut all = |body: &'m [Statement]| body.iter().for_each(|s| visit(Inner::Statement(s)));
    match kind {
        StatementKind::Declare(_) | StatementKind::Break(_) | StatementKind::Continue(_) => {}
        StatementKind::Expression(e) | StatementKind::Assign(_, e) => visit(Inner::Expression(e)),
        StatementKind::Block(body) => all(body),
        StatementKind::If { condition, yes, no } => {
            all(yes);
            all(no);
            visit(Inner::Expression(condition));
        }
        StatementKind::Loop(l) => {
            all(&l.body);
            all(&l.step);
            for e in l.before.iter().chain(&l.after) {
                visit(Inner::Expression(e));
            }
        }
        StatementKind::Discard(e) | StatementKind::Return(e) => {
            e.iter().for_each(|e| visit(Inner::Expression(e)));
        }
    }
}
