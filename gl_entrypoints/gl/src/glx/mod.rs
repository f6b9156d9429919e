//! GLX 1.4 without its protocol: contexts and drawables live in this process, and the X server only shows pictures.
//!
//! | file | what it holds |
//! |---|---|
//! | `display` | our state of an X display: its configurations and drawables, and how errors are raised |
//! | `config`, `config_commands` | attributes of configurations and how they are chosen; the doors for them |
//! | `context`, `context_query` | creating, destroying, copying contexts; queries of them |
//! | `current` | making contexts current |
//! | `drawable`, `drawable_query` | windows, pixmaps and pbuffers; their attributes and event masks |
//! | `pixmap_texture` | pixmaps as textures |
//! | `swap` | swaps, intervals, waiting for X |
//! | `font` | X fonts as display lists |
//! | `memory` | memory for vertex array ranges |
//! | `query` | versions, strings, glXGetProcAddress |
//! | `tokens` | the values of glx.h, and the protocol's numbers for errors |
//!
//! Displays. A display's state is made by the first command that names it. It goes when Xlib closes the display, and
//! with it go drawables and contexts. Until then the application's own connection is used; we open none.
//!
//! Handles. A GLXContext or GLXFBConfig is the address of our object. It is compared with our tables and never
//! dereferenced. GLXDrawables are numbers that no server hands out, except for plain X windows, which keep theirs.
//!
//! Errors go to the application through its X error handler, as the server would report them (GLX 1.4 section 3.3).
//! They carry the minor opcode that the protocol has for the request.
//!
//! GLX, EGL and OSMesa share `native`, which binds a context to surfaces. What GLX must find again, its `Binding`, is
//! the thread's companion of the current context (`current` of the crate).
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
pub mod pixmap_texture;
pub mod query;
pub mod swap;
mod tokens;

#[cfg(test)]
mod tests;

pub(crate) use current::Binding;
