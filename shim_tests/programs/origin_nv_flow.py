"""The third part of origin_nv.py: tests of branches, calls, limits and the examples of the specification."""
import math

from origin import A, B, NAN
from origin_nv import LT_EQ_GT_UN, RULES, SPEC, code, write

BRANCHING = f"{SPEC}.4.X"
# Every kind in all components, and every ordered pair of kinds with the second in one component.
KINDS = [(x,) * 4 for x in LT_EQ_GT_UN] + [
    [y if c == (i + j) % 4 else x for c in range(4)] for i, x in enumerate(LT_EQ_GT_UN) for j, y in enumerate(LT_EQ_GT_UN) if i != j]


def is_taken(rule, v):
    return int(any(code(x) in RULES[rule] for x in v))


def x(n):
    return {"A": (n, 0, 0, 0)}


def branches():
    def test(name, comment, body, runs):
        write("branches", name, f"{comment} ({BRANCHING}).", body, runs)

    for rule in RULES:
        write("branches", f"rule_{rule.lower()}", f"BRA ({rule}) is taken if any of the four components passes ({SPEC}.5.30, QUIRKS 1.15).",
              f"MOVC CC, $A;\nBRA taken ({rule});\nMOV $D, 2;\nRET;\ntaken:\nMOV $D, 1;", [({"A": v}, {"D": 2 - is_taken(rule, v)}) for v in KINDS])
    write("branches", "swizzle", f"The condition code is swizzled first ({SPEC}.5.30).",
          "MOV $D, 0;\nMOVC CC, $A;\nBRA second (LT.yyzz);\nMOV $D.x, 1;\nsecond:\nBRA third (GT.w);\nMOV $D.y, 1;\nthird:\nBRA end (NE.xxxx);\nMOV $D.z, 1;\nend:",
          [({"A": v}, {"D": (not is_taken("LT", (v[1], v[2])), not is_taken("GT", (v[3],)), not is_taken("NE", (v[0],)), 0)}) for v in KINDS])
    test("forward", "A taken branch skips instructions", "MOV $D, $A;\nBRA over;\nMOV $D, 7;\nMOV $D, 8;\nover:\nMOV $D.y, $B;", [({"A": A, "B": B}, {"D": (A[0], B[1], A[2], A[3])})])
    test("label_at_end", "A label may come after the last instruction (QUIRKS 1.17)", "MOV $D, 1;\nMOVC CC, $A;\nBRA end (GT);\nMOV $D, 2;\nend:", [
        (x(1), {"D": 1}), (x(-1), {"D": 2}), (x(NAN), {"D": 2})])
    test("fall_into_label", "Execution falls into a label as if it were not there", "MOV $D, 1;\nfirst: second:\nADD $D.x, $A, 1;\nthird: MOV $D.y, 5;", [(x(3), {"D": (4, 5, 1, 1)})])
    test("two_labels", "Two labels at one place are the same target", "MOVC CC, $A;\nBRA one (GT.x);\nBRA two (LT.x);\nMOV $D, 7;\nRET;\none:\ntwo:\nMOV $D, $A;",
         [(x(1), {"D": (1, 0, 0, 0)}), (x(-1), {"D": (-1, 0, 0, 0)}), (x(0), {"D": 7})])
    test("label_before_declaration", "Declarations may stand between a label and its instruction", "BRA over;\nMOV $D, 7;\nover:\nTEMP t;\nPARAM two = 2;\nMUL t, $A, two;\nMOV $D, t;",
         [({"A": A}, {"D": [2 * a for a in A]})])
    test("label_is_variable", "Labels have a name space of their own (QUIRKS 1.16)", "TEMP t, loop;\nMOV loop, $A;\nBRA t;\nMOV loop, 7;\nt:\nMOV t, loop;\nloop: MOV $D, t;", [({"A": A}, {"D": A})])
    test("label_names", "Property words, rules and CC are possible labels", "MOVC CC, $A;\nBRA position (GT.x);\nBRA GT (LT.x);\nBRA CC;\nposition:\nMOV $D, 1;\nRET;\nGT: MOV $D, 2;\nRET;\nCC: MOV $D, 3;",
         [(x(1), {"D": 1}), (x(-1), {"D": 2}), (x(0), {"D": 3})])
    test("main", "Execution begins at the label main (QUIRKS 1.16)", "MOV $D, 7;\nMOV result.color, 7;\nmain:\nMOV $D.x, $A;", [(x(3), {"D": (3, 0, 0, 1), "result.color": (0, 0, 0, 1)})])
    test("main_at_end", "main may come after everything else and branch back", "start:\nADD $D, $A, 1;\nRET;\nMOV $D, 7;\nmain:\nBRA start;", [({"A": A}, {"D": [a + 1 for a in A]})])
    test("main_alone", "With nothing after main nothing is executed", "MOV $D, 7;\nmain:", [({}, {"D": (0, 0, 0, 1)})])
    test("main_in_the_middle", "Execution falls into main, too", "TEMP r;\nbefore:\nADD r.y, r, 1;\nmain:\nADD r.x, r, 1;\nMOV $D, r;\nSUBC CC.x, r, $A;\nBRA before (LT.x);",
         [(x(n), {"D": (n, n - 1, 0, 0)}) for n in (1, 2, 3, 10)])
    test("backward", "A loop with a count of its own in each lane", "TEMP t, sum;\nMOV t.x, $A;\nloop:\nADD sum.x, sum, t;\nSUBC t.x, t, 1;\nBRA loop (GT.x);\nMOV $D, sum;",
         [(x(n), {"D": (n * (n + 1) // 2 if n > 0 else n, 0, 0, 0)}) for n in (1, 2, 3, 5, 8, 0, 100, 17, 33, 4, -1, 1000)])
    test("nested_loops", "A loop in a loop", "TEMP t, u;\nMOVC t.xy, $A;\nouter:\nMOV t.y, $A;\ninner:\nADD u.x, u, 1;\nSUBC t.y, t, 1;\nBRA inner (GT.y);\nADD u.y, u, 1;\nSUBC t.x, t, 1;\nBRA outer (GT.x);\nMOV $D, u;",
         [({"A": (n, m, 0, 0)}, {"D": (n * m, n, 0, 0)}) for n, m in ((1, 1), (2, 3), (3, 2), (7, 1), (1, 7), (5, 5), (10, 4))])
    test("count_in_address_register", "ARA counts a loop and walks through an array", "PARAM p[8] = { 1, 2, 4, 8, 16, 32, 64, 128 };\nADDRESS a;\nTEMP t;\nMOV t, {0, 0, 1, -1};\n"
         "MOV t.y, $A.x;\nARLC a, t;\nMOV t, 0;\nBRA end (LE.y);\nloop:\nADD t, t, p[a.x];\nARAC a.xy, a;\nBRA loop (GT.y);\nend:\nMOV $D, t;",
         [(x(n), {"D": 2 ** min(max(n, 0), 8) - 1}) for n in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 300, -5)])
    test("two_entries", "A loop that is entered at two places", "TEMP t;\nMOV t.x, $A;\nMOVC CC, $A;\nBRA second (GT.y);\nfirst:\nADD t.y, t, 1;\nsecond:\nADD t.z, t, 1;\nSUBC CC.x, t.z, $A;\nBRA first (LT.x);\nMOV $D, t;",
         [({"A": (n, side, 0, 0)}, {"D": (n, max(n, 1) - (side > 0), max(n, 1), 0)}) for n in (0, 1, 2, 5, 9) for side in (0, 1)])
    test("jump_into_a_loop", "Two loops that cross: neither contains the other", "TEMP t;\none:\nADDC t.x, t, 1;\ntwo:\nADD t.y, t, 1;\nSUBC CC.x, t.x, $A.x;\nBRA one (LT.x);\nADD t.z, t, 1;\nSUBC CC.y, t.z, $A.y;\nBRA two (LT.y);\nMOV $D, t;",
         [({"A": (n, m, 0, 0)}, {"D": (max(n, 1), max(n, 1) + max(m, 1) - 1, max(m, 1), 0)}) for n, m in ((1, 1), (3, 1), (1, 3), (4, 2), (2, 5), (6, 6))])

    def collatz(n):
        steps = 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        return steps

    test("collatz", "Lanes that take different sides in every turn of a loop", "TEMP n, t;\nMOV n.x, $A;\nloop:\nSUBC CC.x, n, 1;\nBRA end (EQ.x);\nADD n.y, n, 1;\nMUL t.x, n, 0.5;\nFRCC t.y, t.x;\nBRA odd (NE.y);\n"
         "MOV n.x, t;\nBRA loop;\nodd:\nMAD n.x, n, 3, 1;\nBRA loop;\nend:\nMOV $D, n;",
         [(x(n), {"D": (1, collatz(n), 0, 0)}) for n in (1, 2, 3, 4, 6, 7, 9, 11, 19, 25, 27, 31, 41, 54, 64, 97, 128)])
    test("greatest_common_divisor", "Euclid's algorithm, another count in each lane", "TEMP t;\nMOV t, $A;\nloop:\nSUBC CC.x, t.x, t.y;\nBRA end (EQ.x);\nBRA less (LT.x);\nSUB t.x, t.x, t.y;\nBRA loop;\nless:\nSUB t.y, t.y, t.x;\nBRA loop;\nend:\nMOV $D, t.x;",
         [({"A": (n, m, 0, 0)}, {"D": math.gcd(n, m)}) for n, m in ((1, 1), (12, 18), (18, 12), (35, 64), (100, 75), (13, 1), (1, 99), (48, 36), (1071, 462))])
    orders = ((1, 2, 3, 4), (4, 3, 2, 1), (2, 1, 4, 3), (1, 1, 0, 5), (3, -1, 2, -8), (0, 0, 0, 0), (5, 4, 4, 6), (9, 1, 2, 3))
    test("sort", "Swaps under conditions until none is needed", "TEMP t;\nMOV t, $A;\nagain:\nSUBC CC.x, t.y, t.x;\nMOV t.xy (LT.x), t.yxzw;\nSUBC CC.y, t.z, t.y;\nMOV t.yz (LT.y), t.xzyw;\n"
         "SUBC CC.z, t.w, t.z;\nMOV t.zw (LT.z), t.xywz;\nBRA again (LT.xyzz);\nMOV $D, t;", [({"A": v}, {"D": sorted(v)}) for v in orders])
    cases = {0: 1, 1: 2, 2: 4 + 1, 3: 8 + 2}
    test("switch", "Five ways through one piece of code, two of which fall through", "TEMP r;\nSUBC CC, $A.x, {0, 1, 2, 3};\nBRA c0 (EQ.x);\nBRA c1 (EQ.y);\nBRA c2 (EQ.z);\nBRA c3 (EQ.w);\nMOV $D, 99;\nRET;\n"
         "c3:\nADD r, r, 8;\nc1:\nADD r, r, 2;\nBRA out;\nc2:\nADD r, r, 4;\nc0:\nADD r, r, 1;\nout:\nMOV $D, r;", [(x(n), {"D": cases.get(n, 99)}) for n in (0, 1, 2, 3, 4, -1, 2.5, 3)])
    test("masks_after_joining", "Values of both sides of a branch meet", "TEMP t, u;\nMOV t, $A;\nMOV u, $B;\nMOVC CC, $A;\nBRA other (LT.y);\nMOV t.xz, $B;\nADDC u.y, u, 10;\nBRA join;\nother:\nMULC t.w, $B, $B;\nMOV u, t;\njoin:\nADD t, t, u;\nMOV $D, t;\n$READ",
         [({"A": (1, y, 3, 4), "B": (10, 20, 30, 40)}, {"D": (20, y + 30, 60, 44), "CODE": (1, 1, 1, 1)} if y >= 0 else
           {"D": (2, 2 * y, 6, 3200), "CODE": (1, -1, 1, 1)}) for y in (5, -5, 0, -1)])


def calls():
    def test(name, comment, body, runs):
        write("calls", name, f"{comment} ({BRANCHING}).", body, runs)

    for rule in RULES:
        low = rule.lower()
        write("calls", f"cal_{low}", f"CAL ({rule}) calls if any of the four components passes ({SPEC}.5.31, QUIRKS 1.15).",
              f"MOV $D, 0;\nMOVC CC, $A;\nCAL f ({rule});\nMOV $D.y, 1;\nRET;\nf:\nMOV $D.x, 1;\nRET;", [({"A": v}, {"D": (is_taken(rule, v), 1, 0, 0)}) for v in KINDS])
        write("calls", f"ret_{low}", f"RET ({rule}) returns if any of the four components passes; with an empty stack it ends the program ({SPEC}.5.34).",
              f"MOV $D, 0;\nMOVC CC, $A;\nCAL f;\nMOV $D.x, 1;\nRET ({rule});\nMOV $D.z, 1;\nRET;\nf:\nRET ({rule});\nMOV $D.y, 1;\nRET;",
              [({"A": v}, {"D": (1, 1 - is_taken(rule, v), 1 - is_taken(rule, v), 0)}) for v in KINDS])
    write("calls", "swizzle", f"CAL and RET swizzle the condition code first ({SPEC}.5.31, 2.14.5.34).",
          "MOV $D, 0;\nMOVC CC, $A;\nCAL f (LT.yyzz);\nRET (GT.w);\nMOV $D.z, 1;\nRET;\nf:\nRET (NE.xxxx);\nMOV $D.x, 1;\nRET;",
          [({"A": v}, {"D": (is_taken("LT", v[1:3]) * (1 - is_taken("NE", v[:1])), 0, 1 - is_taken("GT", v[3:]), 0)}) for v in KINDS])
    test("return", "RET continues after the CAL", "MOV $D, 0;\nCAL f;\nADD $D.y, $A, 1;\nRET;\nMOV $D, 7;\nf:\nADD $D.x, $A, 1;\nRET;\nMOV $D, 8;", [({"A": A}, {"D": (A[0] + 1, A[1] + 1, 0, 0)})])
    test("twice", "A subroutine is called from two places", "TEMP t;\nMOV t, $A;\nCAL double;\nADD t.x, t, 1;\nCAL double;\nMOV $D, t;\nRET;\ndouble:\nADD t, t, t;\nRET;", [({"A": A}, {"D": (4 * A[0] + 2, 4 * A[1], 4 * A[2], 4 * A[3])})])
    test("before_main", "Subroutines may stand before main", "f:\nADD $D.x, $A, 1;\nRET;\nmain:\nMOV $D, 0;\nCAL f;\nMOV $D.y, 2;", [({"A": A}, {"D": (A[0] + 1, 2, 0, 0)})])
    test("empty_stack", "RET with an empty stack ends the program normally (QUIRKS 1.18)", "MOV $D, $A;\nRET;\nMOV $D, 7;", [({"A": A}, {"D": A})])
    test("fall_off_the_end", "After the last instruction the program ends, in a subroutine too (QUIRKS 1.17)", "MOV $D, 1;\nCAL f;\nMOV $D, 7;\nf:\nMOV $D.x, $A;", [(x(3), {"D": (3, 1, 1, 1)})])
    test("call_of_the_end", "A subroutine without an instruction ends the program (QUIRKS 1.17)", "MOV $D, 1;\nMOVC CC, $A;\nCAL end (GT.x);\nMOV $D.x, 2;\nend:", [(x(1), {"D": 1}), (x(0), {"D": (2, 1, 1, 1)})])
    test("fall_into_subroutine", "One label is called and fallen into: first RET returns, the second ends", "TEMP r;\nCAL next;\nnext:\nADD r.x, r, 1;\nMOV $D.x, r;\nRET;\nMOV $D, 7;", [({}, {"D": (2, 0, 0, 1)})])
    test("fall_through_four", "Each of four labels is called and fallen into: sixteen ways to the last", "TEMP r;\nCAL a;\na:\nCAL b;\nb:\nCAL c;\nc:\nCAL d;\nd:\nADD r.x, r, 1;\nMOV $D.x, r;\nRET;", [({}, {"D": (16, 0, 0, 1)})])
    test("jump_out", "A branch out of a subroutine keeps the stack; RET elsewhere returns", "TEMP r;\nMOVC CC, $A;\nCAL f;\nADD r.x, r, 1;\nMOV $D, r;\nRET;\nf:\nBRA g (GT.x);\nADD r.y, r, 2;\nRET;\ng:\nADD r.z, r, 4;\nRET;",
         [(x(1), {"D": (1, 0, 4, 0)}), (x(-1), {"D": (1, 2, 0, 0)})])
    test("jump_back_to_caller", "A branch back into the caller keeps the stack: the next RET continues after the CAL", "TEMP r;\nCAL f;\nADD r.y, r, 1;\nMOV $D, r;\nRET;\nagain:\nADD r.x, r, 1;\nRET;\nf:\nBRA again;", [({}, {"D": (1, 1, 0, 0)})])
    test("condition_code_survives", "Registers and condition code are shared with the caller", "ADDRESS a;\nPARAM p[3] = { 10, 20, 30 };\nCAL f;\nMOV $D, 7;\nMOV $D (LT), p[a.y];\nRET;\nf:\nMOVC CC, $A;\nARL a.y, $B;\nRET;",
         [({"A": (-1, 1, 0, -1), "B": (9, 2, 9, 9)}, {"D": (30, 7, 7, 30)}), ({"A": (1, -1, 1, 1), "B": (9, 0, 9, 9)}, {"D": (7, 10, 7, 7)})])
    test("in_a_loop", "Calls from a loop, by different lanes to different subroutines", "TEMP t;\nMOV t.x, $A;\nloop:\nMUL t.w, t.x, 0.5;\nFRCC t.w, t;\nCAL even (EQ.w);\nCAL odd (GT.w);\nSUBC t.x, t, 1;\nBRA loop (GT.x);\nMOV $D, t;\nMOV $D.w, 0;\nRET;\n"
         "even:\nADD t.y, t.y, t.x;\nRET;\nodd:\nADD t.z, t.z, t.x;\nRET;", [(x(n), {"D": (0, sum(range(2, n + 1, 2)), sum(range(1, n + 1, 2)), 0)}) for n in (1, 2, 3, 4, 7, 10, 20, 31)])
    nest = "TEMP r;\nCAL f1;\nADD r.y, r.y, 1;\nMOV $D, r;\nRET;\n" + "\n".join(f"f{n}:\nADD r.x, r, 1;\n" + (f"CAL f{n + 1};\n" if n < 4 else "") + "ADD r.y, r, 1;\nRET;" for n in range(1, 5))
    test("four_deep", "Four calls deep (MAX_PROGRAM_CALL_DEPTH_NV)", nest, [({}, {"D": (4, 5, 0, 0)})])
    recursion = ("TEMP r, n;\nMOV n.x, $A;\nMOV $D, 0;\nCAL f;\nADD r.z, r, 1;\nMOV $D, r;\nRET;\nf:\nADD r.x, r, 1;\nMOV $D.x, r;\nSUBC n.x, n, 1;\nCAL f (GT.x);\nADD r.y, r, 1;\nMOV $D.y, r;\nRET;")
    test("recursion", "A subroutine calls itself, in each lane to another depth", recursion, [(x(n), {"D": (n, n, 1, 0)}) for n in (1, 2, 3, 4)])
    test("overflow", "A fifth nested call ends the program with the results written so far (QUIRKS 1.18)", recursion, [
        (x(n), {"D": (min(n, 4), n, 1, 0) if n <= 4 else (4, 0, 0, 0)}) for n in (5, 4, 6, 1, 1000, 3)])
    test("overflow_after_returns", "The stack is empty again after returns: only nesting counts", "TEMP r;\n" + "CAL f;\n" * 6 + "MOV $D, r;\nRET;\nf:\nADD r.x, r, 1;\nRET;", [({}, {"D": (6, 0, 0, 0)})])
    test("untaken_call_at_depth_four", "A CAL that is not taken does not overflow", "TEMP r;\nMOVC CC, $A;\nCAL a;\nADD r.x, r, 1;\nMOV $D, r;\nRET;\na: CAL b;\nRET;\nb: CAL c;\nRET;\nc: CAL d;\nRET;\nd: ADD r.y, r, 1;\nMOV $D, r;\nCAL e (GT.x);\nADD r.z, r, 1;\nRET;\ne: MOV $D, 7;\nRET;",
         [(x(0), {"D": (1, 1, 1, 0)}), (x(1), {"D": (0, 1, 0, 0)}), (x(NAN), {"D": (1, 1, 1, 0)})])
    test("mutual_recursion", "Two subroutines call each other", "TEMP r, n;\nMOV n.x, $A;\nCAL even;\nMOV $D, r;\nRET;\neven:\nADD r.x, r, 1;\nSUBC n.x, n, 1;\nRET (LE.x);\nCAL odd;\nADD r.z, r, 1;\nRET;\nodd:\nADD r.y, r, 1;\nSUBC n.x, n, 1;\nRET (LE.x);\nCAL even;\nADD r.w, r, 1;\nRET;",
         [(x(n), {"D": ((n + 1) // 2, n // 2, n // 2, (n - 1) // 2)}) for n in (1, 2, 3, 4)])
    test("main_is_called", "main can be called; its end ends the program at any depth (QUIRKS 1.17)", "MOV $D, 7;\nmain:\nTEMP r, n;\nADD r.x, r, 1;\nMOV $D.x, r;\nADD n.x, r, -$A;\nMOVC CC, n.x;\nCAL main (LT.x);\nADD r.y, r, 1;\nMOV $D.y, r;",
         [(x(n), {"D": (min(n, 5), 1 if n <= 5 else 0, 0, 1)}) for n in (1, 2, 3, 5, 6, 9)])
    test("same_subroutine_at_two_depths", "Lanes meet in a subroutine at different depths and return to different places",
         "TEMP r;\nMOVC CC, $A;\nCAL g (GT.x);\nCAL f (LE.x);\nADD r.y, r, 1;\nMOV $D, r;\nRET;\ng:\nCAL f;\nADD r.z, r, 1;\nRET;\nf:\nADD r.x, r, 1;\nRET (GT.y);\nADD r.w, r, 1;\nRET;",
         [({"A": (a, b, 0, 0)}, {"D": (1, 1, int(a > 0), int(b <= 0))}) for a in (1, -1) for b in (1, -1)])
    test("conditional_return_in_loop", "RET out of a loop in a subroutine", "TEMP t;\nMOV t.x, $A;\nCAL f;\nADD t.z, t, 5;\nMOV $D, t;\nRET;\nf:\nADD t.y, t, 1;\nSUBC t.x, t, 1;\nRET (LE.x);\nBRA f;",
         [(x(n), {"D": (min(n - 1, 0) if n < 1 else 0, max(n, 1), 5, 0)}) for n in (1, 2, 3, 10, 40, 0)])


def limits():
    def test(name, comment, body, runs):
        write("limits", name, f"{comment} ({BRANCHING}, QUIRKS 1.19).", body, runs)

    test("endless_loop", "After 65536 instructions the program ends with the results written so far: one, then 21845 turns of three",
         "TEMP r;\nMOV $D, $A;\nloop:\nADD r.x, r, 1;\nMOV $D.y, r.x;\nBRA loop;", [({"A": A}, {"D": (A[0], 21845, A[2], A[3])})])
    test("endless_branch", "A branch to itself ends, too", "MOV $D, $A;\nself:\nBRA self;\nMOV $D, 7;", [({"A": A}, {"D": A})])
    test("endless_calls", "Calls in an endless loop: one instruction, then 13107 turns of five", "TEMP r;\nMOV $D, $A;\nloop:\nCAL f;\nBRA loop;\nMOV $D, 7;\nf:\nADD r.x, r, 1;\nMOV $D.y, r.x;\nRET;", [({"A": A}, {"D": (A[0], 13107, A[2], A[3])})])
    test("untaken_branches_count", "An untaken branch counts as one instruction: 16384 turns of four", "TEMP r;\nloop:\nBRA out (GT);\nADD r.x, r, 1;\nMOV $D.x, r;\nBRA loop;\nout:\nMOV $D, 7;", [({}, {"D": (16384, 0, 0, 1)})])
    test("labels_do_not_count", "Labels and declarations are no instructions", "TEMP r;\nMOV $D, $A;\nloop:\none: two:\nADD r.x, r, 1;\nTEMP s;\nthree:\nMOV $D.y, r.x;\nADDRESS a;\nfour:\nBRA loop;", [({"A": A}, {"D": (A[0], 21845, A[2], A[3])})])
    loop = "MOV t.x, $A;\nloop:\nSUBC t.x, t, 1;\nBRA loop (GT.x);\nMOV $D, 2;"
    test("last_instruction", "Exactly 65536 instructions run to the end; lanes that need more stop before it", "TEMP t;\nMOV $D, 0;\nMOV $D, 1;\n" + loop, [
        (x(n), {"D": 2 if n <= 32766 else 1}) for n in (32766, 1, 32767, 40000, 5, 32765)])
    test("odd_count", "65535 instructions run to the end, 65537 do not", "TEMP t;\nMOV $D, 1;\n" + loop, [
        (x(n), {"D": 2 if n <= 32766 else 1}) for n in (32766, 32767, 1, 1e6)])
    test("endless_in_some_lanes", "Lanes that end are not held up by those that do not", "TEMP r;\nMOVC CC, $A;\nMOV r.y, 1;\nMOV $D, r.y;\nloop:\nBRA end (LE.x);\nADD r.x, r, 1;\nMOV $D, r.x;\nBRA loop;\nend:\nMOV $D, 7;",
         [(x(n), {"D": 7 if n <= 0 else 16383}) for n in (0, 1, -1, 2, -2, -3)])
    block = "l{n}: SUBC CC.x, r.y, $A.x; BRA end (GE.x); ADD r.y, r, 1; ADD r.x, r.x, r.y;\n"
    test("long_program", "A program of 1022 instructions whose lanes leave it at different places", "TEMP r;\n" + "".join(block.format(n=n) for n in range(255)) + "end:\nMOV $D, r;\nRET;",
         [(x(n), {"D": (min(n, 255) * (min(n, 255) + 1) // 2, min(n, 255), 0, 0)}) for n in (0, 1, 2, 100, 128, 200, 254, 255, 300)])
    test("many_calls", "Each of 150 subroutines is called by its own CAL", "TEMP r;\n" + "".join(f"CAL f{n};\n" for n in range(150)) + "MOV $D, r;\nRET;\n"
         + "".join(f"f{n}: ADD r.x, r, $A; MOVC CC, r.x; RET (NE.x); ADD r.y, r, 1;\n" for n in range(150)) + "ADD r.z, r, 1;\nRET;",
         [(x(n), {"D": (150 * n, 0, 0, 0) if n else (0, 150 * 151 // 2, 150, 0)}) for n in (1, -2, 0, 3)])


def examples():
    def test(name, comment, body, runs):
        write("examples", name, f"{comment} (the document's own example).", body, runs)

    r1 = (-2, 0, 2, NAN)
    lines = ["MOVC R0, R1;", "MOVC R0.xyz, R1.yzwx;", "MOVC R0 (NE), R1.zywx;"]
    values = [(r1, (-1, 0, 1, 2)), ((0, 2, NAN, NAN), (0, 1, 2, 2)), ((0, 0, NAN, -2), (0, 0, 2, -1))]
    for n, (r0, cc) in enumerate(values, 1):
        test(f"movc_{n}", f"Destination and condition code after line {n} ({SPEC}.4.3, QUIRKS 1.14)", "TEMP R0, R1;\nMOV R1, $A;\n" + "\n".join(lines[:n]) + "\nMOV $D, R0;\n$READ",
             [({"A": r1}, {"D": r0, "CODE": cc})])
    test("bra", f"The first branch is taken, the second is not ({BRANCHING})",
         "PARAM c[1] = { program.env[0] };\nTEMP R0, R1, R2;\nMOV R1, $A;\nMOV R2, $B;\nMOVC CC, c[0];\nBRA label1 (LT.xyzw);\nMOV R0,R1;\nlabel1:\nMOV $D, R0;\nBRA label2 (LT.wyzw);\nMOV R0,R2;\nlabel2:\nMOV result.texcoord[1], R0;",
         [({"program.env[0]": r1, "A": A, "B": B}, {"D": 0, "CODE": B})])
    test("swizzled_mask", f"(GT, LT, EQ, GT) under (NE.zyxw) enables y, z and w ({SPEC}.4.3)", "MOV $D, 7;\nMOVC CC, $A;\nMOV $D (NE.zyxw), $B;", [({"A": (1, -1, 0, 1), "B": B}, {"D": (7, *B[1:])})])
    array = "PARAM p[8] = { -3, -2, -1, 0, 1, 2, 3, 4 };\nADDRESS a;\n"
    for op, section, floors in (("ARL", "5.3", (-2, 1, 3)), ("ARR", "5.29", (-2, 1, 4))):
        test(op.lower(), f"{op} of −1.7, 1.0 and 3.7 ({SPEC}.{section})", f"{array}{op} a, $A;\nMOV $D.x, p[a.x + 3];\nMOV $D.y, p[a.y + 3];\nMOV $D.z, p[a.z + 3];",
             [({"A": (-1.7, 1.0, 3.7, 0)}, {"D": (*floors, 1)})])
