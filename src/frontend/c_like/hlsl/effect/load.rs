//! A text becomes an effect.

use super::setting::Settings;
use super::shader::Shaders;
use super::{Annotation, Effect, Literal, Object, Parameter, Pass, Technique};
use crate::frontend::c_like::deep::with_room_for;
use crate::frontend::c_like::diagnostics::Diagnostics;
use crate::frontend::c_like::hlsl::profile;
use crate::frontend::c_like::hlsl::program::Refused;
use crate::frontend::c_like::hlsl::request::{Checked, Parsed, Request};
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::tree::{Module, Storage, effect};
use crate::frontend::c_like::types::Type;
use crate::frontend::preprocessor::Files;
use crate::ir::Span;
use bumpalo::Bump;

impl Effect {
    /// Loads a text for the profile fx_2_0; `files` has what it includes.
    pub fn load(request: &Request<'_>, files: &mut dyn Files) -> Result<Effect, Refused> {
        with_room_for(0, || Effect::load_here(request, files))
    }

    fn load_here(request: &Request<'_>, files: &mut dyn Files) -> Result<Effect, Refused> {
        // An effect has no entry, and its profile is always the same.
        let request = Request {
            entry: None,
            profile: profile::find("fx_2_0").unwrap_or(request.profile),
            ..*request
        };
        // The text is read once, and checked again for each shader that is compiled.
        let arena = Bump::new();
        let mut parsed = Parsed::new(&request, &arena, files);
        let Checked { module, result, .. } = parsed.check(&request);
        let map = parsed.map().clone();
        let warnings = match result {
            Ok(warnings) => warnings,
            Err(errors) => return Err(Refused { errors, map }),
        };
        // Objects of variables come first, since settings refer to them by variable.
        let mut shaders = Shaders::new(&request, &module, &mut parsed);
        let objects: Vec<Object> = module
            .globals
            .iter()
            .map(|g| object(&module, g.ty))
            .collect();
        let mut settings = Settings {
            objects,
            module: &module,
            shaders: &mut shaders,
            out: Diagnostics::default(),
        };
        settings.out.keep_order();
        for v in &module.effect.variables {
            settings.objects[v.global.0 as usize] = object_of(&module, v);
        }
        // Settings are evaluated, and their shaders compiled, in the order of the text. All errors are collected.
        let variables = module.effect.variables.iter();
        let parameters: Vec<Parameter> = variables
            .filter(|v| module.globals[v.global.0 as usize].storage == Storage::Uniform)
            .map(|v| parameter(&mut settings, v))
            .collect();
        let techniques = module.effect.techniques.iter();
        let techniques: Vec<Technique> = techniques.map(|t| technique(&mut settings, t)).collect();
        if techniques.is_empty() {
            settings.refuse(HlslRule::NoTechnique, Span::NONE);
        }
        if let Err(errors) = settings.out.finish_in(&map) {
            return Err(Refused { errors, map });
        }
        Ok(Effect {
            parameters,
            techniques,
            warnings,
            map,
        })
    }
}

fn technique(settings: &mut Settings<'_, '_, '_>, t: &effect::Technique) -> Technique {
    if !t.word.eq_ignore_ascii_case("technique") {
        settings.refuse(HlslRule::LaterTechnique(t.word.clone()), t.span);
    }
    let passes = t.passes.iter().map(|p| Pass {
        name: p.name.clone(),
        annotations: annotations(&p.annotations),
        settings: settings.of_pass(&p.states),
    });
    Technique {
        name: t.name.clone(),
        annotations: annotations(&t.annotations),
        passes: passes.collect(),
    }
}

fn parameter(settings: &mut Settings<'_, '_, '_>, v: &effect::Variable) -> Parameter {
    let module = settings.module;
    let global = &module.globals[v.global.0 as usize];
    let object = settings.objects[v.global.0 as usize];
    let samplers = match object {
        Object::Sampler => v.blocks.iter().map(|b| settings.of_sampler(b)).collect(),
        // Other variables may have any states, which nothing reads.
        _ => Vec::new(),
    };
    let shaders = v.shaders.iter();
    let span = global.span;
    let shaders = shaders
        .filter_map(|s| settings.shader_of(s, object, &global.name, span))
        .collect();
    if v.text.is_some() && object != Object::Text {
        settings.refuse(HlslRule::ObjectValue(global.name.clone()), span);
    }
    if object == Object::Texture && matches!(global.ty, Type::Array(_)) {
        settings.refuse(HlslRule::TextureArray(global.name.clone()), span);
    }
    Parameter {
        name: global.name.clone(),
        word: v.word.clone(),
        object,
        semantic: global.semantic.as_ref().map(|s| s.name.clone()),
        annotations: annotations(&v.annotations),
        samplers,
        shaders,
        text: v.text.clone(),
        value: global.value.clone(),
    }
}

/// What a variable is, by its word where all objects have one type.
fn object_of(module: &Module, v: &effect::Variable) -> Object {
    let word = v.word.to_ascii_lowercase();
    match object(module, module.globals[v.global.0 as usize].ty) {
        Object::Other if word.starts_with("texture") => Object::Texture,
        Object::Other if word == "vertexshader" => Object::VertexShader,
        Object::Other if word == "pixelshader" => Object::PixelShader,
        Object::Other if word == "string" => Object::Text,
        // A texture of a later shader model is a sampler in programs.
        Object::Sampler if word.starts_with("texture") => Object::Texture,
        object => object,
    }
}

fn object(module: &Module, ty: Type) -> Object {
    match ty {
        Type::Array(id) => object(module, module.types.array_of(id).0),
        Type::Sampler(_) => Object::Sampler,
        Type::String | Type::Void | Type::Unknown => Object::Other,
        Type::Scalar(_) | Type::Vector(..) | Type::Matrix(..) | Type::Struct(_) => Object::Numbers,
    }
}

fn annotations(all: &[effect::Annotation]) -> Vec<Annotation> {
    let value = |a: &effect::Annotation| match &a.value {
        effect::Value::Text(text) => Some(Literal::Text(text.clone())),
        effect::Value::Expression(e, _) => super::setting::numbers(e).map(Literal::Numbers),
        _ => None,
    };
    let annotation = |a: &effect::Annotation| {
        let name = a.name.clone();
        Some(Annotation {
            name,
            value: value(a)?,
        })
    };
    all.iter().filter_map(annotation).collect()
}
