mod dominators;
mod intrinsic;
mod link;
mod parse;
mod verify;
