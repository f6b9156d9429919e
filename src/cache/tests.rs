//! The cache keeps the values used last, makes each value once, and agrees with a sorted list after any sequence of
//! calls.

use super::*;
use crate::random_for_tests::Random;
use std::rc::Rc;

/// The keys from the newest to the oldest, the same from the other end.
fn order(cache: &Lru<u32, u32>) -> Vec<u32> {
    let (mut keys, mut back) = (Vec::new(), Vec::new());
    let (mut at, mut from_end) = (cache.newest, cache.oldest);
    while at != NONE {
        keys.push(cache.entries[at as usize].key);
        at = cache.entries[at as usize].older;
    }
    while from_end != NONE {
        back.insert(0, cache.entries[from_end as usize].key);
        from_end = cache.entries[from_end as usize].newer;
    }
    assert_eq!(keys, back);
    keys
}

#[test]
fn the_least_recently_used_goes() {
    let mut cache = Lru::new(3);
    for key in [1, 2, 3] {
        assert_eq!(cache.insert(key, 10 * key), None);
    }
    assert_eq!(cache.get(&1), Some(&10));
    assert_eq!(order(&cache), [1, 3, 2]);
    assert_eq!(cache.insert(4, 40), Some(20));
    assert_eq!(order(&cache), [4, 1, 3]);
    assert_eq!(cache.get(&2), None);
    assert_eq!(cache.get(&3), Some(&30));
    assert_eq!(order(&cache), [3, 4, 1]);
    assert_eq!(cache.get(&4), Some(&40));
    assert_eq!(order(&cache), [4, 3, 1]);
}

#[test]
fn a_key_has_one_value() {
    let mut cache = Lru::new(2);
    cache.insert(1, 10);
    cache.insert(2, 20);
    assert_eq!(cache.insert(1, 11), Some(10));
    assert_eq!((cache.len(), order(&cache)), (2, vec![1, 2]));
    assert_eq!(cache.get(&1), Some(&11));
}

#[test]
fn one_value_is_a_cache() {
    let mut cache = Lru::new(1);
    assert!(cache.is_empty());
    for key in 0..5 {
        assert_eq!(*cache.get_or_insert_with(key, |key| 10 * key), 10 * key);
        assert_eq!(order(&cache), [key]);
    }
}

#[test]
fn a_value_is_made_once() {
    let mut cache = Lru::new(2);
    let mut n_made = 0;
    for key in [0, 1, 0, 2, 0, 1] {
        cache.get_or_insert_with(key, |_| n_made += 1);
    }
    // 1 left for 2, and 0 stayed.
    assert_eq!(n_made, 4);
}

#[test]
fn cleared_caches_hold_nothing_and_fill_again() {
    let value = Rc::new(());
    let mut cache = Lru::new(2);
    for key in 0..3 {
        cache.insert(key, value.clone());
    }
    assert_eq!(Rc::strong_count(&value), 3);
    cache.clear();
    assert_eq!((Rc::strong_count(&value), cache.len()), (1, 0));
    assert_eq!(cache.get(&2), None);
    cache.insert(2, value.clone());
    assert!(cache.get(&2).is_some());
}

/// The cache against a list that is sorted by last use.
#[test]
fn any_sequence_is_as_in_a_sorted_list() {
    let mut numbers = Random::new(1);
    let mut random = |n: u32| numbers.below(n);
    let mut cache = Lru::new(7);
    let mut list: Vec<(u32, u32)> = Vec::new();
    for step in 0..2000 {
        let key = random(12);
        let known = list.iter().position(|(own, _)| *own == key);
        let found = known.map(|at| list.remove(at));
        if random(2) == 0 {
            assert_eq!(cache.get(&key).copied(), found.map(|(_, value)| value));
            list.extend(found);
        } else {
            let oldest = (found.is_none() && list.len() == 7).then(|| list.remove(0));
            let left = cache.insert(key, step);
            assert_eq!(left, found.or(oldest).map(|(_, value)| value));
            list.push((key, step));
        }
        let newest_first: Vec<u32> = list.iter().rev().map(|(key, _)| *key).collect();
        assert_eq!(order(&cache), newest_first);
    }
}
