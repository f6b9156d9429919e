//! Bindings of GL state (ARB_vertex_program table X.3, ARB_fragment_program table X.2).

use super::binding::Bound;
use super::parser::{Parser, Result};
use crate::frontend::assembly::arb::language::Stage;
use crate::frontend::assembly::arb::limits::Limits;
use crate::frontend::assembly::cursor::Token;
use crate::frontend::binding::{
    Binding, ColorTerm, Face, MatrixForm, MatrixName, SceneValue, TexGenCoord,
};
use crate::frontend::diagnostic::ErrorKind;

/// Returns what a row of a state stands for, given its name, as in `state.matrix.mvp` or `state.light[1].position`. A state that
/// is one vector has row 0 only. It is `None` for what names no state of either stage.
pub fn state_row(name: &str, row: u32) -> Option<Binding> {
    let rest = name.strip_prefix("state").filter(|r| r.starts_with('.'))?;
    let stages = [
        ("!!ARBvp1.0", &Limits::VERTEX, Stage::Vertex),
        ("!!ARBfp1.0", &Limits::FRAGMENT, Stage::Fragment),
    ];
    let bound = stages.into_iter().find_map(|(header, limits, stage)| {
        let text = format!("{header}{rest}");
        let mut parser = Parser::new(text.as_bytes(), limits, stage).ok()?;
        let bound = parser.state(true).ok()?;
        (parser.c.peek().ok()? == Token::End).then_some(bound)
    })?;
    match bound {
        Bound::One(binding) => (row == 0).then_some(binding),
        Bound::Rows(name, form, first, last) => (row <= last - first)
            .then(|| Binding::Scene(SceneValue::MatrixRow(name, form, first + row))),
        Bound::Env(..) | Bound::Local(..) => None,
    }
}

impl Parser<'_> {
    pub(crate) fn state(&mut self, array: bool) -> Result<Bound> {
        let word = self.dot_word()?;
        let fragment = self.p.fragment;
        // Each arm parses what follows its word. State of the other stage is unknown here.
        let state = match (word, fragment) {
            ("material", _) => self.material()?,
            ("light", _) => self.light()?,
            ("lightmodel", _) => self.light_model()?,
            ("lightprod", _) => {
                let n = self.index("light", self.limits.lights)?;
                let face = self.face();
                let word = self.dot_word()?;
                match color_term(word) {
                    Some(term) if term != ColorTerm::Emission => {
                        SceneValue::LightProduct(n, face, term)
                    }
                    _ => return self.unknown(word),
                }
            }
            ("texgen", false) => self.texgen()?,
            ("texenv", true) => {
                let unit = self.optional_index("texture unit", self.limits.texture_units)?;
                self.only("color", SceneValue::TexEnvColor(unit))?
            }
            ("fog", _) => match self.dot_word()? {
                "color" => SceneValue::FogColor,
                "params" => SceneValue::FogParams,
                word => return self.unknown(word),
            },
            ("clip", false) => {
                let n = self.index("clip plane", self.limits.clip_planes)?;
                self.only("plane", SceneValue::ClipPlane(n))?
            }
            ("point", false) => match self.dot_word()? {
                "size" => SceneValue::PointSize,
                "attenuation" => SceneValue::PointAttenuation,
                word => return self.unknown(word),
            },
            ("depth", true) => self.only("range", SceneValue::DepthRange)?,
            ("matrix", _) => return self.matrix(array),
            _ => return self.unknown(word),
        };
        Ok(Bound::One(Binding::Scene(state)))
    }

    fn only(&mut self, property: &str, state: SceneValue) -> Result<SceneValue> {
        let word = self.dot_word()?;
        if word == property {
            Ok(state)
        } else {
            self.unknown(word)
        }
    }

    fn face(&mut self) -> Face {
        match self.accept_dot(&["front", "back"]) {
            Some("back") => Face::Back,
            _ => Face::Front,
        }
    }

    fn material(&mut self) -> Result<SceneValue> {
        let face = self.face();
        let word = self.dot_word()?;
        match (word, color_term(word)) {
            ("shininess", _) => Ok(SceneValue::MaterialShininess(face)),
            (_, Some(term)) => Ok(SceneValue::Material(face, term)),
            _ => self.unknown(word),
        }
    }

    fn light(&mut self) -> Result<SceneValue> {
        let n = self.index("light", self.limits.lights)?;
        let word = self.dot_word()?;
        match word {
            "position" => Ok(SceneValue::LightPosition(n)),
            "attenuation" => Ok(SceneValue::LightAttenuation(n)),
            "half" => Ok(SceneValue::LightHalf(n)),
            "spot" => self.only("direction", SceneValue::LightSpotDirection(n)),
            _ => match color_term(word) {
                Some(term) if term != ColorTerm::Emission => Ok(SceneValue::Light(n, term)),
                _ => self.unknown(word),
            },
        }
    }

    fn light_model(&mut self) -> Result<SceneValue> {
        if self.accept_dot(&["ambient"]).is_some() {
            return Ok(SceneValue::LightModelAmbient);
        }
        let face = self.face();
        self.only("scenecolor", SceneValue::LightModelSceneColor(face))
    }

    fn texgen(&mut self) -> Result<SceneValue> {
        // Generation belongs to coordinate sets, of which there may be more than texture units (QUIRKS 0.54).
        let unit = self.optional_index("texture coordinate set", self.limits.texture_coords)?;
        let plane = self.dot_word()?;
        if plane != "eye" && plane != "object" {
            return self.unknown(plane);
        }
        let word = self.dot_word()?;
        let coord = match word {
            "s" => TexGenCoord::S,
            "t" => TexGenCoord::T,
            "r" => TexGenCoord::R,
            "q" => TexGenCoord::Q,
            _ => return self.unknown(word),
        };
        Ok(if plane == "eye" {
            SceneValue::TexGenEye(unit, coord)
        } else {
            SceneValue::TexGenObject(unit, coord)
        })
    }

    fn matrix(&mut self, array: bool) -> Result<Bound> {
        let word = self.dot_word()?;
        // Which matrix. Projection and MVP have no number.
        let name = match word {
            "modelview" => MatrixName::ModelView(
                self.optional_index("modelview matrix", self.limits.vertex_units)?,
            ),
            "projection" => MatrixName::Projection,
            "mvp" => MatrixName::Mvp,
            "texture" => MatrixName::Texture(
                self.optional_index("texture matrix", self.limits.texture_coords)?,
            ),
            "palette" => {
                MatrixName::Palette(self.index("palette matrix", self.limits.palette_matrices)?)
            }
            "program" => MatrixName::Program(self.index("program matrix", self.limits.matrices)?),
            _ => return self.unknown(word),
        };
        if matches!(name, MatrixName::Projection | MatrixName::Mvp) && self.accept(b'[') {
            return self.error(ErrorKind::MatrixIndex(word.to_string()));
        }
        // Which form of it.
        let form = match self.accept_dot(&["inverse", "transpose", "invtrans"]) {
            Some("inverse") => MatrixForm::Inverse,
            Some("transpose") => MatrixForm::Transpose,
            Some(_) => MatrixForm::InverseTranspose,
            None => MatrixForm::Plain,
        };
        // Which rows: all four without `.row`, else one, or a range where an array is bound.
        if self.accept_dot(&["row"]).is_none() {
            return Ok(Bound::Rows(name, form, 0, 3));
        }
        self.punct(b'[', "\"[\"")?;
        let (first, last) = self.range("matrix row", 4, array)?;
        if first == last {
            return Ok(Bound::One(Binding::Scene(SceneValue::MatrixRow(
                name, form, first,
            ))));
        }
        Ok(Bound::Rows(name, form, first, last))
    }
}

fn color_term(word: &str) -> Option<ColorTerm> {
    Some(match word {
        "ambient" => ColorTerm::Ambient,
        "diffuse" => ColorTerm::Diffuse,
        "specular" => ColorTerm::Specular,
        "emission" => ColorTerm::Emission,
        _ => return None,
    })
}
