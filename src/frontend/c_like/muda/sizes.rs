//! The sizes of parameters that are arrays without one (`array vec a`): what the text's own indices ask for.

use crate::frontend::c_like::diagnostics::Diagnostics;
use crate::frontend::c_like::rule::Oddity;
use crate::frontend::c_like::syntax::*;
use rustc_hash::FxHashMap;

/// The elements of an array whose indices are not all constants.
const COMPUTED: u32 = 16;

/// Finds the size of each such parameter of the text's functions, by its name, unless `given` has it. Functions share what
/// they know of a name. A warning says what each size is.
pub(super) fn sizes<'a>(
    text: &Text<'a>,
    given: &[(&'a str, u32)],
    out: &mut Diagnostics,
) -> Vec<(&'a str, u32)> {
    let mut needed = FxHashMap::default();
    let functions = || {
        let items = text.items.iter();
        items.filter_map(|item| match item {
            Item::Function(f) => Some(f),
            _ => None,
        })
    };
    for f in functions() {
        for p in f.parameters.iter().filter(|p| is_open(p)) {
            needed.entry(p.declarator.name.text).or_insert(1);
        }
    }
    let mut walk = Walk { needed };
    functions().for_each(|f| walk.statements(f.body.unwrap_or_default()));
    let mut needed = walk.needed;
    needed.extend(given.iter().copied());
    for p in functions()
        .flat_map(|f| f.parameters)
        .filter(|p| is_open(p))
    {
        let name = p.declarator.name;
        if given.iter().any(|(n, _)| *n == name.text) {
            continue;
        }
        let ty = p.head.ty.name.text.to_owned();
        let oddity = Oddity::ArraySize(name.text.to_owned(), needed[name.text], ty);
        out.odd(oddity, name.span);
    }
    // The order of a table of hashes is no order.
    let mut sizes: Vec<_> = needed.into_iter().collect();
    sizes.sort_unstable();
    sizes
}

fn is_open(p: &Parameter<'_>) -> bool {
    p.head.has(Specifier::Array) && matches!(p.declarator.sizes[..], [None])
}

/// The walk that finds indices. Each name has the least size so far.
struct Walk<'a> {
    needed: FxHashMap<&'a str, u32>,
}

impl<'a> Walk<'a> {
    fn statements(&mut self, statements: &[Stmt<'a>]) {
        statements.iter().for_each(|s| self.statement(s));
    }

    fn statement(&mut self, statement: &Stmt<'a>) {
        match &statement.kind {
            StmtKind::Declare(variables) => {
                let values = variables
                    .declarators
                    .iter()
                    .filter_map(|d| d.value.as_ref());
                values.for_each(|e| self.expression(e));
            }
            StmtKind::Expression(e) | StmtKind::Return(Some(e)) => self.expression(e),
            StmtKind::Block(body) => self.statements(body),
            StmtKind::If(branches, otherwise) => {
                for branch in *branches {
                    self.expression(&branch.condition);
                    self.statements(branch.body);
                }
                self.statements(otherwise);
            }
            StmtKind::While(condition, body) => {
                self.expression(condition);
                self.statements(body);
            }
            // The grammar makes none of the others that have expressions.
            _ => {}
        }
    }

    fn expression(&mut self, e: &Expr<'a>) {
        match &e.kind {
            // An array as a whole goes to a function that may ask for any element.
            ExprKind::Name(name) => self.needs(name, COMPUTED),
            ExprKind::Index(of, index) => match (&of.kind, &index.kind) {
                (ExprKind::Name(name), ExprKind::Number(text)) if text.parse::<u32>().is_ok() => {
                    let last: u32 = text.parse().unwrap_or_default();
                    self.needs(name, last.saturating_add(1));
                }
                _ => {
                    self.expression(of);
                    self.expression(index);
                }
            },
            ExprKind::Negate(a) | ExprKind::Not(a) | ExprKind::Dot(a, _) => self.expression(a),
            ExprKind::Chain(first, rest) => {
                self.expression(first);
                rest.iter().for_each(|(_, e)| self.expression(e));
            }
            ExprKind::Assign(_, a, b) => {
                self.expression(a);
                self.expression(b);
            }
            ExprKind::Call(_, all) => all.iter().for_each(|e| self.expression(e)),
            // The grammar makes none of the others that have parts.
            _ => {}
        }
    }

    fn needs(&mut self, name: &str, n: u32) {
        if let Some(size) = self.needed.get_mut(name) {
            *size = n.max(*size);
        }
    }
}
