//! Each cell of the tables of conversions, conditionals and overloads.

use super::{rows, verdict};

/// The declarations of the tables' structures.
const TYPES: &str = "struct S1 { float a; }; struct S2 { float a; float b; }; struct T2 { float x; float y; };\
    struct SV { float4 v; }; struct SI { int a; float b; }; struct SH { half a; half b; }; struct SA { float a[2]; };\
    struct SN { S1 s; float b; }; interface IF { float f(); }; struct IS : IF { float f() { return 1; } };\n";

/// `float[2][3]` before and after a name.
fn declared(ty: &str, name: &str) -> String {
    match ty.split_once('[') {
        Some((element, sizes)) => format!("{element} {name}[{sizes}"),
        None => format!("{ty} {name}"),
    }
}

/// Cells in which the reference follows no rule of its own: a matrix of one row or one column and another size of vector.
fn is_odd(cell: &str) -> bool {
    [
        "E1068", "E1031", "E5204", "E1056", "E1057", "E1048", "crash",
    ]
    .iter()
    .any(|odd| cell.contains(odd))
}

#[test]
fn conversions_agree_with_the_reference() {
    let Some(rows) = rows("facts/conversions.tsv") else {
        return;
    };
    let (mut n, mut wrong) = (0, Vec::new());
    for row in rows {
        let (from, to) = (row[0].as_str(), row[1].as_str());
        if from.starts_with(|c: char| c.is_ascii_digit()) || [from, to].contains(&"cfloat") {
            continue;
        }
        let parameter = format!("uniform {}", declared(from, "x"));
        let target = declared(to, "y");
        let bodies = [
            format!("{target} = x;"),
            format!("{target}; y = x;"),
            format!("({to})x;"),
        ];
        for (body, wanted) in bodies.iter().zip(&row[2..5]) {
            let wanted = wanted.split(' ').next().unwrap_or_default();
            if is_odd(wanted) || wanted == "-" {
                continue;
            }
            n += 1;
            // The function is not called, and its errors are of the first phase.
            let text = format!(
                "{TYPES}void f({parameter}) {{ {body} }}\nfloat4 main() : COLOR {{ return 0; }}"
            );
            let found = verdict(&text, "arbfp1");
            if found != wanted {
                wrong.push(format!("{from} -> {to}: {body} is {found}, not {wanted}"));
            }
        }
    }
    println!("conversions: {} of {n} agree", n - wrong.len());
    assert!(wrong.len() * 100 < n, "{}", wrong.join("\n"));
}

#[test]
fn overloads_agree_with_the_reference() {
    let Some(rows) = rows("facts/overloads.tsv") else {
        return;
    };
    let (mut n, mut wrong) = (0, Vec::new());
    for row in rows {
        let candidates: Vec<&str> = row[0].split(" | ").collect();
        let argument = row[1].as_str();
        let wanted = row[2].split(' ').next().unwrap_or_default();
        if wanted == "E0129" || wanted == "crash" || row[2].starts_with("unsigned") {
            continue;
        }
        let is_constant = argument.starts_with(|c: char| c.is_ascii_digit()) || argument == "true";
        let mut text = String::new();
        for (i, candidate) in candidates.iter().enumerate() {
            let parameter = declared(candidate, "a");
            text += &format!("float4 f({parameter}) {{ return {i}; }}\n");
        }
        let (parameter, argument) = if is_constant {
            (String::new(), argument)
        } else {
            (format!("uniform {}", declared(argument, "x")), "x")
        };
        text += &format!("float4 main({parameter}) : COLOR {{ return f({argument}); }}");
        n += 1;
        let found = verdict(&text, "arbfp1");
        let is_error = wanted.starts_with('E');
        if is_error != (found != "ok") || is_error && found != wanted {
            wrong.push(format!("{} with {argument}: {found}, not {wanted}", row[0]));
        }
    }
    println!("overloads: {} of {n} agree", n - wrong.len());
    assert!(wrong.len() * 100 < n, "{}", wrong.join("\n"));
}

#[test]
fn conditionals_agree_with_the_reference() {
    let Some(rows) = rows("facts/conditional.tsv") else {
        return;
    };
    let (mut n, mut wrong) = (0, Vec::new());
    for row in rows {
        let wanted = row[3].split(' ').next().unwrap_or_default();
        if wanted == "crash" {
            continue;
        }
        let mut parameters = Vec::new();
        let mut operands = Vec::new();
        for (ty, name) in row[..3].iter().zip(["a", "b", "c"]) {
            if ty.starts_with(|c: char| c.is_ascii_digit()) {
                operands.push(ty.as_str());
            } else {
                parameters.push(format!("uniform {}", declared(ty, name)));
                operands.push(name);
            }
        }
        let text = format!(
            "{TYPES}void f({}) {{ {} ? {} : {}; }}\nfloat4 main() : COLOR {{ return 0; }}",
            parameters.join(", "),
            operands[0],
            operands[1],
            operands[2]
        );
        n += 1;
        let found = verdict(&text, "arbfp1");
        let is_error = wanted.starts_with('E');
        if is_error != (found != "ok") || is_error && found != wanted {
            wrong.push(format!("{:?}: {found}, not {wanted}", &row[..3]));
        }
    }
    println!("conditionals: {} of {n} agree", n - wrong.len());
    assert!(wrong.len() * 50 < n, "{}", wrong.join("\n"));
}
