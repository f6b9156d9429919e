//! An evaluator of one element at a time. It is written from the specification and QUIRKS section 5 alone.

use super::scalar::*;
use super::tree::*;

impl Program {
    /// Runs the kernel on these values of its parameters. Returns the parameters that are written, in order, then the
    /// result.
    pub fn run(&self, arguments: &[Value]) -> Vec<Value> {
        let mut results = self.call(self.functions.len() - 1, arguments);
        let value = results.remove(0);
        results.push(value);
        results
    }

    /// Runs a function. Returns its result, then the parameters that are written.
    fn call(&self, id: usize, arguments: &[Value]) -> Vec<Value> {
        let f = &self.functions[id];
        let mut frame: Vec<Vec<Value>> = f
            .variables
            .iter()
            .map(|v| vec![[0; 4]; v.size.max(1)])
            .collect();
        for (i, argument) in arguments.iter().enumerate() {
            frame[i][0] = *argument;
        }
        let value = self.statements(&mut frame, f, &f.body).unwrap_or([0; 4]);
        let written = f
            .parameters
            .iter()
            .zip(&frame)
            .filter(|(way, _)| **way != Way::In);
        std::iter::once(value)
            .chain(written.map(|(_, v)| v[0]))
            .collect()
    }

    fn statements(
        &self,
        frame: &mut Vec<Vec<Value>>,
        f: &Function,
        body: &[Stmt],
    ) -> Option<Value> {
        body.iter().find_map(|s| self.statement(frame, f, s))
    }

    fn statement(&self, frame: &mut Vec<Vec<Value>>, f: &Function, s: &Stmt) -> Option<Value> {
        match s {
            Stmt::Assign(v, mask, e) => {
                let value = in_shape(eval(frame, e), e.ty, f.variables[*v].ty, mask.as_ref());
                match mask {
                    None => frame[*v][0] = value,
                    Some(mask) => {
                        for (i, c) in mask.iter().enumerate() {
                            frame[*v][0][*c] = value[i];
                        }
                    }
                }
            }
            Stmt::AssignElement(v, index, e) => {
                let index = eval(frame, index)[0] as usize;
                let value = in_shape(eval(frame, e), e.ty, f.variables[*v].ty, None);
                if let Some(element) = frame[*v].get_mut(index) {
                    *element = value;
                }
            }
            Stmt::If(condition, yes, no) => {
                let way = if eval(frame, condition)[0] != 0 {
                    yes
                } else {
                    no
                };
                return self.statements(frame, f, way);
            }
            Stmt::While(condition, body) => {
                while eval(frame, condition)[0] != 0 {
                    if let Some(value) = self.statements(frame, f, body) {
                        return Some(value);
                    }
                }
            }
            Stmt::Return(e) => return Some(in_shape(eval(frame, e), e.ty, f.result, None)),
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
                let results = self.call(*id, &values);
                let places = arguments
                    .iter()
                    .zip(&callee.parameters)
                    .filter(|(_, way)| **way != Way::In);
                for ((place, _), value) in places.zip(&results[1..]) {
                    if let Node::Variable(v) = place.node {
                        frame[v][0] = *value;
                    }
                }
                frame[*result][0] =
                    in_shape(results[0], callee.result, f.variables[*result].ty, None);
            }
        }
        None
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

fn eval(frame: &[Vec<Value>], e: &Expr) -> Value {
    let n = if e.ty.is_vector { 4 } else { 1 };
    let mut out = [0; 4];
    match &e.node {
        Node::Literal(bits, _) => out[0] = *bits,
        Node::Variable(v) => out = frame[*v][0],
        Node::Element(v, index) => {
            let index = eval(frame, index)[0] as usize;
            out = frame[*v].get(index).copied().unwrap_or([0; 4]);
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
