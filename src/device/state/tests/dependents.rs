//! A value is computed once per revision.

use crate::device::state::dependents::Cached;
use crate::device::state::revision::Revision;

#[test]
fn values_are_made_once_per_revision() {
    let (revision, cached) = (Revision::default(), Cached::default());
    let get = |value| cached.get(revision.current(), || value);
    assert_eq!([get(Some(1)), get(Some(2))], [Some(1); 2]);
    revision.advance();
    assert_eq!(
        [get(None), get(Some(3)), get(None)],
        [None, Some(3), Some(3)]
    );
    cached.forget();
    assert_eq!(get(Some(4)), Some(4));
}
