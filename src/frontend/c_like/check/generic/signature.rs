//! Signatures of the library's functions: each stands for one choice of what the generic words of its head mean.
//!
//! They are made once for a process, when a program first calls the name. A checker makes functions of those that calls
//! choose.

use super::library::{Family, Signature};
use super::{Binding, SIZES, Size, parts};
use crate::frontend::c_like::check::checker::{Checker, Formal, Head};
use crate::frontend::c_like::check::dialect::Dialect;
use crate::frontend::c_like::syntax::{Function, Name, Specifier, TypeName};
use crate::frontend::c_like::tree::{Direction, FunctionId};
use crate::frontend::c_like::types::{Scalar, Type};
use std::rc::Rc;

/// The signatures of functions of one name.
fn signatures(dialect: &dyn Dialect, functions: &[Function<'_>]) -> Vec<Signature> {
    let mut all = Vec::new();
    for (of, f) in functions.iter().enumerate() {
        all.extend(bindings(dialect, f).into_iter().map(|binding| {
            let words = f.parameters.iter().map(|p| &p.head.ty);
            Signature {
                of,
                types: words.map(|ty| type_of(dialect, ty, &binding)).collect(),
                ty: type_of(dialect, &f.head.ty, &binding),
                binding,
            }
        }));
    }
    all
}

/// What the generic words of a library function may stand for, all combinations.
fn bindings(dialect: &dyn Dialect, f: &Function<'_>) -> Vec<Binding> {
    let words = f.parameters.iter().map(|p| p.head.ty.name.text);
    let words = words.chain([f.head.ty.name.text]);
    // Collects the generic words of the head: the kinds that one stands for, and which sizes occur.
    let mut kinds: Option<&[Scalar]> = None;
    let mut sizes = [false; SIZES.len()];
    for word in words {
        if dialect.type_of(word).is_some() {
            continue;
        }
        let parts = parts(word);
        if let Some(of_word) = dialect.generic_kinds(parts.base, f.name.text) {
            kinds = Some(of_word);
        }
        for size in [parts.rows, parts.columns].into_iter().flatten() {
            if let Size::Name(i) = size {
                sizes[i] = true;
            }
        }
    }
    // Starts with one combination for each kind.
    let mut all = vec![Binding::default()];
    if let Some(kinds) = kinds {
        let of_kind = |s: &Scalar| Binding {
            kind: Some(*s),
            sizes: [None; SIZES.len()],
        };
        all = kinds.iter().map(of_kind).collect();
    }
    // Each size multiplies the combinations by its values. An optional size may be 0, which makes a smaller
    // shape.
    for (i, is_used) in sizes.iter().enumerate() {
        if *is_used {
            let first = u8::from(!Size::is_optional(i));
            let last = match first {
                0 if dialect.rules().library_has_matrices => Size::LAST_MATRIX,
                _ => 4,
            };
            let with = |b: &Binding| {
                let mut b = *b;
                (first..=last).map(move |n| {
                    b.sizes[i] = Some(n);
                    b
                })
            };
            all = all.iter().flat_map(with).collect();
        }
    }
    all
}

fn type_of(dialect: &dyn Dialect, word: &TypeName<'_>, binding: &Binding) -> Type {
    let generic = dialect.generic_type(word.name.text, binding);
    let ty = generic.or_else(|| dialect.type_of(word.name.text));
    ty.unwrap_or(Type::Unknown)
}

impl<'a> Checker<'a> {
    /// The functions that the library has of a name. `None`: a program cannot call any.
    pub(in crate::frontend::c_like::check) fn library_family(
        &self,
        name: &str,
    ) -> Option<Family<'a>> {
        let made = |functions: &[Function<'_>]| signatures(self.dialect, functions);
        let family = self.options.library?.family(name, made)?;
        let mut functions = family.functions.iter();
        functions.any(|f| self.is_offered(f)).then_some(family)
    }

    /// Whether a program can call a function of the library. A declaration without a body says that profiles lack the
    /// function. The driver runs it all the same.
    pub(in crate::frontend::c_like::check) fn is_offered(&self, f: &Function<'_>) -> bool {
        f.body.is_some() || self.options.is_strict
    }

    /// The function of a signature of the library.
    pub(in crate::frontend::c_like::check) fn library_function(
        &mut self,
        family: Family<'a>,
        index: usize,
    ) -> FunctionId {
        let key = (family.signatures.as_ptr().addr(), index);
        let known = self.library.get(&key).copied();
        let id = known.unwrap_or_else(|| {
            let id = self.new_function(library_head(family, index));
            self.library.insert(key, id);
            id
        });
        if self.is_in_library() {
            self.asked.push(id);
        }
        id
    }
}

fn library_head(family: Family<'_>, index: usize) -> Head<'_> {
    let signature = &family.signatures[index];
    let f = &family.functions[signature.of];
    let pairs = f.parameters.iter().zip(&signature.types);
    let parameters = pairs.map(|(p, ty)| Formal {
        name: p.declarator.name,
        ty: *ty,
        // The library's parameters are no uniforms, whatever their words say.
        direction: match p.head.direction() {
            Direction::Uniform => Direction::In,
            other => other,
        },
        is_uniform: false,
        is_const: p.head.has(Specifier::Const),
        semantic: None,
        value: None,
        given: None,
        faults: Vec::new(),
    });
    Head {
        name: Name {
            text: f.name.text,
            span: f.name.span,
        },
        ty: signature.ty,
        is_template: false,
        parameters: Rc::new(parameters.collect()),
        is_external: false,
        semantic: None,
        syntax: f,
        owner: None,
        profiles: f.head.profiles(),
        binding: Some(signature.binding),
        signature: Some((family, index)),
        order: 0,
    }
}
