//! The x86 instruction of each machine operation, in EVEX and in VEX form.
#![forbid(unsafe_code)]

use crate::kernel::jit::lir::region::{Isa, MachineOp};
use iced_x86::Code::{self, *};

/// The two forms of an instruction: 16 lanes and 8.
#[derive(Clone, Copy)]
pub(crate) struct Forms(pub(crate) Code, pub(crate) Code);

impl Forms {
    pub(crate) fn of(self, isa: Isa) -> Code {
        match isa {
            Isa::Avx512 => self.0,
            Isa::Avx2 => self.1,
        }
    }
}

pub(crate) const MOVE: Forms = Forms(EVEX_Vmovaps_zmm_k1z_zmmm512, VEX_Vmovaps_ymm_ymmm256);
pub(crate) const LOAD: Forms = Forms(EVEX_Vmovups_zmm_k1z_zmmm512, VEX_Vmovups_ymm_ymmm256);
pub(crate) const STORE: Forms = Forms(EVEX_Vmovups_zmmm512_k1z_zmm, VEX_Vmovups_ymmm256_ymm);
pub(crate) const BROADCAST: Forms =
    Forms(EVEX_Vbroadcastss_zmm_k1z_xmmm32, VEX_Vbroadcastss_ymm_m32);
pub(crate) const STORE_SCALAR: Forms = Forms(EVEX_Vmovss_m32_k1_xmm, VEX_Vmovss_m32_xmm);
pub(crate) const BLEND: Forms = Forms(
    EVEX_Vblendmps_zmm_k1z_zmm_zmmm512b32,
    VEX_Vblendvps_ymm_ymm_ymmm256_ymm,
);

/// `dst = src2 × src3 + dst` (231), `dst = src2 × dst + src3` (213), `dst = dst × src3 + src2` (132).
pub(crate) const FMA: [Forms; 3] = [
    Forms(
        EVEX_Vfmadd231ps_zmm_k1z_zmm_zmmm512b32_er,
        VEX_Vfmadd231ps_ymm_ymm_ymmm256,
    ),
    Forms(
        EVEX_Vfmadd213ps_zmm_k1z_zmm_zmmm512b32_er,
        VEX_Vfmadd213ps_ymm_ymm_ymmm256,
    ),
    Forms(
        EVEX_Vfmadd132ps_zmm_k1z_zmm_zmmm512b32_er,
        VEX_Vfmadd132ps_ymm_ymm_ymmm256,
    ),
];

/// Operations `dst = op(a)`.
pub(crate) fn unary(op: MachineOp) -> Option<Forms> {
    Some(match op {
        MachineOp::Sqrt => Forms(EVEX_Vsqrtps_zmm_k1z_zmmm512b32_er, VEX_Vsqrtps_ymm_ymmm256),
        MachineOp::ToInt => Forms(
            EVEX_Vcvttps2dq_zmm_k1z_zmmm512b32_sae,
            VEX_Vcvttps2dq_ymm_ymmm256,
        ),
        MachineOp::ToIntNearest => Forms(
            EVEX_Vcvtps2dq_zmm_k1z_zmmm512b32_er,
            VEX_Vcvtps2dq_ymm_ymmm256,
        ),
        MachineOp::ToFloat => Forms(
            EVEX_Vcvtdq2ps_zmm_k1z_zmmm512b32_er,
            VEX_Vcvtdq2ps_ymm_ymmm256,
        ),
        MachineOp::KNot => Forms(VEX_Knotw_kr_kr, INVALID),
        _ => return None,
    })
}

/// Operations `dst = op(a, immediate)`.
pub(crate) fn unary_immediate(op: MachineOp) -> Option<Forms> {
    Some(match op {
        MachineOp::Round => Forms(
            EVEX_Vrndscaleps_zmm_k1z_zmmm512b32_imm8_sae,
            VEX_Vroundps_ymm_ymmm256_imm8,
        ),
        MachineOp::PermuteQuad => Forms(
            EVEX_Vpermilps_zmm_k1z_zmmm512b32_imm8,
            VEX_Vpermilps_ymm_ymmm256_imm8,
        ),
        MachineOp::ShlBy => Forms(EVEX_Vpslld_zmm_k1z_zmmm512b32_imm8, VEX_Vpslld_ymm_ymm_imm8),
        MachineOp::ShrUBy => Forms(EVEX_Vpsrld_zmm_k1z_zmmm512b32_imm8, VEX_Vpsrld_ymm_ymm_imm8),
        MachineOp::ShrSBy => Forms(EVEX_Vpsrad_zmm_k1z_zmmm512b32_imm8, VEX_Vpsrad_ymm_ymm_imm8),
        _ => return None,
    })
}

/// Operations `dst = op(a, b)`.
pub(crate) fn binary(op: MachineOp) -> Option<Forms> {
    // Each row has the instruction for 16 lanes, then for 8.
    Some(match op {
        MachineOp::Add => Forms(
            EVEX_Vaddps_zmm_k1z_zmm_zmmm512b32_er,
            VEX_Vaddps_ymm_ymm_ymmm256,
        ),
        MachineOp::Sub => Forms(
            EVEX_Vsubps_zmm_k1z_zmm_zmmm512b32_er,
            VEX_Vsubps_ymm_ymm_ymmm256,
        ),
        MachineOp::Mul => Forms(
            EVEX_Vmulps_zmm_k1z_zmm_zmmm512b32_er,
            VEX_Vmulps_ymm_ymm_ymmm256,
        ),
        MachineOp::Div => Forms(
            EVEX_Vdivps_zmm_k1z_zmm_zmmm512b32_er,
            VEX_Vdivps_ymm_ymm_ymmm256,
        ),
        MachineOp::Min => Forms(
            EVEX_Vminps_zmm_k1z_zmm_zmmm512b32_sae,
            VEX_Vminps_ymm_ymm_ymmm256,
        ),
        MachineOp::Max => Forms(
            EVEX_Vmaxps_zmm_k1z_zmm_zmmm512b32_sae,
            VEX_Vmaxps_ymm_ymm_ymmm256,
        ),
        MachineOp::CmpEq => Forms(
            EVEX_Vpcmpeqd_kr_k1_zmm_zmmm512b32,
            VEX_Vpcmpeqd_ymm_ymm_ymmm256,
        ),
        MachineOp::CmpGt => Forms(
            EVEX_Vpcmpgtd_kr_k1_zmm_zmmm512b32,
            VEX_Vpcmpgtd_ymm_ymm_ymmm256,
        ),
        _ => return integer(op),
    })
}

fn integer(op: MachineOp) -> Option<Forms> {
    // Each row has the instruction for 16 lanes, then for 8. `INVALID` says that AVX2 has no mask registers.
    Some(match op {
        MachineOp::IAdd => Forms(
            EVEX_Vpaddd_zmm_k1z_zmm_zmmm512b32,
            VEX_Vpaddd_ymm_ymm_ymmm256,
        ),
        MachineOp::ISub => Forms(
            EVEX_Vpsubd_zmm_k1z_zmm_zmmm512b32,
            VEX_Vpsubd_ymm_ymm_ymmm256,
        ),
        MachineOp::IMul => Forms(
            EVEX_Vpmulld_zmm_k1z_zmm_zmmm512b32,
            VEX_Vpmulld_ymm_ymm_ymmm256,
        ),
        MachineOp::IMin => Forms(
            EVEX_Vpminsd_zmm_k1z_zmm_zmmm512b32,
            VEX_Vpminsd_ymm_ymm_ymmm256,
        ),
        MachineOp::IMax => Forms(
            EVEX_Vpmaxsd_zmm_k1z_zmm_zmmm512b32,
            VEX_Vpmaxsd_ymm_ymm_ymmm256,
        ),
        MachineOp::UMax => Forms(
            EVEX_Vpmaxud_zmm_k1z_zmm_zmmm512b32,
            VEX_Vpmaxud_ymm_ymm_ymmm256,
        ),
        MachineOp::Shl => Forms(
            EVEX_Vpsllvd_zmm_k1z_zmm_zmmm512b32,
            VEX_Vpsllvd_ymm_ymm_ymmm256,
        ),
        MachineOp::ShrU => Forms(
            EVEX_Vpsrlvd_zmm_k1z_zmm_zmmm512b32,
            VEX_Vpsrlvd_ymm_ymm_ymmm256,
        ),
        MachineOp::ShrS => Forms(
            EVEX_Vpsravd_zmm_k1z_zmm_zmmm512b32,
            VEX_Vpsravd_ymm_ymm_ymmm256,
        ),
        MachineOp::And => Forms(
            EVEX_Vpandd_zmm_k1z_zmm_zmmm512b32,
            VEX_Vpand_ymm_ymm_ymmm256,
        ),
        MachineOp::AndNot => Forms(
            EVEX_Vpandnd_zmm_k1z_zmm_zmmm512b32,
            VEX_Vpandn_ymm_ymm_ymmm256,
        ),
        MachineOp::Or => Forms(EVEX_Vpord_zmm_k1z_zmm_zmmm512b32, VEX_Vpor_ymm_ymm_ymmm256),
        MachineOp::Xor => Forms(
            EVEX_Vpxord_zmm_k1z_zmm_zmmm512b32,
            VEX_Vpxor_ymm_ymm_ymmm256,
        ),
        MachineOp::PackWords => Forms(
            EVEX_Vpackssdw_zmm_k1z_zmm_zmmm512b32,
            VEX_Vpackssdw_ymm_ymm_ymmm256,
        ),
        MachineOp::PackHalves => Forms(
            EVEX_Vpackuswb_zmm_k1z_zmm_zmmm512,
            VEX_Vpackuswb_ymm_ymm_ymmm256,
        ),
        MachineOp::ShuffleBytes => Forms(
            EVEX_Vpshufb_zmm_k1z_zmm_zmmm512,
            VEX_Vpshufb_ymm_ymm_ymmm256,
        ),
        MachineOp::KAnd => Forms(VEX_Kandw_kr_kr_kr, INVALID),
        MachineOp::KAndNot => Forms(VEX_Kandnw_kr_kr_kr, INVALID),
        MachineOp::KOr => Forms(VEX_Korw_kr_kr_kr, INVALID),
        MachineOp::KXor => Forms(VEX_Kxorw_kr_kr_kr, INVALID),
        _ => return None,
    })
}

/// Operations `dst = op(a, b, immediate)`.
pub(crate) fn compare(op: MachineOp) -> Option<Forms> {
    Some(match op {
        MachineOp::CmpF => Forms(
            EVEX_Vcmpps_kr_k1_zmm_zmmm512b32_imm8_sae,
            VEX_Vcmpps_ymm_ymm_ymmm256_imm8,
        ),
        MachineOp::CmpGtU => Forms(EVEX_Vpcmpud_kr_k1_zmm_zmmm512b32_imm8, INVALID),
        _ => return None,
    })
}
