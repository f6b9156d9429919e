use crate::egl::config::*;
use crate::egl::tokens::*;
use crate::framebuffer_config::configurations;

#[test]
fn the_es_bit_chooses_and_unknown_attributes_are_refused() {
    let all = configurations(&[]);
    let found = choose(
        &all,
        &[
            (RENDERABLE_TYPE, OPENGL_ES_BIT),
            (SURFACE_TYPE, PBUFFER_BIT),
            (DEPTH_SIZE, 1),
        ],
    )
    .unwrap();
    assert!(
        !found.is_empty()
            && found
                .iter()
                .all(|c| c.storage.depth_stencil && c.storage.double_buffer)
    );
    assert_eq!(choose(&all, &[(0x1111, 1)]).unwrap_err(), BAD_ATTRIBUTE);
    assert!(found.is_sorted_by_key(|c| c.storage.samples()));
    let with = |n| choose(&all, &[(SAMPLES, n), (SURFACE_TYPE, PBUFFER_BIT)]).unwrap();
    assert!(!with(2).is_empty() && with(2).iter().all(|c| c.storage.samples() == 4));
    assert!(with(5).is_empty());
}
