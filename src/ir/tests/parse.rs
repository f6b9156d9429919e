//! Printed text is parsed to the same program, and errors name their line.

use crate::ir::parse::parse;

const TEXT: &str = "\
program inputs 1 outputs 1 uniforms 8 slots 1 limit 65536 depth 4
block 0:
  %0 = load.input 0 @3..9
  %1 = const.f32 0x7fc00001 ; NaN
  %2 = const.i32 -5
  %3 = const.mask 1
  %4 %5 %6 %7 = load.param.row %2 0 2
  store.slot %4 0
  jump 1 %0 %3 @10..12
block 1 %8:f32 %9:mask count 2:
  kill %9
  branch %9 yes 1 %0 %9 no 2
block 2:
  call 3 resume 4
block 3:
  return @1..2
block 4:
  end
";

#[test]
fn text_comes_back_as_it_was() {
    let program = parse(TEXT).expect("a program");
    assert_eq!(program.to_string(), TEXT);
    assert_eq!(program.instruction_limit, Some(65536));
    assert_eq!(crate::ir::verify::verify(&program), Ok(()));
}

#[test]
fn errors_name_the_line() {
    for (text, error) in [
        ("block 0:\n  %0 = frob\n", "line 2: `frob`"),
        ("block 0:\n  end\nblock 2:\n", "line 3: blocks"),
        ("block 0:\n", "no terminator"),
        ("block 0:\n  %99999999 = load.input 0\n", "line 2"),
        ("block 0:\n  end now\n", "`now`"),
        ("block 0:\n  %0 %2 = sample %0\n", "4 results"),
    ] {
        let found = parse(text).expect_err(text);
        assert!(found.contains(error), "{text}: {found}");
    }
}
