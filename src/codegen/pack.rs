//! Puts numbers into lanes of vectors. A vector that an instruction wants is made of numbers of one register, of literals, or
//! is gathered in a register of its own: numbers that nothing has computed yet are computed there, those of one operation
//! together, and the others are moved.
//!
//! **Order.** The level of a number is above those of its arguments. A register's lanes are computed by rising levels, so
//! whatever a computation wants is there.

use super::graph::flatten::Flat;
use super::graph::numbers::{Graph, Kind, Lanes, NodeId};
use super::graph::vectors::{Vectors, vectors};
use super::lines::{Code, Line, Read, Shape, Where};
use super::refusal::Refusal;
use super::target::Target;
use crate::frontend::assembly::d3d::model::{File, Modifier, Opcode, Register};
use crate::ir::interface::{fragment_output, varying};
use rustc_hash::FxHashMap;
use smallvec::smallvec;

/// The virtual registers so far.
pub(super) struct Pack<'t> {
    pub(super) target: &'t Target<'t>,
    pub(super) graph: &'t Graph,
    pub(super) uses: Vec<u32>,
    pub(super) levels: Vec<u32>,
    pub(super) vectors: Vectors,
    /// The register and lane that holds a number.
    pub(super) homes: Vec<Option<(u32, u8)>>,
    pub(super) code: Code,
    gathered: FxHashMap<Lanes, Read>,
    indices: FxHashMap<NodeId, u32>,
    /// The first reason to refuse the program.
    pub(super) refusal: Option<Refusal>,
}

/// What an operand may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Any swizzle and modifier.
    Any,
    /// Lane n is component n, without modifiers, of a temporary or of coordinates.
    Plain,
    /// The same of any register.
    Ordered,
}

pub(super) fn pack(target: &Target<'_>, flat: &Flat) -> Result<Code, Refusal> {
    let graph = &flat.graph;
    // A number's level is above those of its arguments. Numbers of one level can share an instruction.
    let mut levels = vec![0; graph.nodes.len()];
    for (i, node) in graph.nodes.iter().enumerate() {
        let below = node.args.iter().map(|a| levels[a.0 as usize] + 1);
        levels[i] = below.max().unwrap_or(0);
    }
    let uses = super::graph::fuse::uses(flat);
    let mut pack = Pack {
        target,
        graph,
        vectors: vectors(graph, &levels, &uses),
        uses,
        levels,
        homes: vec![None; graph.nodes.len()],
        code: Code::default(),
        gathered: FxHashMap::default(),
        indices: FxHashMap::default(),
        refusal: None,
    };
    pack.kill(&flat.kills);
    // Each output is a vector whose lanes are computed together where they can be.
    for slot in &target.outputs {
        let lanes = [0, 1, 2, 3].map(|c| {
            let wanted = c < u32::from(slot.components);
            let value = flat.outputs.get(&(4 * slot.vec4 + c)).copied();
            value.filter(|_| wanted || slot.is_depth(target, c))
        });
        pack.output(slot.vec4, lanes);
    }
    match pack.refusal {
        Some(refusal) => Err(refusal),
        None => Ok(pack.code),
    }
}

impl super::target::Slot {
    /// Whether it is the depth, which is the third component of its vector.
    fn is_depth(&self, target: &Target<'_>, component: u32) -> bool {
        target.is_pixel() && self.vec4 == fragment_output::DEPTH && component == 2
    }
}

impl Pack<'_> {
    pub(super) fn refuse(&mut self, what: &str, number: u32) {
        let version = self.target.version.name();
        self.refusal.get_or_insert_with(|| Refusal::Lacks {
            what: what.to_owned(),
            version,
            number,
            span: crate::ir::Span::NONE,
        });
    }

    /// Writes an output.
    fn output(&mut self, vec4: u32, lanes: Lanes) {
        lanes.iter().flatten().for_each(|n| self.whole(*n));
        let register = self.target.output_register(vec4);
        let to = Where::Fixed(register);
        let slot = self.target.outputs.iter().find(|s| s.vec4 == vec4);
        let is_number = slot.is_some_and(|s| s.is_number());
        if register.file.is_scalar() || is_number {
            let value = lanes.iter().flatten().next().copied();
            if let Some(value) = value {
                let read = self.operand([Some(value); 4], Form::Any);
                let read = Read {
                    lanes: [read.lanes[0]; 4],
                    ..read
                };
                self.line(Opcode::Mov, (to, 15), &[read], Shape::Each);
            }
            return;
        }
        if register.file == File::ColorOut && self.target.version.major() == 2 {
            // Components that nothing writes are anything.
            let first = lanes.iter().flatten().next().copied();
            let lanes = lanes.map(|l| l.or(first));
            let read = self.operand(lanes, Form::Ordered);
            self.line(Opcode::Mov, (to, 15), &[read], Shape::Each);
            return;
        }
        lanes
            .iter()
            .flatten()
            .for_each(|n| self.with_others(*n, &lanes));
        let is_free = |n: NodeId| self.is_free(n) && self.uses[n.0 as usize] == 1;
        let own = lanes.map(|l| l.filter(|n| is_free(*n)));
        let mut others = lanes;
        for (other, own) in others.iter_mut().zip(&own) {
            if own.is_some() {
                *other = None;
            }
        }
        self.home_together(others);
        self.fill(to, own, others);
    }

    /// Computes a number with the others of its vector, if some of them are wanted elsewhere.
    fn with_others(&mut self, n: NodeId, lanes: &Lanes) {
        let Some((vector, _)) = self.vectors.of[n.0 as usize].filter(|_| self.is_free(n)) else {
            return;
        };
        let members = self.vectors.members[vector as usize];
        let free = members.map(|m| m.filter(|m| self.is_free(*m)));
        if free.iter().flatten().all(|m| lanes.contains(&Some(*m))) {
            return;
        }
        let register = self.code.new_virtual(false);
        for (lane, member) in free.iter().enumerate() {
            if let Some(member) = member {
                self.homes[member.0 as usize] = Some((register, lane as u8));
            }
        }
        self.fill(Where::Virtual(register), free, [None; 4]);
    }

    /// Gives numbers of a vector that nothing has computed yet a register.
    fn home_together(&mut self, lanes: Lanes) {
        let free = lanes.map(|l| l.filter(|n| self.is_free(*n)));
        if free.iter().flatten().next().is_some() {
            self.operand(free, Form::Any);
        }
    }

    /// Whether a number is computed, and nothing has computed it yet.
    pub(super) fn is_free(&self, n: NodeId) -> bool {
        let is_leaf = matches!(
            self.graph.kind(n),
            Kind::Literal(_) | Kind::Register(..) | Kind::Relative(..)
        );
        !is_leaf && self.homes[n.0 as usize].is_none()
    }

    pub(super) fn line(&mut self, opcode: Opcode, to: (Where, u8), reads: &[Read], shape: Shape) {
        self.code.lines.push(Line {
            opcode,
            to: Some(to),
            saturate: false,
            reads: reads.into(),
            shape,
        });
    }

    /// The operand of these numbers.
    pub(super) fn operand(&mut self, lanes: Lanes, form: Form) -> Read {
        if form != Form::Any {
            return self.source(lanes, form);
        }
        let (lanes, minus) = self.without(lanes, Kind::Neg);
        let (lanes, magnitude) = match self.target.has_abs() {
            true => self.without(lanes, Kind::Abs),
            false => (lanes, false),
        };
        let modifier = match (minus, magnitude) {
            (false, false) => Modifier::None,
            (true, false) => Modifier::Negate,
            (false, true) => Modifier::Absolute,
            (true, true) => Modifier::NegateAbsolute,
        };
        Read {
            modifier,
            ..self.source(lanes, form)
        }
    }

    /// The numbers without a modifier that all have.
    fn without(&self, lanes: Lanes, kind: Kind) -> (Lanes, bool) {
        let all = lanes.iter().flatten();
        let have_it = { all }.all(|n| self.graph.kind(*n) == kind);
        if !have_it || lanes.iter().all(Option::is_none) {
            return (lanes, false);
        }
        (lanes.map(|l| l.map(|n| self.graph.args(n)[0])), true)
    }

    /// Where a number lies: its register and component.
    pub(super) fn place(&mut self, n: NodeId) -> Option<(Where, u8)> {
        match self.graph.kind(n) {
            Kind::Register(file, number, component) => {
                Some((Where::Fixed(Register::new(file, number)), component))
            }
            Kind::Relative(base, component) => {
                let index = self.graph.args(n)[0];
                let id = match self.indices.get(&index) {
                    Some(known) => *known,
                    None => {
                        let read = self.operand([Some(index), None, None, None], Form::Any);
                        self.code.indices.push(read);
                        let id = self.code.indices.len() as u32 - 1;
                        self.indices.insert(index, id);
                        id
                    }
                };
                Some((Where::Indexed(base, id), component))
            }
            _ => {
                let (register, lane) = self.homes[n.0 as usize]?;
                Some((Where::Virtual(register), lane))
            }
        }
    }

    fn source(&mut self, lanes: Lanes, form: Form) -> Read {
        for n in lanes.iter().flatten() {
            self.whole(*n);
            self.with_others(*n, &lanes);
        }
        if let Some(read) = self.direct(lanes, form) {
            return read;
        }
        if form != Form::Any {
            return self.gather(lanes, form);
        }
        if let Some(read) = self.gathered.get(&lanes) {
            return *read;
        }
        let read = self.gather(lanes, form);
        self.gathered.insert(lanes, read);
        read
    }

    /// The operand, if the numbers lie in one register already.
    fn direct(&mut self, lanes: Lanes, form: Form) -> Option<Read> {
        let all: Vec<NodeId> = lanes.iter().flatten().copied().collect();
        let bits = |n: NodeId| match self.graph.kind(n) {
            Kind::Literal(bits) => Some(bits),
            _ => None,
        };
        if form != Form::Plain && all.iter().all(|n| bits(*n).is_some()) {
            // Lanes that nothing wants have what another one has, so that equal literals are one vector.
            let first = all.first().and_then(|n| bits(*n));
            let literals = lanes.map(|l| l.and_then(bits).or(first));
            let id = self.code.literal(literals);
            return Some(Read::plain(Where::Literals(id)));
        }
        let mut read: Option<Read> = None;
        let mut first = None;
        for (lane, n) in lanes.iter().enumerate() {
            let Some(n) = n else { continue };
            if bits(*n).is_some() {
                return None;
            }
            let (from, component) = self.place(*n)?;
            first.get_or_insert(component);
            let read = read.get_or_insert(Read::plain(from));
            let is_in_order = usize::from(component) == lane;
            let fits = match form {
                Form::Any => true,
                Form::Ordered => is_in_order,
                Form::Plain => is_in_order && can_load(from),
            };
            if read.from != from || !fits {
                return None;
            }
            read.lanes[lane] = component;
        }
        let mut read = read?;
        // Lanes that nothing wants read what another one reads.
        for (lane, n) in lanes.iter().enumerate() {
            if n.is_none() && form == Form::Any {
                read.lanes[lane] = first.unwrap_or(0);
            }
        }
        Some(read)
    }

    /// Makes a register of the numbers.
    fn gather(&mut self, lanes: Lanes, form: Form) -> Read {
        let register = self.code.new_virtual(form != Form::Any);
        let mut read = Read::plain(Where::Virtual(register));
        let (mut own, mut others): (Lanes, Lanes) = ([None; 4], [None; 4]);
        // Numbers that nothing has computed yet are computed in their lane. Others are moved there.
        for lane in 0..4 {
            let Some(n) = lanes[lane] else { continue };
            if form == Form::Any
                && let Some(earlier) = (0..lane).find(|l| lanes[*l] == Some(n))
            {
                read.lanes[lane] = read.lanes[earlier];
                continue;
            }
            if self.is_free(n) {
                own[lane] = Some(n);
            } else {
                others[lane] = Some(n);
            }
        }
        // The register is the home of what is computed in it.
        for (lane, n) in own.iter().enumerate() {
            if let Some(n) = n {
                self.homes[n.0 as usize].get_or_insert((register, lane as u8));
            }
        }
        self.fill(Where::Virtual(register), own, others);
        // Lanes without a number repeat one that has one.
        let written = (0..4).find(|l| lanes[*l].is_some()).unwrap_or(0);
        let first = read.lanes[written];
        for (component, n) in read.lanes.iter_mut().zip(&lanes) {
            if n.is_none() && form == Form::Any {
                *component = first;
            }
        }
        read
    }

    /// Computes some numbers in a register, those of lower levels first, and moves others there.
    fn fill(&mut self, to: Where, own: Lanes, others: Lanes) {
        let mut left = own;
        let level = |n: NodeId| self.levels[n.0 as usize];
        let mut order: Vec<u32> = own.iter().flatten().map(|n| level(*n)).collect();
        order.sort_unstable();
        order.dedup();
        for now in order {
            while let Some(first) =
                (0..4).find(|l| left[*l].is_some_and(|n| self.levels[n.0 as usize] == now))
            {
                let key = left[first].map(|n| self.key(n));
                let mut group: Lanes = [None; 4];
                for lane in 0..4 {
                    let is_alike =
                        |n: &NodeId| self.levels[n.0 as usize] == now && Some(self.key(*n)) == key;
                    if left[lane].as_ref().is_some_and(is_alike) {
                        group[lane] = left[lane].take();
                    }
                }
                self.group(to, group);
            }
        }
        self.move_all(to, others);
    }

    /// Moves numbers that lie elsewhere, those of one register together.
    fn move_all(&mut self, to: Where, mut left: Lanes) {
        while let Some(first) = (0..4).find(|l| left[*l].is_some()) {
            let mut group: Lanes = [None; 4];
            let from = |pack: &mut Self, n: NodeId| match pack.graph.kind(n) {
                Kind::Literal(_) => None,
                _ => pack.place(n).map(|(from, _)| from),
            };
            let Some(n) = left[first] else { return };
            let wanted = from(self, n);
            for lane in 0..4 {
                if let Some(n) = left[lane]
                    && from(self, n) == wanted
                {
                    group[lane] = left[lane].take();
                }
            }
            let read = self.operand(group, Form::Any);
            self.line(Opcode::Mov, (to, mask_of(&group)), &[read], Shape::Each);
        }
    }

    /// Emits one line for all lanes.
    pub(super) fn each(&mut self, opcode: Opcode, to: Where, group: &Lanes, reads: &[Read]) {
        let mask = mask_of(group);
        self.code.lines.push(Line {
            opcode,
            to: Some((to, mask)),
            saturate: false,
            reads: reads.iter().copied().collect(),
            shape: Shape::Each,
        });
    }

    /// Emits an instruction on one number that writes the lane.
    pub(super) fn one(&mut self, opcode: Opcode, to: Where, lane: usize, reads: &[Read]) {
        let replicate = |r: &Read| Read {
            lanes: [r.lanes[0]; 4],
            ..*r
        };
        self.code.lines.push(Line {
            opcode,
            to: Some((to, 1 << lane)),
            saturate: false,
            reads: reads.iter().map(replicate).collect(),
            shape: Shape::One,
        });
    }

    /// Emits a kill where a lane of an operand is below 0.
    pub(super) fn emit_kill(&mut self, read: Read, lanes: u8) {
        self.code.lines.push(Line {
            opcode: Opcode::TexKill,
            to: None,
            saturate: false,
            reads: smallvec![read],
            shape: Shape::Load(lanes),
        });
    }
}

/// Whether look-ups take coordinates from there.
fn can_load(from: Where) -> bool {
    match from {
        Where::Virtual(_) => true,
        Where::Fixed(register) => register.file == File::Texture,
        _ => false,
    }
}

/// The lanes that have a number, by bit.
pub(super) fn mask_of(lanes: &Lanes) -> u8 {
    (0..4).fold(0, |mask, l| mask | u8::from(lanes[l].is_some()) << l)
}

impl Target<'_> {
    /// The register of a vector of output slots.
    pub(super) fn output_register(&self, vec4: u32) -> Register {
        let at = self.outputs.iter().position(|s| s.vec4 == vec4);
        let number = at.unwrap_or(0) as u32;
        if self.is_pixel() {
            return match vec4 {
                fragment_output::DEPTH => Register::new(File::DepthOut, 0),
                n => Register::new(File::ColorOut, n - fragment_output::COLOR_0),
            };
        }
        if self.version.major() == 3 {
            return Register::new(File::Output, number);
        }
        match vec4 {
            varying::POSITION => Register::new(File::Position, 0),
            varying::FOG_COORD => Register::new(File::Fog, 0),
            varying::POINT_SIZE => Register::new(File::PointSize, 0),
            varying::FRONT_COLOR | varying::FRONT_SECONDARY => {
                Register::new(File::AttributeOut, vec4 - varying::FRONT_COLOR)
            }
            n => Register::new(File::TextureOut, n - varying::TEX_COORD_0),
        }
    }
}
