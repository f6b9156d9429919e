//! Draws random setups of register combiners, and compares the pixels with the scalar evaluator of `shim_tests::combiners`.
//!
//! TRILOBITE_COMBINER_SETUPS=N runs N setups instead of the default. TRILOBITE_COMBINER_SEED=S runs the one that
//! failed.

#![cfg(all(target_arch = "x86_64", target_os = "linux"))]

use shim_tests::calls::script::{Player, SIDE};
use shim_tests::combiners::{Registers, Rgba, Setup, TEXTURES};
use shim_tests::random::Random;
use std::fmt::Write;

const SETUPS: u64 = 400;

/// A value that is linear over the picture: at the lower left corner, then what a width and a height add.
#[derive(Debug, Clone, Copy)]
struct Gradient([[f64; 3]; 4]);

impl Gradient {
    fn random(random: &mut Random) -> Gradient {
        Gradient([(); 4].map(|()| {
            let mut third = || f64::from(random.below(86)) / 256.0;
            [third(), third(), third()]
        }))
    }

    fn at(&self, x: f64, y: f64) -> Rgba {
        self.0.map(|[c, dx, dy]| c + dx * x + dy * y)
    }
}

/// The inputs of setups.
struct Scene {
    primary: Gradient,
    secondary: Gradient,
    /// Linear fog from 0 to 1: the coordinate, in red.
    fog: Option<Gradient>,
    fog_color: Rgba,
    /// The base formats and colours of the textures. All but the last are enabled.
    textures: [(&'static str, [u8; 4]); 3],
}

impl Scene {
    fn random(random: &mut Random) -> Scene {
        const FORMATS: [&str; 6] = [
            "RGBA",
            "RGB",
            "ALPHA",
            "LUMINANCE",
            "LUMINANCE_ALPHA",
            "INTENSITY",
        ];
        Scene {
            primary: Gradient::random(random),
            secondary: Gradient::random(random),
            fog: random.one_in(2).then(|| Gradient::random(random)),
            fog_color: [0.25, 0.75, 0.5, 1.0],
            textures: std::array::from_fn(|_| {
                let format = random.pick(&FORMATS);
                (format, std::array::from_fn(|_| random.below(256) as u8))
            }),
        }
    }

    fn script(&self) -> String {
        let mut out = "glFogi FOG_MODE LINEAR; glFogi FOG_COORD_SRC FOG_COORD; \
                       glFogfv FOG_COLOR [.25 .75 .5 1];"
            .to_owned();
        if self.fog.is_some() {
            out += "glEnable FOG;";
        }
        for (unit, (format, [r, g, b, a])) in self.textures.iter().enumerate() {
            let _ = write!(
                out,
                "glActiveTexture TEXTURE{unit}; glEnable TEXTURE_2D; glBindTexture TEXTURE_2D {};\
                 glTexParameteri TEXTURE_2D TEXTURE_MIN_FILTER NEAREST;\
                 glTexImage2D TEXTURE_2D 0 {format} 1 1 0 RGBA UNSIGNED_BYTE u8[{r} {g} {b} {a}];",
                unit + 1
            );
        }
        out
    }

    fn draw(&self) -> String {
        let mut out = "glBegin QUADS;".to_owned();
        for (x, y) in [(0, 0), (1, 0), (1, 1), (0, 1)] {
            let (fx, fy) = (f64::from(x), f64::from(y));
            let ([r, g, b, a], [r2, g2, b2, _]) =
                (self.primary.at(fx, fy), self.secondary.at(fx, fy));
            let fog = self.fog.map_or(0.0, |fog| fog.at(fx, fy)[0]);
            let _ = write!(
                out,
                "glColor4f {r} {g} {b} {a}; glSecondaryColor3f {r2} {g2} {b2}; glFogCoordf {fog};\
                 glVertex2i {} {};",
                2 * x - 1,
                2 * y - 1
            );
        }
        out + "glEnd"
    }

    fn registers(&self, x: usize, y: usize) -> Registers {
        let [x, y] = [x, y].map(|n| (n as f64 + 0.5) / SIDE as f64);
        let mut registers = Registers::new();
        registers.insert("PRIMARY_COLOR_NV", self.primary.at(x, y));
        let [r, g, b, _] = self.secondary.at(x, y);
        registers.insert("SECONDARY_COLOR_NV", [r, g, b, 0.0]);
        let factor = self.fog.map_or(1.0, |fog| 1.0 - fog.at(x, y)[0]);
        let [r, g, b, _] = self.fog_color;
        registers.insert("FOG", [r, g, b, factor]);
        for name in TEXTURES {
            registers.insert(name, [0.0; 4]);
        }
        for (name, (format, texel)) in TEXTURES.into_iter().zip(&self.textures) {
            let [r, g, b, a] = texel.map(|c| f64::from(c) / 255.0);
            // Table NV_register_combiners.2.
            let value = match *format {
                "ALPHA" => [0.0, 0.0, 0.0, a],
                "LUMINANCE" => [r, r, r, 1.0],
                "LUMINANCE_ALPHA" => [r, r, r, a],
                "INTENSITY" => [r; 4],
                "RGB" => [r, g, b, 1.0],
                _ => [r, g, b, a],
            };
            registers.insert(name, value);
        }
        registers
    }
}

/// Draws a seed's setup. Returns the number of compared pixels.
fn check(player: &Player, seed: u64) -> Result<usize, String> {
    let mut random = Random::new(seed);
    let (scene, setup) = (Scene::random(&mut random), Setup::random(&mut random));
    let scripts = [scene.script(), setup.script(), scene.draw()];
    let mut pixels = vec![0u8; SIDE * SIDE * 4];
    let error = player.with_context(|gl| -> Result<u32, String> {
        scripts.iter().try_for_each(|script| gl.run(script))?;
        let read = format!("glReadPixels 0 0 {SIDE} {SIDE} RGBA UNSIGNED_BYTE");
        gl.call_into(&read, pixels.as_mut_ptr())?;
        Ok(gl.error())
    })?;
    if error != 0 {
        return Err(format!("error {error:#x}\n{}", scripts.join("\n")));
    }
    let mut compared = 0;
    for at in (0..SIDE * SIDE).step_by(97) {
        let (x, y) = (at % SIDE, at / SIDE);
        let Some(expected) = setup.evaluate(&scene.registers(x, y)) else {
            continue;
        };
        compared += 1;
        let got: Vec<f64> = pixels[4 * at..][..4]
            .iter()
            .map(|c| f64::from(*c))
            .collect();
        let expected = expected.map(|c| 255.0 * c.clamp(0.0, 1.0));
        // Errors of interpolation grow with each scale by four.
        if got.iter().zip(&expected).any(|(a, b)| (a - b).abs() > 1.6) {
            return Err(format!(
                "pixel ({x}, {y}) is {got:?}, not {expected:?}\n{setup:#?}\n{:?}\n{}",
                scene.registers(x, y),
                scripts.join("\n").replace(';', ";\n")
            ));
        }
    }
    Ok(compared)
}

#[test]
fn random_setups_give_what_the_text_says() {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let player = Player::new();
    let seeds = match number("TRILOBITE_COMBINER_SEED") {
        Some(seed) => seed..seed + 1,
        None => 1..1 + number("TRILOBITE_COMBINER_SETUPS").unwrap_or(SETUPS),
    };
    let n = seeds.end - seeds.start;
    let mut compared = 0;
    for seed in seeds {
        match check(&player, seed) {
            Ok(pixels) => compared += pixels,
            Err(why) => panic!("TRILOBITE_COMBINER_SEED={seed}: {why}"),
        }
    }
    assert!(
        compared as u64 > 30 * n,
        "only {compared} pixels of {n} setups"
    );
}
