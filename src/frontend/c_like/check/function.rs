//! The state of checking a body, and what declarations inside it do.

use super::checker::{Body, Checker, Formal, Phase, empty_function};
use super::constant::Numbers;
use super::convert::constant_int;
use super::pattern::Node;
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::scope::Scopes;
use crate::frontend::c_like::syntax::{Declarator, Head, Name, Specifier};
use crate::frontend::c_like::tree::{self, *};
use crate::frontend::c_like::types::{StructId, Type};
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The most scalars of a function's variables.
const MAX_SCALARS: u32 = 16384;

/// The meaning of a name inside a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Local {
    Variable(VariableId),
    /// A variable that keeps its value from call to call.
    Static(GlobalId),
    Type(Type),
}

/// The state of a variable.
#[derive(Debug, Clone, Default)]
pub(super) struct Usage {
    pub(super) is_read: bool,
    pub(super) is_written: bool,
    /// A read before any write has been reported, or does not matter.
    pub(super) is_excused: bool,
    pub(super) is_const: bool,
    /// Whether constant expressions can name it.
    pub(super) is_constant: bool,
    /// Its numbers, where they are known then.
    pub(super) numbers: Option<Numbers>,
}

/// What a function under check no longer needs once it is checked: memory for the next one.
#[derive(Debug, Default)]
pub(super) struct Spare<'a> {
    scopes: Scopes<'a, Local>,
    usage: Vec<Usage>,
    holds: Vec<Option<VariableId>>,
    written: Vec<VariableId>,
}

/// A statement that `break` or `continue` can belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Enclosing {
    Loop,
    /// A switch; it is a loop in the tree that is passed through once, unless it became a chain of `if`.
    Switch {
        is_loop: bool,
    },
}

/// A function under check.
pub(in crate::frontend::c_like) struct FunctionChecker<'a, 'c> {
    pub(in crate::frontend::c_like) c: &'c mut Checker<'a>,
    id: Option<FunctionId>,
    pub(super) ty: Type,
    pub(super) scopes: Scopes<'a, Local>,
    pub(super) variables: Vec<Variable>,
    /// The node of each variable.
    pub(super) nodes: Vec<Node>,
    pub(super) usage: Vec<Usage>,
    /// What a variable of an interface's type or without a size holds now.
    pub(super) holds: Vec<Option<VariableId>>,
    /// The same of the elements of its arrays, by their numbers.
    pub(super) held_parts: FxHashMap<(VariableId, u32), VariableId>,
    /// Scalars of all variables.
    n_scalars: u32,
    /// Variables in the order in which they were first written.
    pub(super) written: Vec<VariableId>,
    /// Names already reported as unknown.
    pub(super) unknown: FxHashSet<&'a str>,
    pub(super) calls: Vec<(FunctionId, Span)>,
    pub(super) enclosing: Vec<Enclosing>,
    pub(super) delayed: Vec<(Phase, ErrorKind, Span)>,
    /// Warnings that count where the function is reached.
    late_oddities: Vec<(Oddity, Span)>,
    /// Whether what is checked has its types only where the function is reached: the operator of `+=`, and arguments of some
    /// functions of the library.
    pub(in crate::frontend::c_like) is_late: bool,
    /// Whether the variables of a loop's head are declared: one of the same name is hidden by them (HLSL).
    pub(super) is_for_head: bool,
    /// Of a method: its structure.
    pub(super) owner: Option<StructId>,
    /// Whether the value of an effect's state is checked: an index out of range is no error in it.
    pub(super) is_in_state: bool,
    /// Whether nothing is made of the statement ([`drops_unread`](crate::frontend::c_like::check::dialect::Rules::drops_unread)).
    pub(in crate::frontend::c_like) is_dropped: bool,
    /// Where errors of the expression under check are reported, see [`crate::frontend::c_like::syntax::Lines`].
    pub(super) line: Option<Span>,
    /// The same of its operators, which know nothing of the commas between arguments.
    pub(super) operator_line: Option<Span>,
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
            usage: Vec::new(),
            holds: Vec::new(),
            held_parts: FxHashMap::default(),
            n_scalars: 0,
            written: Vec::new(),
            unknown: FxHashSet::default(),
            calls: Vec::new(),
            enclosing: Vec::new(),
            delayed: Vec::new(),
            late_oddities: Vec::new(),
            is_late: false,
            is_for_head: false,
            owner: None,
            is_in_state: false,
            is_dropped: false,
            line: None,
            operator_line: None,
        }
    }

    /// A checker for a function.
    pub(super) fn new(c: &'c mut Checker<'a>, id: FunctionId) -> FunctionChecker<'a, 'c> {
        let head = c.head_of(id);
        let (ty, owner) = (head.ty, head.owner);
        let n = head.parameters.len() + head.syntax.body.as_ref().map_or(0, Vec::len);
        let spare = std::mem::take(&mut c.spare);
        FunctionChecker {
            id: Some(id),
            ty,
            owner,
            scopes: spare.scopes,
            usage: spare.usage,
            holds: spare.holds,
            written: spare.written,
            // Most statements declare a variable at most.
            variables: Vec::with_capacity(n),
            nodes: Vec::with_capacity(n),
            ..FunctionChecker::outside(c)
        }
    }

    /// Gives the memory that is not needed any more to the next function.
    fn spare(&mut self) {
        self.scopes.leave_all();
        self.usage.clear();
        self.holds.clear();
        self.written.clear();
        self.c.spare = Spare {
            scopes: std::mem::take(&mut self.scopes),
            usage: std::mem::take(&mut self.usage),
            holds: std::mem::take(&mut self.holds),
            written: std::mem::take(&mut self.written),
        };
    }

    /// Whether the function is one whose calls take instances: the types in its body may be open.
    pub(super) fn is_in_template(&self) -> bool {
        self.id.is_some_and(|id| self.c.head_of(id).is_template)
    }

    /// Checks the function.
    pub(super) fn check(mut self) -> Body {
        let id = self.id.unwrap_or(FunctionId(0));
        let head = self.c.head_of(id).clone();
        let f = head.syntax;
        self.scopes.enter();
        for (i, p) in head.parameters.iter().enumerate() {
            let node = self.c.parameter_nodes[id.0 as usize][i];
            let variable = self.new_variable(p.name, p.ty, Some(node));
            let usage = &mut self.usage[variable.0 as usize];
            usage.is_written = p.direction != Direction::Out;
            usage.is_excused = p.direction != Direction::Out || !self.c.rules.warns_unused;
            usage.is_const = p.is_const;
            let written = i.checked_sub(head.first_parameter());
            let written = written.and_then(|i| f.parameters.get(i));
            usage.is_constant =
                p.is_const && written.is_some_and(|p| p.head.has(Specifier::Static));
        }
        // Parameters and the body are one scope.
        let mut body = self.statements(f.body.as_deref().unwrap_or_default());
        self.scopes.leave();
        // A word that is no type may be any statement.
        let is_known = self.variables.iter().all(|v| v.ty != Type::Unknown);
        if !f.is_broken && is_known {
            self.check_returns(&head, f, &body);
            self.end_with_return(f, &mut body);
            if self.c.rules.warns_unused {
                self.report_usage(&head.parameters);
            }
        }
        self.spare();
        let function = tree::Function {
            variables: self.variables,
            body,
            ..empty_function(&head)
        };
        Body {
            function,
            nodes: self.nodes,
            calls: self.calls,
            delayed: self.delayed,
            late_oddities: self.late_oddities,
        }
    }

    /// Reports an error that counts in a phase. Those of expressions stand where the language's own compiler says.
    pub(in crate::frontend::c_like) fn later(&mut self, phase: Phase, kind: ErrorKind, span: Span) {
        let is_of_expression = matches!(phase, Phase::Names | Phase::Operands | Phase::Values);
        let line = self.line.filter(|_| is_of_expression);
        self.later_at(phase, kind, line.unwrap_or(span));
    }

    /// Reports an error that counts in a phase, at this place.
    pub(super) fn later_at(&mut self, phase: Phase, kind: ErrorKind, span: Span) {
        match (self.c.rules.by_reach, self.id) {
            (true, Some(_)) => self.delayed.push((phase, kind, span)),
            _ => self.c.later(phase, kind, span),
        }
    }

    /// Whether the function is one of the library whose calls have no type before the function around them is reached.
    pub(in crate::frontend::c_like) fn is_late_call(&self, id: FunctionId) -> bool {
        let head = self.c.head_of(id);
        let types = || -> SmallVec<[Type; 4]> { head.parameters.iter().map(|p| p.ty).collect() };
        head.binding.is_some() && self.c.dialect.is_late(head.name.text, &types())
    }

    /// Warns, where the program reaches the function.
    pub(in crate::frontend::c_like) fn odd_where_reached(&mut self, oddity: Oddity, span: Span) {
        match self.id {
            Some(_) => self.late_oddities.push((oddity, span)),
            None => self.c.out.odd(oddity, span),
        }
    }

    /// Reports a broken rule of the shading languages.
    pub(in crate::frontend::c_like) fn refuse(&mut self, rule: Shading, span: Span) {
        self.c.out.rule(Rule::Shading(rule), span);
    }

    /// Reports a broken rule of HLSL.
    pub(super) fn refuse_hlsl(&mut self, rule: HlslRule, span: Span) {
        self.c.out.rule(Rule::Hlsl(rule), span);
    }

    /// Declares a variable for a name, with a node of its own unless it has one.
    pub(super) fn new_variable(
        &mut self,
        name: Name<'a>,
        ty: Type,
        node: Option<Node>,
    ) -> VariableId {
        let id = self.unnamed_variable(name.text, ty, name.span, node);
        // The unknown type has been reported, and this is perhaps no declaration: `retrun x;`.
        if self.is_for_head {
            self.scopes.replace(name.text, Local::Variable(id));
            return id;
        }
        let is_new = name.text.is_empty() || self.scopes.declare(name.text, Local::Variable(id));
        if !is_new && ty != Type::Unknown {
            let kind = ErrorKind::Redeclared(name.text.into());
            self.c.out.error(kind, name.span);
        }
        id
    }

    /// A variable that no name means.
    pub(super) fn unnamed_variable(
        &mut self,
        name: &str,
        ty: Type,
        span: Span,
        node: Option<Node>,
    ) -> VariableId {
        let id = VariableId(self.variables.len() as u32);
        let had_room = self.n_scalars <= MAX_SCALARS;
        self.n_scalars = self.n_scalars.saturating_add(self.c.types.count(ty));
        if had_room && self.n_scalars > MAX_SCALARS {
            let rule = Rule::ManyVariables(MAX_SCALARS);
            self.c.out.rule(rule, span);
        }
        self.variables.push(Variable {
            name: name.into(),
            ty,
            span,
            is_pattern: false,
        });
        let node = node.unwrap_or_else(|| self.c.patterns.node());
        self.nodes.push(node);
        self.usage.push(Usage::default());
        self.holds.push(None);
        id
    }

    /// A new variable of the compiler's own.
    pub(in crate::frontend::c_like) fn temporary(&mut self, ty: Type, span: Span) -> Place {
        let id = self.unnamed_variable("", ty, span, None);
        let usage = &mut self.usage[id.0 as usize];
        (usage.is_written, usage.is_read, usage.is_excused) = (true, true, true);
        whole(VariableRef::Local(id), ty)
    }

    /// Whether a variable is a uniform parameter that cannot be written.
    pub(super) fn is_uniform(&self, variable: VariableId) -> bool {
        let head = self.id.map(|id| self.c.head_of(id));
        let parameter = head.and_then(|head| head.parameters.get(variable.0 as usize));
        parameter.is_some_and(|p| p.direction == Direction::Uniform)
    }

    /// The function under check.
    pub(super) fn id(&self) -> Option<FunctionId> {
        self.id
    }

    /// A declared variable with its first value.
    pub(super) fn declare(
        &mut self,
        head: &'a Head<'a>,
        element: Type,
        declarator: &'a Declarator<'a>,
        span: Span,
        checked: &mut Vec<Statement>,
    ) {
        let name = declarator.name;
        self.check_specifiers(head, name);
        self.c.check_static(head, declarator);
        let sizes = self.sizes(declarator.sizes);
        let mut ty = self.c.array_of(element, &sizes, name.span);
        if head.has(Specifier::Packed) {
            ty = self.c.packed(ty);
        }
        // The first value may name an outer variable of the same name.
        // An unknown type needs no second error for its constructor.
        // In-order languages know the name in its own first value.
        let own = self
            .c
            .rules
            .in_order
            .then(|| self.new_variable(name, ty, None));
        let value = declarator.value.as_ref();
        let value = value.filter(|_| element != Type::Unknown).map(|e| {
            let (sized, value) = self.first_value(ty, e);
            ty = sized;
            value
        });
        let variable = own.unwrap_or_else(|| self.new_variable(name, ty, None));
        self.variables[variable.0 as usize].ty = ty;
        self.usage[variable.0 as usize].is_const = head.has(Specifier::Const);
        let rules = self.c.rules;
        let lacks_value = head.has(Specifier::Const) && declarator.value.is_none();
        if rules.arrays_need_size && self.c.is_open(ty) {
            self.refuse(Shading::NoSize(name.text.into()), name.span);
        } else if rules.constants_need_value && lacks_value && ty.scalar().is_some() {
            self.refuse(Shading::NoValue(name.text.into()), name.span);
        }
        let persists = rules.statics_persist && head.has(Specifier::Static);
        if persists && !head.has(Specifier::Const) && self.can_persist(ty) {
            return self.persistent(name, ty, value);
        }
        if let Some(held) = &declarator.held {
            self.held(held, ty, name);
        }
        if self.c.is_open(ty) {
            return;
        }
        self.declare_constant(head, declarator, variable, value.as_ref());
        let kind = StatementKind::Declare(variable);
        checked.push(Statement { kind, span });
        if let Some(value) = value {
            let place = whole(VariableRef::Local(variable), ty);
            self.moves(&value, &place);
            self.writes(place.variable);
            let syntax = declarator.value.as_ref();
            let line = syntax
                .zip(self.c.lines())
                .and_then(|(e, lines)| lines.outer(e.span));
            self.c.set_statement_line(value.span, line);
            let kind = StatementKind::Assign(place, value);
            checked.push(Statement { kind, span });
        }
    }

    fn check_specifiers(&mut self, head: &Head<'_>, name: Name<'_>) {
        let rule = |s: &Specifier| match s {
            Specifier::In => Some(Shading::DirectionOfLocal(name.text.into())),
            Specifier::Out | Specifier::InOut => Some(Shading::OutLocal(name.text.into())),
            Specifier::Uniform | Specifier::Varying => {
                Some(Shading::UniformLocal(name.text.into()))
            }
            Specifier::Inline => Some(Shading::InlineVariable(name.text.into())),
            _ => None,
        };
        let found = head.specifiers.iter().find_map(|(s, _)| rule(s));
        if let Some(rule) = found {
            self.refuse(rule, name.span);
        }
    }

    /// Records that the value moves to the place.
    pub(super) fn moves(&mut self, value: &Expression, place: &Place) {
        let to = self.node(place.variable);
        self.c.patterns.assigns(value, &self.nodes, to);
    }

    /// The node of a variable.
    pub(super) fn node(&self, variable: VariableRef) -> Node {
        match variable {
            VariableRef::Local(id) => self.nodes[id.0 as usize],
            VariableRef::Global(id) => self.c.patterns.globals()[id.0 as usize],
        }
    }

    /// N or M in a body of the library.
    pub(super) fn size_constant(&self, name: &str, span: Span) -> Option<Expression> {
        let n = self.c.binding.as_ref()?.size(name)?;
        let ty = Type::Scalar(crate::frontend::c_like::types::Scalar::LiteralInt);
        Some(constant_int(n.into(), ty, span))
    }
}

/// A whole variable.
pub(super) fn whole(variable: VariableRef, ty: Type) -> Place {
    Place {
        variable,
        steps: Vec::new(),
        base: ty,
        swizzle: None,
        ty,
    }
}

impl Formal<'_> {
    /// Whether a call gives it a place.
    pub(super) fn is_written(&self) -> bool {
        self.direction.is_written()
    }
}
