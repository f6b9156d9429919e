//! What an operand, a mnemonic or a whole instruction may be changed to.

use std::fmt;

/// An instruction, taken apart.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// What precedes the mnemonic: a predicate or `+`.
    front: String,
    mnemonic: String,
    suffix: String,
    operands: Vec<Operand>,
}

#[derive(Debug, Clone)]
struct Operand {
    before: String,
    register: String,
    after: String,
    selector: String,
}

const FRONTS: [&str; 10] = [
    "+",
    "(p0) ",
    "(!p0) ",
    "(p0.x) ",
    "(!p0.w) ",
    "(p0.xy) ",
    "(p0.wzyx) ",
    "(r0) ",
    "(-p0) ",
    "p0 ",
];

const SUFFIXES: [&str; 22] = [
    "_sat",
    "_pp",
    "_centroid",
    "_x2",
    "_x4",
    "_x8",
    "_d2",
    "_d4",
    "_d8",
    "_x16",
    "_sat_pp",
    "_pp_sat",
    "_x2_sat",
    "_sat_x2",
    "_pp_centroid",
    "_centroid_pp",
    "_sat_sat",
    "_gt",
    "_eq",
    "_ne",
    "_lt",
    "_ge",
];

const REGISTERS: [&str; 62] = [
    "r0", "r1", "r2", "r5", "r6", "r11", "r12", "r31", "r32", "v0", "v1", "v2", "v9", "v15", "v16",
    "c0", "c1", "c7", "c8", "c31", "c32", "c95", "c223", "c224", "c255", "c256", "a0", "a1", "t0",
    "t1", "t2", "t3", "t5", "t7", "oPos", "oFog", "oPts", "oD0", "oD2", "oT0", "oT8", "o0", "o1",
    "o11", "oC0", "oC3", "oC4", "oDepth", "s0", "s1", "s15", "i0", "i15", "b0", "b16", "aL",
    "vPos", "vFace", "l0", "l1", "p0", "1",
];

const INDICES: [&str; 15] = [
    "c[a0.x]",
    "c[a0.x+2]",
    "c2[a0.x]",
    "c[2+a0.w]",
    "c[a0]",
    "c[a0.y + 255]",
    "c[aL]",
    "c3[aL+2]",
    "v[aL]",
    "o[aL+1]",
    "v1[aL]",
    "r[aL]",
    "c[3]",
    "v[a0.x]",
    "c[r0.x]",
];

const SELECTORS: [&str; 25] = [
    "", ".x", ".y", ".z", ".w", ".xyzw", ".xyz", ".xyw", ".xy", ".xz", ".zw", ".yzw", ".xxyy",
    ".yzxw", ".zxyw", ".wzyx", ".r", ".rgb", ".a", ".rg", ".xyzx", ".wwww", ".zz", ".yx", ".xyww",
];

const AFFIXES: [(&str, &str); 19] = [
    ("-", ""),
    ("", "_abs"),
    ("-", "_abs"),
    ("", "_bias"),
    ("-", "_bias"),
    ("", "_bx2"),
    ("-", "_bx2"),
    ("", "_x2"),
    ("-", "_x2"),
    ("1-", ""),
    ("1 - ", ""),
    ("1-", "_bx2"),
    ("", "_dz"),
    ("", "_dw"),
    ("-", "_dz"),
    ("", "_db"),
    ("", "_da"),
    ("!", ""),
    ("+", ""),
];

impl Line {
    /// Takes an instruction apart. Operands of the text are plain, but for a selector.
    pub(super) fn parse(text: &str) -> Line {
        let (front, text) = match text.strip_prefix('+') {
            Some(rest) => ("+", rest),
            None => ("", text),
        };
        let (mnemonic, rest) = text.split_once(' ').unwrap_or((text, ""));
        let operands = rest.split(", ").filter(|o| !o.is_empty()).map(|o| {
            let (register, selector) = o.split_at(o.find('.').unwrap_or(o.len()));
            Operand {
                before: String::new(),
                register: register.to_owned(),
                after: String::new(),
                selector: selector.to_owned(),
            }
        });
        Line {
            front: front.to_owned(),
            mnemonic: mnemonic.to_owned(),
            suffix: String::new(),
            operands: operands.collect(),
        }
    }

    /// Whether the reference takes what it should not: it lets every instruction of ps_2_x write `p0`, and `setp` any
    /// temporary, takes labels and outputs for what `texkill` tests, and lists a predicate as `aL` where a result is indexed.
    pub(super) fn is_fault_of_the_reference(&self, version: &str) -> bool {
        let written = self.operands.first().map_or("", |o| &o.register);
        let of_set = matches!(self.mnemonic.as_str(), "setp_gt");
        let predicate = matches!(version, "ps_2_x" | "ps_2_sw")
            && (written == "p0" || of_set && written.starts_with('r'));
        let predicate = predicate && !(of_set && written == "p0");
        let kill =
            self.mnemonic == "texkill" && (written.starts_with('l') || written.starts_with("oC"));
        let listed = self.front.starts_with('(') && written.contains("[aL");
        predicate || kill || listed
    }

    /// The changes that the line can have.
    pub(super) fn changes(&self) -> Vec<Change> {
        let mut out: Vec<Change> = FRONTS.iter().map(|f| Change::Front(f)).collect();
        out.extend(SUFFIXES.iter().map(|s| Change::Suffix(s)));
        for n in 0..self.operands.len() {
            let registers = REGISTERS.iter().chain(&INDICES);
            out.extend(registers.map(|r| Change::Register(n, r)));
            out.extend(SELECTORS.iter().map(|s| Change::Selector(n, s)));
            out.extend(AFFIXES.iter().map(|(b, a)| Change::Affixes(n, b, a)));
            out.push(Change::Left(n));
        }
        out.push(Change::Doubled);
        out
    }

    /// The line with one of its changes.
    pub(super) fn with(&self, change: Change) -> Line {
        let mut line = self.clone();
        match change {
            Change::Front(front) => line.front = front.to_owned(),
            Change::Suffix(suffix) => line.suffix = suffix.to_owned(),
            Change::Register(n, register) => line.operands[n].register = register.to_owned(),
            Change::Selector(n, selector) => line.operands[n].selector = selector.to_owned(),
            Change::Affixes(n, before, after) => {
                line.operands[n].before = before.to_owned();
                line.operands[n].after = after.to_owned();
            }
            Change::Left(n) => drop(line.operands.remove(n)),
            Change::Doubled => line.operands.extend(self.operands.last().cloned()),
        }
        line
    }
}

/// One part of a line that is changed; the numbers are those of operands.
#[derive(Debug, Clone, Copy)]
pub(super) enum Change {
    Front(&'static str),
    Suffix(&'static str),
    Register(usize, &'static str),
    Selector(usize, &'static str),
    Affixes(usize, &'static str, &'static str),
    /// The operand is left out.
    Left(usize),
    /// The last operand stands twice.
    Doubled,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.front, self.mnemonic, self.suffix)?;
        for (n, operand) in self.operands.iter().enumerate() {
            f.write_str(if n == 0 { " " } else { ", " })?;
            let Operand {
                before,
                register,
                after,
                selector,
            } = operand;
            write!(f, "{before}{register}{after}{selector}")?;
        }
        Ok(())
    }
}
