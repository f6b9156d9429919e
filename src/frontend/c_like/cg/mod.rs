//! Cg 3.1: its profiles, semantics and standard library.
//!
//! | room | what is in it |
//! |---|---|
//! | `library` | The standard library, written in Cg. |
//! | `semantics` | What semantics bind parameters to, by profile. |
//! | `profile`, `profile_table` | The profiles. |

pub(in crate::frontend::c_like) mod library;
pub mod profile;
mod profile_table;
