//! What functions call: which ones an entry reaches, and which call themselves.

use super::checker::{Checker, Phase};
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::tree::FunctionId;
use crate::frontend::c_like::types::Type;
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// An error that counts in a phase.
pub(super) type Late = (Phase, ErrorKind, Span);

impl Checker<'_> {
    /// The functions that the entry reaches, each before those that it calls first; without an entry all.
    fn reached(&self) -> Vec<FunctionId> {
        let all = 0..self.heads.len() as u32;
        let is_root = |id: &FunctionId| match self.options.entry {
            Some(entry) => {
                let head = self.head_of(*id);
                head.is_external && head.name.text == entry
            }
            None => self.head_of(*id).binding.is_none(),
        };
        let mut reached: Vec<FunctionId> = all.map(FunctionId).filter(is_root).collect();
        let mut is_known = vec![false; self.heads.len()];
        reached.iter().for_each(|id| is_known[id.0 as usize] = true);
        let mut next = 0;
        while let Some(id) = reached.get(next) {
            next += 1;
            let body = self.bodies[id.0 as usize].as_ref();
            for (callee, _) in body.map_or(&[][..], |b| &b.calls) {
                if !std::mem::replace(&mut is_known[callee.0 as usize], true) {
                    reached.push(*callee);
                }
            }
        }
        reached
    }

    /// Reports the errors of the first phase that has any, in the functions that are reached.
    pub(super) fn report_reached(&mut self) {
        if self.out.has_errors() {
            return;
        }
        self.choose_entry();
        let reached = self.reached();
        if let (Some(entry), true) = (self.options.entry, reached.is_empty()) {
            let rule = Rule::Shading(Shading::NoEntry(entry.into()));
            self.out.rule(rule, Span::NONE);
            return;
        }
        let mut all = std::mem::take(&mut self.delayed);
        let from = self.callers(&reached);
        let mut calls = None;
        if self.options.entry.is_some() {
            self.check_entry(reached[0], &mut all);
        }
        let open = self.open_methods();
        for id in &reached {
            let is_entry = self.head_of(*id).is_external && from[id.0 as usize].is_none();
            match &mut self.bodies[id.0 as usize] {
                Some(body) => {
                    // Values are found out of range where calls stand in place.
                    let moved = from[id.0 as usize];
                    let place = |phase: Phase, span: Span| match moved {
                        Some(moved) if phase == Phase::Values => moved,
                        _ => span,
                    };
                    let delayed = body.delayed.drain(..);
                    all.extend(delayed.map(|(p, kind, span)| (p, kind, place(p, span))));
                }
                // The entry may be a declaration only.
                None if is_entry => {}
                // Without an entry, objects whose types are still open are none that anything runs.
                None if open.contains(id) => {}
                None => {
                    let kind = ErrorKind::CLike(Rule::Shading(self.lack_of_body(*id)));
                    let calls = calls.get_or_insert_with(|| self.first_calls());
                    all.push((Phase::Calls, kind, self.call_of(calls, *id)));
                }
            }
        }
        self.check_methods(&reached, &mut all);
        self.refuse_by_profile(&reached, &mut all);
        self.check_inner_semantics(&reached, &from, &mut all);
        let recursions = self.recursions(&reached).into_iter();
        all.extend(recursions.map(|(rule, span)| (Phase::Calls, ErrorKind::CLike(rule), span)));
        let Some(first) = all.iter().map(|e| e.0).min() else {
            self.warn_reached(&reached);
            return;
        };
        self.out.keep_order();
        for (phase, kind, span) in all {
            if phase == first {
                self.out.error(kind, span);
            }
        }
    }

    /// Reports the warnings that count in functions that are reached.
    fn warn_reached(&mut self, reached: &[FunctionId]) {
        for id in reached {
            let body = self.bodies[id.0 as usize].as_mut();
            for (oddity, span) in body.map_or(Vec::new(), |b| std::mem::take(&mut b.late_oddities))
            {
                self.out.odd(oddity, span);
            }
        }
    }

    /// What is wrong with a function without a body that is called.
    fn lack_of_body(&self, id: FunctionId) -> Shading {
        let head = self.head_of(id);
        let name: String = head.name.text.into();
        match head.owner {
            Some(owner) if self.types.structure(owner).is_interface => Shading::OpenValue,
            Some(_) => Shading::NoMethodBody(name),
            None if head.profiles.is_empty() => Shading::NoBody(name),
            None => Shading::NotInProfile(name),
        }
    }

    /// Without an entry: the methods of interfaces that nothing but functions with open parameters calls.
    fn open_methods(&self) -> FxHashSet<FunctionId> {
        if self.options.entry.is_some() {
            return FxHashSet::default();
        }
        let interfaces = self.methods.iter();
        let interfaces = interfaces.filter(|((id, _), _)| self.types.structure(*id).is_interface);
        let mut open: FxHashSet<FunctionId> = interfaces
            .flat_map(|(_, all)| all.iter())
            .copied()
            .collect();
        let closed = self.heads.iter().zip(&self.bodies);
        let closed = closed.filter(|(head, _)| !head.is_template);
        for (callee, _) in closed
            .filter_map(|(_, body)| body.as_ref())
            .flat_map(|b| &b.calls)
        {
            open.remove(callee);
        }
        open
    }

    /// Reports unknown names in methods that nothing calls, of structures that what is reached has variables of.
    fn check_methods(&mut self, reached: &[FunctionId], all: &mut Vec<Late>) {
        if self.options.entry.is_none() || self.methods.is_empty() {
            return;
        }
        // Structures, those that are members of others among them, each once.
        let globals = self.globals.iter().map(|g| g.ty);
        let bodies = reached
            .iter()
            .filter_map(|id| self.bodies[id.0 as usize].as_ref());
        let locals = bodies.flat_map(|b| b.function.variables.iter().map(|v| v.ty));
        let heads = reached.iter().map(|id| self.head_of(*id));
        let parameters = heads.flat_map(|h| h.parameters.iter().map(|p| p.ty));
        let mut open: Vec<Type> = globals.chain(locals).chain(parameters).collect();
        let mut is_known = vec![false; self.types.structs.len()];
        while let Some(ty) = open.pop() {
            match ty {
                Type::Array(id) => open.push(self.types.arrays[id.0 as usize].element),
                Type::Struct(id) if !std::mem::replace(&mut is_known[id.0 as usize], true) => {
                    open.extend(self.types.structure(id).members.iter().map(|m| m.ty));
                }
                _ => {}
            }
        }
        let mut is_reached = vec![false; self.heads.len()];
        reached
            .iter()
            .for_each(|id| is_reached[id.0 as usize] = true);
        let mut uncalled: Vec<FunctionId> = self
            .methods
            .iter()
            .filter(|((id, _), _)| is_known[id.0 as usize])
            .flat_map(|(_, functions)| functions.iter().copied())
            .filter(|id| !is_reached[id.0 as usize])
            .collect();
        uncalled.sort_unstable_by_key(|id| id.0);
        for id in uncalled {
            let delayed = self.bodies[id.0 as usize].iter().flat_map(|b| &b.delayed);
            all.extend(delayed.filter(|e| e.0 == Phase::Names).cloned());
        }
    }

    /// Reports functions of the library that the profile refuses, at the text's own calls: what a function of the library
    /// calls is refused under the name that the text calls.
    fn refuse_by_profile(&self, reached: &[FunctionId], all: &mut Vec<Late>) {
        if !self.options.is_strict {
            return;
        }
        let is_library = |id: FunctionId| self.head_of(id).binding.is_some();
        // Of each function of the library that is called: the one that the text calls, and where.
        let mut outermost: FxHashMap<FunctionId, (FunctionId, Span)> = FxHashMap::default();
        for id in reached {
            let body = self.bodies[id.0 as usize].as_ref();
            for (callee, span) in body.map_or(&[][..], |b| &b.calls) {
                if is_library(*callee) {
                    let inner = outermost.get(id).copied();
                    let own = inner.unwrap_or((*callee, *span));
                    outermost.entry(*callee).or_insert(own);
                }
            }
        }
        let mut known = FxHashSet::default();
        for id in reached.iter().filter(|id| is_library(**id)) {
            let Some(number) = self.dialect.refusal(self.head_of(*id).name.text) else {
                continue;
            };
            if let Some((own, span)) = outermost.get(id)
                && known.insert(*own)
            {
                let name = self.head_of(*own).name.text.into();
                let rule = Rule::Shading(Shading::RefusedByProfile { name, number });
                all.push((Phase::Calls, ErrorKind::CLike(rule), *span));
            }
        }
    }

    /// Reports functions that are called and whose value has a semantic.
    fn check_inner_semantics(
        &self,
        reached: &[FunctionId],
        from: &[Option<Span>],
        all: &mut Vec<Late>,
    ) {
        let called = reached.iter().filter(|id| from[id.0 as usize].is_some());
        for head in called.map(|id| self.head_of(*id)) {
            if let (Some(semantic), None, true) =
                (&head.semantic, &head.binding, self.options.is_strict)
            {
                let name = head.name.text.into();
                let rule = Shading::InnerSemantic(name, semantic.name.clone());
                let kind = ErrorKind::CLike(Rule::Shading(rule));
                all.push((Phase::Calls, kind, head.name.span));
            }
        }
    }

    /// Of each function the call in the entry by which it is reached first; none of the entry itself.
    fn callers(&self, reached: &[FunctionId]) -> Vec<Option<Span>> {
        let mut from: Vec<Option<Span>> = vec![None; self.heads.len()];
        for id in reached {
            let body = self.bodies[id.0 as usize].as_ref();
            for (callee, span) in body.map_or(&[][..], |b| &b.calls) {
                let place = from[id.0 as usize].unwrap_or(*span);
                from[callee.0 as usize].get_or_insert(place);
            }
        }
        from
    }

    /// Of each function the first call in the text.
    fn first_calls(&self) -> FxHashMap<FunctionId, Span> {
        let mut first = FxHashMap::default();
        for (callee, span) in self.bodies.iter().flatten().flat_map(|b| &b.calls) {
            first.entry(*callee).or_insert(*span);
        }
        first
    }

    /// The place of a call of the function.
    fn call_of(&self, calls: &FxHashMap<FunctionId, Span>, id: FunctionId) -> Span {
        let call = calls.get(&id).copied();
        call.unwrap_or(self.head_of(id).name.span)
    }

    /// Reports functions that call themselves. Where only those count that the entry reaches, each needs a body.
    pub(super) fn refuse_recursion(&mut self) {
        let all: Vec<FunctionId> = match self.rules.checks_reached_only {
            true => self.reached(),
            false => (0..self.heads.len() as u32).map(FunctionId).collect(),
        };
        for (rule, span) in self.recursions(&all) {
            self.out.rule(rule, span);
        }
        if !self.rules.checks_reached_only {
            return;
        }
        let calls = self.first_calls();
        for id in all {
            let head = self.head_of(id);
            if head.syntax.body.is_none() {
                let rule = Shading::NoBody(head.name.text.into());
                let span = self.call_of(&calls, id);
                self.out.rule(Rule::Shading(rule), span);
            }
        }
    }

    /// The functions that call themselves, directly or through others, among those that `roots` reach.
    fn recursions(&self, roots: &[FunctionId]) -> Vec<(Rule, Span)> {
        let calls_of = |f: usize| self.bodies[f].as_ref().map_or(&[][..], |b| &b.calls);
        let mut found = Vec::new();
        // 0 = not visited, 1 = on the path, 2 = done.
        let mut state = vec![0u8; self.heads.len()];
        for root in roots.iter().map(|id| id.0 as usize) {
            if state[root] != 0 {
                continue;
            }
            state[root] = 1;
            let mut path = vec![(root, 0)];
            while let Some((f, next)) = path.pop() {
                let Some((callee, span)) = calls_of(f).get(next) else {
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
                        found.push((Rule::Recursion(names[0].into(), way), *span));
                    }
                    _ => {}
                }
            }
        }
        found
    }

    /// Warns of functions that cannot be called from outside and are not called.
    pub(super) fn find_unused(&mut self) {
        let mut is_called = vec![false; self.heads.len()];
        for (callee, _) in self.bodies.iter().flatten().flat_map(|b| &b.calls) {
            is_called[callee.0 as usize] = true;
        }
        // A text without external functions is there for others to call its functions.
        if !self.heads.iter().any(|head| head.is_external) {
            return;
        }
        for (head, is_called) in self.heads.iter().zip(is_called) {
            let is_entry = self.options.entry == Some(head.name.text);
            if !head.is_external && !is_called && !is_entry && !head.is_template {
                let oddity = Oddity::UnusedFunction(head.name.text.into());
                self.out.odd(oddity, head.name.span);
            }
        }
    }
}
