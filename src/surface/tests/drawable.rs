//! Which buffer is shown, and when, as the window changes its size.

use crate::platform::PixelStorage;
use crate::surface::drawable::Surface;
use crate::surface::{Config, Presenter, Region};
use parking_lot::Mutex;
use std::sync::Arc;

#[derive(Debug, Default)]
struct Recorder {
    shown: Arc<Mutex<Vec<(Region, u32)>>>,
    size: Arc<Mutex<(u32, u32)>>,
}

impl Presenter for Recorder {
    fn size(&self) -> Option<(u32, u32)> {
        Some(*self.size.lock())
    }
    fn present(&self, pixels: &PixelStorage, region: Region) -> Option<(u32, u32)> {
        let mut pixel = [0];
        pixels.read_row(region.x, region.y, &mut pixel);
        self.shown.lock().push((region, pixel[0]));
        self.size()
    }
}

fn surface(double_buffer: bool) -> (Surface, Recorder) {
    let config = Config {
        alpha: true,
        depth_stencil: false,
        accumulation: false,
        double_buffer,
        multisampled: false,
    };
    let seen = Recorder {
        size: Arc::new(Mutex::new((4, 3))),
        ..Recorder::default()
    };
    let twin = Recorder {
        shown: seen.shown.clone(),
        size: seen.size.clone(),
    };
    (
        Surface::with_presenter(config, 4, 3, Box::new(twin)).unwrap(),
        seen,
    )
}

#[test]
fn swap_shows_the_back_buffer_then_follows_the_window() {
    let (s, seen) = surface(true);
    s.buffers().back.unwrap().write_row(0, 0, &[7]);
    *seen.size.lock() = (9, 5);
    s.show_back();
    let shown = seen.shown.lock().clone();
    assert_eq!(
        shown,
        [(
            Region {
                x: 0,
                y: 0,
                width: 4,
                height: 3
            },
            7
        )]
    );
    assert_eq!(s.size(), (9, 5));
}

#[test]
fn only_a_drawn_front_buffer_is_shown_at_a_flush() {
    let (s, seen) = surface(true);
    s.show_front_if_drawn();
    assert!(seen.shown.lock().is_empty());
    s.mark_front_drawn();
    s.show_front_if_drawn();
    s.show_front_if_drawn();
    assert_eq!(seen.shown.lock().len(), 1);
    let (single, seen) = surface(false);
    single.mark_front_drawn();
    single.show_back();
    assert!(seen.shown.lock().is_empty());
    single.show_front_if_drawn();
    assert_eq!(seen.shown.lock().len(), 1);
}

#[test]
fn a_region_of_the_back_buffer_reaches_the_front() {
    let (s, seen) = surface(true);
    s.buffers().back.unwrap().write_row(0, 2, &[1, 2, 3, 4]);
    s.show_back_region(Region {
        x: 3,
        y: 2,
        width: 100,
        height: 100,
    });
    assert_eq!(
        *seen.shown.lock(),
        [(
            Region {
                x: 3,
                y: 2,
                width: 1,
                height: 1
            },
            4
        )]
    );
    s.show_back_region(Region {
        x: 4,
        y: 0,
        width: 1,
        height: 1,
    });
    assert_eq!(seen.shown.lock().len(), 1);
}
