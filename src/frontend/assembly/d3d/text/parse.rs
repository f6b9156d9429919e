//! Parses a text. Statements follow each other with or without line breaks.

use super::declaration::{declaration, definition};
use super::directives;
use super::lexer::{Lexer, Token};
use super::mnemonic::Mnemonic;
use super::operand::{destination, fail, source};
use crate::frontend::assembly::d3d::MAX_TEXT_BYTES;
use crate::frontend::assembly::d3d::model::*;
use crate::frontend::diagnostic::d3d::D3dRule;
use crate::frontend::diagnostic::{ErrorKind, ProgramError};
use crate::ir::Span;
use smallvec::SmallVec;

/// Parses a text of at most [`MAX_TEXT_BYTES`] bytes, with its directives and macros. Operands are registers that the
/// version has. The rules of instructions are checked by `check`.
///
/// The first error is returned, at its place in the text.
pub fn parse(text: &[u8]) -> Result<Shader, ProgramError> {
    if text.len() > MAX_TEXT_BYTES {
        let limit = MAX_TEXT_BYTES;
        let (kind, span) = (ErrorKind::TextTooLong { limit }, Span::new(limit, limit));
        return Err(ProgramError { kind, span });
    }
    match directives::expand(text)? {
        None => parse_plain(text),
        Some(expanded) => expanded.parse(parse_plain),
    }
}

/// Parses a text without directives.
fn parse_plain(text: &[u8]) -> Result<Shader, ProgramError> {
    let lexer = Lexer::new(text, 0)?;
    let (version, after) = version(text, &lexer)?;
    let mut lexer = Lexer::new(text, after)?;
    let mut statements = Vec::new();
    while lexer.next != Token::End {
        statements.push(statement(&mut lexer, version)?);
    }
    Ok(Shader {
        version,
        statements,
        end: lexer.span,
    })
}

/// Reads `vs_1_1` or `vs.1.1`. Returns the version and the byte after it.
fn version(text: &[u8], lexer: &Lexer<'_>) -> Result<(Version, usize), ProgramError> {
    let start = lexer.span.start as usize;
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.');
    let len = text[start..].iter().take_while(|b| is_part(b)).count();
    let word = String::from_utf8_lossy(&text[start..start + len.min(16)]);
    let name = word.replace('.', "_");
    // Version 1.0 is read as 1.1.
    let name = name.replace("s_1_0", "s_1_1");
    let found = Version::ALL.iter().find(|v| v.name() == name);
    let Some(version) = found.filter(|_| len <= 16) else {
        let found = if word.is_empty() {
            "there is none".to_owned()
        } else {
            format!("\"{word}\" is none")
        };
        return fail(D3dRule::Version(found), Span::new(start, start + len));
    };
    Ok((*version, start + len))
}

fn statement(lexer: &mut Lexer<'_>, version: Version) -> Result<Statement, ProgramError> {
    // What precedes the mnemonic belongs to instructions only: `+` for pairs, and a predicate.
    let coissue_at = lexer.span;
    let coissue = lexer.accept(b'+')?;
    if coissue && !(version.is_pixel() && version.major() == 1) {
        let (what, version) = ("instructions that run together \"+\"", version.name());
        return fail(D3dRule::Feature { what, version }, coissue_at);
    }
    let predicate = predicate(lexer, version)?;
    let (word, span) = lexer.word("an instruction")?;
    let is_plain = !coissue && predicate.is_none();
    // The mnemonic decides between definition, declaration and instruction.
    let item = match word {
        "def" | "defi" | "defb" if is_plain => Item::Definition(definition(lexer, word, version)?),
        _ if is_plain && (word == "dcl" || word.starts_with("dcl_")) => {
            if version.is_pixel() && version.major() == 1 {
                let (name, version) = (word.to_owned(), version.name());
                return fail(D3dRule::NotInVersion { name, version }, span);
            }
            Item::Declaration(declaration(lexer, word, span, version)?)
        }
        _ => {
            let mnemonic = Mnemonic::parse(word, span, version)?;
            let mut instruction = instruction(lexer, &mnemonic, version)?;
            instruction.coissue = coissue;
            instruction.predicate = predicate;
            Item::Instruction(instruction)
        }
    };
    Ok(Statement { item, span })
}

/// Takes `(p0.x)` or `(!p0)`, if it is next.
fn predicate(lexer: &mut Lexer<'_>, version: Version) -> Result<Option<Source>, ProgramError> {
    if !lexer.accept(b'(')? {
        return Ok(None);
    }
    let at = lexer.span;
    let predicate = source(lexer, version)?;
    if predicate.register.file != File::Predicate {
        let (name, rule) = ("a predicate", "is p0, with or without \"!\"");
        return fail(D3dRule::Instruction { name, rule }, at);
    }
    lexer.mark(b')', "\")\"")?;
    Ok(Some(predicate))
}

fn instruction(
    lexer: &mut Lexer<'_>,
    mnemonic: &Mnemonic,
    version: Version,
) -> Result<Instruction, ProgramError> {
    let shape = mnemonic.info.shape;
    // The shape of the opcode says how many operands follow.
    let mut written = None;
    if shape.destination {
        let mut found = destination(lexer, version)?;
        mnemonic.modify(&mut found);
        written = Some(found);
    }
    let mut sources = SmallVec::new();
    for n in 0..shape.sources {
        if n > 0 || shape.destination {
            lexer.mark(b',', "\",\"")?;
        }
        sources.push(source(lexer, version)?);
    }
    let mut instruction = Instruction {
        opcode: mnemonic.info.opcode,
        comparison: mnemonic.comparison,
        coissue: false,
        predicate: None,
        destination: written,
        sources,
    };
    // Microsoft's assembler writes some instructions in another form, which is taken over here.
    if !(version.is_pixel() && version.major() == 1) {
        add_negative(&mut instruction);
    }
    if version == Version::Vs11 {
        select_last(&mut instruction);
        mask_rows(&mut instruction);
    }
    Ok(instruction)
}

/// In vs_1_1, what reads one component reads w where none is selected.
fn select_last(instruction: &mut Instruction) {
    use Opcode::*;
    if let (Rcp | Rsq | Exp | Log | ExpP | LogP, [source]) =
        (instruction.opcode, &mut *instruction.sources)
        && source.swizzle == Swizzle::IDENTITY
    {
        source.swizzle = Swizzle::replicate(3);
    }
}

/// In vs_1_1, a product with fewer rows than components writes one component for each row where no mask is written.
fn mask_rows(instruction: &mut Instruction) {
    let mask = match instruction.opcode {
        Opcode::M4x3 | Opcode::M3x3 => 7,
        Opcode::M3x2 => 3,
        _ => return,
    };
    if let Some(d) = &mut instruction.destination
        && d.mask == 15
    {
        d.mask = mask;
    }
}

/// Microsoft's assembler writes `sub` as `add` of the negative, where every source can be negated.
fn add_negative(instruction: &mut Instruction) {
    let opposite = |modifier| match modifier {
        Modifier::None => Some(Modifier::Negate),
        Modifier::Negate => Some(Modifier::None),
        Modifier::Absolute => Some(Modifier::NegateAbsolute),
        Modifier::NegateAbsolute => Some(Modifier::Absolute),
        _ => None,
    };
    if instruction.opcode != Opcode::Sub {
        return;
    }
    let second = &mut instruction.sources[1];
    if let Some(modifier) = opposite(second.modifier) {
        second.modifier = modifier;
        instruction.opcode = Opcode::Add;
    }
}
