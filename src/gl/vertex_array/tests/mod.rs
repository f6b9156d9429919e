pub(crate) mod arrays;
pub(crate) mod draw;
pub(crate) mod fixture;
mod object;
pub(crate) mod pixels;
pub(crate) mod primitive_restart;
pub(crate) mod state;
