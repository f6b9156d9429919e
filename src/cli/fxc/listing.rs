//! The listing of a shader: its constants, the assembly, the slots that it takes.

use super::arguments::Arguments;
use trilobite::frontend::assembly::d3d::model::{Item, Shader};
use trilobite::frontend::assembly::d3d::{D3dProgram, Slots, text};

/// The listing of tokens that have been read, or why they have none.
pub(super) fn of_tokens(
    arguments: &Arguments,
    shader: &D3dProgram,
    tokens: &[u8],
) -> Result<String, String> {
    let table = shader.constant_table().map_err(|e| e.info_log(tokens))?;
    let table = table.map_or_else(String::new, |t| t.listing());
    let assembly = numbered(arguments, shader.shader());
    Ok(table + &assembly + &shader.slots().line())
}

/// The assembly, each line after its number or its place in the tokens where that is asked for. An instruction's number
/// is that of the arithmetic slots before it, as Microsoft's listings have it; what is no instruction has none.
fn numbered(arguments: &Arguments, shader: &Shader) -> String {
    let (has_numbers, has_places) = (arguments.has_numbers, arguments.has_places);
    let mut slots = Slots::default();
    text::disassemble_after(shader, &mut |statement| {
        let number = match &statement.item {
            Item::Instruction(instruction) => {
                let number = slots.arithmetic;
                slots.add(instruction, shader.version);
                format!("{number:4}")
            }
            _ => "    ".to_owned(),
        };
        let place = statement.span.start;
        match (has_numbers, has_places) {
            (false, false) => String::new(),
            (true, false) if number.trim().is_empty() => "      ".to_owned(),
            (true, false) => format!("{number}: "),
            (false, true) => format!("0x{place:08X}: "),
            (true, true) => format!("{number}  0x{place:08X}: "),
        }
    })
}
