//! Parameters: of programs, and those that applications make and connect with them.
//!
//! A parameter with members or elements has them as parameters of their own. Only leaves have values.
//!
//! | file | what is in it |
//! |---|---|
//! | `connect` | Connections: a parameter takes its values from another one. |
//! | `create` | Parameters that applications make. |
//! | `set` | Setting values. |
//! | `values` | Reading values, and how values lie in arrays. |
//! | `free` | Freeing parameters. |
//! | `find` | From parameter to parameter. |
//! | `query` | What a parameter is. |
//! | `tree` | Trees of parameters from a program's declarations. |

pub mod connect;
pub mod create;
pub mod find;
pub(super) mod free;
pub mod query;
pub mod set;
pub(super) mod tree;
pub mod values;
