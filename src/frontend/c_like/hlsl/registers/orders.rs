//! Which matrices are stored by rows: `row_major`, `column_major`, `#pragma pack_matrix`.

use crate::frontend::c_like::syntax::{Declarator, Head, Item, Specifier, Text};
use rustc_hash::FxHashMap;

/// Which matrices are stored by rows: variables outside functions, parameters of the entry, members of structures.
#[derive(Debug, Clone, Default)]
pub(in crate::frontend::c_like::hlsl) struct Orders {
    /// By the names of variables and parameters.
    variables: FxHashMap<String, bool>,
    /// By the names of structures and members.
    members: FxHashMap<(String, String), bool>,
}

impl Orders {
    /// Reads them from a text.
    pub(in crate::frontend::c_like::hlsl) fn of(
        text: &Text<'_>,
        entry: Option<&str>,
        rows_first: bool,
    ) -> Orders {
        let mut orders = Orders::default();
        let mut types: FxHashMap<String, bool> = FxHashMap::default();
        let mut pragma = rows_first;
        // A pragma counts for what follows it. A type name brings along the order that it was declared with.
        for item in &text.items {
            match item {
                Item::Pragma(words) => {
                    let words: Vec<&str> = words.iter().map(|w| w.text).collect();
                    if let ["pack_matrix", "(", order, ")"] = words[..] {
                        pragma = order.eq_ignore_ascii_case("row_major");
                    }
                }
                Item::Variables(v) => orders.declared(&v.head, v.declarators, pragma, &types),
                Item::Typedef(v) => {
                    if let Some(order) = specified(&v.head) {
                        let names = v.declarators.iter().map(|d| d.name.text.to_owned());
                        types.extend(names.map(|name| (name, order)));
                    }
                }
                Item::Struct(s) => {
                    for v in s.members {
                        let order = order_of(&v.head, pragma, &types);
                        for d in v.declarators {
                            let key = (s.name.text.to_owned(), d.name.text.to_owned());
                            orders.members.insert(key, order);
                        }
                    }
                }
                Item::Function(f) if entry == Some(f.name.text) => {
                    for p in f.parameters {
                        let one = std::slice::from_ref(&p.declarator);
                        orders.declared(&p.head, one, pragma, &types);
                    }
                }
                Item::Function(_) | Item::Technique(_) => {}
            }
        }
        orders
    }

    fn declared(
        &mut self,
        head: &Head<'_>,
        declarators: &[Declarator<'_>],
        pragma: bool,
        types: &FxHashMap<String, bool>,
    ) {
        let order = order_of(head, pragma, types);
        let names = declarators.iter().map(|d| d.name.text.to_owned());
        self.variables.extend(names.map(|name| (name, order)));
    }

    /// Whether a variable's matrices are stored by rows.
    pub(in crate::frontend::c_like::hlsl) fn of_variable(&self, name: &str) -> bool {
        self.variables.get(name).copied().unwrap_or(false)
    }

    /// Whether a member's matrices are.
    pub(in crate::frontend::c_like::hlsl) fn of_member(
        &self,
        structure: &str,
        member: &str,
    ) -> bool {
        let key = (structure.to_owned(), member.to_owned());
        self.members.get(&key).copied().unwrap_or(false)
    }
}

fn specified(head: &Head<'_>) -> Option<bool> {
    if head.has(Specifier::RowMajor) {
        return Some(true);
    }
    head.has(Specifier::ColumnMajor).then_some(false)
}

fn order_of(head: &Head<'_>, pragma: bool, types: &FxHashMap<String, bool>) -> bool {
    let of_type = types.get(head.ty.name.text).copied();
    specified(head).or(of_type).unwrap_or(pragma)
}
