//! The parts of a vertex shader: symbols, statements over them, values of its own constants.

use super::opcode::Opcode;
use crate::frontend::binding::{MatrixName, SceneValue};
use crate::ir::Span;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Texture coordinate sets that a shader can write.
pub const COORDINATES: u8 = 8;

/// The numbers of a symbol: the first 1, 4 or 16 are used. Matrices are stored by columns, as in glLoadMatrix.
pub type Elements = [f32; 16];

/// The data type of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DataType {
    /// SCALAR_EXT
    Scalar,
    /// VECTOR_EXT
    Vector,
    /// MATRIX_EXT
    Matrix,
}

impl DataType {
    /// The count of numbers in a symbol of this type.
    pub fn n_elements(self) -> usize {
        match self {
            DataType::Scalar => 1,
            DataType::Vector => 4,
            DataType::Matrix => 16,
        }
    }

    /// The count of vectors that hold it.
    pub fn n_rows(self) -> u32 {
        match self {
            DataType::Matrix => 4,
            DataType::Scalar | DataType::Vector => 1,
        }
    }
}

/// The source of a symbol's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Storage {
    /// VARIANT_EXT: a value for each vertex.
    Variant,
    /// INVARIANT_EXT: set outside of definitions.
    Invariant,
    /// LOCAL_CONSTANT_EXT: set once while the shader is defined.
    LocalConstant,
    /// LOCAL_EXT: a register of the shader.
    Local,
    /// A piece of GL state, bound by a command like BindLightParameterEXT.
    Bound(Parameter),
}

/// GL state that is bound to a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Parameter {
    /// A current value: the number of a vertex attribute.
    Attribute(u32),
    /// CURRENT_NORMAL: three numbers, then 0.
    Normal,
    /// One component of a piece of state.
    Component(SceneValue, u8),
    /// All four components.
    Vector(SceneValue),
    /// The first three components, then 0.
    Direction(SceneValue),
    /// The top of a matrix stack, or a product of two.
    Matrix(MatrixName),
}

impl Parameter {
    /// The type in the tables of the extension.
    pub fn data_type(self) -> DataType {
        match self {
            Parameter::Component(..) => DataType::Scalar,
            Parameter::Matrix(_) => DataType::Matrix,
            _ => DataType::Vector,
        }
    }

    /// Whether the tables call it a variant: current values and materials can change from vertex to vertex.
    pub fn is_variant(self) -> bool {
        match self {
            Parameter::Attribute(_) | Parameter::Normal => true,
            Parameter::Vector(state) | Parameter::Component(state, _) => {
                matches!(
                    state,
                    SceneValue::Material(..) | SceneValue::MaterialShininess(_)
                )
            }
            Parameter::Direction(_) | Parameter::Matrix(_) => false,
        }
    }
}

/// A symbol, with the arguments of its GenSymbolsEXT.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symbol {
    pub name: u32,
    /// The first name of its block: the names that one GenSymbolsEXT gave.
    pub first: u32,
    /// Names of the block.
    pub count: u32,
    pub data: DataType,
    /// Where its values come from, which decides who may write it.
    pub storage: Storage,
    /// NORMALIZED_RANGE_EXT: input data is mapped or clamped to [−1, 1].
    pub normalized: bool,
}

/// A result of a shader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Output {
    /// OUTPUT_VERTEX_EXT: clip coordinates.
    Vertex,
    /// OUTPUT_COLOR0_EXT and 1.
    Color(u8),
    /// OUTPUT_TEXTURE_COORDn_EXT, n < [`COORDINATES`].
    Coordinate(u8),
    /// OUTPUT_FOG_EXT: a scalar.
    Fog,
}

impl Output {
    /// The type of the value.
    pub fn data_type(self) -> DataType {
        match self {
            Output::Fog => DataType::Scalar,
            _ => DataType::Vector,
        }
    }
}

/// The destination of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destination {
    /// A variable of the shader.
    Local(Symbol),
    /// A result that goes to clipping and rasterization.
    Output(Output),
}

impl Destination {
    /// The type of the value.
    pub fn data_type(&self) -> DataType {
        match self {
            Destination::Local(symbol) => symbol.data,
            Destination::Output(output) => output.data_type(),
        }
    }
}

/// A component of a swizzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Select {
    /// X_EXT to W_EXT, or NEGATIVE_X_EXT to NEGATIVE_W_EXT.
    Component {
        /// From 0.
        component: u8,
        /// With the other sign.
        negate: bool,
    },
    /// ZERO_EXT, ONE_EXT, NEGATIVE_ONE_EXT.
    Number(i8),
}

/// The operation of a command.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// ShaderOp1EXT, ShaderOp2EXT, ShaderOp3EXT.
    Operation(Opcode, SmallVec<[Symbol; 3]>),
    /// SwizzleEXT.
    Swizzle(Symbol, [Select; 4]),
    /// WriteMaskEXT: the components that are copied, by bit.
    WriteMask(Symbol, u8),
    /// InsertComponentEXT: a scalar into a vector, or a vector as a row into a matrix.
    Insert(Symbol, u8),
    /// ExtractComponentEXT: the other way.
    Extract(Symbol, u8),
}

impl Action {
    /// The symbols that it reads.
    pub fn sources(&self) -> &[Symbol] {
        match self {
            Action::Operation(_, arguments) => arguments,
            Action::Swizzle(from, _)
            | Action::WriteMask(from, _)
            | Action::Insert(from, _)
            | Action::Extract(from, _) => std::slice::from_ref(from),
        }
    }

    /// The symbol that is indexed: the statement may read its whole block.
    pub fn indexed(&self) -> Option<&Symbol> {
        match self {
            Action::Operation(Opcode::Index, arguments) => arguments.get(1),
            _ => None,
        }
    }
}

/// One command of a definition.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// The destination of the result.
    pub to: Destination,
    pub action: Action,
    /// The statement in the shader's text, if there is one; else `Span::NONE`.
    pub span: Span,
}

/// A shader between BeginVertexShaderEXT and EndVertexShaderEXT: its symbols and statements.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shader {
    /// In order of execution.
    pub statements: Vec<Statement>,
    /// The local constants that it sets, by name.
    pub constants: FxHashMap<u32, Elements>,
}
