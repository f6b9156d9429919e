//! Talks to X servers through the application's own connections. It asks for visuals, reads fonts, and puts pictures into
//! windows. libX11 is not linked, but opened at run time. The driver does not use the GLX protocol.
//!
//! Everything here runs in the thread of the application that made the GL call, but for [`FrameWindow`]: it shows frames in a
//! thread of the driver, through a connection of the driver's own.
//!
//! # Errors
//! A request of ours may fail, because a window has vanished. Xlib would report this to the application, which may then exit. So
//! an error handler of ours is installed as long as our requests are in flight, under one lock. It passes errors of earlier
//! requests on to the application's handler.

mod connection;
mod drawable;
mod font;
mod frame_window;
mod image;
mod rows;
mod segment;
mod shown_tiles;
mod xlib;

#[cfg(test)]
mod tests;

pub use connection::{Connection, error_code, malloc_copy};
pub use drawable::{Geometry, XDrawable};
pub use font::Glyph;
pub use frame_window::FrameWindow;
pub use xlib::{CharStruct, Display, VisualInfo, Xid};
