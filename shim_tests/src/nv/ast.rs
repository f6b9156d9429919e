//! A program of ARB_vertex_program with or without `OPTION NV_vertex_program2`, as data. The printer chooses names and
//! spelling.

/// Operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[rustfmt::skip]
pub enum Opcode {
    Abs, Add, Ara, Arl, Arr, Cos, Dp3, Dp4, Dph, Dst, Ex2, Exp, Flr, Frc, Lg2, Lit, Log, Mad, Max, Min, Mov, Mul, Pow, Rcc,
    Rcp, Rsq, Seq, Sfl, Sge, Sgt, Sin, Sle, Slt, Sne, Ssg, Str, Sub, Swz, Xpd,
}

/// The operands of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// This many vectors.
    Vector(u8),
    /// This many scalars.
    Scalar(u8),
    /// A vector with an extended swizzle.
    Swizzle,
    /// An address register from a vector (from a scalar without the option).
    Load,
    /// An address register from an address register.
    AddAddress,
}

/// A row of the instruction table.
#[derive(Debug, Clone, Copy)]
pub struct OpcodeInfo {
    /// The operation.
    pub opcode: Opcode,
    /// Its name without suffix.
    pub name: &'static str,
    /// Its operands.
    pub form: Form,
    pub needs_option: bool,
}

const fn base(opcode: Opcode, name: &'static str, form: Form) -> OpcodeInfo {
    OpcodeInfo {
        opcode,
        name,
        form,
        needs_option: false,
    }
}

const fn option(opcode: Opcode, name: &'static str, form: Form) -> OpcodeInfo {
    OpcodeInfo {
        opcode,
        name,
        form,
        needs_option: true,
    }
}

/// Table X.5 without BRA, CAL and RET.
pub const OPCODES: &[OpcodeInfo] = &[
    base(Opcode::Abs, "ABS", Form::Vector(1)),
    base(Opcode::Add, "ADD", Form::Vector(2)),
    option(Opcode::Ara, "ARA", Form::AddAddress),
    base(Opcode::Arl, "ARL", Form::Load),
    option(Opcode::Arr, "ARR", Form::Load),
    option(Opcode::Cos, "COS", Form::Scalar(1)),
    base(Opcode::Dp3, "DP3", Form::Vector(2)),
    base(Opcode::Dp4, "DP4", Form::Vector(2)),
    base(Opcode::Dph, "DPH", Form::Vector(2)),
    base(Opcode::Dst, "DST", Form::Vector(2)),
    base(Opcode::Ex2, "EX2", Form::Scalar(1)),
    base(Opcode::Exp, "EXP", Form::Scalar(1)),
    base(Opcode::Flr, "FLR", Form::Vector(1)),
    base(Opcode::Frc, "FRC", Form::Vector(1)),
    base(Opcode::Lg2, "LG2", Form::Scalar(1)),
    base(Opcode::Lit, "LIT", Form::Vector(1)),
    base(Opcode::Log, "LOG", Form::Scalar(1)),
    base(Opcode::Mad, "MAD", Form::Vector(3)),
    base(Opcode::Max, "MAX", Form::Vector(2)),
    base(Opcode::Min, "MIN", Form::Vector(2)),
    base(Opcode::Mov, "MOV", Form::Vector(1)),
    base(Opcode::Mul, "MUL", Form::Vector(2)),
    base(Opcode::Pow, "POW", Form::Scalar(2)),
    option(Opcode::Rcc, "RCC", Form::Scalar(1)),
    base(Opcode::Rcp, "RCP", Form::Scalar(1)),
    base(Opcode::Rsq, "RSQ", Form::Scalar(1)),
    option(Opcode::Seq, "SEQ", Form::Vector(2)),
    option(Opcode::Sfl, "SFL", Form::Vector(2)),
    base(Opcode::Sge, "SGE", Form::Vector(2)),
    option(Opcode::Sgt, "SGT", Form::Vector(2)),
    option(Opcode::Sin, "SIN", Form::Scalar(1)),
    option(Opcode::Sle, "SLE", Form::Vector(2)),
    base(Opcode::Slt, "SLT", Form::Vector(2)),
    option(Opcode::Sne, "SNE", Form::Vector(2)),
    option(Opcode::Ssg, "SSG", Form::Vector(1)),
    option(Opcode::Str, "STR", Form::Vector(2)),
    base(Opcode::Sub, "SUB", Form::Vector(2)),
    base(Opcode::Swz, "SWZ", Form::Swizzle),
    base(Opcode::Xpd, "XPD", Form::Vector(2)),
];

impl Opcode {
    /// The operation's row.
    pub fn info(self) -> &'static OpcodeInfo {
        OPCODES
            .iter()
            .find(|o| o.opcode == self)
            .expect("the table has a row for each opcode")
    }
}

/// A vector of program parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Param {
    Constant([f32; 4]),
    /// `program.env[n]`
    Env(u8),
    /// `program.local[n]`
    Local(u8),
    /// A piece of GL state, by its number in [`super::STATES`].
    State(u8),
}

/// The value that an operand reads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Source {
    /// Temporary.
    Temp(u8),
    /// Attribute: conventional ones 0..16, generic ones 16..32.
    Attribute(u8),
    /// A declared parameter.
    Single(u8),
    /// `array[index]`
    Element(u8, u8),
    /// `array[register.component + offset]`
    Relative {
        /// The array.
        array: u8,
        /// The address register.
        register: u8,
        /// The component of the address register.
        component: u8,
        /// The offset that is added.
        offset: i32,
    },
    /// A parameter that is bound where it is used.
    Inline(Param),
    /// An address register (ARA).
    Address(u8),
    /// `vertex.texcoord[…]` or `vertex.attrib[…]` (NV_vertex_program3).
    RelativeAttribute {
        /// Whether it is `vertex.attrib[…]`, and not `vertex.texcoord[…]`.
        generic: bool,
        /// The place.
        at: Index,
    },
}

/// `register.component + offset`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Index {
    pub register: u8,
    pub component: u8,
    pub offset: i32,
}

/// An operand. Except in SWZ, a swizzle has components 0..4, and the four signs are the same. Scalars use the first
/// component.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Operand {
    /// The value that is read.
    pub source: Source,
    /// Components 0..4; for SWZ also 4 (zero) and 5 (one).
    pub swizzle: [u8; 4],
    /// The sign inside the bars of an absolute value.
    pub inner_negate: bool,
    /// `|…|`
    pub absolute: bool,
    /// The sign, outside of bars.
    pub negate: [bool; 4],
}

/// The condition codes that pass a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    Eq,
    Ge,
    Gt,
    Le,
    Lt,
    Ne,
    Tr,
    Fl,
}

impl Rule {
    /// All rules with their names.
    pub const ALL: [(Rule, &'static str); 8] = [
        (Rule::Eq, "EQ"),
        (Rule::Ge, "GE"),
        (Rule::Gt, "GT"),
        (Rule::Le, "LE"),
        (Rule::Lt, "LT"),
        (Rule::Ne, "NE"),
        (Rule::Tr, "TR"),
        (Rule::Fl, "FL"),
    ];
}

/// A condition code test, `(GT.xxyw)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Test {
    pub rule: Rule,
    /// The components it is applied to.
    pub swizzle: [u8; 4],
    /// The condition code that is tested (NV_vertex_program3).
    pub register: u8,
}

/// The number of results.
pub const N_RESULTS: usize = 21;
/// `result.texcoord[0]`. Seven more follow.
pub const RESULT_TEXCOORD_0: u8 = 7;
/// `result.clip[0]`. Five more follow.
pub const RESULT_CLIP_0: u8 = 15;

/// The destination of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Temporary.
    Temp(u8),
    /// 0 position, 1 and 2 front colours, 3 and 4 back colours, 5 fog coordinate, 6 point size, then texture coordinates
    /// and clip distances.
    Result(u8),
    /// Only the condition code is written.
    ConditionCode,
    /// Address register.
    Address(u8),
    /// `result.texcoord[…]` (NV_vertex_program3).
    RelativeTexcoord(Index),
}

/// An instruction that computes.
#[derive(Debug, Clone, PartialEq)]
pub struct Alu {
    /// The operation.
    pub opcode: Opcode,
    /// The suffix `C`.
    pub update: bool,
    /// The condition code that it updates (NV_vertex_program3).
    pub code: u8,
    /// `_SAT` (NV_vertex_program3).
    pub saturate: bool,
    /// The destination.
    pub target: Target,
    /// Bit `c` enables component `c`.
    pub mask: u8,
    /// The condition of the destination.
    pub test: Option<Test>,
    /// The operands, as many as the operation has.
    pub sources: Vec<Operand>,
}

/// An instruction.
#[derive(Debug, Clone, PartialEq)]
pub enum Inst {
    /// An instruction that computes.
    Alu(Alu),
    Branch(u8, Option<Test>),
    Call(u8, Option<Test>),
    Return(Option<Test>),
    /// PUSHA (NV_vertex_program3)
    Push(u8),
    /// POPA
    Pop(u8),
}

/// A label or an instruction.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// A label. Each number occurs once.
    Label(u8),
    /// An instruction.
    Inst(Inst),
}

/// The languages of NVIDIA for vertices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Native {
    /// `!!VP1.0`
    Vp10,
    /// `!!VP1.1`
    Vp11,
    /// `!!VP2.0`
    Vp20,
}

impl Native {
    /// The number of program parameters that it can name.
    pub const fn parameters(self) -> usize {
        match self {
            Native::Vp20 => 256,
            _ => 96,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// A program in one of NVIDIA's own languages: registers have fixed names, and there is one array, of the program
    /// parameters.
    pub native: Option<Native>,
    /// `OPTION NV_vertex_program3`
    pub third: bool,
    /// `OPTION NV_vertex_program2`
    pub option: bool,
    /// Number of temporaries.
    pub n_temps: u8,
    /// Number of address registers.
    pub n_addresses: u8,
    /// Declared parameters.
    pub singles: Vec<Param>,
    /// Declared arrays.
    pub arrays: Vec<Vec<Param>>,
    /// The label that is spelled `main`.
    pub main: Option<u8>,
    /// The text: labels and instructions in order.
    pub items: Vec<Item>,
}

impl Program {
    /// The instructions in order.
    pub fn insts(&self) -> impl Iterator<Item = &Inst> {
        self.items.iter().filter_map(|item| match item {
            Item::Inst(inst) => Some(inst),
            Item::Label(_) => None,
        })
    }

    /// The instructions that compute.
    pub fn alus(&self) -> impl Iterator<Item = &Alu> {
        self.insts().filter_map(|inst| match inst {
            Inst::Alu(alu) => Some(alu),
            _ => None,
        })
    }

    /// Whether a branch or call names this label.
    pub fn is_used(&self, label: u8) -> bool {
        self.insts()
            .any(|inst| matches!(inst, Inst::Branch(l, _) | Inst::Call(l, _) if *l == label))
    }
}
