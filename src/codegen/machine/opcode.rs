//! The instructions of all machines. Those of loops and branches compare as Direct3D has it.

use crate::frontend::assembly::d3d::model;

macro_rules! opcodes {
    ($($name:ident => $direct3d:expr, $program:expr,)*) => {
        /// What an instruction does.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(in crate::codegen) enum Opcode {
            $($name,)*
        }

        impl Opcode {
            pub(super) const ALL: &[Opcode] = &[$(Opcode::$name,)*];

            /// The opcode of Direct3D 9, if it has one.
            pub(in crate::codegen) fn direct3d(self) -> Option<model::Opcode> {
                match self {
                    $(Opcode::$name => $direct3d,)*
                }
            }

            /// Its name in assembly programs of OpenGL, if they have it.
            pub(in crate::codegen) fn program(self) -> Option<&'static str> {
                match self {
                    $(Opcode::$name => $program,)*
                }
            }
        }
    };
}

opcodes! {
    Mov => Some(model::Opcode::Mov), Some("MOV"),
    // To the address register.
    Mova => Some(model::Opcode::Mova), Some("ARL"),
    Add => Some(model::Opcode::Add), Some("ADD"),
    Mul => Some(model::Opcode::Mul), Some("MUL"),
    Mad => Some(model::Opcode::Mad), Some("MAD"),
    Dp2Add => Some(model::Opcode::Dp2Add), Some("DP2A"),
    Dp3 => Some(model::Opcode::Dp3), Some("DP3"),
    Dp4 => Some(model::Opcode::Dp4), Some("DP4"),
    Min => Some(model::Opcode::Min), Some("MIN"),
    Max => Some(model::Opcode::Max), Some("MAX"),
    Slt => Some(model::Opcode::Slt), Some("SLT"),
    Sge => Some(model::Opcode::Sge), Some("SGE"),
    // a ≥ 0 ? b : c
    Cmp => Some(model::Opcode::Cmp), Some("CMP"),
    // Of whole numbers.
    BitAnd => None, None,
    BitOr => None, None,
    BitXor => None, None,
    ShiftLeft => None, None,
    ShiftRight => None, None,
    Abs => Some(model::Opcode::Abs), Some("ABS"),
    Frc => Some(model::Opcode::Frc), Some("FRC"),
    Floor => None, Some("FLR"),
    Rcp => Some(model::Opcode::Rcp), Some("RCP"),
    Rsq => Some(model::Opcode::Rsq), Some("RSQ"),
    Exp => Some(model::Opcode::Exp), Some("EX2"),
    Log => Some(model::Opcode::Log), Some("LG2"),
    Pow => Some(model::Opcode::Pow), Some("POW"),
    Lit => Some(model::Opcode::Lit), Some("LIT"),
    // The cosine in x and the sine in y.
    SinCos => Some(model::Opcode::SinCos), None,
    Sin => None, Some("SIN"),
    Cos => None, Some("COS"),
    Dsx => Some(model::Opcode::Dsx), Some("DDX"),
    Dsy => Some(model::Opcode::Dsy), Some("DDY"),
    TexLd => Some(model::Opcode::TexLd), Some("TEX"),
    TexLdP => Some(model::Opcode::TexLdP), Some("TXP"),
    TexLdB => Some(model::Opcode::TexLdB), Some("TXB"),
    TexLdL => Some(model::Opcode::TexLdL), Some("TXL"),
    TexLdD => Some(model::Opcode::TexLdD), Some("TXD"),
    TexKill => Some(model::Opcode::TexKill), Some("KIL"),
    Rep => Some(model::Opcode::Rep), None,
    EndRep => Some(model::Opcode::EndRep), None,
    Loop => Some(model::Opcode::Loop), None,
    EndLoop => Some(model::Opcode::EndLoop), None,
    BreakC => Some(model::Opcode::BreakC), None,
    If => Some(model::Opcode::If), None,
    IfC => Some(model::Opcode::IfC), None,
    Else => Some(model::Opcode::Else), None,
    EndIf => Some(model::Opcode::EndIf), None,
}
