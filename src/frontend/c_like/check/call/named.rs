//! The functions of a name, as a choice among them sees them.

use crate::frontend::c_like::check::checker::{Checker, Formal};
use crate::frontend::c_like::check::generic::Family;
use crate::frontend::c_like::syntax::Specifier;
use crate::frontend::c_like::tree::FunctionId;
use crate::frontend::c_like::types::Type;

/// The rank of a function without a profile's name before it.
const NO_PROFILE: u32 = 1000;

/// Functions of one name.
#[derive(Debug, Clone, Copy)]
pub(super) enum Named<'f, 'a> {
    /// Of the text.
    Text(&'f [FunctionId]),
    Library(Family<'a>),
}

/// One of them that is visible in the profile.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate<'c> {
    /// Its number.
    pub(super) index: usize,
    /// See [`Checker::profile_rank`].
    pub(super) rank: u32,
    /// The parameters at the end that have values of their own.
    pub(super) n_optional: usize,
    parameters: Parameters<'c>,
}

/// The parameters without a method's object.
#[derive(Debug, Clone, Copy)]
enum Parameters<'c> {
    Formal(&'c [Formal<'c>]),
    Types(&'c [Type]),
}

impl Candidate<'_> {
    /// The number of its parameters.
    pub(super) fn len(&self) -> usize {
        match self.parameters {
            Parameters::Formal(all) => all.len(),
            Parameters::Types(all) => all.len(),
        }
    }

    /// The type of a parameter.
    pub(super) fn ty(&self, i: usize) -> Type {
        match self.parameters {
            Parameters::Formal(all) => all[i].ty,
            Parameters::Types(all) => all[i],
        }
    }

    /// The types of all parameters.
    pub(super) fn types(&self) -> impl Iterator<Item = Type> {
        (0..self.len()).map(|i| self.ty(i))
    }
}

impl Named<'_, '_> {
    /// The number of the functions.
    pub(super) fn len(&self) -> usize {
        match self {
            Named::Text(all) => all.len(),
            Named::Library(family) => family.signatures.len(),
        }
    }

    /// What tells them from those of other names.
    pub(super) fn key(&self) -> usize {
        match self {
            Named::Text(all) => all.first().map_or(0, |id| id.0 as usize),
            Named::Library(family) => family.signatures.as_ptr().addr(),
        }
    }
}

/// The number of parameters at the end that have values of their own.
pub(super) fn optional(own: &[Formal<'_>]) -> usize {
    let own = own.iter().rev();
    own.take_while(|p| p.value.is_some()).count()
}

impl<'a> Checker<'a> {
    /// The functions of the text that are visible in the profile.
    pub(super) fn candidates(&self, all: &[FunctionId]) -> Vec<Candidate<'_>> {
        let all = all.iter().enumerate();
        let all = all.filter_map(|(index, id)| self.candidate(index, *id));
        all.collect()
    }

    /// The functions of the library that are visible in the profile, and whose types are wanted.
    pub(super) fn library_candidates<'c>(
        &self,
        family: Family<'c>,
        is_wanted: impl Fn(&[Type]) -> bool,
    ) -> Vec<Candidate<'c>> {
        let mut candidates = Vec::new();
        // The signatures of a function follow each other, and have its profiles.
        let mut last = None;
        for (index, signature) in family.signatures.iter().enumerate() {
            if !is_wanted(&signature.types) {
                continue;
            }
            let rank = match last {
                Some((of, rank)) if of == signature.of => rank,
                _ => {
                    let f = &family.functions[signature.of];
                    let words = f.head.specifiers.iter();
                    let words = words.filter(|(s, _)| *s == Specifier::Profile);
                    let rank = self.rank(words.map(|(_, name)| name.text));
                    rank.filter(|_| self.is_offered(f))
                }
            };
            last = Some((signature.of, rank));
            candidates.extend(rank.map(|rank| Candidate {
                index,
                rank,
                n_optional: 0,
                parameters: Parameters::Types(&signature.types),
            }));
        }
        candidates
    }

    /// A function of the text, unless the profile hides it.
    fn candidate(&self, index: usize, id: FunctionId) -> Option<Candidate<'_>> {
        let head = self.head_of(id);
        let own = &head.parameters[head.first_parameter()..];
        Some(Candidate {
            index,
            rank: self.rank(head.profiles.iter().copied())?,
            n_optional: optional(own),
            parameters: Parameters::Formal(own),
        })
    }

    /// How specific a function with these profiles is for the profile; `None`: it is not visible.
    pub(in crate::frontend::c_like::check) fn rank<'p>(
        &self,
        profiles: impl Iterator<Item = &'p str>,
    ) -> Option<u32> {
        let mut profiles = profiles.peekable();
        if profiles.peek().is_none() {
            return Some(NO_PROFILE);
        }
        profiles.filter_map(|p| self.dialect.profile_rank(p)).min()
    }
}
