//! Symbols of EXT_vertex_shader: their names, invariants and local constants (section 2.14).
//!
//! Symbols belong to the share group, like the shaders that name them, and live as long as it does: no command deletes one.
//! The value of an invariant belongs to the symbol, that of a local constant to the shader that sets it. The value of a
//! variant belongs to the context, as other current values do.
//!
//! For names that are no symbols of the right kind, the text gives errors only in its queries: INVALID_VALUE. All commands
//! here do the same. The identifiers of bound state, "which may not be used with any of the set data calls", give
//! INVALID_OPERATION.

use crate::frontend::vertex_shader::lower::row_of;
use crate::frontend::vertex_shader::shader::{DataType, Elements, Parameter, Storage, Symbol};
use crate::gl::attribute::component::Normalized;
use crate::gl::context::enums::*;
use crate::gl::context::error::unreadable;
use crate::gl::{Call, GlError, Result};
use crate::platform::ClientPtr;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The names of outputs, which are never symbols.
const OUTPUTS: std::ops::RangeInclusive<u32> = OUTPUT_VERTEX_EXT..=OUTPUT_FOG_EXT;
/// The most symbols that one GenSymbolsEXT returns.
const MAX_BLOCK: u32 = 1 << 20;

/// The symbols of one GenSymbolsEXT, or one piece of bound state.
#[derive(Debug, Clone, Copy)]
struct Block {
    count: u32,
    data: DataType,
    storage: Storage,
    normalized: bool,
}

/// Blocks of symbols, what they are bound to, and the values of invariants.
#[derive(Debug, Default)]
pub struct Symbols {
    /// The blocks, by their first names.
    blocks: BTreeMap<u32, Block>,
    /// The names of bound state: binding the same state again returns the same name.
    bound: FxHashMap<Parameter, u32>,
    /// The values that invariants were set to.
    invariants: FxHashMap<u32, Elements>,
    /// The greatest name so far.
    last: u32,
}

impl Symbols {
    /// The symbol with this name.
    pub(crate) fn find(&self, name: u32) -> Option<Symbol> {
        let (&first, block) = self.blocks.range(..=name).next_back()?;
        (name - first < block.count).then_some(Symbol {
            name,
            first,
            count: block.count,
            data: block.data,
            storage: block.storage,
            normalized: block.normalized,
        })
    }

    /// Returns the first of consecutive new names. Returns `None` when there are not enough, or when none are requested.
    fn add(&mut self, block: Block) -> Option<u32> {
        let more = block.count.checked_sub(1)?;
        let mut first = self.last.checked_add(1)?;
        if first <= *OUTPUTS.end() && first.checked_add(more)? >= *OUTPUTS.start() {
            first = OUTPUTS.end() + 1;
        }
        self.last = first.checked_add(more)?;
        self.blocks.insert(first, block);
        Some(first)
    }

    /// Returns the name of a piece of state.
    pub(crate) fn bind(&mut self, parameter: Parameter) -> Option<u32> {
        if let Some(name) = self.bound.get(&parameter) {
            return Some(*name);
        }
        let name = self.add(Block {
            count: 1,
            data: parameter.data_type(),
            storage: Storage::Bound(parameter),
            normalized: false,
        })?;
        self.bound.insert(parameter, name);
        Some(name)
    }

    /// Zeros before SetInvariantEXT.
    pub(crate) fn invariant(&self, name: u32) -> Elements {
        self.invariants.get(&name).copied().unwrap_or_default()
    }

    /// Row `row` of an invariant, as programs read it.
    pub(crate) fn invariant_row(&self, name: u32, row: u32) -> [f32; 4] {
        let data = self.find(name).map_or(DataType::Vector, |s| s.data);
        row_of(data, &self.invariant(name), row as usize)
    }
}

impl Call<'_> {
    /// The symbol with this name. Gives INVALID_VALUE when there is none.
    pub(crate) fn symbol(&self, name: u32) -> Result<Symbol> {
        let found = self.cx.shared.vertex_symbols.lock().find(name);
        found.ok_or(GlError::invalid_value("the id is no symbol"))
    }

    /// A symbol whose data can be set. Gives INVALID_VALUE for one of another storage, INVALID_OPERATION for bound state.
    pub(crate) fn symbol_of(&self, name: u32, storage: Storage) -> Result<Symbol> {
        let symbol = self.symbol(name)?;
        match symbol.storage {
            found if found == storage => Ok(symbol),
            Storage::Bound(_) => Err(GlError::invalid_operation(
                "the id stands for GL state and has no data of its own",
            )),
            _ => Err(GlError::invalid_value("the symbol has another storage")),
        }
    }

    /// Reads the numbers of a symbol from client memory. Gives INVALID_ENUM for a wrong type, INVALID_VALUE for a null
    /// pointer.
    fn elements_of_type(&self, symbol: &Symbol, ty: u32, addr: ClientPtr<u8>) -> Result<Elements> {
        match ty {
            BYTE => self.elements(symbol, addr.cast::<i8>()),
            UNSIGNED_BYTE => self.elements(symbol, addr),
            SHORT => self.elements(symbol, addr.cast::<i16>()),
            UNSIGNED_SHORT => self.elements(symbol, addr.cast::<u16>()),
            INT => self.elements(symbol, addr.cast::<i32>()),
            UNSIGNED_INT => self.elements(symbol, addr.cast::<u32>()),
            FLOAT => self.elements(symbol, addr.cast::<f32>()),
            DOUBLE => self.elements(symbol, addr.cast::<f64>()),
            _ => Err(GlError::invalid_enum("type of a symbol's data")),
        }
    }

    /// Reads the numbers of a symbol from client memory, converted to its range.
    pub(crate) fn elements<T: Element>(
        &self,
        symbol: &Symbol,
        addr: ClientPtr<T>,
    ) -> Result<Elements> {
        let values = self.mem.read_vec(addr, symbol.data.n_elements());
        let values = values.map_err(unreadable("null pointer to a symbol's data"))?;
        let mut elements = Elements::default();
        for (element, value) in elements.iter_mut().zip(values) {
            *element = if symbol.normalized {
                value.in_range()
            } else {
                value.number()
            };
        }
        Ok(elements)
    }
}

/// A number that sets an element of a symbol.
pub(crate) trait Element: bytemuck::Pod {
    /// The number unchanged (FULL_RANGE_EXT).
    fn number(self) -> f32;
    /// The number mapped by table 2.6, or clamped to [−1, 1] (NORMALIZED_RANGE_EXT).
    fn in_range(self) -> f32;
}

macro_rules! integers {
    ($($ty:ty)*) => {$(
        impl Element for $ty {
            fn number(self) -> f32 {
                self as f32
            }
            fn in_range(self) -> f32 {
                self.normalized()
            }
        }
    )*};
}

integers!(i8 u8 i16 u16 i32 u32);

impl Element for f32 {
    fn number(self) -> f32 {
        self
    }
    fn in_range(self) -> f32 {
        // NaN is clamped as the code of a shader clamps it.
        if self > -1.0 { self.min(1.0) } else { -1.0 }
    }
}

impl Element for f64 {
    fn number(self) -> f32 {
        self as f32
    }
    fn in_range(self) -> f32 {
        (self as f32).in_range()
    }
}

/// `glGenSymbolsEXT`. It returns 0 without an error for no components, and when there are not enough names. Gives
/// INVALID_ENUM for a wrong type, storage or range, OUT_OF_MEMORY for an absurdly large block.
pub fn gen_symbols_ext(
    call: &mut Call<'_>,
    datatype: u32,
    storagetype: u32,
    range: u32,
    components: u32,
) -> Result<u32> {
    // Check the names.
    let data = match datatype {
        SCALAR_EXT => DataType::Scalar,
        VECTOR_EXT => DataType::Vector,
        MATRIX_EXT => DataType::Matrix,
        _ => return Err(GlError::invalid_enum("data type of symbols")),
    };
    let storage = match storagetype {
        VARIANT_EXT => Storage::Variant,
        INVARIANT_EXT => Storage::Invariant,
        LOCAL_CONSTANT_EXT => Storage::LocalConstant,
        LOCAL_EXT => Storage::Local,
        _ => return Err(GlError::invalid_enum("storage type of symbols")),
    };
    let normalized = match range {
        NORMALIZED_RANGE_EXT => true,
        FULL_RANGE_EXT => false,
        _ => return Err(GlError::invalid_enum("range of symbols")),
    };
    // Make a block of that many symbols.
    if components > MAX_BLOCK {
        return Err(GlError::out_of_memory("GenSymbols: too many components"));
    }
    let block = Block {
        count: components,
        data,
        storage,
        normalized,
    };
    let added = call.cx.shared.vertex_symbols.lock().add(block);
    Ok(added.unwrap_or(0))
}

/// `glSetInvariantEXT`, which is allowed outside of definitions. Display lists hold it. Gives INVALID_OPERATION inside of
/// one and for bound state, INVALID_VALUE when it is no invariant, INVALID_ENUM for a wrong type.
pub fn set_invariant_ext(call: &mut Call<'_>, id: u32, ty: u32, addr: ClientPtr<u8>) -> Result {
    let symbol = call.symbol_of(id, Storage::Invariant);
    let elements = symbol.and_then(|symbol| call.elements_of_type(&symbol, ty, addr));
    call.run(move |call| {
        call.cx.vertex_shaders.outside_definition()?;
        let mut symbols = call.cx.shared.vertex_symbols.lock();
        symbols.invariants.insert(id, elements?);
        Ok(())
    })
}

/// `glSetLocalConstantEXT`, which is allowed inside of a definition, once for each symbol. Display lists hold it. Gives
/// INVALID_OPERATION outside of one, for a constant that is already set, and for bound state. Gives INVALID_VALUE when it
/// is no local constant, INVALID_ENUM for a wrong type.
pub fn set_local_constant_ext(
    call: &mut Call<'_>,
    id: u32,
    ty: u32,
    addr: ClientPtr<u8>,
) -> Result {
    let symbol = call.symbol_of(id, Storage::LocalConstant);
    let elements = symbol.and_then(|symbol| {
        let elements = call.elements_of_type(&symbol, ty, addr)?;
        Ok((symbol, elements))
    });
    call.run(move |call| {
        let recorder = call.cx.vertex_shaders.without_revision().definition()?;
        let (symbol, elements) = elements?;
        let set = recorder.constant(&symbol, elements);
        set.map_err(super::object::refused)
    })
}
