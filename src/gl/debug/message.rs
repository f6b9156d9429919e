//! Debug output (KHR_debug section 5.5): messages, their log, groups, and the queue to the application's callback.
//!
//! A message that is made while a command runs goes to the log, or waits for the callback: the doors call it after the
//! command has left the context, so a callback may call GL. Nothing is made or formatted while DEBUG_OUTPUT is
//! disabled.
#![forbid(unsafe_code)]

use super::filter::Filter;
use crate::debug::CALLS;
use crate::gl::GlError;
use crate::gl::context::enums::*;
use crate::platform::{ClientFn, ClientPtr};
use std::collections::VecDeque;
use std::sync::Arc;

/// MAX_DEBUG_MESSAGE_LENGTH: with the NUL.
pub const MAX_MESSAGE_LENGTH: usize = 4096;
/// MAX_DEBUG_LOGGED_MESSAGES
pub const MAX_LOGGED_MESSAGES: usize = 128;
/// MAX_DEBUG_GROUP_STACK_DEPTH: with the default group.
pub const MAX_GROUP_DEPTH: usize = 64;
/// Messages that wait for the callback; one command (a display list) may make many. Later ones are dropped.
const MAX_WAITING: usize = 1024;
/// How deep callbacks may nest whose own GL calls make messages; beyond it those are dropped.
const MAX_NESTED_CALLBACKS: usize = 3;

/// What names a message, and its severity: values of tables 5.3 to 5.5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heading {
    /// Table 5.3.
    pub source: u32,
    /// Table 5.4.
    pub ty: u32,
    /// Within source and type.
    pub id: u32,
    /// Table 5.5.
    pub severity: u32,
}

/// A message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// What it is.
    pub heading: Heading,
    /// Its text, without a NUL at the end.
    pub text: Box<[u8]>,
}

/// A debug group.
#[derive(Debug, Clone, Default)]
pub(crate) struct Group {
    /// Shared with the group below it until one of them changes it.
    pub(crate) filter: Arc<Filter>,
    /// The message that opened it; `None` for the default group.
    pub(crate) opened_by: Option<Message>,
}

/// A call of the application's callback: plain values, because the callback may leave by longjmp.
#[derive(Debug, Clone, Copy)]
pub struct CallbackCall {
    /// DEBUG_CALLBACK_FUNCTION, not null.
    pub callback: ClientFn,
    /// DEBUG_CALLBACK_USER_PARAM
    pub user_param: ClientPtr<u8>,
    /// The message's.
    pub heading: Heading,
    /// Length of the text, without its NUL.
    pub length: usize,
}

/// Debug output of a context.
#[derive(Debug)]
pub struct DebugState {
    /// DEBUG_OUTPUT
    pub enabled: bool,
    /// DEBUG_OUTPUT_SYNCHRONOUS: kept; messages are always delivered before the command returns.
    pub synchronous: bool,
    /// CONTEXT_FLAG_DEBUG_BIT of CONTEXT_FLAGS.
    pub debug_context: bool,
    /// DEBUG_CALLBACK_FUNCTION
    pub callback: ClientFn,
    /// DEBUG_CALLBACK_USER_PARAM
    pub user_param: ClientPtr<u8>,
    /// The default group, then those that were pushed.
    pub(crate) groups: Vec<Group>,
    pub(crate) log: VecDeque<Message>,
    waiting: VecDeque<Message>,
    /// Stack addresses of the frames in which callbacks run, the outermost first.
    running: Vec<usize>,
}

impl Default for DebugState {
    fn default() -> DebugState {
        DebugState {
            enabled: false,
            synchronous: false,
            debug_context: false,
            callback: ClientPtr::NULL,
            user_param: ClientPtr::NULL,
            groups: vec![Group::default()],
            log: VecDeque::new(),
            waiting: VecDeque::new(),
            running: Vec::new(),
        }
    }
}

impl DebugState {
    /// The context is created with the debug flag: debug output is enabled from the start.
    pub fn make_debug_context(&mut self) {
        (self.debug_context, self.enabled) = (true, true);
    }

    /// The active group.
    pub(crate) fn group(&mut self) -> &mut Group {
        let top = self.groups.last_mut();
        top.expect("the default group is never popped")
    }

    /// Length of the oldest message in the log, with its NUL; 0 for an empty log.
    pub(crate) fn next_length(&self) -> usize {
        self.log.front().map_or(0, |message| message.text.len() + 1)
    }

    /// Puts a message where it belongs, if it is enabled. `text` is asked for only then; it is cut at the greatest
    /// length.
    pub(crate) fn emit<T: Into<Vec<u8>>>(&mut self, heading: Heading, text: impl FnOnce() -> T) {
        let Heading {
            source,
            ty,
            id,
            severity,
        } = heading;
        if !self.enabled || !self.group().filter.lets_through(source, ty, id, severity) {
            return;
        }
        let (queue, limit) = if self.callback.is_null() {
            (&mut self.log, MAX_LOGGED_MESSAGES)
        } else {
            (&mut self.waiting, MAX_WAITING)
        };
        if queue.len() >= limit {
            return;
        }
        let mut text: Vec<u8> = text().into();
        text.truncate(MAX_MESSAGE_LENGTH - 1);
        queue.push_back(Message {
            heading,
            text: text.into_boxed_slice(),
        });
    }

    /// The message of a command's error, if debug output is enabled.
    pub(crate) fn report_error(&mut self, error: GlError, text: impl FnOnce() -> String) {
        if self.enabled {
            let heading = Heading {
                source: DEBUG_SOURCE_API,
                ty: DEBUG_TYPE_ERROR,
                id: id_of(error.reason),
                severity: DEBUG_SEVERITY_HIGH,
            };
            self.emit(heading, text);
        }
    }

    /// Whether messages about a program's text, beyond its first error, reach anyone.
    pub(crate) fn reports_programs(&self) -> bool {
        self.enabled || log::log_enabled!(target: CALLS, log::Level::Info)
    }

    /// Reports an error of a program text that is refused, with the whole diagnostic.
    pub(crate) fn report_refused_program(&mut self, diagnostic: &str) {
        let what = "the program does not load";
        self.report_program(what, DEBUG_TYPE_ERROR, DEBUG_SEVERITY_HIGH, diagnostic);
    }

    /// Reports a warning about a program text that loads.
    pub(crate) fn report_odd_program(&mut self, diagnostic: &str) {
        let what = "the program is odd";
        self.report_program(what, DEBUG_TYPE_OTHER, DEBUG_SEVERITY_LOW, diagnostic);
    }

    fn report_program(&mut self, what: &str, ty: u32, severity: u32, diagnostic: &str) {
        log::info!(target: CALLS, "{what}: {diagnostic}");
        let heading = Heading {
            source: DEBUG_SOURCE_SHADER_COMPILER,
            ty,
            id: id_of(what),
            severity,
        };
        // A NUL of the text would end the message early.
        self.emit(heading, || diagnostic.replace('\0', " "));
    }

    /// Whether messages wait for the callback.
    #[inline(always)]
    pub fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// The next call of the callback from the frame at the stack address `frame`, its text with a NUL in `text`. `None`
    /// when nothing waits, when debug output was disabled meanwhile, and in callbacks nested too deep.
    ///
    /// A callback that leaves by longjmp or by an exception does not report back: frames below the asking one are gone.
    pub fn next_call(
        &mut self,
        frame: usize,
        text: &mut [u8; MAX_MESSAGE_LENGTH],
    ) -> Option<CallbackCall> {
        self.running.retain(|other| *other > frame);
        if self.callback.is_null() {
            // Cleared by a callback: what is left goes to the log.
            let room = MAX_LOGGED_MESSAGES - self.log.len();
            self.log.extend(self.waiting.drain(..).take(room));
        }
        if !self.enabled || self.running.len() >= MAX_NESTED_CALLBACKS {
            self.waiting.clear();
        }
        let message = self.waiting.pop_front()?;
        self.running.push(frame);
        let length = message.text.len();
        text[..length].copy_from_slice(&message.text);
        text[length] = 0;
        Some(CallbackCall {
            callback: self.callback,
            user_param: self.user_param,
            heading: message.heading,
            length,
        })
    }
}

/// An id for a message of ours that stays the same from run to run: FNV-1a of the text that all its instances share.
fn id_of(text: &str) -> u32 {
    text.bytes().fold(0x811C_9DC5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
