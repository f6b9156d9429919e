//! The extension string: sorted, cut between names, and limited by year.

use crate::gl::state::strings::{EXTENSIONS, extension_string};

#[test]
fn the_table_is_sorted_and_the_switches_cut_between_names() {
    assert!(EXTENSIONS.is_sorted_by_key(|e| e.name));
    assert!(!extension_string(Some(2001), None).contains("ARB_vertex_program"));
    let whole = extension_string(None, None);
    // Old programs look for a name with the space after it, so the last one has it too.
    assert_eq!(whole.matches(' ').count(), EXTENSIONS.len());
    assert!(
        EXTENSIONS
            .iter()
            .all(|e| whole.contains(&format!("GL_{} ", e.name)))
    );
    let short = extension_string(None, Some(60));
    assert!(short.len() <= 60 && whole.starts_with(&short) && short.ends_with(' '));
    assert_eq!(extension_string(None, Some(5)), "");
}
