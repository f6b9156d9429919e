//! Writes syntax as S-expressions, one for each item.

use crate::frontend::c_like::syntax::*;

/// All items, with blanks between.
pub(super) fn text(text: &Text<'_>) -> String {
    let items: Vec<String> = text.items.iter().map(item).collect();
    items.join(" ")
}

fn list(parts: impl IntoIterator<Item = String>) -> String {
    let parts: Vec<String> = parts.into_iter().filter(|p| !p.is_empty()).collect();
    parts.join(" ")
}

fn item(item: &Item<'_>) -> String {
    match item {
        Item::Struct(s) => structure(s),
        Item::Function(f) => function(f),
        Item::Variables(v) => variables(v),
        Item::Typedef(v) => format!("(typedef {})", variables(v)),
        Item::Technique(t) => {
            let name = |n: &Option<Name<'_>>| n.map_or(String::new(), |n| n.text.to_owned());
            let passes = t.passes.iter().map(|p| {
                let states = p.states.iter().map(|s| format!("({})", s.name.text));
                format!("(pass {})", list([name(&p.name)].into_iter().chain(states)))
            });
            format!(
                "(technique {})",
                list([name(&t.name)].into_iter().chain(passes))
            )
        }
        Item::Pragma(words) => {
            format!("(pragma {})", list(words.iter().map(|w| w.text.to_owned())))
        }
    }
}

fn structure(s: &Struct<'_>) -> String {
    let kind = match s.kind {
        StructKind::Struct => "struct",
        StructKind::Interface => "interface",
        StructKind::Buffer => "buffer",
    };
    let interfaces = s.interfaces.iter().map(|i| format!(":{}", i.text));
    let members = s.members.iter().map(variables);
    let methods = s.methods.iter().map(|m| function(&m.function));
    let semantic = s.semantic.iter().map(semantic);
    let body = if s.has_body { "" } else { "forward" };
    let parts = interfaces.chain(semantic).chain(members).chain(methods);
    let words = [kind.to_owned(), s.name.text.to_owned(), body.to_owned()];
    format!("({})", list(words.into_iter().chain(parts)))
}

fn function(f: &Function<'_>) -> String {
    let parameters = f.parameters.iter().map(|p| {
        let words = [head(&p.head), declarator(&p.declarator)];
        format!("({})", list(words))
    });
    let parameters = format!("({})", list(parameters));
    let semantics = list(f.semantics.iter().map(semantic));
    let body = f.body.as_ref().map(|b| format!("{{{}}}", statements(b)));
    let words = [
        head(&f.head),
        f.name.text.to_owned(),
        parameters,
        semantics,
        body.unwrap_or_default(),
    ];
    format!("(fn {})", list(words))
}

fn head(head: &Head<'_>) -> String {
    let specifiers = head.specifiers.iter().map(|(_, word)| word.text.to_owned());
    let ty = type_name(&head.ty);
    list(specifiers.chain([ty]))
}

fn type_name(ty: &TypeName<'_>) -> String {
    let tag = if ty.is_tagged { "struct " } else { "" };
    format!("{tag}{}{}", ty.name.text, sizes(ty.sizes))
}

fn sizes(sizes: &[Option<Expr<'_>>]) -> String {
    let size = |s: &Option<Expr<'_>>| format!("[{}]", s.as_ref().map_or(String::new(), expression));
    sizes.iter().map(size).collect()
}

fn variables(v: &Variables<'_>) -> String {
    let declarators = v.declarators.iter().map(declarator);
    format!("({})", list([head(&v.head)].into_iter().chain(declarators)))
}

fn declarator(d: &Declarator<'_>) -> String {
    let name = format!("{}{}", d.name.text, sizes(d.sizes));
    let semantics = d.semantics.iter().map(semantic);
    let annotations = d.annotations.iter().map(|a| format!("<{}>", variables(a)));
    let value = d.value.iter().map(|e| format!("= {}", expression(e)));
    list(
        [name]
            .into_iter()
            .chain(semantics)
            .chain(annotations)
            .chain(value),
    )
}

fn semantic(s: &Semantic<'_>) -> String {
    let index = s.index.iter().map(|i| format!("[{}]", expression(i)));
    let arguments = s.arguments.iter().map(|a| {
        let words = a.iter().map(|w| w.text.to_owned());
        format!("({})", list(words))
    });
    let parts: String = index.chain(arguments).collect();
    format!(":{}{parts}", s.name.text)
}

fn statements(all: &[Stmt<'_>]) -> String {
    list(all.iter().map(statement))
}

fn optional(e: &Option<Expr<'_>>) -> String {
    e.as_ref().map_or("_".into(), expression)
}

fn statement(s: &Stmt<'_>) -> String {
    match &s.kind {
        StmtKind::Declare(v) => variables(v),
        StmtKind::Item(i) => item(i),
        StmtKind::Expression(e) => expression(e),
        StmtKind::Block(b) => format!("{{{}}}", statements(b)),
        StmtKind::If(branches, no) => {
            let nested = |no: String, b: &Branch<'_>| {
                let (c, yes) = (expression(&b.condition), statements(b.body));
                format!("(if {c} {{{yes}}} {{{no}}})")
            };
            branches.iter().rev().fold(statements(no), nested)
        }
        StmtKind::While(c, b) => format!("(while {} {{{}}})", expression(c), statements(b)),
        StmtKind::DoWhile(b, c) => format!("(do {{{}}} {})", statements(b), expression(c)),
        StmtKind::For(f) => format!(
            "(for {} {} {} {{{}}})",
            f.first.as_ref().map_or("_".into(), statement),
            optional(&f.condition),
            optional(&f.step),
            statements(f.body)
        ),
        StmtKind::Switch(e, b) => format!("(switch {} {{{}}})", expression(e), statements(b)),
        StmtKind::Rounds(n, inner) => {
            let n = n.as_ref().map_or("all".into(), expression);
            format!("(rounds {n} {})", statement(inner))
        }
        StmtKind::Wished(wish, inner) => format!("({wish:?} {})", statement(inner)),
        StmtKind::Case(e) => format!("(case {})", optional(e)),
        StmtKind::Break => "break".into(),
        StmtKind::Continue => "continue".into(),
        StmtKind::Discard(e) => format!("(discard {})", optional(e)),
        StmtKind::Return(e) => format!("(return {})", optional(e)),
    }
}

fn arguments(name: String, all: &[Expr<'_>]) -> String {
    format!(
        "({})",
        list([name].into_iter().chain(all.iter().map(expression)))
    )
}

fn expression(e: &Expr<'_>) -> String {
    let two = |op: &str, a: &Expr<'_>, b: &Expr<'_>| {
        format!("({op} {} {})", expression(a), expression(b))
    };
    let one = |op: &str, a: &Expr<'_>| format!("({op} {})", expression(a));
    match &e.kind {
        ExprKind::Number(t) | ExprKind::Name(t) => (*t).into(),
        ExprKind::String(t) => format!("{t:?}"),
        ExprKind::Bool(b) => format!("{b}"),
        ExprKind::Plus(a) => one("+", a),
        ExprKind::Negate(a) => one("-", a),
        ExprKind::Not(a) => one("~", a),
        ExprKind::LogicalNot(a) => one("!", a),
        ExprKind::Before(op, a) => one(op.text, a),
        ExprKind::After(op, a) => format!("({} {})", expression(a), op.text),
        ExprKind::Chain(first, rest) => rest.iter().fold(expression(first), |left, (op, e)| {
            format!("({} {left} {})", op.text, expression(e))
        }),
        ExprKind::Conditional(parts) => {
            let [c, yes, no] = &**parts;
            format!(
                "(? {} {} {})",
                expression(c),
                expression(yes),
                expression(no)
            )
        }
        ExprKind::Assign(None, a, b) => two("=", a, b),
        ExprKind::Assign(Some(op), a, b) => two(&format!("{}=", op.text), a, b),
        ExprKind::Comma(all) => {
            let mut parts = all.iter().map(expression);
            let first = parts.next().unwrap_or_default();
            parts.fold(first, |left, e| format!("(, {left} {e})"))
        }
        ExprKind::Dot(a, name) => format!("{}.{}", expression(a), name.text),
        ExprKind::Index(a, i) => format!("{}[{}]", expression(a), expression(i)),
        ExprKind::Call(name, all) => arguments(name.text.into(), all),
        ExprKind::Method(a, name, all) => {
            arguments(format!("{}.{}", expression(a), name.text), all)
        }
        ExprKind::Construct(ty, all) => arguments(type_name(ty), all),
        ExprKind::Cast(c) => {
            let ty = format!("{}{}", head(&c.head), sizes(c.sizes));
            format!("(cast {ty} {})", expression(&c.value))
        }
        ExprKind::List(all) => arguments("list".into(), all),
    }
}
