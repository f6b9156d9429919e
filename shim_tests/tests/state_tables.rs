//! Checks the state tables of GL 1.5 (section 6.2) by calls/state_tables.tsv. A row checks the initial value, set, get in
//! each type, push and pop.

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn main() {}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn main() -> std::process::ExitCode {
    walk::main()
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod walk {
    use shim_tests::calls::script::{Player, table_rows};
    use std::process::ExitCode;
    use trilobite_registry::CommandSet;

    const TABLE: &str = include_str!("../calls/state_tables.tsv");
    /// PushAttrib's and PushClientAttrib's groups (table 6.2).
    const SERVER: [(&str, u32); 21] = [
        ("current", 0x1),
        ("point", 0x2),
        ("line", 0x4),
        ("polygon", 0x8),
        ("polygon-stipple", 0x10),
        ("pixel", 0x20),
        ("lighting", 0x40),
        ("fog", 0x80),
        ("depth-buffer", 0x100),
        ("accum-buffer", 0x200),
        ("stencil-buffer", 0x400),
        ("viewport", 0x800),
        ("transform", 0x1000),
        ("enable", 0x2000),
        ("color-buffer", 0x4000),
        ("hint", 0x8000),
        ("eval", 0x10000),
        ("list", 0x20000),
        ("texture", 0x40000),
        ("scissor", 0x80000),
        ("multisample", 0x2000_0000),
    ];
    const CLIENT: [(&str, u32); 2] = [("pixel-store", 1), ("vertex-array", 2)];

    /// One state variable.
    struct Row {
        with: String,
        get: String,
        kind: char,
        initial: String,
        set: Option<String>,
        after: String,
        groups: Groups,
    }

    enum Groups {
        None,
        Unpushed,
        Server(Vec<u32>),
        Client(u32),
    }

    type Check<T = ()> = Result<T, String>;

    pub(crate) fn main() -> ExitCode {
        if std::env::args().any(|a| a == "--list") {
            println!("state_tables: test");
            return ExitCode::SUCCESS;
        }
        // SAFETY: no other thread runs yet.
        unsafe { std::env::set_var("TRILOBITE_PANIC", "abort") };
        let player = Player::new();
        let commands = CommandSet::gl();
        let rows = table_rows(TABLE);
        let mut failures = 0;
        for (line, fields) in &rows {
            let result = Row::parse(fields).and_then(|row| row.walk(&player, &commands));
            if let Err(why) = result {
                failures += 1;
                println!("FAILED calls/state_tables.tsv:{line}: {}: {why}", fields[1]);
            }
        }
        println!("{} state variables walked, {failures} failures", rows.len());
        if failures == 0 && rows.len() > 1000 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    }

    impl Row {
        fn parse(fields: &[String]) -> Check<Row> {
            let [with, get, kind, initial, set, after, groups] = fields else {
                return Err(format!("{} columns where 7 belong", fields.len()));
            };
            let some = |text: &String| Some(text.clone()).filter(|text| text != "-");
            Ok(Row {
                with: some(with).unwrap_or_default(),
                get: get.clone(),
                kind: kind.chars().next().ok_or("no type")?,
                initial: initial.clone(),
                set: some(set),
                after: after.clone(),
                groups: Groups::parse(groups)?,
            })
        }

        /// Checks in fresh contexts that the value has its initial value, can be set, is restored by its groups, and
        /// not by others.
        fn walk(&self, player: &Player, commands: &CommandSet) -> Check {
            player.with_context(|gl| {
                let (_, result) = self.prepared(gl, commands, &self.initial);
                result.map_err(|e| format!("initially: {e}"))
            })?;
            let Some(set) = &self.set else { return Ok(()) };
            player.with_context(|gl| {
                gl.run(&self.with)?;
                self.run(gl, set)?;
                self.expect(gl, commands, &self.after)
                    .map_err(|e| format!("after {set}: {e}"))
            })?;
            for (push, pop, kept) in self.groups.pushes() {
                player.with_context(|gl| {
                    let (before, _) = self.prepared(gl, commands, "-");
                    self.run(gl, &push)?;
                    self.run(gl, set)?;
                    self.run(gl, &pop)?;
                    gl.run(&self.with)?;
                    let expected = if kept { &self.after } else { &before };
                    self.expect(gl, commands, expected)
                        .map_err(|e| format!("{push}, {set}, {pop}: {e}"))
                })?;
            }
            Ok(())
        }

        /// Runs the row's preparations. Returns the value, and whether it is `expected` in each type.
        fn prepared(&self, gl: &Player, commands: &CommandSet, expected: &str) -> (String, Check) {
            let result = gl
                .run(&self.with)
                .and_then(|()| self.expect(gl, commands, expected));
            let n = self.initial.split_whitespace().count();
            let now = self
                .getters(commands)
                .first()
                .map(|getter| getter.read(gl, n));
            let now = now.and_then(Result::ok).unwrap_or_default();
            let now: Vec<String> = now.iter().map(f64::to_string).collect();
            (now.join(" "), result)
        }

        fn run(&self, gl: &Player, script: &str) -> Check {
            gl.run(script)?;
            match gl.error() {
                0 => Ok(()),
                code => Err(format!("{script}: {}", gl.error_name(code))),
            }
        }

        fn getters(&self, commands: &CommandSet) -> Vec<Getter> {
            let get = |name: &str| {
                let typed = |command: &str, of| Getter {
                    call: format!("{command} {name}"),
                    of,
                };
                vec![
                    typed("glGetDoublev", Of::F64),
                    typed("glGetFloatv", Of::F32),
                    typed("glGetIntegerv", Of::I32),
                    typed("glGetBooleanv", Of::Boolean),
                ]
            };
            let one = |call: String, of| vec![Getter { call, of }];
            if let Some(cap) = self.get.strip_prefix("enabled ") {
                let mut getters = get(cap);
                getters.push(Getter {
                    call: format!("glIsEnabled {cap}"),
                    of: Of::Result,
                });
                return getters;
            }
            if let Some(name) = self.get.strip_prefix("pointer ") {
                return one(format!("glGetPointerv {name}"), Of::Pointer);
            }
            if let Some((_, call)) = self
                .get
                .strip_prefix("bytes ")
                .and_then(|c| c.split_once(' '))
            {
                return one(call.to_owned(), Of::Bytes);
            }
            let Some((command, rest)) = self.get.split_once('*') else {
                return get(&self.get);
            };
            let suffixes = [
                ("dv", Of::F64),
                ("fv", Of::F32),
                ("iv", Of::I32),
                ("", Of::F64),
            ];
            let vendor = rest.split(' ').next().unwrap_or_default();
            let known = suffixes
                .into_iter()
                .filter(|(s, _)| commands.find(&format!("{command}{s}{vendor}")).is_some());
            known
                .map(|(suffix, of)| Getter {
                    call: format!("{command}{suffix}{rest}"),
                    of,
                })
                .collect()
        }

        /// Queries the value in each type and compares.
        fn expect(&self, gl: &Player, commands: &CommandSet, expected: &str) -> Check {
            if expected == "-" {
                return Ok(());
            }
            let expected: Vec<&str> = expected.split_whitespace().collect();
            for getter in self.getters(commands) {
                if self.kind == 'F' && getter.of == Of::I32 {
                    continue;
                }
                let got = getter.read(gl, expected.len())?;
                for (got, wanted) in got.iter().zip(&expected) {
                    let (least, wanted) = match wanted.strip_prefix(">=") {
                        Some(wanted) => (true, wanted),
                        None => (false, *wanted),
                    };
                    let wanted = self.converted(gl.number(wanted)?, getter.of);
                    let near = if self.kind == 'C' && getter.of == Of::I32 {
                        1.0
                    } else {
                        0.0
                    };
                    if !(*got == wanted || least && *got >= wanted || (*got - wanted).abs() <= near)
                    {
                        return Err(format!("{}: {got} where {wanted} belongs", getter.call));
                    }
                }
            }
            Ok(())
        }

        /// The value in the form of a query's type (section 6.1.2).
        fn converted(&self, value: f64, of: Of) -> f64 {
            match (of, self.kind) {
                (Of::Boolean, _) => f64::from(u8::from(value != 0.0)),
                (Of::I32, 'C') => ((value as f32 as f64) * 4_294_967_295.0 - 1.0) / 2.0,
                (Of::I32, 'R' | 'D') => (value as f32 as f64).round(),
                (Of::I32, _) => f64::from(value as i64 as i32),
                (Of::F32 | Of::F64, 'B' | 'D') => value,
                (Of::F32, 'M') => f64::from(value as f32),
                (Of::F32 | Of::F64, 'R' | 'F' | 'C') => f64::from(value as f32),
                _ => value,
            }
        }
    }

    #[derive(Clone, Copy, PartialEq)]
    enum Of {
        Boolean,
        I32,
        F32,
        F64,
        Pointer,
        Bytes,
        Result,
    }

    /// A kind of query.
    struct Getter {
        call: String,
        of: Of,
    }

    impl Getter {
        /// Reads `n` values. A GL error, or a change beyond them, is a failure.
        fn read(&self, gl: &Player, n: usize) -> Check<Vec<f64>> {
            const UNTOUCHED: u8 = 0xA5;
            let mut out = [UNTOUCHED; 256];
            let of = self.of;
            let result = match of {
                Of::Result => gl.call(&self.call)?,
                _ => gl.call_into(&self.call, out.as_mut_ptr())?,
            };
            if let code @ 1.. = gl.error() {
                return Err(format!("{}: {}", self.call, gl.error_name(code)));
            }
            let size = match of {
                Of::Boolean | Of::Bytes => 1,
                Of::I32 | Of::F32 => 4,
                Of::F64 | Of::Pointer => 8,
                Of::Result => return Ok(vec![f64::from(result as u8)]),
            };
            if out[n * size..].iter().any(|byte| *byte != UNTOUCHED) {
                return Err(format!("{}: more than {n} values", self.call));
            }
            let value = |bytes: &[u8]| match of {
                Of::I32 => f64::from(i32::from_ne_bytes(bytes.try_into().expect("4 bytes"))),
                Of::F32 => f64::from(f32::from_ne_bytes(bytes.try_into().expect("4 bytes"))),
                Of::F64 => f64::from_ne_bytes(bytes.try_into().expect("8 bytes")),
                Of::Pointer => u64::from_ne_bytes(bytes.try_into().expect("8 bytes")) as f64,
                Of::Boolean | Of::Bytes | Of::Result => f64::from(bytes[0]),
            };
            Ok(out.chunks(size).take(n).map(value).collect())
        }
    }

    impl Groups {
        fn parse(text: &str) -> Check<Groups> {
            if let Some(name) = text.strip_prefix("client ") {
                let group = CLIENT.iter().find(|(n, _)| *n == name);
                return Ok(Groups::Client(group.ok_or("no such group")?.1));
            }
            if let "-" | "unpushed" = text {
                return Ok(if text == "-" {
                    Groups::None
                } else {
                    Groups::Unpushed
                });
            }
            let bit = |name: &str| {
                let group = SERVER.iter().find(|(n, _)| *n == name);
                group.map(|(_, bit)| *bit).ok_or(format!("no group {name}"))
            };
            Ok(Groups::Server(
                text.split('/').map(bit).collect::<Check<_>>()?,
            ))
        }

        /// The pushed groups, how they are popped, and whether a value that is set in between stays.
        fn pushes(&self) -> Vec<(String, String, bool)> {
            let server = |bits: u32, kept| {
                (
                    format!("glPushAttrib {bits}"),
                    "glPopAttrib".to_owned(),
                    kept,
                )
            };
            let client = |bits: u32, kept| {
                let push = format!("glPushClientAttrib {bits}");
                (push, "glPopClientAttrib".to_owned(), kept)
            };
            match self {
                Groups::Unpushed => Vec::new(),
                Groups::None => vec![server(u32::MAX, true), client(u32::MAX, true)],
                Groups::Client(group) => vec![
                    client(*group, false),
                    client(!*group, true),
                    server(u32::MAX, true),
                ],
                Groups::Server(groups) => {
                    let all = groups.iter().fold(0, |all, bit| all | bit);
                    let mut pushes: Vec<_> = groups.iter().map(|g| server(*g, false)).collect();
                    pushes.push(server(!all, true));
                    pushes.push(client(u32::MAX, true));
                    pushes
                }
            }
        }
    }
}
