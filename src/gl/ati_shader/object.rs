//! Fragment shaders of ATI_fragment_shader: names, binding, definitions, constants (section 3.8.11; QUIRKS 2.24, 2.27,
//! 2.31, 2.36, 2.43). [`super::commands`] has the commands inside a definition.
//!
//! A shader belongs to the share group, its open definition to the context that began it. EndFragmentShaderATI without an
//! error gives a shader code, until the next BeginFragmentShaderATI. Without code, draws behave as if FRAGMENT_SHADER_ATI
//! were disabled (QUIRKS 2.35).

pub use super::code::DefinedShader;
use crate::device::Share;
use crate::device::state::revision::Watched;
use crate::frontend::assembly::ati::recorder::Recorder;
use crate::frontend::assembly::ati::shader::CONSTANTS;
use crate::frontend::diagnostic::ErrorKind;
use crate::gl::context::enums::CON_0_ATI;
use crate::gl::context::name_ranges::NameRanges;
use crate::gl::{Call, Context, GlError, Result, ShareGroup};
use crate::platform::ClientPtr;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A shader as contexts hold it: the result of its last definition, if it is valid.
type Shared = Arc<Watched<Option<Arc<DefinedShader>>>>;

/// A shader without a definition.
fn new_shader(share: &Share) -> Shared {
    Arc::new(Watched::new(share, None))
}

/// The shaders of a share group, by name.
#[derive(Debug, Default)]
pub struct FragmentShaders {
    objects: FxHashMap<u32, Shared>,
    /// The names that were generated, or first used by binding.
    names: NameRanges,
}

#[derive(Debug)]
pub struct FragmentShaderState {
    pub enabled: bool,
    /// The context's constants CON_0_ATI to CON_7_ATI, which shaders that define none use.
    pub constants: [[f32; 4]; CONSTANTS],
    /// The bound shader. It stays alive here when another context deletes it.
    bound: Shared,
    /// The shader of name 0.
    default: Shared,
    /// The definition of the bound shader, between BeginFragmentShaderATI and EndFragmentShaderATI.
    definition: Option<Recorder>,
}

impl FragmentShaderState {
    /// The initial state of a context of a share group.
    pub fn new(share: &Share) -> FragmentShaderState {
        let default = new_shader(share);
        FragmentShaderState {
            enabled: false,
            constants: [[0.0; 4]; CONSTANTS],
            bound: default.clone(),
            default,
            definition: None,
        }
    }

    /// The shader that draws run. Returns `None` when shaders are disabled or the bound one is not valid.
    pub fn active(&self) -> Option<Arc<DefinedShader>> {
        if !self.enabled {
            return None;
        }
        self.bound.lock().clone()
    }

    pub(crate) fn definition(&mut self) -> Result<&mut Recorder> {
        self.definition.as_mut().ok_or(GlError::invalid_operation(
            "no fragment shader is being defined",
        ))
    }

    /// Gives INVALID_OPERATION inside a definition, for Gen, Bind, Delete and Begin.
    fn outside_definition(&self) -> Result {
        match self.definition {
            Some(_) => Err(GlError::invalid_operation(
                "not allowed between BeginFragmentShader and EndFragmentShader",
            )),
            None => Ok(()),
        }
    }

    fn bind(&mut self, shared: &ShareGroup, name: u32) {
        self.bound = if name == 0 {
            self.default.clone()
        } else {
            let shaders = &mut *shared.fragment_shaders.lock();
            shaders.names.insert(name);
            let object = shaders.objects.entry(name);
            object.or_insert_with(|| new_shader(&shared.device)).clone()
        };
    }
}

/// The error of a command that the shader under definition refuses. The log gives the reason.
pub(crate) fn refused(kind: ErrorKind) -> GlError {
    log::debug!(target: crate::debug::CALLS, "fragment shader: {kind}");
    GlError::invalid_operation("the fragment shader under definition does not allow this")
}

/// `glGenFragmentShadersATI`. Gives INVALID_VALUE for a range of 0. It returns 0 without an error when there are fewer than
/// `range` consecutive names.
pub fn gen_fragment_shaders_ati(call: &mut Call<'_>, range: u32) -> Result<u32> {
    call.cx.fragment_shaders.outside_definition()?;
    if range == 0 {
        return Err(GlError::invalid_value("GenFragmentShaders: the range is 0"));
    }
    let shaders = &mut *call.cx.shared.fragment_shaders.lock();
    Ok(shaders.names.take(range).unwrap_or(0))
}

/// `glBindFragmentShaderATI`: an unused name becomes a shader.
pub fn bind_fragment_shader_ati(call: &mut Call<'_>, id: u32) -> Result {
    let Context {
        fragment_shaders,
        shared,
        ..
    } = &mut *call.cx;
    fragment_shaders.outside_definition()?;
    fragment_shaders.bind(shared, id);
    Ok(())
}

/// `glDeleteFragmentShaderATI`: 0 and unused names are ignored. When a bound shader is deleted, the default one is bound.
pub fn delete_fragment_shader_ati(call: &mut Call<'_>, id: u32) -> Result {
    let Context {
        fragment_shaders,
        shared,
        ..
    } = &mut *call.cx;
    fragment_shaders.outside_definition()?;
    let deleted = {
        let shaders = &mut *shared.fragment_shaders.lock();
        shaders.names.remove(id);
        shaders.objects.remove(&id)
    };
    if deleted.is_some_and(|shader| Arc::ptr_eq(&shader, &fragment_shaders.bound)) {
        fragment_shaders.bind(shared, 0);
    }
    Ok(())
}

/// `glBeginFragmentShaderATI`: the bound shader's earlier definition is dropped (QUIRKS 2.36).
pub fn begin_fragment_shader_ati(call: &mut Call<'_>) -> Result {
    let state = &mut call.cx.fragment_shaders;
    state.outside_definition()?;
    *state.bound.lock() = None;
    state.definition = Some(Recorder::new());
    Ok(())
}

/// `glEndFragmentShaderATI`. Gives INVALID_OPERATION outside of a definition, and for an invalid shader. In the second case
/// the definition ends, and the shader stays undefined.
pub fn end_fragment_shader_ati(call: &mut Call<'_>) -> Result {
    let state = &mut call.cx.fragment_shaders;
    state.definition()?;
    let recorder = state.definition.take().unwrap_or_default();
    let shader = recorder.finish().map_err(refused)?;
    *state.bound.lock() = Some(Arc::new(DefinedShader::new(shader)));
    Ok(())
}

/// `glSetFragmentShaderConstantATI`: sets a constant of the shader inside of a definition, else one of the context. Display
/// lists hold it (section 5.4).
pub fn set_fragment_shader_constant_ati(
    call: &mut Call<'_>,
    dst: u32,
    value: ClientPtr<f32>,
) -> Result {
    let value: [f32; 4] = call.params(value)?;
    call.run(move |call| {
        let register = dst.wrapping_sub(CON_0_ATI);
        if register as usize >= CONSTANTS {
            return Err(GlError::invalid_enum(
                "SetFragmentShaderConstant: dst is not a constant register",
            ));
        }
        let state = &mut call.cx.fragment_shaders;
        match &mut state.definition {
            Some(recorder) => recorder.constant(register as u8, value),
            None => state.constants[register as usize] = value,
        }
        Ok(())
    })
}
