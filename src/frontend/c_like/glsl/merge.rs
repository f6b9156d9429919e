//! Several texts of one stage as one.

use crate::frontend::c_like::syntax::{Declarator, Head, Item, Text, Variables};
use rustc_hash::FxHashMap;

/// Adds the declarations of another text of the stage. A variable that both declare is one, and so is a prototype; what differs
/// is reported by the checks.
pub(super) fn merge<'a>(text: &mut Text<'a>, other: Text<'a>) {
    // Of each variable its words, its type and its sizes as they are written.
    let mut known: FxHashMap<&'a str, (usize, usize)> = FxHashMap::default();
    for (i, item) in text.items.iter().enumerate() {
        if let Item::Variables(v) = item {
            for (j, declarator) in v.declarators.iter().enumerate() {
                known.insert(declarator.name.text, (i, j));
            }
        }
    }
    for item in other.items {
        let Item::Variables(v) = item else {
            text.items.push(item);
            continue;
        };
        for declarator in v.declarators {
            let same = known
                .get(declarator.name.text)
                .and_then(|(i, j)| match &text.items[*i] {
                    Item::Variables(first) => Some((first.head, first.declarators[*j])),
                    _ => None,
                });
            let is_same = same.is_some_and(|(head, first)| {
                let words = |head: &Head<'a>| {
                    let mut words: Vec<&str> =
                        head.specifiers.iter().map(|(_, w)| w.text).collect();
                    words.sort_unstable();
                    words
                };
                head.ty.name.text == v.head.ty.name.text
                    && words(&head) == words(&v.head)
                    && first.sizes.len() == declarator.sizes.len()
            });
            if !is_same {
                let one = bump_one(v, declarator);
                text.items.push(Item::Variables(one));
            }
        }
    }
    text.is_incomplete |= other.is_incomplete;
}

/// A declaration of one variable alone.
fn bump_one<'a>(v: Variables<'a>, declarator: &'a Declarator<'a>) -> Variables<'a> {
    Variables {
        head: v.head,
        declarators: std::slice::from_ref(declarator),
    }
}
