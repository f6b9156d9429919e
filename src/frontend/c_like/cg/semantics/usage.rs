//! Which scalars of an entry's inputs a program reads: those that it only copies along with a structure do not count.
//!
//! A structure is followed through assignments to whole variables and through calls. Where that ends (recursion, too many
//! steps), it counts as read.

use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::tree_walk::each_call;
use crate::frontend::c_like::types::Type;
use crate::ir::Span;
use rustc_hash::FxHashSet;

/// The most variables that are followed.
const MAX_FOLLOWED: usize = 4096;

/// Scalars that are read: from the first one up to, and without, the second, and where. `u32::MAX` as the end stands for all that
/// follow.
pub type Used = (u32, u32, Span);

/// The scalars of a function's variable that are read. The ranges may overlap.
pub fn reads(module: &Module, function: FunctionId, variable: VariableId) -> Vec<Used> {
    let mut usage = Usage {
        module,
        followed: FxHashSet::default(),
    };
    usage.of(function, variable)
}

/// The scalars of a variable outside functions that the entry and what it calls read, as ranges like those of
/// [`reads`].
pub fn reads_of_global(module: &Module, entry: FunctionId, global: GlobalId) -> Vec<Used> {
    let mut usage = Usage {
        module,
        followed: FxHashSet::default(),
    };
    let all = reached(module, entry).into_iter();
    all.flat_map(|function| usage.in_body(function, VariableRef::Global(global)))
        .collect()
}

/// The functions that the entry reaches, itself among them.
fn reached(module: &Module, entry: FunctionId) -> Vec<FunctionId> {
    let mut known = FxHashSet::from_iter([entry]);
    let mut all = vec![entry];
    let mut next = 0;
    while let Some(id) = all.get(next) {
        next += 1;
        let body = module.functions.get(id.0 as usize).map(|f| &f.body[..]);
        each_call(body.unwrap_or_default(), &mut |callee| {
            if known.insert(callee) {
                all.push(callee);
            }
        });
    }
    all
}

struct Usage<'m> {
    module: &'m Module,
    followed: FxHashSet<(FunctionId, VariableId)>,
}

/// A place where a variable is read.
enum Read {
    Scalars(Used),
    /// A structure from this scalar on becomes the parameter of a function.
    Passed(u32, FunctionId, VariableId),
    /// It becomes another variable, from that one's scalar on.
    Copied(u32, VariableId, u32),
}

impl Usage<'_> {
    fn of(&mut self, function: FunctionId, variable: VariableId) -> Vec<Used> {
        if self.followed.len() >= MAX_FOLLOWED || !self.followed.insert((function, variable)) {
            return vec![(0, u32::MAX, Span::NONE)];
        }
        let all = self.in_body(function, VariableRef::Local(variable));
        self.followed.remove(&(function, variable));
        all
    }

    fn in_body(&mut self, function: FunctionId, variable: VariableRef) -> Vec<Used> {
        let Some(body) = self.module.functions.get(function.0 as usize) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let mut walk = Walk {
            module: self.module,
            variable,
            found: &mut found,
        };
        walk.statements(&body.body);
        let mut all = Vec::new();
        for read in found {
            // The scalars of the copy from its scalar `to` on are those of this variable from `from` on.
            let (from, to, copied) = match read {
                Read::Scalars(used) => {
                    all.push(used);
                    continue;
                }
                Read::Passed(from, callee, parameter) => (from, 0, self.of(callee, parameter)),
                Read::Copied(from, other, to) => (from, to, self.of(function, other)),
            };
            let moved = copied.into_iter().filter(|(_, end, _)| *end > to);
            all.extend(moved.map(|(a, b, span)| {
                let moved = |x: u32| x.saturating_sub(to).saturating_add(from);
                (moved(a), if b == u32::MAX { b } else { moved(b) }, span)
            }));
        }
        all
    }
}

/// Collects the reads of one variable in a body.
struct Walk<'w> {
    module: &'w Module,
    variable: VariableRef,
    found: &'w mut Vec<Read>,
}

impl Walk<'_> {
    fn statements(&mut self, statements: &[Statement]) {
        for s in statements {
            // Each row visits its expressions and statements. The order does not matter, since uses are only
            // collected.
            match &s.kind {
                StatementKind::Declare(_)
                | StatementKind::Break(_)
                | StatementKind::Continue(_) => {}
                StatementKind::Expression(e) => self.expression(e),
                StatementKind::Assign(to, e) => self.assign(to, e),
                StatementKind::Block(inner) => self.statements(inner),
                StatementKind::If { condition, yes, no } => {
                    self.expression(condition);
                    self.statements(yes);
                    self.statements(no);
                }
                StatementKind::Loop(l) => {
                    l.before
                        .iter()
                        .chain(&l.after)
                        .for_each(|e| self.expression(e));
                    self.statements(&l.body);
                    self.statements(&l.step);
                }
                StatementKind::Discard(e) | StatementKind::Return(e) => {
                    e.iter().for_each(|e| self.expression(e));
                }
            }
        }
    }

    /// The first scalar of a place in this variable, if its steps are constants.
    fn offset(&self, place: &Place) -> Option<u32> {
        if place.variable != self.variable {
            return None;
        }
        let step = |s: &Step| match s {
            Step::Offset(n) => Some(*n),
            Step::Index { .. } => None,
        };
        place.steps.iter().map(step).sum()
    }

    /// An assignment of a whole structure is a copy.
    fn assign(&mut self, to: &Place, e: &Expression) {
        self.steps(to);
        if let (ExpressionKind::Read(from), VariableRef::Local(other)) = (&e.kind, to.variable)
            && matches!(from.ty, Type::Struct(_))
            && let Some(offset) = self.offset(from)
        {
            let start = to.steps.iter().map(|s| match s {
                Step::Offset(n) => *n,
                Step::Index { .. } => 0,
            });
            self.found.push(Read::Copied(offset, other, start.sum()));
            return;
        }
        self.expression(e);
    }

    fn steps(&mut self, place: &Place) {
        for step in &place.steps {
            if let Step::Index { index, .. } = step {
                self.expression(index);
            }
        }
    }

    fn place(&mut self, place: &Place, span: Span) {
        self.steps(place);
        if place.variable != self.variable {
            return;
        }
        let Some(start) = self.offset(place) else {
            self.found.push(Read::Scalars((0, u32::MAX, span)));
            return;
        };
        match &place.swizzle {
            Some(swizzle) => {
                let reads = swizzle.components().iter().map(|c| start + u32::from(*c));
                self.found
                    .extend(reads.map(|c| Read::Scalars((c, c + 1, span))));
            }
            None => {
                let n = self.module.types.count(place.ty);
                self.found.push(Read::Scalars((start, start + n, span)));
            }
        }
    }

    fn argument(&mut self, callee: FunctionId, i: usize, argument: &Argument, span: Span) {
        let e = match argument {
            Argument::In(e) => e,
            Argument::Place(place) => return self.place(place, span),
        };
        if let ExpressionKind::Read(place) = &e.kind
            && matches!(place.ty, Type::Struct(_))
            && let Some(offset) = self.offset(place)
        {
            self.found
                .push(Read::Passed(offset, callee, VariableId(i as u32)));
            return;
        }
        self.expression(e);
    }

    fn expression(&mut self, e: &Expression) {
        use ExpressionKind::*;
        match &e.kind {
            Integer(_) | Real(..) | Bits(_) | Old | Unknown => {}
            Read(place) => self.place(place, e.span),
            Unary(_, a)
            | Smear(a)
            | Reinterpret(a)
            | Convert(a)
            | Swizzle(a, _)
            | Truth(a)
            | Gather(_, a)
            | OneNan(a) => {
                self.expression(a);
            }
            // A member of a copy is read from the variable where the copy is no place.
            Member(a, _) => self.expression(a),
            Binary(_, operands) => operands.iter().for_each(|e| self.expression(e)),
            Shift(_, a, b)
            | Element {
                of: a, index: b, ..
            } => {
                self.expression(a);
                self.expression(b);
            }
            Compose(parts) | Math(_, parts) | Operation(_, _, parts) | Sequence(parts) => {
                parts.iter().for_each(|e| self.expression(e));
            }
            Choose(parts) | Select(parts) | Conditional(parts) | Fetch(parts, _) => {
                parts.iter().for_each(|e| self.expression(e));
            }
            TextureSize(parts) => parts.iter().for_each(|e| self.expression(e)),
            Assign(both) => self.assign(&both.0, &both.1),
            Update(update) => {
                self.place(&update.place, e.span);
                self.expression(&update.value);
            }
            Sample(sample) => {
                self.expression(&sample.sampler);
                sample.texture.iter().for_each(|e| self.expression(e));
                self.expression(&sample.coordinates);
                match &sample.lod {
                    SampleLod::Implicit => {}
                    SampleLod::Bias(e) | SampleLod::Explicit(e) => self.expression(e),
                    SampleLod::Gradients(x, y) => {
                        self.expression(x);
                        self.expression(y);
                    }
                }
            }
            Call(callee, arguments) => {
                for (i, argument) in arguments.iter().enumerate() {
                    self.argument(*callee, i, argument, e.span);
                }
            }
        }
    }
}
