use crate::framebuffer_config::*;
use trilobite::platform::x11::VisualInfo;

fn visual(visual_id: u64, depth: i32, class: i32) -> VisualInfo {
    let visual = std::ptr::null_mut();
    let (red_mask, green_mask, blue_mask) = (0xff0000, 0xff00, 0xff);
    VisualInfo {
        visual,
        visual_id,
        screen: 0,
        depth,
        class,
        red_mask,
        green_mask,
        blue_mask,
        colormap_size: 256,
        bits_per_rgb: 8,
    }
}

#[test]
fn lists_the_default_visual_and_one_of_depth_32() {
    let all = [
        visual(0x21, 24, 4),
        visual(0x22, 24, 5),
        visual(0x40, 32, 4),
        visual(0x41, 32, 4),
    ];
    let ids: Vec<u64> = listed_visuals(&all).iter().map(|v| v.visual_id).collect();
    assert_eq!(ids, [0x21, 0x40, 0x41]);
}

#[test]
fn a_visual_stands_for_one_configuration_where_the_server_has_enough() {
    let all: Vec<VisualInfo> = (0x21..0x2b).map(|id| visual(id, 24, 4)).collect();
    let configs = configurations(&listed_visuals(&all));
    let ids: Vec<i32> = configs.iter().map(|c| c.visual_id()).collect();
    assert!(ids.iter().copied().eq(0x21..0x29));
    // The default visual is what programs want.
    assert!(configs[0].storage.double_buffer && configs[0].storage.depth_stencil);

    let few = configurations(&listed_visuals(&all[..2]));
    let ids: Vec<i32> = few.iter().map(|c| c.visual_id()).collect();
    assert_eq!(ids, [[0x21].as_slice(), &[0x22; 7]].concat());
}

#[test]
fn a_default_visual_with_a_palette_is_passed_over() {
    let ids: Vec<u64> = listed_visuals(&[visual(1, 8, 3), visual(2, 24, 4)])
        .iter()
        .map(|v| v.visual_id)
        .collect();
    assert_eq!(ids, [2]);
}

#[test]
fn every_combination_has_its_own_number() {
    let configs = configurations(&[visual(1, 24, 4), visual(2, 32, 4)]);
    assert_eq!(configs.len(), 16);
    assert!(
        configs
            .iter()
            .enumerate()
            .all(|(i, c)| c.id == i as i32 + 1)
    );
    let first = configs[0].storage;
    assert!(first.alpha && first.depth_stencil && first.double_buffer);
    assert!(configs.is_sorted_by_key(|c| c.storage.multisampled));
    assert_eq!(configs[8].storage.samples(), 4);
    assert_eq!(configurations(&[]).len(), 8);
}
