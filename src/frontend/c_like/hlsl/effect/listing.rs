//! An effect as a text to read: parameters, then techniques with their passes and states.

use super::{Annotation, Effect, Literal, Parameter, Setting, Shader, Value};
use std::fmt::Write;

impl Effect {
    /// The effect as a listing, a line for each parameter and state.
    pub fn listing(&self) -> String {
        let mut text = String::new();
        for p in &self.parameters {
            text += &parameter(p);
        }
        for t in &self.techniques {
            let _ = writeln!(
                text,
                "technique {}{}",
                name(&t.name),
                annotations(&t.annotations)
            );
            for p in &t.passes {
                let _ = writeln!(
                    text,
                    "  pass {}{}",
                    name(&p.name),
                    annotations(&p.annotations)
                );
                p.settings.iter().for_each(|s| text += &setting(s, 4));
            }
        }
        text
    }
}

fn name(name: &str) -> &str {
    if name.is_empty() {
        "(without a name)"
    } else {
        name
    }
}

fn annotations(all: &[Annotation]) -> String {
    let one = |a: &Annotation| match &a.value {
        Literal::Text(text) => format!("{} = \"{text}\"", a.name),
        Literal::Numbers(all) => format!("{} = {}", a.name, numbers(all)),
    };
    match all {
        [] => String::new(),
        all => format!(
            " < {} >",
            all.iter().map(one).collect::<Vec<_>>().join("; ")
        ),
    }
}

fn numbers(all: &[f64]) -> String {
    let all: Vec<String> = all.iter().map(f64::to_string).collect();
    all.join(", ")
}

fn parameter(p: &Parameter) -> String {
    let mut text = format!("parameter {} {}", p.word, p.name);
    if let Some(semantic) = &p.semantic {
        text += &format!(" : {semantic}");
    }
    text += &annotations(&p.annotations);
    if let Some(value) = &p.text {
        text += &format!(" = \"{value}\"");
    }
    if let Some(value) = p.value.as_ref().and_then(super::setting::numbers) {
        text += &format!(" = {}", numbers(&value));
    }
    text.push('\n');
    for (i, states) in p.samplers.iter().enumerate() {
        if p.samplers.len() > 1 {
            text += &format!("  sampler {i}\n");
        }
        states.iter().for_each(|s| text += &setting(s, 4));
    }
    p.shaders
        .iter()
        .for_each(|s| text += &format!("    {}\n", shader(s)));
    text
}

fn setting(s: &Setting, indent: usize) -> String {
    let index = match s.index {
        Some(index) => format!("[{index}]"),
        None => String::new(),
    };
    let value = match &s.value {
        Value::Bits(bits) => match s.state.words.iter().find(|(_, n)| n == bits) {
            Some((word, _)) => format!("{word} ({bits})"),
            None => format!("{bits:#x}"),
        },
        Value::Numbers(all) => numbers(all),
        Value::Null => "NULL".into(),
        Value::Parameter(name) => format!("parameter {name}"),
        Value::Computed(_) => "computed from parameters".into(),
        Value::Shader(s) => shader(s),
    };
    format!("{:indent$}{}{index} = {value}\n", "", s.state.name)
}

fn shader(shader: &Shader) -> String {
    match shader {
        Shader::Assembled(program) => {
            let slots = program.slots().all();
            format!("{} in assembly, {slots} slots", program.version().name())
        }
        Shader::Compiled(c) => {
            let n = c.entry.constants.entries.len();
            format!(
                "{} {} with {} arguments, {n} constants",
                c.profile.name,
                c.function,
                c.arguments.len()
            )
        }
    }
}
