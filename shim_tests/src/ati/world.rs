//! A model of a context under any sequence of the extension's commands (ATI_fragment_shader 3.8.11, 5.4; QUIRKS 2.23 to
//! 2.43). It has names, definitions, display lists, Begin and End of primitives, and the shader that a draw uses.

use super::calls::{Call, Cap, Name};
use super::command::Command;
use super::definition::{Definition, Errors, constant_errors};
use super::enums::*;
use super::evaluate::Rgba;
use std::collections::BTreeMap;

/// Larger ranges test only that the driver survives. The model does not follow the names that they take.
const LARGE_RANGE: u32 = 1 << 12;

/// Enables that ENABLE_BIT saves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Enables {
    pub shader: bool,
    pub color_sum: bool,
    pub fog: bool,
    /// The texture targets of units 0 to 5.
    pub texture: [bool; 6],
}

/// The state that a context should have.
#[derive(Debug, Default)]
pub struct World {
    /// Shaders by name; a shader that was never successfully defined has no commands. The default shader is absent
    /// until it is defined.
    shaders: BTreeMap<u32, Option<Vec<Command>>>,
    bound: u32,
    definition: Option<Definition>,
    /// Constants of the context.
    pub constants: [Rgba; 8],
    pub enables: Enables,
    stack: Vec<Enables>,
    lists: BTreeMap<u32, Vec<Call>>,
    compiling: Option<(u32, bool, Vec<Call>)>,
    in_primitive: bool,
    /// The names that GenFragmentShadersATI returned, in order.
    generated: Vec<u32>,
    /// Whether a range was requested that is too large to follow.
    is_crowded: bool,
    pending: Errors,
}

impl World {
    /// Whether the test leaves out this call now, because it would be compiled or belongs to another chapter.
    pub fn is_skipped(&self, call: &Call) -> bool {
        let is_compiling = self.compiling.is_some();
        match call {
            Call::Draw(_) => is_compiling || self.in_primitive,
            Call::BeginPrimitive | Call::EndPrimitive | Call::CallList(_) => is_compiling,
            // ActiveTexture would be compiled.
            Call::IsEnabled(Cap::Texture(_)) if is_compiling => true,
            Call::IsEnabled(_) => self.in_primitive,
            Call::PushEnables => is_compiling || self.stack.len() == 8,
            Call::PopEnables => is_compiling || self.stack.is_empty(),
            _ => false,
        }
    }

    /// Whether GetError may be called now.
    pub fn may_ask(&self) -> bool {
        !self.in_primitive
    }

    /// The errors that GetError may return.
    pub fn take_errors(&mut self) -> Errors {
        std::mem::take(&mut self.pending)
    }

    /// The number that `name` has now.
    pub fn resolve(&self, name: Name) -> u32 {
        match name {
            Name::Plain(id) => id,
            Name::Generated(n) => match self.generated.len() {
                0 => 0,
                len => self.generated[n as usize % len],
            },
        }
    }

    /// The shader that draws use. There is none during a definition, or after one that failed (QUIRKS 2.35).
    pub fn shader_in_use(&self) -> Option<&[Command]> {
        if !self.enables.shader || self.definition.is_some() {
            return None;
        }
        self.shaders.get(&self.bound)?.as_deref()
    }

    /// Between BeginFragmentShaderATI and EndFragmentShaderATI.
    pub fn is_defining(&self) -> bool {
        self.definition.is_some()
    }

    /// The call that ends the primitive or list that is open now.
    pub fn end_of_open(&self) -> Option<Call> {
        if self.in_primitive {
            return Some(Call::EndPrimitive);
        }
        self.compiling.as_ref().map(|_| Call::EndList)
    }

    /// Applies a call, and records the errors that it may raise.
    pub fn call(&mut self, call: &Call) {
        // A list records the number that the name has now.
        let call = &match call {
            Call::Bind(name) => Call::Bind(Name::Plain(self.resolve(*name))),
            other => other.clone(),
        };
        let errors = match &mut self.compiling {
            Some((_, execute, items)) if is_compiled(call) => {
                items.push(call.clone());
                if *execute {
                    self.execute(call)
                } else {
                    Errors::NONE
                }
            }
            _ => self.execute(call),
        };
        if self.pending.is_none() {
            self.pending = errors;
        }
    }

    fn execute(&mut self, call: &Call) -> Errors {
        // Between Begin and End all commands but two are errors; within a definition three more are.
        if self.in_primitive && !matches!(call, Call::EndPrimitive | Call::CallList(_)) {
            return Errors::only(INVALID_OPERATION);
        }
        let is_refused_inside = matches!(call, Call::Gen(_) | Call::Bind(_) | Call::Delete(_));
        if is_refused_inside && self.definition.is_some() {
            let mut errors = Errors::only(INVALID_OPERATION);
            if *call == Call::Gen(0) {
                errors.0.push(INVALID_VALUE);
            }
            return errors;
        }
        match call {
            Call::Gen(range) => return self.generate_errors(*range),
            Call::Bind(name) => {
                self.bound = self.resolve(*name);
                self.shaders.entry(self.bound).or_default();
            }
            Call::Delete(name) => self.delete(self.resolve(*name)),
            Call::Shader(command) => return self.shader_command(command),
            Call::NewList { list, execute } => {
                if self.compiling.is_some() {
                    return Errors::only(INVALID_OPERATION);
                }
                self.compiling = Some((*list, *execute, Vec::new()));
            }
            Call::EndList => match self.compiling.take() {
                Some((list, _, items)) => _ = self.lists.insert(list, items),
                None => return Errors::only(INVALID_OPERATION),
            },
            Call::CallList(list) => return self.call_list(*list),
            Call::BeginPrimitive => self.in_primitive = true,
            Call::EndPrimitive => {
                if !self.in_primitive {
                    return Errors::only(INVALID_OPERATION);
                }
                self.in_primitive = false;
            }
            Call::Enable(cap, on) => *self.enable(*cap) = *on,
            Call::PushEnables => self.stack.push(self.enables),
            Call::PopEnables => self.enables = self.stack.pop().expect("skipped when empty"),
            Call::IsEnabled(_) | Call::Draw(_) => {}
        }
        Errors::NONE
    }

    /// The state of an enable.
    pub fn enable(&mut self, cap: Cap) -> &mut bool {
        match cap {
            Cap::Shader => &mut self.enables.shader,
            Cap::ColorSum => &mut self.enables.color_sum,
            Cap::Fog => &mut self.enables.fog,
            Cap::Texture(unit) => &mut self.enables.texture[unit as usize],
        }
    }

    fn generate_errors(&self, range: u32) -> Errors {
        match range {
            0 => Errors::only(INVALID_VALUE),
            LARGE_RANGE.. => Errors(vec![NO_ERROR, OUT_OF_MEMORY]),
            _ => Errors::NONE,
        }
    }

    /// Checks and records the names that GenFragmentShadersATI returned, if it raised no error.
    pub fn generated(&mut self, range: u32, first: u32) -> Result<(), String> {
        let is_refused = range == 0 || self.definition.is_some() || self.in_primitive;
        if is_refused {
            return match first {
                0 => Ok(()),
                _ => Err(format!("returned {first}, not 0")),
            };
        }
        self.is_crowded |= range >= LARGE_RANGE;
        if first == 0 {
            return if self.is_crowded {
                Ok(())
            } else {
                Err("returned 0".to_owned())
            };
        }
        let Some(last) = first.checked_add(range - 1) else {
            return Err(format!("returned {first}: {range} names do not fit"));
        };
        if let Some((taken, _)) = self.shaders.range(first..=last).next() {
            return Err(format!("returned {first}, but {taken} is in use"));
        }
        if range < LARGE_RANGE {
            for name in first..=last {
                self.shaders.insert(name, None);
                self.generated.push(name);
            }
        }
        Ok(())
    }

    /// Unknown names and 0 are ignored. The default shader replaces a deleted one that is bound (QUIRKS 2.27).
    fn delete(&mut self, name: u32) {
        if name != 0 && self.shaders.remove(&name).is_some() && self.bound == name {
            self.bound = 0;
        }
    }

    fn shader_command(&mut self, command: &Command) -> Errors {
        let Some(definition) = &mut self.definition else {
            return self.outside(command);
        };
        let errors = definition.errors(command);
        match command {
            Command::Begin => {}
            Command::End => {
                let commands = std::mem::take(&mut definition.commands);
                let shader = errors.is_none().then_some(commands);
                self.shaders.insert(self.bound, shader);
                self.definition = None;
            }
            other if errors.is_none() => definition.accept(other),
            _ => {}
        }
        errors
    }

    /// Commands outside a definition. Begin discards the earlier definition of the shader (QUIRKS 2.36).
    fn outside(&mut self, command: &Command) -> Errors {
        match command {
            Command::Begin => {
                self.shaders.insert(self.bound, None);
                self.definition = Some(Definition::default());
                Errors::NONE
            }
            Command::Constant { dst, value } => {
                let errors = constant_errors(*dst);
                if errors.is_none() {
                    self.constants[(dst - CON_0) as usize] = *value;
                }
                errors
            }
            other => {
                // GL may check the enums first.
                let mut errors = Definition::default().errors(other);
                errors.0.retain(|e| *e == INVALID_ENUM);
                errors.0.push(INVALID_OPERATION);
                errors
            }
        }
    }

    /// The first error stays.
    fn call_list(&mut self, list: u32) -> Errors {
        let items = self.lists.get(&list).cloned().unwrap_or_default();
        let mut first = Errors::NONE;
        for item in &items {
            let errors = self.execute(item);
            if first.is_none() {
                first = errors;
            }
        }
        first
    }
}

/// The calls that NewList records: of the extension's commands, BindFragmentShaderATI and SetFragmentShaderConstantATI
/// (QUIRKS 2.28).
fn is_compiled(call: &Call) -> bool {
    matches!(
        call,
        Call::Bind(_) | Call::Shader(Command::Constant { .. }) | Call::Enable(..)
    )
}
