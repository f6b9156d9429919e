//! Names that are valid in both languages.

use rustc_hash::FxHashSet;

/// Reserved words of MUDA or C, and names that the texts use themselves.
const TAKEN: &str = "vec dvec ivec lvec float double int long void struct if else while return static inline force_inline \
    always_inline in out inout uniform sel extract bit abs min max floor ceil round sqrt rsqrt rcp exp exp2 log log2 pow sin \
    cos tan asin acos atan atan2 mask canonical auto break case char const continue default do enum extern for goto register \
    restrict short signed sizeof switch typedef union unsigned volatile main draw go next stack depth steps return_value \
    memcpy fabs fabsf fma fmaf truncf trunc ceilf floorf rint rintf sqrtf bool true false NULL asm";

/// The names that are used already.
pub(super) struct Names {
    taken: FxHashSet<String>,
}

impl Names {
    pub(super) fn new() -> Names {
        Names {
            taken: TAKEN.split_whitespace().map(str::to_owned).collect(),
        }
    }

    /// A new name, as similar to `wish` as possible. It has at most 60 letters, digits and `_`, and does not look like
    /// the text's own variables (some letters and a number).
    pub(super) fn give(&mut self, wish: &str) -> String {
        let mut name = String::new();
        for c in wish.chars().take(60) {
            if c.is_ascii_alphanumeric() {
                name.push(c);
            } else if !name.is_empty() && !name.ends_with('_') {
                name.push('_');
            }
        }
        let mut name = name.trim_end_matches('_').to_owned();
        if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
            name.insert(0, 'a');
        }
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_like_ours = stem.len() <= 2 && stem.len() < name.len();
        if is_like_ours || name.starts_with("tl_") || self.taken.contains(&name) {
            name.push('_');
        }
        let mut n = 1;
        let mut own = name.clone();
        while !self.taken.insert(own.clone()) {
            n += 1;
            own = format!("{name}{n}");
        }
        own
    }
}
