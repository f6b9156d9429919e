//! The values that the reference compiler's programs compute: `shim_tests/cg/values.tsv`.

use super::{kernel_for, run};
use std::path::Path;

/// Bodies on which we differ from the reference by more than the table's tolerance, with the reason.
const DIFFERENT: &[(&str, &str)] = &[(
    "int_modulo",
    "arbfp1 takes the fraction of a quotient, which is never negative; kernels follow C, as the later profiles do",
)];

fn numbers(field: &str) -> Vec<f32> {
    let words = field.split_whitespace();
    words.map(|w| w.parse().unwrap_or(f32::NAN)).collect()
}

#[test]
fn functions_give_the_references_values() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("shim_tests/cg/values.tsv");
    let Ok(table) = std::fs::read_to_string(table) else {
        return;
    };
    let mut kernels = rustc_hash::FxHashMap::default();
    let (mut n, mut draws, mut wrong) = (0, 0, Vec::new());
    for line in table.lines().filter(|l| !l.starts_with('#')).skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, body, tolerance, a, b, d, result] = fields[..] else {
            panic!("{line}");
        };
        let kernel = kernels.entry(body).or_insert_with(|| {
            let text = format!("float4 feature(float4 a, float4 b, float4 d) {{ {body} }}");
            kernel_for(&text, "arbfp1", "feature").unwrap_or_else(|e| panic!("{body}: {e}"))
        });
        if kernel.draws.is_some() {
            draws += 1;
            continue;
        }
        let inputs = [numbers(a), numbers(b), numbers(d)].concat();
        let found = run(kernel, &inputs, &[]);
        let (expected, tolerance) = (numbers(result), numbers(tolerance)[0]);
        let is_near = |(x, y): (&f32, &f32)| {
            y.is_nan() || x == y || (x - y).abs() <= tolerance * y.abs().max(1.0)
        };
        n += 1;
        let is_known = DIFFERENT.iter().any(|(known, _)| *known == name);
        if !is_known && !found.iter().zip(&expected).all(is_near) {
            wrong.push(format!(
                "{name}: {body} of {inputs:?}: {found:?}, not {expected:?}"
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {n}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    println!("{n} rows, and {draws} that need a draw");
    assert!(n > 1000, "{n} rows");
}
