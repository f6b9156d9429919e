//! The profiles, as programs ask for them: names, stages, relatives.

use super::enums::*;
use std::ffi::CStr;

/// What a profile's programs are made for, and how they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Api {
    Nothing,
    OpenGl,
    Glsl,
    Direct3d8,
    Direct3d9,
    /// HLSL as text for Direct3D 9.
    Hlsl,
    Direct3d10,
    Direct3d11,
}

/// A profile.
#[derive(Debug)]
pub struct Profile {
    pub value: i32,
    pub name: &'static CStr,
    /// `CGdomain`.
    pub domain: i32,
    api: Api,
    /// The profiles of the same family by domain, from the first domain on; 0 for none.
    siblings: [i32; 5],
    is_supported: bool,
}

/// The profile that is none.
pub const UNKNOWN: i32 = 6145;

const fn row(
    value: i32,
    name: &'static CStr,
    domain: i32,
    api: Api,
    siblings: [i32; 5],
) -> Profile {
    let is_supported = !matches!(api, Api::Nothing) || value == GENERIC;
    Profile {
        value,
        name,
        domain,
        api,
        siblings,
        is_supported,
    }
}

/// The profile of programs for no machine.
pub const GENERIC: i32 = 7002;
/// `CG_PROFILE_GLSLV`
pub const GLSLV: i32 = 7007;
/// `CG_PROFILE_GLSLC`: programs in GLSL that are combined.
pub const GLSLC: i32 = 7009;
/// `CG_PROFILE_GLSLF`
pub const GLSLF: i32 = 7008;

/// The profiles, in the order in which cgGetSupportedProfile lists those that are supported.
const PROFILES: &[Profile] = &[
    row(6146, c"vp20", 1, Api::OpenGl, [6146, 6147, 0, 0, 0]),
    row(6147, c"fp20", 2, Api::OpenGl, [6146, 6147, 0, 0, 0]),
    row(6148, c"vp30", 1, Api::OpenGl, [6148, 6149, 0, 0, 0]),
    row(6149, c"fp30", 2, Api::OpenGl, [6148, 6149, 0, 0, 0]),
    row(6150, c"arbvp1", 1, Api::OpenGl, [6150, 7000, 0, 0, 0]),
    row(6151, c"fp40", 2, Api::OpenGl, [7001, 6151, 0, 0, 0]),
    row(7000, c"arbfp1", 2, Api::OpenGl, [6150, 7000, 0, 0, 0]),
    row(7001, c"vp40", 1, Api::OpenGl, [7001, 6151, 0, 0, 0]),
    row(7007, c"glslv", 1, Api::Glsl, [7007, 7008, 7016, 0, 0]),
    row(7008, c"glslf", 2, Api::Glsl, [7007, 7008, 7016, 0, 0]),
    row(7016, c"glslg", 3, Api::Glsl, [7007, 7008, 7016, 0, 0]),
    row(7010, c"gp4fp", 2, Api::OpenGl, [7011, 7010, 7012, 0, 0]),
    row(7011, c"gp4vp", 1, Api::OpenGl, [7011, 7010, 7012, 0, 0]),
    row(7012, c"gp4gp", 3, Api::OpenGl, [7011, 7010, 7012, 0, 0]),
    row(
        7017,
        c"gp5fp",
        2,
        Api::OpenGl,
        [7018, 7017, 7019, 7020, 7021],
    ),
    row(
        7018,
        c"gp5vp",
        1,
        Api::OpenGl,
        [7018, 7017, 7019, 7020, 7021],
    ),
    row(
        7019,
        c"gp5gp",
        3,
        Api::OpenGl,
        [7018, 7017, 7019, 7020, 7021],
    ),
    row(
        7020,
        c"gp5tcp",
        4,
        Api::OpenGl,
        [7018, 7017, 7019, 7020, 7021],
    ),
    row(
        7021,
        c"gp5tep",
        5,
        Api::OpenGl,
        [7018, 7017, 7019, 7020, 7021],
    ),
    row(6153, c"vs_1_1", 1, Api::Direct3d8, [6153, 6159, 0, 0, 0]),
    row(6154, c"vs_2_0", 1, Api::Direct3d9, [6154, 6162, 0, 0, 0]),
    row(6155, c"vs_2_x", 1, Api::Direct3d9, [6155, 6163, 0, 0, 0]),
    row(6156, c"vs_2_sw", 1, Api::Direct3d9, [6156, 6164, 0, 0, 0]),
    row(6157, c"vs_3_0", 1, Api::Direct3d9, [6157, 6165, 0, 0, 0]),
    row(6158, c"hlslv", 1, Api::Hlsl, [6158, 6166, 0, 0, 0]),
    row(6159, c"ps_1_1", 2, Api::Direct3d8, [6153, 6159, 0, 0, 0]),
    row(6160, c"ps_1_2", 2, Api::Direct3d8, [6153, 6160, 0, 0, 0]),
    row(6161, c"ps_1_3", 2, Api::Direct3d8, [6153, 6161, 0, 0, 0]),
    row(6162, c"ps_2_0", 2, Api::Direct3d9, [6154, 6162, 0, 0, 0]),
    row(6163, c"ps_2_x", 2, Api::Direct3d9, [6163, 6163, 0, 0, 0]),
    row(6164, c"ps_2_sw", 2, Api::Direct3d9, [6156, 6164, 0, 0, 0]),
    row(6165, c"ps_3_0", 2, Api::Direct3d9, [6157, 6165, 0, 0, 0]),
    row(6166, c"hlslf", 2, Api::Hlsl, [6158, 6166, 0, 0, 0]),
    row(
        6167,
        c"vs_4_0",
        1,
        Api::Direct3d10,
        [6167, 6168, 6169, 0, 0],
    ),
    row(
        6168,
        c"ps_4_0",
        2,
        Api::Direct3d10,
        [6167, 6168, 6169, 0, 0],
    ),
    row(
        6169,
        c"gs_4_0",
        3,
        Api::Direct3d10,
        [6167, 6168, 6169, 0, 0],
    ),
    row(
        6170,
        c"vs_5_0",
        1,
        Api::Direct3d11,
        [6170, 6171, 6172, 0, 0],
    ),
    row(
        6171,
        c"ps_5_0",
        2,
        Api::Direct3d11,
        [6170, 6171, 6172, 6173, 6174],
    ),
    row(
        6172,
        c"gs_5_0",
        3,
        Api::Direct3d11,
        [6170, 6171, 6172, 6173, 6174],
    ),
    row(
        6173,
        c"hs_5_0",
        4,
        Api::Direct3d11,
        [6170, 6171, 6172, 6173, 6174],
    ),
    row(
        6174,
        c"ds_5_0",
        5,
        Api::Direct3d11,
        [6170, 6171, 6172, 6173, 6174],
    ),
    row(7002, c"generic", 0, Api::Nothing, [0, 0, 0, 0, 0]),
    row(7009, c"glslc", 0, Api::Nothing, [7007, 7008, 7016, 0, 0]),
];

/// Other names of profiles.
const ALIASES: &[(&str, i32)] = &[
    ("gpu_vp", 7011),
    ("gpu_fp", 7010),
    ("gpu_gp", 7012),
    ("unknown", UNKNOWN),
];

/// The profile of a number.
pub fn profile(value: i32) -> Option<&'static Profile> {
    PROFILES.iter().find(|p| p.value == value)
}

/// The number of a profile's name.
pub fn profile_named(name: &str) -> Option<i32> {
    let row = PROFILES
        .iter()
        .find(|p| p.name.to_bytes() == name.as_bytes());
    let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
    row.map(|p| p.value).or(alias.map(|(_, value)| *value))
}

/// The profiles to compile for.
pub fn supported() -> impl Iterator<Item = &'static Profile> {
    PROFILES.iter().filter(|p| p.is_supported)
}

impl Profile {
    /// Whether programs can be made for it.
    pub fn is_supported(&self) -> bool {
        self.is_supported
    }

    /// The profile of the same family for another domain.
    pub fn sibling(&self, domain: i32) -> Option<i32> {
        let at = usize::try_from(domain).ok()?.checked_sub(1)?;
        self.siblings.get(at).copied().filter(|value| *value != 0)
    }

    /// Whether the profile is what a property says; `None` of what is no property.
    pub fn has(&self, property: i32) -> Option<bool> {
        use Api::*;
        let api = self.api;
        let of = |all: &[Api]| all.contains(&api);
        Some(match property {
            IS_OPENGL_PROFILE => of(&[OpenGl, Glsl]),
            IS_DIRECT3D_PROFILE => of(&[Direct3d8, Direct3d9, Hlsl, Direct3d10, Direct3d11]),
            IS_DIRECT3D_8_PROFILE => api == Direct3d8,
            IS_DIRECT3D_9_PROFILE => of(&[Direct3d9, Hlsl]),
            IS_DIRECT3D_10_PROFILE => api == Direct3d10,
            IS_DIRECT3D_11_PROFILE => api == Direct3d11,
            IS_TRANSLATION_PROFILE => of(&[Glsl, Hlsl, Direct3d10, Direct3d11]),
            IS_HLSL_PROFILE => of(&[Hlsl, Direct3d10, Direct3d11]),
            IS_GLSL_PROFILE => api == Glsl,
            IS_VERTEX_PROFILE => self.domain == 1,
            IS_FRAGMENT_PROFILE => self.domain == 2,
            IS_GEOMETRY_PROFILE => self.domain == 3,
            IS_TESSELLATION_CONTROL_PROFILE => self.domain == 4,
            IS_TESSELLATION_EVALUATION_PROFILE => self.domain == 5,
            _ => return None,
        })
    }

    /// The most bytes of a buffer of programs, and how many buffers there may be.
    pub fn buffers(&self) -> (i32, i32) {
        match self.api {
            _ if self.value == GENERIC => (0, 0),
            Api::Nothing | Api::OpenGl | Api::Glsl => (65536, 12),
            _ => (65536, 14),
        }
    }
}
