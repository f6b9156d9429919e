//! Where the tables of this chapter (enables, attribute groups, queries) reach state of other chapters.
#![forbid(unsafe_code)]

use crate::format::PixelStore;
use crate::gl::buffer::range::MemoryRange;
use crate::gl::buffer::storage::{Binding, drop_deleted};
use crate::gl::combiner::state::RegisterCombinerState;
use crate::gl::context::enums::*;
use crate::gl::pixel::transfer::PixelState;
use crate::gl::texture::object::{SavedTextures, TARGET_NAMES, TARGETS};
use crate::gl::vertex_array::state::{ELEMENT_ARRAY_SLOT, SavedArrays, array_slot, nv_array};
use crate::gl::{Context, GlError, Result};
use crate::ir::interface::attribute;
use std::sync::Arc;

impl Context {
    /// Capabilities of other chapters: the active unit's targets and generators. `None` for what is none.
    pub(crate) fn other_capability(&self, name: u32) -> Option<bool> {
        match name {
            VERTEX_PROGRAM_ARB => return Some(self.programs.vertex.enabled),
            FRAGMENT_PROGRAM_ARB | FRAGMENT_PROGRAM_NV => {
                return Some(self.programs.fragment.enabled);
            }
            PRIMITIVE_RESTART_NV => return Some(self.arrays.restart.enabled),
            name if let Some(range) = self.memory_range(name) => return Some(range.enabled),
            name if let Some(bit) = nv_array(name) => {
                return Some(self.arrays.nv_enabled & bit != 0);
            }
            _ => {}
        }
        if let Some(enabled) = self.evaluators.is_enabled(name) {
            return Some(enabled);
        }
        if let Some(slot) = array_slot(self, name) {
            return Some(self.arrays.arrays[slot].enabled);
        }
        let unit = self.textures.active_unit();
        if let Some(target) = TARGET_NAMES.iter().position(|target| *target == name) {
            return Some(unit.enabled[target]);
        }
        unit.gen_enabled
            .get(name.wrapping_sub(TEXTURE_GEN_S) as usize)
            .copied()
    }

    /// Sets a capability of another chapter; `None` for what is none. INVALID_OPERATION for a texture target of a unit
    /// without an environment or a generator of a unit without coordinates (ARB_fragment_program 3.8.15).
    pub(crate) fn set_other_capability(&mut self, name: u32, on: bool) -> Option<Result> {
        let flag = match name {
            VERTEX_PROGRAM_ARB => Some(&mut self.programs.vertex.enabled),
            // One state (ARB_fragment_program, interactions with NV_fragment_program).
            FRAGMENT_PROGRAM_ARB | FRAGMENT_PROGRAM_NV => Some(&mut self.programs.fragment.enabled),
            _ => self.evaluators.enable_flag(name),
        };
        if let Some(flag) = flag {
            *flag = on;
            return Some(Ok(()));
        }
        // EXT_vertex_array enables its arrays by Enable; the element array is no such array.
        if let Some(slot) = array_slot(self, name).filter(|slot| *slot != ELEMENT_ARRAY_SLOT) {
            self.arrays.arrays[slot].enabled = on;
            return Some(Ok(()));
        }
        let active = self.textures.active;
        let unit = self.textures.active_unit_mut();
        if let Some(target) = TARGET_NAMES.iter().position(|target| *target == name) {
            if active >= crate::gl::context::limits::MAX_TEXTURE_UNITS {
                return Some(Err(GlError::invalid_operation(
                    "the active texture unit has no environment",
                )));
            }
            unit.enabled[target] = on;
            return Some(Ok(()));
        }
        let enabled = unit
            .gen_enabled
            .get_mut(name.wrapping_sub(TEXTURE_GEN_S) as usize)?;
        if active >= crate::gl::context::limits::MAX_TEXTURE_COORDS {
            return Some(Err(GlError::invalid_operation(
                "the active texture unit has no coordinate set",
            )));
        }
        *enabled = on;
        Some(Ok(()))
    }
}

/// Enables of the texture units: targets and generators.
type UnitEnables = Vec<([bool; TARGETS], [bool; 4])>;

/// CURRENT_BIT: current values, colour index, raster position.
type SavedCurrent = (
    crate::device::vertex::stream::CurrentValues,
    f32,
    crate::gl::attribute::raster_pos::RasterPos,
);

/// Attribute groups of other chapters: current values, list base, evaluators, programs, texture units, pixel transfer.
#[derive(Debug, Default)]
pub(crate) struct SavedOther {
    current: Option<SavedCurrent>,
    list_base: Option<u32>,
    evaluators: Option<crate::gl::evaluator::map::EvaluatorState>,
    /// ENABLE_BIT: programs, then evaluator maps and AUTO_NORMAL.
    enables: Option<([bool; 2], crate::gl::evaluator::map::Enables)>,
    textures: Option<(SavedTextures, RegisterCombinerState)>,
    unit_enables: Option<UnitEnables>,
    pixel: Option<PixelState>,
}

impl SavedOther {
    pub(crate) fn new(cx: &Context, mask: u32) -> SavedOther {
        let has = |bit: u32| mask & bit != 0;
        let enables = || {
            cx.textures
                .units
                .iter()
                .map(|unit| (unit.enabled, unit.gen_enabled))
                .collect()
        };
        let im = &cx.immediate;
        SavedOther {
            current: has(CURRENT_BIT)
                .then(|| (im.current, im.current_index, im.raster_pos.clone())),
            list_base: has(LIST_BIT).then_some(cx.lists.base),
            evaluators: has(EVAL_BIT).then(|| cx.evaluators.clone()),
            enables: has(ENABLE_BIT).then(|| {
                (
                    [cx.programs.vertex.enabled, cx.programs.fragment.enabled],
                    cx.evaluators.enables(),
                )
            }),
            textures: has(TEXTURE_BIT)
                .then(|| (SavedTextures::save(&cx.textures), cx.combiners.clone())),
            unit_enables: has(ENABLE_BIT).then(enables),
            pixel: has(PIXEL_MODE_BIT).then(|| cx.pixel.clone()),
        }
    }

    /// Makes names of objects mean what they mean in another context's share group.
    pub(crate) fn rebind(&mut self, cx: &Context) {
        if let Some((textures, _)) = &mut self.textures {
            let objects = cx.shared.textures.lock();
            let find = |name, kind| {
                objects
                    .get(name)
                    .filter(|handle| handle.kind == kind)
                    .cloned()
            };
            textures.rebind(&cx.textures.defaults, find);
        }
    }

    pub(crate) fn restore(self, cx: &mut Context) {
        if let Some((mut current, index, raster_pos)) = self.current {
            // Which variants these are may have changed; they belong to no group.
            let variants = attribute::VARIANT_0 as usize..;
            current[variants.clone()].copy_from_slice(&cx.immediate.current[variants]);
            (
                cx.immediate.current,
                cx.immediate.current_index,
                cx.immediate.raster_pos,
            ) = (current, index, raster_pos);
        }
        if let Some(base) = self.list_base {
            cx.lists.base = base;
        }
        if let Some(saved) = self.evaluators {
            cx.evaluators.restore_group(saved);
        }
        if let Some(([vertex, fragment], evaluators)) = self.enables {
            (cx.programs.vertex.enabled, cx.programs.fragment.enabled) = (vertex, fragment);
            cx.evaluators.set_enables(evaluators);
        }
        if let Some((mut textures, combiners)) = self.textures {
            *cx.combiners = combiners;
            let objects = cx.shared.textures.lock();
            textures.restore(&mut cx.textures, |handle| {
                let named = objects.get(handle.name);
                named.is_some_and(|named| Arc::ptr_eq(named, handle))
            });
        }
        for (unit, saved) in cx
            .textures
            .units
            .iter_mut()
            .zip(self.unit_enables.into_iter().flatten())
        {
            (unit.enabled, unit.gen_enabled) = saved;
        }
        if let Some(saved) = self.pixel {
            // Client pixel store and maps belong to no server group (tables 6.25 to 6.27).
            let (pack, unpack, ranges) = (cx.pixel.pack, cx.pixel.unpack, cx.pixel.ranges);
            let maps = std::mem::take(&mut cx.pixel.maps);
            cx.pixel = PixelState {
                pack,
                unpack,
                ranges,
                maps,
                ..saved
            };
        }
    }
}

/// Client attribute groups: pixel store with its buffer bindings, vertex arrays with theirs.
#[derive(Debug, Default)]
pub(crate) struct SavedClient {
    pixel: Option<([PixelStore; 2], [MemoryRange; 2])>,
    pixel_buffers: Option<[Binding; 2]>,
    arrays: Option<SavedArrays>,
}

impl SavedClient {
    pub(crate) fn new(cx: &Context, mask: u32) -> SavedClient {
        let has = |bit: u32| mask & bit != 0;
        let buffers = &cx.buffers;
        SavedClient {
            pixel: has(CLIENT_PIXEL_STORE_BIT)
                .then_some(([cx.pixel.pack, cx.pixel.unpack], cx.pixel.ranges)),
            pixel_buffers: has(CLIENT_PIXEL_STORE_BIT)
                .then(|| [buffers.pack.clone(), buffers.unpack.clone()]),
            arrays: has(CLIENT_VERTEX_ARRAY_BIT).then(|| SavedArrays::save(cx)),
        }
    }

    pub(crate) fn restore(self, cx: &mut Context) {
        if let Some(([pack, unpack], ranges)) = self.pixel {
            (cx.pixel.pack, cx.pixel.unpack, cx.pixel.ranges) = (pack, unpack, ranges);
        }
        if let Some(mut bindings) = self.pixel_buffers {
            bindings.iter_mut().for_each(drop_deleted);
            [cx.buffers.pack, cx.buffers.unpack] = bindings;
        }
        if let Some(arrays) = self.arrays {
            arrays.restore(cx);
        }
    }
}
