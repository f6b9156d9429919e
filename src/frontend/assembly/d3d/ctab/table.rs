//! A constant table.

/// A constant table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConstantTable {
    /// The compiler's name.
    pub creator: String,
    /// The version token of the shader.
    pub version: u32,
    /// The compiler's flags.
    pub flags: u32,
    /// The name of the profile: `vs_2_0`.
    pub target: String,
    /// The constants, in the table's order.
    pub constants: Vec<Entry>,
}

/// A named constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// The registers it lies in.
    pub set: RegisterSet,
    /// The first register.
    pub index: u16,
    /// How many registers.
    pub count: u16,
    /// Its type.
    pub ty: Type,
    /// The words of its initial value.
    pub default: Option<Vec<u32>>,
}

/// A kind of register. The numbers are those of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u16)]
pub enum RegisterSet {
    /// `b#`
    Bool = 0,
    /// `i#`
    Int = 1,
    /// `c#`
    Float = 2,
    /// `s#`
    Sampler = 3,
}

impl RegisterSet {
    /// All, by their numbers.
    pub const ALL: [RegisterSet; 4] = [
        RegisterSet::Bool,
        RegisterSet::Int,
        RegisterSet::Float,
        RegisterSet::Sampler,
    ];

    /// The letter of its registers.
    pub fn letter(self) -> char {
        ['b', 'i', 'c', 's'][self as usize]
    }

    /// How many words of 32 bits the default of one register has: 4 of integers and floats, 1 of truth values and
    /// samplers.
    pub fn words(self) -> usize {
        match self {
            RegisterSet::Int | RegisterSet::Float => 4,
            RegisterSet::Bool | RegisterSet::Sampler => 1,
        }
    }
}

/// What a constant is made of. The numbers are those of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u16)]
pub enum Class {
    /// A number.
    Scalar = 0,
    /// Some numbers.
    Vector = 1,
    /// A matrix whose rows lie in registers.
    MatrixRows = 2,
    /// A matrix whose columns lie in registers.
    MatrixColumns = 3,
    /// A texture or sampler.
    Object = 4,
    /// Members.
    Struct = 5,
}

impl Class {
    /// All, by their numbers.
    pub const ALL: [Class; 6] = [
        Class::Scalar,
        Class::Vector,
        Class::MatrixRows,
        Class::MatrixColumns,
        Class::Object,
        Class::Struct,
    ];
}

/// What the parts of a constant are. The numbers are those of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u16)]
#[allow(missing_docs)]
pub enum Kind {
    Void = 0,
    Bool = 1,
    Int = 2,
    Float = 3,
    String = 4,
    Texture = 5,
    Texture1D = 6,
    Texture2D = 7,
    Texture3D = 8,
    TextureCube = 9,
    Sampler = 10,
    Sampler1D = 11,
    Sampler2D = 12,
    Sampler3D = 13,
    SamplerCube = 14,
    PixelShader = 15,
    VertexShader = 16,
    PixelFragment = 17,
    VertexFragment = 18,
    Unsupported = 19,
}

/// The kinds and their names, by their numbers.
const KINDS: [(Kind, &str); 20] = [
    (Kind::Void, "void"),
    (Kind::Bool, "bool"),
    (Kind::Int, "int"),
    (Kind::Float, "float"),
    (Kind::String, "string"),
    (Kind::Texture, "texture"),
    (Kind::Texture1D, "Texture1D"),
    (Kind::Texture2D, "Texture2D"),
    (Kind::Texture3D, "Texture3D"),
    (Kind::TextureCube, "TextureCube"),
    (Kind::Sampler, "sampler"),
    (Kind::Sampler1D, "sampler1D"),
    (Kind::Sampler2D, "sampler2D"),
    (Kind::Sampler3D, "sampler3D"),
    (Kind::SamplerCube, "samplerCUBE"),
    (Kind::PixelShader, "pixelshader"),
    (Kind::VertexShader, "vertexshader"),
    (Kind::PixelFragment, "pixelfragment"),
    (Kind::VertexFragment, "vertexfragment"),
    (Kind::Unsupported, "unsupported"),
];

impl Kind {
    /// The kind with this number of `D3DXPARAMETER_TYPE`, 0 to 19. `None` for greater ones.
    pub fn of_number(n: u16) -> Option<Kind> {
        KINDS.get(usize::from(n)).map(|row| row.0)
    }

    /// Its name in declarations.
    pub fn name(self) -> &'static str {
        KINDS[self as usize].1
    }
}

/// The type of a constant or member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Type {
    /// Its class.
    pub class: Class,
    /// The kind of its numbers, or the kind of object.
    pub kind: Kind,
    /// Rows of a matrix, else 1.
    pub rows: u16,
    /// Columns of a matrix, numbers of a vector, else 1.
    pub columns: u16,
    /// Elements of an array, else 1.
    pub elements: u16,
    /// Members of a structure.
    pub members: Vec<Member>,
}

/// A member of a structure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
}
