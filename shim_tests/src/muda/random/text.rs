//! Prints random programs as text.

use crate::muda::tree::*;
use std::fmt::Write;

/// The program's text.
pub fn text(program: &Program) -> String {
    let mut out = String::new();
    let last = program.functions.len() - 1;
    // The last function is the kernel; those before it are called.
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
        // Variables are declared first, all at the top.
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
            Node::Author(name, a) => format!("{name}({})", self.expr(a)),
            Node::Extract(a, i) => format!("extract({}, {})", self.expr(a), self.expr(i)),
            Node::Math(name, args) => format!("{name}({})", list(args)),
        }
    }
}
