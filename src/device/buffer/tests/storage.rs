//! Pending draws, converted indices and mappings see the right version of a buffer.

use crate::device::buffer::storage::{Access, Buffer, COPY_LIMIT};
use std::sync::Arc;

fn buffer(bytes: &[u8]) -> Buffer {
    let mut buffer = Buffer::default();
    buffer.replace(bytes.to_vec());
    buffer
}

#[test]
fn large_versions_in_flight_are_drawn_before_they_are_written() {
    for (size, flushes) in [(16, 0), (COPY_LIMIT + 1, 1)] {
        let mut buffer = buffer(&vec![1; size]);
        let mut in_flight = Some(buffer.data.clone());
        let mut count = 0;
        let mut flush = || {
            in_flight = None;
            count += 1;
        };
        buffer.write(1..2, &[5], &mut flush).unwrap();
        assert_eq!((count, &buffer.data[..3]), (flushes, &[1, 5, 1][..]));
        // A version without other readers is written in place.
        buffer
            .write(0..1, &[6], &mut || panic!("nothing to draw"))
            .unwrap();
        assert_eq!(buffer.data[..3], [6, 5, 1]);
    }
}

#[test]
fn indices_are_converted_once_per_version() {
    let mut buffer = buffer(&[9, 1, 0, 2, 0, 3, 0]);
    let range = (1, 3, 2);
    let first = buffer.index_array(range).unwrap().unwrap();
    assert_eq!(*first, [1, 2, 3]);
    let again = buffer.index_array(range).unwrap().unwrap();
    assert!(Arc::ptr_eq(&first, &again));
    for outside in [(1, 4, 2), (usize::MAX, 1, 1), (0, usize::MAX, 4)] {
        assert!(buffer.index_array(outside).unwrap().is_none());
    }
    buffer.write(1..2, &[7], &mut || {}).unwrap();
    let after = buffer.index_array((1, 1, 1)).unwrap().unwrap();
    assert_eq!((after[0], first[1]), (7, 2));
}

#[test]
fn only_mappings_that_write_come_back() {
    use Access::{Discard, NoOverwrite, Read, ReadWrite, Write};
    for access in [Read, Write, ReadWrite, Discard, NoOverwrite] {
        for explicit in [false, true] {
            let mut buffer = buffer(&[1, 2, 3, 4]);
            buffer.map(1..3, access, explicit).unwrap();
            buffer.mapping.as_ref().unwrap().block.write(0, &[8, 9]);
            buffer.unmap(&mut || {}).unwrap();
            let is_written = access != Read && !explicit;
            let expected = if is_written {
                [1, 8, 9, 4]
            } else {
                [1, 2, 3, 4]
            };
            assert_eq!(buffer.data[..], expected, "{access:?} {explicit}");
            assert!(buffer.mapping.is_none());
        }
    }
}
