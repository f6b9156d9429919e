//! What the contexts of a share group have in common: textures, buffers, programs, shaders, display lists.

/// A share group (GLX 1.4 section 2.3).
#[derive(Debug, Default)]
pub struct ShareGroup {
    /// Display lists by name.
    pub lists: parking_lot::Mutex<super::display_list::Lists>,
    /// Buffer objects by name.
    pub buffers: parking_lot::Mutex<super::buffer::Buffers>,
    /// Texture objects by name.
    pub textures: parking_lot::Mutex<super::texture_object::Textures>,
    /// Programs by name, all targets in one name space (TRAPS 0.39).
    pub programs: parking_lot::Mutex<super::program_object::Programs>,
    /// Labels of shared objects.
    pub labels: parking_lot::Mutex<super::debug_label::Labels>,
    /// Fragment shaders of ATI_fragment_shader by name.
    pub fragment_shaders: parking_lot::Mutex<super::fragment_shader_ati::FragmentShaders>,
}
