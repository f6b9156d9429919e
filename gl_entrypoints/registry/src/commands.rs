//! Reads commands with their C types from the Khronos XML and `extra.txt`.

use std::collections::{BTreeMap, BTreeSet};

/// One parameter of a command.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    pub name: String,
    /// The C type, with normalised blanks: `const GLfloat *`.
    pub c_type: String,
    /// The group of its legal values, where the registry names one: `PrimitiveType`.
    pub group: Option<String>,
}

/// One command.
#[derive(Debug, Clone, PartialEq)]
pub struct Command {
    /// `glClear`, `glXMakeCurrent`.
    pub name: String,
    /// C type of the result: `void`, `const GLubyte *`.
    pub result: String,
    pub parameters: Vec<Parameter>,
    /// The command that this one is another name of.
    pub alias: Option<String>,
}

/// Every command of one API.
#[derive(Debug, Clone, Default)]
pub struct CommandSet {
    /// Sorted by name.
    pub commands: Vec<Command>,
}

const EXTRA: &str = include_str!("../extra.txt");

impl CommandSet {
    /// The commands of the GL registry, and of `extra.txt`.
    pub fn gl() -> CommandSet {
        CommandSet::with_extra(khronos_api::GL_XML, |name| !name.starts_with("glX"))
    }

    /// The commands of the GLX registry, and of `extra.txt`.
    pub fn glx() -> CommandSet {
        CommandSet::with_extra(khronos_api::GLX_XML, |name| name.starts_with("glX"))
    }

    /// The commands of EGL 1.0 to 1.5. Extensions are left out.
    pub fn egl_core() -> CommandSet {
        let core: BTreeSet<String> = features(khronos_api::EGL_XML, "egl")
            .into_values()
            .flat_map(BTreeSet::into_iter)
            .collect();
        let mut set = CommandSet::parse(khronos_api::EGL_XML);
        set.commands.retain(|c| core.contains(&c.name));
        set
    }

    /// The command of this name.
    pub fn find(&self, name: &str) -> Option<&Command> {
        self.commands
            .binary_search_by(|c| c.name.as_str().cmp(name))
            .ok()
            .map(|i| &self.commands[i])
    }

    /// The name at the end of this command's chain of aliases. All names of one command have the same root.
    pub fn root<'a>(&'a self, command: &'a Command) -> &'a str {
        let mut at = command;
        for _ in 0..8 {
            match at.alias.as_deref().and_then(|name| self.find(name)) {
                Some(next) => at = next,
                None => break,
            }
        }
        &at.name
    }

    fn with_extra(xml: &[u8], belongs: impl Fn(&str) -> bool) -> CommandSet {
        let mut set = CommandSet::parse(xml);
        set.commands
            .extend(parse_extra(EXTRA).into_iter().filter(|c| belongs(&c.name)));
        set.sort();
        set
    }

    fn parse(xml: &[u8]) -> CommandSet {
        let text = std::str::from_utf8(xml).expect("the registry is UTF-8");
        let doc = roxmltree::Document::parse(text).expect("the registry is XML");
        let nodes = doc.descendants().filter(|n| n.has_tag_name("commands"));
        let commands: Vec<Command> = nodes
            .flat_map(|n| n.children())
            .filter(|n| n.has_tag_name("command"))
            .map(command)
            .collect();
        let mut set = CommandSet { commands };
        set.sort();
        set
    }

    fn sort(&mut self) {
        self.commands.sort_by(|a, b| a.name.cmp(&b.name));
        self.commands.dedup_by(|a, b| a.name == b.name);
    }
}

/// The 13 commands of OSMesa (its header, Mesa 21).
pub const OSMESA: [&str; 13] = [
    "OSMesaColorClamp",
    "OSMesaCreateContext",
    "OSMesaCreateContextAttribs",
    "OSMesaCreateContextExt",
    "OSMesaDestroyContext",
    "OSMesaGetColorBuffer",
    "OSMesaGetCurrentContext",
    "OSMesaGetDepthBuffer",
    "OSMesaGetIntegerv",
    "OSMesaGetProcAddress",
    "OSMesaMakeCurrent",
    "OSMesaPixelStore",
    "OSMesaPostprocess",
];

/// The names that each version of desktop GL added: `GL_VERSION_1_5` → names.
pub(crate) fn gl_versions() -> BTreeMap<String, BTreeSet<String>> {
    features(khronos_api::GL_XML, "gl")
}

fn features(xml: &[u8], api: &str) -> BTreeMap<String, BTreeSet<String>> {
    let text = std::str::from_utf8(xml).expect("the registry is UTF-8");
    let doc = roxmltree::Document::parse(text).expect("the registry is XML");
    let mut versions = BTreeMap::new();
    for node in doc
        .descendants()
        .filter(|n| n.has_tag_name("feature") && n.attribute("api") == Some(api))
    {
        let required = node
            .children()
            .filter(|n| n.has_tag_name("require"))
            .flat_map(|n| n.children());
        let names = required
            .filter(|n| n.has_tag_name("command"))
            .filter_map(|n| n.attribute("name"));
        let names: BTreeSet<String> = names.map(str::to_owned).collect();
        versions.insert(node.attribute("name").unwrap_or_default().to_owned(), names);
    }
    versions
}

fn command(node: roxmltree::Node) -> Command {
    let child = |tag: &str| node.children().find(|n| n.has_tag_name(tag));
    let (result, name) = typed_name(child("proto").expect("a command has a prototype"));
    let params = node.children().filter(|n| n.has_tag_name("param"));
    Command {
        name,
        result,
        parameters: params.map(parameter).collect(),
        alias: child("alias")
            .and_then(|n| n.attribute("name"))
            .map(str::to_owned),
    }
}

fn parameter(node: roxmltree::Node) -> Parameter {
    let (c_type, name) = typed_name(node);
    Parameter {
        name,
        c_type,
        group: node.attribute("group").map(str::to_owned),
    }
}

/// Splits `const <ptype>GLfloat</ptype> *<name>v</name>` into type and name.
fn typed_name(node: roxmltree::Node) -> (String, String) {
    let mut c_type = String::new();
    let mut name = String::new();
    for child in node.children() {
        let text = child.text().unwrap_or_default();
        if child.has_tag_name("name") {
            name = text.trim().to_owned()
        } else {
            c_type.push_str(text)
        }
    }
    (normalise(&c_type), name)
}

fn normalise(c_type: &str) -> String {
    c_type.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn parse_extra(text: &str) -> Vec<Command> {
    let lines = text
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines
        .map(|line| {
            parse_prototype(line).unwrap_or_else(|| panic!("extra.txt: not a prototype: {line}"))
        })
        .collect()
}

/// Reads `RESULT NAME(TYPE NAME, …) = ALIAS`.
pub(crate) fn parse_prototype(line: &str) -> Option<Command> {
    let (prototype, alias) = match line.split_once('=') {
        Some((prototype, alias)) => (prototype.trim(), Some(alias.trim().to_owned())),
        None => (line, None),
    };
    let (head, parameters) = prototype.strip_suffix(')')?.split_once('(')?;
    let (result, name) = split_last_word(head)?;
    let parameters = parameters
        .split(',')
        .map(str::trim)
        .filter(|p| !p.is_empty() && *p != "void");
    let parameters = parameters
        .map(|p| {
            split_last_word(p).map(|(c_type, name)| Parameter {
                name,
                c_type,
                group: None,
            })
        })
        .collect::<Option<Vec<_>>>()?;
    Some(Command {
        name,
        result,
        parameters,
        alias,
    })
}

fn split_last_word(text: &str) -> Option<(String, String)> {
    let text = text.trim();
    let start = text.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_')? + 1;
    Some((normalise(&text[..start]), text[start..].to_owned()))
}
