//! Checks declarations: types of names, words before them, semantics. Variables outside functions are in `global`.

mod global;
mod head;

use super::checker::{Checker, Entity};
use super::dialect::Declared;
use super::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{
    self, Declarator, ExprKind, Head, Name, Specifier, TypeArgument, TypeName,
};
use crate::frontend::c_like::tree::ExpressionKind;
use crate::frontend::c_like::types::{Array, Semantic, Type};
use crate::ir::Span;

impl<'a> Checker<'a> {
    /// The type that a word names; an unknown word is reported.
    pub(super) fn named_type(&mut self, word: &TypeName<'a>) -> Type {
        let name = word.name;
        if !word.arguments.is_empty() {
            return self.built_type(word);
        }
        // A generic word of the library comes first, then the text's own types, then those of the language.
        let generic = self
            .binding
            .and_then(|b| self.dialect.generic_type(name.text, &b));
        let declared = || match self.find(name.text) {
            Some(Entity::Type(ty)) => Some(ty),
            _ => None,
        };
        let known = generic
            .or_else(declared)
            .or_else(|| self.dialect.type_of(name.text));
        // The message says what was probably meant. Text that is incomplete may lack a type without a message.
        known.unwrap_or_else(|| {
            if !self.is_incomplete {
                let text: String = name.text.into();
                let rule = match self.dialect.advice(name.text) {
                    Some(advice) => Rule::Word(text, advice),
                    None if name.text.starts_with("unsigned ") => Rule::Shading(Shading::Unsigned),
                    None if word.is_tagged => Rule::Shading(Shading::UndefinedStruct(text)),
                    None => Rule::UnknownType(text),
                };
                self.out.rule(rule, name.span);
            }
            Type::Unknown
        })
    }

    /// `vector<float, 4>`, `matrix<float, 4, 4>`.
    fn built_type(&mut self, word: &TypeName<'a>) -> Type {
        let mut scalar = None;
        let mut sizes = Vec::new();
        for argument in word.arguments {
            match argument {
                TypeArgument::Type(t) => scalar = self.named_type(t).scalar(),
                // A number in a type has no names that could be borrowed from the text's life.
                TypeArgument::Number(e) => {
                    if let ExprKind::Number(text) = e.kind {
                        sizes.extend(text.parse::<u8>());
                    }
                }
            }
        }
        match (word.name.text, scalar, &sizes[..]) {
            (name, Some(_), []) if let Some(ty @ Type::Sampler(_)) = self.dialect.type_of(name) => {
                ty
            }
            ("vector", Some(s), [n @ 1..=4]) => Type::Vector(s, *n),
            ("matrix", Some(s), [r @ 1..=4, c @ 1..=4]) => Type::Matrix(s, *r, *c),
            _ => {
                let rule = Rule::UnknownType(word.name.text.into());
                self.out.rule(rule, word.name.span);
                Type::Unknown
            }
        }
    }

    /// The type that a word names, for a variable or a member.
    pub(super) fn variable_type(&mut self, word: &TypeName<'a>, name: Name<'a>) -> Type {
        match self.named_type(word) {
            Type::Void => {
                let (rule, span) = if self.rules.in_order {
                    let rule = Shading::VoidVariable(name.text.into());
                    (Rule::Shading(rule), name.span)
                } else {
                    (Rule::VoidVariable, word.name.span)
                };
                self.out.rule(rule, span);
                Type::Unknown
            }
            ty => ty,
        }
    }

    /// The same of a variable, which is an object without a value where the language lets it be `void`.
    pub(super) fn variable_or_void(&mut self, word: &TypeName<'a>, name: Name<'a>) -> Type {
        self.refuse_word(word);
        match self.named_type(word) {
            Type::Void if self.rules.has_void_variables => Type::String,
            _ => self.variable_type(word, name),
        }
    }

    /// Refuses a type whose word the profile has in texts only.
    pub(super) fn refuse_word(&mut self, word: &TypeName<'a>) {
        if let Some(number) = self.dialect.refused_type(word.name.text) {
            let name = word.name.text.into();
            let rule = Shading::RefusedByProfile { name, number };
            self.out.rule(Rule::Shading(rule), word.name.span);
        }
    }

    /// The type of a declared name: an element with the sizes after the name, the last one innermost.
    pub(super) fn array_of(&mut self, element: Type, sizes: &[Option<u32>], span: Span) -> Type {
        if element == Type::Unknown {
            return element;
        }
        let mut ty = element;
        for size in sizes.iter().rev() {
            if self.too_deep(ty, span) {
                return Type::Unknown;
            }
            ty = match size {
                Some(n) => self.array(ty, *n, span),
                None => self.types.array_type(Array {
                    element: ty,
                    count: None,
                    is_packed: false,
                }),
            };
        }
        ty
    }

    /// The type with the sizes that stand after its word.
    pub(super) fn sized(&mut self, ty: Type, word: &'a TypeName<'a>) -> Type {
        if word.sizes.is_empty() {
            return ty;
        }
        let sizes = FunctionChecker::outside(self).sizes(word.sizes);
        self.array_of(ty, &sizes, word.name.span)
    }

    /// `packed float a[4]` is a vector, `packed float a[4][4]` a matrix.
    pub(super) fn packed(&self, ty: Type) -> Type {
        let sized = |ty: Type| match ty {
            Type::Array(id) => {
                let (element, n) = self.types.array_of(id);
                (1..=4).contains(&n).then_some((element, n as u8))
            }
            _ => None,
        };
        match sized(ty) {
            Some((Type::Scalar(s), n)) => Type::Vector(s, n),
            Some((Type::Vector(s, c), n)) => Type::Matrix(s, n, c),
            Some((inner, n)) => match sized(inner) {
                Some((Type::Scalar(s), c)) => Type::Matrix(s, n, c),
                _ => ty,
            },
            _ => ty,
        }
    }

    /// The type of a declarator outside of a body.
    pub(super) fn declared_type(
        &mut self,
        head: &'a Head<'a>,
        declarator: &'a Declarator<'a>,
    ) -> Type {
        let element = self.variable_type(&head.ty, declarator.name);
        self.declared_of(element, head, declarator)
    }

    /// The same, from the type that the word names.
    fn declared_of(
        &mut self,
        element: Type,
        head: &'a Head<'a>,
        declarator: &'a Declarator<'a>,
    ) -> Type {
        let element = self.sized(element, &head.ty);
        let ty = if declarator.sizes.is_empty() {
            element
        } else {
            let sizes = FunctionChecker::outside(self).sizes(declarator.sizes);
            self.array_of(element, &sizes, declarator.name.span)
        };
        let needs_size = self.rules.arrays_need_size && declarator.value.is_none();
        if needs_size && self.is_open(ty) {
            let rule = Shading::NoSize(declarator.name.text.into());
            self.out.rule(Rule::Shading(rule), declarator.name.span);
            return Type::Unknown;
        }
        if head.has(Specifier::Packed) {
            self.packed(ty)
        } else {
            ty
        }
    }

    /// What a name stands for in the pipeline: of its semantics the one that the language says. `TEXCOORD[1]` is `TEXCOORD1`.
    pub(super) fn semantic(&mut self, semantics: &'a [syntax::Semantic<'a>]) -> Option<Semantic> {
        let dialect = self.dialect;
        let (semantic, name) = dialect.semantic(semantics)?;
        let index = semantic.index.as_ref().and_then(|e| {
            let mut checker = FunctionChecker::outside(self);
            let e = checker.expression(e);
            let folded = || checker.number(&e).map(|x| x as i64);
            match e.kind {
                ExpressionKind::Integer(n) => Some(n),
                _ => folded(),
            }
        });
        // A name that has a number already is none that a profile knows.
        let name = match index {
            Some(n) if name.ends_with(|c: char| c.is_ascii_digit()) => format!("{name}[{n}]"),
            Some(n) => format!("{name}{n}"),
            None => name.to_owned(),
        };
        let argument = semantic.arguments.as_ref().and_then(|a| a.last());
        if let Some(register) = argument
            && self.rules.checks_registers
            && semantic.name.text.eq_ignore_ascii_case("register")
            && !is_register(register.text)
        {
            let rule = Shading::Register(register.text.into());
            self.out.rule(Rule::Shading(rule), semantic.name.span);
        }
        Some(Semantic {
            name,
            is_register: semantic.arguments.is_some(),
            span: semantic.name.span,
        })
    }

    /// Checks the words before a declared name by the language's rules, but for those of its library.
    pub(super) fn check_head(&mut self, head: &Head<'_>, ty: Type, name: Name<'_>, of: Declared) {
        if (!head.specifiers.is_empty() || self.rules.checks_bare_words) && !self.is_in_library() {
            let dialect = self.dialect;
            dialect.check_words(self, head, ty, name, of);
        }
    }

    /// Reports `uniform varying` before a parameter or a member.
    pub(super) fn check_domain(&mut self, head: &Head<'_>, name: Name<'_>) {
        let is_both = head.has(Specifier::Uniform) && head.has(Specifier::Varying);
        if is_both && self.rules.by_reach {
            let rule = Shading::UniformVarying(name.text.into());
            self.out.rule(Rule::Shading(rule), name.span);
        }
    }

    /// Reports a semantic of a static variable.
    pub(super) fn check_static(&mut self, head: &Head<'_>, declarator: &Declarator<'_>) {
        let has_semantic = !declarator.semantics.is_empty();
        if has_semantic && head.has(Specifier::Static) && self.rules.by_reach {
            let name = declarator.name;
            let rule = Shading::StaticSemantic(name.text.into());
            self.out.rule(Rule::Shading(rule), name.span);
        }
    }
}

/// Whether a name is that of a register: `c5`, `s0`, also with a component.
fn is_register(name: &str) -> bool {
    let number = name.strip_prefix(['c', 'C', 's', 'S']);
    number.is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()))
}
