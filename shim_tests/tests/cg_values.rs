//! Runs the rows of shim_tests/cg/values.tsv, which hold what NVIDIA's arbfp1 text computes, on every engine.

use shim_tests::lanes::run_program;
use std::collections::BTreeMap;
use trilobite::frontend::c_like::cg::{Program, Request, profile};
use trilobite::frontend::c_like::entry::Kernel;
use trilobite::frontend::preprocessor::NoFiles;
use trilobite::ir::signature::Direction;
use trilobite::kernel::Engine;

/// What the bodies `int_modulo` divide by.
const REMAINDER_DIVISOR: f64 = 3.0;

/// A row: the inputs a, b, d, and the four components of the result, `None` where anything is right.
struct Row<'t> {
    tolerance: f64,
    inputs: Vec<u32>,
    expected: Vec<Option<f64>>,
    text: &'t str,
}

#[test]
fn functions_have_the_values_of_the_reference() {
    let table = include_str!("../cg/values.tsv");
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    // The rows of one body are compiled and run together.
    let mut bodies: BTreeMap<&str, Vec<Row<'_>>> = BTreeMap::new();
    for line in lines.skip(1) {
        let (body, row) = parse(line);
        bodies.entry(body).or_default().push(row);
    }
    assert!(bodies.len() >= 290);
    let wrong: Vec<String> = bodies.iter().flat_map(|(b, r)| check(b, r)).collect();
    assert!(
        wrong.is_empty(),
        "{} are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

fn parse(line: &str) -> (&str, Row<'_>) {
    let columns: Vec<&str> = line.split('\t').collect();
    let [_, body, tolerance, a, b, d, result] = columns[..] else {
        panic!("seven columns: {line}");
    };
    let number = |word: &str| word.parse::<f32>().expect(line);
    let inputs = [a, b, d].into_iter().flat_map(|v| v.split(' '));
    let expected = |word: &str| (word != "-").then(|| word.parse().expect(line));
    let row = Row {
        tolerance: tolerance.parse().expect(line),
        inputs: inputs.map(|word| number(word).to_bits()).collect(),
        expected: result.split(' ').map(expected).collect(),
        text: line,
    };
    (body, row)
}

fn check(body: &str, rows: &[Row<'_>]) -> Vec<String> {
    let text = format!("float4 feature(float4 a, float4 b, float4 d) {{ {body} }}");
    let request = Request::new(text.as_bytes(), profile::find("arbfp1").expect("a profile"));
    let program = match Program::load(&request, &mut NoFiles) {
        Ok(program) => program,
        Err(refused) => return vec![format!("{text}: {}", refused.errors[0].kind)],
    };
    let kernel = match program.kernel(Some("feature")) {
        Ok(kernel) => kernel,
        Err(e) => return vec![format!("{text}: {}", e.kind)],
    };
    let inputs: Vec<Vec<u32>> = rows.iter().map(|row| row.inputs.clone()).collect();
    let engines = Engine::all();
    let results: Vec<_> = engines
        .map(|engine| run(&kernel, engine, &inputs))
        .collect();
    if results.iter().any(|r| *r != results[0]) {
        return vec![format!("{text}: engines differ: {results:x?}")];
    }
    let pairs = rows.iter().zip(&results[0]);
    pairs
        .filter_map(|(row, found)| difference(row, found))
        .collect()
}

/// The function's value in each lane. The inputs stand in the order of the parameters.
fn run(kernel: &Kernel, engine: Engine, inputs: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let program = &kernel.code.program;
    let parameters = &kernel.signature.parameters;
    let mut outputs = parameters.iter().filter_map(|p| match p.direction {
        Direction::Out(first) => Some(first as usize),
        _ => None,
    });
    let first = outputs.next().expect("a value");
    let results = run_program(
        program,
        &vec![0.0; program.n_uniforms as usize],
        engine,
        inputs,
    );
    results
        .iter()
        .map(|words| words[first..first + 4].to_vec())
        .collect()
}

/// What differs from the reference in one row. arbfp1's `%` on integers is not negative; the reference's own constants and the profiles
/// with integers give it the sign of the dividend, as the driver does.
fn difference(row: &Row<'_>, found: &[u32]) -> Option<String> {
    let found: Vec<f32> = found.iter().map(|w| f32::from_bits(*w)).collect();
    let is_remainder = row.text.starts_with("int_modulo\t");
    let holds = |(&found, &expected): (&f32, &Option<f64>)| {
        let (mut found, Some(expected)) = (f64::from(found), expected) else {
            return true;
        };
        if is_remainder && found < 0.0 {
            found += REMAINDER_DIVISOR;
        }
        found == expected || (found - expected).abs() <= row.tolerance * expected.abs().max(1.0)
    };
    if found.iter().zip(&row.expected).all(holds) {
        return None;
    }
    Some(format!("{}: found {found:?}", row.text))
}
