"""facts/library.tsv: each function of the standard library, by argument types and profile."""
from .common import *

TYPED = "arbfp1 gp4fp arbvp1".split()
ELEMENTS = ["float", "half", "fixed", "int", "bool", "double", "short", "unsigned int"]
UNARY = """abs acos asin atan ceil cos cosh ddx ddy degrees exp exp2 floor frac fwidth isfinite isinf isnan log log10 log2
radians round rsqrt saturate sign sin sinh sqrt tan tanh trunc length normalize all any clip exp10 fabs
bitCount bitfieldReverse findLSB findMSB floatToIntBits floatToRawIntBits intBitsToFloat
pack_2half pack_2ushort pack_4byte pack_4ubyte unpack_2half unpack_2ushort unpack_4byte unpack_4ubyte debug noise
asfloat asint asuint rcp inversesqrt fract D3DCOLORtoUBYTE4 emitVertex""".split()
BINARY = """atan2 cross distance dot fmod ldexp max min pow reflect step dst mod""".split()
WITH_OUT = """frexp modf""".split()
TERNARY = """clamp faceforward lerp lit refract smoothstep mad mix""".split()
MATRIX = """transpose determinant inverse""".split()
SAMPLERS = {"1D": "sampler1D", "2D": "sampler2D", "3D": "sampler3D", "CUBE": "samplerCUBE", "RECT": "samplerRECT"}
LATER = {"1DARRAY": "sampler1DARRAY", "2DARRAY": "sampler2DARRAY", "CUBEARRAY": "samplerCUBEARRAY", "BUF": "samplerBUF",
         "RBUF": "samplerRBUF", "2DMS": "sampler2DMS", "2DMSARRAY": "sampler2DMSARRAY"}


def calls():
    """(function, argument types); a number stands for an untyped constant, `out T` for a variable."""
    for f in UNARY:
        for e in ELEMENTS:
            for n in ("", "1", "2", "3", "4") if e in ("float", "half") else ("", "3"):
                yield f, [e + n]
        for a in ("1", "1.0", "float2x2", "float4x4", "half3x3", "float[2]", "sampler2D"):
            yield f, [a]
    for f in BINARY:
        for e in ELEMENTS[:6] + ["unsigned int"]:
            for n in ("", "1", "2", "3", "4") if e in ("float", "half") else ("", "3"):
                yield f, [e + n, e + n]
        for a in (("float3", "float"), ("float", "float3"), ("float3", "half3"), ("half3", "float3"), ("half3", "float"), ("half", "float"),
                  ("float", "half"), ("fixed", "half"), ("fixed3", "half3"), ("int", "float"), ("float", "int"), ("int3", "float3"),
                  ("float3", "float4"), ("float4", "float3"), ("1", "1"), ("1.0", "1"), ("1.0", "1.0"), ("half", "1.0"), ("1.0", "half"),
                  ("half3", "1.0"), ("1", "half3"), ("fixed", "1"), ("int", "1"), ("int", "1.0"), ("float3", "1"), ("bool", "float"),
                  ("float1", "float"), ("float2x2", "float2x2"), ("float4", "int4"), ("double", "float"), ("float3", "int"), ("half3", "int")):
            yield f, list(a)
    for f in WITH_OUT:
        for e in ELEMENTS[:6]:
            for n in ("", "1", "2", "3", "4"):
                yield f, [e + n, "out " + e + n]
        for a in (("float", "out int"), ("float3", "out int3"), ("float", "out half"), ("half", "out float"), ("1.0", "out float")):
            yield f, list(a)
    for e in ELEMENTS[:6]:
        for n in ("", "1", "2", "3", "4"):
            yield "sincos", [e + n, "out " + e + n, "out " + e + n]
    for f in TERNARY:
        for e in ELEMENTS[:6] + ["unsigned int"]:
            for n in ("", "1", "2", "3", "4") if e in ("float", "half") else ("", "3"):
                yield f, [e + n, e + n, e + n]
                if n in "34" and e in ("float", "half", "fixed", "int"):
                    yield f, [e + n, e + n, e]
                    yield f, [e + n, e, e]
                    yield f, [e, e, e + n]
                    yield f, [e + n, "1", "1"]
                    yield f, [e + n, "1.0", "1.0"]
                    yield f, [e + n, e + n, "1.0"]
        for a in (("half3", "float3", "float"), ("float3", "half3", "half"), ("fixed3", "fixed3", "half"), ("1", "2", "3"), ("1.0", "2", "3"),
                  ("half3", "half3", "float"), ("float4", "float3", "float"), ("float2x2", "float2x2", "float"), ("int", "float", "float"),
                  ("bool", "1", "1"), ("half", "1.0", "2"), ("fixed", "1.0", "2"), ("half", "float", "1"), ("half", "half", "int")):
            yield f, list(a)
    shapes = [""] + ["1", "2", "3", "4"] + ["%dx%d" % (r, c) for r in range(1, 5) for c in range(1, 5)]
    for a in shapes:
        for b in shapes:
            yield "mul", ["float" + a, "float" + b]
    for a, b in (("4x4", "4"), ("4", "4x4"), ("3x3", "3"), ("3", "3x3"), ("4x4", "4x4"), ("3x4", "4"), ("4", "4x3"), ("2x2", "2")):
        for e, g in (("half", "half"), ("fixed", "fixed"), ("int", "int"), ("bool", "bool"), ("float", "half"), ("half", "float"),
                     ("double", "double"), ("fixed", "half"), ("int", "float"), ("float", "int")):
            yield "mul", [e + a, g + b]
    for f in MATRIX:
        for e in ELEMENTS[:6]:
            for r in range(1, 5):
                for c in range(1, 5):
                    if e in ("float", "half") or r == c:
                        yield f, ["%s%dx%d" % (e, r, c)]
        yield f, ["float"]
        yield f, ["float4"]
    for f, n in (("bitfieldExtract", 1), ("bitfieldInsert", 2)):
        for e in ("int", "unsigned int", "float"):
            for s in ("", "2", "4"):
                yield f, [e + s] * n + ["int", "int"]
    yield from texture_calls()


def texture_calls():
    """Plain, derivative, offset and comparison forms over coordinates of one to four components."""
    for form, samplers in (("", {**SAMPLERS, **LATER}), ("proj", {**SAMPLERS, **LATER}), ("bias", {**SAMPLERS, **LATER}),
                           ("lod", {**SAMPLERS, **LATER}), ("fetch", {**SAMPLERS, **LATER}), ("size", {**SAMPLERS, **LATER}),
                           ("cmpbias", {**SAMPLERS, **LATER}), ("cmplod", {**SAMPLERS, **LATER}), ("grad", SAMPLERS)):
        for d, s in samplers.items():
            f = "tex" + d + form
            if form in ("fetch", "size"):
                for a in (["int"], ["int2"], ["int3"], ["int4"], ["int4", "int"], ["int4", "int2"], ["int4", "int3"], ["float4"], ["int2", "int"], []):
                    yield f, [s] + a
                yield f, ["i" + s, "int4"]
                yield f, ["u" + s, "int4"]
                continue
            for c in ("float", "float2", "float3", "float4"):
                yield f, [s, c]
            yield f, [s, "half2"]
            yield f, [s, "half4"]
            yield f, [s, "fixed2"]
            yield f, [s, "int2"]
            yield f, ["sampler", "float2"]
            yield f, ["i" + s, "float4"]
            yield f, ["u" + s, "float4"]
            for c, g in (("float", "float"), ("float2", "float"), ("float2", "float2"), ("float3", "float2"), ("float3", "float3"), ("float4", "float3")):
                yield f, [s, c, g, g]
            for c, o in (("float", "int"), ("float2", "int"), ("float2", "int2"), ("float3", "int2"), ("float3", "int3"), ("float4", "int3"), ("float4", "int")):
                yield f, [s, c, o]
            for c, g, o in (("float", "float", "int"), ("float2", "float2", "int"), ("float2", "float2", "int2"), ("float3", "float3", "int3")):
                yield f, [s, c, g, g, o]


def call_of(function, types):
    """The call's text, its parameters and its local variables."""
    parameters, arguments, locals_ = [], [], ""
    for i, t in enumerate(types):
        name = "abdefg"[i]
        if t[0].isdigit():
            arguments.append(t)
        elif t.startswith("out "):
            locals_ += declare(t[4:], name) + "; "
            arguments.append(name)
        else:
            parameters.append(declare(t, name))
            arguments.append(name)
    return "%s(%s)" % (function, ", ".join(arguments)), ", ".join(parameters), locals_


def unknown_names():
    """The functions that library_names.tsv shows as known to no profile."""
    with open(os.path.join(FACTS, "library_names.tsv")) as f:
        cells = [line.split("\t") for line in f if not line.startswith("#")]
    return {c[0] for c in cells if c[1] == "-"}


def library(reference):
    def rows():
        done = set()
        unknown = unknown_names()
        for function, types in calls():
            key = (function, tuple(types))
            if key in done or function in unknown:
                continue
            done.add(key)
            call, parameters, locals_ = call_of(function, types)
            typed = ["".join(type_of(reference, p, call, "", parameters, locals_)) for p in TYPED]
            yield [function, ", ".join(types), typed[0]] + ["same" if t == typed[0] else t for t in typed[1:]]
    write("library.tsv", ["function", "arguments"] + ["type in " + p for p in TYPED], rows(),
          """Calls of the standard library over uniform arguments: the result's type or the first error in three profiles, with warnings (before
          the rules of the profile are asked: a 3004 comes later and stands in library_names.tsv). 1115 is a call that no overload takes, 1101 one
          that several take equally well, 1008 a name that is unknown. Names that library_names.tsv has without arguments are left out.
          `1` and `1.0` stand for untyped constants.""")


def library_names(reference):
    """The first accepted call of each function, in every profile."""
    def rows():
        best = {}
        for function, types in calls():
            if function in best and best[function]:
                continue
            call, parameters, locals_ = call_of(function, types)
            found = None
            for p in TYPED:
                t, _ = type_of(reference, p, call, "", parameters, locals_)
                if t[0] not in "E?" and t not in ("crash", "timeout"):
                    found = (types, call, parameters, locals_, t)
                    break
            best[function] = found
        for function, found in sorted(best.items()):
            if not found:
                yield [function, "-", "-"] + [type_of(reference, p, function + "(c_)")[0] for p in PROFILES]
                continue
            types, call, parameters, locals_, t = found
            yield [function, ", ".join(types), t] + [
                used_verdict(reference, p, call, t, uniforms(parameters), "", locals_) for p in PROFILES]
    write("library_names.tsv", ["function", "arguments", "type"] + PROFILES, rows(),
          """Each function of the library with one call that some profile accepts, in every profile: ok, or the first error of a program whose
          output depends on it. For - as arguments, arbfp1, gp4fp, fp30 and arbvp1 refuse all that was tried; the cells are of a call with a float4.""")


OTHER_NAMES = """radians dFdx dFdy texture1D texture1DProj texture1DLod texture2D texture2DProj texture2DLod texture2DProjLod texture3D texture3DProj
texture3DLod textureCube textureCubeLod texture2DRect texture2DRectProj shadow1D shadow2D shadow1DProj shadow2DProj shadow2DRect ftransform
matrixCompMult outerProduct lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual not noise1 noise2 noise3 noise4 mix fract mod
inversesqrt roundEven texelFetch textureSize textureLod textureGrad texture textureProj texture1DArray texture2DArray texture2DGrad asinh acosh atanh
modf clamp step smoothstep isnan any all min max ddx_coarse ddy_fine countbits firstbithigh firstbitlow reversebits f16tof32 f32tof16 rcp mad msad4
asdouble asfloat asint asuint fma EvaluateAttributeAtCentroid EvaluateAttributeSnapped GetRenderTargetSampleCount dst fabs floorf sqrtf powf cbrt
hypot exp10 log1p expm1 printf comp xcomp filterstep saturate texDepth tex1DDepth tex2Dgrad tex1Dgrad tex3Dgrad texCUBEgrad tex1Dcmp tex2Dcmp
tex2Dcmpproj texRECTcmp texCUBEcmp tex2DARRAYcmp h4tex2D f4tex2D f3tex2D f1tex2D x4tex2D h3tex2D h1tex2D f4texCUBE f3texCUBE f4tex2Dproj f1tex2Dproj
f4texRECT f4tex1D f4tex3D tex1D_bias tex_2D tex_1D_dp3 tex2D_dp3x2 texCUBE_dp3x3 texCUBE_reflect_dp3x3 texCUBE_reflect_eye_dp3x3 tex_dp3x2_depth
offsettex2D offsettexRECT offsettex2DScaleBias offsettexRECTScaleBias tex1D_dp3 texRECT_dp3x2 tex3D_dp3x3 texCUBE_dp3x3 depth_dp3x2 color texm3x2
emitVertex restartStrip EmitVertex EndPrimitive flatAttrib packf2 half_pack pack_2short unpack_2short unpack_2float pack_4half pow2 lerp4 bump
length2 fastlength normal refract reflect faceforward lit determinant inverse transpose mul matrixmul cross dot distance random rand
glsl_noise __abs _abs abs_ D3DCOLORtoUBYTE4 clip tex1DMS interpolateAtCentroid interpolateAtSample interpolateAtOffset bitfieldExtract bitfieldInsert
floatToIntBits intBitsToFloat floatBitsToInt uintBitsToFloat floatToRawIntBits imageLoad imageStore loadImage storeImage atomicAdd memoryBarrier""".split()


def library_known(reference):
    """A call with a float4, and one with nothing: is the name known at all?"""
    profiles = "arbvp1 arbfp1 fp20 fp30 fp40 gp4vp gp4fp gp5fp glslv glslf hlslf vs_2_0 ps_1_1 ps_1_3 ps_2_0".split()

    def rows():
        for name in dict.fromkeys(OTHER_NAMES):
            cells = [type_of(reference, p, name + "(c_)")[0] for p in profiles]
            if any(c != "E1008" for c in cells):
                yield [name] + cells
    write("library_known.tsv", ["function"] + profiles, rows(),
          """Further names (of other languages and of old Cg) in a call with one float4: its type or the first error; 1115 is a known name that
          takes something else. %d names were tried; those that are unknown (1008) everywhere are left out.""" % len(dict.fromkeys(OTHER_NAMES)))
