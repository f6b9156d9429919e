//! Expressions as text, with parentheses where they are needed; and the text that both languages share.

use crate::ir::{Op, Type};

/// The precedence of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    /// Comparisons, operations on bits, shifts: they have parentheses inside all others.
    Loose,
    Sum,
    Product,
    /// A sign before an operand.
    Unary,
    /// A name or a call.
    Tight,
}

#[derive(Debug, Clone)]
pub(super) struct Text {
    pub(super) text: String,
    pub(super) level: Level,
    /// The type of the text: for a mask in MUDA that of the compared values.
    pub(super) ty: Type,
}

impl Text {
    /// A name or a call.
    pub(super) fn tight(text: impl Into<String>, ty: Type) -> Text {
        Text {
            text: text.into(),
            level: Level::Tight,
            ty,
        }
    }

    /// A number, which may begin with a sign.
    pub(super) fn number(text: String, ty: Type) -> Text {
        let level = if text.starts_with('-') {
            Level::Unary
        } else {
            Level::Tight
        };
        Text { text, level, ty }
    }

    /// `name(a, b)`
    pub(super) fn call(name: &str, args: &[Text], ty: Type) -> Text {
        let args: Vec<&str> = args.iter().map(|a| a.text.as_str()).collect();
        Text::tight(format!("{name}({})", args.join(", ")), ty)
    }

    /// `-a`, `~a`
    pub(super) fn prefix(sign: &str, a: &Text, ty: Type) -> Text {
        let level = Level::Unary;
        let text = format!("{sign}{}", a.above(Level::Unary));
        Text { text, level, ty }
    }

    /// `a + b`
    pub(super) fn infix(a: &Text, sign: &str, b: &Text, level: Level, ty: Type) -> Text {
        let left = match level {
            Level::Loose => a.above(Level::Product),
            level => a.at_least(level),
        };
        let right = match level {
            Level::Loose => b.above(Level::Product),
            level => b.above(level),
        };
        let text = format!("{left} {sign} {right}");
        Text { text, level, ty }
    }

    fn at_least(&self, level: Level) -> String {
        self.in_parentheses(self.level < level)
    }

    /// The text as an operand of an expression with this precedence.
    pub(super) fn above(&self, level: Level) -> String {
        self.in_parentheses(self.level <= level)
    }

    fn in_parentheses(&self, are_needed: bool) -> String {
        if are_needed {
            format!("({})", self.text)
        } else {
            self.text.clone()
        }
    }
}

/// The operator for an operation on two numbers, the same in both languages.
pub(super) fn operator(op: Op) -> Option<(&'static str, Level)> {
    Some(match op {
        Op::FAdd | Op::DAdd | Op::IAdd | Op::LAdd => ("+", Level::Sum),
        Op::FSub | Op::DSub | Op::ISub | Op::LSub => ("-", Level::Sum),
        Op::FMul | Op::DMul | Op::IMul | Op::LMul => ("*", Level::Product),
        Op::FDiv | Op::DDiv => ("/", Level::Product),
        Op::IAnd | Op::LAnd | Op::MAnd => ("&", Level::Loose),
        Op::IOr | Op::LOr | Op::MOr => ("|", Level::Loose),
        Op::IXor | Op::LXor | Op::MXor => ("^", Level::Loose),
        Op::FLt | Op::DLt => ("<", Level::Loose),
        Op::FLe | Op::DLe => ("<=", Level::Loose),
        Op::FEq | Op::DEq | Op::IEq | Op::LEq => ("==", Level::Loose),
        Op::FNe | Op::DNe => ("!=", Level::Loose),
        _ => return None,
    })
}

/// The shortest decimal number that equals this float, with a point or an exponent.
pub(super) fn float(x: f32) -> String {
    format!("{x:?}")
}

/// The same of a double.
pub(super) fn double(x: f64) -> String {
    format!("{x:?}")
}

/// The 64 bits of two words.
pub(super) fn wide(imm: [u32; 2]) -> u64 {
    u64::from(imm[0]) | u64::from(imm[1]) << 32
}
