//! The names that functions are asked with and answer: `CGenum`, and the small enumerations.

use super::row::Row;

macro_rules! enums {
    ($($name:ident = $value:literal;)*) => {
        $(pub const $name: i32 = $value;)*

        /// `CGenum`. The names have no prefix here.
        pub(super) const ENUMS: &[(i32, &str)] = &[$(($value, stringify!($name))),*];
    };
}

enums! {
    UNKNOWN = 4096;
    IN = 4097;
    OUT = 4098;
    INOUT = 4099;
    MIXED = 4100;
    VARYING = 4101;
    UNIFORM = 4102;
    CONSTANT = 4103;
    PROGRAM_SOURCE = 4104;
    PROGRAM_ENTRY = 4105;
    COMPILED_PROGRAM = 4106;
    PROGRAM_PROFILE = 4107;
    GLOBAL = 4108;
    PROGRAM = 4109;
    DEFAULT = 4110;
    ERROR = 4111;
    SOURCE = 4112;
    OBJECT = 4113;
    COMPILE_MANUAL = 4114;
    COMPILE_IMMEDIATE = 4115;
    COMPILE_LAZY = 4116;
    CURRENT = 4117;
    LITERAL = 4118;
    VERSION = 4119;
    ROW_MAJOR = 4120;
    COLUMN_MAJOR = 4121;
    FRAGMENT = 4122;
    VERTEX = 4123;
    POINT = 4124;
    LINE = 4125;
    LINE_ADJ = 4126;
    TRIANGLE = 4127;
    TRIANGLE_ADJ = 4128;
    POINT_OUT = 4129;
    LINE_OUT = 4130;
    TRIANGLE_OUT = 4131;
    IMMEDIATE_PARAMETER_SETTING = 4132;
    DEFERRED_PARAMETER_SETTING = 4133;
    NO_LOCKS_POLICY = 4134;
    THREAD_SAFE_POLICY = 4135;
    FORCE_UPPER_CASE_POLICY = 4136;
    UNCHANGED_CASE_POLICY = 4137;
    IS_OPENGL_PROFILE = 4138;
    IS_DIRECT3D_PROFILE = 4139;
    IS_DIRECT3D_8_PROFILE = 4140;
    IS_DIRECT3D_9_PROFILE = 4141;
    IS_DIRECT3D_10_PROFILE = 4142;
    IS_VERTEX_PROFILE = 4143;
    IS_FRAGMENT_PROFILE = 4144;
    IS_GEOMETRY_PROFILE = 4145;
    IS_TRANSLATION_PROFILE = 4146;
    IS_HLSL_PROFILE = 4147;
    IS_GLSL_PROFILE = 4148;
    IS_TESSELLATION_CONTROL_PROFILE = 4149;
    IS_TESSELLATION_EVALUATION_PROFILE = 4150;
    BUILD_INFO = 4151;
    PATCH = 4152;
    IS_DIRECT3D_11_PROFILE = 4153;
}

/// `CGdomain`.
pub(super) const DOMAINS: &[Row] = &[
    (1, c"vertex"),
    (2, c"fragment"),
    (3, c"geometry"),
    (4, c"tessellationControl"),
    (5, c"tessellationEvaluation"),
];

/// `CGparameterclass`.
pub(super) const CLASSES: &[Row] = &[
    (1, c"scalar"),
    (2, c"vector"),
    (3, c"matrix"),
    (4, c"struct"),
    (5, c"array"),
    (6, c"sampler"),
    (7, c"object"),
    (8, c"buffer"),
];

/// `CGbehavior`.
pub(super) const BEHAVIORS: &[Row] = &[
    (0, c"unknown"),
    (1, c"latest"),
    (1000, c"2200"),
    (2000, c"3000"),
    (3000, c"3100"),
];
