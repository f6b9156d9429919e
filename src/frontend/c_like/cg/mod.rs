//! Cg 3.1: its rules, profiles, semantics and standard library.
//!
//! | room | what is in it |
//! |---|---|
//! | `rules` | Words, conversions, operators, constructors, as the checks ask for them. |
//! | `library` | The standard library, written in Cg. |
//! | `semantics` | What semantics bind parameters to, by profile. |
//! | `profile`, `profile_table` | The profiles. |

pub(in crate::frontend::c_like) mod library;
pub mod profile;
mod profile_table;
pub mod semantics;
// The compiler over it joins with the grammar and the profiles.
#[allow(dead_code)]
mod rules;
