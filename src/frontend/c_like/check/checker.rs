//! The state of checking a whole text: options, names, functions, errors.

use super::constant::Numbers;
use super::dialect::{Dialect, Given, Rules};
use super::function::Body;
use super::function::Spare;
use super::generic::{Binding, Choice, Family, Library};
use super::place::pattern::{Node, Patterns};
use crate::frontend::c_like::diagnostics::Diagnostics;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::syntax::{Function, Lines, Name, Text};
use crate::frontend::c_like::tree::{self, Lines as TreeLines, *};
use crate::frontend::c_like::types::{Semantic, StructId, Type, Types};
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::rc::Rc;

/// What a check is told from outside.
#[derive(Debug, Clone, Copy)]
pub(in crate::frontend::c_like) struct Options<'a> {
    /// The function that is compiled; without one all functions count.
    pub(in crate::frontend::c_like) entry: Option<&'a str>,
    /// Whether what the reference compiler refuses is refused, although it could be run.
    pub(in crate::frontend::c_like) is_strict: bool,
    /// The structures that stand for interfaces, by the names of the parameters and variables outside functions that
    /// have them.
    pub(in crate::frontend::c_like) interfaces: &'a [(&'a str, &'a str)],
    /// The sizes of arrays without one, by the names of the parameters and variables outside functions.
    pub(in crate::frontend::c_like) array_sizes: &'a [(&'a str, u32)],
    /// The functions of the language that are written in the language.
    pub(in crate::frontend::c_like) library: Option<&'a Library>,
}

impl Options<'_> {
    /// Every function of the text, and no library.
    pub(in crate::frontend::c_like) const ALL: Options<'static> = Options {
        entry: None,
        is_strict: false,
        interfaces: &[],
        array_sizes: &[],
        library: None,
    };
}

/// A parameter in a head.
#[derive(Debug, Clone)]
pub(in crate::frontend::c_like) struct Formal<'a> {
    pub(in crate::frontend::c_like) name: Name<'a>,
    pub(in crate::frontend::c_like) ty: Type,
    pub(in crate::frontend::c_like) direction: Direction,
    pub(in crate::frontend::c_like) is_uniform: bool,
    pub(in crate::frontend::c_like) is_const: bool,
    pub(in crate::frontend::c_like) semantic: Option<Semantic>,
    pub(in crate::frontend::c_like) value: Option<Expression>,
    /// Of one that is written and whose type is an interface: the structure that the function writes.
    pub(super) given: Option<Type>,
    /// The errors in this value, where they count only once it is used.
    pub(super) faults: Vec<ProgramError>,
}

/// The head of a function.
#[derive(Debug, Clone)]
pub(in crate::frontend::c_like) struct Head<'a> {
    pub(in crate::frontend::c_like) name: Name<'a>,
    pub(in crate::frontend::c_like) ty: Type,
    pub(in crate::frontend::c_like) parameters: Rc<Vec<Formal<'a>>>,
    pub(in crate::frontend::c_like) is_external: bool,
    pub(in crate::frontend::c_like) semantic: Option<Semantic>,
    /// The definition, or the last declaration.
    pub(in crate::frontend::c_like) syntax: &'a Function<'a>,
    /// The structure of a method.
    pub(in crate::frontend::c_like) owner: Option<StructId>,
    /// The profiles' names before it; one that means the current profile suffices.
    pub(in crate::frontend::c_like) profiles: Vec<&'a str>,
    /// Whether it has parameters without a type of values, so that calls take instances of it.
    pub(in crate::frontend::c_like) is_template: bool,
    /// Of a library function.
    pub(in crate::frontend::c_like) binding: Option<Binding>,
    /// Of a library function: what the library has of its name, and the number of its signature.
    pub(super) signature: Option<(Family<'a>, usize)>,
    /// Names declared after this one are unknown in its body.
    pub(in crate::frontend::c_like) order: u32,
}

impl Head<'_> {
    /// The parameter of a method's object stands before those of the text.
    pub(super) fn first_parameter(&self) -> usize {
        usize::from(self.owner.is_some())
    }
}

/// What tells a function from others: structure, name, types of parameters, profiles.
pub(super) type Signature<'a> = (Option<StructId>, &'a str, SmallVec<[Type; 4]>, Vec<&'a str>);

/// What decides a choice: the first of the functions or the address of the library's, their number, whether the library's own
/// text calls them, and the arguments.
pub(super) type ChoiceKey = (usize, usize, bool, SmallVec<[Given; 4]>);

/// The most work of [`Checker::spend`], in steps of some nanoseconds.
const MAX_WORK: u64 = 4 << 20;

/// The meaning of a name outside functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entity {
    Type(Type),
    Global(GlobalId),
    Function(FunctionId),
}

/// When an error counts, see [`Rules::by_reach`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::frontend::c_like) enum Phase {
    /// Unknown names, and calls that no function or several fit.
    Names,
    /// First values that are no constants.
    Constants,
    /// Functions without a body, and recursion.
    Calls,
    /// Operands that are found out when code is made of them.
    Operands,
    /// Constants out of range.
    Values,
}

/// The state of checking the whole text.
pub(in crate::frontend::c_like) struct Checker<'a> {
    pub(in crate::frontend::c_like) dialect: &'a dyn Dialect,
    pub(in crate::frontend::c_like) options: Options<'a>,
    pub(in crate::frontend::c_like) out: Diagnostics,
    pub(in crate::frontend::c_like) types: Types,
    pub(super) rules: Rules,
    /// Where errors stand, if that is where the language's own compiler says.
    pub(super) lines: Option<&'a Lines>,
    /// The same of what was checked, for the walk over the tree.
    pub(super) tree_lines: TreeLines,
    /// Each name's meanings in the order of their declaration, with their places in it.
    pub(super) names: FxHashMap<&'a str, SmallVec<[(Entity, u32); 1]>>,
    /// Names that are declared, and templates' instances.
    pub(super) order: u32,
    /// Of a body under check: the names that are known in it.
    pub(super) visible: u32,
    /// Of a body of the library.
    pub(super) binding: Option<Binding>,
    pub(super) methods: FxHashMap<(StructId, &'a str), Rc<Vec<FunctionId>>>,
    /// Structures that are declared only, and whether a value's size has been computed with them.
    pub(super) declared_only: FxHashMap<StructId, bool>,
    /// The names of each structure's methods, in the order of the text.
    pub(super) method_names: FxHashMap<StructId, Vec<&'a str>>,
    /// Members of structures, by their numbers.
    pub(super) members: FxHashMap<(StructId, &'a str), u32>,
    /// The structure whose method is checked, and the number of its members that stand before the method.
    pub(super) unfinished: Option<(StructId, u32)>,
    /// Members of constant buffers so far.
    pub(super) n_buffer_members: u32,
    /// The functions of the text by what tells them apart: structure, name, types of parameters, profiles.
    pub(super) signatures: FxHashMap<Signature<'a>, FunctionId>,
    /// What the text has made the checks do, see [`Checker::spend`].
    spent: u64,
    pub(in crate::frontend::c_like) globals: Vec<Global>,
    /// Those that are declared with `extern` only, where a declaration without it may follow.
    pub(super) declared_extern: FxHashSet<GlobalId>,
    /// The scalars of all of them.
    pub(super) n_scalars: u32,
    /// Whether each of them is a constant.
    pub(super) are_const: Vec<bool>,
    /// The numbers of those that constant expressions can name.
    pub(super) constants: Vec<Option<Numbers>>,
    /// Whether each of them can be named in constant expressions, whatever its type.
    pub(super) are_constant: Vec<bool>,
    pub(in crate::frontend::c_like) heads: Vec<Head<'a>>,
    /// The bodies, by the functions' numbers, once they are checked.
    pub(super) bodies: Vec<Option<Body>>,
    /// The nodes of the functions' parameters.
    pub(super) parameter_nodes: Vec<SmallVec<[Node; 4]>>,
    pub(super) patterns: Patterns,
    /// Instances of templates by the types of their parameters.
    pub(super) instances: FxHashMap<(FunctionId, Vec<Type>), FunctionId>,
    /// The functions of the library that have been called, by the address of their name's signatures and the number of theirs.
    pub(super) library: FxHashMap<(usize, usize), FunctionId>,
    /// The same in the order of all calls in the library's text.
    pub(super) asked: Vec<FunctionId>,
    /// The functions of names that have been called, with the number of the name's meanings among which they were found.
    named: FxHashMap<&'a str, (usize, Rc<Vec<FunctionId>>)>,
    /// The memory of functions that have been checked.
    pub(super) spare: Spare<'a>,
    /// What was chosen of many functions.
    pub(super) choices: FxHashMap<ChoiceKey, Choice>,
    /// Functions whose bodies are still to be checked.
    pub(super) pending: Vec<FunctionId>,
    /// Whether a part of the text is missing here. Then an unknown name is no error.
    pub(super) is_incomplete: bool,
    /// Techniques, and what effects know of variables.
    pub(super) effect: tree::effect::Effect,
    pub(super) wishes: Vec<(Span, Wish)>,
    /// The names of the techniques.
    pub(super) technique_names: FxHashSet<&'a str>,
    /// The names whose structures or sizes, given from outside, were needed.
    pub(super) needed: FxHashSet<&'a str>,
    /// Errors in the first values of variables outside functions.
    pub(super) delayed: Vec<(Phase, ErrorKind, Span)>,
}

impl<'a> Checker<'a> {
    pub(super) fn new(
        dialect: &'a dyn Dialect,
        options: Options<'a>,
        text: &'a Text<'a>,
        out: Diagnostics,
    ) -> Checker<'a> {
        // Functions and variables of the text, and some of the library.
        let n_items = text.items.len() + 16;
        // Nothing is declared yet. Outside of bodies every declaration so far is visible.
        Checker {
            dialect,
            lines: None,
            tree_lines: TreeLines::default(),
            options,
            out,
            types: Types::default(),
            rules: dialect.rules(),
            names: FxHashMap::with_capacity_and_hasher(n_items, FxBuildHasher),
            order: 0,
            visible: u32::MAX,
            binding: None,
            methods: FxHashMap::default(),
            declared_only: FxHashMap::default(),
            method_names: FxHashMap::default(),
            members: FxHashMap::default(),
            unfinished: None,
            n_buffer_members: 0,
            signatures: FxHashMap::with_capacity_and_hasher(n_items, FxBuildHasher),
            spent: 0,
            globals: Vec::with_capacity(n_items),
            declared_extern: FxHashSet::default(),
            n_scalars: 0,
            are_const: Vec::with_capacity(n_items),
            constants: Vec::with_capacity(n_items),
            are_constant: Vec::with_capacity(n_items),
            heads: Vec::with_capacity(n_items),
            bodies: Vec::with_capacity(n_items),
            parameter_nodes: Vec::with_capacity(n_items),
            patterns: Patterns::default(),
            instances: FxHashMap::default(),
            library: FxHashMap::default(),
            asked: Vec::new(),
            named: FxHashMap::default(),
            spare: Spare::default(),
            choices: FxHashMap::default(),
            pending: Vec::new(),
            is_incomplete: text.is_incomplete,
            effect: Default::default(),
            wishes: Vec::new(),
            technique_names: FxHashSet::default(),
            needed: FxHashSet::default(),
            delayed: Vec::new(),
        }
    }

    /// Where errors stand, if the text's own compiler is followed in this.
    pub(super) fn lines(&self) -> Option<&'a Lines> {
        self.lines.filter(|_| self.binding.is_none())
    }

    /// Records where the statement stands that evaluates an expression.
    pub(super) fn set_statement_line(&mut self, e: Span, at: Option<Span>) {
        if let Some(at) = at {
            self.tree_lines.statements.insert(e, at);
        }
    }

    /// Gives a name a meaning.
    pub(super) fn declare(&mut self, name: &'a str, entity: Entity) {
        self.order += 1;
        self.names
            .entry(name)
            .or_default()
            .push((entity, self.order));
    }

    /// The number of a member of this name at the current place.
    pub(super) fn member_index(&self, id: StructId, name: &str) -> Option<u32> {
        let index = *self.members.get(&(id, name))?;
        let is_later = self
            .unfinished
            .is_some_and(|(of, n)| of == id && index >= n);
        (!is_later).then_some(index)
    }

    /// The same for a value with this type. In the bodies of its own methods the reference knows no members of it.
    pub(super) fn complete_member_index(&self, id: StructId, name: &str) -> Option<u32> {
        let is_own = self.unfinished.is_some_and(|(of, _)| of == id);
        if is_own && self.options.is_strict {
            return None;
        }
        self.member_index(id, name)
    }

    /// The latest meaning of a name at the current place.
    pub(super) fn find(&self, name: &str) -> Option<Entity> {
        let known = self.names.get(name)?.iter().rev();
        let mut known = known.filter(|(_, order)| *order <= self.visible);
        known.next().map(|(entity, _)| *entity)
    }

    /// The functions of a name at the current place, in the order of the text.
    /// `None`: there are none.
    pub(super) fn functions_named(&mut self, name: &str) -> Option<Rc<Vec<FunctionId>>> {
        let (name, known) = self.names.get_key_value(name)?;
        // The meanings of a name have their places in the order of the text.
        let n = known.partition_point(|(_, order)| *order <= self.visible);
        let (of, functions) = self.named.entry(name).or_default();
        if *of > n {
            (*of, *functions) = Default::default();
        }
        if *of < n {
            let new = known[*of..n].iter().filter_map(|(entity, _)| match entity {
                Entity::Function(id) => Some(*id),
                _ => None,
            });
            Rc::make_mut(functions).extend(new);
            *of = n;
        }
        (!functions.is_empty()).then(|| functions.clone())
    }

    /// A new function, with nodes for its value and its parameters.
    pub(super) fn new_function(&mut self, head: Head<'a>) -> FunctionId {
        let id = FunctionId(self.heads.len() as u32);
        self.patterns.function();
        let nodes = head.parameters.iter().map(|_| self.patterns.node());
        self.parameter_nodes.push(nodes.collect());
        self.heads.push(head);
        self.bodies.push(None);
        id
    }

    /// Whether a body of the library is checked.
    pub(in crate::frontend::c_like) fn is_in_library(&self) -> bool {
        self.binding.is_some()
    }

    /// The head of a function.
    pub(in crate::frontend::c_like) fn head_of(&self, id: FunctionId) -> &Head<'a> {
        &self.heads[id.0 as usize]
    }

    /// The spelling of a type in the text.
    pub(in crate::frontend::c_like) fn type_name(&self, ty: Type) -> String {
        self.dialect.type_name(&self.types, ty)
    }

    /// Reports an error of a declaration outside functions that counts in a phase.
    pub(super) fn later(&mut self, phase: Phase, kind: ErrorKind, span: Span) {
        if self.rules.by_reach {
            self.delayed.push((phase, kind, span));
        } else {
            self.out.error(kind, span);
        }
    }

    /// Counts work that grows faster than the text: comparisons of overloads, copies of values, bodies of instances. False
    /// once it is too much, which is reported once.
    pub(in crate::frontend::c_like) fn spend(&mut self, amount: u64, span: Span) -> bool {
        let was_enough = self.spent <= MAX_WORK;
        self.spent = self.spent.saturating_add(amount);
        if was_enough && self.spent > MAX_WORK {
            self.out.rule(Rule::TooMuchWork, span);
        }
        self.spent <= MAX_WORK
    }

    /// Whether more work was counted than is allowed.
    pub(super) fn has_no_work_left(&self) -> bool {
        self.spent > MAX_WORK
    }

    /// Whether a type has too many levels, which is reported.
    pub(super) fn too_deep(&mut self, ty: Type, span: Span) -> bool {
        let is_deep = self.types.depth(ty) >= Types::MAX_DEPTH;
        if is_deep {
            self.out.rule(Rule::DeepType(Types::MAX_DEPTH), span);
        }
        is_deep
    }

    /// The type of an array; too large ones are reported.
    pub(super) fn array(&mut self, element: Type, n: u32, span: Span) -> Type {
        self.note_use(element);
        let limit = self.rules.max_scalars;
        let used = u64::from(self.types.count(element)) * u64::from(n);
        let made = self.types.array(element, n).ok().filter(|_| used <= limit);
        made.unwrap_or_else(|| {
            self.out.rule(Rule::TooLarge { used, limit }, span);
            Type::Unknown
        })
    }
}
