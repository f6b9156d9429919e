"""facts/loops.tsv: which loops unroll, and which the profiles without loops refuse."""
from .common import *

CHECKED = "arbvp1 vp20 vp30 vp40 gp4vp glslv vs_1_1 vs_2_0 vs_2_x vs_3_0 arbfp1 fp30 fp40 gp4fp glslf ps_2_0 ps_2_x ps_3_0".split()
BODY = "c = c * 0.5 + c.y;"
COUNTS = [1, 10, 100, 255, 256, 257, 1000, 1024, 4095, 4096, 4097, 5000, 65536]
HEADS = """int i = 0; i < 4; i++
int i = 0; i <= 4; i++
int i = 0; i != 4; i++
int i = 0; i < 4; i += 1
int i = 0; i < 4; i = i + 1
int i = 0; i < 4; i = 1 + i
int i = 0; i < 4; i -= -1
int i = 0; i < 4; i += 3
int i = 0; i > -4; i--
int i = 0; i < 8; i *= 2
int i = 1; i < 8; i *= 2
int i = 1; i < 8; i <<= 1
int i = 8; i > 0; i /= 2
int i = 0; 4 > i; i++
int i = 0; i < n; i++
int i = 0; i < k; i++
int i = 0; i < u; i++
int i = u; i < 4; i++
int i = 0; i < 4; i += u
int i = 0; i < c.x; i++
int i = c.x; i < 4; i++
int i = 0; i < 2 * 2; i++
int i = 0; i < 4.0; i++
int i = 0; i < 1;
int i = 0; i < 4 && c.x > 0; i++
int i = 0; i < 4 && i < 3; i++
int i = 0; i < 4 || i < 3; i++
int i = 0; true; i++
int i = 0; ; i++
int i = 0; i * i < 10; i++
int i = 0; i + 1 < 4; i++
int i = 0; i - 4; i++
int i = 0; !(i >= 4); i++
int i = 0; i < 4, i < 3; i++
int i = 0; i < 4; i++, c.y += 1
int i = 0; i < 4 ? true : false; i++
int i = 0; i == 0; i++
int i = 0; i < 4; i--
int i = 4; i; i--
float i = 0; i < 1; i += 0.1
half i = 0; i < 3; i++
fixed i = 0; i < 1; i += 0.25
bool i = false; !i; i = true
int4 i = 0; i.x < 3; i.x++
float4 i = 0; i.x < 3; i += 1
int i = 0, j = 0; i < 3; i++, j += 2
; k < 3; k++
k = 1; k < 3; k++
int i = 0; i < 4; i = i + u
unsigned int i = 0; i < 4; i++""".splitlines()
STATEMENTS = """int i = 0; while (i < 3) { c *= 2; i++; }
int i = 0; while (i < 3) { i++; c *= 2; }
int i = 0; while (i < 3) { if (c.x > 0) i++; c *= 2; }
int i = 0; while (i++ < 3) { c *= 2; }
float i = 0; while (i < 1) { c *= 2; i += 0.25; }
int i = 3; while (i) { c *= 2; i--; }
int i = 3; while (i > 0) { c *= 2; --i; }
int i = 0; while (i < 3 && c.x < 9) { c *= 2; i++; }
int i = 0; while (true) { c *= 2; i++; if (i > 3) break; }
int i = 0; while (i < 3) { c *= 2; i += 1; if (c.x > 3) break; }
while (c.x < 4) c *= 2;
int i = 0; do { c *= 2; i++; } while (i < 3);
do { c *= 2; } while (false);
do { c *= 2; } while (c.x < 4);
for (int i = 0; i < 4; i++) { c *= 2; if (c.x > 3) break; }
for (int i = 0; i < 4; i++) { c *= 2; if (c.x > 3) continue; c += 1; }
for (int i = 0; i < 4; i++) { c *= 2; if (i > 2) break; }
for (int i = 0; i < 4; i++) { c *= 2; if (c.x > 3) return c; }
for (int i = 0; i < 4; i++) { c *= 2; if (c.x > 3) discard; }
for (int i = 0; i < 4; i++) { c *= 2; i = i; }
for (int i = 0; i < 4; i++) { c *= 2; i++; }
for (int i = 0; i < 4; i++) { int i = 3; c *= i; }
int n_ = 4; for (int i = 0; i < n_; i++) { c *= 2; n_ = 3; }
int n_ = 4; if (c.x > 0) n_ = 3; for (int i = 0; i < n_; i++) { c *= 2; }
int n_; n_ = 4; for (int i = 0; i < n_; i++) { c *= 2; }
int n_ = 2; n_ += 1; for (int i = 0; i < n_; i++) { c *= 2; }
int n_ = 2 * 2 + (int)1.5; for (int i = 0; i < n_; i++) { c *= 2; }
float n_ = sin(2.0) * 5; for (int i = 0; i < n_; i++) { c *= 2; }
int n_ = c.x; for (int i = 0; i < n_; i++) { c *= 2; }
for (int i = 0; i < 3; i++) for (int j = 0; j < i; j++) c = c * 0.5 + c.y;
for (int i = 0; i < 64; i++) for (int j = 0; j < 64; j++) c.x += c.y;
for (int i = 0; i < 65; i++) for (int j = 0; j < 64; j++) c.x += c.y;
int i; for (i = 0; i < 3; i++) c *= 2; c *= i;
for (int i = 0; i < 4; i++) c *= u4[i];
int i = c.x; c *= u4[i];
int i = c.x; float a[4]; a[0] = a[1] = a[2] = a[3] = c.y; c *= a[i];
int i = c.x; float a[4]; a[0] = a[1] = a[2] = a[3] = c.y; a[i] = 2; c *= a[1];
int i = c.x; c *= c[i];
int i = c.x; c *= m4[i];
if (c.x > 0) c *= 2;
if (c.x > 0) return c * 2;
if (u > 0) c *= 2; else c *= 3;
if (c.x > 0) discard;""".splitlines()


def loops(reference):
    """Each body runs in both kinds of program; the counts and indices of results do not matter, only the verdict."""
    declarations = "uniform float u; uniform float u4[4]; uniform float4x4 m4; static const int n = 3;\n"

    def row(text):
        cells = []
        for p in CHECKED:
            if is_vertex(p):
                source = declarations + "float4 main(float4 p_ : POSITION, float4 c : TEXCOORD0) : POSITION { int k = 1; %s return c + p_; }" % text
            else:
                source = declarations + "float4 main(float4 c : TEXCOORD0) : COLOR { int k = 1; %s return c; }" % text
            cells.append(reference.compile(p, source).verdict())
        return [text] + cells

    def rows():
        for count in COUNTS:
            yield row("float a = 0; for (int i = 0; i < %d; i++) a += i; c *= a;" % count)
        for head in HEADS:
            yield row("for (%s%s) %s" % (head, "" if head.count(";") > 1 else " ", BODY))
        for text in STATEMENTS:
            yield row(text)
    write("loops.tsv", ["statements"] + CHECKED, rows(),
          """Loops, branches and variable indices by profile. The statements stand in an entry point with a varying float4 c, `int k = 1`, a
          uniform float u, a uniform float u4[4], a uniform float4x4 m4 and a static const int n = 3.""")
