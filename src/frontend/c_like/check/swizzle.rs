//! Checks swizzles. The dialect says which letters name components.

use super::function::FunctionChecker;
use crate::frontend::c_like::rule::Rule;
use crate::frontend::c_like::syntax::Name;
use crate::frontend::c_like::tree::*;
use crate::frontend::c_like::types::Type;

impl<'a> FunctionChecker<'a, '_> {
    /// The components that the letters name, and the type of the result. The last letter is repeated to fill a vector.
    pub(super) fn swizzle(&mut self, of: Type, name: Name<'a>) -> Option<(Swizzle, Type)> {
        let Type::Vector(scalar, _) = of else {
            if of != Type::Unknown {
                let rule = Rule::SwizzleOf(self.c.type_name(of));
                self.c.out.rule(rule, name.span);
            }
            return None;
        };
        let sets = self.c.dialect.swizzles;
        let in_set = |set: &&str| {
            let component = |c: u8| set.bytes().position(|x| x == c).map(|p| p as u8);
            name.text
                .bytes()
                .map(component)
                .collect::<Option<Vec<u8>>>()
        };
        let components = sets.iter().find_map(in_set);
        let Some(mut components) = components.filter(|c| c.len() <= 4) else {
            let rule = Rule::Swizzle {
                found: name.text.into(),
                letters: sets.join(" or "),
            };
            self.c.out.rule(rule, name.span);
            return None;
        };
        if components.len() == 1 {
            return Some((Swizzle::new(&components), Type::Scalar(scalar)));
        }
        components.resize(4, components[components.len() - 1]);
        Some((Swizzle::new(&components), Type::Vector(scalar, 4)))
    }
}
