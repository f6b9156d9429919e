//! Display lists (GL 1.5 section 5.4): names, compilation, execution.
//!
//! A list is a row of items: recorded commands, vertex commands, and runs. A run is one or more primitives that begin and
//! end inside the list and are replayed as one draw (`super::compile`). An `Arc` holds a list while it is executed, so
//! commands in it may delete or replace it.
#![forbid(unsafe_code)]

use super::compile::compile_ops;
use super::vertices::{Item, execute_item};
use crate::gl::context::enums::*;
use crate::gl::context::labels::forget_labels;
use crate::gl::context::named::{Named, gl_enum};
use crate::gl::context::names::NO_ROOM;
use crate::gl::context::recording::{Recorded, Recording, VertexOp, push};
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;
use crate::platform::reserve::from_system;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The depth of CallList inside CallList (MAX_LIST_NESTING).
pub const MAX_LIST_NESTING: u32 = 64;

/// The most names that one GenLists returns.
const MAX_GENERATED: u32 = 1 << 22;

/// The commands of a list in their order.
#[derive(Debug, Default)]
pub struct List {
    items: Vec<Item>,
}

/// List state. `Context::recorder` holds the commands of the list being compiled.
#[derive(Debug, Default)]
pub struct ListState {
    /// Added to each name of CallLists.
    pub base: u32,
    /// LIST_INDEX: the name of the list being compiled, or 0.
    pub index: u32,
    /// LIST_MODE while a list is compiled. It does not change while a recorded command is executed.
    mode: Recording,
    depth: u32,
}

const MODES: [(u32, Recording); 2] = [
    (COMPILE, Recording::Compile),
    (COMPILE_AND_EXECUTE, Recording::CompileAndExecute),
];

impl ListState {
    /// LIST_MODE, 0 while no list is compiled.
    pub fn mode_name(&self) -> u32 {
        let row = MODES.iter().find(|(_, mode)| *mode == self.mode);
        row.map_or(0, |(name, _)| *name)
    }
}

/// Display lists by name.
#[derive(Debug, Default)]
pub struct Lists {
    lists: BTreeMap<u32, Arc<List>>,
}

impl Lists {
    /// The first of `range` consecutive unused names. It is not 0. Names above all that are used come first, because they
    /// need no search.
    fn free_range(&self, range: u32) -> Option<u32> {
        let ends_in_range = |first: &u32| first.checked_add(range - 1).is_some();
        let last_used = self.lists.last_key_value().map_or(0, |(name, _)| *name);
        let above = last_used.checked_add(1).filter(ends_in_range);
        above.or_else(|| self.first_gap(range))
    }

    /// The first gap of `range` names below the last that is used.
    fn first_gap(&self, range: u32) -> Option<u32> {
        let mut first = 1u32;
        for &used in self.lists.keys() {
            if used.checked_sub(first)? >= range {
                return Some(first);
            }
            first = used.checked_add(1)?;
        }
        None
    }
}

/// glNewList. Gives INVALID_VALUE for name 0, INVALID_ENUM for a wrong mode, INVALID_OPERATION while a list is compiled.
pub fn new_list(call: &mut Call<'_>, list: u32, mode: u32) -> Result {
    let row = MODES.iter().find(|(name, _)| *name == mode);
    let recording = row.ok_or(GlError::invalid_enum("list mode"))?.1;
    if list == 0 {
        return Err(GlError::invalid_value("list name 0"));
    }
    let lists = &mut call.cx.lists;
    if lists.index != 0 {
        return Err(GlError::invalid_operation("a list is being compiled"));
    }
    (lists.index, lists.mode) = (list, recording);
    call.cx.recorder.begin(recording);
    Ok(())
}

/// glEndList. Gives INVALID_OPERATION when no list is compiled. Gives OUT_OF_MEMORY when the list could not be recorded whole; then
/// the name keeps the list that it had (section 5.4).
pub fn end_list(call: &mut Call<'_>) -> Result {
    let lists = &mut call.cx.lists;
    if lists.index == 0 {
        return Err(GlError::invalid_operation("no list is being compiled"));
    }
    let name = std::mem::take(&mut lists.index);
    lists.mode = Recording::Off;
    let (ops, commands) = call.cx.recorder.end()?;
    let items = compile(&ops, commands)?;
    call.cx
        .shared
        .lists
        .lock()
        .lists
        .insert(name, Arc::new(List { items }));
    Ok(())
}

/// Makes the items of a list. Each row of vertex commands between two others is compiled on its own.
fn compile(ops: &[VertexOp], commands: Vec<(usize, Recorded)>) -> Result<Vec<Item>> {
    let (mut items, mut first) = (Vec::new(), 0);
    for (before, command) in commands {
        compile_ops(&ops[first..before], &mut items)?;
        push(&mut items, Item::Command(command))?;
        first = before;
    }
    compile_ops(&ops[first..], &mut items)?;
    Ok(items)
}

/// glCallList: executes a list. Names without a list, and calls nested more than 64 deep, do nothing. An error of a command
/// in the list is recorded, and the list goes on.
pub fn call_list(call: &mut Call<'_>, list: u32) -> Result {
    if call.cx.lists.depth >= MAX_LIST_NESTING {
        return Ok(());
    }
    let found = call.cx.shared.lists.lock().lists.get(&list).cloned();
    let Some(found) = found else { return Ok(()) };
    let recording = call.cx.recorder.suspend();
    call.cx.lists.depth += 1;
    for item in &found.items {
        if let Err(error) = execute_item(call, item) {
            log::debug!(target: crate::debug::CALLS, "in display list {list}: {error}");
            call.cx.record_error_with(error, || {
                format!("in display list {list}: {}: {error}", error.name())
            });
        }
    }
    call.cx.lists.depth -= 1;
    call.cx.recorder.resume(recording);
    Ok(())
}

gl_enum! {
    /// The type of the names that CallLists receives.
    pub enum NameType {
        Byte = BYTE,
        UnsignedByte = UNSIGNED_BYTE,
        Short = SHORT,
        UnsignedShort = UNSIGNED_SHORT,
        Int = INT,
        UnsignedInt = UNSIGNED_INT,
        Float = FLOAT,
        Bytes2 = GL_2_BYTES,
        Bytes3 = GL_3_BYTES,
        Bytes4 = GL_4_BYTES,
    }
}

impl NameType {
    /// The bytes of one name.
    fn size(self) -> usize {
        use NameType::*;
        match self {
            Byte | UnsignedByte => 1,
            Short | UnsignedShort | Bytes2 => 2,
            Bytes3 => 3,
            Int | UnsignedInt | Float | Bytes4 => 4,
        }
    }
}

/// glCallLists: copies the offsets, and adds the list base at the time of execution. Gives INVALID_VALUE for a negative
/// count, INVALID_ENUM for a wrong type.
pub fn call_lists(call: &mut Call<'_>, n: i32, ty: u32, lists: ClientPtr<u8>) -> Result {
    let n = usize::try_from(n).map_err(|_| GlError::invalid_value("negative number of lists"))?;
    let ty = NameType::checked(ty, "type of list names")?;
    let size = ty.size();
    let len = n
        .checked_mul(size)
        .ok_or(GlError::invalid_value("too many lists"))?;
    let bytes = call
        .mem
        .bytes(lists, len)
        .ok_or(GlError::invalid_value("null pointer to list names"))?;
    // Convert the names now: the application may change its array after the call.
    let mut offsets: Vec<u32> = Vec::new();
    from_system(|| offsets.try_reserve_exact(n))
        .map_err(|_| GlError::out_of_memory("list names"))?;
    offsets.extend(bytes.chunks_exact(size).map(|b| list_offset(ty, b)));
    call.run_anywhere(move |call| {
        let base = call.cx.lists.base;
        offsets
            .iter()
            .try_for_each(|offset| call_list(call, base.wrapping_add(*offset)))
    })
}

/// One offset of CallLists. Negative offsets wrap, so that the sum with the base is right.
fn list_offset(ty: NameType, b: &[u8]) -> u32 {
    use NameType::*;
    let big_endian = |b: &[u8]| {
        b.iter()
            .fold(0u32, |value, byte| value << 8 | u32::from(*byte))
    };
    match ty {
        Byte => b[0] as i8 as u32,
        UnsignedByte => u32::from(b[0]),
        Short => i16::from_ne_bytes([b[0], b[1]]) as u32,
        UnsignedShort => u32::from(u16::from_ne_bytes([b[0], b[1]])),
        Bytes2 | Bytes3 | Bytes4 => big_endian(b),
        Float => f32::from_ne_bytes([b[0], b[1], b[2], b[3]]) as i64 as u32,
        Int | UnsignedInt => u32::from_ne_bytes([b[0], b[1], b[2], b[3]]),
    }
}

pub fn list_base(call: &mut Call<'_>, base: u32) -> Result {
    call.cx.lists.base = base;
    Ok(())
}

/// The most bytes that an entry in the tree of lists takes, where names come in order.
const ENTRY_BYTES: usize = 32;

/// glGenLists: makes `range` consecutive empty lists, and returns 0 when it makes none. Gives INVALID_VALUE for a negative
/// range, OUT_OF_MEMORY for more than 4 million and where memory is short.
pub fn gen_lists(call: &mut Call<'_>, range: i32) -> Result<u32> {
    let range =
        u32::try_from(range).map_err(|_| GlError::invalid_value("negative range of lists"))?;
    if range == 0 {
        return Ok(0);
    }
    if range > MAX_GENERATED {
        return Err(GlError::out_of_memory("too many lists at once"));
    }
    let mut table = call.cx.shared.lists.lock();
    let Some(first) = table.free_range(range) else {
        return Ok(0);
    };
    // A tree cannot say that it lacks memory, but this can.
    let mut room = Vec::<u8>::new();
    (from_system(|| room.try_reserve_exact(ENTRY_BYTES * range as usize))).map_err(|_| NO_ROOM)?;
    drop(room);
    let empty = Arc::new(List::default());
    table
        .lists
        .extend((first..=first + (range - 1)).map(|name| (name, empty.clone())));
    Ok(first)
}

/// glDeleteLists. Gives INVALID_VALUE for a negative range.
pub fn delete_lists(call: &mut Call<'_>, list: u32, range: i32) -> Result {
    let range =
        u32::try_from(range).map_err(|_| GlError::invalid_value("negative range of lists"))?;
    if range == 0 {
        return Ok(());
    }
    let last = list.saturating_add(range - 1);
    let mut table = call.cx.shared.lists.lock();
    let names: Vec<u32> = table
        .lists
        .range(list..=last)
        .map(|(name, _)| *name)
        .collect();
    let dropped: Vec<_> = names
        .iter()
        .filter_map(|name| table.lists.remove(name))
        .collect();
    // Lists are freed without the lock, because they may be large.
    drop(table);
    drop(dropped);
    forget_labels(&mut call.cx.labels, &call.cx.shared, DISPLAY_LIST, &names);
    Ok(())
}

pub fn is_list(call: &mut Call<'_>, list: u32) -> Result<u8> {
    Ok(u8::from(
        call.cx.shared.lists.lock().lists.contains_key(&list),
    ))
}
