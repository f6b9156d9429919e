//! Arguments for the commands of EXT_vertex_shader, where the registry has no group of values. Most are right.

use crate::calls::raw::Dice;

/// The commands that make symbols and set their values.
pub const BEFORE: [&str; 4] = [
    "glGenSymbolsEXT",
    "glSetInvariantEXT",
    "glVariantfvEXT",
    "glBindParameterEXT",
];

/// The commands that are allowed inside a definition.
pub const INSIDE: [&str; 10] = [
    "glShaderOp1EXT",
    "glShaderOp2EXT",
    "glShaderOp3EXT",
    "glSwizzleEXT",
    "glWriteMaskEXT",
    "glInsertComponentEXT",
    "glExtractComponentEXT",
    "glSetLocalConstantEXT",
    "glGenSymbolsEXT",
    "glBindParameterEXT",
];

const OUTPUT_VERTEX: u64 = 0x879A;
const X: u64 = 0x87D5;
/// MVP_MATRIX, CURRENT_VERTEX, CURRENT_COLOR, MODELVIEW_MATRIX, FOG_DENSITY, CLIP_PLANE0.
const PARAMETERS: [u64; 6] = [0x87E3, 0x87E2, 0x0B00, 0x0BA6, 0x0B62, 0x3000];
/// Operations by their number of arguments, counted from OP_INDEX_EXT.
const OPERATIONS: [&[u64]; 3] = [
    &[1, 7, 13, 14, 15, 16, 18, 19, 23],
    &[0, 2, 3, 4, 5, 8, 9, 10, 11, 17, 20, 21, 22],
    &[6, 12],
];

/// A value for a parameter of one of these commands. About one in fifty is wrong. Returns `None` for pointers and for other
/// commands.
pub fn argument(command: &str, parameter: &str, dice: &mut Dice) -> Option<u64> {
    let is_shader_command = BEFORE.iter().chain(&INSIDE).any(|name| *name == command)
        || ["VertexShader", "Variant", "Invariant", "LocalConstant"]
            .iter()
            .any(|part| command.contains(part) && command.ends_with("EXT"));
    if !is_shader_command || matches!(parameter, "addr" | "data") {
        return None;
    }
    if parameter != "stride" && dice.roll().is_multiple_of(50) {
        return Some(dice.pick(&[u64::MAX, 0, OUTPUT_VERTEX + 20, 0x8799 + 1, 0x2000]));
    }
    let symbol = |dice: &mut Dice| 1 + dice.roll() % 24;
    Some(match parameter {
        "op" => {
            let arity = command.bytes().find(u8::is_ascii_digit).unwrap_or(b'1') - b'1';
            0x8782 + dice.pick(OPERATIONS[usize::from(arity)])
        }
        "res" if dice.roll() & 1 == 0 => OUTPUT_VERTEX + dice.roll() % 12,
        "datatype" => dice.pick(&[0x87BE, 0x87BF, 0x87BF, 0x87C0]),
        "storagetype" => dice.pick(&[0x87C1, 0x87C2, 0x87C3, 0x87C4, 0x87C4]),
        "range" if command == "glGenSymbolsEXT" => 0x87E0 + dice.roll() % 2,
        "range" | "components" => dice.roll() % 5,
        "outX" | "outY" | "outZ" | "outW" if command == "glWriteMaskEXT" => dice.roll() % 2,
        "outX" | "outY" | "outZ" | "outW" => X + dice.roll() % 11,
        "num" => dice.roll() % 4,
        "type" => 0x1400 + dice.roll() % 7,
        "stride" => dice.pick(&[0, 4, 16]),
        "cap" => 0x87E8,
        "value" if command == "glBindParameterEXT" => dice.pick(&PARAMETERS),
        "value" => 0x87E4 + dice.roll() % 10,
        "id" if command.contains("VertexShader") => dice.roll() % 6,
        _ => symbol(dice),
    })
}
