//! Static variables of functions that keep their values from call to call (HLSL).

use super::checker::Checker;
use super::function::{FunctionChecker, Local};
use crate::frontend::c_like::rule::hlsl::HlslRule;
use crate::frontend::c_like::syntax::Name;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::tree_walk::each_child;
use crate::frontend::c_like::types::Type;

impl<'a> FunctionChecker<'a, '_> {
    /// Whether a variable of the type can keep its value: samplers are constants anyway.
    pub(super) fn can_persist(&self, ty: Type) -> bool {
        let is_value = ty.scalar().is_some() || matches!(ty, Type::Array(_) | Type::Struct(_));
        is_value && !self.c.is_open(ty)
    }

    /// A variable of the function that lives outside of it. Its first value is computed before the program begins.
    pub(super) fn persistent(&mut self, name: Name<'a>, ty: Type, value: Option<Expression>) {
        if let Some(value) = &value
            && reads_local(value)
        {
            let why =
                "the first value of a static variable cannot depend on variables of a function";
            return self.refuse_hlsl(HlslRule::Machine(why, 3691), name.span);
        }
        let id = self.c.hidden_static(name, ty, value);
        self.scopes.replace(name.text, Local::Static(id));
    }
}

impl Checker<'_> {
    /// Adds a static variable that no name outside its function means.
    pub(super) fn hidden_static(
        &mut self,
        name: Name<'_>,
        ty: Type,
        value: Option<Expression>,
    ) -> GlobalId {
        self.add_global(
            Global {
                name: name.text.into(),
                ty,
                span: name.span,
                storage: Storage::Static,
                value,
                semantic: None,
                is_output: false,
                buffer: None,
                is_pattern: false,
            },
            false,
        )
    }
}

/// Whether an expression reads a variable of the function.
fn reads_local(e: &Expression) -> bool {
    let own = match &e.kind {
        ExpressionKind::Read(place) => matches!(place.variable, VariableRef::Local(_)),
        ExpressionKind::Assign(_) | ExpressionKind::Update(_) => true,
        _ => false,
    };
    let mut found = own;
    each_child(e, &mut |child| found = found || reads_local(child));
    found
}
