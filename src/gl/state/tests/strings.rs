//! The extension string: sorted, cut between names, and limited by year.

use crate::gl::state::strings::{EXTENSIONS, extension_string};

#[test]
fn the_table_is_sorted_and_the_switches_cut_between_names() {
    assert!(EXTENSIONS.is_sorted_by_key(|e| e.name));
    assert!(!extension_string(Some(2001), None).contains("ARB_vertex_program"));
    let whole = extension_string(None, None);
    assert_eq!(whole.split(' ').count(), EXTENSIONS.len());
    let short = extension_string(None, Some(60));
    assert!(
        short.len() <= 60 && whole.starts_with(&short) && whole[short.len()..].starts_with(' ')
    );
    assert_eq!(extension_string(None, Some(5)), "");
}
