//! The sources, types and severities of messages (KHR_debug tables 5.3 to 5.5).
#![forbid(unsafe_code)]

use crate::gl::context::named::gl_enum;

gl_enum! {
    /// The sources of messages (table 5.3).
    pub enum Source {
        Api = DEBUG_SOURCE_API,
        WindowSystem = DEBUG_SOURCE_WINDOW_SYSTEM,
        ShaderCompiler = DEBUG_SOURCE_SHADER_COMPILER,
        ThirdParty = DEBUG_SOURCE_THIRD_PARTY,
        Application = DEBUG_SOURCE_APPLICATION,
        Other = DEBUG_SOURCE_OTHER,
    }
}

gl_enum! {
    /// The type of a message (table 5.4).
    pub enum Type {
        Error = DEBUG_TYPE_ERROR,
        DeprecatedBehavior = DEBUG_TYPE_DEPRECATED_BEHAVIOR,
        UndefinedBehavior = DEBUG_TYPE_UNDEFINED_BEHAVIOR,
        Performance = DEBUG_TYPE_PERFORMANCE,
        Portability = DEBUG_TYPE_PORTABILITY,
        Other = DEBUG_TYPE_OTHER,
        Marker = DEBUG_TYPE_MARKER,
        PushGroup = DEBUG_TYPE_PUSH_GROUP,
        PopGroup = DEBUG_TYPE_POP_GROUP,
    }
}

gl_enum! {
    /// How important a message is (table 5.5).
    pub enum Severity {
        High = DEBUG_SEVERITY_HIGH,
        Medium = DEBUG_SEVERITY_MEDIUM,
        Low = DEBUG_SEVERITY_LOW,
        Notification = DEBUG_SEVERITY_NOTIFICATION,
    }
}

pub(crate) const SOURCES: usize = Source::Other as usize + 1;
pub(crate) const TYPES: usize = Type::PopGroup as usize + 1;
pub(crate) const SEVERITIES: usize = Severity::Notification as usize + 1;
