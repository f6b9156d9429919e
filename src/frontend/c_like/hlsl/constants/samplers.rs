//! The rows of samplers and textures: an array is one row, up to the last element that is read.

use super::layout::Layout;
use super::parts::small;
use crate::format::TextureShape;
use crate::frontend::assembly::d3d::ctab::{self, Class, Kind, RegisterSet};
use crate::frontend::c_like::entry::arrange::array_name;
use crate::frontend::c_like::entry::{Entry, Sampler};
use crate::frontend::c_like::types::{SamplerKind, Type};

impl Layout<'_> {
    /// Adds the rows of all samplers that are read.
    pub(super) fn samplers(&mut self) {
        let all = &self.entry.samplers;
        let groups = all.chunk_by(|a, b| array_name(&a.name) == array_name(&b.name));
        let rows = groups.filter_map(|group| row(self.entry, group));
        self.table.entries.extend(rows);
    }
}

/// The row of a sampler, or of the elements of an array.
fn row(entry: &Entry, group: &[Sampler]) -> Option<ctab::Entry> {
    let name = array_name(&group[0].name);
    // A pair of a sampler and textures has the elements of the array of textures, although only those are here that are read.
    let textures = name.split_once('+').map(|(_, texture)| texture);
    let place = |n: usize| match textures {
        Some(_) => place_of_texture(entry, &group[n].name),
        None => n,
    };
    let n_elements = match textures {
        Some(array) => elements(entry, array).count(),
        None => group.len(),
    };
    let read = || (0..group.len()).filter(|n| group[*n].unit.is_some());
    let first = read().min_by_key(|n| place(*n))?;
    let last = read().max_by_key(|n| place(*n))?;
    let shape = entry.textures[group[first].unit? as usize];
    let kind = kind(group[first].ty, shape, textures.is_some());
    let n_read = place(last) as u32 + 1;
    Some(ctab::Entry {
        name: name.into(),
        set: RegisterSet::Sampler,
        index: small((group[last].unit? + 1).saturating_sub(n_read)),
        count: small(n_read),
        ty: ctab::Type {
            class: Class::Object,
            kind,
            rows: 1,
            // Textures have four numbers in each texel, and samplers one.
            columns: if textures.is_some() { 4 } else { 1 },
            elements: small(n_elements as u32).max(1),
            members: Vec::new(),
        },
        default: None,
    })
}

/// The elements of an array of textures, or the texture alone.
fn elements<'e>(entry: &'e Entry, array: &'e str) -> impl Iterator<Item = &'e Sampler> {
    let all = entry.samplers.iter();
    all.filter(move |s| array_name(&s.name) == array)
}

/// The place of a pair's texture in its array.
fn place_of_texture(entry: &Entry, pair: &str) -> usize {
    let Some((_, texture)) = pair.split_once('+') else {
        return 0;
    };
    let place = elements(entry, array_name(texture)).position(|s| s.name == texture);
    place.unwrap_or(0)
}

/// The kind of a row. A sampler whose type says nothing is of the kind in which the first element is read.
fn kind(ty: Type, shape: Option<TextureShape>, is_texture: bool) -> Kind {
    let Type::Sampler(declared) = ty else {
        return Kind::Sampler;
    };
    let own = match (kind_of(declared), shape) {
        (Kind::Sampler, Some(TextureShape::D3)) => Kind::Sampler3D,
        (Kind::Sampler, Some(TextureShape::Cube)) => Kind::SamplerCube,
        (Kind::Sampler, _) => Kind::Sampler2D,
        (own, _) => own,
    };
    match own {
        own if !is_texture => own,
        Kind::Sampler1D => Kind::Texture1D,
        Kind::Sampler3D => Kind::Texture3D,
        Kind::SamplerCube => Kind::TextureCube,
        _ => Kind::Texture2D,
    }
}

/// The kind of a sampler by its type alone.
pub(super) fn kind_of(declared: SamplerKind) -> Kind {
    match declared.of_texture().unwrap_or(declared) {
        SamplerKind::D1 => Kind::Sampler1D,
        SamplerKind::D2 => Kind::Sampler2D,
        SamplerKind::D3 => Kind::Sampler3D,
        SamplerKind::Cube => Kind::SamplerCube,
        _ => Kind::Sampler,
    }
}
