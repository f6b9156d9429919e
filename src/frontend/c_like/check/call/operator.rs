//! Operators that a text declares (`S operator+(S a, S b)`).
//!
//! They stand for operators on structures, which the language gives no meaning. Operators on numbers keep the language's
//! own meaning beside such a declaration, as in NVIDIA's compiler. That compiler finds the function for structures, too,
//! and refuses operators without one, but dies when it makes code of the call.

use super::argument::{Passed, Target};
use super::named::Named;
use crate::frontend::c_like::check::convert::unknown;
use crate::frontend::c_like::check::function::FunctionChecker;
use crate::frontend::c_like::syntax::Name;
use crate::frontend::c_like::tree::{Expression, FunctionId};
use crate::frontend::c_like::types::Type;
use crate::ir::Span;

impl<'a> FunctionChecker<'a, '_> {
    /// The call of the function that the text declares for an operator on these operands, one of which is a structure.
    /// `None`: the language's own operator is meant.
    pub(in crate::frontend::c_like::check) fn declared_operator(
        &mut self,
        operator: &str,
        operands: &[&Expression],
        span: Span,
    ) -> Option<Expression> {
        if !operands.iter().any(|e| matches!(e.ty, Type::Struct(_))) {
            return None;
        }
        let name = format!("operator{operator}");
        let (text, _) = self.c.names.get_key_value(name.as_str())?;
        let name = Name { text, span };
        // A sign and the operation between two operands may both be declared.
        let all = self.c.functions_named(name.text)?;
        if !self.c.spend(all.len() as u64, span) {
            return Some(unknown(span));
        }
        let takes = |id: &FunctionId| self.c.head_of(*id).parameters.len() == operands.len();
        let functions: Vec<FunctionId> = all.iter().copied().filter(takes).collect();
        if functions.is_empty() {
            return None;
        }
        let passed = operands.iter().map(|e| Passed {
            value: (*e).clone(),
            target: Target::Own,
        });
        let passed = passed.collect();
        Some(self.call_chosen(Named::Text(&functions), None, name, passed, span))
    }
}
