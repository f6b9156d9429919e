//! Gives each constant its registers.

use super::parts::{as_float, feeds_of, registers_of, small};
use super::read::{WordsRead, words_read};
use super::samplers::kind_of;
use super::{Constants, Feed, NO_FLOAT, Tested};
use crate::frontend::assembly::d3d::ctab::{self, Class, Kind, Member, RegisterSet};
use crate::frontend::c_like::entry::{Entry, Uniform};
use crate::frontend::c_like::hlsl::profile::{Profile, Stage};
use crate::frontend::c_like::hlsl::registers::{self, Orders};
use crate::frontend::c_like::tree::{FunctionId, Module, Storage};
use crate::frontend::c_like::types::{Scalar, Semantic, Type};
use rustc_hash::{FxHashMap, FxHashSet};

/// A variable that is set from outside.
struct Outside<'m> {
    name: &'m str,
    ty: Type,
    semantic: Option<&'m Semantic>,
    is_parameter: bool,
}

impl Constants {
    /// Lays out the constants of an entry. `tested`: those that have registers for branches and loops. `is_read` says of the
    /// registers of a constant, by name and from 0 on, whether the finished shader reads them, once that is known.
    pub(in crate::frontend::c_like::hlsl) fn new(
        module: &Module,
        id: FunctionId,
        entry: &Entry,
        orders: &Orders,
        profile: &Profile,
        tested: &[Tested],
        is_read: &dyn Fn(&str, u32) -> bool,
    ) -> Constants {
        let uniforms = entry.uniforms.iter();
        let first_elements = uniforms.clone().flat_map(|u| {
            let all = u.name.match_indices("[0].");
            all.map(|(at, _)| &u.name[..at])
        });
        let mut layout = Layout {
            module,
            entry,
            arrays: first_elements.collect(),
            uniforms: uniforms.map(|u| (&*u.name, u)).collect(),
            orders,
            has_addresses: profile.stage == Some(Stage::Vertex),
            words: words_read(&entry.code.program),
            table: Constants::default(),
            taken: vec![false; profile.constants[0] as usize],
        };
        let all = outside(module, id);
        layout.samplers();
        // Those with registers of their own come first; then the largest ones.
        let mut free: Vec<(&Outside<'_>, ctab::Type, u32)> = Vec::new();
        for (place, outside) in all.iter().enumerate() {
            let is_rows = orders.of_variable(outside.name);
            let ty = layout.type_of(outside.ty, is_rows);
            let used = layout.used(outside.name, &ty, is_read);
            let named = outside.semantic.and_then(registers::register);
            if let Some(('c', first)) = named
                && ty.class != Class::Object
            {
                // Its registers are no other's, whether anything reads them or not.
                layout.take(small(first).into(), registers_of(&ty));
            }
            if used == 0 || ty.class == Class::Object {
                continue;
            }
            if let Some(n) = tested.iter().position(|t| t.name == outside.name) {
                let index = scalar_register(&all, tested, n);
                layout.place_tested(n as u32, index, &tested[n], &ty);
                if !tested[n].is_float {
                    continue;
                }
            }
            match named {
                Some(('c', first)) => {
                    let first = small(first).into();
                    layout.note_read(place, outside.name, &ty, first);
                    layout.place(outside.name, ty, first, used);
                }
                _ => free.push((outside, ty, used)),
            }
        }
        free.sort_by_key(|(_, _, used)| std::cmp::Reverse(*used));
        for (outside, ty, used) in free {
            let first = layout.find_room(used);
            layout.place(outside.name, ty, first, used);
        }
        let mut table = layout.table;
        // Parameters of the entry have names that no variable can have.
        let parameters = all.iter().filter(|o| o.is_parameter);
        let parameters: FxHashSet<&str> = parameters.map(|o| o.name).collect();
        for constant in &mut table.entries {
            if parameters.contains(&*constant.name) {
                constant.name.insert(0, '$');
            }
        }
        table.entries.sort_by(|a, b| a.name.cmp(&b.name));
        table
    }
}

/// The variables outside functions that are set from outside, then the entry's parameters that are.
fn outside(module: &Module, id: FunctionId) -> Vec<Outside<'_>> {
    let function = &module.functions[id.0 as usize];
    let globals = module
        .globals
        .iter()
        .filter(|g| g.storage == Storage::Uniform);
    let mut all: Vec<Outside<'_>> = globals
        .map(|g| Outside {
            is_parameter: false,
            name: &g.name,
            ty: g.ty,
            semantic: g.semantic.as_ref(),
        })
        .collect();
    let parameters = function.parameters.iter().zip(&function.variables);
    let uniform = parameters.filter(|(p, _)| p.is_uniform);
    all.extend(uniform.map(|(p, v)| Outside {
        is_parameter: true,
        name: &v.name,
        ty: v.ty,
        semantic: p.semantic.as_ref(),
    }));
    all
}

pub(super) struct Layout<'m> {
    module: &'m Module,
    pub(super) entry: &'m Entry,
    /// The entry's uniforms by name.
    uniforms: FxHashMap<&'m str, &'m Uniform>,
    /// The names of arrays of structures.
    arrays: FxHashSet<&'m str>,
    orders: &'m Orders,
    /// Whether the machine addresses constants by computed numbers.
    has_addresses: bool,
    /// The words of the uniform array that the program reads.
    words: WordsRead,
    pub(super) table: Constants,
    /// Float registers that a constant has.
    taken: Vec<bool>,
}

/// The register of integers or truth values for `tested[n]`: the one that the text names, or the next one that it does not.
fn scalar_register(all: &[Outside<'_>], tested: &[Tested], n: usize) -> u32 {
    let set = tested[n].set;
    let letter = match set {
        RegisterSet::Bool => 'b',
        _ => 'i',
    };
    let given = |o: &Outside<'_>| match o.semantic.and_then(registers::register) {
        Some((set, number)) if set == letter => Some(number),
        _ => None,
    };
    let own = |name: &str| all.iter().find(|o| o.name == name).and_then(given);
    let is_tested = |o: &&Outside<'_>| tested.iter().any(|t| t.name == o.name);
    let taken: Vec<u32> = { all.iter() }.filter(is_tested).filter_map(given).collect();
    let before = tested[..n].iter().filter(|t| t.set == set);
    let n_before = before.filter(|t| own(&t.name).is_none()).count();
    let mut free = (0..).filter(|number| !taken.contains(number));
    own(&tested[n].name)
        .or_else(|| free.nth(n_before))
        .unwrap_or(0)
}

impl Layout<'_> {
    fn type_of(&self, ty: Type, is_rows: bool) -> ctab::Type {
        let kind = |s: Scalar| match s {
            Scalar::Bool => Kind::Bool,
            s if s.is_real() => Kind::Float,
            _ => Kind::Int,
        };
        let made = |class, kind, rows, columns| ctab::Type {
            class,
            kind,
            rows,
            columns,
            elements: 1,
            members: Vec::new(),
        };
        // Each row is the class, the kind, the rows and the columns of the constant table (Direct3D 9,
        // D3DXSHADER_TYPEINFO).
        match ty {
            Type::Scalar(s) => made(Class::Scalar, kind(s), 1, 1),
            Type::Vector(s, n) => made(Class::Vector, kind(s), 1, n.into()),
            Type::Matrix(s, r, c) if is_rows => {
                made(Class::MatrixRows, kind(s), r.into(), c.into())
            }
            Type::Matrix(s, r, c) => made(Class::MatrixColumns, kind(s), r.into(), c.into()),
            Type::Sampler(kind) => made(Class::Object, kind_of(kind), 1, 1),
            Type::Array(id) => {
                let (element, n) = self.module.types.array_of(id);
                // Arrays of arrays count all elements in one number.
                let inner = self.type_of(element, is_rows);
                let elements = small(u32::from(inner.elements).saturating_mul(n));
                ctab::Type { elements, ..inner }
            }
            Type::Struct(id) => {
                let structure = self.module.types.structure(id);
                let member = |m: &crate::frontend::c_like::types::Member| Member {
                    name: m.name.clone(),
                    ty: self.type_of(m.ty, self.orders.of_member(&structure.name, &m.name)),
                };
                ctab::Type {
                    members: structure.members.iter().map(member).collect(),
                    columns: small(self.module.types.count(ty)),
                    ..made(Class::Struct, Kind::Void, 1, 0)
                }
            }
            _ => made(Class::Object, Kind::Void, 0, 0),
        }
    }

    /// The parts of a constant that are set by name: each uniform with its first register and its type.
    fn leaves(&self, name: &str, ty: &ctab::Type) -> Vec<(&Uniform, u32, ctab::Type)> {
        let mut found = Vec::new();
        self.walk(name.to_owned(), ty, &mut 0, &mut found);
        found
    }

    fn walk<'s>(
        &'s self,
        name: String,
        ty: &ctab::Type,
        next: &mut u32,
        found: &mut Vec<(&'s Uniform, u32, ctab::Type)>,
    ) {
        if ty.class == Class::Struct {
            let is_array = ty.elements > 1 || self.arrays.contains(&*name);
            for i in 0..ty.elements {
                let base = if is_array {
                    format!("{name}[{i}]")
                } else {
                    name.clone()
                };
                for member in &ty.members {
                    self.walk(format!("{base}.{}", member.name), &member.ty, next, found);
                }
            }
            return;
        }
        if let Some(uniform) = self.uniforms.get(&*name) {
            found.push((uniform, *next, ty.clone()));
        }
        *next += registers_of(ty);
    }

    /// The registers up to the last one that the program reads.
    fn used(&self, name: &str, ty: &ctab::Type, in_shader: &dyn Fn(&str, u32) -> bool) -> u32 {
        let leaves = self.leaves(name, ty);
        let read = leaves.iter().filter(|(u, ..)| u.is_read);
        // Where the machine has computed numbers, they reach all of a structure, and all elements of an array.
        let is_computed = |(u, at, of): &(&Uniform, u32, ctab::Type)| {
            let n_rows = |f: &Feed| self.words.computed.get(&(4 * f.row + f.column)).copied();
            let mut chosen = feeds_of(u, of, *at).into_iter().filter_map(|f| n_rows(&f));
            chosen.any(|n| ty.class == Class::Struct || n > u.rows)
        };
        if self.has_addresses && read.clone().any(is_computed) {
            return registers_of(ty);
        }
        let feeds = read.flat_map(|(u, first, ty)| feeds_of(u, ty, *first));
        let is_read = |f: &Feed| {
            self.words.all.contains(&(4 * f.row + f.column)) && in_shader(name, f.register)
        };
        let ends = feeds.filter(is_read).map(|f| f.register + 1);
        ends.max().unwrap_or(0)
    }

    /// The first register from which so many are free.
    fn find_room(&self, n: u32) -> u32 {
        let n = n as usize;
        let mut all = self.taken.windows(n);
        let found = all.position(|w| !w.contains(&true));
        found.unwrap_or(self.taken.len()) as u32
    }

    /// Gives a constant that branches or loops test its register there.
    fn place_tested(&mut self, n: u32, index: u32, tested: &Tested, ty: &ctab::Type) {
        let leaves = self.leaves(&tested.name, ty);
        let first = NO_FLOAT + n;
        let feeds = leaves.iter().map(|(u, at, ty)| feeds_of(u, ty, first + at));
        let feeds: Vec<Feed> = feeds.flatten().collect();
        if !tested.is_float {
            self.table.feeds.extend(feeds);
        }
        self.table.entries.push(ctab::Entry {
            name: tested.name.clone(),
            set: tested.set,
            index: small(index),
            count: 1,
            ty: ty.clone(),
            default: None,
        });
    }

    /// Notes which registers of a constant the program reads.
    fn note_read(&mut self, place: usize, name: &str, ty: &ctab::Type, first: u32) {
        let leaves = self.leaves(name, ty);
        let feeds = leaves
            .iter()
            .flat_map(|(u, at, ty)| feeds_of(u, ty, first + at));
        let read = feeds.filter(|f| self.words.all.contains(&(4 * f.row + f.column)));
        let read: Vec<(u32, usize)> = read.map(|f| (f.register, place)).collect();
        self.table.read.extend(read);
    }

    /// The registers belong to a constant from now on.
    fn take(&mut self, first: u32, count: u32) {
        let taken = self.taken.iter_mut().skip(first as usize);
        taken.take(count as usize).for_each(|t| *t = true);
    }

    fn place(&mut self, name: &str, ty: ctab::Type, first: u32, count: u32) {
        self.take(first, count);
        let (mut feeds, mut default) = (Vec::new(), Vec::<[f32; 4]>::new());
        // Each leaf says which of its numbers feed which components. Its default goes to the same components.
        for (uniform, at, ty) in self.leaves(name, &ty) {
            let own = feeds_of(uniform, &ty, first + at);
            if let Some(rows) = &uniform.default {
                default.resize(count as usize, [0.0; 4]);
                for feed in &own {
                    let row = (feed.row - uniform.first_row) as usize;
                    let value = rows.get(row).map_or(0.0, |r| r[feed.column as usize]);
                    if let Some(register) = default.get_mut((feed.register - first) as usize) {
                        register[feed.component as usize] = as_float(value, feed.scalar);
                    }
                }
            }
            feeds.extend(own);
        }
        // A constant without defaults has no list at all.
        let words = default.iter().flatten().map(|x| x.to_bits());
        let default = (!default.is_empty()).then(|| words.collect());
        self.table.feeds.extend(feeds);
        self.table.entries.push(ctab::Entry {
            name: name.into(),
            set: RegisterSet::Float,
            index: small(first),
            count: small(count),
            ty,
            default,
        });
    }
}
