//! Chooses one of several functions by the arguments, as the language ranks them (Cg 3.1, "Function Overloading").

use crate::frontend::c_like::check::checker::{Checker, Choice, ChoiceKey, Formal, Head};
use crate::frontend::c_like::check::dialect::{Fit, Given};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::Name;
use crate::frontend::c_like::tree::{Expression, FunctionId};
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;

/// The rank of a function without a profile's name before it.
const NO_PROFILE: u32 = 1000;
/// Functions of one name whose comparison costs no more than the call itself. It is no work to be counted, or to be saved.
const FEW_FUNCTIONS: usize = 16;

impl<'a> FunctionChecker<'a, '_> {
    /// The function that the arguments choose; errors are reported.
    pub(in crate::frontend::c_like::check) fn choose_function(
        &mut self,
        functions: &[FunctionId],
        arguments: &[&Expression],
        name: Name<'a>,
        span: Span,
    ) -> Option<FunctionId> {
        let dialect = self.c.dialect;
        let given = arguments.iter().map(|e| Given {
            ty: e.ty,
            is_literal: dialect.is_literal(e),
        });
        let given: Vec<Given> = given.collect();
        let choice = match functions {
            [first, ..] if functions.len() > FEW_FUNCTIONS => {
                self.choose_of_many(functions, *first, &given, name, span)?
            }
            _ => self.c.choice(functions, &given, name.text),
        };
        match choice {
            Choice::One(id) => Some(id),
            Choice::Only(id) => self.takes_so_many(id, arguments, &given, name, span),
            Choice::None(rule) => {
                self.overload_error(rule, name.span);
                None
            }
        }
    }

    /// The choice of many functions, which is made once for arguments that are alike. `None`: there were too many such
    /// choices.
    fn choose_of_many(
        &mut self,
        functions: &[FunctionId],
        first: FunctionId,
        arguments: &[Given],
        name: Name<'a>,
        span: Span,
    ) -> Option<Choice> {
        let own = arguments.to_vec();
        let key: ChoiceKey = (first, functions.len(), self.c.is_in_library(), own);
        if let Some(known) = self.c.choices.get(&key) {
            return Some(known.clone());
        }
        let work = functions.len() as u64 * (arguments.len() as u64 + 1) * 2;
        if !self.c.spend(work, span) {
            return None;
        }
        let choice = self.c.choice(functions, arguments, name.text);
        self.c.choices.insert(key, choice.clone());
        Some(choice)
    }

    /// The function, if it takes this number of arguments. Where it does not, an argument of a wrong type is reported first.
    fn takes_so_many(
        &mut self,
        id: FunctionId,
        arguments: &[&Expression],
        given: &[Given],
        name: Name<'a>,
        span: Span,
    ) -> Option<FunctionId> {
        let head = self.c.head_of(id);
        let own = &head.parameters[head.first_parameter()..];
        let (n, all) = (arguments.len(), own.len());
        let needed = all - optional(head);
        let rule = if n < needed {
            Shading::FewArguments(name.text.into(), needed)
        } else if n > all {
            Shading::ManyArguments(name.text.into(), all)
        } else {
            return Some(id);
        };
        let mut pairs = own.iter().zip(given);
        let wrong = pairs.position(|(p, e)| self.c.fit(*e, p.ty).is_none());
        match wrong.filter(|_| self.c.rules.by_reach) {
            Some(i) => {
                let rule = self.c.wrong_argument(i, &own[i], arguments[i]);
                self.refuse(rule, arguments[i].span);
            }
            None => self.refuse(rule, span),
        }
        None
    }
}

/// The number of parameters at the end that have values of their own.
fn optional(head: &Head<'_>) -> usize {
    let own = head.parameters.iter().rev();
    own.take_while(|p| p.value.is_some()).count()
}

impl Checker<'_> {
    /// What the arguments choose of the functions of a name.
    fn choice(&self, functions: &[FunctionId], arguments: &[Given], name: &str) -> Choice {
        let is_visible = |id: &FunctionId| self.profile_rank(self.head_of(*id)).is_some();
        let visible: Vec<FunctionId> = functions.iter().copied().filter(is_visible).collect();
        let found = || {
            let types = arguments.iter().map(|e| self.type_name(e.ty));
            format!("{name}({})", types.collect::<Vec<_>>().join(", "))
        };
        let is_own = |id: &FunctionId| self.head_of(*id).binding.is_none();
        if visible.is_empty() && functions.len() == 1 && functions.iter().all(is_own) {
            return Choice::None(Shading::NotInProfile(name.into()));
        }
        if let [only] = visible[..]
            && is_own(&only)
        {
            return Choice::Only(only);
        }
        // A language may say itself which of the library's functions the types choose.
        let is_library = visible.first().is_some_and(|id| !is_own(id));
        if is_library && !self.is_in_library() {
            let types: Vec<Type> = arguments.iter().map(|e| e.ty).collect();
            if let Some(wanted) = self.dialect.library_parameters(name, &types) {
                let chosen = wanted.and_then(|wanted| self.of_types(&visible, &wanted));
                return match chosen {
                    Some(id) => Choice::One(id),
                    None => Choice::None(Shading::NoOverload(found())),
                };
            }
        }
        // Of the functions that can take the arguments, the best by the language's ranks is called. There must be one.
        let candidates: Vec<FunctionId> = visible
            .into_iter()
            .filter(|id| self.takes(self.head_of(*id), arguments))
            .collect();
        if candidates.is_empty() {
            return Choice::None(Shading::NoOverload(found()));
        }
        match self.best(candidates, arguments)[..] {
            [one] => Choice::One(one),
            ref best => Choice::None(Shading::Ambiguous(found(), self.signatures(best))),
        }
    }

    /// The rule that an argument breaks whose type its parameter does not take; `i` counts from 0.
    pub(super) fn wrong_argument(&self, i: usize, p: &Formal<'_>, e: &Expression) -> Shading {
        Shading::ArgumentType {
            number: i + 1,
            name: p.name.text.into(),
            expected: self.type_name(p.ty),
            found: self.type_name(e.ty),
        }
    }

    /// How specific a function is for the profile; `None`: it is not visible.
    pub(in crate::frontend::c_like::check) fn profile_rank(&self, head: &Head<'_>) -> Option<u32> {
        if head.profiles.is_empty() {
            return Some(NO_PROFILE);
        }
        let ranks = head.profiles.iter();
        ranks.filter_map(|p| self.dialect.profile_rank(p)).min()
    }

    /// Whether the function takes as many arguments of such types.
    fn takes(&self, head: &Head<'_>, arguments: &[Given]) -> bool {
        let own = &head.parameters[head.first_parameter()..];
        let fits = own
            .iter()
            .zip(arguments)
            .all(|(p, e)| self.fit(*e, p.ty).is_some());
        fits && arguments.len() <= own.len() && arguments.len() + optional(head) >= own.len()
    }

    /// The first function with parameters of exactly these types.
    fn of_types(&self, functions: &[FunctionId], wanted: &[Type]) -> Option<FunctionId> {
        let has = |id: &&FunctionId| {
            let own = self.head_of(**id).parameters.iter().map(|p| p.ty);
            own.eq(wanted.iter().copied())
        };
        functions.iter().find(has).copied()
    }

    /// How an argument fits a parameter.
    fn fit(&self, e: Given, to: Type) -> Option<Fit> {
        if self.is_open(to) {
            return self.closes(e.ty, to).then_some(Fit::Dynamic);
        }
        self.dialect.fit(&self.types, e, to)
    }

    /// The candidates that remain after all steps.
    fn best(&self, mut candidates: Vec<FunctionId>, arguments: &[Given]) -> Vec<FunctionId> {
        let parameter = |id: &FunctionId, i: usize| {
            let head = self.head_of(*id);
            head.parameters[head.first_parameter() + i].ty
        };
        // Without arguments only profiles tell functions apart.
        if !arguments.is_empty()
            && let Some(best) = self.cheapest(&candidates, arguments)
        {
            return best;
        }
        // A function that takes every argument as it is comes first; then a real constant counts as a float.
        let all_exact = |id: &FunctionId| {
            let mut all = arguments.iter().enumerate();
            all.all(|(i, e)| self.fit(*e, parameter(id, i)) == Some(Fit::Exact))
        };
        if candidates.iter().any(all_exact) {
            candidates.retain(all_exact);
            return self.of_best_profile(candidates);
        }
        for (i, e) in arguments.iter().enumerate() {
            let fit = |id: &FunctionId| {
                let fit = self.fit(*e, parameter(id, i));
                // A real constant alone prefers no kind of number.
                match fit {
                    Some(Fit::Exact) if e.ty.scalar() == Some(Scalar::LiteralReal) => {
                        Some(Fit::Promotion)
                    }
                    fit => fit,
                }
            };
            let Some(least) = candidates.iter().filter_map(&fit).min() else {
                return Vec::new();
            };
            candidates.retain(|id| fit(id) == Some(least));
        }
        self.of_best_profile(candidates)
    }

    /// The candidates whose conversions cost least, where the language counts.
    fn cheapest(&self, candidates: &[FunctionId], arguments: &[Given]) -> Option<Vec<FunctionId>> {
        let cost = |id: &FunctionId| {
            let head = self.head_of(*id);
            let own = head.parameters[head.first_parameter()..].iter();
            let mut pairs = own.zip(arguments);
            pairs.try_fold(0u32, |sum, (p, e)| {
                Some(sum.saturating_add(self.dialect.cost(&self.types, *e, p.ty)?))
            })
        };
        let costs: Option<Vec<u32>> = candidates.iter().map(cost).collect();
        let costs = costs?;
        // The library's own text means the functions of exactly its types.
        if self.is_in_library() {
            let types: Vec<Type> = arguments.iter().map(|e| e.ty).collect();
            if let Some(exact) = self.of_types(candidates, &types) {
                return Some(vec![exact]);
            }
        }
        let least = costs.iter().min()?;
        let best = candidates.iter().zip(&costs).filter(|(_, c)| *c == least);
        Some(best.map(|(id, _)| *id).collect())
    }

    fn of_best_profile(&self, mut candidates: Vec<FunctionId>) -> Vec<FunctionId> {
        let rank = |id: &FunctionId| self.profile_rank(self.head_of(*id));
        let best = candidates.iter().filter_map(rank).min();
        candidates.retain(|id| rank(id) == best);
        candidates
    }

    /// The heads of some functions, for messages.
    fn signatures(&self, functions: &[FunctionId]) -> String {
        const SHOWN: usize = 4;
        let head = |id: &FunctionId| {
            let head = self.head_of(*id);
            let own = head.parameters.iter().skip(head.first_parameter());
            let types: Vec<String> = own.map(|p| self.type_name(p.ty)).collect();
            format!("{}({})", head.name.text, types.join(", "))
        };
        let mut all: Vec<String> = functions.iter().take(SHOWN).map(head).collect();
        if functions.len() > SHOWN {
            all.push("...".into());
        }
        all.join("; ")
    }
}
