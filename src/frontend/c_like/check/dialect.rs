//! What the checks ask of a language: its words, and its rules for types. [`super`] has what all of them share: names and
//! scopes, places, calls, statements.

use super::checker::{Checker, Head};
pub(in crate::frontend::c_like) use super::constant::Numbers;
use super::function::FunctionChecker;
use super::generic::Binding;
pub(in crate::frontend::c_like) use super::generic::Given;
use crate::frontend::c_like::rule::shading::Shading;
use crate::frontend::c_like::syntax::{self, Expr, Function, Name, Operator};
use crate::frontend::c_like::tree::{Expression, ExpressionKind, Place, Swizzle};
use crate::frontend::c_like::types::{Scalar, Type, Types};
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;

/// What a value is converted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::frontend::c_like) enum Use<'a> {
    /// The first value of a variable.
    Init,
    Assign,
    /// The argument with this number, from 0, for the parameter of this name.
    Argument(usize, &'a str),
    Return,
    /// The value of an argument that a call leaves out.
    Default(&'a str),
}

/// How a type is reached from another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::frontend::c_like) enum Fit {
    /// It is the same, or a constant takes it.
    Exact,
    /// An interface that the structure implements, an array without a size.
    Dynamic,
    /// Another kind of number in the same shape.
    Promotion,
    /// Another shape.
    Implicit,
}

/// What sets a language's declarations and statements apart.
#[derive(Debug, Clone, Copy)]
pub(in crate::frontend::c_like) struct Rules {
    /// Names are known from their declaration on; several functions may have one name. Otherwise functions are known in
    /// the whole text, and a name is declared once.
    pub(in crate::frontend::c_like) in_order: bool,
    /// Errors about names and overloads count only in functions that the entry reaches, once all other errors are gone.
    pub(in crate::frontend::c_like) by_reach: bool,
    /// Variables and functions that are never used are warned of.
    pub(in crate::frontend::c_like) warns_unused: bool,
    /// An expression without an effect is an error.
    pub(in crate::frontend::c_like) needs_effect: bool,
    /// The most scalars of one value, at most [`Types::MAX_SCALARS`].
    pub(in crate::frontend::c_like) max_scalars: u64,
    pub(in crate::frontend::c_like) returns: Returns,
    pub(in crate::frontend::c_like) bases: Bases,
    pub(in crate::frontend::c_like) lists: Lists,
    /// A structure can be written twice in the same words.
    pub(in crate::frontend::c_like) repeats_structures: bool,
    /// An array without a size needs a list that gives it one.
    pub(in crate::frontend::c_like) arrays_need_size: bool,
    /// A constant of a function needs a value.
    pub(in crate::frontend::c_like) constants_need_value: bool,
    /// Functions can return arrays.
    pub(in crate::frontend::c_like) returns_arrays: bool,
    /// A value after `return` of a function that has none is dropped, with a warning.
    pub(in crate::frontend::c_like) drops_void_values: bool,
    /// `.length` is the size of an array, vector or matrix.
    pub(in crate::frontend::c_like) has_length: bool,
    /// The name of a register is one of those that exist: other names are refused where they stand.
    pub(in crate::frontend::c_like) checks_registers: bool,
    /// Functions of the library that take any shape take matrices, too.
    pub(in crate::frontend::c_like) library_has_matrices: bool,
    /// Only functions that the entry reaches must have a body and may not call themselves; otherwise none may.
    pub(in crate::frontend::c_like) checks_reached_only: bool,
    /// A cast of a variable can be written.
    pub(in crate::frontend::c_like) casts_are_places: bool,
    /// Whether static variables of a function keep their values from call to call.
    pub(in crate::frontend::c_like) statics_persist: bool,
    /// Whether constant expressions can name variables whose value is a list.
    pub(in crate::frontend::c_like) lists_are_constants: bool,
    /// Whether the semantic of a function's value is that of its definition, not of the first declaration.
    pub(in crate::frontend::c_like) definition_has_semantic: bool,
    /// A variable of another kind of number can be passed to an `out` parameter.
    pub(in crate::frontend::c_like) converts_out: bool,
    /// Uniforms cannot be written.
    pub(in crate::frontend::c_like) uniforms_are_const: bool,
    /// `switch` chooses by a number without a sign.
    pub(in crate::frontend::c_like) switch_is_unsigned: bool,
    /// A section of a `switch` ends with `break` or `return`, a label has statements after it, and no `continue` leaves one.
    pub(in crate::frontend::c_like) switch_sections_end: bool,
    /// The variables of a `for` end with it.
    pub(in crate::frontend::c_like) for_has_scope: bool,
    /// Constants outside functions are set from outside unless they are `static`, and `extern` variables can have a first
    /// value.
    pub(in crate::frontend::c_like) constants_are_uniforms: bool,
    /// A variable outside functions can be declared again by `extern`.
    pub(in crate::frontend::c_like) extern_repeats: bool,
    /// The first value of a `static const` must be a constant.
    pub(in crate::frontend::c_like) static_needs_constant: bool,
    /// Whether variables can be `void`: objects without a value.
    pub(in crate::frontend::c_like) has_void_variables: bool,
    /// Whether calls of the library's functions are computed where their arguments are constants.
    pub(in crate::frontend::c_like) folds_calls: bool,
    /// Whether names are checked by the language's rules that no word stands before.
    pub(in crate::frontend::c_like) checks_bare_words: bool,
    /// Whether a statement is left out that computes a value without effects, with what the machine would lack for it.
    pub(in crate::frontend::c_like) drops_unread: bool,
}

/// Where a function with a value needs a `return`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::frontend::c_like) enum Returns {
    /// Anywhere.
    Once,
    /// At the end of every path, where the sections of a `switch` count together.
    PathOrSwitch,
    /// At the end of every path.
    Path,
}

/// What the names after a structure's own are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::frontend::c_like) enum Bases {
    Interfaces,
    /// A structure whose members come first.
    Structure,
}

/// How lists give values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::frontend::c_like) enum Lists {
    /// A list has the shape of the type.
    Shaped,
    /// All numbers of a list, however nested, one after the other.
    Flat,
}

/// An operator with one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::frontend::c_like) enum Sign {
    Plus,
    Negate,
    /// `~a`
    Not,
    /// `!a`
    LogicalNot,
}

impl Sign {
    /// The operator.
    pub(in crate::frontend::c_like) fn text(self) -> &'static str {
        match self {
            Sign::Plus => "+",
            Sign::Negate => "-",
            Sign::Not => "~",
            Sign::LogicalNot => "!",
        }
    }
}

/// What a declared name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::frontend::c_like) enum Declared {
    /// A variable outside functions.
    Global,
    Local,
    Member,
    Parameter,
    Function,
    /// A name of a type.
    Type,
    /// No name: a cast.
    Cast,
}

/// A language.
pub(in crate::frontend::c_like) trait Dialect: Sync {
    fn rules(&self) -> Rules;

    // Words.

    /// The type of a keyword.
    fn type_of(&self, word: &str) -> Option<Type>;
    /// The type of a generic word of library text, see [`super::generic`].
    fn generic_type(&self, _word: &str, _binding: &Binding) -> Option<Type> {
        None
    }
    /// The kinds of numbers that a generic word without sizes stands for in a function of the library.
    fn generic_kinds(&self, _word: &str, _function: &str) -> Option<&'static [Scalar]> {
        None
    }
    /// The number of the error with which the reference refuses variables whose type is this word.
    fn refused_type(&self, _word: &str) -> Option<u32> {
        None
    }
    /// The type of a word that is an object without being declared.
    fn object_word(&self, _word: &str) -> Option<Type> {
        None
    }
    /// The spelling of a type.
    fn type_name(&self, types: &Types, ty: Type) -> String;
    /// The word to suggest for one without a meaning.
    fn advice(&self, word: &str) -> Option<String>;
    /// The one of a declaration's semantics that counts, and its name.
    fn semantic<'s>(
        &self,
        all: &'s [syntax::Semantic<'s>],
    ) -> Option<(&'s syntax::Semantic<'s>, &'s str)> {
        let is_place = |s: &&syntax::Semantic<'_>| s.name.text.eq_ignore_ascii_case("packoffset");
        let semantic = all.iter().find(|s| !is_place(s))?;
        // `register(s0)` is s0; the last argument counts, after a profile's name.
        let argument = semantic.arguments.as_ref().and_then(|a| a.last());
        Some((semantic, argument.map_or(semantic.name.text, |a| a.text)))
    }
    /// The value of a number.
    fn number(&self, text: &str) -> Result<(ExpressionKind, Scalar), ErrorKind>;
    /// How specific a profile's name before a function is for the current profile: 0 is the profile itself, greater is
    /// less so. `None`: the function is not visible. Without a name: 1000.
    fn profile_rank(&self, _specifier: &str) -> Option<u32> {
        Some(0)
    }
    /// The number of the error with which the reference refuses a function of the library in the profile.
    fn refusal(&self, _function: &str) -> Option<u32> {
        None
    }
    /// What tells the language for this profile from that for others, where a body of the library may be checked in another
    /// way. `None`: the process keeps no bodies.
    fn library_key(&self) -> Option<usize> {
        None
    }
    /// Whether the reference resolves calls of this function of the library only where the program reaches them.
    fn is_late(&self, _function: &str, _parameters: &[Type]) -> bool {
        false
    }

    /// Whether the reference computes a call of this function of the library, of constants, also where it makes a vector of what
    /// the call gives.
    fn folds(&self, _function: &str) -> bool {
        true
    }

    /// What a call of a function of the library gives for arguments of these numbers; `None`: unknown.
    fn folded_call(&self, _function: &str, _arguments: &[Numbers], _ty: Type) -> Option<Numbers> {
        None
    }

    // Declarations.

    /// Checks the words before a declared name of this type by the language's rules.
    fn check_words(
        &self,
        _c: &mut Checker<'_>,
        _head: &syntax::Head<'_>,
        _ty: Type,
        _name: Name<'_>,
        _of: Declared,
    ) {
    }
    /// Checks a function's head by the language's rules; false refuses the function.
    fn allows_function(&self, c: &mut Checker<'_>, f: &Function<'_>, head: &Head<'_>) -> bool;
    /// Whether sizes that are given from outside count for the function's arrays without one, although it is not the entry.
    fn sizes_arrays(&self, _f: &Function<'_>) -> bool {
        false
    }
    /// Whether a function can be called from outside.
    fn is_external(&self, f: &Function<'_>) -> bool;

    // Conversions.

    /// Converts a value where the language does so by itself, or reports why not.
    fn implicit(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        e: Expression,
        to: Type,
        by: Use<'_>,
    ) -> Expression;
    /// How an argument fits a parameter; `None`: not at all.
    fn fit(&self, types: &Types, given: Given, to: Type) -> Option<Fit>;
    /// What the conversion of an argument to a parameter costs, where a language takes the function of the least sum;
    /// `None`: it compares argument by argument, by [`Dialect::fit`].
    fn cost(&self, _types: &Types, _given: Given, _to: Type) -> Option<u32> {
        None
    }
    /// Whether an argument is made of numbers alone, in a language where such arguments are chosen for in their own way.
    fn is_literal(&self, _e: &Expression) -> bool {
        false
    }
    /// The types that a call of a function of the library gives its parameters, where the language has a rule of its own;
    /// `Err`: no function takes such arguments, perhaps for a reason of its own.
    fn library_parameters(
        &self,
        _name: &str,
        _arguments: &[Type],
    ) -> Option<Result<Vec<Type>, Option<Shading>>> {
        None
    }
    /// Whether a text can call the library's functions of the name.
    fn offers(&self, _name: &str) -> bool {
        true
    }
    /// `(type) e`
    fn cast(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        e: Expression,
        to: Type,
        span: Span,
    ) -> Expression;
    /// `type(arguments)`; no argument is unknown.
    fn construct(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        name: Name<'_>,
        ty: Type,
        arguments: Vec<Expression>,
        span: Span,
    ) -> Expression;
    /// A scalar condition of `if` and loops.
    fn condition(&self, f: &mut FunctionChecker<'_, '_>, e: Expression) -> Expression;
    /// An index, as an int.
    fn index(&self, f: &mut FunctionChecker<'_, '_>, e: Expression) -> Option<Expression>;
    /// The value of an index whose element is known while the text is checked.
    fn constant_index(&self, f: &FunctionChecker<'_, '_>, index: &Expression) -> Option<i64>;
    /// The size of an array; one that is none is reported.
    fn array_size(&self, f: &mut FunctionChecker<'_, '_>, e: Expression) -> Option<u32>;
    /// Reports a constant index outside of its array.
    fn index_out_of_range(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        index: i64,
        count: u32,
        span: Span,
    );

    // Operators. No operand is unknown.

    fn unary(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        sign: Sign,
        e: Expression,
        span: Span,
    ) -> Expression;
    fn binary(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        operator: Operator,
        a: Expression,
        b: Expression,
        span: Span,
    ) -> Expression;
    /// The new value of `a op= b`, before it is converted to the type of `a`.
    fn compound(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        operator: Operator,
        a: Expression,
        b: Expression,
        span: Span,
    ) -> Expression {
        self.binary(f, operator, a, b, span)
    }
    /// `c ? a : b`
    fn conditional(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        parts: [Expression; 3],
        span: Span,
    ) -> Expression;
    /// The components that a swizzle names, and its type.
    fn swizzle(
        &self,
        f: &mut FunctionChecker<'_, '_>,
        of: Type,
        name: Name<'_>,
    ) -> Option<(Swizzle, Type)>;
    /// Whether a write to the components is allowed.
    fn is_mask(&self, _swizzle: &Swizzle) -> bool {
        true
    }
    /// A call of a method of a sampler or texture; `None` if the language has none of this name.
    fn method<'a>(
        &self,
        _f: &mut FunctionChecker<'a, '_>,
        _object: &Place,
        _name: Name<'a>,
        _arguments: &'a [Expr<'a>],
        _span: Span,
    ) -> Option<Expression> {
        None
    }
    /// A call of a function that the language itself has; `None` if it has none of this name.
    fn builtin<'a>(
        &self,
        f: &mut FunctionChecker<'a, '_>,
        name: Name<'a>,
        arguments: &'a [Expr<'a>],
        span: Span,
    ) -> Option<Expression>;
}
