"""The bodies of values.tsv: (name, body, tolerance)."""

EXACT, CLOSE, ROUGH = "1e-6", "1e-5", "1e-4"


def bodies():
    # Functions of one vector, with the domain that each is defined on.
    for f, argument, tolerance in (
            ("abs", "a", EXACT), ("ceil", "a", EXACT), ("floor", "a", EXACT), ("frac", "a", ROUGH), ("round", "a * 1.25", EXACT),
            ("trunc", "a", EXACT), ("sign", "a", EXACT), ("saturate", "a", EXACT), ("degrees", "a", EXACT), ("radians", "a", EXACT),
            ("sqrt", "abs(a)", CLOSE), ("rsqrt", "abs(a) + 0.5", CLOSE), ("exp", "a * 0.1 - b", ROUGH), ("exp2", "b", ROUGH),
            ("log", "abs(a) + 0.1", ROUGH), ("log2", "abs(a) + 0.1", ROUGH), ("log10", "abs(a) + 0.1", ROUGH),
            ("sin", "b", ROUGH), ("cos", "b", ROUGH), ("tan", "b * 0.3", ROUGH), ("sin", "a * 0.01", ROUGH), ("cos", "a * 0.01", ROUGH),
            ("asin", "saturate(abs(a)) * sign(a)", ROUGH), ("acos", "saturate(abs(a)) * sign(a)", ROUGH), ("atan", "a", ROUGH),
            ("sinh", "b * 0.5", ROUGH), ("cosh", "b * 0.5", ROUGH), ("tanh", "b", ROUGH), ("normalize", "a", CLOSE),
            ("isnan", "a", EXACT), ("isinf", "a", EXACT), ("isfinite", "a", EXACT)):
        yield "%s_%s" % (f, argument), "return %s(%s);" % (f, argument), tolerance
    for f in ("abs", "ceil", "floor", "frac", "round", "trunc", "sign", "saturate"):
        for n, s in (("2", "xyxy"), ("3", "xyzz")):
            yield "%s_float%s" % (f, n), "return %s(a.%s).%s;" % (f, "xyzw"[:int(n)], s), ROUGH if f == "frac" else EXACT
        yield "%s_scalar" % f, "return %s(a.y);" % f, EXACT
        yield "%s_half3" % f, "half3 h = b.xyz; return %s(h).xyzz;" % f, ROUGH
    for f in ("sin", "cos", "exp2", "log2", "sqrt", "rsqrt", "asin", "acos", "atan", "normalize", "floor", "ceil", "frac", "round", "trunc",
              "sign", "abs", "saturate", "exp", "log", "log10", "sinh", "cosh", "tanh", "tan", "degrees", "radians"):
        yield "%s_constant" % f, "return %s(float4(0.1, 0.25, 0.5, 0.9));" % f, ROUGH
    for f in ("round", "floor", "ceil", "frac", "trunc", "sign", "abs", "saturate", "sin", "atan", "tanh", "exp2"):
        yield "%s_negative_constant" % f, "return %s(float4(-0.5, -1.5, 2.5, -2.75));" % f, ROUGH
    for f in ("round",):
        yield "round_halves", "return round(floor(a) + 0.5);", EXACT
        yield "round_constant_halves", "return round(float4(0.5, 1.5, 2.5, 3.5));", EXACT
    # Functions of two and three vectors.
    for name, e, tolerance in (
            ("max", "max(a, b)", EXACT), ("min", "min(a, b)", EXACT), ("max_scalar", "max(a, 0.5)", EXACT), ("min_scalar", "min(a, b.x)", EXACT),
            ("step", "step(a, b)", EXACT), ("step_scalar", "step(0.5, a)", EXACT), ("step_equal", "step(a, a)", EXACT),
            ("fmod", "fmod(a * 0.1, b + 0.37)", "1e-3"), ("fmod_scalar", "fmod(a, 3)", ROUGH), ("fmod_constant", "fmod(float4(5, -5, 5, -5), float4(3, 3, -3, -3))", EXACT),
            ("pow", "pow(abs(a) + 0.1, b * 0.5)", "1e-3"), ("pow_scalar", "pow(abs(a) + 0.1, 2)", ROUGH), ("pow_constant", "pow(float4(2, 3, 4, 0.5), 3)", CLOSE),
            ("pow_half_power", "pow(abs(b), 0.5)", ROUGH), ("ldexp", "ldexp(a, b)", ROUGH), ("ldexp_scalar", "ldexp(a, 3)", CLOSE),
            ("atan2", "atan2(a, b)", ROUGH), ("atan2_swapped", "atan2(b, a + 0.1)", ROUGH), ("atan2_axis", "atan2(float4(0, 1, 0, -1), float4(1, 0, -1, 0))", ROUGH),
            ("dot4", "dot(a, b)", CLOSE), ("dot3", "dot(a.xyz, b.xyz)", CLOSE), ("dot2", "dot(a.xy, b.xy)", CLOSE), ("dot1", "dot(a.x, b.x)", CLOSE),
            ("distance", "distance(a, b)", CLOSE), ("distance3", "distance(a.xyz, d.xyz)", CLOSE), ("distance1", "distance(a.x, b.x)", CLOSE),
            ("length", "length(a)", CLOSE), ("length3", "length(a.xyz)", CLOSE), ("length2", "length(a.xy)", CLOSE), ("length1", "length(a.x)", CLOSE),
            ("normalize3", "normalize(a.xyz).xyzz", CLOSE), ("normalize2", "normalize(b.xy).xyxy", CLOSE), ("normalize1", "normalize(b.x)", CLOSE),
            ("cross", "cross(a.xyz, b.xyz).xyzz", CLOSE), ("cross_order", "cross(b.xyz, a.xyz).xyzz", CLOSE),
            ("reflect3", "reflect(a.xyz, normalize(b.xyz)).xyzz", ROUGH), ("reflect2", "reflect(a.xy, b.xy).xyxy", CLOSE), ("reflect4", "reflect(a, b)", ROUGH),
            ("refract", "refract(normalize(a.xyz), normalize(b.xyz), 0.7).xyzz", ROUGH), ("refract_total", "refract(normalize(a.xyz), normalize(b.xyz), 1.5).xyzz", ROUGH),
            ("refract_scalar_ratio", "refract(normalize(a.xyz), normalize(d.xyz), d.w).xyzz", ROUGH),
            ("faceforward", "faceforward(a.xyz, b.xyz, d.xyz).xyzz", EXACT), ("faceforward_zero", "faceforward(a.xyz, float3(0, 0, 0), d.xyz).xyzz", EXACT),
            ("clamp", "clamp(a, b, d)", EXACT), ("clamp_scalars", "clamp(a, -0.5, 0.5)", EXACT), ("clamp_crossed", "clamp(a, 1, 0)", EXACT),
            ("lerp", "lerp(a, b, d)", CLOSE), ("lerp_scalar", "lerp(a, b, d.x)", CLOSE), ("lerp_constant", "lerp(a, b, 0.25)", CLOSE), ("lerp_outside", "lerp(a, b, 2)", CLOSE),
            ("smoothstep", "smoothstep(b, b + 3, a)", CLOSE), ("smoothstep_scalars", "smoothstep(0, 1, a)", CLOSE), ("smoothstep_reversed", "smoothstep(1, 0, a)", CLOSE),
            ("lit", "lit(a.x, a.y, 2)", ROUGH), ("lit_negative", "lit(-1, 0.5, 3)", ROUGH), ("lit_power", "lit(d.x, abs(d.y), b.x)", ROUGH), ("lit_zero", "lit(0.5, -0.5, 3)", ROUGH),
            ("all", "all(a > 0) ? 1 : 2", EXACT), ("any", "any(a < 0) ? 1 : 2", EXACT), ("all_scalar", "all(a.x > 0) ? 1 : 2", EXACT), ("any_floats", "any(a) ? 1 : 2", EXACT),
            ("all_floats", "all(a) ? 1 : 2", EXACT)):
        yield name, "return %s;" % e, tolerance
    for name, body, tolerance in (
            ("sincos", "float4 s, c; sincos(b, s, c); return s + 2 * c;", ROUGH), ("sincos_scalar", "float s, c; sincos(b.y, s, c); return float4(s, c, s * c, 1);", ROUGH),
            ("modf", "float4 i; float4 f = modf(a, i); return float4(f.xy, i.xy);", ROUGH), ("modf_negative", "float i; float f = modf(-2.75, i); return float4(f, i, 0, 0);", EXACT),
            ("modf_parts", "float4 i; float4 f = modf(b * 1.3, i); return float4(f.zw, i.zw);", ROUGH),
            ("frexp", "int4 e; float4 m = frexp(abs(a) + 0.1, e); return m * 100 + e;", ROUGH), ("frexp_constant", "int4 e; float4 m = frexp(float4(1, 0.5, 3, 100), e); return m * 100 + e;", ROUGH),
            ("mul_matrix_vector", "float4x4 m = float4x4(a, b, d, a + b); return mul(m, d);", ROUGH), ("mul_vector_matrix", "float4x4 m = float4x4(a, b, d, a + b); return mul(d, m);", ROUGH),
            ("mul_matrix_matrix", "float2x2 m = float2x2(a.xy, b.xy); float2x2 n = float2x2(d); float2x2 r = mul(m, n); return float4(r[0], r[1]);", CLOSE),
            ("mul_3x3_vector", "float3x3 m = float3x3(a.xyz, b.xyz, d.xyz); return mul(m, b.xyz).xyzz;", ROUGH), ("mul_vector_3x3", "float3x3 m = float3x3(a.xyz, b.xyz, d.xyz); return mul(b.xyz, m).xyzz;", ROUGH),
            ("mul_3x4_vector", "float3x4 m = float3x4(a, b, d); return mul(m, b).xyzz;", ROUGH), ("mul_2x3_3x2", "float2x3 m = float2x3(a.xyz, b.xyz); float3x2 n = float3x2(d.xy, a.xy, b.xy); float2x2 r = mul(m, n); return float4(r[0], r[1]);", ROUGH),
            ("mul_vector_4x2", "float4x2 m = float4x2(a.xy, b.xy, d.xy, a.zw); return mul(d, m).xyxy;", ROUGH),
            ("transpose", "float2x3 m = float2x3(a.xyz, b.xyz); float3x2 r = transpose(m); return float4(r[0], r[2]);", EXACT),
            ("transpose_4x4", "float4x4 m = float4x4(a, b, d, a + b); return transpose(m)[1];", CLOSE),
            ("determinant_2", "return determinant(float2x2(a));", CLOSE), ("determinant_3", "return determinant(float3x3(a.xyz, b.xyz, d.xyz)) * 0.001;", ROUGH),
            ("determinant_4", "return determinant(float4x4(a, b, d, float4(1, 2, 3, 4))) * 0.0001;", ROUGH),
            ("inverse_2", "float2x2 r = inverse(float2x2(2, 1, 1, 3)); return float4(r[0], r[1]);", CLOSE), ("inverse_3", "float3x3 r = inverse(float3x3(2, 1, 0, 1, 3, 1, 0, 1, 4)); return float4(r[0], r[1].x);", CLOSE),
            ("matrix_add", "float2x2 r = float2x2(a) + float2x2(b); return float4(r[0], r[1]);", EXACT), ("matrix_multiply", "float2x2 r = float2x2(a) * float2x2(b); return float4(r[0], r[1]);", CLOSE),
            ("matrix_scale", "float2x2 r = float2x2(a) * 2; return float4(r[0], r[1]);", EXACT), ("matrix_swizzle", "float2x2 m = float2x2(a); return m._m11_m10_m01_m00;", EXACT),
            ("matrix_swizzle_one_based", "float2x2 m = float2x2(a); return m._22_21_12_11;", EXACT), ("matrix_element", "float4x4 m = float4x4(a, b, d, a); return m[1][2];", EXACT),
            ("matrix_row_store", "float2x2 m = float2x2(a); m[1] = b.xy; return float4(m[0], m[1]);", EXACT), ("matrix_element_store", "float2x2 m = float2x2(a); m[1][0] = b.x; return float4(m[0], m[1]);", EXACT),
            ("matrix_mask_store", "float2x2 m = float2x2(a); m._m01_m10 = b.xy; return float4(m[0], m[1]);", EXACT), ("matrix_truncated", "float3x3 m = (float3x3)float4x4(a, b, d, a); return m[2].xyzz;", EXACT),
            ("matrix_from_scalar", "float2x2 m = a.x; return float4(m[0], m[1]);", EXACT), ("vector_to_matrix", "float2x2 m = (float2x2)a; return float4(m[0], m[1]);", EXACT),
            ("matrix_to_vector", "float2x2 m = float2x2(a.wzyx); return (float4)m;", EXACT), ("matrix_negated", "float2x2 m = -float2x2(a); return float4(m[0], m[1]);", EXACT),
            ("clip_none", "clip(abs(a)); return a;", EXACT), ("array", "float4 x[3]; x[0] = a; x[1] = b; x[2] = d; return x[2] + x[0];", EXACT),
            ("array_copy", "float4 x[2]; float4 y[2]; x[0] = a; x[1] = b; y = x; x[0] = d; return y[0] + x[0];", EXACT), ("array_initialized", "float x[4] = { 1, 2, 3, 4 }; return a * x[2];", EXACT),
            ("loop", "float4 s = 0; for (int i = 0; i < 4; i++) s += a * i; return s;", CLOSE), ("loop_nested", "float4 s = 0; for (int i = 0; i < 3; i++) for (int j = 0; j < i; j++) s += a * i + j; return s;", CLOSE),
            ("loop_break", "float4 s = 0; for (int i = 0; i < 6; i++) { if (i > 2) break; s += a * i; } return s;", CLOSE), ("loop_continue", "float4 s = 0; for (int i = 0; i < 4; i++) { if (i == 2) continue; s += a * i; } return s;", CLOSE),
            ("loop_break_on_value", "float4 s = 0; for (int i = 0; i < 4; i++) { if (s.x > 0.6) break; s += abs(a) * 0.5 + i; } return s;", CLOSE),
            ("loop_return_on_value", "float4 s = 0; for (int i = 0; i < 4; i++) { if (s.x > 0.6) return s; s += abs(a) * 0.5 + i; } return -s;", CLOSE),
            ("loop_down", "float4 s = 1; for (int i = 3; i >= 0; i--) s = s * 0.5 + i; return s + a;", CLOSE), ("while", "float4 s = a; int i = 0; while (i < 3) { s = s * 0.5 + i; i++; } return s;", CLOSE),
            ("do", "float4 s = a; int i = 0; do { s = s * 0.5 + i; i++; } while (i < 3); return s;", CLOSE), ("loop_float", "float4 s = 0; for (float i = 0; i < 1; i += 0.25) s += a * i; return s;", CLOSE),
            ("if", "if (a.x > b.x) return a; return b;", EXACT), ("if_else", "float4 r; if (a.y > 0) r = a; else r = -b; return r;", EXACT), ("if_nested", "float4 r = d; if (a.y >= 0) { if (b.x > 1) r = a; else r += 1; } return r;", EXACT),
            ("if_zero", "if (a.y) return 1; return 2;", EXACT), ("conditional", "return a.x > b.x ? a : b;", EXACT), ("conditional_vector", "return a > b ? a : b;", EXACT), ("conditional_smeared", "return a > b ? 1 : b.x;", EXACT),
            ("conditional_nested", "return a.x > 0 ? b.x > 1 ? a : b : d;", EXACT), ("conditional_effects", "float i = 0; float j = a.x > 0 ? (i += 1) : (i += 2); return float4(i, j, 0, 0);", EXACT),
            ("and_effects", "float i = 0; bool t = (a.x > 1000000) && ((i += 1) > 0); return float4(i, t, 0, 0);", EXACT), ("or_effects", "float i = 0; bool t = (a.x < 1000000) || ((i += 1) > 0); return float4(i, t, 0, 0);", EXACT),
            ("effects_of_increment", "float i = a.x; float j = i++ + 10 * i; return float4(i, j, 0, 0);", CLOSE), ("pre_increment", "float i = a.x; float j = ++i * 2; return float4(i, j, 0, 0);", CLOSE),
            ("conditional_vector_effects", "float4 i = 0; float4 r = a > 0 ? (i += 1) : (i += 2); return i * 10 + r;", EXACT), ("conditional_scalar_condition_vector_effects", "float4 i = 0; float4 r = a.x > 0 ? (i += 1) : (i += 2); return i * 10 + r;", EXACT),
            ("and_vector_effects", "float4 i = 0; bool4 t = (a > 1000) && ((i += 1) > 0); return i * 10 + t;", EXACT), ("comma", "float i = (a.x, b.x); return i;", EXACT), ("assign_value", "float i; float j = (i = a.x) * 2; return float4(i, j, 0, 0);", EXACT),
            ("overlapping_swizzle_store", "a.xyzw = a.wzyx; return a;", EXACT), ("swizzle_store", "float4 r = b; r.yw = a.xz; return r;", EXACT), ("swap", "float4 t = a; a = b; b = t; return a - b;", CLOSE),
            ("struct", "struct S { float4 p; float q; }; S s; s.p = a; s.q = b.x; S t = s; s.p = 0; return t.p * t.q;", CLOSE)):
        yield name, body, tolerance
    # Operators.
    for name, e in (("add", "a + b"), ("subtract", "a - b"), ("multiply", "a * b"), ("divide", "a / b"), ("negate", "-a"), ("smear", "2 * a + b.x"),
                    ("less", "a < b"), ("less_equal", "a <= b"), ("greater", "a > b"), ("greater_equal", "a >= b"), ("equal", "a == d"), ("not_equal", "a != d"),
                    ("and", "a > 0 && b > 0"), ("or", "a > 0 || b > 0"), ("not", "!(a > 0)"), ("not_number", "!a"), ("precedence", "a + b * d - a / 2"),
                    ("bool_sum", "(a > 0) + (b > 0)"), ("bool_times", "(a > 0) * b"), ("swizzle", "a.wzyx + b.xxyy"), ("swizzle_rgba", "a.abgr"), ("swizzle_stpq", "a.qpts"),
                    ("swizzle_chain", "a.wzyx.xy.yxyx"), ("constructor", "float4(a.xy, b.z, d.w)"), ("constructor_scalar", "float4(a.z)"), ("index", "a[2] + b[0]"),
                    ("multiply_add", "a * b + d"), ("reciprocal", "1 / b"), ("chain_of_minus", "a - b - d"), ("divide_scalar", "a / 4")):
        body = "return %s;" % e
        yield "operator_" + name, body, CLOSE
    for name, e in (("add", "+="), ("subtract", "-="), ("multiply", "*="), ("divide", "/=")):
        yield "assign_" + name, "a %s b; return a;" % e, CLOSE
        yield "assign_%s_swizzle" % name, "a.xz %s b.yw; return a;" % e, CLOSE
    # Integers, booleans and narrow types, which this profile keeps in floats.
    for name, body in (("int_cast", "return (int4)a;"), ("int_cast_of_negative", "return (int4)float4(-1.5, -0.5, 1.5, 2.9);"), ("int_divide", "int4 i = (int4)a; return i / 3;"),
                       ("int_divide_negative", "int4 i = (int4)b; return i / 2;"), ("int_divide_constants", "return float4(7 / 2, -7 / 2, 7 / -2, 1 / 3);"),
                       ("int_modulo", "int4 i = (int4)a; return i % 3;"), ("int_modulo_constants", "return float4(7 % 3, -7 % 3, 7 % -3, 6 % 3);"), ("int_times_float", "int4 i = (int4)a; return i * 0.5;"),
                       ("int_initialized_from_float", "int i = a.z; return i;"), ("int_compare", "int4 i = (int4)a; return i > 1;"), ("int_sum", "int4 i = (int4)a; int4 j = (int4)b; return i + j;"),
                       ("int_constant_shift", "return float4(1 << 3, 17 >> 2, 5 & 3, 5 | 3);"), ("int_constant_bits", "return float4(5 ^ 3, ~5, !5, 010 + 0x10);"), ("int_decrement", "int i = (int)a.x; i--; return i;"),
                       ("bool_cast", "return (bool4)a;"), ("bool_from_float", "bool t = a.y; return t;"),
                       ("bool_to_float", "float4 t = a > b; return t * 2;"), ("bool_compare", "return (a > 0) == (b > 0);"), ("bool_less", "return (a > 0) < (b > 0);"), ("half_sum", "half4 h = a; return h + b;"),
                       ("half_product", "half4 h = b; return h * h;"), ("fixed_sum", "fixed4 h = d; return h + h;"), ("fixed_large", "fixed4 h = b; return h;"), ("half_cast", "return (half4)b;"),
                       ("small_fixed", "return fixed4(3, -3, 1.9, 0.7);"), ("small_fixed_ties", "return fixed4(0.00048828125, 0.00146484375, -0.00048828125, 0.1);"),
                       ("small_fixed_sum", "const fixed q = 1.99999; return q + 1;"), ("small_fixed_arithmetic", "fixed x = 1.5; fixed y = 0.3; fixed z = -2; fixed w = 1; return float4(x * x, y * 0.3, -z, w / 3);"),
                       ("small_half", "return half4(0.7, 70000, 2049, 1e-5);"), ("small_half_arithmetic", "half x = 0.7; half y = 0.3; float z = 0.7; half w = z; return float4(x * y, 1.0h / 3.0h, w, (fixed)1.9 + (half)0.7);"),
                       ("constant_fold_float", "return float4(1 + 2 * 3, 7 / 2.0, 1.5 * 2, 3 - 4.5);"), ("constant_suffixes", "return float4(1.5f, 1.5h, 1.5x, 3s);"), ("constant_exponents", "return float4(1e2, 1.5e-1, .5, 5.);"),
                       ("unsigned_constant", "unsigned int i = 5; return i * a;"), ("scalar_swizzle", "return a.x.xxxx;"), ("number_swizzle", "return (2).xxxx + 1.5.xxxx;"), ("float1", "float1 f = a.x; return f.xxxx;"),
                       ("truncated", "float3 f = a; return f.xyzz;"), ("first_component", "float f = a; return f;"), ("uninitialised_components_unused", "float4 f; f.xy = a.xy; return f.xyxy;")):
        yield name, body, ROUGH if "half" in name or "fixed" in name else CLOSE
    # What changes variables comes first, in the order of the text; the rest reads variables after it.
    for name, body in (("reads_after", "float x = a.x; float y = x + (x = 4); return float4(x, y, 0, 0);"), ("reads_after_step", "float x = a.x; float y = x + x++; return float4(x, y, 0, 0);"),
                       ("compound", "float x = a.x; x += x++; return x;"), ("compound_twice", "float x = a.x; x += x += x; return x;"),
                       ("out", "float x = a.x * 3; float y = x + modf(x, x) * x; return float4(x, y, 0, 0);"), ("compound_out", "float x = a.x * 3; x += modf(x, x); return x;"), ("library_call", "float x = a.x; float y = abs(x) + (x = 5); return float4(x, y, 0, 0);"),
                       ("vector", "float4 v = a; float4 r = v.wzyx + (v.x = 3); return r;"), ("constructor", "float x = a.x; return float4(x, x++, x + 1, ++x);"),
                       ("index", "float w[3]; w[0] = 1; w[1] = 2; w[2] = 3; int i = 0; w[i] = i = 2; return float4(w[0], w[1], w[2], i);"), ("index_steps", "float w[3]; w[0] = 1; w[1] = 2; w[2] = 3; int i = 0; w[i++] = w[i++] + w[i]; return float4(w[0], w[1], w[2], i);"),
                       ("index_compound", "float w[3]; w[0] = 1; w[1] = 2; w[2] = 3; int i = 0; w[i] += i = 2; return float4(w[0], w[1], w[2], i);"), ("choice", "float x = a.x; float y = (x > 0.2 ? 1 : 2) + (x = 0); return float4(x, y, 0, 0);"),
                       ("vector_choice", "float4 x = a; float4 y = (x > 0.3 ? float4(1, 2, 3, 4) : float4(5, 6, 7, 8)) + (x = 0); return y;"), ("comma", "float x = a.x; float y = (x = 2, x) + (x = 3); return float4(x, y, 0, 0);"),
                       ("condition", "float x = a.x; if (x + (x = 1) > 1.5) x = 7; return x;"), ("logic", "float x = a.x; bool y = x > 0.5 && (x = 9) > 0; return float4(x, y, 0, 0);")):
        yield "order_" + name, body, CLOSE
    # Whole numbers of 32 bits have no sign where no int holds them.
    for name, body in (("large", "return float4(2147483647, 2147483648, 3000000000, 4294967295);"), ("hexadecimal", "return float4(0x7fffffff, 0x80000000, 0xffffffff, 020000000000);"), ("negative", "return float4(-2147483648, -3000000000, ~0x80000000, !3000000000);"),
                       ("arithmetic", "return float4(3000000000 - 1, 3000000000 * 2, 3000000000 / 2, 3000000000 % 7);"), ("wraps", "return float4(0xffffffff + 1, 3000000000u - 4000000000u, 2147483647 + 1, 1 - 0x80000000);"),
                       ("compares", "return float4(3000000000 > 0, 3000000000 < 0, 3000000000 == -1294967296, 0xffffffff == -1);"), ("shifts", "return float4(0x80000000 >> 1, 3000000000 >> 1, 4294967295u >> 1, 1 << 31);"),
                       ("casts", "return float4((int)3000000000, (float)3000000000, int(0xffffffff), (unsigned int)-1);"), ("of_floats", "return a + 3000000000;"), ("variable", "int i = 3000000000; unsigned int j = 3000000000; float k = 3000000000; return float4(i, j, k, 3000000000l);")):
        yield "literal_" + name, body, CLOSE


BODIES = [(name.replace(" ", ""), body, tolerance) for name, body, tolerance in bodies()]
