//! Formats the registers of native programs.

use crate::frontend::assembly::arb::parse::native::register::{ATTRIBUTES, RESULTS, input_of};
use crate::frontend::assembly::arb::parsed::{Parsed, STATE_PARAMETERS};
use crate::frontend::assembly::operand::{Relative, Source, Target};
use crate::frontend::binding::Binding;

/// A register to read.
pub(crate) fn source(p: &Parsed, source: Source) -> String {
    match source {
        Source::Temp(n) => temporary(p, n),
        Source::Address(n) => format!("A{n}"),
        Source::Input(n) => attribute(n),
        Source::Param(row) => match p.bindings[row as usize] {
            Binding::Env(n) => format!("c[{n}]"),
            other => unreachable!("{other:?} is no program parameter"),
        },
        Source::Relative(relative) => format!("c[{}]", address(&relative)),
        Source::RelativeInput(_) => unreachable!("attributes have fixed numbers"),
    }
}

/// A register to write.
pub(crate) fn target(p: &Parsed, target: Target) -> String {
    let result = RESULTS.iter().find(|(_, result)| *result == target);
    match (target, result) {
        (_, Some((name, _))) => format!("o[{name}]"),
        (Target::Temp(n), _) => temporary(p, n),
        (Target::Address(n), _) => format!("A{n}"),
        (Target::ConditionCode, _) => "CC".to_owned(),
        (other, None) => unreachable!("{other:?} is no result"),
    }
}

/// The name of a result that is no distance to a clip plane.
pub(crate) fn result(vec4: u32) -> String {
    let mut all = RESULTS.iter();
    let row = all.find(|(_, result)| *result == Target::Output(vec4));
    format!("o[{}]", row.map_or("HPOS", |row| row.0))
}

fn temporary(p: &Parsed, n: u32) -> String {
    match n.checked_sub(STATE_PARAMETERS).map(|i| i as usize) {
        Some(i) if i < p.state_parameters.len() => format!("c[{}]", p.state_parameters[i]),
        _ => format!("R{n}"),
    }
}

/// The name of an input.
pub(crate) fn attribute(input: u32) -> String {
    let n = (0..16).find(|n| input_of(*n) == input).unwrap_or(input);
    match ATTRIBUTES.iter().find(|(_, number)| *number == n) {
        Some((mnemonic, _)) if n > 0 => format!("v[{mnemonic}]"),
        // State programs name attribute 0 by its number only.
        _ => format!("v[{n}]"),
    }
}

/// Address register, component, offset.
pub(crate) fn address(relative: &Relative) -> String {
    let register = relative.address;
    let component = char::from(b"xyzw"[usize::from(relative.component)]);
    let sign = if relative.offset < 0 { '-' } else { '+' };
    match relative.offset.unsigned_abs() {
        0 => format!("A{register}.{component}"),
        distance => format!("A{register}.{component} {sign} {distance}"),
    }
}
