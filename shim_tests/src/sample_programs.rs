//! Correct programs that use much of their languages. Mutations and wrong texts are made from them.

/// ARB_vertex_program, ARB_fragment_program, and the former with `OPTION NV_vertex_program2` in all its forms.
pub const PROGRAMS: &[&str] = &[
    "!!ARBvp1.0\nPARAM mvp[4] = { state.matrix.mvp };\nPARAM mvit[3] = { state.matrix.modelview.invtrans.row[0..2] };\n\
     PARAM table[6] = { program.env[3..6], { 1, 0.5, -2.25e1, 4 }, 0.125 };\nATTRIB n = vertex.normal;\n\
     ADDRESS a; TEMP r, s, eye;\nOUTPUT color = result.color;\nDP4 eye.x, mvp[0], vertex.position;\n\
     DP4 eye.y, mvp[1], vertex.position;\nMOV eye.zw, vertex.position;\nMOV result.position, eye;\n\
     ARL a.x, vertex.attrib[7].x;\nMUL r, table[a.x + 1], n.xxyz;\nDP3 r.w, mvit[1], -n;\nLIT s, r;\nEXP r.y, s.x;\n\
     LOG r.z, s.y;\nSWZ s, r, x, -y, 0, 1;\nMAX color.xyz, s, state.light[2].diffuse;\n\
     XPD result.texcoord[3].xyz, s, r;\nMOV result.fogcoord.x, s.x;\nMOV result.pointsize.x, r.w;\nEND\n",
    "!!ARBvp1.0\nOPTION ARB_position_invariant;\nTEMP t;\nALIAS u = t;\nPOW u.x, vertex.color.x, program.local[5].y;\n\
     MOV result.color.back, u.x;\nRCP t, vertex.texcoord[1].w;\nSGE result.color.secondary, t, state.material.shininess;\n\
     DST result.texcoord, t, vertex.fogcoord;\nEND\n",
    "!!ARBfp1.0\nOPTION ARB_fog_exp2;\nOPTION ARB_precision_hint_fastest;\nPARAM k = { 2, -1, 0.5, 16 };\n\
     TEMP a, b, c;\nTEX a, fragment.texcoord[0], texture[0], 2D;\nTXP b, fragment.texcoord[1], texture[1], CUBE;\n\
     MAD a.xyz, a, k.x, k.y;\nDP3_SAT b.w, a, b;\nTXB c, b, texture[2], 3D;\nLRP_SAT c, fragment.color, a, b;\n\
     CMP a, -c.wzyx, k, state.fog.color;\nSIN b.x, a.y;\nSCS b.xy, a.z;\nKIL -c.xyzw;\nEX2 b.z, b.x;\nLG2 b.w, b.y;\n\
     RSQ a.x, b.w;\nFRC a.y, a.x;\nFLR a.z, b.z;\nMUL result.color, a, state.lightprod[0].specular;\n\
     MOV result.depth.z, fragment.position.z;\nEND\n",
    "!!ARBfp1.0\nOPTION ARB_fragment_program_shadow;\nATTRIB t = fragment.texcoord[7];\nTEMP s;\n\
     TEX s, t, texture[3], SHADOW2D;\nMOV result.color, s.r;\nMOV result.color.a, program.env[255].a;\nEND\n",
    NV_STRAIGHT,
    NV_LOOPS,
    NV_CALLS,
    NV_INVARIANT,
    NV_BLOCKS,
    NV_PACKING,
    NV_STACK,
    LIBERAL_VERTEX,
    LIBERAL_FRAGMENT,
];

const NV_STRAIGHT: &str = "!!ARBvp1.0
OPTION NV_vertex_program2;
ADDRESS A0, A1;
TEMP R0, R1, ADDC;
PARAM c[5] = { program.local[0..2], { 1, -2.5e-1 }, -0.5 };
ADDC ADDC, |vertex.position|, -|-c[1].xxyz|;
ARLC A0, vertex.normal;
ARR A0.yw (GE.x), ADDC;
ARAC A1.xz (LT), A0;
SUBC CC.xz (NE.wzyx), R0, c[A0.w + 4];
MOV R0 (EQ), c[A1.z - 256];
RCC R1.x, 2;
SIN R1.y (TR), -R0.x;
COS R1.z, |R0.w|;
SSG R0.yz (GT.y), R1;
SEQ R1, R0, c[4];
SFLC R1.w, R0, R0;
STR R1.w (LE), R0, R0;
SWZC R1 (NE.xyyw), R0, x, -0, 1, -w;
MOV result.position, R1;
MOV result.clip[0], 0.0;
SNE result.clip[5].x (FL), R1, R0;
END
";

const NV_LOOPS: &str = "!!ARBvp1.0
OPTION NV_vertex_program2;
TEMP sum, n;
MOV n.x, 3;
MOV sum, 0;
loop: # of three
ADD sum, sum, vertex.position;
SUBC n.x, n, 1;
BRA loop (GT.x);
MOVC CC, sum.w;
BRA done (NE.xxxx);
BRA done;
ADD sum, sum, 1;
done:
MOV result.position, sum;
END
";

const NV_CALLS: &str = "!!ARBvp1.0
OPTION NV_vertex_program2;
TEMP r;
f: g: ADDC r, r, 1;
RET (GT.y);
CAL f (LT);
RET;
main:
MOVC r, vertex.attrib[3];
CAL f;
CAL g (NE.w);
MOV result.color.back, r;
MOV result.position, r;
END
";

const NV_BLOCKS: &str = "!!ARBfp1.0
OPTION NV_fragment_program2;
SHORT TEMP h;
LONG TEMP r, s;
SHORT OUTPUT o = result.color;
PARAM n = program.local[2];
MOVC CC, fragment.facing;
LOOP n.yzxw;
  MADXC_SSAT h.xy (GT.x), fragment.texcoord[A0.x + 1], -|h.wzyx|, 2;
  IF NE.y;
    CAL f (LE);
    REP {3};
      DIVH r, r, s.x;
      BRK (NE.w);
    ENDREP;
  ELSE;
    NRMC_SAT r.xyz, h;
    BRK;
  ENDIF;
ENDLOOP;
KIL LT.x;
TXD r, h, h, h, texture[0], CUBE;
TXL s, r, texture[1], 2D;
DP2A o, r, s, h.z;
f:
PK2H r, h;
UP4B h, r.x;
RFLH s.xyz, r, h;
RET (EQ.wzyx);
END
";

const NV_PACKING: &str = "!!ARBfp1.0
OPTION NV_fragment_program;
TEMP a, b;
DDXH a, fragment.texcoord[0];
DDYRC_SAT b.xz (GE.y), -|a.wzyx|;
X2D a, a, b, fragment.position;
PK4UB b, a;
UP2US a, |b.y|;
SEQX a (NE), a, 0.5;
KIL TR;
MOVC CC.w, a;
MULR_SAT result.color (LT.abgr), a, 3;
END
";

const NV_STACK: &str = "!!ARBvp1.0
OPTION NV_vertex_program3;
ADDRESS a, b;
TEMP r;
ARLC1 a, vertex.attrib[3];
PUSHA a;
TXL r, vertex.attrib[a.x + 3], texture[1], 2D;
MULC1_SAT r.xz (EQ0.x), r, vertex.texcoord[a.y];
CAL f (GE1);
POPA b;
TXP r, r, texture[2], CUBE;
MOV result.texcoord[b.w - 2].xy (GE1), r;
MOV result.position, r;
f: PUSHA b; POPA a; RET;
END
";

/// What drivers of the time took beyond the specification (QUIRKS 0.1, 1.31).
const LIBERAL_VERTEX: &str = "
# blanks first
 !!ARBvp1.0
OPTION NV_vertex_program3;
ADDRESS a;
ARLC a, vertex.color;
PUSHA a;
POPA a (LT.y);
MOV result.position, vertex.position;
END
";

/// The same of fragment programs (QUIRKS 0.1).
const LIBERAL_FRAGMENT: &str = "# a comment first
!!ARBfp1.0
OPTION NV_fragment_program;
TEMP r;
RFL r, fragment.color, fragment.texcoord;
MOV result.color, r;
END
";

const NV_INVARIANT: &str = "!!ARBvp1.0
OPTION ARB_position_invariant;
OPTION NV_vertex_program2;
TEMP e;
OUTPUT d = result.clip[2];
DP4C e, vertex.position, state.clip[2].plane;
MOV d.x, e;
MAX result.pointsize.x (LT), |-e|, 0.5;
END
";

/// `!!FP1.0`.
pub const NATIVE_FRAGMENT_PROGRAMS: &[&str] = &[
    "!!FP1.0
# Lit texture
DEFINE half = 0.5;
DEFINE axis = { 0, half, -1, 2e-1 };
DECLARE tint = { 0.3, 0.6, 0.9 };
DECLARE unused;
TEXC H1, f[TEX0], TEX3, 2D;
KIL EQ.w;
MADX_SAT H2.xyz, H1, 2, -1;
DP3HC R0.x, H2, axis.zxyw;
MOV R0 (LT.x), -|R0|;
POWR R1, |R0.x|, 16;
LRPH H3, H1.w, H2, tint.xyzx;
MUL_SAT o[COLH] (NE.wzyx), H3, R1.w;
MOV o[DEPR].z, f[WPOS].z;
END
",
    "!!FP1.0
MOV R31, p[17].wzyx;
PK4UB R5.xw, R31;
UP4UBC_SAT H63, R5.w;
SUBC RC.xy, f[COL1], R31;
MOVRC HC (GE.x), H63;
RFL R2.xyz (TR), R31, R2.yzww;
X2D R3, R2, {1, 2}, 1;
DDYH R4, f[FOGC];
TXD R6, f[TEX7], R3, R4, TEX15, RECT;
TXP H0 (FL), R6, TEX0, CUBE;
LIT o[COLR], -|-H0.y|;
END
",
];

/// ATI_text_fragment_shader.
pub const ATI_PROGRAMS: &[&str] = &[
    "!!ATIfs1.0
StartConstants;
CONSTANT c0 = program.env[0];
CONSTANT c1 = program.local[3];
CONSTANT c2 = { 1.0, 0, 0.5 };
EndConstants;
StartPrelimPass;
SampleMap r1, t0.stq_dq;
PassTexCoord r3, t2.str;
DOT3 r2.rg.2x, r1.bias, r3.neg;
MAD r4.sat, r1.comp, c2.a, c0;
EndPass;
StartOutputPass;
SampleMap r0, r2.str;
PassTexCoord r5, r3.str_dr;
LERP r0.half.sat, r4, r0, color0; # blend
MUL r0.a, r5.r, color1.b;
EndPass;
",
    "!!ATIfs1.0
StartOutputPass;
SampleMap r0, t1.str;
CND r0, r0, 1, 0;
CND0 r1, r0.neg.2x.bias, r0, r0;
DOT2ADD r2.b.quarter, r0, r1, r2.g;
SUB r0, r2, r1.comp;
EndPass;
",
];

/// NVIDIA's own languages for vertices.
pub const NATIVE_PROGRAMS: &[&str] = &[
    "!!VP1.0\n# a comment\nDP4 o[HPOS].x, c[0], v[OPOS];\nDP4 o[HPOS].y, c[1], v[OPOS];\nDP4 o[HPOS].z, c[2], v[0];\n\
     DP4 o[HPOS].w, c[3], v[0];\nDP3 R0.x, c[4], v[NRML];\nARL A0.x, v[WGHT].x;\nMUL R1, c[A0.x + 7].xxyz, R0.x;\n\
     ADD R2, c[A0.x - 64], -v[COL0];\nMAD R3.xyw, R1, -R2, R3.wzyx;\nLIT R4, R3;\nEXP R5.y, R4.z;\nLOG R5.z, v[FOGC].x;\n\
     RCP R6, R5.y;\nRSQ R6.w, -R6.x;\nSLT R7, R6, R5;\nSGE R8.xz, R7, c[95];\nMIN R9, R8, R7;\nMAX R10, R9, c[A0.x];\n\
     DST o[TEX7], R10, R9;\nMOV o[COL0], R11;\nMOV o[BFC1].w, v[15];\nMOV o[PSIZ].x, R6.w;\nMOV o[FOGC], v[6];\nEND\n",
    "!!VP1.1\nOPTION NV_position_invariant;\nABS R0, +v[7];\nDPH R1.x, R0, c[9];\nSUB R2, R1, +R0;\nRCC R3, R2.w;\n\
     MUL o[COL1], R3, -c[9].w;\nEND\n",
    "!!VP2.0\nBRA main;\nsub: MADC R12, |v[3]|, -|R1.wzyx|, c[255];\nRET (LE.x);\nADDC CC.xy (NE.yyyx), R12, R13;\nRET;\nmain:\n\
     ARLC A0, v[8];\nARR A1.yw (GE.x), -|R0|;\nARAC A1.xz (LT), A0;\nMOV R1, c[A1.w - 256];\nSEQC R2, R1, c[A0.y + 255];\n\
     CAL sub (GT.xyzw);\nBRA done (FL);\nCOS R3, R2.x;\nSINC R3.y, |R2.y|;\nEX2 R4, -R3.x;\nLG2 R4.w (TR), R3.y;\nFLR R5, R4;\n\
     FRCC R6, R5;\nSSG R7, R6;\nSNE R8, R7, R6;\nSGT R9, R8, R7;\nSLE R10, R9, R8;\nSFL R11, R1, R2;\nSTRC R14, v[1], v[WGHT];\n\
     RSQ R15, R14.x;\nMAX o[CLP3].x, R15, R10;\nMIN o[CLP0], R15, R11;\ndone: MOVC o[HPOS], v[OPOS];\nMOV o[TEX3] (EQ.w), R9;\nEND\n",
    "!!VP2.0\nOPTION NV_position_invariant;\nMOVC R15.x, c[0].x;\nstart: CAL f (GT.x);\nSUBC R15.x, R15.x, c[1].x;\n\
     BRA start (GT.x);\nMOV o[COL0], R0;\nBRA end;\nf: ADD R0, R0, c[2];\nRET;\nend:\nEND\n",
    "!!VSP1.0\nDP3 R0.w, c[20], c[20];\nRSQ R0.w, R0.w;\nMUL c[20].xyz, c[20], R0.w;\nARL A0.x, v[0].x;\nMOV R1, c[A0.x + 19];\n\
     MAD c[95], R1, -v[0].w, c[20];\nADD c[20].w, c[95].x, R0;\nEND\n",
];
