//! Which debug messages are enabled (KHR_debug sections 5.5.1 and 5.5.4). The state belongs to each message, and source,
//! type and id name a message. No message is known before it comes. So a filter keeps the state of all ids of a source and
//! type at once, by severity, and the ids that differ.
#![forbid(unsafe_code)]

use super::message::Heading;
use super::names::{SEVERITIES, SOURCES, Severity, Source, TYPES, Type};
use crate::gl::context::enums::*;
use crate::gl::context::named::Named;
use crate::gl::{GlError, Result};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The most single ids that one filter holds.
const MAX_SINGLE_IDS: usize = 1 << 16;

/// Severities by bit, with the numbers of [`Severity`].
type SeverityBits = u8;
const ALL_SEVERITIES: SeverityBits = (1 << SEVERITIES) - 1;
const INITIAL: SeverityBits = ALL_SEVERITIES & !(1 << Severity::Low as u8);

/// The number that a name stands for, or all `n` for DONT_CARE. Gives INVALID_ENUM for a name without a number.
fn select(name: u32, n: usize, number: Option<usize>) -> Result<Range<usize>> {
    if name == DONT_CARE {
        return Ok(0..n);
    }
    number.map(|i| i..i + 1).ok_or(GlError::invalid_enum(
        "source, type or severity of messages",
    ))
}

fn select_sources(name: u32) -> Result<Range<usize>> {
    select(name, SOURCES, Source::from_name(name).map(|s| s as usize))
}

fn select_types(name: u32) -> Result<Range<usize>> {
    select(name, TYPES, Type::from_name(name).map(|t| t as usize))
}

fn select_severities(name: u32) -> Result<Range<usize>> {
    let number = Severity::from_name(name).map(|s| s as usize);
    select(name, SEVERITIES, number)
}

/// The enabled state of every message.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Filter {
    /// The severities of enabled messages, by source and type.
    enabled: [[SeverityBits; TYPES]; SOURCES],
    /// The messages (source, type, id) whose state differs.
    single: FxHashMap<(usize, usize, u32), SeverityBits>,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter {
            enabled: [[INITIAL; TYPES]; SOURCES],
            single: FxHashMap::default(),
        }
    }
}

impl Filter {
    /// Whether a message is enabled.
    pub(crate) fn lets_through(&self, heading: Heading) -> bool {
        let (source, ty) = (heading.source as usize, heading.ty as usize);
        let single = self.single.get(&(source, ty, heading.id)).copied();
        let severities = single.unwrap_or(self.enabled[source][ty]);
        severities & 1 << heading.severity as u8 != 0
    }

    /// DebugMessageControl without ids: sets every message of these sources, types and severities. Gives INVALID_ENUM for a
    /// wrong value.
    pub(crate) fn set(&mut self, source: u32, ty: u32, severity: u32, on: bool) -> Result {
        let sources = select_sources(source)?;
        let types = select_types(ty)?;
        let severities = select_severities(severity)?.fold(0, |bits, i| bits | 1 << i);
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

    /// DebugMessageControl with ids. Gives INVALID_ENUM for a wrong source or type, INVALID_OPERATION without either or
    /// with a severity, OUT_OF_MEMORY beyond 65536 single ids.
    pub(crate) fn set_ids(
        &mut self,
        [source, ty, severity]: [u32; 3],
        ids: &[u32],
        on: bool,
    ) -> Result {
        let (source, ty) = check_ids(source, ty, severity)?;
        if ids.len() > MAX_SINGLE_IDS - self.single.len() {
            return Err(GlError::out_of_memory("too many single message ids"));
        }
        let bits = if on { ALL_SEVERITIES } else { 0 };
        for id in ids {
            self.single
                .insert((source as usize, ty as usize, *id), bits);
        }
        Ok(())
    }
}

/// The checks of [`Filter::set_ids`], made before the ids are read. Returns the source and the type.
pub(crate) fn check_ids(source: u32, ty: u32, severity: u32) -> Result<(Source, Type)> {
    select_sources(source)?;
    select_types(ty)?;
    select_severities(severity)?;
    match (Source::from_name(source), Type::from_name(ty)) {
        (Some(source), Some(ty)) if severity == DONT_CARE => Ok((source, ty)),
        _ => Err(GlError::invalid_operation(
            "message ids go with one source, one type and no severity",
        )),
    }
}

/// Checks the number of ids that one command passes.
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
            let through =
                SEVERITY_NAMES.map(|severity| lets_through(&filter, source, ty, 7, severity));
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
                let expected =
                    (source == APP && severity == LOW) || (ty == OTHER && severity == HIGH);
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
}
