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
    /// The file of errors and warnings.
    pub(super) messages: Option<String>,
    pub(super) is_coloured: bool,
    /// Whether the options are explained, and nothing else is done.
    pub(super) asks_help: bool,
    /// Whether lines of listings have the numbers of their instructions, and their places in the tokens.
    pub(super) has_numbers: bool,
    pub(super) has_places: bool,
    /// Pixel shaders 1, as the compiler of old has them, or in their place those of ps_2_0.
    pub(super) is_old: bool,
    pub(super) upgrades: bool,
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
    ("Fe", |a, v| a.messages = Some(v)),
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
    ("?", |a, _| a.asks_help = true),
    ("help", |a, _| a.asks_help = true),
    ("nologo", |a, _| a.is_quiet = true),
    ("dumpbin", |a, _| a.work = Work::List),
    ("Zpr", |a, _| a.rows_first = true),
    ("Zpc", |a, _| a.rows_first = false),
    ("Vd", |a, _| a.is_unchecked = true),
    ("Cc", |a, _| a.is_coloured = true),
    ("Ni", |a, _| a.has_numbers = true),
    ("No", |a, _| a.has_places = true),
    ("LD", |a, _| a.is_old = true),
    ("Gec", |a, _| {
        a.upgrades = true;
        a.allows_halves = true;
    }),
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
    ("Ges", ignore),
    ("Gis", ignore),
    ("Gpp", ignore),
    // Microsoft's disassembler has decimal numbers for Direct3D 9 in any case.
    ("Lx", ignore),
];

fn ignore(_: &mut Arguments, _: String) {}

/// Options of fxc that are refused, and why.
const REFUSED: &[(&str, &str)] = &[
    ("Vi", "how files are included is not reported"),
    (
        "Fd",
        "shaders of Direct3D 9 have no debugging database here",
    ),
    ("Fl", "libraries are of Direct3D 11"),
    ("Gch", "child effects are of Direct3D 10"),
    ("Qstrip_debug", "the tokens hold no debugging data"),
    (
        "Qstrip_reflect",
        "the table of constants is what programs set constants by",
    ),
    ("Qstrip_priv", "tokens of Direct3D 9 have no private data"),
    ("Qstrip_rootsignature", "root signatures are of Direct3D 12"),
    ("setprivate", "tokens of Direct3D 9 have no private data"),
    ("getprivate", "tokens of Direct3D 9 have no private data"),
    ("compress", "bundles are of Direct3D 10 and later"),
    ("decompress", "bundles are of Direct3D 10 and later"),
    (
        "all_resources_bound",
        "resources are bound as Direct3D 11 and 12 do it",
    ),
    (
        "enable_unbounded_descriptor_tables",
        "descriptors are of Direct3D 12",
    ),
    ("res_may_alias", "views of resources are of Direct3D 11"),
    ("mergeUAVs", "unordered access is of Direct3D 11"),
    ("matchUAVs", "unordered access is of Direct3D 11"),
    ("shtemplate", "unordered access is of Direct3D 11"),
    ("setrootsignature", "root signatures are of Direct3D 12"),
    ("extractrootsignature", "root signatures are of Direct3D 12"),
    ("verifyrootsignature", "root signatures are of Direct3D 12"),
];

/// Why an option is refused.
fn refused(name: &str) -> Option<&'static str> {
    let found = REFUSED.iter().find(|(n, _)| *n == name);
    found.map(|(_, why)| *why)
}

impl Arguments {
    /// Reads the arguments, or says what is wrong. `read` gives the text of a file of options.
    pub(super) fn parse(
        arguments: &[String],
        read: &dyn Fn(&str) -> Result<String, String>,
    ) -> Result<Arguments, String> {
        let arguments = with_files(arguments, read)?;
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
        if parsed.file.is_empty() && !parsed.asks_help {
            return Err("no file".into());
        }
        let is_name = |n: &str| n.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if !parsed.defines.iter().all(|(name, _)| is_name(name)) {
            return Err("/D wants the name of a macro".into());
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
        if let Some(why) = refused(name) {
            return Err(format!("/{name} is refused: {why}"));
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

/// The arguments with those of files in their places: `@FILE` has an option on each line.
fn with_files(
    arguments: &[String],
    read: &dyn Fn(&str) -> Result<String, String>,
) -> Result<Vec<String>, String> {
    let mut all = Vec::new();
    for argument in arguments {
        let Some(file) = argument.strip_prefix('@') else {
            all.push(argument.clone());
            continue;
        };
        let text = read(file)?;
        for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
            // The value may follow the option on its line.
            let (first, value) = match line.split_once(char::is_whitespace) {
                Some((first, value)) if option(first).is_some() => (first, Some(value.trim())),
                _ => (line, None),
            };
            all.extend([Some(first), value].into_iter().flatten().map(unquoted));
        }
    }
    Ok(all)
}

/// A word without the quotes around it.
fn unquoted(word: &str) -> String {
    let inner = word.strip_prefix('"').and_then(|w| w.strip_suffix('"'));
    inner.unwrap_or(word).to_owned()
}

/// An option's name and what follows it. A path that begins with / is a file.
fn option(argument: &str) -> Option<&str> {
    if let Some(name) = argument.strip_prefix('-') {
        return Some(name).filter(|n| !n.is_empty());
    }
    let name = argument.strip_prefix('/')?;
    let is_flag = FLAGS.iter().any(|(n, _)| *n == name) || refused(name).is_some();
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
        let read = |file: &str| match file {
            "options" => Ok("/T ps_2_0\n\n/E\nshade\n /D \"A=b c\" \nwater.hlsl\n".to_owned()),
            _ => Err(format!("{file}: no such file")),
        };
        Arguments::parse(&words, &read)
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
    fn every_refused_option_says_why() {
        for (name, why) in REFUSED {
            let refusal = format!("/{name} is refused: {why}");
            assert_eq!(parse(&format!("/{name} a")), Err(refusal));
        }
    }

    #[test]
    fn files_have_options() {
        let one = parse("/nologo @options /Ni").unwrap();
        assert_eq!(one.profile.as_deref(), Some("ps_2_0"));
        assert_eq!(
            (one.entry.as_str(), one.file.as_str()),
            ("shade", "water.hlsl")
        );
        assert_eq!(one.defines, [("A".to_owned(), "b c".to_owned())]);
        assert!(one.is_quiet && one.has_numbers);
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
            ("@none a", "none: no such file"),
            ("/D =1 a", "/D wants the name of a macro"),
            ("/nologo", "no file"),
            ("a b", "more than one file: b"),
            (
                "/Vi a",
                "/Vi is refused: how files are included is not reported",
            ),
            ("/Q a", "unknown option /Q"),
        ] {
            assert_eq!(parse(line), Err(reason.to_owned()), "{line}");
        }
    }
}
