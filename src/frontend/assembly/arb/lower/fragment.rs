//! What only fragment programs have: pixel rectangles, coordinate conventions, discarding, colours, fog, depth (ARB_fragment_program 3.11.4, 3.11.5).

use super::lowering::Lowering;
use crate::frontend::assembly::arb::language::Language;
use crate::frontend::assembly::arb::parsed::Instruction;
use crate::frontend::binding::{Binding, SceneValue};
use crate::frontend::common_stage::{Fog, PixelSource, pixel_source};
use crate::frontend::vector::*;
use crate::ir::interface::{DEPTH_RANGE_FACT, fragment_input, fragment_output};
use crate::ir::{Noted, Op, ValueId};

impl Lowering<'_> {
    /// Emits the code before the program's own.
    pub(crate) fn begin_fragment(&mut self, source: PixelSource) {
        let (color, depth) = pixel_source(&mut self.b, source, self.parsed.pixel_place());
        self.inputs[fragment_input::COLOR as usize] = color;
        self.rectangle_depth = depth;
    }

    /// `fragment.position` by the program's conventions (ARB_fragment_coord_conventions, "Shader Inputs").
    pub(crate) fn fragment_coord(&mut self) -> Vec4 {
        let [mut x, mut y, z, w] = input4(&mut self.b, fragment_input::POSITION);
        if self.parsed.origin_upper_left {
            let height = Binding::Scene(SceneValue::FramebufferHeight);
            let [height, ..] = self.u.load(&mut self.b, height);
            y = self.b.emit1(Op::FSub, &[height, y]);
        }
        if self.parsed.pixel_center_integer {
            let half = self.b.f32(0.5);
            [x, y] = [x, y].map(|c| self.b.emit1(Op::FSub, &[c, half]));
        }
        [x, y, z, w]
    }

    /// Discards where the condition holds, or where any component is below 0 (QUIRKS 0.26, NV_fragment_program_option
    /// 3.11.6.4).
    pub(crate) fn kill(&mut self, inst: &Instruction, v: &Vec4) {
        let any = match inst.condition {
            Some(condition) => self.any(condition),
            None => {
                let zero = self.b.f32(0.0);
                let below = v.map(|c| self.b.emit1(Op::FLt, &[c, zero]));
                let either = |a, c| self.b.emit1(Op::MOr, &[a, c]);
                below.into_iter().reduce(either).expect("four components")
            }
        };
        self.b.note_fact("discards", &[any]);
        self.b.emit(Op::Kill, &[any], [0, 0]);
    }

    /// With an option of fog the first colour is clamped if fragment colours are, and then fogged (QUIRKS 0.38,
    /// ARB_color_buffer_float 3.10). `told`: whether notes are made for explanations.
    pub(crate) fn fog_color(&mut self, results: &mut [(u32, ValueId)], told: bool) {
        // Collect the components of the first colour that the program writes. Without one there is nothing to fog.
        let is_color = |slot: u32| slot / 4 == fragment_output::COLOR_0;
        let mut color = [None; 4];
        for (slot, value) in results.iter().filter(|(slot, _)| is_color(*slot)) {
            color[*slot as usize % 4] = Some(*value);
        }
        let Some(mode) = self.parsed.fog.filter(|_| color != [None; 4]) else {
            return;
        };
        if self.clamps {
            color = color.map(|c| Some(saturate(&mut self.b, c?)));
        }
        // Blend with the fog colour. Alpha stays, and components that nobody writes may become anything.
        let clamped = color;
        let coord = self.input(fragment_input::FOG_COORD)[0];
        let fog = Fog::at(&mut self.b, &mut self.u, mode, coord);
        let anything = self.anything();
        let rgb = [0, 1, 2].map(|c| color[c].unwrap_or(anything));
        let rgb = fog.blend(&mut self.b, rgb);
        for (c, fogged) in color.iter_mut().zip(rgb) {
            *c = c.map(|_| fogged);
        }
        if told {
            if self.clamps {
                self.b.note(Noted::Fact("clamped colour"), clamped);
            }
            fog.note(&mut self.b);
            self.b.note(Noted::Fact("fogged colour"), color);
        }
        // Put the fogged components in the place of the written ones.
        for (slot, value) in results.iter_mut().filter(|(slot, _)| is_color(*slot)) {
            *value = color[*slot as usize % 4].expect("it was a scalar of the colour");
        }
    }

    /// Kills fragments for which a native fragment program writes a depth outside of the depth range, unless depths are
    /// clamped (NV_fragment_program 3.11.6).
    pub(crate) fn limit_depth(&mut self, slot: u32, value: ValueId) {
        if self.parsed.language != Language::Fp10 || slot / 4 != fragment_output::DEPTH {
            return;
        }
        let [low, high, ..] = self
            .u
            .load(&mut self.b, Binding::Scene(SceneValue::DepthLimits));
        let below = self.b.emit1(Op::FLt, &[value, low]);
        let above = self.b.emit1(Op::FLt, &[high, value]);
        let outside = self.b.emit1(Op::MOr, &[below, above]);
        let compared = [value, low, high, outside];
        self.b.note_fact(DEPTH_RANGE_FACT, &compared);
        self.b.emit(Op::Kill, &[outside], [0, 0]);
    }

    /// Passes a pixel rectangle's depth on, unless the program writes another.
    pub(crate) fn pixel_depth(&mut self) {
        if let Some(z) = self.rectangle_depth.filter(|_| !self.parsed.writes_depth()) {
            self.b.store_output(4 * fragment_output::DEPTH + 2, z);
        }
    }
}
