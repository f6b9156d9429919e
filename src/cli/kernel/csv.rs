//! Files with comma-separated numbers, one line for each element.

use super::values::{Values, number, numbers_of, push_number, type_of};
use trilobite::ir::signature::Parameter;

/// Reads the values of a file. A first line of names is a heading, and `#` begins a comment.
pub(super) fn read(bytes: &[u8], parameter: &Parameter) -> Result<Vec<u8>, String> {
    let mut reader = ::csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(::csv::Trim::All)
        .comment(Some(b'#'))
        .from_reader(bytes);
    // Each line must have the numbers of one value.
    let wanted = numbers_of(parameter);
    let mut out = Vec::new();
    for (i, record) in reader.records().enumerate() {
        let record = record.map_err(|e| e.to_string())?;
        let line = record.position().map_or(0, |p| p.line());
        if record.len() != wanted {
            let is = type_of(parameter);
            return Err(format!(
                "line {line}: {} numbers; `{}` is {is}",
                record.len(),
                parameter.name
            ));
        }
        if i == 0 && record.iter().all(is_heading) {
            continue;
        }
        record
            .iter()
            .try_for_each(|text| push_number(&mut out, text, parameter.scalar))
            .map_err(|e| format!("line {line}: {e}"))?;
    }
    Ok(out)
}

/// Whether a cell is a name. A cell that begins like a number is a number, or a mistake.
fn is_heading(cell: &str) -> bool {
    let begins_a_name = |c: char| c.is_alphabetic() || c == '_';
    cell.starts_with(begins_a_name) && cell.parse::<f64>().is_err()
}

/// Writes values as text.
pub(super) fn write(values: &Values, parameter: &Parameter) -> Result<Vec<u8>, String> {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let size = 4 * parameter.scalar.words() as usize;
    for value in values.bytes.chunks_exact(parameter.bytes()) {
        let numbers = value.chunks_exact(size);
        let numbers = numbers.map(|bytes| number(bytes, parameter.scalar));
        writer.write_record(numbers).map_err(|e| e.to_string())?;
    }
    writer.into_inner().map_err(|e| e.to_string())
}
