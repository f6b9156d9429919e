//! The leaves of a value: numbers, vectors, matrices and samplers, and arrays of these, by the names that reach them from
//! outside: `light.position`, `a[3].b`.

use crate::frontend::c_like::types::{Semantic, Type, Types};

/// The most leaves of all parameters of an entry.
pub(super) const MAX_LEAVES: usize = 4096;

/// A leaf.
#[derive(Debug, Clone)]
pub(super) struct Leaf {
    pub(super) name: String,
    /// The type of an element.
    pub(super) element: Type,
    /// The sizes of the array, outermost first; none of what is no array.
    pub(super) sizes: Vec<u32>,
    /// Its first scalar in the value.
    pub(super) first: u32,
    /// Whether a member around it is a uniform.
    pub(super) is_uniform: bool,
    /// Whether a register holds a column of its matrices, where it is an input or an output.
    pub(super) by_columns: bool,
    /// The semantic of the innermost member or parameter around it that has one, and the leaf's first row there.
    pub(super) semantic: Option<(Semantic, u32)>,
}

impl Leaf {
    /// Elements of its array; 1 of what is no array.
    pub(super) fn count(&self) -> u32 {
        self.sizes.iter().product()
    }

    /// Rows of all elements: scalars, vectors, and rows of matrices.
    pub(super) fn rows(&self) -> u32 {
        self.count() * rows_and_columns(self.element).0
    }

    /// Where it is an input or an output: the registers of all elements, and the numbers that a register holds.
    pub(super) fn registers(&self) -> (u32, u32) {
        let (rows, columns) = rows_and_columns(self.element);
        if self.by_columns {
            (self.count() * columns, rows)
        } else {
            (self.count() * rows, columns)
        }
    }

    /// The scalars of a register, by their numbers in the leaf's value.
    pub(super) fn scalars_of(&self, register: u32) -> impl Iterator<Item = usize> + Clone + use<> {
        let (rows, columns) = rows_and_columns(self.element);
        // The first scalar of the register, the step from one to the next, and how many they are.
        let (first, step, n) = if self.by_columns {
            let (element, column) = (register / columns, register % columns);
            (element * rows * columns + column, columns, rows)
        } else {
            (register * columns, 1, columns)
        };
        (0..n).map(move |i| (first + i * step) as usize)
    }
}

/// Rows and columns of a number, a vector or a matrix.
pub(super) fn rows_and_columns(ty: Type) -> (u32, u32) {
    match ty {
        Type::Vector(_, n) => (1, n.into()),
        Type::Matrix(_, rows, columns) => (rows.into(), columns.into()),
        _ => (1, 1),
    }
}

/// The leaves of a value in order; `None` if they are more than [`MAX_LEAVES`].
pub(super) fn leaves(
    types: &Types,
    name: &str,
    ty: Type,
    semantic: Option<&Semantic>,
    order: &Order<'_>,
) -> Option<Vec<Leaf>> {
    let mut walk = Walk {
        types,
        order,
        by_columns: order(None, name),
        found: Vec::new(),
        semantic: semantic.map(|s| (s.clone(), 0)),
        next: 0,
        is_uniform: false,
    };
    walk.value(name.to_owned(), ty)?;
    Some(walk.found)
}

/// Whether registers hold columns of matrices: of a variable, or of a member of the structure.
pub(super) type Order<'o> = dyn Fn(Option<&str>, &str) -> bool + 'o;

/// Registers hold rows.
pub(super) const BY_ROWS: &Order<'static> = &|_, _| false;

struct Walk<'t> {
    types: &'t Types,
    order: &'t Order<'t>,
    by_columns: bool,
    found: Vec<Leaf>,
    semantic: Option<(Semantic, u32)>,
    next: u32,
    is_uniform: bool,
}

impl Walk<'_> {
    fn value(&mut self, name: String, ty: Type) -> Option<()> {
        match ty {
            Type::Struct(id) => {
                let structure = self.types.structure(id);
                for member in &structure.members {
                    self.by_columns = (self.order)(Some(&structure.name), &member.name);
                    let outer = self.semantic.clone();
                    let is_uniform = self.is_uniform;
                    self.is_uniform |= member.is_uniform;
                    if let Some(semantic) = &member.semantic {
                        self.semantic = Some((semantic.clone(), 0));
                    }
                    self.value(format!("{name}.{}", member.name), member.ty)?;
                    self.is_uniform = is_uniform;
                    // A structure's own semantic goes on counting over its members.
                    if member.semantic.is_some() {
                        self.semantic = outer;
                    }
                }
                Some(())
            }
            Type::Array(_) => self.array(name, ty),
            Type::Void | Type::Unknown | Type::String => Some(()),
            ty => self.leaf(name, ty, Vec::new()),
        }
    }

    /// An array of leaves is one leaf; an array of structures has those of each element.
    fn array(&mut self, name: String, ty: Type) -> Option<()> {
        let (mut element, mut sizes) = (ty, Vec::new());
        while let Type::Array(id) = element {
            let (inner, n) = self.types.array_of(id);
            sizes.push(n);
            element = inner;
        }
        if !matches!(element, Type::Struct(_) | Type::Sampler(_)) {
            return self.leaf(name, element, sizes);
        }
        let Type::Array(id) = ty else {
            return Some(());
        };
        let (inner, n) = self.types.array_of(id);
        (0..n).try_for_each(|i| self.value(format!("{name}[{i}]"), inner))
    }

    fn leaf(&mut self, name: String, element: Type, sizes: Vec<u32>) -> Option<()> {
        if self.found.len() >= MAX_LEAVES {
            return None;
        }
        let leaf = Leaf {
            name,
            element,
            sizes,
            first: self.next,
            is_uniform: self.is_uniform,
            by_columns: self.by_columns && matches!(element, Type::Matrix(..)),
            semantic: self.semantic.clone(),
        };
        self.next += leaf.count() * self.types.count(element);
        if let Some((_, row)) = &mut self.semantic {
            *row += leaf.registers().0;
        }
        self.found.push(leaf);
        Some(())
    }
}
