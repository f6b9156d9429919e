//! Checks structures, interfaces and blocks of uniforms.

use super::checker::{Checker, Entity, Formal};
use super::dialect::{Bases, Declared};
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::rule::shading_oddity::ShadingOddity;
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::syntax::{Declarator, Head, Name, Specifier, Struct, StructKind};
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{self, Member, Scalar, StructId, Type};
use crate::frontend::diagnostic::ErrorKind;
use std::rc::Rc;

impl<'a> Checker<'a> {
    /// A structure, or its declaration only.
    pub(super) fn structure(&mut self, s: &'a Struct<'a>) {
        let name = s.name;
        let known = match self.find(name.text) {
            Some(Entity::Type(Type::Struct(id))) if !name.text.is_empty() => Some(id),
            _ => None,
        };
        if !s.has_body {
            if known.is_none() {
                let id = self.new_structure(name.text);
                self.declared_only.insert(id, false);
                self.declare(name.text, Entity::Type(Type::Struct(id)));
            }
            return;
        }
        if let (Some(Entity::Function(_)), true) = (self.find(name.text), self.rules.by_reach) {
            let rule = Shading::NameOfType(name.text.into());
            self.out.rule(Rule::Shading(rule), name.span);
        }
        let declared_only = known.filter(|id| self.types.structure(*id).members.is_empty());
        let declared_only = declared_only.filter(|_| self.rules.in_order);
        let id = declared_only.unwrap_or_else(|| self.new_structure(name.text));
        // The name is known inside, where in-order languages declare it; members of its own type are not complete.
        self.members(s, id);
        self.complete(id, name);
        let is_own = self.rules.repeats_structures;
        if self.technique_names.contains(name.text) {
            let kind = ErrorKind::Redeclared(name.text.into());
            self.out.error(kind, name.span);
        }
        let is_other = known.is_some_and(|known| !is_own || !self.is_same(known, id));
        // The same structure once more means the first one.
        if !is_other && known.is_some() && declared_only.is_none() {
            return;
        }
        if is_other && declared_only.is_none() {
            let kind = if self.rules.in_order {
                crate::frontend::diagnostic::ErrorKind::CLike(Rule::Shading(
                    Shading::StructDefined(name.text.into()),
                ))
            } else {
                ErrorKind::Redeclared(name.text.into())
            };
            self.out.error(kind, name.span);
        }
        self.types.structs[id.0 as usize].is_interface = s.kind == StructKind::Interface;
        if declared_only.is_none() {
            self.declare(name.text, Entity::Type(Type::Struct(id)));
        }
        let interfaces = match self.rules.bases {
            Bases::Structure => &[][..],
            Bases::Interfaces => s.interfaces,
        };
        for interface in interfaces {
            self.implements(id, *interface);
        }
        self.methods(s, id);
        if s.kind == StructKind::Buffer {
            if self.options.is_strict && s.semantic.is_some() {
                let rule = Shading::Block(name.text.into());
                self.out.rule(Rule::Shading(rule), name.span);
            }
            self.block(s, id);
        }
    }

    /// Notes that the size of a value has been computed with this type.
    pub(super) fn note_use(&mut self, ty: Type) {
        if let Type::Struct(id) = ty
            && let Some(is_used) = self.declared_only.get_mut(&id)
        {
            *is_used = true;
        }
    }

    /// Refuses the members of a structure whose declaration has been used as if it had none: sizes would be wrong, and it
    /// could be a part of itself.
    fn complete(&mut self, id: StructId, name: Name<'a>) {
        let was_used = self.declared_only.remove(&id) == Some(true);
        if was_used && !self.types.structure(id).members.is_empty() {
            let rule = Rule::UsedBeforeMembers(name.text.into());
            self.out.rule(rule, name.span);
        }
    }

    /// Whether two structures have the same members, so that the second may be written again.
    fn is_same(&self, a: StructId, b: StructId) -> bool {
        let members = |id: StructId| {
            let all = self.types.structure(id).members.iter();
            all.map(|m| (m.name.as_str(), m.ty))
        };
        members(a).eq(members(b))
    }

    fn new_structure(&mut self, name: &str) -> StructId {
        let id = StructId(self.types.structs.len() as u32);
        self.types.structs.push(types::Struct {
            name: name.into(),
            members: Vec::new(),
            scalars: Vec::new(),
            depth: 1,
            is_interface: false,
            interfaces: Vec::new(),
        });
        id
    }

    fn members(&mut self, s: &'a Struct<'a>, id: StructId) {
        let mut members: Vec<Member> = Vec::new();
        let mut scalars: Vec<Scalar> = Vec::new();
        let mut depth = 1;
        if self.rules.bases == Bases::Structure {
            self.inherit(s, id, &mut members, &mut scalars, &mut depth);
        }
        let n_inherited = members.len() as u32;
        let all = s.members.iter();
        let all = all.flat_map(|v| v.declarators.iter().map(move |d| (&v.head, d)));
        for (head, declarator) in all {
            let ty = self.declared_type(head, declarator);
            self.note_use(ty);
            let name = declarator.name;
            self.check_head(head, ty, name, Declared::Member);
            self.check_domain(head, name);
            let index = members.len() as u32;
            // A member may hide an inherited one, but no other of its own structure.
            let known = self.members.insert((id, name.text), index);
            if known.is_some_and(|known| known >= n_inherited) {
                let kind = ErrorKind::Redeclared(name.text.into());
                self.out.error(kind, name.span);
            }
            // A type that is too large or too deep ends here, with the members that fitted.
            let used = scalars.len() as u64 + u64::from(self.types.count(ty));
            let limit = self.rules.max_scalars;
            if used > limit {
                self.out.rule(Rule::TooLarge { used, limit }, name.span);
                break;
            }
            let n = self.types.count(ty).into();
            if self.too_deep(ty, name.span) || !self.spend(n, name.span) {
                break;
            }
            depth = depth.max(self.types.depth(ty) + 1);
            // Values of members and data of interfaces are refused, but stay members for what follows.
            let refused = if declarator.value.is_some() {
                Some(Shading::MemberValue(name.text.into()))
            } else if s.kind == StructKind::Interface {
                Some(Shading::InterfaceData(name.text.into()))
            } else {
                None
            };
            if let Some(rule) = refused {
                self.out.rule(Rule::Shading(rule), name.span);
            }
            let semantic = self.semantic(declarator.semantics);
            members.push(Member {
                name: name.text.into(),
                ty,
                offset: scalars.len() as u32,
                is_uniform: head.has(Specifier::Uniform),
                semantic,
            });
            scalars.extend(self.types.scalars(ty));
        }
        let structure = &mut self.types.structs[id.0 as usize];
        (structure.members, structure.scalars) = (members, scalars);
        structure.depth = depth;
    }

    /// The members of the structures after `:` come first (HLSL).
    fn inherit(
        &mut self,
        s: &'a Struct<'a>,
        id: StructId,
        members: &mut Vec<Member>,
        scalars: &mut Vec<Scalar>,
        depth: &mut u32,
    ) {
        for base in s.interfaces {
            let Some(Entity::Type(Type::Struct(of))) = self.find(base.text) else {
                self.out
                    .error(ErrorKind::Undeclared(base.text.into()), base.span);
                continue;
            };
            // The members of a base are copied. Their offsets follow those that are there already.
            let own = self.types.structure(of).clone();
            let used = (scalars.len() + own.scalars.len()) as u64;
            let limit = self.rules.max_scalars;
            if used > limit || own.depth >= types::Types::MAX_DEPTH {
                self.out.rule(Rule::TooLarge { used, limit }, base.span);
                return;
            }
            *depth = own.depth.max(*depth);
            for (i, member) in own.members.iter().enumerate() {
                // Members are found by (structure, name), so that each name gets an entry for this structure as well.
                let names = self.members.iter();
                let name = names
                    .filter(|((of_id, _), n)| *of_id == of && **n == i as u32)
                    .map(|((_, name), _)| *name)
                    .next();
                let index = members.len() as u32;
                if let Some(name) = name {
                    self.members.insert((id, name), index);
                }
                members.push(Member {
                    offset: scalars.len() as u32 + member.offset,
                    ..member.clone()
                });
            }
            scalars.extend(own.scalars);
        }
    }

    fn implements(&mut self, id: StructId, interface: Name<'a>) {
        match self.find(interface.text) {
            Some(Entity::Type(Type::Struct(base))) if self.types.structure(base).is_interface => {
                self.types.structs[id.0 as usize].interfaces.push(base);
            }
            // The reference takes a name that names no type.
            None | Some(Entity::Global(_)) => {
                let oddity = ShadingOddity::Connector(interface.text.into());
                self.out.odd(Oddity::Shading(oddity), interface.span);
            }
            Some(_) => {
                let rule = Shading::NotAnInterface(interface.text.into());
                self.out.rule(Rule::Shading(rule), interface.span);
            }
        }
    }

    /// Declares the methods and checks their bodies. They may call each other, unless names count in the order of the text.
    fn methods(&mut self, s: &'a Struct<'a>, id: StructId) {
        let mut own = Vec::new();
        for method in s.methods {
            let f = &method.function;
            if s.kind == StructKind::Interface && f.body.is_some() {
                let rule = Shading::InterfaceBody(f.name.text.into());
                self.out.rule(Rule::Shading(rule), f.name.span);
            }
            let head = self.function_head(f, Some(id));
            if !self.rules.by_reach {
                own.extend(head.map(|head| (head, f)));
            } else if let (Some(head), Some(_)) = (head, &f.body) {
                let members = s.members[..method.n_before].iter();
                let n: usize = members.map(|v| v.declarators.len()).sum();
                self.unfinished = Some((id, n as u32));
                self.body(head);
                self.unfinished = None;
            }
        }
        for (head, f) in own {
            if f.body.is_some() {
                self.body(head);
            }
        }
        // A structure has each method of its interfaces, with the same types.
        for base in self.types.structure(id).interfaces.clone() {
            let names = self.method_names.get(&base);
            let needed: Vec<(&'a str, Rc<Vec<FunctionId>>)> = names
                .into_iter()
                .flatten()
                .filter_map(|name| Some((*name, self.methods.get(&(base, *name))?.clone())))
                .collect();
            let pairs = needed.iter().map(|(name, all)| {
                let mine = self.methods.get(&(id, *name)).map_or(0, |m| m.len());
                1 + (all.len() * mine) as u64
            });
            let work = pairs.sum::<u64>() + 1;
            if !self.spend(work, s.name.span) {
                return;
            }
            let mut missing: Vec<&str> = Vec::new();
            for (name, all) in needed {
                let has = |wanted: &FunctionId| {
                    let mine = self
                        .methods
                        .get(&(id, name))
                        .map_or(&[][..], |m| m.as_slice());
                    mine.iter().any(|m| self.have_same_types(*m, *wanted))
                };
                if !all.iter().all(has) {
                    missing.push(name);
                }
            }
            // The map has no order, so that messages are sorted.
            missing.sort_unstable();
            for method in missing {
                let rule = Shading::NotImplemented {
                    method: method.into(),
                    interface: self.types.structure(base).name.clone(),
                };
                self.out.rule(Rule::Shading(rule), s.name.span);
            }
        }
    }

    /// Whether two functions take the same types, their objects aside.
    pub(super) fn have_same_types(&self, a: FunctionId, b: FunctionId) -> bool {
        let types = |id: FunctionId| {
            let head = self.head_of(id);
            let own = head.parameters.iter().skip(head.first_parameter());
            own.map(|p: &Formal<'_>| p.ty)
        };
        self.head_of(a).ty == self.head_of(b).ty && types(a).eq(types(b))
    }

    /// The members of a block are uniforms; its object, or the block's own name, is one variable of its type.
    fn block(&mut self, s: &'a Struct<'a>, id: StructId) {
        let semantic = s.semantic.as_ref().map(std::slice::from_ref);
        let semantic = self.semantic(semantic.unwrap_or_default());
        let buffer = self.n_buffer_members;
        let members = self.types.structure(id).members.clone();
        self.n_buffer_members += members.len() as u32;
        let declared = s.members.iter().flat_map(|v| v.declarators);
        for (member, declarator) in members.into_iter().zip(declared) {
            let name = declarator.name;
            let global = Global {
                name: member.name,
                ty: member.ty,
                span: name.span,
                storage: Storage::Uniform,
                value: None,
                semantic: member.semantic.or_else(|| semantic.clone()),
                is_output: false,
                buffer: Some(buffer),
                is_pattern: false,
            };
            self.new_global(global, name.text, false);
        }
    }

    /// A typedef.
    pub(super) fn type_names(&mut self, head: &'a Head<'a>, declarators: &'a [Declarator<'a>]) {
        for declarator in declarators {
            let element = self.named_type(&head.ty);
            let sizes = super::function::FunctionChecker::outside(self).sizes(declarator.sizes);
            let mut ty = self.array_of(element, &sizes, declarator.name.span);
            if head.has(Specifier::Packed) {
                ty = self.packed(ty);
            }
            let name = declarator.name;
            self.check_head(head, ty, name, Declared::Type);
            if self.rules.arrays_need_size && self.is_open(ty) {
                let rule = Shading::NoSize(name.text.into());
                self.out.rule(Rule::Shading(rule), name.span);
            }
            let is_type =
                self.rules.by_reach && matches!(self.find(name.text), Some(Entity::Type(_)));
            if is_type || self.technique_names.contains(name.text) {
                let kind = ErrorKind::Redeclared(name.text.into());
                self.out.error(kind, name.span);
            }
            self.declare(name.text, Entity::Type(ty));
        }
    }
}
