//! Links the generic varyings of two stages by name: what a fragment program reads is moved to where a vertex program writes
//! it.

use super::interface::{Varyings, fragment_input, varying};
use super::{Op, Program, ProgramId};

/// A name that the fragment program reads and the vertex program does not write.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no output of the vertex program is called \"{0}\"")]
pub struct Unlinked(pub String);

/// Moves generic varying `i` of a fragment program, called `inputs[i]`, to the number that it has among `outputs`,
/// the names of a vertex program's generic varyings. Its flags move with it. A name that is empty or that nothing
/// reads stands for nothing.
///
/// # Errors
/// [`Unlinked`] for a name that is read and not among the outputs; the program is as it was.
pub fn link(fragment: &mut Program, inputs: &[&str], outputs: &[&str]) -> Result<(), Unlinked> {
    const FIRST: u32 = 4 * fragment_input::GENERIC_0;
    const END: u32 = 4 * fragment_input::COUNT;
    // Find the place of each varying that is read. Nothing changes before all have one.
    let mut places = [None; varying::GENERICS as usize];
    let is_generic = |op: Op, slot: u32| op == Op::LoadInput && (FIRST..END).contains(&slot);
    for inst in fragment.insts().filter(|i| is_generic(i.op, i.imm[0])) {
        let number = ((inst.imm[0] - FIRST) / 4) as usize;
        let name = inputs.get(number).copied().unwrap_or_default();
        let place = outputs.iter().position(|output| *output == name);
        let place = place.filter(|_| !name.is_empty());
        places[number] = Some(place.ok_or_else(|| Unlinked(name.to_owned()))? as u32);
    }
    // Move the inputs, and with them the sets of flags.
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
    // The program has changed, so caches must take it for another.
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
