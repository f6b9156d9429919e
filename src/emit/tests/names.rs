//! Names are unique, and are no reserved words.

use crate::emit::names::Names;

#[test]
fn names_are_new_and_words() {
    let mut names = Names::new();
    let mut give = |wish| names.give(wish);
    assert_eq!(give("vertex.attrib[3]"), "vertex_attrib_3");
    assert_eq!(give("vertex.attrib(3)"), "vertex_attrib_3_");
    assert_eq!(give("v0"), "v0_");
    assert_eq!(give("return"), "return_");
    assert_eq!(give("return"), "return_2");
    assert_eq!(give("7ä"), "a7_");
    assert_eq!(give("é"), "a");
}
