use crate::framebuffer_config::FramebufferConfig;
use crate::framebuffer_config::configurations;
use crate::glx::config::*;
use crate::glx::tokens::*;
use trilobite::platform::x11::VisualInfo;

fn table() -> Vec<FramebufferConfig> {
    let visual = |visual_id, depth| VisualInfo {
        visual: std::ptr::null_mut(),
        visual_id,
        screen: 0,
        depth,
        class: 4,
        red_mask: 0xff0000,
        green_mask: 0xff00,
        blue_mask: 0xff,
        colormap_size: 256,
        bits_per_rgb: 8,
    };
    configurations(&[visual(0x21, 24), visual(0x40, 32)])
}

#[test]
fn sizes_are_minima_and_the_smallest_buffer_comes_first() {
    let requests = [(DOUBLEBUFFER, 1), (RED_SIZE, 1), (DEPTH_SIZE, 16)];
    let found = choose(0, &table(), &requests).unwrap();
    let first = found[0].storage;
    assert!(first.alpha && first.depth_stencil && first.double_buffer);
    assert_eq!(found[0].visual_id(), 0x21);
    assert!(
        found
            .iter()
            .all(|c| c.storage.double_buffer && c.storage.depth_stencil)
    );
    let alpha = choose(0, &table(), &[(ALPHA_SIZE, 1)]).unwrap();
    assert!(alpha.iter().all(|c| c.storage.alpha));
}

#[test]
fn unknown_attributes_and_impossible_sizes_choose_nothing() {
    assert!(choose(0, &table(), &[(0x7777, 1)]).is_none());
    assert_eq!(choose(0, &table(), &[(DEPTH_SIZE, 32)]).unwrap().len(), 0);
    assert_eq!(choose(0, &table(), &[(STEREO, 1)]).unwrap().len(), 0);
    assert_eq!(
        choose(0, &table(), &[(FBCONFIG_ID, 3), (STEREO, 1)]).unwrap()[0].id,
        3
    );
}

#[test]
fn samples_are_minima_and_few_are_better() {
    let plain = choose(0, &table(), &[]).unwrap();
    assert!(plain.is_sorted_by_key(|c| (c.storage.double_buffer, c.storage.samples())));
    for samples in [1, 2, 4] {
        let list = [(SAMPLE_BUFFERS, 1), (SAMPLES, samples), (DEPTH_SIZE, 1)];
        let found = choose(0, &table(), &list).unwrap();
        assert!(!found.is_empty());
        assert!(found.iter().all(|c| c.storage.samples() == 4));
        let list = [(RGBA, 1), (SAMPLE_BUFFERS, 1), (SAMPLES, samples)];
        let chosen = choose_visual_config(0, &table(), &list).unwrap();
        assert_eq!(attribute(0, &chosen, SAMPLES), Some(4));
        assert_eq!(attribute(0, &chosen, SAMPLE_BUFFERS), Some(1));
    }
    assert!(choose(0, &table(), &[(SAMPLES, 5)]).unwrap().is_empty());
    let single = choose_visual_config(0, &table(), &[(RGBA, 1), (DEPTH_SIZE, 1)]);
    assert_eq!(single.unwrap().storage.samples(), 0);
}

/// Every configuration can encode sRGB, and the attribute is compared exactly (GLX_ARB_framebuffer_sRGB).
#[test]
fn every_configuration_is_srgb_capable() {
    let with = |value| choose(0, &table(), &[(FRAMEBUFFER_SRGB_CAPABLE, value)]).unwrap();
    let all = choose(0, &table(), &[]).unwrap().len();
    assert_eq!(
        [1, 0, DONT_CARE].map(|value| with(value).len()),
        [all, 0, all]
    );
    let list = [(RGBA, 1), (FRAMEBUFFER_SRGB_CAPABLE, 1)];
    assert!(choose_visual_config(0, &table(), &list).is_some());
}

#[test]
fn visuals_are_chosen_by_their_own_rules() {
    let list = [(RGBA, 1), (DOUBLEBUFFER, 1), (DEPTH_SIZE, 1)];
    let chosen = choose_visual_config(0, &table(), &list).unwrap();
    assert!(chosen.storage.double_buffer && chosen.storage.depth_stencil && chosen.storage.alpha);
    assert!(
        !choose_visual_config(0, &table(), &[(RGBA, 1)])
            .unwrap()
            .storage
            .double_buffer
    );
    assert!(
        choose_visual_config(0, &table(), &[(DOUBLEBUFFER, 1)]).is_none(),
        "colour index"
    );
}
