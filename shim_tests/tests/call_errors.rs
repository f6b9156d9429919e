//! Tests each error of each command's error list, from calls/errors.tsv: one test for each row.
//!
//! In a fresh context the preparations run without an error. Then the call records exactly the error of the row, and
//! the watched state does not change.

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn main() {}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn main() -> std::process::ExitCode {
    errors::main()
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod errors {
    use shim_tests::calls::script::{Player, table_rows};
    use std::collections::BTreeSet;
    use std::process::ExitCode;

    const TABLE: &str = include_str!("../calls/errors.tsv");

    pub(crate) fn main() -> ExitCode {
        if std::env::args().any(|a| a == "--list") {
            println!("call_errors: test");
            return ExitCode::SUCCESS;
        }
        // SAFETY: no other thread runs yet.
        unsafe { std::env::set_var("TRILOBITE_PANIC", "abort") };
        let player = Player::new();
        let (rows, names) = (table_rows(TABLE), watched());
        assert!(names.len() > 200, "the state table is there");
        let (mut failures, mut commands) = (0, BTreeSet::new());
        for (line, fields) in &rows {
            let Ok([with, call, error]) = <&[String; 3]>::try_from(fields.as_slice()) else {
                failures += 1;
                println!("FAILED calls/errors.tsv:{line}: 3 columns belong here");
                continue;
            };
            commands.insert(
                call.split_whitespace()
                    .next()
                    .unwrap_or_default()
                    .to_owned(),
            );
            if let Err(why) = player.with_context(|gl| check(gl, &names, with, call, error)) {
                failures += 1;
                println!("FAILED calls/errors.tsv:{line}: {call}: {why}");
            }
        }
        println!(
            "{} errors of {} commands, {failures} failures",
            rows.len(),
            commands.len()
        );
        if failures == 0 && !rows.is_empty() {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    }

    /// Names of the state tables that glGetDoublev accepts. An error must not change their values.
    fn watched() -> Vec<String> {
        let rows = table_rows(include_str!("../calls/state_tables.tsv"));
        let names = rows.into_iter().filter_map(|(_, mut fields)| {
            let is_name = |get: &str| {
                get.chars()
                    .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
            };
            fields[0]
                .starts_with('-')
                .then(|| fields.swap_remove(1))
                .filter(|get| is_name(get))
        });
        names.collect()
    }

    /// The values of all watched names, as bytes.
    fn state(gl: &Player, names: &[String]) -> Result<Vec<[u8; 128]>, String> {
        let value = |name: &String| {
            let mut out = [0; 128];
            gl.call_into(&format!("glGetDoublev {name}"), out.as_mut_ptr())
                .map(|_| out)
        };
        names.iter().map(value).collect()
    }

    fn check(
        gl: &Player,
        names: &[String],
        with: &str,
        call: &str,
        error: &str,
    ) -> Result<(), String> {
        if with != "-" {
            gl.run(with)?;
        }
        // Between Begin and End neither errors nor state can be queried.
        let inside = with.contains("glBegin ");
        if !inside && let code @ 1.. = gl.error() {
            return Err(format!("the preparations: {}", gl.error_name(code)));
        }
        let before = if inside {
            Vec::new()
        } else {
            state(gl, names)?
        };
        gl.call(call)?;
        if inside {
            gl.call("glEnd")?;
        }
        let got = gl.error_name(gl.error());
        if got != error {
            return Err(format!("{got} where {error} belongs"));
        }
        if let code @ 1.. = gl.error() {
            return Err(format!("a second error, {}", gl.error_name(code)));
        }
        let after = if inside {
            Vec::new()
        } else {
            state(gl, names)?
        };
        match before
            .iter()
            .zip(&after)
            .position(|(before, after)| before != after)
        {
            Some(i) => Err(format!("{} is not what it was", names[i])),
            None => Ok(()),
        }
    }
}
