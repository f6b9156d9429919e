//! Borrowing for writing advances a revision; reading does not.

use crate::device::state::revision::{Share, Tracked, Watched};

#[test]
fn writing_advances_and_reading_does_not() {
    let mut tracked = Tracked::<Vec<u8>>::default();
    assert_eq!((tracked.len(), tracked.revision()), (0, 0));
    tracked.push(1);
    assert_eq!((tracked[0], tracked.revision()), (1, 1));
    tracked.without_revision().push(2);
    assert_eq!((tracked.len(), tracked.revision()), (2, 1));
    tracked.values_mut().push(3);
    let revisions = (tracked.revision(), tracked.value_revision());
    assert_eq!((tracked.len(), revisions), (3, (1, 1)));
}

#[test]
fn changes_of_objects_are_counted_in_their_group() {
    let (share, other) = (Share::default(), Share::default());
    let object = Watched::new(&share, 1);
    *object.lock() = 2;
    assert_eq!(share.objects.current(), 1);
    *object.lock().values_mut() = 3;
    let revisions = (share.objects.current(), share.object_values.current());
    assert_eq!((*object.lock(), revisions), (3, (1, 1)));
    assert_eq!([&share, &other].map(|s| s.objects.current()), [1, 0]);
}
