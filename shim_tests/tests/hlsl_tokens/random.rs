//! Random programs and their shaders give the same numbers. `mad` rounds once where a text rounds twice, and quotients are
//! products with `rcp`; so numbers are compared within a bound.

use super::texts::{
    address_text, branch_text, combiner_text, loop_text, program_text, scalar_text,
};
use super::{check, load};
use shim_tests::random::Random;
use shim_tests::shader_test::{evaluate, through_tokens};
use trilobite::codegen::compile_hlsl;
use trilobite::frontend::assembly::d3d::ctab::Kind;
use trilobite::frontend::assembly::d3d::text;
use trilobite::simd::LANES;

/// The relative difference of numbers that count as the same.
const BOUND: f32 = 2e-4;

#[test]
fn random_programs_give_the_same_numbers() {
    let profiles = ["ps_2_b", "vs_2_0", "ps_3_0", "vs_3_0", "ps_2_0", "vs_1_1"];
    let (n, refused) = compare(0x746f_6b65_6e73, 240, &profiles, program_text);
    assert!(n > 200, "{n} compared, {refused} refused");
}

#[test]
fn random_loops_give_the_same_numbers() {
    let profiles = ["ps_3_0", "vs_3_0", "vs_2_a", "ps_3_sw"];
    let (n, refused) = compare(0x006c_6f6f_7073, 120, &profiles, loop_text);
    assert!(n > 110, "{n} compared, {refused} refused");
}

#[test]
fn random_branches_give_the_same_numbers() {
    let profiles = ["ps_3_0", "vs_3_0", "vs_2_a"];
    let (n, refused) = compare(0x6272_616e_6368, 150, &profiles, branch_text);
    assert!(n > 120, "{n} compared, {refused} refused");
    let (n, refused) = compare(0x0073_7461_7469, 100, &["vs_2_0", "vs_3_0"], scalar_text);
    assert!(n > 60, "{n} compared, {refused} refused");
}

#[test]
fn constants_by_random_numbers_are_the_same() {
    let profiles = ["vs_1_1", "vs_2_0", "vs_3_0", "vs_1_1"];
    let (n, refused) = compare(0x6164_6472, 240, &profiles, address_text);
    assert!(n > 180, "{n} compared, {refused} refused");
}

#[test]
fn random_pixel_shaders_1_give_the_same_numbers() {
    let profiles = ["ps_1_1", "ps_1_2", "ps_1_3", "ps_1_4"];
    let (n, refused) = compare(0x006f_6c64, 400, &profiles, combiner_text);
    assert!(n > 300, "{n} compared, {refused} refused");
}

/// Compares random programs with their shaders. Returns how many, and how many were refused.
fn compare(
    seed: u64,
    rounds: usize,
    profiles: &[&str],
    make: fn(&mut Random, bool) -> String,
) -> (u32, u32) {
    let mut random = Random::new(seed);
    let (mut n, mut refused) = (0, 0);
    for round in 0..rounds {
        let profile_name = profiles[round % profiles.len()];
        let is_combiner = profile_name.starts_with("ps_1");
        let text = make(&mut random, profile_name.starts_with("ps"));
        let program = load(profile_name, &text).unwrap_or_else(|| panic!("{text}"));
        let entry = program.entry().expect("it was checked");
        let made = match compile_hlsl(&program) {
            Ok(made) => made,
            // Long programs do not fit into small machines.
            Err(error) => {
                let number = error.number();
                assert!(
                    matches!(number, Some(5608 | 5612 | 5615 | 4505 | 4507))
                        || profile_name == "vs_2_0" && number == Some(3511)
                        || is_combiner && matches!(number, Some(4507 | 4532 | 5088)),
                    "{profile_name} {error}: {text}"
                );
                refused += 1;
                continue;
            }
        };
        check(&made).unwrap_or_else(|why| panic!("{profile_name} {why}: {text}"));
        let through = through_tokens(&program, entry.clone());
        let through = through.unwrap_or_else(|why| panic!("{profile_name} {why}: {text}"));
        // Pixel shaders 1 clamp coordinates and colours to [0, 1], and constants to [-1, 1].
        let (width, first) = if is_combiner {
            (1000, 0.0)
        } else {
            (4000, 2.0)
        };
        let mut number = || random.below(width) as f32 / 1000.0 - first;
        let mut constants: Vec<[f32; 4]> = (0..256).map(|_| [0; 4].map(|_| number())).collect();
        // Applications set truth values to 0 or 1, and integers to whole numbers.
        for entry in &entry.constants.entries {
            let register = constants.get_mut(usize::from(entry.index));
            match (entry.ty.kind, register) {
                (Kind::Bool, Some(r)) => r[0] = f32::from(u8::from(r[0] > 0.0)),
                (Kind::Int, Some(r)) => r[0] = (r[0].abs() * 2.0).floor(),
                _ => {}
            }
        }
        let inputs: Vec<[f32; LANES]> = (0..256).map(|_| [0; LANES].map(|_| number())).collect();
        let own = evaluate(&entry, &constants, &inputs).expect("it runs");
        let other = evaluate(&through, &constants, &inputs).expect("it runs");
        for (slot, (x, y)) in own.0.iter().zip(&other.0).enumerate() {
            for (x, y) in x.iter().zip(y) {
                let same = (x - y).abs() <= BOUND * (1.0 + x.abs());
                let is_number = x.is_finite();
                assert!(
                    same || !is_number,
                    "{profile_name} slot {slot}: {x} became {y}: {text}\n{}",
                    text::disassemble(&made.shader)
                );
            }
        }
        n += 1;
    }
    (n, refused)
}
