//! A declared name, and what stands after it.

use super::parser::{Class, Parser};
use super::table::Keyword;
use crate::frontend::c_like::diagnostics::Stop;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::syntax::effect::Held;
use crate::frontend::c_like::syntax::*;
use crate::frontend::diagnostic::syntax::SyntaxFault;
use crate::frontend::lexer::TokenKind;
use smallvec::SmallVec;
use std::borrow::Cow;

/// A value, or what effects know in its place.
type FirstValue<'a> = (Option<Expr<'a>>, Option<&'a Held<'a>>);

impl<'a> Parser<'a> {
    /// Whether a declared name follows.
    pub(super) fn begins_declarator(&self) -> bool {
        let is_operator = self.sees_keyword(Keyword::Operator);
        matches!(self.class(), Class::Name | Class::Type) || is_operator || self.c.sees(":")
    }

    /// Parses a name that is declared here, also `S::f` and `operator +`.
    pub(super) fn declared_name(&mut self) -> Result<Name<'a>, Stop> {
        // A keyword is refused by its own message, and `*` because the languages have no pointers.
        match self.class() {
            Class::Name | Class::Type => {}
            Class::Keyword(Keyword::Operator) => return self.operator_name(),
            Class::Keyword(_) => {
                let token = self.c.peek();
                let word = String::from_utf8_lossy(token.kind.text()).into_owned();
                return Err(self.syntax_error(SyntaxFault::Reserved(word), token.span));
            }
            Class::None if self.c.sees("*") => {
                let span = self.c.peek().span;
                return Err(self.syntax_error(SyntaxFault::Dereference, span));
            }
            Class::None => return Err(self.unexpected("a name")),
        }
        // The body of a member function names its structure first. The parts become one name, as the checker looks it
        // up.
        let mut name = self.take_word();
        while self.c.takes("::") {
            if !matches!(self.class(), Class::Name | Class::Type) {
                return Err(self.unexpected("the name of a member function"));
            }
            let member = self.take_word();
            let text = format!("{}::{}", name.text, member.text);
            let text = self.nodes.arena.alloc_str(&text);
            let span = name.span.to(member.span);
            name = Name { text, span };
        }
        Ok(name)
    }

    /// Parses `operator` and the operator that a function stands for.
    fn operator_name(&mut self) -> Result<Name<'a>, Stop> {
        let start = self.c.next().span;
        let token = self.c.peek();
        let TokenKind::Operator(operator) = token.kind else {
            return Err(self.unexpected("an operator"));
        };
        if super::operator::binary(operator).is_none() && !matches!(operator, "!" | "~") {
            return Err(self.unexpected("an operator"));
        }
        self.c.next();
        let text = self.nodes.arena.alloc_str(&format!("operator{operator}"));
        let span = start.to(token.span);
        Ok(Name { text, span })
    }

    /// Parses what stands after a variable's name: sizes, semantics, annotations, a value.
    pub(super) fn declarator(&mut self, name: Name<'a>) -> Result<Declarator<'a>, Stop> {
        let sizes = self.sizes()?;
        let semantics = self.semantics()?;
        let annotations = self.annotations()?;
        let (mut value, mut held) = (None, None);
        if self.table.has_effects && self.c.sees("{") {
            let blocks = self.state_blocks()?;
            held = Some(&*self.nodes.arena.alloc(blocks));
        } else if self.c.takes("=") {
            (value, held) = self.first_value()?;
        }
        Ok(Declarator {
            name,
            sizes,
            semantics,
            annotations,
            held,
            value,
        })
    }

    /// Parses the value after `=`, or what effects know. Where the language's effects are not read, states are read over.
    fn first_value(&mut self) -> Result<FirstValue<'a>, Stop> {
        if self.table.has_effects {
            if let Some(held) = self.held()? {
                return Ok((None, Some(&*self.nodes.arena.alloc(held))));
            }
        } else if self.sees_keyword(Keyword::SamplerState) {
            self.skip_sampler_state()?;
            return Ok((None, None));
        } else if self.sees_keyword(Keyword::Assembly) && self.c.ahead(1).is("{") {
            self.c.next();
            self.skip_braces()?;
            return Ok((None, None));
        }
        Ok((Some(self.initial()?), None))
    }

    /// Parses an expression or a list in braces.
    pub(super) fn initial(&mut self) -> Result<Expr<'a>, Stop> {
        let value = if self.c.sees("{") {
            self.deeper(Parser::list)
        } else {
            self.assignment()
        }?;
        self.lines.set_outer(value.span, self.c.peek().span);
        Ok(value)
    }

    fn list(&mut self) -> Result<Expr<'a>, Stop> {
        let start = self.c.next().span;
        let (values, mut height) = (self.nodes.begin(), 0);
        loop {
            let value = self.initial()?;
            height = height.max(value.height);
            self.nodes.push(value);
            if !self.c.takes(",") || self.c.sees("}") {
                break;
            }
        }
        let end = self.need("}", "\",\" or \"}\" after a value of the list")?;
        let values = self.nodes.end(values);
        self.above(ExprKind::List(values), start.to(end), height)
    }

    /// Parses `: NAME`, `: NAME[2]`, `: state.matrix.mvp`, `: register(c0)`, as many as there are. One for a named profile,
    /// `: fp40 NAME` or `: (fp40, NAME)`, is read over.
    pub(super) fn semantics(&mut self) -> Result<&'a [Semantic<'a>], Stop> {
        if !self.c.sees(":") {
            return Ok(&[]);
        }
        let mut semantics: SmallVec<[Semantic<'a>; 1]> = SmallVec::new();
        while self.c.takes(":") {
            if self.sees_keyword(Keyword::Register) {
                semantics.push(self.register()?);
            } else if !self.table.has_register_offsets && self.c.takes("(") {
                self.semantic_list()?;
            } else {
                let semantic = self.semantic()?;
                let is_word = semantic.index.is_none() && !semantic.name.text.contains('.');
                if is_word && matches!(self.class(), Class::Name | Class::Type) {
                    self.semantic()?;
                } else {
                    semantics.push(semantic);
                }
            }
        }
        Ok(self.nodes.list(&semantics))
    }

    fn semantic(&mut self) -> Result<Semantic<'a>, Stop> {
        let name = self.semantic_word()?;
        let (mut text, mut span) = (Cow::Borrowed(name.text), name.span);
        let (mut index, mut n_parts) = (None, 0);
        // Collects what follows the word: parts after dots, and indices in brackets. An index is also kept as a
        // number.
        loop {
            if self.c.takes(".") {
                let part = self.semantic_word()?;
                text += ".";
                text += part.text;
                span = span.to(part.span);
            } else if self.c.takes("[") {
                let token = self.c.peek();
                if let TokenKind::Number(number) = token.kind {
                    self.c.next();
                    text = format!("{text}[{number}]").into();
                    index = Some(self.above(ExprKind::Number(number), token.span, 0)?);
                }
                span = span.to(self.need("]", "a whole number and \"]\" in the semantic")?);
            } else {
                break;
            }
            n_parts += 1;
        }
        // A word with at most one index says all by itself. Anything longer becomes one name with its dots and
        // brackets.
        let is_plain = n_parts == 0 || n_parts == 1 && (index.is_some() || !text.contains('.'));
        if is_plain {
            let arguments = None;
            return Ok(Semantic {
                name,
                index,
                arguments,
            });
        }
        let text = self.nodes.arena.alloc_str(&text);
        Ok(Semantic {
            name: Name { text, span },
            index: None,
            arguments: None,
        })
    }

    /// Parses words with commas between, and `)`.
    fn semantic_list(&mut self) -> Result<(), Stop> {
        loop {
            self.semantic_word()?;
            if !self.c.takes(",") {
                return self
                    .need(")", "\",\" or \")\" after the semantic")
                    .map(|_| ());
            }
        }
    }

    fn semantic_word(&mut self) -> Result<Name<'a>, Stop> {
        match self.class() {
            Class::Name | Class::Type => Ok(self.take_word()),
            _ => Err(self.unexpected("the name of a semantic after \":\"")),
        }
    }

    /// Parses `register(c0)` and `register(ps_2_0, c0[2])`.
    fn register(&mut self) -> Result<Semantic<'a>, Stop> {
        let name = self.take_word();
        let has_offsets = self.table.has_register_offsets;
        let is_place = name.text.eq_ignore_ascii_case("packoffset");
        if is_place && has_offsets && !self.is_in_buffer {
            let rule = Rule::Hlsl(HlslRule::PlaceOutsideBuffer);
            self.c.out.rule(rule, name.span);
        }
        self.need("(", "\"(\" after \"register\"")?;
        let mut arguments: SmallVec<[Name<'a>; 2]> = SmallVec::new();
        let mut index = None;
        loop {
            match self.class() {
                Class::Name | Class::Type => arguments.push(self.take_word()),
                _ => return Err(self.unexpected("a register, as in register(c0)")),
            }
            if has_offsets {
                index = self.register_offset(is_place)?;
            }
            if arguments.len() == 2 || !self.c.takes(",") {
                break;
            }
        }
        self.need(")", "\")\" after the register")?;
        Ok(Semantic {
            name,
            index,
            arguments: Some(self.nodes.list(&arguments)),
        })
    }

    /// Parses `< string a = "b"; float c = 1; >`, if it follows. What it declares may have annotations, too.
    pub(super) fn annotations(&mut self) -> Result<&'a [Variables<'a>], Stop> {
        if !self.table.has_annotations || !self.c.takes("<") {
            return Ok(&[]);
        }
        // Their names are no names of the program.
        let depth = self.names.depth();
        self.names.open_scope();
        let all = self.deeper(Parser::annotations_here)?;
        self.names.close_scopes(depth);
        Ok(all)
    }

    fn annotations_here(&mut self) -> Result<&'a [Variables<'a>], Stop> {
        let mut all = Vec::new();
        while !self.c.takes(">") {
            let mut items = Vec::new();
            self.declaration(false, &mut items)?;
            all.extend(items.into_iter().filter_map(|item| match item {
                Item::Variables(variables) => Some(variables),
                _ => None,
            }));
        }
        Ok(self.nodes.list(&all))
    }
}
