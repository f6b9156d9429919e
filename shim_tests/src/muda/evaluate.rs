//! An evaluator of one element at a time. It is written from the specification and QUIRKS section 5 alone.

use super::scalar::*;
use super::tree::*;

impl Program {
    /// Runs the kernel on these values of its parameters. Returns the parameters that are written, in order, then the
    /// result.
    pub fn run(&self, arguments: &[Value]) -> Vec<Value> {
        let mut results = self.call(self.functions.len() - 1, arguments, [true; 4]);
        let value = results.remove(0);
        results.push(value);
        results
    }

    /// Runs a function, whose conditions count for these components. Returns its result, then the parameters that are
    /// written.
    fn call(&self, id: usize, arguments: &[Value], called: Lanes) -> Vec<Value> {
        let f = &self.functions[id];
        let variables = f.variables.iter().map(|v| vec![[0; 4]; v.size.max(1)]);
        let mut frame = Frame {
            variables: variables.collect(),
            called,
            part: None,
            returned: [false; 4],
            result: [0; 4],
        };
        for (i, argument) in arguments.iter().enumerate() {
            frame.variables[i][0] = *argument;
        }
        self.statements(&mut frame, f, &f.body);
        let written = f
            .parameters
            .iter()
            .zip(&frame.variables)
            .filter(|(way, _)| **way != Way::In);
        std::iter::once(frame.result)
            .chain(written.map(|(_, v)| v[0]))
            .collect()
    }

    /// Runs statements; false if every component that they are run for has returned.
    fn statements(&self, frame: &mut Frame, f: &Function, body: &[Stmt]) -> bool {
        body.iter().all(|s| self.statement(frame, f, s))
    }

    fn statement(&self, frame: &mut Frame, f: &Function, s: &Stmt) -> bool {
        match s {
            Stmt::Assign(v, mask, e) => {
                let ty = f.variables[*v].ty;
                let value = in_shape(eval(frame, e), e.ty, ty, mask.as_ref());
                let components = match (mask, ty.is_vector) {
                    (Some(mask), _) => mask.clone(),
                    (None, true) => vec![0, 1, 2, 3],
                    (None, false) => vec![0],
                };
                for (i, c) in components.into_iter().enumerate() {
                    frame.store((*v, ty), 0, c, value[i]);
                }
            }
            Stmt::AssignElement(v, index, e) => {
                let index = eval(frame, index)[0] as usize;
                let ty = f.variables[*v].ty;
                let value = in_shape(eval(frame, e), e.ty, ty, None);
                if index < frame.variables[*v].len() {
                    (0..4).for_each(|c| frame.store((*v, ty), index, c, value[c]));
                }
            }
            Stmt::If(condition, yes, no) if condition.ty.is_vector => {
                let (live, holds) = (frame.conditional(), eval(frame, condition));
                for (body, way) in [(yes, true), (no, false)] {
                    let part = [0, 1, 2, 3].map(|i| live[i] && (holds[i] != 0) == way);
                    self.part(frame, f, body, part);
                }
                return frame.conditional().contains(&true);
            }
            Stmt::If(condition, yes, no) => {
                let holds = eval(frame, condition)[0] != 0;
                return self.statements(frame, f, if holds { yes } else { no });
            }
            Stmt::While(condition, body) if condition.ty.is_vector => {
                let mut left = frame.conditional();
                while left.contains(&true) {
                    let holds = eval(frame, condition);
                    left = [0, 1, 2, 3].map(|i| left[i] && holds[i] != 0);
                    self.part(frame, f, body, left);
                    left = [0, 1, 2, 3].map(|i| left[i] && !frame.returned[i]);
                }
                return frame.conditional().contains(&true);
            }
            Stmt::While(condition, body) => {
                while eval(frame, condition)[0] != 0 {
                    if !self.statements(frame, f, body) {
                        return false;
                    }
                }
            }
            Stmt::Return(e) => {
                let value = in_shape(eval(frame, e), e.ty, f.result, None);
                let stored = frame.stored();
                (0..4).for_each(|i| {
                    if stored[i] || !f.result.is_vector {
                        frame.result[i] = value[i];
                    }
                });
                let part = frame.part.unwrap_or([true; 4]);
                (0..4).for_each(|i| frame.returned[i] |= part[i]);
                return false;
            }
            Stmt::Call(result, id, arguments) => {
                let callee = &self.functions[*id];
                let values: Vec<Value> = arguments
                    .iter()
                    .zip(&callee.parameters)
                    .map(|(e, way)| match way {
                        Way::Out => [0; 4],
                        _ => eval(frame, e),
                    })
                    .collect();
                let values: Vec<Value> = values
                    .into_iter()
                    .zip(arguments)
                    .zip(&callee.variables)
                    .map(|((v, e), p)| in_shape(v, e.ty, p.ty, None))
                    .collect();
                let results = self.call(*id, &values, frame.conditional());
                let places = arguments
                    .iter()
                    .zip(&callee.parameters)
                    .filter(|(_, way)| **way != Way::In);
                for ((place, _), value) in places.zip(&results[1..]) {
                    if let Node::Variable(v) = place.node {
                        let ty = f.variables[v].ty;
                        (0..4).for_each(|c| frame.store((v, ty), 0, c, value[c]));
                    }
                }
                let ty = f.variables[*result].ty;
                let value = in_shape(results[0], callee.result, ty, None);
                (0..4).for_each(|c| frame.store((*result, ty), 0, c, value[c]));
            }
        }
        true
    }

    /// Runs statements for some components, if there are any.
    fn part(&self, frame: &mut Frame, f: &Function, body: &[Stmt], part: Lanes) {
        if part.contains(&true) {
            let outer = frame.part.replace(part);
            self.statements(frame, f, body);
            frame.part = outer;
        }
    }
}

/// A choice of components.
type Lanes = [bool; 4];

/// A function that is run.
struct Frame {
    variables: Vec<Vec<Value>>,
    /// The components that it was called for.
    called: Lanes,
    /// Those of the innermost open statement whose condition is a vector.
    part: Option<Lanes>,
    /// Those that have returned.
    returned: Lanes,
    result: Value,
}

impl Frame {
    /// The components that a store writes. A scalar is always written.
    fn stored(&self) -> Lanes {
        let part = self.part.unwrap_or([true; 4]);
        [0, 1, 2, 3].map(|i| part[i] && !self.returned[i])
    }

    /// The components for which a condition counts.
    fn conditional(&self) -> Lanes {
        let part = self.part.unwrap_or(self.called);
        [0, 1, 2, 3].map(|i| part[i] && !self.returned[i])
    }

    fn store(&mut self, (variable, ty): (usize, Ty), element: usize, component: usize, bits: u64) {
        if self.stored()[component] || !ty.is_vector {
            self.variables[variable][element][component] = bits;
        }
    }
}

/// Copies a scalar to all components if a vector is wanted.
fn in_shape(value: Value, from: Ty, to: Ty, mask: Option<&Vec<usize>>) -> Value {
    let is_vector = to.is_vector && mask.is_none_or(|m| m.len() > 1);
    if !from.is_vector && is_vector {
        [value[0]; 4]
    } else {
        value
    }
}

fn eval(frame: &Frame, e: &Expr) -> Value {
    let n = if e.ty.is_vector { 4 } else { 1 };
    let mut out = [0; 4];
    match &e.node {
        Node::Literal(bits, _) => out[0] = *bits,
        Node::Variable(v) => out = frame.variables[*v][0],
        Node::Element(v, index) => {
            let index = eval(frame, index)[0] as usize;
            out = frame.variables[*v].get(index).copied().unwrap_or([0; 4]);
        }
        Node::Unary(op, a) => {
            let a = eval(frame, a);
            for i in 0..n {
                out[i] = match (op, e.ty.kind) {
                    ('~', kind) => kind.cut(!a[i]),
                    (_, Kind::Float) => of_float(-float(a[i])),
                    (_, Kind::Double) => of_double(-f64::from_bits(a[i])),
                    (_, kind) => kind.cut(a[i].wrapping_neg()),
                };
            }
        }
        Node::Binary(op, a, b) => {
            // A shift of a whole vector moves bits from one component to the next.
            let whole = matches!(*op, "<<" | ">>" | "<<<" | ">>>" | "<<@" | ">>@");
            let (x, y) = (eval(frame, a), eval(frame, b));
            if whole && a.ty.is_vector {
                return shift_whole(op, x, y[0] as u32);
            }
            let x = if a.ty.is_vector { x } else { [x[0]; 4] };
            let y = if b.ty.is_vector { y } else { [y[0]; 4] };
            for i in 0..n {
                out[i] = binary(op, a.ty.kind, x[i], y[i]);
            }
        }
        Node::Swizzle(a, letters) => {
            let a = eval(frame, a);
            for i in 0..n {
                out[i] = a[letters[i.min(letters.len() - 1)]];
            }
        }
        Node::Construct(parts) => {
            let values: Vec<(Value, Kind)> =
                parts.iter().map(|p| (eval(frame, p), p.ty.kind)).collect();
            for i in 0..n {
                // One vector is converted, one scalar is repeated, four scalars are put together.
                let (bits, kind) = match (values.len(), parts[0].ty.is_vector) {
                    (1, true) => (values[0].0[i], values[0].1),
                    (1, false) => (values[0].0[0], values[0].1),
                    _ => (values[i].0[0], values[i].1),
                };
                out[i] = convert(bits, kind, e.ty.kind);
            }
        }
        Node::Choose(a, b, m) => {
            let [x, y, mask] = [a, b, m].map(|e| {
                let v = eval(frame, e);
                if e.ty.is_vector { v } else { [v[0]; 4] }
            });
            for i in 0..n {
                out[i] = x[i] & !mask[i] | y[i] & mask[i];
            }
        }
        Node::Author(name, a) => {
            let n_parts = if a.ty.is_vector { 4 } else { 1 };
            let value = eval(frame, a);
            let parts = &value[..n_parts];
            match *name {
                "all" => {
                    out[0] =
                        e.ty.kind
                            .cut(u64::from(parts.iter().all(|x| *x != 0)).wrapping_neg())
                }
                "any" => {
                    out[0] =
                        e.ty.kind
                            .cut(u64::from(parts.iter().any(|x| *x != 0)).wrapping_neg())
                }
                "gather" => {
                    let sign = |x: u64| x >> (a.ty.kind.width() - 1) & 1;
                    out[0] = (0..n_parts).fold(0, |all, i| all | sign(parts[i]) << i);
                }
                "ftoi" => (0..n).for_each(|i| out[i] = convert(value[i], a.ty.kind, Kind::Int)),
                // The bits of a float are read as an int.
                "itof" => (0..n).for_each(|i| out[i] = convert(value[i], Kind::Int, Kind::Float)),
                _ if a.ty.is_vector => out = value,
                _ => out = [value[0]; 4],
            }
        }
        Node::Extract(a, index) => {
            let index = eval(frame, index)[0] as usize;
            out[0] = eval(frame, a).get(index).copied().unwrap_or(0);
        }
        Node::Math(name, args) => {
            let values: Vec<Value> = args.iter().map(|a| eval(frame, a)).collect();
            for i in 0..n {
                let b = values.get(1).map_or(0, |b| b[i]);
                out[i] = math(name, e.ty.kind, values[0][i], b);
            }
        }
    }
    out
}
