//! The values of one parameter, read from and written to files of each format.

use super::{csv, npy};
use crate::cli::failure::Failure;
use std::io::Write;
use std::path::Path;
use trilobite::ir::signature::{Direction, Parameter, Scalar, Signature};

/// The values of a parameter.
pub(crate) struct Values {
    /// The values, packed and little-endian.
    pub(crate) bytes: Vec<u8>,
    /// The number of values.
    pub(super) n: usize,
}

/// The format of a file.
enum Format {
    Npy,
    Csv,
    Raw,
}

impl Format {
    /// The format that the suffix of a file stands for. Standard output is CSV.
    fn of(file: &str) -> Format {
        match Path::new(file).extension().and_then(|e| e.to_str()) {
            _ if file == "-" => Format::Csv,
            Some("npy") => Format::Npy,
            Some("csv") => Format::Csv,
            _ => Format::Raw,
        }
    }
}

impl Values {
    /// Makes `n` values that are 0.
    pub(super) fn zero(parameter: &Parameter, n: usize) -> Result<Values, Failure> {
        let bytes = parameter.bytes().checked_mul(n);
        let bytes = bytes.and_then(trilobite::platform::zeroed_bytes);
        let bytes =
            bytes.ok_or_else(|| format!("out of memory for {n} values of `{}`", parameter.name))?;
        Ok(Values { bytes, n })
    }

    /// The value that the program gives the parameter, if it does.
    pub(super) fn default(parameter: &Parameter) -> Option<Values> {
        let words = parameter.facts.default.as_ref()?;
        let bytes = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        Some(Values { bytes, n: 1 })
    }

    /// Reads one value from text: `1,2.5,…`.
    pub(crate) fn parse(numbers: &str, parameter: &Parameter) -> Result<Values, Failure> {
        let mut bytes = Vec::new();
        let wanted = numbers_of(parameter);
        let given: Vec<&str> = numbers.split(',').map(str::trim).collect();
        if given.len() != wanted {
            let text = format!(
                "`{}` is {}; {} numbers are given",
                parameter.name,
                type_of(parameter),
                given.len()
            );
            return Err(Failure::Usage(text));
        }
        for text in given {
            push_number(&mut bytes, text, parameter.scalar).map_err(Failure::Usage)?;
        }
        Ok(Values { bytes, n: 1 })
    }

    /// Reads the values of a file.
    pub(super) fn read(file: &str, parameter: &Parameter) -> Result<Values, Failure> {
        let bytes = std::fs::read(file).map_err(|e| format!("{file}: {e}"))?;
        let bytes = match Format::of(file) {
            Format::Npy => npy::read(&bytes, parameter),
            Format::Csv => csv::read(&bytes, parameter),
            Format::Raw => Ok(bytes),
        };
        let bytes = bytes.map_err(|e| format!("{file}: {e}"))?;
        let size = parameter.bytes();
        if !bytes.len().is_multiple_of(size) {
            let text = format!(
                "{file}: {} bytes are no whole number of values of {size} bytes",
                bytes.len()
            );
            return Err(Failure::Refused(text));
        }
        let n = bytes.len() / size;
        Ok(Values { bytes, n })
    }

    /// Writes the values to a file, or to standard output for `-`.
    pub(super) fn write(&self, file: &str, parameter: &Parameter) -> Result<(), Failure> {
        let bytes = match Format::of(file) {
            Format::Npy => npy::write(self, parameter).map_err(|e| format!("{file}: {e}"))?,
            Format::Csv => csv::write(self, parameter).map_err(|e| format!("{file}: {e}"))?,
            Format::Raw => self.bytes.clone(),
        };
        match file {
            // A reader that closes the pipe early wants no more; that is no failure.
            "-" => drop(std::io::stdout().write_all(&bytes)),
            file => std::fs::write(file, bytes).map_err(|e| format!("{file}: {e}"))?,
        }
        Ok(())
    }
}

/// The number of numbers in one value.
pub(super) fn numbers_of(parameter: &Parameter) -> usize {
    parameter.components as usize * parameter.count as usize
}

/// Appends a number of this type to packed values.
pub(super) fn push_number(bytes: &mut Vec<u8>, text: &str, scalar: Scalar) -> Result<(), String> {
    let error = |_| format!("`{text}` is no {}", name_of(scalar));
    match scalar {
        Scalar::F32 => bytes.extend(text.parse::<f32>().map_err(|_| error(()))?.to_le_bytes()),
        Scalar::F64 => bytes.extend(text.parse::<f64>().map_err(|_| error(()))?.to_le_bytes()),
        Scalar::I32 => bytes.extend(text.parse::<i32>().map_err(|_| error(()))?.to_le_bytes()),
        Scalar::I64 => bytes.extend(text.parse::<i64>().map_err(|_| error(()))?.to_le_bytes()),
    }
    Ok(())
}

/// Returns the shortest text that reads back as the same number.
pub(super) fn number(bytes: &[u8], scalar: Scalar) -> String {
    let low = |n: usize| -> [u8; 8] { std::array::from_fn(|i| if i < n { bytes[i] } else { 0 }) };
    let word = u32::from_le_bytes(bytes[..4].try_into().expect("four bytes"));
    match scalar {
        Scalar::F32 => f32::from_bits(word).to_string(),
        Scalar::I32 => (word as i32).to_string(),
        Scalar::F64 => f64::from_le_bytes(low(8)).to_string(),
        Scalar::I64 => i64::from_le_bytes(low(8)).to_string(),
    }
}

fn name_of(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::F32 => "float",
        Scalar::F64 => "double",
        Scalar::I32 => "int",
        Scalar::I64 => "long",
    }
}

/// The numbers of one value, as `--set` takes them; of a long array the first ones.
fn numbers_text(words: &[u32], scalar: Scalar) -> String {
    const SHOWN: usize = 16;
    let wide = |pair: &[u32]| u64::from(pair[0]) | u64::from(pair[1]) << 32;
    let number = |words: &[u32]| match scalar {
        Scalar::F32 => f32::from_bits(words[0]).to_string(),
        Scalar::F64 => f64::from_bits(wide(words)).to_string(),
        Scalar::I32 => (words[0] as i32).to_string(),
        Scalar::I64 => (wide(words) as i64).to_string(),
    };
    let all = words.chunks_exact(scalar.words() as usize);
    let rest = if all.len() > SHOWN { ",…" } else { "" };
    let numbers: Vec<String> = all.take(SHOWN).map(number).collect();
    format!("{}{rest}", numbers.join(","))
}

/// Describes the type of a parameter.
pub(super) fn type_of(parameter: &Parameter) -> String {
    let scalar = name_of(parameter.scalar);
    match (parameter.components, parameter.count) {
        (1, 1) => format!("one {scalar}"),
        (n, 1) => format!("a vector of {n} {scalar}s"),
        (1, n) => format!("an array of {n} {scalar}s"),
        (n, count) => format!("an array of {count} vectors of {n} {scalar}s"),
    }
}

/// Describes the parameters of a function, one in each line.
pub(super) fn description(signature: &Signature) -> String {
    let mut out = format!("{}\n", signature.name);
    for p in &signature.parameters {
        let direction = match p.direction {
            Direction::In(_) => "in",
            Direction::Out(_) => "out",
            Direction::InOut { .. } => "inout",
            Direction::Uniform(_) => "uniform",
        };
        let rows = match p.facts.rows {
            0 => String::new(),
            n => format!(", {n} x {} by rows", p.components / n),
        };
        let default = match &p.facts.default {
            Some(words) => format!(", {} unless set", numbers_text(words, p.scalar)),
            None => String::new(),
        };
        out += &format!(
            "  {direction:8}{:32}{}{rows}{default}\n",
            p.name,
            type_of(p)
        );
    }
    for s in &signature.samplers {
        let shape = s.shape.map_or("any", |shape| shape.name());
        out += &format!("  sampler {:32}{shape} texture\n", s.name);
    }
    out
}
