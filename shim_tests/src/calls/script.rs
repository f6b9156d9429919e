//! GL calls written as text, for tests that are tables: `glLightfv LIGHT0 AMBIENT [.1 .2 .3 1]; glEnable LIGHTING`.
//!
//! Statements end with `;`. Blanks separate the command and one word per argument. A word is one of these:
//!
//! - a number, `true` or `false`;
//! - a value of the registry without `GL_`, or several joined by `|`;
//! - for a pointer, an address, or `block` (64 KiB of zeros of our own);
//! - for a pointer, the elements of an array in brackets. They have the parameter's type. For `void *` they are bytes, or
//!   `u16[…]`, `u32[…]`, `f32[…]`.

use crate::calls::raw::{BLOCK_BYTES, Frame, guarded_block};
use crate::harness::library_dir;
use std::collections::BTreeMap;
use std::ffi::c_void;
use trilobite_registry::{CommandSet, enum_values, rust_type};

/// The side of the square picture that a context draws to.
pub const SIDE: usize = 64;

/// The driver, and the names that scripts use.
#[derive(Debug)]
pub struct Player {
    library: libloading::Library,
    commands: CommandSet,
    values: BTreeMap<String, u32>,
    block: *mut u8,
    pixels: *mut u8,
}

impl Player {
    /// Loads the driver. Contexts come from [`Player::with_context`].
    ///
    /// # Panics
    /// When it is not built.
    pub fn new() -> Player {
        // SAFETY: loading the driver runs no code of ours.
        let library = unsafe { libloading::Library::new(library_dir().join("libGL.so.1")) };
        Player {
            library: library.expect("libGL.so.1 loads"),
            commands: CommandSet::gl(),
            values: enum_values(),
            block: guarded_block(),
            pixels: guarded_block(),
        }
    }

    fn address(&self, name: &str) -> Result<*const c_void, String> {
        // SAFETY: the symbol is taken as an address only.
        let symbol = unsafe { self.library.get::<*const c_void>(name.as_bytes()) };
        symbol
            .map(|symbol| *symbol)
            .map_err(|_| format!("{name} is not exported"))
    }

    /// Runs `body` with a fresh OSMesa context of [`SIDE`]×[`SIDE`] pixels, depth, stencil and accumulation buffers.
    ///
    /// # Panics
    /// When there is no context.
    #[track_caller]
    pub fn with_context<R>(&self, body: impl FnOnce(&Player) -> R) -> R {
        type Create = unsafe extern "C" fn(u32, i32, i32, i32, *mut c_void) -> *mut c_void;
        type Bind = unsafe extern "C" fn(*mut c_void, *mut c_void, u32, i32, i32) -> u8;
        type Destroy = unsafe extern "C" fn(*mut c_void);
        const _: () = assert!(SIDE * SIDE * 4 <= BLOCK_BYTES);
        let address = |name| self.address(name).expect("an OSMesa command");
        // SAFETY: the types are those of the OSMesa header; the pixels live as long as the process.
        unsafe {
            let create: Create = std::mem::transmute(address("OSMesaCreateContextExt"));
            let bind: Bind = std::mem::transmute(address("OSMesaMakeCurrent"));
            let destroy: Destroy = std::mem::transmute(address("OSMesaDestroyContext"));
            let context = create(0x1908, 24, 8, 16, std::ptr::null_mut());
            let side = SIDE as i32;
            let bound = bind(context, self.pixels.cast(), 0x1401, side, side);
            assert!(!context.is_null() && bound == 1, "a context");
            let result = body(self);
            destroy(context);
            result
        }
    }

    /// Runs a script up to the first mistake in the script. GL errors do not stop it.
    pub fn run(&self, script: &str) -> Result<(), String> {
        for statement in script.split(';').map(str::trim) {
            if !statement.is_empty() {
                self.call(statement)?;
            }
        }
        Ok(())
    }

    /// Runs one statement. Returns the integer that the command returns, if any.
    pub fn call(&self, statement: &str) -> Result<u64, String> {
        self.call_into(statement, std::ptr::null_mut())
    }

    /// Runs one statement as [`Player::call`] does. `out` is the last argument, which the statement leaves out: the pointer
    /// that a query writes to.
    pub fn call_into(&self, statement: &str, out: *mut u8) -> Result<u64, String> {
        let mistake = |why: String| format!("`{statement}`: {why}");
        let words = words(statement);
        let (name, arguments) = words.split_first().ok_or("an empty statement")?;
        let command = self.commands.find(name);
        let command = command.ok_or_else(|| mistake(format!("no command {name}")))?;
        let n_given = arguments.len() + usize::from(!out.is_null());
        if n_given != command.parameters.len() {
            let n = command.parameters.len();
            return Err(mistake(format!("{n_given} arguments where {n} belong")));
        }
        let mut frame = Frame::default();
        // Arrays live until the call has returned.
        let mut arrays = Vec::new();
        for (i, parameter) in command.parameters.iter().enumerate() {
            let rust = rust_type(&parameter.c_type).unwrap_or("usize".into());
            let (bits, is_float) = match arguments.get(i) {
                None => (out as u64, false),
                Some(word) => self.argument(word, &rust, &mut arrays).map_err(mistake)?,
            };
            frame.push(bits, is_float);
        }
        let door = self.address(name)?;
        // SAFETY: the address is a command, and the arguments have its types. Arrays are as long as the script's author
        // made them.
        Ok(unsafe { frame.call(door) })
    }

    /// The bits of an argument of type `rust`, and whether it goes into a vector register.
    fn argument(
        &self,
        word: &str,
        rust: &str,
        arrays: &mut Vec<Vec<u8>>,
    ) -> Result<(u64, bool), String> {
        if let Some((of, elements)) = word.strip_suffix(']').and_then(|w| w.split_once('[')) {
            let pointee = rust
                .strip_prefix("ClientPtr<")
                .and_then(|r| r.strip_suffix('>'));
            let pointee = pointee.ok_or_else(|| format!("{word} is no {rust}"))?;
            let of = if of.is_empty() { pointee } else { of };
            let mut bytes = Vec::new();
            for element in elements.split_whitespace() {
                bytes.extend(bytes_of(self.number(element)?, of)?);
            }
            let address = bytes.as_ptr() as u64;
            arrays.push(bytes);
            return Ok((address, false));
        }
        let value = self.number(word)?;
        Ok(match rust {
            "f32" => (u64::from((value as f32).to_bits()), true),
            "f64" => (value.to_bits(), true),
            _ => (value as i64 as u64, false),
        })
    }

    /// The value of a number, of `block`, or of names of the registry joined by `|`.
    pub fn number(&self, word: &str) -> Result<f64, String> {
        let one = |name: &str| match name {
            "block" => Ok(self.block as u64 as f64),
            "true" => Ok(1.0),
            "false" => Ok(0.0),
            _ => {
                if let Some(value) = self.values.get(name) {
                    return Ok(f64::from(*value));
                }
                if let Some(hex) = name.strip_prefix("0x") {
                    return u64::from_str_radix(hex, 16)
                        .map(|value| value as f64)
                        .map_err(|e| format!("{name}: {e}"));
                }
                name.parse::<f64>()
                    .map_err(|_| format!("{name} is no number and no name of the registry"))
            }
        };
        if !word.contains('|') {
            return one(word);
        }
        let bits: Result<Vec<f64>, String> = word.split('|').map(one).collect();
        Ok(bits?
            .into_iter()
            .fold(0, |all, bit| all | bit as u32)
            .into())
    }

    /// The value of glGetError.
    ///
    /// # Panics
    /// When the driver lacks it.
    pub fn error(&self) -> u32 {
        self.call("glGetError").expect("glGetError") as u32
    }

    pub fn error_name(&self, code: u32) -> String {
        const NAMES: [&str; 9] = [
            "NO_ERROR",
            "INVALID_ENUM",
            "INVALID_VALUE",
            "INVALID_OPERATION",
            "STACK_OVERFLOW",
            "STACK_UNDERFLOW",
            "OUT_OF_MEMORY",
            "TABLE_TOO_LARGE",
            "INVALID_FRAMEBUFFER_OPERATION",
        ];
        let name = NAMES.iter().find(|n| self.values.get(**n) == Some(&code));
        name.map_or_else(|| format!("{code:#x}"), |n| (*n).to_owned())
    }
}

impl Default for Player {
    fn default() -> Self {
        Player::new()
    }
}

/// Splits at blanks, except inside brackets.
fn words(statement: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut depth = 0;
    for c in statement.chars() {
        depth += i32::from(c == '[') - i32::from(c == ']');
        match words.last_mut() {
            Some(word) if !c.is_whitespace() || depth > 0 => word.push(c),
            _ => words.push(String::new()),
        }
    }
    words.retain(|w| !w.is_empty());
    words
}

/// A number as an array's element.
fn bytes_of(value: f64, of: &str) -> Result<Vec<u8>, String> {
    let whole = value as i64;
    Ok(match of {
        "f32" => (value as f32).to_ne_bytes().to_vec(),
        "f64" => value.to_ne_bytes().to_vec(),
        "u8" | "i8" => vec![whole as u8],
        "u16" | "i16" => (whole as u16).to_ne_bytes().to_vec(),
        "u32" | "i32" => (whole as u32).to_ne_bytes().to_vec(),
        "usize" | "isize" | "u64" | "i64" => whole.to_ne_bytes().to_vec(),
        of => return Err(format!("arrays of {of} are not known here")),
    })
}

/// The rows of a table, each with its line number. Tabs separate fields; comments (`#`) and blank lines are left out. A
/// row with `{0-7}` becomes eight, with 0 to 7 in its place.
pub fn table_rows(text: &str) -> Vec<(usize, Vec<String>)> {
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#'));
    let mut rows = Vec::new();
    for (i, line) in lines {
        for line in expanded(line) {
            let fields = line.split('\t').map(|f| f.trim().to_owned());
            rows.push((i + 1, fields.collect()));
        }
    }
    rows
}

fn expanded(line: &str) -> Vec<String> {
    let Some((place, from, to)) = range(line) else {
        return vec![line.to_owned()];
    };
    (from..=to)
        .map(|i: u32| line.replace(place, &i.to_string()))
        .collect()
}

/// The first `{a-b}` of a line.
fn range(line: &str) -> Option<(&str, u32, u32)> {
    let open = line.find('{')?;
    let close = open + line[open..].find('}')?;
    let (from, to) = line[open + 1..close].split_once('-')?;
    Some((&line[open..=close], from.parse().ok()?, to.parse().ok()?))
}
