//! Operands of assembly instructions: registers, swizzles, write masks.

use crate::ir::Span;
use smallvec::SmallVec;

/// Index `base + address.component + offset` in the `len` registers at `base`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Relative {
    pub(crate) base: u32,
    pub(crate) len: u32,
    pub(crate) address: u32,
    pub(crate) component: u8,
    pub(crate) offset: i32,
}

/// The source of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// Temporary register.
    Temp(u32),
    /// Input vec4 of the stage (attribute or fragment input).
    Input(u32),
    /// Row of the uniform array.
    Param(u32),
    /// Row of the uniform array.
    Relative(Relative),
    /// Input vec4.
    RelativeInput(Relative),
    /// Address register, all four components (ARA).
    Address(u32),
}

/// The target of a destination.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// Temporary register.
    Temp(u32),
    /// Output vec4 of the stage.
    Output(u32),
    /// Output vec4.
    RelativeOutput(Relative),
    /// Distance to this user clip plane: the written x.
    Clip(u32),
    /// Address register.
    Address(u32),
    /// Only the condition code.
    ConditionCode,
}

/// Rules of condition tests (NV_vertex_program2_option 2.14.4.3). An unordered component passes `Ne` and `Tr`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    Eq,
    Ge,
    Gt,
    Le,
    Lt,
    Ne,
    Tr,
    Fl,
}

impl Rule {
    /// The rules and their names.
    pub(crate) const TABLE: [(Rule, &str); 8] = [
        (Rule::Eq, "EQ"),
        (Rule::Ge, "GE"),
        (Rule::Gt, "GT"),
        (Rule::Le, "LE"),
        (Rule::Lt, "LT"),
        (Rule::Ne, "NE"),
        (Rule::Tr, "TR"),
        (Rule::Fl, "FL"),
    ];

    /// The rule of a name.
    pub(crate) fn named(name: &str) -> Option<Rule> {
        let row = Rule::TABLE.iter().find(|(_, n)| *n == name)?;
        Some(row.0)
    }
}

/// A test of the condition code: component `c` of the test reads component `swizzle[c]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Condition {
    /// Which of the condition codes.
    pub(crate) register: u8,
    pub(crate) rule: Rule,
    pub(crate) swizzle: [u8; 4],
}

/// One component of an operand: 0..4 of the register, or a constant of SWZ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Select {
    /// This one of the register, 0 to 3.
    Component(u8),
    /// 0.0
    Zero,
    /// 1.0
    One,
}

/// A source operand: components selected, then made absolute, then negated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Operand {
    pub(crate) source: Source,
    pub(crate) select: [Select; 4],
    pub(crate) absolute: bool,
    pub(crate) negate: [bool; 4],
    pub(crate) span: Span,
}

/// The size of a variable's components.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Size {
    /// Not declared.
    #[default]
    Default,
    /// 16-bit floats.
    Short,
    /// 32-bit floats.
    Long,
}

impl Size {
    /// The word by which texts name it.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Size::Default => None,
            Size::Short => Some("SHORT"),
            Size::Long => Some("LONG"),
        }
    }
}

/// A destination operand; bit `c` of the mask writes component `c` where the condition passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Destination {
    pub(crate) target: Target,
    pub(crate) size: Size,
    pub(crate) mask: u8,
    pub(crate) condition: Option<Condition>,
}

/// x, y, z, w as they are.
pub(crate) const IDENTITY: [Select; 4] = [
    Select::Component(0),
    Select::Component(1),
    Select::Component(2),
    Select::Component(3),
];

/// The components of a suffix: all of xyzw, or (with `rgba`) all of rgba.
pub(crate) fn components(word: &str, rgba: bool) -> Option<SmallVec<[u8; 4]>> {
    let of = |set: &str| -> Option<SmallVec<[u8; 4]>> {
        word.bytes()
            .map(|c| set.bytes().position(|s| s == c).map(|p| p as u8))
            .collect()
    };
    of("xyzw").or_else(|| if rgba { of("rgba") } else { None })
}

/// A swizzle of one or four letters.
pub(crate) fn swizzle(word: &str, rgba: bool) -> Option<[Select; 4]> {
    let c = components(word, rgba)?;
    match c.len() {
        1 => Some([Select::Component(c[0]); 4]),
        4 => Some(std::array::from_fn(|i| Select::Component(c[i]))),
        _ => None,
    }
}

/// A write mask: letters in strictly ascending order.
pub(crate) fn write_mask(word: &str, rgba: bool) -> Option<u8> {
    let c = components(word, rgba)?;
    let ascending = !c.is_empty() && c.windows(2).all(|w| w[0] < w[1]);
    ascending.then(|| c.iter().fold(0, |mask, c| mask | 1 << c))
}
