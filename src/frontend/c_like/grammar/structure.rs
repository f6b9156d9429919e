//! Structures, interfaces, and blocks of uniforms.

use super::parser::{Class, Parser};
use super::table::Keyword;
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::syntax::*;
use crate::frontend::diagnostic::syntax::SyntaxFault;
use crate::frontend::lexer::TokenKind;

/// The members of a structure.
#[derive(Default)]
struct Body<'a> {
    members: Vec<Variables<'a>>,
    methods: Vec<Method<'a>>,
}

impl<'a> Parser<'a> {
    /// Parses a structure from its keyword on, and puts it before the declaration that it stands in. Returns its name as a type,
    /// and whether it has a body.
    pub(super) fn structure(&mut self, kind: StructKind) -> Result<(TypeName<'a>, bool), Stop> {
        let keyword = self.take_word();
        // A structure without a name is placed by its keyword. A name is declared before the body, which may use it.
        let name = match self.class() {
            Class::Name | Class::Type => self.take_word(),
            _ if self.c.sees("{") => {
                let (text, span) = ("", keyword.span.to(self.c.peek().span));
                Name { text, span }
            }
            _ => return Err(self.unexpected("the name of the structure, or \"{\"")),
        };
        if !name.text.is_empty() {
            self.names.declare(name.text, true);
        }
        let interfaces = self.interfaces()?;
        // Only a structure with a body may lack a name or implement interfaces.
        let has_body = self.c.sees("{");
        if !has_body && (!interfaces.is_empty() || name.text.is_empty()) {
            return Err(self.unexpected("\"{\" and the members of the structure"));
        }
        // A body, or a `;` after the name, makes an item of its own. A name alone refers to a structure.
        let is_forward = !has_body && self.c.sees(";");
        if has_body || is_forward {
            let body = if has_body {
                self.deeper(Parser::body)?
            } else {
                Body::default()
            };
            self.before.push(Item::Struct(Struct {
                kind,
                name,
                interfaces,
                members: self.nodes.list(&body.members),
                methods: self.nodes.list(&body.methods),
                semantic: None,
                has_body,
            }));
        }
        let sizes = self.sizes()?;
        let ty = TypeName {
            name,
            is_tagged: true,
            arguments: &[],
            sizes,
        };
        Ok((ty, has_body))
    }

    /// Parses the interface after `:`.
    fn interfaces(&mut self) -> Result<&'a [Name<'a>], Stop> {
        if !self.c.takes(":") {
            return Ok(&[]);
        }
        let mut interfaces = Vec::new();
        loop {
            match self.class() {
                Class::Name | Class::Type => interfaces.push(self.take_word()),
                _ => return Err(self.unexpected("the name of an interface")),
            }
            if !self.c.takes(",") {
                break;
            }
        }
        if let [_, second, ..] = interfaces[..] {
            self.fault(SyntaxFault::SecondInterface, second.span);
        }
        Ok(self.nodes.list(&interfaces))
    }

    /// Parses `Name { ... }` and the semantic after it; `uniform` has been taken.
    pub(super) fn buffer(&mut self) -> Result<TypeName<'a>, Stop> {
        let name = self.take_word();
        // Without a body, the word is no buffer but a type that the text does not declare.
        self.names.declare(name.text, true);
        if !self.c.sees("{") {
            let expected = format!("a type before \"{}\", or \"{{\" after it", name.text);
            return Err(self.unexpected(expected));
        }
        let body = self.deeper(Parser::body)?;
        let semantic = if self.c.sees(":") {
            self.semantics()?.first().copied()
        } else {
            None
        };
        // To the checker a buffer is a structure. The declaration that holds it then has this type.
        self.before.push(Item::Struct(Struct {
            kind: StructKind::Buffer,
            name,
            interfaces: &[],
            members: self.nodes.list(&body.members),
            methods: self.nodes.list(&body.methods),
            semantic,
            has_body: true,
        }));
        Ok(TypeName {
            name,
            is_tagged: true,
            arguments: &[],
            sizes: &[],
        })
    }

    /// Parses the members in braces; there is at least one. After an error it goes on with the next member.
    fn body(&mut self) -> Result<Body<'a>, Stop> {
        self.c.next();
        let outer = self.names.depth();
        self.names.open_scope();
        let mut body = Body::default();
        let mut is_empty = true;
        let mut items = Vec::new();
        while is_empty || !self.c.sees("}") {
            is_empty = false;
            if self.c.peek().kind == TokenKind::End {
                return Err(self.unexpected("\"}\" after the members of the structure"));
            }
            let scope = self.names.depth();
            let result = match self.class() {
                Class::Keyword(Keyword::Template) => Err(self.template()),
                _ if self.c.sees("}") => Err(self.unexpected("a member of the structure")),
                _ if self.c.sees(";") => Err(self.unexpected(
                    "a member of the structure; after the body of a function stands no \";\"",
                )),
                _ => self.declaration(true, &mut items),
            };
            for item in items.drain(..) {
                match item {
                    Item::Variables(variables) => body.members.push(variables),
                    Item::Function(function) => {
                        let n_before = body.members.len();
                        body.methods.push(Method { function, n_before });
                    }
                    // Types of a structure go before it.
                    other => self.before.push(other),
                }
            }
            if result == Err(Stop) {
                self.names.close_scopes(scope);
                self.skip_past(";");
            }
        }
        self.c.next();
        self.names.close_scopes(outer);
        Ok(body)
    }

    /// Reports a template.
    pub(super) fn template(&mut self) -> Stop {
        let span = self.c.peek().span;
        self.syntax_error(SyntaxFault::Template, span)
    }
}
