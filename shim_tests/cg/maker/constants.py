"""facts/constants.tsv: what the reference folds constant expressions to."""
from .common import *

TYPED = {
    "fixed": "3 -3 1.5+1 0.3*10 0.3 1.999 2 -2 -2.5 0.0004 0.00049 0.0005 0.001 1e10 1/0.0".split(),
    "half": "0.1 100000 65504 65520 65536 1e-8 6e-8 1e10 1/3.0 2049 -0.1 3.14159265".split(),
    "float": "0.1 1/3 1/3.0 16777217 1e38*10 1e-45 -0.0 7/2 7%3 -7/2 -7%3 7%-2 1e39-1e38".split(),
    "int": "2.7 -2.7 0.9 -0.9 7/2 -7/2 -7%3 2147483647 2147483647+1 3e9 -3e9 1e20 0x7fffffff 4294967295 2147483648 1<<31 1<<4 -8>>1 5&3 5|3 5^3 ~5 !5 !0".split(),
    "unsigned int": "-1 2.7 -2.7 4294967295 5000000000.0 -8>>1 7/2 0xffffffffu 1u-2u".split(),
    "char": "127 128 255 256 300 -129 65.7".split(),
    "short": "32767 32768 70000 -32769".split(),
    "long": "2147483648 1e15 -1".split(),
    "unsigned char": "255 256 300 -1".split(),
    "unsigned short": "65535 65536 70000 -1".split(),
    "double": "0.1 1/3.0 1e300".split(),
    "bool": "0 1 2 0.5 -1 0.0 1e-30".split(),
}
# `1.5h+1` and the like: the literal's type decides the arithmetic.
PLAIN = """1.5h*1.1 0.1h 0.1x 1.5x+1.0x 0.3x*3 1.5x*1.5x 1.5h+100000 7/2 7/2.0 7.0/2 7/2.0h 1u/2u 1/2u -1/2u 7s/2s 200t+100t 100t*3 30000s+30000s
1e2 1.5e-1 .5 5. 010 0x1F 0xAB 1.0f 1.0F 1.0h 1f 2h 3x true false true+true 1>2 2>1 1==1.0 1?2:3 0?2:3 (1,2) !0.5 -true +true ~0 1&&0 0.5&&2 0||0
'a' '0' '\\n' 3%2 3u%2u -3%2 1.0/0.0 -1.0/0.0 0.0/0.0 1/0 1%0 1<<33 1<<-1 1>>1 2147483647+1 2147483647*2 65536*65536 4000000000u+4000000000u
min(1.5,2) max(1.0,2.0) sin(1.0) cos(1.0) sqrt(2.0) sqrt(-1.0) rsqrt(0.0) log2(8.0) log2(0.0) log(-1.0) exp2(10.0) exp2(1000.0) pow(2.0,0.5) pow(-2.0,2.0) pow(0.0,0.0)
floor(-1.5) ceil(-1.5) round(-1.5) round(-0.5) round(0.5) round(1.5) round(2.5) trunc(-1.5) frac(-1.25) fmod(5.0,3.0) fmod(-5.0,3.0) fmod(5.0,-3.0) sign(-2.0) sign(0.0)
abs(-2.0) saturate(2.0) clamp(5.0,0.0,1.0) clamp(0.5,1.0,0.0) lerp(1.0,3.0,0.25) step(1.0,1.0) step(1.0,0.5) smoothstep(0.0,1.0,0.25) smoothstep(1.0,0.0,0.25)
acos(0.5) acos(1.0) acos(-1.0) asin(0.5) asin(1.0) atan(1.0) atan2(1.0,-1.0) atan2(0.0,0.0) tan(1.0) tanh(1.0) sinh(1.0) cosh(1.0) degrees(1.0) radians(180.0)
dot(float2(1,2),float2(3,4)) length(float2(3,4)) distance(float2(0,0),float2(3,4)) determinant(float2x2(1,2,3,4)) ldexp(1.5,3) ldexp(1.5,0.5) log10(1000.0) exp(1.0) exp(100.0)
isnan(0.0/0.0) isinf(1.0/0.0) any(float2(0,1)) all(float2(0,1)) reflect(float2(1,-1),float2(0,1)).y length(normalize(float2(3,4))) normalize(0.0) floor(2.999999999)""".split()


def folded(reference, text, profile="arbfp1"):
    """The value of the one constant that the program returns, or the verdict."""
    a = reference.compile(profile, text, text=True)
    if not a.accepted:
        return a.verdict()
    m = re.search(r"#const c\[0\] = (\S+)$", a.text, re.M)
    moved = re.search(r"^MOV result\.\w+, c\[0\]\.x;$", a.text, re.M) and "# 1 instructions" in a.text
    return (m[1] if m and moved else "-") + notes(a)


def constants(reference):
    def rows():
        for t, expressions in TYPED.items():
            for e in expressions:
                yield ["%s v = %s" % (t, e)] + [folded(reference, "float4 main() : %s { %s v = %s; return v; }" % (o, t, e), p)
                                                for p, o in (("arbfp1", "COLOR"), ("arbvp1", "POSITION"))]
        for e in PLAIN:
            yield [e] + [folded(reference, "float4 main() : %s { return %s; }" % (o, e), p)
                         for p, o in (("arbfp1", "COLOR"), ("arbvp1", "POSITION"))]
    write("constants.tsv", ["expression", "arbfp1", "arbvp1"], rows(),
          """The value, as float, that a constant expression becomes when an entry point returns it; - where it computes something still;
          an error's number where it is refused. `T v = E` goes through a variable of type T.""")
