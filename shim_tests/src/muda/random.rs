//! Random programs: trees that [`evaluate`](super::evaluate) runs, and their text.

use super::evaluate::*;
use crate::random_ir::Random;
use std::fmt::Write;

const KINDS: [Kind; 4] = [Kind::Float, Kind::Int, Kind::Double, Kind::Long];

/// A program from a seed. Without wide numbers it can run as machine code on every CPU.
pub fn program(seed: u64, has_wide: bool) -> Program {
    let mut random = Random::new(seed);
    let n_helpers = random.below(3) as usize;
    let mut functions = Vec::new();
    for i in 0..=n_helpers {
        let is_kernel = i == n_helpers;
        let f = Generator {
            random: random.clone(),
            has_wide,
            functions: &functions,
            variables: Vec::new(),
            writable: Vec::new(),
            n_loops: 0,
            result: Ty {
                kind: Kind::Float,
                is_vector: false,
            },
        }
        .function(i, is_kernel);
        random.below(7);
        functions.push(f.0);
        random = f.1;
    }
    Program { functions }
}

struct Generator<'p> {
    random: Random,
    has_wide: bool,
    functions: &'p [Function],
    variables: Vec<Variable>,
    /// Variables that statements may write.
    writable: Vec<usize>,
    n_loops: usize,
    result: Ty,
}

fn scalar(kind: Kind) -> Ty {
    Ty {
        kind,
        is_vector: false,
    }
}

impl Generator<'_> {
    fn function(mut self, number: usize, is_kernel: bool) -> (Function, Random) {
        let n = 2 + self.random.below(3) as usize;
        let parameters: Vec<Way> = (0..n)
            .map(|_| self.random.pick(&[Way::In, Way::In, Way::Out, Way::InOut]))
            .collect();
        for _ in 0..n {
            self.new_variable(0);
        }
        for _ in 0..2 + self.random.below(4) {
            let size = if self.random.one_in(5) {
                2 + self.random.below(3) as usize
            } else {
                0
            };
            self.new_variable(size);
        }
        self.writable = (0..self.variables.len()).collect();
        self.result = match is_kernel {
            true => scalar(self.kind()),
            false => self.ty(),
        };
        let n = 2 + self.random.below(6);
        let mut body = self.body(n, 2);
        body.push(Stmt::Return(self.expr(self.result, 2)));
        let f = Function {
            name: format!("f{number}"),
            parameters,
            variables: self.variables,
            result: self.result,
            body,
        };
        (f, self.random)
    }

    fn kind(&mut self) -> Kind {
        let n = if self.has_wide { 4 } else { 2 };
        KINDS[self.random.below(n) as usize]
    }

    fn ty(&mut self) -> Ty {
        Ty {
            kind: self.kind(),
            is_vector: !self.random.one_in(3),
        }
    }

    fn new_variable(&mut self, size: usize) -> usize {
        let ty = self.ty();
        let name = format!("v{}", self.variables.len());
        self.variables.push(Variable { name, ty, size });
        self.variables.len() - 1
    }

    fn body(&mut self, n: u32, depth: u32) -> Vec<Stmt> {
        let mut body = Vec::new();
        for _ in 0..n {
            self.statement(depth, &mut body);
        }
        body
    }

    fn statement(&mut self, depth: u32, body: &mut Vec<Stmt>) {
        match self.random.below(10) {
            0 | 1 if depth > 0 => {
                let condition = self.condition();
                let (n, m) = (self.random.below(3), self.random.below(3));
                let (mut yes, no) = (self.body(n, depth - 1), self.body(m, depth - 1));
                if self.random.one_in(6) {
                    yes.push(Stmt::Return(self.expr(self.result, 1)));
                }
                body.push(Stmt::If(condition, yes, no));
            }
            2 if depth > 0 => self.while_loop(depth, body),
            3 if !self.functions.is_empty() => self.call(body),
            _ => {
                let v = self.random.pick(&self.writable.clone());
                let ty = self.variables[v].ty;
                if self.variables[v].size > 0 {
                    let index = self.index();
                    let value = self.expr(ty, 2);
                    body.push(Stmt::AssignElement(v, index, value));
                } else if ty.is_vector && self.random.one_in(3) {
                    let n = 1 + self.random.below(4) as usize;
                    let mask: Vec<usize> = (0..n).map(|_| self.random.below(4) as usize).collect();
                    let ty = if n == 1 { scalar(ty.kind) } else { ty };
                    let value = self.expr(ty, 2);
                    let mut filled = mask.clone();
                    if n > 1 {
                        filled.resize(4, mask[n - 1]);
                    }
                    body.push(Stmt::Assign(v, Some(filled), value));
                } else {
                    let ty = if self.random.one_in(6) {
                        scalar(ty.kind)
                    } else {
                        ty
                    };
                    let value = self.expr(ty, 3);
                    body.push(Stmt::Assign(v, None, value));
                }
            }
        }
    }

    /// A loop of at most four rounds, which may be another number in each lane.
    fn while_loop(&mut self, depth: u32, body: &mut Vec<Stmt>) {
        self.n_loops += 1;
        let ty = scalar(Kind::Int);
        let name = format!("k{}", self.n_loops);
        self.variables.push(Variable { name, ty, size: 0 });
        let k = self.variables.len() - 1;
        let literal = |n: u64| Expr {
            node: Node::Literal(n, n.to_string()),
            ty,
        };
        let variable = Expr {
            node: Node::Variable(k),
            ty,
        };
        let binary = |op, a: &Expr, b: Expr| Expr {
            node: Node::Binary(op, Box::new(a.clone()), Box::new(b)),
            ty,
        };
        let rounds = self.expr(ty, 1);
        let limit = binary("&", &rounds, literal(3));
        body.push(Stmt::Assign(k, None, literal(0)));
        let n = 1 + self.random.below(2);
        // What counts the rounds is written by nothing else.
        let mut inside = self.body(n, depth - 1);
        inside.push(Stmt::Assign(k, None, binary("+", &variable, literal(1))));
        // The rounds are asked for again each time, and never exceed three.
        body.push(Stmt::While(binary("<", &variable, limit), inside));
    }

    fn call(&mut self, body: &mut Vec<Stmt>) {
        let id = self.random.below(self.functions.len() as u32) as usize;
        let callee = self.functions[id].clone();
        let mut arguments = Vec::new();
        for (way, p) in callee.parameters.iter().zip(&callee.variables) {
            if *way == Way::In {
                arguments.push(self.expr(p.ty, 1));
                continue;
            }
            // A variable of the very type.
            let found = self.writable.iter().copied().find(|v| {
                let own = &self.variables[*v];
                own.ty == p.ty && own.size == 0
            });
            let Some(v) = found else { return };
            arguments.push(Expr {
                node: Node::Variable(v),
                ty: p.ty,
            });
        }
        let result = self.writable.iter().copied().find(|v| {
            let own = &self.variables[*v];
            own.ty == callee.result && own.size == 0
        });
        if let Some(result) = result {
            body.push(Stmt::Call(result, id, arguments));
        }
    }

    fn condition(&mut self) -> Expr {
        let kind = self.kind();
        let (a, b) = (self.expr(scalar(kind), 1), self.expr(scalar(kind), 1));
        let op = self
            .random
            .pick(&["<", "<=", ">", ">=", "==", "!=", "&", "^"]);
        Expr {
            node: Node::Binary(op, Box::new(a), Box::new(b)),
            ty: scalar(kind),
        }
    }

    /// An int that the front end does not know, since constant ones must be in range.
    fn index(&mut self) -> Expr {
        let ty = scalar(Kind::Int);
        let number = self.expr(scalar(Kind::Float), 1);
        let node = Node::Construct(vec![number]);
        let e = Expr { node, ty };
        let node = Node::Literal(3, "3".into());
        let three = Expr { node, ty };
        // Sometimes out of range.
        match self.random.one_in(3) {
            true => e,
            false => Expr {
                node: Node::Binary("&", Box::new(e), Box::new(three)),
                ty,
            },
        }
    }

    fn literal(&mut self, kind: Kind) -> Expr {
        let (bits, text) = match kind {
            Kind::Int => {
                let x = self
                    .random
                    .pick(&[0i32, 1, 2, 5, 31, 33, 100, 65535, i32::MAX]);
                (x as u64, x.to_string())
            }
            Kind::Long => {
                let x = self
                    .random
                    .pick(&[i64::MAX, 1 << 40, (1 << 53) + 1, 4_294_967_296]);
                (x as u64, x.to_string())
            }
            kind => {
                let text = self.random.pick(&[
                    "0.0", "1.0", "0.5", "3.75", "100.0", "1e-3", "1e30", "2.5", "0.1",
                ]);
                let bits = match kind {
                    Kind::Float => text.parse().map_or(0, |x: f32| u64::from(x.to_bits())),
                    _ => text.parse().map_or(0, |x: f64| x.to_bits()),
                };
                // A float literal stands for itself; a double's needs its constructor to be one anywhere.
                let text = match kind {
                    Kind::Float => text.to_owned(),
                    _ => format!("double({text})"),
                };
                (bits, text)
            }
        };
        Expr {
            node: Node::Literal(bits, text),
            ty: scalar(kind),
        }
    }

    fn leaf(&mut self, ty: Ty) -> Expr {
        let fitting: Vec<usize> = (0..self.variables.len())
            .filter(|v| {
                let own = &self.variables[*v];
                own.ty.kind == ty.kind && (own.ty == ty || own.ty.is_vector)
            })
            .collect();
        if fitting.is_empty() || self.random.one_in(5) {
            let literal = self.literal(ty.kind);
            return match ty.is_vector {
                true => Expr {
                    node: Node::Construct(vec![literal]),
                    ty,
                },
                false => literal,
            };
        }
        let v = self.random.pick(&fitting);
        let own = self.variables[v].clone();
        let node = match own.size {
            0 => Node::Variable(v),
            n => {
                let i = self.random.below(n as u32);
                let node = Node::Literal(i.into(), i.to_string());
                let ty = scalar(Kind::Int);
                Node::Element(v, Box::new(Expr { node, ty }))
            }
        };
        let whole = Expr { node, ty: own.ty };
        match own.ty == ty && !self.random.one_in(6) {
            true => whole,
            false if own.ty.is_vector => self.swizzle(whole, ty),
            false => whole,
        }
    }

    fn swizzle(&mut self, of: Expr, ty: Ty) -> Expr {
        let n = if ty.is_vector {
            2 + self.random.below(3) as usize
        } else {
            1
        };
        let letters = (0..n).map(|_| self.random.below(4) as usize).collect();
        Expr {
            node: Node::Swizzle(Box::new(of), letters),
            ty,
        }
    }

    fn expr(&mut self, ty: Ty, depth: u32) -> Expr {
        if depth == 0 {
            return self.leaf(ty);
        }
        let deeper = depth - 1;
        let boxed = |e: Expr| Box::new(e);
        let is_real = matches!(ty.kind, Kind::Float | Kind::Double);
        let node = match self.random.below(13) {
            0 => Node::Unary(self.random.pick(&['-', '~']), boxed(self.expr(ty, deeper))),
            1..=4 => {
                let op = self.random.pick(&["+", "-", "*", "/", "/.", "+", "-", "*"]);
                self.binary(op, ty, deeper)
            }
            5 => {
                let op = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                self.binary(op, ty, deeper)
            }
            6 => {
                let op = self.random.pick(&["&", "|", "^"]);
                self.binary(op, ty, deeper)
            }
            7 => self.shift(ty, deeper),
            8 => {
                let (a, b) = (self.expr(ty, deeper), self.expr(ty, deeper));
                let mask_kind = match (ty.kind.width(), self.random.below(2)) {
                    (32, 0) => Kind::Float,
                    (32, _) => Kind::Int,
                    (_, 0) => Kind::Double,
                    _ => Kind::Long,
                };
                let mask = Ty {
                    kind: mask_kind,
                    ..ty
                };
                let op = self.random.pick(&["<", ">", "!="]);
                let node = self.binary(op, mask, deeper);
                let mask = match self.random.one_in(4) {
                    true => self.expr(mask, deeper),
                    false => Expr { node, ty: mask },
                };
                Node::Choose(boxed(a), boxed(b), boxed(mask))
            }
            9 => {
                let kind = self.kind();
                let other = Ty { kind, ..ty };
                match (ty.is_vector, self.random.below(3)) {
                    (true, 0) => Node::Construct(
                        (0..4)
                            .map(|_| {
                                let kind = self.kind();
                                self.expr(scalar(kind), deeper.min(1))
                            })
                            .collect(),
                    ),
                    (true, 1) if kind != ty.kind => Node::Construct(vec![self.expr(other, deeper)]),
                    (true, _) => Node::Construct(vec![self.expr(scalar(kind), deeper)]),
                    (false, _) => Node::Construct(vec![self.expr(other, deeper)]),
                }
            }
            10 => {
                let whole = Ty {
                    is_vector: true,
                    ..ty
                };
                let e = self.expr(whole, deeper);
                return self.swizzle(e, ty);
            }
            11 if is_real => {
                let name = self.random.pick(&[
                    "abs", "floor", "ceil", "round", "sqrt", "rsqrt", "rcp", "min", "max",
                ]);
                let n = if matches!(name, "min" | "max") { 2 } else { 1 };
                Node::Math(name, (0..n).map(|_| self.expr(ty, deeper)).collect())
            }
            11 => {
                let name = self.random.pick(&["abs", "min", "max"]);
                let n = if name == "abs" { 1 } else { 2 };
                Node::Math(name, (0..n).map(|_| self.expr(ty, deeper)).collect())
            }
            _ => {
                let arrays: Vec<usize> = (0..self.variables.len())
                    .filter(|v| self.variables[*v].size > 0 && self.variables[*v].ty == ty)
                    .collect();
                if arrays.is_empty() {
                    return self.leaf(ty);
                }
                let v = self.random.pick(&arrays);
                Node::Element(v, boxed(self.index()))
            }
        };
        Expr { node, ty }
    }

    fn binary(&mut self, op: &'static str, ty: Ty, depth: u32) -> Node {
        // One operand of two may be a scalar.
        let smeared = if ty.is_vector {
            self.random.below(6)
        } else {
            9
        };
        let of = |is: bool| if is { scalar(ty.kind) } else { ty };
        let a = self.expr(of(smeared == 0), depth);
        let b = self.expr(of(smeared == 1), depth);
        Node::Binary(op, Box::new(a), Box::new(b))
    }

    fn shift(&mut self, ty: Ty, depth: u32) -> Node {
        const LANES: [&str; 6] = ["<<|", ">>|", "<<<|", ">>>|", "<<|@", ">>|@"];
        const WHOLE: [&str; 6] = ["<<", ">>", "<<<", ">>>", "<<@", ">>@"];
        let by_lane = ty.kind.width() == 64 || self.random.one_in(2);
        let op = self.random.pick(if by_lane { &LANES } else { &WHOLE });
        let count = Ty {
            kind: Kind::Int,
            is_vector: by_lane && ty.is_vector && self.random.one_in(2),
        };
        let (value, n) = (self.expr(ty, depth), self.expr(count, depth));
        // Mostly counts of some use; never a constant that is negative.
        let literal = Node::Literal(127, "127".into());
        let mask = Expr {
            node: literal,
            ty: scalar(Kind::Int),
        };
        let n = Expr {
            node: Node::Binary("&", Box::new(n), Box::new(mask)),
            ty: count,
        };
        Node::Binary(op, Box::new(value), Box::new(n))
    }
}

/// The program's text.
pub fn text(program: &Program) -> String {
    let mut out = String::new();
    let last = program.functions.len() - 1;
    for (i, f) in program.functions.iter().enumerate() {
        if i < last {
            out += "static ";
        }
        let parameters: Vec<String> = f
            .parameters
            .iter()
            .zip(&f.variables)
            .map(|(way, v)| {
                let way = ["in ", "out ", "inout "][*way as usize];
                format!("{way}{} {}", type_name(v.ty), v.name)
            })
            .collect();
        let _ = writeln!(
            out,
            "{} {}({}) {{",
            type_name(f.result),
            f.name,
            parameters.join(", ")
        );
        for v in &f.variables[f.parameters.len()..] {
            let size = if v.size > 0 {
                format!("[{}]", v.size)
            } else {
                String::new()
            };
            let _ = writeln!(out, "  {} {}{size};", type_name(v.ty), v.name);
        }
        let printer = Printer { program, f };
        f.body
            .iter()
            .for_each(|s| printer.statement(&mut out, s, 1));
        out += "}\n";
    }
    out
}

fn type_name(ty: Ty) -> &'static str {
    match (ty.kind, ty.is_vector) {
        (Kind::Float, false) => "float",
        (Kind::Float, true) => "vec",
        (Kind::Double, false) => "double",
        (Kind::Double, true) => "dvec",
        (Kind::Int, false) => "int",
        (Kind::Int, true) => "ivec",
        (Kind::Long, false) => "long",
        (Kind::Long, true) => "lvec",
    }
}

struct Printer<'p> {
    program: &'p Program,
    f: &'p Function,
}

fn letters(components: &[usize]) -> String {
    components
        .iter()
        .map(|c| ['x', 'y', 'z', 'w'][*c])
        .collect()
}

impl Printer<'_> {
    fn statement(&self, out: &mut String, s: &Stmt, depth: usize) {
        let blank = "  ".repeat(depth);
        let name = |v: usize| &self.f.variables[v].name;
        let block = |out: &mut String, body: &[Stmt]| {
            body.iter().for_each(|s| self.statement(out, s, depth + 1))
        };
        let _ = match s {
            Stmt::Assign(v, mask, e) => {
                let mask = mask
                    .as_ref()
                    .map_or(String::new(), |m| format!(".{}", letters(m)));
                writeln!(out, "{blank}{}{mask} = {};", name(*v), self.expr(e))
            }
            Stmt::AssignElement(v, i, e) => {
                writeln!(
                    out,
                    "{blank}{}[{}] = {};",
                    name(*v),
                    self.expr(i),
                    self.expr(e)
                )
            }
            Stmt::If(c, yes, no) => {
                let _ = writeln!(out, "{blank}if ({}) {{", self.expr(c));
                block(out, yes);
                let _ = writeln!(out, "{blank}}} else {{");
                block(out, no);
                writeln!(out, "{blank}}}")
            }
            Stmt::While(c, body) => {
                let _ = writeln!(out, "{blank}while ({}) {{", self.expr(c));
                block(out, body);
                writeln!(out, "{blank}}}")
            }
            Stmt::Return(e) => writeln!(out, "{blank}return {};", self.expr(e)),
            Stmt::Call(v, id, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|e| self.expr(e)).collect();
                let callee = &self.program.functions[*id].name;
                writeln!(
                    out,
                    "{blank}{} = {callee}({});",
                    name(*v),
                    arguments.join(", ")
                )
            }
        };
    }

    fn expr(&self, e: &Expr) -> String {
        let name = |v: usize| &self.f.variables[v].name;
        let list = |parts: &[Expr]| {
            parts
                .iter()
                .map(|e| self.expr(e))
                .collect::<Vec<_>>()
                .join(", ")
        };
        match &e.node {
            Node::Literal(_, text) => text.clone(),
            Node::Variable(v) => name(*v).clone(),
            Node::Element(v, i) => format!("{}[{}]", name(*v), self.expr(i)),
            Node::Unary(op, a) => format!("({op}{})", self.expr(a)),
            Node::Binary(op, a, b) => format!("({} {op} {})", self.expr(a), self.expr(b)),
            Node::Swizzle(a, l) => format!("{}.{}", self.expr(a), letters(l)),
            Node::Construct(parts) => format!("{}({})", type_name(e.ty), list(parts)),
            Node::Choose(a, b, m) => {
                format!("sel({}, {}, {})", self.expr(a), self.expr(b), self.expr(m))
            }
            Node::Math(name, args) => format!("{name}({})", list(args)),
        }
    }
}
