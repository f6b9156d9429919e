//! Which debug messages are enabled (KHR_debug sections 5.5.1 and 5.5.4). The state belongs to each message, named by
//! source, type and id; no message is known before it comes, so a filter keeps the state of all ids of a source and type
//! at once, by severity, and the ids that differ.
#![forbid(unsafe_code)]

use crate::gl::context::enums::*;
use crate::gl::{GlError, Result};
use rustc_hash::FxHashMap;

/// Table 5.3.
pub(crate) const SOURCES: [u32; 6] = [
    DEBUG_SOURCE_API,
    DEBUG_SOURCE_WINDOW_SYSTEM,
    DEBUG_SOURCE_SHADER_COMPILER,
    DEBUG_SOURCE_THIRD_PARTY,
    DEBUG_SOURCE_APPLICATION,
    DEBUG_SOURCE_OTHER,
];
/// Table 5.4.
pub(crate) const TYPES: [u32; 9] = [
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
/// Table 5.5.
pub(crate) const SEVERITIES: [u32; 4] = [
    DEBUG_SEVERITY_HIGH,
    DEBUG_SEVERITY_MEDIUM,
    DEBUG_SEVERITY_LOW,
    DEBUG_SEVERITY_NOTIFICATION,
];

/// The most single ids that one filter holds.
const MAX_SINGLE_IDS: usize = 1 << 16;

/// Severities by bit, in the order of [`SEVERITIES`].
type SeverityBits = u8;
const ALL_SEVERITIES: SeverityBits = (1 << SEVERITIES.len()) - 1;
/// All but LOW.
const INITIAL: SeverityBits = ALL_SEVERITIES & !(1 << 2);

/// One value of a table, or DONT_CARE for all of them. INVALID_ENUM for what is neither.
fn select(table: &[u32], value: u32) -> Result<std::ops::Range<usize>> {
    if value == DONT_CARE {
        return Ok(0..table.len());
    }
    let place = table.iter().position(|entry| *entry == value);
    place.map(|i| i..i + 1).ok_or(GlError::invalid_enum(
        "source, type or severity of messages",
    ))
}

/// The place of a value in its table.
fn index(table: &[u32], value: u32) -> usize {
    let place = table.iter().position(|entry| *entry == value);
    place.expect("messages are made with values of the tables")
}

/// The enabled state of every message.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Filter {
    /// By source and type: the severities whose messages are enabled.
    enabled: [[SeverityBits; TYPES.len()]; SOURCES.len()],
    /// Messages (source, type, id) that differ.
    single: FxHashMap<(usize, usize, u32), SeverityBits>,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter {
            enabled: [[INITIAL; TYPES.len()]; SOURCES.len()],
            single: FxHashMap::default(),
        }
    }
}

impl Filter {
    /// Whether a message is enabled.
    pub(crate) fn lets_through(&self, source: u32, ty: u32, id: u32, severity: u32) -> bool {
        let (source, ty) = (index(&SOURCES, source), index(&TYPES, ty));
        let single = self.single.get(&(source, ty, id)).copied();
        let severities = single.unwrap_or(self.enabled[source][ty]);
        severities & 1 << index(&SEVERITIES, severity) != 0
    }

    /// DebugMessageControl without ids: every message of these sources, types and severities. INVALID_ENUM for what is
    /// none.
    pub(crate) fn set(&mut self, source: u32, ty: u32, severity: u32, on: bool) -> Result {
        let sources = select(&SOURCES, source)?;
        let types = select(&TYPES, ty)?;
        let severities = select(&SEVERITIES, severity)?.fold(0, |bits, i| bits | 1 << i);
        let change = |bits: &mut SeverityBits| {
            if on {
                *bits |= severities
            } else {
                *bits &= !severities
            }
        };
        for row in &mut self.enabled[sources.clone()] {
            row[types.clone()].iter_mut().for_each(change);
        }
        let enabled = &self.enabled;
        self.single.retain(|(source, ty, _), bits| {
            if sources.contains(source) && types.contains(ty) {
                change(bits);
            }
            *bits != enabled[*source][*ty]
        });
        Ok(())
    }

    /// DebugMessageControl with ids. INVALID_ENUM for a wrong source or type, INVALID_OPERATION without either or with a
    /// severity, OUT_OF_MEMORY beyond 65536 single ids.
    pub(crate) fn set_ids(
        &mut self,
        [source, ty, severity]: [u32; 3],
        ids: &[u32],
        on: bool,
    ) -> Result {
        check_ids(source, ty, severity)?;
        if ids.len() > MAX_SINGLE_IDS - self.single.len() {
            return Err(GlError::out_of_memory("too many single message ids"));
        }
        let (source, ty) = (index(&SOURCES, source), index(&TYPES, ty));
        let bits = if on { ALL_SEVERITIES } else { 0 };
        for id in ids {
            self.single.insert((source, ty, *id), bits);
        }
        Ok(())
    }
}

/// What [`Filter::set_ids`] says of its arguments; asked before the ids are read.
pub(crate) fn check_ids(source: u32, ty: u32, severity: u32) -> Result {
    select(&SOURCES, source)?;
    select(&TYPES, ty)?;
    select(&SEVERITIES, severity)?;
    if source == DONT_CARE || ty == DONT_CARE || severity != DONT_CARE {
        return Err(GlError::invalid_operation(
            "message ids go with one source, one type and no severity",
        ));
    }
    Ok(())
}

/// How many ids one command may bring.
pub(crate) fn check_count(count: i32) -> Result<usize> {
    let count = usize::try_from(count).map_err(|_| GlError::invalid_value("negative count"))?;
    if count > MAX_SINGLE_IDS {
        return Err(GlError::out_of_memory("too many single message ids"));
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    const APP: u32 = DEBUG_SOURCE_APPLICATION;
    const OTHER: u32 = DEBUG_TYPE_OTHER;
    const LOW: u32 = DEBUG_SEVERITY_LOW;
    const HIGH: u32 = DEBUG_SEVERITY_HIGH;

    #[test]
    fn all_but_low_is_enabled_at_first() {
        let filter = Filter::default();
        for (source, ty) in SOURCES.iter().flat_map(|s| TYPES.map(|t| (*s, t))) {
            let through = SEVERITIES.map(|severity| filter.lets_through(source, ty, 7, severity));
            assert_eq!(through, [true, true, false, true]);
        }
    }

    #[test]
    fn each_of_source_type_and_severity_selects() {
        let mut filter = Filter::default();
        filter.set(DONT_CARE, DONT_CARE, DONT_CARE, false).unwrap();
        filter.set(APP, DONT_CARE, LOW, true).unwrap();
        filter.set(DONT_CARE, OTHER, HIGH, true).unwrap();
        for (source, ty) in SOURCES.iter().flat_map(|s| TYPES.map(|t| (*s, t))) {
            for severity in SEVERITIES {
                let expected =
                    (source == APP && severity == LOW) || (ty == OTHER && severity == HIGH);
                assert_eq!(filter.lets_through(source, ty, 0, severity), expected);
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
            [1, 2, 3, 4].map(|id| filter.lets_through(APP, OTHER, id, severity))
        };
        assert_eq!(through(&filter, HIGH), [false, false, true, true]);
        assert_eq!(through(&filter, LOW), [false, false, true, false]);
        assert!(
            filter.lets_through(APP, DEBUG_TYPE_MARKER, 1, HIGH),
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
}
