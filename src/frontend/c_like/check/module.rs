//! Checks a text: its declarations in order, then what calls need, then the module as a whole.

use super::checker::{Checker, Head, Options};
use super::dialect::Dialect;
use super::function::{Body, Calls, Closed, FunctionChecker, Nodes, empty_function};
use crate::frontend::c_like::diagnostics::Diagnostics;
use crate::frontend::c_like::syntax::{Item, Text};
use crate::frontend::c_like::tree::{FunctionId, Module};

/// Checks the module of a text; the result is valid only without errors.
pub(in crate::frontend::c_like) fn check<'a>(
    text: &'a Text<'a>,
    dialect: &'a dyn Dialect,
    options: Options<'a>,
    out: Diagnostics,
) -> (Module, Diagnostics) {
    let mut checker = Checker::new(dialect, options, text, out);
    if checker.options.is_strict && checker.rules.by_reach {
        checker.lines = Some(&text.lines);
    }
    if checker.rules.in_order {
        text.items.iter().for_each(|item| checker.item(item));
    } else {
        checker.in_any_order(text);
    }
    checker.drain();
    checker.finish()
}

impl<'a> Checker<'a> {
    /// A declaration; functions with their bodies.
    pub(super) fn item(&mut self, item: &'a Item<'a>) {
        match item {
            Item::Struct(s) => self.structure(s),
            Item::Function(f) => {
                if let Some(id) = self.function_head(f, None)
                    && f.body.is_some()
                {
                    self.body(id);
                }
            }
            Item::Variables(v) => self.global_variables(v),
            Item::Typedef(v) => self.type_names(&v.head, v.declarators),
            Item::Technique(t) => self.technique(t),
            Item::Pragma(_) => {}
        }
    }

    /// Structures, then the heads of all functions, then their bodies: functions may be called before their definition.
    fn in_any_order(&mut self, text: &'a Text<'a>) {
        let mut functions = Vec::new();
        for item in &text.items {
            match item {
                Item::Struct(s) => self.structure(s),
                Item::Function(f) => functions.push(f),
                _ => {}
            }
        }
        let heads = functions.into_iter();
        let ids: Vec<_> = heads.filter_map(|f| self.function_head(f, None)).collect();
        ids.into_iter().for_each(|id| self.body(id));
    }

    /// Checks the body of a function.
    pub(super) fn body(&mut self, id: FunctionId) {
        let before = match self.kept_body(id) {
            Ok(body) => {
                self.bodies[id.0 as usize] = Some(body);
                return;
            }
            Err(before) => before,
        };
        let head = self.head_of(id);
        let binding = head.binding;
        let outer = std::mem::replace(&mut self.binding, binding);
        let mut body = FunctionChecker::new(self, id).check();
        self.binding = outer;
        if let Some(before) = before {
            self.keep_body(id, &before, &body);
        }
        self.close_head(id, &mut body);
        // A template is checked for its errors; calls have instances of it.
        if self.head_of(id).is_template {
            body.function = empty_function(self.head_of(id));
            body.function.is_external = false;
            body.nodes.clear();
        }
        self.bodies[id.0 as usize] = Some(body);
    }

    /// Checks the bodies that calls have asked for, and those that they ask for.
    fn drain(&mut self) {
        while let Some(id) = self.pending.pop() {
            if self.bodies[id.0 as usize].is_none() {
                self.visible = self.head_of(id).order;
                self.body(id);
                self.visible = u32::MAX;
            }
        }
    }

    /// Errors that count only in what the entry reaches; then the module.
    fn finish(mut self) -> (Module, Diagnostics) {
        if self.rules.by_reach {
            self.report_reached();
        } else {
            self.refuse_recursion();
        }
        if self.rules.warns_unused {
            self.find_unused();
        }
        // Which values are patterns of bits is known only after all bodies. Each function and variable is told now.
        self.patterns.settle();
        let mut functions = Vec::with_capacity(self.bodies.len());
        for (i, body) in std::mem::take(&mut self.bodies).into_iter().enumerate() {
            let id = FunctionId(i as u32);
            // A function that is declared only has an empty body.
            let empty = || Body {
                function: empty_function(self.head_of(id)),
                closed: Closed::default(),
                nodes: Nodes::new(),
                calls: Calls::new(),
                delayed: Vec::new(),
                late_oddities: Vec::new(),
            };
            let body = body.unwrap_or_else(empty);
            let mut function = body.function;
            function.is_external &= self.head_of(id).is_external;
            function.is_pattern = self.patterns.is_pattern(self.patterns.value_of(id));
            for (variable, node) in function.variables.iter_mut().zip(body.nodes) {
                variable.is_pattern = self.patterns.is_pattern(node);
            }
            functions.push(function);
        }
        let is_open = |h: &&Head<'_>| {
            h.is_template && h.owner.is_none() && h.binding.is_none() && h.syntax.body.is_some()
        };
        let open = self.heads.iter().filter(is_open);
        let open = open.map(|h| h.name.text.to_owned()).collect();
        let nodes = self.patterns.globals().to_vec();
        for (global, node) in self.globals.iter_mut().zip(nodes) {
            global.is_pattern = self.patterns.is_pattern(node);
        }
        let misgiven = self.faults_of_given();
        let module = Module {
            misgiven,
            types: self.types,
            globals: self.globals,
            functions,
            effect: self.effect,
            open,
            lines: self.tree_lines,
            wishes: self.wishes,
            ..Module::default()
        };
        (module, self.out)
    }
}
