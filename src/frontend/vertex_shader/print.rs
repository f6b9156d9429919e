//! Formats a [`Shader`] for people: one statement a line, with the words of the commands. No language of this kind
//! exists. Explanations show the text, and the statements' spans point into it.

use super::shader::*;
use crate::frontend::assembly::arb::print::binding::{attribute, matrix, state_name, vector};
use crate::frontend::binding::MatrixForm;
use crate::ir::Span;

/// Formats a shader, and sets the spans of its statements to the text.
pub fn place_in_text(shader: &mut Shader) -> String {
    let mut text = String::from("# recorded by the commands of EXT_vertex_shader\n");
    let mut constants: Vec<(&u32, &Elements)> = shader.constants.iter().collect();
    constants.sort_by_key(|(name, _)| **name);
    for (name, value) in constants {
        // A scalar or a vector is followed by zeros, which are not printed.
        let n = if value[4..] == [0.0; 12] { 1 } else { 4 };
        let columns: Vec<String> = (value.as_chunks::<4>().0[..n].iter()).map(vector).collect();
        text += &format!("# constant {name} = {}\n", columns.join(", "));
    }
    for statement in &mut shader.statements {
        let start = text.len();
        text += &words(statement);
        statement.span = Span::new(start, text.len());
        text += ";\n";
    }
    text
}

/// Prints a statement: its command, its destination, its sources.
fn words(statement: &Statement) -> String {
    let mut words = vec![destination(&statement.to)];
    words.extend(statement.action.sources().iter().map(symbol));
    let name = match &statement.action {
        Action::Operation(opcode, _) => opcode.name(),
        Action::Swizzle(_, select) => {
            words.extend(select.iter().map(component));
            "SWIZZLE"
        }
        Action::WriteMask(_, mask) => {
            words.push(mask_name(*mask));
            "WRITE_MASK"
        }
        Action::Insert(_, number) => {
            words.push(number.to_string());
            "INSERT_COMPONENT"
        }
        Action::Extract(_, number) => {
            words.push(number.to_string());
            "EXTRACT_COMPONENT"
        }
    };
    format!("{name} {}", words.join(", "))
}

fn destination(to: &Destination) -> String {
    match to {
        Destination::Local(local) => symbol(local),
        Destination::Output(Output::Vertex) => "result.position".to_owned(),
        Destination::Output(Output::Color(0)) => "result.color".to_owned(),
        Destination::Output(Output::Color(_)) => "result.color.secondary".to_owned(),
        Destination::Output(Output::Coordinate(n)) => format!("result.texcoord[{n}]"),
        Destination::Output(Output::Fog) => "result.fogcoord".to_owned(),
    }
}

fn symbol(symbol: &Symbol) -> String {
    let storage = match symbol.storage {
        Storage::Bound(parameter) => return bound(parameter),
        Storage::Variant => "variant",
        Storage::Invariant => "invariant",
        Storage::LocalConstant => "constant",
        Storage::Local => "local",
    };
    format!("{storage} {}", symbol.name)
}

fn bound(parameter: Parameter) -> String {
    match parameter {
        Parameter::Attribute(n) => attribute(false, n),
        Parameter::Normal => "vertex.normal".to_owned(),
        Parameter::Vector(state) | Parameter::Direction(state) => state_name(&state),
        Parameter::Component(state, c) => {
            format!("{}.{}", state_name(&state), letter(usize::from(c)))
        }
        Parameter::Matrix(name) => matrix(name, MatrixForm::Plain),
    }
}

fn letter(component: usize) -> char {
    ['x', 'y', 'z', 'w'][component & 3]
}

fn component(select: &Select) -> String {
    match select {
        Select::Number(n) => n.to_string(),
        Select::Component { component, negate } => {
            let sign = if *negate { "-" } else { "" };
            format!("{sign}{}", letter(usize::from(*component)))
        }
    }
}

fn mask_name(mask: u8) -> String {
    let letters = (0..4).filter(|c| mask >> c & 1 != 0).map(letter);
    let name: String = letters.collect();
    if name.is_empty() {
        "none".to_owned()
    } else {
        name
    }
}
