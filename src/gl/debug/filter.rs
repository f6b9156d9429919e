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
    pub(super) single: FxHashMap<(usize, usize, u32), SeverityBits>,
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
