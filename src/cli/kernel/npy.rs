//! Files in the format of numpy's `save`.

use super::values::{Values, numbers_of, type_of};
use npyz::{AutoSerialize, Deserialize, NpyFile, NpyHeader, Order, WriterBuilder};
use trilobite::ir::signature::{Parameter, Scalar};

/// Reads the values of a file.
pub(super) fn read(bytes: &[u8], parameter: &Parameter) -> Result<Vec<u8>, String> {
    check_promise(bytes)?;
    let mut data = bytes;
    let header = NpyHeader::from_reader(&mut data).map_err(header_error)?;
    let file = NpyFile::with_header(header, data);
    check_shape(&file, parameter)?;
    let values = match parameter.scalar {
        Scalar::F32 => packed::<f32, 4>(file, f32::to_le_bytes, "float32"),
        Scalar::F64 => packed::<f64, 8>(file, f64::to_le_bytes, "float64"),
        Scalar::I32 => packed::<i32, 4>(file, i32::to_le_bytes, "int32"),
        Scalar::I64 => packed::<i64, 8>(file, i64::to_le_bytes, "int64"),
    }?;
    match data.len() - values.len() {
        0 => Ok(values),
        more => Err(format!("{more} bytes follow the array in the file")),
    }
}

fn header_error(error: std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::UnexpectedEof => "the file ends inside its header".to_owned(),
        _ => error.to_string(),
    }
}

/// Refuses a header whose shape has more numbers than the file has bytes, because npyz multiplies the sizes unchecked.
fn check_promise(bytes: &[u8]) -> Result<(), String> {
    let header = String::from_utf8_lossy(&bytes[..bytes.len().min(1 << 16)]);
    let shape = header
        .split("shape")
        .nth(1)
        .and_then(|rest| rest.split(['(', ')', '[', ']']).nth(1));
    // A header without a shape is not complete, and npyz refuses it.
    let Some(shape) = shape else {
        return Ok(());
    };
    let sizes = shape
        .split(',')
        .map(str::trim)
        .filter(|size| !size.is_empty());
    let numbers = sizes
        .map(|size| size.parse::<u64>().ok())
        .try_fold(1u64, |all, n| all.checked_mul(n?));
    match numbers {
        Some(numbers) if numbers <= bytes.len() as u64 => Ok(()),
        Some(_) => Err(format!("the file is too short for its shape ({shape})")),
        None => Err(format!(
            "the shape ({shape}) is none: sizes are whole numbers from 0 on"
        )),
    }
}

/// Checks that the array has one value of the parameter for each element, in C order.
fn check_shape(file: &NpyFile<&[u8]>, parameter: &Parameter) -> Result<(), String> {
    let shape = file.shape();
    let wanted = numbers_of(parameter) as u64;
    let fits = match shape {
        [] => false,
        [_, after @ ..] => {
            after.iter().try_fold(1u64, |all, n| all.checked_mul(*n)) == Some(wanted)
        }
    };
    if !fits {
        let is = type_of(parameter);
        let wanted_shape = match wanted {
            1 => "(n,)".to_owned(),
            _ => format!("(n, {wanted})"),
        };
        return Err(format!(
            "the shape is {shape:?}; `{}` is {is}: {wanted_shape} is wanted",
            parameter.name
        ));
    }
    if file.order() == Order::Fortran && shape.len() > 1 {
        return Err("the array is in Fortran order: save numpy.ascontiguousarray(a)".to_owned());
    }
    Ok(())
}

/// Reads all numbers of a type, packed and little-endian.
fn packed<T: Deserialize, const N: usize>(
    file: NpyFile<&[u8]>,
    bytes: fn(T) -> [u8; N],
    name: &str,
) -> Result<Vec<u8>, String> {
    let dtype = file.dtype().descr();
    let numbers = file
        .data::<T>()
        .map_err(|_| format!("the array's type is {dtype}: save a.astype('{name}')"))?;
    let mut out = Vec::new();
    for number in numbers {
        let number = number.map_err(|_| "the file ends before its array does")?;
        out.extend(bytes(number));
    }
    Ok(out)
}

/// Writes values as a file.
pub(super) fn write(values: &Values, parameter: &Parameter) -> Result<Vec<u8>, String> {
    let mut shape = vec![values.n as u64];
    let more = [parameter.count, parameter.components];
    shape.extend(more.into_iter().filter(|n| *n != 1).map(u64::from));
    let bytes = &values.bytes;
    let written = match parameter.scalar {
        Scalar::F32 => file(bytes, &shape, f32::from_le_bytes),
        Scalar::F64 => file(bytes, &shape, f64::from_le_bytes),
        Scalar::I32 => file(bytes, &shape, i32::from_le_bytes),
        Scalar::I64 => file(bytes, &shape, i64::from_le_bytes),
    };
    written.map_err(|e| e.to_string())
}

fn file<T: AutoSerialize, const N: usize>(
    bytes: &[u8],
    shape: &[u64],
    number: fn([u8; N]) -> T,
) -> std::io::Result<Vec<u8>> {
    let mut out = Vec::new();
    let options = npyz::WriteOptions::new().default_dtype().shape(shape);
    let mut writer = options.writer(&mut out).begin_nd()?;
    writer.extend(bytes.as_chunks::<N>().0.iter().map(|n| number(*n)))?;
    writer.finish()?;
    Ok(out)
}
