//! Conditions of `#if` and `#elif`: integer expressions with all operators of C (ISO C 6.10.1).
//!
//! Numbers have 64 bits and may be unsigned, or 32 bits with a sign, by [`Mode`]. Names that are no macros are 0. The parser goes
//! down by precedence, and its depth is limited.

use super::Mode;
use super::limits;
use super::macros::Kind;
use super::state::Preprocessor;
use crate::frontend::diagnostic::preprocessor::Fault;
use crate::frontend::lexer::{Token, TokenKind};
use crate::ir::Span;

/// A number of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) bits: i64,
    pub(super) is_unsigned: bool,
}

/// The operators between two operands, with their precedence: higher binds tighter.
const BINARY: &[(&str, u8)] = &[
    ("||", 1),
    ("&&", 2),
    ("|", 3),
    ("^", 4),
    ("&", 5),
    ("==", 6),
    ("!=", 6),
    ("<", 7),
    (">", 7),
    ("<=", 7),
    (">=", 7),
    ("<<", 8),
    (">>", 8),
    ("+", 9),
    ("-", 9),
    ("*", 10),
    ("/", 10),
    ("%", 10),
];

/// The condition is malformed, and reported.
struct Stop;

/// Where the parser is.
struct Parser<'p, 'a, 'o> {
    p: &'p mut Preprocessor<'a, 'o>,
    tokens: Vec<Token<'a>>,
    at: usize,
    depth: usize,
    /// The place of errors at the end of the line.
    end: Span,
}

impl<'a, 'o> Preprocessor<'a, 'o> {
    /// Takes the condition of a line. A malformed one is reported, and counts as one that holds; as with NVIDIA's compiler.
    pub(super) fn condition(&mut self, directive: &'static str, span: Span) -> bool {
        let line = self.line();
        let end = self.line_end(span);
        if line.is_empty() {
            self.malformed(directive, "a condition is missing after it", end);
            return true;
        }
        let n_errors = self.out.parts().0.len();
        let was_condition = std::mem::replace(&mut self.is_condition, true);
        let tokens = self.expand_list(line.into_vec());
        self.is_condition = was_condition;
        if self.out.parts().0.len() > n_errors {
            return true;
        }
        let mut parser = Parser {
            p: self,
            tokens,
            at: 0,
            depth: 0,
            end,
        };
        parser.whole().unwrap_or(true)
    }

    /// `defined NAME` and `defined(NAME)` after their first word: a 1 or a 0. Reports what has another form.
    pub(super) fn resolve_defined(&mut self, defined: Token<'a>) -> Token<'a> {
        let mut name = self.raw();
        let has_parenthesis = name.is("(");
        if has_parenthesis {
            name = self.raw();
        }
        let (word, mut close) = match name.kind {
            TokenKind::Word(word) => (Some(word), name),
            _ => (None, name),
        };
        if has_parenthesis && word.is_some() {
            close = self.raw();
        }
        let is_closed = !has_parenthesis || close.is(")");
        let is_defined = word.is_some_and(|word| self.is_defined(word));
        if word.is_none() || !is_closed {
            let span = match close.kind {
                TokenKind::End => self.line_end(defined.span),
                _ => close.span,
            };
            let sentence = "\"defined\" takes a name, as in defined(NAME)";
            self.error(Fault::Condition(sentence), span);
        }
        let kind = TokenKind::Number(if is_defined { "1" } else { "0" });
        Token { kind, ..defined }
    }

    /// Whether a name is defined. `__LINE__` and `__FILE__` are not, with NVIDIA's compiler.
    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.macros.find(name).is_some_and(|id| {
            let is_dynamic = matches!(self.macros.get(id).kind, Kind::Line | Kind::File);
            !is_dynamic || self.options.mode == Mode::C
        })
    }
}

impl<'a> Parser<'_, 'a, '_> {
    fn whole(&mut self) -> Result<bool, Stop> {
        let mut value = self.choice(true)?;
        while self.is_extended() && self.takes(",") {
            value = self.choice(true)?;
        }
        match self.peek() {
            Some(_) => Err(self.fault("an operator is expected here")),
            None => Ok(value.bits != 0),
        }
    }

    /// Whether there are operators that NVIDIA's compiler lacks.
    fn is_extended(&self) -> bool {
        self.p.options.mode != Mode::Reference
    }

    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).copied()
    }

    fn takes(&mut self, operator: &str) -> bool {
        let takes = self.peek().is_some_and(|t| t.is(operator));
        self.at += usize::from(takes);
        takes
    }

    fn fault(&mut self, sentence: &'static str) -> Stop {
        let span = self.peek().map_or(self.end, |t| t.span);
        self.p.error(Fault::Condition(sentence), span);
        Stop
    }

    fn enter(&mut self) -> Result<(), Stop> {
        self.depth += 1;
        if self.depth > limits::CONDITION_DEPTH {
            let what = "the condition of #if is nested too deep";
            let span = self.peek().map_or(self.end, |t| t.span);
            self.p.stop(what, limits::CONDITION_DEPTH, span);
            return Err(Stop);
        }
        Ok(())
    }

    /// `a ? b : c`. Operands that are not evaluated may divide by zero: for these, `counts` is false.
    fn choice(&mut self, counts: bool) -> Result<Value, Stop> {
        self.enter()?;
        let mut value = self.binary(1, counts)?;
        if self.is_extended() && self.takes("?") {
            let holds = value.bits != 0;
            let a = self.choice(counts && holds)?;
            while self.takes(",") {
                self.choice(counts && holds)?;
            }
            if !self.takes(":") {
                return Err(self.fault("\"?\" needs \":\" after its second operand"));
            }
            let b = self.choice(counts && !holds)?;
            value = Value {
                bits: if holds { a.bits } else { b.bits },
                is_unsigned: a.is_unsigned || b.is_unsigned,
            };
        }
        self.depth -= 1;
        Ok(value)
    }

    /// Operators of at least this precedence, from left to right.
    fn binary(&mut self, least: u8, counts: bool) -> Result<Value, Stop> {
        let mut left = self.unary(counts)?;
        loop {
            let Some(TokenKind::Operator(text)) = self.peek().map(|t| t.kind) else {
                return Ok(left);
            };
            // An operator that binds less tightly belongs to a caller, which has the left operand of it.
            let row = BINARY.iter().find(|(operator, _)| *operator == text);
            let Some(&(operator, level)) = row.filter(|(_, level)| *level >= least) else {
                return Ok(left);
            };
            let at = self.peek();
            self.at += 1;
            // The right operand of a decided `&&` or `||` is read but not evaluated, so that it may divide by zero.
            let evaluates = match operator {
                "&&" => counts && left.bits != 0,
                "||" => counts && left.bits == 0,
                _ => counts,
            };
            // Operators of the same level are grouped from the left, so the right operand takes higher levels only.
            let right = self.binary(level + 1, evaluates)?;
            let is_by_zero = matches!(operator, "/" | "%") && right.bits == 0;
            if is_by_zero && evaluates {
                let span = at.map_or(self.end, |t| t.span);
                self.p
                    .error(Fault::Condition("a number is divided by zero"), span);
                return Err(Stop);
            }
            left = self.compute(operator, left, right);
        }
    }

    fn compute(&self, operator: &str, left: Value, right: Value) -> Value {
        let (a, b) = (left.bits, right.bits);
        let (ua, ub) = (a as u64, b as u64);
        let mut is_unsigned = left.is_unsigned || right.is_unsigned;
        let truth = |holds: bool| i64::from(holds);
        let order = if is_unsigned { ua.cmp(&ub) } else { a.cmp(&b) };
        let is_truth = matches!(
            operator,
            "||" | "&&" | "==" | "!=" | "<" | ">" | "<=" | ">="
        );
        let is_shift = matches!(operator, "<<" | ">>");
        let mask = if self.p.options.mode == Mode::C {
            63
        } else {
            31
        };
        let count = (b & mask) as u32;
        let bits = match operator {
            "||" => truth(a != 0 || b != 0),
            "&&" => truth(a != 0 && b != 0),
            "|" => a | b,
            "^" => a ^ b,
            "&" => a & b,
            "==" => truth(a == b),
            "!=" => truth(a != b),
            "<" => truth(order.is_lt()),
            ">" => truth(order.is_gt()),
            "<=" => truth(order.is_le()),
            ">=" => truth(order.is_ge()),
            "<<" => a.wrapping_shl(count),
            ">>" if left.is_unsigned => ua.wrapping_shr(count) as i64,
            ">>" => a.wrapping_shr(count),
            "+" => a.wrapping_add(b),
            "-" => a.wrapping_sub(b),
            "*" => a.wrapping_mul(b),
            // By zero only where the result does not count.
            "/" if is_unsigned => ua.checked_div(ub).unwrap_or(0) as i64,
            "%" if is_unsigned => ua.checked_rem(ub).unwrap_or(0) as i64,
            "/" if b != 0 => a.wrapping_div(b),
            "%" if b != 0 => a.wrapping_rem(b),
            _ => 0,
        };
        if is_truth {
            is_unsigned = false;
        } else if is_shift {
            is_unsigned = left.is_unsigned;
        }
        Value {
            bits: self.p.wrap(bits),
            is_unsigned,
        }
    }

    fn unary(&mut self, counts: bool) -> Result<Value, Stop> {
        let Some(token) = self.peek() else {
            return Err(self.fault("a number or a name is missing at the end"));
        };
        self.at += 1;
        let number = |bits: i64| Value {
            bits,
            is_unsigned: false,
        };
        // Each arm reads one operand. Names that are left after macro expansion are 0.
        match token.kind {
            TokenKind::Operator("(") => {
                // The extended mode has the comma operator in parentheses, whose value is the last one.
                let mut value = self.choice(counts)?;
                while self.is_extended() && self.takes(",") {
                    value = self.choice(counts)?;
                }
                if !self.takes(")") {
                    return Err(self.fault("a \")\" is missing"));
                }
                Ok(value)
            }
            TokenKind::Operator(operator @ ("+" | "-" | "~" | "!")) => {
                self.enter()?;
                let value = self.unary(counts)?;
                self.depth -= 1;
                // The result of `!` is signed whatever its operand is; the others keep the operand's sign.
                let bits = match operator {
                    "-" => value.bits.wrapping_neg(),
                    "~" => !value.bits,
                    "!" => return Ok(number(i64::from(value.bits == 0))),
                    _ => value.bits,
                };
                Ok(Value {
                    bits: self.p.wrap(bits),
                    ..value
                })
            }
            TokenKind::Number(text) => self.p.condition_number(text, token.span).ok_or(Stop),
            TokenKind::Word(_) => Ok(number(0)),
            _ => {
                self.at -= 1;
                Err(self.fault("a number or a name is expected here"))
            }
        }
    }
}
