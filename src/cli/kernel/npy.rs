//! Arrays as numpy saves them.

use super::values::{Values, numbers_of, type_of};
use npyz::{AutoSerialize, Deserialize, NpyFile, Order, WriterBuilder};
use trilobite::ir::signature::{Parameter, Scalar};

/// The values of a file.
pub(super) fn read(bytes: &[u8], parameter: &Parameter) -> Result<Vec<u8>, String> {
    let file = NpyFile::new(bytes).map_err(|e| e.to_string())?;
    check_shape(&file, bytes.len(), parameter)?;
    match parameter.scalar {
        Scalar::F32 => packed::<f32, 4>(file, f32::to_le_bytes, "float32"),
        Scalar::F64 => packed::<f64, 8>(file, f64::to_le_bytes, "float64"),
        Scalar::I32 => packed::<i32, 4>(file, i32::to_le_bytes, "int32"),
        Scalar::I64 => packed::<i64, 8>(file, i64::to_le_bytes, "int64"),
    }
}

fn check_shape(
    file: &NpyFile<&[u8]>,
    file_bytes: usize,
    parameter: &Parameter,
) -> Result<(), String> {
    let shape = file.shape();
    let whole = |sizes: &[u64]| sizes.iter().try_fold(1u64, |all, n| all.checked_mul(*n));
    // A header may promise more than there is.
    if whole(shape).is_none_or(|n| n > file_bytes as u64) {
        return Err(format!("the file is too short for its shape {shape:?}"));
    }
    let wanted = numbers_of(parameter) as u64;
    let fits = match shape {
        [] => false,
        [_, behind @ ..] => whole(behind) == Some(wanted),
    };
    if !fits {
        let is = type_of(parameter);
        return Err(format!(
            "the shape is {shape:?}; `{}` is {is}: (n, {wanted}) is wanted",
            parameter.name
        ));
    }
    if file.order() == Order::Fortran && shape.len() > 1 {
        return Err("the array is in Fortran order: save numpy.ascontiguousarray(a)".to_owned());
    }
    Ok(())
}

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
        out.extend(bytes(number.map_err(|e| e.to_string())?));
    }
    Ok(out)
}

/// The file of values.
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
