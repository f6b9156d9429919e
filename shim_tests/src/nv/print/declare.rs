//! Chooses the names of a program, and the item before which each declaration comes.

use super::{Printer, Tokens, tokens};
use crate::nv::ast::*;
use crate::nv::names::{self, Names};

/// The names of a declared thing: its own, and perhaps an alias.
type Known = Vec<String>;

/// All names and declarations of a program.
#[derive(Default)]
pub(super) struct Declarations {
    native: bool,
    temps: Vec<Known>,
    addresses: Vec<Known>,
    singles: Vec<Known>,
    arrays: Vec<Known>,
    attributes: Vec<Known>,
    results: Vec<Known>,
    statements: Vec<(usize, Tokens)>,
}

impl Declarations {
    pub(super) fn new(p: &mut Printer<'_>) -> Declarations {
        let program = p.program;
        let mut names = Names::of_variables(program, p.plain, &mut p.random);
        let mut d = Declarations::default();
        // Registers are declared at some place before their first use.
        for n in 0..program.n_temps {
            let at = d.place(p, |target, source| {
                target == Some(Target::Temp(n)) || source == Some(Source::Temp(n))
            });
            let known = d.register("TEMP", at, &mut names, p);
            d.temps.push(known);
        }
        for n in 0..program.n_addresses {
            let at = d.place(p, |target, source| {
                let reads = match source {
                    Some(Source::Relative { register, .. }) => register == n,
                    Some(Source::RelativeAttribute { at, .. }) => at.register == n,
                    other => other == Some(Source::Address(n)),
                };
                let indexes =
                    |t| matches!(t, Some(Target::RelativeTexcoord(at)) if at.register == n);
                reads || indexes(target) || target == Some(Target::Address(n))
            });
            let known = d.register("ADDRESS", at, &mut names, p);
            d.addresses.push(known);
        }
        d.parameters(&mut names, p);
        // Attributes and results have a name only now and then; otherwise the binding is written in place.
        for n in 0..32 {
            let used = program
                .alus()
                .flat_map(|a| &a.sources)
                .any(|s| s.source == Source::Attribute(n));
            let mut known = Known::new();
            if used && p.sometimes(2) {
                let binding = names::attribute(n, &mut p.random);
                known = d.bound("ATTRIB", binding, &mut names, p);
            }
            d.attributes.push(known);
        }
        for n in 0..N_RESULTS as u8 {
            let used = program.alus().any(|a| a.target == Target::Result(n));
            let mut known = Known::new();
            if used && p.sometimes(2) {
                let binding = names::result(n, &mut p.random);
                known = d.bound("OUTPUT", binding, &mut names, p);
            }
            d.results.push(known);
        }
        d
    }

    /// The fixed names of a native program.
    pub(super) fn native(program: &Program) -> Declarations {
        let numbered = |letter: &str, n: u8| vec![format!("{letter}{n}")];
        Declarations {
            native: true,
            temps: (0..program.n_temps).map(|n| numbered("R", n)).collect(),
            addresses: (0..program.n_addresses).map(|n| numbered("A", n)).collect(),
            arrays: vec![vec!["c".to_owned()]],
            ..Declarations::default()
        }
    }

    /// The declarations that stand before item `i`.
    pub(super) fn before(&self, i: usize) -> impl Iterator<Item = Tokens> + '_ {
        let here = self.statements.iter().filter(move |(at, _)| *at == i);
        here.map(|(_, statement)| statement.clone())
    }

    /// An item before which a register may be declared: the top, or any up to its first use.
    fn place(
        &self,
        p: &mut Printer<'_>,
        uses: impl Fn(Option<Target>, Option<Source>) -> bool,
    ) -> usize {
        let items = &p.program.items;
        let first = items.iter().position(|item| match item {
            Item::Inst(Inst::Push(n) | Inst::Pop(n)) => uses(Some(Target::Address(*n)), None),
            Item::Inst(Inst::Alu(alu)) => {
                uses(Some(alu.target), None)
                    || alu.sources.iter().any(|s| uses(None, Some(s.source)))
            }
            _ => false,
        });
        if p.sometimes(4) {
            p.random.below(first.unwrap_or(items.len()) as u32 + 1) as usize
        } else {
            0
        }
    }

    /// `TEMP name;`, or one more name in the statement before.
    fn register(&mut self, word: &str, at: usize, names: &mut Names, p: &mut Printer<'_>) -> Known {
        let name = names.take();
        match self.statements.last_mut() {
            Some((place, statement))
                if *place == at && statement[0] == word && p.random.one_in(2) =>
            {
                let end = statement.len() - 1;
                statement.splice(end..end, [",".to_owned(), name.clone()]);
            }
            _ => {
                let statement = tokens(&[word, &name, ";"]);
                self.statements.push((at, statement));
            }
        }
        self.alias(name, at, names, p)
    }

    /// The name, and sometimes a second one.
    fn alias(&mut self, name: String, at: usize, names: &mut Names, p: &mut Printer<'_>) -> Known {
        let mut known = vec![name];
        if p.sometimes(8) {
            let alias = names.take();
            let statement = tokens(&["ALIAS", &alias, "=", &known[0], ";"]);
            self.statements.push((at, statement));
            known.push(alias);
        }
        known
    }

    /// `WORD name = binding;` at the top.
    fn bound(
        &mut self,
        word: &str,
        binding: Tokens,
        names: &mut Names,
        p: &mut Printer<'_>,
    ) -> Known {
        let name = names.take();
        let mut statement = tokens(&[word, &name, "="]);
        statement.extend(binding);
        statement.push(";".into());
        self.statements.push((0, statement));
        self.alias(name, 0, names, p)
    }

    fn parameters(&mut self, names: &mut Names, p: &mut Printer<'_>) {
        for param in &p.program.singles {
            let mut binding = Tokens::new();
            p.param(*param, true, &mut binding);
            let known = self.bound("PARAM", binding, names, p);
            self.singles.push(known);
        }
        for array in &p.program.arrays {
            let name = names.take();
            let mut statement = tokens(&["PARAM", &name, "["]);
            if !p.sometimes(3) {
                statement.push(array.len().to_string());
            }
            statement.extend(tokens(&["]", "=", "{"]));
            elements(array, &mut statement, p);
            statement.extend(tokens(&["}", ";"]));
            self.statements.push((0, statement));
            let known = self.alias(name, 0, names, p);
            self.arrays.push(known);
        }
    }

    pub(super) fn temp(&self, n: u8, p: &mut Printer<'_>) -> String {
        one_of(&self.temps[usize::from(n)], p)
    }

    pub(super) fn address(&self, n: u8, p: &mut Printer<'_>) -> String {
        one_of(&self.addresses[usize::from(n)], p)
    }

    pub(super) fn single(&self, n: u8, p: &mut Printer<'_>) -> String {
        one_of(&self.singles[usize::from(n)], p)
    }

    pub(super) fn array(&self, n: u8, p: &mut Printer<'_>) -> String {
        one_of(&self.arrays[usize::from(n)], p)
    }

    pub(super) fn attribute(&self, n: u8, p: &mut Printer<'_>) -> Tokens {
        if self.native {
            return names::native_attribute(n, &mut p.random);
        }
        let known = &self.attributes[usize::from(n)];
        if known.is_empty() || p.sometimes(4) {
            return names::attribute(n, &mut p.random);
        }
        vec![one_of(known, p)]
    }

    pub(super) fn result(&self, n: u8, p: &mut Printer<'_>) -> Tokens {
        if self.native {
            return names::native_result(n);
        }
        let known = &self.results[usize::from(n)];
        if known.is_empty() || p.sometimes(4) {
            return names::result(n, &mut p.random);
        }
        vec![one_of(known, p)]
    }
}

fn one_of(known: &Known, p: &mut Printer<'_>) -> String {
    known[p.random.below(known.len() as u32) as usize].clone()
}

/// The vectors of an array. Neighbours of one kind are sometimes printed as a range.
fn elements(array: &[Param], out: &mut Tokens, p: &mut Printer<'_>) {
    let mut at = 0;
    while at < array.len() {
        if at > 0 {
            out.push(",".into());
        }
        let run = match array[at] {
            Param::Env(first) => run(&array[at..], |i| Param::Env(first + i)),
            Param::Local(first) => run(&array[at..], |i| Param::Local(first + i)),
            _ => 1,
        };
        if run == 1 || p.sometimes(3) {
            p.param(array[at], true, out);
            at += 1;
            continue;
        }
        let (name, first) = match array[at] {
            Param::Env(first) => ("env", first),
            Param::Local(first) => ("local", first),
            _ => unreachable!("only these have ranges"),
        };
        let last = (usize::from(first) + run - 1).to_string();
        out.extend(tokens(&[
            "program",
            ".",
            name,
            "[",
            &first.to_string(),
            "..",
            &last,
            "]",
        ]));
        at += run;
    }
}

/// The number of first vectors of an array that equal those of `expected`.
fn run(array: &[Param], expected: impl Fn(u8) -> Param) -> usize {
    let same = array
        .iter()
        .zip(0..)
        .take_while(|(param, i)| **param == expected(*i));
    same.count()
}
