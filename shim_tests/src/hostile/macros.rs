//! Macros, conditions, includes and lines.

use super::{Hostile, numbered, program};

/// Macros that use the one before twice, and the last of them.
fn doubling(n: usize, first: &str, next: &str, call: &str) -> String {
    format!("{first}\n{}{call}\n", numbered(1, n, &format!("{next}\n")))
        .replace('%', &(n - 1).to_string())
}

pub(super) fn texts() -> Vec<Hostile> {
    [bombs(), growing(), conditions(), lines(), includes()]
        .into_iter()
        .flatten()
        .collect()
}

/// Macros whose output doubles.
fn bombs() -> Vec<Hostile> {
    let nested =
        |open: &str, n: usize, middle: &str| format!("{}{middle}{}", open.repeat(n), ")".repeat(n));
    vec![
        Hostile::new(
            "objects double",
            doubling(40, "#define M0 x", "#define M@ M$ M$", "M%"),
        ),
        Hostile::new(
            "empty objects double",
            doubling(40, "#define M0", "#define M@ M$ M$", "M%"),
        ),
        Hostile::new(
            "a few levels of many",
            doubling(
                7,
                "#define M0 x",
                "#define M@ M$ M$ M$ M$ M$ M$ M$ M$ M$ M$",
                "M%",
            ),
        ),
        Hostile::new(
            "functions double",
            doubling(40, "#define M0(x) x", "#define M@(x) M$(x) M$(x)", "M%(a)"),
        ),
        Hostile::new(
            "arguments double",
            doubling(40, "#define M0(x) x x", "#define M@(x) M$(x x)", "M%(a)"),
        ),
        Hostile::new(
            "names double by pasting",
            doubling(40, "#define M0(x) x", "#define M@(x) M$(x##x)", "M%(a)"),
        ),
        Hostile::new(
            "pasted names stay short and many",
            format!("#define P(a, b) a##b\n{}", "P(x, y) ".repeat(100_000)),
        ),
        Hostile::new(
            "strings double",
            format!(
                "#define S(x) T(x)\n#define T(x) #x\n{}",
                nested("S(", 60, "\"\\\"")
            ),
        ),
        Hostile::new(
            "calls in arguments",
            format!("#define F(x) x x\n{}", nested("F(", 60, "1")),
        ),
        Hostile::new(
            "calls in arguments, not copied",
            format!("#define F(x) x\n{}", nested("F(", 10_000, "1")),
        ),
        Hostile::new(
            "calls in arguments, not closed",
            format!("#define F(x) x\n{}", "F(".repeat(200_000)),
        ),
        Hostile::new(
            "variadic arguments double",
            format!(
                "#define V(...) __VA_ARGS__, __VA_ARGS__\n{}",
                nested("V(", 60, "1")
            ),
        ),
        Hostile::new(
            "a long body many times",
            format!(
                "#define B {}\n{}",
                "x ".repeat(100_000),
                "B ".repeat(100_000)
            ),
        ),
        Hostile::new(
            "a long argument many times",
            format!(
                "#define B(x) {}\nB({})",
                "x ".repeat(50_000),
                "y ".repeat(50_000)
            ),
        ),
        Hostile::new(
            "a long argument, quoted many times",
            format!(
                "#define B(x) {}\nB({})",
                "#x ".repeat(50_000),
                "y ".repeat(50_000)
            ),
        ),
        Hostile::new(
            "a long name, pasted many times",
            format!(
                "#define B(x) {}\nB({})",
                "x##x ".repeat(50_000),
                "y".repeat(30_000)
            ),
        ),
        Hostile::new(
            "an empty macro many times",
            format!("#define E\n{}", "E ".repeat(300_000)),
        ),
        Hostile::new(
            "just below the limit, as a program",
            format!(
                "#define A c = c + u;\n#define B A A A A A A A A A A\n#define C B B B B B B B B B B\n#define D C C C C C C C C C C\n{}",
                program("D D D D D D D D D D")
            ),
        ),
    ]
}

/// Macros that are many, long, or refer to themselves.
fn growing() -> Vec<Hostile> {
    vec![
        Hostile::new(
            "a macro of itself",
            format!("#define A A A\n{}", "A ".repeat(100_000)),
        ),
        Hostile::new(
            "macros of each other",
            format!("#define A B B\n#define B A A\n{}", "A ".repeat(100_000)),
        ),
        Hostile::new(
            "a call's rest is a call",
            format!("#define F(x) x F\nF{}", "(1)".repeat(100_000)),
        ),
        Hostile::new(
            "a call made of pieces",
            format!("#define E\n#define F() F E ()\n{}", "F()".repeat(100_000)),
        ),
        Hostile::new(
            "a chain of macros",
            numbered(1, 20_000, "#define M@ M$\n") + "M19999 @",
        ),
        Hostile::new(
            "errors deep in macros",
            format!(
                "#define M0 float 1;\n{}{}",
                numbered(1, 20_000, "#define M@ M$\n"),
                "M19999 ".repeat(100)
            ),
        ),
        Hostile::new(
            "calls of calls",
            format!(
                "#define M0(x) x\n{}M9999(1)",
                numbered(1, 10_000, "#define M@(x) M$(x)\n")
            ),
        ),
        Hostile::new("many macros", numbered(0, 60_000, "#define M@ @\n")),
        Hostile::new(
            "one macro, defined often",
            numbered(0, 60_000, "#define M @\n"),
        ),
        Hostile::new(
            "defined and removed",
            "#define M 1\n#undef M\n".repeat(50_000),
        ),
        Hostile::new(
            "many parameters",
            format!("#define F({}) 1\nF(1)", numbered(0, 100_000, "a@,") + "b"),
        ),
        Hostile::new(
            "many arguments",
            format!("#define F(a) 1\nF({}1)", "1,".repeat(500_000)),
        ),
        Hostile::new(
            "many empty arguments",
            format!("#define F(a, ...) __VA_ARGS__\nF({})", ",".repeat(500_000)),
        ),
        Hostile::new(
            "a long name of a macro",
            format!("#define {0} 1\n{0}", "w".repeat(400_000)),
        ),
        Hostile::new("the line, often", "__LINE__ ".repeat(100_000)),
        Hostile::new("the line of many lines", "__LINE__\n".repeat(100_000)),
        Hostile::new(
            "a long file's name, often",
            format!(
                "#line 1 \"{}\"\n{}",
                "f".repeat(400_000),
                "__FILE__ ".repeat(50_000)
            ),
        ),
        Hostile::new(
            "long files' names, often",
            format!("#line 1 \"{}\"\n__FILE__\n", "f".repeat(900)).repeat(1000),
        ),
    ]
}

fn conditions() -> Vec<Hostile> {
    let condition = |name: &str, text: String| {
        Hostile::new(name, format!("#if {text}\n#endif\n{}", program("")))
    };
    vec![
        condition("a condition of many terms", "1".to_owned() + &"+1".repeat(100_000)),
        condition("a condition of many ands", "1".to_owned() + &"&&1".repeat(100_000)),
        condition("a condition of many products", "1".to_owned() + &"*1".repeat(100_000)),
        condition("a condition of brackets", "(".repeat(10_000) + "1" + &")".repeat(10_000)),
        condition("a condition of signs", "-".repeat(100_000) + "1"),
        condition("a condition of choices", "1?".repeat(10_000) + "1" + &":1".repeat(10_000)),
        condition("a condition of other choices", "1?1:".repeat(10_000) + "1"),
        condition("a condition of macros", "M ".repeat(100_000)),
        condition("odd arithmetic", "(1 << 1000000000) + (1 % 1) + (-2147483647 - 1) / -1 + (-2147483647 - 1) % -1 + (1 >> -1)".to_owned()),
        condition("division by zero", "1 / 0 + 1 % 0".to_owned()),
        condition("a great number", "9".repeat(400_000)),
        Hostile::new("a condition of a bomb", doubling(40, "#define M0 1", "#define M@ M$ + M$", "#if M%\n#endif")),
        Hostile::new("conditions in each other", "#if 1\n".repeat(100_000)),
        Hostile::new("skipped conditions in each other", format!("#if 0\n{}", "#if 1\n".repeat(100_000))),
        Hostile::new("many alternatives", format!("#if 0\n{}#endif\n", "#elif 0\n".repeat(100_000))),
        Hostile::new("many ends", "#endif\n".repeat(100_000)),
        Hostile::new("a line of defined", format!("#if {} 1\n", "defined ".repeat(100_000))),
    ]
}

fn lines() -> Vec<Hostile> {
    vec![
        Hostile::new(
            "a great number of a line",
            format!("#line {}\nfloat\n", "9".repeat(100_000)),
        ),
        Hostile::new(
            "the last line",
            "#line 2147483647\n\n\nfloat 1;\n#line 4294967295\n\n\nfloat 1;\n",
        ),
        Hostile::new(
            "many numbers of lines",
            format!("{}float 1;", numbered(1, 50_000, "#line @\n")),
        ),
        Hostile::new("line continuations alone", "\\\n".repeat(500_000)),
        Hostile::new("line continuations in words", "a\\\n".repeat(300_000)),
        Hostile::new(
            "line continuations in a definition",
            format!("#define A {}\nA", "1 \\\n".repeat(200_000)),
        ),
        Hostile::new(
            "line continuations in a string",
            format!("\"{}\"", "a\\\n".repeat(300_000)),
        ),
        Hostile::new("many pragmas", "#pragma foo bar\n".repeat(60_000)),
        Hostile::new(
            "a long pragma",
            format!("#pragma {}\n", "a ".repeat(400_000)),
        ),
        Hostile::new("many warnings", "#warning w\n".repeat(80_000)),
        Hostile::new(
            "a long warning",
            format!("#warning {}\n", "w".repeat(900_000)),
        ),
        Hostile::new("many errors", "#error e\n".repeat(80_000)),
        Hostile::new("a long error", format!("#error {}\n", "e ".repeat(400_000))),
        Hostile::new("unknown directives", "#foo\n".repeat(150_000)),
        Hostile::new("hashes", "#\n".repeat(400_000)),
    ]
}

fn includes() -> Vec<Hostile> {
    fn number(path: &str) -> Option<usize> {
        path.strip_suffix(".h")?.parse().ok()
    }
    vec![
        Hostile::with_files("a file of itself", "#include \"0.h\"\n", |_| {
            Some(b"#include \"0.h\"\n".to_vec())
        }),
        Hostile::with_files("files of each other", "#include \"0.h\"\n", |p| {
            Some(format!("#include \"{}.h\"\n", 1 - number(p)?.min(1)).into_bytes())
        }),
        Hostile::with_files("files without end", "#include \"0.h\"\n", |p| {
            Some(format!("#include \"{}.h\"\n", number(p)? + 1).into_bytes())
        }),
        Hostile::with_files("files that double", "#include \"0.h\"\n", |p| {
            let next = format!("#include \"{}.h\"\n", number(p)? + 1);
            (number(p)? < 50).then(|| next.repeat(2).into_bytes())
        }),
        Hostile::with_files(
            "a large file, often",
            "#include \"0.h\"\n".repeat(1000),
            |_| Some(b"int a; ".repeat(140_000)),
        ),
        Hostile::with_files(
            "a file of errors, often",
            "#include \"0.h\"\n".repeat(1000),
            |_| Some(b"int 1; ".repeat(1000)),
        ),
        Hostile::new("files that are not there", "#include <x>\n".repeat(70_000)),
        Hostile::new(
            "a long name of a file",
            format!("#include \"{}\"\n", "f".repeat(500_000)),
        ),
    ]
}
