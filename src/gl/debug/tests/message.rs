//! Tests of debug output: groups, the log, lengths, errors, labels.

use crate::gl::context::enums::*;
use crate::gl::debug::commands::*;
use crate::gl::debug::message::{
    DebugState, MAX_GROUP_DEPTH, MAX_LOGGED_MESSAGES, MAX_MESSAGE_LENGTH,
};
use crate::gl::state::label::{
    MAX_LABEL_LENGTH, get_object_label, get_object_ptr_label, object_label,
};
use crate::gl::*;
use crate::platform::{ClientMemory, ClientPtr};
use std::sync::Arc;

fn with_call<R>(body: impl FnOnce(&mut Call<'_>) -> R) -> R {
    let mut cx = Context::new(Arc::new(ShareGroup::default()));
    cx.debug.make_debug_context();
    body(&mut Call::new(&mut cx, ClientMemory::for_tests()))
}

fn code<T>(result: Result<T>) -> u32 {
    result.map_or_else(|e| e.code, |_| NO_ERROR)
}

const APP: u32 = DEBUG_SOURCE_APPLICATION;
const OTHER: u32 = DEBUG_TYPE_OTHER;
const NOTE: u32 = DEBUG_SEVERITY_NOTIFICATION;

fn insert(call: &mut Call<'_>, id: u32, text: &[u8]) -> Result {
    let length = text.len() as i32;
    debug_message_insert(call, APP, OTHER, id, NOTE, length, ClientPtr::of(text))
}

fn control(call: &mut Call<'_>, source: u32, ty: u32, severity: u32, on: u8) -> Result {
    debug_message_control(call, source, ty, severity, 0, ClientPtr::NULL, on)
}

fn push(call: &mut Call<'_>, text: &[u8]) -> Result {
    push_debug_group(call, APP, 1, text.len() as i32, ClientPtr::of(text))
}

fn logged(call: &Call<'_>) -> Vec<(u32, u32, String)> {
    let log = call.cx.debug.log.iter();
    log.map(|m| {
        let text = String::from_utf8_lossy(&m.text).into_owned();
        (m.heading.names()[1], m.heading.id, text)
    })
    .collect()
}

fn state(call: &Call<'_>, name: u32) -> f64 {
    state::get::state_value(call.cx, name).unwrap().1[0]
}

#[test]
fn only_a_debug_context_begins_with_debug_output() {
    let mut cx = Context::new(Arc::new(ShareGroup::default()));
    assert!(!cx.debug.enabled);
    assert_eq!(
        state::get::state_value(&cx, CONTEXT_FLAGS).unwrap().1[0],
        0.0
    );
    cx.record_error_of("glFoo", GlError::invalid_enum("bar"));
    assert!(cx.debug.log.is_empty() && cx.take_error() == Some(INVALID_ENUM));
    with_call(|call| {
        assert_eq!(
            state(call, CONTEXT_FLAGS),
            f64::from(CONTEXT_FLAG_DEBUG_BIT)
        );
        assert_eq!(state(call, DEBUG_OUTPUT), 1.0);
        assert_eq!(state(call, DEBUG_OUTPUT_SYNCHRONOUS), 0.0);
    });
}

#[test]
fn an_error_names_its_command_and_its_rule() {
    with_call(|call| {
        call.cx
            .record_error_of("glFoo", GlError::invalid_enum("bar"));
        call.cx
            .record_error_of("glFoo", GlError::invalid_enum("baz"));
        let messages = logged(call);
        assert_eq!(messages[0].2, "glFoo: GL_INVALID_ENUM: bar");
        assert_ne!(messages[0].1, messages[1].1, "another rule, another id");
        call.cx.debug.enabled = false;
        call.cx
            .record_error_of("glFoo", GlError::invalid_enum("bar"));
        assert_eq!(logged(call).len(), 2);
    });
}

#[test]
fn groups_inherit_and_restore_the_filter() {
    with_call(|call| {
        push(call, b"outer").unwrap();
        control(call, APP, OTHER, DONT_CARE, 0).unwrap();
        push(call, b"inner").unwrap();
        insert(call, 1, b"inherited").unwrap();
        control(call, APP, OTHER, DONT_CARE, 1).unwrap();
        insert(call, 2, b"enabled inside").unwrap();
        assert_eq!(state(call, DEBUG_GROUP_STACK_DEPTH), 3.0);
        pop_debug_group(call).unwrap();
        insert(call, 3, b"disabled again").unwrap();
        pop_debug_group(call).unwrap();
        insert(call, 4, b"back").unwrap();
        let texts: Vec<_> = logged(call)
            .into_iter()
            .map(|(ty, _, text)| (ty, text))
            .collect();
        let expected = [
            (DEBUG_TYPE_PUSH_GROUP, "outer"),
            (DEBUG_TYPE_PUSH_GROUP, "inner"),
            (OTHER, "enabled inside"),
            (DEBUG_TYPE_POP_GROUP, "inner"),
            (DEBUG_TYPE_POP_GROUP, "outer"),
            (OTHER, "back"),
        ];
        assert_eq!(texts, expected.map(|(ty, text)| (ty, text.to_owned())));
    });
}

#[test]
fn the_stack_of_groups_has_two_ends() {
    with_call(|call| {
        assert_eq!(code(pop_debug_group(call)), STACK_UNDERFLOW);
        for _ in 1..MAX_GROUP_DEPTH {
            push(call, b"group").unwrap();
        }
        assert_eq!(code(push(call, b"group")), STACK_OVERFLOW);
        let wrong = push_debug_group(call, DEBUG_SOURCE_API, 1, 1, ClientPtr::of(b"x"));
        assert_eq!(code(wrong), INVALID_ENUM);
        for _ in 1..MAX_GROUP_DEPTH {
            pop_debug_group(call).unwrap();
        }
        assert_eq!(code(pop_debug_group(call)), STACK_UNDERFLOW);
    });
}

#[test]
fn a_full_log_drops_what_comes_later() {
    with_call(|call| {
        for id in 0..MAX_LOGGED_MESSAGES as u32 + 5 {
            insert(call, id, b"x").unwrap();
        }
        assert_eq!(
            state(call, DEBUG_LOGGED_MESSAGES),
            MAX_LOGGED_MESSAGES as f64
        );
        let mut ids = [u32::MAX; 2];
        let null = ClientPtr::NULL;
        let ids_out = ClientPtr::of_mut(&mut ids);
        let n = get_debug_message_log(
            call,
            2,
            0,
            null,
            null,
            ids_out,
            null,
            ClientPtr::NULL,
            ClientPtr::NULL,
        );
        assert_eq!((n, ids), (Ok(2), [0, 1]), "the oldest first");
        for id in 1000..1005 {
            insert(call, id, b"x").unwrap();
        }
        let messages = logged(call);
        assert_eq!(messages.len(), MAX_LOGGED_MESSAGES);
        assert_eq!(messages.last().unwrap().1, 1001, "two had room");
    });
}

#[test]
fn texts_have_a_greatest_length() {
    with_call(|call| {
        let mut text = vec![b'a'; MAX_MESSAGE_LENGTH + 8];
        assert_eq!(
            code(insert(call, 1, &text[..MAX_MESSAGE_LENGTH])),
            INVALID_VALUE
        );
        assert_eq!(
            code(insert(call, 1, &text[..MAX_MESSAGE_LENGTH - 1])),
            NO_ERROR
        );
        *text.last_mut().unwrap() = 0;
        let too_long = debug_message_insert(call, APP, OTHER, 1, NOTE, -1, ClientPtr::of(&text));
        assert_eq!(code(too_long), INVALID_VALUE);
        assert_eq!(code(push(call, &text[..MAX_MESSAGE_LENGTH])), INVALID_VALUE);
        let fits = ClientPtr::of(&text[9..]);
        assert_eq!(
            code(debug_message_insert(call, APP, OTHER, 2, NOTE, -1, fits)),
            NO_ERROR
        );
        assert_eq!(
            state(call, DEBUG_NEXT_LOGGED_MESSAGE_LENGTH),
            MAX_MESSAGE_LENGTH as f64
        );
        assert_eq!(logged(call)[1].2.len(), MAX_MESSAGE_LENGTH - 2);
        // A message of our own is cut.
        call.cx
            .debug
            .report_refused_program(&"b".repeat(2 * MAX_MESSAGE_LENGTH));
        assert_eq!(logged(call)[2].2.len(), MAX_MESSAGE_LENGTH - 1);
    });
}

#[test]
fn each_error_of_the_commands() {
    with_call(|call| {
        let text = ClientPtr::of(b"x");
        let insert = |call: &mut Call<'_>, source, ty, severity| {
            code(debug_message_insert(call, source, ty, 1, severity, 1, text))
        };
        assert_eq!(insert(call, DEBUG_SOURCE_API, OTHER, NOTE), INVALID_ENUM);
        assert_eq!(insert(call, APP, DONT_CARE, NOTE), INVALID_ENUM);
        assert_eq!(insert(call, APP, OTHER, DONT_CARE), INVALID_ENUM);
        let null = debug_message_insert(call, APP, OTHER, 1, NOTE, -1, ClientPtr::NULL);
        assert_eq!(code(null), INVALID_VALUE);
        assert_eq!(code(control(call, OTHER, OTHER, NOTE, 1)), INVALID_ENUM);
        let ids = ClientPtr::of(&[1u32]);
        let with_ids = |call: &mut Call<'_>, count, source, ty, severity| {
            code(debug_message_control(
                call, source, ty, severity, count, ids, 0,
            ))
        };
        assert_eq!(with_ids(call, -1, APP, OTHER, DONT_CARE), INVALID_VALUE);
        assert_eq!(
            with_ids(call, 1, DONT_CARE, OTHER, DONT_CARE),
            INVALID_OPERATION
        );
        assert_eq!(
            with_ids(call, 1, APP, DONT_CARE, DONT_CARE),
            INVALID_OPERATION
        );
        assert_eq!(with_ids(call, 1, APP, OTHER, NOTE), INVALID_OPERATION);
        assert_eq!(with_ids(call, 1, APP, OTHER, DONT_CARE), NO_ERROR);
        let null = ClientPtr::NULL;
        let mut out = [0u8; 4];
        let out = ClientPtr::of_mut(&mut out);
        let n = get_debug_message_log(call, 1, -1, null, null, null, null, ClientPtr::NULL, out);
        assert_eq!(code(n), INVALID_VALUE);
        let n = get_debug_message_log(
            call,
            1,
            -1,
            null,
            null,
            null,
            null,
            ClientPtr::NULL,
            ClientPtr::NULL,
        );
        assert_eq!(n, Ok(0));
        // The message is discarded without an error.
        call.cx.debug.enabled = false;
        assert_eq!(insert(call, 1, 2, 3), NO_ERROR);
        assert!(call.cx.debug.log.is_empty());
    });
}

#[test]
fn messages_wait_for_the_callback_in_order_and_nested_ones_have_an_end() {
    let mut text = [0; MAX_MESSAGE_LENGTH];
    let mut ids = |debug: &mut DebugState, frame| {
        std::iter::from_fn(|| {
            debug
                .next_call(frame, &mut text)
                .map(|next| next.heading.id)
        })
        .collect::<Vec<_>>()
    };
    with_call(|call| {
        let callback = ClientPtr::from_address(8192);
        debug_message_callback(call, callback, ClientPtr::NULL).unwrap();
        for id in [1, 2, 3] {
            insert(call, id, b"x").unwrap();
        }
        assert!(call.cx.debug.log.is_empty() && call.cx.debug.has_waiting());
        assert_eq!(ids(&mut call.cx.debug, 1000), [1, 2, 3]);
        // These callbacks do not return, each from the same frame.
        let mut text = [0; MAX_MESSAGE_LENGTH];
        for id in 0..20 {
            insert(call, id, b"x").unwrap();
            assert!(call.cx.debug.next_call(1000, &mut text).is_some());
        }
        // These callbacks nest: stacks grow downwards.
        let mut depth = 0;
        for frame in (0..10).map(|i| 900 - 10 * i) {
            insert(call, 7, b"x").unwrap();
            depth += u32::from(call.cx.debug.next_call(frame, &mut text).is_some());
        }
        assert_eq!(depth, 2, "and the one that is still at 1000");
        assert!(!call.cx.debug.has_waiting());
        // The callback is cleared while messages wait.
        insert(call, 8, b"x").unwrap();
        debug_message_callback(call, ClientPtr::NULL, ClientPtr::NULL).unwrap();
        assert!(ids(&mut call.cx.debug, 1000).is_empty());
        assert_eq!(logged(call).len(), 1);
    });
}

#[test]
fn labels_belong_to_objects() {
    with_call(|call| {
        let (mut length, mut out) = ([-1i32], [7u8; MAX_LABEL_LENGTH]);
        let mut label_of = |call: &mut Call<'_>, identifier, name, room| {
            let (length_out, out_ptr) =
                (ClientPtr::of_mut(&mut length), ClientPtr::of_mut(&mut out));
            get_object_label(call, identifier, name, room, length_out, out_ptr)?;
            Ok(out[..length[0] as usize].to_vec())
        };
        let set = |call: &mut Call<'_>, identifier, name, text: &[u8]| {
            let length = text.len() as i32;
            code(object_label(
                call,
                identifier,
                name,
                length,
                ClientPtr::of(text),
            ))
        };
        assert_eq!(set(call, TEXTURE, 3, b"x"), INVALID_VALUE);
        assert_eq!(set(call, PROGRAM, 1, b"x"), INVALID_VALUE);
        assert_eq!(set(call, TEXTURE_2D, 3, b"x"), INVALID_ENUM);
        texture::object::bind_texture(call, TEXTURE_2D, 3).unwrap();
        buffer::object::bind_buffer(call, ARRAY_BUFFER, 3).unwrap();
        query::active::begin_query(call, SAMPLES_PASSED, 3).unwrap();
        query::active::end_query(call, SAMPLES_PASSED).unwrap();
        list::record::new_list(call, 3, COMPILE).unwrap();
        list::record::end_list(call).unwrap();
        let kinds: [(u32, &[u8]); 4] = [
            (TEXTURE, b"bark"),
            (BUFFER, b"tree"),
            (QUERY, b"sun"),
            (DISPLAY_LIST, b"hut"),
        ];
        for (identifier, text) in kinds {
            assert_eq!(label_of(call, identifier, 3, 9), Ok(Vec::new()));
            assert_eq!(set(call, identifier, 3, text), NO_ERROR);
        }
        for (identifier, text) in kinds {
            assert_eq!(label_of(call, identifier, 3, 9), Ok(text.to_vec()));
            assert_eq!(label_of(call, identifier, 3, 3), Ok(text[..2].to_vec()));
        }
        assert_eq!(code(label_of(call, TEXTURE, 3, -1)), INVALID_VALUE);
        assert_eq!(
            set(call, TEXTURE, 3, &[b'x'; MAX_LABEL_LENGTH]),
            INVALID_VALUE
        );
        assert_eq!(
            set(call, TEXTURE, 3, &[b'x'; MAX_LABEL_LENGTH - 1]),
            NO_ERROR
        );
        object_label(call, TEXTURE, 3, -1, ClientPtr::NULL).unwrap();
        assert_eq!(label_of(call, TEXTURE, 3, 9), Ok(Vec::new()));
        texture::object::delete_textures(call, 1, ClientPtr::of(&[3u32])).unwrap();
        vertex_array::delete::delete_buffers(call, 1, ClientPtr::of(&[3u32])).unwrap();
        query::object::delete_queries(call, 1, ClientPtr::of(&[3u32])).unwrap();
        list::record::delete_lists(call, 3, 1).unwrap();
        assert!(call.cx.labels.is_empty() && call.cx.shared.labels.lock().is_empty());
        let wrong =
            get_object_ptr_label(call, ClientPtr::NULL, 0, ClientPtr::NULL, ClientPtr::NULL);
        assert_eq!(code(wrong), INVALID_VALUE);
    });
}
