//! Debug output (KHR_debug section 5.5): messages, their log, groups, and the queue to the application's callback.
//!
//! A message that is made while a command runs goes to the log, or waits for the callback. The doors call the callback
//! after the command has left the context, so a callback may call GL. Nothing is made or formatted while DEBUG_OUTPUT is
//! disabled.
#![forbid(unsafe_code)]

use super::filter::Filter;
use super::names::{Severity, Source, Type};
use crate::debug::CALLS;
use crate::gl::GlError;
use crate::gl::context::named::Named;
use crate::platform::{ClientFn, ClientPtr};
use std::collections::VecDeque;
use std::sync::Arc;

/// MAX_DEBUG_MESSAGE_LENGTH, which includes the NUL.
pub const MAX_MESSAGE_LENGTH: usize = 4096;
/// Later messages are dropped while the log is full.
pub const MAX_LOGGED_MESSAGES: usize = 128;
/// MAX_DEBUG_GROUP_STACK_DEPTH, which includes the default group.
pub const MAX_GROUP_DEPTH: usize = 64;
/// The most messages that wait for the callback; one command (a display list) may make many. Later ones are dropped.
const MAX_WAITING: usize = 1024;
/// The depth to which callbacks may nest whose own GL calls make messages. Messages from deeper ones are dropped.
const MAX_NESTED_CALLBACKS: usize = 3;

/// What a message is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heading {
    pub source: Source,
    pub ty: Type,
    /// The id, unique within source and type.
    pub id: u32,
    pub severity: Severity,
}

impl Heading {
    /// The source, the type, the id and the severity as the application gets them.
    pub fn names(self) -> [u32; 4] {
        let Heading {
            source,
            ty,
            id,
            severity,
        } = self;
        [source.name(), ty.name(), id, severity.name()]
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub heading: Heading,
    /// The text, without a NUL at the end.
    pub text: Box<[u8]>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Group {
    /// The filter. It is shared with the group below until one of them changes it.
    pub(crate) filter: Arc<Filter>,
    /// The message that opened the group; `None` for the default group.
    pub(crate) opened_by: Option<Message>,
}

/// A call of the application's callback. It holds plain values, because the callback may leave by longjmp.
#[derive(Debug, Clone, Copy)]
pub struct CallbackCall {
    /// DEBUG_CALLBACK_FUNCTION, not null.
    pub callback: ClientFn,
    /// DEBUG_CALLBACK_USER_PARAM
    pub user_param: ClientPtr<u8>,
    pub heading: Heading,
    /// The length of the text, without its NUL.
    pub length: usize,
}

/// Debug output of a context.
#[derive(Debug)]
pub struct DebugState {
    /// DEBUG_OUTPUT
    pub enabled: bool,
    /// DEBUG_OUTPUT_SYNCHRONOUS. It is only kept: messages are always delivered before the command returns.
    pub synchronous: bool,
    /// CONTEXT_FLAG_DEBUG_BIT of CONTEXT_FLAGS.
    pub debug_context: bool,
    /// DEBUG_CALLBACK_FUNCTION
    pub callback: ClientFn,
    /// DEBUG_CALLBACK_USER_PARAM
    pub user_param: ClientPtr<u8>,
    /// The groups: the default one, then those that were pushed.
    pub(crate) groups: Vec<Group>,
    pub(crate) log: VecDeque<Message>,
    waiting: VecDeque<Message>,
    /// The stack addresses of the frames in which callbacks run, the outermost first.
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
    /// Enables debug output from the start, for a context that is created with the debug flag.
    pub fn make_debug_context(&mut self) {
        (self.debug_context, self.enabled) = (true, true);
    }

    /// The group pushed last, or the default group.
    pub(crate) fn group(&mut self) -> &mut Group {
        let top = self.groups.last_mut();
        top.expect("the default group is never popped")
    }

    /// The length of the oldest message in the log, with its NUL; 0 for an empty log.
    pub(crate) fn next_length(&self) -> usize {
        self.log.front().map_or(0, |message| message.text.len() + 1)
    }

    /// Logs or queues a message, if it is enabled. `text` is called only then, and its result is cut at the greatest
    /// length.
    pub(crate) fn emit<T: Into<Vec<u8>>>(&mut self, heading: Heading, text: impl FnOnce() -> T) {
        if !self.enabled || !self.group().filter.lets_through(heading) {
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

    /// Makes the message of a command's error, if debug output is enabled.
    pub(crate) fn report_error(&mut self, error: GlError, text: impl FnOnce() -> String) {
        if self.enabled {
            let heading = Heading {
                source: Source::Api,
                ty: Type::Error,
                id: id_of(error.reason),
                severity: Severity::High,
            };
            self.emit(heading, text);
        }
    }

    /// Whether messages about a program's text, other than its first error, can reach the application or the log.
    pub(crate) fn reports_programs(&self) -> bool {
        self.enabled || log::log_enabled!(target: CALLS, log::Level::Info)
    }

    /// Reports an error of a program text that was refused, with the whole diagnostic.
    pub(crate) fn report_refused_program(&mut self, diagnostic: &str) {
        let what = "the program does not load";
        self.report_program(what, Type::Error, Severity::High, diagnostic);
    }

    /// Reports a warning about a program text that loads.
    pub(crate) fn report_odd_program(&mut self, diagnostic: &str) {
        let what = "the program is odd";
        self.report_program(what, Type::Other, Severity::Low, diagnostic);
    }

    fn report_program(&mut self, what: &str, ty: Type, severity: Severity, diagnostic: &str) {
        log::info!(target: CALLS, "{what}: {diagnostic}");
        let heading = Heading {
            source: Source::ShaderCompiler,
            ty,
            id: id_of(what),
            severity,
        };
        // A NUL in the text would end the message early.
        self.emit(heading, || diagnostic.replace('\0', " "));
    }

    /// Whether messages wait for the callback.
    #[inline(always)]
    pub fn has_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Takes the next call of the callback, and writes its text with a NUL to `text`. `frame` is the stack address of the
    /// caller's frame. Returns `None` when nothing waits, when debug output was disabled meanwhile, and in callbacks nested
    /// too deep.
    ///
    /// A callback that leaves by longjmp or by an exception does not report back. The frames below the caller's are gone
    /// then.
    pub fn next_call(
        &mut self,
        frame: usize,
        text: &mut [u8; MAX_MESSAGE_LENGTH],
    ) -> Option<CallbackCall> {
        self.running.retain(|other| *other > frame);
        if self.callback.is_null() {
            // A callback has cleared the callback: the remaining messages go to the log.
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

/// An id that stays the same from run to run, for our own messages. It is the FNV-1a of the text that all instances share.
fn id_of(text: &str) -> u32 {
    text.bytes().fold(0x811C_9DC5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
