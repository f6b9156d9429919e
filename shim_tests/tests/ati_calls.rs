//! Makes random calls of ATI_fragment_shader's commands, in any order, with sensible and senseless arguments, among display
//! lists, primitives and draws.
//!
//! Each call's error and each draw's colour must be what the model `shim_tests::ati` says, and nothing may crash.
//!
//! Each seed is one sequence in a forked child. `ati_calls N` (or TRILOBITE_ATI_CALLS=N) makes N calls in all.
//! TRILOBITE_ATI_SEED=S plays the sequence that failed. A failing sequence is made small before it is shown.

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn main() {}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn main() -> std::process::ExitCode {
    shim_tests::calls::player::main::<sequences::Player>()
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod sequences {
    use shim_tests::ati::calls::{Call, Cap, Name, sequence};
    use shim_tests::ati::command::{Command, Operation};
    use shim_tests::ati::enums::{INVALID_ENUM, INVALID_OPERATION, INVALID_VALUE, name};
    use shim_tests::ati::evaluate::{Dimensions, Environment, Fog, Fragment, Rgba, evaluate};
    use shim_tests::ati::world::World;
    use shim_tests::calls::player::{Driver, Test};
    use shim_tests::random::Random;

    const CALLS_OF_SEED: usize = 2_500;
    const SIDE: usize = 4;

    const TEXTURE_2D: u64 = 0x0DE1;
    const TEXTURE_CUBE_MAP: u64 = 0x8513;
    const FRAGMENT_SHADER: u64 = 0x8920;
    /// The unit that has a cube map.
    const CUBE_UNIT: usize = 5;
    /// The textures of the units, of one texel each.
    const TEXELS: [[u8; 4]; 6] = [
        [255, 0, 51, 255],
        [0, 255, 102, 0],
        [51, 102, 153, 204],
        [255, 255, 255, 51],
        [0, 0, 0, 102],
        [204, 153, 0, 255],
    ];
    const FOG: Fog = Fog {
        end: 1.25,
        scale: 1.0,
        color: [0.25, 0.5, 0.75, 1.0],
    };

    /// The kinds of events that the children count.
    #[derive(Clone, Copy)]
    enum Count {
        Enums,
        Values,
        Operations,
        ShadedDraws,
        PlainDraws,
    }

    /// The context of a child, and the model of it.
    pub(crate) struct Player {
        world: World,
        pixel: *const [u8; 4],
    }

    impl Test for Player {
        type Call = Call;
        const NAME: &'static str = "ATI";
        const CALLS: u64 = 1_000_000;

        fn sequence(random: &mut Random) -> Vec<Call> {
            sequence(random, CALLS_OF_SEED)
        }

        fn begin(driver: &Driver) -> Player {
            let pixel = driver.make_context(SIDE);
            set_up(driver);
            Player {
                world: World::default(),
                pixel,
            }
        }

        fn step(&mut self, driver: &Driver, call: &Call) -> Result<bool, String> {
            if self.world.is_skipped(call) {
                return Ok(false);
            }
            let hand = Hand {
                driver,
                pixel: self.pixel,
            };
            hand.step(&mut self.world, call)?;
            Ok(true)
        }

        /// A test that did too little fails.
        fn summary(driver: &Driver) -> Result<String, String> {
            let n = |count: Count| driver.counted(count as usize);
            let (calls, shaded, plain) =
                (driver.calls(), n(Count::ShadedDraws), n(Count::PlainDraws));
            let errors = [Count::Enums, Count::Values, Count::Operations].map(n);
            let is_much = errors.iter().all(|e| *e * 20_000 > calls)
                && shaded * 100 > calls
                && plain * 1000 > calls;
            let summary = format!(
                "{calls} calls; INVALID_ENUM, _VALUE, _OPERATION: {errors:?}; {shaded} draws with a shader, {plain} with one that is not valid"
            );
            if is_much {
                Ok(summary)
            } else {
                Err(format!("the sequences reach too little: {summary}"))
            }
        }
    }

    /// The player of a child's calls.
    struct Hand<'a> {
        driver: &'a Driver,
        pixel: *const [u8; 4],
    }

    impl Hand<'_> {
        fn count(&self, count: Count) {
            self.driver.count(count as usize);
        }

        fn gl(&self, door: &str, whole: &[u64], floats: &[f32]) -> u64 {
            self.driver.gl(door, whole, floats)
        }

        /// Makes one call, and compares its error with the model.
        fn step(&self, world: &mut World, call: &Call) -> Result<(), String> {
            let returned = match call {
                Call::Draw(fragment) => {
                    self.draw_and_compare(world, fragment)
                        .map_err(|why| format!("draw: {why}"))?;
                    0
                }
                other => self.make(world, other),
            };
            match call {
                Call::Gen(range) => world.generated(*range, returned as u32)?,
                Call::IsEnabled(cap) if (returned as u8 != 0) != *world.enable(*cap) => {
                    return Err(format!("IsEnabled({cap:?}) gave {returned}"));
                }
                _ => {}
            }
            world.call(call);
            if !world.may_ask() {
                return Ok(());
            }
            let expected = world.take_errors();
            let got = self.gl("glGetError", &[], &[]) as u32;
            match got {
                INVALID_ENUM => self.count(Count::Enums),
                INVALID_VALUE => self.count(Count::Values),
                INVALID_OPERATION => self.count(Count::Operations),
                _ => {}
            }
            if expected.allow(got) {
                return Ok(());
            }
            let names: Vec<String> = expected.0.iter().map(|e| name(*e)).collect();
            Err(format!("{call}: error {}, not {names:?}", name(got)))
        }

        /// Makes the call through its door.
        fn make(&self, world: &World, call: &Call) -> u64 {
            let id = |name: Name| u64::from(world.resolve(name));
            let cap = |cap: Cap| match cap {
                Cap::Shader => FRAGMENT_SHADER,
                Cap::ColorSum => 0x8458,
                Cap::Fog => 0x0B60,
                Cap::Texture(unit) => {
                    self.gl("glActiveTexture", &[0x84C0 + u64::from(unit)], &[]);
                    target(unit.into())
                }
            };
            match call {
                Call::Gen(range) => self.gl("glGenFragmentShadersATI", &[(*range).into()], &[]),
                Call::Bind(n) => self.gl("glBindFragmentShaderATI", &[id(*n)], &[]),
                Call::Delete(n) => self.gl("glDeleteFragmentShaderATI", &[id(*n)], &[]),
                Call::Shader(command) => self.command(command),
                Call::NewList { list, execute } => {
                    let mode = 0x1300 + u64::from(*execute);
                    self.gl("glNewList", &[(*list).into(), mode], &[])
                }
                Call::EndList => self.gl("glEndList", &[], &[]),
                Call::CallList(list) => self.gl("glCallList", &[(*list).into()], &[]),
                Call::BeginPrimitive => self.gl("glBegin", &[0], &[]),
                Call::EndPrimitive => self.gl("glEnd", &[], &[]),
                Call::Enable(c, true) => self.gl("glEnable", &[cap(*c)], &[]),
                Call::Enable(c, false) => self.gl("glDisable", &[cap(*c)], &[]),
                Call::IsEnabled(c) => self.gl("glIsEnabled", &[cap(*c)], &[]),
                Call::PushEnables => self.gl("glPushAttrib", &[0x2000], &[]),
                Call::PopEnables => self.gl("glPopAttrib", &[], &[]),
                Call::Draw(_) => unreachable!("drawn elsewhere"),
            }
        }

        fn command(&self, command: &Command) -> u64 {
            match command {
                Command::Begin => self.gl("glBeginFragmentShaderATI", &[], &[]),
                Command::End => self.gl("glEndFragmentShaderATI", &[], &[]),
                Command::Route {
                    sample,
                    dst,
                    coord,
                    swizzle,
                } => {
                    let door = if *sample {
                        "glSampleMapATI"
                    } else {
                        "glPassTexCoordATI"
                    };
                    self.gl(door, &[*dst, *coord, *swizzle].map(u64::from), &[])
                }
                Command::Color(o) => {
                    let door = format!("glColorFragmentOp{}ATI", o.args.len());
                    self.operation(&door, &[o.op, o.dst, o.mask, o.modifier], o)
                }
                Command::Alpha(o) => {
                    let door = format!("glAlphaFragmentOp{}ATI", o.args.len());
                    self.operation(&door, &[o.op, o.dst, o.modifier], o)
                }
                Command::Constant { dst, value } => {
                    let arguments = [u64::from(*dst), value.as_ptr() as u64];
                    self.gl("glSetFragmentShaderConstantATI", &arguments, &[])
                }
            }
        }

        fn operation(&self, door: &str, head: &[u32], o: &Operation) -> u64 {
            let mut arguments: Vec<u64> = head.iter().map(|x| u64::from(*x)).collect();
            for arg in &o.args {
                arguments.extend([arg.source, arg.rep, arg.modifier].map(u64::from));
            }
            self.gl(door, &arguments, &[])
        }

        /// Draws over the whole window. An invalid shader must draw as if shaders were disabled (QUIRKS 2.35).
        fn draw_and_compare(&self, world: &World, fragment: &Fragment) -> Result<(), String> {
            let got = self.draw(fragment);
            if let Some(commands) = world.shader_in_use() {
                self.count(Count::ShadedDraws);
                let expected = expected(world, commands, fragment);
                let is_near = |(got, x): (&u8, &f32)| {
                    (f32::from(*got) - 255.0 * x.clamp(0.0, 1.0)).abs() <= 1.0
                };
                if !got.iter().zip(&expected).all(is_near) {
                    return Err(format!("{got:?}, not 255 × {expected:?}"));
                }
            } else if world.enables.shader {
                self.count(Count::PlainDraws);
                self.gl("glDisable", &[FRAGMENT_SHADER], &[]);
                let plain = self.draw(fragment);
                self.gl("glEnable", &[FRAGMENT_SHADER], &[]);
                if got != plain {
                    return Err(format!("{got:?}, not {plain:?} as without a shader"));
                }
            }
            Ok(())
        }

        fn draw(&self, fragment: &Fragment) -> [u8; 4] {
            self.gl("glColor4f", &[], &fragment.primary);
            self.gl("glSecondaryColor3f", &[], &fragment.secondary[..3]);
            self.gl("glFogCoordf", &[], &[fragment.fog_coord]);
            for (set, coords) in fragment.coords.iter().enumerate() {
                self.gl("glMultiTexCoord4f", &[0x84C0 + set as u64], coords);
            }
            self.gl("glBegin", &[7], &[]);
            for corner in [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]] {
                self.gl("glVertex2f", &[], &corner);
            }
            self.gl("glEnd", &[], &[]);
            self.gl("glFinish", &[], &[]);
            // SAFETY: the window lives as long as the process. The driver writes to it inside of calls only.
            unsafe { self.pixel.read_volatile() }
        }
    }

    /// Textures of one texel, fog.
    fn set_up(driver: &Driver) {
        for (unit, texel) in TEXELS.iter().enumerate() {
            driver.gl("glActiveTexture", &[0x84C0 + unit as u64], &[]);
            driver.gl("glBindTexture", &[target(unit), unit as u64 + 1], &[]);
            for filter in [0x2800, 0x2801] {
                driver.gl("glTexParameteri", &[target(unit), filter, 0x2600], &[]);
            }
            let images = match unit {
                CUBE_UNIT => 0x8515..0x851B,
                _ => TEXTURE_2D..TEXTURE_2D + 1,
            };
            for image in images {
                let (size, format) = ([1, 1, 0], [0x1908, 0x1401, texel.as_ptr() as u64]);
                let arguments = [&[image, 0, 0x8058][..], &size, &format].concat();
                driver.gl("glTexImage2D", &arguments, &[]);
            }
        }
        // FOG_MODE LINEAR, FOG_COORD_SRC FOG_COORD, start and end, colour.
        driver.gl("glFogi", &[0x0B65, 0x2601], &[]);
        driver.gl("glFogi", &[0x8450, 0x8451], &[]);
        driver.gl("glFogf", &[0x0B63], &[FOG.end - 1.0]);
        driver.gl("glFogf", &[0x0B64], &[FOG.end]);
        driver.gl("glFogfv", &[0x0B66, FOG.color.as_ptr() as u64], &[]);
        assert_eq!(
            driver.gl("glGetError", &[], &[]),
            0,
            "the context is set up"
        );
    }

    fn target(unit: usize) -> u64 {
        match unit {
            CUBE_UNIT => TEXTURE_CUBE_MAP,
            _ => TEXTURE_2D,
        }
    }

    /// The colour that a draw should have.
    fn expected(world: &World, commands: &[Command], fragment: &Fragment) -> Rgba {
        let mut targets = [None; 8];
        for (unit, enabled) in world.enables.texture.iter().enumerate() {
            targets[unit] = enabled.then_some(if unit == CUBE_UNIT {
                Dimensions::Three
            } else {
                Dimensions::Two
            });
        }
        let environment = Environment {
            constants: world.constants,
            targets,
            texel: &|unit, _| TEXELS[unit].map(|c| f32::from(c) / 255.0),
            color_sum: world.enables.color_sum,
            fog: world.enables.fog.then_some(FOG),
        };
        evaluate(commands, &environment, fragment)
    }
}
