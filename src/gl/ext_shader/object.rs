//! Vertex shaders of EXT_vertex_shader: names, binding, definitions (section 2.14). What stands inside a definition is in
//! [`super::commands`], symbols are in [`super::symbol`].
//!
//! A shader belongs to the share group, its open definition to the context that began it. While a shader has no complete
//! definition, or one beyond the limits, it is undefined: vertices are processed as if VERTEX_SHADER_EXT were disabled.
//! The text names the commands that may stand inside a definition and gives no error for others: those that make, bind
//! and delete shaders or set invariants are INVALID_OPERATION there, all others do what they do.
//!
//! An enabled vertex program goes before the vertex shader; the text is older than programs and says nothing of them.
//! Its table of state knows no attribute group: here ENABLE_BIT saves the enable, and CLIENT_VERTEX_ARRAY_BIT what the
//! arrays of variants are.

pub use super::draw::DefinedShader;
use crate::device::Share;
use crate::device::state::revision::Watched;
use crate::frontend::diagnostic::ErrorKind;
use crate::frontend::vertex_shader::recorder::Recorder;
use crate::frontend::vertex_shader::shader::Elements;
use crate::gl::context::name_ranges::NameRanges;
use crate::gl::program::object::ProgramState;
use crate::gl::{Call, Context, GlError, Result, ShareGroup};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A shader as contexts hold it: what its last definition left.
type Shared = Arc<Watched<Option<Arc<DefinedShader>>>>;

/// A shader without a definition.
fn new_shader(share: &Share) -> Shared {
    Arc::new(Watched::new(share, None))
}

/// Shaders by name, of a share group.
#[derive(Debug, Default)]
pub struct VertexShaders {
    objects: FxHashMap<u32, Shared>,
    /// Generated, or made by binding.
    names: NameRanges,
}

/// Vertex shaders of a context.
#[derive(Debug)]
pub struct VertexShaderState {
    /// VERTEX_SHADER_EXT is enabled.
    pub enabled: bool,
    /// VERTEX_SHADER_BINDING_EXT
    pub name: u32,
    /// The shader bound; it lives on here when another context deletes it.
    bound: Shared,
    /// The shader of name 0.
    default: Shared,
    /// Between BeginVertexShaderEXT and EndVertexShaderEXT: a definition of the bound shader.
    definition: Option<Recorder>,
    /// Current values of variants, by name.
    pub(crate) variants: FxHashMap<u32, Elements>,
    /// The shader whose variants the current values of variant attributes are.
    pub(crate) followed: Option<Arc<DefinedShader>>,
}

impl VertexShaderState {
    /// The initial state of a context of a share group.
    pub fn new(share: &Share) -> VertexShaderState {
        let default = new_shader(share);
        VertexShaderState {
            enabled: false,
            name: 0,
            bound: default.clone(),
            default,
            definition: None,
            variants: FxHashMap::default(),
            followed: None,
        }
    }

    /// What the bound shader's last definition left.
    pub fn defined(&self) -> Option<Arc<DefinedShader>> {
        self.bound.lock().clone()
    }

    /// The shader that processes vertices: none while it is disabled or undefined, or a vertex program is enabled.
    pub(crate) fn active(&self, programs: &ProgramState) -> Option<Arc<DefinedShader>> {
        if !self.enabled || programs.vertex.enabled {
            return None;
        }
        self.defined().filter(|shader| shader.is_within_limits())
    }

    /// The open definition.
    pub(crate) fn definition(&mut self) -> Result<&mut Recorder> {
        self.definition.as_mut().ok_or(GlError::invalid_operation(
            "no vertex shader is being defined",
        ))
    }

    /// INVALID_OPERATION between BeginVertexShaderEXT and EndVertexShaderEXT.
    pub(crate) fn outside_definition(&self) -> Result {
        match self.definition {
            Some(_) => Err(GlError::invalid_operation(
                "not allowed between BeginVertexShader and EndVertexShader",
            )),
            None => Ok(()),
        }
    }

    fn bind(&mut self, shared: &ShareGroup, name: u32) {
        self.name = name;
        self.bound = if name == 0 {
            self.default.clone()
        } else {
            let shaders = &mut *shared.vertex_shaders.lock();
            shaders.names.insert(name);
            let object = shaders.objects.entry(name);
            object.or_insert_with(|| new_shader(&shared.device)).clone()
        };
    }
}

/// The error of a command that the shader under definition refuses; the log says why.
pub(crate) fn refused(kind: ErrorKind) -> GlError {
    log::debug!(target: crate::debug::CALLS, "vertex shader: {kind}");
    GlError::invalid_operation("the vertex shader under definition does not allow this")
}

/// `glGenVertexShadersEXT`. 0 without an error for a range of 0, and when there are not so many names in a row.
pub fn gen_vertex_shaders_ext(call: &mut Call<'_>, range: u32) -> Result<u32> {
    call.cx.vertex_shaders.outside_definition()?;
    let shaders = &mut *call.cx.shared.vertex_shaders.lock();
    Ok(shaders.names.take(range).unwrap_or(0))
}

/// `glBindVertexShaderEXT`: an unused name becomes a shader.
pub fn bind_vertex_shader_ext(call: &mut Call<'_>, id: u32) -> Result {
    let Context {
        vertex_shaders,
        shared,
        ..
    } = &mut *call.cx;
    vertex_shaders.outside_definition()?;
    vertex_shaders.bind(shared, id);
    Ok(())
}

/// `glDeleteVertexShaderEXT`: 0 and unused names are ignored; instead of a bound shader the default one is bound.
pub fn delete_vertex_shader_ext(call: &mut Call<'_>, id: u32) -> Result {
    let Context {
        vertex_shaders,
        shared,
        ..
    } = &mut *call.cx;
    vertex_shaders.outside_definition()?;
    let deleted = {
        let shaders = &mut *shared.vertex_shaders.lock();
        shaders.names.remove(id);
        shaders.objects.remove(&id)
    };
    if deleted.is_some_and(|shader| Arc::ptr_eq(&shader, &vertex_shaders.bound)) {
        vertex_shaders.bind(shared, 0);
    }
    Ok(())
}

/// `glBeginVertexShaderEXT`: what the bound shader was before is forgotten. INVALID_OPERATION inside a definition.
pub fn begin_vertex_shader_ext(call: &mut Call<'_>) -> Result {
    let state = &mut call.cx.vertex_shaders;
    state.outside_definition()?;
    *state.bound.lock() = None;
    state.definition = Some(Recorder::new());
    Ok(())
}

/// `glEndVertexShaderEXT`. INVALID_OPERATION outside of a definition.
pub fn end_vertex_shader_ext(call: &mut Call<'_>) -> Result {
    let state = &mut call.cx.vertex_shaders;
    state.definition()?;
    let (shader, counts) = state.definition.take().unwrap_or_default().finish();
    *state.bound.lock() = Some(Arc::new(DefinedShader::new(shader, counts)));
    Ok(())
}
