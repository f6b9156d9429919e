//! Declarations: of variables, types and functions.

use super::head::ParsedHead;
use super::parser::Parser;
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::syntax::*;
use crate::frontend::diagnostic::syntax::SyntaxFault;
use smallvec::SmallVec;

impl<'a> Parser<'a> {
    /// Parses a declaration, and adds what it declares. A function may have its body if `with_body`.
    pub(super) fn declaration(
        &mut self,
        with_body: bool,
        items: &mut Vec<Item<'a>>,
    ) -> Result<(), Stop> {
        if !self.begins_head(0) && self.class() != super::parser::Class::Name {
            return Err(self.unexpected("a declaration"));
        }
        let head = self.head()?;
        self.declared(head, with_body, items)
    }

    /// Parses what a head declares, and the `;` after it.
    pub(super) fn declared(
        &mut self,
        parsed: ParsedHead<'a>,
        with_body: bool,
        items: &mut Vec<Item<'a>>,
    ) -> Result<(), Stop> {
        let ParsedHead {
            head,
            is_typedef,
            has_body,
        } = parsed;
        if self.c.takes(";") {
            return Ok(());
        }
        if has_body && !self.begins_declarator() {
            return Err(self.unexpected("\";\" after the structure"));
        }
        // Variables and functions may stand between the commas. Only the first name can have a body, which ends the declaration.
        let mut declarators: SmallVec<[Declarator<'a>; 1]> = SmallVec::new();
        let mut functions = Vec::new();
        let mut last;
        loop {
            let name = self.declared_name()?;
            last = name;
            let is_first = declarators.is_empty() && functions.is_empty();
            if self.c.sees("(") {
                let (function, has_body) =
                    self.function_declared(&head, is_typedef, name, with_body && is_first)?;
                if has_body {
                    items.push(Item::Function(function));
                    return Ok(());
                }
                functions.push(Item::Function(function));
            } else {
                self.names.declare(name.text, is_typedef);
                let declarator = self.declarator(name)?;
                let can_have_body = is_first && declarator.value.is_none();
                if with_body && can_have_body && self.c.sees("{") {
                    return self.body_of_variable(name);
                }
                declarators.push(declarator);
            }
            if !self.c.takes(",") {
                break;
            }
        }
        // The variables become one item, of one head. Each function is an item of its own, after them.
        if !self.c.sees(";") {
            let name = last.text;
            let expected = format!("\",\" or \";\" after the declaration of \"{name}\"");
            return Err(self.unexpected(expected));
        }
        let end = self.c.next().span;
        if !declarators.is_empty() {
            let declarators = self.nodes.list(&declarators);
            let variables = Variables { head, declarators };
            items.push(if is_typedef {
                Item::Typedef(variables)
            } else {
                Item::Variables(variables)
            });
        }
        items.extend(functions.into_iter().map(|item| with_end(item, end)));
        Ok(())
    }

    /// Parses a function from its parameters on, with its body where it can have one. Returns whether it has.
    fn function_declared(
        &mut self,
        head: &Head<'a>,
        is_typedef: bool,
        name: Name<'a>,
        can_have_body: bool,
    ) -> Result<(Function<'a>, bool), Stop> {
        let mut function = self.function(*head, name)?;
        if is_typedef {
            self.fault(SyntaxFault::FunctionTypedef, name.span);
        }
        if can_have_body && self.c.sees("{") {
            self.function_body(&mut function)?;
            return Ok((function, true));
        }
        // The parameters of a declaration are not known after it.
        let depth = self.names.depth();
        self.names.close_scopes(depth - 1);
        Ok((function, false))
    }

    /// Reports a variable that has a function's body, and reads over it.
    fn body_of_variable(&mut self, name: Name<'a>) -> Result<(), Stop> {
        self.fault(SyntaxFault::NotAFunction(name.text.into()), name.span);
        self.c.next();
        self.deeper(Parser::block).map(|_| ())
    }
}

/// A function without a body, with the place of the `;` after it.
fn with_end(item: Item<'_>, end: crate::ir::Span) -> Item<'_> {
    match item {
        Item::Function(f) => Item::Function(Function { end, ..f }),
        other => other,
    }
}
