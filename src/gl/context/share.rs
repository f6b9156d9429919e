//! What the contexts of a share group have in common: textures, buffers, programs, shaders, framebuffers,
//! display lists.

/// Objects by name.
type Names<T> = parking_lot::Mutex<super::names::ObjectTable<T>>;

/// A share group (GLX 1.4 section 2.3).
#[derive(Debug)]
pub struct ShareGroup {
    /// The counter of object changes, which draws compare.
    pub device: crate::device::Share,
    pub lists: parking_lot::Mutex<crate::gl::list::record::Lists>,
    pub buffers: Names<crate::gl::buffer::object::BufferObject>,
    pub textures: Names<crate::gl::texture_object::object::TextureHandle>,
    /// Programs by name. All targets have one name space (QUIRKS 0.39).
    pub programs: parking_lot::Mutex<crate::gl::program::object::Programs>,
    /// Shaders and programs in GLSL by name.
    pub shader_objects: parking_lot::Mutex<crate::gl::shader_object::object::ShaderObjects>,
    /// Whether some texture has been rendered to.
    pub renders_to_textures: std::sync::atomic::AtomicBool,
    pub framebuffers: Names<crate::gl::framebuffer::object::Framebuffer>,
    /// Counts the changes that the completeness of framebuffers depends on.
    pub framebuffer_revision: std::sync::Arc<crate::device::state::revision::Revision>,
    pub renderbuffers: Names<crate::gl::framebuffer::renderbuffer::Renderbuffer>,
    /// Sampler objects by name.
    pub samplers: Names<crate::gl::texture_object::sampler::SamplerObject>,
    pub syncs: parking_lot::Mutex<crate::gl::query::sync::SyncObjects>,
    pub labels: parking_lot::Mutex<super::labels::Labels>,
    /// Fragment shaders of ATI_fragment_shader by name.
    pub fragment_shaders: parking_lot::Mutex<crate::gl::ati_shader::object::FragmentShaders>,
    /// Vertex shaders of EXT_vertex_shader by name.
    pub vertex_shaders: parking_lot::Mutex<crate::gl::ext_shader::object::VertexShaders>,
    /// What GenSymbolsEXT and the Bind commands of EXT_vertex_shader have named.
    pub vertex_symbols:
        crate::device::state::revision::Watched<crate::gl::ext_shader::symbol::Symbols>,
}

impl Default for ShareGroup {
    fn default() -> ShareGroup {
        let device = crate::device::Share::default();
        ShareGroup {
            vertex_symbols: crate::device::state::revision::Watched::new(
                &device,
                Default::default(),
            ),
            device,
            lists: Default::default(),
            buffers: Default::default(),
            textures: Default::default(),
            programs: Default::default(),
            shader_objects: Default::default(),
            renders_to_textures: Default::default(),
            framebuffers: Default::default(),
            framebuffer_revision: Default::default(),
            renderbuffers: Default::default(),
            samplers: Default::default(),
            syncs: Default::default(),
            labels: Default::default(),
            fragment_shaders: Default::default(),
            vertex_shaders: Default::default(),
        }
    }
}
