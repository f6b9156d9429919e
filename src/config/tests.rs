//! Defaults, values that are read, and values that are refused with a warning.

use super::*;

fn config(pairs: &[(&str, &str)]) -> Config {
    Config::from_variables(|name| {
        pairs
            .iter()
            .find(|(n, _)| *n == name)
            .map(|(_, v)| v.to_string())
    })
}

#[test]
fn nothing_set_is_the_default() {
    assert_eq!(config(&[]), Config::default());
    assert_eq!(config(&[("TRILOBITE_DEBUG", "")]), Config::default());
}

#[test]
fn values_are_read() {
    let c = config(&[
        ("TRILOBITE_DEBUG", "ir, calls"),
        ("TRILOBITE_ENGINE", "interpreter"),
        ("TRILOBITE_LANES", "8"),
        ("TRILOBITE_WORKERS", "0"),
        ("TRILOBITE_PANIC", "abort"),
        ("TRILOBITE_EXTENSION_YEAR", "2002"),
        ("TRILOBITE_EXTENSION_CHARS", "4000"),
    ]);
    assert!(c.debug.ir && c.debug.calls && !c.debug.asm && c.panic_abort);
    assert_eq!(
        (c.engine, c.lanes, c.workers),
        (Some(Engine::Interpreter), Some(8), Some(0))
    );
    assert_eq!(
        (c.extension_year, c.extension_chars),
        (Some(2002), Some(4000))
    );
    assert!(c.not_understood.is_empty());
}

#[test]
fn what_is_to_be_explained_is_read() {
    let explain = |text: &str| config(&[("TRILOBITE_EXPLAIN", text)]).explain;
    let request = |frame, what, file: &str| {
        let file = file.to_owned();
        Some(Explain { frame, what, file })
    };
    let pixel = Explained::Pixel;
    assert_eq!(
        explain("3:40, 50"),
        request(3, pixel(40, 50), Explain::FILE)
    );
    assert_eq!(
        explain("0:1,2:/tmp/a:b.txt"),
        request(0, pixel(1, 2), "/tmp/a:b.txt")
    );
    let vertex = Explained::Vertex(7, 9);
    assert_eq!(explain("12:v7,9:x"), request(12, vertex, "x"));
    for nonsense in ["3", "3:4", "x:1,2", "1:v2", "1:v-2,3", "-1:2,3", "1:2,3,4"] {
        let c = config(&[("TRILOBITE_EXPLAIN", nonsense)]);
        assert_eq!((c.explain, c.not_understood.len()), (None, 1), "{nonsense}");
    }
}

#[test]
fn nonsense_is_named_and_has_no_effect() {
    let c = config(&[
        ("TRILOBITE_LANES", "7"),
        ("TRILOBITE_DEBUG", "calls,what"),
        ("TRILOBITE_WORKERS", "-1"),
    ]);
    assert_eq!((c.lanes, c.workers, c.debug.calls), (None, None, true));
    assert_eq!(c.not_understood.len(), 3);
}
