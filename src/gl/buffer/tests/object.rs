//! Tests of buffer objects: names, versions, mapping.

use crate::gl::buffer::map::*;
use crate::gl::buffer::object::*;
use crate::gl::context::enums::*;
use crate::gl::vertex_array::delete::delete_buffers;
use crate::gl::*;
use crate::platform::{ClientMemory, ClientPtr};
use std::sync::Arc;

pub(crate) fn with_call<R>(body: impl FnOnce(&mut Call<'_>) -> R) -> R {
    let mut cx = Context::new(Arc::new(ShareGroup::default()));
    body(&mut Call::new(&mut cx, ClientMemory::for_tests()))
}

pub(crate) fn code<T>(result: Result<T>) -> u32 {
    result.map_or_else(|e| e.code, |_| NO_ERROR)
}

/// Makes a call with a buffer of these bytes bound to every target.
pub(crate) fn with_buffer<R>(bytes: &[u8], body: impl FnOnce(&mut Call<'_>) -> R) -> R {
    with_call(|call| {
        for target in TARGETS {
            bind_buffer(call, target, 5).unwrap();
        }
        let data = if bytes.is_empty() {
            ClientPtr::NULL
        } else {
            ClientPtr::of(bytes)
        };
        buffer_data(call, ARRAY_BUFFER, bytes.len() as isize, data, STATIC_DRAW).unwrap();
        body(call)
    })
}

const TARGETS: [u32; 4] = [
    ARRAY_BUFFER,
    ELEMENT_ARRAY_BUFFER,
    PIXEL_PACK_BUFFER,
    PIXEL_UNPACK_BUFFER,
];

pub(crate) fn contents(call: &mut Call<'_>) -> Vec<u8> {
    call.cx
        .buffers
        .array
        .as_ref()
        .unwrap()
        .contents
        .lock()
        .storage
        .data
        .to_vec()
}

pub(crate) fn parameter(call: &mut Call<'_>, name: u32) -> u32 {
    let mut out = [0i32];
    get_buffer_parameteriv(call, ARRAY_BUFFER, name, ClientPtr::of_mut(&mut out)).unwrap();
    out[0] as u32
}

type Failing = (u32, fn(&mut Call<'_>) -> Result);

#[test]
fn errors_are_those_of_the_specification() {
    const NULL: ClientPtr<u8> = ClientPtr::NULL;
    const A: u32 = ARRAY_BUFFER;
    let cases: &[Failing] = &[
        (INVALID_ENUM, |c| bind_buffer(c, TEXTURE_2D, 1)),
        (INVALID_VALUE, |c| gen_buffers(c, -1, ClientPtr::NULL)),
        (INVALID_VALUE, |c| delete_buffers(c, -1, ClientPtr::NULL)),
        (OUT_OF_MEMORY, |c| {
            gen_buffers(c, i32::MAX, ClientPtr::of(&[0u32]))
        }),
        (INVALID_ENUM, |c| buffer_data(c, 0, 1, NULL, STATIC_DRAW)),
        (INVALID_ENUM, |c| buffer_data(c, A, 1, NULL, READ_ONLY)),
        (INVALID_VALUE, |c| buffer_data(c, A, -1, NULL, STATIC_DRAW)),
        (OUT_OF_MEMORY, |c| {
            buffer_data(c, A, 1 << 31, NULL, STATIC_DRAW)
        }),
        (INVALID_ENUM, |c| buffer_sub_data(c, 0, 0, 0, NULL)),
        (INVALID_VALUE, |c| buffer_sub_data(c, A, -1, 1, NULL)),
        (INVALID_VALUE, |c| buffer_sub_data(c, A, 0, -1, NULL)),
        (INVALID_VALUE, |c| buffer_sub_data(c, A, 3, 2, NULL)),
        (INVALID_VALUE, |c| {
            buffer_sub_data(c, A, isize::MAX, isize::MAX, NULL)
        }),
        (INVALID_VALUE, |c| get_buffer_sub_data(c, A, 0, 5, NULL)),
        (INVALID_ENUM, |c| map_buffer(c, A, STATIC_DRAW).map(|_| ())),
        (INVALID_ENUM, |c| map_buffer(c, 0, READ_ONLY).map(|_| ())),
        (INVALID_OPERATION, |c| unmap_buffer(c, A).map(|_| ())),
        (INVALID_ENUM, |c| unmap_buffer(c, 0).map(|_| ())),
        (INVALID_ENUM, |c| {
            get_buffer_parameteriv(c, A, BUFFER_MAP_POINTER, ClientPtr::NULL)
        }),
        (INVALID_ENUM, |c| {
            get_buffer_pointerv(c, A, BUFFER_SIZE, ClientPtr::NULL)
        }),
    ];
    for (i, (expected, command)) in cases.iter().enumerate() {
        assert_eq!(
            with_buffer(&[1, 2, 3, 4], |call| code(command(call))),
            *expected,
            "case {i}"
        );
    }
    let unbound: &[fn(&mut Call<'_>) -> Result] = &[
        |c| buffer_data(c, A, 1, NULL, STATIC_DRAW),
        |c| buffer_sub_data(c, A, 0, 0, NULL),
        |c| get_buffer_sub_data(c, A, 0, 0, NULL),
        |c| map_buffer(c, A, READ_ONLY).map(|_| ()),
        |c| unmap_buffer(c, A).map(|_| ()),
        |c| get_buffer_parameteriv(c, A, BUFFER_SIZE, ClientPtr::NULL),
        |c| get_buffer_pointerv(c, A, BUFFER_MAP_POINTER, ClientPtr::NULL),
    ];
    for (i, command) in unbound.iter().enumerate() {
        assert_eq!(
            with_call(|call| code(command(call))),
            INVALID_OPERATION,
            "case {i}"
        );
    }
    let mapped: &[fn(&mut Call<'_>) -> Result] = &[
        |c| buffer_sub_data(c, A, 0, 1, ClientPtr::of(&[0u8])),
        |c| get_buffer_sub_data(c, A, 0, 1, ClientPtr::of_mut(&mut [0u8])),
        |c| map_buffer(c, A, READ_ONLY).map(|_| ()),
    ];
    for (i, command) in mapped.iter().enumerate() {
        let result = with_buffer(&[1, 2], |call| {
            map_buffer(call, A, READ_ONLY).unwrap();
            code(command(call))
        });
        assert_eq!(result, INVALID_OPERATION, "case {i}");
    }
}

#[test]
fn names_are_reserved_only_where_they_can_be_written() {
    with_call(|call| {
        gen_buffers(call, 1000, ClientPtr::NULL).unwrap();
        let mut names = [0u32; 3];
        gen_buffers(call, 2, ClientPtr::of_mut(&mut names)).unwrap();
        assert_eq!(names, [1, 2, 0]);
        assert_eq!(is_buffer(call, 1), Ok(0), "not bound yet");
        bind_buffer(call, ARRAY_BUFFER, 3).unwrap();
        gen_buffers(call, 1, ClientPtr::of_mut(&mut names)).unwrap();
        assert_eq!(names[0], 4, "3 is in use");
        assert_eq!((is_buffer(call, 3), is_buffer(call, 0)), (Ok(1), Ok(0)));
        delete_buffers(call, 3, ClientPtr::of(&[0u32, 77, 3])).unwrap();
        assert_eq!(is_buffer(call, 3), Ok(0));
    });
}

#[test]
fn deletion_unbinds_here_and_nowhere_else() {
    let share = Arc::new(ShareGroup::default());
    let mut here = Context::new(share.clone());
    let mut there = Context::new(share);
    let mem = ClientMemory::for_tests();
    for cx in [&mut here, &mut there] {
        let call = &mut Call::new(cx, mem);
        TARGETS
            .iter()
            .for_each(|target| bind_buffer(call, *target, 8).unwrap());
    }
    delete_buffers(&mut Call::new(&mut here, mem), 1, ClientPtr::of(&[8u32])).unwrap();
    for name in [
        ARRAY_BUFFER_BINDING,
        ELEMENT_ARRAY_BUFFER_BINDING,
        PIXEL_PACK_BUFFER_BINDING,
        PIXEL_UNPACK_BUFFER_BINDING,
    ] {
        assert_eq!(
            state::get::state_value(&here, name).unwrap().1.as_slice(),
            [0.0]
        );
        assert_eq!(
            state::get::state_value(&there, name).unwrap().1.as_slice(),
            [8.0]
        );
    }
    let call = &mut Call::new(&mut there, mem);
    buffer_data(call, ARRAY_BUFFER, 3, ClientPtr::NULL, STATIC_DRAW).unwrap();
}

#[test]
fn a_version_that_is_read_elsewhere_stays_as_it_is() {
    for size in [4usize, 1 << 19] {
        with_buffer(&vec![1; size], |call| {
            let held = call.cx.buffers.array.as_ref().unwrap().version().unwrap();
            buffer_sub_data(call, ARRAY_BUFFER, 1, 2, ClientPtr::of(&[9u8, 8])).unwrap();
            assert_eq!(
                (&held[..4], &contents(call)[..4]),
                (&[1, 1, 1, 1][..], &[1, 9, 8, 1][..])
            );
            let mut back = [0u8; 2];
            get_buffer_sub_data(call, ARRAY_BUFFER, 2, 2, ClientPtr::of_mut(&mut back)).unwrap();
            assert_eq!(back, [8, 1]);
            buffer_sub_data(
                call,
                ARRAY_BUFFER,
                0,
                size as isize,
                ClientPtr::of(&vec![5u8; size]),
            )
            .unwrap();
            assert_eq!((held[1], contents(call)[size - 1]), (1, 5));
        });
    }
}

#[test]
fn a_mapped_buffer_takes_what_was_written() {
    with_buffer(&[1, 2, 3, 4], |call| {
        assert_eq!(
            (parameter(call, BUFFER_SIZE), parameter(call, BUFFER_USAGE)),
            (4, STATIC_DRAW)
        );
        assert_eq!(
            (
                parameter(call, BUFFER_ACCESS),
                parameter(call, BUFFER_MAPPED)
            ),
            (READ_WRITE, 0)
        );
        let block = map_buffer(call, ARRAY_BUFFER, WRITE_ONLY).unwrap();
        assert_eq!(call.mem.bytes(block, 4), Some(&[1, 2, 3, 4][..]));
        assert_eq!(
            (
                parameter(call, BUFFER_ACCESS),
                parameter(call, BUFFER_MAPPED)
            ),
            (WRITE_ONLY, 1)
        );
        let mut pointer = [0usize];
        get_buffer_pointerv(
            call,
            ARRAY_BUFFER,
            BUFFER_MAP_POINTER,
            ClientPtr::of_mut(&mut pointer),
        )
        .unwrap();
        assert_eq!(pointer, [block.address()]);
        call.mem.write(block.byte_add(1), &[7u8]);
        assert_eq!(unmap_buffer(call, ARRAY_BUFFER), Ok(1));
        assert_eq!(contents(call), [1, 7, 3, 4]);
        get_buffer_pointerv(
            call,
            ARRAY_BUFFER,
            BUFFER_MAP_POINTER,
            ClientPtr::of_mut(&mut pointer),
        )
        .unwrap();
        assert_eq!((pointer, parameter(call, BUFFER_MAPPED)), ([0], 0));
        // New data unmaps the buffer and resets its state.
        map_buffer(call, ARRAY_BUFFER, READ_ONLY).unwrap();
        buffer_data(call, ARRAY_BUFFER, 0, ClientPtr::NULL, STREAM_READ).unwrap();
        assert_eq!(
            (
                parameter(call, BUFFER_ACCESS),
                parameter(call, BUFFER_MAPPED)
            ),
            (READ_WRITE, 0)
        );
        assert!(
            !map_buffer(call, ARRAY_BUFFER, READ_WRITE)
                .unwrap()
                .is_null(),
            "empty"
        );
        assert_eq!(unmap_buffer(call, ARRAY_BUFFER), Ok(1));
    });
}
