//! Direct3D assembly: the tokens of Microsoft's assembler, random streams through text and back, and places of errors.
//!
//! `TRILOBITE_D3D_STREAMS=10000` makes more random streams.

use shim_tests::random::Random;
use trilobite::frontend::assembly::d3d::model::*;
use trilobite::frontend::assembly::d3d::{D3dProgram, ctab, text, tokens};
use trilobite::ir::Span;

/// The texts of `d3d/tokens.tsv` give the reference's tokens, or are refused as there.
#[test]
fn the_tokens_are_those_of_the_reference() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("d3d/tokens.tsv");
    let table = std::fs::read_to_string(path).expect("the table");
    let (mut assembled, mut wrong) = (0, Vec::new());
    for row in table.lines().filter(|l| !l.starts_with("# ")) {
        let (text, expected) = row.split_once('\t').expect("a text and its tokens");
        let text = unescaped(text);
        let found = match D3dProgram::assemble(text.as_bytes()) {
            Err(_) => "refused".to_owned(),
            Ok(program) => {
                assembled += 1;
                let words = tokens::encode_words(program.shader());
                words[..words.len() - 1]
                    .iter()
                    .map(|w| format!("{w:08x}"))
                    .collect()
            }
        };
        if found != expected {
            wrong.push(format!("{text}\n  is {found}\n  not {expected}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of them:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(assembled > 1000, "{assembled} texts assemble");
}

fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut letters = text.chars();
    while let Some(c) = letters.next() {
        match (c, c == '\\') {
            (_, true) => match letters.next() {
                Some('n') => out.push('\n'),
                other => out.extend(other),
            },
            (c, _) => out.push(c),
        }
    }
    out
}

/// Assembling, disassembling and assembling again gives the same tokens, and so does reading these.
#[test]
fn random_streams_come_back() {
    let n = std::env::var("TRILOBITE_D3D_STREAMS").ok();
    let n = n.and_then(|n| n.parse().ok()).unwrap_or(1_000);
    for seed in 0..n {
        let mut random = Random::new(seed);
        let shader = random_shader(&mut random);
        let first = text::disassemble(&shader);
        let parsed = text::parse(first.as_bytes())
            .unwrap_or_else(|e| panic!("seed {seed}: {}", e.info_log(first.as_bytes())));
        let words = tokens::encode_words(&parsed);
        let again = text::parse(text::disassemble(&parsed).as_bytes()).expect("it is read back");
        assert_eq!(tokens::encode_words(&again), words, "seed {seed}:\n{first}");
        let read = tokens::decode(&tokens::encode(&parsed));
        let read = read.unwrap_or_else(|e| panic!("seed {seed}: {e} in\n{first}"));
        assert_eq!(tokens::encode_words(&read), words, "seed {seed}:\n{first}");
    }
}

/// The files whose registers instructions name.
const FILES: [File; 20] = [
    File::Temp,
    File::Input,
    File::Const,
    File::Address,
    File::Texture,
    File::Position,
    File::Fog,
    File::PointSize,
    File::AttributeOut,
    File::TextureOut,
    File::Output,
    File::ConstInt,
    File::ColorOut,
    File::DepthOut,
    File::Sampler,
    File::ConstBool,
    File::Loop,
    File::WindowPosition,
    File::Face,
    File::Predicate,
];

fn random_register(random: &mut Random, version: Version) -> Register {
    loop {
        let file = random.pick(&FILES);
        let n = version.count(file);
        if n > 0 {
            return Register::new(file, random.below(n));
        }
    }
}

fn random_index(random: &mut Random, version: Version, register: Register) -> Option<Index> {
    let indexed = match register.file {
        File::Const => !version.is_pixel(),
        File::Input | File::Output => version.major() == 3,
        _ => false,
    };
    if !indexed || random.one_in(2) {
        return None;
    }
    let of_loop = version.count(File::Loop) > 0 && random.one_in(2);
    if of_loop || register.file != File::Const {
        return Some(Index {
            register: Register::new(File::Loop, 0),
            swizzle: Swizzle::IDENTITY,
        });
    }
    let component = if version == Version::Vs11 {
        0
    } else {
        random.below(4) as u8
    };
    Some(Index {
        register: Register::new(File::Address, 0),
        swizzle: Swizzle::replicate(component),
    })
}

fn random_source(random: &mut Random, version: Version) -> Source {
    let register = random_register(random, version);
    let index = random_index(random, version, register);
    let first = version.is_pixel() && version.major() == 1;
    let modifier = loop {
        let modifier = random.pick(&Modifier::ALL);
        let known = match modifier {
            Modifier::None | Modifier::Negate | Modifier::Not => true,
            Modifier::Absolute | Modifier::NegateAbsolute => version.major() == 3,
            _ => first,
        };
        if known {
            break modifier;
        }
    };
    let scalar = register.file.is_scalar();
    let swizzle = if scalar {
        Swizzle::IDENTITY
    } else {
        Swizzle(random.bits() as u8)
    };
    Source {
        register,
        index,
        swizzle,
        modifier,
    }
}

fn random_destination(random: &mut Random, version: Version) -> Destination {
    let register = random_register(random, version);
    let first = version.is_pixel() && version.major() == 1;
    let scalar = register.file.is_scalar();
    Destination {
        index: random_index(random, version, register),
        mask: if scalar {
            15
        } else {
            1 + random.below(15) as u8
        },
        saturate: (version.is_pixel() || version.major() == 3) && random.one_in(3),
        partial: version.is_pixel() && version.major() >= 2 && random.one_in(3),
        centroid: false,
        shift: if first { random.range(-3, 3) as i8 } else { 0 },
        register,
    }
}

/// A shader that no rule need accept: any instruction of the version with any operands.
fn random_shader(random: &mut Random) -> Shader {
    let version = random.pick(Version::ALL);
    let first = version.is_pixel() && version.major() == 1;
    let span = Span::new(0, 0);
    let mut statements = Vec::new();
    for _ in 0..1 + random.below(12) {
        let info = loop {
            let info = random.pick(&OPCODES).info(version);
            if let Some(info) = info {
                break info;
            }
        };
        let destination = info
            .shape
            .destination
            .then(|| random_destination(random, version));
        let sources = (0..info.shape.sources).map(|_| random_source(random, version));
        let sources = sources.collect();
        let predicate = (version.is_extended() && random.one_in(5)).then(|| Source {
            modifier: random.pick(&[Modifier::None, Modifier::Not]),
            swizzle: Swizzle::replicate(random.below(4) as u8),
            ..Source::plain(Register::new(File::Predicate, 0))
        });
        let item = Item::Instruction(Instruction {
            opcode: info.opcode,
            comparison: info
                .control
                .is_none()
                .then(|| random.pick(&Comparison::ALL)),
            coissue: first && random.one_in(5),
            predicate,
            destination,
            sources,
        });
        statements.push(Statement { item, span });
    }
    if version.major() >= 2 && random.one_in(2) {
        // Any float that is not NaN, whose text has no sign of its own.
        let register = Register::new(File::Const, random.below(version.count(File::Const)));
        let words = std::array::from_fn(|_| {
            loop {
                let word = random.bits();
                if !f32::from_bits(word).is_nan() {
                    break word;
                }
            }
        });
        let item = Item::Definition(Definition { register, words });
        statements.insert(0, Statement { item, span });
    }
    Shader {
        version,
        statements,
        end: span,
    }
}

/// Opcodes of all kinds.
const OPCODES: [Opcode; 40] = [
    Opcode::Nop,
    Opcode::Mov,
    Opcode::Add,
    Opcode::Sub,
    Opcode::Mad,
    Opcode::Rcp,
    Opcode::Dp3,
    Opcode::Lit,
    Opcode::Lrp,
    Opcode::M4x3,
    Opcode::Exp,
    Opcode::LogP,
    Opcode::SinCos,
    Opcode::Sgn,
    Opcode::Mova,
    Opcode::If,
    Opcode::IfC,
    Opcode::Else,
    Opcode::EndIf,
    Opcode::Loop,
    Opcode::EndLoop,
    Opcode::Rep,
    Opcode::EndRep,
    Opcode::Break,
    Opcode::BreakC,
    Opcode::BreakP,
    Opcode::Ret,
    Opcode::SetP,
    Opcode::TexKill,
    Opcode::Tex,
    Opcode::TexLd,
    Opcode::TexLdP,
    Opcode::TexLdB,
    Opcode::TexLdD,
    Opcode::TexLdL,
    Opcode::TexCoord,
    Opcode::TexM3x3Spec,
    Opcode::TexDepth,
    Opcode::Cnd,
    Opcode::Phase,
];

/// Errors are at the token or at the statement that breaks the rule.
#[test]
fn errors_have_their_place() {
    let cases = [
        ("", 0),
        ("vs_4_0", 0),
        ("  mov r0, c0", 2),
        ("vs_1_1\nfoo r0, c0", 7),
        ("vs_1_1\nmov r12, c0", 11),
        ("vs_1_1\nmov r0 c0", 14),
        ("vs_1_1\nmov r0.yx, c0", 14),
        ("vs_1_1\nmov r0, c0.xyq", 18),
        ("vs_1_1\nmov_sat r0, c0", 7),
        ("ps_2_0\ndcl_texcoord t0", 7),
        ("vs_1_1\ndcl_position v0\nmov oPos, v0\nmov r0, r1", 36),
        ("vs_2_0\nif b0", 12),
        ("vs_2_0\nendif", 7),
        ("vs_2_0\nmov r0, v0", 7),
        ("vs_2_0\ncall l3", 14),
        ("ps_1_1\n+mov r0, c0", 8),
        ("ps_2_0\nadd r0, c0, c1", 7),
        ("vs_1_1 /* open", 7),
        ("#define A c0\nvs_1_1\nmov r0, B", 28),
    ];
    for (text, position) in cases {
        let error = D3dProgram::assemble(text.as_bytes()).expect_err(text);
        assert_eq!(error.error_position(), position, "{text:?}: {error}");
    }
}

/// Errors in tokens are at the byte of the word.
#[test]
fn errors_in_tokens_have_their_offset() {
    let program = D3dProgram::assemble(b"vs_2_0\nmov r0, c0\n").expect("it assembles");
    let good = tokens::encode_words(program.shader());
    let cases: [(usize, u32, i32); 7] = [
        (0, 0xfffe_0400, 0),
        (1, 0x0200_0077, 4),
        (1, 0x0300_0001, 4),
        (2, 0x000f_0000, 8),
        (2, 0x800f_0020, 8),
        (3, 0xaee4_0000, 12),
        (4, 0x0000_0000, 20),
    ];
    for (word, value, position) in cases {
        let mut words = good.clone();
        words[word] = value;
        let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
        let error = D3dProgram::from_tokens(&bytes).expect_err("a bad token");
        assert_eq!(error.error_position(), position, "word {word}: {error}");
    }
}

/// Comments stay: a constant table is read, written and listed, other words are kept.
#[test]
fn comments_are_kept() {
    let entry = |name: &str, set, index, count, ty| ctab::Entry {
        name: name.to_owned(),
        set,
        index,
        count,
        ty,
        default: None,
    };
    let ty = |class, kind, rows, columns| ctab::Type {
        class,
        kind,
        rows,
        columns,
        elements: 1,
        members: Vec::new(),
    };
    let light = ctab::Type {
        members: vec![ctab::Member {
            name: "color".to_owned(),
            ty: ty(ctab::Class::Vector, ctab::Kind::Float, 1, 3),
        }],
        ..ty(ctab::Class::Struct, ctab::Kind::Void, 1, 3)
    };
    let mut table = ctab::ConstantTable {
        creator: "us".to_owned(),
        version: 0xfffe_0200,
        flags: 0,
        target: "vs_2_0".to_owned(),
        constants: vec![
            entry("light", ctab::RegisterSet::Float, 8, 1, light),
            entry(
                "mvp",
                ctab::RegisterSet::Float,
                0,
                4,
                ty(ctab::Class::MatrixColumns, ctab::Kind::Float, 4, 4),
            ),
        ],
    };
    table.constants[0].default = Some(vec![1, 2, 3, 4]);
    let words = ctab::write(&table);
    assert_eq!(ctab::read(&words), Ok(table.clone()));
    let listing = table.listing();
    for line in [
        "//   float4x4 mvp;",
        "//   mvp          c0       4",
        "//       float3 color;",
    ] {
        assert!(listing.lines().any(|l| l == line), "{line} in\n{listing}");
    }
    // Both comments come back in their places.
    let program = D3dProgram::assemble(b"vs_2_0\nmov r0, c0\n").expect("it assembles");
    let mut shader = program.shader().clone();
    let span = Span::new(0, 0);
    let preshader = Item::Comment(vec![u32::from_le_bytes(*b"PRES"), 1, 2]);
    shader.statements.insert(
        0,
        Statement {
            item: Item::Comment(words),
            span,
        },
    );
    shader.statements.push(Statement {
        item: preshader,
        span,
    });
    let bytes = tokens::encode(&shader);
    let read = D3dProgram::from_tokens(&bytes).expect("it is read");
    assert_eq!(read.tokens(), bytes);
    assert_eq!(read.constant_table().expect("a whole table"), Some(table));
    // Every truncation of a table, and every changed byte, is a table or an error.
    let words = ctab::write(&read.constant_table().ok().flatten().expect("a table"));
    for at in 0..words.len() {
        let _ = ctab::read(&words[..at]);
        for bit in 0..32 {
            let mut changed = words.clone();
            changed[at] ^= 1 << bit;
            let _ = ctab::read(&changed);
        }
    }
}
