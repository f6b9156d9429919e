//! Code that was written stays as it was.

use crate::platform::exec_memory::ExecMemory;

#[test]
fn an_image_is_kept() {
    let Ok(memory) = ExecMemory::new(&[0xc3, 1, 2]) else {
        eprintln!("the system refuses executable memory: nothing is tested");
        return;
    };
    // SAFETY: three bytes were copied there.
    let bytes = unsafe { std::slice::from_raw_parts(memory.as_ptr(), 3) };
    assert_eq!(bytes, [0xc3, 1, 2]);
}
