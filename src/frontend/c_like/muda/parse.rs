//! The grammar: structures, functions and statements. Behind an error the parser goes on with the next statement, or with the next
//! structure or function.

use super::misspelt;
use super::syntax::*;
use super::words::{KEYWORDS, OPERATORS, type_of};
use crate::frontend::c_like::diagnostics::{Diagnostics, Stop};
use crate::frontend::c_like::lexer::{TokenKind, tokens};
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::tokens::Cursor;
use crate::frontend::c_like::tree::Direction;
use crate::frontend::diagnostic::ErrorKind;
use crate::ir::Span;

/// Reads a text, and gives what it says and what is wrong with it.
pub(super) fn parse<'a>(text: &'a [u8]) -> (Text<'a>, Diagnostics) {
    let mut out = Diagnostics::default();
    let tokens = tokens(text, OPERATORS, &mut out);
    let mut parser = Parser {
        c: Cursor::new(tokens, out),
        is_loose: false,
        is_broken: false,
    };
    let text = parser.text();
    (text, parser.c.out)
}

/// How many tokens ahead the end of parentheses is looked for.
const FARTHEST: usize = 256;

pub(super) struct Parser<'a> {
    pub(super) c: Cursor<'a>,
    /// Inside a statement whose braces are missing, which is reported already: `else` may end it without `;`.
    is_loose: bool,
    /// The body that is read has an error.
    is_broken: bool,
}

impl<'a> Parser<'a> {
    fn text(&mut self) -> Text<'a> {
        let mut text = Text::default();
        while self.c.peek().kind != TokenKind::End && !self.c.out.is_full() {
            if self.c.takes(";") {
                continue;
            }
            match self.item() {
                Ok(item) => text.items.push(item),
                Err(Stop) => {
                    text.is_incomplete = true;
                    self.skip_item();
                }
            }
        }
        text
    }

    /// Goes on behind the function or structure that has an error.
    fn skip_item(&mut self) {
        let before = self.c.peek().span;
        self.c.skip_statement();
        if !self.c.takes("}") && self.c.peek().span == before {
            self.c.next();
        }
    }

    fn item(&mut self) -> Result<Item<'a>, Stop> {
        if self.c.sees_word("struct") {
            return self.structure().map(Item::Struct);
        }
        self.function().map(Item::Function)
    }

    fn structure(&mut self) -> Result<Struct<'a>, Stop> {
        self.c.next();
        let name = self.new_name("the name of the structure")?;
        self.c.need("{", "\"{\" and the members of the structure")?;
        let mut members = Vec::new();
        while !self.c.takes("}") {
            let ty = self.type_word("the type of a member, or \"}\"")?;
            loop {
                members.push((ty, self.declarator(false)?));
                if !self.c.takes(",") {
                    break;
                }
            }
            self.c.need(";", "\";\" behind the member")?;
        }
        Ok(Struct { name, members })
    }

    fn function(&mut self) -> Result<Function<'a>, Stop> {
        let (mut is_static, mut inline) = (false, None);
        while let TokenKind::Word(word) = self.c.peek().kind {
            let kind = match word {
                "static" => None,
                "inline" => Some(Inline::Usual),
                "force_inline" => Some(Inline::Force),
                "always_inline" => Some(Inline::Always),
                _ if self.skips_stray_word() => continue,
                _ => break,
            };
            let span = self.c.next().span;
            let is_second = match kind {
                None => std::mem::replace(&mut is_static, true),
                Some(_) => inline.is_some(),
            };
            if is_second {
                let specifier = if kind.is_none() { "static" } else { "inline" };
                self.c.out.rule(Rule::Specifier(specifier), span);
            }
            if kind == Some(Inline::Always) {
                let oddity = Oddity::Deprecated("always_inline");
                self.c.out.odd(oddity, span);
            }
            inline = kind.or(inline);
        }
        if !matches!(self.c.peek().kind, TokenKind::Word(w) if is_type_word(w)) {
            let (rule, span) = (Rule::OutsideFunction(self.c.found()), self.c.peek().span);
            return Err(self.c.out.rule(rule, span));
        }
        let ty = self.type_word("a type")?;
        let name = self.new_name("the name of the function")?;
        self.c.need(
            "(",
            "\"(\" and the parameters of the function (variables stand inside functions)",
        )?;
        let parameters = self.parameters()?;
        self.c.need("{", "\"{\" and the body of the function")?;
        self.is_broken = false;
        let (body, end) = self.block()?;
        Ok(Function {
            is_static,
            inline,
            ty,
            name,
            parameters,
            body,
            end,
            is_broken: self.is_broken,
        })
    }

    fn parameters(&mut self) -> Result<Vec<Parameter<'a>>, Stop> {
        let mut parameters = Vec::new();
        if self.c.sees_word("void") && self.c.ahead(1).kind == TokenKind::Operator(")") {
            self.c.next();
        }
        if self.c.takes(")") {
            return Ok(parameters);
        }
        loop {
            self.skips_stray_word();
            // `in out` is `inout`.
            let is_inout = self.c.takes_word("inout");
            let is_in = !is_inout && self.c.takes_word("in");
            let is_out = !is_inout && self.c.takes_word("out");
            let is_uniform = !is_inout && !is_in && !is_out && self.c.takes_word("uniform");
            let direction = match (is_inout || is_in && is_out, is_out) {
                _ if is_uniform => Direction::Uniform,
                (true, _) => Direction::InOut,
                (_, true) => Direction::Out,
                _ => Direction::In,
            };
            let ty = self.type_word("the type of a parameter")?;
            let declarator = self.declarator(false)?;
            parameters.push(Parameter {
                direction,
                ty,
                declarator,
            });
            if self.c.takes(")") {
                return Ok(parameters);
            }
            self.c.need(",", "\",\" or \")\" behind the parameter")?;
        }
    }

    fn type_word(&mut self, expected: &'static str) -> Result<Name<'a>, Stop> {
        self.c.takes_word("struct");
        match self.c.peek().kind {
            TokenKind::Word(word) if is_type_word(word) => {
                let (text, span) = self.c.name(expected)?;
                Ok(Name { text, span })
            }
            _ => Err(self.c.unexpected(expected)),
        }
    }

    /// A name that is given a meaning here.
    fn new_name(&mut self, expected: &'static str) -> Result<Name<'a>, Stop> {
        let (text, span) = self.c.name(expected)?;
        if KEYWORDS.contains(&text) {
            let kind = ErrorKind::Reserved(text.into());
            return Err(self.c.out.error(kind, span));
        }
        Ok(Name { text, span })
    }

    fn declarator(&mut self, with_value: bool) -> Result<Declarator<'a>, Stop> {
        let name = self.new_name("a name")?;
        let mut size = None;
        if self.c.takes("[") {
            size = Some(self.expression()?);
            self.c.need("]", "\"]\" behind the size of the array")?;
        }
        let value = match with_value && self.c.takes("=") {
            true => Some(self.expression()?),
            false => None,
        };
        Ok(Declarator { name, size, value })
    }

    /// The statements up to the closing brace, whose place comes with them; the opening one has been taken.
    fn block(&mut self) -> Result<(Vec<Stmt<'a>>, Span), Stop> {
        let mut statements = Vec::new();
        loop {
            if self.c.sees("}") {
                return Ok((statements, self.c.next().span));
            }
            if self.c.peek().kind == TokenKind::End {
                return Err(self.c.unexpected("\"}\" at the end of the block"));
            }
            if self.c.takes(";") {
                continue;
            }
            match self.statement() {
                Ok(statement) => statements.push(statement),
                Err(Stop) => {
                    self.is_broken = true;
                    self.c.skip_statement();
                }
            }
        }
    }

    /// Passes a word that stands before a type and is no specifier, and reports it.
    fn skips_stray_word(&mut self) -> bool {
        let (TokenKind::Word(word), TokenKind::Word(next)) =
            (self.c.peek().kind, self.c.ahead(1).kind)
        else {
            return false;
        };
        let advice = misspelt::advice(word);
        let is_stray = !KEYWORDS.contains(&word) && type_of(next).is_some() && advice.is_some();
        if is_stray {
            self.refuse_word(word, advice);
        }
        is_stray
    }

    /// Reports the word and takes it.
    fn refuse_word(&mut self, word: &str, advice: Option<String>) {
        let span = self.c.next().span;
        if let Some(advice) = advice {
            self.c.out.rule(Rule::Word(word.into(), advice), span);
        }
        self.is_broken = true;
    }

    /// Whether a word begins something with a block, which no name does: a word, what stands in parentheses or not, `{`. In front
    /// of `(`, what stands behind the parentheses tells.
    fn begins_block(&self) -> bool {
        if self.c.ahead(1).kind == TokenKind::Operator("{") {
            return true;
        }
        let (mut depth, mut n) = (0u32, 1);
        while n < FARTHEST {
            match self.c.ahead(n).kind {
                TokenKind::Operator("(") => depth += 1,
                TokenKind::Operator(")") if depth > 1 => depth -= 1,
                TokenKind::Operator(")") if depth == 1 => break,
                TokenKind::Operator("{" | "}") | TokenKind::End => return false,
                _ if depth == 0 => return false,
                _ => {}
            }
            n += 1;
        }
        self.c.ahead(n + 1).kind == TokenKind::Operator("{")
    }

    /// A statement that begins with a word that MUDA does not have: what was meant, or nothing, behind one error.
    fn strange_statement(&mut self, word: &'a str) -> Result<Stmt<'a>, Stop> {
        let start = self.c.peek().span;
        match misspelt::keyword(word) {
            Some("if" | "while") => self.is_broken = true,
            _ => {
                self.refuse_word(word, misspelt::advice(word));
                while !self.c.sees("{") {
                    self.c.next();
                }
                self.c.skip_statement();
                if word == "do" && self.c.sees_word("while") {
                    self.c.skip_statement();
                }
                let kind = StmtKind::Block(Vec::new());
                return Ok(Stmt { kind, span: start });
            }
        }
        let advice = misspelt::advice(word).unwrap_or_default();
        self.c.out.rule(Rule::Word(word.into(), advice), start);
        match misspelt::keyword(word) {
            Some("if") => self.if_statement(),
            _ => self.while_statement(),
        }
    }

    fn while_statement(&mut self) -> Result<Stmt<'a>, Stop> {
        let (condition, span) = self.condition()?;
        let body = self.braces("while")?;
        let kind = StmtKind::While(condition, body);
        Ok(Stmt { kind, span })
    }

    fn statement(&mut self) -> Result<Stmt<'a>, Stop> {
        self.skips_stray_word();
        let start = self.c.peek().span;
        let kind = match self.c.peek().kind {
            TokenKind::Operator("{") => {
                self.c.next();
                StmtKind::Block(self.nested_block()?)
            }
            TokenKind::Word("if") => return self.if_statement(),
            TokenKind::Word("while") => return self.while_statement(),
            TokenKind::Word("return") => {
                self.c.next();
                let value = match self.c.sees(";") {
                    true => None,
                    false => Some(self.expression()?),
                };
                self.semicolon()?;
                StmtKind::Return(value)
            }
            TokenKind::Word(word)
                if misspelt::advice(word).is_some()
                    && !KEYWORDS.contains(&word)
                    && self.begins_block() =>
            {
                return self.strange_statement(word);
            }
            TokenKind::Word(word) if self.is_declaration(word) => {
                let ty = self.type_word("a type")?;
                let mut declarators = Vec::new();
                loop {
                    declarators.push(self.declarator(true)?);
                    if !self.c.takes(",") {
                        break;
                    }
                }
                self.semicolon()?;
                StmtKind::Declare(ty, declarators)
            }
            _ => self.assignment()?,
        };
        let span = start.to(self.c.last().span);
        Ok(Stmt { kind, span })
    }

    /// A type's keyword that begins no constructor, or two names behind each other.
    fn is_declaration(&self, word: &str) -> bool {
        let is_name = matches!(self.c.ahead(1).kind, TokenKind::Word(_));
        word == "struct"
            || is_name
            || type_of(word).is_some() && self.c.ahead(1).kind != TokenKind::Operator("(")
    }

    fn assignment(&mut self) -> Result<StmtKind<'a>, Stop> {
        let left = self.expression()?;
        let kind = match self.c.takes("=") {
            true => StmtKind::Assign(left, self.expression()?),
            false => StmtKind::Expression(left),
        };
        self.semicolon()?;
        Ok(kind)
    }

    fn semicolon(&mut self) -> Result<(), Stop> {
        if self.is_loose && self.c.sees_word("else") {
            return Ok(());
        }
        self.refuse_absent()?;
        self.c
            .need(";", "\";\" at the end of the statement")
            .map(|_| ())
    }

    /// Takes `else`, also where it is misspelt.
    fn takes_else(&mut self) -> bool {
        match self.c.peek().kind {
            TokenKind::Word(word)
                if misspelt::keyword(word) == Some("else")
                    && self.c.ahead(1).kind == TokenKind::Operator("{") =>
            {
                self.refuse_word(word, misspelt::advice(word));
                true
            }
            _ => self.c.takes_word("else"),
        }
    }

    fn if_statement(&mut self) -> Result<Stmt<'a>, Stop> {
        let (condition, span) = self.condition()?;
        let yes = self.braces("if")?;
        let no = if self.takes_else() {
            self.braces("else")?
        } else {
            let at = self.c.last().span;
            self.c.out.rule(Rule::ElseMissing, at);
            Vec::new()
        };
        let kind = StmtKind::If(condition, yes, no);
        Ok(Stmt { kind, span })
    }

    /// `if` or `while` and what stands behind it in parentheses; the span is that of both.
    fn condition(&mut self) -> Result<(Expr<'a>, Span), Stop> {
        let start = self.c.next().span;
        self.c.need("(", "\"(\" and the condition")?;
        let condition = self.expression()?;
        let end = self.c.need(")", "\")\" behind the condition")?;
        Ok((condition, start.to(end)))
    }

    /// The statements of `if`, `else` or `while`. Where the braces are missing, that is reported, and the one statement taken.
    fn braces(&mut self, of: &'static str) -> Result<Vec<Stmt<'a>>, Stop> {
        if self.c.takes("{") {
            return self.nested_block();
        }
        let span = self.c.peek().span;
        self.c.out.rule(Rule::Braces(of), span);
        let was_loose = std::mem::replace(&mut self.is_loose, true);
        let statement = self.deeper(Parser::statement);
        self.is_loose = was_loose;
        Ok(vec![statement?])
    }

    fn nested_block(&mut self) -> Result<Vec<Stmt<'a>>, Stop> {
        Ok(self.deeper(Parser::block)?.0)
    }
}

fn is_type_word(word: &str) -> bool {
    type_of(word).is_some() || !KEYWORDS.contains(&word)
}
