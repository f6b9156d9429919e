//! The instructions, with operands that fit, and what stands around them.

/// Every version.
pub const VERSIONS: [&str; 15] = [
    "vs_1_1", "vs_2_0", "vs_2_x", "vs_2_sw", "vs_3_0", "vs_3_sw", "ps_1_1", "ps_1_2", "ps_1_3",
    "ps_1_4", "ps_2_0", "ps_2_x", "ps_2_sw", "ps_3_0", "ps_3_sw",
];

/// The instructions. Capitals stand for registers of the version: `D` is written, `A`, `B` and `C` are read, `T` has
/// coordinates, `S` is a sampler. What follows a `|` stands after the instruction, what precedes a `:` before it.
pub(super) const TEMPLATES: &[&str] = &[
    "nop",
    "mov D, A",
    "add D, A, B",
    "sub D, A, B",
    "mad D, A, B, C",
    "mul D, A, B",
    "rcp D, A.x",
    "rsq D, A.x",
    "dp3 D, A, B",
    "dp4 D, A, B",
    "min D, A, B",
    "max D, A, B",
    "slt D, A, B",
    "sge D, A, B",
    "exp D, A.x",
    "log D, A.x",
    "lit D, A",
    "dst D, A, B",
    "lrp D, A, B, C",
    "frc D.xy, A",
    "m4x4 D, A, c4",
    "m4x3 D.xyz, A, c4",
    "m3x4 D, A, c4",
    "m3x3 D.xyz, A, c4",
    "m3x2 D.xy, A, c4",
    "call l0|ret|label l0|ret",
    "callnz l0, b0|ret|label l0|ret",
    "callnz l0, p0.x|ret|label l0|ret",
    "loop aL, i0|endloop",
    "rep i0|endrep",
    "loop aL, i0:mov D, A|endloop",
    "rep i0:mad D, A, B, C|endrep",
    "if b0|endif",
    "if b0|else|endif",
    "if p0.x|endif",
    "if_gt A.x, B.x|endif",
    "if b0:mul D, A, B|endif",
    "rep i0:break|endrep",
    "rep i0:break_le A.x, B.x|endrep",
    "rep i0:breakp p0.x|endrep",
    "ret",
    "ret|label l0|ret",
    "else",
    "endif",
    "endloop",
    "endrep",
    "break",
    "label l0",
    "pow D, A.x, B.x",
    "crs D.xyz, A, B",
    "sgn D, A, B, C",
    "abs D, A",
    "nrm D.xyz, A",
    "sincos D.xy, A.x, c0, c1",
    "sincos D.xy, A.x",
    "mova a0, A",
    "mov a0.x, A.x",
    "setp_gt p0, A, B",
    "expp D, A.x",
    "logp D, A.x",
    "mov oPos, A",
    "mov oFog, A.x",
    "mov oPts, A.x",
    "mov oD0, A",
    "mov oT0, A",
    "mov o0, A",
    "mov o1, A",
    "mov oC0, A",
    "mov oDepth, A.x",
    "texcoord t2",
    "texcrd r3.xyz, t0",
    "texkill t2",
    "texkill r0",
    "tex t2",
    "texld r3, t0",
    "phase:texld r3, r0",
    "phase:texcrd r3.xyz, t0",
    "phase:mul r3, A, B",
    "phase:mov r3, v0",
    "texld D, T, S",
    "texldp D, T, S",
    "texldb D, T, S",
    "texldl D, T, S",
    "texldd D, T, S, A, B",
    "texbem t2, t0",
    "texbeml t2, t0",
    "texreg2ar t2, t0",
    "texreg2gb t2, t0",
    "texreg2rgb t2, t0",
    "texm3x2pad t2, t0|texm3x2tex t3, t0",
    "texm3x2pad t2, t0:texm3x2tex t3, t0",
    "texm3x2pad t2, t0:texm3x2depth t3, t0",
    "texm3x3pad t1, t0|texm3x3pad t2, t0|texm3x3tex t3, t0",
    "texm3x3pad t1, t0:texm3x3pad t2, t0:texm3x3tex t3, t0",
    "texm3x3pad t1, t0:texm3x3pad t2, t0:texm3x3 t3, t0",
    "texm3x3pad t1, t0:texm3x3pad t2, t0:texm3x3spec t3, t0, c0",
    "texm3x3pad t1, t0:texm3x3pad t2, t0:texm3x3vspec t3, t0",
    "texdp3 t2, t0",
    "texdp3tex t2, t0",
    "texdepth r5",
    "cnd D, r0.a, A, B",
    "cmp D, A, B, C",
    "bem r3.rg, A, B",
    "bem r3.rg, A, B|phase|mov r2, r0",
    "dp2add D, A, B, C.x",
    "dsx D, A",
    "dsy D, A",
    "mul r1.rgb, A, B:+mov r0.a, B",
    "mul r1.a, A, B:+mad r0.rgb, A, B, C",
    "texld r3, t0|phase|mov r2, r0",
];

/// What stands around an instruction.
#[derive(Debug)]
pub(super) struct Setting {
    version: &'static str,
    before: Vec<String>,
    instruction: String,
    after: Vec<String>,
}

impl Setting {
    /// The setting of a template. `None` if it names a register that no such version has.
    pub(super) fn of(version: &'static str, template: &str) -> Option<Setting> {
        let (front, after) = template.split_once('|').unwrap_or((template, ""));
        let (before, instruction) = front.rsplit_once(':').unwrap_or(("", front));
        let lines = |text: &str, mark: char| -> Vec<String> {
            let lines = text.split(mark).filter(|l| !l.is_empty());
            lines.map(|l| with_registers(l, version)).collect()
        };
        let (mut before, after) = (lines(before, ':'), lines(after, '|'));
        let instruction = with_registers(instruction, version);
        let is_texture = instruction.starts_with("tex") || before.iter().any(|l| l.contains("tex"));
        let head = head(version, is_texture);
        before.splice(0..0, head.iter().map(|l| (*l).to_owned()));
        Some(Setting {
            version,
            before,
            instruction,
            after,
        })
    }

    /// The instruction, with the registers of the version.
    pub(super) fn instruction(&self) -> String {
        self.instruction.clone()
    }

    /// The whole text around a line. What is indexed by `aL` stands in a loop.
    pub(super) fn text(&self, line: &str) -> String {
        let before = self.before.iter().map(String::as_str);
        let after = self.after.iter().map(String::as_str);
        let loops = line.contains("[aL") && !self.before.iter().any(|l| l.starts_with("loop"));
        let (open, close): (&[&str], &[&str]) = match loops {
            true => (&["loop aL, i0"], &["endloop"]),
            false => (&[], &[]),
        };
        let tail = tail(self.version).iter().copied();
        let lines = [self.version]
            .into_iter()
            .chain(before)
            .chain(open.iter().copied());
        let lines = lines
            .chain([line])
            .chain(after)
            .chain(close.iter().copied());
        let is_routine = self.after.iter().any(|l| l.starts_with("label"));
        let lines = lines.chain(tail.filter(|_| !is_routine));
        lines.flat_map(|l| [l, "\n"]).collect()
    }
}

/// The line with registers in the place of capitals that stand alone.
fn with_registers(line: &str, version: &str) -> String {
    let names: [(char, &str); 6] = match &version[..4] {
        "ps_1" if version == "ps_1_4" => [
            ('D', "r0"),
            ('A', "r0"),
            ('B', "r1"),
            ('C', "r2"),
            ('T', "t0"),
            ('S', "s0"),
        ],
        "ps_1" => [
            ('D', "r0"),
            ('A', "t0"),
            ('B', "r1"),
            ('C', "t1"),
            ('T', "t0"),
            ('S', "s0"),
        ],
        "ps_2" => [
            ('D', "r3"),
            ('A', "r0"),
            ('B', "r1"),
            ('C', "r2"),
            ('T', "t0"),
            ('S', "s0"),
        ],
        _ => [
            ('D', "r3"),
            ('A', "r0"),
            ('B', "r1"),
            ('C', "r2"),
            ('T', "v0"),
            ('S', "s0"),
        ],
    };
    let mut out = String::new();
    let mut previous = ' ';
    let mut letters = line.chars().peekable();
    while let Some(c) = letters.next() {
        let ends = letters.peek().is_none_or(|n| !n.is_alphanumeric());
        let name = names
            .iter()
            .find(|(letter, _)| *letter == c && previous == ' ' && ends);
        match name {
            Some((_, name)) => out += name,
            None => out.push(c),
        }
        previous = c;
    }
    out
}

/// The lines before an instruction: what it reads is declared and written.
fn head(version: &str, is_texture: bool) -> &'static [&'static str] {
    match version {
        "vs_1_1" => &[
            "dcl_position v0",
            "dcl_texcoord v1",
            "mov oPos, v0",
            "mov r0, c0",
            "mov r1, c1",
            "mov r2, v0",
            "mov a0.x, c0.x",
        ],
        "vs_2_0" => &[
            "dcl_position v0",
            "dcl_texcoord v1",
            "mov oPos, v0",
            "mov r0, c0",
            "mov r1, c1",
            "mov r2, v0",
            "mova a0, c0",
        ],
        "vs_2_x" | "vs_2_sw" => &[
            "dcl_position v0",
            "dcl_texcoord v1",
            "mov oPos, v0",
            "mov r0, c0",
            "mov r1, c1",
            "mov r2, v0",
            "mova a0, c0",
            "setp_gt p0, v0, c0",
        ],
        "vs_3_0" | "vs_3_sw" => &[
            "dcl_position v0",
            "dcl_texcoord v1",
            "dcl_position o0",
            "dcl_texcoord o1",
            "dcl_2d s0",
            "dcl_cube s1",
            "mov o0, v0",
            "mov r0, c0",
            "mov r1, c1",
            "mov r2, v0",
            "mova a0, c0",
            "setp_gt p0, v0, c0",
        ],
        "ps_1_1" | "ps_1_2" | "ps_1_3" if is_texture => &["tex t0"],
        "ps_1_1" | "ps_1_2" | "ps_1_3" => &["tex t0", "tex t1", "mov r0, t0", "mov r1, t1"],
        "ps_1_4" if is_texture => &["texld r0, t0"],
        "ps_1_4" => &["texld r0, t0", "texld r1, t1", "mov r2, c1"],
        "ps_2_0" => &[
            "dcl t0",
            "dcl t1.xy",
            "dcl v0",
            "dcl_2d s0",
            "dcl_cube s1",
            "mov r0, t0",
            "mov r1, v0",
            "mov r2, c0",
            "mov oC0, r0",
        ],
        "ps_2_x" | "ps_2_sw" => &[
            "dcl t0",
            "dcl t1.xy",
            "dcl v0",
            "dcl_2d s0",
            "dcl_cube s1",
            "mov r0, t0",
            "mov r1, v0",
            "mov r2, c0",
            "mov oC0, r0",
            "setp_gt p0, r0, c0",
        ],
        _ => &[
            "dcl_texcoord v0",
            "dcl_texcoord1 v1.xy",
            "dcl_color v2",
            "dcl vPos.xy",
            "dcl vFace",
            "dcl_2d s0",
            "dcl_cube s1",
            "mov r0, v0",
            "mov r1, v2",
            "mov r2, c0",
            "mov oC0, r0",
            "setp_gt p0, r0, c0",
        ],
    }
}

/// The lines at the end: pixel shaders 1 write r0.
fn tail(version: &str) -> &'static [&'static str] {
    match version {
        "ps_1_1" | "ps_1_2" | "ps_1_3" => &["mov r0, t0"],
        "ps_1_4" => &["mov r0, c0"],
        _ => &[],
    }
}

/// Declarations and definitions, and forms of numbers and of blanks: texts of one line after the version, and what follows.
pub fn plain_texts(version: &str) -> Vec<String> {
    const USAGES: [&str; 17] = [
        "",
        "_position",
        "_blendweight",
        "_blendindices",
        "_normal",
        "_psize",
        "_texcoord",
        "_tangent",
        "_binormal",
        "_tessfactor",
        "_positiont",
        "_color",
        "_fog",
        "_depth",
        "_sample",
        "_2d",
        "_cube",
    ];
    const REGISTERS: [&str; 13] = [
        "v0", "v1.xy", "v0.x", "v15", "o0", "o1.xy", "o11.w", "t0", "t0.xy", "s0", "s15",
        "vPos.xy", "vFace",
    ];
    const NUMBERS: [&str; 22] = [
        "1",
        "-1",
        "+1",
        "0.5",
        ".5",
        "5.",
        "1e3",
        "1e-3",
        "1.5f",
        "1.5F",
        "0x10",
        "1e40",
        "-0",
        "1.#INF",
        "3.40282347e+38",
        "1e-46",
        "123456789",
        "0.1",
        "1/2",
        "- 1",
        "true",
        "1.17549435e-38",
    ];
    let mut out = Vec::new();
    for usage in USAGES {
        for index in ["", "0", "3", "15", "16"] {
            for register in REGISTERS {
                out.push(format!("{version}\ndcl{usage}{index} {register}\n"));
            }
        }
    }
    out.extend(
        [
            "_volume s0",
            "_2d_pp s0",
            "_pp t0",
            "_centroid t0",
            "_pp_centroid t0",
            "_centroid_pp v0",
            "_texcoord_pp v1",
            "_texcoord2_centroid v1",
            "_color_pp_centroid v0",
            " v0 v1",
            "_texcoord v0[1]",
            "_texcoord -v0",
            "_2d_3 s0",
            " t0_pp",
        ]
        .map(|d| format!("{version}\ndcl{d}\n")),
    );
    for number in NUMBERS {
        for place in 0..4 {
            let mut values = ["0"; 4];
            values[place] = number;
            for (word, register) in [("def", "c0"), ("defi", "i0")] {
                out.push(format!(
                    "{version}\n{word} {register}, {}\n",
                    values.join(", ")
                ));
            }
        }
        out.push(format!("{version}\ndefb b0, {number}\n"));
    }
    out.extend(
        [
            "def c0, 1, 2, 3",
            "def c0, 1, 2, 3, 4, 5",
            "def r0, 1, 2, 3, 4",
            "def c0.x, 1, 2, 3, 4",
            "defi i0, 255, 255, -128, 0",
            "defi i0, 256, 0, 0, 0",
            "defi i15, 1, 0, 0, 0",
            "defi i16, 1, 0, 0, 0",
            "defb b15, false",
            "defb b16, false",
            "defb b0, TRUE",
            "def c31, 1, 2, 3, 4",
            "def c32, 1, 2, 3, 4",
            "def c223, 1, 2, 3, 4",
            "def c255, 1, 2, 3, 4",
            "def c256, 1, 2, 3, 4",
            "def c0 1 2 3 4",
            "def c0, 1, 2, 3, 4\ndef c0, 1, 2, 3, 4",
            "def c[0], 1, 2, 3, 4",
            "nop\ndef c0, 1, 2, 3, 4",
            "nop\ndefi i0, 1, 0, 0, 0",
        ]
        .map(|d| format!("{version}\n{d}\n")),
    );
    out
}
