//! GLX tokens (glx.h, glxext.h), without the `GLX_` prefix, and the protocol's numbers for errors.

macro_rules! tokens {
    ($($name:ident = $value:expr;)*) => { $(pub(crate) const $name: i32 = $value;)* };
}

tokens! {
    NONE = 0;
    DONT_CARE = -1;
    USE_GL = 1;
    BUFFER_SIZE = 2;
    LEVEL = 3;
    RGBA = 4;
    DOUBLEBUFFER = 5;
    STEREO = 6;
    AUX_BUFFERS = 7;
    RED_SIZE = 8;
    GREEN_SIZE = 9;
    BLUE_SIZE = 10;
    ALPHA_SIZE = 11;
    DEPTH_SIZE = 12;
    STENCIL_SIZE = 13;
    ACCUM_RED_SIZE = 14;
    ACCUM_GREEN_SIZE = 15;
    ACCUM_BLUE_SIZE = 16;
    ACCUM_ALPHA_SIZE = 17;
    CONFIG_CAVEAT = 0x20;
    X_VISUAL_TYPE = 0x22;
    TRANSPARENT_TYPE = 0x23;
    TRANSPARENT_INDEX_VALUE = 0x24;
    TRANSPARENT_RED_VALUE = 0x25;
    TRANSPARENT_GREEN_VALUE = 0x26;
    TRANSPARENT_BLUE_VALUE = 0x27;
    TRANSPARENT_ALPHA_VALUE = 0x28;
    CONTEXT_MAJOR_VERSION = 0x2091;
    CONTEXT_MINOR_VERSION = 0x2092;
    CONTEXT_FLAGS = 0x2094;
    CONTEXT_PROFILE_MASK = 0x9126;
    CONTEXT_DEBUG_BIT = 1;
    CONTEXT_FORWARD_COMPATIBLE_BIT = 2;
    CONTEXT_COMPATIBILITY_PROFILE_BIT = 2;
    CONTEXT_CORE_PROFILE_BIT = 1;
    CONTEXT_ES2_PROFILE_BIT = 4;
    FRAMEBUFFER_SRGB_CAPABLE = 0x20B2;
    BIND_TO_TEXTURE_RGB = 0x20D0;
    BIND_TO_TEXTURE_RGBA = 0x20D1;
    BIND_TO_MIPMAP_TEXTURE = 0x20D2;
    BIND_TO_TEXTURE_TARGETS = 0x20D3;
    Y_INVERTED = 0x20D4;
    TEXTURE_FORMAT = 0x20D5;
    TEXTURE_TARGET = 0x20D6;
    MIPMAP_TEXTURE = 0x20D7;
    TEXTURE_FORMAT_NONE = 0x20D8;
    TEXTURE_FORMAT_RGB = 0x20D9;
    TEXTURE_FORMAT_RGBA = 0x20DA;
    TEXTURE_1D = 0x20DB;
    TEXTURE_2D = 0x20DC;
    TEXTURE_RECTANGLE = 0x20DD;
    FRONT_LEFT = 0x20DE;
    SWAP_INTERVAL = 0x20F1;
    MAX_SWAP_INTERVAL = 0x20F2;


    TRUE_COLOR = 0x8002;
    DONE_NONE = 0x8000;
    VISUAL_ID = 0x800B;
    SCREEN = 0x800C;
    DRAWABLE_TYPE = 0x8010;
    RENDER_TYPE = 0x8011;
    X_RENDERABLE = 0x8012;
    FBCONFIG_ID = 0x8013;
    RGBA_TYPE = 0x8014;
    COLOR_INDEX_TYPE = 0x8015;
    MAX_PBUFFER_WIDTH = 0x8016;
    MAX_PBUFFER_HEIGHT = 0x8017;
    MAX_PBUFFER_PIXELS = 0x8018;
    PRESERVED_CONTENTS = 0x801B;
    LARGEST_PBUFFER = 0x801C;
    WIDTH = 0x801D;
    HEIGHT = 0x801E;
    EVENT_MASK = 0x801F;
    PBUFFER_HEIGHT = 0x8040;
    PBUFFER_WIDTH = 0x8041;
    SAMPLE_BUFFERS = 100000;
    SAMPLES = 100001;
    SHARE_CONTEXT = 0x800A;
    WINDOW_BIT = 1;
    PIXMAP_BIT = 2;
    PBUFFER_BIT = 4;
    RGBA_BIT = 1;
    VENDOR = 1;
    VERSION = 2;
    EXTENSIONS = 3;
    BAD_SCREEN = 1;
    BAD_ATTRIBUTE = 2;
    NO_EXTENSION = 3;
    BAD_VISUAL = 4;
    BAD_CONTEXT_CODE = 5;
    BAD_VALUE_CODE = 6;
    RENDERER_VENDOR_ID = 0x8183;
    RENDERER_DEVICE_ID = 0x8184;
    RENDERER_VERSION = 0x8185;
    RENDERER_ACCELERATED = 0x8186;
    RENDERER_VIDEO_MEMORY = 0x8187;
    RENDERER_UNIFIED_MEMORY_ARCHITECTURE = 0x8188;
    RENDERER_PREFERRED_PROFILE = 0x8189;
    RENDERER_CORE_PROFILE_VERSION = 0x818A;
    RENDERER_COMPATIBILITY_PROFILE_VERSION = 0x818B;
    RENDERER_ES_PROFILE_VERSION = 0x818C;
    RENDERER_ES2_PROFILE_VERSION = 0x818D;
}

/// An X error of GLX: a code of the GLX extension, or one of the core protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum XError {
    Core(u8),
    BadContext,
    BadDrawable,
    BadPixmap,
    BadFbConfig,
    BadPbuffer,
    BadWindow,
    BadProfile,
}

impl XError {
    /// Number after the extension's first error (GLX encoding for X 1.3).
    pub(crate) fn glx_offset(self) -> Option<u8> {
        Some(match self {
            XError::Core(_) => return None,
            XError::BadContext => 0,
            XError::BadDrawable => 2,
            XError::BadPixmap => 3,
            XError::BadFbConfig => 9,
            XError::BadPbuffer => 10,
            XError::BadWindow => 12,
            XError::BadProfile => 13,
        })
    }
}

/// Minor opcodes, which X errors name.
pub(crate) mod opcode {
    pub(crate) const CREATE_CONTEXT: u8 = 3;
    pub(crate) const DESTROY_CONTEXT: u8 = 4;
    pub(crate) const MAKE_CURRENT: u8 = 5;
    pub(crate) const COPY_CONTEXT: u8 = 10;
    pub(crate) const SWAP_BUFFERS: u8 = 11;
    pub(crate) const USE_X_FONT: u8 = 12;
    pub(crate) const CREATE_GLX_PIXMAP: u8 = 13;
    pub(crate) const DESTROY_GLX_PIXMAP: u8 = 15;
    pub(crate) const VENDOR_PRIVATE: u8 = 16;
    pub(crate) const CREATE_PIXMAP: u8 = 22;
    pub(crate) const DESTROY_PIXMAP: u8 = 23;
    pub(crate) const CREATE_NEW_CONTEXT: u8 = 24;
    pub(crate) const QUERY_CONTEXT: u8 = 25;
    pub(crate) const MAKE_CONTEXT_CURRENT: u8 = 26;
    pub(crate) const CREATE_PBUFFER: u8 = 27;
    pub(crate) const DESTROY_PBUFFER: u8 = 28;
    pub(crate) const GET_DRAWABLE_ATTRIBUTES: u8 = 29;
    pub(crate) const CHANGE_DRAWABLE_ATTRIBUTES: u8 = 30;
    pub(crate) const CREATE_WINDOW: u8 = 31;
    pub(crate) const DESTROY_WINDOW: u8 = 32;
    pub(crate) const CREATE_CONTEXT_ATTRIBS: u8 = 34;
}
