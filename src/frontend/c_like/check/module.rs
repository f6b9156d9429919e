//! Resolves names and types: structures, then the heads of all functions, then their bodies. So functions may be called
//! before their definition.

use super::checker::{Checker, Head};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::check::pattern::Patterns;
use crate::frontend::c_like::diagnostics::Diagnostics;
use crate::frontend::c_like::dialect::Dialect;
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::syntax::{
    Declarator, Function, Item, Specifier, Struct, Text, Variables,
};
use crate::frontend::c_like::tree::{Direction, FunctionId, Module};
use crate::frontend::c_like::types::{Member, Scalar, StructId, Type, Types};
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;
use rustc_hash::FxHashMap;

/// Specifiers of functions that cannot be called from outside.
const SPECIFIERS_OF_OWN: &[Specifier] = &[
    Specifier::Static,
    Specifier::Inline,
    Specifier::ForceInline,
    Specifier::AlwaysInline,
];

/// Checks the module of a text; the result is valid only without errors.
pub(in crate::frontend::c_like) fn check(
    text: &Text<'_>,
    dialect: &'static Dialect,
    out: Diagnostics,
) -> (Module, Diagnostics) {
    let mut checker = Checker {
        dialect,
        out,
        types: Types::default(),
        structs: FxHashMap::default(),
        functions: FxHashMap::default(),
        heads: Vec::new(),
        patterns: Patterns::default(),
        is_incomplete: text.is_incomplete,
    };
    let mut functions = Vec::new();
    for item in &text.items {
        match item {
            Item::Struct(s) => checker.structure(s),
            Item::Function(f) => functions.push(f),
            Item::Variables(_) | Item::Typedef(_) | Item::Pragma(_) => {}
        }
    }
    let functions: Vec<_> = functions.into_iter().filter(|f| checker.head(f)).collect();
    let module = checker.bodies(&functions);
    (module, checker.out)
}

impl<'a> Checker<'a> {
    /// The size of an array outside functions.
    fn size(&mut self, declarator: &Declarator<'a>) -> Option<i64> {
        let size = declarator.sizes.first()?.as_ref()?;
        let mut f = FunctionChecker::outside(self);
        Some(f.array_size(size))
    }

    fn structure<'s>(&mut self, s: &'s Struct<'a>) {
        let mut members: Vec<Member> = Vec::new();
        let mut scalars: Vec<Scalar> = Vec::new();
        let members_of = |v: &'s Variables<'a>| v.declarators.iter().map(move |d| (&v.head.ty, d));
        for (word, declarator) in s.members.iter().flat_map(members_of) {
            let element = self.variable_type(word);
            let size = self.size(declarator);
            let ty = self.declared_type(element, size, declarator.name.span);
            let name = declarator.name;
            if members.iter().any(|m| m.name == name.text) {
                let kind = ErrorKind::Redeclared(name.text.into());
                self.out.error(kind, name.span);
            }
            let used = scalars.len() as u64 + u64::from(self.types.count(ty));
            if used > Types::MAX_SCALARS {
                let limit = Types::MAX_SCALARS;
                self.out.rule(Rule::TooLarge { used, limit }, name.span);
                break;
            }
            members.push(Member {
                name: name.text.into(),
                ty,
                offset: scalars.len() as u32,
                semantic: None,
            });
            scalars.extend(self.types.scalars(ty));
        }
        let id = StructId(self.types.structs.len() as u32);
        self.types
            .structs
            .push(crate::frontend::c_like::types::Struct {
                name: s.name.text.into(),
                members,
                scalars,
                is_interface: false,
                interfaces: Vec::new(),
            });
        if self.structs.insert(s.name.text, id).is_some() {
            let kind = ErrorKind::Redeclared(s.name.text.into());
            self.out.error(kind, s.name.span);
        }
    }

    /// Checks a function's head; false if its name is taken.
    fn head(&mut self, f: &Function<'a>) -> bool {
        let is_external = !SPECIFIERS_OF_OWN.iter().any(|s| f.head.has(*s));
        let ty = self.named_type(&f.head.ty);
        if is_external && !matches!(ty, Type::Void | Type::Scalar(_) | Type::Unknown) {
            let rule = Rule::ExternalReturn(self.type_name(ty));
            self.out.rule(rule, f.head.ty.name.span);
        }
        // Checks the types of the parameters, which are limited for external functions.
        let mut parameters = Vec::new();
        for p in &f.parameters {
            let element = self.variable_type(&p.head.ty);
            let size = self.size(&p.declarator);
            let ty = self.declared_type(element, size, p.declarator.name.span);
            if is_external && !self.can_be_external(ty, p.head.direction()) {
                let rule = Rule::ExternalParameter(self.type_name(ty));
                self.out.rule(rule, p.head.ty.name.span);
            }
            parameters.push((ty, p.head.direction(), p.declarator.name));
        }
        // The name must be neither a builtin's nor declared already.
        let name = f.name;
        let error = match name.text {
            text if (self.dialect.builtin)(text).is_some() => {
                Some(ErrorKind::CLike(Rule::BuiltinName(text.into())))
            }
            text if self.functions.contains_key(text) || self.structs.contains_key(text) => {
                Some(ErrorKind::Redeclared(text.into()))
            }
            _ => None,
        };
        if let Some(kind) = error {
            self.out.error(kind, name.span);
            return false;
        }
        self.functions
            .insert(name.text, FunctionId(self.heads.len() as u32));
        self.heads.push(Head {
            name,
            ty,
            parameters,
            is_external,
        });
        true
    }

    /// Whether an external function can have such a parameter: numbers and vectors, and arrays of them that are uniform.
    fn can_be_external(&self, ty: Type, direction: Direction) -> bool {
        match ty {
            Type::Struct(_) => false,
            Type::Array(id) => {
                let (element, _) = self.types.array_of(id);
                direction == Direction::Uniform && element.scalar().is_some()
            }
            _ => true,
        }
    }

    fn bodies(&mut self, functions: &[&Function<'a>]) -> Module {
        for _ in functions {
            self.patterns.function();
        }
        // The parameters' nodes come first, so that calls can name them.
        let parameters: Vec<Vec<_>> = (0..functions.len())
            .map(|i| {
                let n = self.heads[i].parameters.len();
                (0..n).map(|_| self.patterns.node()).collect()
            })
            .collect();
        let mut checked = Vec::new();
        let mut calls = Vec::new();
        for (i, f) in functions.iter().enumerate() {
            let id = FunctionId(i as u32);
            let (function, nodes, called) = FunctionChecker::new(self, id, &parameters).check(f);
            checked.push((function, nodes));
            calls.push(called);
        }
        self.refuse_recursion(&calls);
        self.find_unused(&calls);
        self.patterns.settle();
        let mut module = Module {
            types: std::mem::take(&mut self.types),
            ..Module::default()
        };
        for (i, (mut function, nodes)) in checked.into_iter().enumerate() {
            function.is_pattern = self
                .patterns
                .is_pattern(self.patterns.value_of(FunctionId(i as u32)));
            for (variable, node) in function.variables.iter_mut().zip(nodes) {
                variable.is_pattern = self.patterns.is_pattern(node);
            }
            module.functions.push(function);
        }
        module
    }

    /// A function that calls itself, directly or through others.
    fn refuse_recursion(&mut self, calls: &[Vec<(FunctionId, Span)>]) {
        // 0 = not visited, 1 = on the path, 2 = done.
        let mut state = vec![0u8; calls.len()];
        for root in 0..calls.len() {
            if state[root] != 0 {
                continue;
            }
            state[root] = 1;
            let mut path = vec![(root, 0)];
            while let Some((f, next)) = path.pop() {
                let Some((callee, span)) = calls[f].get(next) else {
                    state[f] = 2;
                    continue;
                };
                path.push((f, next + 1));
                let callee = callee.0 as usize;
                match state[callee] {
                    0 => {
                        state[callee] = 1;
                        path.push((callee, 0));
                    }
                    1 => {
                        let start = path.iter().position(|(f, _)| *f == callee).unwrap_or(0);
                        let names = path[start..].iter().map(|(f, _)| *f).chain([callee]);
                        let names: Vec<&str> = names.map(|f| self.heads[f].name.text).collect();
                        let mut way = names.join(" → ");
                        way.truncate(way.floor_char_boundary(160));
                        let rule = Rule::Recursion(names[0].into(), way);
                        self.out.rule(rule, *span);
                    }
                    _ => {}
                }
            }
        }
    }

    fn find_unused(&mut self, calls: &[Vec<(FunctionId, Span)>]) {
        let mut is_called = vec![false; calls.len()];
        for (callee, _) in calls.iter().flatten() {
            is_called[callee.0 as usize] = true;
        }
        for (head, is_called) in self.heads.iter().zip(is_called) {
            if !head.is_external && !is_called {
                let oddity = Oddity::UnusedFunction(head.name.text.into());
                self.out.odd(oddity, head.name.span);
            }
        }
    }
}
