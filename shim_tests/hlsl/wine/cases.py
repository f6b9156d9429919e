"""The programs that are drawn. Each is a name, a vertex shader and a pixel shader; a shader is a profile and a text, in HLSL or in assembly."""

PASS_ASM = "vs_1_1\ndcl_position v0\ndcl_texcoord v1\nmov oPos, v0\nmov oT0, v1\n"
PASS_ASM_3 = "vs_3_0\ndcl_position v0\ndcl_texcoord v1\ndcl_position o0\ndcl_texcoord o1\nmov o0, v0\nmov o1, v1\n"
SHOW_ASM = "ps_2_0\ndcl t0\nmov r0, t0\nmov oC0, r0\n"

CONSTANTS = """def c1, 0, 1, 0.5, 2
def c2, 0.25, -0.5, 0.75, 1.5
def c3, 2.5, -3, 4, 0.5
def c4, 0.5, 0.25, -1, 0
def c5, 1, -0.5, 0.125, 0.5
def c6, -0.25, 1, 0.5, 0.25
def c7, 0, 0.5, 0.5, 1
def c8, -1.5500992e-006, -2.1701389e-005, 0.0026041667, 0.00026041668
def c9, -0.020833334, -0.125, 1, 0.5
"""

# Instructions of ps_2_0: r1 is (u, v, 2u - 1, 1 - v), r2 a mixture of these, r3 a texel.
PIXEL_2 = r"""abs r0, r1
add r0, r1, -r2
cmp r0, r1.z, r2, c2
cmp r0, r1, c1, r2.wzyx
crs r0.xyz, r1, r2\nmov r0.w, c1.y
dp2add r0, r1, r2, c1.x
dp3 r0, r1, r2
dp4 r0, r1, r2
exp r0, r1.z
frc r0, r1\nmov r4, c3\nmad r4, r1, r4, r2\nfrc r0, r4
lrp r0, r1.x, r2, c2
log r0, r2.x
m3x3 r0.xyz, r1, c4\nmov r0.w, c1.y
m4x4 r0, r1, c4
m4x3 r0.xyz, r1, c4\nmov r0.w, c1.y
m3x4 r0, r1, c4
m3x2 r0.xy, r1, c4\nmov r0.zw, c1.y
mad r0, r1, r2, -c2
mad_sat r0, r1, c3, r2
max r0, r1.z, r2
min r0, r1.z, r2
mov r0, -r1.wzyx
mul_sat r0, r1.z, c3
nrm r0.xyz, r1\nmov r0.w, c1.y
pow r0, r1.x, r2.y
rcp r4, c3.x\nmul r0, r1, r4.x
rsq r4, r2.w\nmul r0, r1, r4.w
sincos r0.xy, r2.x, c8, c9\nmov r0.zw, c1.y
sub r0, r1, r2
texld r0, t0, s0
texldp r0, t0, s0
texldb r0, r1, s0
texkill r1\nmov r0, r2
texld r4, r1, s0\ntexld r0, r4, s0"""

PIXEL_2_HEAD = """ps_2_0
dcl t0
dcl_2d s0
""" + CONSTANTS + """mov r1.xy, t0
mad r1.z, t0.x, c1.w, -c1.y
add r1.w, c1.y, -t0.y
mad r2, r1.wzyx, c2.z, c2.x
texld r3, t0, s0
"""

# Instructions of vs_2_0 with the same operands, and flow.
VERTEX_2 = r"""abs r0, r1
add r0, r1, -r2
crs r0.xyz, r1, r2\nmov r0.w, c1.y
dp3 r0, r1, r2
dp4 r0, r1, r2
dst r0, r1, r2
exp r0, r1.z
expp r0, r1.z
frc r0.xy, r2\nmov r0.zw, c1.y
lit r0, r1
log r0, r2.x
logp r0, r2.y
lrp r0, r1.x, r2, c2
m4x4 r0, r1, c4
m3x2 r0.xy, r1, c4\nmov r0.zw, c1.y
mad r0, r1, r2, -c2
max r0, r1.z, r2
mova a0.x, r1.w\nmov r0, c[a0.x + 4]
nrm r0.xyz, r2\nmov r0.w, c1.y
pow r0, r2.x, r2.y
rcp r4, r2.w\nmul r0, r1, r4.x
rsq r4, r2.w\nmul r0, r1, r4.w
sge r0, r1.z, r2
sgn r0, r1.z, r4, r5
slt r0, r1.z, r2
sincos r0.xy, r2.x, c8, c9\nmov r0.zw, c1.y
mov r0, r1\nrep i0\nmad r0, r0, c2.z, r2\nendrep
mov r0, r1\nloop aL, i1\nadd r0, r0, c[aL + 1]\nendloop
mov r0, r1\nif b0\nmov r0, r2\nelse\nadd r0, r0, c3\nendif
mov r0, r1\nif !b0\nmov r0, r2\nendif
mov r0, r1\ncall l0\nret\nlabel l0\nadd r0, r0, c2"""

VERTEX_2_HEAD = """vs_2_0
dcl_position v0
dcl_texcoord v1
""" + CONSTANTS + """defi i0, 3, 0, 0, 0
defi i1, 2, 0, 1, 0
defb b0, true
mov oPos, v0
mov r1.xy, v1
mad r1.z, v1.x, c1.w, -c1.y
add r1.w, c1.y, -v1.y
mad r2, r1.wzyx, c2.z, c2.x
"""

# Bodies of ps_1_1 to ps_1_4.
PIXEL_1 = r"""ps_1_1\ntex t0\nmov r0, t0
ps_1_1\ntex t0\nmul_x2 r0, t0, t0
ps_1_1\ntex t0\nmad_sat r0, t0_bx2, 1-t0, t0_bias
ps_1_1\ntexcoord t0\nmov r0, t0
ps_1_1\ntex t0\ndp3_d2 r0, t0_bx2, t0
ps_1_1\ndef c0, 0.5, 0.25, 0.75, 1\ntex t0\nlrp r0, c0, t0, 1-t0
ps_1_1\ndef c0, 0.5, 0.25, 0.75, 1\ntex t0\nsub_x4 r0.rgb, t0, c0\n+mov r0.a, t0.b
ps_1_1\ndef c0, 0.5, 0.25, 0.75, 1\ntex t0\nmov r0, t0\ncnd r0, r0.a, c0, t0
ps_1_2\ndef c0, 0.5, 0.25, 0.75, 1\ntex t0\nmov r0, t0\ncmp r0, t0_bias, c0, t0
ps_1_2\ntex t0\ndp4 r0, t0_bx2, t0
ps_1_4\ntexld r0, t0\nmov r0, r0
ps_1_4\ntexld r0, t0\ntexcrd r1.xyz, t0\nphase\ntexld r2, r1\nmul r0.rgb, r0, r2\nmov r0.a, r2.a
ps_1_4\ntexcrd r0.xyz, t0\nmov r0.a, c0.x\nmad_x8_sat r0, r0_bx2, r0, r0_bias
ps_1_4\ntexcrd r0.xyz, t0\nbem r1.rg, r0, r0\nphase\nmov r0.rg, r1\nmov r0.b, c0.x\nmov r0.a, c0.x"""

# Bodies of ps_3_0.
PIXEL_3 = r"""dsx r0, r1\nmul r0, r0, c3
dsy r0, r2\nmul r0, r0, c3
texldl r0, r1, s0
mov r4, c5\ntexldd r0, v0, s0, r4, c6
mov r0, r1\nif_gt r1.x, c1.z\nmov r0, r2\nelse\nmul r0, r0, c2\nendif
mov r0, c1.x\nrep i0\nadd r0, r0, r1\nbreak_gt r0.x, c1.y\nendrep
setp_gt p0, r1, c1.z\nmov r0, r2\n(p0) mov r0, r1
setp_le p0, r1, c1.z\nmov r0, r2\n(!p0.x) mov r0, c2
mov r0, c1.x\nmul r0.xy, vPos, c7.y
mov r0, r2\nloop aL, i1\nmad r0, r0, c2.z, r1\nendloop
sincos r0.xy, r2.x\nmov r0.zw, c1.y"""

PIXEL_3_HEAD = (PIXEL_2_HEAD.replace("ps_2_0", "ps_3_0").replace("dcl t0\n", "dcl_texcoord v0\ndcl vPos.xy\ndefi i0, 3, 0, 0, 0\ndefi i1, 2, 0, 1, 0\n")
                .replace("t0", "v0"))

# Expressions of HLSL in u (0 to 1), v and the float4 t = (u, v, 2u - 1, 1 - v), with a sampler s.
EXPRESSIONS = """t
abs(t - 0.5)
acos(t)
all(t > 0.25) ? t : t.wzyx
any(t < 0.1) ? t : t.wzyx
asin(t)
atan(t * 4)
atan2(t, t.wzyx + 0.25)
ceil(t * 5) / 5
clamp(t, 0.25, t.wwww)
cos(t * 7)
cosh(t * 2)
float4(cross(t.xyz, t.wyx), 1)
degrees(t) / 90
determinant(float3x3(t.xyz, t.yzw, t.zwx)).xxxx
distance(t, t.yxwz).xxxx
dot(t, t.wzyx).xxxx
exp(t) / 3
exp2(t * 2)
float4(faceforward(t.xyz, t.yzw, t.zwx), 1)
floor(t * 5) / 5
fmod(t * 5, 1.5)
frac(t * 5 - 2.5)
isfinite(t) ? t : 1
ldexp(t, t * 3)
length(t).xxxx
lerp(t, t.wzyx, u)
lit(t.x, t.z, 5)
log(t + 0.5)
log10(t + 0.5)
log2(t + 0.5)
max(t, t.wzyx)
min(t, t.wzyx)
mul(t, float4x4(t, t.yzwx, t.zwxy, t.wxyz))
mul(float4x4(t, t.yzwx, t.zwxy, t.wxyz), t)
normalize(t)
pow(t + 1.1, t.yxwz)
radians(t * 90)
reflect(t, normalize(t.yzwx))
float4(refract(normalize(t.xyz), normalize(t.yzw), 0.7), 1)
round(t * 5) / 5
rsqrt(t + 1.1)
saturate(t * 2 - 0.5)
sign(t)
sin(t * 7)
sinh(t)
smoothstep(0.25, 0.75, t)
sqrt(t + 1)
step(0.5, t)
tan(t)
tanh(t * 2)
transpose(float4x4(t, t.yzwx, t.zwxy, t.wxyz))[1]
trunc(t * 5) / 5
tex2D(s, t.xy)
tex2Dproj(s, float4(t.xy, 0, 0.5 + v))
tex2D(s, t.xy, float2(0.1, 0), float2(0, 0.1))
tex2Dbias(s, float4(t.xy, 0, 1))
ddx(t) * 50
ddy(t * t) * 50
fwidth(t) * 30"""

LOOPS = """float4 r = 0; for (int i = 0; i < 5; i++) r += t * i; return r / 10;
float4 r = t; [loop] for (int i = 0; i < 20; i++) { if (r.x > 3) break; r += t * 0.5; } return r / 4;
float4 r = t; int n = 0; while (n < 7) { n++; if (n == 3) continue; r = r.yzwx * 0.9; } return r;
if (t.x > 0.5) { if (t.y > 0.5) return t; t = t.wzyx; } return t * 0.5;
float a[4] = { t.x, t.y, t.z, t.w }; float4 r = 0; for (int i = 0; i < 4; i++) r[i] = a[3 - i]; return r;
float3x2 m = { 1, 2, 3, 4, 5, 6 }; return float4(mul(t.xyz, m), mul(m, t.xy).xy) / 9;
int i = t.x * 9; return float4(i % 3, i / 2, -i % 4, i) / 9;
bool b = t.x > 0.3 && t.y < 0.6 || t.z > 0.9; return b ? t : !b * t.w;
static const float k[3] = { 0.2, 0.4, 0.9 }; return k[(int)(t.x * 2.99)] * t;
float4 r = t; r.xz *= r.yw; r.zyx += 0.1; return r;
float4 r = t; for (int i = 0; i < t.x * 9; i++) r = r.yzwx * 0.9 + 0.01; return r;
float4 r = 0; float k = t.y; while (k < 3) { k += 0.3; if (r.x > 1.5) break; r += t.wxyz * k * 0.1; } return r;
float4 r = t; int n = 0; do { n++; if (r.y > 0.6) continue; r.y += 0.07; } while (n < t.z * 12); return r + n * 0.01;
float4 r = t; for (int i = 0; i < t.w * 5; i++) { for (int j = 0; j < t.x * 5; j++) { if (j > i) { r.x += 0.05; break; } r.zw = r.wz * 0.95; } } return r;"""

# Bodies for pixel shaders 1. Wine draws them as ps_2_0.
OLD = """tex2D(s, uv) * k
saturate(dot(tex2D(s, uv).xyz * 2 - 1, k.xyz)) * k.wzyx
lerp(tex2D(s, uv), k, k.a)
float4((tex2D(s, uv) * 2 * k).rgb, k.a)
tex2D(s, uv) * 0.5 + (1 - tex2D(s, uv)) * k
saturate(tex2D(s, uv) * 2 - 0.5)"""


def _hlsl(body, profile):
    return profile, ("sampler2D s : register(s0);\nfloat4 main(float2 uv : TEXCOORD0) : COLOR\n{ float u = uv.x, v = uv.y; "
                     "float4 t = float4(u, v, 2 * u - 1, 1 - v); " + body + " }\n")


def _rows(table):
    """The rows of a table, with their lines."""
    return [row.replace("\\n", "\n") for row in table.split("\n")]


def all_cases():
    """Name, vertex shader, pixel shader."""
    vertex, vertex_3, show = ("asm", PASS_ASM), ("asm", PASS_ASM_3), ("asm", SHOW_ASM)
    for row in _rows(PIXEL_2):
        text = PIXEL_2_HEAD + row + "\nmov oC0, r0\n"
        yield "ps_2_0 " + _label(row), vertex, ("asm", text)
    for row in _rows(VERTEX_2):
        yield "vs_2_0 " + _label(row), ("asm", VERTEX_2_HEAD + _ended(row)), show
    for row in _rows(PIXEL_1):
        yield _label(row), vertex, ("asm", row + "\n")
    for row in _rows(PIXEL_3):
        text = PIXEL_3_HEAD + row + "\nmov oC0, r0\n"
        yield "ps_3_0 " + _label(row), vertex_3, ("asm", text)
    for expression in EXPRESSIONS.split("\n"):
        yield "hlsl " + expression, ("vs_3_0", PASS_HLSL), _hlsl("return " + expression + ";", "ps_3_0")
    for body in LOOPS.split("\n"):
        yield "hlsl " + body, ("vs_3_0", PASS_HLSL), _hlsl(body, "ps_3_0")
        yield "vertices " + body, _vertex_hlsl(body), ("ps_3_0", SHOW_HLSL)


def old_cases():
    """The same of pixel shaders 1: name, vertex shader, pixel shader, and the pixel shader that draws the same."""
    for body in OLD.split("\n"):
        text = ("sampler2D s : register(s0);\nstatic const float4 k = { 0.25, 0.75, 0.5, 0.625 };\n"
                "float4 main(float2 uv : TEXCOORD0) : COLOR { return " + body + "; }\n")
        for profile in ("ps_1_1", "ps_1_2", "ps_1_3", "ps_1_4"):
            yield profile + " " + body, ("asm", PASS_ASM), (profile, text), ("ps_2_0", text)


PASS_HLSL = "void main(float4 p : POSITION, float2 t : TEXCOORD0, out float4 q : POSITION, out float2 uv : TEXCOORD0) { q = p; uv = t; }\n"
SHOW_HLSL = "float4 main(float4 c : TEXCOORD0) : COLOR { return c; }\n"


def _vertex_hlsl(body):
    return "vs_3_0", ("float4 f(float4 t) { float u = t.x, v = t.y; " + body + " }\nvoid main(float4 p : POSITION, float2 uv : TEXCOORD0, "
                      "out float4 q : POSITION, out float4 c : TEXCOORD0) { q = p; c = f(float4(uv, 2 * uv.x - 1, 1 - uv.y)); }\n")


def _label(row):
    return "; ".join(row.split("\n"))


def _ended(row):
    """The instructions with the result's store before the first end of the main part."""
    head, mark, tail = row.partition("\nret\n")
    return head + "\nmov oT0, r0\n" + (mark.lstrip("\n") + tail + "\nret\n" if mark else "")
