//! Chooses one of several functions by the arguments, as the language ranks them (Cg 3.1, "Function Overloading").

use super::named::{Candidate, Named, optional};
use crate::frontend::c_like::check::checker::{Checker, ChoiceKey, Formal, Head};
use crate::frontend::c_like::check::dialect::{Fit, Given};
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::check::generic::{Choice, ChoiceOfLibrary, Family};
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::Name;
use crate::frontend::c_like::tree::{Expression, FunctionId};
use crate::frontend::c_like::types::{Scalar, Type};
use crate::ir::Span;
use smallvec::SmallVec;

/// Functions of one name whose comparison costs no more than the call itself. It is no work to be counted, or to be saved.
const FEW_FUNCTIONS: usize = 16;

impl<'a> FunctionChecker<'a, '_> {
    /// The function that the arguments choose; errors are reported.
    pub(super) fn choose_function(
        &mut self,
        functions: Named<'_, 'a>,
        arguments: &[&Expression],
        name: Name<'a>,
        span: Span,
    ) -> Option<FunctionId> {
        let dialect = self.c.dialect;
        let given = arguments.iter().map(|e| Given {
            ty: e.ty,
            is_literal: dialect.is_literal(e),
        });
        let given: SmallVec<[Given; 4]> = given.collect();
        let choice = match functions {
            Named::Text(all) if all.len() <= FEW_FUNCTIONS => {
                self.c.choice(functions, &given, name.text)
            }
            _ => self.choose_of_many(functions, &given, name, span)?,
        };
        match (choice, functions) {
            (Choice::One(index), Named::Text(all)) => Some(all[index]),
            (Choice::Only(index), Named::Text(all)) => {
                self.takes_so_many(all[index], arguments, &given, name, span)
            }
            (Choice::One(index) | Choice::Only(index), Named::Library(family)) => {
                Some(self.c.library_function(family, index))
            }
            (Choice::None(rule), _) => {
                self.overload_error(rule, name.span);
                None
            }
        }
    }

    /// The choice of many functions, which is made once for arguments that are alike. `None`: there were too many such
    /// choices.
    fn choose_of_many(
        &mut self,
        functions: Named<'_, 'a>,
        arguments: &[Given],
        name: Name<'a>,
        span: Span,
    ) -> Option<Choice> {
        let is_library = self.c.is_in_library();
        let own = arguments.into();
        let key: ChoiceKey = (functions.key(), functions.len(), is_library, own);
        if let Some(known) = self.c.choices.get(&key) {
            return Some(known.clone());
        }
        let work = functions.len() as u64 * (arguments.len() as u64 + 1) * 2;
        // What the library's own text calls is no work of the program: the process keeps its bodies.
        let is_counted = functions.len() > FEW_FUNCTIONS && !is_library;
        if is_counted && !self.c.spend(work, span) {
            return None;
        }
        let choice = match functions {
            Named::Text(_) => self.c.choice(functions, arguments, name.text),
            Named::Library(family) => self.c.kept_choice(family, arguments, name.text),
        };
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
        let Some(rule) = count_fault(own, arguments.len(), name) else {
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

/// The rule that a wrong number of arguments breaks.
pub(super) fn count_fault(own: &[Formal<'_>], n: usize, name: Name<'_>) -> Option<Shading> {
    let all = own.len();
    let needed = all - optional(own);
    if n < needed {
        Some(Shading::FewArguments(name.text.into(), needed))
    } else if n > all {
        Some(Shading::ManyArguments(name.text.into(), all))
    } else {
        None
    }
}

impl<'a> Checker<'a> {
    /// What the arguments choose of the functions of a name.
    fn choice(&self, functions: Named<'_, 'a>, arguments: &[Given], name: &str) -> Choice {
        let all = match functions {
            Named::Text(all) => all,
            Named::Library(family) => return self.choice_of_library(family, arguments, name),
        };
        let visible = self.candidates(all);
        if visible.is_empty() && all.len() == 1 {
            return Choice::None(Shading::NotInProfile(name.into()));
        }
        if let [only] = &visible[..] {
            return Choice::Only(only.index);
        }
        let mut candidates = visible;
        candidates.retain(|c| self.takes(c, arguments));
        self.choice_of(candidates, arguments, name)
    }

    /// The same where the process may have made the choice for another program.
    fn kept_choice(&self, family: Family<'a>, arguments: &[Given], name: &str) -> Choice {
        // Structures and arrays are those of a program.
        let is_plain = |e: &Given| !matches!(e.ty, Type::Struct(_) | Type::Array(_));
        let library = self.options.library.zip(self.library_key());
        let Some((library, key)) = library.filter(|_| arguments.iter().all(is_plain)) else {
            return self.choice_of_library(family, arguments, name);
        };
        let key = ChoiceOfLibrary {
            library: key,
            is_in_library: self.is_in_library(),
            name: family.signatures.as_ptr().addr(),
            arguments: arguments.into(),
        };
        library.choice(key, || self.choice_of_library(family, arguments, name))
    }

    /// What the arguments choose of the library's functions of a name.
    fn choice_of_library(&self, family: Family<'a>, arguments: &[Given], name: &str) -> Choice {
        // A language may say itself which of the functions the types choose.
        if !self.is_in_library() {
            let types: SmallVec<[Type; 4]> = arguments.iter().map(|e| e.ty).collect();
            if let Some(wanted) = self.dialect.library_parameters(name, &types) {
                let chosen = wanted.map(|wanted| {
                    let is_it = |types: &[Type]| *types == wanted[..];
                    let found = self.library_candidates(family, is_it);
                    found.first().map(|first| first.index)
                });
                return match chosen {
                    Ok(Some(index)) => Choice::One(index),
                    Err(Some(rule)) => Choice::None(rule),
                    Ok(None) | Err(None) => {
                        Choice::None(Shading::NoOverload(self.called(name, arguments)))
                    }
                };
            }
        }
        let takes = |types: &[Type]| {
            let mut pairs = types.iter().zip(arguments);
            types.len() == arguments.len() && pairs.all(|(ty, e)| self.fit(*e, *ty).is_some())
        };
        let candidates = self.library_candidates(family, takes);
        self.choice_of(candidates, arguments, name)
    }

    /// The best by the language's ranks, of functions that can take the arguments. There must be one.
    fn choice_of(&self, candidates: Vec<Candidate<'_>>, arguments: &[Given], name: &str) -> Choice {
        if candidates.is_empty() {
            return Choice::None(Shading::NoOverload(self.called(name, arguments)));
        }
        match self.best(candidates, arguments)[..] {
            [one] => Choice::One(one.index),
            ref best => {
                let called = self.called(name, arguments);
                Choice::None(Shading::Ambiguous(called, self.signatures(name, best)))
            }
        }
    }

    /// A call with the types of its arguments, for messages.
    fn called(&self, name: &str, arguments: &[Given]) -> String {
        let types = arguments.iter().map(|e| self.type_name(e.ty));
        format!("{name}({})", types.collect::<Vec<_>>().join(", "))
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
        self.rank(head.profiles.iter().copied())
    }

    /// Whether the function takes as many arguments of such types.
    fn takes(&self, of: &Candidate<'_>, arguments: &[Given]) -> bool {
        let is_number = arguments.len() <= of.len() && arguments.len() + of.n_optional >= of.len();
        let mut pairs = of.types().zip(arguments);
        is_number && pairs.all(|(ty, e)| self.fit(*e, ty).is_some())
    }

    /// How an argument fits a parameter.
    fn fit(&self, e: Given, to: Type) -> Option<Fit> {
        if self.is_open(to) {
            return self.closes(e.ty, to).then_some(Fit::Dynamic);
        }
        self.dialect.fit(&self.types, e, to)
    }

    /// The candidates that remain after all steps.
    fn best<'c>(
        &self,
        mut candidates: Vec<Candidate<'c>>,
        arguments: &[Given],
    ) -> Vec<Candidate<'c>> {
        // Without arguments only profiles tell functions apart.
        if !arguments.is_empty()
            && let Some(best) = self.cheapest(&candidates, arguments)
        {
            return best;
        }
        // A function that takes every argument as it is comes first; then a real constant counts as a float.
        let all_exact = |c: &Candidate<'_>| {
            let mut all = arguments.iter().enumerate();
            all.all(|(i, e)| self.fit(*e, c.ty(i)) == Some(Fit::Exact))
        };
        if candidates.iter().any(all_exact) {
            candidates.retain(all_exact);
            return of_best_profile(candidates);
        }
        for (i, e) in arguments.iter().enumerate() {
            let fit = |c: &Candidate<'_>| {
                let fit = self.fit(*e, c.ty(i));
                // A real constant alone prefers no kind of number.
                match fit {
                    Some(Fit::Exact) if e.ty.scalar() == Some(Scalar::LiteralReal) => {
                        Some(Fit::Promotion)
                    }
                    fit => fit,
                }
            };
            let Some(least) = candidates.iter().filter_map(fit).min() else {
                return Vec::new();
            };
            candidates.retain(|c| fit(c) == Some(least));
        }
        of_best_profile(candidates)
    }

    /// The candidates whose conversions cost least, where the language counts.
    fn cheapest<'c>(
        &self,
        candidates: &[Candidate<'c>],
        arguments: &[Given],
    ) -> Option<Vec<Candidate<'c>>> {
        let cost = |c: &Candidate<'_>| {
            let mut pairs = c.types().zip(arguments);
            pairs.try_fold(0u32, |sum, (ty, e)| {
                Some(sum.saturating_add(self.dialect.cost(&self.types, *e, ty)?))
            })
        };
        let costs: Option<Vec<u32>> = candidates.iter().map(cost).collect();
        let costs = costs?;
        // The library's own text means the functions of exactly its types.
        if self.is_in_library() {
            let is_exact = |c: &&Candidate<'_>| c.types().eq(arguments.iter().map(|e| e.ty));
            if let Some(exact) = candidates.iter().find(is_exact) {
                return Some(vec![*exact]);
            }
        }
        let least = costs.iter().min()?;
        let best = candidates.iter().zip(&costs).filter(|(_, c)| *c == least);
        Some(best.map(|(c, _)| *c).collect())
    }

    /// The heads of some functions, for messages.
    fn signatures(&self, name: &str, functions: &[Candidate<'_>]) -> String {
        const SHOWN: usize = 4;
        // A method has no structure before its name here.
        let name = name.rsplit("::").next().unwrap_or(name).trim();
        let head = |c: &Candidate<'_>| {
            let types: Vec<String> = c.types().map(|ty| self.type_name(ty)).collect();
            format!("{name}({})", types.join(", "))
        };
        let mut all: Vec<String> = functions.iter().take(SHOWN).map(head).collect();
        if functions.len() > SHOWN {
            all.push("...".into());
        }
        all.join("; ")
    }
}

fn of_best_profile(mut candidates: Vec<Candidate<'_>>) -> Vec<Candidate<'_>> {
    let best = candidates.iter().map(|c| c.rank).min();
    candidates.retain(|c| Some(c.rank) == best);
    candidates
}
