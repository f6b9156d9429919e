//! Formats parameters and registers of native fragment programs.

use crate::frontend::assembly::arb::parse::native::fragment::{ATTRIBUTES, RESULTS, SINGLES};
use crate::frontend::assembly::arb::parsed::Parsed;
use crate::frontend::assembly::arb::print::binding::{number, vector};
use crate::frontend::assembly::operand::{Destination, Operand, Select, Size, Source, Target};
use crate::frontend::binding::Binding;

/// The DECLARE statements.
pub(crate) fn declarations(out: &mut String, p: &Parsed) {
    for (name, value) in &p.named {
        *out += &if value.iter().all(|x| x.to_bits() == 0) {
            format!("DECLARE {name};\n")
        } else {
            format!("DECLARE {name} = {};\n", vector(value))
        };
    }
}

/// The register of a destination.
pub(crate) fn target(destination: &Destination) -> String {
    match destination.target {
        Target::Temp(n) => temporary(n),
        Target::Output(n) => {
            let row = RESULTS.iter().find(|r| (r.1, r.2) == (n, destination.size));
            format!("o[{}]", row.expect("a result of the table").0)
        }
        _ if destination.size == Size::Short => "HC".to_owned(),
        _ => "RC".to_owned(),
    }
}

/// The name of an input.
pub(crate) fn attribute(input: u32) -> String {
    let row = ATTRIBUTES.iter().find(|(_, n)| *n == input);
    format!("f[{}]", row.expect("an attribute of the table").0)
}

/// The name of a result of 32 bits.
pub(crate) fn result(output: u32) -> String {
    let mut all = RESULTS.iter();
    let row = all.find(|r| (r.1, r.2) == (output, Size::Long));
    format!("o[{}]", row.expect("a result of the table").0)
}

/// A register to read.
pub(crate) fn source(p: &Parsed, source: Source) -> String {
    match source {
        Source::Temp(n) => temporary(n),
        Source::Input(n) => attribute(n),
        Source::Param(row) => match p.bindings[row as usize] {
            Binding::Local(n) => format!("p[{n}]"),
            Binding::Named(n) => p.named[n as usize].0.clone(),
            Binding::Constant(v) => vector(&v),
            other => unreachable!("{other:?} is no parameter"),
        },
        other => unreachable!("{other:?} is no register"),
    }
}

/// An operand of one number, with its sign.
pub(crate) fn scalar(p: &Parsed, operand: &Operand) -> Option<String> {
    let Source::Param(row) = operand.source else {
        return None;
    };
    let Binding::Constant(v) = p.bindings[row as usize] else {
        return None;
    };
    let is_one_number = v.iter().all(|x| x.to_bits() == v[0].to_bits());
    let is_plain = operand.absolute || !operand.negate[0];
    let (sign, bar) = match (operand.absolute, operand.negate[0]) {
        (false, _) => ("", ""),
        (true, false) => ("", "|"),
        (true, true) => ("-", "|"),
    };
    debug_assert!(!matches!(operand.select[0], Select::Zero | Select::One));
    (is_one_number && is_plain).then(|| format!("{sign}{bar}{}{bar}", number(v[0])))
}

fn temporary(n: u32) -> String {
    match n.checked_sub(SINGLES) {
        Some(n) => format!("H{n}"),
        None => format!("R{n}"),
    }
}
