//! Prints programs as text, each in one of the many spellings that the grammar allows.
//!
//! The seed varies white space and comments between tokens, names or bindings in place, aliases, and early or late
//! declarations. It also varies how full masks and swizzles, signs, numbers, vectors and ranges of parameters are
//! written.

mod declare;
mod number;

use super::ast::*;
use super::names;
use crate::random::Random;
use declare::Declarations;

/// The words of a statement.
type Tokens = Vec<String>;

/// Prints the program as text. The seed chooses the spelling, and seed 0 is the plainest one.
pub fn print(program: &Program, seed: u64) -> String {
    let mut printer = Printer {
        program,
        labels: Vec::new(),
        random: Random::new(seed),
        plain: seed == 0,
    };
    printer.labels = names::label_names(program, printer.plain, &mut printer.random);
    let declarations = match program.native {
        Some(_) => Declarations::native(program),
        None => Declarations::new(&mut printer),
    };
    let mut statements: Vec<Tokens> = Vec::new();
    if program.option && program.native.is_none() {
        let option = if program.third {
            "NV_vertex_program3"
        } else {
            "NV_vertex_program2"
        };
        statements.push(tokens(&["OPTION", option, ";"]));
    }
    for (i, item) in program.items.iter().enumerate() {
        statements.extend(declarations.before(i));
        statements.push(match item {
            Item::Label(label) => {
                vec![printer.labels[usize::from(*label)].clone(), ":".into()]
            }
            Item::Inst(inst) => printer.inst(inst, &declarations),
        });
    }
    statements.extend(declarations.before(program.items.len()));
    statements.push(tokens(&["END"]));
    printer.join(&statements)
}

fn tokens(words: &[&str]) -> Tokens {
    words.iter().map(|w| (*w).to_owned()).collect()
}

/// `state.light[1]` → its tokens
fn split(binding: &str) -> Tokens {
    let mut out = vec![String::new()];
    for c in binding.chars() {
        if matches!(c, '.' | '[' | ']') {
            out.push(c.into());
            out.push(String::new());
        } else {
            out.last_mut().expect("never empty").push(c);
        }
    }
    out.retain(|token| !token.is_empty());
    out
}

/// The state that the parts of the printer share.
struct Printer<'p> {
    program: &'p Program,
    labels: Vec<String>,
    random: Random,
    plain: bool,
}

impl Printer<'_> {
    /// True once in `n` times. In the plain spelling it is never true.
    fn sometimes(&mut self, n: u32) -> bool {
        !self.plain && self.random.one_in(n)
    }

    fn inst(&mut self, inst: &Inst, names: &Declarations) -> Tokens {
        let mut out;
        match inst {
            Inst::Alu(alu) => {
                out = self.destination(alu, names);
                for source in &alu.sources {
                    out.push(",".into());
                    self.operand(alu.opcode, source, names, &mut out);
                }
            }
            Inst::Branch(label, test) => {
                out = vec!["BRA".into(), self.labels[usize::from(*label)].clone()];
                self.test(*test, &mut out);
            }
            Inst::Call(label, test) => {
                out = vec!["CAL".into(), self.labels[usize::from(*label)].clone()];
                self.test(*test, &mut out);
            }
            Inst::Push(n) => out = vec!["PUSHA".into(), names.address(*n, self)],
            Inst::Pop(n) => out = vec!["POPA".into(), names.address(*n, self)],
            Inst::Return(test) => {
                out = vec!["RET".into()];
                self.test(*test, &mut out);
            }
        }
        out.push(";".into());
        out
    }

    fn destination(&mut self, alu: &Alu, names: &Declarations) -> Tokens {
        let suffix = match (alu.update, alu.code) {
            (false, _) => "",
            (true, 1) => "C1",
            (true, _) if self.program.third && self.sometimes(3) => "C0",
            (true, _) => "C",
        };
        let clamp = if alu.saturate { "_SAT" } else { "" };
        let mut out = vec![format!("{}{suffix}{clamp}", alu.opcode.info().name)];
        match alu.target {
            Target::Temp(n) => out.push(names.temp(n, self)),
            Target::Address(n) => out.push(names.address(n, self)),
            Target::Result(n) => out.extend(names.result(n, self)),
            Target::ConditionCode => out.push("CC".into()),
            Target::RelativeTexcoord(at) => {
                out.extend(tokens(&["result", ".", "texcoord", "["]));
                self.index(at, names, &mut out);
            }
        }
        let must = matches!(alu.target, Target::Address(_)) && !self.program.option;
        if alu.mask != 15 || must || self.sometimes(6) {
            let letters = (0..4)
                .filter(|c| alu.mask >> c & 1 != 0)
                .map(|c| LETTERS[c])
                .collect();
            out.extend([".".to_owned(), letters]);
        }
        self.test(alu.test, &mut out);
        out
    }

    fn test(&mut self, test: Option<Test>, out: &mut Tokens) {
        let test = match test {
            None if self.program.option && self.sometimes(12) => Test {
                rule: Rule::Tr,
                swizzle: [0, 1, 2, 3],
                register: 0,
            },
            None => return,
            Some(test) => test,
        };
        let name = Rule::ALL.iter().find(|(rule, _)| *rule == test.rule);
        let register = match test.register {
            1 => "1",
            _ if self.program.third && self.sometimes(3) => "0",
            _ => "",
        };
        let name = format!("{}{register}", name.expect("a rule").1);
        out.extend(["(".to_owned(), name]);
        self.swizzle(test.swizzle, out);
        out.push(")".into());
    }

    /// The suffix of a vector. The identity has none or all letters, a replicated component one or four.
    fn swizzle(&mut self, swizzle: [u8; 4], out: &mut Tokens) {
        if swizzle == [0, 1, 2, 3] && !self.sometimes(6) {
            return;
        }
        let mut letters: String = swizzle.iter().map(|c| LETTERS[usize::from(*c)]).collect();
        if swizzle == [swizzle[0]; 4] && !self.sometimes(4) {
            letters.truncate(1);
        }
        out.extend([".".to_owned(), letters]);
    }

    fn sign(&mut self, negative: bool, out: &mut Tokens) {
        if negative {
            out.push("-".into());
        } else if self.program.native != Some(Native::Vp10) && self.sometimes(10) {
            out.push("+".into());
        }
    }

    fn operand(&mut self, op: Opcode, operand: &Operand, names: &Declarations, out: &mut Tokens) {
        match op.info().form {
            Form::AddAddress => {
                let Source::Address(n) = operand.source else {
                    unreachable!("ARA reads an address register");
                };
                return out.push(names.address(n, self));
            }
            Form::Swizzle => return self.extended(operand, names, out),
            _ => {}
        }
        self.sign(operand.negate[0], out);
        if operand.absolute {
            out.push("|".into());
            self.sign(operand.inner_negate, out);
        }
        let is_scalar = match op.info().form {
            Form::Scalar(_) => true,
            Form::Load => !self.program.option,
            _ => false,
        };
        let one_number = self.source(operand.source, names, out);
        match (is_scalar, one_number) {
            (_, true) if !self.sometimes(4) => {}
            (true, _) => {
                let letter = LETTERS[usize::from(operand.swizzle[0])];
                out.extend([".".to_owned(), letter.into()]);
            }
            (false, _) => self.swizzle(operand.swizzle, out),
        }
        if operand.absolute {
            out.push("|".into());
        }
    }

    /// The operand of SWZ.
    fn extended(&mut self, operand: &Operand, names: &Declarations, out: &mut Tokens) {
        self.source(operand.source, names, out);
        for c in 0..4 {
            out.push(",".into());
            self.sign(operand.negate[c], out);
            out.push(match operand.swizzle[c] {
                4 => "0".into(),
                5 => "1".into(),
                from => LETTERS[usize::from(from)].into(),
            });
        }
    }

    /// Prints the register. Returns whether it was spelled as a single number.
    fn source(&mut self, source: Source, names: &Declarations, out: &mut Tokens) -> bool {
        match source {
            Source::Temp(n) => out.push(names.temp(n, self)),
            Source::Address(n) => out.push(names.address(n, self)),
            Source::Attribute(n) => out.extend(names.attribute(n, self)),
            Source::Single(n) => out.push(names.single(n, self)),
            Source::Element(array, n) => {
                out.extend([
                    names.array(array, self),
                    "[".into(),
                    n.to_string(),
                    "]".into(),
                ]);
            }
            // An offset of 0 may be left out, or have either sign.
            Source::Relative {
                array,
                register,
                component,
                offset,
            } => {
                out.extend([names.array(array, self), "[".into()]);
                out.extend([names.address(register, self), ".".into()]);
                out.push(LETTERS[usize::from(component)].into());
                if offset != 0 || self.sometimes(4) {
                    let sign = if offset < 0 || (offset == 0 && self.sometimes(2)) {
                        "-"
                    } else {
                        "+"
                    };
                    out.extend([sign.to_owned(), offset.unsigned_abs().to_string()]);
                }
                out.push("]".into());
            }
            Source::RelativeAttribute { generic, at } => {
                let name = if generic { "attrib" } else { "texcoord" };
                out.extend(tokens(&["vertex", ".", name, "["]));
                self.index(at, names, out);
            }
            Source::Inline(param) => return self.param(param, false, out),
        }
        false
    }

    /// The tokens after the bracket: `A0.x + 3]`
    fn index(&mut self, at: Index, names: &Declarations, out: &mut Tokens) {
        let letter = LETTERS[usize::from(at.component)];
        out.extend([names.address(at.register, self), ".".into(), letter.into()]);
        if at.offset != 0 {
            let sign = if at.offset < 0 { "-" } else { "+" };
            out.extend([sign.to_owned(), at.offset.unsigned_abs().to_string()]);
        }
        out.push("]".into());
    }

    /// Prints the binding of a parameter, with signs before numbers in declarations. Returns whether it is a single number.
    fn param(&mut self, param: Param, declaration: bool, out: &mut Tokens) -> bool {
        match param {
            Param::Constant(c) => return self.constant(c, declaration, out),
            Param::Env(n) => out.extend(split(&format!("program.env[{n}]"))),
            Param::Local(n) => out.extend(split(&format!("program.local[{n}]"))),
            Param::State(n) => out.extend(split(super::STATES[usize::from(n)].0)),
        }
        false
    }

    /// Prints the whole text. Tokens are separated by as little as possible, by single blanks, or by anything.
    fn join(&mut self, statements: &[Tokens]) -> String {
        const BLANKS: [&str; 10] = [
            " ",
            "\t",
            "\n",
            "\r\n",
            "\r",
            "  ",
            " # a comment\n",
            "#;END\n",
            "\n\n",
            "# \"|{\r",
        ];
        let style = if self.plain { 1 } else { self.random.below(3) };
        let mut text = match self.program.native {
            None => "!!ARBvp1.0\n",
            Some(Native::Vp10) => "!!VP1.0\n",
            Some(Native::Vp11) => "!!VP1.1\n",
            Some(Native::Vp20) => "!!VP2.0\n",
        }
        .to_owned();
        for statement in statements {
            for (i, token) in statement.iter().enumerate() {
                let last = i.checked_sub(1).map_or("", |i| &statement[i]);
                let needed = i > 0 && must_part(last, token);
                match style {
                    0 if needed => text.push(' '),
                    1 if needed || last == "," || token == "(" => text.push(' '),
                    2 if needed || self.random.one_in(5) => {
                        text.push_str(self.random.pick(&BLANKS))
                    }
                    _ => {}
                }
                text.push_str(token);
            }
            // A label may stand before its instruction without anything between.
            if style == 1 || statement == &["END"] || self.random.one_in(2) {
                text.push('\n');
            }
        }
        text
    }
}

const LETTERS: [&str; 4] = ["x", "y", "z", "w"];

/// Whether two tokens would read as others if they touched.
fn must_part(a: &str, b: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
    let is_number = a.starts_with(|c: char| c.is_ascii_digit() || c == '.') && a.len() > 1
        || a.starts_with(|c: char| c.is_ascii_digit());
    let has_fraction = a.contains('.') && !a.ends_with('.');
    a.ends_with(is_word) && b.starts_with(is_word)
        || is_number && b == "." && !has_fraction
        || a.ends_with('.') && b.starts_with(|c: char| c.is_ascii_digit() || c == '.')
}
