//! GLSL 1.10 and 1.20, as OpenGL 2.1 has it.
//!
//! [`compile`] takes the strings of a shader object to a [`Shader`], with all errors and warnings as an info log. [`link()`]
//! makes the programs of both stages of shaders.
//!
//! A matrix of `C` columns and `R` rows is a matrix of the tree with `C` rows of `R` numbers: its rows are the columns of
//! GLSL, so that `m[i]` and the order of the scalars are the same in both.
//!
//! | room | what is in it |
//! |---|---|
//! | `vocabulary` | Keywords and names of types, as the grammar asks for them. |
//! | `words` | Names of types. |
//! | `source` | The strings of a shader, and the places in them. |
//! | `directive` | What stands before the text: `#version` and `#extension`. |
//! | `request` | A text becomes a typed tree. |
//! | `arrange` | Declarations are written in the words that the checks know. |
//! | `variables` | The built-in variables and constants. |
//! | `rules` | Conversions, operators, constructors, as the checks ask for them. |
//! | `library` | The built-in functions. |
//! | `state` | What the state uniforms stand for. |
//! | `semantics` | What the stages connect. |
//! | `limits` | What the implementation has room for. |
//! | `merge` | Several texts of one stage as one. |
//! | `link` | Shaders become programs of both stages. |

mod arrange;
mod directive;
mod library;
mod limits;
mod link;
mod merge;
mod request;
mod rules;
mod semantics;
mod source;
mod state;
mod variables;
mod vocabulary;
mod words;

pub use directive::Extension;
pub use limits::Limits;
pub use link::{ActiveAttribute, ActiveUniform, LinkOptions, Linked, LinkedStage, Log, link};
pub use request::{Refused, Shader, compile};
pub use source::Source;
