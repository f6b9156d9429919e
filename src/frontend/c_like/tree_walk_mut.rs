//! A walk over the typed tree that changes it.

use super::tree::*;

/// Calls `f` for the number of each function that statements call.
pub(super) fn each_call_mut(all: &mut [Statement], f: &dyn Fn(&mut FunctionId)) {
    for s in all {
        match &mut s.kind {
            StatementKind::Expression(e) => calls_in(e, f),
            StatementKind::Assign(place, e) => {
                calls_in_place(place, f);
                calls_in(e, f);
            }
            StatementKind::Block(inner) => each_call_mut(inner, f),
            StatementKind::If { condition, yes, no } => {
                calls_in(condition, f);
                each_call_mut(yes, f);
                each_call_mut(no, f);
            }
            StatementKind::Loop(l) => {
                let conditions = l.before.iter_mut().chain(&mut l.after);
                conditions.for_each(|e| calls_in(e, f));
                each_call_mut(&mut l.body, f);
                each_call_mut(&mut l.step, f);
            }
            StatementKind::Discard(e) | StatementKind::Return(e) => {
                e.iter_mut().for_each(|e| calls_in(e, f));
            }
            StatementKind::Declare(_) | StatementKind::Break(_) | StatementKind::Continue(_) => {}
        }
    }
}

fn calls_in_place(place: &mut Place, f: &dyn Fn(&mut FunctionId)) {
    for step in &mut place.steps {
        if let Step::Index { index, .. } = step {
            calls_in(index, f);
        }
    }
}

fn calls_in_all(all: &mut [Expression], f: &dyn Fn(&mut FunctionId)) {
    all.iter_mut().for_each(|e| calls_in(e, f));
}

fn calls_in(e: &mut Expression, f: &dyn Fn(&mut FunctionId)) {
    use ExpressionKind::*;
    // Each row goes on with the operands of its kind.
    match &mut e.kind {
        Integer(_) | Real(..) | Bits(_) | Old | Unknown => {}
        Read(place) => calls_in_place(place, f),
        Unary(_, a)
        | Smear(a)
        | Reinterpret(a)
        | Convert(a)
        | Swizzle(a, _)
        | Truth(a)
        | OneNan(a)
        | Gather(_, a)
        | Member(a, _) => calls_in(a, f),
        Binary(_, operands) => calls_in_all(&mut **operands, f),
        Shift(_, a, b)
        | Element {
            of: a, index: b, ..
        } => {
            calls_in(a, f);
            calls_in(b, f);
        }
        Compose(all) | Math(_, all) | Operation(_, _, all) | Sequence(all) => calls_in_all(all, f),
        Choose(all) | Select(all) | Conditional(all) | Fetch(all, _) => {
            calls_in_all(&mut **all, f);
        }
        TextureSize(all) => calls_in_all(&mut **all, f),
        Assign(both) => {
            calls_in_place(&mut both.0, f);
            calls_in(&mut both.1, f);
        }
        Update(u) => {
            calls_in_place(&mut u.place, f);
            calls_in(&mut u.value, f);
        }
        Sample(sample) => calls_in_sample(sample, f),
        Call(id, arguments) => {
            f(id);
            arguments.iter_mut().for_each(|a| match a {
                Argument::In(e) => calls_in(e, f),
                Argument::Place(place) => calls_in_place(place, f),
            });
        }
    }
}

fn calls_in_sample(sample: &mut Sample, f: &dyn Fn(&mut FunctionId)) {
    calls_in(&mut sample.sampler, f);
    sample.texture.iter_mut().for_each(|e| calls_in(e, f));
    calls_in(&mut sample.coordinates, f);
    match &mut sample.lod {
        SampleLod::Implicit => {}
        SampleLod::Bias(e) | SampleLod::Explicit(e) => calls_in(e, f),
        SampleLod::Gradients(x, y) => {
            calls_in(x, f);
            calls_in(y, f);
        }
    }
}
