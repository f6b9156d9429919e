//! The commands of debug output (KHR_debug sections 5.5.2 to 5.5.6 and 6.1.15). Those of ARB_debug_output are the same.
#![forbid(unsafe_code)]

use super::filter::{check_count, check_ids};
use super::message::{Group, Heading, MAX_GROUP_DEPTH, MAX_MESSAGE_LENGTH, Message};
use super::names::{Severity, Source, Type};
use crate::gl::context::error::unreadable;
use crate::gl::context::named::Named;
use crate::gl::context::strings::read_string;
use crate::gl::{Call, GlError, Result};
use crate::platform::{ClientFn, ClientPtr};
use std::sync::Arc;

/// glDebugMessageControl: enables or disables messages in the active group. Gives INVALID_VALUE for a negative count,
/// INVALID_ENUM for a wrong source, type or severity, INVALID_OPERATION for ids without a source or a type, or with a
/// severity.
pub fn debug_message_control(
    call: &mut Call<'_>,
    source: u32,
    ty: u32,
    severity: u32,
    count: i32,
    ids: ClientPtr<u32>,
    enabled: u8,
) -> Result {
    let (count, on) = (check_count(count)?, enabled != 0);
    let filter = &mut call.cx.debug.group().filter;
    if count == 0 {
        return Arc::make_mut(filter).set(source, ty, severity, on);
    }
    check_ids(source, ty, severity)?;
    let ids = call
        .mem
        .read_vec(ids, count)
        .map_err(unreadable("null pointer to message ids"))?;
    Arc::make_mut(filter).set_ids([source, ty, severity], &ids, on)
}

/// A source that the application may use. Gives INVALID_ENUM for another one.
fn own_source(name: u32) -> Result<Source> {
    match Source::from_name(name) {
        Some(source @ (Source::Application | Source::ThirdParty)) => Ok(source),
        _ => Err(GlError::invalid_enum(
            "the source is neither DEBUG_SOURCE_APPLICATION nor DEBUG_SOURCE_THIRD_PARTY",
        )),
    }
}

/// glDebugMessageInsert. While DEBUG_OUTPUT is disabled, the call is discarded without an error. Gives INVALID_ENUM for a
/// source that the application may not use, and for a wrong type or severity. Gives INVALID_VALUE for a text that is too
/// long.
pub fn debug_message_insert(
    call: &mut Call<'_>,
    source: u32,
    ty: u32,
    id: u32,
    severity: u32,
    length: i32,
    buf: ClientPtr<u8>,
) -> Result {
    if !call.cx.debug.enabled {
        return Ok(());
    }
    let source = own_source(source)?;
    let ty = Type::checked(ty, "type of messages")?;
    let severity = Severity::checked(severity, "severity of messages")?;
    let text = read_string(&call.mem, buf, length, MAX_MESSAGE_LENGTH)?;
    let heading = Heading {
        source,
        ty,
        id,
        severity,
    };
    call.cx.debug.emit(heading, || text);
    Ok(())
}

/// glDebugMessageCallback: null clears the callback; messages then go to the log.
pub fn debug_message_callback(
    call: &mut Call<'_>,
    callback: ClientFn,
    user_param: ClientPtr<u8>,
) -> Result {
    let debug = &mut call.cx.debug;
    (debug.callback, debug.user_param) = (callback, user_param);
    Ok(())
}

/// glPushDebugGroup. Gives INVALID_ENUM for a source that the application may not use, INVALID_VALUE for a text that is too
/// long, STACK_OVERFLOW for a full stack.
pub fn push_debug_group(
    call: &mut Call<'_>,
    source: u32,
    id: u32,
    length: i32,
    message: ClientPtr<u8>,
) -> Result {
    let source = own_source(source)?;
    let text = read_string(&call.mem, message, length, MAX_MESSAGE_LENGTH)?;
    let debug = &mut call.cx.debug;
    if debug.groups.len() >= MAX_GROUP_DEPTH {
        return Err(GlError::stack_overflow("too many debug groups"));
    }
    let heading = Heading {
        source,
        ty: Type::PushGroup,
        id,
        severity: Severity::Notification,
    };
    debug.emit(heading, || text);
    let filter = debug.group().filter.clone();
    debug.groups.push(Group {
        filter,
        opened_by: Some(Message {
            heading,
            text: text.into(),
        }),
    });
    Ok(())
}

/// glPopDebugGroup. The message is filtered by the group that becomes active, as the message of the push was. Gives
/// STACK_UNDERFLOW for the default group.
pub fn pop_debug_group(call: &mut Call<'_>) -> Result {
    let debug = &mut call.cx.debug;
    let opened_by = debug.group().opened_by.take();
    let Message { heading, text } =
        opened_by.ok_or(GlError::stack_underflow("no debug group was pushed"))?;
    debug.groups.pop();
    let heading = Heading {
        ty: Type::PopGroup,
        ..heading
    };
    debug.emit(heading, || text);
    Ok(())
}

/// glGetDebugMessageLog: takes the oldest messages out of the log, as many as `count` and the room for their texts allow.
/// It returns their number. Gives INVALID_VALUE for a negative size, if there is a buffer.
#[allow(clippy::too_many_arguments)]
pub fn get_debug_message_log(
    call: &mut Call<'_>,
    count: u32,
    buf_size: i32,
    sources: ClientPtr<u32>,
    types: ClientPtr<u32>,
    ids: ClientPtr<u32>,
    severities: ClientPtr<u32>,
    lengths: ClientPtr<i32>,
    message_log: ClientPtr<u8>,
) -> Result<u32> {
    // Without an array for the texts, their size is no limit.
    let mut room = match usize::try_from(buf_size) {
        _ if message_log.is_null() => usize::MAX,
        Ok(room) => room,
        Err(_) => return Err(GlError::invalid_value("negative size of the message log")),
    };
    let (mut fetched, mut end) = (0, message_log);
    while fetched < count {
        let log = &mut call.cx.debug.log;
        let Some(message) = log.pop_front_if(|message| message.text.len() < room) else {
            break;
        };
        // Write the message to one element of each array.
        let [source, ty, id, severity] = message.heading.names();
        let columns = [
            (sources, source),
            (types, ty),
            (ids, id),
            (severities, severity),
        ];
        for (column, value) in columns {
            call.write_element(column, fetched, value);
        }
        let length = message.text.len() + 1;
        call.write_element(lengths.cast(), fetched, length as u32);
        // Append the text with its NUL.
        if !message_log.is_null() {
            call.mem.write(end, &message.text);
            call.mem.write(end.byte_add(length - 1), &[0u8]);
            end = end.byte_add(length);
            room -= length;
        }
        fetched += 1;
    }
    Ok(fetched)
}

impl Call<'_> {
    /// Writes one element of an array. A null pointer writes nothing.
    fn write_element(&mut self, array: ClientPtr<u32>, i: u32, value: u32) {
        if !array.is_null() {
            self.mem.write(array.byte_add(4 * i as usize), &[value]);
        }
    }
}
