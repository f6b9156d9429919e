//! The arguments of a command: mostly what makes sense, sometimes what does not.

use super::commands::{FRAGMENT_PROGRAM, VERTEX_PROGRAM};
use super::sequences::{Past, Player};
use shim_tests::calls::raw::{Dice, Frame};
use shim_tests::calls::{ati_arguments, vertex_arguments};
use trilobite_registry::{Door, Parameter, rust_type};

/// The values for glPixelStore. With greater ones, packed pixels would leave the arrays, as the application has
/// asked.
const PIXEL_STORE: [u64; 5] = [0, 1, 2, 4, 8];

/// Base formats and sized ones: bytes, depths, floats, packed floats, a shared exponent, signed numbers of all components,
/// integers, encoded as sRGB, compressed.
const INTERNAL_FORMATS: [u64; 34] = [
    1, 2, 3, 4, 0x1907, 0x1908, 0x8058, 0x1902, 0x1909, 0x81A6, 0x881A, 0x8814, 0x8229, 0x8C3A,
    0x8C3D, 0x8F97, 0x8F94, 0x8C43, 0x8F9B, 0x9010, 0x9012, 0x9014, 0x9015, 0x9016, 0x9018, 0x901A,
    0x9011, 0x9017, 0x8D7C, 0x8D82, 0x8CAC, 0x88F0, 0x83F0, 0x86B0,
];

/// The internal format, format or type of a command that fills buffers. The numbers stay small, because a buffer's bytes may
/// become indices: elements are integers of 32 bits, made of bytes.
fn filled(name: &str, parameter: &str, dice: &mut Dice) -> Option<u64> {
    if !name.contains("ClearBuffer") && !name.contains("ClearNamedBuffer") {
        return None;
    }
    match parameter {
        "internalformat" => Some(dice.pick(&[0x8236, 0x823C, 0x8D71, 0x8D70, 0x1908])),
        "format" => Some(dice.pick(&[0x8D94, 0x8228, 0x8D98, 0x8D99, 0x8D9B, 0x1908])),
        "type" => Some(dice.pick(&[0x1400, 0x1401, 0x1401, 0x1234])),
        _ => None,
    }
}

impl Player {
    /// Returns `None` for a call that an application must not make.
    pub(crate) fn arguments(&self, door: &Door, past: &mut Past, dice: &mut Dice) -> Option<Frame> {
        let name = door.name.as_str();
        let calls_list = name.contains("CallList");
        match name {
            // Lists that call lists twice can take practically without end.
            _ if calls_list && past.is_compiling => return None,
            "glNewList" => past.is_compiling = true,
            "glEndList" => past.is_compiling = false,
            _ => {}
        }
        let mut frame = Frame::default();
        let parameters = door.command.as_ref().map_or(&[][..], |c| &c.parameters);
        if name == "glProgramStringARB" {
            return Some(self.program_string(dice));
        }
        for (i, parameter) in parameters.iter().enumerate() {
            let rust = rust_type(&parameter.c_type).unwrap_or("usize".into());
            let (bits, is_float) = match rust.as_str() {
                "f32" if name == "glPixelStoref" => {
                    let value = dice.pick(&PIXEL_STORE) as f32;
                    (u64::from(value.to_bits()), true)
                }
                "f32" => (u64::from((self.number(dice) as f32).to_bits()), true),
                "f64" => (self.number(dice).to_bits(), true),
                // The names of sync objects are small numbers.
                _ if parameter.c_type == "GLsync" => (dice.roll() % 12, false),
                pointer if pointer.starts_with("Client") => {
                    (self.pointer(name, parameter, dice), false)
                }
                _ => (self.integer(name, i, parameter, dice), false),
            };
            frame.push(bits, is_float);
        }
        Some(frame)
    }

    pub(crate) fn number(&self, dice: &mut Dice) -> f64 {
        match dice.roll() % 16 {
            0 => dice.pick(&[
                0.0,
                -0.0,
                1.0,
                -1.0,
                1e-40,
                1e30,
                -1e30,
                f64::INFINITY,
                f64::NAN,
                4096.0,
            ]),
            1 => (dice.roll() % 100) as f64,
            _ => (dice.roll() % 4001) as f64 / 1000.0 - 2.0,
        }
    }

    fn pointer(&self, name: &str, parameter: &Parameter, dice: &mut Dice) -> u64 {
        let is_written = !parameter.c_type.contains("const");
        // Indices, counts and names must be small, whatever memory they are read from.
        let is_whole = [
            "Element",
            "CallLists",
            "MultiDraw",
            "Delete",
            "Textures",
            "BufferData",
            "BufferSubData",
            "ClearBuffer",
            "ClearNamedBuffer",
            "Index",
        ];
        match dice.roll() % 24 {
            0 => 0,
            _ if is_written => self.out as u64,
            _ if is_whole.iter().any(|word| name.contains(word)) => self.whole as u64,
            n => {
                if n & 1 == 0 {
                    self.whole as u64
                } else {
                    self.float as u64
                }
            }
        }
    }

    fn integer(&self, name: &str, i: usize, parameter: &Parameter, dice: &mut Dice) -> u64 {
        let known = ati_arguments::argument(name, &parameter.name, dice);
        let known = known.or_else(|| vertex_arguments::argument(name, &parameter.name, dice));
        if let Some(value) = known {
            return value;
        }
        const SMALL: [u64; 10] = [0, 1, 2, 3, 4, 5, 6, 8, 12, 16];
        const NEGATIVE: [u64; 2] = [u64::MAX, i32::MIN as u64];
        // Pixels that are written through the pixel pack buffer could later be read as indices.
        if name.starts_with("glBindBuffer") && i == 0 {
            return dice.pick(&[0x8892, 0x8893, 0x88EC, 0x8F36, 0x8F37, 0x1234]);
        }
        if let Some(value) = filled(name, &parameter.name, dice) {
            return value;
        }
        // Vertices far outside of a client's array are not the driver's to check.
        if parameter.name == "basevertex" {
            return dice.pick(&SMALL);
        }
        // Buffer 0 would make a pointer of the offset.
        if name.starts_with("glVertexArray") && parameter.name == "buffer" {
            return 1 + dice.roll() % 6;
        }
        if name.starts_with("glPixelStore") && i == 1 {
            return dice.pick(&PIXEL_STORE);
        }
        // A mesh from the least integer on has two thousand million points. That is correct, but takes too long.
        let is_wrong = dice.roll().is_multiple_of(24) && !name.starts_with("glEvalMesh");
        match parameter.c_type.as_str() {
            "GLenum" | "GLbitfield" => {
                let group = parameter.group.as_ref().and_then(|g| self.groups.get(g));
                match group {
                    Some(group) if !is_wrong => u64::from(dice.pick(group)),
                    _ => u64::from(self.any_enum(dice)),
                }
            }
            _ if is_wrong => dice.pick(&NEGATIVE),
            "GLsizei" => dice.pick(&SMALL[..8]),
            "GLsizeiptr" | "GLsizeiptrARB" | "GLintptr" | "GLintptrARB" => {
                dice.pick(&[0, 4, 16, 100, 1000, 4096])
            }
            "GLint" if parameter.name == "internalformat" => dice.pick(&INTERNAL_FORMATS),
            "GLint"
                if name.contains("Parameteri")
                    || name.contains("Envi")
                    || name.contains("Geni") =>
            {
                u64::from(self.any_enum(dice))
            }
            _ => dice.pick(&SMALL),
        }
    }

    fn any_enum(&self, dice: &mut Dice) -> u32 {
        let groups = [
            "TextureTarget",
            "PixelFormat",
            "PixelType",
            "EnableCap",
            "BlendingFactorSrc",
            "TextureEnvMode",
            "TextureMinFilter",
            "TextureWrapMode",
            "StencilOp",
            "AlphaFunction",
            "GetPName",
            "PrimitiveType",
            "none of the registry's",
        ];
        match self.groups.get(dice.pick(&groups)) {
            Some(group) => dice.pick(group),
            None => dice.pick(&[
                0x0DE1, 0x84C0, 0x84C1, 0x8892, 0x8620, 0x8804, 0x1401, 0x1406, 0x8C18, 0x8C1A,
                0x8C3B, 0x8C3E,
            ]),
        }
    }

    /// Calls ProgramString with a correct program, or with one that has some bytes changed or cut off.
    pub(crate) fn program_string(&self, dice: &mut Dice) -> Frame {
        let (target, text) = dice.pick(&[(0x8620u64, VERTEX_PROGRAM), (0x8804, FRAGMENT_PROGRAM)]);
        let mut bytes = text.as_bytes().to_vec();
        match dice.roll() % 4 {
            0 => bytes.truncate((dice.roll() % bytes.len() as u64) as usize),
            1 => {
                for _ in 0..dice.roll() % 4 {
                    let at = (dice.roll() % bytes.len() as u64) as usize;
                    bytes[at] = dice.roll() as u8;
                }
            }
            // Drivers take blanks and comments before the header.
            2 => bytes
                .splice(..0, b" # early\n".iter().copied())
                .for_each(drop),
            _ => {}
        }
        let bytes = Vec::leak(bytes);
        let mut frame = Frame::default();
        for bits in [target, 0x8875, bytes.len() as u64, bytes.as_ptr() as u64] {
            frame.push(bits, false);
        }
        frame
    }
}
