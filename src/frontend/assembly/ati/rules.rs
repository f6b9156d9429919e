//! The rules that the commands of ATI_fragment_shader and the text of ATI_text_fragment_shader share. The recorder has
//! no places of errors; the text form reports the token that a rule is about.

use super::shader::*;
use crate::frontend::diagnostic::ErrorKind;

type Verdict = Result<(), ErrorKind>;

/// The half of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    Color,
    Alpha,
}

/// Checks a routing instruction of pass number `pass`, which may not be open yet (QUIRKS 2.21).
pub(super) fn routing(shader: &Shader, pass: usize, register: u8, routing: &Routing) -> Verdict {
    let open = shader.passes.get(pass);
    if open.is_some_and(|p| p.routing[register as usize].is_some()) {
        return Err(ErrorKind::RoutedTwice(register));
    }
    match routing.source {
        Coordinates::Register(n) if pass == 0 => Err(ErrorKind::RoutedRegister(n)),
        Coordinates::Register(_) if routing.swizzle.third() == 3 => Err(ErrorKind::RegisterSwizzle),
        Coordinates::Register(_) => Ok(()),
        Coordinates::Set(n) => {
            let conflict = |r: &Routing| {
                r.source == routing.source && r.swizzle.third() != routing.swizzle.third()
            };
            if shader.routings().any(|(_, r)| conflict(r)) {
                return Err(ErrorKind::CoordinateFamily(n));
            }
            Ok(())
        }
    }
}

/// Checks one argument: the secondary colour has no alpha to read (QUIRKS 2.15, 2.19).
pub(super) fn argument(half: Half, opcode: Opcode, argument: &Argument) -> Verdict {
    let reads_alpha = match argument.replicate {
        Some(component) => component == 3,
        None => half == Half::Alpha || opcode == Opcode::Dot4,
    };
    if argument.source == Source::Secondary && reads_alpha {
        return Err(ErrorKind::SecondaryAlpha);
    }
    Ok(())
}

/// Checks all arguments of an operation together: at most two different constants (QUIRKS 2.20).
pub(super) fn constants(arguments: &[Argument]) -> Verdict {
    let mut seen = 0u8;
    for argument in arguments {
        if let Source::Constant(n) = argument.source {
            seen |= 1 << n;
        }
    }
    if seen.count_ones() > 2 {
        return Err(ErrorKind::ThirdConstant);
    }
    Ok(())
}

/// Checks one more pair in a pass (QUIRKS 2.11).
pub(super) fn another_pair(pass: Option<&Pass>) -> Verdict {
    if pass.is_some_and(|p| p.pairs.len() == PAIRS) {
        return Err(ErrorKind::NinthPair);
    }
    Ok(())
}

/// An alpha operation directly after a colour operation of the same pass without an alpha half, if `color` is one
/// (QUIRKS 2.14).
pub(super) fn alpha_after(color: Option<&Operation>, opcode: Opcode) -> Verdict {
    let before = color.map(|c| c.opcode);
    if before == Some(Opcode::Dot4) && opcode != Opcode::Dot4 {
        return Err(ErrorKind::AlphaAfterDot4);
    }
    if opcode.is_dot() && before != Some(opcode) {
        return Err(ErrorKind::DotWithoutColor(opcode.name()));
    }
    Ok(())
}

/// The colour half that an alpha operation would join: that of the pass's last pair, if alpha is still free (QUIRKS 2.13).
pub(super) fn open_pair(pass: Option<&mut Pass>) -> Option<&mut Pair> {
    pass?
        .pairs
        .last_mut()
        .filter(|pair| pair.alpha.is_none() && pair.color.is_some())
}
