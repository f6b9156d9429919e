//! `CGtype`: names, kinds of numbers, rows and columns.

use super::row::Row;
use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::sync::LazyLock;

pub const UNKNOWN_TYPE: i32 = 0;
pub const STRUCT: i32 = 1;
pub const ARRAY: i32 = 2;
pub const FLOAT: i32 = 1045;
pub const STRING: i32 = 1135;

/// The first number of an application's own structures.
pub const FIRST_USER_TYPE: i32 = 8193;

/// `CGparameterclass`.
pub mod class {
    pub const UNKNOWN: i32 = 0;
    pub const SCALAR: i32 = 1;
    pub const VECTOR: i32 = 2;
    pub const MATRIX: i32 = 3;
    pub const STRUCT: i32 = 4;
    pub const ARRAY: i32 = 5;
    pub const SAMPLER: i32 = 6;
    pub const OBJECT: i32 = 7;
    pub const BUFFER: i32 = 8;
}

/// Types that are no numbers, with their classes.
const OTHERS: &[(Row, i32)] = &[
    ((0, c"unknown"), class::UNKNOWN),
    ((1, c"struct"), class::STRUCT),
    ((2, c"array"), class::ARRAY),
    ((3, c"typelessstruct"), class::UNKNOWN),
    ((1065, c"sampler1D"), class::SAMPLER),
    ((1066, c"sampler2D"), class::SAMPLER),
    ((1067, c"sampler3D"), class::SAMPLER),
    ((1068, c"samplerRECT"), class::SAMPLER),
    ((1069, c"samplerCUBE"), class::SAMPLER),
    ((1135, c"string"), class::OBJECT),
    ((1136, c"program"), class::OBJECT),
    ((1137, c"texture"), class::OBJECT),
    ((1138, c"sampler1DARRAY"), class::SAMPLER),
    ((1139, c"sampler2DARRAY"), class::SAMPLER),
    ((1140, c"samplerCUBEARRAY"), class::SAMPLER),
    ((1141, c"vertexshader"), class::OBJECT),
    ((1142, c"pixelshader"), class::OBJECT),
    ((1143, c"sampler"), class::SAMPLER),
    ((1144, c"samplerBUF"), class::SAMPLER),
    ((1313, c"shadow1D"), class::SAMPLER),
    ((1314, c"shadow2D"), class::SAMPLER),
    ((1315, c"shadowRECT"), class::SAMPLER),
    ((1316, c"samplerRBUF"), class::SAMPLER),
    ((1317, c"sampler2DMS"), class::SAMPLER),
    ((1318, c"sampler2DMSARRAY"), class::SAMPLER),
    ((1319, c"buffer"), class::BUFFER),
    ((1320, c"uniformbuffer"), class::BUFFER),
    ((1321, c"address"), class::VECTOR),
];

/// Kinds of numbers: the type of one, the type of vectors of one, the first of vectors of two, the first of matrices.
const NUMBERS: &[(&str, [i32; 4])] = &[
    ("half", [1025, 1090, 1026, 1029]),
    ("float", [1045, 1091, 1046, 1049]),
    ("fixed", [1070, 1092, 1071, 1074]),
    ("int", [1093, 1094, 1095, 1098]),
    ("bool", [1114, 1115, 1116, 1119]),
    ("double", [1145, 1146, 1147, 1150]),
    ("char", [1166, 1167, 1168, 1171]),
    ("uchar", [1187, 1188, 1189, 1192]),
    ("short", [1208, 1209, 1210, 1213]),
    ("ushort", [1229, 1230, 1231, 1234]),
    ("uint", [1250, 1251, 1252, 1255]),
    ("long", [1271, 1272, 1273, 1276]),
    ("ulong", [1292, 1293, 1294, 1297]),
];

/// A type's facts.
#[derive(Debug, Clone)]
pub struct TypeInfo {
    pub name: CString,
    /// The type of one component.
    pub base: i32,
    pub class: i32,
    pub rows: i32,
    pub columns: i32,
}

/// All types by number.
static TYPES: LazyLock<HashMap<i32, TypeInfo>> = LazyLock::new(|| {
    let others = OTHERS.iter().map(|((value, name), class)| {
        let info = TypeInfo {
            name: (*name).to_owned(),
            base: *value,
            class: *class,
            rows: 0,
            columns: 0,
        };
        (*value, info)
    });
    others.chain(NUMBERS.iter().flat_map(kind)).collect()
});

/// The types of a kind of numbers.
fn kind((word, [one, vector, vectors, matrices]): &(&str, [i32; 4])) -> Vec<(i32, TypeInfo)> {
    let info = |suffix: String, class, rows, columns| TypeInfo {
        name: CString::new(format!("{word}{suffix}")).unwrap_or_default(),
        base: *one,
        class,
        rows,
        columns,
    };
    let mut all = vec![
        (*one, info(String::new(), class::SCALAR, 1, 1)),
        (*vector, info("1".to_owned(), class::VECTOR, 1, 1)),
    ];
    all.extend((2..=4).map(|n| (vectors + n - 2, info(n.to_string(), class::VECTOR, 1, n))));
    for (n, value) in (*matrices..matrices + 16).enumerate() {
        let (rows, columns) = (n as i32 / 4 + 1, n as i32 % 4 + 1);
        all.push((
            value,
            info(format!("{rows}x{columns}"), class::MATRIX, rows, columns),
        ));
    }
    all
}

/// The facts of a type that is no application's own.
pub fn type_info(value: i32) -> Option<&'static TypeInfo> {
    TYPES.get(&value)
}

/// The type of a name.
pub fn type_named(name: &str) -> Option<i32> {
    static BY_NAME: LazyLock<HashMap<&'static CStr, i32>> = LazyLock::new(|| {
        let all = TYPES.iter();
        all.map(|(value, info)| (info.name.as_c_str(), *value))
            .collect()
    });
    let name = CString::new(name).ok()?;
    BY_NAME.get(name.as_c_str()).copied()
}
