//! Mapped ranges of buffers (ARB_map_buffer_range).

use super::object::{code, contents, parameter, with_buffer, with_call};
use crate::gl::buffer::map::*;
use crate::gl::buffer::object::bind_buffer;
use crate::gl::context::enums::*;
use crate::gl::{Call, Result};
use crate::platform::ClientPtr;

const A: u32 = ARRAY_BUFFER;

/// Provokes the extension's errors, one by one. None of them maps anything.
#[test]
fn wrong_ranges_and_bits_are_refused() {
    for (offset, length, access, expected) in [
        (-1, 1, MAP_READ_BIT, INVALID_VALUE),
        (0, -1, MAP_READ_BIT, INVALID_VALUE),
        (3, 2, MAP_READ_BIT, INVALID_VALUE),
        (isize::MAX, isize::MAX, MAP_READ_BIT, INVALID_VALUE),
        (0, 4, MAP_READ_BIT | 0x8000, INVALID_VALUE),
        (0, 4, 0, INVALID_OPERATION),
        (0, 4, MAP_INVALIDATE_RANGE_BIT, INVALID_OPERATION),
        (
            0,
            4,
            MAP_READ_BIT | MAP_INVALIDATE_RANGE_BIT,
            INVALID_OPERATION,
        ),
        (
            0,
            4,
            MAP_READ_BIT | MAP_INVALIDATE_BUFFER_BIT,
            INVALID_OPERATION,
        ),
        (
            0,
            4,
            MAP_READ_BIT | MAP_UNSYNCHRONIZED_BIT,
            INVALID_OPERATION,
        ),
        (
            0,
            4,
            MAP_READ_BIT | MAP_FLUSH_EXPLICIT_BIT,
            INVALID_OPERATION,
        ),
        (0, 0, MAP_READ_BIT, NO_ERROR),
        (4, 0, MAP_WRITE_BIT | MAP_UNSYNCHRONIZED_BIT, NO_ERROR),
    ] {
        with_buffer(&[1, 2, 3, 4], |call| {
            let mapped = map_buffer_range(call, A, offset, length, access);
            assert_eq!(code(mapped), expected, "{offset} {length} {access:#x}");
            let is_mapped = parameter(call, BUFFER_MAPPED);
            assert_eq!(is_mapped == 1, expected == NO_ERROR);
        });
    }
    with_buffer(&[1, 2], |call| {
        assert_eq!(
            code(map_buffer_range(call, 0, 0, 1, MAP_READ_BIT)),
            INVALID_ENUM
        );
        map_buffer_range(call, A, 0, 1, MAP_READ_BIT).unwrap();
        let again = map_buffer_range(call, A, 1, 1, MAP_READ_BIT);
        assert_eq!(code(again), INVALID_OPERATION);
    });
    let unbound = with_call(|call| code(map_buffer_range(call, A, 0, 0, MAP_READ_BIT)));
    assert_eq!(unbound, INVALID_OPERATION);
}

#[test]
fn wrong_flushes_are_refused() {
    let flush = |call: &mut Call<'_>, offset, length| -> Result {
        flush_mapped_buffer_range(call, A, offset, length)
    };
    with_buffer(&[1, 2, 3, 4], |call| {
        assert_eq!(code(flush(call, 0, 1)), INVALID_OPERATION, "not mapped");
        map_buffer_range(call, A, 1, 2, MAP_WRITE_BIT).unwrap();
        assert_eq!(code(flush(call, 0, 1)), INVALID_OPERATION, "not explicit");
        unmap_buffer(call, A).unwrap();
        map_buffer_range(call, A, 1, 2, MAP_WRITE_BIT | MAP_FLUSH_EXPLICIT_BIT).unwrap();
        for (offset, length) in [(-1, 1), (0, -1), (0, 3), (isize::MAX, 1)] {
            assert_eq!(code(flush(call, offset, length)), INVALID_VALUE);
        }
        assert_eq!(code(flush(call, 2, 0)), NO_ERROR);
        assert_eq!(code(flush_mapped_buffer_range(call, 0, 0, 0)), INVALID_ENUM);
        bind_buffer(call, A, 0).unwrap();
        assert_eq!(code(flush(call, 0, 1)), INVALID_OPERATION, "no buffer");
    });
}

#[test]
fn a_range_is_what_is_read_and_written() {
    with_buffer(&[1, 2, 3, 4, 5], |call| {
        let block = map_buffer_range(call, A, 1, 3, MAP_READ_BIT | MAP_WRITE_BIT).unwrap();
        assert_eq!(call.mem.bytes(block, 3), Some(&[2, 3, 4][..]));
        let names = [
            BUFFER_ACCESS,
            BUFFER_ACCESS_FLAGS,
            BUFFER_MAP_OFFSET,
            BUFFER_MAP_LENGTH,
        ];
        let answers = |call: &mut Call<'_>| names.map(|name| parameter(call, name));
        assert_eq!(answers(call), [READ_WRITE, 3, 1, 3]);
        let mut pointer = [0usize];
        let to = ClientPtr::of_mut(&mut pointer);
        get_buffer_pointerv(call, A, BUFFER_MAP_POINTER, to).unwrap();
        assert_eq!(pointer, [block.address()]);
        // A version that a recorded draw may hold must not change.
        let version = call
            .cx
            .buffers
            .array
            .as_ref()
            .unwrap()
            .contents
            .lock()
            .storage
            .data
            .clone();
        call.mem.write(block, &[7u8]);
        unmap_buffer(call, A).unwrap();
        assert_eq!(
            (contents(call), &version[..]),
            (vec![1, 7, 3, 4, 5], &[1, 2, 3, 4, 5][..])
        );
        assert_eq!(answers(call)[1..], [0, 0, 0]);
        let block = map_buffer_range(call, A, 0, 2, MAP_READ_BIT).unwrap();
        assert_eq!(parameter(call, BUFFER_ACCESS), READ_ONLY);
        call.mem.write(block, &[9u8]);
        unmap_buffer(call, A).unwrap();
        assert_eq!(contents(call)[0], 1, "it was for reading only");
    });
}

#[test]
fn explicit_flushes_write_what_they_name() {
    with_buffer(&[0; 6], |call| {
        let access = MAP_WRITE_BIT | MAP_FLUSH_EXPLICIT_BIT | MAP_INVALIDATE_RANGE_BIT;
        let block = map_buffer_range(call, A, 1, 4, access).unwrap();
        assert_eq!(parameter(call, BUFFER_ACCESS), WRITE_ONLY);
        call.mem.write(block, &[1u8, 2, 3, 4]);
        flush_mapped_buffer_range(call, A, 0, 1).unwrap();
        flush_mapped_buffer_range(call, A, 2, 2).unwrap();
        assert_eq!(contents(call), [0, 1, 0, 3, 4, 0]);
        unmap_buffer(call, A).unwrap();
        assert_eq!(contents(call), [0, 1, 0, 3, 4, 0]);
    });
}
