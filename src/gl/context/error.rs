//! GL errors: the code that the specification names, and the rule that was broken.

use super::enums;
use crate::device::OutOfMemory;
use crate::platform::Unreadable;

/// The result of a command.
pub type Result<T = ()> = std::result::Result<T, GlError>;

/// Why a command had no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct GlError {
    /// The GL error code, for example `GL_INVALID_ENUM`.
    pub code: u32,
    /// The rule that was broken, in one line, for the log.
    pub reason: &'static str,
}

impl GlError {
    /// For the log, with the prefix `GL_`.
    pub const fn name(&self) -> &'static str {
        match self.code {
            0x0500 => "GL_INVALID_ENUM",
            0x0501 => "GL_INVALID_VALUE",
            0x0502 => "GL_INVALID_OPERATION",
            0x0503 => "GL_STACK_OVERFLOW",
            0x0504 => "GL_STACK_UNDERFLOW",
            0x0505 => "GL_OUT_OF_MEMORY",
            0x0506 => "GL_INVALID_FRAMEBUFFER_OPERATION",
            0x8031 => "GL_TABLE_TOO_LARGE",
            _ => "an error",
        }
    }

    /// The error of an enum that the command does not accept.
    pub const fn invalid_enum(reason: &'static str) -> GlError {
        GlError {
            code: enums::INVALID_ENUM,
            reason,
        }
    }

    /// The error of a number out of range.
    pub const fn invalid_value(reason: &'static str) -> GlError {
        GlError {
            code: enums::INVALID_VALUE,
            reason,
        }
    }

    /// The error of a command that the current state does not allow.
    pub const fn invalid_operation(reason: &'static str) -> GlError {
        GlError {
            code: enums::INVALID_OPERATION,
            reason,
        }
    }

    /// The error of drawing to, or reading from, a framebuffer that is not complete.
    pub const fn invalid_framebuffer_operation(reason: &'static str) -> GlError {
        GlError {
            code: enums::INVALID_FRAMEBUFFER_OPERATION,
            reason,
        }
    }

    /// The error of memory that could not be allocated.
    pub const fn out_of_memory(reason: &'static str) -> GlError {
        GlError {
            code: enums::OUT_OF_MEMORY,
            reason,
        }
    }

    /// The error of a push onto a full stack.
    pub const fn stack_overflow(reason: &'static str) -> GlError {
        GlError {
            code: enums::STACK_OVERFLOW,
            reason,
        }
    }

    /// The error of a pop from an empty stack.
    pub const fn stack_underflow(reason: &'static str) -> GlError {
        GlError {
            code: enums::STACK_UNDERFLOW,
            reason,
        }
    }
}

impl From<OutOfMemory> for GlError {
    fn from(OutOfMemory(reason): OutOfMemory) -> GlError {
        GlError::out_of_memory(reason)
    }
}

/// What a command raises that cannot read its array: INVALID_VALUE with this reason for the pointer, or OUT_OF_MEMORY.
pub(crate) fn unreadable(null: &'static str) -> impl Fn(Unreadable) -> GlError + Copy {
    move |cause| match cause {
        Unreadable::Pointer => GlError::invalid_value(null),
        Unreadable::Memory => GlError::out_of_memory("a copy of the application's array"),
    }
}
