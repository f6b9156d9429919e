"""Semantics by profile: which names, indices and types are accepted, and what registers the parameters get."""
from .common import *

CHECKED = ("arbvp1 vp20 vp30 vp40 gp4vp glslv hlslv vs_1_1 vs_2_0 vs_3_0 arbfp1 fp20 fp30 fp40 gp4fp glslf hlslf ps_1_1 ps_1_3 ps_2_0 "
           "ps_2_x ps_3_0 generic").split()
NAMES = """POSITION HPOS HPOSITION POSITIONT WPOS VPOS OPOS NORMAL NORM TANGENT BINORMAL BITANGENT BLENDWEIGHT WEIGHT BLENDINDICES DIFFUSE
SPECULAR COLOR COL BCOL BCOLOR TEXCOORD TEX FOGCOORD FOG FOGC FOGP TESSFACTOR PSIZE PSIZ POINTSIZE ATTR ATTRIB CLP CLIP CLIPDIST DEPTH
DEPR FACE VFACE SAMPLE TEXUNIT C BUFFER PRIMITIVEID INSTANCEID VERTEXID LAYER VIEWPORT VFACE SV_Position SV_Target SV_Depth SV_VertexID
SV_InstanceID SV_IsFrontFace SV_PrimitiveID TESSCOORD EDGETESS INNERTESS POINTCOORD SPRITECOORD SAMPLEID SAMPLEMASK COVERAGE FOO UNUSED
MYNAME VARYING COLOUR position Color texCoord attr hpos Diffuse psize wpos face depth""".split()
TYPES = ["float", "float2", "float3", "float4", "half", "half4", "fixed4", "int", "int4", "bool", "unsigned int", "double", "float1", "float4x4",
         "float2x2", "float3x4", "float4x1", "float[2]", "float4[2]", "float4[3]", "half2[2]", "float[2][2]", "S2", "SN"]
STRUCTS = "struct S2 { float4 m; float2 n; }; struct SN { float4 m : TEXCOORD3; float2 n; };\n"


def whole(type_name, name):
    """An expression of type float4 that reads all that the type has first."""
    if type_name in ("S2", "SN"):
        return "%s.m" % name
    return consume(type_name, name)


def source(profile, direction, semantic, type_name="float4", alone=False):
    """A program with one varying of the semantic, besides the position of a vertex program."""
    vertex = is_vertex(profile) or profile == "generic"
    v = declare(type_name, "a")
    if direction == "in":
        value = whole(type_name, "a")
        if vertex:
            return STRUCTS + "float4 main(float4 p : POSITION, %s : %s) : POSITION { return p + %s; }" % (v, semantic, value)
        return STRUCTS + "float4 main(%s : %s) : COLOR { return %s; }" % (v, semantic, value)
    write_it = {"S2": "a.m = c; a.n = c.xy;", "SN": "a.m = c; a.n = c.xy;"}.get(type_name)
    if write_it is None:
        m = re.match(r"([a-z ]+?)(\d)?(?:x(\d))?((?:\[\d+\])*)$", type_name)
        places = ["a"]
        for n in re.findall(r"\[(\d+)\]", m[4]) + ([m[2]] if m[3] else []):
            places = ["%s[%d]" % (p, i) for p in places for i in range(int(n))]
        columns = m[3] or m[2] or "1"
        swizzle = "xyzw"[:int(columns)]
        write_it = " ".join("%s = c.%s;" % (p, swizzle) for p in places)
    if vertex:
        first = "" if alone else "out float4 q : POSITION, "
        return STRUCTS + "void main(float4 c : POSITION, %sout %s : %s) { %s%s }" % (first, v, semantic, "" if alone else "q = c; ", write_it)
    first = "" if alone else "out float4 q : COLOR, "
    return STRUCTS + "void main(float4 c : TEXCOORD0, %sout %s : %s) { %s%s }" % (first, v, semantic, "" if alone else "q = c; ", write_it)


def ask(reference, profile, direction, semantic, type_name="float4"):
    """The answer; an output that doubles the required one is asked for alone."""
    answer = reference.compile(profile, source(profile, direction, semantic, type_name), parameters=True)
    if direction == "out" and not answer.accepted:
        lone = reference.compile(profile, source(profile, direction, semantic, type_name, True), parameters=True)
        if lone.accepted:
            return lone
    return answer


def cell(verdicts):
    """`none:ok 0-7:ok 8-20:E5102`: runs of equal verdicts over the indices."""
    runs = []
    for index, verdict in verdicts:
        if runs and runs[-1][2] == verdict and runs[-1][0] != "none" and index != "none":
            runs[-1][1] = index
        else:
            runs.append([index, index, verdict])
    return " ".join("%s:%s" % (a if a == b else "%s-%s" % (a, b), v) for a, b, v in runs)


def semantics(reference):
    rows, registers = [], []
    for direction in ("in", "out"):
        for name in dict.fromkeys(NAMES):
            cells = []
            for p in CHECKED:
                verdicts = []
                for index in ["none"] + list(range(21)):
                    semantic = name + ("" if index == "none" else str(index))
                    answer = ask(reference, p, direction, semantic)
                    verdicts.append((index, answer.verdict() + notes(answer)))
                    if answer.accepted and (index == "none" or index < 2 or p in ("arbvp1", "arbfp1", "gp4vp", "gp4fp", "glslv", "glslf")):
                        for leaf in answer.parameters:
                            if leaf[0] == "a":
                                registers.append([p, direction, semantic, leaf[3], leaf[4], leaf[7]])
                    if index == 1 and len({v for _, v in verdicts}) == 1 and verdicts[0][1].startswith("E"):
                        verdicts = [("all", verdicts[0][1])]
                        break
                cells.append(cell(verdicts))
            rows.append([direction, name] + cells)
    write("semantics.tsv", ["direction", "name"] + CHECKED, rows,
          """A varying of type float4 with each semantic, without an index (none) and with 0 to 20, by profile: `0-7:ok 8-20:E5102`;
          `all:E5108` where none, 0 and 1 fail alike (the rest was not tried). Profile generic was asked with the vertex form.""")
    write("semantic_registers.tsv", ["profile", "direction", "semantic", "resource", "index", "referenced"], registers,
          """What the parameter listing reports for an accepted varying of type float4.""")


def semantic_types(reference):
    names = {"in": "POSITION NORMAL COLOR COLOR1 TEXCOORD TEXCOORD6 TEXCOORD7 ATTR1 ATTR15 FOGCOORD FOG PSIZE BLENDINDICES WPOS FACE FOO".split(),
             "out": "POSITION COLOR COLOR1 TEXCOORD TEXCOORD6 TEXCOORD7 FOG FOGC PSIZE DEPTH DEPR CLP0 CLP4 BCOL0 FOO".split()}
    profiles = "arbvp1 vp30 vp40 gp4vp glslv vs_2_0 arbfp1 fp20 fp30 fp40 gp4fp glslf ps_1_1 ps_2_0 ps_3_0".split()

    def rows():
        for direction in ("in", "out"):
            for name in names[direction]:
                for t in TYPES:
                    cells = []
                    for p in profiles:
                        a = ask(reference, p, direction, name, t)
                        cells.append(a.verdict() + notes(a))
                    yield [direction, name, t] + cells
    write("semantic_types.tsv", ["direction", "semantic", "type"] + profiles, rows(),
          """A varying of each type with a semantic: ok with warnings, or the first error.
          """ + STRUCTS)


V = "arbvp1 vp20 vp30 vp40 gp4vp glslv hlslv vs_1_1 vs_2_0 vs_3_0".split()
F = "arbfp1 fp30 fp40 gp4fp glslf hlslf ps_2_0 ps_3_0".split()
# Each program with its stage: what registers do its parameters get?
SIGNATURES = [
    ("v", "float4 main(float4 a, float4 b, float4 c) : POSITION { return a + b + c; }"),
    ("v", "float4 main(float4 p : POSITION, float4 a, float3 b, float2 c, float d) : POSITION { return p + a + b.xyzz + c.xyxy + d; }"),
    ("v", "float4 main(float4 p : POSITION, float4 a : ATTR1, float4 b, float4 c) : POSITION { return p + a + b + c; }"),
    ("v", "float4 main(float4 p : POSITION, float4 a : NORMAL, float4 b : COLOR, float4 c) : POSITION { return p + a + b + c; }"),
    ("v", "float4 main(float4 p : POSITION, float4 unused, float4 b) : POSITION { return p + b; }"),
    ("v", "float4 main(float4 p : POSITION, float4 a[3]) : POSITION { return p + a[0] + a[1] + a[2]; }"),
    ("v", "float4 main(float4 p : POSITION, float4 a[3] : TEXCOORD2) : POSITION { return p + a[0] + a[1] + a[2]; }"),
    ("v", "float4 main(float4 p : POSITION, float4x4 a : TEXCOORD2) : POSITION { return mul(a, p); }"),
    ("v", "float4 main(float4 p : POSITION, float4x4 a) : POSITION { return mul(a, p); }"),
    ("v", "float4 main(float4 p : ATTR0, float4 a : ATTR0) : POSITION { return p + a; }"),
    ("v", "float4 main(float4 p : POSITION, float4 a : ATTR0) : POSITION { return p + a; }"),
    ("v", "float4 main(float4 p : POSITION, float4 a : TEXCOORD0, float4 b : ATTR8) : POSITION { return p + a + b; }"),
    ("v", "struct I { float4 p : POSITION; float3 n; float2 t; }; float4 main(I i) : POSITION { return i.p + i.n.xyzz + i.t.xyxy; }"),
    ("v", "struct I { float4 p; float3 n; float2 t; }; float4 main(I i) : POSITION { return i.p + i.n.xyzz + i.t.xyxy; }"),
    ("v", "struct I { float4 p; float3 n; }; float4 main(I i : TEXCOORD3) : POSITION { return i.p + i.n.xyzz; }"),
    ("v", "struct J { float4 a; float4 b; }; struct I { float4 p : POSITION; J j; }; float4 main(I i) : POSITION { return i.p + i.j.a + i.j.b; }"),
    ("v", "struct J { float4 a; float4 b; }; struct I { float4 p : POSITION; J j[2]; }; float4 main(I i) : POSITION { return i.p + i.j[0].a + i.j[1].b; }"),
    ("v", "struct J { float4 a : TEXCOORD1; float4 b : TEXCOORD2; }; struct I { float4 p : POSITION; J j : TEXCOORD5; }; float4 main(I i) : POSITION { return i.p + i.j.a + i.j.b; }"),
    ("v", "void main(float4 p : POSITION, out float4 o : POSITION, out float4 a, out float3 b, out float2 c) { o = a = p; b = p.xyz; c = p.xy; }"),
    ("v", "void main(float4 p : POSITION, out float4 o : POSITION, out float4 a : TEXCOORD0, out float4 b) { o = a = b = p; }"),
    ("v", "void main(float4 p : POSITION, out float4 o, out float4 a : TEXCOORD0) { o = a = p; }"),
    ("v", "struct O { float4 p : POSITION; float4 a; float2 b; float c; }; O main(float4 p : POSITION) { O o; o.p = o.a = p; o.b = p.xy; o.c = p.x; return o; }"),
    ("v", "struct O { float4 p; float4 a; }; O main(float4 p : POSITION) { O o; o.p = o.a = p; return o; }"),
    ("v", "struct O { float4 p : POSITION; float4 a[3]; }; O main(float4 p : POSITION) { O o; o.p = o.a[0] = o.a[1] = o.a[2] = p; return o; }"),
    ("v", "struct O { float4 p : POSITION; float4 a[3] : TEXCOORD4; }; O main(float4 p : POSITION) { O o; o.p = o.a[0] = o.a[1] = o.a[2] = p; return o; }"),
    ("v", "struct O { float4 p : POSITION; float3x3 a : TEXCOORD1; }; O main(float4 p : POSITION) { O o; o.p = p; o.a = float3x3(p.xyz, p.xyz, p.xyz); return o; }"),
    ("v", "void main(float4 p : POSITION, out float4 o : POSITION, out float4 a : COLOR, out float4 b : COLOR0) { o = a = b = p; }"),
    ("v", "void main(float4 p : POSITION, out float4 o : POSITION, out float4 a : COLOR, out float4 b : COL0) { o = a = b = p; }"),
    ("v", "void main(float4 p : POSITION, out float4 o : POSITION, out float4 a : TEXCOORD0, out float4 b : TEX0) { o = a = b = p; }"),
    ("v", "void main(float4 p : POSITION, out float4 o : POSITION, out float2 a : TEXCOORD0, out float2 b : TEXCOORD0) { o = p; a = b = p.xy; }"),
    ("v", "void main(float4 p : POSITION, out float4 o : POSITION, out float4 a) { o = p; }"),
    ("v", "void main(float4 p : POSITION, out float4 o : POSITION, out float4 a : TEXCOORD1) { o = p; }"),
    ("v", "void main(float4 p : POSITION, out float4 o : POSITION, inout float4 a : TEXCOORD1) { o = p; a = a * 2; }"),
    ("v", "void main(inout float4 p : POSITION) { p = p * 2; }"),
    ("v", "float4 u; float4 main(float4 p : POSITION) : POSITION { return p + u; }"),
    ("v", "float4 u, v, w; float4 main(float4 p : POSITION, uniform float4 x, uniform float4 y) : POSITION { return p + w + y + u; }"),
    ("v", "float4 u : C5; float4 main(float4 p : POSITION) : POSITION { return p + u; }"),
    ("v", "float4 u : register(c5); float4 main(float4 p : POSITION) : POSITION { return p + u; }"),
    ("v", "float4 u : register(c5); float4 v : C5; float4 main(float4 p : POSITION) : POSITION { return p + u + v; }"),
    ("v", "float4x4 m : C5; float4 v : C7; float4 main(float4 p : POSITION) : POSITION { return mul(m, p) + v; }"),
    ("v", "float4x4 m : C5; float4 v; float4 main(float4 p : POSITION) : POSITION { return mul(m, p) + v; }"),
    ("v", "float4 v; float4x4 m : C0; float4 main(float4 p : POSITION) : POSITION { return mul(m, p) + v; }"),
    ("v", "float a; float b; float2 c; float3 d; float4 main(float4 p : POSITION) : POSITION { return p + a + b + c.xyxy + d.xyzz; }"),
    ("v", "float4 a[5]; float4 b; float4 main(float4 p : POSITION) : POSITION { return p + a[2] + b; }"),
    ("v", "float4 a[5]; float4 b; float4 main(float4 p : POSITION, float4 i : TEXCOORD0) : POSITION { return p + a[i.x] + b; }"),
    ("v", "float a[5]; float4 b; float4 main(float4 p : POSITION) : POSITION { return p + a[2] + b; }"),
    ("v", "struct S { float a; float4 b; float3x3 c; }; S s; float4 d; float4 main(float4 p : POSITION) : POSITION { return p + s.a + s.b + s.c[1].xyzz + d; }"),
    ("v", "struct S { float a; float4 b; }; S s : C9; float4 main(float4 p : POSITION) : POSITION { return p + s.a + s.b; }"),
    ("v", "struct S { float a : C4; float4 b : C2; }; S s; float4 main(float4 p : POSITION) : POSITION { return p + s.a + s.b; }"),
    ("v", "float3x3 a; float4x3 b; float3x4 c; float2x2 d; float4 main(float4 p : POSITION) : POSITION { return p + a[0].xyzz + b[0].xyzz + c[0] + d[0].xyxy; }"),
    ("v", "float4 u : C95; float4 main(float4 p : POSITION) : POSITION { return p + u; }"),
    ("v", "float4 u : C96; float4 main(float4 p : POSITION) : POSITION { return p + u; }"),
    ("v", "float4 u : C255; float4 main(float4 p : POSITION) : POSITION { return p + u; }"),
    ("v", "float4 u : C256; float4 main(float4 p : POSITION) : POSITION { return p + u; }"),
    ("v", "float4 u : C1000; float4 main(float4 p : POSITION) : POSITION { return p + u; }"),
    ("v", "int4 u; bool b; half3 h; float4 main(float4 p : POSITION) : POSITION { return b ? p + u : p + h.xyzz; }"),
    ("v", "uniform float4x4 m : state.matrix.mvp; float4 main(float4 p : POSITION) : POSITION { return mul(m, p); }"),
    ("v", "float4 main(float4 p : POSITION) : POSITION { return mul(glstate.matrix.mvp, p); }"),
    ("v", "float4 main(float4 p : POSITION, uniform float4 l : state.light[0].position) : POSITION { return p + l; }"),
    ("v", "float4 main(float4 p : POSITION, uniform float4 l : state.lightt[0].position) : POSITION { return p + l; }"),
    ("v", "float4 main(float4 p : POSITION, uniform float4 l : FOO) : POSITION { return p + l; }"),
    ("v", "float4 main(float4 p : POSITION, uniform float4 l : TEXCOORD0) : POSITION { return p + l; }"),
    ("v", "float4 main(float4 p : POSITION, uniform float4 l : POSITION) : POSITION { return p + l; }"),
    ("v", "varying float4 g : TEXCOORD0; float4 main(float4 p : POSITION) : POSITION { return p + g; }"),
    ("v", "varying float4 g; float4 main(float4 p : POSITION) : POSITION { return p + g; }"),
    ("v", "varying in float4 g : TEXCOORD0; varying out float4 h : TEXCOORD1; float4 main(float4 p : POSITION) : POSITION { h = g; return p; }"),
    ("v", "uniform Block { float4 a; float4x4 m; } b : BUFFER[0]; float4 main(float4 p : POSITION) : POSITION { return mul(b.m, p) + b.a; }"),
    ("v", "uniform Block { float4 a; float c; float d; float3 e; float2 f; float4 g; } b : BUFFER[3]; float4 main(float4 p : POSITION) : POSITION { return p + b.a + b.c + b.d + b.e.xyzz + b.f.xyxy + b.g; }"),
    ("v", "uniform Block { float4 a; } b : BUFFER; float4 main(float4 p : POSITION) : POSITION { return p + b.a; }"),
    ("v", "uniform Block { float4 a; } b; float4 main(float4 p : POSITION) : POSITION { return p + b.a; }"),
    ("v", "uniform float4 a : BUFFER[2]; float4 main(float4 p : POSITION) : POSITION { return p + a; }"),
    ("v", "uniform float4 a : BUFFER[2][3]; float4 main(float4 p : POSITION) : POSITION { return p + a; }"),
    ("f", "float4 main(float4 a, float4 b, float4 c) : COLOR { return a + b + c; }"),
    ("f", "float4 main(float4 a : TEXCOORD0, float4 b, float3 c, float2 d, float e) : COLOR { return a + b + c.xyzz + d.xyxy + e; }"),
    ("f", "float4 main(float4 a : COLOR, float4 b : COLOR0) : COLOR { return a + b; }"),
    ("f", "float4 main(float4 a : TEXCOORD0, float4 b : TEX0) : COLOR { return a + b; }"),
    ("f", "float4 main(float4 a : TEXCOORD1, float2 b : TEXCOORD1) : COLOR { return a + b.xyxy; }"),
    ("f", "struct I { float4 p : POSITION; float4 a; float2 b; }; float4 main(I i) : COLOR { return i.a + i.b.xyxy; }"),
    ("f", "struct I { float4 p : POSITION; float4 a; float2 b; }; float4 main(I i) : COLOR { return i.p + i.a + i.b.xyxy; }"),
    ("f", "struct I { float4 a[3]; }; float4 main(I i) : COLOR { return i.a[0] + i.a[2]; }"),
    ("f", "struct I { float4 a[3] : TEXCOORD3; }; float4 main(I i) : COLOR { return i.a[0] + i.a[2]; }"),
    ("f", "float4 main(float3x3 a : TEXCOORD1) : COLOR { return a[0].xyzz + a[2].xyzz; }"),
    ("f", "float4 main(float4 a, float4 b, float4 c, float4 d, float4 e, float4 f, float4 g, float4 h, float4 i) : COLOR { return a + b + c + d + e + f + g + h + i; }"),
    ("f", "float4 main(float4 a, float4 b, float4 c, float4 d, float4 e, float4 f, float4 g, float4 h) : COLOR { return a + b + c + d + e + f + g + h; }"),
    ("f", "void main(float4 a : TEXCOORD0, out float4 b) { b = a; }"),
    ("f", "void main(float4 a : TEXCOORD0, out float4 b, out float4 c) { b = c = a; }"),
    ("f", "void main(float4 a : TEXCOORD0, out float4 b : COLOR, out float c : DEPTH) { b = a; c = a.x; }"),
    ("f", "void main(float4 a : TEXCOORD0, out float4 b : COLOR0, out float4 c : COLOR1) { b = c = a; }"),
    ("f", "void main(float4 a : TEXCOORD0, out float4 b : COLOR0, out float4 c : COLOR1, out float4 d : COLOR2, out float4 e : COLOR3) { b = c = d = e = a; }"),
    ("f", "void main(float4 a : TEXCOORD0, out float c : DEPTH) { c = a.x; }"),
    ("f", "void main(float4 a : TEXCOORD0, out float4 b : COLOR, out float4 c : COLOR) { b = c = a; }"),
    ("f", "struct O { float4 a; float b : DEPTH; }; O main(float4 a : TEXCOORD0) { O o; o.a = a; o.b = a.x; return o; }"),
    ("f", "struct O { float4 a; float4 b; }; O main(float4 a : TEXCOORD0) { O o; o.a = a; o.b = a; return o; }"),
    ("f", "half4 main(half4 a : COLOR) : COLOR { return a; }"),
    ("f", "float main(float4 a : COLOR) : COLOR { return a.x; }"),
    ("f", "float3 main(float4 a : COLOR) : COLOR { return a.xyz; }"),
    ("f", "int4 main(float4 a : COLOR) : COLOR { return int4(a); }"),
    ("f", "float4 u : C3; float4 main(float4 a : COLOR) : COLOR { return a + u; }"),
    ("f", "float4 u : C32; float4 main(float4 a : COLOR) : COLOR { return a + u; }"),
    ("f", "float4 u : C1000; float4 main(float4 a : COLOR) : COLOR { return a + u; }"),
    ("f", "float4 u; float v; float4x4 m; float4 main(float4 a : COLOR) : COLOR { return mul(m, a) + u + v; }"),
    ("f", "float4 a[3]; float4 b; float4 main(float4 c : COLOR) : COLOR { return c + a[1] + b; }"),
    ("f", "sampler2D s, t; float4 main(float2 c : TEXCOORD0) : COLOR { return tex2D(s, c) + tex2D(t, c); }"),
    ("f", "sampler2D s, t; float4 main(float2 c : TEXCOORD0) : COLOR { return tex2D(t, c); }"),
    ("f", "sampler2D s : TEXUNIT3, t; float4 main(float2 c : TEXCOORD0) : COLOR { return tex2D(s, c) + tex2D(t, c); }"),
    ("f", "sampler2D s : TEXUNIT0; sampler2D t : TEXUNIT0; float4 main(float2 c : TEXCOORD0) : COLOR { return tex2D(s, c) + tex2D(t, c); }"),
    ("f", "sampler2D s : TEXUNIT15; float4 main(float2 c : TEXCOORD0) : COLOR { return tex2D(s, c); }"),
    ("f", "sampler2D s : TEXUNIT16; float4 main(float2 c : TEXCOORD0) : COLOR { return tex2D(s, c); }"),
    ("f", "sampler2D s : TEXUNIT4; float4 main(float2 c : TEXCOORD0) : COLOR { return tex2D(s, c); }"),
    ("f", "sampler2D s : TEX2; float4 main(float2 c : TEXCOORD0) : COLOR { return tex2D(s, c); }"),
    ("f", "sampler2D s : register(s2); float4 main(float2 c : TEXCOORD0) : COLOR { return tex2D(s, c); }"),
    ("f", "sampler2D s : C2; float4 main(float2 c : TEXCOORD0) : COLOR { return tex2D(s, c); }"),
    ("f", "float4 u : TEXUNIT2; float4 main(float2 c : TEXCOORD0) : COLOR { return u; }"),
    ("f", "sampler2D s[3]; float4 main(float2 c : TEXCOORD0) : COLOR { return tex2D(s[1], c) + tex2D(s[2], c); }"),
    ("f", "sampler2D s[3] : TEXUNIT2; float4 main(float2 c : TEXCOORD0) : COLOR { return tex2D(s[1], c); }"),
    ("f", "struct S { sampler2D s; float4 a; }; S u; float4 main(float2 c : TEXCOORD0) : COLOR { return tex2D(u.s, c) + u.a; }"),
    ("f", "float4 main(float2 c : TEXCOORD0, uniform sampler2D s : TEXUNIT1 = sampler_state { MinFilter = Linear; }) : COLOR { return tex2D(s, c); }"),
    ("f", "float4 main(float4 c : COLOR, uniform float4 u = float4(1, 2, 3, 4)) : COLOR { return c + u; }"),
    ("f", "uniform Block { float4 a; } b : BUFFER[1]; float4 main(float4 c : COLOR) : COLOR { return c + b.a; }"),
    ("f", "float4 main(float4 w : WPOS) : COLOR { return w; }"),
    ("f", "float4 main(float2 w : WPOS) : COLOR { return w.xyxy; }"),
    ("f", "float4 main(float4 c : COLOR, float f : FACE) : COLOR { return f > 0 ? c : -c; }"),
    ("f", "float4 main(float4 c : COLOR, uniform float4 l : state.light[0].diffuse) : COLOR { return c * l; }"),
]


def registers(reference):
    def rows():
        for stage, text in SIGNATURES:
            for p in V if stage == "v" else F:
                a = reference.compile(p, text, parameters=True)
                leaves = "; ".join("%s %s:%s %s %s%s" % (l[0], l[5][3:].lower(), l[2] or "-", l[3].replace(" ", "_"), l[4], "" if l[7] == "ref" else " unused")
                                   for l in a.parameters)
                yield [p, text, a.verdict() + notes(a), leaves]
    write("registers.tsv", ["profile", "program", "verdict", "parameters"], rows(),
          """Whole programs and what the parameter listing reports of each leaf: `name direction:semantic resource index [unused]`.""")
