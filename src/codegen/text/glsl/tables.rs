//! Constants that computed numbers address: a row of one uniform, or of a table that is filled before.

use super::names::name;
use super::values::{Value, row_value};
use crate::codegen::lines::{Code, Where};
use crate::codegen::target::{Place, Target};
use crate::codegen::text::constants::Constants;
use crate::frontend::c_like::entry::{Entry, Uniform};
use crate::ir::Op;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The arrays of a program, by the registers at which reads of them begin.
#[derive(Default)]
pub(super) struct Tables {
    arrays: BTreeMap<u32, Array>,
    /// The registers of each table.
    tables: Vec<RangeInclusive<u32>>,
}

/// What a register by a computed number is: a part of a uniform, or of a table.
enum Array {
    Uniform(Uniform, String, u32),
    Table(usize, u32),
}

impl Tables {
    pub(super) fn new(
        entry: &Entry,
        target: &Target<'_>,
        constants: &Constants,
        code: &Code,
    ) -> Tables {
        let mut all = Tables::default();
        let groups = groups(target);
        let reads = code.lines.iter().flat_map(|l| l.reads.iter());
        for read in reads {
            if let Where::Addressed(base, _) = read.from
                && !all.arrays.contains_key(&base)
            {
                let around = groups.iter().filter(|g| g.contains(&base));
                let widest = around.max_by_key(|g| g.end() - g.start());
                let group = widest.cloned().unwrap_or(base..=base);
                let array = uniform_array(entry, constants, &group, base);
                let array = array.unwrap_or_else(|| all.table(&group, base));
                all.arrays.insert(base, array);
            }
        }
        all
    }

    fn table(&mut self, group: &RangeInclusive<u32>, base: u32) -> Array {
        let known = self.tables.iter().position(|t| t == group);
        let number = known.unwrap_or_else(|| {
            self.tables.push(group.clone());
            self.tables.len() - 1
        });
        Array::Table(number, base - group.start())
    }

    /// The value that a component of the address register selects.
    pub(super) fn value(&self, base: u32, component: char) -> Value {
        let index = |offset: u32| match offset {
            0 => format!("A0.{component}"),
            n => format!("A0.{component} + {n}"),
        };
        match self.arrays.get(&base) {
            Some(Array::Uniform(uniform, own, offset)) => {
                row_value(uniform, &format!("{own}[{}]", index(*offset)))
            }
            Some(Array::Table(n, offset)) => {
                Value::named(format!("table{n}[{}]", index(*offset)), 4)
            }
            None => Value::Literal([0.0; 4]),
        }
    }

    /// The declarations of the tables, and the statements that fill them.
    pub(super) fn print(&self, values: &BTreeMap<u32, Value>) -> [Vec<String>; 2] {
        let [mut declarations, mut statements] = [Vec::new(), Vec::new()];
        for (n, registers) in self.tables.iter().enumerate() {
            let size = registers.end() - registers.start() + 1;
            declarations.push(format!("vec4 table{n}[{size}];"));
            for (i, register) in registers.clone().enumerate() {
                let whole = values.get(&register).map_or("vec4(0.0)".to_owned(), whole);
                statements.push(format!("table{n}[{i}] = {whole};"));
            }
        }
        [declarations, statements]
    }
}

/// A value with zeros as its last components.
fn whole(value: &Value) -> String {
    match value {
        Value::Literal(numbers) => super::operands::literal(numbers),
        Value::Named { text, size, .. } => {
            let zeros = ", 0.0".repeat(4 - usize::from(*size));
            format!("vec4({text}{zeros})")
        }
    }
}

/// The first and the last register of what computed numbers address together.
fn groups(target: &Target<'_>) -> Vec<RangeInclusive<u32>> {
    let loads = target.program.insts().filter(|i| i.op == Op::LoadParamRow);
    let registers = loads.filter_map(|load| {
        let [first, rows] = load.imm;
        let of_word = |word: u32| match target.place(word) {
            Some(Place::Constant { register, .. }) => Some(register),
            _ => None,
        };
        let all = (first..first + 4 * rows).filter_map(of_word);
        Some(all.clone().min()?..=all.max()?)
    });
    registers.collect()
}

/// The uniform all of whose registers a group has, if it is one.
fn uniform_array(
    entry: &Entry,
    constants: &Constants,
    group: &RangeInclusive<u32>,
    base: u32,
) -> Option<Array> {
    let register = |row: u32| constants.rows.get(row as usize).copied().flatten();
    entry.uniforms.iter().enumerate().find_map(|(at, uniform)| {
        let first = register(uniform.first_row)?;
        let last = register(uniform.first_row + uniform.n_rows().checked_sub(1)?)?;
        let has_all = first <= *group.start() && *group.end() <= last;
        let is_array = has_all && uniform.n_rows() > 1;
        let own = name(entry, &uniform.name, at >= entry.n_outside[0]);
        let is_local = constants.locals()[uniform.first_row as usize].is_some();
        (is_array && is_local).then(|| Array::Uniform(uniform.clone(), own, base - first))
    })
}
