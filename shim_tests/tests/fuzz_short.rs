//! Runs the fuzz targets for some seconds, with fixed seeds, on stable Rust. `fuzz/` runs the same functions for hours.

use shim_tests::fuzz::{self, ATI_PROGRAMS, NATIVE_FRAGMENT_PROGRAMS, NATIVE_PROGRAMS, PROGRAMS};
use shim_tests::random::Random;
use shim_tests::random_ir;
use trilobite::frontend::assembly::arb::{Limits, load_fragment, load_state, load_vertex};
use trilobite::frontend::c_like::muda::Program;

/// How many times as many inputs as usual there are, and the seed that a run of this length begins with
/// (`TRILOBITE_FUZZ_ROUNDS`, scripts/soak).
fn rounds(inputs: u32, seed: u64) -> (u32, Random) {
    match std::env::var("TRILOBITE_FUZZ_ROUNDS").ok() {
        Some(n) => {
            let n: u32 = n.parse().expect("TRILOBITE_FUZZ_ROUNDS is a number");
            (inputs.saturating_mul(n), Random::new(seed + u64::from(n)))
        }
        None => (inputs, Random::new(seed)),
    }
}

/// Calls the target on each input. A panic message names the input.
#[track_caller]
fn each(inputs: impl Iterator<Item = Vec<u8>>, target: fn(&[u8])) {
    for (i, input) in inputs.enumerate() {
        let outcome = std::panic::catch_unwind(|| target(&input));
        assert!(
            outcome.is_ok(),
            "input {i}:\n{}",
            String::from_utf8_lossy(&input)
        );
    }
}

#[test]
fn arb_programs() {
    for text in PROGRAMS {
        let loaded = if text.contains("!!ARBvp") {
            load_vertex(text.as_bytes(), &Limits::VERTEX)
        } else {
            load_fragment(text.as_bytes(), &Limits::FRAGMENT)
        };
        loaded.unwrap_or_else(|e| panic!("{}", e.info_log(text.as_bytes())));
    }
    let mut random = Random::new(2002);
    each(
        (0..40_000).map(|_| fuzz::mutated(&mut random, PROGRAMS)),
        fuzz::arb_program,
    );
}

#[test]
fn native_fragment_programs() {
    for text in NATIVE_FRAGMENT_PROGRAMS {
        let loaded = load_fragment(text.as_bytes(), &Limits::FRAGMENT);
        loaded.unwrap_or_else(|e| panic!("{}", e.info_log(text.as_bytes())));
    }
    let mut random = Random::new(2005);
    each(
        (0..8_000).map(|_| fuzz::mutated(&mut random, NATIVE_FRAGMENT_PROGRAMS)),
        fuzz::arb_program,
    );
}

#[test]
fn native_programs() {
    for text in NATIVE_PROGRAMS {
        let load = if text.starts_with("!!VSP") {
            load_state
        } else {
            load_vertex
        };
        let loaded = load(text.as_bytes(), &Limits::VERTEX);
        loaded.unwrap_or_else(|e| panic!("{}", e.info_log(text.as_bytes())));
    }
    let mut random = Random::new(2005);
    each(
        (0..8_000).map(|_| fuzz::mutated(&mut random, NATIVE_PROGRAMS)),
        fuzz::arb_program,
    );
    let noise = (0..4000).map(|_| {
        (0..random.below(40))
            .map(|_| random.below(256) as u8)
            .collect()
    });
    each(noise.collect::<Vec<_>>().into_iter(), fuzz::native_program);
}

#[test]
fn ati_programs() {
    let mut random = Random::new(2001);
    each(
        (0..20_000).map(|_| fuzz::mutated(&mut random, ATI_PROGRAMS)),
        fuzz::ati_program,
    );
}

#[test]
fn muda_programs() {
    for text in fuzz::MUDA_PROGRAMS {
        if let Err(errors) = Program::load(text.as_bytes()) {
            panic!("{}", errors[0].info_log(text.as_bytes()));
        }
    }
    let mut random = Random::new(2008);
    each(
        (0..6_000).map(|_| fuzz::mutated(&mut random, fuzz::MUDA_PROGRAMS)),
        fuzz::muda_program,
    );
    let bytes = b"{}();=<>|@./*-~a1.\xff if else while vec int";
    let noise = (0..4000).map(|_| {
        (0..random.below(60))
            .map(|_| bytes[random.below(bytes.len() as u32) as usize])
            .collect()
    });
    each(noise.collect::<Vec<_>>().into_iter(), fuzz::muda_program);
}

#[test]
fn preprocessor_texts() {
    let mut random = Random::new(1999);
    each(
        (0..10_000).map(|_| fuzz::mutated(&mut random, fuzz::PREPROCESSOR_TEXTS)),
        fuzz::preprocessor,
    );
    let bytes = b"#define if()\\\n\r\"',.a1 \0\xff/*";
    let noise = (0..4000).map(|_| {
        (0..random.below(60))
            .map(|_| bytes[random.below(bytes.len() as u32) as usize])
            .collect()
    });
    each(noise.collect::<Vec<_>>().into_iter(), fuzz::preprocessor);
}

#[test]
fn cg_texts() {
    let (n, mut random) = rounds(4000, 2012);
    each(
        (0..n).map(|_| fuzz::mutated(&mut random, fuzz::CG_TEXTS)),
        fuzz::cg_text,
    );
    let bytes = b"float4 (a,b){c;}[1]=<>?:.+-struct if for";
    let noise = (0..4000).map(|_| {
        (0..random.below(60))
            .map(|_| bytes[random.below(bytes.len() as u32) as usize])
            .collect()
    });
    each(noise.collect::<Vec<_>>().into_iter(), fuzz::cg_text);
}

#[test]
fn cg_programs() {
    let seeds = fuzz::cg_seeds();
    assert!(seeds.len() > 100, "{} seeds", seeds.len());
    let (n, mut random) = rounds(4000, 2014);
    let changed = (0..n).map(|_| {
        let seed = &seeds[random.below(seeds.len() as u32) as usize];
        fuzz::changed_tokens(&mut random, seed)
    });
    each(changed, fuzz::cg_program);
}

#[test]
fn hlsl_programs() {
    let seeds = fuzz::hlsl_seeds();
    assert!(seeds.len() > 100, "{} seeds", seeds.len());
    let (n, mut random) = rounds(2000, 2015);
    let changed = (0..n).map(|_| {
        let seed = &seeds[random.below(seeds.len() as u32) as usize];
        fuzz::changed_tokens(&mut random, seed)
    });
    each(changed, fuzz::hlsl_program);
}

#[test]
fn constant_tables() {
    use trilobite::frontend::assembly::d3d::ctab::*;
    let ty = |class, kind, rows, columns, elements| Type {
        class,
        kind,
        rows,
        columns,
        elements,
        members: Vec::new(),
    };
    let member = |name: &str, ty: Type| Member {
        name: name.into(),
        ty,
    };
    let light = Type {
        members: vec![
            member("position", ty(Class::Vector, Kind::Float, 1, 3, 1)),
            member("world", ty(Class::MatrixColumns, Kind::Float, 4, 4, 1)),
        ],
        ..ty(Class::Struct, Kind::Void, 1, 19, 2)
    };
    let entry = |name: &str, set, index, count, ty, default| Entry {
        name: name.into(),
        set,
        index,
        count,
        ty,
        default,
    };
    let table = ConstantTable {
        creator: "a compiler".into(),
        version: 0xffff_0300,
        flags: 0,
        target: "ps_3_0".into(),
        constants: vec![
            entry("lights", RegisterSet::Float, 4, 10, light, None),
            entry(
                "on",
                RegisterSet::Bool,
                1,
                1,
                ty(Class::Scalar, Kind::Bool, 1, 1, 1),
                Some(vec![1]),
            ),
            entry(
                "image",
                RegisterSet::Sampler,
                2,
                1,
                ty(Class::Object, Kind::Sampler2D, 1, 1, 1),
                None,
            ),
        ],
    };
    let bytes = fuzz::table_bytes(&table);
    fuzz::constant_table(&bytes);
    let (n, mut random) = rounds(20_000, 2006);
    // Numbers and offsets that are changed, and tables that are cut.
    let changed = (0..n).map(|_| {
        let mut bytes = bytes.clone();
        for _ in 0..1 + random.below(3) {
            let at = 4 + random.below(bytes.len() as u32 - 4) as usize;
            bytes[at] = match random.below(3) {
                0 => bytes[at].wrapping_add(1),
                1 => random.below(256) as u8,
                _ => bytes[at] ^ 1 << random.below(8),
            };
        }
        if random.one_in(8) {
            bytes.truncate(random.below(bytes.len() as u32) as usize);
        }
        bytes
    });
    each(changed, fuzz::constant_table);
}

#[test]
fn mutations_reach_the_engine() {
    // If all inputs of a maker were refused, only the refusals would be tested.
    let mut random = Random::new(2003);
    let loaded = (0..500).filter(|_| {
        let text = fuzz::mutated(&mut random, PROGRAMS);
        load_fragment(&text, &Limits::FRAGMENT).is_ok()
            || load_vertex(&text, &Limits::VERTEX).is_ok()
    });
    let loaded = loaded.count();
    assert!((50..450).contains(&loaded), "{loaded} of 500 load");
}

#[test]
fn ir_texts() {
    let mut random = Random::new(2004);
    let texts: Vec<String> = (0..40)
        .map(|seed| {
            if seed % 2 == 0 {
                random_ir::straight(seed)
            } else {
                random_ir::branching(seed)
            }
            .to_string()
        })
        .collect();
    texts.iter().for_each(|text| fuzz::ir_text(text.as_bytes()));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    each(
        (0..10_000).map(|_| fuzz::mutated(&mut random, &texts)),
        fuzz::ir_text,
    );
}

#[test]
fn d3d_shaders() {
    use trilobite::frontend::assembly::d3d::D3dProgram;
    let mut streams = Vec::new();
    for text in fuzz::D3D_TEXTS {
        let program = D3dProgram::assemble(text.as_bytes());
        let program = program.unwrap_or_else(|e| panic!("{}", e.info_log(text.as_bytes())));
        streams.push(program.tokens());
    }
    let (n, mut random) = rounds(20_000, 2003);
    each(
        (0..n).map(|_| fuzz::mutated(&mut random, fuzz::D3D_TEXTS)),
        fuzz::d3d_shader,
    );
    // Streams with some bits changed, some of them cut.
    let changed = (0..2 * n).map(|_| {
        let mut bytes = streams[random.below(streams.len() as u32) as usize].clone();
        for _ in 0..1 + random.below(4) {
            let at = random.below(bytes.len() as u32) as usize;
            bytes[at] ^= 1 << random.below(8);
        }
        if random.below(8) == 0 {
            bytes.truncate(random.below(bytes.len() as u32) as usize);
        }
        bytes
    });
    each(changed, fuzz::d3d_shader);
}
