//! The types of values, and their numbers of scalars.
//!
//! A value is the list of its scalars: a vector's components, a matrix row by row, an array's elements, a structure's
//! members. Two types with the same list are laid out alike, so that casts between them move nothing.

use crate::ir::signature;
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// A kind of number. The languages' checks tell all of them apart; kernels compute with those of [`Scalar::machine`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// IEEE binary32.
    Float,
    /// IEEE binary64.
    Double,
    /// 32 bits, two's complement.
    Int,
    /// 64 bits, two's complement.
    Long,
    /// `half`: computed as binary32.
    Half,
    /// `fixed`: computed as binary32, and clamped to [−2, 2) where [`super::tree::Module::clamps_fixed`] says so.
    Fixed,
    /// A truth value: a mask in kernels, 1 or 0 in memory.
    Bool,
    /// 32 bits without a sign.
    UInt,
    /// 8 bits, two's complement; computed with 32 bits, and wrapped where it is converted to.
    Char,
    /// 8 bits without a sign, as [`Scalar::Char`].
    UChar,
    /// 16 bits, two's complement, as [`Scalar::Char`].
    Short,
    /// 16 bits without a sign, as [`Scalar::Char`].
    UShort,
    /// 64 bits without a sign.
    ULong,
    /// An integer constant without a suffix, which takes the kind of the operand beside it (Cg: cint).
    LiteralInt,
    /// A real constant without a suffix, which takes the kind of the operand beside it (Cg: cfloat).
    LiteralReal,
}

impl Scalar {
    /// The kind in which kernels compute: one of `Float`, `Double`, `Int`, `Long`. A `Bool` is an `Int` there.
    pub fn machine(self) -> Scalar {
        match self {
            Scalar::Float | Scalar::Half | Scalar::Fixed | Scalar::LiteralReal => Scalar::Float,
            Scalar::Double => Scalar::Double,
            Scalar::Long | Scalar::ULong => Scalar::Long,
            _ => Scalar::Int,
        }
    }

    /// Whether it has a fraction.
    pub fn is_real(self) -> bool {
        matches!(self.machine(), Scalar::Float | Scalar::Double)
    }

    /// Whether it has 64 bits.
    pub fn is_wide(self) -> bool {
        matches!(self.machine(), Scalar::Double | Scalar::Long)
    }

    /// Whether it is an integer without a sign.
    pub fn is_unsigned(self) -> bool {
        matches!(
            self,
            Scalar::UInt | Scalar::UChar | Scalar::UShort | Scalar::ULong
        )
    }

    /// The integer of the same width in kernels: `Long` of kinds with 64 bits, else `Int`.
    pub fn bits(self) -> Scalar {
        if self.is_wide() {
            Scalar::Long
        } else {
            Scalar::Int
        }
    }

    /// The kind in signatures, which is that of [`Scalar::machine`]: a `Half` is an `F32` there, a `Bool` an `I32`.
    pub fn external(self) -> signature::Scalar {
        match self.machine() {
            Scalar::Double => signature::Scalar::F64,
            Scalar::Int => signature::Scalar::I32,
            Scalar::Long => signature::Scalar::I64,
            _ => signature::Scalar::F32,
        }
    }
}

/// The kinds of a value's scalars; most values have those of a matrix at most.
pub type Scalars = SmallVec<[Scalar; 16]>;

/// A structure, by its number in [`Types`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StructId(pub u32);

/// An array type, by its number in [`Types`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArrayId(pub u32);

/// A kind of sampler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SamplerKind {
    /// `sampler`: the function that samples says which.
    Any,
    D1,
    D2,
    D3,
    Cube,
    Rect,
    /// Array textures and buffers (gp4 profiles).
    D1Array,
    D2Array,
    CubeArray,
    Buffer,
    /// Samplers that compare (GLSL).
    D1Shadow,
    D2Shadow,
    RectShadow,
    /// A sampler that compares, in texts only (HLSL).
    Comparison,
    /// Textures that are read with a sampler beside them (HLSL).
    Texture1D,
    Texture2D,
    Texture3D,
    TextureCube,
}

impl SamplerKind {
    /// Of a texture that is read with a sampler beside it: the kind of both together.
    pub fn of_texture(self) -> Option<SamplerKind> {
        Some(match self {
            SamplerKind::Texture1D => SamplerKind::D1,
            SamplerKind::Texture2D => SamplerKind::D2,
            SamplerKind::Texture3D => SamplerKind::D3,
            SamplerKind::TextureCube => SamplerKind::Cube,
            _ => return None,
        })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// No value.
    Void,
    /// One number.
    Scalar(Scalar),
    /// A vector with this number of components, 1 to 4.
    Vector(Scalar, u8),
    /// A matrix with this number of rows and of columns, each 1 to 4. Its rows are vectors.
    Matrix(Scalar, u8, u8),
    /// A structure. An interface is a structure without members ([`Struct::is_interface`]); no value is of its type
    /// after checking.
    Struct(StructId),
    /// An array.
    Array(ArrayId),
    /// A sampler: one scalar, the number of its image unit, which kernels know as a constant.
    Sampler(SamplerKind),
    /// A text in quotes (annotations and effects only).
    String,
    /// The type of an expression with an error that is already reported: it matches every type.
    Unknown,
}

impl Type {
    /// The kind of number of a scalar, a vector or a matrix; `None` of all other types.
    pub fn scalar(self) -> Option<Scalar> {
        match self {
            Type::Scalar(s) | Type::Vector(s, _) | Type::Matrix(s, ..) => Some(s),
            _ => None,
        }
    }

    /// The same shape of numbers of another kind. Types that are no scalar, vector or matrix stay as they are.
    pub fn with_scalar(self, scalar: Scalar) -> Type {
        match self {
            Type::Scalar(_) => Type::Scalar(scalar),
            Type::Vector(_, n) => Type::Vector(scalar, n),
            Type::Matrix(_, rows, columns) => Type::Matrix(scalar, rows, columns),
            other => other,
        }
    }

    /// Whether it is a vector.
    pub fn is_vector(self) -> bool {
        matches!(self, Type::Vector(..))
    }
}

#[derive(Debug, Clone)]
pub struct Member {
    pub name: String,
    pub ty: Type,
    /// The first of its scalars.
    pub offset: u32,
    /// Whether it is set from outside by name, although the structure is a varying (Cg).
    pub is_uniform: bool,
    /// What the member stands for where the structure connects a program to the pipeline.
    pub semantic: Option<Semantic>,
}

/// What an entry's parameter, member or value stands for: `TEXCOORD1`, `C5`, `register(s0)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Semantic {
    /// The name as written, with the number at its end, which may stand in brackets; `register(s0)` is `s0`.
    pub name: String,
    /// Whether it is written as `register(s0)`.
    pub is_register: bool,
    /// Its place in the text.
    pub span: crate::ir::Span,
}

#[derive(Debug, Clone)]
pub struct Struct {
    pub name: String,
    /// Its members, in order.
    pub members: Vec<Member>,
    /// All its scalars.
    pub scalars: Vec<Scalar>,
    /// Levels of arrays and structures in it, itself included.
    pub depth: u32,
    pub is_interface: bool,
    /// The interfaces that it implements.
    pub interfaces: Vec<StructId>,
}

/// An array type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Array {
    pub element: Type,
    /// `None`: the type of a parameter or variable whose size its value gives. No value is of such a type after checking.
    pub count: Option<u32>,
    /// Whether it has a packed layout, so that it is another type than the same array without (Cg: `packed`).
    pub is_packed: bool,
}

/// The structures and arrays of a text.
#[derive(Debug, Clone, Default)]
pub struct Types {
    /// Structures in order of declaration.
    pub structs: Vec<Struct>,
    pub arrays: Vec<Array>,
    /// The numbers of the arrays.
    known: FxHashMap<Array, ArrayId>,
    /// Levels of arrays and structures in each array, itself included.
    array_depths: Vec<u32>,
}

impl Types {
    /// The most scalars of one value.
    pub const MAX_SCALARS: u64 = 16384;
    /// The most levels of arrays and structures in a type.
    pub const MAX_DEPTH: u32 = 64;

    /// The array type of `n` such elements. Beyond [`Types::MAX_SCALARS`] the error is the number of scalars that it
    /// would have.
    pub fn array(&mut self, element: Type, n: u32) -> Result<Type, u64> {
        let used = u64::from(self.count(element)) * u64::from(n);
        if used > Types::MAX_SCALARS {
            return Err(used);
        }
        Ok(self.array_type(Array {
            element,
            count: Some(n),
            is_packed: false,
        }))
    }

    /// The type of this array. Equal arrays have one type. No limit is checked here.
    pub fn array_type(&mut self, array: Array) -> Type {
        if let Some(id) = self.known.get(&array) {
            return Type::Array(*id);
        }
        let id = ArrayId(self.arrays.len() as u32);
        let depth = self.depth(array.element) + 1;
        self.arrays.push(array);
        self.array_depths.push(depth);
        self.known.insert(array, id);
        Type::Array(id)
    }

    /// Levels of arrays and structures in a type: 0 of numbers, at most [`Types::MAX_DEPTH`] of types that the check
    /// accepts.
    pub fn depth(&self, ty: Type) -> u32 {
        match ty {
            Type::Struct(id) => self.structure(id).depth,
            Type::Array(id) => self.array_depths[id.0 as usize],
            _ => 0,
        }
    }

    /// A structure of these types. Panics if its number comes from others.
    pub fn structure(&self, id: StructId) -> &Struct {
        &self.structs[id.0 as usize]
    }

    /// An array: the type of an element, and how many (0 of one without a size). Panics if its number comes from other
    /// types.
    pub fn array_of(&self, id: ArrayId) -> (Type, u32) {
        let array = self.arrays[id.0 as usize];
        (array.element, array.count.unwrap_or(0))
    }

    /// The innermost element of an array of arrays; other types themselves.
    pub fn innermost(&self, mut ty: Type) -> Type {
        while let Type::Array(id) = ty {
            ty = self.array_of(id).0;
        }
        ty
    }

    /// The number of scalars in a value of the type. A sampler is one; types without a value have none.
    pub fn count(&self, ty: Type) -> u32 {
        match ty {
            Type::Void | Type::Unknown | Type::String => 0,
            Type::Scalar(_) | Type::Sampler(_) => 1,
            Type::Vector(_, n) => n.into(),
            Type::Matrix(_, rows, columns) => u32::from(rows) * u32::from(columns),
            Type::Struct(id) => self.structure(id).scalars.len() as u32,
            Type::Array(id) => {
                let (element, n) = self.array_of(id);
                n.saturating_mul(self.count(element))
            }
        }
    }

    /// The kinds of a value's scalars, in order. A sampler counts as an int.
    pub fn scalars(&self, ty: Type) -> Scalars {
        match ty {
            Type::Void | Type::Unknown | Type::String => Scalars::new(),
            Type::Scalar(s) => smallvec![s],
            Type::Sampler(_) => smallvec![Scalar::Int],
            Type::Vector(s, n) => smallvec![s; n.into()],
            Type::Matrix(s, rows, columns) => {
                smallvec![s; usize::from(rows) * usize::from(columns)]
            }
            Type::Struct(id) => Scalars::from_slice(&self.structure(id).scalars),
            Type::Array(id) => {
                let (element, n) = self.array_of(id);
                self.scalars(element).repeat(n as usize).into()
            }
        }
    }
}
