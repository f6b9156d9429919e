//! Operations that go through memory, on every instruction set.
#![forbid(unsafe_code)]

use super::*;

const SETS: [InstructionSet; 3] = InstructionSet::ALL;

/// Fetches elements and writes them back as rows. Consecutive elements take two ways.
struct Fetched<'a> {
    elements: Elements<'a>,
    indices: [u32; LANES],
    out: &'a mut Option<[[f32; 4]; LANES]>,
}

/// The consecutive elements from this one on.
fn run_from(first: u32) -> [u32; LANES] {
    std::array::from_fn(|lane| first.saturating_add(lane as u32))
}

impl PerWidth for Fetched<'_> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        if let Some(columns) = V::columns(&self.elements, &self.indices) {
            V::write_rows(columns, self.out.insert([[0.0; 4]; LANES]), 1);
        }
        let first = self.indices[0];
        if self.indices == run_from(first) {
            let bits = |rows: [[f32; 4]; LANES]| rows.map(|row| row.map(f32::to_bits));
            // From here on, and after the group before.
            for skipped in [0, LANES as u32].into_iter().filter(|n| *n <= first) {
                let mut run = self.elements.run(first - skipped);
                if skipped > 0 {
                    let _ = V::columns_of_run(&mut run);
                }
                let mut rows = None;
                if let Some(columns) = V::columns_of_run(&mut run) {
                    V::write_rows(columns, rows.insert([[0.0; 4]; LANES]), 1);
                }
                assert_eq!(rows.map(bits), self.out.map(bits));
            }
        }
    }
}

#[test]
fn elements_are_fetched_whole_or_not_at_all() {
    let floats: Vec<f32> = (0..50).map(|i| i as f32).collect();
    let bytes: &[u8] = bytemuck::cast_slice(&floats);
    for (offset, stride) in [
        (0, 16),
        (4, 4),
        (8, 20),
        (0, 0),
        (184, 1),
        (184, usize::MAX),
    ] {
        for set in SETS {
            for indices in [
                [0; LANES],
                std::array::from_fn(|i| i as u32 * 5 % 16),
                [9; LANES],
                run_from(0),
                run_from(2),
                run_from(18),
                run_from(31),
            ] {
                let mut out = None;
                let Some(elements) = Elements::new(bytes, offset, stride) else {
                    assert_eq!((offset, stride), (184, usize::MAX));
                    continue;
                };
                run_on(
                    set,
                    Fetched {
                        elements,
                        indices,
                        out: &mut out,
                    },
                );
                let element = |index: u32| {
                    let start = offset + index as usize * stride;
                    Some(bytemuck::pod_read_unaligned::<[f32; 4]>(
                        bytes.get(start..start + 16)?,
                    ))
                };
                let all: Option<Vec<_>> = indices.into_iter().map(element).collect();
                let bits =
                    |rows: &[[f32; 4]]| rows.as_flattened().iter().map(|x| x.to_bits()).collect();
                let expected: Option<Vec<u32>> = all.map(|rows| bits(&rows));
                assert_eq!(
                    out.map(|rows| bits(&rows)),
                    expected,
                    "{set:?} {offset} {stride}"
                );
            }
        }
    }
    assert!(Elements::new(bytes, 185, 16).is_none());
    assert!(Elements::new(bytes, usize::MAX, 16).is_none());
}

/// Entries of a table by number.
struct LookedUp<'a>(&'a [u32; 2 * LANES], [u32; LANES], &'a mut [u32; LANES]);

impl PerWidth for LookedUp<'_> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        *self.2 = V::store_i(V::look_up(self.0, V::load_i(self.1)));
    }
}

#[test]
fn entries_are_looked_up_by_the_low_bits_of_numbers() {
    let table: [u32; 2 * LANES] = std::array::from_fn(|i| 0x8000_0000 + 7 * i as u32);
    for set in SETS {
        for first in [0, 9, 16, 25, u32::MAX - 40] {
            let numbers = run_from(first).map(|number| number.wrapping_mul(5));
            let mut out = [0; LANES];
            run_on(set, LookedUp(&table, numbers, &mut out));
            let expected = numbers.map(|number| table[number as usize % 32]);
            assert_eq!(out, expected, "{set:?} {first}");
        }
    }
}

/// What sixteen f64 become: sums, their halves and back, the nearest integers, and which are below 0.
struct Doubled<'a>(&'a mut ([[u32; LANES]; 2], [f32; LANES], [u32; LANES], u16));

impl PerWidth for Doubled<'_> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let numbers: [u32; LANES] = std::array::from_fn(|l| (l as i32 * 977 - 5000) as u32);
        let third = V::splat_d(0.5) / V::splat_d(1.5);
        let x = V::widen_i(V::load_i(numbers)) * third + V::widen(V::splat(0.1));
        let [low, high] = V::halves(x);
        let x = V::doubles([low, high]);
        let below = V::mask_bits(V::lt_d(x, V::splat_d(0.0)));
        let rounded = V::round_i(x - V::splat_d(0.5));
        *self.0 = (
            [V::store_i(low), V::store_i(high)],
            V::store(V::narrow(x)),
            V::store_i(rounded),
            below,
        );
    }
}

#[test]
fn sixteen_doubles_give_the_same_bits() {
    for set in SETS {
        let mut out = ([[0; LANES]; 2], [0.0; LANES], [0; LANES], 0);
        run_on(set, Doubled(&mut out));
        for l in 0..LANES {
            let x = f64::from(l as i32 * 977 - 5000) * (0.5 / 1.5) + f64::from(0.1f32);
            let bits = [x.to_bits() as u32, (x.to_bits() >> 32) as u32];
            let expected = (bits, x as f32, (x - 0.5).round_ties_even() as i32 as u32);
            let halves = out.0.map(|half| half[l]);
            assert_eq!((halves, out.1[l], out.2[l]), expected, "{set:?} {l}");
            assert_eq!(out.3 >> l & 1 == 1, x < 0.0);
        }
    }
}

/// Numbers shifted to the left by those of another vector.
struct Shifted<'a>([u32; LANES], [u32; LANES], &'a mut [u32; LANES]);

impl PerWidth for Shifted<'_> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        *self.2 = V::store_i(V::shl_each(V::load_i(self.0), V::load_i(self.1)));
    }
}

/// What a window over words gives, as numbers of 16 bits in pairs; `None` where there is none.
struct Windowed<'a> {
    bytes: &'a [u8],
    row: u32,
    numbers: [u32; LANES],
    out: &'a mut Option<[[[u32; LANES]; 4]; 2]>,
}

impl PerWidth for Windowed<'_> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let mut rows = PairRows::new(self.bytes, self.row);
        let found = V::window(&mut rows, 1, V::load_i(self.numbers));
        *self.out = found.filter(|(_, fits)| V::all(*fits)).map(|(window, _)| {
            let bytes = V::load_window(&rows, 1, window);
            bytes.map(|row| row.map(V::store_i))
        });
    }
}

/// The words of pairs of texels of 64 bits.
struct Doubles<'a>(&'a [u8], u32, [u32; LANES], &'a mut [[[u32; LANES]; 4]; 2]);

impl PerWidth for Doubles<'_> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let mut rows = DoubleRows::new(self.0, self.1);
        rows.place::<V>(1, V::load_i(self.2));
        *self.3 = V::load_doubles(&rows, 1).map(|row| row.map(V::store_i));
    }
}

#[test]
fn pairs_of_doubles_stay_inside() {
    let row = 5;
    let bytes: Vec<u8> = (0..8 * row * 3).map(|i| i as u8).collect();
    for set in SETS {
        // Texel 8 is the last with a neighbour, and both a row further.
        let numbers = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 100, !0, 0, 4];
        let mut out = [[[9; LANES]; 4]; 2];
        run_on(set, Doubles(&bytes, row, numbers, &mut out));
        for (lane, number) in numbers.into_iter().enumerate() {
            for (line, words) in out.iter().enumerate() {
                let start = 8 * (number.min(8) as usize + line * row as usize);
                for (i, word) in words.iter().enumerate() {
                    let expected = bytes[start + 4 * i..][..4].try_into().expect("four bytes");
                    assert_eq!(word[lane], u32::from_ne_bytes(expected), "{set:?} {number}");
                }
            }
        }
        // No pair has room.
        let mut out = [[[9; LANES]; 4]; 2];
        run_on(set, Doubles(&bytes[..50], row, numbers, &mut out));
        assert_eq!(out, [[[0; LANES]; 4]; 2]);
    }
}

#[test]
fn shifts_by_too_much_leave_nothing() {
    let numbers = std::array::from_fn(|l| 0x8000_0003 - l as u32);
    let by = [
        0,
        1,
        2,
        7,
        8,
        9,
        30,
        31,
        32,
        33,
        63,
        64,
        255,
        1 << 31,
        !0,
        5,
    ];
    for set in SETS {
        let mut out = [1; LANES];
        run_on(set, Shifted(numbers, by, &mut out));
        let expected: [u32; LANES] =
            std::array::from_fn(|l| numbers[l].checked_shl(by[l]).unwrap_or(0));
        assert_eq!(out, expected, "{set:?}");
    }
}

#[test]
fn windows_hold_the_words_of_rows_of_lanes() {
    let row = 20;
    let bytes: Vec<u8> = (0..4 * row * 9).map(|i| ((i * 37) >> 3) as u8).collect();
    // Where rows of lanes start, and the distances of lanes to the right, which may be negative.
    for (starts, step, fits) in [
        ([0, 20, 40, 60], 1, true),
        ([23, 23, 61, 0], 2, true),
        ([6, 26, 46, 8], -2, true),
        ([19, 39, 59, 79], 0, true),
        // The last words of the second row are the last of all.
        ([158, 138, 118, 98], 0, true),
        ([158, 138, 118, 98], -2, true),
        ([0, 20, 40, 60], 3, false),
        ([10, 20, 40, 60], -3, false),
    ] {
        let numbers: [u32; LANES] =
            LANE_OFFSET.map(|(x, y)| (starts[y as usize] + step * i32::from(x)) as u32);
        let word = |number: u32, c: usize| u32::from(bytes[4 * number as usize + c]);
        let expected: [[[u32; LANES]; 4]; 2] = std::array::from_fn(|j| {
            let first = |l: usize| numbers[l] + row * j as u32;
            std::array::from_fn(|c| {
                std::array::from_fn(|l| word(first(l), c) | word(first(l) + 1, c) << 16)
            })
        });
        for set in SETS {
            let mut out = None;
            run_on(
                set,
                Windowed {
                    bytes: &bytes,
                    row,
                    numbers,
                    out: &mut out,
                },
            );
            let has_windows = set.min(InstructionSet::widest_vectors()) == InstructionSet::Avx512;
            assert_eq!(
                out,
                (has_windows && fits).then_some(expected),
                "{set:?} {starts:?} {step}"
            );
        }
    }
    let mut out = None;
    run_on(
        InstructionSet::Avx512,
        Windowed {
            bytes: &bytes[..100],
            row,
            numbers: [0; LANES],
            out: &mut out,
        },
    );
    assert_eq!(out, None, "no room for a row of a window");
}

/// Writes the chosen ones of four rows and words.
struct Chosen<'a> {
    words: u64,
    out: &'a mut (usize, [[f32; 4]; 4], [u16; 4]),
}

impl PerWidth for Chosen<'_> {
    #[inline(always)]
    fn run<V: Vectors>(self) {
        let rows = V::load(&LANE_NUMBERS.map(|lane| lane as f32));
        let first = V::repeat_row(&[100.0, 200.0, 300.0, 400.0]);
        let (n, rows_out, words_out) = self.out;
        *n = V::write_chosen(rows + first, self.words, rows_out, words_out);
    }
}

#[test]
fn rows_are_chosen_by_their_words() {
    for which in 0..16 {
        let chosen: Vec<u16> = (0..4).filter(|row| which >> row & 1 == 1).collect();
        let word = |row: u16| 0x8001 >> row;
        let words = chosen
            .iter()
            .map(|row| u64::from(word(*row)) << (16 * row))
            .sum();
        for set in SETS {
            let mut out = Default::default();
            run_on(
                set,
                Chosen {
                    words,
                    out: &mut out,
                },
            );
            let (n, rows, words) = out;
            assert_eq!(n, chosen.len());
            for (i, row) in chosen.iter().enumerate() {
                let first = f32::from(4 * row);
                let expected = [first + 100.0, first + 201.0, first + 302.0, first + 403.0];
                assert_eq!((rows[i], words[i]), (expected, word(*row)));
            }
        }
    }
}
