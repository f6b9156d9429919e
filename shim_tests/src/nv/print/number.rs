//! Constants: one to four numbers, each in any form that reads back as the same float.

use super::{Printer, Tokens};

impl Printer<'_> {
    /// Prints a constant. Returns whether it is a single number. A bare number in an operand has no sign of its own (QUIRKS
    /// 0.59).
    pub(super) fn constant(&mut self, c: [f32; 4], declaration: bool, out: &mut Tokens) -> bool {
        let same = c.iter().all(|x| x.to_bits() == c[0].to_bits());
        let signed = c[0].is_sign_negative();
        if same && (declaration || !signed) && !self.sometimes(3) {
            self.number(c[0], declaration, out);
            return true;
        }
        // Components that are left out read as 0, 0 and 1.
        let default = [0.0f32, 0.0, 0.0, 1.0].map(f32::to_bits);
        let needed = (1..4).rev().find(|i| c[*i].to_bits() != default[*i]);
        let least = needed.unwrap_or(0) + 1;
        let n = if self.sometimes(2) { least } else { 4 };
        out.push("{".into());
        for (i, x) in c[..n].iter().enumerate() {
            if i > 0 {
                out.push(",".into());
            }
            self.number(*x, true, out);
        }
        out.push("}".into());
        false
    }

    fn number(&mut self, x: f32, signed: bool, out: &mut Tokens) {
        if signed {
            self.sign(x.is_sign_negative(), out);
        }
        let x = x.abs();
        let plain = format!("{x:?}");
        let form = if self.plain { 0 } else { self.random.below(8) };
        out.push(match form {
            1 if x.fract() == 0.0 && x < 1e9 => format!("{x}"),
            2 if x.fract() == 0.0 && x < 1e9 => format!("{x}."),
            3 if x > 0.0 && x < 1.0 && plain.starts_with("0.") => plain[1..].to_owned(),
            4 => format!("{x:e}"),
            5 => format!("{x:E}").replace("E-", "E-0"),
            6 => {
                let text = format!("{x:e}");
                if text.contains("e-") {
                    text
                } else {
                    text.replace('e', "e+")
                }
            }
            7 => {
                let text = format!("{x:e}");
                if text.contains('.') {
                    text
                } else {
                    text.replace('e', ".E")
                }
            }
            _ => plain,
        });
    }
}
