//! The limits of a translation unit. Each is far above what real texts need, and low enough that any text ends within a tenth
//! of a second and some hundred megabytes.

/// Tokens that macros may produce, arguments included.
pub(super) const EXPANDED_TOKENS: usize = 1 << 19;
/// Tokens of a unit.
pub(super) const TOKENS: usize = 3 << 19;
/// Bytes of a token that `#` or `##` makes.
pub(super) const TOKEN_BYTES: usize = 1 << 16;
/// Bytes that `#`, `##` and `__FILE__` make, all together.
pub(super) const MADE_BYTES: usize = 4 << 20;
/// Calls of macros in arguments of calls of macros.
pub(super) const ARGUMENT_DEPTH: usize = 100;
/// Bytes of a macro's name. Longer words are looked up nowhere.
pub(super) const NAME_BYTES: usize = 1024;
/// Parameters of a macro.
pub(super) const PARAMETERS: usize = 256;
/// Files open at once.
pub(super) const INCLUDE_DEPTH: usize = 400;
/// `#include`s of a unit, also of files that are not there.
pub(super) const INCLUDES: usize = 4096;
/// Bytes of a path.
pub(super) const PATH_BYTES: usize = 4096;
/// Bytes of all inclusions of a unit; a file counts each time.
pub(super) const INCLUDED_BYTES: usize = 4 << 20;
/// Parentheses, unary operators and `?:` inside each other in a condition.
pub(super) const CONDITION_DEPTH: usize = 200;
