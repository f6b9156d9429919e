//! A shader as tokens.

use super::operand::{OPERAND, push_destination, push_source};
use super::{COMMENT, DCL, DEF, DEFB, DEFI, END};
use crate::frontend::assembly::d3d::model::*;

/// The most words of a comment.
const MOST_COMMENT_WORDS: usize = 0x7fff;

/// The bytes of a shader: the words of [`encode_words`], each with its lowest byte first.
pub fn encode(shader: &Shader) -> Vec<u8> {
    let words = encode_words(shader);
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// The words of a shader: the version token, the statements, the end token ("Direct3D Shader Codes"). Comments are cut
/// to 32767 words.
pub fn encode_words(shader: &Shader) -> Vec<u32> {
    let version = shader.version;
    let mut out = vec![version.token()];
    for statement in &shader.statements {
        // Each statement is a token, and its operands or words after it.
        match &statement.item {
            Item::Comment(words) => {
                let words = &words[..words.len().min(MOST_COMMENT_WORDS)];
                out.push(COMMENT | (words.len() as u32) << 16);
                out.extend(words);
            }
            Item::Declaration(declaration) => {
                let mut operands = vec![declaration_bits(declaration)];
                push_destination(&mut operands, declaration.destination(), version);
                push(&mut out, DCL, operands, version);
            }
            Item::Definition(definition) => {
                let mut operands = Vec::with_capacity(5);
                let destination = Destination::plain(definition.register);
                push_destination(&mut operands, &destination, version);
                let (opcode, n) = match definition.register.file {
                    File::Const => (DEF, 4),
                    File::ConstInt => (DEFI, 4),
                    _ => (DEFB, 1),
                };
                operands.extend(&definition.words[..n]);
                push(&mut out, opcode, operands, version);
            }
            Item::Instruction(instruction) => push_instruction(&mut out, instruction, version),
        }
    }
    out.push(END);
    out
}

/// Appends a statement: its token with the length, from version 2, and its operands.
fn push(out: &mut Vec<u32>, token: u32, operands: Vec<u32>, version: Version) {
    let length = if version.major() >= 2 {
        (operands.len() as u32) << 24
    } else {
        0
    };
    out.push(token | length);
    out.extend(operands);
}

fn declaration_bits(declaration: &Declaration) -> u32 {
    OPERAND
        | match declaration {
            Declaration::Register(usage, index, _) => *usage as u32 | u32::from(*index) << 16,
            Declaration::Plain(_) => 0,
            Declaration::Sampler(kind, _) => (*kind as u32) << 27,
        }
}

fn push_instruction(out: &mut Vec<u32>, instruction: &Instruction, version: Version) {
    let Some(info) = instruction.opcode.info(version) else {
        return;
    };
    let control = match (info.control, instruction.comparison) {
        (None, Some(comparison)) => comparison as u32,
        (control, _) => u32::from(control.unwrap_or_default()),
    };
    let mut operands = Vec::new();
    let mut token = u32::from(info.number) | control << 16;
    token |= u32::from(instruction.coissue) << 30;
    if let Some(destination) = &instruction.destination {
        push_destination(&mut operands, destination, version);
    }
    // The predicate stands after the destination.
    if let Some(predicate) = &instruction.predicate {
        token |= 1 << 28;
        push_source(&mut operands, predicate, version);
    }
    for source in &instruction.sources {
        push_source(&mut operands, source, version);
    }
    push(out, token, operands, version);
}
