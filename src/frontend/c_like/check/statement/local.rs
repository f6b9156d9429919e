//! Declares the variables of a function.

use crate::frontend::c_like::check::dialect::Declared;
use crate::frontend::c_like::check::function::{FunctionChecker, Local, Usage, whole};
use crate::frontend::c_like::check::place::pattern::Node;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Declarator, Head, Name, Specifier};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::tree_walk::each_child;
use crate::frontend::c_like::types::Type;
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;

/// The most scalars of a function's variables.
const MAX_SCALARS: u32 = 16384;

impl<'a> FunctionChecker<'a, '_> {
    /// Declares a variable for a name, with a node of its own unless it has one.
    pub(in crate::frontend::c_like::check) fn new_variable(
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
            let kind = match self.is_parameter_again(name, id) {
                true => ErrorKind::CLike(Rule::Shading(Shading::ParameterAgain(name.text.into()))),
                false => ErrorKind::Redeclared(name.text.into()),
            };
            self.c.out.error(kind, name.span);
        }
        id
    }

    /// Whether the name of a variable, which is declared already, is that of a parameter of this function.
    fn is_parameter_again(&self, name: Name<'a>, own: VariableId) -> bool {
        let n = self
            .id()
            .map_or(0, |id| self.c.head_of(id).parameters.len());
        let is_parameter = |id: VariableId| (id.0 as usize) < n;
        let known = self.scopes.find(name.text);
        !is_parameter(own) && matches!(known, Some(Local::Variable(id)) if is_parameter(id))
    }

    /// A variable that no name means.
    pub(in crate::frontend::c_like::check) fn unnamed_variable(
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

    /// A declared variable with its first value.
    pub(in crate::frontend::c_like::check) fn declare(
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
        self.c.check_head(head, ty, name, Declared::Local);
        // The first value may name an outer variable of the same name.
        // An unknown type needs no second error for its constructor.
        // In-order languages know the name in its own first value.
        let own = self
            .c
            .rules
            .in_order
            .then(|| self.new_variable(name, ty, None));
        let mut is_held = false;
        let value = declarator.value.as_ref();
        let value = value.filter(|_| element != Type::Unknown).map(|e| {
            let (sized, value) = self.first_value(ty, e);
            // A variable of an interface's type stays one, and holds the value.
            is_held = self.is_interface(ty) && self.c.closes(sized, ty);
            if !is_held {
                ty = sized;
            }
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
        if persists && value.as_ref().is_some_and(|e| self.reads_local(e)) {
            let rule = Rule::Hlsl(HlslRule::StaticOfLocal(name.text.into()));
            self.c.out.rule(rule, name.span);
        }
        if persists && !head.has(Specifier::Const) && self.can_persist(ty) {
            return self.persistent(name, ty, value);
        }
        if let Some(held) = &declarator.held {
            self.held(held, ty, name);
        }
        let (variable, ty) = match &value {
            Some(value) if is_held && !self.c.is_open(value.ty) => {
                (self.begin_held(variable, value.ty, name.span), value.ty)
            }
            _ => (variable, ty),
        };
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

    /// Whether an expression reads a variable of the function that is no constant.
    fn reads_local(&self, e: &Expression) -> bool {
        let mut found = match &e.kind {
            ExpressionKind::Read(place) => match place.variable {
                VariableRef::Local(id) => !self.usage[id.0 as usize].is_constant,
                VariableRef::Global(_) => false,
            },
            _ => false,
        };
        each_child(e, &mut |child| found = found || self.reads_local(child));
        found
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
}
