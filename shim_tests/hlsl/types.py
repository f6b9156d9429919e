#!/usr/bin/env python3
"""Makes types.tsv: each intrinsic function and each operator with operands of many types, and the verdict of Microsoft's
compiler in ps_3_0. The column of exceptions is kept from the file that is there.

usage: FXC_REF=.../fxc_ref.sh shim_tests/hlsl/types.py
"""
import pathlib
import reference

PATH = pathlib.Path(__file__).resolve().parent / "types.tsv"
HEAD = "struct S { float a; int2 b; }; typedef float A[3]; "

NAMES = """abs acos all any asfloat asin asint asuint atan atan2 ceil clamp clip cos cosh cross D3DCOLORtoUBYTE4 ddx ddy degrees
determinant distance dot dst exp exp2 faceforward floor fmod frac frc frexp fwidth isfinite isinf isnan ldexp len length lerp lit
log log10 log2 mad max min modf mul noise normalize pow radians rcp reflect refract round rsqrt saturate sign sin sincos sinh
smoothstep sqrt step tan tanh tex1D tex1Dbias tex1Dgrad tex1Dlod tex1Dproj tex2D tex2Dbias tex2Dgrad tex2Dlod tex2Dproj tex3D
tex3Dbias tex3Dgrad tex3Dlod tex3Dproj texCUBE texCUBEbias texCUBEgrad texCUBElod texCUBEproj transpose trunc""".split()

ONE = """float float1 float2 float3 float4 float1x1 float2x2 float3x2 float4x4 int int3 uint uint2 bool bool3 half half2 S A
sampler2D""".split()
TWO = [pair.split(",") for pair in """float,float float3,float float,float3 float3,float2 float3,float3 float4,float3 float4,float4
float2x2,float2x2 float2x2,float float2x2,float4 float3x2,float2x3 float2,float2x2 int,int int,float int3,float3 uint,int bool,float
half,float float4x4,float4 float4,float4x4 float3x3,float4 float4,float3x3 float,S A,float float1,float3 int2,float2x2 sampler,float2
sampler1D,float sampler2D,float2 sampler2D,float4 sampler3D,float3 samplerCUBE,float3 samplerCUBE,float4 sampler3D,float4
sampler1D,float4 sampler2D,float sampler2D,float3""".split()]
THREE = [row.split(",") for row in """float,float,float float3,float3,float3 float3,float3,float float3,float,float float,float3,float
float2x2,float2x2,float2x2 float3,float2,float4 int,int,int int,float,int int3,float,bool float3,float3,float2 uint,uint,uint
half,half,half float2x2,float,float4 S,float,float float,float1,float3 float4,float4,float sampler2D,float2,float2""".split()]
FOUR = [row.split(",") for row in """sampler1D,float,float,float sampler2D,float2,float2,float2 sampler3D,float3,float3,float3
samplerCUBE,float3,float3,float3 sampler2D,float4,float2,float2 sampler2D,float2,float2,float float,float,float,float""".split()]

OPERATORS = "+ - * / % < <= == != && || & | ^ << >> = += *= %= &= ,".split()
UNARY = "+ - ! ~ ++ --".split()
KINDS = "float float1 float3 float2x2 float3x3 int int3 uint bool bool2 half S A sampler2D".split()


def keys():
    for name in NAMES:
        for types in [[t] for t in ONE] + TWO + THREE + FOUR:
            yield f"{name}()", types
    for operator in OPERATORS:
        for a in KINDS:
            for b in KINDS:
                yield operator, [a, b]
    for operator in UNARY:
        for a in KINDS:
            yield f"{operator}x", [a]
    for a in KINDS:
        for b in KINDS:
            yield "cast", [a, b]
            yield "[]", [a, b]
            yield "if", [a, b]
            for c in ("float", "float3", "float2x2", "int"):
                yield "?:", [a, b, c]


def expression(form, n):
    names = [f"x{i}" for i in range(n)]
    if form.endswith("()"):
        return f"{form[:-2]}({', '.join(names)});"
    if form == "cast":
        return "x0 = (T0)x1;"
    if form == "[]":
        return "x0[x1];"
    if form == "if":
        return "if (x0) x1;"
    if form == "?:":
        return "x0 ? x1 : x2;"
    return f"{form[:-1]}x0;" if n == 1 else f"x0 {form} x1;"


def text(form, types):
    outside = ", ".join(f"uniform {t} g{i}" for i, t in enumerate(types))
    inside = "".join(f"{t} x{i} = g{i}; " for i, t in enumerate(types) if not t.startswith("sampler"))
    body = expression(form, len(types)).replace("T0", types[0])
    for i, t in enumerate(types):
        if t.startswith("sampler"):
            body = body.replace(f"x{i}", f"g{i}")
    return f"{HEAD}float4 main({outside}) : COLOR {{ {inside}{body} return 0; }}"


def main():
    known = {}
    if PATH.exists():
        lines = [line.split("\t") for line in PATH.read_text().splitlines() if not line.startswith("#")]
        known = {(c[0], c[1]): c[3] for c in lines}
    all_keys = list(keys())
    found = reference.verdicts([("ps_3_0", "main", text(*key)) for key in all_keys])
    rows = []
    for (form, types), verdict in zip(all_keys, found):
        types = ",".join(types)
        verdict = verdict.split("@")[0].replace("error", "?")
        rows.append("\t".join((form, types, verdict, known.get((form, types), "-"))))
    PATH.write_text("# form, types of the operands, verdict in ps_3_0, what this compiler answers instead or -\n" + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
