//! Selects elements of arrays, vectors and matrices by computed indices: one row of the uniform array where the elements
//! lie in it row by row, else by comparing the index with each number.

use super::value::{Val, Values};
use super::{Frame, Lowering, Stop};
use crate::frontend::c_like::tree::Expression;
use crate::frontend::c_like::types::Scalar;
use crate::ir::{Op, ValueId};

/// A computed index: scalars of an element, elements.
#[derive(Debug, Clone, Copy)]
pub(super) struct Index {
    pub(super) value: ValueId,
    pub(super) scalars: u32,
    pub(super) count: u32,
}

/// Elements that lie in the uniform array.
struct UniformRows {
    /// The word of each scalar of the element whose indices are all 0.
    words: Vec<u32>,
    /// Rows of four words from one element to the next, by index.
    strides: Vec<u32>,
    /// The words before the first row.
    base: u32,
    n_rows: u32,
}

impl<'m> Lowering<'m> {
    /// An element of a value.
    pub(super) fn element(
        &mut self,
        frame: &mut Frame,
        of: &'m Expression,
        index: &'m Expression,
        [scalars, count]: [u32; 2],
    ) -> Result<Values, Stop> {
        // Direct3D's language computes the index first.
        let (all, value) = if self.module.numbers_are_floats {
            let value = self.expression(frame, index)?;
            (self.expression(frame, of)?, value)
        } else {
            let all = self.expression(frame, of)?;
            (all, self.expression(frame, index)?)
        };
        let value = self.bits(value[0], Scalar::Int);
        let kinds = self.module.types.scalars(of.ty);
        let kinds = &kinds[..(scalars as usize).min(kinds.len())];
        match self.b.known(value) {
            Some(i) if (i as u32) < count => Ok(Values::from_slice(
                &all[(i as u32 * scalars) as usize..][..scalars as usize],
            )),
            Some(_) => Ok(kinds.iter().map(|s| self.zero(*s)).collect()),
            None => {
                let index = Index {
                    value,
                    scalars,
                    count,
                };
                self.select_element(&all, &[index], kinds)
            }
        }
    }

    /// The element with these indices, whose scalars have these kinds; 0 if an index is out of range. `all` begins with
    /// the element whose indices are all 0.
    pub(super) fn select_element(
        &mut self,
        all: &[Val],
        indices: &[Index],
        kinds: &[Scalar],
    ) -> Result<Values, Stop> {
        if let Some(rows) = self.uniform_rows(all, indices, kinds)? {
            return Ok(self.load_rows(&rows, indices));
        }
        let Some((index, inner)) = indices.split_first() else {
            return Ok(Values::from_slice(&all[..kinds.len()]));
        };
        let mut chosen: Values = kinds.iter().map(|s| self.zero(*s)).collect();
        for i in 0..index.count {
            let from = &all[(i * index.scalars) as usize..];
            let element = self.deeper(|l| l.select_element(from, inner, kinds))?;
            self.charge(kinds.len())?;
            let number = self.b.i32(i as i32);
            let is_it = Val::Mask(self.b.emit1(Op::IEq, &[index.value, number]));
            for (k, scalar) in kinds.iter().enumerate() {
                chosen[k] = match element[k] {
                    Val::Undefined => Val::Undefined,
                    value => self.choose(chosen[k], value, is_it, *scalar, scalar.bits()),
                };
            }
        }
        Ok(chosen)
    }

    /// How the elements lie in the uniform array, if they do, in whole rows from one to the next.
    fn uniform_rows(
        &mut self,
        all: &[Val],
        indices: &[Index],
        kinds: &[Scalar],
    ) -> Result<Option<UniformRows>, Stop> {
        let word = |at: usize| match all.get(at) {
            Some(Val::Uniform(word)) => Some(*word),
            _ => None,
        };
        let (Some(words), false) = (
            (0..kinds.len()).map(word).collect::<Option<Vec<u32>>>(),
            kinds.iter().any(|k| k.is_wide()) || kinds.is_empty(),
        ) else {
            return Ok(None);
        };
        let first = words[0];
        let mut strides = Vec::new();
        let mut n_rows = 0;
        for index in indices {
            let next = if index.count > 1 {
                word(index.scalars as usize)
            } else {
                Some(first + 4)
            };
            match next.and_then(|next| next.checked_sub(first)) {
                Some(stride) if stride % 4 == 0 && stride > 0 => strides.push(stride / 4),
                _ => return Ok(None),
            }
            n_rows += (index.count.max(1) - 1) * (strides[strides.len() - 1]);
        }
        // The words of every element follow from those of the first one.
        let n: usize = indices.iter().map(|i| i.count as usize).product();
        self.charge(n * kinds.len())?;
        for number in 0..n {
            let (mut rest, mut at, mut rows) = (number, 0, 0);
            for (index, stride) in indices.iter().zip(&strides) {
                let i = (rest % index.count as usize) as u32;
                rest /= index.count as usize;
                at += (i * index.scalars) as usize;
                rows += i * stride;
            }
            let fits = |k: usize| word(at + k) == Some(words[k] + 4 * rows);
            if !(0..kinds.len()).all(fits) {
                return Ok(None);
            }
        }
        let least = words.iter().copied().min().unwrap_or(first);
        let most = words.iter().copied().max().unwrap_or(first);
        // Four words that follow each other are a row wherever they begin; others are parts of the array's own rows.
        let follows = |(i, word): (usize, &u32)| *word == first + i as u32;
        let is_row = words.len() == 4 && words.iter().enumerate().all(follows);
        let base = if is_row { least } else { least - least % 4 };
        n_rows += (most - base) / 4 + 1;
        Ok(Some(UniformRows {
            words,
            strides,
            base,
            n_rows,
        }))
    }

    fn load_rows(&mut self, rows: &UniformRows, indices: &[Index]) -> Values {
        let mut row = self.b.i32(0);
        for (index, stride) in indices.iter().zip(&rows.strides) {
            let stride = self.b.i32(*stride as i32);
            let term = match self.b.known(stride) {
                Some(1) => index.value,
                _ => self.b.emit1(Op::IMul, &[index.value, stride]),
            };
            row = match self.b.known(row) {
                Some(0) => term,
                _ => self.b.emit1(Op::IAdd, &[row, term]),
            };
        }
        // One load for each row of the element.
        let mut loaded: Vec<(u32, [ValueId; 4])> = Vec::new();
        let words = rows.words.iter().map(|word| {
            let (within, component) = ((word - rows.base) / 4, (word - rows.base) % 4);
            let known = loaded.iter().find(|(n, _)| *n == within).map(|(_, v)| *v);
            let values = known.unwrap_or_else(|| {
                let base = rows.base + 4 * within;
                let values = self.b.load_param_row(base, rows.n_rows - within, row);
                loaded.push((within, values));
                values
            });
            Val::Exact(values[component as usize])
        });
        words.collect()
    }
}
