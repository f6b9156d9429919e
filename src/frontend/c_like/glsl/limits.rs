//! What the implementation has room for.

/// What the implementation has room for, which texts can ask for by constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub lights: u32,
    pub clip_planes: u32,
    pub texture_units: u32,
    pub texture_coords: u32,
    pub attributes: u32,
    pub vertex_uniforms: u32,
    pub varying_floats: u32,
    pub vertex_image_units: u32,
    pub image_units: u32,
    pub fragment_uniforms: u32,
    pub draw_buffers: u32,
}

impl Limits {
    pub const OWN: Limits = Limits {
        lights: 8,
        clip_planes: 6,
        texture_units: 8,
        texture_coords: 8,
        attributes: 16,
        vertex_uniforms: 4096,
        varying_floats: 64,
        vertex_image_units: 16,
        image_units: 16,
        fragment_uniforms: 4096,
        draw_buffers: 4,
    };

    /// The built-in constants (section 7.4).
    pub(super) fn constants(&self) -> [(&'static str, u32); 12] {
        [
            ("gl_MaxLights", self.lights),
            ("gl_MaxClipPlanes", self.clip_planes),
            ("gl_MaxTextureUnits", self.texture_units),
            ("gl_MaxTextureCoords", self.texture_coords),
            ("gl_MaxVertexAttribs", self.attributes),
            ("gl_MaxVertexUniformComponents", self.vertex_uniforms),
            ("gl_MaxVaryingFloats", self.varying_floats),
            ("gl_MaxVertexTextureImageUnits", self.vertex_image_units),
            ("gl_MaxCombinedTextureImageUnits", self.image_units),
            ("gl_MaxTextureImageUnits", self.image_units),
            ("gl_MaxFragmentUniformComponents", self.fragment_uniforms),
            ("gl_MaxDrawBuffers", self.draw_buffers),
        ]
    }
}
