//! Reads the text form that [`super::print`] writes. For tests and tools: errors are one line of text.
//!
//! Values keep their numbers; a gap is a value without a definition, of type f32. The program is not verified.

use super::inst::Inst;
use super::interface::Varyings;
use super::opcode::Op;
use super::program::{Block, Edge, Program, ProgramId, Terminator};
use super::types::{BlockId, Span, Type, ValueId};
use smallvec::SmallVec;
use std::str::FromStr;

/// The most values and blocks of a text, so that a typing error does not ask for gigabytes.
const MAX_ID: u32 = 1 << 20;

/// Parses a program; an error names its line.
pub fn parse(text: &str) -> Result<Program, String> {
    let mut program = Program {
        id: ProgramId::unique(),
        blocks: Vec::new(),
        value_types: Vec::new(),
        n_uniforms: 0,
        n_inputs: 0,
        n_outputs: 0,
        n_slots: 0,
        instruction_limit: None,
        is_interruptible: false,
        fraction_units: 0,
        planar_units: 0,
        varyings: Varyings::default(),
        call_depth: 0,
        notes: Vec::new(),
        source: None,
    };
    let mut reader = Reader {
        program: &mut program,
        open: None,
    };
    // A `;` starts a comment.
    for (i, line) in text.lines().enumerate() {
        let line = line.split(';').next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().collect();
        if !words.is_empty() {
            reader
                .line(&words)
                .map_err(|e| format!("line {}: {e}", i + 1))?;
        }
    }
    match reader.open {
        Some(_) => Err("the last block has no terminator".into()),
        None => Ok(program),
    }
}

struct Reader<'p> {
    program: &'p mut Program,
    /// The block that waits for its terminator.
    open: Option<Block>,
}

/// The words of a line from left to right.
struct Words<'w>(&'w [&'w str]);

impl<'w> Words<'w> {
    fn next(&mut self) -> Option<&'w str> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    fn number<T: FromStr>(&mut self, what: &str) -> Result<T, String> {
        self.next()
            .and_then(|w| w.parse().ok())
            .ok_or_else(|| format!("{what} is missing or no number"))
    }

    fn expect(&mut self, word: &str) -> Result<(), String> {
        if self.next() == Some(word) {
            Ok(())
        } else {
            Err(format!("`{word}` is missing"))
        }
    }

    fn value(&mut self) -> Result<ValueId, String> {
        let word = self.next().ok_or("a value is missing")?;
        parse_value(word)
    }

    fn values<A: smallvec::Array<Item = ValueId>>(&mut self) -> Result<SmallVec<A>, String> {
        let n = self.0.iter().take_while(|w| w.starts_with('%')).count();
        (0..n).map(|_| self.value()).collect()
    }

    fn block(&mut self) -> Result<BlockId, String> {
        self.number("a block").map(BlockId)
    }

    fn edge(&mut self) -> Result<Edge, String> {
        Ok(Edge {
            block: self.block()?,
            args: self.values()?,
        })
    }

    /// The span at the end of the line, if there is one.
    fn span(&mut self) -> Result<Span, String> {
        let Some(word) = self.next() else {
            return Ok(Span::NONE);
        };
        let bounds = word.strip_prefix('@').and_then(|w| w.split_once(".."));
        let span = bounds.and_then(|(a, b)| {
            Some(Span {
                start: a.parse().ok()?,
                end: b.parse().ok()?,
            })
        });
        match (span, self.0) {
            (Some(span), []) => Ok(span),
            _ => Err(format!("`{word}` is not understood")),
        }
    }
}

fn parse_value(word: &str) -> Result<ValueId, String> {
    let number = word
        .strip_prefix('%')
        .and_then(|w| w.parse().ok())
        .filter(|n| *n < MAX_ID);
    number
        .map(ValueId)
        .ok_or_else(|| format!("`{word}` is no value"))
}

fn parse_type(name: &str) -> Result<Type, String> {
    Type::ALL
        .into_iter()
        .find(|t| super::print::type_name(*t) == name)
        .ok_or_else(|| format!("`{name}` is no type"))
}

fn parse_immediate(word: &str) -> Option<u32> {
    match word.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16).ok(),
        None => word
            .parse::<i64>()
            .ok()
            .and_then(|i| u32::try_from(i).or(i32::try_from(i).map(|i| i as u32)).ok()),
    }
}

impl Reader<'_> {
    fn line(&mut self, words: &[&str]) -> Result<(), String> {
        match (words[0], &self.open) {
            ("program", None) => self.header(&mut Words(&words[1..])),
            ("block", None) => self.block_header(words),
            ("program" | "block", Some(_)) => Err("the block before has no terminator".into()),
            (_, None) => Err("an instruction outside a block".into()),
            ("jump" | "branch" | "call" | "return" | "end", Some(_)) => {
                self.terminator(&mut Words(words))
            }
            _ => self.inst(words),
        }
    }

    fn header(&mut self, words: &mut Words<'_>) -> Result<(), String> {
        while let Some(key) = words.next() {
            let field = match key {
                "inputs" => &mut self.program.n_inputs,
                "outputs" => &mut self.program.n_outputs,
                "uniforms" => &mut self.program.n_uniforms,
                "slots" => &mut self.program.n_slots,
                "depth" => &mut self.program.call_depth,
                "fractions" => &mut self.program.fraction_units,
                "planar" => &mut self.program.planar_units,
                "clamped" => &mut self.program.varyings.clamped,
                "centroid" => &mut self.program.varyings.centroid,
                "limit" if words.0.first() == Some(&"none") => {
                    words.next();
                    continue;
                }
                "interruptible" => {
                    self.program.is_interruptible = true;
                    continue;
                }
                "limit" => self.program.instruction_limit.insert(0),
                _ => return Err(format!("`{key}` is not understood")),
            };
            *field = words.number(key)?;
        }
        Ok(())
    }

    fn block_header(&mut self, words: &[&str]) -> Result<(), String> {
        let line = words.join(" ");
        let line = line
            .strip_suffix(':')
            .ok_or("a block's header ends in `:`")?;
        let words: Vec<&str> = line.split(' ').collect();
        // Blocks stand in the order of their numbers.
        let mut words = Words(&words[1..]);
        if words.number::<usize>("the block's number")? != self.program.blocks.len() {
            return Err("blocks are numbered from 0 upward".into());
        }
        let mut block = Block {
            params: SmallVec::new(),
            insts: Vec::new(),
            terminator: Terminator::End,
            terminator_span: Span::NONE,
            source_count: 0,
        };
        // Parameters with their types, and the count of source instructions.
        while let Some(word) = words.next() {
            if word == "count" {
                block.source_count = words.number("count")?;
            } else {
                let (value, ty) = word
                    .split_once(':')
                    .ok_or_else(|| format!("`{word}` is no parameter"))?;
                let value = parse_value(value)?;
                self.define(value, parse_type(ty)?);
                block.params.push(value);
            }
        }
        self.open = Some(block);
        Ok(())
    }

    fn define(&mut self, value: ValueId, ty: Type) {
        let types = &mut self.program.value_types;
        types.resize(types.len().max(value.index() + 1), Type::F32);
        types[value.index()] = ty;
    }

    fn terminator(&mut self, words: &mut Words<'_>) -> Result<(), String> {
        // The first word names the terminator, and the edges or blocks that it leads to follow.
        let terminator = match words.next() {
            Some("jump") => Terminator::Jump(words.edge()?),
            Some("branch") => {
                let mask = words.value()?;
                words.expect("yes")?;
                let yes = words.edge()?;
                words.expect("no")?;
                Terminator::Branch(mask, yes, words.edge()?)
            }
            Some("call") => {
                let callee = words.block()?;
                words.expect("resume")?;
                Terminator::Call {
                    callee,
                    resume: words.block()?,
                }
            }
            Some("return") => Terminator::Return,
            _ => Terminator::End,
        };
        // The terminator closes the block that is open.
        let span = words.span()?;
        if let Some(mut block) = self.open.take() {
            block.terminator = terminator;
            block.terminator_span = span;
            self.program.blocks.push(block);
        }
        Ok(())
    }

    fn inst(&mut self, words: &[&str]) -> Result<(), String> {
        let mut words = Words(words);
        // `%3 %4 = name %1 2`: results, the operation, arguments, immediates.
        let results: SmallVec<[ValueId; 4]> = words.values()?;
        if !results.is_empty() {
            words.expect("=")?;
        }
        let name = words.next().ok_or("an operation is missing")?;
        let op = *Op::ALL
            .iter()
            .find(|op| op.info().name == name)
            .ok_or_else(|| format!("`{name}` is no operation"))?;
        let info = op.info();
        let first_result = results.first().copied().unwrap_or(ValueId(0));
        if results.len() != info.results.len()
            || results.iter().zip(first_result.0..).any(|(v, n)| v.0 != n)
        {
            return Err(format!(
                "{name} has {} results, numbered one after the other",
                info.results.len()
            ));
        }
        let args = words.values()?;
        let mut imm = [0; 2];
        for imm in &mut imm[..usize::from(info.n_imms)] {
            *imm = words
                .next()
                .and_then(parse_immediate)
                .ok_or_else(|| format!("an immediate of {name} is missing"))?;
        }
        let span = words.span()?;
        for (v, ty) in results.iter().zip(info.results) {
            self.define(*v, *ty);
        }
        if let Some(block) = &mut self.open {
            block.insts.push(Inst {
                op,
                args,
                imm,
                first_result,
                span,
            });
        }
        Ok(())
    }
}
