//! fxc's arguments: a table of options, and what they say.

/// What is done with the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Work {
    #[default]
    Compile,
    /// The text after the preprocessor goes to a file.
    Preprocess(String),
    /// Tokens are listed.
    List,
}

/// What the arguments say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Arguments {
    pub(super) file: String,
    pub(super) work: Work,
    pub(super) profile: Option<String>,
    pub(super) entry: String,
    pub(super) defines: Vec<(String, String)>,
    pub(super) folders: Vec<String>,
    pub(super) rows_first: bool,
    pub(super) allows_halves: bool,
    pub(super) tokens: Option<String>,
    pub(super) listing: Option<String>,
    pub(super) words: Option<String>,
    pub(super) header: Option<String>,
    array: Option<String>,
    pub(super) is_quiet: bool,
    pub(super) is_unchecked: bool,
    pub(super) warnings_are_errors: bool,
}

/// What an option does.
type Action = fn(&mut Arguments, String);

/// Options with a value.
const VALUES: &[(&str, Action)] = &[
    ("Fo", |a, v| a.tokens = Some(v)),
    ("Fc", |a, v| a.listing = Some(v)),
    ("Fx", |a, v| a.words = Some(v)),
    ("Fh", |a, v| a.header = Some(v)),
    ("Vn", |a, v| a.array = Some(v)),
    ("T", |a, v| a.profile = Some(v)),
    ("E", |a, v| a.entry = v),
    ("I", |a, v| a.folders.push(v)),
    ("P", |a, v| a.work = Work::Preprocess(v)),
    ("D", |a, v| {
        let (name, value) = v.split_once('=').unwrap_or((&v, "1"));
        a.defines.push((name.to_owned(), value.to_owned()));
    }),
];

/// Options without one.
const FLAGS: &[(&str, Action)] = &[
    ("nologo", |a, _| a.is_quiet = true),
    ("dumpbin", |a, _| a.work = Work::List),
    ("Zpr", |a, _| a.rows_first = true),
    ("Zpc", |a, _| a.rows_first = false),
    ("Vd", |a, _| a.is_unchecked = true),
    ("WX", |a, _| a.warnings_are_errors = true),
    ("Od", ignore),
    ("Op", ignore),
    ("O0", ignore),
    ("O1", ignore),
    ("O2", ignore),
    ("O3", ignore),
    ("Zi", ignore),
    ("Gfa", ignore),
    ("Gfp", ignore),
    ("Gdp", ignore),
    ("Gec", |a, _| a.allows_halves = true),
    ("Ges", ignore),
    ("Gis", ignore),
    ("Gpp", ignore),
    ("Ni", ignore),
];

fn ignore(_: &mut Arguments, _: String) {}

/// Options of fxc that are not there.
const MISSING: &[&str] = &["Cc", "Fe", "LD", "Vi", "compress", "decompress", "Gch"];

impl Arguments {
    /// Reads the arguments, or says what is wrong.
    pub(super) fn parse(arguments: &[String]) -> Result<Arguments, String> {
        let mut parsed = Arguments {
            entry: "main".to_owned(),
            ..Arguments::default()
        };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            match option(argument) {
                Some(name) => parsed.option(name, &mut rest)?,
                None if parsed.file.is_empty() => parsed.file = argument.clone(),
                None => return Err(format!("more than one file: {argument}")),
            }
        }
        if parsed.file.is_empty() {
            return Err("no file".into());
        }
        Ok(parsed)
    }

    fn option(
        &mut self,
        name: &str,
        rest: &mut std::slice::Iter<'_, String>,
    ) -> Result<(), String> {
        if let Some((_, action)) = FLAGS.iter().find(|(n, _)| *n == name) {
            action(self, String::new());
            return Ok(());
        }
        if MISSING.contains(&name) {
            return Err(format!("/{name} is not there"));
        }
        let found = VALUES.iter().find(|(n, _)| name.starts_with(n));
        let Some((known, action)) = found else {
            return Err(format!("unknown option /{name}"));
        };
        let value = match &name[known.len()..] {
            "" => rest.next().cloned(),
            value => Some(value.trim_start_matches(':').to_owned()),
        };
        let value = value.ok_or_else(|| format!("/{known} wants a value"))?;
        action(self, value);
        Ok(())
    }

    /// The name of the array in a header.
    pub(super) fn array_name(&self, profile: &str) -> String {
        let stage = profile.replace('_', "");
        let default = || format!("g_{stage}_{}", self.entry);
        self.array.clone().unwrap_or_else(default)
    }
}

/// An option's name and what follows it. A path that begins with / is a file.
fn option(argument: &str) -> Option<&str> {
    if let Some(name) = argument.strip_prefix('-') {
        return Some(name).filter(|n| !n.is_empty());
    }
    let name = argument.strip_prefix('/')?;
    let is_flag = FLAGS.iter().any(|(n, _)| *n == name) || MISSING.contains(&name);
    let is_value = VALUES.iter().any(|(n, _)| {
        let value = name.strip_prefix(n);
        value.is_some_and(|v| !v.contains('/') || *n != "P" && *n != "I" && *n != "E" && *n != "T")
    });
    (is_flag || is_value || !name.contains('/')).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Arguments, String> {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        Arguments::parse(&words)
    }

    #[test]
    fn values_follow_at_once_or_next() {
        let one = parse("/nologo /Tps_2_0 /E shade /DA=2 -D B /Fo out.pso water.hlsl").unwrap();
        assert_eq!(one.profile.as_deref(), Some("ps_2_0"));
        assert_eq!((one.entry.as_str(), one.is_quiet), ("shade", true));
        let defines = [("A", "2"), ("B", "1")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(one.defines, defines);
        assert_eq!(one.tokens.as_deref(), Some("out.pso"));
        assert_eq!(one.file, "water.hlsl");
    }

    #[test]
    fn paths_are_no_options() {
        let one = parse("/T vs_2_0 /tmp/water.hlsl").unwrap();
        assert_eq!(one.file, "/tmp/water.hlsl");
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, reason) in [
            ("/T", "/T wants a value"),
            ("/nologo", "no file"),
            ("a b", "more than one file: b"),
            ("/Cc a", "/Cc is not there"),
            ("/Q a", "unknown option /Q"),
        ] {
            assert_eq!(parse(line), Err(reason.to_owned()), "{line}");
        }
    }
}
