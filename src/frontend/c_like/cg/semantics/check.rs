//! Checks what an entry's parameters, its value and the uniforms are bound to.
//!
//! A structure's members have semantics of their own, or take the registers from the structure's on. An array and a matrix
//! take one register for each row. The reference is lenient there: a name that means nothing, at an array, a matrix or a
//! structure, counts as none.

use super::find::{Bound, Unbound, Way, find};
use super::leaf::{Holder, Leaf, leaves};
use super::outputs::{has_one_color, refuse_outputs};
use super::uniform::{self, Refused, Register};
use super::usage::Used;
use super::written::Written;
use super::{binding, combiner, table, usage, written};
use crate::frontend::c_like::cg::profile::{Profile, Registers};
use crate::frontend::c_like::diagnostics::Diagnostics;
use crate::frontend::c_like::entry::semantics::Stage;
use crate::frontend::c_like::rule::binding::{Binding, BindingOddity};
use crate::frontend::c_like::rule::{Oddity, Rule};
use crate::frontend::c_like::tree::{Direction, FunctionId, GlobalId, Module, Storage, VariableId};
use crate::frontend::c_like::types::{Semantic, Type, Types};
use crate::ir::Span;

/// Checks what the parameters, the value and the globals of an entry are bound to, and reports errors to `out` (Cg 3.1,
/// "Binding Semantics").
///
/// Returns true if the entry lacks the position that programs of the profile must have. `is_strict` accepts exactly
/// what the reference compiler accepts.
pub fn check_entry(
    profile: &Profile,
    stage: Stage,
    module: &Module,
    entry: FunctionId,
    is_strict: bool,
    out: &mut Diagnostics,
) -> bool {
    let function = &module.functions[entry.0 as usize];
    // An entry that is only declared has no variables.
    if function.variables.len() < function.parameters.len() {
        return false;
    }
    let mut check = Check {
        profile,
        stage,
        types: &module.types,
        is_strict,
        outputs: Vec::new(),
        is_member: false,
        out,
    };
    let written = Written::by(&module.types, function);
    check.parameters(module, entry, &written);
    if function.semantic.is_none() && !matches!(function.ty, Type::Void | Type::Struct(_)) {
        let rule = Rule::Binding(Binding::NoSemantic(function.name.to_string()));
        check.out.rule(rule, function.span);
    }
    let value = leaves(&module.types, function.ty, function.semantic.as_ref());
    check.varyings(Way::Out, &value, &|| written.of_value());
    check.globals(module, entry);
    if is_strict && has_one_color(profile.name) {
        let is_taken = check.has_color();
        refuse_outputs(&module.types, function, &written, is_taken, check.out);
    }
    if is_strict && check.has_combiners() {
        combiner::refuse_matrices(module, entry, check.out);
    }
    check.lacks_position()
}

struct Check<'c> {
    profile: &'c Profile,
    stage: Stage,
    types: &'c Types,
    is_strict: bool,
    /// The outputs so far, with their names, and whether something is written to them.
    outputs: Vec<(Bound, String, bool)>,
    /// Whether the varyings are members of a structure.
    is_member: bool,
    out: &'c mut Diagnostics,
}

impl<'c> Check<'c> {
    /// Checks each parameter: uniforms, and the varyings that it takes and gives.
    fn parameters(&mut self, module: &'c Module, entry: FunctionId, written: &Written<'_>) {
        let function = &module.functions[entry.0 as usize];
        for (i, p) in function.parameters.iter().enumerate() {
            let ty = function.variables[i].ty;
            if p.is_uniform || p.direction == Direction::Uniform || self.is_sampler(ty) {
                let is_sampler = self.is_strict && matches!(ty, Type::Sampler(_));
                if (p.is_uniform || is_sampler) && p.direction.is_written() {
                    let name = function.variables[i].name.to_string();
                    let rule = Rule::Binding(Binding::UniformOut(name));
                    self.out.rule(rule, function.variables[i].span);
                    continue;
                }
                self.uniform_members(ty);
                if let Some(semantic) = &p.semantic {
                    let used = || usage::reads(module, entry, VariableId(i as u32));
                    self.uniform(semantic, ty, false, &used);
                }
                continue;
            }
            let own = leaves(self.types, ty, p.semantic.as_ref());
            self.is_member = matches!(ty, Type::Struct(_));
            if p.direction != Direction::Out {
                let used = || usage::reads(module, entry, VariableId(i as u32));
                self.varyings(Way::In, &own, &used);
            }
            if p.direction.is_written() {
                let used = || written.of_variable(VariableId(i as u32)).to_vec();
                self.varyings(Way::Out, &own, &used);
            }
        }
    }

    /// Checks the variables outside functions that have a semantic.
    fn globals(&mut self, module: &'c Module, entry: FunctionId) {
        for (i, global) in module.globals.iter().enumerate() {
            if global.storage == Storage::Uniform && global.buffer.is_none() {
                self.uniform_members(global.ty);
            }
            let Some(semantic) = &global.semantic else {
                continue;
            };
            let id = GlobalId(i as u32);
            let used = || match global.is_output {
                true => written::of_global(module, id),
                false => usage::reads_of_global(module, entry, id),
            };
            match global.storage {
                Storage::Uniform => {
                    // `uniform Name { ... } a : BUFFER[0];` is a variable of the block's structure.
                    let is_block = global.buffer.is_some() || matches!(global.ty, Type::Struct(_));
                    self.uniform(semantic, global.ty, is_block, &used);
                }
                Storage::Varying => {
                    let own = leaves(self.types, global.ty, Some(semantic));
                    let way = if global.is_output { Way::Out } else { Way::In };
                    self.varyings(way, &own, &used);
                }
                Storage::Static => self.constant(semantic, global.ty),
            }
        }
    }

    /// A constant has no register, whatever its semantic says.
    fn constant(&mut self, semantic: &Semantic, ty: Type) {
        let is_leaf = matches!(ty, Type::Scalar(_) | Type::Vector(..));
        let register = uniform::find(self.profile, &semantic.name);
        if is_leaf && register == Ok(Register::Varying) {
            self.warn(BindingOddity::OfUniform(semantic.name.clone()), semantic);
        }
    }

    /// Warns of the semantics of varyings at the members of a uniform.
    fn uniform_members(&mut self, ty: Type) {
        let Type::Struct(id) = ty else {
            return;
        };
        let types = self.types;
        for member in &types.structure(id).members {
            match &member.semantic {
                Some(semantic) => self.constant(semantic, member.ty),
                None => self.uniform_members(member.ty),
            }
        }
    }

    /// Whether an output is the fragment's colour by its name.
    fn has_color(&self) -> bool {
        const NAMES: [&str; 4] = ["COLOR", "COLOR0", "COL", "COL0"];
        let mut names = self.outputs.iter().map(|(_, name, _)| name);
        names.any(|name| NAMES.iter().any(|c| c.eq_ignore_ascii_case(name)))
    }

    fn lacks_position(&self) -> bool {
        const NEED: [&str; 8] = [
            "arbvp1", "vp20", "vp30", "vp40", "vs_1_1", "vs_2_0", "vs_2_x", "vs_3_0",
        ];
        let is_position = |name: &str| {
            let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
            ["POSITION", "HPOS"]
                .iter()
                .any(|p| p.eq_ignore_ascii_case(letters))
        };
        let has_position = self.outputs.iter().any(|(_, name, _)| is_position(name));
        !has_position && NEED.contains(&self.profile.name)
    }

    fn is_sampler(&self, ty: Type) -> bool {
        match ty {
            Type::Sampler(_) => true,
            Type::Array(id) => self.is_sampler(self.types.array_of(id).0),
            _ => false,
        }
    }

    /// `used` finds the scalars that the program reads or writes. It is a walk, so that it is asked only for what binds nothing.
    fn varyings(&mut self, way: Way, leaves: &[Leaf<'_>], used: &dyn Fn() -> Vec<Used>) {
        let mut known = None;
        for leaf in leaves {
            let name = &leaf.semantic.name;
            if leaf.is_integer && leaf.row == 0 && self.interpolates(way, name) {
                self.warn(BindingOddity::Interpolated(name.clone()), leaf.semantic);
            }
            match find(self.profile, self.stage, way, name, leaf.row) {
                Ok(bound) => {
                    if bound.is_narrow && leaf.components > 1 && leaf.row == 0 {
                        self.warn(BindingOddity::Narrow(name.clone()), leaf.semantic);
                    }
                    if way == Way::Out {
                        let ranges = known.get_or_insert_with(used);
                        self.output(bound, leaf.semantic, leaf.use_of(ranges).is_some());
                    }
                }
                Err(unbound) => {
                    let used = known.get_or_insert_with(used);
                    self.unbound(unbound, leaf, leaf.use_of(used));
                }
            }
        }
    }

    /// Whether a varying of this name is interpolated, and the reference warns of whole numbers that are.
    fn interpolates(&self, way: Way, name: &str) -> bool {
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let names = ["TEXCOORD", "TEX", "COLOR", "COL"];
        way == Way::In
            && self.profile.registers == Registers::Gp4Fragment
            && names.iter().any(|n| n.eq_ignore_ascii_case(letters))
    }

    /// Reports a name that binds nothing, unless the reference overlooks it.
    fn unbound(&mut self, unbound: Unbound, leaf: &Leaf<'_>, place: Option<Span>) {
        let is_overlooked = match unbound {
            Unbound::Unknown | Unbound::OtherWay | Unbound::Modifier => leaf.of != Holder::Own,
            // Register combiners read such members as they read others.
            Unbound::Unreadable => self.is_member && self.has_combiners(),
            Unbound::Number(_) => false,
        };
        if is_overlooked
            || unbound.needs_use() && place.is_none()
            || !self.is_strict && leaf.of != Holder::Own
        {
            return;
        }
        let name = leaf.semantic.name.clone();
        let fault = match unbound {
            Unbound::Unknown => Binding::Unknown(name),
            Unbound::OtherWay => Binding::OtherWay(name),
            Unbound::Modifier => Binding::Modifier(name),
            Unbound::Number(count) => Binding::Number { name, count },
            Unbound::Unreadable => {
                // The reference names the place where the value is read.
                let place = place.filter(|span| *span != Span::NONE && !self.has_combiners());
                let rule = Rule::Binding(Binding::Unreadable(name));
                self.out.rule(rule, place.unwrap_or(leaf.semantic.span));
                return;
            }
        };
        self.refuse(fault, leaf.semantic);
    }

    fn has_combiners(&self) -> bool {
        matches!(
            self.profile.registers,
            Registers::NvFragment1 | Registers::D3d1Fragment
        )
    }

    /// Takes an output's register. Two outputs may have one if only one of them is written.
    fn output(&mut self, bound: Bound, semantic: &Semantic, is_written: bool) {
        let family = table::of(self.profile.registers, self.stage == Stage::Vertex);
        let slot = binding::Binding::slot(bound);
        let is_same = |b: Bound| match slot {
            Some(_) => binding::Binding::slot(b) == slot,
            None => b == bound,
        };
        let mut written = self.outputs.iter().filter(|(.., is_written)| *is_written);
        let same = written.find(|(b, ..)| is_same(*b)).filter(|_| is_written);
        match same {
            Some((_, other, _)) if family.refuses_shared_outputs => {
                let fault = Binding::SharedOutput(semantic.name.clone(), other.clone());
                self.refuse(fault, semantic);
            }
            _ => self
                .outputs
                .push((bound, semantic.name.clone(), is_written)),
        }
    }

    /// `used` gives the scalars that the program reads.
    fn uniform(
        &mut self,
        semantic: &Semantic,
        ty: Type,
        is_block: bool,
        used: &dyn Fn() -> Vec<Used>,
    ) {
        let name = semantic.name.clone();
        let is_sampler = self.is_sampler(ty);
        match uniform::check(self.profile, &semantic.name, is_sampler) {
            Ok(Register::Buffer) if is_block && (self.is_strict || !self.profile.can.buffers) => {
                self.refuse(Binding::Buffer, semantic);
            }
            Ok(Register::Varying)
                if !matches!(ty, Type::Matrix(..) | Type::Struct(_) | Type::Array(_)) =>
            {
                self.warn(BindingOddity::OfUniform(name), semantic);
            }
            Ok(Register::Constant(first)) => {
                let count = uniform::n_constants(self.profile);
                let own = leaves(self.types, ty, Some(semantic));
                let is_last = |leaf: &&Leaf<'_>| first.saturating_add(leaf.row) >= count;
                let mut beyond = own.iter().filter(is_last).peekable();
                if beyond.peek().is_none() {
                    return;
                }
                let used = used();
                if beyond.any(|leaf| leaf.use_of(&used).is_some()) {
                    self.refuse(Binding::Number { name, count }, semantic);
                }
            }
            Ok(_) => {}
            // A register that the program does not read may have any number.
            Err(Refused::Number(_)) if used().is_empty() => {}
            Err(Refused::Number(count)) => self.refuse(Binding::Number { name, count }, semantic),
            Err(Refused::WrongKind) => self.refuse(Binding::WrongKind(name), semantic),
        }
    }

    fn refuse(&mut self, fault: Binding, semantic: &Semantic) {
        self.out.rule(Rule::Binding(fault), semantic.span);
    }

    fn warn(&mut self, oddity: BindingOddity, semantic: &Semantic) {
        self.out.odd(Oddity::Binding(oddity), semantic.span);
    }
}
