//! The versions of shaders, and what each has of everything.

use super::register::File;

/// What a shader processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// It runs once per vertex.
    Vertex,
    /// It runs once per fragment.
    Pixel,
}

macro_rules! versions {
    ($($(#[$doc:meta])* $version:ident $name:literal $token:literal;)*) => {
        /// A version of the language.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Version { $($(#[$doc])* $version,)* }

        impl Version {
            /// Every version.
            pub const ALL: &'static [Version] = &[$(Version::$version,)*];

            /// Its name, the first word of a text.
            pub fn name(self) -> &'static str {
                match self { $(Version::$version => $name,)* }
            }

            /// The first token of a stream.
            pub fn token(self) -> u32 {
                match self { $(Version::$version => $token,)* }
            }
        }
    };
}

versions! {
    /// Vertex shader 1.1.
    Vs11 "vs_1_1" 0xfffe_0101;
    /// Vertex shader 2.0.
    Vs20 "vs_2_0" 0xfffe_0200;
    /// Vertex shader 2 with extensions.
    Vs2x "vs_2_x" 0xfffe_0201;
    /// Vertex shader 2 without limits.
    Vs2sw "vs_2_sw" 0xfffe_02ff;
    /// Vertex shader 3.0.
    Vs30 "vs_3_0" 0xfffe_0300;
    /// Vertex shader 3 without limits.
    Vs3sw "vs_3_sw" 0xfffe_03ff;
    /// Pixel shader 1.1.
    Ps11 "ps_1_1" 0xffff_0101;
    /// Pixel shader 1.2.
    Ps12 "ps_1_2" 0xffff_0102;
    /// Pixel shader 1.3.
    Ps13 "ps_1_3" 0xffff_0103;
    /// Pixel shader 1.4.
    Ps14 "ps_1_4" 0xffff_0104;
    /// Pixel shader 2.0.
    Ps20 "ps_2_0" 0xffff_0200;
    /// Pixel shader 2 with extensions.
    Ps2x "ps_2_x" 0xffff_0201;
    /// Pixel shader 2 without limits.
    Ps2sw "ps_2_sw" 0xffff_02ff;
    /// Pixel shader 3.0.
    Ps30 "ps_3_0" 0xffff_0300;
    /// Pixel shader 3 without limits.
    Ps3sw "ps_3_sw" 0xffff_03ff;
}

/// The registers of float constants that tokens can number.
pub(super) const MOST_CONSTANTS: u32 = 8192;

impl Version {
    /// The version of the first token of a stream ("Direct3D Shader Codes", "Version Token"). Version 1.0 is read as
    /// 1.1. `None` for all other tokens.
    pub fn of_token(token: u32) -> Option<Version> {
        let token = match token {
            0xfffe_0100 => 0xfffe_0101,
            0xffff_0100 => 0xffff_0101,
            token => token,
        };
        Version::ALL.iter().copied().find(|v| v.token() == token)
    }

    /// The stage.
    pub fn stage(self) -> Stage {
        if self.token() >> 16 == 0xfffe {
            Stage::Vertex
        } else {
            Stage::Pixel
        }
    }

    /// Whether it is a pixel shader.
    pub fn is_pixel(self) -> bool {
        self.stage() == Stage::Pixel
    }

    /// The number before the dot: 1, 2 or 3.
    pub fn major(self) -> u32 {
        self.token() >> 8 & 0xff
    }

    /// Whether it is one of the versions for software, which have no limits.
    pub fn is_software(self) -> bool {
        self.token() & 0xff == 0xff
    }

    /// Pixel shaders 1.1 to 1.3, whose texture registers are both coordinates and colours.
    pub fn is_old_pixel(self) -> bool {
        matches!(self, Version::Ps11 | Version::Ps12 | Version::Ps13)
    }

    /// Whether it has flow control by values and predicates.
    pub fn is_extended(self) -> bool {
        self.major() == 3 || self.major() == 2 && self.token() & 0xff != 0
    }

    /// How many registers of a file it has, numbered from 0 on; 0 where it lacks the file ("Asm Shader Reference").
    /// Software versions have as many float constants as tokens can number, 8192.
    pub fn count(self, file: File) -> u32 {
        use Version::*;
        let pixel = self.is_pixel();
        let flow = !pixel && self.major() >= 2 || pixel && self.is_extended();
        let when = |condition: bool, n: u32| if condition { n } else { 0 };
        // One row for each file: the number by version, 0 where the version lacks the file.
        match file {
            File::Temp => match self {
                Vs11 | Vs20 | Ps20 => 12,
                Ps11 | Ps12 | Ps13 => 2,
                Ps14 => 6,
                _ => 32,
            },
            File::Input => match self {
                Ps30 => 10,
                Ps3sw => 14,
                _ if pixel => 2,
                _ => 16,
            },
            File::Const => match self {
                Ps11 | Ps12 | Ps13 | Ps14 => 8,
                Ps20 | Ps2x => 32,
                Ps30 => 224,
                _ => MOST_CONSTANTS,
            },
            File::Address => when(!pixel, 1),
            File::Texture => match self {
                Ps11 | Ps12 | Ps13 => 4,
                Ps14 => 6,
                Ps20 | Ps2x | Ps2sw => 8,
                _ => 0,
            },
            File::Position | File::Fog | File::PointSize => when(!pixel && self.major() < 3, 1),
            File::AttributeOut => when(!pixel && self.major() < 3, 2),
            File::TextureOut => when(!pixel && self.major() < 3, 8),
            File::Output => match self {
                Vs30 => 12,
                Vs3sw => 16,
                _ => 0,
            },
            File::ConstInt => when(flow, if self.is_software() { 2048 } else { 16 }),
            File::ConstBool => {
                let some = flow || self == Ps20;
                when(some, if self.is_software() { 2048 } else { 16 })
            }
            File::ColorOut => when(pixel && self.major() >= 2, 4),
            File::DepthOut => when(pixel && self.major() >= 2, 1),
            File::Sampler => match self.major() {
                2 | 3 if pixel => 16,
                3 => 4,
                _ => 0,
            },
            File::Loop => when(!pixel && self.major() >= 2 || self.major() == 3, 1),
            File::WindowPosition | File::Face => when(pixel && self.major() == 3, 1),
            File::Label => when(flow, 2048),
            File::Predicate => when(self.is_extended(), 1),
        }
    }

    /// How many float constants, from c0 on, a computed number may reach in shaders of this version.
    pub fn addressable_constants(self) -> u32 {
        if self.is_software() {
            MOST_CONSTANTS
        } else {
            256
        }
    }
}
