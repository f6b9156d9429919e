//! Labels of objects, which tools show (KHR_debug section 5.5.8). They are in this room because every chapter that deletes
//! objects drops their labels.

use crate::gl::ShareGroup;
use rustc_hash::FxHashMap;

/// Labels. The key is the identifier of the kind of object (`GL_BUFFER`), and the object's name.
pub(crate) type Labels = FxHashMap<(u32, u32), Box<[u8]>>;

/// Drops the labels of deleted objects: those of the context, and those of the share group.
pub(crate) fn forget_labels(own: &mut Labels, shared: &ShareGroup, identifier: u32, names: &[u32]) {
    let mut shared = shared.labels.lock();
    for labels in [&mut *shared, own] {
        if !labels.is_empty() {
            for name in names {
                labels.remove(&(identifier, *name));
            }
        }
    }
}
