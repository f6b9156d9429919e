//! Programs as trees, and an evaluator of one element at a time. It is written from the specification and QUIRKS section
//! 5 alone.

/// A kind of number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Float,
    Double,
    Int,
    Long,
}

/// A type: a number or four.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ty {
    pub kind: Kind,
    /// Four of them.
    pub is_vector: bool,
}

/// The bits of the components. A scalar has the first; the others are 0.
pub type Value = [u64; 4];

/// An expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What the expression computes.
    pub node: Node,
    /// The type of the result.
    pub ty: Ty,
}

/// An operation with its operands.
#[derive(Debug, Clone)]
pub enum Node {
    /// The bits, and how they are written.
    Literal(u64, String),
    Variable(usize),
    /// An element of an array.
    Element(usize, Box<Expr>),
    /// `-` or `~`
    Unary(char, Box<Expr>),
    /// An operator. One of two operands may be a scalar while the other is a vector.
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Swizzle(Box<Expr>, Vec<usize>),
    /// A constructor: of a scalar, of four scalars, or of a vector of another type.
    Construct(Vec<Expr>),
    /// `sel`
    Choose(Box<Expr>, Box<Expr>, Box<Expr>),
    Math(&'static str, Vec<Expr>),
}

/// A statement.
#[derive(Debug, Clone)]
pub enum Stmt {
    /// With the components that are written.
    Assign(usize, Option<Vec<usize>>, Expr),
    AssignElement(usize, Expr, Expr),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    While(Expr, Vec<Stmt>),
    Return(Expr),
    /// A call: result variable, function, and one argument for each parameter. Arguments that are written are variables.
    Call(usize, usize, Vec<Expr>),
}

#[derive(Debug, Clone)]
pub struct Variable {
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// Elements of an array, 0 for others.
    pub size: usize,
}

/// The direction of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    In,
    Out,
    InOut,
}

/// A function, whose parameters are its first variables.
#[derive(Debug, Clone)]
pub struct Function {
    pub name: String,
    pub parameters: Vec<Way>,
    pub variables: Vec<Variable>,
    pub result: Ty,
    pub body: Vec<Stmt>,
}

/// A program. Its last function is the kernel.
#[derive(Debug, Clone)]
pub struct Program {
    /// The functions. Each calls earlier ones only.
    pub functions: Vec<Function>,
}

impl Kind {
    /// The bits of the number 1.
    pub fn width(self) -> u32 {
        match self {
            Kind::Float | Kind::Int => 32,
            Kind::Double | Kind::Long => 64,
        }
    }

    fn is_real(self) -> bool {
        matches!(self, Kind::Float | Kind::Double)
    }

    fn cut(self, bits: u64) -> u64 {
        match self.width() {
            32 => bits & 0xffff_ffff,
            _ => bits,
        }
    }
}

fn float(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// The result of arithmetic. All NaN have the same bits.
fn of_float(x: f32) -> u64 {
    if x.is_nan() {
        0x7fc0_0000
    } else {
        u64::from(x.to_bits())
    }
}

fn of_double(x: f64) -> u64 {
    if x.is_nan() {
        0x7ff8 << 48
    } else {
        x.to_bits()
    }
}

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

/// A mathematical function of floats or doubles.
macro_rules! real_math {
    ($name:expr, $x:expr, $y:expr) => {
        match ($name, $x, $y) {
            ("abs", x, _) => x.abs(),
            ("min", x, y) if x < y => x,
            ("max", x, y) if x > y => x,
            ("min" | "max", _, y) => y,
            ("floor", x, _) => x.floor(),
            ("ceil", x, _) => x.ceil(),
            ("round", x, _) => x.round_ties_even(),
            ("sqrt", x, _) => x.sqrt(),
            (_, x, _) => 1.0 / x,
        }
    };
}

fn math(name: &str, kind: Kind, a: u64, b: u64) -> u64 {
    match kind {
        Kind::Float => of_float(real_math!(name, float(a), float(b))),
        Kind::Double => of_double(real_math!(name, f64::from_bits(a), f64::from_bits(b))),
        kind => {
            let (x, y) = (signed(kind, a), signed(kind, b));
            kind.cut(match name {
                "abs" => x.wrapping_abs(),
                "min" => x.min(y),
                _ => x.max(y),
            } as u64)
        }
    }
}

fn signed(kind: Kind, bits: u64) -> i64 {
    match kind.width() {
        32 => i64::from(bits as u32 as i32),
        _ => bits as i64,
    }
}

fn binary(op: &str, kind: Kind, a: u64, b: u64) -> u64 {
    let truth = |x: bool| if x { kind.cut(u64::MAX) } else { 0 };
    let width = kind.width();
    let count = b as u32;
    match op {
        "&" => return a & b,
        "|" => return a | b,
        "^" => return a ^ b,
        "<<" | "<<<" | "<<|" | "<<<|" => {
            return if count < width {
                kind.cut(a << count)
            } else {
                0
            };
        }
        ">>" | ">>|" => return if count < width { a >> count } else { 0 },
        ">>>" | ">>>|" => return kind.cut((signed(kind, a) >> count.min(width - 1)) as u64),
        "<<@" | "<<|@" | ">>@" | ">>|@" => {
            let left = op.starts_with('<');
            let n = count % width;
            let n = if left { n } else { (width - n) % width };
            return match n {
                0 => a,
                n => kind.cut(a << n) | a >> (width - n),
            };
        }
        _ => {}
    }
    // Comparisons give a mask; NaN has no order.
    if kind.is_real() {
        let compared = match kind {
            Kind::Float => float(a).partial_cmp(&float(b)),
            _ => f64::from_bits(a).partial_cmp(&f64::from_bits(b)),
        };
        if let Some(result) = comparison(op, compared) {
            return truth(result);
        }
    }
    match kind {
        Kind::Float => {
            let (x, y) = (float(a), float(b));
            of_float(match op {
                "+" => x + y,
                "-" => x - y,
                "*" => x * y,
                _ => x / y,
            })
        }
        Kind::Double => {
            let (x, y) = (f64::from_bits(a), f64::from_bits(b));
            of_double(match op {
                "+" => x + y,
                "-" => x - y,
                "*" => x * y,
                _ => x / y,
            })
        }
        kind => {
            let (x, y) = (signed(kind, a), signed(kind, b));
            if let Some(result) = comparison(op, Some(x.cmp(&y))) {
                return truth(result);
            }
            kind.cut(match op {
                "+" => x.wrapping_add(y),
                "-" => x.wrapping_sub(y),
                "*" => x.wrapping_mul(y),
                _ if y == 0 => 0,
                _ => x.wrapping_div(y),
            } as u64)
        }
    }
}

fn comparison(op: &str, order: Option<std::cmp::Ordering>) -> Option<bool> {
    use std::cmp::Ordering::*;
    Some(match op {
        "<" => order == Some(Less),
        "<=" => matches!(order, Some(Less | Equal)),
        ">" => order == Some(Greater),
        ">=" => matches!(order, Some(Greater | Equal)),
        "==" => order == Some(Equal),
        "!=" => order != Some(Equal),
        _ => return None,
    })
}

/// All 128 bits as one number. Component x is the lowest.
fn shift_whole(op: &str, x: Value, n: u32) -> Value {
    let all = (0..4).fold(0u128, |all, i| all | u128::from(x[i]) << (32 * i));
    let shifted = match op {
        "<<" | "<<<" => all.checked_shl(n).unwrap_or(0),
        ">>" => all.checked_shr(n).unwrap_or(0),
        ">>>" => ((all as i128) >> n.min(127)) as u128,
        "<<@" => all.rotate_left(n % 128),
        _ => all.rotate_right(n % 128),
    };
    std::array::from_fn(|i| u64::from((shifted >> (32 * i)) as u32))
}

/// Truncates to an integer. Numbers out of range and NaN become the least integer.
fn convert(bits: u64, from: Kind, to: Kind) -> u64 {
    let to_integer = |x: f64, least: f64, bits: u64| {
        if x >= least && x < -least {
            x.trunc() as i64 as u64
        } else {
            bits
        }
    };
    match (from, to) {
        (a, b) if a == b => bits,
        (Kind::Float | Kind::Double, Kind::Int | Kind::Long) => {
            let x = if from == Kind::Float {
                f64::from(float(bits))
            } else {
                f64::from_bits(bits)
            };
            match to {
                // −2147483648.5 truncates to the least int.
                Kind::Int => Kind::Int.cut(to_integer(x.trunc(), -2_147_483_648.0, 0x8000_0000)),
                _ => to_integer(x, -9_223_372_036_854_775_808.0, 1 << 63),
            }
        }
        (Kind::Float, _) => of_double(f64::from(float(bits))),
        (Kind::Double, _) => of_float(f64::from_bits(bits) as f32),
        (_, Kind::Float) => of_float(signed(from, bits) as f32),
        (_, Kind::Double) => of_double(signed(from, bits) as f64),
        (_, to) => to.cut(signed(from, bits) as u64),
    }
}
