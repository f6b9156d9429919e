//! Declarations outside functions in the words that the checks know: an attribute is a varying input that is not written, a
//! varying of a vertex shader an output, and a variable without such a word is the program's own.
//!
//! What section 4.3 says about these words is checked here.

use super::words;
use crate::frontend::c_like::diagnostics::Diagnostics;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::syntax::{
    Declarator, Expr, ExprKind, Head, Item, Name, Specifier, Text, Variables,
};
use crate::frontend::c_like::tree::Stage;
use crate::frontend::c_like::types::{Scalar, Type};
use crate::frontend::lexer::{Token, TokenKind};
use crate::ir::Span;
use bumpalo::Bump;
use rustc_hash::{FxHashMap, FxHashSet};

/// What a variable outside functions is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Attribute,
    Uniform,
    Varying,
    /// The program's own.
    Own,
}

/// How a text declares a variable.
#[derive(Debug, Clone, Copy)]
pub(super) struct Declaration {
    pub(super) kind: Kind,
    pub(super) is_centroid: bool,
    pub(super) is_invariant: bool,
}

/// The largest constant index of each array in a text, by the array's name.
pub(super) fn largest_indices<'a>(tokens: &[Token<'a>]) -> FxHashMap<&'a str, u32> {
    let mut largest = FxHashMap::default();
    for window in tokens.windows(4) {
        let [name, open, index, close] = window else {
            continue;
        };
        if let (TokenKind::Word(name), true, TokenKind::Number(index), true) =
            (name.kind, open.is("["), index.kind, close.is("]"))
            && let Ok(index) = index.parse::<u32>()
        {
            let most = largest.entry(name).or_insert(0);
            *most = index.max(*most);
        }
    }
    largest
}

/// Takes the statements `invariant a, b;` outside functions out of the tokens, and returns the names in them.
pub(super) fn take_invariants<'a>(
    tokens: &[Token<'a>],
    version: u32,
) -> (Vec<Token<'a>>, Vec<Name<'a>>) {
    let mut kept = Vec::with_capacity(tokens.len());
    let mut names = Vec::new();
    let (mut depth, mut at) = (0u32, 0);
    if version < 120 {
        return (tokens.to_vec(), names);
    }
    while let Some(token) = tokens.get(at) {
        depth += u32::from(token.is("{"));
        depth = depth.saturating_sub(u32::from(token.is("}")));
        let is_word = matches!(token.kind, TokenKind::Word("invariant"));
        let list = is_word.then(|| names_of_list(&tokens[at + 1..])).flatten();
        if let Some(list) = list
            && depth == 0
        {
            at += 2 * list.len() + 1;
            names.extend(list);
            continue;
        }
        kept.push(*token);
        at += 1;
    }
    (kept, names)
}

/// The names of `a, b, c;`, where nothing else stands between them.
fn names_of_list<'a>(tokens: &[Token<'a>]) -> Option<Vec<Name<'a>>> {
    let mut names = Vec::new();
    for pair in tokens.chunks(2) {
        let [name, mark] = pair else {
            return None;
        };
        let TokenKind::Word(text) = name.kind else {
            return None;
        };
        names.push(Name {
            text,
            span: name.span,
        });
        if mark.is(";") {
            return Some(names);
        }
        if !mark.is(",") {
            return None;
        }
    }
    None
}

/// What the arrangement of a text knows.
pub(super) struct Arrangement<'a, 'o> {
    pub(super) arena: &'a Bump,
    pub(super) stage: Stage,
    pub(super) version: u32,
    pub(super) out: &'o mut Diagnostics,
    /// The largest constant index of each array.
    pub(super) largest: FxHashMap<&'a str, u32>,
    /// What has been declared so far.
    pub(super) declared: FxHashMap<String, Declaration>,
    /// Whether the declarations are the language's own.
    pub(super) is_builtin: bool,
}

impl<'a> Arrangement<'a, '_> {
    /// Arranges the declarations of a text. Those that say again what the language says are left out.
    pub(super) fn arrange(&mut self, text: &mut Text<'a>) {
        let sized = sized_arrays(&text.items);
        let items = std::mem::take(&mut text.items);
        let mut unsized_names: FxHashSet<&str> = FxHashSet::default();
        for item in items {
            match item {
                Item::Variables(variables) => {
                    for declarator in variables.declarators {
                        let name = declarator.name.text;
                        if self.is_again(&variables.head, declarator) {
                            continue;
                        }
                        // Of two declarations of an array the one with a size counts, which stands in the place of the first.
                        let is_open =
                            matches!(declarator.sizes, [None]) && declarator.value.is_none();
                        if unsized_names.contains(name) {
                            continue;
                        }
                        let mut declarator = *declarator;
                        if is_open {
                            unsized_names.insert(name);
                            declarator.sizes = self.size(&declarator, sized.get(name));
                        }
                        let one = self.variables(&variables.head, &declarator);
                        text.items.push(Item::Variables(one));
                    }
                }
                Item::Typedef(typedef) => {
                    let span = typedef.head.ty.name.span;
                    self.refuse("there is no \"typedef\"".into(), span);
                }
                Item::Struct(s) if !self.is_builtin && s.name.text.starts_with("gl_") => {
                    let text = "names that begin with gl_ are the language's own";
                    self.refuse(text.into(), s.name.span);
                }
                other => text.items.push(other),
            }
        }
    }

    fn refuse(&mut self, text: String, span: Span) {
        self.out.rule(Rule::Text(text), span);
    }

    /// Whether a text declares `gl_TexCoord` again, with a size.
    fn is_again(&mut self, head: &Head<'a>, declarator: &Declarator<'a>) -> bool {
        let name = declarator.name;
        if self.is_builtin || !name.text.starts_with("gl_") {
            return false;
        }
        let is_varying = head.has(Specifier::Varying) && head.ty.name.text == "vec4";
        if name.text != "gl_TexCoord" || !is_varying {
            let text = format!(
                "\"{}\": names that begin with gl_ are the language's own",
                name.text
            );
            self.refuse(text, name.span);
        }
        let is_more = |e: &Option<Expr<'_>>| match e.map(|e| e.kind) {
            Some(ExprKind::Number(n)) => n.parse::<u32>().is_ok_and(|n| n > 8),
            _ => false,
        };
        if declarator.sizes.iter().any(is_more) {
            self.refuse("there are 8 texture coordinates".into(), name.span);
        }
        true
    }

    /// The size of an array that its declaration does not have: that of a later declaration, or one more than the largest index.
    fn size(
        &mut self,
        declarator: &Declarator<'a>,
        later: Option<&&'a [Option<Expr<'a>>]>,
    ) -> &'a [Option<Expr<'a>>] {
        if let Some(sizes) = later {
            return sizes;
        }
        let largest = self.largest.get(declarator.name.text).copied();
        let n = largest.map_or(1, |largest| largest.saturating_add(1));
        let text = self.arena.alloc_str(&n.to_string());
        let size = Expr {
            kind: ExprKind::Number(text),
            span: declarator.name.span,
            height: 1,
        };
        self.arena.alloc_slice_copy(&[Some(size)])
    }

    /// One variable with its words arranged.
    fn variables(&mut self, head: &Head<'a>, declarator: &Declarator<'a>) -> Variables<'a> {
        let kind = self.kind(head, declarator);
        let name = declarator.name;
        if !self.is_builtin {
            self.check(head, declarator, kind);
        }
        let declaration = Declaration {
            kind,
            is_centroid: head.has(Specifier::Centroid),
            is_invariant: head.has(Specifier::Invariant),
        };
        self.declared.insert(name.text.into(), declaration);
        let is_const = head.has(Specifier::Const);
        let is_output = match kind {
            Kind::Varying if self.is_builtin => head.has(Specifier::Out),
            Kind::Varying => self.stage == Stage::Vertex,
            _ => false,
        };
        let specifiers: &[Specifier] = match kind {
            Kind::Own if is_const => &[Specifier::Static, Specifier::Const],
            Kind::Own => &[Specifier::Static],
            Kind::Uniform => &[Specifier::Uniform],
            Kind::Varying if is_output => &[Specifier::Varying, Specifier::Out],
            Kind::Varying | Kind::Attribute => &[Specifier::Varying, Specifier::Const],
        };
        let specifiers: Vec<_> = specifiers.iter().map(|s| (*s, name)).collect();
        let head = Head {
            specifiers: self.arena.alloc_slice_copy(&specifiers),
            ty: head.ty,
        };
        Variables {
            head,
            declarators: self.arena.alloc_slice_copy(&[*declarator]),
        }
    }

    fn kind(&mut self, head: &Head<'a>, declarator: &Declarator<'a>) -> Kind {
        let kinds = [
            (Specifier::Attribute, Kind::Attribute),
            (Specifier::Uniform, Kind::Uniform),
            (Specifier::Varying, Kind::Varying),
        ];
        if self.is_builtin && head.has(Specifier::Out) {
            return Kind::Varying;
        }
        let mut said = kinds.into_iter().filter(|(s, _)| head.has(*s));
        let kind = said.next().map_or(Kind::Own, |(_, kind)| kind);
        let is_doubled = kind != Kind::Own && head.has(Specifier::Const);
        if said.next().is_some() || is_doubled {
            let text = format!(
                "\"{}\" is one of attribute, uniform, varying and const alone",
                declarator.name.text
            );
            self.refuse(text, declarator.name.span);
        }
        kind
    }

    /// Checks a declaration of the text by the rules of its kind.
    fn check(&mut self, head: &Head<'a>, declarator: &Declarator<'a>, kind: Kind) {
        let name = declarator.name;
        if let Some(semantic) = declarator.semantics.first() {
            self.refuse("\":\" stands in no declaration".into(), semantic.name.span);
        }
        for (specifier, word) in head.specifiers {
            let is_here = match specifier {
                Specifier::In | Specifier::Out | Specifier::InOut => false,
                Specifier::Centroid => kind == Kind::Varying && self.version >= 120,
                Specifier::Invariant => kind == Kind::Varying && self.version >= 120,
                _ => true,
            };
            if !is_here {
                let text = format!("\"{}\" does not stand before \"{}\"", word.text, name.text);
                self.refuse(text, word.span);
            }
        }
        let ty = words::type_of(head.ty.name.text, self.version);
        let is_float = ty.and_then(Type::scalar) == Some(Scalar::Float);
        let is_array = !declarator.sizes.is_empty() || !head.ty.sizes.is_empty();
        let is_known = |ty: Option<Type>, f: fn(Type) -> bool| ty.is_some_and(f);
        let fault = match kind {
            Kind::Attribute if self.stage == Stage::Fragment => {
                Some("is an attribute, which fragment shaders do not have")
            }
            Kind::Attribute if !is_float || is_array => {
                Some("is an attribute: a float, a vector or a matrix of floats")
            }
            Kind::Varying if !is_float => {
                Some("is a varying: a float, a vector or a matrix of floats, or an array of these")
            }
            Kind::Attribute | Kind::Varying if declarator.value.is_some() => {
                Some("has its value from outside")
            }
            Kind::Uniform if declarator.value.is_some() && self.version < 120 => {
                Some("is a uniform, which has no value in the text before version 1.20")
            }
            Kind::Own if is_known(ty, |ty| matches!(ty, Type::Sampler(_))) => {
                Some("is a sampler, which is a uniform or an \"in\" parameter")
            }
            Kind::Own if head.has(Specifier::Const) && declarator.value.is_none() => {
                Some("is a constant without a value")
            }
            _ => None,
        };
        if let Some(fault) = fault {
            self.refuse(format!("\"{}\" {fault}", name.text), name.span);
        }
    }
}

/// The sizes of arrays that are declared with them.
fn sized_arrays<'a>(items: &[Item<'a>]) -> FxHashMap<&'a str, &'a [Option<Expr<'a>>]> {
    let variables = items.iter().filter_map(|item| match item {
        Item::Variables(variables) => Some(variables.declarators),
        _ => None,
    });
    let sized = variables.flatten().filter(|d| matches!(d.sizes, [Some(_)]));
    sized.map(|d| (d.name.text, d.sizes)).collect()
}
