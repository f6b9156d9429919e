//! The options of a program object for the next text of a shading language, and the texts that it may include
//! (TRI_shading_language). Display lists hold none of these commands.
#![forbid(unsafe_code)]

use super::shading::stage_of;
use crate::frontend::shading::CompileOptions;
use crate::gl::context::enums::*;
use crate::gl::context::program_target::Target;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;
use std::sync::Arc;

/// The longest value of an option, and the longest name of a file.
const MAX_VALUE_BYTES: usize = 4096;
/// The most macros, and the most interfaces, of an object.
const MAX_VALUES: usize = 1024;
/// The most bytes of the texts that an object may include.
const MAX_INCLUDED_BYTES: usize = 1 << 24;

/// The target of one of these commands.
pub(super) fn target_of(target: u32) -> Result<Target> {
    let target = Target::from_enum(target)?;
    stage_of(target)?;
    Ok(target)
}

/// Reads a string of the application's memory. INVALID_VALUE for a null pointer, for a string that is too long, and for one
/// that is not UTF-8.
fn string(call: &Call<'_>, pointer: ClientPtr<u8>) -> Result<String> {
    let bytes = call.mem.c_string(pointer, MAX_VALUE_BYTES + 1);
    let bytes = bytes.ok_or(GlError::invalid_value("null pointer to a string"))?;
    if bytes.len() > MAX_VALUE_BYTES {
        return Err(GlError::invalid_value("the string is too long"));
    }
    let text = std::str::from_utf8(bytes);
    let text = text.map_err(|_| GlError::invalid_value("the string is not UTF-8"))?;
    Ok(text.to_owned())
}

/// Whether a word is a name of the languages.
fn is_name(word: &str) -> bool {
    let mut letters = word.chars();
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    letters.next().is_some_and(is_letter) && letters.all(|c| is_letter(c) || c.is_ascii_digit())
}

/// Whether a word is the name of a parameter, perhaps of a member or an element: `lights[2].shape`.
fn is_parameter(word: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_.[]".contains(c);
    word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && word.chars().all(is_part)
}

/// Adds a pair, in place of an earlier one of the same name. INVALID_VALUE where there are too many.
fn add(list: &mut Vec<(String, String)>, name: &str, value: &str) -> Result {
    match list.iter().position(|(known, _)| known == name) {
        Some(i) => value.clone_into(&mut list[i].1),
        None if list.len() < MAX_VALUES => list.push((name.to_owned(), value.to_owned())),
        None => return Err(GlError::invalid_value("ProgramOption: too many values")),
    }
    Ok(())
}

/// Sets an option from its string.
fn set(options: &mut CompileOptions, pname: u32, value: &str) -> Result {
    let malformed = |reason| Err(GlError::invalid_value(reason));
    match pname {
        PROGRAM_PROFILE_TRI => options.profile = Some(value.to_owned()).filter(|v| !v.is_empty()),
        PROGRAM_ENTRY_TRI => options.entry = Some(value.to_owned()).filter(|v| !v.is_empty()),
        PROGRAM_STRICT_TRI => match value {
            "0" => options.is_strict = false,
            "1" => options.is_strict = true,
            _ => return malformed("ProgramOption: PROGRAM_STRICT_TRI is \"0\" or \"1\""),
        },
        PROGRAM_POSITION_INVARIANT_TRI => match value {
            "0" => options.position_invariant = false,
            "1" => options.position_invariant = true,
            _ => {
                return malformed(
                    "ProgramOption: PROGRAM_POSITION_INVARIANT_TRI is \"0\" or \"1\"",
                );
            }
        },
        PROGRAM_DEFINE_TRI => {
            // A macro without a value is 1, as on the command line of compilers.
            let (name, text) = value.split_once('=').unwrap_or((value, "1"));
            if !is_name(name) {
                return malformed("ProgramOption: a macro is NAME or NAME=VALUE");
            }
            add(&mut options.defines, name, text)?;
        }
        PROGRAM_INTERFACE_TRI => match value.split_once('=') {
            Some((name, structure)) if is_parameter(name) && is_name(structure) => {
                add(&mut options.interfaces, name, structure)?;
            }
            _ => return malformed("ProgramOption: an interface is PARAMETER=STRUCTURE"),
        },
        _ => return Err(GlError::invalid_enum("ProgramOption: unknown name")),
    }
    Ok(())
}

/// `glProgramOptionTRI`: PROGRAM_CLEAR_OPTIONS_TRI reads no value.
pub fn program_option_tri(
    call: &mut Call<'_>,
    target: u32,
    pname: u32,
    value: ClientPtr<u8>,
) -> Result {
    let target = target_of(target)?;
    if pname == PROGRAM_CLEAR_OPTIONS_TRI {
        call.cx.programs.target(target).object.lock().options = Arc::default();
        return Ok(());
    }
    let is_option = (PROGRAM_PROFILE_TRI..=PROGRAM_STRICT_TRI).contains(&pname)
        || pname == PROGRAM_POSITION_INVARIANT_TRI;
    if !is_option {
        return Err(GlError::invalid_enum("ProgramOption: unknown name"));
    }
    let value = string(call, value)?;
    let mut object = call.cx.programs.target(target).object.lock();
    set(Arc::make_mut(&mut object.options), pname, &value)
}

/// `glProgramIncludeTRI`: a null text removes the file.
pub fn program_include_tri(
    call: &mut Call<'_>,
    target: u32,
    name: ClientPtr<u8>,
    len: i32,
    text: ClientPtr<u8>,
) -> Result {
    let target = target_of(target)?;
    let len = usize::try_from(len)
        .map_err(|_| GlError::invalid_value("ProgramInclude: len is negative"))?;
    let name = string(call, name)?;
    if name.is_empty() {
        return Err(GlError::invalid_value("ProgramInclude: the name is empty"));
    }
    let mut object = call.cx.programs.target(target).object.lock();
    let options = Arc::make_mut(&mut object.options);
    if text.is_null() {
        options.files.remove(&name);
    } else {
        let others = options.files.bytes_without(&name);
        if others.saturating_add(len) > MAX_INCLUDED_BYTES {
            return Err(GlError::invalid_value(
                "ProgramInclude: the texts are too long, all together",
            ));
        }
        let bytes = call.mem.bytes(text, len);
        let bytes = bytes.ok_or(GlError::invalid_value("ProgramInclude: null pointer"))?;
        options.files.add(&name, bytes);
    }
    Ok(())
}
