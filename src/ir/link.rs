//! Links the generic varyings of two stages by name: what a fragment program reads is moved to where a vertex program writes
//! it.

use super::interface::{Varyings, fragment_input, varying};
use super::{Op, Program, ProgramId};

/// A name that the fragment program reads and the vertex program does not write.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no output of the vertex program is called \"{0}\"")]
pub struct Unlinked(pub String);

/// Moves generic varying `i` of a fragment program, called `inputs[i]`, to the number that it has among `outputs`, the names
/// of a vertex program's generic varyings; its flags move with it. A name that is empty or that nothing reads stands for
/// nothing.
///
/// # Errors
/// [`Unlinked`] for a name that is read and not among the outputs; the program is as it was.
pub fn link(fragment: &mut Program, inputs: &[&str], outputs: &[&str]) -> Result<(), Unlinked> {
    const FIRST: u32 = 4 * fragment_input::GENERIC_0;
    const END: u32 = 4 * fragment_input::COUNT;
    let mut places = [None; varying::GENERICS as usize];
    let is_generic = |op: Op, slot: u32| op == Op::LoadInput && (FIRST..END).contains(&slot);
    for inst in fragment.insts().filter(|i| is_generic(i.op, i.imm[0])) {
        let number = ((inst.imm[0] - FIRST) / 4) as usize;
        let name = inputs.get(number).copied().unwrap_or_default();
        let place = outputs.iter().position(|output| *output == name);
        let place = place.filter(|_| !name.is_empty());
        places[number] = Some(place.ok_or_else(|| Unlinked(name.to_owned()))? as u32);
    }
    for inst in fragment.blocks.iter_mut().flat_map(|b| &mut b.insts) {
        if is_generic(inst.op, inst.imm[0]) {
            let slot = inst.imm[0] - FIRST;
            let place = places[(slot / 4) as usize].expect("each varying that is read has a place");
            inst.imm[0] = FIRST + 4 * place + slot % 4;
        }
    }
    let moved = |set: u32| {
        let places = places.iter().enumerate();
        let members = places.filter(|(number, _)| set >> number & 1 != 0);
        members.fold(0, |bits, (_, place)| bits | place.map_or(0, |n| 1 << n))
    };
    fragment.varyings = Varyings {
        clamped: moved(fragment.varyings.clamped),
        centroid: moved(fragment.varyings.centroid),
    };
    fragment.n_inputs = fragment.n_inputs.max(
        fragment
            .insts()
            .filter(|i| i.op == Op::LoadInput)
            .map(|i| i.imm[0] + 1)
            .max()
            .unwrap_or(0),
    );
    fragment.id = ProgramId::unique();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Builder;

    /// A program that stores x of generic varyings 0 and 1.
    fn program() -> Program {
        let mut b = Builder::new();
        for n in 0..2 {
            let x = b.load_input(4 * (fragment_input::GENERIC_0 + n));
            b.store_output(n, x);
        }
        let mut program = b.finish();
        program.varyings.clamped = 0b01;
        program.varyings.centroid = 0b10;
        program
    }

    #[test]
    fn inputs_and_their_flags_move_to_the_outputs_of_their_names() {
        let mut fragment = program();
        link(&mut fragment, &["a", "b"], &["x", "b", "a"]).unwrap();
        let slots: Vec<u32> = { fragment.insts() }
            .filter(|i| i.op == Op::LoadInput)
            .map(|i| i.imm[0])
            .collect();
        let first = 4 * fragment_input::GENERIC_0;
        assert_eq!(slots, [first + 8, first + 4]);
        let expected = Varyings {
            clamped: 0b100,
            centroid: 0b010,
        };
        assert_eq!(fragment.varyings, expected);
        assert_eq!(crate::ir::verify::verify(&fragment), Ok(()));
        let text = fragment.to_string();
        let read = crate::ir::parse::parse(&text).unwrap();
        assert_eq!((read.varyings, read.to_string()), (expected, text));
    }

    #[test]
    fn a_name_that_nobody_writes_is_an_error_and_changes_nothing() {
        let mut fragment = program();
        let before = fragment.to_string();
        let refused = link(&mut fragment, &["a", "b"], &["a"]);
        assert_eq!(refused, Err(Unlinked("b".into())));
        assert_eq!(fragment.to_string(), before);
    }
}
