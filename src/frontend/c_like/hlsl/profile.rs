//! Profiles of HLSL: the shader models 1 to 3 of Direct3D 9, one row each.

/// What a program computes.
pub use crate::frontend::c_like::tree::Stage;

/// A profile.
#[derive(Debug)]
pub struct Profile {
    pub name: &'static str,
    /// `None`: an effect, which has programs of both stages.
    pub stage: Option<Stage>,
    /// The shader model: 10 is 1.0, 21 stands for 2.a, 2.b and 2.sw.
    pub model: u8,
    /// Why programs in HLSL cannot be compiled for it; assembly can.
    pub refused: Option<&'static str>,
    /// Registers of constants: floats, ints, bools.
    pub constants: [u32; 3],
    /// Registers of samplers that programs may name.
    pub samplers: u32,
    /// Colours that a pixel shader writes.
    pub targets: u32,
}

impl Profile {
    /// Whether its machine has loops.
    pub fn has_loops(&self) -> bool {
        match self.stage {
            Some(Stage::Fragment) => self.model >= 30,
            _ => self.model >= 20,
        }
    }

    /// Whether these loops may end in another way than by a number of rounds.
    pub fn has_open_loops(&self) -> bool {
        self.has_loops() && self.name != "vs_2_0"
    }
}

const REFUSED: Option<&str> =
    Some("programs for ps_1_x are written in assembly; this compiler takes ps_2_0 and later");

const fn vertex(name: &'static str, model: u8, floats: u32) -> Profile {
    Profile {
        name,
        stage: Some(Stage::Vertex),
        model,
        refused: None,
        constants: match model {
            11 => [floats, 0, 0],
            _ => [floats, 16, 16],
        },
        samplers: if model >= 30 { 4 } else { 0 },
        targets: 0,
    }
}

const fn pixel(name: &'static str, model: u8, floats: u32) -> Profile {
    Profile {
        name,
        stage: Some(Stage::Fragment),
        model,
        refused: if model < 20 { REFUSED } else { None },
        constants: match model {
            0..=20 => [floats, 0, 0],
            _ => [floats, 16, 16],
        },
        samplers: if model < 14 { 4 } else { 16 },
        targets: if model < 20 { 1 } else { 4 },
    }
}

/// All profiles.
pub const PROFILES: &[Profile] = &[
    vertex("vs_1_1", 11, 96),
    vertex("vs_2_0", 20, 256),
    vertex("vs_2_a", 21, 256),
    vertex("vs_2_sw", 21, 8192),
    vertex("vs_3_0", 30, 256),
    vertex("vs_3_sw", 30, 8192),
    pixel("ps_1_1", 11, 8),
    pixel("ps_1_2", 12, 8),
    pixel("ps_1_3", 13, 8),
    pixel("ps_1_4", 14, 8),
    pixel("ps_2_0", 20, 32),
    pixel("ps_2_a", 21, 32),
    pixel("ps_2_b", 21, 32),
    pixel("ps_2_sw", 21, 8192),
    pixel("ps_3_0", 30, 224),
    pixel("ps_3_sw", 30, 8192),
    Profile {
        name: "fx_2_0",
        stage: None,
        model: 20,
        refused: None,
        constants: [8192, 16, 16],
        samplers: 16,
        targets: 4,
    },
];

/// Why a name is no profile to compile for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProfileError {
    #[error(
        "there is no profile \"{0}\"; HLSL here has vs_1_1 to vs_3_sw, ps_2_0 to ps_3_sw and fx_2_0"
    )]
    Unknown(String),
    #[error("profile \"{0}\" is not supported: {1}")]
    Refused(&'static str, &'static str),
}

/// The profile of a name. A name that is no profile is an error, and so is a profile whose programs are written in
/// assembly only.
pub fn find(name: &str) -> Result<&'static Profile, ProfileError> {
    let found = PROFILES.iter().find(|p| p.name == name);
    let profile = found.ok_or_else(|| ProfileError::Unknown(name.chars().take(16).collect()))?;
    match profile.refused {
        Some(reason) => Err(ProfileError::Refused(profile.name, reason)),
        None => Ok(profile),
    }
}

/// The profile of a name, one of pixel shaders 1 as well: the compilers of their time took HLSL for these.
pub fn find_old(name: &str) -> Result<&'static Profile, ProfileError> {
    match find(name) {
        Err(ProfileError::Refused(name, _)) => {
            let found = PROFILES.iter().find(|p| p.name == name);
            found.ok_or_else(|| ProfileError::Unknown(name.to_owned()))
        }
        found => found,
    }
}

/// The profile of a stage that has most: `vs_3_0` or `ps_3_0`.
pub fn latest(stage: Stage) -> &'static Profile {
    let wanted = match stage {
        Stage::Vertex => "vs_3_0",
        Stage::Fragment => "ps_3_0",
    };
    let found = PROFILES.iter().find(|p| p.name == wanted);
    found.unwrap_or(&PROFILES[0])
}

impl Profile {
    /// How specific a profile's name in `register(ps_2_0, c0)` is for this one: 0 is the profile itself, 1 its stage,
    /// `vs` or `ps`. `None`: another one is meant.
    pub fn rank(&self, name: &str) -> Option<u32> {
        if self.name == name {
            return Some(0);
        }
        let stage = self.name.get(..2)?;
        (name == stage).then_some(1)
    }
}
