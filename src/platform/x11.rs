//! X11 without linking it: the application's own connections, their visuals, and pictures into their windows.
//!
//! The GLX protocol is never spoken. Everything here runs in the application's thread that made the GL call. An X
//! error of ours (a window that vanished) is caught by a handler that is installed only while our requests are in
//! flight, under one lock, and that hands errors of earlier requests to the application's handler.

mod connection;
mod drawable;
mod font;
mod image;
mod xlib;

pub use connection::{Connection, error_code, malloc_copy};
pub use drawable::{Geometry, XDrawable};
pub use font::Glyph;
pub use xlib::{CharStruct, Display, VisualInfo, Xid};
