//! Writes through the address are read, and memory that cannot grow is an error.

use crate::platform::shared_bytes::{SharedBytes, zeroed_bytes};

#[test]
fn writes_through_the_address_are_read() {
    let block = SharedBytes::from_bytes(&[1, 2, 3]).unwrap();
    assert_eq!(block.address() % 64, 0);
    // SAFETY: the block is three bytes long and lives.
    unsafe { *((block.address() + 1) as *mut u8) = 9 };
    assert_eq!(block.to_vec().unwrap(), [1, 9, 3]);
    block.write(2, &[7, 8]);
    block.write(3, &[8]);
    assert_eq!(block.to_vec().unwrap(), [1, 9, 7]);
    assert!(SharedBytes::new(usize::MAX).is_none());
    assert!(SharedBytes::new(0).unwrap().is_empty());
}

#[test]
fn zeroed_bytes_grow_and_fail_as_vectors_do() {
    let mut bytes = zeroed_bytes(3).unwrap();
    bytes.push(1);
    assert_eq!(bytes, [0, 0, 0, 1]);
    assert!(zeroed_bytes(usize::MAX).is_none() && zeroed_bytes(0).unwrap().is_empty());
}
