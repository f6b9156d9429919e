"""facts/profiles.tsv, facts/macros.tsv, facts/specifiers.tsv: profiles, their macros, and profile names as specifiers."""
from .common import *

ALL = ("arbvp1 arbfp1 vp20 vp30 vp40 fp20 fp30 fp40 gp4vp gp4fp gp4gp gp5vp gp5fp gp5gp gp5tcp gp5tep glslv glslf glslg glslc "
       "hlslv hlslf vs_1_1 vs_2_0 vs_2_x vs_2_sw vs_3_0 vs_4_0 vs_5_0 ps_1_1 ps_1_2 ps_1_3 ps_1_4 ps_2_0 ps_2_x ps_2_sw "
       "ps_3_0 ps_4_0 ps_5_0 gs_4_0 gs_5_0 hs_5_0 ds_5_0 hlsl10v hlsl10f hlsl11v hlsl11f generic gpu_vp gpu_fp gpu_gp "
       "latest vp10 fp10 vp fp vs ps dx8vs dx8ps dx9vs2 dx9ps2").split()
GEOMETRY = "TRIANGLE void main(AttribArray<float4> p : POSITION) { emitVertex(p[0] : POSITION); }\n"


def profiles(reference):
    rows = []
    for p in ALL:
        vertex = reference.compile(p, "float4 main(float4 p : POSITION) : POSITION { return p; }").verdict()
        fragment = reference.compile(p, "float4 main(float4 c : COLOR) : COLOR { return c; }").verdict()
        geometry = reference.compile(p, GEOMETRY).verdict()
        rows.append((p, vertex, fragment, geometry))
    write("profiles.tsv", ["profile", "vertex program", "fragment program", "geometry program"], rows,
          """Each profile name and three minimal programs: accepted (ok), or the first error (E alone: refused without a number).""")


def candidates():
    base = """__CGC__ __CG__ CG CGC __cgc__ __cg__ __CG_VERSION __CG_VERSION__ CG_VERSION CG_VERSION_NUM __VERSION__ __FILE__ __LINE__
    __DATE__ __TIME__ __STDC__ __cplusplus PROFILE_VERTEX PROFILE_FRAGMENT VERTEX FRAGMENT _CG __CGC CGC_VERSION __CGVERSION__
    __COMPILER_CG__ DIRECT3D OPENGL GL_ES __PROFILE__ PROFILE CG_PROFILE HLSL GLSL _HLSL __HLSL__ FX_COMPOSER COMPUTE_PROFILE
    PROFILE_LATEST __CG_PROFILE__ NVIDIA __NVIDIA__ __cg_version CGFX __CGFX__ __VERTEX__ __FRAGMENT__ PI M_PI true false TRUE FALSE NULL""".split()
    names = set(base)
    for p in ALL:
        for form in ("PROFILE_%s", "%s", "__%s__", "__%s", "CG_PROFILE_%s", "PROFILE_%s_"):
            names.add(form % p.upper())
            names.add(form % p)
    return sorted(names)


def macros(reference):
    """A macro's value is read from the constant that a program returns, in the profile arbfp1, and compared in the others."""
    rows = []
    for name in candidates():
        value = "defined"
        text = reference.compile("arbfp1", head("arbfp1") + " { float a = %s; return a; }" % name, text=True).text
        constant = re.search(r"#const c\[0\] = (\d+)$", text, re.M)
        if constant:
            value = constant[1]
        cells = []
        for p in PROFILES:
            defined = reference.compile(p, "#ifndef %s\n#error\n#endif\n" % name + plain_main(p)).verdict() == "ok"
            same = value != "defined" and reference.compile(
                p, "#if %s != %s\n#error\n#endif\n" % (name, value) + plain_main(p)).verdict() == "ok"
            cells.append((value if same else "defined") if defined else "-")
        if any(c != "-" for c in cells):
            rows.append([name] + cells)
    write("macros.tsv", ["macro"] + PROFILES, rows,
          """Predefined macros as #ifdef sees them, with their values; - where undefined.
          %d names were tried; the ones that no profile defines are left out.
          __LINE__ and __FILE__ expand (the latter to a string) although #ifdef calls them undefined.""" % len(candidates()))


def specifier_names():
    extra = """vs ps vp fp gp vs_1 vs_2 vs_3 vs_4 ps_1 ps_2 ps_3 ps_4 vs_5 ps_5 gs gs_4 gp4 gp5 arb arbvp arbfp vp1 vp2 vp3 vp4 fp1 fp2
    fp3 fp4 glsl hlsl nv dx dx8 dx9 dx10 dx11 vertex fragment geometry pixel vs_x ps_x ps_2_a ps_2_b vs_2_a gpu gpu_vp gpu_fp all any tcp tep
    hs ds cp ep""".split()
    return list(dict.fromkeys(ALL + extra))


def specifiers(reference):
    rows = []
    known = []
    for name in specifier_names():
        cells = []
        for p in PROFILES:
            body = "%s float4 f(float4 a) { return a; }\n" % name + head(p) + " { return f(c_); }\n"
            answer = reference.compile(p, body)
            cells.append("unknown" if 7022 in [n for n, _ in answer.warnings] and not answer.accepted
                         else ("match" if answer.accepted else answer.verdict()) + notes(answer))
        rows.append([name] + cells)
        if any(c.startswith("match") for c in cells):
            known.append(name)
    write("specifiers.tsv", ["specifier"] + PROFILES, rows,
          """A function declared with a profile name before its type, the one candidate of a call: `match` where the call is accepted,
          else the first error; `unknown` where the name is no profile name at all (warning 7022).""")
    rank = []
    for p in PROFILES[:-1]:
        matching = [n for n in known if rows[[r[0] for r in rows].index(n)][1 + PROFILES.index(p)].startswith("match")]
        for i, a in enumerate(matching + [""]):
            for b in (matching + [""])[i + 1:]:
                declarations = ("struct R1_ { float a; }; struct R2_ { float b; float c; };\n"
                                "%s R1_ f(float x) { R1_ r; return r; }\n%s R2_ f(float x) { R2_ r; return r; }\n" % (a, b))
                chosen, _ = type_of(reference, p, "f(1.0f)", declarations)
                rank.append((p, a, b or "(none)", {"struct R1_": a, "struct R2_": b or "(none)"}.get(chosen, chosen)))
    write("specifier_rank.tsv", ["profile", "first", "second", "chosen"], rank,
          """Two functions that differ by profile specifier alone, both visible in the profile: which one a call takes, or the error.""")
