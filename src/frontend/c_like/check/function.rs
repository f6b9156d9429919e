//! The state of checking a body.

use super::checker::{Checker, Formal, Head, Phase};
use super::constant::Numbers;
use super::convert::constant_int;

use super::place::pattern::Node;
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::scope::Scopes;
use crate::frontend::c_like::syntax::Specifier;
use crate::frontend::c_like::tree::{self, *};
use crate::frontend::c_like::types::{StructId, Type};
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

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
    pub(super) nodes: Nodes,
    pub(super) usage: Vec<Usage>,
    /// What a variable of an interface's type or without a size holds now.
    pub(super) holds: Vec<Option<VariableId>>,
    /// The same of the elements of its arrays, by their numbers.
    pub(super) held_parts: FxHashMap<(VariableId, u32), VariableId>,
    /// The type of what it returns, where its result is an interface.
    pub(super) result: Option<Type>,
    /// Scalars of all variables.
    pub(super) n_scalars: u32,
    /// Variables in the order in which they were first written.
    pub(super) written: Vec<VariableId>,
    /// Names already reported as unknown.
    pub(super) unknown: FxHashSet<&'a str>,
    pub(super) calls: Calls,
    pub(super) enclosing: Vec<Enclosing>,
    pub(super) delayed: Vec<(Phase, ErrorKind, Span)>,
    /// Warnings that count where the function is reached.
    late_oddities: Vec<(Oddity, Span)>,
    /// Whether what is checked has its types only where the function is reached: the operator of `+=`, and arguments of some
    /// functions of the library.
    pub(in crate::frontend::c_like) is_late: bool,
    pub(super) changes: Changes,
    /// Whether the variables of a loop's head are declared: one of the same name is hidden by them (HLSL).
    pub(super) is_for_head: bool,
    /// Of a method: its structure.
    pub(super) owner: Option<StructId>,
    /// Whether the value of an effect's state is checked: an index out of range is no error in it.
    pub(super) is_in_state: bool,
    /// Whether a list for a matrix may have more items than rows: that of a uniform's default.
    pub(super) drops_excess: bool,
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
            nodes: Nodes::new(),
            usage: Vec::new(),
            holds: Vec::new(),
            held_parts: FxHashMap::default(),
            result: None,
            n_scalars: 0,
            written: Vec::new(),
            unknown: FxHashSet::default(),
            calls: Calls::new(),
            enclosing: Vec::new(),
            delayed: Vec::new(),
            late_oddities: Vec::new(),
            is_late: false,
            changes: Changes::default(),
            is_for_head: false,
            owner: None,
            is_in_state: false,
            drops_excess: false,
            is_dropped: false,
            line: None,
            operator_line: None,
        }
    }

    /// A checker for a function.
    pub(super) fn new(c: &'c mut Checker<'a>, id: FunctionId) -> FunctionChecker<'a, 'c> {
        let head = c.head_of(id);
        let (ty, owner) = (head.ty, head.owner);
        let n = head.parameters.len() + head.syntax.body.map_or(0, <[_]>::len);
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
        let mut body = self.statements(f.body.unwrap_or_default());
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
        let closed = self.closed(&head);
        self.spare();
        let function = tree::Function {
            variables: self.variables,
            body,
            changes: self.changes,
            ..empty_function(&head)
        };
        Body {
            function,
            closed,
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
    pub(in crate::frontend::c_like) fn later_at(
        &mut self,
        phase: Phase,
        kind: ErrorKind,
        span: Span,
    ) {
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
    pub(in crate::frontend::c_like) fn refuse_hlsl(&mut self, rule: HlslRule, span: Span) {
        self.c.out.rule(Rule::Hlsl(rule), span);
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
        steps: SmallVec::new(),
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

/// The types that a body gives to what has an interface's type in its head.
#[derive(Debug, Default)]
pub(super) struct Closed {
    pub(super) result: Option<Type>,
    /// Of parameters that are written, by their numbers.
    pub(super) parameters: Vec<(usize, Type)>,
}

/// The nodes of a function's variables.
pub(super) type Nodes = SmallVec<[Node; 8]>;

/// The functions that a body calls, and where.
pub(super) type Calls = SmallVec<[(FunctionId, Span); 4]>;

/// A checked body.
pub(super) struct Body {
    pub(super) function: tree::Function,
    /// The types of what is open in its head.
    pub(super) closed: Closed,
    /// The nodes of its variables.
    pub(super) nodes: Nodes,
    pub(super) calls: Calls,
    pub(super) delayed: Vec<(Phase, ErrorKind, Span)>,
    /// Warnings that count where the function is reached.
    pub(super) late_oddities: Vec<(Oddity, Span)>,
}

/// A function without a body, for one whose body has errors or is not there.
pub(super) fn empty_function(head: &Head<'_>) -> tree::Function {
    let parameter = |p: &Formal<'_>| tree::Parameter {
        direction: p.direction,
        is_uniform: p.is_uniform,
        semantic: p.semantic.clone(),
        value: p.value.clone().filter(|e| e.ty != Type::Unknown),
    };
    tree::Function {
        name: head.name.text.into(),
        span: head.name.span,
        is_external: head.is_external,
        is_library: head.binding.is_some(),
        ty: head.ty,
        is_pattern: false,
        parameters: head.parameters.iter().map(parameter).collect(),
        semantic: head.semantic.clone(),
        variables: Vec::new(),
        body: Vec::new(),
        changes: Changes::default(),
    }
}
