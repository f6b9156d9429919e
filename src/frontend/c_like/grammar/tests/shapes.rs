//! What texts say, as S-expressions.

use super::{shape, statements};

#[test]
fn statements_and_expressions() {
    // Each is checked by hand against the precedence of ISO C 6.5.
    let cases: &[(&str, &str)] = &[
        ("c = 1 + 2 * 3 - 4;", "(= c (- (+ 1 (* 2 3)) 4))"),
        (
            "c = a < b == b > c && d || e ^ f & g | h;",
            "(= c (|| (&& (== (< a b) (> b c)) d) (| (^ e (& f g)) h)))",
        ),
        ("c = a << 1 >> 2 % 3;", "(= c (>> (<< a 1) (% 2 3)))"),
        (
            "c = -a.x++ * !b[1].y--;",
            "(= c (* (- (a.x ++)) (! (b[1].y --))))",
        ),
        ("c = ++a + --b - ~d;", "(= c (- (+ (++ a) (-- b)) (~ d)))"),
        ("c += u -= k *= n /= 2;", "(+= c (-= u (*= k (/= n 2))))"),
        (
            "n <<= 1, n >>= 1, n &= 1, n |= 1, n ^= 1, n %= 2;",
            "(, (, (, (, (, (<<= n 1) (>>= n 1)) (&= n 1)) (|= n 1)) (^= n 1)) (%= n 2))",
        ),
        ("c = a ? b : d ? e : f;", "(= c (? a b (? d e f)))"),
        (
            "c = (float4) a + (float[2]) b * (const int) d;",
            "(= c (+ (cast float4 a) (* (cast float[2] b) (cast const int d))))",
        ),
        (
            "c = (a) - b; c = (float) -b; c = (float(a)) - b;",
            "(= c (- a b)) (= c (cast float (- b))) (= c (- (float a) b))",
        ),
        (
            "c = float4(a, float3(b).xyz) + float[2](1, 2)[0];",
            "(= c (+ (float4 a (float3 b).xyz) (float[2] 1 2)[0]))",
        ),
        (
            "typedef float T; c = (T) -a; { float T; c = (T) - a; }",
            "(typedef (float T)) (= c (cast T (- a))) {(float T) (= c (- T a))}",
        ),
        (
            "c = 1..xxx + 1.0f.xx + 1.x + .5.x + 0x1fu + 1e+5h + 'a';",
            "(= c (+ (+ (+ (+ (+ (+ 1..xxx 1.0f.xx) 1.x) .5.x) 0x1fu) 1e+5h) 'a'))",
        ),
        (
            "string s = \"ab\" \"cd\"; c = (min)(a, b);",
            "(string s = \"abcd\") (= c (min a b))",
        ),
        ("c = true ? false : u;", "(= c (? true false u))"),
        (
            "unsigned int a = 1, b[2][3]; signed short d; unsigned int4 e;",
            "(unsigned int a = 1 b[2][3]) (short d) (unsigned int4 e)",
        ),
        (
            "static const float a[] = { 1, { 2, 3 }, 4, };",
            "(static const float a[] = (list 1 (list 2 3) 4))",
        ),
        (
            "float const static a; float[2] b[3];",
            "(const static float a) (float[2] b[3])",
        ),
        (
            "if (a) b; else if (c) { d; e; } else ;",
            "(if a {b} {(if c {d e} {})})",
        ),
        (
            "for (int i = 0, j = 1; i < 2; i++, j--) { c = u; continue; }",
            "(for (int i = 0 j = 1) (< i 2) (, (i ++) (j --)) {(= c u) continue})",
        ),
        (
            "for (;;) break; for (i = 0;;) ;",
            "(for _ _ _ {break}) (for (= i 0) _ _ {})",
        ),
        (
            "while (a) { b; } do c = u; while (a);",
            "(while a {b}) (do {(= c u)} a)",
        ),
        (
            "switch (n) { case 0: case 1 + 1: c = u; break; default: { c = k; } }",
            "(switch n {(case 0) (case (+ 1 1)) (= c u) break (case _) {(= c k)}})",
        ),
        (
            "discard; discard a < 0; return; return a, b;",
            "(discard _) (discard (< a 0)) (return _) (return (, a b))",
        ),
        ("{ ; { } a; }", "{{} a}"),
        (
            "struct S { float a; } s, t[2]; struct S v; S w;",
            "(struct S (float a)) (struct S s t[2]) (struct S v) (S w)",
        ),
        (
            "float f(float a), g(), h;",
            "(float h) (fn float f ((float a))) (fn float g ())",
        ),
        (
            "typedef struct { float a; } T; T t;",
            "(struct (float a)) (typedef (struct  T)) (T t)",
        ),
        (
            "float texture = 1, vector; c = texture * vector;",
            "(float texture = 1 vector) (= c (* texture vector))",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(statements(text), *expected, "{text}");
    }
}

#[test]
fn items() {
    let cases: &[(&str, &str)] = &[
        (
            "uniform float4 a : C0 : register(ps_2_0, c1) <string n = \"x\"; float v = 1;> = 1, b[2];",
            "(uniform float4 a :C0 :register(ps_2_0 c1) <(string n = \"x\")> <(float v = 1)> = 1 b[2])",
        ),
        (
            "float4x4 m : state.matrix.modelview[0].transpose; float a : TEXCOORD[1], b : state.fog, c : C[];",
            "(float4x4 m :state.matrix.modelview[0].transpose) (float a :TEXCOORD[1] b :state.fog c :C)",
        ),
        (
            "float f(float, float4[2]); float g(void); float h(in out float a : X = 1, uniform const float b[]);",
            "(fn float f ((float) (float4[2]))) (fn float g ()) (fn float h ((in out float a :X = 1) (uniform const float b[])))",
        ),
        (
            "fp40 arbfp1 static inline float f() : COLOR { return 1; }",
            "(fn fp40 arbfp1 static inline float f () :COLOR {(return 1)})",
        ),
        (
            "float[2] f() { return a; } float[] g();",
            "(fn float[2] f () {(return a)}) (fn float[] g ())",
        ),
        (
            "interface I { float f(float a); }; struct S : I { float x; float f(float a) { return a * x; } };",
            "(interface I (fn float f ((float a)))) (struct S :I (float x) (fn float f ((float a)) {(return (* a x))}))",
        ),
        (
            "struct A { struct B { float c; } b; typedef float T; T t; float4 texture : COLOR; };",
            "(struct B (float c)) (typedef (float T)) (struct A (struct B b) (T t) (float4 texture :COLOR))",
        ),
        (
            "struct S; struct S { float a; }; float S::f() { return a; } float x = S::f(1);",
            "(struct S forward) (struct S (float a)) (fn float S::f () {(return a)}) (float x = (S::f 1))",
        ),
        (
            "uniform B { float4 a; } b : BUFFER[0]; uniform D { float4 a; } : BUFFER[1];",
            "(buffer B (float4 a)) (uniform struct B b :BUFFER[0]) (buffer D :BUFFER[1] (float4 a))",
        ),
        (
            "typedef float A, B[2]; A f(A A) { return (A) - 1; }",
            "(typedef (float A B[2])) (fn A f ((A A)) {(return (- A 1))})",
        ),
        (
            "#pragma one two\nfloat a;\n#pragma three(4)\n",
            "(pragma one two) (float a) (pragma three ( 4 ))",
        ),
        (
            "technique T { pass P { X = compile arbvp1 main(); } } float a;",
            "(float a)",
        ),
        (
            "sampler2D s = sampler_state { MinFilter = Linear; Texture = <t>; }; float a;",
            "(sampler2D s) (float a)",
        ),
        (
            "float4 operator+(float4 a, float4 b) { return a; }",
            "(fn float4 operator+ ((float4 a) (float4 b)) {(return a)})",
        ),
        (
            "row_major float4x4 m; float4x4 column_major n; packed float a[2]; precise float b;",
            "(row_major float4x4 m) (column_major float4x4 n) (packed float a[2]) (precise float b)",
        ),
        (
            "struct { float a; } s; struct T { float b; } f() { T t; return t; };",
            "(struct (float a)) (struct  s) (struct T (float b)) (fn struct T f () {(T t) (return t)})",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(shape(text), *expected, "{text}");
    }
}
