//! The syntax of a text, with unresolved names. All C-like languages have it; a grammar makes the part that its
//! language knows.

pub(super) mod effect;

use crate::frontend::c_like::tree::{BinaryOp, Direction, Shift, Wish};
use crate::ir::Span;
use rustc_hash::FxHashMap;

/// A word and its place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Name<'a> {
    pub(super) text: &'a str,
    pub(super) span: Span,
}

impl<'a> Name<'a> {
    /// Of `S::f`, the structure and the name in it.
    pub(super) fn in_structure(&self) -> Option<(&'a str, &'a str)> {
        // Almost no name has a colon, and one byte is found sooner than two.
        let has_colon = self.text.bytes().any(|c| c == b':');
        has_colon.then(|| self.text.split_once("::")).flatten()
    }
}

/// A text.
#[derive(Debug, Default)]
pub(super) struct Text<'a> {
    pub(super) items: Vec<Item<'a>>,
    /// Whether a structure or a function is missing here because of an error.
    pub(super) is_incomplete: bool,
    pub(super) lines: Lines,
}

/// Where NVIDIA's compiler says that something in an expression is wrong, by the expression's place.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// Otherwise nothing is set.
    pub(super) is_kept: bool,
    /// The `=` of an assignment, the `?` of a condition.
    own: FxHashMap<Span, Span>,
    /// The token after a first value or a statement.
    outer: FxHashMap<Span, Span>,
    /// The comma of an argument.
    commas: FxHashMap<Span, Span>,
}

impl Lines {
    /// Sets what an expression says itself.
    pub(super) fn set(&mut self, e: Span, at: Span) {
        if self.is_kept {
            self.own.insert(e, at);
        }
    }

    /// Sets what stands around an expression.
    pub(super) fn set_outer(&mut self, e: Span, at: Span) {
        if self.is_kept {
            self.outer.insert(e, at);
        }
    }

    /// Sets the comma of an argument.
    pub(super) fn set_comma(&mut self, e: Span, at: Span) {
        if self.is_kept {
            self.commas.insert(e, at);
        }
    }

    /// An expression in parentheses says what it says without them.
    pub(super) fn widen(&mut self, from: Span, to: Span) {
        if let Some(at) = self.own.get(&from) {
            self.own.insert(to, *at);
        }
    }

    /// The place for what is inside an expression.
    pub(super) fn get(&self, e: Span) -> Option<Span> {
        self.own.get(&e).copied().or(self.outer(e))
    }

    /// The comma of an argument, unless it says something itself.
    pub(super) fn comma(&self, e: Span) -> Option<Span> {
        self.get(e).or(self.commas.get(&e).copied())
    }

    /// The place around an expression.
    pub(super) fn outer(&self, e: Span) -> Option<Span> {
        self.outer.get(&e).copied()
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Item<'a> {
    /// `struct S { ... };`, an interface, a constant buffer. One inside a declaration stands here before it.
    Struct(Struct<'a>),
    Function(Function<'a>),
    Variables(Variables<'a>),
    Typedef(Variables<'a>),
    Technique(effect::Technique<'a>),
    /// `#pragma` with its words, for the language.
    #[allow(dead_code)] // No check reads pragmas yet; the grammar's tests print them.
    Pragma(&'a [Name<'a>]),
}

/// What a structure's keyword says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StructKind {
    Struct,
    Interface,
    /// A block of uniforms: Cg's `uniform Name { ... }`, HLSL's `cbuffer`.
    Buffer,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Struct<'a> {
    pub(super) kind: StructKind,
    /// One without a name has an empty one, which is unique by its span.
    pub(super) name: Name<'a>,
    /// The interfaces after `:`.
    pub(super) interfaces: &'a [Name<'a>],
    pub(super) members: &'a [Variables<'a>],
    pub(super) methods: &'a [Method<'a>],
    /// Of a constant buffer: `: BUFFER[0]`.
    pub(super) semantic: Option<Semantic<'a>>,
    /// False of a declaration only, `struct S;`.
    pub(super) has_body: bool,
}

/// A function of a structure.
#[derive(Debug, Clone, Copy)]
pub(super) struct Method<'a> {
    pub(super) function: Function<'a>,
    /// The number of declarations of members before it.
    pub(super) n_before: usize,
}

/// A word before a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Specifier {
    Const,
    Extern,
    Static,
    Uniform,
    Varying,
    In,
    Out,
    InOut,
    Inline,
    ForceInline,
    AlwaysInline,
    /// MUDA's `array`: a parameter is an array.
    Array,
    Packed,
    RowMajor,
    ColumnMajor,
    Volatile,
    Shared,
    Precise,
    /// GLSL's `attribute`, `centroid` and `invariant`.
    Attribute,
    Centroid,
    Invariant,
    /// A profile's name before a function, as `Name` says.
    Profile,
}

/// A type as written: the word (or `struct` and a name), with the arguments of `vector<float, 4>`.
#[derive(Debug, Clone, Copy)]
pub(super) struct TypeName<'a> {
    /// `unsigned int` is one name, with this spelling.
    pub(super) name: Name<'a>,
    /// Whether `struct` or `interface` stands before it.
    pub(super) is_tagged: bool,
    pub(super) arguments: &'a [TypeArgument<'a>],
    /// The sizes after the type itself, `float[2] a`. They are those of the elements of an array that has sizes after its
    /// name as well. A cast has its sizes in [`Cast::sizes`].
    pub(super) sizes: &'a [Option<Expr<'a>>],
}

#[derive(Debug, Clone, Copy)]
#[allow(dead_code)] // The check knows them; Cg's grammar refuses them, as its reference does.
pub(super) enum TypeArgument<'a> {
    Type(TypeName<'a>),
    Number(Expr<'a>),
}

/// The words before a declared name.
#[derive(Debug, Clone, Copy)]
pub(super) struct Head<'a> {
    /// In the order of the text.
    pub(super) specifiers: &'a [(Specifier, Name<'a>)],
    pub(super) ty: TypeName<'a>,
}

impl<'a> Head<'a> {
    /// A head without specifiers.
    pub(super) fn of(ty: TypeName<'a>) -> Head<'a> {
        let specifiers = &[];
        Head { specifiers, ty }
    }

    pub(super) fn has(&self, specifier: Specifier) -> bool {
        self.specifiers.iter().any(|(s, _)| *s == specifier)
    }

    /// The profiles' names before a function, in the order of the text.
    pub(super) fn profiles(&self) -> Vec<&'a str> {
        let profiles = self.specifiers.iter();
        let profiles = profiles.filter(|(s, _)| *s == Specifier::Profile);
        profiles.map(|(_, name)| name.text).collect()
    }

    /// The direction that the specifiers give a parameter; `in out` is `inout`.
    pub(super) fn direction(&self) -> Direction {
        let (is_in, is_out) = (self.has(Specifier::In), self.has(Specifier::Out));
        match (self.has(Specifier::InOut) || is_in && is_out, is_out) {
            (true, _) => Direction::InOut,
            (_, true) => Direction::Out,
            _ if self.has(Specifier::Uniform) => Direction::Uniform,
            _ => Direction::In,
        }
    }
}

/// `const float a[2] = { 1, 2 }, b : TEXCOORD0;`
#[derive(Debug, Clone, Copy)]
pub(super) struct Variables<'a> {
    pub(super) head: Head<'a>,
    pub(super) declarators: &'a [Declarator<'a>],
}

/// A declared name, with what stands after it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Declarator<'a> {
    pub(super) name: Name<'a>,
    /// The sizes in brackets from left to right; `None` is `[]`.
    pub(super) sizes: &'a [Option<Expr<'a>>],
    /// In the order of the text: `: TEXCOORD0`, `: register(c5)`, `: packoffset(c0.x)`.
    pub(super) semantics: &'a [Semantic<'a>],
    /// `< string name = "..."; >`
    pub(super) annotations: &'a [Variables<'a>],
    /// What it holds for effects, in place of a value.
    pub(super) held: Option<&'a effect::Held<'a>>,
    pub(super) value: Option<Expr<'a>>,
}

/// `: NAME`, `: NAME[index]`, `: register(arguments)`. A name with dots is one word, with all indices in it:
/// `state.matrix.modelview[0].transpose`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Semantic<'a> {
    pub(super) name: Name<'a>,
    pub(super) index: Option<Expr<'a>>,
    /// The tokens in parentheses, joined where no comma parts them: `ps_2_0`, `c0.x`, `s0[2]`.
    pub(super) arguments: Option<&'a [Name<'a>]>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Function<'a> {
    pub(super) head: Head<'a>,
    /// A method defined outside of its structure has `S::f`.
    pub(super) name: Name<'a>,
    pub(super) parameters: &'a [Parameter<'a>],
    pub(super) semantics: &'a [Semantic<'a>],
    /// `None`: a declaration only.
    pub(super) body: Option<&'a [Stmt<'a>]>,
    /// The brace that closes the body, or the `;`.
    pub(super) end: Span,
    /// Whether the body has an error, so that a part of it is missing here.
    pub(super) is_broken: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Parameter<'a> {
    pub(super) head: Head<'a>,
    /// Without a name, the name is empty and has the place where it would stand.
    pub(super) declarator: Declarator<'a>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Stmt<'a> {
    pub(super) kind: StmtKind<'a>,
    /// For a block, of its head only.
    pub(super) span: Span,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum StmtKind<'a> {
    Declare(Variables<'a>),
    /// `typedef`, or a structure, inside a function.
    Item(&'a Item<'a>),
    Expression(Expr<'a>),
    Block(&'a [Stmt<'a>]),
    /// `if`, with each `else if` after it, and the last `else`. So long ladders nest nothing.
    If(&'a [Branch<'a>], &'a [Stmt<'a>]),
    While(Expr<'a>, &'a [Stmt<'a>]),
    DoWhile(&'a [Stmt<'a>], Expr<'a>),
    For(&'a For<'a>),
    Switch(Expr<'a>, &'a [Stmt<'a>]),
    /// `case`; `default` has none. They stand among a switch's statements.
    Case(Option<Expr<'a>>),
    /// `[unroll(n)]` before a loop: it has at most so many rounds. `[unroll]`: constants bound them.
    Rounds(Option<Expr<'a>>, &'a Stmt<'a>),
    /// Another attribute before an `if` or a loop.
    Wished(Wish, &'a Stmt<'a>),
    Break,
    Continue,
    Discard(Option<Expr<'a>>),
    Return(Option<Expr<'a>>),
}

/// `if (condition) body`, perhaps after `else`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Branch<'a> {
    pub(super) condition: Expr<'a>,
    pub(super) body: &'a [Stmt<'a>],
    /// The word and the condition.
    pub(super) span: Span,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct For<'a> {
    pub(super) first: Option<Stmt<'a>>,
    pub(super) condition: Option<Expr<'a>>,
    pub(super) step: Option<Expr<'a>>,
    pub(super) body: &'a [Stmt<'a>],
}

/// It lies in an arena, with all its parts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Expr<'a> {
    pub(super) kind: ExprKind<'a>,
    pub(super) span: Span,
    /// Levels of expressions in it.
    pub(super) height: u32,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum ExprKind<'a> {
    /// As written; `'a'` is a number as well.
    Number(&'a str),
    /// Without its quotes.
    #[allow(dead_code)] // No expression has a text as its value; the grammar's tests print it.
    String(&'a str),
    Bool(bool),
    Name(&'a str),
    /// `+a`
    Plus(&'a Expr<'a>),
    Negate(&'a Expr<'a>),
    /// `~a`
    Not(&'a Expr<'a>),
    /// `!a`
    LogicalNot(&'a Expr<'a>),
    /// `++a`, `--a`
    Before(Operator, &'a Expr<'a>),
    /// `a++`, `a--`
    After(Operator, &'a Expr<'a>),
    /// `a * b + c - d`: operators between operands, applied from left to right. So long sums nest nothing.
    Chain(&'a Expr<'a>, &'a [(Operator, Expr<'a>)]),
    /// `c ? a : b`
    Conditional(&'a [Expr<'a>; 3]),
    /// `a = b`; with an operator, `a += b`.
    Assign(Option<Operator>, &'a Expr<'a>, &'a Expr<'a>),
    /// `a, b, c`
    Comma(&'a [Expr<'a>]),
    /// A swizzle or a member.
    Dot(&'a Expr<'a>, Name<'a>),
    Index(&'a Expr<'a>, &'a Expr<'a>),
    /// A function, or a constructor by a type's name.
    Call(Name<'a>, &'a [Expr<'a>]),
    /// `object.method(...)`
    Method(&'a Expr<'a>, Name<'a>, &'a [Expr<'a>]),
    /// A constructor by a type that is more than a word.
    Construct(&'a TypeName<'a>, &'a [Expr<'a>]),
    /// `(float[2]) a`
    Cast(&'a Cast<'a>),
    /// `{ a, b }`, the first value of a variable.
    List(&'a [Expr<'a>]),
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Cast<'a> {
    pub(super) head: Head<'a>,
    pub(super) sizes: &'a [Option<Expr<'a>>],
    pub(super) value: Expr<'a>,
}

/// An operator between two operands, and where it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operator {
    pub(super) text: &'static str,
    pub(super) meaning: Meaning,
    pub(super) span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meaning {
    Binary(BinaryOp),
    /// `&&`
    LogicalAnd,
    /// `||`
    LogicalOr,
    Shift(Shift),
}
