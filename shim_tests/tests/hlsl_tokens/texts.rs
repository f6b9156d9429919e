//! Random texts in HLSL: expressions, loops with ways out of them, and what pixel shaders 1 can express.

use shim_tests::random::Random;

/// A random expression of a vector of four.
fn expression(random: &mut Random, depth: u32) -> String {
    let leaf = |random: &mut Random| {
        const LEAVES: &[&str] = &[
            "a",
            "b.wzyx",
            "a.yzwx",
            "c0",
            "c1.xxyy",
            "m[1]",
            "float4(a.xy, 0.5, b.w)",
            "b.xyxy",
            "s",
            "float4(1, 2, c0.x, a.z)",
            "2.5",
        ];
        LEAVES[random.below(LEAVES.len() as u32) as usize].to_owned()
    };
    if depth == 0 {
        return format!("((float4){})", leaf(random));
    }
    let [x, y, z] = [0; 3].map(|_| expression(random, depth - 1));
    match random.below(20) {
        0 | 1 => format!("({x} + {y})"),
        2 => format!("({x} - {y})"),
        3 | 4 => format!("({x} * {y})"),
        5 => format!("({x} * {y} + {z})"),
        6 => format!("dot({x}, {y}).xxxx"),
        7 => format!("float4(dot({x}.xyz, {y}.zyx), {z}.yzw)"),
        8 => format!("min({x}, {y})"),
        9 => format!("max({x}, -{y})"),
        10 => format!("saturate({x})"),
        11 => format!("lerp({x}, {y}, saturate({z}))"),
        12 => format!("abs({x})"),
        13 => format!("({x} / (abs({y}) + 0.5))"),
        14 => format!("(frac({x} * 0.25) + {y})"),
        15 => format!("float4(cross({x}.xyz, {y}.xyz), {z}.w)"),
        16 => format!("mul({x}, m)"),
        17 => format!("mul(m, {x})"),
        18 => format!("({x} < {y} ? {y} : {z})"),
        _ => format!("sqrt(abs({x}) + 0.25)"),
    }
}

pub(super) fn program_text(random: &mut Random, is_pixel: bool) -> String {
    let (from, to) = match is_pixel {
        true => ("TEXCOORD", "COLOR"),
        false => ("TEXCOORD", "POSITION"),
    };
    let (x, y) = (expression(random, 2), expression(random, 2));
    format!(
        "float4 c0, c1; float4x4 m; float s;\n\
         float4 main(float4 a : {from}0, float4 b : {from}1) : {to}\n\
         {{\n    float4 x = {x};\n    a = x * 0.5;\n    if (x.y > b.x) x.xz = b.yw;\n    return x + {y};\n}}\n"
    )
}

/// Random statements in a loop, with ways out of it.
fn statements(random: &mut Random, depth: u32) -> String {
    let mut text = String::new();
    for _ in 0..1 + random.below(3) {
        let value = expression(random, 1);
        text += &match random.below(9) {
            0 => format!("x = x * 0.5 + {value};\n"),
            1 => format!("x.xz = ({value}).yw;\n"),
            2 => "u += x.y * 0.25; x.w = u;\n".into(),
            3 => format!("if (x.y > ({value}).x) x.xy = x.yx - 0.25; else u *= 0.5;\n"),
            4 => format!("if (x.z < ({value}).y) {{ u -= 1; break; }}\n"),
            5 => "if (frac(u * 3.7) > 0.75) continue;\n".into(),
            6 => "if (u > 1.5) break;\n".into(),
            7 if depth > 0 => repeated(random, depth - 1),
            _ => format!("x = x.wxyz + m[uint(abs(k)) % 4] * 0.125; u = {value}.x;\n"),
        };
    }
    text
}

/// A random loop of few rounds, whose number no constant bounds.
fn repeated(random: &mut Random, depth: u32) -> String {
    let k = ["i", "j", "l"][depth as usize];
    let bound = ["s * 3", "abs(b.x) * 4", "c0.w + 3", "3 - a.y"][random.below(4) as usize];
    let body = statements(random, depth)
        .replace("uint(abs(k))", "uint(abs(K))")
        .replace('K', k);
    match random.below(3) {
        0 => format!("{{ float {k} = 0; while ({k} < {bound}) {{ {k}++;\n{body} x *= 0.5; }} }}\n"),
        1 => format!(
            "{{ int {k} = 0; do {{ {k}++;\n{body} x *= 0.5; if ({k} > 8) break; }} while ({k} < {bound}); }}\n"
        ),
        _ => format!("for (int {k} = 0; {k} < {bound}; {k}++) {{\n{body} x *= 0.5; }}\n"),
    }
}

pub(super) fn loop_text(random: &mut Random, is_pixel: bool) -> String {
    let to = if is_pixel { "COLOR" } else { "POSITION" };
    let (first, body, last) = (
        expression(random, 1),
        repeated(random, 1),
        expression(random, 1),
    );
    format!(
        "float4 c0, c1; float4x4 m; float s;\n\
         float4 main(float4 a : TEXCOORD0, float4 b : TEXCOORD1) : {to}\n\
         {{\n float4 x = {first}; float u = a.z;\n{body} return x + u * ({last});\n}}\n"
    )
}

/// Random statements with branches that attributes ask for, inside each other and inside loops.
fn branches(random: &mut Random, depth: u32, conditions: &[&str]) -> String {
    let mut text = String::new();
    for _ in 0..1 + random.below(3) {
        let (value, other) = (expression(random, 1), expression(random, 1));
        let condition = conditions[random.below(conditions.len() as u32) as usize];
        let inner = |random: &mut Random| match depth {
            0 => format!("x = x * 0.5 + {value}; u -= x.z;\n"),
            _ => branches(random, depth - 1, conditions),
        };
        let k = ["i", "j", "l", "n"][depth as usize];
        text += &match random.below(7) {
            0 => format!("x.zy = ({value}).xw + u;\n"),
            1 => format!("[branch] if ({condition}) {{ {} }}\n", inner(random)),
            2 | 3 => {
                let (yes, no) = (inner(random), inner(random));
                format!("[branch] if ({condition}) {{ {yes} }} else {{ {no} }}\n")
            }
            4 => format!(
                "u = ({other}).w; if ({condition}) {{ {} }} x.x += u;\n",
                inner(random)
            ),
            5 => format!(
                "[loop] for (int {k} = 0; {k} < 3; {k}++) {{ x.w += c[{k} + 1].y; {} }}\n",
                inner(random)
            ),
            _ => format!("{{ float4 y = {other}; x = x.yxzw - y; u += y.x; }}\n"),
        };
    }
    text
}

fn branch_program(random: &mut Random, is_pixel: bool, conditions: &[&str]) -> String {
    let to = if is_pixel { "COLOR" } else { "POSITION" };
    let (first, last) = (expression(random, 1), expression(random, 1));
    let (body, rounds) = (
        branches(random, 2, conditions),
        branches(random, 0, conditions),
    );
    format!(
        "float4 c0, c1; float4x4 m; float s; float4 c[5]; bool p, q; int n, o;\n\
         float4 main(float4 a : TEXCOORD0, float4 b : TEXCOORD1) : {to}\n\
         {{\n float4 x = {first}; float u = a.z;\n{body}\
         for (int i = 0; i < o; i++) {{ x = x * 0.5 + c[i]; {rounds} }}\n return x + u * ({last});\n}}\n"
    )
}

/// Branches by numbers.
pub(super) fn branch_text(random: &mut Random, is_pixel: bool) -> String {
    let conditions = [
        "x.x > b.y",
        "u <= 0.5",
        "x.z >= a.x",
        "a.x < b.x && u > 0",
        "!(a.w >= x.y)",
        "p",
        "!q",
        "n > 1",
        "x.y > 0 || p",
        "any(x.xy > b.zw)",
    ];
    branch_program(random, is_pixel, &conditions)
}

/// Branches by scalars of the text.
pub(super) fn scalar_text(random: &mut Random, is_pixel: bool) -> String {
    branch_program(random, is_pixel, &["p", "!p", "q", "!q"])
}

/// Constants by computed numbers: rows of arrays and matrices of bones, by numbers that are no integers, too.
pub(super) fn address_text(random: &mut Random, _: bool) -> String {
    let index = |random: &mut Random| {
        const INDICES: &[&str] = &[
            "abs(a.x) * 5",
            "b.y * b.y * 2 + 1",
            "(int)(abs(a.z) * 3)",
            "k.x",
            "k.y * 2",
            "abs(b.w) + 2",
            "saturate(a.w)",
        ];
        INDICES[random.below(INDICES.len() as u32) as usize]
    };
    let mut text = String::new();
    for _ in 0..2 + random.below(4) {
        let [i, j] = [0; 2].map(|_| index(random));
        let value = expression(random, 0);
        text += &match random.below(6) {
            0 => format!("x += c[{i}] * c[{j}] + {value};\n"),
            1 => format!("x.xyz += mul({value}, bones[{i}]) * b.x;\n"),
            2 => format!("x += c[{i}].wzyx * {value}.x + c[{i} + 1] * b.z;\n"),
            3 => {
                format!("for (int n = 0; n < 3; n++) x.xyz += mul({value}, bones[w[n]]) * a[n];\n")
            }
            4 => format!("x = x.yxwz + dot(c[{i}], {value}) * {value};\n"),
            _ => format!("x.zw += float2(dot(c[{i}].xyz, b.xyz), c[{j}].w);\n"),
        };
    }
    format!(
        "float4 c0, c1; float4x4 m; float s; float4 c[16]; float4x3 bones[12];\n\
         float4 main(float4 a : TEXCOORD0, float4 b : TEXCOORD1) : POSITION\n\
         {{\n float4 x = a; int2 k = abs(b.xw) * 2; int w[3] = {{ k.x, k.y, 1 }};\n{text} return x;\n}}\n"
    )
}

/// A random expression for pixel shaders 1.
fn combiner_expression(random: &mut Random, depth: u32) -> String {
    const LEAVES: &[&str] = &[
        "a",
        "float4(b.xyz, a.a)",
        "c0",
        "c1",
        "a.a",
        "c0.x",
        "float4(0.5, 1, 0.25, 0)",
        "0.5",
    ];
    if depth == 0 {
        return format!(
            "((float4){})",
            LEAVES[random.below(LEAVES.len() as u32) as usize]
        );
    }
    let [x, y] = [0; 2].map(|_| combiner_expression(random, depth - 1));
    let z = combiner_expression(random, 0);
    match random.below(15) {
        0 => format!("({x} + {y})"),
        1 => format!("({x} - {y})"),
        2 | 3 => format!("({x} * {y})"),
        4 => format!("({x} * {z} + {y})"),
        5 => format!("lerp({x}, {y}, saturate({z}))"),
        6 => format!("dot({x}.xyz, {y}.xyz).xxxx"),
        7 => format!("((1 - {x}) * {z})"),
        8 => format!("(({z} * 2 - 1) * {x})"),
        9 => format!("(({z} - 0.5) * {x})"),
        10 => format!("saturate({x} * 2)"),
        11 => format!("({x} * {z} * 0.5)"),
        12 => format!("float4({x}.rgb, {y}.a)"),
        13 => format!("({z} > 0.5 ? {x} : {y})"),
        _ => format!("min({x}, {y})"),
    }
}

pub(super) fn combiner_text(random: &mut Random, _: bool) -> String {
    let depth = 1 + random.below(2);
    let text = combiner_expression(random, depth);
    format!(
        "float4 c0, c1;\nfloat4 main(float4 a : COLOR0, float4 b : TEXCOORD1) : COLOR\n\
         {{\n    return {text};\n}}\n"
    )
}
