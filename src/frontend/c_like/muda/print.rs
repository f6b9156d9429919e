//! Formats a text in canonical form: one statement a line, without comments and needless parentheses.

use super::words::binary;
use crate::frontend::c_like::syntax::*;
use crate::frontend::c_like::tree::Direction;
use std::fmt::Write;

/// Formats what was parsed.
pub(super) fn print(text: &Text<'_>) -> String {
    let mut p = Printer {
        out: String::new(),
        depth: 0,
    };
    for (i, item) in text.items.iter().enumerate() {
        if i > 0 {
            p.out.push('\n');
        }
        match item {
            Item::Struct(s) => p.structure(s),
            Item::Function(f) => p.function(f),
            // The grammar makes none of these.
            Item::Variables(_) | Item::Typedef(_) | Item::Technique(_) | Item::Pragma(_) => {}
        }
    }
    p.out
}

struct Printer {
    out: String,
    depth: usize,
}

impl Printer {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(self.depth));
    }

    fn structure(&mut self, s: &Struct<'_>) {
        self.line(&format!("struct {} {{", s.name.text));
        self.depth += 1;
        for members in s.members {
            for member in members.declarators {
                let ty = members.head.ty.name.text;
                self.line(&format!("{ty} {};", declarator(member)));
            }
        }
        self.depth -= 1;
        self.line("}");
    }

    fn function(&mut self, f: &Function<'_>) {
        let mut head = String::new();
        if f.head.has(Specifier::Static) {
            head += "static ";
        }
        let is_forced = |(s, _): &(Specifier, Name<'_>)| {
            matches!(s, Specifier::ForceInline | Specifier::AlwaysInline)
        };
        if f.head.specifiers.iter().any(is_forced) {
            head += "force_inline ";
        } else if f.head.has(Specifier::Inline) {
            head += "inline ";
        }
        let parameters: Vec<String> = f.parameters.iter().map(parameter).collect();
        let parameters = parameters.join(", ");
        self.line(&format!(
            "{head}{} {}({parameters}) {{",
            f.head.ty.name.text, f.name.text
        ));
        self.statements(f.body.unwrap_or_default());
        self.line("}");
    }

    fn statements(&mut self, statements: &[Stmt<'_>]) {
        self.depth += 1;
        statements.iter().for_each(|s| self.statement(s));
        self.depth -= 1;
    }

    fn statement(&mut self, statement: &Stmt<'_>) {
        match &statement.kind {
            StmtKind::Declare(variables) => {
                let all: Vec<String> = variables.declarators.iter().map(declarator).collect();
                let ty = variables.head.ty.name.text;
                self.line(&format!("{ty} {};", all.join(", ")));
            }
            StmtKind::Expression(e) => self.line(&format!("{};", expression(e))),
            StmtKind::Block(body) => {
                self.line("{");
                self.statements(body);
                self.line("}");
            }
            StmtKind::If(branches, no) => {
                // The grammar makes one branch only.
                for branch in *branches {
                    self.line(&format!("if ({}) {{", expression(&branch.condition)));
                    self.statements(branch.body);
                    self.line("} else {");
                }
                self.statements(no);
                self.line("}");
            }
            StmtKind::While(condition, body) => {
                self.line(&format!("while ({}) {{", expression(condition)));
                self.statements(body);
                self.line("}");
            }
            StmtKind::Return(None) => self.line("return;"),
            StmtKind::Return(Some(e)) => self.line(&format!("return {};", expression(e))),
            // The grammar makes none of the others.
            StmtKind::Item(_)
            | StmtKind::DoWhile(..)
            | StmtKind::For(_)
            | StmtKind::Switch(..)
            | StmtKind::Case(_)
            | StmtKind::Rounds(..)
            | StmtKind::Wished(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Discard(_) => {}
        }
    }
}

fn parameter(p: &Parameter<'_>) -> String {
    let direction = match p.head.direction() {
        Direction::In => "",
        Direction::Out => "out ",
        Direction::InOut => "inout ",
        Direction::Uniform => "uniform ",
    };
    format!(
        "{direction}{}{} {}",
        if p.head.has(Specifier::Array) {
            "array "
        } else {
            ""
        },
        p.head.ty.name.text,
        declarator(&p.declarator)
    )
}

fn declarator(d: &Declarator<'_>) -> String {
    // An array without a size has `array` before it in place of brackets.
    let size = |e: &Expr<'_>| format!("[{}]", expression(e));
    let sizes: String = d.sizes.iter().flatten().map(size).collect();
    let value = d
        .value
        .as_ref()
        .map_or(String::new(), |e| format!(" = {}", expression(e)));
    format!("{}{sizes}{value}", d.name.text)
}

fn expression(e: &Expr<'_>) -> String {
    let mut out = String::new();
    write_expression(&mut out, e, 0);
    out
}

/// The precedence of an expression's outermost operator, as in the grammar; expressions without an operator bind
/// tightest.
fn level(e: &Expr<'_>) -> u8 {
    match &e.kind {
        ExprKind::Assign(..) => 0,
        ExprKind::Chain(_, rest) => rest.last().map_or(30, |(operator, _)| level_of(operator)),
        ExprKind::Negate(_) | ExprKind::Not(_) => 20,
        _ => 30,
    }
}

fn level_of(operator: &Operator) -> u8 {
    binary(operator.text).map_or(0, |(level, _)| level)
}

/// Prints the expression, in parentheses if it binds less than `least`.
fn write_expression(out: &mut String, e: &Expr<'_>, least: u8) {
    let own = level(e);
    if own < least {
        out.push('(');
        write_expression(out, e, 0);
        out.push(')');
        return;
    }
    match &e.kind {
        ExprKind::Number(text) | ExprKind::Name(text) => out.push_str(text),
        ExprKind::Negate(operand) => {
            out.push('-');
            write_expression(out, operand, own);
        }
        ExprKind::Not(operand) => {
            out.push('~');
            write_expression(out, operand, own);
        }
        ExprKind::Chain(first, rest) => {
            // The first operator binds tightest, and no later one binds tighter than the one before it.
            write_expression(out, first, rest.first().map_or(0, |(o, _)| level_of(o)));
            for (operator, operand) in *rest {
                let _ = write!(out, " {} ", operator.text);
                write_expression(out, operand, level_of(operator) + 1);
            }
        }
        ExprKind::Dot(inner, name) => {
            write_expression(out, inner, own);
            let _ = write!(out, ".{}", name.text);
        }
        ExprKind::Index(inner, index) => {
            write_expression(out, inner, own);
            out.push('[');
            write_expression(out, index, 0);
            out.push(']');
        }
        ExprKind::Call(name, arguments) => {
            out.push_str(name.text);
            out.push('(');
            for (i, argument) in arguments.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                write_expression(out, argument, 0);
            }
            out.push(')');
        }
        ExprKind::Assign(_, place, value) => {
            write_expression(out, place, 1);
            out.push_str(" = ");
            write_expression(out, value, 0);
        }
        // The grammar makes none of the others.
        _ => {}
    }
}
