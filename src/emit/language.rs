//! The interface between the writer and a language.

use super::parameters::Port;
use super::text::Text;
use crate::ir::{Inst, Type};

/// An operation with the text of its arguments.
pub(super) struct Operation<'a> {
    pub(super) inst: &'a Inst,
    pub(super) args: Vec<Text>,
    /// Whether the bits of a NaN in its result are read.
    pub(super) is_observed: bool,
}

/// A row of an array of uniforms.
pub(super) struct Row<'a> {
    pub(super) port: &'a Port,
    /// The row of index 0, and the number of rows from it on; others read as zeros.
    pub(super) first: u32,
    pub(super) n: u32,
    pub(super) index: Text,
}

pub(super) trait Language {
    /// The name that the function gets.
    fn function_name(&self, name: &str) -> String;

    /// The head of the function, with the brace that opens it.
    fn head(&self, name: &str, ports: &[Port], uses_draw: bool) -> String;

    /// A variable's declaration; those without a value hold zeros.
    fn declare(&self, ty: Type, name: &str, value: Option<&str>) -> String;

    /// The declaration of the integers that store return blocks.
    fn declare_stack(&self, n: u32) -> String;

    /// The declaration of a vector of four floats.
    fn declare_vector(&self, name: &str) -> String;

    /// The type of a variable for values of a type; it depends on whether the bits of a NaN are read.
    fn storage(&self, ty: Type, is_observed: bool) -> Type;

    /// A constant.
    fn literal(&self, ty: Type, imm: [u32; 2]) -> Text;

    /// A component of a vector variable.
    fn component(&self, name: &str, component: usize) -> Text;

    /// A component of a parameter, as it is declared.
    fn port(&self, port: &Port, component: u32) -> Text;

    /// A copy of a parameter that is read and written, from the function's beginning: its declaration.
    fn copy(&self, port: &Port, name: &str) -> String;

    /// The bits of a float or double, unchanged; other values are returned as they are.
    fn bits(&self, value: Text) -> Text;

    /// The float or double of these bits; other values are returned as they are.
    fn real(&self, value: Text) -> Text;

    /// The low (0) or high word of an integer of 64 bits.
    fn half(&self, value: &Text, which: u32) -> Text;

    /// The integer of a low and a high word.
    fn join(&self, low: &Text, high: &Text) -> Text;

    /// A mask in the form of a variable.
    fn mask(&self, mask: Text) -> Text;

    /// The type that a mask's variable has.
    fn mask_type(&self) -> Type;

    /// The negated truth value.
    fn not(&self, mask: &Text) -> Text;

    /// Whether a store to an output must make any NaN canonical; `is_raw`: it may be one that no arithmetic made.
    fn must_say_nan(&self, is_raw: bool) -> bool;

    /// The float or double, with any NaN replaced by the canonical NaN.
    fn canonical(&self, value: &Text) -> Text;

    /// An operation with one result; `None` where the language has no way to say it.
    fn operation(&self, operation: &Operation<'_>) -> Option<Text>;

    /// Fills a vector variable with a row. `is_new`: declares it here, where the language can do that.
    fn fill_row(&self, name: &str, is_new: bool, row: &Row<'_>) -> String;

    /// Fills a vector variable with a sampled texel.
    fn fill_texel(&self, name: &str, is_new: bool, sample: &Operation<'_>) -> String;

    /// A statement that writes to the pixels or fragment of a draw.
    fn effect(&self, operation: &Operation<'_>) -> String;

    /// The closing of an `if` without `else`.
    fn end_if(&self) -> &'static str;
}

/// The type of a parameter's component.
pub(super) fn component_type(port: &Port) -> Type {
    use crate::ir::signature::Scalar;
    match port.parameter.scalar {
        Scalar::F32 => Type::F32,
        Scalar::F64 => Type::F64,
        Scalar::I32 => Type::I32,
        Scalar::I64 => Type::I64,
    }
}
