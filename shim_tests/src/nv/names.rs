//! Names of variables and labels, and how attributes and results are spelled (ARB_vertex_program tables X.1 and X.2, and
//! 2.14.3.4 of the option).

use super::ast::{Item, N_RESULTS, Program, RESULT_CLIP_0, RESULT_TEXCOORD_0};
use crate::random::Random;

/// Words that are no keywords of vertex programs, though some resemble them (QUIRKS 0.58, 1.8).
const POOL: [&str; 30] = [
    "R0", "R1", "r", "tmp", "a0", "A0", "x", "y", "xyzw", "position", "color", "row", "local",
    "env", "TEX", "KIL", "LRP", "fragment", "texture", "ADDC", "MOVC", "ARLC", "_1", "$", "a$b",
    "eye2", "GT", "main_", "e2", "clip",
];
/// Keywords of the option alone: names without it (QUIRKS 1.30).
const OPTION_WORDS: [&str; 9] = [
    "ARA", "ARR", "BRA", "CAL", "COS", "RET", "SIN", "SSG", "STR",
];
/// Labels have a separate name space (QUIRKS 1.16).
const LABELS: [&str; 12] = [
    "loop", "R0", "L1", "x", "again", "TEX", "_2", "sub", "tmp", "position", "done", "$9",
];

/// NV_vertex_program3 has instructions of its own.
fn is_free(program: &Program, word: &str) -> bool {
    !(program.third && word == "TEX")
}

/// A source of names, each used once.
pub(super) struct Names {
    free: Vec<&'static str>,
    prefix: char,
    count: u32,
}

impl Names {
    /// Names for variables. They resemble keywords unless the spelling is plain.
    pub(super) fn of_variables(program: &Program, plain: bool, random: &mut Random) -> Names {
        let more: &[&str] = if program.option { &[] } else { &OPTION_WORDS };
        let mut words = [&POOL, more].concat();
        words.retain(|word| is_free(program, word));
        Names::new(if plain { Vec::new() } else { words }, 'v', random)
    }

    /// Names for labels.
    fn of_labels(program: &Program, plain: bool, random: &mut Random) -> Names {
        let mut words = LABELS.to_vec();
        words.retain(|word| is_free(program, word));
        Names::new(if plain { Vec::new() } else { words }, 'l', random)
    }

    fn new(mut free: Vec<&'static str>, prefix: char, random: &mut Random) -> Names {
        for i in (1..free.len()).rev() {
            free.swap(i, random.below(i as u32 + 1) as usize);
        }
        Names {
            free,
            prefix,
            count: 0,
        }
    }

    /// A new name.
    pub(super) fn take(&mut self) -> String {
        self.count += 1;
        match self.free.pop() {
            Some(name) => name.to_owned(),
            None => format!("{}{}", self.prefix, self.count),
        }
    }
}

/// The names of a program's labels.
pub(super) fn label_names(program: &Program, plain: bool, random: &mut Random) -> Vec<String> {
    let mut names = Names::of_labels(program, plain, random);
    let labels = program.items.iter().filter_map(|item| match item {
        Item::Label(label) => Some(*label + 1),
        Item::Inst(_) => None,
    });
    (0..labels.max().unwrap_or(0))
        .map(|label| {
            if program.main == Some(label) {
                "main".to_owned()
            } else {
                match names.take() {
                    // Labels of native programs have no `$`.
                    name if program.native.is_some() && name.contains('$') => {
                        format!("label_{label}")
                    }
                    name => name,
                }
            }
        })
        .collect()
}

/// The tokens of an attribute's binding.
pub(super) fn attribute(n: u8, random: &mut Random) -> Vec<String> {
    let indexed = |name: &str, n: u8| {
        ["vertex", ".", name, "[", &n.to_string(), "]"]
            .map(str::to_owned)
            .to_vec()
    };
    let words: &[&str] = match n {
        0 => &["vertex", ".", "position"],
        2 => &["vertex", ".", "normal"],
        3 if random.one_in(2) => &["vertex", ".", "color", ".", "primary"],
        3 => &["vertex", ".", "color"],
        4 => &["vertex", ".", "color", ".", "secondary"],
        5 => &["vertex", ".", "fogcoord"],
        8 if random.one_in(2) => &["vertex", ".", "texcoord"],
        8..16 => return indexed("texcoord", n - 8),
        16..32 => return indexed("attrib", n - 16),
        _ => unreachable!("attribute {n} has no conventional name"),
    };
    words.iter().map(|w| (*w).to_owned()).collect()
}

/// The tokens of a result's binding.
pub(super) fn result(n: u8, random: &mut Random) -> Vec<String> {
    let mut words = vec!["result"];
    // Colours have a face and a rank. Parts that the grammar lets out are left out at random.
    let face = if n >= 3 {
        "back"
    } else if random.one_in(2) {
        "front"
    } else {
        ""
    };
    let index;
    match n {
        0 => words.push("position"),
        1..=4 => {
            words.push("color");
            words.push(face);
            words.push(if n.is_multiple_of(2) {
                "secondary"
            } else if random.one_in(2) {
                "primary"
            } else {
                ""
            });
        }
        5 => words.push("fogcoord"),
        6 => words.push("pointsize"),
        _ => {}
    }
    // The words, with points between.
    let mut tokens: Vec<String> =
        words
            .iter()
            .filter(|w| !w.is_empty())
            .fold(Vec::new(), |mut tokens, word| {
                if !tokens.is_empty() {
                    tokens.push(".".to_owned());
                }
                tokens.push((*word).to_owned());
                tokens
            });
    // Arrays have an index; the first texture coordinates may go without.
    if n >= RESULT_TEXCOORD_0 {
        let name = if n >= RESULT_CLIP_0 {
            "clip"
        } else {
            "texcoord"
        };
        let first = if n >= RESULT_CLIP_0 {
            RESULT_CLIP_0
        } else {
            RESULT_TEXCOORD_0
        };
        tokens.extend([".", name].map(str::to_owned));
        if n != RESULT_TEXCOORD_0 || random.one_in(2) {
            index = (n - first).to_string();
            tokens.extend(["[", &index, "]"].map(str::to_owned));
        }
    }
    tokens
}

/// The tokens of a native program's attribute: by its number or its mnemonic.
pub(super) fn native_attribute(n: u8, random: &mut Random) -> Vec<String> {
    const MNEMONICS: [&str; 16] = [
        "OPOS", "WGHT", "NRML", "COL0", "COL1", "FOGC", "6", "7", "TEX0", "TEX1", "TEX2", "TEX3",
        "TEX4", "TEX5", "TEX6", "TEX7",
    ];
    let number = n % 16;
    let inside = if random.one_in(2) {
        number.to_string()
    } else {
        MNEMONICS[usize::from(number)].to_owned()
    };
    ["v".to_owned(), "[".to_owned(), inside, "]".to_owned()].to_vec()
}

/// The tokens of a native program's result.
pub(super) fn native_result(n: u8) -> Vec<String> {
    const NAMES: [&str; N_RESULTS] = [
        "HPOS", "COL0", "COL1", "BFC0", "BFC1", "FOGC", "PSIZ", "TEX0", "TEX1", "TEX2", "TEX3",
        "TEX4", "TEX5", "TEX6", "TEX7", "CLP0", "CLP1", "CLP2", "CLP3", "CLP4", "CLP5",
    ];
    ["o", "[", NAMES[usize::from(n)], "]"]
        .map(str::to_owned)
        .to_vec()
}
