//! Commands with their C types.

/// One parameter of a command.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// Its name in the registry.
    pub name: String,
    /// Its C type, blanks normalised: `const GLfloat *`.
    pub c_type: String,
}

/// One command.
#[derive(Debug, Clone, PartialEq)]
pub struct Command {
    /// `glClear`, `glXMakeCurrent`.
    pub name: String,
    /// C type of the result: `void`, `const GLubyte *`.
    pub result: String,
    /// Parameters in order.
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

impl CommandSet {
    /// The commands of the GL registry.
    pub fn gl() -> CommandSet {
        CommandSet::parse(khronos_api::GL_XML)
    }

    /// The commands of the GLX registry.
    pub fn glx() -> CommandSet {
        CommandSet::parse(khronos_api::GLX_XML)
    }

    fn parse(xml: &[u8]) -> CommandSet {
        let text = std::str::from_utf8(xml).expect("the registry is UTF-8");
        let doc = roxmltree::Document::parse(text).expect("the registry is XML");
        let nodes = doc.descendants().filter(|n| n.has_tag_name("commands"));
        let mut commands: Vec<Command> =
            nodes.flat_map(|n| n.children()).filter(|n| n.has_tag_name("command")).map(command).collect();
        commands.sort_by(|a, b| a.name.cmp(&b.name));
        commands.dedup_by(|a, b| a.name == b.name);
        CommandSet { commands }
    }
}

fn command(node: roxmltree::Node) -> Command {
    let child = |tag: &str| node.children().find(|n| n.has_tag_name(tag));
    let (result, name) = typed_name(child("proto").expect("a command has a prototype"));
    let params = node.children().filter(|n| n.has_tag_name("param"));
    Command {
        name,
        result,
        parameters: params.map(typed_name).map(|(c_type, name)| Parameter { name, c_type }).collect(),
        alias: child("alias").and_then(|n| n.attribute("name")).map(str::to_owned),
    }
}

/// Splits `const <ptype>GLfloat</ptype> *<name>v</name>` into its type and its name.
fn typed_name(node: roxmltree::Node) -> (String, String) {
    let mut c_type = String::new();
    let mut name = String::new();
    for child in node.children() {
        let text = child.text().unwrap_or_default();
        if child.has_tag_name("name") { name = text.trim().to_owned() } else { c_type.push_str(text) }
    }
    let words: Vec<&str> = c_type.split_whitespace().collect();
    (words.join(" "), name)
}
