//! What HLSL has beside Cg's grammar: attributes, types in parts, registers with offsets, constant buffers.

use super::parser::{Class, Parser};
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::syntax::*;
use crate::frontend::c_like::tree::Wish;
use crate::frontend::diagnostic::syntax::SyntaxFault;
use crate::frontend::lexer::TokenKind;

/// Attributes of which a statement may have one.
const EXCLUSIVE: [[&str; 2]; 3] = [
    ["unroll", "loop"],
    ["unroll", "fastopt"],
    ["branch", "flatten"],
];

const WISHES: [(&str, Wish); 4] = [
    ("branch", Wish::Branch),
    ("flatten", Wish::Flatten),
    ("loop", Wish::Loop),
    ("fastopt", Wish::Loop),
];

/// How later machines make a `switch`.
const SWITCHES: [&str; 2] = ["call", "forcecase"];

/// The attributes before a statement.
#[derive(Debug, Default)]
pub(super) struct Attributes<'a> {
    /// The number of `[unroll(4)]`, `Some(None)` of `[unroll]`.
    pub(super) rounds: Option<Option<Expr<'a>>>,
    pub(super) wish: Option<Wish>,
    /// The last that asks for a `switch` of later machines.
    pub(super) switches: Option<Name<'a>>,
    /// All of them, in their order.
    pub(super) names: Vec<Name<'a>>,
}

/// Whether a statement is one that the attributes of loops or of branches are for.
fn concerns(name: &str, statement: &StmtKind<'_>) -> bool {
    match statement {
        StmtKind::For(_) | StmtKind::While(..) | StmtKind::DoWhile(..) => {
            EXCLUSIVE[..2].iter().flatten().any(|n| *n == name)
        }
        StmtKind::If(..) | StmtKind::Switch(..) => EXCLUSIVE[2].contains(&name),
        _ => false,
    }
}

/// Whether two attributes do not stand together.
fn contradict(a: &str, b: &str) -> bool {
    let known = EXCLUSIVE.iter().flatten();
    let is_same = a == b && known.clone().any(|n| *n == a);
    is_same
        || EXCLUSIVE
            .iter()
            .any(|pair| a != b && pair.contains(&a) && pair.contains(&b))
}

impl<'a> Parser<'a> {
    /// Parses `[unroll]`, `[branch]` and the like, as many as there are. Others are read over.
    pub(super) fn attributes(&mut self) -> Result<Attributes<'a>, Stop> {
        let mut found = Attributes::default();
        while self.table.has_attributes && self.c.takes("[") {
            let name = match self.c.peek().kind {
                TokenKind::Word(_) => self.take_word(),
                _ => return Err(self.unexpected("the name of an attribute")),
            };
            found.names.push(name);
            if name.text == "unroll" {
                found.rounds = Some(None);
            }
            if self.c.takes("(") {
                // Of all but the rounds, a value says that the attribute is none.
                let value = self.expression()?;
                if name.text == "unroll" {
                    found.rounds = Some(Some(value));
                }
                self.need(")", "\")\" after the attribute's value")?;
            } else {
                let wish = WISHES.iter().find(|(word, _)| *word == name.text);
                found.wish = wish.map(|(_, wish)| *wish).or(found.wish);
                found.switches = Some(name)
                    .filter(|n| SWITCHES.contains(&n.text))
                    .or(found.switches);
            }
            self.need("]", "\"]\" after the attribute")?;
        }
        Ok(found)
    }

    /// Reports attributes of a statement that contradict each other, or that no machine here has.
    pub(super) fn check_attributes(&mut self, all: &Attributes<'a>, statement: &StmtKind<'a>) {
        if let (Some(name), StmtKind::Switch(..)) = (all.switches, statement) {
            self.fault(SyntaxFault::SwitchAttribute(name.text.into()), name.span);
        }
        let own: Vec<Name<'a>> = { all.names.iter() }
            .filter(|n| concerns(n.text, statement))
            .copied()
            .collect();
        self.check_names(&own);
    }

    /// Reports attributes that contradict each other.
    pub(super) fn check_names(&mut self, names: &[Name<'a>]) {
        for (i, name) in names.iter().enumerate() {
            if names[..i].iter().any(|n| contradict(n.text, name.text)) {
                let fault = SyntaxFault::Attributes(name.text.into());
                self.fault(fault, name.span);
            }
        }
    }

    /// Parses `<float, 4>` after a type.
    pub(super) fn type_parts(&mut self) -> Result<&'a [TypeArgument<'a>], Stop> {
        self.c.next();
        let mut parts = Vec::new();
        loop {
            if self.begins_head(0) {
                let head = self.deeper(Parser::head)?.head;
                parts.push(TypeArgument::Type(head.ty));
            } else {
                // A comparison would take the `>`.
                parts.push(TypeArgument::Number(self.deeper(Parser::unary)?));
            }
            if !self.c.takes(",") {
                self.need(">", "\",\" or \">\" after a part of the type")?;
                return Ok(self.nodes.arena.alloc_slice_copy(&parts));
            }
        }
    }

    /// Parses `[2]` after a register, or the component of a place in a buffer, which says nothing here.
    pub(super) fn register_offset(&mut self, is_place: bool) -> Result<Option<Expr<'a>>, Stop> {
        if is_place && self.c.takes(".") {
            if !matches!(self.class(), Class::Name | Class::Type) {
                return Err(self.unexpected("a component, as in packoffset(c0.x)"));
            }
            self.take_word();
        }
        if !self.c.takes("[") {
            return Ok(None);
        }
        let index = self.expression()?;
        self.need("]", "\"]\" after the number of registers")?;
        Ok(Some(index))
    }

    /// Parses `cbuffer Name : register(b0) { ... }`: its members are variables outside functions.
    pub(super) fn constant_buffer(&mut self, items: &mut Vec<Item<'a>>) -> Result<(), Stop> {
        self.c.next();
        if !matches!(self.class(), Class::Name | Class::Type) {
            return Err(self.unexpected("the name of the buffer"));
        }
        self.take_word();
        self.semantics()?;
        self.need("{", "\"{\" and the members of the buffer")?;
        let was_in_buffer = std::mem::replace(&mut self.is_in_buffer, true);
        while !self.c.takes("}") {
            self.declaration(true, items)?;
        }
        self.is_in_buffer = was_in_buffer;
        Ok(())
    }
}
