//! Cg 3.1.
//!
//! | room | what is in it |
//! |---|---|
//! | `rules` | Words, conversions, operators, constructors, as the checks ask for them. |

// The compiler over it joins with the grammar and the profiles.
#[allow(dead_code)]
mod rules;
