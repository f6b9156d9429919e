//! Checks variables outside functions.

use crate::frontend::c_like::check::checker::{Checker, Entity};
use crate::frontend::c_like::check::dialect::Declared;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{Declarator, Head, Name, Specifier, Variables};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::Type;
use crate::frontend::diagnostic::ErrorKind;

/// The most scalars of all variables outside functions.
const MAX_SCALARS_OUTSIDE: u32 = 1 << 18;

impl<'a> Checker<'a> {
    /// Variables outside functions.
    pub(in crate::frontend::c_like::check) fn global_variables(
        &mut self,
        variables: &'a Variables<'a>,
    ) {
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
            && self.rules.extern_repeats
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
                let is_uniform = self.storage_of(head, declarator) == Storage::Uniform;
                let mut checker = FunctionChecker::outside(self);
                checker.drops_excess = is_uniform;
                let (ty, value) = checker.first_value(ty, e);
                (ty, Some(value))
            }
            None => (ty, None),
        };
        if value.is_some() && head.has(Specifier::Extern) && !self.rules.constants_are_uniforms {
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
                storage: self.storage_of(head, declarator),
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
        let is_written = head.has(Specifier::Out) || head.has(Specifier::InOut);
        if is_written && !head.has(Specifier::Varying) {
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
    pub(in crate::frontend::c_like::check) fn has_room_outside(&self) -> bool {
        self.n_scalars <= MAX_SCALARS_OUTSIDE
    }

    /// Adds a variable outside functions, and declares its name.
    pub(in crate::frontend::c_like::check) fn new_global(
        &mut self,
        global: Global,
        name: &'a str,
        is_const: bool,
    ) -> GlobalId {
        let is_const =
            is_const || self.rules.uniforms_are_const && global.storage == Storage::Uniform;
        let id = self.add_global(global, is_const);
        self.declare(name, Entity::Global(id));
        id
    }

    /// Adds a variable outside functions without a name there.
    pub(in crate::frontend::c_like::check) fn add_global(
        &mut self,
        global: Global,
        is_const: bool,
    ) -> GlobalId {
        let id = GlobalId(self.globals.len() as u32);
        self.patterns.global();
        self.count_global(&global);
        self.globals.push(global);
        self.are_const.push(is_const);
        self.are_constant.push(false);
        self.constants.push(None);
        id
    }

    /// Where a variable outside functions has its value from. Where constants are no uniforms, one with a value is not set
    /// from outside.
    fn storage_of(&self, head: &Head<'_>, declarator: &Declarator<'_>) -> Storage {
        let has_own = head.has(Specifier::Const)
            && declarator.value.is_some()
            && !head.has(Specifier::Uniform)
            && !self.rules.constants_are_uniforms;
        let is_varying = [Specifier::Varying, Specifier::In, Specifier::Out];
        if head.has(Specifier::Static) || has_own {
            Storage::Static
        } else if is_varying.into_iter().any(|s| head.has(s)) {
            Storage::Varying
        } else {
            Storage::Uniform
        }
    }
}
