//! What Cg and HLSL have in common beyond the grammar and the checks: rules that differ in data only.
//!
//! | room | what is in it |
//! |---|---|
//! | `intrinsics` | The functions with two underscores, which only the libraries' texts can name. |
//! | `refusal` | Values that do not convert to what their use asks for. |
//! | `words` | Operators, and what the tables of words are made of. |
//! | `swizzle` | Swizzles of vectors, scalars and matrices. |
//! | `literal` | Numbers with their suffixes. |
//! | `shape` | Numbers of one shape in another shape. |
//! | `text` | A library's text as the checks read it. |

pub(super) mod intrinsics;
pub(super) mod literal;
pub(super) mod refusal;
pub(super) mod shape;
pub(super) mod swizzle;
pub(super) mod text;
pub(super) mod words;
