//! `CGerror`, and the fixed sentences of cgGetErrorString.

use super::row::Row;

/// An error of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CgError(pub i32);

macro_rules! errors {
    ($($name:ident = $value:literal, $text:literal;)*) => {
        impl CgError {
            $(pub const $name: CgError = CgError($value);)*
        }

        /// The sentences.
        pub(super) const ERRORS: &[Row] = &[$(($value, $text)),*];
    };
}

errors! {
    NO = 0, c"No error has occurred.";
    COMPILER = 1, c"The compile returned an error.";
    INVALID_PARAMETER = 2, c"The parameter used is invalid.";
    INVALID_PROFILE = 3, c"The profile is not supported.";
    PROGRAM_LOAD = 4, c"The program could not load.";
    PROGRAM_BIND = 5, c"The program could not bind.";
    PROGRAM_NOT_LOADED = 6, c"The program must be loaded before this operation may be used.";
    UNSUPPORTED_GL_EXTENSION = 7, c"An unsupported GL extension was required to perform this operation.";
    INVALID_VALUE_TYPE = 8, c"An unknown value type was assigned to a parameter.";
    NOT_MATRIX_PARAM = 9, c"The parameter is not of matrix type.";
    INVALID_ENUMERANT = 10, c"The enumerant parameter has an invalid value.";
    NOT_4X4_MATRIX = 11, c"The parameter must be a 4x4 matrix type.";
    FILE_READ = 12, c"The file could not be read.";
    FILE_WRITE = 13, c"The file could not be written.";
    NVPARSE = 14, c"nvparse could not successfully parse the output from the Cg compiler backend.";
    MEMORY_ALLOC = 15, c"Memory allocation failed.";
    INVALID_CONTEXT_HANDLE = 16, c"Invalid context handle.";
    INVALID_PROGRAM_HANDLE = 17, c"Invalid program handle.";
    INVALID_PARAM_HANDLE = 18, c"Invalid parameter handle.";
    UNKNOWN_PROFILE = 19, c"The specified profile is unknown.";
    VAR_ARG = 20, c"The variable arguments were specified incorrectly.";
    INVALID_DIMENSION = 21, c"The dimension value is invalid.";
    ARRAY_PARAM = 22, c"The parameter must be an array.";
    OUT_OF_ARRAY_BOUNDS = 23, c"Index into the array is out of bounds.";
    CONFLICTING_TYPES = 24, c"A type being added to the context conflicts with an existing type.";
    CONFLICTING_PARAMETER_TYPES = 25, c"The parameters being bound have conflicting types.";
    PARAMETER_IS_NOT_SHARED = 26, c"The parameter must be global.";
    INVALID_PARAMETER_VARIABILITY = 27, c"The parameter could not be changed to the given variability.";
    CANNOT_DESTROY_PARAMETER = 28, c"Cannot destroy the parameter.  It is bound to other parameters or is not a root parameter.";
    NOT_ROOT_PARAMETER = 29, c"The parameter is not a root parameter.";
    PARAMETERS_DO_NOT_MATCH = 30, c"The two parameters being bound do not match.";
    IS_NOT_PROGRAM_PARAMETER = 31, c"The parameter is not a program parameter.";
    INVALID_PARAMETER_TYPE = 32, c"The type of the parameter is invalid.";
    PARAMETER_IS_NOT_RESIZABLE_ARRAY = 33, c"The parameter must be a resizable array.";
    INVALID_SIZE = 34, c"The size value is invalid.";
    BIND_CREATES_CYCLE = 35, c"Cannot bind the given parameters.  Binding will form a cycle.";
    ARRAY_TYPES_DO_NOT_MATCH = 36, c"Cannot bind the given parameters.  Array types do not match.";
    ARRAY_DIMENSIONS_DO_NOT_MATCH = 37, c"Cannot bind the given parameters.  Array dimensions do not match.";
    ARRAY_HAS_WRONG_DIMENSION = 38, c"The array has the wrong dimension.";
    TYPE_IS_NOT_DEFINED_IN_PROGRAM = 39, c"Connecting the parameters failed because The type of the source parameter is not defined within the given program or does not match the type with the same name in the program.";
    INVALID_EFFECT_HANDLE = 40, c"Invalid effect handle.";
    INVALID_STATE_HANDLE = 41, c"Invalid state handle.";
    INVALID_STATE_ASSIGNMENT_HANDLE = 42, c"Invalid stateassignment handle.";
    INVALID_PASS_HANDLE = 43, c"Invalid pass handle.";
    INVALID_ANNOTATION_HANDLE = 44, c"Invalid annotation handle.";
    INVALID_TECHNIQUE_HANDLE = 45, c"Invalid technique handle.";
    INVALID_PARAMETER_HANDLE = 46, c"Invalid parameter handle.";
    STATE_ASSIGNMENT_TYPE_MISMATCH = 47, c"Operation is not valid for this type of stateassignment.";
    INVALID_FUNCTION_HANDLE = 48, c"Invalid function handle.";
    INVALID_TECHNIQUE = 49, c"Technique did not pass validation.";
    INVALID_POINTER = 50, c"The supplied pointer is NULL.";
    NOT_ENOUGH_DATA = 51, c"Not enough data was provided.";
    NON_NUMERIC_PARAMETER = 52, c"The parameter is not of a numeric type.";
    ARRAY_SIZE_MISMATCH = 53, c"The specified array sizes are not compatible with the given array.";
    CANNOT_SET_NON_UNIFORM_PARAMETER = 54, c"Cannot set the value of a non-uniform parameter.";
    DUPLICATE_NAME = 55, c"This name is already in use.";
    INVALID_OBJ_HANDLE = 56, c"Invalid object handle.";
    INVALID_BUFFER_HANDLE = 57, c"Invalid buffer handle.";
    BUFFER_INDEX_OUT_OF_RANGE = 58, c"Buffer index is out of bounds.";
    BUFFER_ALREADY_MAPPED = 59, c"The buffer is already mapped.";
    BUFFER_UPDATE_NOT_ALLOWED = 60, c"The buffer cannot be updated.";
    GLSLG_UNCOMBINED_LOAD = 61, c"The GLSL geometry program can not load without being combined with a vertex program.";
}
