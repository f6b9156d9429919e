//! The state of checking a whole text: types, functions, errors.

use super::pattern::Patterns;
use crate::frontend::c_like::diagnostics::Diagnostics;
use crate::frontend::c_like::dialect::Dialect;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::syntax::{Name, TypeName};
use crate::frontend::c_like::tree::{self, Direction, FunctionId};
use crate::frontend::c_like::types::{StructId, Type, Types};
use crate::ir::Span;
use rustc_hash::FxHashMap;

/// The head of a function.
pub(super) struct Head<'a> {
    pub(super) name: Name<'a>,
    pub(super) ty: Type,
    pub(super) parameters: Vec<(Type, Direction, Name<'a>)>,
    pub(super) is_external: bool,
}

/// The state of checking the whole text.
pub(super) struct Checker<'a> {
    pub(super) dialect: &'static Dialect,
    pub(super) out: Diagnostics,
    pub(super) types: Types,
    pub(super) structs: FxHashMap<&'a str, StructId>,
    pub(super) functions: FxHashMap<&'a str, FunctionId>,
    pub(super) heads: Vec<Head<'a>>,
    pub(super) patterns: Patterns,
    /// Whether a part of the text is missing here. Then an unknown name is no error.
    pub(super) is_incomplete: bool,
}

impl<'a> Checker<'a> {
    /// The type that a word names, for a variable or a member.
    pub(super) fn variable_type(&mut self, word: &TypeName<'a>) -> Type {
        match self.named_type(word) {
            Type::Void => {
                self.out.rule(Rule::VoidVariable, word.name.span);
                Type::Unknown
            }
            ty => ty,
        }
    }

    pub(super) fn named_type(&mut self, word: &TypeName<'a>) -> Type {
        let word = word.name;
        let known = (self.dialect.type_of)(word.text)
            .or_else(|| self.structs.get(word.text).map(|id| Type::Struct(*id)));
        known.unwrap_or_else(|| {
            if !self.is_incomplete {
                let text: String = word.text.into();
                let rule = match (self.dialect.advice)(word.text) {
                    Some(advice) => Rule::Word(text, advice),
                    None => Rule::UnknownType(text),
                };
                self.out.rule(rule, word.span);
            }
            Type::Unknown
        })
    }

    /// The type of a name with an array size after it.
    pub(super) fn declared_type(&mut self, element: Type, size: Option<i64>, span: Span) -> Type {
        let Some(size) = size else {
            return element;
        };
        match u32::try_from(size) {
            Ok(n) if n > 0 && element != Type::Unknown => {
                self.types.array(element, n).unwrap_or_else(|used| {
                    let limit = Types::MAX_SCALARS;
                    self.out.rule(Rule::TooLarge { used, limit }, span);
                    Type::Unknown
                })
            }
            Ok(n) if n > 0 => Type::Unknown,
            _ => {
                self.out.rule(Rule::ArraySize, span);
                Type::Unknown
            }
        }
    }

    /// The spelling of a type in the text.
    pub(super) fn type_name(&self, ty: Type) -> String {
        type_name(self.dialect, &self.types, ty)
    }
}

fn type_name(dialect: &Dialect, types: &Types, ty: Type) -> String {
    match ty {
        Type::Void => "void".into(),
        Type::Unknown => "?".into(),
        Type::Scalar(s) => (dialect.scalar_name)(s).into(),
        Type::Vector(s, _) => (dialect.vector_name)(s).into(),
        Type::Matrix(s, rows, columns) => format!("{}{rows}x{columns}", (dialect.scalar_name)(s)),
        Type::Sampler(_) => "sampler".into(),
        Type::String => "string".into(),
        Type::Struct(id) => format!("struct {}", types.structure(id).name),
        Type::Array(id) => {
            let (element, n) = types.array_of(id);
            format!("{}[{n}]", type_name(dialect, types, element))
        }
    }
}

/// A function without a body, for one whose body has errors.
pub(super) fn empty_function(head: &Head<'_>) -> tree::Function {
    tree::Function {
        name: head.name.text.into(),
        span: head.name.span,
        is_external: head.is_external,
        is_library: false,
        ty: head.ty,
        is_pattern: false,
        parameters: head.parameters.iter().map(|p| parameter(p.1)).collect(),
        semantic: None,
        variables: Vec::new(),
        body: Vec::new(),
    }
}

fn parameter(direction: Direction) -> tree::Parameter {
    tree::Parameter {
        direction,
        is_uniform: direction == Direction::Uniform,
        semantic: None,
        value: None,
    }
}
