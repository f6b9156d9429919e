//! Checks that the memory of the driver is bounded: for a first frame, for a million triangles, for draws without a swap,
//! for textures that change between draws, and for frames that are alike.
//!
//! The bounds hold for the bytes that the driver asks for, which are the same on every machine. The resident size has only a
//! coarse bound, since the kernel decides how many pages it maps around those that are touched. `scripts/bench footprint`
//! prints the exact figures.

use shim_tests::footprint::Meter;

/// The most bytes that a first frame of 1024×768 may ask for. It asks for 13.4 MB: 6.3 for the picture's colour and depth,
/// and 3.1 for the window's copy.
const FIRST_FRAME_BYTES: f64 = 16e6;
/// The most resident KiB that it may gain. It stays below this even with the whole library in memory.
const FIRST_FRAME_RESIDENT_KIB: f64 = 24.0 * 1024.0;
/// The most bytes for a million triangles in flight (client arrays ask for 51 MB).
const MILLION_TRIANGLES_BYTES: f64 = 256e6;
/// The most bytes by which a stream of draws without a swap may grow (it varies by 4 MB).
const STREAM_BYTES: f64 = 16e6;
/// The most bytes for 1,500 draws, each with another version of a texture of 1 MiB.
const VERSIONS_BYTES: f64 = 110e6;

/// The most allocations for 100 frames of ten draws in ten states. A swap without an X connection of the driver's own takes three in
/// Xlib, and the last state of a frame is not used again.
const STEADY_ALLOCATIONS: f64 = 900.0;

#[track_caller]
fn assert_below(name: &str, figure: f64, bound: f64) {
    assert!(figure < bound, "{name}: {figure}, the bound is {bound}");
}

/// Runs without workers. Their stacks and heaps would depend on the number of processors and on the load.
#[test]
fn a_first_frame_asks_for_less_than_16_mb() {
    let figures = Meter::new("footprint").run(Some(0));
    println!("{figures:?}");
    assert_below("bytes", figures["allocated_bytes"], FIRST_FRAME_BYTES);
    assert_below(
        "resident KiB",
        figures["resident_kib"],
        FIRST_FRAME_RESIDENT_KIB,
    );
}

#[test]
fn draws_ask_for_a_bounded_number_of_bytes() {
    let figures = Meter::new("memory").run(Some(3));
    println!("{figures:?}");
    for name in ["client_arrays", "begin_end", "buffer_object"] {
        assert_below(name, figures[name], MILLION_TRIANGLES_BYTES);
    }
    assert_below("endless_stream", figures["endless_stream"], STREAM_BYTES);
    for name in ["texture_parts", "whole_textures", "new_textures", "mipmaps"] {
        assert_below(name, figures[name], VERSIONS_BYTES);
    }
}

#[test]
fn frames_that_are_alike_ask_for_few_pieces_of_memory() {
    let meter = Meter::new("steady");
    let [alone, together] = [0, 3].map(|workers| meter.run(Some(workers))["allocations"]);
    println!("{alone} {together}");
    assert_below("allocations", alone, STEADY_ALLOCATIONS);
    assert_below("allocations with workers", together, STEADY_ALLOCATIONS);
}
