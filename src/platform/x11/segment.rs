//! Memory that an X server shares (MIT-SHM): a System V segment.

use std::ffi::c_int;

/// A segment that is mapped here.
#[derive(Debug)]
pub(super) struct Segment {
    id: c_int,
    address: *mut libc::c_void,
    /// Whether it is still to be marked for removal.
    is_new: bool,
}

// SAFETY: the memory belongs to the value, and is reached through it alone.
unsafe impl Send for Segment {}

impl Segment {
    /// Makes and maps a segment.
    pub(super) fn new(bytes: usize) -> Option<Segment> {
        // SAFETY: a new segment is mapped where the system likes.
        unsafe {
            let id = libc::shmget(libc::IPC_PRIVATE, bytes, libc::IPC_CREAT | 0o600);
            if id == -1 {
                return None;
            }
            let address = libc::shmat(id, std::ptr::null(), 0);
            if address as isize == -1 {
                libc::shmctl(id, libc::IPC_RMID, std::ptr::null_mut());
                return None;
            }
            Some(Segment {
                id,
                address,
                is_new: true,
            })
        }
    }

    /// The system's number of the segment.
    pub(super) fn id(&self) -> c_int {
        self.id
    }

    pub(super) fn address(&self) -> *mut u8 {
        self.address.cast()
    }

    /// The server has mapped it, too, or refused: nobody else will. It is freed when both sides have unmapped it.
    pub(super) fn mark_attached(&mut self) {
        if std::mem::take(&mut self.is_new) {
            // SAFETY: the segment is ours.
            unsafe { libc::shmctl(self.id, libc::IPC_RMID, std::ptr::null_mut()) };
        }
    }
}

impl Drop for Segment {
    fn drop(&mut self) {
        self.mark_attached();
        // SAFETY: it was mapped there, and nobody uses it any more.
        unsafe { libc::shmdt(self.address) };
    }
}
