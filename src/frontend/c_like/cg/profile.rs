//! Profiles of Cg: the stage and the rules that a program is compiled for.
//!
//! [`super::profile_table`] has one row for each profile. A profile that the table names without a row of its own is
//! refused with the reason. Counts of instructions and temporaries are no part of a profile here: kernels have no such limits.

use super::profile_table::{PROFILES, REFUSED, SPECIFIERS};

/// What a program computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    Vertex,
    Fragment,
    /// Either: the program's semantics, or the target that it is loaded for, decide.
    Any,
}

/// The names and numbers of registers that a profile has; see [`super::semantics`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Registers {
    /// ARB_vertex_program.
    ArbVertex,
    /// NV_vertex_program 1: its attributes are the conventional ones; no clip distances.
    NvVertex1,
    /// NV_vertex_program2.
    NvVertex2,
    /// NV_vertex_program3, with ARB_vertex_program's attributes.
    NvVertex3,
    /// NV_gpu_program4's vertex programs.
    Gp4Vertex,
    GlslVertex,
    HlslVertex,
    /// vs_1_1: the attribute slots of ARB programs under Direct3D's names.
    D3d1Vertex,
    /// vs_2_0, vs_2_x.
    D3d2Vertex,
    /// vs_3_0: any semantic, by usage.
    D3d3Vertex,
    /// ARB_fragment_program.
    ArbFragment,
    /// Register combiners: four texture units.
    NvFragment1,
    /// NV_fragment_program: one render target.
    NvFragment2,
    /// NV_fragment_program2: four render targets, FACE.
    NvFragment3,
    Gp4Fragment,
    GlslFragment,
    HlslFragment,
    /// ps_1_1 to ps_1_3.
    D3d1Fragment,
    /// ps_2_0, ps_2_x.
    D3d2Fragment,
    D3d3Fragment,
    /// Any name; the registers are those of [`Registers::Gp4Vertex`] or [`Registers::Gp4Fragment`].
    Generic,
}

/// Which arrays an index that is no constant may select from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Indexing {
    /// None: C5043.
    None,
    /// No array, but the reference finds that late: C6013 where it reads, C5025 where it writes.
    Late,
    /// Arrays of uniforms. Others are C6016 where it reads, C5025 where it writes.
    Uniforms,
    /// All of them; samplers as well where [`Capabilities::indexes_samplers`] says so.
    All,
}

/// What programs of a profile may do.
#[derive(Debug, Clone, Copy)]
pub struct Capabilities {
    /// `if` whose condition is no constant (C5010).
    pub branches: bool,
    /// Loops that are not unrolled (C5011 `while`, C5012 `do`, C5013 `for`).
    pub loops: bool,
    /// Comparisons, selection, and what is made of them (C5508).
    pub comparisons: bool,
    /// `& | ^ ~ << >>` on integers that are no constants (C5508).
    pub bit_operators: bool,
    pub indexing: Indexing,
    /// An index into an array of samplers that is no constant (C5208).
    pub indexes_samplers: bool,
    /// `discard` (C5014).
    pub discards: bool,
    /// `fixed` is clamped to [−2, 2).
    pub clamps_fixed: bool,
    /// `half` and `fixed` have less precision than `float` in the profile's machine. Kernels compute them as floats.
    pub has_small_reals: bool,
    /// Constant buffers (C5222 without).
    pub buffers: bool,
    /// The most registers for constants, where they are counted (C6007).
    pub constant_registers: Option<usize>,
}

/// A profile.
#[derive(Debug)]
pub struct Profile {
    pub name: &'static str,
    /// Its other names.
    pub aliases: &'static [&'static str],
    pub stage: Stage,
    /// The names before functions that mean this profile, the most specific ones first; those of one list are equals.
    pub specifiers: &'static [&'static [&'static str]],
    pub registers: Registers,
    pub can: Capabilities,
    /// The names of the options (`-po name=value`) in [`OPTIONS`] that it takes.
    pub options: &'static [&'static str],
}

/// Why a name is no profile to compile for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProfileError {
    #[error(
        "there is no profile \"{name}\"{}",
        near.map_or(String::new(), |near| format!("; did you mean \"{near}\"?"))
    )]
    Unknown {
        name: String,
        near: Option<&'static str>,
    },
    #[error("profile \"{name}\" is not supported: {reason}")]
    Refused {
        name: &'static str,
        reason: &'static str,
    },
}

/// The profile of a name or an alias, in the case of the table.
///
/// A name that is no profile is an error, with the nearest name if at most 2 letters differ. So is a profile that the
/// driver does not compile for, with the reason.
pub fn find(name: &str) -> Result<&'static Profile, ProfileError> {
    if let Some(found) = PROFILES
        .iter()
        .find(|p| p.name == name || p.aliases.contains(&name))
    {
        return Ok(found);
    }
    if let Some(&(name, reason)) = REFUSED.iter().find(|(refused, _)| *refused == name) {
        return Err(ProfileError::Refused { name, reason });
    }
    // A short name cannot be far from any; a long one is compared by its first letters.
    let known: String = name.chars().take(16).collect();
    let far = |p: &Profile| distance(p.name.as_bytes(), known.as_bytes());
    let near = PROFILES.iter().min_by_key(|p| far(p));
    let near = near.filter(|p| far(p) < 3).map(|p| p.name);
    Err(ProfileError::Unknown { name: known, near })
}

/// All profiles, in the order of the table.
pub fn all() -> &'static [Profile] {
    PROFILES
}

/// The number of letters to insert, delete or replace.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// Whether a word before a function's type is the name of a profile or of a family of profiles. In profile
/// `generic` every word is one.
pub fn is_specifier(word: &str) -> bool {
    SPECIFIERS.contains(&word)
        || PROFILES
            .iter()
            .any(|p| p.specifiers.concat().contains(&word))
        || REFUSED.iter().any(|(name, _)| *name == word)
}

/// The names of families that are warned of (C7022): they match, and other compilers do not know them.
pub fn is_odd_specifier(word: &str) -> bool {
    matches!(word, "glsl" | "hlsl")
}

impl Profile {
    /// How specific the name before a function is for this profile: 0 is the profile itself, greater is less so.
    /// `None`: it names another profile, and the function is not visible (Cg 3.1, "Overloading Of Functions By
    /// Profile").
    pub fn specifier_rank(&self, specifier: &str) -> Option<u32> {
        // Every word is a name of `generic`.
        if self.name == "generic" {
            return Some(0);
        }
        let at = self
            .specifiers
            .iter()
            .position(|s| s.contains(&specifier))?;
        Some(at as u32)
    }

    /// Whether the profile's programs may choose samplers while they run: texts that another compiler takes further, and
    /// register combiners, whose look-ups come first.
    pub fn writes_chosen_samplers(&self) -> bool {
        use Registers as R;
        matches!(
            self.registers,
            R::GlslVertex
                | R::GlslFragment
                | R::HlslVertex
                | R::HlslFragment
                | R::NvFragment1
                | R::D3d1Fragment
                | R::Generic
        )
    }

    /// Whether programs of the profile can be of this stage.
    pub fn has_stage(&self, stage: Stage) -> bool {
        self.stage == Stage::Any || stage == Stage::Any || self.stage == stage
    }

    /// The name and the value of an option as written after `-po`: `name=value`, or `name`, whose value is "1".
    ///
    /// It is an error if the profile does not take the option. So is a value that is no flag, or no number from 0 on,
    /// where the option asks for one.
    pub fn option<'a>(&self, text: &'a str) -> Result<(&'static str, &'a str), OptionError> {
        let (name, value) = text.split_once('=').unwrap_or((text, "1"));
        let known = OPTIONS.iter().find(|o| o.name.eq_ignore_ascii_case(name));
        let known = known.filter(|o| self.options.contains(&o.name));
        let Some(option) = known else {
            return Err(OptionError::Unknown(name.to_string(), self.name));
        };
        let fits = match option.value {
            OptionValue::Flag => matches!(value, "0" | "1" | "true" | "false"),
            OptionValue::Number => value.parse::<u32>().is_ok(),
        };
        if fits {
            Ok((option.name, value))
        } else {
            Err(OptionError::Value(option.name, value.to_string()))
        }
    }
}

/// What an option takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OptionValue {
    /// Nothing, 0, 1, `true` or `false`.
    Flag,
    /// A number from 0 on.
    Number,
}

/// An option of profiles.
#[derive(Debug, Clone, Copy)]
pub struct ProfileOption {
    pub name: &'static str,
    pub value: OptionValue,
    /// Whether it changes what a kernel computes. The others are limits of hardware, and are read and dropped.
    pub has_effect: bool,
}

/// Why an option is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    #[error("profile {1} has no option \"{0}\"")]
    Unknown(String, &'static str),
    #[error("option {0} does not take \"{1}\"")]
    Value(&'static str, String),
}

const fn limit(name: &'static str) -> ProfileOption {
    ProfileOption {
        name,
        value: OptionValue::Number,
        has_effect: false,
    }
}

const fn flag(name: &'static str, has_effect: bool) -> ProfileOption {
    ProfileOption {
        name,
        value: OptionValue::Flag,
        has_effect,
    }
}

/// The options of all profiles.
pub const OPTIONS: &[ProfileOption] = &[
    limit("NumTemps"),
    limit("MaxInstructions"),
    limit("MaxLocalParams"),
    limit("MaxAddressRegs"),
    limit("NumInstructionSlots"),
    limit("NumTexInstructionSlots"),
    limit("NumMathInstructionSlots"),
    limit("MaxTexIndirections"),
    limit("MaxDrawBuffers"),
    limit("version"),
    flag("PosInv", true),
    flag("pixel_center_integer", true),
    flag("origin_upper_left", true),
    flag("ARB_draw_buffers", false),
    flag("ATI_draw_buffers", false),
    flag("userTexCoord", false),
    flag("EXT_gpu_shader4", false),
    flag("fastimul", false),
    flag("NV_parameter_buffer_object2", false),
    flag("PaBO2", false),
];

#[cfg(test)]
mod tests;
