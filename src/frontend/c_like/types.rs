//! The types of values, and their numbers of scalars.

use crate::ir::signature;

/// A kind of number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// IEEE binary32.
    Float,
    /// IEEE binary64.
    Double,
    /// 32 bits, two's complement.
    Int,
    /// 64 bits, two's complement.
    Long,
}

impl Scalar {
    /// Whether it has a fraction.
    pub fn is_real(self) -> bool {
        matches!(self, Scalar::Float | Scalar::Double)
    }

    /// Whether it has 64 bits.
    pub fn is_wide(self) -> bool {
        matches!(self, Scalar::Double | Scalar::Long)
    }

    /// The integer of the same width.
    pub fn bits(self) -> Scalar {
        if self.is_wide() {
            Scalar::Long
        } else {
            Scalar::Int
        }
    }

    /// The kind in signatures.
    pub fn external(self) -> signature::Scalar {
        match self {
            Scalar::Float => signature::Scalar::F32,
            Scalar::Double => signature::Scalar::F64,
            Scalar::Int => signature::Scalar::I32,
            Scalar::Long => signature::Scalar::I64,
        }
    }
}

/// A structure, by its number in [`Types`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StructId(pub u32);

/// An array type, by its number in [`Types`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ArrayId(pub u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// No value.
    Void,
    /// One number.
    Scalar(Scalar),
    /// A vector with this number of components.
    Vector(Scalar, u8),
    /// A structure.
    Struct(StructId),
    /// An array.
    Array(ArrayId),
    /// The type of an expression with an error that is already reported: it matches every type.
    Unknown,
}

impl Type {
    /// The kind of number of a scalar or a vector.
    pub fn scalar(self) -> Option<Scalar> {
        match self {
            Type::Scalar(s) | Type::Vector(s, _) => Some(s),
            _ => None,
        }
    }

    /// The same shape of other numbers.
    pub fn with_scalar(self, scalar: Scalar) -> Type {
        match self {
            Type::Scalar(_) => Type::Scalar(scalar),
            Type::Vector(_, n) => Type::Vector(scalar, n),
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
}

#[derive(Debug, Clone)]
pub struct Struct {
    pub name: String,
    /// Its members, in order.
    pub members: Vec<Member>,
    /// All its scalars.
    pub scalars: Vec<Scalar>,
}

/// The structures and arrays of a text.
#[derive(Debug, Clone, Default)]
pub struct Types {
    /// Structures in order of declaration.
    pub structs: Vec<Struct>,
    /// Arrays: the type of an element, and how many.
    pub arrays: Vec<(Type, u32)>,
}

impl Types {
    /// The most scalars of one value.
    pub const MAX_SCALARS: u64 = 4096;

    /// The array type of `n` such elements; if it would have too many scalars, an error with their number.
    pub fn array(&mut self, element: Type, n: u32) -> Result<Type, u64> {
        let used = u64::from(self.count(element)) * u64::from(n);
        if used > Types::MAX_SCALARS {
            return Err(used);
        }
        let known = self.arrays.iter().position(|a| *a == (element, n));
        let index = known.unwrap_or_else(|| {
            self.arrays.push((element, n));
            self.arrays.len() - 1
        });
        Ok(Type::Array(ArrayId(index as u32)))
    }

    /// A structure.
    pub fn structure(&self, id: StructId) -> &Struct {
        &self.structs[id.0 as usize]
    }

    /// An array: the type of an element, and how many.
    pub fn array_of(&self, id: ArrayId) -> (Type, u32) {
        self.arrays[id.0 as usize]
    }

    /// The number of scalars in a value of the type.
    pub fn count(&self, ty: Type) -> u32 {
        match ty {
            Type::Void | Type::Unknown => 0,
            Type::Scalar(_) => 1,
            Type::Vector(_, n) => n.into(),
            Type::Struct(id) => self.structure(id).scalars.len() as u32,
            Type::Array(id) => {
                let (element, n) = self.array_of(id);
                n * self.count(element)
            }
        }
    }

    /// The kinds of a value's scalars, in order.
    pub fn scalars(&self, ty: Type) -> Vec<Scalar> {
        match ty {
            Type::Void | Type::Unknown => Vec::new(),
            Type::Scalar(s) => vec![s],
            Type::Vector(s, n) => vec![s; n.into()],
            Type::Struct(id) => self.structure(id).scalars.clone(),
            Type::Array(id) => {
                let (element, n) = self.array_of(id);
                self.scalars(element).repeat(n as usize)
            }
        }
    }
}
