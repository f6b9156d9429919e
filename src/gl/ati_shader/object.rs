//! Fragment shaders of ATI_fragment_shader: names, binding, definitions, constants (section 3.8.11; QUIRKS 2.24, 2.27,
//! 2.31, 2.36, 2.43). What stands inside a definition is in [`super::commands`].
//!
//! A shader belongs to the share group, its open definition to the context that began it. A shader has code from an
//! EndFragmentShaderATI without an error until the next BeginFragmentShaderATI; without code, draws are as if
//! FRAGMENT_SHADER_ATI were disabled (QUIRKS 2.35).

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

/// A shader as contexts hold it: what its last definition left, if it is valid.
type Shared = Arc<Watched<Option<Arc<DefinedShader>>>>;

/// A shader without a definition.
fn new_shader(share: &Share) -> Shared {
    Arc::new(Watched::new(share, None))
}

/// Shaders by name, of a share group.
#[derive(Debug, Default)]
pub struct FragmentShaders {
    objects: FxHashMap<u32, Shared>,
    /// Generated, or made by binding.
    names: NameRanges,
}

/// Fragment shaders of a context.
#[derive(Debug)]
pub struct FragmentShaderState {
    /// FRAGMENT_SHADER_ATI is enabled.
    pub enabled: bool,
    /// CON_0_ATI to CON_7_ATI outside of shaders.
    pub constants: [[f32; 4]; CONSTANTS],
    /// The shader bound; it lives on here when another context deletes it.
    bound: Shared,
    /// The shader of name 0.
    default: Shared,
    /// Between BeginFragmentShaderATI and EndFragmentShaderATI: a definition of the bound shader.
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

    /// The shader that draws run: `None` when shaders are disabled or the bound one is not valid.
    pub fn active(&self) -> Option<Arc<DefinedShader>> {
        if !self.enabled {
            return None;
        }
        self.bound.lock().clone()
    }

    /// The open definition.
    pub(crate) fn definition(&mut self) -> Result<&mut Recorder> {
        self.definition.as_mut().ok_or(GlError::invalid_operation(
            "no fragment shader is being defined",
        ))
    }

    /// Gen, Bind, Delete and Begin stand outside of a definition.
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

/// The error of a command that the shader under definition refuses; the log says why.
pub(crate) fn refused(kind: ErrorKind) -> GlError {
    log::debug!(target: crate::debug::CALLS, "fragment shader: {kind}");
    GlError::invalid_operation("the fragment shader under definition does not allow this")
}

/// `glGenFragmentShadersATI`. INVALID_VALUE for a range of 0. 0 without an error when there are not so many names in a
/// row.
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

/// `glDeleteFragmentShaderATI`: 0 and unused names are ignored; instead of a bound shader the default one is bound.
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

/// `glBeginFragmentShaderATI`: what the bound shader was before is forgotten (QUIRKS 2.36).
pub fn begin_fragment_shader_ati(call: &mut Call<'_>) -> Result {
    let state = &mut call.cx.fragment_shaders;
    state.outside_definition()?;
    *state.bound.lock() = None;
    state.definition = Some(Recorder::new());
    Ok(())
}

/// `glEndFragmentShaderATI`. INVALID_OPERATION outside of a definition, and for a shader that cannot be: then the
/// definition ends all the same, and the shader stays undefined.
pub fn end_fragment_shader_ati(call: &mut Call<'_>) -> Result {
    let state = &mut call.cx.fragment_shaders;
    state.definition()?;
    let recorder = state.definition.take().unwrap_or_default();
    let shader = recorder.finish().map_err(refused)?;
    *state.bound.lock() = Some(Arc::new(DefinedShader::new(shader)));
    Ok(())
}

/// `glSetFragmentShaderConstantATI`: inside of a definition a constant of the shader, else one of the context. Display
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
