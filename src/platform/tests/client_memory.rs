//! Extents outside of the memory are refused.

use crate::platform::Unreadable;
use crate::platform::client_memory::{ClientMemory, ClientPtr};

#[test]
fn extents_are_checked() {
    // SAFETY: the only memory reached is `own`, below.
    let mut mem = unsafe { ClientMemory::new() };
    let own = [1u8, 2, 3, 0];
    let ptr = ClientPtr::<u8>::from_address(own.as_ptr() as usize);
    assert_eq!(mem.bytes(ptr, 3), Some(&own[..3]));
    assert_eq!(mem.c_string(ptr, 100), Some(&own[..3]));
    assert_eq!(mem.c_string(ptr, 2), Some(&own[..2]));
    assert_eq!(mem.read::<u8, 4>(ptr), Some(own));
    let nowhere = [0, 17, 4095].map(ClientPtr::<u8>::from_address);
    assert!(
        nowhere
            .iter()
            .all(|p| mem.bytes(*p, 1).is_none() && mem.bytes_mut(*p, 1).is_none())
    );
    assert_eq!(mem.bytes(ClientPtr::NULL, 0), Some(&[][..]));
    assert!(mem.bytes(ClientPtr::from_address(usize::MAX), 2).is_none());
    assert!(mem.bytes(ptr, usize::MAX).is_none());
    assert_eq!(
        mem.read_vec::<u32>(ptr.cast(), usize::MAX),
        Err(Unreadable::Pointer)
    );
}
