//! Checks the reserved words of ARB's grammars against the lists of the texts. No variable may have such a name; other
//! things may.

use trilobite::frontend::assembly::arb::{Limits, load_fragment, load_vertex};
use trilobite::frontend::diagnostic::ErrorKind;

/// ARB_vertex_program 2.14.2.
const VERTEX: &str = "\
    ABS ADD ADDRESS ALIAS ARL ATTRIB DP3 DP4 DPH DST END EX2 EXP FLR FRC LG2 LIT LOG MAD MAX MIN MOV MUL OPTION \
    OUTPUT PARAM POW RCP RSQ SGE SLT SUB SWZ TEMP XPD program result state vertex";
/// The words that NV_vertex_program2_option 2.14.2 adds.
const VERTEX2: &str = "\
    ARA ARR BRA CAL COS RCC RET SEQ SFL SGT SIN SLE SNE SSG STR";
/// The words that NV_vertex_program3 2.14.2 adds.
const VERTEX3: &str = "\
    POPA PUSHA TEX TXB TXL TXP";
/// ARB_fragment_program 3.11.2.
const FRAGMENT: &str = "\
    ABS ABS_SAT ADD ADD_SAT ALIAS ATTRIB CMP CMP_SAT COS COS_SAT DP3 DP3_SAT DP4 DP4_SAT DPH DPH_SAT DST DST_SAT \
    END EX2 EX2_SAT FLR FLR_SAT FRC FRC_SAT KIL LG2 LG2_SAT LIT LIT_SAT LRP LRP_SAT MAD MAD_SAT MAX MAX_SAT MIN \
    MIN_SAT MOV MOV_SAT MUL MUL_SAT OPTION OUTPUT PARAM POW POW_SAT RCP RCP_SAT RSQ RSQ_SAT SIN SIN_SAT SCS \
    SCS_SAT SGE SGE_SAT SLT SLT_SAT SUB SUB_SAT SWZ SWZ_SAT TEMP TEX TEX_SAT TXB TXB_SAT TXP TXP_SAT XPD XPD_SAT \
    fragment program result state texture";

const VP: &str = "!!ARBvp1.0\n";
const VP2: &str = "!!ARBvp1.0\nOPTION NV_vertex_program2;\n";
const VP3: &str = "!!ARBvp1.0\nOPTION NV_vertex_program3;\n";
const FP: &str = "!!ARBfp1.0\n";
const NVFP: &str = "!!ARBfp1.0\nOPTION NV_fragment_program;\n";
const FP2: &str = "!!ARBfp1.0\nOPTION NV_fragment_program2;\n";

/// Whether the word is reserved in programs with this beginning.
#[track_caller]
fn is_reserved(begin: &str, word: &str) -> bool {
    let text = format!("{begin}TEMP {word};\nEND\n");
    let loaded = if begin.starts_with(VP) {
        load_vertex(text.as_bytes(), &Limits::VERTEX)
    } else {
        load_fragment(text.as_bytes(), &Limits::FRAGMENT)
    };
    match loaded {
        Ok(_) => false,
        Err(error) if error.kind == ErrorKind::Reserved(word.to_owned()) => true,
        Err(error) => panic!("{word}: {error}"),
    }
}

#[test]
fn the_words_of_the_texts_are_reserved() {
    for (begin, lists) in [
        (VP, &[VERTEX][..]),
        (VP2, &[VERTEX, VERTEX2]),
        (VP3, &[VERTEX, VERTEX2, VERTEX3]),
        (FP, &[FRAGMENT]),
        (NVFP, &[FRAGMENT]),
        (FP2, &[FRAGMENT]),
    ] {
        for word in lists.iter().flat_map(|list| list.split(' ')) {
            assert!(is_reserved(begin, word), "{begin}{word}");
        }
    }
}

#[test]
fn other_words_are_not() {
    for (begin, words) in [
        (VP, &["fragment", "texture", "CMP", "TEX", "MUL_SAT"][..]),
        (VP, &VERTEX2.split(' ').collect::<Vec<_>>()),
        (VP2, &VERTEX3.split(' ').collect::<Vec<_>>()),
        (VP3, &["fragment", "texture", "CC", "TXD"]),
        (FP, &["vertex", "ADDRESS", "ARL", "LOG", "KIL_SAT", "TXL"]),
    ] {
        for word in words {
            assert!(!is_reserved(begin, word), "{begin}{word}");
        }
    }
}
