//! Registers: a file and a number, their names and their numbers in tokens.

use super::version::Version;

/// A register file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum File {
    /// `r#`
    Temp,
    /// `v#`
    Input,
    /// `c#`
    Const,
    /// `a0`
    Address,
    /// `t#`
    Texture,
    /// `oPos`
    Position,
    /// `oFog`
    Fog,
    /// `oPts`
    PointSize,
    /// `oD#`
    AttributeOut,
    /// `oT#`
    TextureOut,
    /// `o#`
    Output,
    /// `i#`
    ConstInt,
    /// `oC#`
    ColorOut,
    /// `oDepth`
    DepthOut,
    /// `s#`
    Sampler,
    /// `b#`
    ConstBool,
    /// `aL`
    Loop,
    /// `vPos`
    WindowPosition,
    /// `vFace`
    Face,
    /// `l#`
    Label,
    /// `p0`
    Predicate,
}

/// A row: the file, its name, whether a number follows, the type in tokens, and the number that a register without one has.
type Row = (File, &'static str, bool, u32, u32);

/// The files. Where a name begins with another one, it comes first.
const FILES: &[Row] = &[
    (File::Position, "oPos", false, 4, 0),
    (File::Fog, "oFog", false, 4, 1),
    (File::PointSize, "oPts", false, 4, 2),
    (File::DepthOut, "oDepth", false, 9, 0),
    (File::Loop, "aL", false, 15, 0),
    (File::WindowPosition, "vPos", false, 17, 0),
    (File::Face, "vFace", false, 17, 1),
    (File::AttributeOut, "oD", true, 5, 0),
    (File::TextureOut, "oT", true, 6, 0),
    (File::ColorOut, "oC", true, 8, 0),
    (File::Output, "o", true, 6, 0),
    (File::Temp, "r", true, 0, 0),
    (File::Input, "v", true, 1, 0),
    (File::Const, "c", true, 2, 0),
    (File::Address, "a", true, 3, 0),
    (File::Texture, "t", true, 3, 0),
    (File::ConstInt, "i", true, 7, 0),
    (File::Sampler, "s", true, 10, 0),
    (File::ConstBool, "b", true, 14, 0),
    (File::Label, "l", true, 18, 0),
    (File::Predicate, "p", true, 19, 0),
];

/// The types of constants above 2047, 4095 and 6143.
const LATER_CONSTANTS: [u32; 3] = [11, 12, 13];
/// Registers that one type can number.
const NUMBERS: u32 = 2048;

impl File {
    fn row(self) -> &'static Row {
        let found = FILES.iter().find(|row| row.0 == self);
        found.expect("every file has a row")
    }

    /// Its name, without a number.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// Whether a register of it is named by a number.
    pub fn is_numbered(self) -> bool {
        self.row().2
    }

    /// Whether it has one component that no swizzle or mask selects.
    pub fn is_scalar(self) -> bool {
        matches!(
            self,
            File::Fog
                | File::PointSize
                | File::DepthOut
                | File::Loop
                | File::Face
                | File::ConstInt
                | File::ConstBool
                | File::Label
        )
    }
}

/// A register.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Register {
    /// The file.
    pub file: File,
    /// The number in it.
    pub number: u32,
}

impl Register {
    /// A register by its file and number. Nothing is checked: [`Version::count`] says which numbers a version has.
    pub fn new(file: File, number: u32) -> Register {
        Register { file, number }
    }

    /// The register of a name such as `r3` or `oPos`. `None` where the version lacks its file, or has not so many of
    /// its registers.
    pub fn named(name: &str, version: Version) -> Option<Register> {
        let row = FILES.iter().find(|row| {
            let rest = name.strip_prefix(row.1);
            let fits = |rest: &str| match row.2 {
                true => !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()),
                false => rest.is_empty(),
            };
            rest.is_some_and(fits) && version.count(row.0) > 0
        })?;
        let digits = &name[row.1.len()..];
        let number = if row.2 { digits.parse().ok()? } else { 0 };
        (number < version.count(row.0)).then_some(Register::new(row.0, number))
    }

    /// Its type, 0 to 31, and its number in a parameter token, 0 to 2047 ("Direct3D Shader Codes", "Source Parameter
    /// Token"). Constants from c2048 on have types of their own.
    pub fn to_token(self) -> (u32, u32) {
        let (_, _, _, ty, base) = *self.file.row();
        if self.file == File::Const && self.number >= NUMBERS {
            let later = (self.number / NUMBERS - 1) as usize;
            return (LATER_CONSTANTS[later], self.number % NUMBERS);
        }
        (ty, base + self.number)
    }

    /// The register of a type, 0 to 31, and a number, 0 to 2047. `None` where the version does not have it.
    pub fn of_token(ty: u32, number: u32, version: Version) -> Option<Register> {
        let later = LATER_CONSTANTS.iter().position(|t| *t == ty);
        let register = if let Some(later) = later {
            Register::new(File::Const, number + NUMBERS * (later as u32 + 1))
        } else {
            let row = FILES.iter().find(|(file, _, numbered, t, base)| {
                let fits = match numbered {
                    true => true,
                    false => number == *base,
                };
                *t == ty && fits && version.count(*file) > 0
            })?;
            Register::new(row.0, number - row.4)
        };
        (register.number < version.count(register.file)).then_some(register)
    }

    /// Whether a shader of the version writes it and reads it again.
    pub fn is_written_in(self, version: Version) -> bool {
        match self.file {
            File::Temp | File::Address | File::Predicate | File::Loop => true,
            File::Texture => version.is_old_pixel(),
            _ => false,
        }
    }
}

impl std::fmt::Display for Register {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.file.is_numbered() {
            write!(f, "{}{}", self.file.name(), self.number)
        } else {
            f.write_str(self.file.name())
        }
    }
}
