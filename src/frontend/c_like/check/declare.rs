//! Checks declarations: types of names, variables outside functions, semantics, first values.

use super::checker::{Checker, Entity};
use super::dialect::Declared;
use super::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{
    self, Declarator, ExprKind, Head, Name, Specifier, TypeArgument, TypeName, Variables,
};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Array, Semantic, Type};
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;

/// The most scalars of all variables outside functions.
const MAX_SCALARS_OUTSIDE: u32 = 1 << 18;

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

    /// What a name stands for in the pipeline: its last semantic that is no place of storage.
    pub(super) fn semantic(&mut self, semantics: &'a [syntax::Semantic<'a>]) -> Option<Semantic> {
        let dialect = self.dialect;
        let (semantic, name) = dialect.semantic(semantics)?;
        let index = semantic.index.as_ref().and_then(|e| {
            let e = FunctionChecker::outside(self).expression(e);
            u32::try_from(e.constant_integer()?).ok()
        });
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
            name: name.into(),
            index,
            span: semantic.name.span,
        })
    }

    /// Variables outside functions.
    pub(super) fn global_variables(&mut self, variables: &'a Variables<'a>) {
        for declarator in variables.declarators {
            self.global(&variables.head, declarator);
        }
    }

    fn global(&mut self, head: &'a Head<'a>, declarator: &'a Declarator<'a>) {
        let name = declarator.name;
        let element = match head.has(Specifier::Static) {
            true => {
                self.refuse_word(&head.ty);
                self.variable_type(&head.ty, name)
            }
            false => self.variable_or_void(&head.ty, name),
        };
        let declared = self.declared_of(element, head, declarator);
        let ty = self.resolved(declared, name.text);
        self.check_head(head, declared, name, Declared::Global);
        self.check_global_words(head, name);
        self.check_static(head, declarator);
        let known = self.find(name.text);
        if let Some(Entity::Global(id)) = known
            && self.is_declared_again(id, head, declarator, ty)
        {
            return;
        }
        if let Some(known) = known {
            let kind = match known {
                Entity::Type(_) => {
                    ErrorKind::CLike(Rule::Shading(Shading::NameOfType(name.text.into())))
                }
                _ => ErrorKind::Redeclared(name.text.into()),
            };
            self.out.error(kind, name.span);
        } else if self.technique_names.contains(name.text) {
            let kind = ErrorKind::Redeclared(name.text.into());
            self.out.error(kind, name.span);
        }
        // The first value may give an array its size.
        let n_delayed = self.delayed.len();
        let (ty, value) = match &declarator.value {
            Some(e) => {
                let (ty, value) = FunctionChecker::outside(self).first_value(ty, e);
                (ty, Some(value))
            }
            None => (ty, None),
        };
        if value.is_some() && head.has(Specifier::Extern) {
            let rule = Shading::ExternValue(name.text.into());
            self.out.rule(Rule::Shading(rule), name.span);
        }
        if let Some(value) = &value {
            self.check_global_value(head, declarator, value, n_delayed);
        }
        let semantic = self.semantic(declarator.semantics);
        let id = self.new_global(
            Global {
                name: name.text.into(),
                ty,
                span: name.span,
                storage: storage_of(head, declarator),
                value,
                semantic,
                is_output: head.has(Specifier::Out),
                buffer: None,
                is_pattern: false,
            },
            name.text,
            head.has(Specifier::Const),
        );
        if head.has(Specifier::Static) && head.has(Specifier::Const) {
            self.name_constant(id, declarator);
        }
        if head.has(Specifier::Extern) && self.rules.by_reach {
            self.declared_extern.insert(id);
        }
        self.effect_variable(id, head, declarator);
    }

    /// Whether a second declaration of a variable says the same: one with `extern`, or the first without it after one with it.
    fn is_declared_again(
        &mut self,
        id: GlobalId,
        head: &'a Head<'a>,
        declarator: &'a Declarator<'a>,
        ty: Type,
    ) -> bool {
        if self.globals[id.0 as usize].ty != ty {
            return false;
        }
        if head.has(Specifier::Extern) {
            return true;
        }
        let is_own = head.has(Specifier::Static) || head.has(Specifier::Const);
        if is_own || declarator.value.is_some() || !self.declared_extern.remove(&id) {
            return false;
        }
        // Its semantic counts.
        if let Some(semantic) = self.semantic(declarator.semantics) {
            self.globals[id.0 as usize].semantic = Some(semantic);
        }
        true
    }

    /// Checks the words before a declared name by the language's rules, but for those of its library.
    pub(super) fn check_head(&mut self, head: &Head<'_>, ty: Type, name: Name<'_>, of: Declared) {
        if !head.specifiers.is_empty() && !self.is_in_library() {
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

    /// Reports words that do not stand before a variable outside functions.
    fn check_global_words(&mut self, head: &Head<'_>, name: Name<'_>) {
        let inline = |s: &Specifier| {
            matches!(
                s,
                Specifier::Inline | Specifier::ForceInline | Specifier::AlwaysInline
            )
        };
        if let Some((_, word)) = head.specifiers.iter().find(|(s, _)| inline(s)) {
            let rule = Shading::InlineVariable(name.text.into());
            let span = word.span.to(name.span);
            self.out.rule(Rule::Shading(rule), span);
        }
        self.check_words(head, name);
        if head.has(Specifier::Out) && !head.has(Specifier::Varying) {
            let rule = Shading::OutLocal(name.text.into());
            self.out.rule(Rule::Shading(rule), name.span);
        }
    }

    /// Reports words before a variable outside functions that do not go together.
    fn check_words(&mut self, head: &Head<'_>, name: Name<'_>) {
        let n = |s: Specifier| head.specifiers.iter().filter(|(t, _)| *t == s).count();
        let text = || String::from(name.text);
        let rule = if n(Specifier::Profile) + n(Specifier::Shared) > 0 {
            Some(Shading::ProfileOfVariable(text()))
        } else if n(Specifier::Uniform) > 0 && n(Specifier::Varying) > 0 {
            Some(Shading::UniformVarying(text()))
        } else if n(Specifier::Static) > 0 && n(Specifier::Extern) > 0 {
            Some(Shading::StaticExtern(text()))
        } else if n(Specifier::Static) > 1 || n(Specifier::Extern) > 1 {
            Some(Shading::SpecifierTwice(text()))
        } else {
            None
        };
        if let Some(rule) = rule {
            self.out.rule(Rule::Shading(rule), name.span);
        }
    }

    /// Counts the scalars of a variable outside functions; too many of all are reported once.
    fn count_global(&mut self, global: &Global) {
        self.note_use(global.ty);
        let had_room = self.has_room_outside();
        self.n_scalars = self.n_scalars.saturating_add(self.types.count(global.ty));
        if had_room && !self.has_room_outside() {
            let rule = Rule::ManyVariablesOutside(MAX_SCALARS_OUTSIDE);
            self.out.rule(rule, global.span);
        }
    }

    /// Whether the variables outside functions have no more scalars than is allowed.
    pub(super) fn has_room_outside(&self) -> bool {
        self.n_scalars <= MAX_SCALARS_OUTSIDE
    }

    /// Adds a variable outside functions, and declares its name.
    pub(super) fn new_global(&mut self, global: Global, name: &'a str, is_const: bool) -> GlobalId {
        let is_const =
            is_const || self.rules.uniforms_are_const && global.storage == Storage::Uniform;
        let id = self.add_global(global, is_const);
        self.declare(name, Entity::Global(id));
        id
    }

    /// Adds a variable outside functions without a name there.
    pub(super) fn add_global(&mut self, global: Global, is_const: bool) -> GlobalId {
        let id = GlobalId(self.globals.len() as u32);
        self.patterns.global();
        self.count_global(&global);
        self.globals.push(global);
        self.are_const.push(is_const);
        self.are_constant.push(false);
        self.constants.push(None);
        id
    }
}

/// Whether a name is that of a register: `c5`, `s0`, also with a component.
fn is_register(name: &str) -> bool {
    let number = name.strip_prefix(['c', 'C', 's', 'S']);
    number.is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()))
}

/// Where a variable outside functions has its value from. A constant with a value is not set from outside.
fn storage_of(head: &Head<'_>, declarator: &Declarator<'_>) -> Storage {
    let has_own =
        head.has(Specifier::Const) && declarator.value.is_some() && !head.has(Specifier::Uniform);
    let is_varying = [Specifier::Varying, Specifier::In, Specifier::Out];
    if head.has(Specifier::Static) || has_own {
        Storage::Static
    } else if is_varying.into_iter().any(|s| head.has(s)) {
        Storage::Varying
    } else {
        Storage::Uniform
    }
}
