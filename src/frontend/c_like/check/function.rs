//! Checks the body of a function: its statements, and the use of its variables.

use crate::frontend::c_like::check::checker::{Checker, empty_function};
use crate::frontend::c_like::check::pattern::Node;
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::scope::Scopes;
use crate::frontend::c_like::syntax::{Declarator, Expr, ExprKind, Function, Name, Stmt, StmtKind};
use crate::frontend::c_like::tree::{self, *};
use crate::frontend::c_like::types::Type;
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;
use rustc_hash::FxHashSet;

/// The most scalars of a function's variables.
const MAX_SCALARS: u32 = 16384;

/// The state of a variable.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Usage {
    pub(super) is_read: bool,
    pub(super) is_written: bool,
    /// A read before any write has been reported, or does not matter.
    pub(super) is_excused: bool,
}

/// A function under check.
pub(super) struct FunctionChecker<'a, 'c> {
    pub(super) c: &'c mut Checker<'a>,
    id: Option<FunctionId>,
    ty: Type,
    pub(super) scopes: Scopes<'a>,
    pub(super) variables: Vec<Variable>,
    /// The node of each variable.
    pub(super) nodes: Vec<Node>,
    /// The nodes of all functions' parameters.
    pub(super) parameters: &'c [Vec<Node>],
    pub(super) usage: Vec<Usage>,
    /// Scalars of all variables.
    n_scalars: u32,
    /// Variables in the order in which they were first written.
    pub(super) written: Vec<VariableId>,
    /// Names already reported as unknown.
    pub(super) unknown: FxHashSet<&'a str>,
    pub(super) calls: Vec<(FunctionId, Span)>,
}

impl<'a, 'c> FunctionChecker<'a, 'c> {
    /// A checker for expressions outside functions.
    pub(super) fn outside(c: &'c mut Checker<'a>) -> FunctionChecker<'a, 'c> {
        FunctionChecker {
            c,
            id: None,
            ty: Type::Void,
            scopes: Scopes::default(),
            variables: Vec::new(),
            nodes: Vec::new(),
            parameters: &[],
            usage: Vec::new(),
            n_scalars: 0,
            written: Vec::new(),
            unknown: FxHashSet::default(),
            calls: Vec::new(),
        }
    }

    /// A checker for a function.
    pub(super) fn new(
        c: &'c mut Checker<'a>,
        id: FunctionId,
        parameters: &'c [Vec<Node>],
    ) -> FunctionChecker<'a, 'c> {
        let ty = c.heads[id.0 as usize].ty;
        FunctionChecker {
            id: Some(id),
            ty,
            parameters,
            ..FunctionChecker::outside(c)
        }
    }

    /// Checks the function; returns it with its variables' nodes and its calls.
    pub(super) fn check(
        mut self,
        f: &Function<'a>,
    ) -> (tree::Function, Vec<Node>, Vec<(FunctionId, Span)>) {
        let id = self.id.expect("of a function").0 as usize;
        let parameters = self.c.heads[id].parameters.clone();
        self.scopes.enter();
        for (i, (ty, direction, name)) in parameters.iter().enumerate() {
            let variable = self.new_variable(*name, *ty, Some(self.parameters[id][i]));
            let usage = &mut self.usage[variable.0 as usize];
            usage.is_written = *direction != Direction::Out;
            usage.is_excused = true;
        }
        let body = self.statements(f.body.as_deref().unwrap_or_default());
        self.scopes.leave();
        // A word that is no type may be any statement.
        let is_known = self.variables.iter().all(|v| v.ty != Type::Unknown);
        if !f.is_broken && is_known {
            if self.ty != Type::Void && self.ty != Type::Unknown && !ends(&body) {
                let rule = Rule::NoReturn(f.name.text.into(), self.c.type_name(self.ty));
                self.c.out.rule(rule, f.end);
            }
            self.report_usage(&parameters);
        }
        let function = tree::Function {
            variables: self.variables,
            body,
            ..empty_function(&self.c.heads[id])
        };
        (function, self.nodes, self.calls)
    }

    /// Declares a variable for a name, with a node of its own unless it has one.
    fn new_variable(&mut self, name: Name<'a>, ty: Type, node: Option<Node>) -> VariableId {
        let id = VariableId(self.variables.len() as u32);
        self.n_scalars = self.n_scalars.saturating_add(self.c.types.count(ty));
        if self.n_scalars > MAX_SCALARS {
            let rule = Rule::ManyVariables(MAX_SCALARS);
            self.c.out.rule(rule, name.span);
        }
        // The unknown type has been reported, and this is perhaps no declaration: `retrun x;`.
        if !self.scopes.declare(name.text, id) && ty != Type::Unknown {
            let kind = ErrorKind::Redeclared(name.text.into());
            self.c.out.error(kind, name.span);
        }
        self.variables.push(Variable {
            name: name.text.into(),
            ty,
            span: name.span,
            is_pattern: false,
        });
        let node = node.unwrap_or_else(|| self.c.patterns.node());
        self.nodes.push(node);
        self.usage.push(Usage::default());
        id
    }

    /// Whether a variable is a uniform parameter.
    pub(super) fn is_uniform(&self, place: &Place) -> bool {
        let VariableRef::Local(variable) = place.variable else {
            return true;
        };
        let head = self.id.map(|id| &self.c.heads[id.0 as usize]);
        let parameter = head.and_then(|head| head.parameters.get(variable.0 as usize));
        parameter.is_some_and(|p| p.1 == Direction::Uniform)
    }

    fn block(&mut self, statements: &[Stmt<'a>]) -> Vec<Statement> {
        self.scopes.enter();
        let checked = self.statements(statements);
        self.scopes.leave();
        checked
    }

    fn statements(&mut self, statements: &[Stmt<'a>]) -> Vec<Statement> {
        let mut checked = Vec::with_capacity(statements.len());
        let mut has_ended = false;
        for statement in statements {
            if has_ended {
                self.c.out.odd(Oddity::Unreachable, statement.span);
                has_ended = false;
            }
            let from = checked.len();
            self.statement(statement, &mut checked);
            has_ended |= checked[from..].iter().any(statement_ends);
        }
        checked
    }

    fn statement(&mut self, statement: &Stmt<'a>, checked: &mut Vec<Statement>) {
        let kind = match &statement.kind {
            StmtKind::Declare(variables) => {
                let element = self.c.variable_type(&variables.head.ty);
                for declarator in &variables.declarators {
                    self.declare(element, declarator, statement.span, checked);
                }
                return;
            }
            StmtKind::Expression(Expr {
                kind: ExprKind::Assign(None, left, right),
                ..
            }) => match self.assignment(left, right) {
                Some(kind) => kind,
                None => return,
            },
            StmtKind::Expression(e) => StatementKind::Expression(self.effect(e)),
            StmtKind::Block(body) => StatementKind::Block(self.block(body)),
            StmtKind::If(condition, yes, no) => {
                let condition = self.condition(condition);
                // Variables that one branch writes are not written in the other.
                let mark = self.written.len();
                let yes = self.block(yes);
                let written = self.restart(mark);
                let no = self.block(no);
                self.join(&written);
                StatementKind::If { condition, yes, no }
            }
            StmtKind::While(condition, body) => {
                let condition = self.condition(condition);
                let body = self.block(body);
                StatementKind::Loop(Box::new(Loop {
                    before: Some(condition),
                    body,
                    step: Vec::new(),
                    after: None,
                }))
            }
            StmtKind::Return(value) => self.return_statement(value.as_ref(), statement.span),
            _ => return,
        };
        let span = statement.span;
        checked.push(Statement { kind, span });
    }

    /// The size of an array.
    pub(super) fn array_size(&mut self, size: &Expr<'a>) -> i64 {
        let size = self.expression(size);
        match size.constant_integer() {
            Some(n @ 1..) => n,
            _ => {
                if size.ty != Type::Unknown {
                    self.c.out.rule(Rule::ArraySize, size.span);
                }
                1
            }
        }
    }

    fn declare(
        &mut self,
        element: Type,
        declarator: &Declarator<'a>,
        span: Span,
        checked: &mut Vec<Statement>,
    ) {
        let size = declarator.sizes.first().and_then(Option::as_ref);
        let size = size.map(|e| self.array_size(e));
        let ty = self.c.declared_type(element, size, declarator.name.span);
        // The first value may name an outer variable of the same name.
        // An unknown type needs no second error for its constructor.
        let value = declarator.value.as_ref();
        let value = value.filter(|_| element != Type::Unknown).map(|e| {
            let value = self.expression(e);
            self.assigned(value, ty)
        });
        let variable = self.new_variable(declarator.name, ty, None);
        let kind = StatementKind::Declare(variable);
        checked.push(Statement { kind, span });
        if let Some(value) = value {
            let place = Place {
                variable: VariableRef::Local(variable),
                steps: Vec::new(),
                base: ty,
                swizzle: None,
                ty,
            };
            self.moves(&value, &place);
            self.writes(VariableRef::Local(variable));
            let kind = StatementKind::Assign(place, value);
            checked.push(Statement { kind, span });
        }
    }

    /// Records that the value moves to the place.
    fn moves(&mut self, value: &Expression, place: &Place) {
        if let VariableRef::Local(variable) = place.variable {
            let to = self.nodes[variable.0 as usize];
            self.c.patterns.assigns(value, &self.nodes, to);
        }
    }

    fn assignment(&mut self, left: &Expr<'a>, right: &Expr<'a>) -> Option<StatementKind> {
        let place = self.place_of(left, true);
        let value = self.expression(right);
        let place = place?;
        let value = self.assigned(value, place.ty);
        self.moves(&value, &place);
        self.writes(place.variable);
        Some(StatementKind::Assign(place, value))
    }

    fn return_statement(&mut self, value: Option<&Expr<'a>>, span: Span) -> StatementKind {
        let value = value.map(|e| self.expression(e));
        let name = || self.c.type_name(self.ty);
        let rule = match (&value, self.ty) {
            (_, Type::Unknown) | (None, Type::Void) => None,
            (Some(value), Type::Void) => Some((Rule::ReturnValue, value.span)),
            (None, _) => Some((Rule::ReturnWithout(name()), span)),
            (Some(_), _) => None,
        };
        if let Some((rule, span)) = rule {
            self.c.out.rule(rule, span);
            return StatementKind::Return(None);
        }
        let value = value.map(|value| self.assigned(value, self.ty));
        if let (Some(value), Some(id)) = (&value, self.id) {
            let to = self.c.patterns.value_of(id);
            self.c.patterns.assigns(value, &self.nodes, to);
        }
        StatementKind::Return(value)
    }

    /// Checks a condition: a scalar of any kind.
    fn condition(&mut self, e: &Expr<'a>) -> Expression {
        let condition = self.expression(e);
        if !matches!(condition.ty, Type::Scalar(_) | Type::Unknown) {
            let rule = Rule::Condition(self.c.type_name(condition.ty));
            self.c.out.rule(rule, condition.span);
        }
        condition
    }
}

/// Whether every path through these statements returns.
fn ends(statements: &[Statement]) -> bool {
    statements.iter().any(statement_ends)
}

fn statement_ends(statement: &Statement) -> bool {
    match &statement.kind {
        StatementKind::Return(_) => true,
        StatementKind::Block(body) => ends(body),
        StatementKind::If { yes, no, .. } => ends(yes) && ends(no),
        _ => false,
    }
}
