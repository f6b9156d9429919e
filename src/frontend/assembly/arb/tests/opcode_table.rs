//! Every operation has one row.

use crate::frontend::assembly::arb::opcode_table::{OPCODES, row_of};

#[test]
fn each_operation_has_one_row_and_rows_stand_by_name() {
    for info in OPCODES {
        assert_eq!(row_of(info.opcode).name, info.name);
    }
    assert!(OPCODES.is_sorted_by_key(|info| info.name));
}
