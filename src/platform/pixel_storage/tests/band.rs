//! Averages of samples are rounded by component.

#[test]
fn averages_are_rounded_by_component() {
    let average = |samples: [u32; 4]| {
        crate::platform::pixel_storage::band::average(samples.map(|s| [u64::from(s); 8]))[0]
    };
    assert_eq!(average([0xff00_ff00; 4]), 0xff00_ff00);
    assert_eq!(average([0xff00_0001, 0, 0, 0x0000_0001]), 0x4000_0001);
    assert_eq!(average([u32::MAX; 4]), u64::from(u32::MAX));
}
