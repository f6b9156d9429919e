//! The order in which the parts of an expression are evaluated.
//!
//! NVIDIA's compiler takes calls, assignments, `?:` by a scalar and commas out of an expression, from left to right, and keeps what
//! each of them gives. What is left reads its variables after all of them. So in `x + f(x)`, where f changes its parameter, the sum
//! reads the changed x, and `x += f(x)` adds to it. `shim_tests/cg/values.tsv` has the values (`order_*`).
//!
//! ```text
//! float y = x * 2 + f(x) + x++;        t = f(x), u = x++, y = x * 2 + t + u
//! ```
//!
//! Lowering evaluates operands from left to right, each whole. [`settle`] makes sequences of the few expressions where the two orders
//! may differ. It runs after all checks, which see the text's own expressions.

use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::tree_walk::{each_call, each_child, each_child_mut};
use crate::frontend::c_like::types::Type;
use crate::ir::Span;
use smallvec::SmallVec;

/// What the evaluation of an expression changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    Nothing,
    /// Variables, but no other operand reads them before or after.
    Alone,
    /// Variables that other operands may read.
    Among,
}

/// Writes the reference's order of evaluation into the functions of a module.
pub(super) fn settle(module: &mut Module) {
    let writers = writers(module);
    let has_writers = writers.contains(&true);
    for function in &mut module.functions {
        let may_differ = has_writers || function.changes.in_expressions;
        if function.is_library || !may_differ {
            continue;
        }
        let mut body = std::mem::take(&mut function.body);
        let variables = &mut function.variables;
        let mut order = Order {
            writers: &writers,
            variables,
        };
        order.statements(&mut body);
        function.body = body;
    }
}

/// Of each function whether it writes variables outside functions, itself or in its calls.
fn writers(module: &Module) -> Vec<bool> {
    let functions = module.functions.iter();
    let mut writers: Vec<bool> = functions.map(|f| f.changes.globals).collect();
    // A caller of a writer is one. Each round but the last finds another caller.
    let mut has_changed = writers.contains(&true);
    while has_changed {
        has_changed = false;
        for (i, function) in module.functions.iter().enumerate() {
            let mut calls_writer = false;
            each_call(&function.body, &mut |id| {
                calls_writer |= writers[id.0 as usize];
            });
            has_changed |= calls_writer && !std::mem::replace(&mut writers[i], calls_writer);
        }
    }
    writers
}

/// The order of one function.
struct Order<'o> {
    writers: &'o [bool],
    variables: &'o mut Vec<Variable>,
}

impl Order<'_> {
    fn statements(&mut self, all: &mut [Statement]) {
        for s in all {
            self.statement(s);
        }
    }

    fn statement(&mut self, s: &mut Statement) {
        match &mut s.kind {
            StatementKind::Expression(e) => self.settle(e),
            StatementKind::Assign(place, value) => {
                if let Some(first) = self.settle_assignment(place, value) {
                    let parts = first.into_iter().map(|e| Statement {
                        span: s.span,
                        kind: StatementKind::Expression(e),
                    });
                    let mut parts: Vec<Statement> = parts.collect();
                    let kind = std::mem::replace(&mut s.kind, StatementKind::Block(Vec::new()));
                    parts.push(Statement { kind, span: s.span });
                    s.kind = StatementKind::Block(parts);
                }
            }
            StatementKind::Block(inner) => self.statements(inner),
            StatementKind::If { condition, yes, no } => {
                self.settle(condition);
                self.statements(yes);
                self.statements(no);
            }
            StatementKind::Loop(l) => {
                l.before.iter_mut().for_each(|e| self.settle(e));
                l.after.iter_mut().for_each(|e| self.settle(e));
                self.statements(&mut l.body);
                self.statements(&mut l.step);
            }
            StatementKind::Discard(e) | StatementKind::Return(e) => {
                e.iter_mut().for_each(|e| self.settle(e));
            }
            StatementKind::Declare(_) | StatementKind::Break(_) | StatementKind::Continue(_) => {}
        }
    }

    /// Makes a sequence of an expression that changes variables among operands that may read them.
    fn settle(&mut self, e: &mut Expression) {
        if self.change(e) < Change::Among {
            return;
        }
        let mut parts = Vec::new();
        self.take_out(e, &mut parts);
        let span = e.span;
        let rest = std::mem::replace(e, nothing(span));
        e.ty = rest.ty;
        parts.push(rest);
        e.kind = ExpressionKind::Sequence(parts);
    }

    /// The same of an assignment that is a statement: returns what comes before it, if that is anything.
    fn settle_assignment(
        &mut self,
        place: &mut Place,
        value: &mut Expression,
    ) -> Option<Vec<Expression>> {
        let index = indices(place).map(|e| self.change(e)).max();
        let has_order = index.is_none_or(|change| change == Change::Nothing);
        if has_order && self.change(value) < Change::Among {
            return None;
        }
        let mut parts = Vec::new();
        for step in &mut place.steps {
            if let Step::Index { index, .. } = step {
                self.take_out(index, &mut parts);
            }
        }
        self.take_out(value, &mut parts);
        Some(parts)
    }

    /// What the evaluation of an expression changes.
    fn change(&self, e: &Expression) -> Change {
        let mut operands: SmallVec<[Change; 4]> = SmallVec::new();
        each_child(e, &mut |child| operands.push(self.change(child)));
        let most = operands.iter().max().copied().unwrap_or(Change::Nothing);
        match &e.kind {
            ExpressionKind::Assign(_) => {
                // The value comes last, and the place is read after it.
                let value = operands.pop().unwrap_or(Change::Nothing);
                let has_order = operands.iter().all(|c| *c == Change::Nothing);
                match has_order && value < Change::Among {
                    true => Change::Alone,
                    false => Change::Among,
                }
            }
            ExpressionKind::Update(_) if most == Change::Nothing => Change::Alone,
            ExpressionKind::Update(_) => Change::Among,
            ExpressionKind::Sequence(_) | ExpressionKind::Conditional(_) => most,
            _ if most != Change::Nothing && operands.len() > 1 => Change::Among,
            ExpressionKind::Call(id, arguments) => {
                let is_place = |a: &Argument| matches!(a, Argument::Place(_));
                let changes = self.writers[id.0 as usize] || arguments.iter().any(is_place);
                if changes {
                    most.max(Change::Alone)
                } else {
                    most
                }
            }
            _ => most,
        }
    }

    /// Takes what is evaluated first out of an expression, and leaves what reads variables after it.
    fn take_out(&mut self, e: &mut Expression, parts: &mut Vec<Expression>) {
        match &mut e.kind {
            // Only one of the two values is evaluated, after the condition.
            ExpressionKind::Conditional(operands) => {
                let [condition, yes, no] = &mut **operands;
                self.take_out(condition, parts);
                self.settle(yes);
                self.settle(no);
                self.keep(e, parts);
            }
            ExpressionKind::Sequence(all) => {
                let mut all = std::mem::take(all);
                all.iter_mut().for_each(|part| self.take_out(part, parts));
                *e = all.pop().unwrap_or_else(|| nothing(e.span));
                self.keep(e, parts);
            }
            ExpressionKind::Call(..) | ExpressionKind::Assign(_) | ExpressionKind::Update(_) => {
                each_child_mut(e, &mut |child| self.take_out(child, parts));
                self.keep(e, parts);
            }
            _ => each_child_mut(e, &mut |child| self.take_out(child, parts)),
        }
    }

    /// Evaluates an expression before the rest, and keeps its value in a variable. What reads the old value of the update around
    /// it stays where it is.
    fn keep(&mut self, e: &mut Expression, parts: &mut Vec<Expression>) {
        if has_old(e) {
            return;
        }
        let (ty, span) = (e.ty, e.span);
        let value = std::mem::replace(e, nothing(span));
        if ty == Type::Void {
            parts.push(value);
            return;
        }
        let id = VariableId(self.variables.len() as u32);
        self.variables.push(Variable {
            name: "".into(),
            ty,
            span,
            is_pattern: true,
        });
        let place = Place {
            variable: VariableRef::Local(id),
            steps: SmallVec::new(),
            base: ty,
            swizzle: None,
            ty,
        };
        *e = Expression {
            kind: ExpressionKind::Read(place.clone()),
            ty,
            span,
        };
        parts.push(Expression {
            kind: ExpressionKind::Assign(Box::new((place, value))),
            ty,
            span,
        });
    }
}

/// The indices of a place.
fn indices(place: &Place) -> impl Iterator<Item = &Expression> {
    place.steps.iter().filter_map(|step| match step {
        Step::Index { index, .. } => Some(&**index),
        Step::Offset(_) => None,
    })
}

/// Whether an expression reads the old value of an update around it.
fn has_old(e: &Expression) -> bool {
    match &e.kind {
        ExpressionKind::Old => true,
        // Its value reads its own old value.
        ExpressionKind::Update(u) => indices(&u.place).any(has_old),
        _ => {
            let mut found = false;
            each_child(e, &mut |child| found = found || has_old(child));
            found
        }
    }
}

/// An expression without a value.
fn nothing(span: Span) -> Expression {
    Expression {
        kind: ExpressionKind::Sequence(Vec::new()),
        ty: Type::Void,
        span,
    }
}
