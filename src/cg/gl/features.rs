//! What the GL below advertises.

use super::api::Gl;
use super::numbers as gl;

/// What GL has.
#[derive(Debug, Clone)]
pub(super) struct Features {
    extensions: String,
    /// The version by its first two numbers.
    version: (u32, u32),
}

impl Features {
    /// Asks the current context. Without one, GL has nothing.
    pub(super) fn of(gl: &dyn Gl) -> Features {
        let version = gl.text(gl::VERSION).unwrap_or_default();
        Features {
            extensions: gl.text(gl::EXTENSIONS).unwrap_or_default(),
            version: numbers(&version),
        }
    }

    pub(super) fn has(&self, extension: &str) -> bool {
        self.extensions
            .split(' ')
            .any(|one| one.strip_prefix("GL_") == Some(extension))
    }

    /// Whether GL compiles Cg itself.
    pub(super) fn is_native(&self) -> bool {
        self.has("TRI_shading_language")
    }

    pub(super) fn has_glsl(&self) -> bool {
        self.version >= (2, 0)
    }
}

/// The first two numbers of a text, which a point parts.
pub(super) fn numbers(text: &str) -> (u32, u32) {
    let mut words = text.split(|c: char| !c.is_ascii_digit());
    let mut next = || words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
    (next(), next())
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn versions_are_two_numbers() {
        for (text, version) in [
            ("4.5 (Compatibility Profile) Mesa 22.3.6", (4, 5)),
            ("1.5 Trilobite", (1, 5)),
            ("1.20", (1, 20)),
            ("", (0, 0)),
        ] {
            assert_eq!(numbers(text), version, "{text}");
        }
    }
}
