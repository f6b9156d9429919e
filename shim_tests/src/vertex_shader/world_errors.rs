//! The errors of EXT_vertex_shader's calls (sections 2.6.3, 2.14, 6.1.12 and "Errors").

use super::calls::{Call, Id, Kind};
use super::command::{Command, Source, TABLE};
use super::numbers::is_type;
use super::world::*;
use crate::calls::errors::*;

impl World {
    /// The errors that a call may raise.
    pub fn errors(&self, call: &Call) -> Errors {
        let mut errors = Errors::NONE;
        let is_allowed_in_primitive = matches!(call, Call::Variant(..) | Call::EndPrimitive);
        if self.in_primitive() && !is_allowed_in_primitive {
            errors.note(true, INVALID_OPERATION);
        }
        let is_for_definitions = matches!(
            call,
            Call::End
                | Call::Op { .. }
                | Call::Swizzle(..)
                | Call::WriteMask(..)
                | Call::Insert(..)
                | Call::Extract(..)
                | Call::SetLocalConstant(..)
        );
        let is_for_outside = matches!(
            call,
            Call::GenShaders(_)
                | Call::BindShader(_)
                | Call::DeleteShader(_)
                | Call::Begin
                | Call::SetInvariant(..)
        );
        errors.note(is_for_definitions && !self.is_defining(), INVALID_OPERATION);
        errors.note(is_for_outside && self.is_defining(), INVALID_OPERATION);
        errors.note(
            *call == Call::EndPrimitive && !self.in_primitive(),
            INVALID_OPERATION,
        );
        self.note_arguments(call, &mut errors);
        errors
    }

    fn note_arguments(&self, call: &Call, errors: &mut Errors) {
        match call {
            Call::GenSymbols {
                data,
                storage,
                range,
                ..
            } => {
                let wrong =
                    !TYPES.contains(data) || !STORAGES.contains(storage) || !RANGES.contains(range);
                errors.note(wrong, INVALID_ENUM);
            }
            Call::BindState(_, wrong) => errors.note(*wrong > 0, INVALID_ENUM),
            // Operations within a definition: names and numbers by themselves, then whether their symbols fit.
            Call::Swizzle(_, _, select) => {
                let is_wrong = |s: &u32| !SELECTIONS.contains(s);
                errors.note(select.iter().any(is_wrong), INVALID_ENUM);
                errors.note(!self.is_accepted(call), INVALID_OPERATION);
            }
            Call::WriteMask(_, _, mask) => {
                errors.note(mask.iter().any(|m| *m > 1), INVALID_ENUM);
                errors.note(!self.is_accepted(call), INVALID_OPERATION);
            }
            Call::Insert(_, _, num) | Call::Extract(_, _, num) => {
                errors.note(*num > 3, INVALID_VALUE);
                errors.note(!self.is_accepted(call), INVALID_OPERATION);
            }
            Call::Op { op, args, .. } => {
                let row = TABLE.get(op.wrapping_sub(OP_INDEX) as usize);
                let fits = row.is_some_and(|(_, rows)| takes(rows, args.len()));
                errors.note(!fits, INVALID_ENUM);
                errors.note(!fits || !self.is_accepted(call), INVALID_OPERATION);
            }
            Call::SetInvariant(id, ty, _) => self.note_data(*id, *ty, Source::Invariant, errors),
            // Values: the symbol's storage and type. A local constant is set once.
            Call::SetLocalConstant(id, ty, _) => {
                self.note_data(*id, *ty, Source::LocalConstant, errors);
                let set = self.definition.as_ref();
                let is_set = set.is_some_and(|set| set.contains_key(&self.id(*id)));
                errors.note(is_set, INVALID_OPERATION);
            }
            Call::Variant(id, ty, _) => self.note_data(*id, *ty, Source::Variant, errors),
            Call::VariantPointer { id, ty, stride, .. } => {
                self.note_data(*id, *ty, Source::Variant, errors);
                errors.note(*stride > i32::MAX as u32, INVALID_VALUE);
            }
            Call::EnableArray(id, _) => self.note_data(*id, FLOAT, Source::Variant, errors),
            Call::IsArrayEnabled(id, cap) => {
                let symbol = self.block_of(Kind::Variant, self.id(*id));
                errors.note(symbol.is_none(), INVALID_VALUE);
                errors.note(*cap != VARIANT_ARRAY, INVALID_ENUM);
            }
            Call::Get(kind, id, value) => {
                let symbol = self.block_of(*kind, self.id(*id));
                errors.note(symbol.is_none(), INVALID_VALUE);
                errors.note(!properties(*kind).contains(value), INVALID_ENUM);
            }
            Call::GetPointer(id, value) => {
                let symbol = self.block_of(Kind::Variant, self.id(*id));
                errors.note(symbol.is_none(), INVALID_VALUE);
                errors.note(*value != VARIANT_ARRAY_POINTER, INVALID_ENUM);
            }
            _ => {}
        }
    }

    /// The errors of a command that sets data of a symbol. Those of bound state "may not be used" there.
    fn note_data(&self, id: Id, ty: u32, source: Source, errors: &mut Errors) {
        let block = self.symbols.block(self.id(id)).map(|block| block.source);
        let is_state = matches!(block, Some(Source::State(_)));
        errors.note(is_state, INVALID_OPERATION);
        errors.note(!is_state && block != Some(source), INVALID_VALUE);
        errors.note(!is_type(ty), INVALID_ENUM);
    }

    /// Whether the table of operations has the types of a command's symbols, and its result can be written.
    fn is_accepted(&self, call: &Call) -> bool {
        let command = match call {
            Call::Op { op, res, args } => Command::Op {
                op: (op - OP_INDEX) as usize,
                res: self.id(*res),
                args: args.iter().map(|arg| self.id(*arg)).collect(),
            },
            Call::Swizzle(res, from, _) | Call::WriteMask(res, from, _) => Command::Swizzle {
                res: self.id(*res),
                from: self.id(*from),
                select: [0; 4],
            },
            Call::Insert(res, src, _) => Command::Insert {
                res: self.id(*res),
                src: self.id(*src),
                num: 0,
            },
            Call::Extract(res, src, _) => Command::Extract {
                res: self.id(*res),
                src: self.id(*src),
                num: 0,
            },
            other => unreachable!("{other} is no command of a definition"),
        };
        self.symbols.accept(&command)
    }
}

/// Whether the table has rows with this number of arguments.
fn takes(rows: &str, arguments: usize) -> bool {
    rows.split(' ')
        .next()
        .is_some_and(|row| row.len() == arguments + 2)
}
