//! Which messages the filter lets through after commands for all, for some and for single ids.

use crate::gl::Result;
use crate::gl::context::enums::*;
use crate::gl::context::named::Named;
use crate::gl::debug::filter::{Filter, check_count};
use crate::gl::debug::message::Heading;
use crate::gl::debug::names::Severity;
use crate::gl::debug::names::Source;
use crate::gl::debug::names::Type;

const SOURCE_NAMES: [u32; 6] = [
    DEBUG_SOURCE_API,
    DEBUG_SOURCE_WINDOW_SYSTEM,
    DEBUG_SOURCE_SHADER_COMPILER,
    DEBUG_SOURCE_THIRD_PARTY,
    DEBUG_SOURCE_APPLICATION,
    DEBUG_SOURCE_OTHER,
];
const TYPE_NAMES: [u32; 9] = [
    DEBUG_TYPE_ERROR,
    DEBUG_TYPE_DEPRECATED_BEHAVIOR,
    DEBUG_TYPE_UNDEFINED_BEHAVIOR,
    DEBUG_TYPE_PERFORMANCE,
    DEBUG_TYPE_PORTABILITY,
    DEBUG_TYPE_OTHER,
    DEBUG_TYPE_MARKER,
    DEBUG_TYPE_PUSH_GROUP,
    DEBUG_TYPE_POP_GROUP,
];
const SEVERITY_NAMES: [u32; 4] = [
    DEBUG_SEVERITY_HIGH,
    DEBUG_SEVERITY_MEDIUM,
    DEBUG_SEVERITY_LOW,
    DEBUG_SEVERITY_NOTIFICATION,
];

fn lets_through(filter: &Filter, source: u32, ty: u32, id: u32, severity: u32) -> bool {
    filter.lets_through(Heading {
        source: Source::from_name(source).unwrap(),
        ty: Type::from_name(ty).unwrap(),
        id,
        severity: Severity::from_name(severity).unwrap(),
    })
}

const APP: u32 = DEBUG_SOURCE_APPLICATION;
const OTHER: u32 = DEBUG_TYPE_OTHER;
const LOW: u32 = DEBUG_SEVERITY_LOW;
const HIGH: u32 = DEBUG_SEVERITY_HIGH;

#[test]
fn all_but_low_is_enabled_at_first() {
    let filter = Filter::default();
    for (source, ty) in SOURCE_NAMES
        .iter()
        .flat_map(|s| TYPE_NAMES.map(|t| (*s, t)))
    {
        let through = SEVERITY_NAMES.map(|severity| lets_through(&filter, source, ty, 7, severity));
        assert_eq!(through, [true, true, false, true]);
    }
}

#[test]
fn each_of_source_type_and_severity_selects() {
    let mut filter = Filter::default();
    filter.set(DONT_CARE, DONT_CARE, DONT_CARE, false).unwrap();
    filter.set(APP, DONT_CARE, LOW, true).unwrap();
    filter.set(DONT_CARE, OTHER, HIGH, true).unwrap();
    for (source, ty) in SOURCE_NAMES
        .iter()
        .flat_map(|s| TYPE_NAMES.map(|t| (*s, t)))
    {
        for severity in SEVERITY_NAMES {
            let expected = (source == APP && severity == LOW) || (ty == OTHER && severity == HIGH);
            assert_eq!(lets_through(&filter, source, ty, 0, severity), expected);
        }
    }
}

#[test]
fn a_later_command_for_all_reaches_single_ids_too() {
    let mut filter = Filter::default();
    filter
        .set_ids([APP, OTHER, DONT_CARE], &[1, 2], false)
        .unwrap();
    filter.set_ids([APP, OTHER, DONT_CARE], &[3], true).unwrap();
    let through = |filter: &Filter, severity| {
        [1, 2, 3, 4].map(|id| lets_through(filter, APP, OTHER, id, severity))
    };
    assert_eq!(through(&filter, HIGH), [false, false, true, true]);
    assert_eq!(through(&filter, LOW), [false, false, true, false]);
    assert!(
        lets_through(&filter, APP, DEBUG_TYPE_MARKER, 1, HIGH),
        "another type"
    );
    filter.set(APP, DONT_CARE, HIGH, true).unwrap();
    assert_eq!(through(&filter, HIGH), [true; 4]);
    assert_eq!(through(&filter, LOW), [false, false, true, false]);
    filter.set(DONT_CARE, OTHER, DONT_CARE, false).unwrap();
    assert_eq!(through(&filter, LOW), [false; 4]);
    assert!(
        filter.single.is_empty(),
        "what differs no longer is dropped"
    );
}

#[test]
fn wrong_arguments_change_nothing() {
    let mut filter = Filter::default();
    let code = |result: Result| result.unwrap_err().code;
    for [source, ty, severity] in [[1, OTHER, HIGH], [APP, 1, HIGH], [APP, OTHER, 1]] {
        assert_eq!(code(filter.set(source, ty, severity, false)), INVALID_ENUM);
        let ids = filter.set_ids([source, ty, severity], &[1], false);
        assert_eq!(code(ids), INVALID_ENUM);
    }
    for what in [
        [DONT_CARE, OTHER, DONT_CARE],
        [APP, DONT_CARE, DONT_CARE],
        [APP, OTHER, LOW],
    ] {
        assert_eq!(code(filter.set_ids(what, &[1], false)), INVALID_OPERATION);
    }
    assert_eq!(code(check_count(-1).map(|_| ())), INVALID_VALUE);
    assert_eq!(code(check_count(i32::MAX).map(|_| ())), OUT_OF_MEMORY);
    assert_eq!(filter, Filter::default());
}
