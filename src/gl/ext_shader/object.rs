//! Vertex shaders of EXT_vertex_shader: names, binding, definitions (section 2.14). [`super::commands`] has the commands
//! inside a definition, [`super::symbol`] the symbols.
//!
//! A shader belongs to the share group, its open definition to the context that began it. A shader without a complete
//! definition, or with one beyond the limits, is undefined. Vertices are then processed as if VERTEX_SHADER_EXT were
//! disabled.
//!
//! The text names the commands that are allowed inside a definition, and gives no error for others. Here, commands that
//! make, bind and delete shaders or set invariants give INVALID_OPERATION there. All others work as usual.
//!
//! An enabled vertex program takes precedence over the vertex shader; the text is older than programs and does not mention
//! them. Its table of state has no attribute groups. Here ENABLE_BIT saves the enable, and CLIENT_VERTEX_ARRAY_BIT the
//! arrays of variants.

pub use super::draw::DefinedShader;
use crate::device::Share;
use crate::device::state::revision::Watched;
use crate::frontend::diagnostic::ErrorKind;
use crate::frontend::vertex_shader::recorder::Recorder;
use crate::frontend::vertex_shader::shader::Elements;
use crate::gl::context::name_ranges::NameRanges;
use crate::gl::context::program_target::Target;
use crate::gl::program::object::ProgramState;
use crate::gl::{Call, Context, GlError, Result, ShareGroup};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A shader as contexts hold it: the result of its last definition.
type Shared = Arc<Watched<Option<Arc<DefinedShader>>>>;

/// A shader without a definition.
fn new_shader(share: &Share) -> Shared {
    Arc::new(Watched::new(share, None))
}

/// The shaders of a share group, by name.
#[derive(Debug, Default)]
pub struct VertexShaders {
    objects: FxHashMap<u32, Shared>,
    /// The names that were generated, or first used by binding.
    names: NameRanges,
}

#[derive(Debug)]
pub struct VertexShaderState {
    pub enabled: bool,
    /// VERTEX_SHADER_BINDING_EXT
    pub name: u32,
    /// The bound shader. It stays alive here when another context deletes it.
    bound: Shared,
    /// The shader of name 0.
    default: Shared,
    /// The definition of the bound shader, between BeginVertexShaderEXT and EndVertexShaderEXT.
    definition: Option<Recorder>,
    /// The current values of variants, by name.
    pub(crate) variants: FxHashMap<u32, Elements>,
    /// The shader whose variants are loaded into the variant attributes.
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

    /// The result of the bound shader's last definition.
    pub fn defined(&self) -> Option<Arc<DefinedShader>> {
        self.bound.lock().clone()
    }

    /// The shader that processes vertices. There is none while it is disabled or undefined, or a vertex program is enabled.
    pub(crate) fn active(&self, programs: &ProgramState) -> Option<Arc<DefinedShader>> {
        if !self.enabled || programs.runs_program(Target::Vertex) {
            return None;
        }
        self.defined().filter(|shader| shader.is_within_limits())
    }

    pub(crate) fn definition(&mut self) -> Result<&mut Recorder> {
        self.definition.as_mut().ok_or(GlError::invalid_operation(
            "no vertex shader is being defined",
        ))
    }

    /// Gives INVALID_OPERATION between BeginVertexShaderEXT and EndVertexShaderEXT.
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

/// The error of a command that the shader under definition refuses. The log gives the reason.
pub(crate) fn refused(kind: ErrorKind) -> GlError {
    log::debug!(target: crate::debug::CALLS, "vertex shader: {kind}");
    GlError::invalid_operation("the vertex shader under definition does not allow this")
}

/// `glGenVertexShadersEXT`. It returns 0 without an error for a range of 0, and when there are fewer consecutive names.
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

/// `glDeleteVertexShaderEXT`: 0 and unused names are ignored. When a bound shader is deleted, the default one is bound.
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

/// `glBeginVertexShaderEXT`: the bound shader's earlier definition is dropped. Gives INVALID_OPERATION inside a definition.
pub fn begin_vertex_shader_ext(call: &mut Call<'_>) -> Result {
    let state = &mut call.cx.vertex_shaders;
    state.outside_definition()?;
    *state.bound.lock() = None;
    state.definition = Some(Recorder::new());
    Ok(())
}

/// `glEndVertexShaderEXT`. Gives INVALID_OPERATION outside of a definition.
pub fn end_vertex_shader_ext(call: &mut Call<'_>) -> Result {
    let state = &mut call.cx.vertex_shaders;
    state.definition()?;
    let (shader, counts) = state.definition.take().unwrap_or_default().finish();
    *state.bound.lock() = Some(Arc::new(DefinedShader::new(shader, counts)));
    Ok(())
}
