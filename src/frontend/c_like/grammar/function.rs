//! Functions: parameters and bodies.

use super::parser::{Class, Parser};
use super::table::Keyword;
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::syntax::*;
use crate::frontend::diagnostic::syntax::SyntaxFault;
use crate::frontend::lexer::TokenKind;
use crate::ir::Span;
use smallvec::SmallVec;

impl<'a> Parser<'a> {
    /// Parses a function from its `(` on, without its body. The scope of the parameters is left open.
    pub(super) fn function(
        &mut self,
        head: Head<'a>,
        name: Name<'a>,
    ) -> Result<Function<'a>, Stop> {
        self.c.next();
        if self.c.sees("...") {
            self.fault(SyntaxFault::Variadic, name.span);
            self.c.next();
        }
        let parameters = self.deeper(Parser::parameters)?;
        // The names are known after the list only: `float4 f(float4 float4, float4 a)` has two parameters of one type.
        self.names.declare(name.text, false);
        self.names.open_scope();
        for parameter in parameters {
            self.names.declare(parameter.declarator.name.text, false);
        }
        let has_sizes = !self.sizes()?.is_empty();
        let semantics = self.semantics()?;
        self.annotations()?;
        if has_sizes && self.c.sees("{") {
            self.fault(SyntaxFault::NotAFunction(name.text.into()), name.span);
        }
        if self.c.sees("=") {
            self.c.next();
            self.assignment()?;
            let fault = SyntaxFault::FunctionValue(name.text.into());
            self.fault(fault, name.span);
        }
        Ok(Function {
            head,
            name,
            parameters,
            semantics,
            body: None,
            end: name.span,
            is_broken: false,
        })
    }

    /// Parses the body of a function, and closes the scope of its parameters.
    pub(super) fn function_body(&mut self, function: &mut Function<'a>) -> Result<(), Stop> {
        let name = function.name;
        if function
            .parameters
            .iter()
            .any(|p| p.declarator.name.text.is_empty())
        {
            let fault = SyntaxFault::UnnamedParameter(name.text.into());
            self.fault(fault, name.span);
        }
        self.c.next();
        let was_broken = std::mem::replace(&mut self.is_broken, false);
        let (result, _) = self.with_lines(None, |p| p.deeper(Parser::block_here));
        function.is_broken = std::mem::replace(&mut self.is_broken, was_broken);
        let (body, end) = result?;
        function.body = Some(body);
        function.end = end;
        let depth = self.names.depth();
        self.names.close_scopes(depth - 1);
        Ok(())
    }

    /// Parses parameters and `)`. Either all of them have names, or none.
    fn parameters(&mut self) -> Result<&'a [Parameter<'a>], Stop> {
        if self.c.takes(")") {
            return Ok(&[]);
        }
        let is_void = self.c.sees_word("void") && self.c.ahead(1).is(")");
        if is_void {
            self.c.next();
            self.c.next();
            return Ok(&[]);
        }
        let mut parameters: SmallVec<[Parameter<'a>; 4]> = SmallVec::new();
        loop {
            if !self.begins_head(0) && self.class() != Class::Name {
                return Err(self.unexpected("a parameter's type"));
            }
            let unnamed = parameters.first();
            let unnamed = unnamed.map(|p| p.declarator.name.text.is_empty());
            parameters.push(self.parameter(unnamed)?);
            if self.c.takes(")") {
                return Ok(self.nodes.list(&parameters));
            }
            self.need(",", "\",\" or \")\" after the parameter")?;
        }
    }

    /// Parses a parameter. `unnamed` says whether those before it have no names; `None` of the first.
    fn parameter(&mut self, unnamed: Option<bool>) -> Result<Parameter<'a>, Stop> {
        let head = self.head()?.head;
        let is_name = matches!(self.class(), Class::Name | Class::Type);
        let is_name = is_name || self.sees_keyword(Keyword::Operator);
        match (is_name, unnamed) {
            (true, Some(true)) => {
                return Err(self.unexpected("\",\" or \")\": the parameters before have no names"));
            }
            (false, Some(false)) => {
                return Err(self.unexpected("a parameter's name: those before have names"));
            }
            (false, _) => {
                let is_over = self.c.sees(",") || self.c.sees(")");
                if !is_over {
                    return Err(self.unexpected("a parameter's name"));
                }
                let span = self.c.peek().span;
                let declarator = Declarator {
                    name: Name { text: "", span },
                    sizes: &[],
                    semantics: &[],
                    annotations: &[],
                    held: None,
                    value: None,
                };
                return Ok(Parameter { head, declarator });
            }
            (true, _) => {}
        }
        let name = self.declared_name()?;
        if self.c.sees("(") {
            // The parameters of a parameter are read over.
            let fault = SyntaxFault::FunctionParameter(name.text.into());
            let span = self.c.next().span;
            self.fault(fault, span);
            self.deeper(Parser::parameters)?;
        }
        let declarator = self.declarator(name)?;
        Ok(Parameter { head, declarator })
    }

    /// Parses statements up to the closing brace, and returns them with its place; the opening one has been taken. What is declared
    /// in it is forgotten after it.
    pub(super) fn block(&mut self) -> Result<(&'a [Stmt<'a>], Span), Stop> {
        let outer = self.names.depth();
        self.names.open_scope();
        let block = self.block_here()?;
        self.names.close_scopes(outer);
        Ok(block)
    }

    /// The same without a scope of its own: the body of a function has that of the parameters.
    fn block_here(&mut self) -> Result<(&'a [Stmt<'a>], Span), Stop> {
        let statements = self.nodes.begin_statements();
        let end = loop {
            if self.c.sees("}") {
                break self.c.next().span;
            }
            if self.c.peek().kind == TokenKind::End {
                self.nodes.give_up_statements(statements);
                return Err(self.unexpected("\"}\" at the end of the block"));
            }
            if self.c.takes(";") {
                // Nothing after a label is a statement all the same.
                if let Some(Stmt {
                    kind: StmtKind::Case(_),
                    span,
                }) = self.nodes.last_statement(statements)
                {
                    let (kind, span) = (StmtKind::Block(&[]), *span);
                    self.nodes.push_statement(Stmt { kind, span });
                }
                continue;
            }
            let scope = self.names.depth();
            if self.statement() == Err(Stop) {
                self.is_broken = true;
                self.names.close_scopes(scope);
                self.skip_statement();
            }
        };
        Ok((self.nodes.end_statements(statements), end))
    }
}
