//! The types of include/trilobite.h.

use std::ffi::{CString, c_char, c_void};
use trilobite::compute::Function;
use trilobite::texture::Texture;

/// `tri_result`: how a call ended.
pub type TriResult = u32;
pub const OK: TriResult = 0;
/// The text was refused, and the log says why.
pub const COMPILE_ERROR: TriResult = 1;
/// An argument is wrong. Nothing was done.
pub const INVALID_ARGUMENT: TriResult = 2;
/// Memory is short. Nothing was done.
pub const OUT_OF_MEMORY: TriResult = 3;
/// The run took longer than its options allow.
pub const BUDGET_SPENT: TriResult = 4;
/// A panic of ours was caught.
pub const INTERNAL_ERROR: TriResult = 5;

/// `tri_module`: a compiled text.
pub struct TriModule {
    pub(crate) log: CString,
    /// The byte of the text at which the first error is; -1 without one.
    pub(crate) error_position: i64,
    pub(crate) functions: Vec<TriFunction>,
}

/// `tri_function`: a function of a module.
pub struct TriFunction {
    pub(crate) function: Function,
    pub(crate) name: CString,
    pub(crate) parameters: Vec<TriParameter>,
    /// The strings that the parameters point to.
    pub(crate) _strings: Vec<CString>,
}

/// `tri_texture`: texels and how they are sampled.
pub struct TriTexture(pub(crate) Texture);

/// `tri_image`: what a texture is made of.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TriImage {
    /// The bytes of the structure.
    pub size: usize,
    /// `tri_shape`.
    pub shape: u32,
    /// `tri_texels`.
    pub format: u32,
    /// The size of the base level.
    pub width: u32,
    pub height: u32,
    pub depth: u32,
    /// The number of levels; 0 is 1.
    pub levels: u32,
    /// The levels, one after the other.
    pub texels: *const c_void,
    /// Their bytes.
    pub bytes: usize,
    /// `tri_filter` of magnified, minified samples, and between levels.
    pub mag: u32,
    pub min: u32,
    pub mip: u32,
    /// `tri_wrap` of each coordinate.
    pub wrap: [u32; 3],
    pub border: [f32; 4],
    /// `tri_compare`.
    pub compare: u32,
}

/// `tri_parameter`: an input or output of a function.
#[derive(Debug)]
#[repr(C)]
pub struct TriParameter {
    /// The name in the text.
    pub name: *const c_char,
    /// `tri_direction`.
    pub direction: u32,
    /// `tri_scalar`.
    pub scalar: u32,
    /// The number of components of a vector.
    pub components: u32,
    /// The number of elements of an array.
    pub count: u32,
    /// The size of one value.
    pub bytes: usize,
    /// Rows of a matrix, 0 of all else.
    pub rows: u32,
    /// `tri_shape` of a sampler, 0 of all else.
    pub shape: u32,
    /// The semantic, empty if there is none.
    pub semantic: *const c_char,
    /// One value for a caller that gives none; null if there is none.
    pub default_value: *const c_void,
}

// SAFETY: the names and the default value point to memory of the function, which never changes.
unsafe impl Send for TriParameter {}
// SAFETY: as above.
unsafe impl Sync for TriParameter {}

/// `tri_include`: finds the text of a name.
pub type TriInclude = unsafe extern "C" fn(
    user: *mut c_void,
    path: *const c_char,
    length: *mut usize,
) -> *const c_char;

/// `tri_compile_options`: what a text's compiler is told.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TriCompileOptions {
    /// The bytes of the structure.
    pub size: usize,
    /// The text's name in messages.
    pub name: *const c_char,
    pub profile: *const c_char,
    /// The function.
    pub entry: *const c_char,
    /// Macros.
    pub defines: *const *const c_char,
    /// Their number.
    pub n_defines: usize,
    /// Structures for interfaces.
    pub interfaces: *const *const c_char,
    /// Their number.
    pub n_interfaces: usize,
    /// Folders of included texts.
    pub include_paths: *const *const c_char,
    /// Their number.
    pub n_include_paths: usize,
    /// Finds included texts.
    pub include: Option<TriInclude>,
    /// The first argument of `include`.
    pub user: *mut c_void,
    /// Whether exactly what the language's own compiler accepts is accepted.
    pub strict: i32,
    /// Elements of parameters that are arrays without a size. From version 5 on.
    pub array_sizes: *const *const c_char,
    /// Their number.
    pub n_array_sizes: usize,
}

/// `tri_array`: the values of a parameter.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TriArray {
    /// The address of value 0.
    pub data: *mut c_void,
    /// Bytes from one value to the next.
    pub stride: isize,
}

/// `tri_options`: how a run goes.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TriOptions {
    /// The most threads. 0 means one per processor.
    pub threads: u32,
    /// The run is stopped after this time. 0 means never.
    pub seconds: f64,
}
