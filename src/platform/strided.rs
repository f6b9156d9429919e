//! Arrays of the application, whose elements are read and written at any stride and alignment.
//!
//! ```text
//!   base                stride
//!   │◀────────────────────▶│
//!   │ word 0 │ word 1 │    │ word 0 │ word 1 │    │ word 0 │ word 1 │
//!   │◀── element 0 ──▶│    │◀── element 1 ──▶│
//! ```
//!
//! Arrays may share memory. So no Rust reference to the bytes ever exists: they are copied in and out through raw pointers.

use super::SharedBytes;
use std::marker::PhantomData;
use std::ops::Range;

/// An array of elements, each of which has some words of 32 bits.
#[derive(Debug, Clone, Copy)]
pub struct Strided<'a> {
    base: *mut u8,
    stride: isize,
    /// The number of bytes of an element.
    size: usize,
    n: usize,
    memory: PhantomData<&'a [u8]>,
}

// SAFETY: the maker of the array guaranteed that any thread may read it as long as it lives, and write it if anybody does. A
// read during a write may give any bits, and any bits are a valid word.
unsafe impl Send for Strided<'_> {}
// SAFETY: as above.
unsafe impl Sync for Strided<'_> {}

impl<'a> Strided<'a> {
    /// Makes an array of `n` elements of `size` bytes, with `stride` bytes from one to the next. With stride 0 all are the same
    /// element; with a negative one the addresses descend from `base`.
    ///
    /// Returns `None` for a null pointer, and for an extent that wraps or is too large to be memory.
    ///
    /// # Safety
    /// Each element is readable memory for `'a`, and writable if it is written to.
    pub unsafe fn new(base: *mut u8, stride: isize, size: usize, n: usize) -> Option<Strided<'a>> {
        let array = Strided {
            base,
            stride,
            size,
            n,
            memory: PhantomData,
        };
        (n == 0 || !base.is_null() && array.checked_extent().is_some()).then_some(array)
    }

    /// Makes an array of elements in a block, from byte `offset` on. Returns `None` if one lies outside the block.
    pub fn within(
        block: &'a SharedBytes,
        offset: usize,
        stride: isize,
        size: usize,
        n: usize,
    ) -> Option<Strided<'a>> {
        let first = block.address().checked_add(offset)?;
        let base = std::ptr::with_exposed_provenance_mut(first);
        // SAFETY: the array is used only if all elements are in the block, which any thread may read and write.
        let array = unsafe { Strided::new(base, stride, size, n) }?;
        let (extent, end) = (array.extent(), block.address() + block.len());
        (n == 0 || extent.start >= block.address() && extent.end <= end).then_some(array)
    }

    /// Returns the array of the `n` elements from index `first` on.
    pub fn part(&self, first: usize, n: usize) -> Strided<'a> {
        assert!(first < self.n && n <= self.n - first);
        let base = self.element(first);
        Strided { base, n, ..*self }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.n
    }

    /// Whether it has no elements.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// The number of bytes from one element to the next.
    pub fn stride(&self) -> isize {
        self.stride
    }

    /// The number of bytes of an element.
    pub fn element_bytes(&self) -> usize {
        self.size
    }

    /// Returns the addresses from the lowest to the highest byte of all elements.
    pub fn extent(&self) -> Range<usize> {
        self.checked_extent().unwrap_or(0..0)
    }

    /// Does the same, or returns `None` if an address wraps or the extent is too large.
    fn checked_extent(&self) -> Option<Range<usize>> {
        let Some(last) = self.n.checked_sub(1) else {
            return Some(0..0);
        };
        let base = self.base.addr();
        let way = isize::try_from(last).ok()?.checked_mul(self.stride)?;
        let last = base.checked_add_signed(way)?;
        let (low, high) = (base.min(last), base.max(last));
        let end = high.checked_add(self.size)?;
        isize::try_from(end - low).ok()?;
        Some(low..end)
    }

    /// Returns the address of element `i`.
    fn element(&self, i: usize) -> *mut u8 {
        debug_assert!(i < self.n);
        // The extent fits into the address space, so the product does not overflow.
        self.base.wrapping_offset(i as isize * self.stride)
    }

    /// Reads word `w` of element `first + l` into lane `l` of `rows[w]`. Lanes after the last element repeat it.
    pub fn read_words<const L: usize>(&self, first: usize, rows: &mut [[f32; L]]) {
        assert!(4 * rows.len() <= self.size && first < self.n);
        // Consecutive words are one row in memory.
        let whole = first + L <= self.n;
        if let ([row], true, 4) = (&mut *rows, whole, self.stride) {
            // SAFETY: L elements of four bytes lie one after the other from `first` on, and any bits are a valid word.
            *row = unsafe { self.element(first).cast::<[f32; L]>().read_unaligned() };
            return;
        }
        for l in 0..L {
            let element = self.element((first + l).min(self.n - 1)).cast::<f32>();
            for (w, row) in rows.iter_mut().enumerate() {
                // SAFETY: word `w` lies inside the element.
                row[l] = unsafe { element.add(w).read_unaligned() };
            }
        }
    }

    /// Writes lane `l` of `rows[w]` to word `w` of element `first + l`. Lanes after the last element are not written.
    pub fn write_words<const L: usize>(&self, first: usize, rows: &[[f32; L]]) {
        assert!(4 * rows.len() <= self.size && first < self.n);
        let n = L.min(self.n - first);
        if let ([row], true, 4) = (rows, n == L, self.stride) {
            // SAFETY: as in `read_words`, and the array's maker guaranteed that it may be written.
            unsafe { self.element(first).cast::<[f32; L]>().write_unaligned(*row) };
            return;
        }
        for l in 0..n {
            let element = self.element(first + l).cast::<f32>();
            for (w, row) in rows.iter().enumerate() {
                // SAFETY: as above.
                unsafe { element.add(w).write_unaligned(row[l]) };
            }
        }
    }

    /// Returns `n` elements from `first` on as one piece of memory. The elements must lie one after the other.
    pub fn packed(&self, first: usize, n: usize) -> ArrayPart<'a> {
        assert!(self.stride == self.size as isize && n <= self.n && first <= self.n - n);
        let base = match n {
            0 => self.base,
            _ => self.element(first),
        };
        ArrayPart {
            base,
            bytes: n * self.size,
            memory: PhantomData,
        }
    }

    /// Copies all elements to a block, one after the other. Returns `None` if memory is short.
    pub fn to_packed(&self) -> Option<SharedBytes> {
        let copy = SharedBytes::new(self.size.checked_mul(self.n)?)?;
        let to = Strided::within(&copy, 0, self.size as isize, self.size, self.n)?;
        for i in 0..self.n {
            // SAFETY: both elements are `size` bytes long.
            unsafe { std::ptr::copy(self.element(i), to.element(i), self.size) };
        }
        Some(copy)
    }
}

/// A piece of memory that generated code reads or writes directly: a part of an array, or memory of ours.
#[derive(Debug, Clone, Copy)]
pub struct ArrayPart<'a> {
    base: *mut u8,
    bytes: usize,
    memory: PhantomData<&'a mut [u8]>,
}

impl<'a> ArrayPart<'a> {
    /// No bytes.
    pub const NONE: ArrayPart<'static> = ArrayPart {
        base: std::ptr::null_mut(),
        bytes: 0,
        memory: PhantomData,
    };

    /// Makes a part of memory of ours.
    pub fn of<T: Copy>(items: &'a mut [T]) -> ArrayPart<'a> {
        ArrayPart {
            base: items.as_mut_ptr().cast(),
            bytes: size_of_val(items),
            memory: PhantomData,
        }
    }

    /// Replaces each NaN in word `word` of elements of `words` words by `bits`.
    pub fn replace_nans(&self, word: usize, words: usize, bits: u32) {
        for i in (word..self.bytes / 4).step_by(words) {
            // SAFETY: the word lies inside the part, and the part's maker guaranteed that it may be read and written.
            unsafe {
                let place = self.base.cast::<f32>().add(i);
                if place.read_unaligned().is_nan() {
                    place.cast::<u32>().write_unaligned(bits);
                }
            }
        }
    }

    /// The address of the first byte.
    pub fn base(&self) -> *mut u8 {
        self.base
    }

    /// The number of bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}
