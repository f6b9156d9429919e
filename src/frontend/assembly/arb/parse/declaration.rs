//! ATTRIB, PARAM, TEMP, ADDRESS, OUTPUT and ALIAS (ARB_vertex_program 2.14.3).

use super::binding::Bound;
use super::parser::{Parser, Result};
use crate::frontend::assembly::arb::parsed::{Array, Declared, Variable};
use crate::frontend::assembly::cursor::Token;
use crate::frontend::assembly::operand::Size;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};

impl<'a> Parser<'a> {
    /// Takes a new name, which [`Parser::declare`] then declares.
    pub(crate) fn new_name(&mut self) -> Result<&'a str> {
        let name = self.word("a name")?;
        if self.is_reserved(name) {
            return self.error(ErrorKind::Reserved(name.to_string()));
        }
        if self.names.contains_key(name) {
            return self.error(ErrorKind::Redeclared(name.to_string()));
        }
        self.name_span = self.c.last;
        Ok(name)
    }

    /// Declares the name that was taken last.
    pub(crate) fn declare(&mut self, name: &'a str, variable: Variable) {
        self.names.insert(name, (variable, self.p.declared.len()));
        self.p.declared.push(Declared {
            span: self.name_span,
            variable,
            used: false,
        });
    }

    pub(crate) fn attrib(&mut self) -> Result {
        let name = self.new_name()?;
        self.punct(b'=', "\"=\"")?;
        let stage = self.word("an attribute binding")?;
        if stage
            != if self.p.fragment {
                "fragment"
            } else {
                "vertex"
            }
        {
            return self.expected("an attribute binding");
        }
        let attribute = self.attribute_binding()?;
        self.declare(name, attribute);
        Ok(())
    }

    /// Parses what follows `SHORT` or `LONG` (NV_fragment_program_option, grammar rule `varSize`).
    pub(crate) fn sized(&mut self, word: &str) -> Result {
        self.need_extension("variables have sizes", self.c.last)?;
        let size = if word == "SHORT" {
            Size::Short
        } else {
            Size::Long
        };
        match self.word("TEMP or OUTPUT")? {
            "TEMP" => self.registers(false, size),
            "OUTPUT" => self.output(size),
            _ => self.expected("TEMP or OUTPUT"),
        }
    }

    pub(crate) fn registers(&mut self, address: bool, size: Size) -> Result {
        loop {
            let name = self.new_name()?;
            let n = if address {
                &mut self.p.n_addresses
            } else {
                &mut self.p.n_temps
            };
            let variable = if address {
                Variable::Address(*n)
            } else {
                Variable::Temp(*n)
            };
            *n += 1;
            if !address {
                self.p.temp_sizes.push(size);
            }
            self.declare(name, variable);
            if !self.accept(b',') {
                return Ok(());
            }
        }
    }

    pub(crate) fn output(&mut self, size: Size) -> Result {
        let name = self.new_name()?;
        self.punct(b'=', "\"=\"")?;
        if self.word("a result binding")? != "result" {
            return self.expected("a result binding");
        }
        let result = match self.result_binding()? {
            Variable::Output(n, _) => Variable::Output(n, size),
            other => other,
        };
        self.declare(name, result);
        Ok(())
    }

    pub(crate) fn alias(&mut self) -> Result {
        let name = self.new_name()?;
        self.punct(b'=', "\"=\"")?;
        let old = self.word("a declared name")?;
        let variable = self.lookup(old)?;
        self.declare(name, variable);
        Ok(())
    }

    /// The meaning of a name that is used here.
    pub(crate) fn lookup(&mut self, name: &str) -> Result<Variable> {
        let Some((variable, n)) = self.names.get(name) else {
            return self.error(if self.is_reserved(name) {
                ErrorKind::NotAName(name.to_string())
            } else {
                ErrorKind::Undeclared(name.to_string())
            });
        };
        if let Some(declared) = self.p.declared.get_mut(*n) {
            declared.used = true;
        }
        Ok(*variable)
    }

    pub(crate) fn param(&mut self) -> Result {
        let name = self.new_name()?;
        if !self.accept(b'[') {
            self.punct(b'=', "\"=\" or \"[\"")?;
            let bound = self.parameter_binding(false)?;
            let Bound::One(binding) = bound else {
                return self.error(ErrorKind::MatrixInScalar(bound.len()));
            };
            let n = self.single(binding)?;
            self.declare(name, Variable::Param(n));
            return Ok(());
        }
        self.param_array(name)
    }

    /// `n] = { … }` or `] = { … }`
    fn param_array(&mut self, name: &'a str) -> Result {
        // The size may be left out; then it is the number of bindings.
        let size = match self.c.peek()? {
            Token::Integer(0) => {
                self.c.next()?;
                return self.error(ErrorKind::ArrayEmpty);
            }
            Token::Integer(_) => Some(self.integer("array size", self.limits.parameters + 1)?),
            _ => None,
        };
        let size_span = self.c.last;
        self.punct(b']', "\"]\"")?;
        self.punct(b'=', "\"=\"")?;
        self.punct(b'{', "\"{\"")?;
        // The bindings become rows of their own, one after the other, so that the array can be indexed.
        let base = self.p.bindings.len();
        self.array_bindings()?;
        let bound = (self.p.bindings.len() - base) as u64;
        if let Some(declared) = size.map(u64::from).filter(|s| *s != bound) {
            return Err(ProgramError {
                kind: ErrorKind::ArraySize { declared, bound },
                span: size_span,
            });
        }
        self.p.arrays.push(Array {
            base: base as u32,
            len: bound as u32,
            relative: false,
        });
        self.declare(name, Variable::Array(self.p.arrays.len() - 1));
        Ok(())
    }

    /// The vectors of an array, up to the closing brace.
    fn array_bindings(&mut self) -> Result {
        loop {
            let bound = self.parameter_binding(true)?;
            bound.append(&mut self.p.bindings);
            if self.p.bindings.len() > 1 << 16 {
                let used = self.p.bindings.len() as u32;
                return self.error(ErrorKind::Limit {
                    what: "bound parameter vectors",
                    used,
                    limit: 1 << 16,
                });
            }
            if !self.accept(b',') {
                break;
            }
        }
        self.punct(b'}', "\",\" or \"}\"")
    }
}
