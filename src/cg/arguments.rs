//! The compiler's arguments: a table of options, and what they say. The command line and cgCreateProgram take the same.

/// What the arguments say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arguments {
    /// `-`: standard input.
    pub file: String,
    pub profile: Option<String>,
    pub entry: Option<String>,
    pub output: Option<String>,
    /// The file of errors and warnings.
    pub messages: Option<String>,
    pub defines: Vec<(String, String)>,
    pub folders: Vec<String>,
    /// Options of the profile, as `name` or `name=value`.
    pub options: Vec<String>,
    pub is_lenient: bool,
    pub is_quiet: bool,
    /// Whether no text is printed.
    pub is_silent: bool,
    pub says_version: bool,
    pub says_help: bool,
    /// All of them, for the head of the text.
    pub line: String,
}

/// What an option does.
type Action = fn(&mut Arguments, &str);

/// Options with a value, which follows as the next argument; those of one letter may have it at once.
const VALUES: &[(&str, Action)] = &[
    ("profile", |a, v| a.profile = Some(v.to_owned())),
    ("p", |a, v| a.profile = Some(v.to_owned())),
    ("entry", |a, v| a.entry = Some(v.to_owned())),
    ("o", |a, v| a.output = Some(v.to_owned())),
    ("l", |a, v| a.messages = Some(v.to_owned())),
    ("D", |a, v| {
        let (name, value) = v.split_once('=').unwrap_or((v, "1"));
        a.defines.push((name.to_owned(), value.to_owned()));
    }),
    ("I", |a, v| a.folders.push(v.to_owned())),
    ("po", |a, v| a.options.push(v.to_owned())),
    ("profileopts", |a, v| {
        let all = v.split(',').filter(|o| !o.is_empty());
        a.options.extend(all.map(str::to_owned));
    }),
    ("unroll", ignore),
    ("inline", ignore),
    ("ifcvt", ignore),
    ("maxunrollcount", ignore),
];

/// Options without one.
const FLAGS: &[(&str, Action)] = &[
    ("strict", |a, _| a.is_lenient = false),
    ("nostrict", |a, _| a.is_lenient = true),
    ("nocode", |a, _| a.is_silent = true),
    ("quiet", |a, _| a.is_quiet = true),
    ("q", |a, _| a.is_quiet = true),
    ("posinv", |a, _| a.options.push("PosInv=1".to_owned())),
    ("version", |a, _| a.says_version = true),
    ("v", |a, _| a.says_version = true),
    ("help", |a, _| a.says_help = true),
    ("h", |a, _| a.says_help = true),
    ("longprogs", ignore),
    ("fastmath", ignore),
    ("nofastmath", ignore),
    ("fastprecision", ignore),
    ("bestprecision", ignore),
    ("nofx", ignore),
    ("debug", ignore),
    ("O0", ignore),
    ("O1", ignore),
    ("O2", ignore),
    ("O3", ignore),
];

fn ignore(_: &mut Arguments, _: &str) {}

impl Arguments {
    /// Reads the arguments, or says what is wrong first.
    pub fn parse(arguments: &[String]) -> Result<Arguments, String> {
        let (parsed, wrong) = Arguments::parse_all(arguments);
        match wrong.into_iter().next() {
            None => Ok(parsed),
            Some(reason) => Err(reason),
        }
    }

    /// Reads the arguments. What is wrong has no effect, and a sentence.
    pub fn parse_all(arguments: &[String]) -> (Arguments, Vec<String>) {
        let mut parsed = Arguments {
            line: arguments.join(" "),
            ..Arguments::default()
        };
        let mut wrong = Vec::new();
        let mut file = None;
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let read = match name_of(argument) {
                Some(name) => parsed.option(name, &mut rest),
                None if file.is_none() => {
                    file = Some(argument.clone());
                    Ok(())
                }
                None => Err(format!("more than one file: {argument}")),
            };
            wrong.extend(read.err());
        }
        parsed.file = file.unwrap_or_else(|| "-".to_owned());
        (parsed, wrong)
    }

    fn option(
        &mut self,
        name: &str,
        rest: &mut std::slice::Iter<'_, String>,
    ) -> Result<(), String> {
        if let Some((_, action)) = FLAGS.iter().find(|(n, _)| *n == name) {
            action(self, "");
            return Ok(());
        }
        if let Some((known, action)) = VALUES.iter().find(|(n, _)| *n == name) {
            let value = rest.next();
            let value = value.ok_or_else(|| format!("-{known} wants a value"))?;
            action(self, value);
            return Ok(());
        }
        let joined = |n: &str| n.len() == 1 && n != "p" && name.starts_with(n);
        let Some((known, action)) = VALUES.iter().find(|(n, _)| joined(n)) else {
            return Err(format!("unknown option -{name}"));
        };
        action(self, &name[known.len()..]);
        Ok(())
    }
}

/// The name of an option, after one or two signs. A sign alone is standard input.
fn name_of(argument: &str) -> Option<&str> {
    let name = argument.strip_prefix("--").or(argument.strip_prefix('-'))?;
    (!name.is_empty()).then_some(name)
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
        let line = "-profile arbvp1 -entry move -DA=2 -D B -Iinclude -po NumTemps=12 a.cg -o a.vp";
        let one = parse(line).unwrap();
        assert_eq!(one.profile.as_deref(), Some("arbvp1"));
        let defines = [("A", "2"), ("B", "1")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(one.defines, defines);
        assert_eq!(one.folders, ["include"]);
        assert_eq!(one.options, ["NumTemps=12"]);
        assert_eq!(
            (one.file.as_str(), one.output.as_deref()),
            ("a.cg", Some("a.vp"))
        );
        assert_eq!(one.line, line);
    }

    #[test]
    fn without_a_file_it_is_standard_input() {
        assert_eq!(parse("-quiet").unwrap().file, "-");
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, reason) in [
            ("-profile", "-profile wants a value"),
            ("a b", "more than one file: b"),
            ("-wrong a", "unknown option -wrong"),
        ] {
            assert_eq!(parse(line), Err(reason.to_owned()), "{line}");
        }
    }
}
