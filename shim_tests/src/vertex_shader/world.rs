//! A model of a context under any sequence of EXT_vertex_shader's calls: the error of each call, and the state of
//! shaders and symbols after it. It follows the registry's text (sections 2.6.3, 2.14, 6.1.12 and "Errors").
//!
//! If the text has no error for wrong arguments, the model has the usual errors of GL. An enum outside of a table is
//! INVALID_ENUM. INVALID_VALUE is for numbers that are no symbol of the right storage, where data are set and queried.

use super::bound_state::BOUND;
use super::calls::{Call, Data, Id, Kind, Name};
use super::command::{Block, OUTPUT_FOG, OUTPUT_VERTEX, Source, Symbols, Type};
use super::numbers::numbers;
use std::collections::{BTreeMap, BTreeSet};

/// SCALAR_EXT, VECTOR_EXT, MATRIX_EXT
pub const TYPES: std::ops::Range<u32> = 0x87BE..0x87C1;
/// VARIANT_EXT, INVARIANT_EXT, LOCAL_CONSTANT_EXT, LOCAL_EXT
pub const STORAGES: std::ops::Range<u32> = 0x87C1..0x87C5;
/// NORMALIZED_RANGE_EXT, FULL_RANGE_EXT
pub const RANGES: std::ops::Range<u32> = 0x87E0..0x87E2;
/// OP_INDEX_EXT
pub const OP_INDEX: u32 = 0x8782;
/// X_EXT to NEGATIVE_ONE_EXT
pub const SELECTIONS: std::ops::Range<u32> = 0x87D5..0x87E0;
/// VARIANT_ARRAY_EXT
pub const VARIANT_ARRAY: u32 = 0x87E8;
/// VARIANT_ARRAY_POINTER_EXT
pub const VARIANT_ARRAY_POINTER: u32 = 0x87E9;

/// The array of a variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Array {
    pub ty: u32,
    pub stride: u32,
    pub pointer: u64,
    pub enabled: bool,
}

/// FLOAT
pub(super) const FLOAT: u32 = 0x1406;

impl Default for Array {
    fn default() -> Array {
        Array {
            ty: FLOAT,
            stride: 0,
            pointer: 0,
            enabled: false,
        }
    }
}

/// The local constants that a definition sets, by name.
pub(super) type Constants = BTreeMap<u32, [f32; 16]>;

/// The state that a context should have.
#[derive(Debug, Default)]
pub struct World {
    /// Blocks in the order in which they were made.
    pub symbols: Symbols,
    /// The rows of [`BOUND`] that are bound, with their symbols.
    bound_state: BTreeMap<usize, u32>,
    /// Names that exist, with what complete definitions set.
    shaders: BTreeMap<u32, Option<Constants>>,
    /// VERTEX_SHADER_BINDING_EXT
    pub bound: u32,
    pub(super) definition: Option<Constants>,
    generated: Vec<u32>,
    /// VERTEX_SHADER_EXT
    pub enabled: bool,
    pub(super) in_primitive: bool,
    /// What invariants and variants were set to.
    values: BTreeMap<u32, [f32; 16]>,
    /// Arrays of variants.
    arrays: BTreeMap<u32, Array>,
}

impl World {
    /// Whether GetError may be called now.
    pub fn in_primitive(&self) -> bool {
        self.in_primitive
    }

    /// Between BeginVertexShaderEXT and EndVertexShaderEXT.
    pub fn is_defining(&self) -> bool {
        self.definition.is_some()
    }

    /// The symbol that an id stands for now.
    pub fn id(&self, id: Id) -> u32 {
        match id {
            Id::Plain(number) => number,
            Id::Symbol(block, n) => self.symbols.0.get(block).map_or(0, |b| b.first + n),
        }
    }

    /// The shader that a name stands for now.
    pub fn name(&self, name: Name) -> u32 {
        match name {
            Name::Plain(number) => number,
            Name::Generated(n) => match self.generated.len() {
                0 => 0,
                len => self.generated[n as usize % len],
            },
        }
    }

    /// The symbol of a row of [`BOUND`], if it is bound.
    pub fn bound_symbol(&self, row: usize) -> Option<u32> {
        self.bound_state.get(&row).copied()
    }

    /// The type of a symbol, and its values where they are known.
    pub fn answer(&self, kind: Kind, symbol: u32) -> Option<(Type, Option<[f32; 16]>)> {
        let block = self.block_of(kind, symbol)?;
        let defined = self.shaders.get(&self.bound).and_then(Option::as_ref);
        let value = match block.source {
            Source::State(_) => None,
            // All values are those of the shader that is bound, while it has a definition.
            Source::LocalConstant if self.is_defining() => None,
            Source::LocalConstant => defined.and_then(|set| set.get(&symbol)),
            _ => self.values.get(&symbol),
        };
        Some((block.ty, value.copied()))
    }

    /// The array of a variant.
    pub fn array(&self, symbol: u32) -> Array {
        self.arrays.get(&symbol).copied().unwrap_or_default()
    }

    pub(super) fn block_of(&self, kind: Kind, symbol: u32) -> Option<&Block> {
        let own = |source: Source| match source {
            Source::Variant => Some(Kind::Variant),
            Source::Invariant => Some(Kind::Invariant),
            Source::LocalConstant => Some(Kind::LocalConstant),
            Source::Local => None,
            Source::State(n) if BOUND[n].is_variant => Some(Kind::Variant),
            Source::State(_) => Some(Kind::Invariant),
        };
        self.symbols
            .block(symbol)
            .filter(|block| own(block.source) == Some(kind))
    }

    /// Applies a call that raised no error and returned this.
    ///
    /// # Errors
    /// The error says what is wrong with the returned names.
    pub fn done(&mut self, call: &Call, returned: u32) -> Result<(), String> {
        match call {
            Call::GenShaders(range) => return self.shaders_made(*range, returned),
            Call::BindShader(name) => {
                self.bound = self.name(*name);
                self.shaders.entry(self.bound).or_default();
            }
            Call::DeleteShader(name) => {
                let name = self.name(*name);
                if name != 0 && self.shaders.remove(&name).is_some() && self.bound == name {
                    self.bound = 0;
                }
            }
            Call::Begin => {
                self.shaders.insert(self.bound, None);
                self.definition = Some(Constants::default());
            }
            Call::End => {
                let constants = self.definition.take();
                self.shaders.insert(self.bound, constants);
            }
            Call::GenSymbols { .. } | Call::BindState(..) => {
                return self.symbols_made(call, returned);
            }
            Call::SetInvariant(id, ty, data) | Call::Variant(id, ty, data) => {
                let symbol = self.id(*id);
                self.values.insert(symbol, self.read(symbol, *ty, data));
            }
            Call::SetLocalConstant(id, ty, data) => {
                let symbol = self.id(*id);
                let value = self.read(symbol, *ty, data);
                let set = self.definition.as_mut();
                set.expect("a definition").insert(symbol, value);
            }
            Call::VariantPointer {
                id,
                ty,
                stride,
                pointer,
            } => {
                let array = self.arrays.entry(self.id(*id)).or_default();
                (array.ty, array.stride, array.pointer) = (*ty, *stride, *pointer);
            }
            Call::EnableArray(id, on) => {
                let symbol = self.id(*id);
                self.arrays.entry(symbol).or_default().enabled = *on;
            }
            Call::Enable(on) => self.enabled = *on,
            Call::BeginPrimitive => self.in_primitive = true,
            Call::EndPrimitive => self.in_primitive = false,
            _ => {}
        }
        Ok(())
    }

    /// Data of a type, as a symbol stores them.
    fn read(&self, symbol: u32, ty: u32, data: &Data) -> [f32; 16] {
        let block = self.symbols.block(symbol).expect("a symbol");
        numbers(ty, data, block.normalized)
    }

    fn shaders_made(&mut self, range: u32, first: u32) -> Result<(), String> {
        let names = first..first.checked_add(range).ok_or("names beyond the last")?;
        if (first == 0) != (range == 0) {
            return Err(format!("{range} shaders from {first} on"));
        }
        for name in names {
            if self.shaders.insert(name, None).is_some() {
                return Err(format!("shader {name} was there before"));
            }
            self.generated.push(name);
        }
        Ok(())
    }

    fn symbols_made(&mut self, call: &Call, first: u32) -> Result<(), String> {
        // The block that the call asks for. State that was bound before keeps its symbol.
        let block = match call {
            Call::GenSymbols {
                data,
                storage,
                range,
                count,
            } => Block {
                first,
                count: *count,
                ty: [Type::S, Type::V, Type::M][(data - TYPES.start) as usize],
                source: [
                    Source::Variant,
                    Source::Invariant,
                    Source::LocalConstant,
                    Source::Local,
                ][(storage - STORAGES.start) as usize],
                normalized: *range == RANGES.start,
            },
            Call::BindState(row, _) => {
                if let Some(known) = self.bound_state.get(row) {
                    let is_same = *known == first;
                    return is_same.then_some(()).ok_or(format!("{first}, not {known}"));
                }
                self.bound_state.insert(*row, first);
                Block {
                    first,
                    count: 1,
                    ty: BOUND[*row].ty,
                    source: Source::State(*row),
                    normalized: false,
                }
            }
            other => unreachable!("{other} makes no symbols"),
        };
        if block.count == 0 {
            return (first == 0)
                .then_some(())
                .ok_or(format!("{first} for no symbols"));
        }
        // The driver may choose any names that are not 0, not in use, and not those of outputs.
        let names: BTreeSet<u32> = (first..first + block.count).collect();
        let is_output = |name: &u32| (OUTPUT_VERTEX..=OUTPUT_FOG).contains(name);
        if first == 0
            || names
                .iter()
                .any(|n| is_output(n) || self.symbols.block(*n).is_some())
        {
            return Err(format!("symbols {names:?} are not new"));
        }
        self.symbols.0.push(block);
        Ok(())
    }
}

/// The names that Get*Floatv and Get*Integerv accept for a kind of symbols: the value first, then the data type.
pub fn properties(kind: Kind) -> &'static [u32] {
    match kind {
        Kind::Variant => &[0x87E4, 0x87E5, 0x87E6, 0x87E7],
        Kind::Invariant => &[0x87EA, 0x87EB],
        Kind::LocalConstant => &[0x87EC, 0x87ED],
    }
}
