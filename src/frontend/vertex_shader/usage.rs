//! The resources that a shader uses, and their limits (EXT_vertex_shader, "four resources").

use super::opcode::Opcode;
use super::shader::*;
use rustc_hash::FxHashMap;

/// MAX_VERTEX_SHADER_INSTRUCTIONS_EXT
pub const MAX_INSTRUCTIONS: u32 = 1024;
/// MAX_VERTEX_SHADER_VARIANTS_EXT
pub const MAX_VARIANTS: u32 = crate::ir::interface::attribute::VARIANTS;
/// MAX_VERTEX_SHADER_INVARIANTS_EXT
pub const MAX_INVARIANTS: u32 = 256;
/// MAX_VERTEX_SHADER_LOCAL_CONSTANTS_EXT
pub const MAX_LOCAL_CONSTANTS: u32 = 256;
/// MAX_VERTEX_SHADER_LOCALS_EXT
pub const MAX_LOCALS: u32 = 256;

/// Instructions, and vectors of each storage: a scalar takes a vector, a matrix four. Bound state counts nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    pub instructions: u32,
    pub variants: u32,
    pub invariants: u32,
    pub local_constants: u32,
    pub locals: u32,
}

impl Counts {
    pub(super) fn of(shader: &Shader) -> Counts {
        let mut counts = Counts::default();
        for statement in &shader.statements {
            counts.instructions += match statement.action {
                Action::Operation(Opcode::MultiplyMatrix, _) => 4,
                _ => 1,
            };
        }
        for used in shader.symbols_used() {
            let vectors = used.count.saturating_mul(used.symbol.data.n_rows());
            let count = match used.symbol.storage {
                Storage::Variant => &mut counts.variants,
                Storage::Invariant => &mut counts.invariants,
                Storage::LocalConstant => &mut counts.local_constants,
                Storage::Local => &mut counts.locals,
                Storage::Bound(_) => continue,
            };
            *count = count.saturating_add(vectors);
        }
        counts
    }

    /// Whether a shader is within the limits; otherwise it is undefined.
    pub fn are_within_limits(&self) -> bool {
        self.instructions <= MAX_INSTRUCTIONS
            && self.variants <= MAX_VARIANTS
            && self.invariants <= MAX_INVARIANTS
            && self.local_constants <= MAX_LOCAL_CONSTANTS
            && self.locals <= MAX_LOCALS
    }
}

/// A symbol, or a whole block of them, that a shader uses.
#[derive(Debug, Clone, Copy)]
pub(super) struct Used {
    pub(super) symbol: Symbol,
    /// The first name.
    pub(super) first: u32,
    /// Names; more than one where the block is indexed.
    pub(super) count: u32,
    /// Whether the block is indexed.
    pub(super) indexed: bool,
}

impl Shader {
    /// The symbols that statements name, each once, in the order of their first use; indexed blocks as a whole.
    pub(super) fn symbols_used(&self) -> Vec<Used> {
        let indexed: FxHashMap<u32, Symbol> = self
            .statements
            .iter()
            .filter_map(|statement| statement.action.indexed())
            .map(|symbol| (symbol.first, *symbol))
            .collect();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut used = Vec::new();
        for symbol in self.statements.iter().flat_map(Statement::symbols) {
            let block = indexed.contains_key(&symbol.first);
            let (first, count) = if block {
                (symbol.first, symbol.count)
            } else {
                (symbol.name, 1)
            };
            if seen.insert(first) {
                used.push(Used {
                    symbol: *symbol,
                    first,
                    count,
                    indexed: block,
                });
            }
        }
        used
    }

    /// The names of its variants in the order of their attributes, once for each attribute, with the index of the
    /// attribute in the variant. Only for shaders within the limits.
    pub fn variants(&self) -> Vec<(u32, u32)> {
        let used = self.symbols_used();
        let variants = used.iter().filter(|u| u.symbol.storage == Storage::Variant);
        let names = variants.flat_map(|u| {
            let rows = u.symbol.data.n_rows();
            (u.first..u.first + u.count).flat_map(move |name| (0..rows).map(move |row| (name, row)))
        });
        names.collect()
    }

    /// Whether it writes this result: a texture coordinate set, a colour and so on.
    pub fn writes(&self, output: Output) -> bool {
        let to = Destination::Output(output);
        self.statements.iter().any(|statement| statement.to == to)
    }
}

impl Statement {
    /// The symbols that it names.
    fn symbols(&self) -> impl Iterator<Item = &Symbol> {
        let local = match &self.to {
            Destination::Local(symbol) => Some(symbol),
            Destination::Output(_) => None,
        };
        self.action.sources().iter().chain(local)
    }
}
