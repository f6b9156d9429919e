//! The names of instructions: opcode, precision, `C`, `_SAT` (ARB_fragment_program 3.11.4.3, tables X.5 of the NVIDIA
//! options).

use crate::frontend::assembly::arb::opcode::{C, FP2, FP10, H, NVFP, OpcodeInfo, S, VP3, X};
use crate::frontend::assembly::arb::opcode_table::named;
use crate::frontend::assembly::arb::parsed::{Clamp, Precision};

/// The parts of an instruction's name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Name {
    pub(crate) info: &'static OpcodeInfo,
    pub(crate) clamp: Option<Clamp>,
    pub(crate) precision: Option<Precision>,
    /// The condition code that it updates: suffix `C` or `C0`, or `C1`.
    pub(crate) updates: Option<u8>,
}

/// Parses an instruction's name in some languages: opcode, precision, `C`, `_SAT`. QUIRKS 1.7: every ALU operation of
/// NV_vertex_program2 has a `C` form.
pub(crate) fn find(word: &str, dialects: u16) -> Option<Name> {
    let (name, clamp) = match (word.strip_suffix("_SSAT"), word.strip_suffix("_SAT")) {
        (Some(name), _) if dialects & FP2 != 0 => (name, Some(Clamp::Signed)),
        (_, Some(name)) => (name, Some(Clamp::Unsigned)),
        _ => (word, None),
    };
    let (without_code, updates) = if dialects & VP3 != 0 && name.ends_with(['0', '1']) {
        let (name, digit) = name.split_at(name.len() - 1);
        (name.strip_suffix('C'), u8::from(digit == "1"))
    } else {
        (name.strip_suffix('C'), 0)
    };
    let with_code = without_code.map(|name| (name, Some(updates)));
    let readings = [Some((name, None)), with_code].into_iter().flatten();
    readings.into_iter().find_map(|(name, updates)| {
        let (info, precision) = with_precision(name, dialects)?;
        let taken = info.suffixes(dialects);
        let allows = |used: bool, suffix: u8| !used || taken & suffix != 0;
        let is_known = allows(updates.is_some(), C)
            && allows(precision.is_some(), H)
            && allows(precision == Some(Precision::Fixed), X);
        // A clamp that the instruction does not allow is an error of its own.
        is_known.then_some(Name {
            info,
            clamp,
            precision,
            updates,
        })
    })
}

/// The row of an opcode's name with or without a precision.
fn with_precision(name: &str, dialects: u16) -> Option<(&'static OpcodeInfo, Option<Precision>)> {
    if let Some(info) = named(name, dialects) {
        return Some((info, None));
    }
    let (short, letter) = name.split_at_checked(name.len().checked_sub(1)?)?;
    let precision = PRECISIONS.iter().find(|(_, suffix)| *suffix == letter)?.0;
    (dialects & (NVFP | FP10) != 0).then_some((named(short, dialects)?, Some(precision)))
}

/// Precisions and their suffixes.
pub(crate) const PRECISIONS: [(Precision, &str); 3] = [
    (Precision::Single, "R"),
    (Precision::Half, "H"),
    (Precision::Fixed, "X"),
];

impl Name {
    /// Whether the instruction allows the clamp that its name has.
    pub(crate) fn may_clamp(&self, dialects: u16) -> bool {
        self.clamp.is_none() || self.info.suffixes(dialects) & S != 0
    }
}

/// Whether some language has this instruction.
pub(crate) fn has_instruction(word: &str, dialects: u16) -> bool {
    find(word, dialects).is_some()
}
