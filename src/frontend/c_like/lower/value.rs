//! One scalar of a value, in the form in which it was made; `form` makes other forms at need.
//!
//! The languages let texts inspect the bits of floats, while the IR leaves the bits of an arithmetic NaN undefined. So
//! a scalar says whether its bits are defined. Where they are not, and are inspected, any NaN first becomes 0x7fc00000
//! (0x7ff8000000000000).

use crate::frontend::c_like::types::Scalar;
use crate::ir::{self, ValueId};
use smallvec::SmallVec;

/// A scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::frontend::c_like) enum Val {
    /// An f32 or f64 from arithmetic: a NaN has undefined bits.
    Number(ValueId),
    /// An f32 or f64 with defined bits. Of an integer or a truth value: an f32 with its bits.
    Exact(ValueId),
    /// The bits of any scalar, as i32 or i64.
    Bits(ValueId),
    /// All bits set or none. Each `Bool` that is computed is a mask.
    Mask(ValueId),
    /// The bits in the uniform array from this word on; loaded where they are used.
    Uniform(u32),
    /// The float in this input slot; loaded where it is used.
    Input(u32),
    /// Nothing was written yet.
    Undefined,
}

/// The scalars of a value; most are vectors at most.
pub(in crate::frontend::c_like) type Values = SmallVec<[Val; 4]>;

/// What the moves of a scalar between blocks depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) scalar: Scalar,
    /// See [`crate::frontend::c_like::tree::Variable::is_pattern`].
    pub(super) is_pattern: bool,
    /// The number of an image unit, which is a constant wherever it is used.
    pub(super) is_sampler: bool,
}

/// The scalar that `Lowering::home` made.
pub(super) fn from_home(v: ValueId, kind: Kind) -> Val {
    match (kind.scalar.is_real(), kind.is_pattern) {
        _ if kind.scalar == Scalar::Bool => Val::Mask(v),
        (false, _) => Val::Bits(v),
        (true, true) => Val::Exact(v),
        (true, false) => Val::Number(v),
    }
}

/// The IR type of the form that `Lowering::home` makes.
pub(super) fn home_type(scalar: Scalar) -> ir::Type {
    match scalar.machine() {
        _ if scalar == Scalar::Bool => ir::Type::Mask,
        Scalar::Float => ir::Type::F32,
        Scalar::Double => ir::Type::F64,
        Scalar::Long => ir::Type::I64,
        _ => ir::Type::I32,
    }
}

/// A mask for each component.
pub(super) type Lanes = [ValueId; 4];

/// Which components the code is executed for; all where nothing is said.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Components {
    /// Those for which the function was called. What it stores for others is dropped by the caller.
    pub(super) called: Option<Lanes>,
    /// Those of the innermost open part of the function.
    pub(super) part: Option<Lanes>,
    /// The first of the cells of those that have returned.
    pub(super) returned: Option<u32>,
}

/// The mask of a component; nothing for a scalar.
pub(super) fn mask_of(lanes: Lanes, component: u8) -> Option<ValueId> {
    lanes.get(usize::from(component)).copied()
}
