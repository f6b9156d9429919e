//! libGL.so.1: the doors with a C ABI for GL, GLX, EGL and OSMesa.

/// The one boundary that every door goes through.
pub mod boundary;

/// Which context is current in which thread.
pub mod current;

mod native;

/// GLX 1.4.
pub mod glx;

/// EGL 1.5 for desktop GL.
pub mod egl;

/// OSMesa.
pub mod osmesa;
