//! The operations of EXT_vertex_shader and the types that they take (its table of operations).

use super::shader::DataType;

/// Combinations of types that an operation takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// Scalars and vectors in any mixture; a scalar result of scalars alone.
    Components,
    /// The same, but never a scalar as the first argument beside a vector.
    FirstLeads,
    /// Scalars, with a scalar result.
    Scalars,
    /// Vectors, with a scalar or a vector as the result.
    Dot,
    /// Vectors, with a vector as the result.
    Vectors,
    /// A matrix and a vector, with a vector as the result.
    Transform,
    /// A scalar, with a result of any type.
    Index,
}

/// What an OP_*_EXT name computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Opcode {
    Index,
    Negate,
    Dot3,
    Dot4,
    Mul,
    Add,
    Madd,
    Frac,
    Max,
    Min,
    SetGe,
    SetLt,
    Clamp,
    Floor,
    Round,
    ExpBase2,
    LogBase2,
    Power,
    Recip,
    RecipSqrt,
    Sub,
    CrossProduct,
    MultiplyMatrix,
    Mov,
}

/// An operation, its name without `OP_` and `_EXT`, its number of arguments and their types.
type Row = (Opcode, &'static str, usize, Rule);

impl Opcode {
    /// In the order of their enums, which are consecutive from OP_INDEX_EXT on.
    const TABLE: [Row; 24] = [
        (Opcode::Index, "INDEX", 2, Rule::Index),
        (Opcode::Negate, "NEGATE", 1, Rule::Components),
        (Opcode::Dot3, "DOT3", 2, Rule::Dot),
        (Opcode::Dot4, "DOT4", 2, Rule::Dot),
        (Opcode::Mul, "MUL", 2, Rule::Components),
        (Opcode::Add, "ADD", 2, Rule::Components),
        (Opcode::Madd, "MADD", 3, Rule::Components),
        (Opcode::Frac, "FRAC", 1, Rule::Components),
        (Opcode::Max, "MAX", 2, Rule::Components),
        (Opcode::Min, "MIN", 2, Rule::Components),
        (Opcode::SetGe, "SET_GE", 2, Rule::Components),
        (Opcode::SetLt, "SET_LT", 2, Rule::Components),
        (Opcode::Clamp, "CLAMP", 3, Rule::FirstLeads),
        (Opcode::Floor, "FLOOR", 1, Rule::Components),
        (Opcode::Round, "ROUND", 1, Rule::Components),
        (Opcode::ExpBase2, "EXP_BASE_2", 1, Rule::Scalars),
        (Opcode::LogBase2, "LOG_BASE_2", 1, Rule::Scalars),
        (Opcode::Power, "POWER", 2, Rule::Scalars),
        (Opcode::Recip, "RECIP", 1, Rule::Scalars),
        (Opcode::RecipSqrt, "RECIP_SQRT", 1, Rule::Scalars),
        (Opcode::Sub, "SUB", 2, Rule::Components),
        (Opcode::CrossProduct, "CROSS_PRODUCT", 2, Rule::Vectors),
        (
            Opcode::MultiplyMatrix,
            "MULTIPLY_MATRIX",
            2,
            Rule::Transform,
        ),
        (Opcode::Mov, "MOV", 1, Rule::Components),
    ];

    /// The operation of this number, counted from OP_INDEX_EXT.
    pub fn from_number(number: u32) -> Option<Opcode> {
        Opcode::TABLE.get(number as usize).map(|row| row.0)
    }

    fn row(self) -> &'static Row {
        &Opcode::TABLE[self as usize]
    }

    /// Its name without `OP_` and `_EXT`.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// The number of arguments.
    pub fn arity(self) -> usize {
        self.row().2
    }

    /// Whether the table of operations has this combination.
    pub fn accepts(self, result: DataType, arguments: &[DataType]) -> bool {
        use DataType::{Matrix, Scalar, Vector};
        let no_matrix = result != Matrix && !arguments.contains(&Matrix);
        let scalars = arguments.iter().all(|data| *data == Scalar);
        let vectors = arguments.iter().all(|data| *data == Vector);
        let mixture = no_matrix && (scalars || result == Vector);
        match self.row().3 {
            Rule::Components => mixture,
            Rule::FirstLeads => mixture && (scalars || arguments.first() == Some(&Vector)),
            Rule::Scalars => scalars && result == Scalar,
            Rule::Dot => vectors && result != Matrix,
            Rule::Vectors => vectors && result == Vector,
            Rule::Transform => arguments == [Matrix, Vector] && result == Vector,
            Rule::Index => arguments == [Scalar, result],
        }
    }
}
