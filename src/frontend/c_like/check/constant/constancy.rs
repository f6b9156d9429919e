//! Constant expressions: which first values must be one, and which expressions are.
//!
//! Only `static const` variables can be named in constant expressions. In Cg and MUDA the values of such variables must be
//! constants where they are declared; those of uniforms are looked at later, when all names are known, and less closely: numbers of lists for
//! arrays, structures and matrices may be anything.

use crate::frontend::c_like::check::checker::{Checker, Phase};
use crate::frontend::c_like::check::constant::{self, Numbers};
use crate::frontend::c_like::check::convert::unknown;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Declarator, Expr, ExprKind, Head, Specifier};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::tree_walk::each_child;
use crate::frontend::c_like::types::Type;
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;

impl<'a> Checker<'a> {
    /// Checks that the first value of a variable outside functions is a constant where it must be one. `n_delayed` errors
    /// were delayed before its value was checked.
    pub(in crate::frontend::c_like::check) fn check_global_value(
        &mut self,
        head: &Head<'_>,
        declarator: &Declarator<'a>,
        value: &Expression,
        n_delayed: usize,
    ) {
        let (is_static, is_const) = (head.has(Specifier::Static), head.has(Specifier::Const));
        let syntax = declarator.value.as_ref();
        if !is_static && self.rules.by_reach {
            // Names in the value of what can be set from outside are not looked up.
            self.delayed.truncate(n_delayed);
        }
        if is_static && is_const {
            if let Some(e) = syntax
                && self.rules.static_needs_constant
                && !self.is_constant_value(&|_| false, e, value)
            {
                let at = self.after_value(e);
                self.refuse_value(declarator.name.text, at);
            }
        } else if !is_static && !has_way(head) && !self.is_later_constant(value) {
            let rule = Rule::Shading(Shading::UniformValue(declarator.name.text.into()));
            let place = declarator.name.span;
            self.later(Phase::Constants, ErrorKind::CLike(rule), place);
        }
    }

    /// Where an error of a first value stands: at the token after it.
    fn after_value(&self, e: &Expr<'_>) -> Span {
        let line = self.lines().and_then(|lines| lines.outer(e.span));
        line.unwrap_or(end_of(e.span))
    }

    /// Records that constant expressions can name a variable, and its numbers unless a list gives them.
    pub(in crate::frontend::c_like::check) fn name_constant(
        &mut self,
        id: GlobalId,
        declarator: &Declarator<'_>,
    ) {
        let index = id.0 as usize;
        self.are_constant[index] = true;
        let is_list = |e: &Expr<'_>| matches!(e.kind, ExprKind::List(_));
        let has_numbers = |e: &Expr<'_>| self.rules.lists_are_constants || !is_list(e);
        // Variables for which there is no room are an error already, and their numbers would fill the memory.
        if self.has_room_outside() && declarator.value.as_ref().is_some_and(has_numbers) {
            let value = self.globals[index].value.as_ref();
            self.constants[index] = value.and_then(|e| self.numbers(&|_| None, e));
        }
    }

    /// Whether the value that stands in the text as `e` is a constant. The numbers in a list may be anything.
    fn is_constant_value(
        &self,
        local: &dyn Fn(VariableId) -> bool,
        e: &Expr<'_>,
        value: &Expression,
    ) -> bool {
        matches!(e.kind, ExprKind::List(_)) || self.is_constant(local, value)
    }

    /// Whether an expression has only constants that can be named outside of functions.
    pub(in crate::frontend::c_like) fn is_constant_outside(&self, e: &Expression) -> bool {
        self.is_constant(&|_| false, e)
    }

    /// Whether the value of a uniform is a constant.
    pub(in crate::frontend::c_like::check) fn is_later_constant(&self, value: &Expression) -> bool {
        match (&value.kind, value.ty) {
            (
                ExpressionKind::Compose(parts),
                Type::Struct(_) | Type::Array(_) | Type::Matrix(..),
            ) => {
                let is_smeared = |e: &Expression| matches!(e.kind, ExpressionKind::Smear(_));
                let is_scalar = |e: &Expression| is_smeared(e) || matches!(e.ty, Type::Scalar(_));
                let mut parts = parts.iter();
                parts.all(|e| is_scalar(e) || self.is_later_constant(e))
            }
            (ExpressionKind::Compose(_), Type::Vector(..)) | (ExpressionKind::Smear(_), _) => {
                self.is_constant(&|_| false, value) && self.folds_calls(value)
            }
            _ => self.is_constant(&|_| false, value),
        }
    }

    /// Whether the language's own compiler computes all calls of the library in an expression of constants.
    fn folds_calls(&self, e: &Expression) -> bool {
        let mut folds = match &e.kind {
            ExpressionKind::Call(id, _) => {
                let head = self.head_of(*id);
                !self.options.is_strict || self.dialect.folds(head.name.text)
            }
            _ => true,
        };
        each_child(e, &mut |child| folds = folds && self.folds_calls(child));
        folds
    }

    /// Whether an expression is a constant; `local` knows constants of the function around it.
    fn is_constant(&self, local: &dyn Fn(VariableId) -> bool, e: &Expression) -> bool {
        let all = |parts: &[Expression]| parts.iter().all(|e| self.is_constant(local, e));
        match &e.kind {
            ExpressionKind::Read(place) => {
                let is_known = match place.variable {
                    VariableRef::Global(id) => self.are_constant[id.0 as usize],
                    VariableRef::Local(id) => local(id),
                };
                is_known
                    && place.steps.iter().all(|step| match step {
                        Step::Offset(_) => true,
                        Step::Index { index, .. } => self.is_constant(local, index),
                    })
            }
            ExpressionKind::Unary(_, e)
            | ExpressionKind::Smear(e)
            | ExpressionKind::Convert(e)
            | ExpressionKind::Truth(e)
            | ExpressionKind::Gather(_, e)
            | ExpressionKind::OneNan(e)
            | ExpressionKind::Reinterpret(e)
            | ExpressionKind::Swizzle(e, _)
            | ExpressionKind::Member(e, _) => self.is_constant(local, e),
            ExpressionKind::Binary(_, operands) => {
                operands.iter().all(|e| self.is_constant(local, e))
            }
            ExpressionKind::Shift(_, a, b) => {
                self.is_constant(local, a) && self.is_constant(local, b)
            }
            ExpressionKind::Element { of, index, .. } => {
                self.is_constant(local, of) && self.is_constant(local, index)
            }
            ExpressionKind::Compose(parts)
            | ExpressionKind::Math(_, parts)
            | ExpressionKind::Operation(_, _, parts)
            | ExpressionKind::Sequence(parts) => all(parts),
            ExpressionKind::Choose(parts)
            | ExpressionKind::Select(parts)
            | ExpressionKind::Conditional(parts) => all(&parts[..]),
            // The library's functions are constants, whatever their arguments.
            ExpressionKind::Call(id, _) => self.head_of(*id).binding.is_some(),
            ExpressionKind::Assign(_) | ExpressionKind::Update(_) | ExpressionKind::Old => false,
            ExpressionKind::Integer(_)
            | ExpressionKind::Real(..)
            | ExpressionKind::Bits(_)
            | ExpressionKind::Sample(_)
            | ExpressionKind::TextureSize(_)
            | ExpressionKind::Fetch(..)
            | ExpressionKind::Unknown => true,
        }
    }

    fn refuse_value(&mut self, name: &str, span: Span) {
        let rule = Rule::Shading(Shading::UniformValue(name.into()));
        self.out.rule(rule, span);
    }

    /// The numbers of a constant; `local` has those of the function around it.
    fn numbers<'n>(
        &'n self,
        local: &'n dyn Fn(VariableId) -> Option<&'n [f64]>,
        e: &Expression,
    ) -> Option<Numbers> {
        let known = |variable: VariableRef| match variable {
            VariableRef::Global(id) => self.constants[id.0 as usize].as_deref(),
            VariableRef::Local(id) => local(id),
        };
        let calls = |id: FunctionId, values: &[Numbers], ty: Type| {
            let head = self.head_of(id);
            head.binding.as_ref()?;
            self.dialect.folded_call(head.name.text, values, ty)
        };
        let calls: Option<&constant::Calls<'_>> = match self.rules.folds_calls {
            true => Some(&calls),
            false => None,
        };
        constant::numbers(&self.types, &known, calls, e)
    }
}

impl<'a> FunctionChecker<'a, '_> {
    /// Checks the first value of a constant inside a function, and records its numbers.
    pub(in crate::frontend::c_like::check) fn declare_constant(
        &mut self,
        head: &Head<'_>,
        declarator: &Declarator<'a>,
        variable: VariableId,
        value: Option<&Expression>,
    ) {
        let (Some(e), Some(value)) = (declarator.value.as_ref(), value) else {
            return;
        };
        let is_static = head.has(Specifier::Static);
        if !head.has(Specifier::Const) || !is_static && self.c.options.is_strict {
            return;
        }
        let local = |id: VariableId| self.usage[id.0 as usize].is_constant;
        let is_constant = self.c.is_constant_value(&local, e, value);
        if !is_constant && is_static && self.c.rules.static_needs_constant {
            let at = self.c.after_value(e);
            self.c.refuse_value(declarator.name.text, at);
        }
        let numbers = match &e.kind {
            ExprKind::List(_) => None,
            _ => self.numbers(value),
        };
        let usage = &mut self.usage[variable.0 as usize];
        usage.is_constant = is_constant;
        usage.numbers = numbers;
    }

    /// Whether a condition holds, where the language drops what a constant condition does not choose.
    pub(in crate::frontend::c_like::check) fn chosen(
        &self,
        condition: &Expression,
    ) -> Option<bool> {
        let decides = self.c.rules.by_reach;
        let value = decides.then(|| self.number(condition)).flatten();
        value.map(|x| x != 0.0)
    }

    /// How many calls and late errors there are so far.
    pub(in crate::frontend::c_like::check) fn reach_mark(&self) -> (usize, usize) {
        (self.calls.len(), self.delayed.len())
    }

    /// Forgets calls and late errors since the mark: they stand where no program comes.
    pub(in crate::frontend::c_like::check) fn forget_reached(
        &mut self,
        (n_calls, n_delayed): (usize, usize),
    ) {
        self.calls.truncate(n_calls);
        self.delayed.truncate(n_delayed);
    }

    /// `c ? a : b`. Where c is a constant, the other operand is checked for its type only.
    pub(in crate::frontend::c_like::check) fn conditional(
        &mut self,
        parts: &'a [Expr<'a>; 3],
        span: Span,
    ) -> Expression {
        let [condition, a, b] = parts;
        let condition = self.expression(condition);
        let chosen = self.chosen(&condition);
        // Both operands are checked. What only the other one reaches does not count as reached.
        let operand = |f: &mut Self, e: &'a Expr<'a>, is_live: bool| {
            let mark = f.reach_mark();
            let e = f.expression(e);
            if !is_live {
                f.forget_reached(mark);
            }
            e
        };
        let a = operand(self, a, chosen != Some(false));
        let b = operand(self, b, chosen != Some(true));
        let is_known = |e: &Expression| e.ty != Type::Unknown;
        // An error in the operand that is not chosen leaves the value of the chosen one.
        match chosen {
            Some(true) if is_known(&a) && !is_known(&b) => return a,
            Some(false) if is_known(&b) && !is_known(&a) => return b,
            _ if ![&condition, &a, &b].into_iter().all(is_known) => return unknown(span),
            _ => {}
        }
        let dialect = self.c.dialect;
        // The dialect gives the type of both. The chosen operand, converted to it, is the whole expression.
        let mut e = dialect.conditional(self, [condition, a, b], span);
        if let (Some(holds), ExpressionKind::Conditional(parts)) = (chosen, &mut e.kind) {
            e.kind = std::mem::replace(
                &mut parts[if holds { 1 } else { 2 }].kind,
                ExpressionKind::Unknown,
            );
        }
        e
    }

    /// The value of a scalar constant.
    pub(in crate::frontend::c_like) fn number(&self, e: &Expression) -> Option<f64> {
        match e.ty {
            Type::Scalar(_) => self.numbers(e)?.first().copied(),
            _ => None,
        }
    }

    /// Whether the numbers of a constant expression are known.
    pub(in crate::frontend::c_like) fn has_numbers(&self, e: &Expression) -> bool {
        self.numbers(e).is_some()
    }

    /// The numbers of a constant expression.
    pub(in crate::frontend::c_like) fn numbers(&self, e: &Expression) -> Option<Numbers> {
        let local = |id: VariableId| self.usage[id.0 as usize].numbers.as_deref();
        self.c.numbers(&local, e)
    }
}

/// Whether a variable outside functions is an input or an output.
fn has_way(head: &Head<'_>) -> bool {
    [Specifier::Varying, Specifier::In, Specifier::Out]
        .iter()
        .any(|s| head.has(*s))
}

/// The last character.
pub(in crate::frontend::c_like::check) fn end_of(span: Span) -> Span {
    Span {
        start: span.end.saturating_sub(1).max(span.start),
        end: span.end,
    }
}
