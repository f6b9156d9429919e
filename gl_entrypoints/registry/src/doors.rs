//! The door table: every exported name, and what carries it out.
//!
//! The generated Rust source, the list of exported symbols and the counts in docs/STATUS.md all come from this table.

use crate::bodies::{Body, scan_bodies, scan_hand_written, squeeze};
use crate::c_types::rust_type;
use crate::commands::{Command, CommandSet, OSMESA};
use crate::rules::{Treatment, treatment};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What carries out a door's command.
#[derive(Debug, Clone, PartialEq)]
pub enum Implementation {
    /// A function of the driver.
    Body(String),
    /// A function with the C ABI, written in `gl_entrypoints/gl/src`.
    HandWritten,
    /// The command is not implemented. The door reports that.
    Stub,
}

/// The family of a door's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Api {
    /// `gl…`
    Gl,
    /// `glX…`
    Glx,
    /// `egl…`
    Egl,
    /// `OSMesa…`
    OsMesa,
}

/// One exported name.
#[derive(Debug, Clone)]
pub struct Door {
    pub name: String,
    pub api: Api,
    pub implementation: Implementation,
    /// The command with its C types, if the registry has it.
    pub command: Option<Command>,
}

impl Door {
    /// Whether a call does more than report.
    pub fn is_implemented(&self) -> bool {
        self.implementation != Implementation::Stub
    }
}

/// Every exported name, sorted.
#[derive(Debug, Clone, Default)]
pub struct DoorTable {
    pub doors: Vec<Door>,
}

/// The folders that are scanned.
#[derive(Debug, Clone)]
pub struct Folders {
    /// The driver's `src/gl`.
    pub bodies: PathBuf,
    /// `gl_entrypoints/gl/src`.
    pub hand_written: PathBuf,
}

impl Folders {
    /// The folders of the workspace at `root`.
    pub fn of_workspace(root: &Path) -> Folders {
        Folders {
            bodies: root.join("src/gl"),
            hand_written: root.join("gl_entrypoints/gl/src"),
        }
    }
}

impl DoorTable {
    /// Reads the registry and the sources. `Err` lists the errors in the sources, one line each.
    pub fn load(folders: &Folders) -> Result<DoorTable, Vec<String>> {
        let gl = CommandSet::gl();
        let known: BTreeSet<String> = gl.commands.iter().map(|c| squeeze(&c.name)).collect();
        let bodies = scan_bodies(&folders.bodies, &|name| known.contains(name));
        let (by_hand, unexported) = scan_hand_written(&folders.hand_written);
        let unexported = unexported
            .iter()
            .map(|at| format!("{at}: a door written by hand needs #[unsafe(no_mangle)]"));
        match (
            DoorTable::join(&gl, &bodies, &by_hand),
            unexported.collect::<Vec<_>>(),
        ) {
            (Ok(table), unexported) if unexported.is_empty() => Ok(table),
            (joined, unexported) => Err(joined
                .err()
                .into_iter()
                .flatten()
                .chain(unexported)
                .collect()),
        }
    }

    /// Joins the commands with what carries them out. `Err` lists the errors, one line each.
    pub(crate) fn join(
        gl: &CommandSet,
        bodies: &[Body],
        by_hand: &BTreeSet<String>,
    ) -> Result<DoorTable, Vec<String>> {
        let mut errors = Vec::new();
        // Each GL command has a door written by hand, a body of its own or of an alias, or a stub.
        let by_root = bodies_by_root(gl, bodies, &mut errors);
        let exact: BTreeMap<String, &Body> = bodies.iter().map(|b| (b.key(), b)).collect();
        let mut doors = Vec::new();
        for command in &gl.commands {
            let body = exact
                .get(&squeeze(&command.name))
                .or_else(|| by_root.get(gl.root(command)));
            let implementation = match body {
                _ if by_hand.contains(&command.name) => Implementation::HandWritten,
                Some(body) => Implementation::Body(body.path.clone()),
                None => Implementation::Stub,
            };
            doors.push(Door {
                name: command.name.clone(),
                api: Api::Gl,
                implementation,
                command: Some(command.clone()),
            });
        }
        // The window layers' doors are written by hand, or stubs.
        add_by_hand(&mut doors, Api::Glx, CommandSet::glx().commands, by_hand);
        add_by_hand(
            &mut doors,
            Api::Egl,
            CommandSet::egl_core().commands,
            by_hand,
        );
        doors.extend(OSMESA.iter().map(|name| Door {
            name: (*name).into(),
            api: Api::OsMesa,
            implementation: if by_hand.contains(*name) {
                Implementation::HandWritten
            } else {
                Implementation::Stub
            },
            command: None,
        }));
        add_beyond_registry(&mut doors, by_hand, &mut errors);
        doors.sort_by(|a, b| a.name.cmp(&b.name));
        if errors.is_empty() {
            Ok(DoorTable { doors })
        } else {
            Err(errors)
        }
    }

    /// The numbers of implemented doors and of all doors of a family.
    pub fn count(&self, api: Api) -> (usize, usize) {
        let of_api = self.doors.iter().filter(|d| d.api == api);
        (
            of_api.clone().filter(|d| d.is_implemented()).count(),
            of_api.count(),
        )
    }

    /// The Rust source of wrappers, stubs and the table name → address.
    pub fn rust_source(&self) -> String {
        let mut out =
            String::from("// Generated by build.rs from the Khronos registry and the sources.\n");
        let commands = self
            .doors
            .iter()
            .filter(|d| d.api == Api::Gl)
            .filter_map(|d| d.command.as_ref());
        let by_key: BTreeMap<String, &Command> = commands.map(|c| (squeeze(&c.name), c)).collect();
        // A wrapper for each command with a body, a stub for each one without. Hand-written entry points exist
        // already.
        for door in &self.doors {
            match (&door.implementation, &door.command) {
                (Implementation::Body(path), Some(command)) => {
                    // An alias calls the body of another command, whose parameters it then takes.
                    let body = Body {
                        path: path.clone(),
                        file: PathBuf::new(),
                    }
                    .key();
                    wrapper(
                        &mut out,
                        command,
                        path,
                        by_key.get(&body).copied().unwrap_or(command),
                    );
                }
                (Implementation::Stub, command) => {
                    stub(&mut out, &door.name, door.api, command.as_ref())
                }
                _ => {}
            }
        }
        self.hand_written_declarations(&mut out);
        self.address_table(&mut out);
        out
    }

    fn hand_written_declarations(&self, out: &mut String) {
        out.push_str("mod by_hand {\n    unsafe extern \"C\" {\n");
        for door in self
            .doors
            .iter()
            .filter(|d| d.implementation == Implementation::HandWritten)
        {
            writeln!(out, "        pub(super) fn {}();", door.name).expect("a String takes all");
        }
        out.push_str("    }\n}\n");
    }

    fn address_table(&self, out: &mut String) {
        let doors: Vec<&Door> = self.doors.iter().filter(|d| d.is_implemented()).collect();
        writeln!(out, "pub(crate) static DOORS: [Door; {}] = [", doors.len())
            .expect("a String takes all");
        for door in doors {
            let module = if door.implementation == Implementation::HandWritten {
                "by_hand::"
            } else {
                ""
            };
            let name = &door.name;
            writeln!(
                out,
                "    Door {{ name: \"{name}\", address: {module}{name} as *const () }},"
            )
            .expect("a String takes all");
        }
        out.push_str("];\n");
    }
}

/// The body for each group of aliases: the one with the root's own name, else the first by path.
fn bodies_by_root<'a>(
    gl: &CommandSet,
    bodies: &'a [Body],
    errors: &mut Vec<String>,
) -> BTreeMap<String, &'a Body> {
    let by_key: BTreeMap<String, &Command> =
        gl.commands.iter().map(|c| (squeeze(&c.name), c)).collect();
    let mut seen: BTreeMap<String, &Body> = BTreeMap::new();
    let mut by_root: BTreeMap<String, &Body> = BTreeMap::new();
    for body in bodies {
        // A body must be named after a command, and be the only one.
        let key = body.key();
        let Some(command) = by_key.get(&key) else {
            errors.push(format!(
                "{}: {} is no command of the registry",
                body.file.display(),
                body.path
            ));
            continue;
        };
        if let Some(other) = seen.insert(key, body) {
            errors.push(format!(
                "{}: has two bodies, {} and {}",
                command.name, other.path, body.path
            ));
        }
        // Aliases share the body of their root. The root's own body comes before an alias' one.
        let root = gl.root(command);
        if root == command.name {
            by_root.insert(root.to_owned(), body);
        } else {
            by_root.entry(root.to_owned()).or_insert(body);
        }
    }
    by_root
}

/// Adds the doors written by hand that the registry lacks: EGL's extensions, which get no stubs. Any other is an error.
fn add_beyond_registry(
    doors: &mut Vec<Door>,
    by_hand: &BTreeSet<String>,
    errors: &mut Vec<String>,
) {
    let names: BTreeSet<String> = doors.iter().map(|d| d.name.clone()).collect();
    for name in by_hand.iter().filter(|name| !names.contains(*name)) {
        if name.starts_with("egl") {
            doors.push(Door {
                name: name.clone(),
                api: Api::Egl,
                implementation: Implementation::HandWritten,
                command: None,
            })
        } else {
            errors.push(format!(
                "{name}: a door written by hand that is no command of the registry"
            ))
        }
    }
}

fn add_by_hand(
    doors: &mut Vec<Door>,
    api: Api,
    commands: Vec<Command>,
    by_hand: &BTreeSet<String>,
) {
    for command in commands {
        let implementation = if by_hand.contains(&command.name) {
            Implementation::HandWritten
        } else {
            Implementation::Stub
        };
        doors.push(Door {
            name: command.name.clone(),
            api,
            implementation,
            command: Some(command),
        });
    }
}

/// Writes the door `glFoo`: it has the registry's types and goes through the boundary to its body. An exception of a
/// debug callback passes through it.
///
/// `of_body` is the command that the body is named after. An alias may differ from it in a parameter's type
/// (TexImage3DEXT takes its internal format as GLenum), so arguments are converted.
fn wrapper(out: &mut String, command: &Command, path: &str, of_body: &Command) {
    let name = &command.name;
    // The parameters, with the registry's types, and the arguments, converted to the types of the body.
    let mut parameters = String::new();
    let mut arguments = String::new();
    for (i, p) in command.parameters.iter().enumerate() {
        let rust =
            rust_type(&p.c_type).unwrap_or_else(|| panic!("{name}: unknown type {}", p.c_type));
        write!(parameters, "a{i}: {rust}, ").expect("a String takes all");
        let wanted = of_body.parameters.get(i).and_then(|p| rust_type(&p.c_type));
        match wanted.filter(|wanted| *wanted != rust) {
            Some(wanted) if wanted.starts_with("Client") => write!(arguments, ", a{i}.cast()"),
            Some(wanted) => write!(arguments, ", a{i} as {wanted}"),
            None => write!(arguments, ", a{i}"),
        }
        .expect("a String takes all");
    }
    let result = match rust_type(&command.result).as_deref() {
        Some("()") => String::new(),
        Some(result) => format!(" -> {result}"),
        None => panic!("{name}: unknown type {}", command.result),
    };
    // The function of the boundary that treats the command.
    let through = match treatment(command) {
        Treatment::Anywhere => "anywhere",
        Treatment::Copies => "copying",
        Treatment::ListedAnywhere => "listed_anywhere",
        Treatment::Listed => "listed",
        Treatment::RecordsItself => "recording_itself",
        Treatment::OutsideBegin => "outside_begin",
    };
    writeln!(
        out,
        "#[unsafe(no_mangle)] pub unsafe extern \"C-unwind\" fn {name}({parameters}){result} {{ \
         unsafe {{ boundary::{through}(\"{name}\", move |call| trilobite::{path}(call{arguments})) }} }}"
    )
    .expect("a String takes all");
}

/// Writes the door of a command without a body. It takes no parameters: in the C ABI the caller cleans up its own.
fn stub(out: &mut String, name: &str, api: Api, command: Option<&Command>) {
    let (report, result) = match api {
        Api::Gl => (
            "stub",
            command
                .and_then(|c| rust_type(&c.result))
                .unwrap_or("()".into()),
        ),
        _ => ("windowless_stub", "usize".into()),
    };
    writeln!(
        out,
        "#[unsafe(no_mangle)] pub unsafe extern \"C-unwind\" fn {name}() -> {result} {{ \
         static SAID: Once = Once::new(); boundary::{report}(\"{name}\", &SAID); Default::default() }}"
    )
    .expect("a String takes all");
}
