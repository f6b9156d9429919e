"""Computes the coefficients of the f64 functions, and writes src/passes/full_math/coefficients.rs.

usage: shim_tests/math/coefficients.py, in the repository's root, then rustfmt. Needs mpmath.
"""
from mpmath import *
mp.prec=300
def fit(g,a,b,deg):
    a=mpf(a);b=mpf(b);n=deg+1
    xs=[(a+b)/2+(b-a)/2*cos(pi*(2*i+1)/(2*n)) for i in range(n)]
    A=matrix(n,n);y=matrix(n,1)
    for i,x in enumerate(xs):
        for j in range(n):A[i,j]=x**j
        y[i]=g(x)
    c=lu_solve(A,y)
    return [float(c[j]) for j in range(n)]
def err(g,c,a,b):
    m=mpf(0)
    for i in range(400):
        x=mpf(a)+(mpf(b)-a)*i/399
        if x==0: continue
        v=g(x); p=polyval([mpf(k) for k in reversed(c)],x)
        m=max(m,abs((p-v)/v))
    return log(m,2)
l2=log(mpf(2)); h=l2/2+mpf(2)**-20
def sz(f,sub):  # function of z, s=sqrt(z)
    return lambda z: (f(sqrt(z))-sub(sqrt(z)))/(sqrt(z)*z)
def R(z):
    s=sqrt(z); return (log((1+s)/(1-s))-2*s)/(s*z)
z1=(sqrt(mpf(2))-1)/(sqrt(mpf(2))+1); z1=z1*z1+mpf(2)**-30
def W(z): return (R(z)-mpf(2)/3)/z
T=[
("EXP_FLOAT","(e^f − 1) ÷ f for |f| ≤ ½ ln 2",lambda f:expm1(f)/f,-h,h,6),
("EXP2_FLOAT","(2^f − 1) ÷ f for |f| ≤ ½",lambda f:expm1(f*l2)/f,-.5000001,.5000001,6),
("EXP_DOUBLE","(e^f − 1 − f) ÷ f² for |f| ≤ ½ ln 2",lambda f:(exp(f)-1-f)/f**2,-h,h,9),
("EXP2_DOUBLE","(2^f − 1 − f ln 2) ÷ f² for |f| ≤ ½",lambda f:(mpf(2)**f-1-f*l2)/f**2,-.5000001,.5000001,9),
("LOG_FLOAT","ln(1 + t) ÷ t for 1 + t in √½ .. √2",lambda t:log(1+t)/t,sqrt(mpf(.5))-1-1e-7,sqrt(mpf(2))-1+1e-7,11),
("LOG2_FLOAT","log2(1 + t) ÷ t for 1 + t in √½ .. √2",lambda t:log(1+t)/t/l2,sqrt(mpf(.5))-1-1e-7,sqrt(mpf(2))-1+1e-7,11),
("LOG_SERIES","(ln((1 + s) ÷ (1 − s)) − 2s) ÷ s³ as a polynomial of s² for (1 + s) ÷ (1 − s) in √½ .. √2",R,mpf(10)**-30,z1,6),
("LOG_SERIES_SHORT","the same, shorter",R,mpf(10)**-30,z1,4),
("LOG_SERIES_REST","(the same − ⅔) ÷ s²",W,mpf(10)**-25,z1,7),
("SIN_FLOAT","(sin r − r) ÷ r³ as a polynomial of r² for |r| ≤ ¼π and a little more",sz(sin,lambda r:r),mpf(10)**-30,.65,3),
("COS_FLOAT","(cos r − 1 + ½r²) ÷ r⁴, likewise",lambda z:(cos(sqrt(z))-1+z/2)/z**2,mpf(10)**-20,.65,3),
("SIN_DOUBLE","(sin r − r) ÷ r³, likewise",sz(sin,lambda r:r),mpf(10)**-30,.68,5),
("COS_DOUBLE","(cos r − 1 + ½r²) ÷ r⁴, likewise",lambda z:(cos(sqrt(z))-1+z/2)/z**2,mpf(10)**-20,.68,5),
("ASIN_FLOAT","(asin s − s) ÷ s³ as a polynomial of s² for |s| ≤ ½",sz(asin,lambda r:r),mpf(10)**-30,.25,7),
("ASIN_DOUBLE","the same",sz(asin,lambda r:r),mpf(10)**-30,.25,14),
("ATAN_FLOAT","(atan q − q) ÷ q³ as a polynomial of q² for |q| ≤ √2 − 1",sz(atan,lambda r:r),mpf(10)**-30,.1717,6),
("ATAN_DOUBLE","the same",sz(atan,lambda r:r),mpf(10)**-30,.1717,12),
]
out=["//! Coefficients of polynomials: interpolated at Chebyshev's nodes, which is near the best, by `shim_tests/math/coefficients.py`. The\n//! constant term comes first; the relative error of each is given as a power of two.\n#![expect(clippy::approx_constant, reason = \"parts of constants, as the script writes them\")]\n"]
def rs(x):
    s=repr(x)
    if 'e' in s or '.' in s: pass
    else: s+='.0'
    return s
for name,doc,g,a,b,d in T:
    c=fit(g,a,b,d)
    e=err(g,c,a,b)
    print(name,nstr(e,4))
    out.append(f"/// {doc[0].upper()+doc[1:]} (2^{int(ceil(e))}).\npub(super) const {name}: [f64; {d+1}] = [\n"+"".join(f"    {rs(x)},\n" for x in c)+"];\n")
def split(x,n):
    r=[]
    for _ in range(n):
        f=float(x); r.append(f); x-=mpf(f)
    return r
mp.prec=1400
def const(name,doc,v): out.append(f"/// {doc}\npub(super) const {name}: [f64; {len(v)}] = [\n"+"".join(f"    {rs(x)},\n" for x in v)+"];\n")
const("HALF_PI","½π in parts.",split(pi/2,3))
const("PI","π in parts.",split(pi,2))
const("QUARTER_PI","¼π in parts.",split(pi/4,2))
const("LN_2","ln 2 in parts.",split(log(mpf(2)),2))
import struct
def trunc(x,bits):
    m=int(floor(x*mpf(2)**bits)); return mpf(m)/mpf(2)**bits
hi=trunc(log(mpf(2)),32); const("LN_2_SHORT","ln 2 in parts, of which the first has 32 bits: its product with an exponent is exact.",[float(hi),float(log(mpf(2))-hi)])
const("LOG2_E","1 ÷ ln 2 in parts.",split(1/log(mpf(2)),2))
const("TWO_THIRDS","⅔ in parts.",split(mpf(2)/3,2))
def modpi(k):
    v=mpf(2)**k; r=v-2*pi*nint(v/(2*pi)); return split(r,2)
v=[modpi(k) for k in (21,42,63,84)]
out.append("/// 2^21, 2^42, 2^63 and 2^84 less multiples of 2π, in parts.\npub(super) const POWERS_IN_CIRCLES: [[f64; 2]; 4] = [\n"+"".join(f"    [{rs(a)}, {rs(b)}],\n" for a,b in v)+"];\n")
open('src/passes/full_math/coefficients.rs','w').write("\n".join(out))
