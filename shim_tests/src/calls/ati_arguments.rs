//! Arguments for the commands of ATI_fragment_shader, where the registry has no group of values. Most are right.

use crate::calls::raw::Dice;

/// The commands that are allowed inside a definition.
pub const INSIDE: [&str; 9] = [
    "glPassTexCoordATI",
    "glSampleMapATI",
    "glColorFragmentOp1ATI",
    "glColorFragmentOp2ATI",
    "glColorFragmentOp3ATI",
    "glAlphaFragmentOp1ATI",
    "glAlphaFragmentOp2ATI",
    "glAlphaFragmentOp3ATI",
    "glSetFragmentShaderConstantATI",
];

const REG_0: u64 = 0x8921;
const CON_0: u64 = 0x8941;
const TEXTURE0: u64 = 0x84C0;
const SWIZZLE_STR: u64 = 0x8976;
/// MOV, ADD to DOT4, MAD to DOT2_ADD: the first operation and the number of operations, by their number of arguments.
const OPERATIONS: [(u64, u64); 3] = [(0x8961, 1), (0x8963, 5), (0x8968, 5)];
/// ZERO, ONE, PRIMARY_COLOR, SECONDARY_INTERPOLATOR_ATI.
const OTHER_SOURCES: [u64; 4] = [0, 1, 0x8577, 0x896D];
/// NONE, RED, GREEN, BLUE, ALPHA.
const REPLICATIONS: [u64; 5] = [0, 0x1903, 0x1904, 0x1905, 0x1906];
const SATURATE: u64 = 0x40;

/// A value for a parameter of one of these commands. About one in fifty is wrong. Returns `None` for pointers and for other
/// commands.
pub fn argument(command: &str, parameter: &str, dice: &mut Dice) -> Option<u64> {
    let is_shader_command = command.ends_with("FragmentShaderATI")
        || command == "glGenFragmentShadersATI"
        || INSIDE.contains(&command);
    if !is_shader_command || parameter == "value" {
        return None;
    }
    if dice.roll().is_multiple_of(50) {
        return Some(dice.pick(&[u64::MAX, 0x80, REG_0 + 6, CON_0 + 8, TEXTURE0 + 8, 0x897A]));
    }
    let register = |dice: &mut Dice| REG_0 + dice.roll() % 6;
    let constant = |dice: &mut Dice| CON_0 + dice.roll() % 8;
    Some(match parameter {
        "op" => {
            let arity = command.bytes().find(u8::is_ascii_digit).unwrap_or(b'1') - b'1';
            let (first, number) = OPERATIONS[usize::from(arity)];
            first + dice.roll() % number
        }
        "dst" if command == "glSetFragmentShaderConstantATI" => constant(dice),
        "dst" => register(dice),
        "coord" | "interp" if dice.roll() & 1 == 0 => register(dice),
        "coord" | "interp" => TEXTURE0 + dice.roll() % 8,
        "swizzle" => SWIZZLE_STR + dice.roll() % 4,
        "dstMask" => dice.roll() % 8,
        "dstMod" => (1 << (dice.roll() % 8) & 0x3f) | (dice.roll() & SATURATE),
        "range" | "id" => dice.roll() % 6,
        name if name.ends_with("Rep") => dice.pick(&REPLICATIONS),
        name if name.ends_with("Mod") => dice.roll() % 16,
        _ => match dice.roll() % 4 {
            0 => constant(dice),
            1 => dice.pick(&OTHER_SOURCES),
            _ => register(dice),
        },
    })
}
