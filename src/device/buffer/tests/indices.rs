//! The cache of converted indices stays small.

use crate::device::buffer::indices::IndexCache;
use std::sync::Arc;

#[test]
fn kept_indices_stay_few() {
    let mut cache = IndexCache::default();
    let list = Arc::new(vec![0u32; 10]);
    let kept = |cache: &IndexCache| {
        (0..1000)
            .filter(|i| cache.find((*i, 10, 2)).is_some())
            .count()
    };
    for i in 0..200 {
        cache.keep((i, 10, 2), &list, 2000);
        assert!(cache.find((i, 10, 2)).is_some() && kept(&cache) <= 64);
    }
    cache.clear();
    (0..50).for_each(|i| cache.keep((i, 10, 2), &list, 45));
    assert!(kept(&cache) <= 4);
    cache.keep((999, 10, 2), &list, 9);
    assert!(cache.find((999, 10, 2)).is_none());
}
