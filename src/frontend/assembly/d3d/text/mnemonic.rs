//! Mnemonics: the name of an instruction, a comparison, and modifiers of its result.

use crate::frontend::assembly::d3d::model::{
    Comparison, Destination, Opcode, OpcodeInfo, Shift, Version,
};
use crate::frontend::diagnostic::d3d::D3dRule;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;

/// A mnemonic, taken apart.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mnemonic {
    pub(super) info: &'static OpcodeInfo,
    pub(super) comparison: Option<Comparison>,
    saturate: bool,
    partial: bool,
    shift: Shift,
}

/// The suffixes that multiply a result.
pub(super) const SHIFTS: [(&str, Shift); 6] = [
    ("x2", 1),
    ("x4", 2),
    ("x8", 3),
    ("d2", -1),
    ("d4", -2),
    ("d8", -3),
];

impl Mnemonic {
    /// Takes a mnemonic apart.
    pub(super) fn parse(
        word: &str,
        span: Span,
        version: Version,
    ) -> Result<Mnemonic, ProgramError> {
        let name = version.name();
        let mut parts = word.split('_').peekable();
        let base = parts.next().unwrap_or_default();
        if !Opcode::is_name(base) {
            let kind = ErrorKind::UnknownInstruction(word.to_owned());
            return Err(ProgramError { kind, span });
        }
        let suffix = || {
            let (name, version) = (word.to_owned(), name);
            error(D3dRule::Suffix { name, version }, span)
        };
        // A comparison comes first.
        let comparison =
            (parts.peek()).and_then(|part| Comparison::ALL.into_iter().find(|c| c.name() == *part));
        if comparison.is_some() {
            parts.next();
        }
        let is_known = Opcode::named(base, version).is_some();
        let found = Opcode::named_with(base, comparison.is_some(), version);
        let info = found.ok_or_else(|| {
            if is_known {
                return suffix();
            }
            let (name, version) = (word.to_owned(), name);
            error(D3dRule::NotInVersion { name, version }, span)
        })?;
        let mut mnemonic = Mnemonic {
            info,
            comparison,
            saturate: false,
            partial: false,
            shift: 0,
        };
        // A shift comes before the modifiers.
        let shifts = version.is_pixel() && version.major() == 1;
        let shift = parts
            .peek()
            .and_then(|part| SHIFTS.iter().find(|(name, _)| name == part));
        if let (Some((_, shift)), true) = (shift, shifts) {
            mnemonic.shift = *shift;
            parts.next();
        }
        for part in parts {
            let flag = match part {
                "sat" if version.is_pixel() || version.major() == 3 => &mut mnemonic.saturate,
                "pp" if version.is_pixel() && version.major() >= 2 => &mut mnemonic.partial,
                _ => return Err(suffix()),
            };
            if std::mem::replace(flag, true) {
                return Err(suffix());
            }
        }
        let modified = mnemonic.saturate || mnemonic.partial || mnemonic.shift != 0;
        if modified && !info.shape.destination {
            return Err(suffix());
        }
        Ok(mnemonic)
    }

    /// Gives a destination the modifiers.
    pub(super) fn modify(&self, destination: &mut Destination) {
        destination.saturate = self.saturate;
        destination.partial = self.partial;
        destination.shift = self.shift;
    }
}

fn error(rule: D3dRule, span: Span) -> ProgramError {
    let kind = ErrorKind::D3d(rule);
    ProgramError { kind, span }
}
