use crate::doors::DoorTable;
use crate::status::*;

#[test]
fn the_block_is_replaced_and_the_rest_stays() {
    let block = counts_block(&DoorTable::default());
    let once = with_counts("# Status\n\nText.\n", &block);
    let twice = with_counts(&format!("{once}After.\n"), &block);
    assert_eq!(twice.matches(BEGIN).count(), 1);
    assert!(twice.starts_with("# Status\n\nText.\n\n") && twice.ends_with("After.\n"));
}
