use super::scan::{has, places};
use super::*;
use crate::frontend::c_like::cg::profile;
use crate::frontend::c_like::check::generic::functions;

/// The functions of the Cg 3.1 reference, but for those on multisampled textures and on render buffers, which no texture
/// here is.
const REFERENCE: &str = "abs acos all any asin atan atan2 bitCount bitfieldExtract bitfieldInsert bitfieldReverse ceil clamp clip cos cosh
    cross ddx ddy degrees determinant distance dot exp exp2 faceforward findLSB findMSB floatToIntBits floatToRawIntBits floor fmod frac
    frexp fwidth intBitsToFloat inverse isfinite isinf isnan ldexp length lerp lit log log10 log2 max min modf mul normalize pack_2half
    pack_2ushort pack_4byte pack_4ubyte pow radians reflect refract round rsqrt saturate sign sin sincos sinh smoothstep sqrt step tan
    tanh transpose trunc unpack_2half unpack_2ushort unpack_4byte unpack_4ubyte debug
    tex1D tex1DARRAY tex1DARRAYbias tex1DARRAYcmpbias tex1DARRAYcmplod tex1DARRAYfetch tex1DARRAYlod tex1DARRAYproj tex1DARRAYsize
    tex1Dbias tex1Dcmpbias tex1Dcmplod tex1Dfetch tex1Dlod tex1Dproj tex1Dsize tex2D tex2DARRAY tex2DARRAYbias tex2DARRAYfetch
    tex2DARRAYlod tex2DARRAYproj tex2DARRAYsize tex2Dbias tex2Dcmpbias tex2Dcmplod tex2Dfetch tex2Dlod tex2Dproj tex2Dsize tex3D
    tex3Dbias tex3Dfetch tex3Dlod tex3Dproj tex3Dsize texBUF texBUFsize texCUBE texCUBEARRAY texCUBEARRAYbias texCUBEARRAYlod
    texCUBEARRAYsize texCUBEbias texCUBElod texCUBEproj texCUBEsize texRECT texRECTbias texRECTfetch texRECTlod texRECTproj texRECTsize";

#[test]
fn every_function_of_the_reference_has_a_body() {
    for name in REFERENCE.split_ascii_whitespace() {
        let has_body = places(name)
            .iter()
            .any(|place| TEXT[place.clone()].ends_with('}'));
        assert!(has_body, "{name}");
    }
    assert!(!has("__square"));
    assert!(places("nothing").is_empty());
}

#[test]
fn every_item_is_a_function_with_known_words() {
    let known: Vec<&str> = KINDS
        .iter()
        .map(|(word, _)| *word)
        .chain([
            "float", "half", "fixed", "double", "int", "bool", "void", "unsigned",
        ])
        .collect();
    let mut n_items = 0;
    for place in functions(TEXT) {
        let item = &TEXT[place];
        let head = item.split('{').next().unwrap();
        let (before, parameters) = head.split_once('(').unwrap();
        assert!(parameters.trim_end().ends_with([')', ';']), "{item}");
        // Profiles, then the type.
        let mut words = before
            .split_ascii_whitespace()
            .skip_while(|w| profile::is_specifier(w));
        let base = words
            .next()
            .unwrap()
            .trim_end_matches(|c: char| c.is_ascii_digit() || "NMKSx".contains(c));
        assert!(known.contains(&base), "{item}");
        n_items += 1;
    }
    assert!(n_items > 400, "{n_items}");
}

/// The names of `shim_tests/cg/facts/library_names.tsv` that any profile here knows are in the library.
#[test]
fn the_names_of_the_reference_compiler_are_known() {
    let text = include_str!("../../../../../shim_tests/cg/facts/library_names.tsv");
    let mut rows = text.lines().filter(|l| !l.starts_with('#'));
    let head: Vec<&str> = rows.next().unwrap().split('\t').collect();
    let mut n_checked = 0;
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        let is_known = head
            .iter()
            .zip(&cells)
            .skip(3)
            .any(|(p, cell)| *cell == "ok" && profile::find(p).is_ok());
        let is_skipped = ["RBUF", "2DMS"].iter().any(|kind| cells[0].contains(kind));
        if is_known && !is_skipped {
            assert!(has(cells[0]), "{}", cells[0]);
            n_checked += 1;
        }
    }
    assert!(n_checked > 60, "{n_checked}");
}

/// In the same table, what register combiners refuse for the function's sake.
#[test]
fn register_combiners_have_few_functions() {
    let text = include_str!("../../../../../shim_tests/cg/facts/library_names.tsv");
    let mut rows = text.lines().filter(|l| !l.starts_with('#'));
    let head: Vec<&str> = rows.next().unwrap().split('\t').collect();
    let column = head.iter().position(|p| *p == "fp20").unwrap();
    let other = head.iter().position(|p| *p == "fp40").unwrap();
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        if has(cells[0]) && cells[other] == "ok" && cells[column] != "E1115" {
            assert_eq!(
                refusal("fp20", cells[0]).is_some(),
                cells[column] == "E3004",
                "{row}"
            );
        }
    }
}
