//! The x86 instructions of operations on 64 bits, in EVEX and in VEX form.
#![forbid(unsafe_code)]

use super::opcodes::Forms;
use crate::kernel::jit::lir::region::MachineOp;
use iced_x86::Code::*;

pub(crate) const BROADCAST: Forms =
    Forms(EVEX_Vbroadcastsd_zmm_k1z_xmmm64, VEX_Vbroadcastsd_ymm_m64);
pub(crate) const STORE_SCALAR: Forms = Forms(EVEX_Vmovsd_m64_k1_xmm, VEX_Vmovsd_m64_xmm);
pub(crate) const BLEND: Forms = Forms(
    EVEX_Vblendmpd_zmm_k1z_zmm_zmmm512b64,
    VEX_Vblendvpd_ymm_ymm_ymmm256_ymm,
);

/// The forms 231, 213 and 132, see [`super::opcodes`].
pub(crate) const FMA: [Forms; 3] = [
    Forms(
        EVEX_Vfmadd231pd_zmm_k1z_zmm_zmmm512b64_er,
        VEX_Vfmadd231pd_ymm_ymm_ymmm256,
    ),
    Forms(
        EVEX_Vfmadd213pd_zmm_k1z_zmm_zmmm512b64_er,
        VEX_Vfmadd213pd_ymm_ymm_ymmm256,
    ),
    Forms(
        EVEX_Vfmadd132pd_zmm_k1z_zmm_zmmm512b64_er,
        VEX_Vfmadd132pd_ymm_ymm_ymmm256,
    ),
];

/// Operations `dst = op(a)`.
pub(crate) fn unary(op: MachineOp) -> Option<Forms> {
    Some(match op {
        MachineOp::DSqrt => Forms(EVEX_Vsqrtpd_zmm_k1z_zmmm512b64_er, VEX_Vsqrtpd_ymm_ymmm256),
        MachineOp::QToD => Forms(EVEX_Vcvtqq2pd_zmm_k1z_zmmm512b64_er, INVALID),
        MachineOp::DToQ => Forms(EVEX_Vcvttpd2qq_zmm_k1z_zmmm512b64_sae, INVALID),
        _ => return None,
    })
}

/// Operations `dst = op(a, immediate)`.
pub(crate) fn unary_immediate(op: MachineOp) -> Option<Forms> {
    Some(match op {
        MachineOp::DRound => Forms(
            EVEX_Vrndscalepd_zmm_k1z_zmmm512b64_imm8_sae,
            VEX_Vroundpd_ymm_ymmm256_imm8,
        ),
        MachineOp::LShlBy => Forms(EVEX_Vpsllq_zmm_k1z_zmmm512b64_imm8, VEX_Vpsllq_ymm_ymm_imm8),
        MachineOp::LShrUBy => Forms(EVEX_Vpsrlq_zmm_k1z_zmmm512b64_imm8, VEX_Vpsrlq_ymm_ymm_imm8),
        MachineOp::LShrSBy => Forms(EVEX_Vpsraq_zmm_k1z_zmmm512b64_imm8, INVALID),
        MachineOp::PermuteBy => Forms(INVALID, VEX_Vpermq_ymm_ymmm256_imm8),
        _ => return None,
    })
}

/// Operations `dst = op(a, b)`.
pub(crate) fn binary(op: MachineOp) -> Option<Forms> {
    // Each row has the instruction for 8 lanes of 64 bits, then for 4.
    Some(match op {
        MachineOp::DAdd => Forms(
            EVEX_Vaddpd_zmm_k1z_zmm_zmmm512b64_er,
            VEX_Vaddpd_ymm_ymm_ymmm256,
        ),
        MachineOp::DSub => Forms(
            EVEX_Vsubpd_zmm_k1z_zmm_zmmm512b64_er,
            VEX_Vsubpd_ymm_ymm_ymmm256,
        ),
        MachineOp::DMul => Forms(
            EVEX_Vmulpd_zmm_k1z_zmm_zmmm512b64_er,
            VEX_Vmulpd_ymm_ymm_ymmm256,
        ),
        MachineOp::DDiv => Forms(
            EVEX_Vdivpd_zmm_k1z_zmm_zmmm512b64_er,
            VEX_Vdivpd_ymm_ymm_ymmm256,
        ),
        MachineOp::DMin => Forms(
            EVEX_Vminpd_zmm_k1z_zmm_zmmm512b64_sae,
            VEX_Vminpd_ymm_ymm_ymmm256,
        ),
        MachineOp::DMax => Forms(
            EVEX_Vmaxpd_zmm_k1z_zmm_zmmm512b64_sae,
            VEX_Vmaxpd_ymm_ymm_ymmm256,
        ),
        MachineOp::LCmpEq => Forms(
            EVEX_Vpcmpeqq_kr_k1_zmm_zmmm512b64,
            VEX_Vpcmpeqq_ymm_ymm_ymmm256,
        ),
        MachineOp::LCmpGt => Forms(
            EVEX_Vpcmpgtq_kr_k1_zmm_zmmm512b64,
            VEX_Vpcmpgtq_ymm_ymm_ymmm256,
        ),
        _ => return integer(op),
    })
}

fn integer(op: MachineOp) -> Option<Forms> {
    // Each row has the instruction for 8 lanes of 64 bits, then for 4. `INVALID` says that AVX2 has none.
    Some(match op {
        MachineOp::LAdd => Forms(
            EVEX_Vpaddq_zmm_k1z_zmm_zmmm512b64,
            VEX_Vpaddq_ymm_ymm_ymmm256,
        ),
        MachineOp::LSub => Forms(
            EVEX_Vpsubq_zmm_k1z_zmm_zmmm512b64,
            VEX_Vpsubq_ymm_ymm_ymmm256,
        ),
        MachineOp::LMul => Forms(EVEX_Vpmullq_zmm_k1z_zmm_zmmm512b64, INVALID),
        MachineOp::MulWords => Forms(
            EVEX_Vpmuludq_zmm_k1z_zmm_zmmm512b64,
            VEX_Vpmuludq_ymm_ymm_ymmm256,
        ),
        MachineOp::LShl => Forms(
            EVEX_Vpsllvq_zmm_k1z_zmm_zmmm512b64,
            VEX_Vpsllvq_ymm_ymm_ymmm256,
        ),
        MachineOp::LShrU => Forms(
            EVEX_Vpsrlvq_zmm_k1z_zmm_zmmm512b64,
            VEX_Vpsrlvq_ymm_ymm_ymmm256,
        ),
        MachineOp::LShrS => Forms(EVEX_Vpsravq_zmm_k1z_zmm_zmmm512b64, INVALID),
        MachineOp::LAnd => Forms(
            EVEX_Vpandq_zmm_k1z_zmm_zmmm512b64,
            VEX_Vpand_ymm_ymm_ymmm256,
        ),
        MachineOp::LOr => Forms(EVEX_Vporq_zmm_k1z_zmm_zmmm512b64, VEX_Vpor_ymm_ymm_ymmm256),
        MachineOp::LXor => Forms(
            EVEX_Vpxorq_zmm_k1z_zmm_zmmm512b64,
            VEX_Vpxor_ymm_ymm_ymmm256,
        ),
        MachineOp::UnpackLow => Forms(
            EVEX_Vpunpckldq_zmm_k1z_zmm_zmmm512b32,
            VEX_Vpunpckldq_ymm_ymm_ymmm256,
        ),
        MachineOp::UnpackHigh => Forms(
            EVEX_Vpunpckhdq_zmm_k1z_zmm_zmmm512b32,
            VEX_Vpunpckhdq_ymm_ymm_ymmm256,
        ),
        MachineOp::Permute => Forms(EVEX_Vpermq_zmm_k1z_zmm_zmmm512b64, INVALID),
        MachineOp::PermuteWords => Forms(
            EVEX_Vpermps_zmm_k1z_zmm_zmmm512b32,
            VEX_Vpermps_ymm_ymm_ymmm256,
        ),
        MachineOp::KJoin => Forms(VEX_Kunpckbw_kr_kr_kr, INVALID),
        _ => return None,
    })
}

/// Operations `dst = op(a, b, immediate)`.
pub(crate) fn compare(op: MachineOp) -> Option<Forms> {
    Some(match op {
        MachineOp::DCmp => Forms(
            EVEX_Vcmppd_kr_k1_zmm_zmmm512b64_imm8_sae,
            VEX_Vcmppd_ymm_ymm_ymmm256_imm8,
        ),
        MachineOp::LCmpGtU => Forms(EVEX_Vpcmpuq_kr_k1_zmm_zmmm512b64_imm8, INVALID),
        MachineOp::PickWords => Forms(
            EVEX_Vshufps_zmm_k1z_zmm_zmmm512b32_imm8,
            VEX_Vshufps_ymm_ymm_ymmm256_imm8,
        ),
        _ => return None,
    })
}

/// Operations whose source is half a vector.
pub(crate) fn widening(op: MachineOp) -> Option<Forms> {
    Some(match op {
        MachineOp::FToD => Forms(
            EVEX_Vcvtps2pd_zmm_k1z_ymmm256b32_sae,
            VEX_Vcvtps2pd_ymm_xmmm128,
        ),
        MachineOp::IToD => Forms(
            EVEX_Vcvtdq2pd_zmm_k1z_ymmm256b32_er,
            VEX_Vcvtdq2pd_ymm_xmmm128,
        ),
        MachineOp::ZeroExtend => Forms(EVEX_Vpmovzxdq_zmm_k1z_ymmm256, INVALID),
        MachineOp::SignExtend => Forms(EVEX_Vpmovsxdq_zmm_k1z_ymmm256, INVALID),
        _ => return None,
    })
}

/// Operations whose result is half a vector.
pub(crate) fn narrowing(op: MachineOp) -> Option<Forms> {
    Some(match op {
        MachineOp::DToF => Forms(
            EVEX_Vcvtpd2ps_ymm_k1z_zmmm512b64_er,
            VEX_Vcvtpd2ps_xmm_ymmm256,
        ),
        MachineOp::DToI => Forms(
            EVEX_Vcvttpd2dq_ymm_k1z_zmmm512b64_sae,
            VEX_Vcvttpd2dq_xmm_ymmm256,
        ),
        _ => return None,
    })
}
