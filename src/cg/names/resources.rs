//! `CGresource`: where parameters lie in the machine.

use super::row::Row;
use std::ffi::CString;

/// Resources with a number after their name: the first value, how many there are, the
/// first number, the name before and after it.
const FAMILIES: &[(i32, i32, i32, &str, &str)] = &[
    (2048, 16, 0, "texunit ", ""),
    (2064, 12, 0, "buffer[", "]"),
    (2113, 16, 0, "ATTR", ""),
    (2179, 3, 0, "TEX", ""),
    (2192, 5, 3, "TEX", ""),
    (2245, 4, 0, "COL", ""),
    (2310, 6, 0, "CLP", ""),
    (2437, 16, 0, "POSITION", ""),
    (2501, 1, 0, "DIFFUSE", ""),
    (2565, 16, 0, "TANGENT", ""),
    (2629, 1, 0, "SPECULAR", ""),
    (2693, 16, 0, "BLENDINDICES", ""),
    (2757, 16, 0, "COLOR", ""),
    (2821, 16, 0, "PSIZE", ""),
    (2885, 16, 0, "BINORMAL", ""),
    (2917, 16, 0, "FOG", ""),
    (2933, 16, 0, "DEPTH", ""),
    (2949, 16, 0, "SAMPLE", ""),
    (3028, 16, 0, "BLENDWEIGHT", ""),
    (3092, 16, 0, "NORMAL", ""),
    (3220, 16, 0, "TEXCOORD", ""),
    (4400, 8, 0, "LASTCOL", ""),
    (4624, 16, 16, "texunit ", ""),
];

/// The others.
const SINGLE: &[Row] = &[
    (2178, c"c"),
    (2243, c"HPOS"),
    (2309, c"PSIZ"),
    (2373, c"WPOS"),
    (2374, c"POINTCOORD"),
    (3156, c"FOGCOORD"),
    (3255, c"TESSFACTOR"),
    (3256, c"CG_UNDEFINED"),
    (3284, c"COMBINER_CONST0"),
    (3285, c"COMBINER_CONST1"),
    (3286, c"COMBINER_STAGE_CONST0"),
    (3287, c"COMBINER_STAGE_CONST1"),
    (3288, c"OFFSET_TEXTURE_MATRIX"),
    (3289, c"OFFSET_TEXTURE_SCALE"),
    (3290, c"OFFSET_TEXTURE_BIAS"),
    (3291, c"CONST_EYE"),
    (3292, c"COVERAGE"),
    (3300, c"glsl_uniform"),
    (3301, c"glsl_attrib"),
    (3302, c"ENV"),
    (3559, c"hlsl_uniform"),
    (3560, c"hlsl_attrib"),
    (3561, c"SAMPLER_RES"),
    (4410, c"FACE"),
    (4411, c"PRIMITIVEID"),
    (4412, c"INSTANCEID"),
    (4413, c"SAMPLEID"),
    (4414, c"VERTEXID"),
    (4415, c"LAYER"),
    (4416, c"SAMPLEMASK"),
    (4417, c"CONTROLPOINT_ID"),
    (4418, c"EDGETESS"),
    (4419, c"INNERTESS"),
    (4420, c"SAMPLEPOS"),
    (4421, c"NUMSAMPLES"),
];

/// The name of a resource.
pub(super) fn name(value: i32) -> Option<CString> {
    if let Some((_, name)) = SINGLE.iter().find(|(v, _)| *v == value) {
        return Some((*name).to_owned());
    }
    let has = |row: &&(i32, i32, i32, &str, &str)| (row.0..row.0 + row.1).contains(&value);
    let (first, _, number, before, after) = FAMILIES.iter().find(has)?;
    CString::new(format!("{before}{}{after}", number + value - first)).ok()
}

/// The resource of a name.
pub(super) fn value(name: &str) -> Option<i32> {
    let is_single = |row: &&Row| row.1.to_bytes() == name.as_bytes();
    if let Some((value, _)) = SINGLE.iter().find(is_single) {
        return Some(*value);
    }
    FAMILIES
        .iter()
        .find_map(|(first, n, number, before, after)| {
            let digits = name.strip_prefix(before)?.strip_suffix(after)?;
            let at: i32 = digits.parse().ok()?;
            // A number has one spelling.
            let is_plain = digits == at.to_string();
            (is_plain && (*number..number + n).contains(&at)).then_some(first + at - number)
        })
}

/// The resource with the number 0 of the same family: what a number is counted from.
pub fn base(value: i32) -> Option<i32> {
    let has = |row: &&(i32, i32, i32, &str, &str)| (row.0..row.0 + row.1).contains(&value);
    let (_, _, _, before, after) = FAMILIES.iter().find(has)?;
    let is_first =
        |row: &&(i32, i32, i32, &str, &str)| row.2 == 0 && (row.3, row.4) == (*before, *after);
    FAMILIES.iter().find(is_first).map(|row| row.0)
}
