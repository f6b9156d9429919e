//! Opcodes: one table row each. The exact results stand in `semantics.rs`.

use super::types::Type;

/// What an opcode may do besides computing its results from its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpKind {
    /// A pure function of its arguments and immediates.
    Pure,
    /// Pure, and uniform whatever its lane: constants and uniform loads.
    Uniform,
    /// Reads lane state or memory of the kernel's argument block; may be dropped, may not be moved over a `Write`.
    Read,
    /// Changes memory or the live mask, under the mask of executing lanes; never dropped.
    Write,
    /// A function of the arguments in all four lanes of the quad (derivatives, sampling).
    Quad,
    /// A mathematical function that `passes::expand_math` replaces by IEEE operations; no engine sees it.
    Math,
}

/// One row of the opcode table.
#[derive(Debug, Clone, Copy)]
pub struct OpInfo {
    /// The name in the IR's text form.
    pub name: &'static str,
    /// What it may do.
    pub kind: OpKind,
    /// Argument types.
    pub args: &'static [Type],
    /// The types of the results; most operations have one.
    pub results: &'static [Type],
    /// How many of the two immediates are used.
    pub n_imms: u8,
    is_wide: bool,
}

impl OpInfo {
    /// Whether an argument or a result has 64 bits.
    #[inline(always)]
    pub const fn is_wide(&self) -> bool {
        self.is_wide
    }
}

const fn any_is_wide(types: &[Type]) -> bool {
    match types {
        [first, rest @ ..] => first.is_wide() || any_is_wide(rest),
        [] => false,
    }
}

macro_rules! ops {
    ($($(#[$doc:meta])* $op:ident $name:literal $kind:ident [$($arg:ident),*] -> [$($result:ident),*] $imms:literal;)*) => {
        /// The operation of an instruction.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Op { $($(#[$doc])* $op,)* }

        impl Op {
            /// Every opcode, in table order.
            pub const ALL: &'static [Op] = &[$(Op::$op,)*];

            /// The opcode's table row.
            #[inline]
            pub const fn info(self) -> &'static OpInfo {
                const TABLE: &[OpInfo] = &[$(OpInfo {
                    name: $name, kind: OpKind::$kind, args: &[$(Type::$arg),*], results: &[$(Type::$result),*], n_imms: $imms,
                    is_wide: any_is_wide(&[$(Type::$arg,)* $(Type::$result),*]),
                },)*];
                &TABLE[self as usize]
            }
        }
    };
}

ops! {
    /// The f32 whose bits are immediate 0.
    ConstF32 "const.f32" Uniform [] -> [F32] 1;
    /// Immediate 0.
    ConstI32 "const.i32" Uniform [] -> [I32] 1;
    /// All lanes true (immediate 0 = 1) or false (0).
    ConstMask "const.mask" Uniform [] -> [Mask] 1;

    /// a + b
    FAdd "fadd" Pure [F32, F32] -> [F32] 0;
    /// a - b
    FSub "fsub" Pure [F32, F32] -> [F32] 0;
    /// a × b
    FMul "fmul" Pure [F32, F32] -> [F32] 0;
    /// a ÷ b
    FDiv "fdiv" Pure [F32, F32] -> [F32] 0;
    /// a × b + c, rounded once
    FFma "ffma" Pure [F32, F32, F32] -> [F32] 0;
    /// √a
    FSqrt "fsqrt" Pure [F32] -> [F32] 0;
    /// Sign bit flipped
    FNeg "fneg" Pure [F32] -> [F32] 0;
    /// Sign bit cleared
    FAbs "fabs" Pure [F32] -> [F32] 0;
    /// a < b ? a : b
    FMin "fmin" Pure [F32, F32] -> [F32] 0;
    /// a > b ? a : b
    FMax "fmax" Pure [F32, F32] -> [F32] 0;
    /// Round toward −∞
    FFloor "ffloor" Pure [F32] -> [F32] 0;
    /// Round toward +∞
    FCeil "fceil" Pure [F32] -> [F32] 0;
    /// Round toward zero
    FTrunc "ftrunc" Pure [F32] -> [F32] 0;
    /// Round to nearest, ties to even
    FRound "fround" Pure [F32] -> [F32] 0;

    /// a < b (false when unordered)
    FLt "flt" Pure [F32, F32] -> [Mask] 0;
    /// a ≤ b (false when unordered)
    FLe "fle" Pure [F32, F32] -> [Mask] 0;
    /// a = b (false when unordered)
    FEq "feq" Pure [F32, F32] -> [Mask] 0;
    /// a ≠ b (true when unordered)
    FNe "fne" Pure [F32, F32] -> [Mask] 0;

    /// a + b, wrapping
    IAdd "iadd" Pure [I32, I32] -> [I32] 0;
    /// a − b, wrapping
    ISub "isub" Pure [I32, I32] -> [I32] 0;
    /// a × b, low 32 bits
    IMul "imul" Pure [I32, I32] -> [I32] 0;
    /// Bitwise and
    IAnd "iand" Pure [I32, I32] -> [I32] 0;
    /// Bitwise or
    IOr "ior" Pure [I32, I32] -> [I32] 0;
    /// Bitwise exclusive or
    IXor "ixor" Pure [I32, I32] -> [I32] 0;
    /// Shift left; a count of 32 or more (unsigned) gives 0
    IShl "ishl" Pure [I32, I32] -> [I32] 0;
    /// Logical shift right; a count of 32 or more gives 0
    IShrU "ishr.u" Pure [I32, I32] -> [I32] 0;
    /// Arithmetic shift right; a count of 32 or more gives the sign
    IShrS "ishr.s" Pure [I32, I32] -> [I32] 0;
    /// Signed minimum
    IMin "imin" Pure [I32, I32] -> [I32] 0;
    /// Signed maximum
    IMax "imax" Pure [I32, I32] -> [I32] 0;
    /// Signed a < b
    ILt "ilt" Pure [I32, I32] -> [Mask] 0;
    /// Unsigned a < b
    IULt "iult" Pure [I32, I32] -> [Mask] 0;
    /// a = b
    IEq "ieq" Pure [I32, I32] -> [Mask] 0;

    /// Truncates toward zero; NaN and out of range give i32::MIN
    F32ToI32 "f32.to.i32" Pure [F32] -> [I32] 0;
    /// Bytes a (the lowest), b, c and d: each rounded to nearest, ties to even, then at least 0 and at most 255; NaN and out of
    /// the range of i32 give 0
    PackBytes "pack.bytes" Pure [F32, F32, F32, F32] -> [I32] 0;
    /// Signed, rounded to nearest even
    I32ToF32 "i32.to.f32" Pure [I32] -> [F32] 0;
    /// The bits of an f32
    BitsOfF32 "bits.of.f32" Pure [F32] -> [I32] 0;
    /// The f32 of these bits
    F32OfBits "f32.of.bits" Pure [I32] -> [F32] 0;

    /// a ∧ b
    MAnd "mand" Pure [Mask, Mask] -> [Mask] 0;
    /// a ∨ b
    MOr "mor" Pure [Mask, Mask] -> [Mask] 0;
    /// a ⊕ b
    MXor "mxor" Pure [Mask, Mask] -> [Mask] 0;
    /// ¬a
    MNot "mnot" Pure [Mask] -> [Mask] 0;
    /// mask ? a : b
    SelectF "select.f" Pure [Mask, F32, F32] -> [F32] 0;
    /// mask ? a : b
    SelectI "select.i" Pure [Mask, I32, I32] -> [I32] 0;

    /// The f64 whose low and high words are the immediates
    ConstF64 "const.f64" Uniform [] -> [F64] 2;
    /// The i64 whose low and high words are the immediates
    ConstI64 "const.i64" Uniform [] -> [I64] 2;
    /// a + b
    DAdd "dadd" Pure [F64, F64] -> [F64] 0;
    /// a - b
    DSub "dsub" Pure [F64, F64] -> [F64] 0;
    /// a × b
    DMul "dmul" Pure [F64, F64] -> [F64] 0;
    /// a ÷ b
    DDiv "ddiv" Pure [F64, F64] -> [F64] 0;
    /// a × b + c, rounded once
    DFma "dfma" Pure [F64, F64, F64] -> [F64] 0;
    /// √a
    DSqrt "dsqrt" Pure [F64] -> [F64] 0;
    /// Sign bit flipped
    DNeg "dneg" Pure [F64] -> [F64] 0;
    /// Sign bit cleared
    DAbs "dabs" Pure [F64] -> [F64] 0;
    /// a < b ? a : b
    DMin "dmin" Pure [F64, F64] -> [F64] 0;
    /// a > b ? a : b
    DMax "dmax" Pure [F64, F64] -> [F64] 0;
    /// Round toward −∞
    DFloor "dfloor" Pure [F64] -> [F64] 0;
    /// Round toward +∞
    DCeil "dceil" Pure [F64] -> [F64] 0;
    /// Round toward zero
    DTrunc "dtrunc" Pure [F64] -> [F64] 0;
    /// Round to nearest, ties to even
    DRound "dround" Pure [F64] -> [F64] 0;
    /// a < b (false when unordered)
    DLt "dlt" Pure [F64, F64] -> [Mask] 0;
    /// a ≤ b (false when unordered)
    DLe "dle" Pure [F64, F64] -> [Mask] 0;
    /// a = b (false when unordered)
    DEq "deq" Pure [F64, F64] -> [Mask] 0;
    /// a ≠ b (true when unordered)
    DNe "dne" Pure [F64, F64] -> [Mask] 0;
    /// a + b, wrapping
    LAdd "ladd" Pure [I64, I64] -> [I64] 0;
    /// a − b, wrapping
    LSub "lsub" Pure [I64, I64] -> [I64] 0;
    /// a × b, low 64 bits
    LMul "lmul" Pure [I64, I64] -> [I64] 0;
    /// Bitwise and
    LAnd "land" Pure [I64, I64] -> [I64] 0;
    /// Bitwise or
    LOr "lor" Pure [I64, I64] -> [I64] 0;
    /// Bitwise exclusive or
    LXor "lxor" Pure [I64, I64] -> [I64] 0;
    /// Shift left; a count of 64 or more (unsigned) gives 0
    LShl "lshl" Pure [I64, I32] -> [I64] 0;
    /// Logical shift right; a count of 64 or more gives 0
    LShrU "lshr.u" Pure [I64, I32] -> [I64] 0;
    /// Arithmetic shift right; a count of 64 or more gives the sign
    LShrS "lshr.s" Pure [I64, I32] -> [I64] 0;
    /// Signed a < b
    LLt "llt" Pure [I64, I64] -> [Mask] 0;
    /// Unsigned a < b
    LULt "lult" Pure [I64, I64] -> [Mask] 0;
    /// a = b
    LEq "leq" Pure [I64, I64] -> [Mask] 0;
    /// Exact
    F32ToF64 "f32.to.f64" Pure [F32] -> [F64] 0;
    /// Rounded to nearest even
    F64ToF32 "f64.to.f32" Pure [F64] -> [F32] 0;
    /// Signed, exact
    I32ToF64 "i32.to.f64" Pure [I32] -> [F64] 0;
    /// Truncates toward zero; NaN and out of range give i32::MIN
    F64ToI32 "f64.to.i32" Pure [F64] -> [I32] 0;
    /// Sign extended
    I32ToI64 "i32.to.i64" Pure [I32] -> [I64] 0;
    /// The low word
    I64Lo "i64.lo" Pure [I64] -> [I32] 0;
    /// The high word
    I64Hi "i64.hi" Pure [I64] -> [I32] 0;
    /// The i64 of a low and a high word
    I64OfParts "i64.of.parts" Pure [I32, I32] -> [I64] 0;
    /// Signed, rounded to nearest even
    I64ToF64 "i64.to.f64" Pure [I64] -> [F64] 0;
    /// Truncates toward zero; NaN and out of range give i64::MIN
    F64ToI64 "f64.to.i64" Pure [F64] -> [I64] 0;
    /// The bits of an f64
    BitsOfF64 "bits.of.f64" Pure [F64] -> [I64] 0;
    /// The f64 of these bits
    F64OfBits "f64.of.bits" Pure [I64] -> [F64] 0;
    /// mask ? a : b
    SelectD "select.d" Pure [Mask, F64, F64] -> [F64] 0;
    /// mask ? a : b
    SelectL "select.l" Pure [Mask, I64, I64] -> [I64] 0;

    /// 2^a (shader table of `passes::expand_math`; so are the following)
    Exp2 "exp2" Math [F32] -> [F32] 0;
    /// log2 a
    Log2 "log2" Math [F32] -> [F32] 0;
    /// sin a, a in radians
    Sin "sin" Math [F32] -> [F32] 0;
    /// cos a
    Cos "cos" Math [F32] -> [F32] 0;
    /// a^b by the rules of QUIRKS 0.14
    Pow "pow" Math [F32, F32] -> [F32] 0;

    /// e^a over its whole range (table `full` of `passes::expand_math`; so are the following)
    FExp "fexp" Math [F32] -> [F32] 0;
    /// 2^a
    FExp2 "fexp2" Math [F32] -> [F32] 0;
    /// ln a
    FLog "flog" Math [F32] -> [F32] 0;
    /// log2 a
    FLog2 "flog2" Math [F32] -> [F32] 0;
    /// sin a
    FSin "fsin" Math [F32] -> [F32] 0;
    /// cos a
    FCos "fcos" Math [F32] -> [F32] 0;
    /// tan a
    FTan "ftan" Math [F32] -> [F32] 0;
    /// arcsin a
    FAsin "fasin" Math [F32] -> [F32] 0;
    /// arccos a
    FAcos "facos" Math [F32] -> [F32] 0;
    /// arctan a
    FAtan "fatan" Math [F32] -> [F32] 0;
    /// 1 ÷ √a
    FRsqrt "frsqrt" Math [F32] -> [F32] 0;
    /// 1 ÷ a
    FRcp "frcp" Math [F32] -> [F32] 0;
    /// a^b by the rules of C
    FPow "fpow" Math [F32, F32] -> [F32] 0;
    /// The angle of the point (b, a)
    FAtan2 "fatan2" Math [F32, F32] -> [F32] 0;
    /// e^a
    DExp "dexp" Math [F64] -> [F64] 0;
    /// 2^a
    DExp2 "dexp2" Math [F64] -> [F64] 0;
    /// ln a
    DLog "dlog" Math [F64] -> [F64] 0;
    /// log2 a
    DLog2 "dlog2" Math [F64] -> [F64] 0;
    /// sin a
    DSin "dsin" Math [F64] -> [F64] 0;
    /// cos a
    DCos "dcos" Math [F64] -> [F64] 0;
    /// tan a
    DTan "dtan" Math [F64] -> [F64] 0;
    /// arcsin a
    DAsin "dasin" Math [F64] -> [F64] 0;
    /// arccos a
    DAcos "dacos" Math [F64] -> [F64] 0;
    /// arctan a
    DAtan "datan" Math [F64] -> [F64] 0;
    /// 1 ÷ √a
    DRsqrt "drsqrt" Math [F64] -> [F64] 0;
    /// 1 ÷ a
    DRcp "drcp" Math [F64] -> [F64] 0;
    /// a^b by the rules of C
    DPow "dpow" Math [F64, F64] -> [F64] 0;
    /// The angle of the point (b, a)
    DAtan2 "datan2" Math [F64, F64] -> [F64] 0;

    /// ∂a/∂x in window space, per quad
    Ddx "ddx" Quad [F32] -> [F32] 0;
    /// ∂a/∂y in window space (y up), per quad
    Ddy "ddy" Quad [F32] -> [F32] 0;
    /// Samples texture image unit (immediate 0) with [`super::interface::LodMode`] (immediate 1): s t r q_or_reference lod → r g b a
    Sample "sample" Quad [F32, F32, F32, F32, F32] -> [F32, F32, F32, F32] 2;

    /// Uniform (immediate 0): one f32 of the uniform array
    LoadUniform "load.uniform" Uniform [] -> [F32] 1;
    /// Uniform (immediate 0) as i32 bits
    LoadUniformI "load.uniform.i" Uniform [] -> [I32] 1;
    /// Row of four uniforms at immediate 0 + 4 × index, index in 0..immediate 1; out of range gives four zeros
    LoadParamRow "load.param.row" Read [I32] -> [F32, F32, F32, F32] 2;
    /// Input slot (immediate 0) of the lane
    LoadInput "load.input" Read [] -> [F32] 1;
    /// Plane coefficient: input slot (immediate 0), coefficient 0 = A (∂/∂x), 1 = B (∂/∂y), 2 = C (value at the tile's corner)
    LoadPlane "load.plane" Read [] -> [F32] 2;
    /// The fragment centre's x distance from the tile's lower left corner, in pixels (k + ½)
    LaneX "lane.x" Read [] -> [F32] 0;
    /// The fragment centre's y distance from the tile's lower left corner, in pixels (k + ½)
    LaneY "lane.y" Read [] -> [F32] 0;
    /// True where the primitive faces front (uniform for a primitive)
    FrontFacing "front.facing" Read [] -> [Mask] 0;
    /// The fragments still alive: covered and not killed
    LiveMask "live.mask" Read [] -> [Mask] 0;
    /// Pixel plane (immediate 0) at this fragment
    LoadPixel "load.pixel" Read [] -> [I32] 1;
    /// Lane slot (immediate 0)
    LoadSlot "load.slot" Read [] -> [F32] 1;

    /// Output slot (immediate 0) of the lane; any NaN is written as 0x7fc00000
    StoreOutput "store.output" Write [F32] -> [] 1;
    /// Output slot (immediate 0) of the lane, its bits as they are
    StoreOutputI "store.output.i" Write [I32] -> [] 1;
    /// Pixel plane (immediate 0) at this fragment, live lanes only
    StorePixel "store.pixel" Write [I32] -> [] 1;
    /// Lane slot (immediate 0)
    StoreSlot "store.slot" Write [F32] -> [] 1;
    /// Removes executing lanes where the argument is true from the live mask; they go on computing
    Kill "kill" Write [Mask] -> [] 0;
}
