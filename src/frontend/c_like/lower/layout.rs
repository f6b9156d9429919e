//! The cells of a function's variables, and which of them its loops write. Both are found once for each function, in
//! one walk over its tree.

use super::value::Kind;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::{Scalar, Type, Types};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// A range of cells: the first one, counted from the variable's owner's first cell, and how many.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Range {
    pub(super) first: u32,
    pub(super) n: u32,
}

/// Something that a loop does to variables, in the order of the text.
#[derive(Debug, Clone, Copy)]
pub(super) enum Effect {
    /// Begins a variable of the function.
    Declares(Range),
    /// Writes cells of the function.
    Writes(Range),
    /// Writes cells of globals.
    WritesGlobal(Range),
    Calls(FunctionId),
}

/// The effects of a loop: `Layout::effects[start..end]`, with those of its step from `step` on.
#[derive(Debug, Clone, Copy)]
pub(super) struct LoopEffects {
    pub(super) start: usize,
    pub(super) step: usize,
    pub(super) end: usize,
}

/// Of each scalar of a value the component of a vector that it is.
pub(super) type ComponentNumbers = SmallVec<[u8; 16]>;

/// What lowering knows about a function.
#[derive(Default)]
pub(super) struct Layout {
    /// The function whose it is.
    pub(super) function: Option<FunctionId>,
    /// The first cell of each variable, from the function's own on.
    pub(super) first: SmallVec<[u32; 8]>,
    pub(super) kinds: SmallVec<[Kind; 32]>,
    /// The cells of the value. Those of local variables follow it.
    pub(super) result: Range,
    /// Of each of them the component of a vector that it is.
    pub(super) result_components: ComponentNumbers,
    /// The first of four cells that say which components have returned; only of a function that returns where a vector decides.
    pub(super) returned: Option<u32>,
    /// Of each cell before the local variables: whether the caller reads it after the call.
    pub(super) is_result: SmallVec<[bool; 32]>,
    pub(super) effects: Vec<Effect>,
    loops: FxHashMap<*const Loop, LoopEffects>,
}

/// The kinds of a value's scalars.
pub(super) fn kinds(types: &Types, ty: Type, is_pattern: bool) -> SmallVec<[Kind; 16]> {
    let is_sampler = matches!(ty, Type::Sampler(_));
    if let Some(scalar) = ty.scalar().or(is_sampler.then_some(Scalar::Int)) {
        let kind = Kind {
            scalar,
            is_pattern,
            is_sampler,
        };
        return smallvec![kind; types.count(ty) as usize];
    }
    let scalars = types.scalars(ty);
    let samplers = samplers(types, ty);
    let each = scalars.into_iter().zip(samplers);
    each.map(|(scalar, is_sampler)| Kind {
        scalar,
        is_pattern,
        is_sampler,
    })
    .collect()
}

/// Which of a value's scalars are samplers.
fn samplers(types: &Types, ty: Type) -> Vec<bool> {
    match ty {
        Type::Struct(id) => {
            let members = types.structure(id).members.iter();
            members.flat_map(|m| samplers(types, m.ty)).collect()
        }
        Type::Array(id) => {
            let (element, n) = types.array_of(id);
            samplers(types, element).repeat(n as usize)
        }
        _ => vec![matches!(ty, Type::Sampler(_)); types.count(ty) as usize],
    }
}

impl Layout {
    /// The layout of a function. `globals` has the first cell of each global.
    pub(super) fn of(module: &Module, id: FunctionId, globals: &[u32]) -> Layout {
        let function = &module.functions[id.0 as usize];
        let mut layout = Layout {
            function: Some(id),
            result_components: components(&module.types, function.ty),
            ..Layout::default()
        };
        let n_parameters = function.parameters.len();
        let add = |layout: &mut Layout, variable: &Variable| {
            layout.first.push(layout.kinds.len() as u32);
            let kinds = kinds(&module.types, variable.ty, variable.is_pattern);
            layout.kinds.extend_from_slice(&kinds);
        };
        // The order of cells is: parameters, the function's value, other variables. The written parameters and the
        // value are the results of a call.
        for (parameter, variable) in function.parameters.iter().zip(&function.variables) {
            add(&mut layout, variable);
            let is_written = parameter.direction.is_written();
            layout.is_result.resize(layout.kinds.len(), is_written);
        }
        let first = layout.kinds.len() as u32;
        let result = kinds(&module.types, function.ty, function.is_pattern);
        layout.result = Range {
            first,
            n: result.len() as u32,
        };
        layout.kinds.extend_from_slice(&result);
        layout.is_result.resize(layout.kinds.len(), true);
        if returns_by_component(&function.body) {
            layout.returned = Some(layout.kinds.len() as u32);
            layout.kinds.extend([RETURNED; 4]);
            layout.is_result.resize(layout.kinds.len(), false);
        }
        for variable in &function.variables[n_parameters..] {
            add(&mut layout, variable);
        }
        // The walk over the body adds what each statement writes, for loops to know.
        let types = &module.types;
        let mut walk = Walk {
            types,
            globals,
            layout,
        };
        walk.statements(&function.body);
        walk.layout
    }

    /// The effects of one of its loops.
    pub(super) fn effects_of(&self, l: &Loop) -> LoopEffects {
        let found = self.loops.get(&std::ptr::from_ref(l)).copied();
        found.unwrap_or(LoopEffects {
            start: 0,
            step: 0,
            end: self.effects.len(),
        })
    }
}

/// What is in no vector, in the place of a component.
const SCALAR: u8 = 4;

/// The kind of the cells that say which components have returned.
const RETURNED: Kind = Kind {
    scalar: Scalar::Bool,
    is_pattern: false,
    is_sampler: false,
};

/// Of each scalar of a type the component of a vector that it is; [`SCALAR`] of one that is in no vector.
pub(super) fn components(types: &Types, ty: Type) -> ComponentNumbers {
    match ty {
        Type::Struct(id) => {
            let members = types.structure(id).members.iter();
            members.flat_map(|m| components(types, m.ty)).collect()
        }
        Type::Array(id) => {
            let (element, n) = types.array_of(id);
            components(types, element).repeat(n as usize).into()
        }
        Type::Vector(_, n) => (0..n).collect(),
        _ => smallvec![SCALAR; types.count(ty) as usize],
    }
}

/// Whether statements have a `return` where a vector decides.
fn returns_by_component(body: &[Statement]) -> bool {
    body.iter().any(|s| has_return(s, false))
}

fn has_return(statement: &Statement, is_masked: bool) -> bool {
    let any = |body: &[Statement], is_masked| body.iter().any(|s| has_return(s, is_masked));
    match &statement.kind {
        StatementKind::Return(_) => is_masked,
        StatementKind::Block(body) => any(body, is_masked),
        StatementKind::If { condition, yes, no } => {
            let is_masked = is_masked || condition.ty.is_vector();
            any(yes, is_masked) || any(no, is_masked)
        }
        StatementKind::Loop(l) => {
            let is_vector = l.before.as_ref().is_some_and(|e| e.ty.is_vector());
            any(&l.body, is_masked || is_vector)
        }
        _ => false,
    }
}

/// The walk that finds effects.
struct Walk<'m> {
    types: &'m Types,
    globals: &'m [u32],
    layout: Layout,
}

impl Walk<'_> {
    fn statements(&mut self, body: &[Statement]) {
        body.iter().for_each(|s| self.statement(&s.kind));
    }

    fn statement(&mut self, kind: &StatementKind) {
        // Effects are listed in the order of evaluation, so that a loop's are a range of the list.
        match kind {
            StatementKind::Declare(VariableId(v)) => {
                let first = self.layout.first[*v as usize];
                let after = self.layout.first.get(*v as usize + 1).copied();
                let end = after.unwrap_or(self.layout.kinds.len() as u32);
                let n = end - first;
                self.layout
                    .effects
                    .push(Effect::Declares(Range { first, n }));
            }
            StatementKind::Expression(e) => self.expression(e),
            StatementKind::Assign(place, e) => {
                self.expression(e);
                self.writes(place);
            }
            StatementKind::Block(body) => self.statements(body),
            StatementKind::If { condition, yes, no } => {
                self.expression(condition);
                self.statements(yes);
                self.statements(no);
            }
            StatementKind::Loop(l) => {
                let start = self.layout.effects.len();
                l.before.iter().for_each(|e| self.expression(e));
                self.statements(&l.body);
                l.after.iter().for_each(|e| self.expression(e));
                let step = self.layout.effects.len();
                self.statements(&l.step);
                let end = self.layout.effects.len();
                let effects = LoopEffects { start, step, end };
                self.layout.loops.insert(std::ptr::from_ref(l), effects);
            }
            StatementKind::Return(e) => {
                e.iter().for_each(|e| self.expression(e));
                // The other components go on.
                if let Some(first) = self.layout.returned {
                    let returned = Range { first, n: 4 };
                    let result = Effect::Writes(self.layout.result);
                    self.layout.effects.push(Effect::Writes(returned));
                    self.layout.effects.push(result);
                }
            }
            StatementKind::Discard(e) => e.iter().for_each(|e| self.expression(e)),
            StatementKind::Break(_) | StatementKind::Continue(_) => {}
        }
    }

    fn expression(&mut self, e: &Expression) {
        for_each_part(e, &mut |part| match part {
            Part::Expression(e) => self.expression(e),
            Part::Read(place) => self.indices(place),
            Part::Written(place) => self.writes(place),
            Part::Call(id) => self.layout.effects.push(Effect::Calls(id)),
        });
    }

    fn indices(&mut self, place: &Place) {
        for step in &place.steps {
            if let Step::Index { index, .. } = step {
                self.expression(index);
            }
        }
    }

    /// A write to a place: from the first index on that is no constant, to all elements.
    fn writes(&mut self, place: &Place) {
        self.indices(place);
        let (mut first, mut n) = (0, self.types.count(place.base));
        // Follows the path to the cells. An index that is no constant makes all elements of its array the target.
        for step in &place.steps {
            match step {
                Step::Offset(offset) => first += offset,
                Step::Index {
                    index,
                    scalars,
                    count,
                    ..
                } => match index.constant_integer() {
                    Some(i) if (0..i64::from(*count)).contains(&i) => first += i as u32 * scalars,
                    _ => {
                        n = scalars * count;
                        break;
                    }
                },
            }
        }
        // Locals count from the function's first cell, globals from the program's.
        self.layout.effects.push(match place.variable {
            VariableRef::Local(VariableId(v)) => {
                first += self.layout.first[v as usize];
                Effect::Writes(Range { first, n })
            }
            VariableRef::Global(GlobalId(g)) => {
                first += self.globals[g as usize];
                Effect::WritesGlobal(Range { first, n })
            }
        });
    }
}

/// What an expression is made of.
pub(super) enum Part<'m> {
    Expression(&'m Expression),
    Read(&'m Place),
    Written(&'m Place),
    Call(FunctionId),
}

/// Calls `visit` for the parts of an expression, from left to right; not for their parts.
pub(super) fn for_each_part<'m>(e: &'m Expression, visit: &mut dyn FnMut(Part<'m>)) {
    let mut all = |parts: &[&'m Expression]| parts.iter().for_each(|e| visit(Part::Expression(e)));
    // Each row names the parts of its kind. A new kind belongs to a row of those with the same number of parts.
    match &e.kind {
        ExpressionKind::Integer(_)
        | ExpressionKind::Real(..)
        | ExpressionKind::Bits(_)
        | ExpressionKind::Old
        | ExpressionKind::Unknown => {}
        ExpressionKind::Read(place) => visit(Part::Read(place)),
        ExpressionKind::Unary(_, a)
        | ExpressionKind::Smear(a)
        | ExpressionKind::Reinterpret(a)
        | ExpressionKind::Convert(a)
        | ExpressionKind::Swizzle(a, _)
        | ExpressionKind::Member(a, _)
        | ExpressionKind::Truth(a)
        | ExpressionKind::Gather(_, a)
        | ExpressionKind::OneNan(a) => all(&[a]),
        ExpressionKind::Binary(_, operands) => {
            operands.iter().for_each(|e| visit(Part::Expression(e)));
        }
        ExpressionKind::Shift(_, a, b) => all(&[a, b]),
        ExpressionKind::Element { of, index, .. } => all(&[of, index]),
        ExpressionKind::Compose(parts)
        | ExpressionKind::Math(_, parts)
        | ExpressionKind::Operation(_, _, parts)
        | ExpressionKind::Sequence(parts) => parts.iter().for_each(|e| visit(Part::Expression(e))),
        ExpressionKind::TextureSize(parts) => parts.iter().for_each(|e| visit(Part::Expression(e))),
        ExpressionKind::Choose(parts)
        | ExpressionKind::Fetch(parts, _)
        | ExpressionKind::Select(parts)
        | ExpressionKind::Conditional(parts) => {
            parts.iter().for_each(|e| visit(Part::Expression(e)))
        }
        ExpressionKind::Assign(parts) => {
            visit(Part::Expression(&parts.1));
            visit(Part::Written(&parts.0));
        }
        ExpressionKind::Update(update) => {
            visit(Part::Expression(&update.value));
            visit(Part::Written(&update.place));
        }
        ExpressionKind::Sample(sample) => {
            all(&[&sample.sampler, &sample.coordinates]);
            if let Some(texture) = &sample.texture {
                visit(Part::Expression(texture));
            }
            match &sample.lod {
                SampleLod::Implicit => {}
                SampleLod::Bias(e) | SampleLod::Explicit(e) => visit(Part::Expression(e)),
                SampleLod::Gradients(x, y) => {
                    visit(Part::Expression(x));
                    visit(Part::Expression(y));
                }
            }
        }
        ExpressionKind::Call(id, arguments) => {
            for argument in arguments {
                match argument {
                    Argument::In(e) => visit(Part::Expression(e)),
                    Argument::Place(place) => visit(Part::Written(place)),
                }
            }
            visit(Part::Call(*id));
        }
    }
}
