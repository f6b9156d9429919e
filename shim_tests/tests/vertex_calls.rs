//! Makes random calls of EXT_vertex_shader's commands, in any order, with sensible and senseless arguments, inside and
//! outside definitions and primitives.
//!
//! Each call's error, the names that are made, and the state of shaders and symbols must be what
//! `shim_tests::vertex_shader::world` says.
//!
//! `vertex_calls N` (or TRILOBITE_VERTEX_API_CALLS=N) makes N calls in all. TRILOBITE_VERTEX_API_SEED=S plays the
//! sequence that failed.

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
fn main() {}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
fn main() -> std::process::ExitCode {
    shim_tests::calls::player::main::<sequences::Player>()
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod sequences {
    use shim_tests::calls::errors::{Errors, INVALID_ENUM, INVALID_OPERATION, INVALID_VALUE};
    use shim_tests::calls::player::{Driver, Test};
    use shim_tests::random::Random;
    use shim_tests::vertex_shader::bound_state::BOUND;
    use shim_tests::vertex_shader::call_maker::sequence;
    use shim_tests::vertex_shader::calls::{Call, Id, Kind};
    use shim_tests::vertex_shader::command::Type;
    use shim_tests::vertex_shader::numbers::bytes;
    use shim_tests::vertex_shader::world::{
        TYPES, VARIANT_ARRAY, VARIANT_ARRAY_POINTER, World, properties,
    };

    const CALLS_OF_SEED: usize = 2_000;
    const SIDE: usize = 4;
    const VERTEX_SHADER: u64 = 0x8780;
    const VERTEX_SHADER_BINDING: u64 = 0x8781;
    const TRIANGLES: u64 = 4;
    const WRONG_ENUM: u64 = 0x1234;

    /// The kinds of events that the children count.
    #[derive(Clone, Copy)]
    enum Count {
        Enums,
        Values,
        Operations,
        Accepted,
        Inspected,
    }

    /// The context of a child, and the model of it.
    pub(crate) struct Player {
        world: World,
        /// The errors that GetError may return when it is allowed again.
        pending: Errors,
    }

    impl Test for Player {
        type Call = Call;
        const NAME: &'static str = "VERTEX_API";
        const CALLS: u64 = 300_000;

        fn sequence(random: &mut Random) -> Vec<Call> {
            sequence(random, CALLS_OF_SEED)
        }

        fn begin(driver: &Driver) -> Player {
            driver.make_context(SIDE);
            Player {
                world: World::default(),
                pending: Errors::NONE,
            }
        }

        fn step(&mut self, driver: &Driver, call: &Call) -> Result<bool, String> {
            let in_primitive = self.world.in_primitive();
            if in_primitive && matches!(call, Call::Draw | Call::Inspect) {
                return Ok(false);
            }
            let hand = Hand(driver);
            let expected = self.world.errors(call);
            let returned = hand.make(&self.world, call)?;
            if expected.is_none() {
                let done = self.world.done(call, returned);
                done.map_err(|why| format!("{call}: {why}"))?;
            } else if returned != 0 {
                return Err(format!("{call}: refused, and gave {returned}"));
            }
            if self.pending.is_none() {
                self.pending = expected;
            }
            if !self.world.in_primitive() {
                self.compare_error(&hand, call)?;
            }
            Ok(true)
        }

        /// A test that did too little fails.
        fn summary(driver: &Driver) -> Result<String, String> {
            let n = |count: Count| driver.counted(count as usize);
            let errors = [Count::Enums, Count::Values, Count::Operations].map(n);
            let (calls, accepted, inspected) =
                (driver.calls(), n(Count::Accepted), n(Count::Inspected));
            let summary = format!(
                "{calls} calls, {accepted} accepted; INVALID_ENUM, _VALUE, _OPERATION: {errors:?}; {inspected} symbols inspected"
            );
            let is_much = errors.iter().all(|e| *e * 200 > calls) && accepted * 3 > calls;
            if is_much && inspected > calls / 10 {
                Ok(summary)
            } else {
                Err(format!("the sequences reach too little: {summary}"))
            }
        }
    }

    impl Player {
        fn compare_error(&mut self, hand: &Hand<'_>, call: &Call) -> Result<(), String> {
            let expected = std::mem::take(&mut self.pending);
            let got = hand.gl("glGetError", &[]) as u32;
            hand.0.count(match got {
                INVALID_ENUM => Count::Enums,
                INVALID_VALUE => Count::Values,
                INVALID_OPERATION => Count::Operations,
                _ => Count::Accepted,
            } as usize);
            if expected.allow(got) {
                Ok(())
            } else {
                Err(format!("{call}: error {got:#x}, not {:x?}", expected.0))
            }
        }
    }

    /// The player of a child's calls.
    struct Hand<'a>(&'a Driver);

    impl Hand<'_> {
        fn gl(&self, door: &str, arguments: &[u64]) -> u64 {
            self.0.gl(door, arguments, &[])
        }

        /// Makes the call through its door. Returns its result, or 0 for commands without one.
        fn make(&self, world: &World, call: &Call) -> Result<u32, String> {
            let id = |id: &Id| u64::from(world.id(*id));
            let name = |name| u64::from(world.name(name));
            let returned = match call {
                Call::GenShaders(range) => self.gl("glGenVertexShadersEXT", &[(*range).into()]),
                Call::GenSymbols {
                    data,
                    storage,
                    range,
                    count,
                } => {
                    let arguments = [*data, *storage, *range, *count].map(u64::from);
                    self.gl("glGenSymbolsEXT", &arguments)
                }
                Call::BindState(row, wrong) => self.bind_state(*row, *wrong),
                Call::Inspect => return self.inspect(world).map(|()| 0),
                Call::IsArrayEnabled(symbol, cap) => {
                    return self.is_array_enabled(world, call, id(symbol), *cap);
                }
                other => {
                    match other {
                        Call::BindShader(n) => self.gl("glBindVertexShaderEXT", &[name(*n)]),
                        Call::DeleteShader(n) => self.gl("glDeleteVertexShaderEXT", &[name(*n)]),
                        Call::Begin => self.gl("glBeginVertexShaderEXT", &[]),
                        Call::End => self.gl("glEndVertexShaderEXT", &[]),
                        Call::Enable(true) => self.gl("glEnable", &[VERTEX_SHADER]),
                        Call::Enable(false) => self.gl("glDisable", &[VERTEX_SHADER]),
                        Call::BeginPrimitive => self.gl("glBegin", &[TRIANGLES]),
                        Call::EndPrimitive => self.gl("glEnd", &[]),
                        Call::Draw => self.draw(),
                        symbols => self.on_symbols(symbols, id),
                    };
                    0
                }
            };
            Ok(returned as u32)
        }

        /// Commands that take symbols.
        fn on_symbols(&self, call: &Call, id: impl Fn(&Id) -> u64) -> u64 {
            let four = |door: &str, res: &Id, from: &Id, of: &[u32; 4]| {
                let [x, y, z, w] = of.map(u64::from);
                self.gl(door, &[id(res), id(from), x, y, z, w])
            };
            match call {
                Call::Op { op, res, args } => {
                    let mut arguments = vec![u64::from(*op), id(res)];
                    arguments.extend(args.iter().map(&id));
                    self.gl(&format!("glShaderOp{}EXT", args.len()), &arguments)
                }
                Call::Swizzle(res, from, select) => four("glSwizzleEXT", res, from, select),
                Call::WriteMask(res, from, mask) => four("glWriteMaskEXT", res, from, mask),
                Call::Insert(res, src, num) => {
                    let arguments = [id(res), id(src), (*num).into()];
                    self.gl("glInsertComponentEXT", &arguments)
                }
                Call::Extract(res, src, num) => {
                    let arguments = [id(res), id(src), (*num).into()];
                    self.gl("glExtractComponentEXT", &arguments)
                }
                Call::SetInvariant(symbol, ty, data) => {
                    let data = bytes(*ty, data);
                    let arguments = [id(symbol), (*ty).into(), data.as_ptr() as u64];
                    self.gl("glSetInvariantEXT", &arguments)
                }
                Call::SetLocalConstant(symbol, ty, data) => {
                    let data = bytes(*ty, data);
                    let arguments = [id(symbol), (*ty).into(), data.as_ptr() as u64];
                    self.gl("glSetLocalConstantEXT", &arguments)
                }
                Call::Variant(symbol, ty, data) => {
                    let data = bytes(*ty, data);
                    let letters = ["b", "ub", "s", "us", "i", "ui", "f"];
                    let letter = letters.get((ty - 0x1400) as usize).unwrap_or(&"d");
                    let arguments = [id(symbol), data.as_ptr() as u64];
                    self.gl(&format!("glVariant{letter}vEXT"), &arguments)
                }
                Call::VariantPointer {
                    id: symbol,
                    ty,
                    stride,
                    pointer,
                } => {
                    let arguments = [id(symbol), (*ty).into(), (*stride).into(), *pointer];
                    self.gl("glVariantPointerEXT", &arguments)
                }
                Call::EnableArray(symbol, on) => {
                    let what = if *on { "Enable" } else { "Disable" };
                    let door = format!("gl{what}VariantClientStateEXT");
                    self.gl(&door, &[id(symbol)])
                }
                Call::Get(kind, symbol, value) => {
                    self.floats(*kind, id(symbol), (*value).into());
                    0
                }
                Call::GetPointer(symbol, value) => {
                    self.pointer(id(symbol), (*value).into());
                    0
                }
                other => unreachable!("{other} takes no symbols"),
            }
        }

        fn bind_state(&self, row: usize, wrong: usize) -> u64 {
            let row = &BOUND[row];
            let mut arguments: Vec<u64> = row.arguments.iter().map(|a| u64::from(*a)).collect();
            if let Some(argument) = wrong.checked_sub(1) {
                arguments[argument] = WRONG_ENUM;
            }
            self.gl(row.command, &arguments)
        }

        fn draw(&self) -> u64 {
            self.gl("glBegin", &[TRIANGLES]);
            for corner in [[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]] {
                self.0.gl("glVertex2f", &[], &corner);
            }
            self.gl("glEnd", &[]);
            self.gl("glFinish", &[])
        }

        fn is_array_enabled(
            &self,
            world: &World,
            call: &Call,
            symbol: u64,
            cap: u32,
        ) -> Result<u32, String> {
            let got = self.gl("glIsVariantEnabledEXT", &[symbol, cap.into()]) as u8 != 0;
            let is_refused = !world.errors(call).is_none();
            let expected = !is_refused && world.array(symbol as u32).enabled;
            if got == expected {
                Ok(0)
            } else {
                Err(format!("{call}: {got}"))
            }
        }

        /// Up to sixteen numbers of a symbol. A number that was not written is NaN.
        fn floats(&self, kind: Kind, symbol: u64, value: u64) -> [f32; 16] {
            let mut numbers = [f32::NAN; 16];
            let door = format!("glGet{kind:?}FloatvEXT");
            self.gl(&door, &[symbol, value, numbers.as_mut_ptr() as u64]);
            numbers
        }

        fn pointer(&self, symbol: u64, value: u64) -> u64 {
            let mut pointer = u64::MAX;
            let to = &raw mut pointer as u64;
            self.gl("glGetVariantPointervEXT", &[symbol, value, to]);
            pointer
        }

        /// Compares all state with the model.
        fn inspect(&self, world: &World) -> Result<(), String> {
            let mut binding = -1i32;
            let to = &raw mut binding as u64;
            self.gl("glGetIntegerv", &[VERTEX_SHADER_BINDING, to]);
            if binding as u32 != world.bound {
                return Err(format!("shader {binding} is bound, not {}", world.bound));
            }
            let enabled = self.gl("glIsEnabled", &[VERTEX_SHADER]) as u8 != 0;
            if enabled != world.enabled {
                return Err(format!("VERTEX_SHADER: {enabled}"));
            }
            for block in &world.symbols.0 {
                for symbol in block.first..block.first + block.count {
                    self.inspect_symbol(world, symbol)?;
                }
            }
            Ok(())
        }

        fn inspect_symbol(&self, world: &World, symbol: u32) -> Result<(), String> {
            for kind in [Kind::Variant, Kind::Invariant, Kind::LocalConstant] {
                let Some((ty, value)) = world.answer(kind, symbol) else {
                    continue;
                };
                self.0.count(Count::Inspected as usize);
                let [of_value, of_type, ..] = *properties(kind) else {
                    unreachable!("value and type");
                };
                let enums = [Type::S, Type::V, Type::M];
                let expected = TYPES
                    .zip(enums)
                    .find(|(_, t)| *t == ty)
                    .map(|(n, _)| n as f32);
                let [got, ..] = self.floats(kind, symbol.into(), of_type.into());
                if Some(got) != expected {
                    return Err(format!("symbol {symbol}: type {got}, not {expected:?}"));
                }
                let n = [1, 4, 16][enums.iter().position(|t| *t == ty).unwrap_or(0)];
                let got = self.floats(kind, symbol.into(), of_value.into());
                let written = got.iter().filter(|x| !x.is_nan()).count();
                if written != n || value.is_some_and(|value| !are_near(&got[..n], &value[..n])) {
                    return Err(format!("symbol {symbol}: {got:?}, not {value:?}"));
                }
                if kind == Kind::Variant {
                    self.inspect_array(world, symbol)?;
                }
            }
            Ok(())
        }

        fn inspect_array(&self, world: &World, symbol: u32) -> Result<(), String> {
            let array = world.array(symbol);
            let [_, _, of_stride, of_type] = *properties(Kind::Variant) else {
                unreachable!("the properties of arrays");
            };
            let of = |value: u32| self.floats(Kind::Variant, symbol.into(), value.into())[0];
            let got = (
                of(of_stride),
                of(of_type),
                self.pointer(symbol.into(), VARIANT_ARRAY_POINTER.into()),
                self.gl(
                    "glIsVariantEnabledEXT",
                    &[symbol.into(), VARIANT_ARRAY.into()],
                ) as u8
                    != 0,
            );
            let expected = (
                array.stride as f32,
                array.ty as f32,
                array.pointer,
                array.enabled,
            );
            if got == expected {
                Ok(())
            } else {
                Err(format!("array of {symbol}: {got:?}, not {expected:?}"))
            }
        }
    }

    /// Whether values are equal, except for the rounding of integers that are mapped to [−1, 1].
    fn are_near(a: &[f32], b: &[f32]) -> bool {
        let near = |(x, y): (&f32, &f32)| (x - y).abs() <= 1e-6 * y.abs().max(1e-3);
        a.iter().zip(b).all(near)
    }
}
