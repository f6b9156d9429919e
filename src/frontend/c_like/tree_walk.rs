//! Walks over the typed tree: operands, calls, written places, numbers of nodes.

use super::tree::*;

/// The nodes of an expression.
pub(super) fn nodes(e: &Expression) -> u64 {
    let mut n = 1;
    each_child(e, &mut |child| n += nodes(child));
    n
}

/// The walks over what an expression or a statement holds, for reading (`iter`) and for changing (`iter_mut mut`).
macro_rules! walks {
    ($each_child:ident, $each_expression:ident, $each_index:ident, $iter:ident $($mutable:tt)?) => {
        /// Calls `f` for the operands of an expression.
        pub(super) fn $each_child(
            e: &$($mutable)? Expression,
            f: &mut dyn FnMut(&$($mutable)? Expression),
        ) {
            use ExpressionKind::*;
            // Each row calls for the operands of its kind; of a place the operands are its indices.
            match &$($mutable)? e.kind {
                Integer(_) | Real(..) | Bits(_) | Old | Unknown => {}
                Read(place) => $each_index(place, f),
                Unary(_, a)
                | Smear(a)
                | Reinterpret(a)
                | Convert(a)
                | Swizzle(a, _)
                | Truth(a)
                | OneNan(a)
                | Gather(_, a)
                | Member(a, _) => f(a),
                Binary(_, operands) => operands.$iter().for_each(f),
                Shift(_, a, b)
                | Element {
                    of: a, index: b, ..
                } => {
                    f(a);
                    f(b);
                }
                Compose(all) | Math(_, all) | Operation(_, _, all) | Sequence(all) => {
                    all.$iter().for_each(f);
                }
                Choose(all) | Select(all) | Conditional(all) | Fetch(all, _) => {
                    all.$iter().for_each(f);
                }
                TextureSize(all) => all.$iter().for_each(f),
                Assign(both) => {
                    let (place, value) = &$($mutable)? **both;
                    $each_index(place, f);
                    f(value);
                }
                Update(u) => {
                    $each_index(&$($mutable)? u.place, f);
                    f(&$($mutable)? u.value);
                }
                Sample(sample) => {
                    f(&$($mutable)? sample.sampler);
                    sample.texture.$iter().for_each(&mut *f);
                    f(&$($mutable)? sample.coordinates);
                    match &$($mutable)? sample.lod {
                        SampleLod::Implicit => {}
                        SampleLod::Bias(e) | SampleLod::Explicit(e) => f(e),
                        SampleLod::Gradients(x, y) => {
                            f(x);
                            f(y);
                        }
                    }
                }
                Call(_, arguments) => arguments.$iter().for_each(|a| match a {
                    Argument::In(e) => f(e),
                    Argument::Place(place) => $each_index(place, f),
                }),
            }
        }

        /// Calls `f` for the expressions of statements, and for the indices of what they write.
        pub(super) fn $each_expression(
            all: &$($mutable)? [Statement],
            f: &mut dyn FnMut(&$($mutable)? Expression),
        ) {
            for s in all {
                match &$($mutable)? s.kind {
                    StatementKind::Expression(e) => f(e),
                    StatementKind::Assign(place, e) => {
                        $each_index(place, f);
                        f(e);
                    }
                    StatementKind::Block(inner) => $each_expression(inner, f),
                    StatementKind::If { condition, yes, no } => {
                        f(condition);
                        $each_expression(yes, f);
                        $each_expression(no, f);
                    }
                    StatementKind::Loop(l) => {
                        l.before.$iter().for_each(&mut *f);
                        l.after.$iter().for_each(&mut *f);
                        $each_expression(&$($mutable)? l.body, f);
                        $each_expression(&$($mutable)? l.step, f);
                    }
                    StatementKind::Discard(e) | StatementKind::Return(e) => {
                        e.$iter().for_each(&mut *f);
                    }
                    StatementKind::Declare(_)
                    | StatementKind::Break(_)
                    | StatementKind::Continue(_) => {}
                }
            }
        }

        fn $each_index(
            place: &$($mutable)? Place,
            f: &mut dyn FnMut(&$($mutable)? Expression),
        ) {
            for step in &$($mutable)? place.steps {
                if let Step::Index { index, .. } = step {
                    f(index);
                }
            }
        }
    };
}

walks!(each_child, each_expression, each_index, iter);
walks!(each_child_mut, each_expression_mut, each_index_mut, iter_mut mut);

/// Calls `f` for each function that statements call.
pub(super) fn each_call(all: &[Statement], f: &mut dyn FnMut(FunctionId)) {
    each_expression(all, &mut |e| calls_in(e, f));
}

fn calls_in(e: &Expression, f: &mut dyn FnMut(FunctionId)) {
    if let ExpressionKind::Call(id, _) = &e.kind {
        f(*id);
    }
    each_child(e, &mut |child| calls_in(child, f));
}

/// Calls `f` with the number of each function that statements call, to be changed.
pub(super) fn each_call_mut(all: &mut [Statement], f: &dyn Fn(&mut FunctionId)) {
    each_expression_mut(all, &mut |e| calls_in_mut(e, f));
}

fn calls_in_mut(e: &mut Expression, f: &dyn Fn(&mut FunctionId)) {
    if let ExpressionKind::Call(id, _) = &mut e.kind {
        f(id);
    }
    each_child_mut(e, &mut |child| calls_in_mut(child, f));
}

/// Calls `f` for each place that a loop writes.
pub(super) fn each_write(l: &Loop, f: &mut dyn FnMut(&Place)) {
    l.before
        .iter()
        .chain(&l.after)
        .for_each(|e| writes_in(e, f));
    writes(&l.body, f);
    writes(&l.step, f);
}

/// Visits each statement, those inside of others as well.
pub(super) fn each_statement(all: &[Statement], f: &mut dyn FnMut(&Statement)) {
    for s in all {
        f(s);
        match &s.kind {
            StatementKind::Block(inner) => each_statement(inner, f),
            StatementKind::If { yes, no, .. } => {
                each_statement(yes, f);
                each_statement(no, f);
            }
            StatementKind::Loop(l) => {
                each_statement(&l.body, f);
                each_statement(&l.step, f);
            }
            _ => {}
        }
    }
}

/// Visits each place that the statements write.
pub(super) fn writes(all: &[Statement], f: &mut dyn FnMut(&Place)) {
    for s in all {
        match &s.kind {
            StatementKind::Expression(e) => writes_in(e, f),
            StatementKind::Assign(place, e) => {
                f(place);
                writes_in(e, f);
            }
            StatementKind::Block(inner) => writes(inner, f),
            StatementKind::If { condition, yes, no } => {
                writes_in(condition, f);
                writes(yes, f);
                writes(no, f);
            }
            StatementKind::Loop(l) => each_write(l, f),
            StatementKind::Discard(e) | StatementKind::Return(e) => {
                e.iter().for_each(|e| writes_in(e, f));
            }
            StatementKind::Declare(_) | StatementKind::Break(_) | StatementKind::Continue(_) => {}
        }
    }
}

pub(super) fn writes_in(e: &Expression, f: &mut dyn FnMut(&Place)) {
    match &e.kind {
        ExpressionKind::Assign(both) => f(&both.0),
        ExpressionKind::Update(u) => f(&u.place),
        ExpressionKind::Call(_, arguments) => arguments.iter().for_each(|a| {
            if let Argument::Place(place) = a {
                f(place);
            }
        }),
        _ => {}
    }
    each_child(e, &mut |child| writes_in(child, f));
}
