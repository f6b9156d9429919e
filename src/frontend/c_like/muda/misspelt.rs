//! Finds what a misspelt word meant: near misses of the language's keywords, and words of C, GLSL and HLSL that it does
//! not have.
//!
//! None of them is reserved. They are looked up only where the text has an error, so that a variable may be called
//! `bool`.

use super::words::KEYWORDS;

/// Words of other languages, and their replacements.
const ABROAD: &[(&str, &str)] = &[
    ("for", "write \"while\", and the steps by hand"),
    (
        "do",
        "write \"while (c) { ... }\", with the statements once before it",
    ),
    ("switch", "write \"if (c) { ... } else { ... }\""),
    ("case", "write \"if (c) { ... } else { ... }\""),
    ("break", "let the condition of the \"while\" become false"),
    (
        "continue",
        "put what is left out in \"if (c) { ... } else { }\"",
    ),
    ("const", "leave it out; every variable can be written"),
    ("vec2", "write vec, which has four components"),
    ("vec3", "write vec, which has four components"),
    ("vec4", "write vec"),
    ("float2", "write vec, which has four components"),
    ("float3", "write vec, which has four components"),
    ("float4", "write vec"),
    ("half4", "write vec"),
    ("ivec4", "write ivec"),
    ("int4", "write ivec"),
    ("dvec4", "write dvec"),
    ("double4", "write dvec"),
    ("half", "write float"),
    (
        "bool",
        "a condition is an int or a float, true where any bit is set; write int",
    ),
    ("unsigned", "write int, and unsigned_less(a, b) to compare"),
    ("uint", "write int, and unsigned_less(a, b) to compare"),
    ("char", "write int"),
    ("short", "write int"),
    ("true", "a condition is true where any bit is set; write ~0"),
    ("false", "a condition is true where any bit is set; write 0"),
];

/// The word to suggest for one that has no meaning here.
pub(super) fn advice(word: &str) -> Option<String> {
    let abroad = ABROAD.iter().find(|(known, _)| *known == word);
    match abroad {
        Some((_, advice)) => Some((*advice).into()),
        None => keyword(word).map(|meant| format!("did you mean \"{meant}\"?")),
    }
}

/// The keyword that differs from the word by one letter, or by two swapped ones.
pub(super) fn keyword(word: &str) -> Option<&'static str> {
    let is_near = |known: &&&str| !KEYWORDS.contains(&word) && is_near(word, known);
    KEYWORDS.iter().find(is_near).copied()
}

fn is_near(word: &str, known: &str) -> bool {
    let (mut a, mut b) = (word.as_bytes(), known.as_bytes());
    while let ([x, a_rest @ ..], [y, b_rest @ ..]) = (a, b)
        && x == y
    {
        (a, b) = (a_rest, b_rest);
    }
    match (a, b) {
        ([x, y, a @ ..], [v, w, b @ ..]) if x == w && y == v && a == b => true,
        // One of two letters must be right, and at the right place.
        _ if known.len() < 3 => false,
        ([_, a_rest @ ..], [_, b_rest @ ..]) if a_rest == b_rest => true,
        ([_, rest @ ..], _) if rest == b => true,
        (_, [_, rest @ ..]) => rest == a,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{advice, keyword};

    #[test]
    fn near_misses_are_found_and_words_left_alone() {
        for (word, meant) in [
            ("whlie", "while"),
            ("esle", "else"),
            ("fi", "if"),
            ("viod", "void"),
            ("flaot", "float"),
            ("vce", "vec"),
            ("otu", "out"),
            ("statc", "static"),
            ("inlinee", "inline"),
        ] {
            assert_eq!(keyword(word), Some(meant), "{word}");
        }
        for word in ["while", "x", "", "wheel", "i", "color"] {
            assert_eq!(keyword(word), None, "{word}");
        }
        assert!(advice("bool").is_some_and(|a| a.contains("int")));
    }
}
