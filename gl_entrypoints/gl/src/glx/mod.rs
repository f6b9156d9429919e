//! GLX 1.4 without its protocol: contexts and drawables live in this process, X only shows pictures.
//!
//! Errors go to the application through its X error handler, as the server would report them (GLX 1.4 section 3.3).
#![allow(non_snake_case)]

mod config;
pub mod config_commands;
pub mod context;
pub mod context_query;
pub mod current;
mod display;
pub mod drawable;
pub mod drawable_query;
pub mod font;
pub mod memory;
pub mod query;
pub mod swap;
mod tokens;

pub(crate) use current::Binding;
