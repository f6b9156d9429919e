//! The registers that combiners read and write.

use super::scalar::Vector;
use super::setup::Register;

/// As many texture registers as units.
pub const TEXTURES: usize = 8;

/// Those that may be written, with their names in notes.
pub(super) const WRITABLE: [(Register, &str); 4 + TEXTURES] = [
    (Register::Primary, "primary"),
    (Register::Secondary, "secondary"),
    (Register::Spare0, "spare0"),
    (Register::Spare1, "spare1"),
    (Register::Texture(0), "texture0"),
    (Register::Texture(1), "texture1"),
    (Register::Texture(2), "texture2"),
    (Register::Texture(3), "texture3"),
    (Register::Texture(4), "texture4"),
    (Register::Texture(5), "texture5"),
    (Register::Texture(6), "texture6"),
    (Register::Texture(7), "texture7"),
];

/// Read-write registers, and fog.
#[derive(Clone, Copy)]
pub(super) struct Registers {
    pub(super) fog: Vector,
    pub(super) primary: Vector,
    pub(super) secondary: Vector,
    pub(super) spares: [Vector; 2],
    pub(super) textures: [Vector; TEXTURES],
}

impl Registers {
    /// A register that may be written.
    pub(super) fn writable(&mut self, register: Register) -> Option<&mut Vector> {
        Some(match register {
            Register::Primary => &mut self.primary,
            Register::Secondary => &mut self.secondary,
            Register::Spare0 => &mut self.spares[0],
            Register::Spare1 => &mut self.spares[1],
            Register::Texture(n) => self.textures.get_mut(usize::from(n))?,
            Register::Zero | Register::Constant0 | Register::Constant1 | Register::Fog => {
                return None;
            }
        })
    }
}
