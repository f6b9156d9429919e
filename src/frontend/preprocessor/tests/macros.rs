//! Macros: the examples of ISO C and the rules one by one.

use super::*;

#[test]
fn the_examples_of_iso_c_expand_as_it_says() {
    // 6.10.3.5, example 3.
    let text = "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n\
                #define h g(~\n#define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n#define q(x) x\n\
                #define r(x,y) x ## y\n#define str(x) # x\n";
    let expands = |line: &str| expand(&format!("{text}{line}"));
    assert_eq!(
        expands("f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);"),
        "f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1);"
    );
    assert_eq!(
        expands("g(x+(3,4)-w) | h 5) & m\n(f)^m(m);"),
        "f(2 * (2+(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1);"
    );
    assert_eq!(
        expands("p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };"),
        "int i[] = { 1, 23, 4, 5, };"
    );
    assert_eq!(
        expands("char c[2][6] = { str(hello), str() };"),
        "char c[2][6] = { \"hello\", \"\" };"
    );
}

#[test]
fn pasted_and_stringized_arguments_are_not_expanded() {
    // 6.10.3.5, example 4.
    let text = "#define str(s) # s\n#define xstr(s) str(s)\n#define INCFILE(n) vers ## n\n\
                #define glue(a, b) a ## b\n#define xglue(a, b) glue(a, b)\n#define HIGHLOW \"hello\"\n#define LOW LOW \", world\"\n";
    let expands = |line: &str| expand(&format!("{text}{line}"));
    assert_eq!(expands("glue(HIGH, LOW);"), "\"hello\";");
    assert_eq!(expands("xglue(HIGH, LOW)"), "\"hello\" \", world\"");
    assert_eq!(expands("xstr(INCFILE(2).h)"), "\"vers2.h\"");
    assert_eq!(
        expands(r#"str(strncmp("abc\0d", "abc", '\4') == 0) str(: @\n)"#),
        r#""strncmp(\"abc\\0d\", \"abc\", '\\4') == 0" ": @\n""#
    );
    // 6.10.3.3: `##` that comes of pasting is no operator.
    let hash_hash = "#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n\
                     #define join(c, d) in_between(c hash_hash d)\nchar p[] = join(x, y);";
    assert_eq!(expand(hash_hash), "char p[] = \"x ## y\";");
}

#[test]
fn placemarkers_join_nothing() {
    // 6.10.3.5, example 5.
    let text = "#define t(x,y,z) x ## y ## z\nint j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,),\n t(10,,), t(,11,), t(,,12), t(,,) };";
    assert_eq!(expand(text), "int j[] = { 123, 45, 67, 89, 10, 11, 12, };");
}

#[test]
fn variadic_macros_take_the_rest() {
    let text = "#define e(...) f(__VA_ARGS__)\n#define s(...) #__VA_ARGS__\n#define g(a, ...) h(a, ## __VA_ARGS__)\n\
                #define n(a, rest...) a(rest)\n";
    let expands = |line: &str| expand(&format!("{text}{line}"));
    assert_eq!(expands("e(1, 2,(3,4)) e()"), "f(1, 2,(3,4)) f()");
    assert_eq!(expands("s(a,  b) s()"), "\"a, b\" \"\"");
    assert_eq!(expands("g(1) g(1, 2, 3) g(1,)"), "h(1) h(1, 2, 3) h(1,)");
    assert_eq!(expands("n(a, b, c) n(a)"), "a(b, c) a()");
}

#[test]
fn a_name_is_not_expanded_in_its_own_expansion() {
    assert_eq!(expand("#define a b\n#define b a\na b"), "a b");
    assert_eq!(expand("#define f(x) x f\nf(1)(2)"), "1 f(2)");
    assert_eq!(
        expand("#define f(x) g(x)\n#define g(x) f(x)\nf(f(1))"),
        "f(f(1))"
    );
    // A painted name stays painted where it is read again.
    assert_eq!(
        expand("#define n n + 1\n#define id(x) x\nid(id(n))"),
        "n + 1"
    );
    assert_eq!(
        expand("#define NIL(x) x\n#define G_0(a) NIL(G_1)(a)\n#define G_1(a) NIL(G_0)(a)\nG_0(42)"),
        "G_0(42)"
    );
}

#[test]
fn the_name_of_a_macro_with_parameters_needs_a_parenthesis() {
    assert_eq!(expand("#define f(x) [x]\nf f\n(1) f"), "f [1] f");
    assert_eq!(expand("#define f(x) [x]\n#define e\nf e (1)"), "f (1)");
    assert_eq!(expand("#define f (x)\nf(1)"), "(x)(1)");
    assert_eq!(expand("#define f() 1\nf() f( )"), "1 1");
}

#[test]
fn arguments_may_take_several_lines_and_directives() {
    assert_eq!(expand("#define f(x, y) x:y\nf(1\n,\n2 3\n)4"), "1:2 34");
    assert_eq!(
        expand("#define f(x) [x]\nf(\n#define y 2\ny\n#ifdef z\nz\n#endif\n)"),
        "[2]"
    );
}

#[test]
fn places_follow_macros_to_the_text() {
    let text = b"#define ADD(x) (x + one)\n#define TWICE(y) ADD(y)\n\nfloat a = TWICE(two);\n";
    let arena = Bump::new();
    let unit = preprocess(
        &arena,
        "a.cg",
        text,
        &options(Mode::Own),
        &mut crate::frontend::preprocessor::NoFiles,
    );
    let find = |word| {
        let is = |t: &&crate::frontend::lexer::Token<'_>| t.kind == TokenKind::Word(word);
        unit.tokens.iter().find(is).expect("the word").span
    };
    let names = |span| -> Vec<String> {
        let steps = unit.map.trail(span);
        let name = |definition| String::from_utf8_lossy(unit.map.text(definition)).into_owned();
        steps.iter().map(|s| name(s.definition)).collect()
    };
    let (one, two) = (find("one"), find("two"));
    for span in [one, two] {
        assert_eq!(
            (unit.map.place(span).line, unit.map.place(span).column),
            (4, 11)
        );
        assert_eq!(names(span), ["ADD", "TWICE"]);
    }
    assert_eq!(
        (unit.map.text(one), unit.map.text(two)),
        (&b"one"[..], &b"two"[..])
    );
    assert_eq!(unit.map.spelled_place(one).line, 1);
    assert_eq!(unit.map.written(two).start, 66);
}

#[test]
fn redefinitions_are_reported_unless_they_are_equal() {
    assert_eq!(
        notices("#define a 1 + 2\n#define a 1  + 2 // same\n#define f(x) x\n#define f(x) x"),
        []
    );
    for text in [
        "#define a 1\n#define a 2",
        "#define a 1+ 2\n#define a 1 +2",
        "#define a(x) x\n#define a(y) y",
        "#define a(x) x\n#define a x",
    ] {
        assert_eq!(notices(text), [Notice::Redefined("a".into())], "{text}");
    }
    assert_eq!(expand("#define a 1\n#undef a\n#define a 2\na"), "2");
}

#[test]
fn predefined_macros_know_their_place() {
    assert_eq!(
        expand("__LINE__\n__LINE__ __FILE__\n#line 70 \"b\"\n__LINE__ __FILE__"),
        "1 2 \"test\" 70 \"b\""
    );
    assert_eq!(
        expand("#define L __LINE__\n\n#define F(x) x L\nF(__LINE__)"),
        "4 4"
    );
}

#[test]
fn malformed_definitions_and_calls_are_refused() {
    let kinds = |text: &str| -> Vec<u32> {
        let faults = faults(text, Mode::Own);
        faults
            .iter()
            .filter_map(|(fault, _)| fault.code())
            .collect()
    };
    for text in [
        "#define",
        "#define 3",
        "#define f(",
        "#define f(a",
        "#define f(a b)",
        "#define f(3)",
        "#define f(,a)",
        "#define f(a,)",
        "#undef",
        "#undef 3",
        "#undef a b",
        "#define f(..., a)",
    ] {
        assert_eq!(kinds(text), [105], "{text}");
    }
    assert_eq!(kinds("#define f(a) a\nf(1,2)"), [107]);
    assert_eq!(kinds("#define f() a\nf(1)"), [107]);
    assert_eq!(kinds("#define f(a,b) a\nf(1)"), [108]);
    assert_eq!(kinds("#define f(a) a\nf(1"), [106]);
    let variadic = faults("#define f(a,...) a", Mode::Reference);
    assert_eq!(variadic[0].0.code(), Some(105));
}
